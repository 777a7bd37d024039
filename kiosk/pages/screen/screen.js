// SPDX-License-Identifier: MIT
// A projector's view: where people sit before a round, the standings with the clock and the open tables
// while it is played, the podium at the end. Big, paging by itself, never touched. It finds its way back
// when the kiosk was gone, and keeps the screen awake where the browser lets it.
import {get, kiosk, live} from '../api.js';
import {Clock, ring} from '../clock.js';
import {button, html, into, put, style, symbol} from '../dom.js';
import {about_game} from '../game.js';
import {set_title} from '../shell.js';
import {fit_names, mode_of, podium, seat_line, seating_of} from './parts.js';
import {Moves, glide, key_of, winners} from '../standings.js';

const PAGE = 9000,
	NEWS = 6000,
	AGAIN = 60000,
	STILL = 3000; // milliseconds

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

const line = (row, moves) => html`<li data-row=${key_of(row)} data-place=${row.place}>
	<span class="place">${row.place}</span>${moves.arrow(row)}
	<span class="name">${row.name}${row.place === 1 && row.points > 0 && symbol('trophy')}</span>
	<span class="wins">${row.wins > 0 && html`${symbol('star')}${row.wins}<span class="unseen"> won</span>`}</span>
	<span class="points">${row.points}</span>
</li>`;

const casual_line = (row, about) => html`<li data-row="entry${row.entry}">
	<span class="place">${symbol('trophy')}</span><span></span><span class="name">${winners(row)}</span>
	<span class="points game">${about_game(about, row.game).title}</span>
</li>`;

class Screen {
	constructor(root) {
		Object.assign(this, {root, moves: new Moves(), page: 0, news: 0, turns: 0, lines: [], mode: 'standings'});
		this.clock_box = html`<p class="screen-clock" id="clock" role="timer" hidden></p>`;
		this.clock = new Clock(this.clock_box, () => {
			// The kiosk's own screen rings whatever it shows.
			if (!this.about.local) ring();
		});
		this.top = html`<div></div>`;
		this.head = html`<header class="screen-head"></header>`;
		this.list = html`<ol class="bare lines" id="board"></ol>`;
		this.pages = html`<p class="pages" id="pages"></p>`;
		this.side = html`<div class="screen-missing" id="missing"></div>`;
		this.ticker = html`<p class="ticker" id="ticker"></p>`;
		this.address = html`<div class="screen-address"></div>`;
		this.off = html`<p class="screen-off" role="status" hidden>The kiosk does not answer just now.</p>`;
		into(root)`<div class="screen">
			${this.head}<section class="screen-board">${this.top}${this.list}${this.pages}</section>
			<aside class="screen-side">${this.side}${this.address}</aside>${this.ticker}${this.off}
			<p class="screen-controls">
				${button('Full screen', 'full', () =>
					document.fullscreenElement
						? document.exitFullscreen()
						: document.documentElement.requestFullscreen().catch(() => {})
				)}
				<a class="button" href="/standings" data-act="leave" aria-label="Leave the big screen">Leave</a>
			</p>
		</div>`;
	}

	take(answer, about) {
		this.moves.take(answer.rows);
		Object.assign(this, {answer, about});
		this.clock.set(about.event?.clock);
		this.arrange();
		this.tick(0);
	}

	// Everything but the clock, as it fits the screen.
	arrange() {
		const {answer, about} = this;
		this.mode = mode_of(answer, about);
		this.root.querySelector('.screen').dataset.mode = this.mode;
		this.lines = this.lines_of(answer);
		put(this.top, this.mode === 'podium' && podium(answer.rows));
		fit_names(this.top);
		const {event} = about,
			round = event?.rounds.find(each => each.round === event.round);
		const done = round && round.tables - answer.missing.length;
		into(this.head)`<h1 tabindex="-1">${event ? event.name : 'Latest games'}</h1>${this.clock_box}
			${
				round &&
				html`<div class="screen-round">
					<p id="round"><strong>Round ${round.round} of ${event.rounds.length}</strong> ${round.title}</p>
					<progress max=${round.tables} value=${Math.max(0, done)} aria-label="Tables done"></progress>
				</div>`
			}`;
		this.open_tables();
		const [url] = about.addresses || [];
		if (url && this.address.dataset.url !== url) {
			this.address.dataset.url = url;
			into(this.address)`<img src="/address.svg" alt="QR code of ${url}" onerror=${() => put(this.address)}>
				<p>Find your seat, enter your result</p>
				<p class="screen-url" id="url">${url.replace(/^http:\/\//, '').replace(/\/$/, '')}</p>`;
		}
		this.paint();
	}

