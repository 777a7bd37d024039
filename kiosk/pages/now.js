// SPDX-License-Identifier: MIT
// What is going on in the event just now, in the bar of every view: the round's clock, and where it concerns
// somebody, which tables call the organiser. A table of the event calls by a button at its game.
import {get, live, post} from './api.js';
import {Clock} from './clock.js';
import {button, count, html, into, put} from './dom.js';
import {notice, say, sound, tell, toast} from './shell.js';

const followers = new Set();
let latest = null; // as GET /api/kiosk has it

// Calls `changed` with what the kiosk says of itself, at once if that is known; returns how to stop.
export function follow(changed) {
	followers.add(changed);
	if (latest) changed(latest);
	return () => followers.delete(changed);
}

const called = ({calls = []}) =>
	calls.length === 1 ? `Table ${calls[0].table} calls` : `${count(calls.length, 'table')} call`;

// Begins, with what is known already. The view may be logging in just now: its own knowledge is left alone.
export function begin(about) {
	const time = html`<p class="number" id="now-clock" role="timer" aria-label="Left in this round" hidden></p>`,
		calls = html`<a class="calls" id="calls" href="/organise" hidden></a>`,
		clock = new Clock(time, () => {
			const text = 'The time of this round is over.';
			if (about.local) sound('bell');
			toast(text, 'again');
			say(text, true);
		});
	let before = 0;
	put(document.getElementById('now'), calls, time);
	follow(({event, local, organiser}) => {
		const open = ((local || organiser) && event?.calls) || [];
		clock.set(event?.clock);
		calls.hidden = !open.length;
		if (open.length) put(calls, called(event));
		if (open.length > before) {
			sound('again');
			say(called(event));
		}
		before = open.length;
	});
	const take = answer => {
		latest = answer;
		followers.forEach(changed => changed(latest));
	};
	take(about);
	live(number => number !== latest.change && get('/api/kiosk').then(take, () => {}));
}

// The button of a table of the event, and what became of it: {root, stop}.
export function call_button({code, round, table}) {
	const root = html`<div class="call"></div>`;
	let calls = null;
	const set = async wanted => {
		try {
			await post('/api/call/' + encodeURIComponent(code), {calls: wanted});
			paint(wanted);
		} catch (problem) {
			tell('refused', problem.message);
		}
	};
	const paint = wanted => {
		if (calls === wanted) return;
		calls = wanted;
		if (!calls) into(root)`${button('Call the organiser', 'call', () => set(true), {class: 'small'})}`;
		else
			into(root)`${notice(
				'again',
				html`<p>The organiser is called to table ${table}.</p>
					${button('No longer needed', 'call-off', () => set(false), {class: 'small'})}`,
				{id: 'called', role: 'status'}
			)}`;
	};
	paint(false);
	const stop = follow(({event}) => {
		const open = (event?.calls || []).some(each => each.round === round && each.table === table);
		if (calls && !open) tell('found', 'The organiser has answered your call.');
		paint(open);
	});
	return {root, stop};
}
