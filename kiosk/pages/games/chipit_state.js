// SPDX-License-Identifier: MIT
// What is known of a Chip It evening so far: finishing orders, or for two what each loser
// still held; and the same as bubbles of the pad. Pure.
import {letters} from '../players.js';

export const two = state => state.players.length === 2;

export function blank(state) {
	return two(state) ? {loser: null, chips: null, cards: null} : Array(state.players.length).fill(null);
}

export const games_in = state => (two(state) ? 4 : state.single ? 1 : state.players.length);

// Whether a state that a stranger may have sent is one of this pad: at an event its players and games are printed.
export function fits(state, play) {
	const {players, games, single} = state,
		is_player = who => who === null || (Number.isInteger(who) && who >= 0 && who < players.length),
		is_count = (number, most) => number === null || (Number.isInteger(number) && number >= 0 && number <= most),
		is_order = order =>
			Array.isArray(order) &&
			order.length === players.length &&
			order.every((who, index) => is_player(who) && (who === null || order.indexOf(who) === index));
	return (
		(!play.piece.event || (!single && players.length === play.start().players.length)) &&
		games.length === games_in(state) &&
		games.every(each =>
			two(state) ? is_player(each.loser) && is_count(each.chips, 108) && is_count(each.cards, 12) : is_order(each)
		)
	);
}

export function reset(state) {
	state.games = Array.from({length: games_in(state)}, () => blank(state));
}

// Gives a player a place in a game; the last one left gets the last place left.
export function set_place(order, player, place) {
	const before = order.indexOf(player);
	if (before >= 0) order[before] = null;
	if (place !== null) order[place] = player;
	const open = order.map((each, index) => (each === null ? index : -1)).filter(index => index >= 0);
	if (place !== null && open.length === 1 && before < 0)
		order[open[0]] = order.map((_, index) => index).find(index => !order.includes(index));
}

export function parts(id) {
	const [game, what, value] = id.split('.');
	return {
		game: Number(game.slice(4)) - 1,
		what,
		value: what === 'loser' ? letters.indexOf(value) : Number(value),
		player: letters.indexOf(what),
	};
}

export function is_on(state, id) {
	const {game, what, value, player} = parts(id),
		played = state.games[game];
	if (!played) return false;
	if (!two(state)) return played[value - 1] === player;
	if (what === 'tens' || what === 'ones') return state.pen?.[`${game}.${what}`] === value;
	return played[what] === value;
}

// Tens and ones are written apart: together they are the chips.
function set_digit(state, game, what, value) {
	state.pen = state.pen || {};
	state.pen[`${game}.${what}`] = value;
	const tens = state.pen[`${game}.tens`],
		ones = state.pen[`${game}.ones`];
	state.games[game].chips =
		tens === undefined || tens === null || ones === undefined || ones === null ? null : 10 * tens + ones;
}

export function set_chips(state, game, chips) {
	state.games[game].chips = chips;
	state.pen = {
		...state.pen,
		[`${game}.tens`]: chips === null ? null : Math.floor(chips / 10),
		[`${game}.ones`]: chips === null ? null : chips % 10,
	};
}

export function mark(state, play, piece, id, on) {
	const {game, what, value, player} = parts(id),
		played = state.games[game];
	if (!played || (!on && !is_on(state, id))) return;
	if (!two(state)) set_place(played, player, on ? value - 1 : null);
	else if (what === 'tens' || what === 'ones') set_digit(state, game, what, on ? value : null);
	else played[what] = on ? value : null;
}
