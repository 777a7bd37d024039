// SPDX-License-Identifier: MIT
// What the kiosk was asked to store and has not answered yet. It is kept in this browser and sent again automatically until
// there is an answer; the submission's text makes sure that it counts once however often it was sent.
import {post} from './api.js';
import {keep, kept, toast} from './shell.js';

const AGAIN = 4000; // milliseconds
const watchers = new Map(); // submission: function
let timer = null,
	sending = false;

const waiting = () => kept('outbox') || [];

function drop(submission) {
	const left = waiting().filter(item => item.body.submission !== submission);
	keep('outbox', left);
}

// Stores by `path`. `watch` hears of it: ("stored", entry), ("waiting", Refusal) any number of
// times, ("refused", Refusal). `draft` is the name of what may be forgotten afterwards.
export function store(path, body, draft, watch) {
	watchers.set(body.submission, watch);
	keep('outbox', [...waiting().filter(item => item.body.submission !== body.submission), {path, body, draft}]);
	// Where the browser keeps nothing it is still sent, from memory.
	if (waiting().some(item => item.body.submission === body.submission)) flush();
	else send({path, body, draft});
}

export function unwatch(submission) {
	watchers.delete(submission);
}

// Whether this is on its way already, after a reload for instance.
export const is_waiting = submission => waiting().some(item => item.body.submission === submission);

export function watch(submission, watcher) {
	watchers.set(submission, watcher);
	flush();
}

async function send(item) {
	const {submission} = item.body,
		watcher = watchers.get(submission);
	try {
		const answer = await post(item.path, item.body);
		drop(submission);
		if (item.draft) keep(item.draft, null);
		if (watcher) watcher('stored', answer.entry);
		else toast('A result that was waiting is stored now.');
	} catch (problem) {
		if (problem.again) {
			watcher?.('waiting', problem);
			return false;
		}
		drop(submission);
		if (watcher) watcher('refused', problem);
		else toast(problem.message, 'refused');
	}
	watchers.delete(submission);
	return true;
}

export async function flush() {
	if (sending) return;
	sending = true;
	clearTimeout(timer);
	for (const item of waiting()) if (!(await send(item))) break;
	sending = false;
	if (waiting().length) timer = setTimeout(flush, AGAIN);
}

export function start() {
	addEventListener('online', flush);
	flush();
}
