// SPDX-License-Identifier: MIT
// The paperclip game: clips are pushed on from the card's edge, by dragging inwards or by
// a tap on the edge and one on how deep. The order of play is kept.
import {badge, depth_at, draw, EDGES, handle_of, handles, in_order, in_words, PAD, parse, run} from './clips_card.js';
import {set_ordered, take_photo} from './clips_photo.js';
import {review} from './clips_review.js';
import {button, count, html, put, put_changed, svg} from '../dom.js';
import {letters, name_of, player_badge, with_name, picks_by_key} from '../players.js';
import {say} from '../shell.js';
import {mark_place, Sheet, sheets_of} from '../sheet.js';

const solo = state => state.players.length === 1;

const most = state => (solo(state) ? 6 : 3);

// Clips of player null are on the card, and nobody has said yet whose they are.
const placed = (state, player) => state.clips.filter(clip => clip.player === player).length;

// Whether clips of a photo are there, and nobody has said yet whether one or two played.
const undecided = (state, {piece}) => !piece.event && !state.players_said && placed(state, null) > 0;

// Whose clip comes next: who has placed fewer, and the first player where both have as many.
function turn(state) {
	if (solo(state)) return 0;
	return placed(state, state.first) <= placed(state, 1 - state.first) ? state.first : 1 - state.first;
}

// Gives a clip to a player. When all six are there and a player has three, the open ones are the other's.
function give(state, handle, player) {
	state.clips[find(state, handle)].player = player;
	if (state.clips.length === 6 && !solo(state) && placed(state, player) === most(state))
		state.clips.forEach(clip => {
			clip.player ??= 1 - player;
		});
}

// The number of each clip by its place. One that is given to another player keeps its number, so that the list stays
// as it is under the finger: they are numbered again by every other change.
function numbers(play, state) {
	const of = JSON.stringify([state.players.length, state.first, state.clips.map(({clip}) => handle_of(clip))]);
	if (play.numbered !== of) Object.assign(play, {numbered: of, numbers: in_order(state)});
	return play.numbers;
}

// Every clip of the game as one list, of both players.
const all_clips = state => ({players: [{clips: state.clips.map(({clip}) => clip)}]});

const find = (state, handle) => state.clips.findIndex(({clip}) => clip.startsWith(handle + 'x'));

// Moves a clip before the one that its player placed before it.
function move_earlier(state, handle) {
	const at = find(state, handle),
		before = state.clips.findLastIndex(({player}, index) => index < at && player === state.clips[at].player);
	if (before < 0) return false;
	[state.clips[before].clip, state.clips[at].clip] = [state.clips[at].clip, state.clips[before].clip];
	return true;
}

// Clips that a photo may show, or not.
const doubts_of = play => play.doubts || [];

// Puts a clip on, moves it deeper or out, or takes it off (depth 0).
function put_clip(play, handle, depth) {
	const name = `${EDGES[handle[0]]} ${handle.slice(1)}`;
	const done = play.draft.change(state => {
		const at = find(state, handle);
		if (at >= 0 && depth > 0) state.clips[at].clip = `${handle}x${depth}`;
		else if (at >= 0) state.clips.splice(at, 1);
		else if (depth > 0 && state.clips.length < 6 && placed(state, play.chosen) < most(state))
			state.clips.push({player: play.chosen, clip: `${handle}x${depth}`});
		else return false;
		return true;
	});
	if (!done && depth > 0 && find(play.draft.state, handle) < 0)
		say(`${name_of(play.draft.state, play.chosen)} has placed all clips.`, true);
	else if (done) say(depth ? `${name}: ${depth} deep` : `${name}: taken off`);
	// What a person says answers what the photo left open there.
	if (done) play.doubts = doubts_of(play).filter(clip => !clip.startsWith(handle + 'x'));
	if (done) play.pick(turn(play.draft.state), true);
	return done;
}

