// SPDX-License-Identifier: MIT
// Help: the same sentences as in the manual, from help.txt. A line is a heading (#), a step (1.), a point (-),
// or a picture (!) with what it shows.
import {h, put, style} from '../dom.js';
import {Refusal} from '../api.js';
import {set_title} from '../shell.js';

function part_of(lines) {
	const [heading, ...rest] = lines;
	const section = h('section', {class: 'plain'}, h('h2', {}, heading.slice(2)));
	let list = null;
	for (const line of rest) {
		const [mark] = line.split(' ', 1),
			text = line.slice(mark.length + 1);
		if (mark === '!') {
			const [file] = text.split(' ', 1);
			section.append(h('img', {src: '/page/help/' + file, alt: text.slice(file.length + 1), width: 640, height: 250}));
			list = null;
			continue;
		}
		if (!list) section.append((list = h(mark === '-' ? 'ul' : 'ol', {})));
		list.append(h('li', {}, text));
	}
	return section;
}

export async function show(root) {
	set_title('Help');
	const [answer] = await Promise.all([fetch('/page/help/help.txt').catch(() => null), style('help/help.css')]);
	if (!answer?.ok) throw new Refusal('The kiosk does not answer just now.', 'offline', 0);
	const parts = (await answer.text()).trim().split(/\n\n+/);
	put(
		root,
		h('h1', {tabindex: '-1'}, 'Help'),
		h('div', {class: 'parts'}, parts.map(part => part_of(part.split('\n'))))
	);
}
