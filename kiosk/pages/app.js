// SPDX-License-Identifier: MIT
// The page: which address shows which view, and the frame around it. A view is a module with show(root, parts): it
// fills `root`, `parts` are those of the address, and what it returns (or its promise) is called when the view is left.
import {kiosk, post, Refusal} from './api.js';
import {ask, html, put} from './dom.js';
import {go, keep, muted, say, set_title, sound, tell, trouble, use_colours} from './shell.js';
import {on_scan} from './hand_scanner.js';
import {start as outbox} from './outbox.js';

const routes = [
	[/^\/$/, 'scan', () => import('./scan.js')],
	[/^\/c\/([^/]+)\/?$/i, 'play', () => import('./play.js')],
	[/^\/casual\/([a-z0-9]+)\/?$/, 'play', () => import('./play.js')],
	[/^\/entry\/(\d+)\/?$/, 'entry', () => import('./entry.js')],
	[/^\/table\/(\d+)\/(\d+)\/?$/, 'table', () => import('./table.js')],
	[/^\/print\/?$/, 'print', () => import('./print/print.js')],
	[/^\/help\/?$/, 'help', () => import('./help/help.js')],
	[/^\/rules\/([^/]+)\/?$/, 'rules', () => import('./rules.js')],
	[/^\/standings\/?$/, 'standings', () => import('./standings.js')],
	[/^\/screen\/?$/, 'screen', () => import('./screen/screen.js')],
	[/^\/where\/?$/, 'where', () => import('./where.js')],
	[/^\/organise\/?$/, 'organise', () => import('./organise/organise.js')],
];
// Views that a kiosk leaves after a timeout.
const left_when_idle = new Set(['scan', 'play', 'entry']);
const IDLE = 120,
	IDLE_ORGANISER = 300, // until the organiser is logged out there, whatever is shown
	WARNING = 20; // seconds

// A game without a code is a query of the first page, which every server answers.
function here() {
	const casual = location.pathname === '/' && new URLSearchParams(location.search).get('casual');
	try {
		return casual ? '/casual/' + casual : decodeURI(location.pathname);
	} catch {
		return location.pathname;
	}
}

let leave = null,
	turn = 0,
	view = '';
const main = document.getElementById('main');

async function left() {
	const before = leave;
	leave = null;
	try {
		const done = await before;
		if (typeof done === 'function') done();
	} catch {
		/* the view never came up */
	}
}

async function show() {
	const mine = ++turn;
	const path = here();
	const route = routes.find(([pattern]) => pattern.test(path));
	document.querySelectorAll('dialog[open]').forEach(box => box.close(''));
	await left();
	if (mine !== turn) return;
	view = route ? route[1] : 'nowhere';
	document.body.dataset.view = view;
	tabs(path);
	set_title('');
	use_colours(document.body);
	const root = html`<div class="view view-${view}" data-view=${view}></div>`;
	put(main, root);
	scrollTo(0, 0);
	if (!route) {
		trouble(root, new Error('There is nothing at this address.'));
		return;
	}
	root.setAttribute('aria-busy', 'true');
	try {
		const module = await route[2]();
		if (mine !== turn) return;
		leave = Promise.resolve(module.show(root, path.match(route[0]).slice(1)));
		await leave;
	} catch (problem) {
		if (mine !== turn) return;
		const lost = !(problem instanceof Refusal); // a part of the page, which is asked for with the whole of it
		if (lost) console.error(problem);
		trouble(
			root,
			lost ? new Error('A part of this page did not load. Is the kiosk still on?') : problem,
			lost ? () => location.reload() : show
		);
	}
	root.removeAttribute('aria-busy');
	if (mine === turn && !root.contains(document.activeElement))
		(root.querySelector('h1') || main).focus({preventScroll: true});
}

function tabs(path) {
	for (const tab of document.querySelectorAll('[data-tab]')) {
		const at = tab.dataset.tab;
		tab.ariaCurrent = (at === '/' ? left_when_idle.has(view) : path.startsWith(at)) ? 'page' : null;
	}
}

