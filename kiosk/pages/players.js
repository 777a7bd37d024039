// SPDX-License-Identifier: MIT
// The people of a game: a letter, a colour and a name each. Picking one says whose
// turn it is to be given something.
import {button, h, listed, put} from './dom.js';
import {last_names} from './play/history.js';
import {names_list, remember_names} from './play/names.js';
import {roving} from './play/roving.js';
import {say} from './shell.js';

export const letters = 'ABCDEF';

export function player_badge(index) {
	return h('span', {class: 'player-badge', 'data-player': index, 'aria-hidden': 'true'}, letters[index]);
}

export function name_of(state, index) {
	return state.players[index]?.name.trim() || `Player ${letters[index]}`;
}

// As `score` reads them: no name rather than an empty one.
export function with_name(state, index, more) {
	const name = state.players[index].name.trim();
	return name ? {name, ...more} : more;
}

// Where a name is written; `changed` hears of a new one.
export function name_field(play, index, changed) {
	const field = h('input', {
		type: 'text',
		maxlength: 80,
		autocomplete: 'off',
		list: names_list(),
		'data-act': 'name',
		'data-player': index,
		enterkeyhint: 'done',
		placeholder: `Player ${letters[index]}`,
		'aria-label': `Name of player ${letters[index]}`,
		value: play.draft.state.players[index].name,
		onchange: () => {
			play.draft.change(state => {
				state.players[index].name = field.value.slice(0, 80);
			});
			remember_names([field.value]);
			changed?.();
		},
	});
	return field;
}

// The panel of the players. game.tally(state, player) is a text beside the name; game.picks says
// that one is picked; game.player_range() is [least, most] players where that can be changed.
export function players_panel(play) {
	const list = roving(h('ul', {class: 'bare people', id: 'players'}), '[data-act=pick]');
	const more = h('div', {class: 'row'});
	let rows = [];

	function row(index) {
		const pick = play.game.picks ? button(player_badge(index), 'pick', () => play.pick(index), {class: 'pick'}) : null;
		const name = name_field(play, index);
		const tally = h('span', {class: 'tally', 'data-player': index});
		return {
			pick,
			name,
			tally,
			root: h('li', {'data-player': index, class: 'person'}, pick || player_badge(index), name, tally),
		};
	}

	function paint(state) {
		if (rows.length !== state.players.length) {
			rows = state.players.map((_, index) => row(index));
			put(
				list,
				rows.map(each => each.root)
			);
		}
		rows.forEach((each, index) => {
			if (document.activeElement !== each.name) each.name.value = state.players[index].name;
			each.pick?.setAttribute('aria-pressed', play.chosen === index);
			each.pick?.setAttribute('aria-label', `${name_of(state, index)}, ${letters[index]}`);
			each.root.classList.toggle('chosen', Boolean(play.game.picks) && play.chosen === index);
			put(each.tally, play.game.tally(state, index, play));
		});
		const [least, most] = play.game.player_range ? play.game.player_range(play, state) : [0, 0];
		const last = !play.piece.event && state.players.every(({name}) => !name.trim()) && last_names(play.piece.game, state.players.length);
		put(
			more,
			last &&
				button(
					`As last time: ${listed(last.filter(Boolean))}`,
					'last-names',
					() =>
						play.draft.change(next => {
							next.players.forEach((player, index) => {
								player.name = last[index];
							});
						}),
					{class: 'small'}
				),
			most > state.players.length &&
				button(
					'One player more',
					'player-add',
					() =>
						play.draft.change(next => {
							play.game.resize(next, next.players.length + 1, play);
						}),
					{class: 'small'}
				),
			least > 0 &&
				state.players.length > least &&
				button(
					'One fewer',
					'player-drop',
					() =>
						play.draft.change(next => {
							play.game.resize(next, next.players.length - 1, play);
						}),
					{class: 'small'}
				)
		);
	}
	return {root: h('section', {class: 'panel', 'aria-label': 'Players'}, h('h2', {}, 'Players'), list, more), paint};
}

// Picks a player by its letter or number from the keyboard.
export function picks_by_key(play, event) {
	const key = event.key.toUpperCase(),
		index = '123456'.includes(key) ? '123456'.indexOf(key) : letters.indexOf(key);
	if (key.length !== 1 || index < 0 || index >= play.draft.state.players.length) return false;
	play.pick(index);
	say(name_of(play.draft.state, index));
	return true;
}
