// SPDX-License-Identifier: MIT
// Games that were stored from this device: who played, how they ended, the best of each game and card. The last ones
// are kept here and nowhere else; of tables of an event there is no code among them.
import {count, html, listed, short_time} from '../dom.js';
import {about_game} from '../game.js';
import {keep, kept} from '../shell.js';

const MOST = 100,
	SHOWN = 8;

export function played_here() {
	const games = kept('history');
	return Array.isArray(games) ? games.slice(0, MOST) : [];
}

// A result is on disk. `card`: what it was played on, where that is not secret.
export function remember_game(entry, card) {
	const game = {
		entry: entry.id,
		when: entry.when,
		game: entry.game,
		card: entry.event ? null : card || null,
		fewer: Boolean(entry.score.fewer),
		players: entry.score.players.map((player, index) => ({
			name: player.name || '',
			shown: player.name || 'Player ' + String.fromCharCode(65 + index),
			total: player.total,
			place: player.place,
		})),
	};
	play_again(null);
	keep('history', [game, ...played_here().filter(each => each.entry !== game.entry)].slice(0, MOST));
}

// The people of a stored game play once more: who they are is known until that is stored, or nobody is there.
export function play_again(entry) {
	keep('again', entry);
}
addEventListener('seedpress-idle', () => play_again(null));

export function names_again(game, casual, players) {
	const [before] = played_here();
	if (!before || before.entry !== kept('again') || before.game !== game) return null;
	return casual || before.players.length === players ? before.players.map(({name}) => name) : null;
}

// The names of the last game that had any.
export function last_names(game, players) {
	const alike = played_here().filter(each => each.game === game && each.players.length === players),
		last = alike.find(each => each.players.some(({name}) => name));
	return last ? last.players.map(({name}) => name) : null;
}

export function scores_text(players) {
	return listed([...players].sort((a, b) => a.place - b.place).map(({shown, total}) => `${shown} ${total}`));
}

// The best of games for as many players: fewer points are better where the game says so.
function best_of(games) {
	const all = games.flatMap(each => each.players.map(player => ({...player, fewer: each.fewer, entry: each.entry})));
	return all.length
		? all.reduce((best, each) => ((each.fewer ? each.total < best.total : each.total > best.total) ? each : best))
		: null;
}

// What this result is among those before it: of its card, and of its game. Null where it is the only one.
export function best_scores(entry) {
	const games = played_here(),
		mine = games.find(each => each.entry === entry.id);
	if (!mine) return null;
	const alike = games.filter(each => each.game === mine.game && each.players.length === mine.players.length),
		card = mine.card ? alike.filter(each => each.card === mine.card) : [];
	const line = (what, list) => {
		const best = best_of(list);
		return html`<li if=${list.length > 1}>
			Best ${what}: ${best?.shown} with ${best?.total}, of ${count(list.length, 'game')}.
		</li>`;
	};
	if (alike.length < 2) return null;
	return html`<ul class="bare" id="best">${line('on this card', card)}${line('of this game here', alike)}</ul>`;
}

// The last games for the first page; nothing where there are none.
export function history_panel(about) {
	const games = played_here();
	if (!games.length) return null;
	return html`<details id="played-here">
		<summary>Played on this device: ${count(games.length, 'game')}</summary>
		<ul class="bare">${games.slice(0, SHOWN).map(
			each => html`<li>
				<a href="/entry/${each.entry}">${about_game(about, each.game).title}</a>, ${short_time(each.when)}: ${scores_text(each.players)}
			</li>`
		)}</ul>
	</details>`;
}
