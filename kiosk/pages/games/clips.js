// SPDX-License-Identifier: MIT
// The paperclip game: clips are pushed on from the card's edge, by dragging inwards or by
// a tap on the edge and one on how deep. The order of play is kept.
import {depth_at, draw, EDGES, handles, in_words, PAD, parse, run} from './clips_card.js';
import {set_ordered, take_photo} from './clips_photo.js';
import {review} from './clips_review.js';
import {button, h, put, put_changed, s} from '../dom.js';
import {letters, name_of, with_name, picks_by_key} from '../players.js';
import {say} from '../shell.js';
import {mark_place, Sheet} from '../sheet.js';
import {sheets_of} from '../sheets.js';

function solo(state) {
	return state.players.length === 1;
}

function most(state) {
	return solo(state) ? 6 : 3;
}

function placed(state, player) {
	return state.clips.filter(clip => clip.player === player).length;
}

// Whose clip comes next: who has placed fewer, and the first player where both have as many.
function turn(state) {
	if (solo(state)) return 0;
	return placed(state, state.first) <= placed(state, 1 - state.first) ? state.first : 1 - state.first;
}

// The clips with their numbers in the order of play. Two players alternate, in whatever order
// their clips were entered.
function in_order(state) {
	if (solo(state)) return state.clips.map((clip, index) => ({...clip, number: index + 1}));
	const played = [0, 0];
	return state.clips
		.map(clip => ({...clip, number: 2 * played[clip.player]++ + (clip.player === state.first ? 1 : 2)}))
		.sort((a, b) => a.number - b.number);
}

function find(state, handle) {
	return state.clips.findIndex(({clip}) => clip.startsWith(handle + 'x'));
}

// Moves a clip before the one that its player placed before it.
function move_earlier(state, handle) {
	const at = find(state, handle),
		before = state.clips.findLastIndex(({player}, index) => index < at && player === state.clips[at].player);
	if (before < 0) return false;
	[state.clips[before], state.clips[at]] = [state.clips[at], state.clips[before]];
	return true;
}

// Clips that a photo may show, or not.
function doubts_of(play) {
	return play.doubts || [];
}

