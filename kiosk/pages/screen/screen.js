// SPDX-License-Identifier: MIT
// A projector's view: where people sit before a round, the standings with the clock and the open tables
// while it is played, the podium at the end. Big, paging by itself, never touched. It finds its way back
// when the kiosk was gone, and keeps the screen awake where the browser lets it.
import {get, kiosk, live} from '../api.js';
import {Clock, ring} from '../clock.js';
import {button, h, put, style, symbol} from '../dom.js';
import {about_game} from '../game.js';
import {set_title} from '../shell.js';
import {mode_of, podium, seat_line, seating_of} from './parts.js';
import {Moves, glide, key_of, winners} from '../standings.js';

const PAGE = 9000,
	NEWS = 6000,
	AGAIN = 60000,
	STILL = 3000, // milliseconds
	OPEN = 30; // open tables that are shown at once

// Keeps the screen on; a browser takes that back whenever the page is hidden.
function keep_awake() {
	let lock = null;
	const want = async () => {
		try {
			if (document.visibilityState === 'visible') lock = await navigator.wakeLock?.request('screen');
		} catch {
			/* the screen's own settings decide */
		}
	};
	document.addEventListener('visibilitychange', want);
	want();
	return () => {
		document.removeEventListener('visibilitychange', want);
		lock?.release();
	};
}

// Dark unless asked for otherwise, whatever the rest of the page is and the system changes to.
function darken() {
	const {dataset} = document.documentElement,
		before = dataset.theme,
		system = matchMedia('(prefers-color-scheme: dark)');
	const paint = () => {
		dataset.theme = new URLSearchParams(location.search).get('theme') === 'light' ? 'light' : 'dark';
	};
	system.addEventListener('change', paint);
	paint();
	return () => {
		system.removeEventListener('change', paint);
		dataset.theme = before;
	};
}

// The pointer and the two buttons go when nobody moves.
function show_controls(root) {
	let timer = null;
	const moved = () => {
		root.classList.add('touched');
		clearTimeout(timer);
		timer = setTimeout(() => root.classList.remove('touched'), STILL);
	};
	addEventListener('pointermove', moved);
	addEventListener('keydown', moved);
	return () => {
		clearTimeout(timer);
		removeEventListener('pointermove', moved);
		removeEventListener('keydown', moved);
	};
}

function line(row, moves) {
	return h(
		'li',
		{'data-row': key_of(row), 'data-place': row.place},
		h('span', {class: 'place'}, row.place),
		moves.arrow(row),
		h('span', {class: 'name'}, row.name, row.place === 1 && row.points > 0 && symbol('trophy')),
		h('span', {class: 'wins'}, row.wins > 0 && [symbol('star'), row.wins, h('span', {class: 'unseen'}, ' won')]),
		h('span', {class: 'points'}, row.points)
	);
}

function casual_line(row, about) {
	return h(
		'li',
		{'data-row': 'entry' + row.entry},
		h('span', {class: 'place'}, symbol('trophy')),
		h('span', {}),
		h('span', {class: 'name'}, winners(row)),
		h('span', {class: 'points game'}, about_game(about, row.game).title)
	);
}

class Screen {
	constructor(root) {
		Object.assign(this, {root, moves: new Moves(), page: 0, news: 0, turns: 0, lines: [], mode: 'standings'});
		this.clock_box = h('p', {class: 'screen-clock', id: 'clock', role: 'timer', hidden: true});
		this.clock = new Clock(this.clock_box, () => {
			// The kiosk's own screen rings whatever it shows.
			if (!this.about.local) ring();
		});
		this.top = h('div', {});
		this.head = h('header', {class: 'screen-head'});
		this.list = h('ol', {class: 'bare lines', id: 'board'});
		this.pages = h('p', {class: 'pages', id: 'pages'});
		this.side = h('div', {class: 'screen-missing', id: 'missing'});
		this.ticker = h('p', {class: 'ticker', id: 'ticker'});
		this.address = h('div', {class: 'screen-address'});
		this.off = h('p', {class: 'screen-off', role: 'status', hidden: true}, 'The kiosk does not answer just now.');
		put(
			root,
			h(
				'div',
				{class: 'screen'},
				this.head,
				h('section', {class: 'screen-board'}, this.top, this.list, this.pages),
				h('aside', {class: 'screen-side'}, this.side, this.address),
				this.ticker,
				this.off,
				h(
					'p',
					{class: 'screen-controls'},
					button('Full screen', 'full', () =>
						document.fullscreenElement
							? document.exitFullscreen()
							: document.documentElement.requestFullscreen().catch(() => {})
					),
					h('a', {class: 'button', href: '/standings', 'data-act': 'leave'}, 'Leave')
				)
			)
		);
	}

