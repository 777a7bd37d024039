// SPDX-License-Identifier: MIT
// What every view may use of the page around it: going elsewhere, saying
// something to eyes and ears, sounds, and what this browser keeps.
import {html, into, put} from './dom.js';

export function keep(name, value) {
	try {
		if (value === null) localStorage.removeItem('seedpress.' + name);
		else localStorage.setItem('seedpress.' + name, JSON.stringify(value));
		return true;
	} catch {
		return false; // full, or a private window: the page works without
	}
}

export function kept(name) {
	try {
		return JSON.parse(localStorage.getItem('seedpress.' + name));
	} catch {
		return null;
	}
}

// To another view of the page.
export function go(path, replace) {
	history[replace ? 'replaceState' : 'pushState'](null, '', path);
	dispatchEvent(new Event('seedpress-route'));
}

// For screen readers; `now` interrupts.
export function say(text, now) {
	const place = document.getElementById(now ? 'alarm' : 'say');
	place.textContent = '';
	requestAnimationFrame(() => {
		place.textContent = text;
	});
}

// A note that goes by itself: kind is found, again or refused.
export function toast(text, kind = 'found') {
	const note = html`<p class="toast ${kind}" data-state=${kind}>${state_mark(kind)}<span>${text}</span></p>`;
	const place = document.getElementById('toasts');
	if (place.childElementCount > 2) place.firstElementChild.remove();
	place.append(note);
	setTimeout(() => note.remove(), 3000 + 60 * text.length);
}

export function clear_toasts() {
	put(document.getElementById('toasts'));
}

// The three states have a shape each: a tick in a circle, a warning triangle, a cross in an octagon.
export const state_mark = kind => html`<span class="mark ${kind}" aria-hidden="true"></span>`;

let audio = null;

export const muted = () => kept('muted') === true;

// The notes of a state: hertz and seconds.
const notes = {
	found: [
		[660, 0.09],
		[990, 0.16],
	],
	again: [[440, 0.1]],
	refused: [
		[220, 0.14],
		[165, 0.22],
	],
	bell: [
		[880, 0.4],
		[660, 0.4],
		[880, 0.4],
		[660, 0.9],
	],
	win: [
		[523, 0.1],
		[659, 0.1],
		[784, 0.1],
		[1047, 0.3],
	],
};

export function sound(kind) {
	// Browsers are silent until somebody has touched the page.
	if (muted() || navigator.userActivation?.hasBeenActive === false) return;
	try {
		audio = audio || new AudioContext();
		let at = audio.currentTime + 0.01;
		for (const [pitch, length] of notes[kind] || []) {
			const voice = audio.createOscillator(),
				gain = audio.createGain();
			voice.type = kind === 'refused' ? 'triangle' : 'sine';
			voice.frequency.value = pitch;
			gain.gain.setValueAtTime(0, at);
			gain.gain.linearRampToValueAtTime(0.16, at + 0.012);
			gain.gain.exponentialRampToValueAtTime(0.001, at + length);
			voice.connect(gain).connect(audio.destination);
			voice.start(at);
			voice.stop(at + length);
			at += length * 0.8;
		}
	} catch {
		audio = null; // no sound on this device
	}
}

// Says it in all ways at once.
export function tell(kind, text) {
	sound(kind);
	toast(text, kind);
}

export function set_title(text) {
	document.title = text ? text + ' · Seedpress' : 'Seedpress';
}

// A view that cannot be shown, and why.
export function trouble(root, problem, again) {
	into(root)`<section class="plain narrow" data-state="refused">
		<h1 tabindex="-1">${state_mark('refused')} That did not work</h1><p class="lead">${problem.message}</p>
		<p class="row">
			${again && html`<button type="button" class="main" data-act="again" onclick=${again}>Try again</button>`}
			<a class="button" href="/">Back to the start</a>
		</p>
	</section>`;
}
