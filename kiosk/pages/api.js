// SPDX-License-Identifier: MIT
// Talking to the kiosk. Every failure becomes a Refusal with a sentence for the
// person in front of the screen; nobody sees a status number.
import {capital, listen} from './dom.js';

export class Refusal extends Error {
	constructor(sentence, kind, status, body) {
		super(capital(sentence));
		this.kind = kind;
		this.status = status;
		this.body = body || {};
	}

	// Nothing was stored and nothing is wrong with it: the same again may work.
	get again() {
		return this.status === 0 || this.status === 503 || this.status === 429;
	}
}

let token = null,
	known = null;

// Milliseconds until an answer must be there: longer than the kiosk's own timeouts for its database and for a photo.
const TIMEOUT = 15000,
	TIMEOUT_PHOTO = 40000;
// A body has this much longer, for the least rate that the kiosk accepts.
const BYTES_A_MILLISECOND = 32;

async function ask(path, options, timeout = TIMEOUT) {
	const late = new AbortController(),
		time = timeout + (options.body?.size ?? options.body?.length ?? 0) / BYTES_A_MILLISECOND,
		timer = setTimeout(() => late.abort(), time);
	let answer,
		body = null;
	options.signal?.addEventListener('abort', () => late.abort());
	try {
		answer = await fetch(path, {credentials: 'same-origin', ...options, signal: late.signal});
		there = true;
		body = await answer.json();
	} catch {
		options.signal?.throwIfAborted();
		there = Boolean(answer);
		if (!answer || late.signal.aborted) throw new Refusal('The kiosk does not answer just now.', 'offline', 0);
	} finally {
		clearTimeout(timer);
	}
	if (!answer.ok)
		throw new Refusal(body?.error || 'The kiosk could not do that.', body?.kind || 'trouble', answer.status, body);
	if (body === null) throw new Refusal('Unexpected answer from the kiosk.', 'trouble', 0); // no JSON, or cut off
	return body;
}

export function get(path, signal) {
	return ask(path, {signal}); // without headers of its own: an answer that the page asked for early is this one
}

// `body` is sent as JSON; a Blob (a photo) as it is.
export function post(path, body, signal) {
	const raw = body instanceof Blob,
		headers = {'Content-Type': raw ? body.type || 'application/octet-stream' : 'application/json'},
		options = {method: 'POST', signal, headers, body: raw ? body : JSON.stringify(body || {})};
	if (token) headers['X-Seedpress-Token'] = token;
	return ask(path, options, raw ? TIMEOUT_PHOTO : TIMEOUT);
}

// What the kiosk says of itself, asked once; `fresh` asks again (after logging in or out).
export async function kiosk(fresh) {
	if (fresh || !known) {
		known = get('/api/kiosk').then(answer => {
			token = answer.token || null;
			return answer;
		});
		known.catch(() => {
			known = null;
		});
	}
	return known;
}

// After a login.
export function set_token(text) {
	token = text || null;
	known = null;
}

// The one line for live events that all who listen share: browsers have six for a kiosk, for all their tabs.
const watchers = new Set();
let source = null,
	timer = null,
	number = null, // the last one
	there = null; // whether the kiosk answers

function hear(is_there) {
	there = is_there;
	watchers.forEach(each => each.heard?.(there));
}

// A browser gives up on a kiosk that was refused once (it starts, it is full): here it never does.
function open() {
	source = new EventSource('/api/live');
	source.addEventListener('open', () => hear(true));
	source.addEventListener('change', event => {
		number = Number(event.data);
		watchers.forEach(each => each.changed(number));
	});
	// With many pages in one network they take turns: the seconds until this one may come back.
	source.addEventListener('later', event => {
		close();
		timer = setTimeout(open, 1000 * Number(event.data));
	});
	source.addEventListener('error', () => {
		hear(false);
		if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, 4000);
	});
}

function close() {
	clearTimeout(timer);
	source?.close();
	source = null;
}

// A page that nobody sees holds no line, and neither do those that Back would show.
function seen() {
	close();
	if (!document.hidden && watchers.size) open();
}
listen(document, {visibilitychange: seen});

// Calls `changed` with the kiosk's number at once and whenever something changed, and `heard` with
// whether the kiosk is there; returns how to stop.
export function live(changed, heard) {
	const watcher = {changed, heard};
	watchers.add(watcher);
	if (!source) seen();
	else if (there)
		queueMicrotask(() => {
			heard?.(true);
			if (number !== null && watchers.has(watcher)) changed(number);
		});
	return () => {
		watchers.delete(watcher);
		if (!watchers.size) close();
	};
}

// Whether the kiosk did not answer last.
export const is_away = () => there === false;
