// SPDX-License-Identifier: MIT
// A kit file as text: its mistakes at their lines, to be mended in place.
import {button, count, h, put} from '../dom.js';
import {say} from '../shell.js';
import {look} from './kit_wizard.js';
import {notice} from './organise.js';

// Fills `root`; `tools` has draft, organiser, changed, make, choose_file, forget.
export class KitText {
	constructor(root, tools) {
		Object.assign(this, {root, tools});
		this.numbers = h('ol', {class: 'bare kit-lines', 'aria-hidden': 'true'});
		this.area = h('textarea', {
			id: 'kit-text',
			spellcheck: 'false',
			autocapitalize: 'off',
			autocomplete: 'off',
			wrap: 'off',
			'aria-label': 'The kit file',
			'aria-describedby': 'kit-mistakes',
			value: tools.draft.values.text,
			oninput: () => this.change(),
			onscroll: () => (this.numbers.scrollTop = this.area.scrollTop),
		});
		this.mistakes = h('div', {id: 'kit-mistakes', class: 'stack'});
		this.below = h('div', {class: 'stack', id: 'kit-look'});
		this.paint();
		this.count_lines([]);
		this.replan();
	}

	get draft() {
		return this.tools.draft;
	}

	change() {
		this.draft.values.text = this.area.value;
		this.draft.store();
		this.tools.changed();
		this.count_lines((this.draft.plan?.mistakes || []).map(({line}) => line));
		this.replan();
	}

	replan() {
		this.draft.replan(this.tools.organiser, plan => this.root.isConnected && this.told(plan));
	}

	count_lines(wrong) {
		const lines = this.area.value.split('\n').length,
			bad = new Set(wrong);
		put(
			this.numbers,
			Array.from({length: lines}, (_, index) => h('li', {class: bad.has(index + 1) ? 'wrong' : null}, index + 1))
		);
		this.area.style.setProperty('--lines', Math.min(Math.max(lines + 1, 8), 30));
		this.numbers.scrollTop = this.area.scrollTop;
	}

	// Puts the cursor into a line.
	jump(line) {
		const lines = this.area.value.split('\n'),
			start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
		this.area.focus();
		this.area.setSelectionRange(start, start + (lines[line - 1] || '').length);
		this.area.scrollTop = (this.area.scrollHeight / lines.length) * Math.max(0, line - 4);
	}

	told(plan) {
		const {mistakes} = plan;
		this.count_lines(mistakes.map(({line}) => line));
		this.area.setAttribute('aria-invalid', String(mistakes.length > 0));
		put(
			this.mistakes,
			mistakes.length > 0 && [
				notice('refused', `${count(mistakes.length, 'mistake')} to mend:`),
				h(
					'ul',
					{class: 'bare kit-mistakes'},
					mistakes.map(({line, sentence}) =>
						h(
							'li',
							{'data-line': line},
							line
								? button(`Line ${line}`, 'mistake-line', () => this.jump(line), {class: 'small'})
								: h('strong', {}, 'In all'),
							h('span', {}, sentence)
						)
					)
				),
			]
		);
		if (mistakes.length) say(`${count(mistakes.length, 'mistake')} in the kit file.`);
		put(this.below, !mistakes.length && this.fine(plan));
	}

	// What it comes to, and its key where it names one.
	fine(plan) {
		const {draft, organiser, make, choose_file} = this.tools;
		const key =
			plan.key &&
			(draft.values.key
				? notice('found', 'The key file is there.')
				: notice(
						'again',
						`This kit names a key file, ${plan.key}. If codes were printed with it, `,
						button('choose it', 'kit-key', choose_file, {class: 'small'}),
						' or drop it here; otherwise the kiosk makes a new one.'
					));
		const change = some => {
			Object.assign(draft.values, some);
			draft.store();
			this.told(plan);
		};
		return [key, look({draft, plan, organiser, change, make})];
	}

	paint() {
		put(
			this.root,
			h(
				'section',
				{class: 'plain stack kit-part', 'data-step': 'text'},
				h('h1', {tabindex: '-1'}, 'The kit file'),
				h('div', {class: 'kit-editor'}, this.numbers, this.area),
				this.mistakes,
				this.below,
				h(
					'div',
					{class: 'row'},
					button('Choose another file', 'kit-choose', this.tools.choose_file),
					button('Forget it', 'kit-forget', this.tools.forget, {class: 'quiet'})
				)
			)
		);
	}
}
