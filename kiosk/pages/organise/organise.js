// SPDX-License-Identifier: MIT
// The organiser's view: logging in, the tabs, and what they share. A tab is a module with
// paint(box, organiser), called again whenever something changed and nobody is typing there.
import {get, kiosk, live, post, set_token} from '../api.js';
import {ask, html, into, keep_focus, put, style} from '../dom.js';
import {about_game} from '../game.js';
import {on_files} from '../photo.js';
import {go, state_mark, set_title, tell} from '../shell.js';

const tabs = [
	['overview', 'Overview', () => import('./rounds.js')],
	['people', 'People', () => import('./people.js')],
	['seats', 'Seats', () => import('./seats.js')],
	['event', 'Event', () => import('./event.js')],
	['kit', 'Kit', () => import('./kit.js')],
	['results', 'Results', () => import('./results.js')],
	['changes', 'Changes', () => import('./changes.js')],
];

// A sentence in place of another; kind is found, again or refused.
export const notice = (
	kind,
	...text
) => html`<div class="state ${kind}" role=${kind === 'refused' ? 'alert' : 'status'} data-state=${kind}>
	${state_mark(kind)}<p>${text}</p>
</div>`;

export function password_field(id, text, more) {
	return html`<label class="field">${text}<input type="password" id=${id} required maxlength="200" ...${more}></label>`;
}

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
		const field = password_field('again-password', 'Password', {
			autocomplete: 'current-password',
			autofocus: true,
			required: false,
		});
		const answer = await ask(
			'Log in again',
			html`<div>
				<p>You were logged out. Nothing you typed is lost.</p>${wrong && notice('refused', wrong)}${field}
			</div>`,
			[
				['login', 'Log in', 'main'],
				['', 'Not now'],
			]
		);
		if (answer !== 'login') return false;
		wrong = await log_in('/api/login', {password: field.querySelector('input').value});
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
					// logged in anew in another window
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

	get(path) {
		return this.as_organiser(() => get(path));
	}

	// Sends; the answer, or null after the sentence was shown in `place` or as a note.
	async send(path, body, place) {
		try {
			const answer = await this.as_organiser(() => post(path, body));
			if (place) put(place);
			return answer;
		} catch (problem) {
			if (place) put(place, notice('refused', problem.message));
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

	title(game) {
		return about_game(this.about, game).title;
	}
}

function login_form(root, about) {
	const first = !about.password,
		says = html`<div></div>`;
	const field = password_field('password', first ? 'A password for the organiser' : 'Password', {
		autocomplete: first ? 'new-password' : 'current-password',
	});
	const again = first && password_field('password-again', 'Once more', {autocomplete: 'new-password'});
	// Elsewhere than on the kiosk's own screen the first password needs what its terminal shows.
	const code =
		first &&
		!about.local &&
		html`<label class="field">
			The code on the kiosk’s terminal<input id="first-code" required autocomplete="off" maxlength="16">
		</label>`;
	const enter = html`<button class="main" data-act="login">${first ? 'Set the password' : 'Log in'}</button>`;
	const form = html`<form id="login" onsubmit=${async event => {
		event.preventDefault();
		const password = field.querySelector('input').value;
		if (again && again.querySelector('input').value !== password) {
			put(says, notice('refused', 'The two are not the same.'));
			return;
		}
		enter.disabled = true;
		const wrong = await log_in(
			first ? '/api/password' : '/api/login',
			first ? {new: password, code: code ? code.querySelector('input').value : ''} : {password}
		);
		enter.disabled = false;
		if (wrong) {
			put(says, notice('refused', wrong));
			field.querySelector('input').select();
		} else {
			go(location.pathname + location.search, true);
		}
	}}>${code}${field}${again}${says}${enter}</form>`;
	into(root)`<section class="plain narrow login">
		<h1 tabindex="-1">Organise</h1>
		<p class="lead">${
			first
				? 'Whoever knows it can run the event and correct results.'
				: 'People, seats, rounds and corrections are the organiser’s.'
		}</p>
		${form}
	</section>`;
	root.querySelector('input')?.focus();
}

// Whether a person is in the middle of something here.
function is_being_edited(box) {
	const active = document.activeElement;
	return (
		document.querySelector('dialog[open]') ||
		box.querySelector('[data-dirty]') ||
		(box.contains(active) && active.matches('input, textarea, select'))
	);
}

export async function show(root) {
	const [about] = await Promise.all([kiosk(true), style('organise/organise.css'), style('standings.css')]);
	set_title('Organise');
	if (!about.organiser) return login_form(root, about);
	const asked = new URLSearchParams(location.search).get('tab');
	const [name, , load] = tabs.find(([each]) => each === asked) || tabs[0];
	const organiser = new Organiser(),
		tab = await load(),
		box = html`<div class="organise-box" id="organise-${name}"></div>`;
	await organiser.load(tab);
	into(root)`
		<nav class="organise-tabs" aria-label="Organise">
			${tabs.map(
				([each, text]) => html`<a href="/organise?tab=${each}" data-act="tab-${each}"
					aria-current=${each === name ? 'page' : null}>${text}</a>`
			)}
			<button type="button" class="quiet small" data-act="logout"
				onclick=${async () => {
					await organiser.send('/api/logout');
					set_token(null);
					go('/organise');
				}}>Log out</button>
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
			quiet = true;
		}); // no dialog after dialog while nobody logs in
	};
	const rest = () => setTimeout(() => box.isConnected && changed(known));
	box.addEventListener('focusout', rest);
	paint();
	// Codes being guessed are not stored, and no live event tells of them. They are asked for without the session, which
	// ends when nobody does anything, even if a page is left open.
	const look =
		tab.shows_guards &&
		setInterval(async () => {
			if (document.hidden) return;
			const answer = await fetch('/api/kiosk', {credentials: 'omit'}).catch(() => null);
			if (answer?.ok && (await answer.json()).guarded !== organiser.about.guarded) changed(null);
		}, 60000);
	const stops = [
		() => clearInterval(look),
		live(changed),
		tab.dropped
			? on_files(async files => {
					for (const file of files) await tab.dropped(file, organiser);
				})
			: () => {},
	];
	return () => stops.forEach(stop => stop());
}
