// SPDX-License-Identifier: MIT
// Who leads, over all and by round, live: rows glide to their new place and say how far they went.
import {get, kiosk, live} from './api.js';
import {html, into, listed, put, put_changed, style} from './dom.js';
import {recent_list} from './game.js';
import {say, set_title} from './shell.js';
import {travellers} from './travellers.js';

const FEW = 6; // rows that nobody has to search

// What decides on the same points, as the kiosk calls it.
export const tie_words = {
	wins: 'tables won',
	met: 'head to head',
	opponents: 'the points of everybody met',
	total: 'points scored in the games',
	last: 'the last round',
};

export function ties_say(ties) {
	if (!ties.length) return 'Ties are shared.';
	return `Ties go by ${ties.map(each => tie_words[each]).join(', then ')}, then are shared.`;
}

// What a table is worth, in a line; in one round, or overall (0).
function scheme_says(all, round) {
	const {by, points, sizes} = all.rounds?.[round] || all,
		more = !round && all.rounds ? ' Some rounds count differently.' : '';
	if (by === 'total') return `Points as scored.${more}`;
	if (by === 'matchpoints') return `Matchpoints: the same seats compared, in per cent.${more}`;
	const places = list => listed(list.map(String));
	if (!sizes) return `A table gives ${places(points)} by place.${more}`;
	const tables = Object.entries(sizes).filter(([size]) => Number(size) > 1),
		each = tables.map(([size, list]) => `${places(list)} at a table of ${size}`);
	return `By place: ${each.join('; ')}.${more}`;
}

// How a link to a PDF opens: a kiosk in full screen has no way back from another window, so it saves.
export const pdf_link = about => (about.local ? {download: true} : {target: '_blank', rel: 'noopener'});

// Remembers places and says how far each row went when they last changed.
export class Moves {
	constructor() {
		this.places = new Map();
		this.steps = new Map();
	}

	take(rows) {
		const now = new Map(rows.map(row => [key_of(row), row.place])),
			before = this.places;
		if (before.size && rows.some(row => before.get(key_of(row)) !== row.place))
			this.steps = new Map(rows.map(row => [key_of(row), (before.get(key_of(row)) || row.place) - row.place]));
		this.places = now;
	}

	arrow(row) {
		const step = this.steps.get(key_of(row));
		const way = step > 0 ? 'up' : step < 0 ? 'down' : 'same';
		return html`<span class="move ${way}" data-move=${step || 0}>
			<span if=${step} aria-hidden="true">${step > 0 ? '▲' : '▼'}</span>
			<span if=${step} class="unseen">${way + ' '}</span>${step ? Math.abs(step) : ''}
		</span>`;
	}
}

// People have ids; those who are known from results alone have a name.
export const key_of = row => String(row.id || row.name);

