// SPDX-License-Identifier: MIT
// The people of a game: a letter, a colour and a name each. Picking one says whose turn it is to be given something.
import {button, html, into, listed, put} from './dom.js';
import {last_names} from './play/history.js';
import {roving} from './play/roving.js';
import {keep, kept, say} from './shell.js';

export const letters = 'ABCDEF';

export function player_badge(index) {
	return html`<span class="player-badge" data-player=${index} aria-hidden="true">${letters[index]}</span>`;
}

export const name_of = (state, index) => state.players[index]?.name.trim() || `Player ${letters[index]}`;

// As `score` reads them: no name rather than an empty one.
export function with_name(state, index, more) {
	const name = state.players[index].name.trim();
	return name ? {name, ...more} : more;
}

const NAMES_MOST = 40; // that are remembered on this device, the newest first

function known_names() {
	const names = kept('names');
	return Array.isArray(names) ? names.filter(name => typeof name === 'string').slice(0, NAMES_MOST) : [];
}

// What a field names as its list of names that were written here; made again whenever a field is made.
function names_list() {
	let list = document.getElementById('known-names');
	if (!list) document.body.append((list = html`<datalist id="known-names"></datalist>`));
	put(list, ...known_names().map(name => html`<option value=${name}></option>`));
	return list.id;
}

// Where a name is written; `changed` hears of a new one.
export function name_field(play, index, changed) {
	const field = html`<input type="text" maxlength="80" autocomplete="off" list=${names_list()} data-act="name"
		data-player=${index} enterkeyhint="done" placeholder="Player ${letters[index]}"
		aria-label="Name of player ${letters[index]}" value=${play.draft.state.players[index].name}
		onchange=${() => {
			play.draft.change(state => {
				state.players[index].name = field.value.slice(0, 80);
			});
			const names = new Set([field.value.trim(), ...known_names()].filter(Boolean));
			keep('names', [...names].slice(0, NAMES_MOST));
			changed?.();
		}}>`;
	return field;
}

// The panel of the players. game.tally(state, player) is a text beside the name; game.picks says
// that one is picked; game.player_range() is [least, most] players where that can be changed.
export function players_panel(play) {
	const list = roving(html`<ul class="bare people" id="players"></ul>`, '[data-act=pick]');
	const more = html`<div class="row"></div>`;
	let rows = [];

	function row(index) {
		const pick = play.game.picks && button(player_badge(index), 'pick', () => play.pick(index), {class: 'pick'}),
			name = name_field(play, index),
			tally = html`<span class="tally" data-player=${index}></span>`,
			root = html`<li data-player=${index} class="person">${pick || player_badge(index)}${name}${tally}</li>`;
		return {pick, name, tally, root};
	}

	function paint(state) {
		if (rows.length !== state.players.length) {
			rows = state.players.map((_, index) => row(index));
			put(list, ...rows.map(each => each.root));
		}
		rows.forEach((each, index) => {
			if (document.activeElement !== each.name) each.name.value = state.players[index].name;
			each.pick?.setAttribute('aria-pressed', play.chosen === index);
			each.pick?.setAttribute('aria-label', `${name_of(state, index)}, ${letters[index]}`);
			each.root.classList.toggle('chosen', Boolean(play.game.picks) && play.chosen === index);
			put(each.tally, play.game.tally(state, index, play));
		});
		const many = state.players.length,
			[least, most] = play.game.player_range?.(play, state) || [0, 0],
			nameless = !play.piece.event && state.players.every(({name}) => !name.trim()),
			last = nameless && last_names(play.piece.game, many),
			resize = number => play.draft.change(next => play.game.resize(next, number, play));
		const name_all = () =>
			play.draft.change(next =>
				next.players.forEach((player, index) => Object.assign(player, {name: last[index]}))
			);
		const small = {class: 'small'};
		into(more)`${last && button(`As last time: ${listed(last.filter(Boolean))}`, 'last-names', name_all, small)}
			${most > many && button('Add a player', 'player-add', () => resize(many + 1), small)}
			${least > 0 && many > least && button('Remove a player', 'player-drop', () => resize(many - 1), small)}`;
	}
	return {root: html`<section class="panel" aria-label="Players"><h2>Players</h2>${list}${more}</section>`, paint};
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
