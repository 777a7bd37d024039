// SPDX-License-Identifier: MIT
// What is entered at a table of the event, on all of its phones: whatever one enters the others show a
// moment later. Two who enter at once lose nothing: what each changed is put together.
import {get, post} from '../api.js';

const ASK = 2500, // milliseconds between two looks at what others entered
	SEND = 400, // without a change before it is sent
	MOST = 6, // players or games
	TEXT = 80; // characters, as a name has at most

const is_map = value => value !== null && typeof value === 'object' && !Array.isArray(value);

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// What two made of the same beginning, together; where both changed the same thing, mine.
export function merge(base, mine, theirs) {
	if (same(mine, base)) return theirs;
	if (same(theirs, base) || same(mine, theirs)) return mine;
	if (is_map(mine) && is_map(theirs)) {
		const from = is_map(base) ? base : {},
			keys = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
		const both = [...keys].map(key => [key, merge(from[key], mine[key], theirs[key])]);
		return Object.fromEntries(both.filter(([, value]) => value !== undefined));
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
	// What was only changed here takes the place of what it was.
	const as_here = each => {
		const at = mine.length === base.length && !has(mine, each) ? base.findIndex(other => same(other, each)) : -1;
		return at < 0 ? each : mine[at];
	};
	const merged = theirs.map(as_here).filter(each => has(mine, each) || !has(base, each));
	return [...merged, ...mine.filter(each => !has(merged, each) && !has(base, each))];
}

function is_plain(value) {
	if (typeof value === 'string') return value.length <= TEXT;
	return value === null || typeof value === 'number' || typeof value === 'boolean';
}

// Whether what a stranger may have sent has the shape of a game that begins. A list that begins empty is of maps of
// plain values, and a map that begins empty has plain values.
export function fits(model, value) {
	if (Array.isArray(model) !== Array.isArray(value)) return false;
	if (Array.isArray(model) && !model.length) return value.every(each => is_map(each) && fits({}, each));
	if (Array.isArray(model))
		return value.length > 0 && value.length <= MOST && value.every(each => fits(model[0], each));
	if (is_map(model)) {
		const keys = Object.keys(model);
		if (!is_map(value) || !keys.every(key => fits(model[key], value[key]))) return false;
		return keys.length > 0 || Object.values(value).every(is_plain);
	}
	if (!is_plain(value)) return false;
	return model === null || value === null ? typeof model !== 'string' : typeof value === typeof model;
}

// Who is picked is each phone's own.
const shared = ({chosen, ...rest}) => rest;

function is_of(play, state) {
	const model = shared(play.start());
	if (!fits(model, state)) return false;
	if (!play.game.resize && state.players.length !== model.players.length) return false;
	return !play.game.fits || play.game.fits(state, play);
}

// Shares the draft of a game; returns how to stop. play.others_entered() hears that others have changed it, whether that
// was more than ticks of agreement, and the ticks before; play.saved_elsewhere() is asked whether it has become a result,
// and goes there if so.
export function share(play) {
	const {draft} = play,
		path = '/api/draft/' + encodeURIComponent(play.piece.code);
	let base = shared(play.start()),
		number = 0,
		soon = null,
		stopped = false,
		busy = false;

	// Others have changed it: what was done here stays, and can be undone without undoing theirs.
	async function take(answer) {
		if (answer.saved && (await play.saved_elsewhere())) stopped = true;
		number = answer.number;
		if (stopped || !answer.state) return;
		if (!is_of(play, answer.state)) {
			base = null; // what is here goes over it
			return;
		}
		const theirs = shared(answer.state),
			from = base,
			before = draft.state;
		// Where the two do not go together, such as a seventh clip, theirs stays.
		const together = state => {
			const both = merge(from, shared(state), theirs);
			return {...(is_of(play, both) ? both : theirs), chosen: state.chosen};
		};
		const next = together(before),
			entered = !same({...shared(next), agreed: null}, {...shared(before), agreed: null});
		base = theirs;
		if (same(shared(next), shared(before))) return;
		if (entered && play.game.turn) next.chosen = play.game.turn(next);
		try {
			play.game.result(next, play);
			draft.settle(next, draft.past.map(together), []);
		} catch {
			base = null; // it cannot be shown: what is here goes over it
			return;
		}
		play.others_entered(entered, before.agreed || {});
	}

	async function send() {
		// While the result is on its way, the draft is not needed any more.
		while (!stopped && !play.sent && !same(shared(draft.state), base)) {
			const state = structuredClone(shared(draft.state));
			try {
				const answer = await post(path, {state, after: number});
				if (answer.saved) {
					await take(answer);
					return;
				}
				({number} = answer);
				base = state;
			} catch (problem) {
				if (problem.kind !== 'taken') return; // it goes with the next change, or the next look
				await take(problem.body);
			}
		}
	}

	async function turn() {
		if (busy || stopped || document.hidden) return;
		busy = true;
		try {
			const answer = await get(`${path}?after=${number}`);
			// The kiosk was restarted: what is here is all there is.
			if (answer.number === 0) {
				if (number && (await play.saved_elsewhere())) stopped = true;
				number = 0;
				base = shared(play.start());
			} else if (!stopped) await take(answer);
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
	const timer = setInterval(turn, ASK);
	turn();
	return () => {
		stopped = true;
		clearInterval(timer);
		clearTimeout(soon);
	};
}
