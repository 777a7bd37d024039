// SPDX-License-Identifier: MIT
// A projector's view: where people sit before a round, the standings with the clock and the open tables
// while it is played, the podium at the end. Big, paging automatically, never touched. It finds its way back
// when the kiosk was gone, and keeps the screen awake where the browser lets it.
import {get, kiosk, live} from '../api.js';
import {Clock} from '../clock.js';
import {button, count, html, into, listen, put, style, symbol} from '../dom.js';
import {about_game, winners} from '../game.js';
import {letters} from '../players.js';
import {set_title, sound} from '../shell.js';
import {Moves, glide, key_of} from '../standings.js';

const PAGE = 9000,
	NEWS = 6000,
	AGAIN = 60000,
	STILL = 3000; // milliseconds

const SHARED = 5; // names on one step of the podium

const order = new Intl.Collator(undefined, {numeric: true});

// Everybody by name with table and seat, of a round without results.
function seating_of(answer) {
	return answer.missing
		.flatMap(row => row.names.map((name, seat) => ({name, table: row.table, seat})))
		.filter(each => each.name)
		.sort((a, b) => order.compare(a.name, b.name));
}

const seat_line = each => html`<li data-seat="${each.table}.${each.seat}">
	<span class="name">${each.name}</span>
	<span class="where">${each.table}<span class="letter">${letters[each.seat]}</span></span>
</li>`;

// Which of them is on: where people sit until the round has begun, the podium when all is played.
function mode_of(answer, about) {
	const asked = new URLSearchParams(location.search).get('show'),
		{event} = about;
	if (['seating', 'standings', 'podium'].includes(asked)) return asked;
	if (!event) return 'standings';
	const {missing} = answer,
		played = event.rounds.every(round => round.in >= round.tables);
	if (played && event.round === event.rounds.length && answer.rows.some(row => row.played)) return 'podium';
	const begun = event.clock || missing.some(row => row.in > 0) || event.rounds[event.round - 1].in > 0;
	return !begun && missing.some(row => row.names.some(Boolean)) ? 'seating' : 'standings';
}

// The first three places, the second and the third at the sides of the first. Places that are shared leave steps out.
function podium(rows) {
	const steps = [2, 1, 3]
		.map(place => [place, rows.filter(row => row.place === place && row.played)])
		.filter(([, people]) => people.length);
	return html`<ol class="bare podium" id="podium" vars=${{steps: steps.length}}>${steps.map(
		([place, people]) => html`<li class="step step-${place}" data-step=${place}>
			${place === 1 && people.length < 3 && symbol('trophy', {class: 'symbol prize'})}
			${people.slice(0, SHARED).map(row => html`<strong class="who">${row.name}</strong>`)}
			${people.length > SHARED && html`<span class="who">and ${people.length - SHARED} more</span>`}
			<span class="block"><b>${place}</b><span>${count(people[0].points, 'point')}</span></span>
		</li>`
	)}</ol>`;
}

// Hundredths of the screen's height: smaller names are hard to read from afar, so that words are broken first.
const SMALL = 2.6;

// Names of any length are shown whole: those of a step get smaller until they fit.
function fit_names(box) {
	for (const step of box.querySelectorAll('.step')) {
		const fits = () =>
			step.firstElementChild.getBoundingClientRect().top >= step.getBoundingClientRect().top - 1 &&
			[...step.querySelectorAll('.who')].every(name => name.scrollWidth <= name.clientWidth + 1);
		for (let size = step.dataset.step === '1' ? 5.6 : 4.6; size > 0.8; size -= 0.2) {
			step.style.setProperty('--size', size);
			step.classList.toggle('broken', size < SMALL + 0.1);
			if (fits()) break;
		}
	}
}

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
	const stop = listen(document, {visibilitychange: want});
	want();
	return () => {
		stop();
		lock?.release();
	};
}

