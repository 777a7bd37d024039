// SPDX-License-Identifier: MIT
// Chip It: the finishing order of every game by tap or drag, or for two what the loser
// still held; on the printed pad where there is one, and as lists.
import {count, html, into, listen, tool} from '../dom.js';
import {letters, name_of, with_name, player_badge} from '../players.js';
import {say} from '../shell.js';
import {bubble_sheets} from '../sheet.js';

const POINTS = [4, 2, 1];
const CHIPS = 108, // points in all of a player's chips
	CARDS = 12;

// What is known of an evening so far: finishing orders, or for two what each loser still held; and the same as bubbles
// of the pad.
const two = state => state.players.length === 2;

function blank(state) {
	return two(state) ? {loser: null, chips: null, cards: null} : Array(state.players.length).fill(null);
}

const games_in = state => (two(state) ? 4 : state.single ? 1 : state.players.length);

// Whether a state that a stranger may have sent is one of this pad: at an event its players and games are printed.
function fits(state, play) {
	const {players, games, single} = state,
		is_in = (number, most) => number === null || (Number.isInteger(number) && number >= 0 && number <= most),
		is_player = who => is_in(who, players.length - 1),
		once = (who, index, order) => is_player(who) && (who === null || order.indexOf(who) === index),
		is_order = order => Array.isArray(order) && order.length === players.length && order.every(once),
		is_loss = ({loser: who, chips, cards}) => is_player(who) && is_in(chips, CHIPS) && is_in(cards, CARDS);
	if (play.piece.event && (single || players.length !== play.start().players.length)) return false;
	return games.length === games_in(state) && games.every(two(state) ? is_loss : is_order);
}

function reset(state) {
	state.games = Array.from({length: games_in(state)}, () => blank(state));
}

// Gives a player a place in a game; the last one left gets the last place left.
function set_place(order, player, place) {
	const before = order.indexOf(player);
	if (before >= 0) order[before] = null;
	if (place !== null) order[place] = player;
	const open = order.map((each, index) => (each === null ? index : -1)).filter(index => index >= 0);
	if (place !== null && open.length === 1 && before < 0)
		order[open[0]] = order.map((_, index) => index).find(index => !order.includes(index));
}

function parts(id) {
	const [game, what, value] = id.split('.');
	const number = what === 'loser' ? letters.indexOf(value) : Number(value);
	return {game: Number(game.slice(4)) - 1, what, value: number, player: letters.indexOf(what)};
}

function is_on(state, id) {
	const {game, what, value, player} = parts(id),
		played = state.games[game];
	if (!played) return false;
	if (!two(state)) return played[value - 1] === player;
	if (what === 'tens' || what === 'ones') return state.pen?.[`${game}.${what}`] === value;
	return played[what] === value;
}

// Tens and ones are written apart: together they are the chips.
function set_digit(state, game, what, value) {
	state.pen = {...state.pen, [`${game}.${what}`]: value};
	const [tens, ones] = [state.pen[`${game}.tens`], state.pen[`${game}.ones`]];
	state.games[game].chips = Number.isInteger(tens) && Number.isInteger(ones) ? 10 * tens + ones : null;
}

function set_chips(state, game, chips) {
	set_digit(state, game, 'tens', chips === null ? null : Math.floor(chips / 10));
	set_digit(state, game, 'ones', chips === null ? null : chips % 10);
}

function mark(state, play, piece, id, on) {
	const {game, what, value, player} = parts(id),
		played = state.games[game];
	if (!played || (!on && !is_on(state, id))) return;
	if (!two(state)) set_place(played, player, on ? value - 1 : null);
	else if (what === 'tens' || what === 'ones') set_digit(state, game, what, on ? value : null);
	else played[what] = on ? value : null;
}

const place_name = place => place + (['st', 'nd', 'rd'][place - 1] || 'th');

function label(state, id) {
	const {game, what, value, player} = parts(id),
		start = `Game ${game + 1}: `;
	if (!two(state)) return `${start}${name_of(state, player)} came ${place_name(value)}`;
	if (what === 'loser') return `${start}${name_of(state, value)} loses`;
	return start + (what === 'cards' ? `${value} cards left` : `${value} ${what} of points in chips`);
}

const sheets = play =>
	bubble_sheets(play, {
		room: 40,
		is_on: (state, sheet, id) => is_on(state, id),
		label: (state, sheet, id) => label(state, id),
		player(state, sheet, id) {
			const {what, value, player} = parts(id);
			return two(state) ? (what === 'loser' ? value : null) : player;
		},
		tap(sheet, id) {
			play.draft.change(state => mark(state, play, 0, id, !is_on(state, id)));
			say(label(play.draft.state, id) + (is_on(play.draft.state, id) ? '' : ', not any more'));
		},
	});

