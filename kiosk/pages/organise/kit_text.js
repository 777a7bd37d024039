// SPDX-License-Identifier: MIT
// A kit file as text: its mistakes at their lines, to be mended in place.
import {button, count, html, into, put} from '../dom.js';
import {say} from '../shell.js';
import {look} from './kit_wizard.js';
import {notice} from './organise.js';

// Fills `root`; `tools` has draft, organiser, changed, make, choose_file, forget.
export class KitText {
	constructor(root, tools) {
		Object.assign(this, {root, tools});
		this.numbers = html`<ol class="bare kit-lines" aria-hidden="true"></ol>`;
		this.area = html`<textarea id="kit-text" spellcheck="false" autocapitalize="off" autocomplete="off" wrap="off"
			aria-label="The kit file" aria-describedby="kit-mistakes" value=${tools.draft.values.text}
			oninput=${() => this.change()} onscroll=${() => (this.numbers.scrollTop = this.area.scrollTop)}></textarea>`;
		this.mistakes = html`<div id="kit-mistakes" class="stack"></div>`;
		this.below = html`<div class="stack" id="kit-look"></div>`;
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
			Array.from(
				{length: lines},
				(_, index) => html`<li class=${bad.has(index + 1) ? 'wrong' : null}>${index + 1}</li>`
			)
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
			mistakes.length > 0 &&
				html`${notice('refused', `${count(mistakes.length, 'mistake')} to mend:`)}
					<ul class="bare kit-mistakes">${mistakes.map(
						({line, sentence}) => html`<li data-line=${line}>
							${
								line
									? html`<button type="button" class="small" data-act="mistake-line"
										onclick=${() => this.jump(line)}>Line ${line}</button>`
									: html`<strong>In all</strong>`
							}
							<span>${sentence}</span>
						</li>`
					)}</ul>`
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
						html`<button type="button" class="small" data-act="kit-key" onclick=${choose_file}>
							choose it
						</button>`,
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
		into(this.root)`<section class="plain stack kit-part" data-step="text">
			<h1 tabindex="-1">The kit file</h1><div class="kit-editor">${this.numbers}${this.area}</div>${this.mistakes}
			${this.below}
			<div class="row">
				${button('Choose another file', 'kit-choose', this.tools.choose_file)}
				<button type="button" class="quiet" data-act="kit-forget" onclick=${this.tools.forget}>
					Forget it
				</button>
			</div>
		</section>`;
	}
}
