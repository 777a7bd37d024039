// SPDX-License-Identifier: MIT
// What comes after a result: the table's other games, the points that it won, the next round and whom it waits for;
// outside an event the same people once more.
import {get} from '../api.js';
import {h, listed} from '../dom.js';
import {best_scores} from './history.js';

const TABLES = 6; // that are named

// Tournament points of those who sat there; nothing while the table is not complete.
function points_won(entry, standings) {
	const names = entry.score.players.map(({name}) => name).filter(Boolean),
		rows = names.map(name => standings.rows.find(row => row.name === name)).filter(row => row?.played);
	if (standings.by !== 'placing' || rows.length < names.length || !rows.length) return null;
	return `For the tournament: ${listed(rows.map(({name, points}) => `${name} ${points}`))}.`;
}

function waits_for(round, missing) {
	if (!missing.length) return `Every table of round ${round} is in.`;
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
	return open > 0 && `${open === 1 ? 'One more game' : `${open} more games`} of this table ${open === 1 ? 'is' : 'are'} still to be entered: show ${open === 1 ? 'its' : 'their'} QR.`;
}

async function of_event(entry, about) {
	const [standings, table] = await Promise.all([
		get('/api/standings?round=' + entry.round),
		get(`/api/table/${entry.round}/${entry.table}`)
	]);
	const open = other_games(entry, table);
	return [open, !open && points_won(entry, standings), waits_for(entry.round, standings.missing), next_round(entry, about.event)];
}

function rematch(entry, piece) {
	const again = piece ? '/c/' + piece : `/?casual=${entry.game}`;
	return h('a', {class: 'button main', href: again + (again.includes('?') ? '&' : '?') + 'again=' + entry.id, 'data-act': 'rematch'}, 'The same people again');
}

// Fills `box` with it; nothing where the kiosk does not answer just now.
export async function show_next(box, {entry, game, about, piece}) {
	const lines = entry.event ? await of_event(entry, about) : [game.next];
	box.append(
		h(
			'section',
			{class: 'plain stack', id: 'next'},
			h('h2', {}, 'What next?'),
			lines.filter(Boolean).map(line => h('p', {}, line)),
			!entry.event && best_scores(entry),
			!entry.event && about.casual && rematch(entry, piece)
		)
	);
}
