// SPDX-License-Identifier: MIT
// What is entered at a table of the event, on all of its phones: whatever one enters the others show a
// moment later. Two who enter at once lose nothing: what each changed is put together.
import {get, post} from '../api.js';

const ASK = 2500, // milliseconds between two looks at what others entered
	SEND = 400, // without a change before it is sent
	MOST = 16; // players or games

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
	if (Array.isArray(mine) && Array.isArray(theirs)) return merge_lists(Array.isArray(base) ? base : [], mine, theirs);
	return mine;
}

// Places are merged one by one, unless somebody would then stand at two of them. Of what is put in and taken out each
// stays in that one of the two put in, and stays out that one took out.
function merge_lists(base, mine, theirs) {
	if (base.length === mine.length && mine.length === theirs.length) {
		const merged = mine.map((each, index) => merge(base[index], each, theirs[index])),
			numbers = merged.filter(Number.isInteger);
		return new Set(numbers).size < numbers.length ? mine : merged;
	}
	const has = (list, each) => list.some(other => same(other, each));
	return [
		...theirs.filter(each => has(mine, each) || !has(base, each)),
		...mine.filter(each => !has(theirs, each) && !has(base, each)),
	];
}

// Whether what a stranger may have sent has the shape of a game that begins.
export function fits(model, value) {
	if (Array.isArray(model))
		return (
			Array.isArray(value) &&
			(model.length === 0 || (value.length > 0 && value.length <= MOST)) &&
			value.every(each => (model.length === 0 ? is_map(each) : fits(model[0], each)))
		);
	if (is_map(model)) return is_map(value) && Object.keys(model).every(key => fits(model[key], value[key]));
	return value === null || typeof value !== 'object';
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
		if (!fits(play.start(), answer.state)) {
			base = null; // what is here goes over it
			return;
		}
		const theirs = answer.state,
			before = draft.state,
			next = merge(base, draft.state, theirs),
			news = !same(next, draft.state);
		draft.past = draft.past.map(each => merge(base, each, theirs));
		draft.future = [];
		base = theirs;
		if (!news) return;
		try {
			draft.settle(next);
			taken();
		} catch {
			draft.settle(before); // it cannot be shown: what is here goes over it
		}
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