function move(play, game, player, to) {
	play.draft.change(state => {
		const order = state.games[game].filter(each => each !== null && each !== player);
		order.splice(Math.max(0, to), 0, player);
		state.games[game] = Object.assign(blank(state), order);
	});
	say(`${name_of(play.draft.state, player)} is ${play.draft.state.games[game].indexOf(player) + 1}.`);
}

// Dragging a line to where it belongs; the list is painted again when it is let go.
function drags(play, game, list, item, player) {
	return event => {
		if (event.button !== 0) return;
		event.preventDefault();
		const middle = each => each.getBoundingClientRect().top + each.getBoundingClientRect().height / 2;
		let to = [...list.children].indexOf(item);
		item.classList.add('dragged');
		const moved = now => {
			const others = [...list.children].filter(each => each !== item),
				before = others.filter(each => middle(each) < now.clientY).length;
			if (before !== to) list.insertBefore(item, others[before] || null);
			to = before;
		};
		const done = now => {
			stop();
			if (now.type === 'pointerup') move(play, game, player, to);
			play.paint();
		};
		const stop = listen(window, {pointermove: moved, pointerup: done, pointercancel: done});
	};
}

function ordered(play, state, game) {
	const order = state.games[game],
		list = html`<ol class="bare order" data-order=${game}></ol>`;
	const done = order.filter(player => player !== null);
	for (const player of done) {
		const at = order.indexOf(player),
			now = done.indexOf(player);
		const item = html`<li data-player=${player} data-rank=${at + 1}></li>`;
		const step = (by, act, text) => {
			const run = () => {
				move(play, game, player, now + by);
				document.querySelector(`[data-order="${game}"] [data-player="${player}"] [data-act="${act}"]`)?.focus();
			};
			const button = tool(act, act, `Game ${game + 1}: ${name_of(state, player)} ${text}`, run);
			button.disabled = now + by < 0 || now + by >= done.length;
			return button;
		};
		const grip = html`<span class="grip" aria-hidden="true">⠿</span>`;
		list.append(into(item)`${grip}<span class="number">${at + 1}.</span>${player_badge(player)}
			<span class="grow">${name_of(state, player)}</span>
			<span class="soft small">${count(POINTS[at] || 0, 'point')}</span>
			${step(-1, 'up', 'one place up')}${step(1, 'down', 'one place down')}`);
		grip.addEventListener('pointerdown', drags(play, game, list, item, player));
	}
	const left = state.players.map((_, index) => index).filter(index => !order.includes(index));
	return html`${list}
		<div if=${left.length > 0} class="row" role="group" aria-label="Game ${game + 1}: who finished next">
			<span class="soft">${done.length ? 'Next:' : 'Tap in finishing order:'}</span>
			${left.map(
				player => html`<button data-act="finish" data-player=${player} data-game=${game}
					onclick=${() =>
						play.draft.change(next =>
							set_place(next.games[game], player, next.games[game].indexOf(null))
						)}>${player_badge(player)}${name_of(state, player)}</button>`
			)}
		</div>`;
}

// What the loser still held, in points; null while that is not known.
const held = ({chips, cards}) => (chips === null || cards === null ? null : chips + 3 * cards);

function loser(play, state, game) {
	const played = state.games[game],
		change = how =>
			play.draft.change(next => {
				how(next, next.games[game]);
			});
	const number = (text, member, most, set) => html`<label class="field">
		${text}
		<input type="number" inputmode="numeric" min="0" max=${most} data-act=${member} data-game=${game}
			value=${played[member] ?? ''} onchange=${({target}) => {
				const value = Math.max(0, Math.min(most, Math.floor(Number(target.value))));
				change((next, mine) => set(next, mine, target.value === '' ? null : value));
			}}>
	</label>`;
	const points = held(played);
	return html`
		<div class="row" role="group" aria-label="Game ${game + 1}: who lost">
			<span>Lost:</span>
			${[0, 1].map(
				player => html`<button data-act="loser" data-player=${player} data-game=${game}
					aria-pressed=${played.loser === player} onclick=${() =>
						change((next, mine) => {
							mine.loser = mine.loser === player ? null : player;
						})}>${player_badge(player)}${name_of(state, player)}</button>`
			)}
		</div>
		<div class="row pair">
			${number('Points in chips', 'chips', CHIPS, (next, mine, value) => set_chips(next, game, value))}
			${number('Cards in hand', 'cards', CARDS, (next, mine, value) => {
				mine.cards = value;
			})}
			<p class="sum">${points === null ? '' : `${played.chips} + 3 × ${played.cards} = ${points}`}</p>
		</div>`;
}

