// SPDX-License-Identifier: MIT
// Help: the same sentences as in the manual, from help.txt. A line is a heading (#), a step (1.), a point (-),
// or a picture (!) with what it shows.
import {html, into, style} from '../dom.js';
import {Refusal} from '../api.js';
import {set_title} from '../shell.js';

function part_of(lines) {
	const [heading, ...rest] = lines;
	const section = html`<section class="plain"><h2>${heading.slice(2)}</h2></section>`;
	let list = null;
	for (const line of rest) {
		const [mark] = line.split(' ', 1),
			text = line.slice(mark.length + 1);
		if (mark === '!') {
			const [file] = text.split(' ', 1);
			section.append(html`<img src="/page/help/${file}" alt=${text.slice(file.length + 1)} width="640"
				height="250">`);
			list = null;
			continue;
		}
		if (!list) section.append((list = mark === '-' ? html`<ul></ul>` : html`<ol></ol>`));
		list.append(html`<li>${text}</li>`);
	}
	return section;
}

export async function show(root) {
	set_title('Help');
	const [answer] = await Promise.all([fetch('/page/help/help.txt').catch(() => null), style('help/help.css')]);
	if (!answer?.ok) throw new Refusal('The kiosk does not answer just now.', 'offline', 0);
	const parts = (await answer.text()).trim().split(/\n\n+/);
	into(root)`<h1 tabindex="-1">Help</h1><div class="parts">${parts.map(part => part_of(part.split('\n')))}</div>`;
}
