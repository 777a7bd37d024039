// SPDX-License-Identifier: MIT
// What comes after a result: the table's other games, the points that it won, the next round and whom it waits for;
// outside an event the same people once more.
import {get} from '../api.js';
import {button, count, html, listed} from '../dom.js';
import {about_game} from '../game.js';
import {keep_for_play} from '../photo.js';
import {go} from '../shell.js';
import {best_scores, play_again} from './history.js';

const TABLES = 6; // that are named

// Tournament points of those who sat there; nothing while the table is not complete.
function points_won(entry, standings) {
	const names = entry.score.players.map(({name}) => name).filter(Boolean),
		rows = names.map(name => standings.rows.find(row => row.name === name)).filter(row => row?.played);
	if (standings.by !== 'placing' || rows.length < names.length || !rows.length) return null;
	return `For the tournament: ${listed(rows.map(({name, points}) => `${name} ${points}`))}.`;
}

function waits_for(round, missing) {
	if (!missing.length) return `Every table of round ${round} is done.`;
	const named = missing.slice(0, TABLES).map(({table, names}) => {
		const known = names.filter(Boolean);
		return `table ${table}` + (known.length ? ` (${listed(known)})` : '');
	});
	return `Round ${round} still waits for ${listed(named)}${missing.length > TABLES ? ` and ${missing.length - TABLES} more` : ''}.`;
}

function next_round(entry, event) {
	const next = event?.rounds.find(({round}) => round === entry.round + 1);
	if (next) return `After that comes round ${next.round}: ${next.title}.`;
	return event ? 'This is the last round.' : null;
}

// The other games of a table, such as the other sides of its cards.
function other_games(entry, table) {
	const open = table.plays.filter(play => !play.entry || play.entry.kind === 'withdrawn').length;
	if (open === 1) return 'One more game of this table is still to be entered: show its QR.';
	return open > 0 && `${open} more games of this table are still to be entered: show their QR.`;
}

async function of_event(entry, about) {
	const [standings, table] = await Promise.all([
		get('/api/standings?round=' + entry.round),
		get(`/api/table/${entry.round}/${entry.table}`),
	]);
	const open = other_games(entry, table);
	return [
		open,
		!open && points_won(entry, standings),
		waits_for(entry.round, standings.missing),
		next_round(entry, about.event),
	];
}

// New pieces like those that were played with: for as many players, by the same house rules.
function print_again(entry, about) {
	const query = new URLSearchParams({game: entry.game, pieces: 'game', players: entry.score.players.length});
	for (const {name, values} of about_game(about, entry.game).rules) {
		const value = entry.result.rules?.[name] ?? values[0];
		if (value !== values[0]) query.set('rule.' + name, value);
	}
	return '/print?' + query;
}

// The same people once more. Where the game uses its pieces up they print new ones, if they may, and are known when
// those are scanned.
function rematch(entry, game, about, piece) {
	const link = (href, text) => html`<a class="button main" href=${href} data-act="rematch"
		onclick=${() => play_again(entry.id)}>${text}</a>`;
	if (game.used_up && piece)
		return html`<p>${game.used_up}</p>
			${
				about.printing || about.organiser
					? link(print_again(entry, about), 'Play again with new sheets')
					: link('/', 'Scan a new sheet')
			}`;
	return link(piece ? '/c/' + piece : `/?casual=${entry.game}`, 'Play again');
}

// Fills `box` with it; nothing where the kiosk does not answer just now.
export async function show_next(box, {entry, game, about, piece}) {
	const lines = entry.event ? await of_event(entry, about) : [game.next];
	box.append(html`<section class="plain stack" id="next">
		<h2>What next?</h2>${lines.filter(Boolean).map(line => html`<p>${line}</p>`)}
		${!entry.event && best_scores(entry)}${!entry.event && about.casual && rematch(entry, game, about, piece)}
	</section>`);
}

// Games that were in a picture beside the one that is scored first: they are offered when that is done, with what the
// picture showed of them. They are this person's, and forgotten when nobody is there.
const OFFERS_MOST = 12;
let waiting = []; // {code, text, answers}
addEventListener('seedpress-idle', () => {
	waiting = [];
});

export function offer(games) {
	waiting = games.slice(0, OFFERS_MOST);
}

export function take_offer(game) {
	waiting = waiting.filter(each => each !== game);
	keep_for_play(game.answers);
	go('/c/' + game.code);
}

// What is still to be scored; null where that is nothing.
export function offers_panel() {
	if (!waiting.length) return null;
	const forget = event => {
		waiting = [];
		event.target.closest('#offers').remove();
	};
	return html`<section class="plain stack" id="offers">
		<h2>${count(waiting.length, 'more game')} in your picture</h2>
		${waiting.map((game, at) => button('Score ' + game.text, 'offer', () => take_offer(game), {class: at ? '' : 'main'}))}
		${button('Leave it at that', 'no-offers', forget, {class: 'quiet small'})}
	</section>`;
}
