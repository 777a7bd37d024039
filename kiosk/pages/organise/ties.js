// SPDX-License-Identifier: MIT
// What decides among people with the same points: chosen, and put in order.
import {button, h, keep_focus, put} from '../dom.js';
import {say} from '../shell.js';
import {tie_words, ties_say} from '../standings.js';

// A field whose `value` is the list; `changed` is called whenever it is another.
export function ties_field(chosen, changed) {
	const root = h('fieldset', {id: 'ties'}),
		says = h('p', {class: 'soft small', id: 'ties-say'});
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
		return h(
			'li',
			{class: 'row', 'data-tie': id},
			h(
				'label',
				{class: 'choice grow'},
				h('input', {
					type: 'checkbox',
					checked: on,
					'data-act': 'tie-on',
					onchange: () => set(on ? value.filter(each => each !== id) : [...value, id]),
				}),
				h('span', {}, on && `${at + 1}. `, tie_words[id])
			),
			button(
				'Earlier',
				'tie-up',
				() => {
					const next = value.filter(each => each !== id);
					next.splice(at - 1, 0, id);
					set(next);
				},
				{class: 'small', disabled: at < 1, 'aria-label': `${tie_words[id]} earlier`}
			)
		);
	}
	function paint() {
		const others = Object.keys(tie_words).filter(id => !value.includes(id));
		put(
			root,
			h('legend', {}, 'Who is ahead on the same points'),
			h('ol', {class: 'bare stack'}, [...value, ...others].map(line)),
			says
		);
		put(says, ties_say(value));
	}
	paint();
	return {root, get value() {
		return value;
	}};
}
