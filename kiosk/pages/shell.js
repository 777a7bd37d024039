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
	put(place);
	requestAnimationFrame(() => put(place, text));
}

// A note that disappears after some seconds: kind is found, again or refused.
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

// What is the case, in a box with its mark; `more` are attributes.
export const notice = (kind, content, more) => html`<div class="state ${kind}" ...${more}>
	${state_mark(kind)}<div>${content}</div>
</div>`;

// The same where it has just come about: screen readers say it.
export const alarm = (kind, content) =>
	notice(kind, content, {role: kind === 'refused' ? 'alert' : 'status', 'data-state': kind});

let audio = null;

export const muted = () => kept('muted') === true;

// The notes of a state: hertz and seconds in turn.
const notes = {
	found: [660, 0.09, 990, 0.16],
	again: [440, 0.1],
	refused: [220, 0.14, 165, 0.22],
	bell: [880, 0.4, 660, 0.4, 880, 0.4, 660, 0.9],
	win: [523, 0.1, 659, 0.1, 784, 0.1, 1047, 0.3],
};

export function sound(kind) {
	// Browsers are silent until somebody has touched the page.
	if (muted() || navigator.userActivation?.hasBeenActive === false) return;
	try {
		audio = audio || new AudioContext();
		let at = audio.currentTime + 0.01;
		for (let note = 0; note < notes[kind].length; note += 2) {
			const voice = audio.createOscillator(),
				gain = audio.createGain(),
				length = notes[kind][note + 1];
			voice.type = kind === 'refused' ? 'triangle' : 'sine';
			voice.frequency.value = notes[kind][note];
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
			${again && html`<button class="main" data-act="again" onclick=${again}>Try again</button>`}
			<a class="button" href="/">Back to the start</a>
		</p>
	</section>`;
}

// The colours of the players: where their pieces are printed in colours, the screen has the same. Text on them is dark
// or light, whichever is read better; lines beside them are made darker or lighter by style.css.
function brightness(colour) {
	const [red, green, blue] = [1, 3, 5].map(at => {
		const part = parseInt(colour.slice(at, at + 2), 16) / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const DARK = '#1d1915';

function ink_on(colour) {
	const light = 1.05 / (brightness(colour) + 0.05),
		dark = (brightness(colour) + 0.05) / (brightness(DARK) + 0.05);
	return light > dark ? '#ffffff' : DARK;
}

// `colours` as the kiosk tells them of a piece: "#f27a6a", seat by seat. They are for all that is in `root`, dialogs
// too where that is the body; without any it has the page's own.
export function use_colours(root, colours = []) {
	root.classList.toggle('printed-colours', colours.length > 0);
	for (let seat = 0; seat < 6; seat++) {
		root.style.setProperty('--p' + seat, colours[seat] || '');
		root.style.setProperty('--i' + seat, colours[seat] ? ink_on(colours[seat]) : '');
	}
	return root;
}