function label(play, state, id) {
	const at = find(state, id),
		cells = run(play, id);
	const name = `${EDGES[id[0]]} edge, ${'LR'.includes(id[0]) ? 'row' : 'column'} ${id.slice(1)}: ${cells.map(cell => cell.symbol).join(', ')}`;
	if (at < 0) return name;
	const {player, clip} = state.clips[at];
	return `${name}. Clip ${numbers(play, state)[id]}${player === null ? ', nobody has said whose' : ' by ' + name_of(state, player)}, ${parse(clip).depth} deep`;
}

const is_handle = id => /^[LRTB]\d+$/.test(id);

// While one is open, its cells say how deep.
function open(play, handle) {
	play.open = play.open === handle ? null : handle;
	play.paint();
	if (play.open) say('How deep? 1 to 4.');
}

function tap(play, id) {
	if (is_handle(id)) return open(play, id);
	const handle = play.open,
		depth = handle ? run(play, handle).findIndex(cell => cell.id === id) + 1 : 0;
	play.open = null;
	if (!depth || !put_clip(play, handle, depth)) play.paint();
	return undefined;
}

function drag(play, sheet, handle) {
	if (!is_handle(handle)) return null;
	const {state} = play.draft,
		at = find(state, handle),
		player = at < 0 ? play.chosen : state.clips[at].player;
	let depth = 0;
	play.open = null;
	return {
		move(point) {
			depth = depth_at(play, sheet, handle, point);
			put(play.ghost, depth && draw(play, sheet, {player, clip: `${handle}x${depth}`}, '', true));
		},
		up() {
			put(play.ghost);
			if (depth || at >= 0) put_clip(play, handle, depth);
		},
		cancel: () => put(play.ghost),
	};
}

function key(play, event, id) {
	if (is_handle(id)) {
		if ('1234'.includes(event.key) && Number(event.key) <= run(play, id).length)
			return put_clip(play, id, Number(event.key)) || true;
		if (event.key === 'Delete' || event.key === 'Backspace') return put_clip(play, id, 0) || true;
		if (event.key === 'Escape' && play.open) return open(play, play.open) || true;
	}
	return /^[a-f]$/i.test(event.key) && picks_by_key(play, event);
}

function sheets(play) {
	play.numbered = null;
	play.pick(turn(play.draft.state), true);
	const part = sheets_of(play, sheet => {
		const made = new Sheet({
			sheet,
			pad: PAD,
			touchable: handles(play, sheet),
			label: place => place.id,
			tap: id => tap(play, id),
			grab: (point, id) => drag(play, made, id),
			key: (event, id) => key(play, event, id),
		});
		return made;
	});
	const [sheet] = part.sheets,
		clips = svg`<g class="clips" />`;
	play.ghost = svg`<g class="clips" />`;
	const doubtful = svg`<g class="clips doubtful" />`;
	sheet.over.insertBefore(clips, sheet.layer);
	sheet.over.append(doubtful, play.ghost);
	part.paint = state => {
		const cells = play.open ? run(play, play.open).map(cell => cell.id) : [];
		put(clips, ...state.clips.map(clip => draw(play, sheet, clip, numbers(play, state)[handle_of(clip.clip)])));
		put(doubtful, ...doubts_of(play).map(clip => draw(play, sheet, {player: play.chosen, clip}, '?', true)));
		for (const place of sheet.places.values()) {
			const depth = cells.indexOf(place.id) + 1;
			place.g.querySelector('.badge')?.remove();
			if (place.kind === 'handle') {
				const given = find(state, place.id) >= 0,
					classes = (play.open === place.id ? 'open ' : '') + (given ? 'given' : 'free');
				mark_place(place, {classes, pressed: given, label: label(play, state, place.id)});
				continue;
			}
			place.g.setAttribute('aria-hidden', depth === 0);
			mark_place(place, {classes: depth ? 'depth' : 'off', label: `${depth} deep`, player: play.chosen});
			const at = [place.x + place.w / 2, place.y + place.h / 2];
			if (depth) place.g.append(badge(at, depth, 420));
		}
	};
	return part;
}

