// SPDX-License-Identifier: MIT
// Asking the kiosk for prints. Until one is made the kiosk says at which place of its
// queue it stands, and is asked again; it makes one at a time for everybody.
import {get, Refusal} from '../api.js';

const FIRST = 60,
	MOST = 600; // milliseconds between two questions

const sleep = (time, signal) =>
	new Promise((done, fail) => {
		const timer = setTimeout(done, time);
		signal?.addEventListener('abort', () => {
			clearTimeout(timer);
			fail(new DOMException('nobody asks any more', 'AbortError'));
		});
	});

// Asks by `ask` until there is more than a place; `waits` is told of it.
async function until_made(ask, signal, waits) {
	for (let pause = FIRST; ; pause = Math.min(pause * 1.5, MOST)) {
		let answer;
		try {
			answer = await ask();
		} catch (problem) {
			if (problem.status !== 429) throw problem;
			waits?.(null);
			await sleep(1000 * (problem.body.seconds || 1), signal);
			continue;
		}
		if (answer.place === undefined) return answer;
		waits?.(answer.place);
		await sleep(pause, signal);
	}
}

let last = Promise.resolve();

// One request at a time from this page.
function in_turn(run) {
	const mine = last.then(run);
	last = mine.catch(() => {});
	return mine;
}

// What the kiosk answers once it is made.
export const made = (path, signal, waits) => in_turn(() => until_made(() => get(path, signal), signal, waits));

// The same for what is not JSON: asked without its body.
export function made_file(path, signal, waits) {
	const ask = async () => {
		const answer = await fetch(path, {method: 'HEAD', credentials: 'same-origin', signal});
		if (answer.status === 202) return {place: 0};
		if (!answer.ok)
			throw new Refusal('This cannot be printed.', 'refused', answer.status, {
				seconds: Number(answer.headers.get('Retry-After')) || 1,
			});
		return {};
	};
	return in_turn(() => until_made(ask, signal, waits));
}

// How a place of the queue is told.
export function place_text(place) {
	if (place === null) return 'Another print of yours comes first …';
	if (place > 1) return `Place ${place} in the queue …`;
	return 'Drawing …';
}
