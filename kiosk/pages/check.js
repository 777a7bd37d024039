// SPDX-License-Identifier: MIT
// The running check: what the rule book says of the game as it is entered so far,
// in its own sentences, a moment after each change.
import {post} from './api.js';
import {capital, html, put} from './dom.js';
import {notice, say} from './shell.js';

const PAUSE = 300; // milliseconds without a change
const LONG = 150; // characters of a sentence before it is folded

// A long one is cut by the style until it has the focus.
const sentence = text => html`<li ...${text.length > LONG ? {class: 'long', tabindex: 0} : {}}>${capital(text)}</li>`;

// `said` hears every answer: a score, or null while there is none, and whether that is because the kiosk did not answer.
export function checker(play, said) {
	const box = html`<div id="check" data-state="wait" role="status"></div>`;
	let timer = null,
		asked = null,
		last = '';

	function show(kind, head, list, more) {
		box.dataset.state = kind;
		const problems = html`<ul class="problems" tabindex="0" aria-label="What is missing or does not fit">
			${list.map(sentence)}
		</ul>`;
		put(box, notice(kind, [html`<strong>${head}</strong>`, list.length > 0 && problems, more]));
		if (head + list[0] !== last) say(head + ' ' + (list[0] || ''));
		last = head + list[0];
	}

	async function run() {
		asked?.abort();
		// What the page alone can ask for: the rule book sees a finished game where another one was meant.
		const lacks = play.game.lacks?.(play.draft.state, play);
		if (lacks) {
			show('again', 'Not complete yet', [lacks]);
			said(null);
			return;
		}
		asked = new AbortController();
		try {
			const answer = await post('/api/check', play.result(), asked.signal);
			if (!answer.error) {
				show('found', 'All done: ready to score', []);
				said(answer);
				return;
			}
			const open = answer.kind === 'unfinished' || play.game.unfinished?.(play.draft.state, play),
				problems = answer.problems || [answer.error];
			if (open) show('again', 'Not complete yet', problems);
			else show('refused', 'Something doesn’t add up', problems);
			said(null);
		} catch (problem) {
			if (problem.name === 'AbortError') return;
			show('again', problem.message, problem.body?.problems || [], problem.again && play.unscored());
			said(null, true);
			if (problem.again) timer = setTimeout(run, 3000);
		}
	}

	return {
		root: html`<section class="panel" aria-label="Check">${box}</section>`,
		soon() {
			box.dataset.state = 'wait';
			clearTimeout(timer);
			timer = setTimeout(run, PAUSE);
		},
		// The score is of what was entered last: waits for the answer about that.
		async now() {
			clearTimeout(timer);
			await run();
		},
		stop() {
			clearTimeout(timer);
			asked?.abort();
		},
	};
}
