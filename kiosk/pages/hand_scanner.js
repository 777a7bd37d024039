// SPDX-License-Identifier: MIT
// A hand scanner is a keyboard that types very fast and presses Enter. Bursts are
// told from people by their pace; people's typing is never touched.

const PACE = 50; // milliseconds between two keys of a scanner, at most
const SHORTEST = 16; // characters: a code has twenty, some scanners drop a dash

// The characters of a code in what was scanned or typed, "http://…/C/XXXXX-…" or alone. I, L and O are
// read as the digits they are taken for.
export function code_characters(text) {
	const code = text.toUpperCase().replace(/^.*\/C\//, '');
	return code
		.replace(/[^0-9A-Z]/g, '')
		.replace(/[IL]/g, '1')
		.replace(/O/g, '0');
}

function code_in(text) {
	const code = code_characters(text);
	return /^[0-9A-HJKMNP-TV-Z]{20}$/.test(code) ? code : null;
}

// XXXXX-XXXXX-XXXXX-XXXXX
export const grouped = code => code.match(/.{1,5}/g)?.join('-') || '';

let waiting = null; // what a single key means, until it is clear that a person pressed it

// Does what a key of a person means, a moment later; the keys of a scanner do nothing.
export function when_pressed(run) {
	const mine = {
		focus: document.activeElement,
		run() {
			clearTimeout(mine.timer);
			waiting = null;
			run();
		},
	};
	mine.timer = setTimeout(mine.run, PACE + 10);
	waiting = mine;
}

// Another key came: a character too soon for a person, in the same place, makes both a scanner's.
function settle_waiting(event, burst) {
	if (!waiting) return;
	if (burst.length < 2 && (event.key.length !== 1 || waiting.focus !== document.activeElement)) {
		waiting.run();
		return;
	}
	clearTimeout(waiting.timer);
	waiting = null;
}

// Calls `read` with every code a scanner types.
export function on_scan(read) {
	let burst = '',
		last = 0,
		field = null,
		before = '';
	const typed = event => {
		const now = event.timeStamp;
		if (now - last > PACE) burst = '';
		last = now;
		settle_waiting(event, burst);
		if (event.key === 'Enter') {
			const code = burst.length >= SHORTEST ? code_in(burst) : null;
			burst = '';
			if (!code) return;
			event.preventDefault();
			event.stopImmediatePropagation();
			// What the scanner typed into a field was not meant for it.
			if (field && field.isConnected && field.value !== before) {
				field.value = before;
				field.dispatchEvent(new Event('input', {bubbles: true}));
			}
			read(code);
			return;
		}
		if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
		if (burst === '') {
			const active = document.activeElement;
			field = active?.matches('input, textarea') ? active : null;
			before = field ? field.value : '';
		}
		// A space or a letter on a focused button would press it in the middle of a burst.
		if (burst.length > 3 && !field) event.preventDefault();
		burst += event.key;
	};
	document.addEventListener('keydown', typed, true);
}
