// SPDX-License-Identifier: MIT
// What decides among people with the same points: chosen, and put in order.
import {html, into, keep_focus, put} from '../dom.js';
import {say} from '../shell.js';
import {tie_words, ties_say} from '../standings.js';

// A field whose `value` is the list; `changed` is called whenever it is another.
export function ties_field(chosen, changed) {
	const root = html`<fieldset id="ties"></fieldset>`,
		says = html`<p class="soft small" id="ties-say"></p>`;
	let value = [...chosen];
	const set = next => {
		value = next;
		changed();
		keep_focus(root, paint);
		say(ties_say(value));
	};
	function line(id) {
		const at = value.indexOf(id),
			on = at >= 0;
		return html`<li class="row" data-tie=${id}>
			<label class="choice grow">
				<input type="checkbox" checked=${on} data-act="tie-on"
					onchange=${() => set(on ? value.filter(each => each !== id) : [...value, id])}>
				<span>${on && `${at + 1}. `}${tie_words[id]}</span>
			</label>
			<button type="button" class="small" data-act="tie-up" disabled=${at < 1}
				aria-label="${tie_words[id]} earlier" onclick=${() => {
					const next = value.filter(each => each !== id);
					next.splice(at - 1, 0, id);
					set(next);
				}}>Earlier</button>
		</li>`;
	}
	function paint() {
		const others = Object.keys(tie_words).filter(id => !value.includes(id));
		into(root)`<legend>Who is ahead on the same points</legend>
			<ol class="bare stack">${[...value, ...others].map(line)}</ol>${says}`;
		put(says, ties_say(value));
	}
	paint();
	return {
		root,
		get value() {
			return value;
		},
	};
}