function panel(play) {
	const how = html`<div class="row"></div>`,
		games = html`<div class="stack games"></div>`;
	let painted = '';
	return {
		root: html`<section class="panel">${how}${games}</section>`,
		paint(state) {
			// A table of an event plays the tournament of its pad.
			const choices = !two(state) && (!play.piece.event || state.single) ? [true, false] : [];
			const choose = single => {
				const {games: before, players} = play.draft.state,
					next = {single, players};
				next.games = Array.from({length: games_in(next)}, (_, index) => before[index] || blank(next));
				play.draft.set(next);
			};
			into(how)`${choices.map(
				single => html`<button class="small" data-act=${single ? 'single' : 'tournament'}
					aria-pressed=${state.single === single} onclick=${() => choose(single)}>
					${single ? 'A single game' : `A tournament of ${state.players.length} games`}
				</button>`
			)}`;
			const now = JSON.stringify([state.games, state.players.map(player => player.name)]);
			if (now === painted) return;
			painted = now;
			into(games)`${state.games.map(
				(_, game) => html`<section class="game" data-game=${game} aria-label="Game ${game + 1}">
					<h3>Game ${game + 1}${first(play, state, game)}</h3>
					${two(state) ? loser(play, state, game) : ordered(play, state, game)}
				</section>`
			)}`;
		},
	};
}

function first(play, state, game) {
	const seat = play.piece.layout?.first?.[game];
	return seat && html`<span class="soft small"> ${name_of(state, letters.indexOf(seat))} goes first</span>`;
}

export const game = {
	casual_players: 3,
	player_range: play => (play.piece.casual ? [2, 6] : [0, 0]),
	resize(state, number) {
		state.players = Array.from({length: number}, (_, index) => state.players[index] || {name: ''});
		reset(state);
	},
	start(state, play) {
		state.single = Boolean(play.piece.casual);
		state.pen = {};
		reset(state);
	},
	fits,
	load(state, result, play) {
		if (result.players.length !== state.players.length) game.resize(state, result.players.length);
		state.single = !two(state) && !play.piece.event && result.games.length === 1;
		reset(state);
		result.games.forEach((played, index) => {
			if (two(state)) {
				state.games[index] = {loser: played.loser, chips: null, cards: played.cards};
				set_chips(state, index, played.chips);
			} else {
				state.games[index] = Object.assign(blank(state), played);
			}
		});
	},
	result(state) {
		const played = two(state)
			? state.games.filter(each => each.loser !== null && held(each) !== null)
			: state.games.map(order => order.filter(player => player !== null)).filter(order => order.length);
		return {players: state.players.map((_, index) => with_name(state, index, {})), games: played};
	},
	groups(id) {
		const [game_name, what, value] = id.split('.');
		const line = `${game_name}.${what}`;
		return letters.includes(what) ? [line, `${game_name}.place.${value}`] : [line];
	},
	mark,
	mark_name: (play, piece, id) => label(play.draft.state, id),
	which(play, group, id) {
		const {what, value, player} = parts(id);
		if (group.includes('.place.')) return name_of(play.draft.state, player);
		if (what === 'loser') return name_of(play.draft.state, value);
		return two(play.draft.state) ? String(value) : place_name(value);
	},
	line(play, group) {
		const [, what, value] = group.split('.'),
			{game, player} = parts(group);
		if (what === 'place') return `${place_name(Number(value))} in game ${game + 1}`;
		return `${player >= 0 ? name_of(play.draft.state, player) : what} in game ${game + 1}`;
	},
	sheets,
	panel,
	photo: () => 'Photo of the pad',
	tally(state, index) {
		const against = each => (each.loser === index && held(each)) || 0,
			won = order => POINTS[order.indexOf(index)] || 0,
			points = state.games.map(two(state) ? against : won).reduce((sum, each) => sum + each, 0);
		return two(state) ? `${points} against` : count(points, 'point');
	},
	progress(state) {
		const done = game.result(state).games.filter(each => two(state) || each.length === state.players.length).length;
		if (state.games.length === 1)
			return done ? 'The finishing order is there' : 'Who finished first, second, third?';
		return `${done} of ${state.games.length} games entered`;
	},
	// One finished game is a score, but not a tournament.
	lacks: state =>
		game.unfinished(state) &&
		!two(state) &&
		state.games.every(order => !order.includes(null) || order.every(player => player === null)) &&
		game.progress(state),
	unfinished: state =>
		game.result(state).games.length < state.games.length ||
		(!two(state) && state.games.some(order => order.includes(null))),
	picture: () => 'card',
};
