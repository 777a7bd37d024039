// SPDX-License-Identifier: MIT
// The people of a game: a letter, a colour and a name each. Picking one says whose
// turn it is to be given something.
import {html, into, listed, put} from './dom.js';
import {last_names} from './play/history.js';
import {names_list, remember_names} from './play/names.js';
import {roving} from './play/roving.js';
import {say} from './shell.js';

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

// Where a name is written; `changed` hears of a new one.
export function name_field(play, index, changed) {
	const field = html`<input type="text" maxlength="80" autocomplete="off" list=${names_list()} data-act="name"
		data-player=${index} enterkeyhint="done" placeholder="Player ${letters[index]}"
		aria-label="Name of player ${letters[index]}" value=${play.draft.state.players[index].name}
		onchange=${() => {
			play.draft.change(state => {
				state.players[index].name = field.value.slice(0, 80);
			});
			remember_names([field.value]);
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
		const pick = play.game.picks
			? html`<button type="button" class="pick" data-act="pick" onclick=${() => play.pick(index)}>
				${player_badge(index)}
			</button>`
			: null;
		const name = name_field(play, index);
		const tally = html`<span class="tally" data-player=${index}></span>`;
		return {
			pick,
			name,
			tally,
			root: html`<li data-player=${index} class="person">${pick || player_badge(index)}${name}${tally}</li>`,
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
		const last =
			!play.piece.event &&
			state.players.every(({name}) => !name.trim()) &&
			last_names(play.piece.game, state.players.length);
		into(more)`${
			last &&
			html`<button type="button" class="small" data-act="last-names"
				onclick=${() =>
					play.draft.change(next => {
						next.players.forEach((player, index) => {
							player.name = last[index];
						});
					})}>As last time: ${listed(last.filter(Boolean))}</button>`
		}
			${
				most > state.players.length &&
				html`<button type="button" class="small" data-act="player-add"
					onclick=${() =>
						play.draft.change(next => {
							play.game.resize(next, next.players.length + 1, play);
						})}>One player more</button>`
			}
			${
				least > 0 &&
				state.players.length > least &&
				html`<button type="button" class="small" data-act="player-drop"
					onclick=${() =>
						play.draft.change(next => {
							play.game.resize(next, next.players.length - 1, play);
						})}>One fewer</button>`
			}`;
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