	lines_of(answer) {
		if (this.mode === 'seating') return seating_of(answer);
		if (this.mode === 'podium') return answer.rows.filter(row => row.place > 3 || !row.played);
		return answer.rows.length ? answer.rows : answer.recent.map(row => ({...row, casual: true}));
	}

	// The tables that still play: as many as fit, and the others on the next pages.
	open_tables() {
		const {missing} = this.answer,
			{event} = this.about,
			many = missing.length > 15;
		if (!event || this.mode !== 'standings' || !missing.length) {
			into(this.side)`${
				event &&
				this.mode === 'standings' &&
				html`<h2 class="all-in">Round ${event.round}: all tables are done</h2>`
			}
				${this.mode === 'seating' && html`<h2>Round ${event.round}: find your table</h2>`}`;
			return;
		}
		const says = html`<p class="pages" id="open-pages"></p>`,
			tables = missing.map(
				row => html`<li class=${row.in ? 'part' : ''} data-table=${row.table}>${row.table}</li>`
			),
			list = html`<ul class="bare${many ? ' many' : ''}">${tables}</ul>`;
		into(this.side)`<h2>Still playing${many && `: ${missing.length} tables`}</h2>${list}${says}`;
		const bottom = this.side.getBoundingClientRect().bottom;
		if (list.getBoundingClientRect().bottom <= bottom) return;
		put(says, 'Page 1 of 1'); // as high as what it will say
		const room = bottom - says.offsetHeight,
			fit = Math.max(1, tables.filter(each => each.getBoundingClientRect().bottom <= room).length),
			pages = Math.ceil(missing.length / fit),
			at = this.turns % pages;
		put(list, tables.slice(at * fit, (at + 1) * fit));
		put(says, `Page ${at + 1} of ${pages}`);
	}

	// How many columns of a list that is only read by name.
	columns(rows) {
		if (this.mode === 'seating')
			return Math.max(
				1,
				Math.floor(this.list.clientWidth / (12.5 * parseFloat(getComputedStyle(this.list).fontSize)))
			);
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
		glide(
			this.list,
			() => into(this.list)`${this.lines.slice(this.page * fit, (this.page + 1) * fit).map(row => this.line(row))}
				${
					!this.lines.length &&
					this.mode === 'standings' &&
					html`<li class="nothing">${
						this.about.event
							? 'The first results will stand here.'
							: 'Play a game, scan its code, and it stands here.'
					}</li>`
				}`
		);
		put(
			this.pages,
			pages > 1 && [
				Array.from(
					{length: Math.min(pages, 30)},
					(_, index) => html`<i class=${index === this.page ? 'on' : ''} aria-hidden="true"></i>`
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
		this.open_tables();
	}

	tick(step = 1) {
		const rows = this.answer?.recent || [];
		this.news = rows.length ? (this.news + step) % rows.length : 0;
		const row = rows[this.news];
		put(
			this.ticker,
			row &&
				html`<span class="new">
					${symbol('star')}
					${
						row.table
							? html`<strong>Table ${row.table}</strong>`
							: html`<strong>${about_game(this.about, row.game).title}</strong>`
					} ${row.table && row.round !== this.about.event?.round ? `(round ${row.round}) ` : ''}won
					by <strong>${winners(row)}</strong>
				</span>`
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
	const resized = () => screen.about && screen.arrange();
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