function list(play, state) {
	const open = placed(state, null),
		ordered = !open && JSON.stringify(numbers(play, state)) === JSON.stringify(in_order(state));
	return html`<h2>${ordered ? 'Clips in order of play' : 'Clips'}</h2>
		<p if=${!state.clips.length} class="soft">Drag from the card’s edge inwards, or tap the edge and then how deep.</p>
		<p if=${open > 0} id="whose">
			<strong>${open > 1 ? 'Whose clips are these?' : 'Whose clip is this?'}</strong> Tap the player under
			each “?”.
		</p>
		${clip_list(play, state)}`;
}

// Whose a clip is, and where: a button that gives it to the other player, or one per player if nobody has said it.
function owner(play, state, {player, clip}) {
	const handle = handle_of(clip),
		number = numbers(play, state)[handle];
	const gives = to => () => {
		play.draft.change(next => give(next, handle, to));
		play.pick(turn(play.draft.state), true);
	};
	const text = html`<span class="grow">${number}. ${in_words(clip)}</span>`;
	if (player === null)
		return html`<span class="player-badge" aria-hidden="true">?</span>${text}
			${state.players.map(
				(_, index) => html`<button class="small" data-act="give" data-player=${index}
					disabled=${undecided(state, play)}
					aria-label="Clip ${number}, ${in_words(clip)}, is ${name_of(state, index)}’s"
					onclick=${gives(index)}>${player_badge(index)}</button>`
			)}`;
	const swap = html`<button class="player-badge" data-act="swap"
		aria-label="Clip ${number} is ${name_of(state, player)}’s${solo(state) ? '' : ': give to the other'}"
		onclick=${solo(state) ? () => {} : gives(1 - player)}>${letters[player]}</button>`;
	return [swap, text];
}

function clip_list(play, state) {
	const number = numbers(play, state),
		by_number = (a, b) => number[handle_of(a.clip)] - number[handle_of(b.clip)];
	return html`<ol class="bare clip-list">${[...state.clips].sort(by_number).map(({player, clip}) => {
		const {depth} = parse(clip),
			handle = handle_of(clip),
			longest = run(play, handle).length,
			first = state.clips.find(each => each.player === player),
			later = !solo(state) && player !== null && first.clip !== clip;
		const step = by => html`<button class="small" data-act=${by > 0 ? 'deeper' : 'shallower'}
			disabled=${by > 0 ? depth >= longest : depth <= 1}
			aria-label="${in_words(clip)}: ${by > 0 ? 'deeper' : 'less deep'}"
			onclick=${() => put_clip(play, handle, depth + by)}>${by > 0 ? '+' : '−'}</button>`;
		return html`<li data-player=${player} data-clip=${clip}>
			${owner(play, state, {player, clip})}
			<button if=${later} class="small" data-act="earlier" aria-label="${in_words(clip)}: placed earlier"
				onclick=${() => {
					play.draft.change(next => move_earlier(next, handle));
					set_ordered(all_clips(play.draft.state));
				}}>↑</button>
			<span class="clip-tools">
				${step(-1)}${step(1)}
				<button class="small" data-act="remove" aria-label="Take off ${in_words(clip)}"
					onclick=${() => put_clip(play, handle, 0)}>Take off</button>
			</span>
		</li>`;
	})}</ol>`;
}

function settings(play, state) {
	const group = (label, ...content) => html`<div class="row" role="group" aria-label=${label}>${content}</div>`,
		choice = (text, act, on, onclick, more) =>
			button(text, act, onclick, {class: 'small', 'aria-pressed': String(on), ...more}),
		bid = by => play.draft.set({bid: Math.max(0, Math.min(99, state.bid + by))});
	const players = [1, 2].map(number => {
		const on = state.players.length === number && !undecided(state, play),
			resize = () => play.draft.change(next => game.resize(next, number, play));
		return choice(number === 1 ? 'Solo, six clips' : 'Two, three clips each', 'players-' + number, on, resize);
	});
	const first = index => () => {
		play.draft.set({first: index});
		play.pick(turn(play.draft.state), true);
	};
	if (solo(state)) return group('Players', players);
	return [
		group('Players', players),
		group(
			'Who went first',
			html`<span>First:</span>`,
			[0, 1].map(index =>
				choice(name_of(state, index), 'first', state.first === index, first(index), {'data-player': index})
			)
		),
		html`<div class="row" role="group" aria-label="Last bid">
			<span>Last bid:</span>
			<button class="small" data-act="bid-down" aria-label="Bid one less" disabled=${state.bid === 0}
				onclick=${() => bid(-1)}>−</button>
			<output id="bid" class="number">${state.bid}</output>
			<button class="small" data-act="bid-up" aria-label="Bid one more" onclick=${() => bid(1)}>+</button>
		</div>`,
	];
}