function switches() {
	const root = document.documentElement,
		label = (id, icon, text) =>
			Object.assign(document.getElementById(id), {className: 'round ' + icon, ariaLabel: text, title: text});
	const paint = () => {
		const dark = root.dataset.theme === 'dark';
		label('theme', dark ? 'to-light' : 'to-dark', dark ? 'Light colours' : 'Dark colours');
		if (muted()) label('sound', 'sound-off', 'Sound is off: switch on');
		else label('sound', 'sound-on', 'Sound is on: switch off');
		document.querySelector('meta[name=theme-color]').content = dark ? '#1d1915' : '#f3eadb';
	};
	document.getElementById('theme').addEventListener('click', () => {
		root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
		keep('theme', root.dataset.theme);
	});
	document.getElementById('sound').addEventListener('click', () => {
		keep('muted', muted() ? null : true);
		paint();
		sound('found');
	});
	new MutationObserver(paint).observe(root, {attributeFilter: ['data-theme']});
	paint();
}

// Links inside the page do not load it again.
function links(event) {
	const link = event.target.closest('a[href]'),
		plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.defaultPrevented);
	if (!link || !plain || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
	if (link.hash && link.pathname === location.pathname) {
		event.preventDefault();
		document.querySelector(link.hash)?.focus();
	} else if (routes.some(([pattern]) => pattern.test(decodeURI(link.pathname)))) {
		event.preventDefault();
		go(link.pathname + link.search);
	}
}

// Whether somebody is still there; without an answer nobody is.
async function is_anybody_there(sentence) {
	const timer = setTimeout(() => document.querySelector('dialog.ask')?.close('idle'), WARNING * 1000);
	say('Is anybody still there?', true);
	const answer = await ask('Still there?', html`<p>${sentence}</p>`, [
		['idle', 'Finish for now'],
		['stay', 'Keep going', 'main safe'],
	]);
	clearTimeout(timer);
	return answer !== 'idle';
}

// The organiser has left the kiosk's own screen: the next person there is somebody else. Only the desk
// asks first, since something may be half written there. Answers whether somebody is there.
async function leave_organiser() {
	const desk = view === 'organise';
	if (desk && (await is_anybody_there('Otherwise you are logged out.'))) return true;
	// The desk is left first: logging out is a change, and it would ask for what it may not see any more.
	if (desk) await left();
	await post('/api/logout');
	await kiosk(true);
	if (desk) go('/');
	else show();
	return false;
}

// The kiosk's own screen goes back to its idle view when people have left.
function idle(local) {
	if (!local) return;
	let last = Date.now(),
		asking = false;
	const touched = () => {
		last = Date.now();
	};
	for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'input'])
		addEventListener(kind, touched, {passive: true, capture: true});
	setInterval(async () => {
		const still = (Date.now() - last) / 1000;
		if (asking || still < IDLE || document.body.dataset.busy) return;
		if (still >= IDLE_ORGANISER) {
			asking = true;
			try {
				if ((await kiosk()).organiser && (await leave_organiser())) touched();
			} catch {
				/* the kiosk does not answer: it is asked again in a second */
			}
			asking = false;
			if (Date.now() - last < 1000 * IDLE) return;
		}
		if (!left_when_idle.has(view)) return;
		if (view === 'scan') {
			dispatchEvent(new Event('seedpress-idle'));
			return;
		}
		asking = true;
		const stays = await is_anybody_there('Nothing is lost: what was entered is kept for this game.');
		asking = false;
		touched();
		if (!stays) go('/');
	}, 1000);
}

async function start() {
	kiosk().catch(() => {}); // asked while the view is still being loaded
	switches();
	addEventListener('click', links);
	// A view that has steps of its own takes Back itself.
	addEventListener('popstate', () => dispatchEvent(new Event('seedpress-back', {cancelable: true})) && show());
	addEventListener('seedpress-route', show);
	// A hand scanner, wherever the focus is.
	on_scan(code => {
		tell('found', 'Code read.');
		go('/c/' + encodeURIComponent(code));
	});
	show();
	try {
		const about = await kiosk();
		document.body.dataset.local = about.local;
		put(document.getElementById('event'), about.event ? about.event.name : '');
		if (about.away) tell('again', `Nothing can be stored just now: ${about.away}.`);
		idle(about.local);
		if (about.event) import('./now.js').then(now => now.begin(about));
		import('./offline.js').then(offline => offline.begin(about));
	} catch {
		/* the view says so */
	}
}

// Results that could not be stored yet are sent again, whatever is on screen.
outbox();
start();
