// SPDX-License-Identifier: MIT
// Who leads, over all and by round, live: rows glide to their new place and say how far they went.
import {get, kiosk, live} from './api.js';
import {h, listed, short_time, put, put_changed, style, symbol} from './dom.js';
import {about_game} from './game.js';
import {say, set_title} from './shell.js';

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
	return ties.length
		? `Ties go by ${ties.map(each => tie_words[each]).join(', then ')}, then are shared.`
		: 'Ties are shared.';
}

// The latest results as links; `more(row)` adds to one.
export function recent_list(rows, about, more) {
	return h(
		'ul',
		{class: 'bare latest', id: 'recent'},
		rows.map(row =>
			h(
				'li',
				{},
				h(
					'a',
					{href: '/entry/' + row.entry, 'data-entry': row.entry},
					symbol(about_game(about, row.game).symbol),
					h(
						'span',
						{class: 'grow'},
						h('strong', {}, winners(row)),
						h('br'),
						h(
							'span',
							{class: 'soft small'},
							[
								about_game(about, row.game).title,
								row.table && `round ${row.round}, table ${row.table}`,
							]
								.filter(Boolean)
								.join(', ')
						)
					),
					more?.(row),
					h('time', {class: 'soft small', datetime: row.when}, short_time(row.when))
				)
			)
		)
	);
}

// How a link to a PDF opens: a kiosk in full screen has no way back from another window, so it saves.
export function pdf_link(about) {
	return about.local ? {download: true} : {target: '_blank', rel: 'noopener'};
}

export function winners(row) {
	return listed(row.winners.map(name => name || 'Somebody'));
}

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
		return h(
			'span',
			{class: 'move ' + (step > 0 ? 'up' : step < 0 ? 'down' : 'same'), 'data-move': step || 0},
			step
				? [
						h('span', {'aria-hidden': 'true'}, step > 0 ? '▲' : '▼'),
						h('span', {class: 'unseen'}, step > 0 ? 'up ' : 'down '),
						Math.abs(step),
					]
				: ''
		);
	}
}

// People have ids; whoever is known from results alone has a name.
export function key_of(row) {
	return String(row.id || row.name);
}

