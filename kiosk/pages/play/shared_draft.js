// SPDX-License-Identifier: MIT
// What is entered at a table of the event, on all of its phones: whatever one enters the others show a
// moment later. Two who enter at once lose nothing: what each changed is put together.
import {get, post} from '../api.js';

const ASK = 2500, // milliseconds between two looks at what others entered
	SEND = 400; // without a change before it is sent

function is_map(value) {
	return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function same(one, other) {
	return JSON.stringify(one) === JSON.stringify(other);
}

// What two made of the same beginning, together; where both changed the same thing, mine.
export function merge(base, mine, theirs) {
	if (same(mine, base)) return theirs;
	if (same(theirs, base) || same(mine, theirs)) return mine;
	if (is_map(mine) && is_map(theirs)) {
		const from = is_map(base) ? base : {},
			keys = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
		return Object.fromEntries(
			[...keys]
				.map(key => [key, merge(from[key], mine[key], theirs[key])])
				.filter(([, value]) => value !== undefined)
		);
	}
	if (Array.isArray(mine) && Array.isArray(theirs) && mine.length === theirs.length)
		return mine.map((each, index) => merge(Array.isArray(base) ? base[index] : undefined, each, theirs[index]));
	return mine;
}

// Shares the draft of a game; returns how to stop. `taken` hears that others have changed it.
export function share(play, taken) {
	const {draft} = play,
		path = '/api/draft/' + encodeURIComponent(play.piece.code);
	let base = play.start(),
		number = 0,
		timer = null,
		soon = null,
		stopped = false,
		busy = false;

	// Others have changed it: what was done here stays, and can be undone without undoing theirs.
	function take(answer) {
		number = answer.number;
		if (!answer.state) return;
		const theirs = answer.state,
			next = merge(base, draft.state, theirs),
			news = !same(next, draft.state);
		draft.past = draft.past.map(each => merge(base, each, theirs));
		draft.future = [];
		base = theirs;
		if (!news) return;
		draft.settle(next);
		taken();
	}

	async function send() {
		while (!stopped && !same(draft.state, base)) {
			const state = structuredClone(draft.state);
			try {
				({number} = await post(path, {state, after: number}));
				base = state;
			} catch (problem) {
				if (problem.kind !== 'taken') return; // it goes with the next change, or the next look
				take(problem.body);
			}
		}
	}

	async function turn() {
		if (busy || stopped || document.hidden) return;
		busy = true;
		try {
			const answer = await get(`${path}?after=${number}`);
			// The kiosk has started anew: what is here is all there is.
			if (answer.number === 0) {
				number = 0;
				base = play.start();
			} else if (!stopped) take(answer);
			await send();
		} catch {
			/* the kiosk is asked again in a moment */
		}
		busy = false;
	}

	const changed = () => {
		clearTimeout(soon);
		soon = setTimeout(turn, SEND);
	};
	draft.on(changed);
	timer = setInterval(turn, ASK);
	turn();
	return () => {
		stopped = true;
		clearInterval(timer);
		clearTimeout(soon);
	};
}
