// SPDX-License-Identifier: MIT
// A game that is being entered. Every change can be undone, and everything is kept
// in this browser until the kiosk has it on disk: a reload loses nothing.
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
		this.past.push(this.state);
		this.future = [];
		this.settle(next);
		return true;
	}

	// Makes this the state, keeps it and tells everybody.
	settle(state) {
		this.state = state;
		this.keep();
		this.listeners.forEach(listener => listener(this.state));
	}

	keep() {
		keep(this.name, {state: this.state, past: this.past.slice(-KEPT_STEPS), submission: this.submission});
	}

	undo() {
		if (!this.past.length) return false;
		this.future.push(this.state);
		this.settle(this.past.pop());
		return true;
	}

	redo() {
		if (!this.future.length) return false;
		this.past.push(this.state);
		this.settle(this.future.pop());
		return true;
	}

	// Takes over what another tab of this browser enters; `gone` hears that it was stored there. Answers how to stop.
	follow(gone) {
		const heard = event => {
			if (event.key !== 'seedpress.' + this.name) return;
			const other = kept(this.name);
			if (!other?.state) {
				gone();
				return;
			}
			Object.assign(this, {state: other.state, past: other.past || [], future: [], submission: other.submission});
			this.listeners.forEach(listener => listener(this.state));
		};
		addEventListener('storage', heard);
		return () => removeEventListener('storage', heard);
	}

	on(listener) {
		this.listeners.add(listener);
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