// Dark unless asked for otherwise, whatever the rest of the page is and the system changes to.
function darken() {
	const {dataset} = document.documentElement,
		before = dataset.theme;
	const paint = () => {
		dataset.theme = new URLSearchParams(location.search).get('theme') === 'light' ? 'light' : 'dark';
	};
	const stop = listen(matchMedia('(prefers-color-scheme: dark)'), {change: paint});
	paint();
	return () => {
		stop();
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
	const stop = listen(window, {pointermove: moved, keydown: moved});
	return () => {
		clearTimeout(timer);
		stop();
	};
}

const line = (row, moves) => html`<li data-row=${key_of(row)} data-place=${row.place}>
	<span class="place">${row.place}</span>${moves.arrow(row)}
	<span class="name">${row.name}${row.place === 1 && row.points > 0 && symbol('trophy')}</span>
	<span class="wins">${row.wins > 0 && [symbol('star'), row.wins, html`<span class="unseen"> won</span>`]}</span>
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
		// The kiosk's own screen rings whatever it shows.
		this.clock = new Clock(this.clock_box, () => !this.about.local && sound('bell'));
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
			<div if=${round} class="screen-round">
				<p id="round"><strong>Round ${round?.round} of ${event?.rounds.length}</strong> ${round?.title}</p>
				<progress max=${round?.tables} value=${Math.max(0, done || 0)} aria-label="Tables done"></progress>
			</div>`;
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
			into(this.side)`
				<h2 if=${event && this.mode === 'standings'} class="all-in">Round ${event?.round}: all tables are done</h2>
				<h2 if=${this.mode === 'seating'}>Round ${event?.round}: find your table</h2>`;
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
		const width = 12.5 * parseFloat(getComputedStyle(this.list).fontSize);
		if (this.mode === 'seating') return Math.max(1, Math.floor(this.list.clientWidth / width));
		return this.lines.length > 2 * rows && innerWidth > 1.3 * innerHeight ? 2 : 1;
	}

	line(row) {
		if (this.mode === 'seating') return seat_line(row);
		return row.casual ? casual_line(row, this.about) : line(row, this.moves);
	}

	// As many lines as fit: the list's line height says how low one may be. Long lists go in columns.
	paint() {
		this.list.classList.toggle('seating', this.mode === 'seating');
		const high = parseFloat(getComputedStyle(this.list).lineHeight),
			rows = Math.max(1, Math.floor(this.list.clientHeight / high));
		const columns = this.columns(rows),
			fit = columns * rows,
			pages = Math.max(1, Math.ceil(this.lines.length / fit));
		this.page %= pages;
		this.list.style.setProperty('--rows', rows);
		this.list.style.setProperty('--columns', columns);
		this.list.classList.toggle('two', this.mode !== 'seating' && columns > 1);
		const shown = this.lines.slice(this.page * fit, (this.page + 1) * fit).map(row => this.line(row)),
			empty = !this.lines.length && this.mode === 'standings',
			dots = Array.from({length: Math.min(pages, 30)}, (_, index) => (index === this.page ? 'on' : ''));
		glide(
			this.list,
			() => into(this.list)`${shown}
				<li if=${empty} class="nothing">
					${this.about.event ? 'The first results will appear here.' : 'Play a game, scan its code, and it appears here.'}
				</li>`
		);
		put(this.pages);
		if (pages > 1)
			into(this.pages)`${dots.map(kind => html`<i class=${kind} aria-hidden="true"></i>`)}
				Page ${this.page + 1} of ${pages}`;
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
		const round = row?.table && row.round !== this.about.event?.round ? `(round ${row.round}) ` : '';
		put(this.ticker);
		if (row)
			into(this.ticker)`<span class="new">
				${symbol('star')}
				<strong>${row.table ? `Table ${row.table}` : about_game(this.about, row.game).title}</strong> ${round}won
				by <strong>${winners(row)}</strong>
			</span>`;
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
	const heard = there => {
		screen.off.hidden = there;
	};
	stops.push(listen(window, {resize: resized}), live(load, heard), () => screen.clock.stop());
	await load();
	return () => {
		timers.forEach(clearInterval);
		stops.forEach(stop => stop());
	};
}