// Paints by `paint` and lets every [data-row] glide from where it was.
export function glide(box, paint) {
	const rows = () => [...box.querySelectorAll('[data-row]')],
		before = new Map(rows().map(row => [row.dataset.row, row.getBoundingClientRect().top]));
	paint();
	if (!before.size || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
	const glides = {duration: 900, easing: 'cubic-bezier(.3, 0, .2, 1)'};
	for (const row of rows()) {
		const from = before.get(row.dataset.row),
			way = from === undefined ? 0 : from - row.getBoundingClientRect().top;
		if (way) row.animate([{transform: `translateY(${way}px)`}, {transform: 'none'}], glides);
		else if (from === undefined) row.animate([{opacity: 0}, {opacity: 1}], {duration: 600});
	}
}

function row_of(row, rounds, moves) {
	const per = row.rounds.map((points, index) =>
		points === null ? '–' : row.byes.includes(index + 1) ? `${points} (bye)` : String(points)
	);
	return html`<tr data-row=${key_of(row)} data-place=${row.place} class=${row.gone ? 'gone' : ''}>
		<td class="number place">${row.place}</td><td class="moved">${moves.arrow(row)}</td>
		<th scope="row">
			${row.name}<span if=${row.club} class="soft small club">${row.club}</span>
			<span if=${rounds.length} class="soft small per" aria-hidden="true">${per.join(' · ')}</span>
		</th>
		${rounds.map((_, index) => html`<td class="number wide-only">${per[index]}</td>`)}
		<td class="number">${row.wins}</td><td class="number points">${row.points}</td>
	</tr>`;
}

function board(answer, moves, title) {
	const rounds = answer.round ? [] : answer.rounds;
	return html`<table class="board" id="board">
		<caption class="unseen">${title}</caption>
		<thead>
			<tr>
				<th scope="col" class="number">Place</th><td class="moved"></td><th scope="col">Name</th>
				${rounds.map(round => html`<th scope="col" class="number wide-only">Round ${round}</th>`)}
				<th scope="col" class="number">Wins</th><th scope="col" class="number">Points</th>
			</tr>
		</thead>
		<tbody>${answer.rows.map(row => row_of(row, rounds, moves))}</tbody>
	</table>`;
}

const missing_list = rows => html`<section if=${rows.length} class="plain" id="missing">
	<h2>Still playing round ${rows[0]?.round}</h2>
	<ul class="bare latest">${rows.map(
		row => html`<li>
			<a href="/table/${row.round}/${row.table}" data-table=${row.table}>
				<strong class="number">Table ${row.table}</strong>
				<span class="grow soft">${listed(row.names.filter(Boolean))}</span>
				<span if=${row.in > 0} class="small">${row.in} of ${row.of} done</span>
			</a>
		</li>`
	)}</ul>
</section>`;

function round_links(rounds, shown) {
	return [0, ...rounds].map(
		each => html`<a class="button small" href="/standings${each ? '?round=' + each : ''}"
			data-act="round-${each || 'all'}" aria-current=${each === shown ? 'page' : null}>
			${each ? 'Round ' + each : 'Overall'}
		</a>`
	);
}

const file_links = (answer, about, query, round) => html`
	<a class="button small" href="/standings.pdf${query}" data-act="standings-pdf" ...${pdf_link(about)}>Print</a>
	<a class="button small" href="/standings.csv${query ? query + '&' : '?'}excel=yes" download
		data-act="standings-csv">CSV</a>
	<a class="button small" href="/screen" data-act="screen">Big screen</a>
	<span class="soft small">
		${scheme_says(answer.scheme, round)} <span
			id="ties-say">${ties_say(answer.ties)}</span>
	</span>`;

// What is shown where there are no rows.
function without_rows(answer, about) {
	if (about.event) return html`<p class="lead">Nobody is on the list yet.</p>`;
	const text = answer.recent.length ? 'No event is running. Latest games:' : 'No game was scored yet.';
	return html`<p class="lead">${text}</p>${recent_list(answer.recent, about)}`;
}

class Board {
	constructor(root, round) {
		Object.assign(this, {round, moves: new Moves(), leads: '', seen: -1});
		this.query = round ? '?round=' + round : '';
		this.title = round ? `Round ${round}` : 'Standings';
		this.head = html`<nav class="row picks" aria-label="Standings by round"></nav>`;
		this.box = html`<div></div>`;
		this.find = html`<input type="search" id="find" placeholder="Find a name or a club"
			aria-label="Find a name or a club" hidden oninput=${() => this.filter()}>`;
		this.files = html`<p class="row files"></p>`;
		this.says = html`<p class="small soft off" role="status" id="live"></p>`;
		this.side = html`<aside class="stack"></aside>`;
		this.sheets = html`<div></div>`;
		into(root)`<header class="board-head"><h1 tabindex="-1">${this.title}</h1>${this.head}</header>
			<div class="board-view">
				<section class="plain">${this.find}${this.box}${this.files}${this.says}</section>${this.side}
			</div>
			${this.sheets}`;
	}

	async load() {
		const [answer, about] = await Promise.all([get('/api/standings' + this.query), kiosk(true)]);
		this.seen = answer.change;
		this.paint(answer, about);
	}

	paint(answer, about) {
		const {rows, recent, missing} = answer;
		this.moves.take(rows);
		put_changed(this.head, answer.rounds, () => answer.rounds.length > 0 && round_links(answer.rounds, this.round));
		const {event} = about,
			of_files = [event?.name, answer.scheme],
			table = rows.length ? board(answer, this.moves, this.title) : without_rows(answer, about);
		put_changed(this.files, of_files, () => event && file_links(answer, about, this.query, this.round));
		glide(this.box, () => put(this.box, table));
		this.find.hidden = rows.length < FEW;
		this.filter();
		if (this.round) this.compare();
		const latest = () => html`${missing_list(missing)}
			<section if=${event && recent.length} class="plain"><h2>Just in</h2>${recent_list(recent.slice(0, 8), about)}</section>`;
		put_changed(this.side, [missing, recent], latest);
		const leads = listed(rows.filter(row => row.place === 1 && row.played).map(row => row.name));
		if (this.leads && leads !== this.leads) say(`${leads} in the lead.`);
		this.leads = leads;
	}

	// How the same sheets were played, below the round's board.
	async compare() {
		put(this.sheets, await travellers(this.round, 0));
	}

	// Rows without what is looked for are not shown; places stay what they are.
	filter() {
		const wish = this.find.value.trim().toLowerCase();
		for (const row of this.box.querySelectorAll('[data-row]'))
			row.hidden = !row.querySelector('th').textContent.toLowerCase().includes(wish);
	}
}

export async function show(root) {
	await style('standings.css');
	const view = new Board(root, Number(new URLSearchParams(location.search).get('round')) || 0);
	set_title(view.title);
	await view.load();
	const load = number => number !== view.seen && view.load().catch(() => {}),
		heard = there => put(view.says, !there && 'The kiosk does not answer just now. This goes on automatically.');
	return live(load, heard);
}