// Puts a clip on, moves it deeper or out, or takes it off (depth 0).
function put_clip(play, handle, depth) {
	const name = `${EDGES[handle[0]]} ${handle.slice(1)}`;
	const done = play.draft.change(state => {
		const at = find(state, handle);
		if (at >= 0 && depth === 0) state.clips.splice(at, 1);
		else if (at >= 0) state.clips[at].clip = `${handle}x${depth}`;
		else if (depth > 0 && placed(state, play.chosen) < most(state))
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
	const number = in_order(state).find(({clip}) => clip === state.clips[at]?.clip)?.number;
	return at < 0
		? name
		: `${name}. Clip ${number} by ${name_of(state, state.clips[at].player)}, ${parse(state.clips[at].clip).depth} deep`;
}

// While one is open, its cells say how deep.
function open(play, handle) {
	play.open = play.open === handle ? null : handle;
	play.paint();
	if (play.open) say('How deep? 1 to 4.');
}

function tap(play, id) {
	if (id in EDGES || /^[LRTB]\d+$/.test(id)) {
		open(play, id);
		return;
	}
	const depth = play.open ? run(play, play.open).findIndex(cell => cell.id === id) + 1 : 0;
	const handle = play.open;
	play.open = null;
	if (!depth || !put_clip(play, handle, depth)) play.paint();
}

function drag(play, sheet, handle) {
	if (!handle || !/^[LRTB]\d+$/.test(handle)) return null;
	const {state} = play.draft,
		at = find(state, handle),
		player = at < 0 ? play.chosen : state.clips[at].player;
	let depth = 0;
	play.open = null;
	const ghost = () =>
		put(
			play.ghost,
			depth
				? draw(
						play,
						sheet,
						{player, clip: `${handle}x${depth}`},
						'',
						true
					)
				: null
		);
	return {
		move(point) {
			depth = depth_at(play, sheet, handle, point);
			ghost();
		},
		up() {
			put(play.ghost);
			if (depth || at >= 0) put_clip(play, handle, depth);
		},
		cancel: () => put(play.ghost),
	};
}

function key(play, event, id) {
	if (id && /^[LRTB]\d+$/.test(id)) {
		if ('1234'.includes(event.key) && Number(event.key) <= run(play, id).length)
			return put_clip(play, id, Number(event.key)) || true;
		if (event.key === 'Delete' || event.key === 'Backspace') return put_clip(play, id, 0) || true;
		if (event.key === 'Escape' && play.open) return open(play, play.open) || true;
	}
	return /^[a-f]$/i.test(event.key) && picks_by_key(play, event);
}

function sheets(play) {
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
		clips = s('g', {class: 'clips'});
	play.ghost = s('g', {class: 'clips'});
	const doubtful = s('g', {class: 'clips doubtful'});
	sheet.over.insertBefore(clips, sheet.layer);
	sheet.over.append(doubtful, play.ghost);
	part.paint = state => {
		const cells = play.open ? run(play, play.open).map(cell => cell.id) : [];
		put(
			clips,
			in_order(state).map(clip => draw(play, sheet, clip, clip.number))
		);
		put(
			doubtful,
			doubts_of(play).map(clip => draw(play, sheet, {player: play.chosen, clip}, '?', true))
		);
		for (const place of sheet.places.values()) {
			const depth = cells.indexOf(place.id) + 1;
			place.g.querySelector('.badge')?.remove();
			if (place.kind === 'handle') {
				mark_place(place, {
					classes: (play.open === place.id ? 'open ' : '') + (find(state, place.id) < 0 ? 'free' : 'given'),
					pressed: find(state, place.id) >= 0,
					label: label(play, state, place.id),
				});
				continue;
			}
			place.g.setAttribute('aria-hidden', depth === 0);
			mark_place(place, {classes: depth ? 'depth' : 'off', label: `${depth} deep`, player: play.chosen});
			if (depth)
				place.g.append(
					s(
						'g',
						{class: 'badge'},
						s('circle', {cx: place.x + place.w / 2, cy: place.y + place.h / 2, r: 330}),
						s(
							'text',
							{x: place.x + place.w / 2, y: place.y + place.h / 2, dy: '.36em', 'font-size': 420},
							depth
						)
					)
				);
		}
	};
	return part;
}

function list(play, state) {
	if (!state.clips.length)
		return h('p', {class: 'soft'}, 'Drag from the card’s edge inwards, or tap the edge and then how deep.');
	return h(
		'ol',
		{class: 'bare clip-list'},
		in_order(state).map(({player, clip, number}) => {
			const {edge, line, depth} = parse(clip),
				handle = edge + line,
				longest = run(play, handle).length;
			const step = by =>
				button(by > 0 ? '+' : '−', by > 0 ? 'deeper' : 'shallower', () => put_clip(play, handle, depth + by), {
					class: 'small',
					disabled: by > 0 ? depth >= longest : depth <= 1,
					'aria-label': `${in_words(clip)}: ${by > 0 ? 'deeper' : 'less deep'}`,
				});
			return h(
				'li',
				{'data-player': player, 'data-clip': clip},
				button(
					letters[player],
					'swap',
					() => {
						play.draft.change(next => {
							if (!solo(next)) next.clips[find(next, handle)].player = 1 - player;
						});
						play.pick(turn(play.draft.state), true);
					},
					{
						class: 'player-badge',
						'aria-label': `Clip ${number} is ${name_of(state, player)}’s${solo(state) ? '' : ': give to the other'}`,
					}
				),
				h('span', {class: 'grow'}, `${number}. ${in_words(clip)}`),
				!solo(state) &&
					number > 2 &&
					button(
						'↑',
						'earlier',
						() => {
							play.draft.change(next => move_earlier(next, handle));
							set_ordered(play.result());
						},
						{class: 'small', 'aria-label': `${in_words(clip)}: placed earlier`}
					),
				step(-1),
				step(1),
				button('Take off', 'remove', () => put_clip(play, handle, 0), {
					class: 'small',
					'aria-label': `Take off ${in_words(clip)}`,
				})
			);
		})
	);
}

function settings(play, state) {
	const alone = solo(state);
	const bid = by =>
		play.draft.change(next => {
			next.bid = Math.max(0, Math.min(99, next.bid + by));
		});
	return [
		h(
			'div',
			{class: 'row', role: 'group', 'aria-label': 'Players'},
			[1, 2].map(number =>
				button(
					number === 1 ? 'Solo, six clips' : 'Two, three clips each',
					'players-' + number,
					() => play.draft.change(next => game.resize(next, number, play)),
					{class: 'small', 'aria-pressed': state.players.length === number}
				)
			)
		),
		!alone &&
			h(
				'div',
				{class: 'row', role: 'group', 'aria-label': 'Who went first'},
				h('span', {}, 'First:'),
				[0, 1].map(index =>
					button(
						name_of(state, index),
						'first',
						() => {
							play.draft.change(next => {
								next.first = index;
							});
							play.pick(turn(play.draft.state), true);
						},
						{class: 'small', 'data-player': index, 'aria-pressed': state.first === index}
					)
				)
			),
		!alone &&
			h(
				'div',
				{class: 'row', role: 'group', 'aria-label': 'Last bid'},
				h('span', {}, 'Last bid:'),
				button('−', 'bid-down', () => bid(-1), {
					class: 'small',
					'aria-label': 'Bid one less',
					disabled: state.bid === 0,
				}),
				h('output', {id: 'bid', class: 'number'}, state.bid),
				button('+', 'bid-up', () => bid(1), {class: 'small', 'aria-label': 'Bid one more'})
			),
	];
}

export const game = {
	picks: true,
	start(state) {
		Object.assign(state, {first: 0, bid: 0, clips: []});
	},
	resize(state, number, play) {
		state.players = Array.from(
			{length: number},
			(_, index) => state.players[index] || {name: play.piece.names[index] || ''}
		);
		state.clips = state.clips.map(clip => ({...clip, player: number === 1 ? 0 : clip.player}));
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
		const how = h('div', {class: 'stack'}),
			clips = h('div', {});
		return {
			root: h(
				'section',
				{class: 'panel'},
				how,
				h('hr', {class: 'cut'}),
				h('h2', {}, 'Clips in order of play'),
				clips
			),
			paint(state) {
				put_changed(how, [state.players, state.first, state.bid], () => settings(play, state));
				put_changed(clips, [state.players, state.clips], () => list(play, state));
			},
		};
	},
	photo: () => 'Take a photo',
	take_photo,
	photo_tells_all: state => solo(state), // who went first, and the bid, no photo shows
	tally: (state, index) => `${placed(state, index)} of ${most(state)} clips`,
	progress(state) {
		const left = 6 - state.clips.length;
		return left ? `${left} of 6 clips to place` : 'All clips are placed';
	},
	unfinished: state => state.clips.length < 6,
	next: 'A card has two sides: turn it over, and the other one is a new game.',
	picture: what => (what === 'bid' ? 'first' : what),
	house_rules: {
		poop_set: ['Four poops or more', {total: 'are worth 7 together', bonus: 'cost 1 each and give 7 once'}],
		ladder_from: ['The first ladder', {0: 'is worth 1', 1: 'is worth 0, the seventh makes 15'}],
	},
	ranks: [
		['Bomb: 20 or less', 'bomb'],
		['Poop: 21 to 25', 'poop'],
		['Emerald: 26 to 30', 'emerald'],
		['Star: 31 to 35', 'star'],
		['Impossible: 36 and more', 'trophy'],
	],
	review,
};