	take(answer, about) {
		this.moves.take(answer.rows);
		Object.assign(this, {answer, about});
		this.mode = mode_of(answer, about);
		this.root.querySelector('.screen').dataset.mode = this.mode;
		this.clock.set(about.event?.clock);
		this.lines = this.lines_of(answer);
		put(this.top, this.mode === 'podium' && podium(answer.rows));
		const {event} = about,
			round = event?.rounds.find(each => each.round === event.round);
		const done = round && round.tables - answer.missing.length;
		put(
			this.head,
			h('h1', {tabindex: '-1'}, event ? event.name : 'Latest games'),
			this.clock_box,
			round &&
				h(
					'div',
					{class: 'screen-round'},
					h(
						'p',
						{id: 'round'},
						h('strong', {}, `Round ${round.round} of ${event.rounds.length}`),
						' ',
						round.title
					),
					h('progress', {max: round.tables, value: Math.max(0, done), 'aria-label': 'Tables in'})
				)
		);
		this.open_tables();
		const [url] = about.addresses || [];
		if (url && this.address.dataset.url !== url) {
			this.address.dataset.url = url;
			put(
				this.address,
				h('img', {src: '/address.svg', alt: `QR code of ${url}`, onerror: () => put(this.address)}),
				h('p', {}, 'Find your seat, enter your result'),
				h('p', {class: 'screen-url', id: 'url'}, url.replace(/^http:\/\//, '').replace(/\/$/, ''))
			);
		}
		this.paint();
		this.tick(0);
	}

	lines_of(answer) {
		if (this.mode === 'seating') return seating_of(answer);
		if (this.mode === 'podium') return answer.rows.filter(row => row.place > 3 || !row.played);
		return answer.rows.length ? answer.rows : answer.recent.map(row => ({...row, casual: true}));
	}

	// All tables whose results are not in, some at a time.
	open_tables() {
		const {missing} = this.answer,
			{event} = this.about,
			pages = Math.max(1, Math.ceil(missing.length / OPEN)),
			at = this.turns % pages;
		put(
			this.side,
			event &&
				this.mode === 'standings' &&
				(missing.length
					? [
							h('h2', {}, 'Still playing', missing.length > 15 && `: ${missing.length} tables`),
							h(
								'ul',
								{class: 'bare' + (missing.length > 15 ? ' many' : '')},
								missing
									.slice(at * OPEN, (at + 1) * OPEN)
									.map(row =>
										h('li', {class: row.in ? 'part' : '', 'data-table': row.table}, row.table)
									)
							),
						]
					: h('h2', {class: 'all-in'}, `Round ${event.round}: all tables are in`)),
			this.mode === 'seating' && h('h2', {}, `Round ${event.round}: find your table`)
		);
	}

	// How many columns of a list that is only read by name.
	columns(rows) {
		if (this.mode === 'seating')
			return Math.max(1, Math.floor(this.list.clientWidth / (12.5 * parseFloat(getComputedStyle(this.list).fontSize))));
		return this.lines.length > 2 * rows && innerWidth > 1.3 * innerHeight ? 2 : 1;
	}

	line(row) {
		if (this.mode === 'seating') return seat_line(row);
		return row.casual ? casual_line(row, this.about) : line(row, this.moves);
	}

	// As many lines as fit: the list's line height says how low one may be. Long lists go in columns.
	paint() {
		this.list.classList.toggle('seating', this.mode === 'seating');
		const rows = Math.max(
			1,
			Math.floor(this.list.clientHeight / parseFloat(getComputedStyle(this.list).lineHeight))
		);
		const columns = this.columns(rows),
			fit = columns * rows,
			pages = Math.max(1, Math.ceil(this.lines.length / fit));
		this.page %= pages;
		this.list.style.setProperty('--rows', rows);
		this.list.style.setProperty('--columns', columns);
		this.list.classList.toggle('two', this.mode !== 'seating' && columns > 1);
		glide(this.list, () =>
			put(
				this.list,
				this.lines
					.slice(this.page * fit, (this.page + 1) * fit)
					.map(row => this.line(row)),
				!this.lines.length &&
					this.mode === 'standings' &&
					h(
						'li',
						{class: 'nothing'},
						this.about.event
							? 'The first results will stand here.'
							: 'Play a game, scan its code, and it stands here.'
					)
			)
		);
		put(
			this.pages,
			pages > 1 && [
				Array.from({length: Math.min(pages, 30)}, (_, index) =>
					h('i', {class: index === this.page ? 'on' : '', 'aria-hidden': 'true'})
				),
				`Page ${this.page + 1} of ${pages}`,
			]
		);
	}

	turn() {
		this.page++;
		this.turns++;
		if (!this.about) return;
		this.paint();
		if (this.answer.missing.length > OPEN) this.open_tables();
	}

	tick(step = 1) {
		const rows = this.answer?.recent || [];
		this.news = rows.length ? (this.news + step) % rows.length : 0;
		const row = rows[this.news];
		put(
			this.ticker,
			row &&
				h(
					'span',
					{class: 'new'},
					symbol('star'),
					row.table ? h('strong', {}, `Table ${row.table}`) : h('strong', {}, about_game(this.about, row.game).title),
					` ${row.table && row.round !== this.about.event?.round ? `(round ${row.round}) ` : ''}won by `,
					h('strong', {}, winners(row))
				)
		);
	}
}

export async function show(root) {
	await style('screen/screen.css');
	set_title('Big screen');
	const screen = new Screen(root),
		stops = [darken(), keep_awake(), show_controls(root)];
	const load = async () => {
		try {
			screen.take(...(await Promise.all([get('/api/standings'), kiosk(true)])));
			screen.off.hidden = true;
		} catch {
			screen.off.hidden = false;
		}
	};
	const resized = () => screen.about && screen.paint();
	const timers = [
		setInterval(() => screen.turn(), PAGE),
		setInterval(() => screen.tick(), NEWS),
		setInterval(load, AGAIN),
	];
	addEventListener('resize', resized);
	stops.push(
		live(load, there => {
			screen.off.hidden = there;
		})
	);
	await load();
	return () => {
		timers.forEach(clearInterval);
		screen.clock.stop();
		removeEventListener('resize', resized);
		stops.forEach(stop => stop());
	};
}