export const game = {
	picks: true,
	start(state) {
		Object.assign(state, {first: 0, bid: 0, clips: [], players_said: false});
	},
	fits: ({players, first, bid, clips}) =>
		players.length <= 2 &&
		[0, 1].includes(first) &&
		Number.isInteger(bid) &&
		clips.length <= 6 &&
		new Set(clips.map(({clip}) => handle_of(String(clip)))).size === clips.length &&
		clips.every(
			({player, clip}) =>
				/^[LRTB][1-8]x[1-4]$/.test(clip) && (player === null || (Number.isInteger(player) && players[player]))
		),
	turn,
	// Somebody says how many play. What one player placed may be anybody's of two.
	resize(state, number, play) {
		if (number !== state.players.length) for (const clip of state.clips) clip.player = number === 1 ? 0 : null;
		const player = (_, index) => state.players[index] || {name: play.piece.names[index] || ''};
		state.players = Array.from({length: number}, player);
		state.players_said = true;
	},
	load(state, result, play) {
		game.resize(state, result.players.length, play);
		state.first = result.first || 0;
		state.bid = result.bid || 0;
		state.clips = [];
		const order = result.players.length === 1 ? [0] : [state.first, 1 - state.first];
		for (let round = 0; round < 6; round++)
			for (const player of order)
				if (result.players[player].clips[round])
					state.clips.push({player, clip: result.players[player].clips[round]});
	},
	result(state) {
		const players = state.players.map((_, index) =>
			with_name(state, index, {clips: state.clips.filter(clip => clip.player === index).map(({clip}) => clip)})
		);
		return solo(state) ? {players} : {first: state.first, bid: state.bid, players};
	},
	sheets,
	panel(play) {
		const how = html`<div class="stack"></div>`,
			clips = html`<div></div>`;
		return {
			root: html`<section class="panel">${how}<hr class="cut">${clips}</section>`,
			paint(state) {
				put_changed(how, [state.players, state.first, state.bid, undecided(state, play)], () =>
					settings(play, state)
				);
				put_changed(clips, [state.players, state.first, state.clips, undecided(state, play)], () =>
					list(play, state)
				);
			},
		};
	},
	photo: () => 'Take a photo',
	take_photo,
	photo_tells_all: state => solo(state), // who went first, and the bid, no photo shows
	tally: (state, index) => `${placed(state, index)} of ${most(state)} clips`,
	progress(state) {
		const left = 6 - state.clips.length,
			open = placed(state, null);
		if (open) return `${count(open, 'clip')} to give to a player`;
		return left ? `${left} of 6 clips to place` : 'All clips are placed';
	},
	unfinished: state => state.clips.length < 6 || placed(state, null) > 0,
	lacks: (state, play) =>
		placed(state, null) > 0 &&
		(undecided(state, play)
			? 'Solo or two players?'
			: placed(state, null) > 1
				? 'Whose are the clips marked “?” in the list?'
				: 'Whose is the clip marked “?” in the list?'),
	next: 'A card has two sides: turn it over, and the other one is a new game.',
	picture: line => (line === 'bid' ? 'first' : line),
	house_rules: {
		poop_set: ['Four poops or more', {total: 'are worth 7 together', bonus: 'cost 1 each and give 7 once'}],
		ladder_from: ['The first ladder', {0: 'is worth 1', 1: 'is worth 0, the seventh makes 15'}],
	},
	ranks: [
		['Bomb', 'bomb'],
		['Poop', 'poop'],
		['Emerald', 'emerald'],
		['Star', 'star'],
		['Impossible', 'trophy'],
	],
	review,
};
