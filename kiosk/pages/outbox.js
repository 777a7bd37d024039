// SPDX-License-Identifier: MIT
// What the kiosk was asked to store and has not answered yet. It is kept in this browser and sent again automatically until
// there is an answer; the submission's text makes sure that it counts once however often it was sent.
import {post} from './api.js';
import {count, put} from './dom.js';
import {keep, kept, toast} from './shell.js';

const AGAIN = 4000; // milliseconds
const watchers = new Map(); // submission: function
let timer = null,
	sending = false;

const waiting = () => kept('outbox') || [];

const others = submission => waiting().filter(item => item.body.submission !== submission);

// Keeps what waits; the bar of every view says so, with the way to it.
function set_waiting(items) {
	keep('outbox', items);
	const link = document.getElementById('unsent'),
		[wrong] = items.filter(item => item.refused),
		first = wrong || items[0];
	link.hidden = !first;
	if (!first) return;
	link.href = first.at;
	// Who follows it sees the game as it was entered, and what is wrong with it.
	link.onclick = () => setTimeout(() => set_waiting(waiting().filter(item => !item.refused)));
	link.title = wrong ? 'A result was not accepted' : count(items.length, 'result') + ' not sent yet';
	put(link, wrong ? 'Not accepted' : items.length + ' not sent');
}

// Whether something is here that the kiosk does not have.
export const is_unsent = () => waiting().some(item => !item.refused);

// Stores by `path`. `watch` hears of it: ("stored", entry), ("waiting", Refusal) any number of
// times, ("refused", Refusal). `draft` is the name of what may be forgotten afterwards.
export function store(path, body, draft, watch) {
	watchers.set(body.submission, watch);
	const item = {path, body, draft, at: location.pathname + location.search};
	set_waiting([...others(body.submission), item]);
	// Where the browser keeps nothing it is still sent, from memory.
	if (is_waiting(body.submission)) flush();
	else send(item);
}

export function unwatch(submission) {
	watchers.delete(submission);
}

// Whether this is on its way already, after a reload for instance.
export const is_waiting = submission => waiting().some(item => item.body.submission === submission && !item.refused);

export function watch(submission, watcher) {
	watchers.set(submission, watcher);
	flush();
}

async function send(item) {
	const {submission} = item.body,
		watcher = watchers.get(submission);
	try {
		const answer = await post(item.path, item.body);
		set_waiting(others(submission));
		if (item.draft) keep(item.draft, null);
		if (watcher) watcher('stored', answer.entry);
		else toast('A result that was waiting is stored now.');
	} catch (problem) {
		if (problem.again) {
			watcher?.('waiting', problem);
			return false;
		}
		// What nobody looks at is shown when somebody does: the game is as it was entered.
		const left = others(submission);
		set_waiting(watcher || problem.kind === 'taken' ? left : [...left, {...item, refused: true}]);
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
	for (const item of waiting()) if (!item.refused && !(await send(item))) break;
	sending = false;
	if (is_unsent()) timer = setTimeout(flush, AGAIN);
}

export function start() {
	addEventListener('online', flush);
	set_waiting(waiting());
	flush();
}
