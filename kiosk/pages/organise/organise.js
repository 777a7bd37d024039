// SPDX-License-Identifier: MIT
// The organiser's view: logging in, the tabs, and what they share. A tab is a module with paint(box, organiser), called
// again whenever something changed and nobody is typing there.
import {get, kiosk, live, post, set_token} from '../api.js';
import {ask, button, html, into, keep_focus, put, style} from '../dom.js';
import {about_game} from '../game.js';
import {on_files} from '../photo.js';
import {alarm, go, set_title, tell} from '../shell.js';
import {field, form, password_field} from './form.js';

const tabs = [
	['overview', 'Overview', () => import('./rounds.js')],
	['people', 'People', () => import('./people.js')],
	['seats', 'Seats', () => import('./seats.js')],
	['event', 'Event', () => import('./event.js')],
	['kit', 'Kit', () => import('./kit.js')],
	['results', 'Results', () => import('./results.js')],
	['changes', 'Changes', () => import('./changes.js')],
];

// Logs in. What is wrong, as a sentence; '' when all is well.
async function log_in(path, body) {
	try {
		set_token((await post(path, body)).token);
		return '';
	} catch (problem) {
		return problem.message;
	}
}

// The session is over: asks without touching what is on the page. Says whether it goes on.
let asking = null;
async function log_in_again() {
	for (let wrong = ''; ;) {
		const typed = password_field('again-password', 'Password', 'current-password', {
				autofocus: true,
				required: false,
			}),
			content = html`<p>You were logged out. Nothing you typed is lost.</p>${wrong && alarm('refused', wrong)}${typed}`;
		const answer = await ask('Log in again', html`<div>${content}</div>`, [
			['login', 'Log in', 'main'],
			['', 'Cancel'],
		]);
		if (answer !== 'login') return false;
		wrong = await log_in('/api/login', {password: typed.control.value});
		if (!wrong) return true;
	}
}

class Organiser {
	// Does what needs the organiser; a lost session is asked for once, however many wait for it.
	async as_organiser(run) {
		for (let fresh = false; ;) {
			try {
				return await run();
			} catch (problem) {
				if (problem.kind === 'forbidden' && !fresh) {
					// logged in again in another window
					fresh = true;
					await kiosk(true);
				} else if (problem.kind !== 'organiser') {
					throw problem;
				} else {
					asking ||= log_in_again().finally(() => {
						asking = null;
					});
					if (!(await asking)) throw problem;
				}
			}
		}
	}

	get = path => this.as_organiser(() => get(path));
	post = (path, body) => this.as_organiser(() => post(path, body));
	title = game => about_game(this.about, game).title;

	// Sends; the answer, or null after the sentence was shown in `place` or as a note.
	async send(path, body, place) {
		try {
			const answer = await this.post(path, body);
			if (place) put(place);
			return answer;
		} catch (problem) {
			if (place) put(place, alarm('refused', problem.message));
			else tell('refused', problem.message);
			return null;
		}
	}

	// The kiosk's number first: what is read after it is as new or newer.
	async load(tab) {
		this.about = await kiosk(true);
		[this.event] = await Promise.all([this.get('/api/event'), tab.prepare?.(this)]);
		this.round = this.about.event?.round || 0;
	}
}

function login_form(root, about) {
	const first = !about.password,
		// Elsewhere than on the kiosk's own screen the first password needs what its terminal shows.
		code = {id: 'first-code', required: true, autocomplete: 'off', maxlength: 16},
		content = [
			first && !about.local && field('The code on the kiosk’s terminal', code),
			first
				? password_field('password', 'A password for the organiser', 'new-password')
				: password_field('password', 'Password', 'current-password'),
			first && password_field('password-again', 'Repeat password', 'new-password'),
		];
	const enter = async (typed, says) => {
		const password = typed.password.value,
			fits = !first || typed['password-again'].value === password;
		const wrong = !fits
			? 'The passwords don’t match.'
			: first
				? await log_in('/api/password', {new: password, code: typed['first-code']?.value || ''})
				: await log_in('/api/login', {password});
		if (!wrong) return go(location.pathname + location.search, true);
		put(says, alarm('refused', wrong));
		return fits && typed.password.select();
	};
	into(root)`<section class="plain narrow login">
		<h1 tabindex="-1">Organise</h1>
		<p class="lead">${
			first
				? 'Anyone with this password can run the event and correct results.'
				: 'People, seats, rounds and corrections are the organiser’s.'
		}</p>
		${form({id: 'login', class: ''}, content, [first ? 'Set the password' : 'Log in', 'login'], enter)}
	</section>`;
	root.querySelector('input')?.focus();
}

// Whether a person is in the middle of something here.
function is_being_edited(box) {
	const active = document.activeElement,
		typing = box.contains(active) && active.matches('input, textarea, select');
	return typing || document.querySelector('dialog[open]') || box.querySelector('[data-dirty]');
}

export async function show(root) {
	const [about] = await Promise.all([kiosk(true), style('organise/organise.css'), style('standings.css')]);
	set_title('Organise');
	if (!about.organiser) return login_form(root, about);
	const asked = new URLSearchParams(location.search).get('tab'),
		[name, , load] = tabs.find(([each]) => each === asked) || tabs[0];
	const organiser = new Organiser(),
		tab = await load(),
		box = html`<div class="organise-box" id="organise-${name}"></div>`;
	await organiser.load(tab);
	const log_out = async () => {
		await organiser.send('/api/logout');
		set_token(null);
		go('/organise');
	};
	into(root)`<nav class="organise-tabs" aria-label="Organise">
			${tabs.map(
				([each, text]) => html`<a href="/organise?tab=${each}" data-act="tab-${each}"
					aria-current=${each === name ? 'page' : null}>${text}</a>`
			)}
			${button('Log out', 'logout', log_out, {class: 'quiet small'})}
		</nav>
		${box}`;
	let waiting = false,
		quiet = false,
		known = organiser.about.change;
	const paint = () => tab.paint(box, organiser);
	organiser.refresh = async () => {
		await organiser.load(tab);
		known = organiser.about.change;
		quiet = false;
		const unfolded = [...box.querySelectorAll('details[open]')].map(each => each.id);
		keep_focus(box, paint);
		unfolded.forEach(each => box.querySelector('#' + each)?.setAttribute('open', ''));
	};
	const changed = number => {
		waiting ||= number !== known;
		known = number;
		if (!waiting || quiet || is_being_edited(box)) return;
		waiting = false;
		organiser.refresh().catch(() => {
			quiet = true; // no dialog after dialog while nobody logs in
		});
	};
	box.addEventListener('focusout', () => setTimeout(() => box.isConnected && changed(known)));
	paint();
	// Codes being guessed are not stored, and no live event tells of them. They are asked for without the session, which
	// ends when nobody does anything, even if a page is left open.
	const look = async () => {
		const answer = !document.hidden && (await fetch('/api/kiosk', {credentials: 'omit'}).catch(() => null));
		if (answer?.ok && (await answer.json()).guarded !== organiser.about.guarded) changed(null);
	};
	const timer = tab.shows_guards && setInterval(look, 60000),
		take = async files => {
			for (const file of files) await tab.dropped(file, organiser);
		};
	const stops = [() => clearInterval(timer), live(changed), tab.dropped && on_files(take)];
	return () => stops.forEach(stop => stop?.());
}