// Paints by `paint` and lets every [data-row] glide from where it was.
export function glide(box, paint) {
	const before = new Map(
		[...box.querySelectorAll('[data-row]')].map(row => [row.dataset.row, row.getBoundingClientRect().top])
	);
	paint();
	if (!before.size || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
	for (const row of box.querySelectorAll('[data-row]')) {
		const from = before.get(row.dataset.row),
			way = from === undefined ? 0 : from - row.getBoundingClientRect().top;
		if (way)
			row.animate([{transform: `translateY(${way}px)`}, {transform: 'none'}], {
				duration: 900,
				easing: 'cubic-bezier(.3, 0, .2, 1)',
			});
		else if (from === undefined) row.animate([{opacity: 0}, {opacity: 1}], {duration: 600});
	}
}

function row_of(row, rounds, moves) {
	const per = row.rounds.map(points => (points === null ? '–' : String(points)));
	return h(
		'tr',
		{'data-row': key_of(row), 'data-place': row.place, class: row.gone ? 'gone' : ''},
		h('td', {class: 'number place'}, row.place),
		h('td', {class: 'moved'}, moves.arrow(row)),
		h(
			'th',
			{scope: 'row'},
			row.name,
			row.club && h('span', {class: 'soft small club'}, row.club),
			rounds.length > 0 && h('span', {class: 'soft small per', 'aria-hidden': 'true'}, per.join(' · '))
		),
		rounds.map((_, index) => h('td', {class: 'number wide-only'}, per[index])),
		h('td', {class: 'number'}, row.wins),
		h('td', {class: 'number points'}, row.points)
	);
}

function board(answer, moves, title) {
	const rounds = answer.round ? [] : answer.rounds;
	return h(
		'table',
		{class: 'board', id: 'board'},
		h('caption', {class: 'unseen'}, title),
		h(
			'thead',
			{},
			h(
				'tr',
				{},
				h('th', {scope: 'col', class: 'number'}, 'Place'),
				h('td', {class: 'moved'}),
				h('th', {scope: 'col'}, 'Name'),
				rounds.map(round => h('th', {scope: 'col', class: 'number wide-only'}, 'Round ' + round)),
				h('th', {scope: 'col', class: 'number'}, 'Wins'),
				h('th', {scope: 'col', class: 'number'}, 'Points')
			)
		),
		h(
			'tbody',
			{},
			answer.rows.map(row => row_of(row, rounds, moves))
		)
	);
}

function missing_list(rows) {
	return (
		rows.length > 0 &&
		h(
			'section',
			{class: 'plain', id: 'missing'},
			h('h2', {}, `Still playing round ${rows[0].round}`),
			h(
				'ul',
				{class: 'bare latest'},
				rows.map(row =>
					h(
						'li',
						{},
						h(
							'a',
							{href: `/table/${row.round}/${row.table}`, 'data-table': row.table},
							h('strong', {class: 'number'}, 'Table ' + row.table),
							h('span', {class: 'grow soft'}, listed(row.names.filter(Boolean))),
							row.in > 0 && h('span', {class: 'small'}, `${row.in} of ${row.of} in`)
						)
					)
				)
			)
		)
	);
}

function round_links(rounds, shown) {
	return [0, ...rounds].map(each =>
		h(
			'a',
			{
				class: 'button small',
				href: '/standings' + (each ? '?round=' + each : ''),
				'data-act': 'round-' + (each || 'all'),
				'aria-current': each === shown ? 'page' : null,
			},
			each ? 'Round ' + each : 'Overall'
		)
	);
}

function file_links(answer, about, query) {
	return [
		h(
			'a',
			{class: 'button small', href: '/standings.pdf' + query, 'data-act': 'standings-pdf', ...pdf_link(about)},
			'Print'
		),
		h(
			'a',
			{class: 'button small', href: '/standings.csv' + (query ? query + '&' : '?') + 'excel=yes', download: true, 'data-act': 'standings-csv'},
			'CSV'
		),
		h('a', {class: 'button small', href: '/screen', 'data-act': 'screen'}, 'Big screen'),
		h(
			'span',
			{class: 'soft small'},
			answer.by === 'total'
				? 'Points as scored.'
				: `A table gives ${listed(answer.points.map(String))} by place.`,
			' ',
			h('span', {id: 'ties-say'}, ties_say(answer.ties))
		),
	];
}

// What stands where there are no rows.
function without_rows(answer, about) {
	if (about.event) return h('p', {class: 'lead'}, 'Nobody is on the list yet.');
	return [
		h(
			'p',
			{class: 'lead'},
			answer.recent.length ? 'No event is on. These games were played last.' : 'No game was scored yet.'
		),
		recent_list(answer.recent, about),
	];
}

class Board {
	constructor(root, round) {
		Object.assign(this, {
			round,
			query: round ? '?round=' + round : '',
			title: round ? `Round ${round}` : 'Standings',
			moves: new Moves(),
			leads: '',
			seen: -1,
		});
		this.head = h('nav', {class: 'row picks', 'aria-label': 'Standings by round'});
		this.box = h('div', {});
		this.find = h('input', {
			type: 'search',
			id: 'find',
			placeholder: 'Find a name or a club',
			'aria-label': 'Find a name or a club',
			hidden: true,
			oninput: () => this.filter(),
		});
		this.files = h('p', {class: 'row files'});
		this.says = h('p', {class: 'small soft off', role: 'status', id: 'live'});
		this.side = h('aside', {class: 'stack'});
		put(
			root,
			h('header', {class: 'board-head'}, h('h1', {tabindex: '-1'}, this.title), this.head),
			h('div', {class: 'board-view'}, h('section', {class: 'plain'}, this.find, this.box, this.files, this.says), this.side)
		);
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
		put_changed(
			this.files,
			[about.event?.name, answer.by, answer.points, answer.ties],
			() => about.event && file_links(answer, about, this.query)
		);
		glide(this.box, () =>
			put(this.box, rows.length ? board(answer, this.moves, this.title) : without_rows(answer, about))
		);
		this.find.hidden = rows.length < FEW;
		this.filter();
		put_changed(this.side, [missing, recent], () => [
			missing_list(missing),
			about.event &&
				recent.length > 0 &&
				h('section', {class: 'plain'}, h('h2', {}, 'Just in'), recent_list(recent.slice(0, 8), about)),
		]);
		this.announce(listed(rows.filter(row => row.place === 1 && row.played).map(row => row.name)));
	}

	// Rows without what is looked for are not shown; places stay what they are.
	filter() {
		const wish = this.find.value.trim().toLowerCase();
		for (const row of this.box.querySelectorAll('[data-row]'))
			row.hidden = !row.querySelector('th').textContent.toLowerCase().includes(wish);
	}

	announce(leads) {
		if (this.leads && leads !== this.leads) say(`${leads} in the lead.`);
		this.leads = leads;
	}
}

export async function show(root) {
	await style('standings.css');
	const view = new Board(root, Number(new URLSearchParams(location.search).get('round')) || 0);
	set_title(view.title);
	await view.load();
	return live(
		number => number !== view.seen && view.load().catch(() => {}),
		there => put(view.says, there ? '' : 'The kiosk does not answer just now. This goes on by itself.')
	);
}
