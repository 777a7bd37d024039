// SPDX-License-Identifier: MIT
// A game that is being entered. Every change can be undone, and everything is kept
// in this browser until the kiosk has it on disk: a reload loses nothing.
import {listen} from './dom.js';
import {keep, kept} from './shell.js';

const KEPT_STEPS = 60; // of undo after a reload; before one there is no limit

export class Draft {
	// `start` makes the first state where nothing is kept under this name.
	constructor(name, start) {
		this.name = 'draft.' + name;
		this.listeners = new Set();
		const old = kept(this.name);
		this.restored = Boolean(old && old.state && old.past && old.past.length);
		this.state = this.restored ? old.state : start();
		this.past = this.restored ? old.past : [];
		this.future = [];
		this.submission = (old && old.submission) || new_submission();
	}

	// Changes the state by a function that changes a copy; nothing happens when it says false.
	change(how) {
		const next = structuredClone(this.state);
		if (how(next) === false || JSON.stringify(next) === JSON.stringify(this.state)) return false;
		this.settle(next, [...this.past, this.state], []);
		return true;
	}

	// Makes this the state with its past and future, tells everybody and keeps it.
	settle(state, past = this.past, future = this.future) {
		this.show(state, past, future);
		this.keep();
	}

	// The same without keeping it. If it cannot be shown, all three are as before, and the problem is thrown.
	show(state, past, future) {
		const before = {state: this.state, past: this.past, future: this.future};
		Object.assign(this, {state, past, future});
		try {
			this.listeners.forEach(listener => listener(this.state));
		} catch (problem) {
			Object.assign(this, before);
			this.listeners.forEach(listener => listener(this.state));
			throw problem;
		}
	}

	keep() {
		keep(this.name, {state: this.state, past: this.past.slice(-KEPT_STEPS), submission: this.submission});
	}

	// A step that cannot be shown is left out.
	undo() {
		while (this.past.length)
			try {
				this.settle(this.past.at(-1), this.past.slice(0, -1), [...this.future, this.state]);
				return true;
			} catch {
				this.past = this.past.slice(0, -1);
			}
		this.settle(this.state);
		return false;
	}

	redo() {
		if (!this.future.length) return false;
		this.settle(this.future.at(-1), [...this.past, this.state], this.future.slice(0, -1));
		return true;
	}

	// Takes over what another tab of this browser enters; `gone` hears that it was stored there. Answers how to stop.
	follow(gone) {
		return listen(window, {
			storage: event => {
				if (event.key !== 'seedpress.' + this.name) return;
				const {state, past = [], submission} = kept(this.name) || {};
				if (!state) return gone();
				this.submission = submission;
				return this.show(state, past, []); // kept already: here it might be older by now
			},
		});
	}

	on(listener) {
		this.listeners.add(listener);
	}

	// Sets members of the state.
	set(values) {
		return this.change(state => Object.assign(state, values));
	}

	// What was kept cannot be shown: it begins again.
	restart(state) {
		Object.assign(this, {state, past: [], future: [], restored: false});
		this.keep();
	}

	// Under its name something else was sent.
	rename() {
		this.submission = new_submission();
		this.keep();
	}

	// It is stored, or thrown away.
	forget() {
		keep(this.name, null);
	}
}

// A text that no other result has. crypto.randomUUID needs a secure context; phones on plain HTTP
// have getRandomValues alone.
export function new_submission() {
	return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('');
}

// A game that is open in two tabs of a browser is one game: each tab follows what the other enters, and `later` is
// called where this tab is the later one; answers how to stop.
export function tell_other_tabs(name, later) {
	if (!window.BroadcastChannel) return () => {};
	const channel = new BroadcastChannel('seedpress.tabs'),
		mine = new_submission();
	channel.addEventListener('message', ({data}) => {
		if (data?.name !== name) return;
		if (data.from) channel.postMessage({name, to: data.from});
		else if (data.to === mine) later();
	});
	channel.postMessage({name, from: mine});
	return () => channel.close();
}
