// SPDX-License-Identifier: MIT
// The organiser's forms: labelled fields, a place for what is wrong, and a button that saves.
import {html, select} from '../dom.js';

// A labelled field; `attributes` are those of its input.
export const field = (label, attributes, ...more) => html`<label class="field">
	${label}<input type="text" ...${attributes}>${more}
</label>`;

export const password_field = (id, label, autocomplete, more) =>
	field(label, {id, type: 'password', required: true, maxlength: 200, autocomplete, ...more});

// A choice of [value, text].
export const select_field = (label, id, options, now) => html`<label class="field">
	${label}${select(options, now, {id})}
</label>`;

// A radio button or a box to tick, with what it means.
export const choice = (attributes, title, help) => html`<label class="choice">
	<input ...${attributes}><span><strong>${title}</strong><br>${help}</span>
</label>`;

// A field for files, which a button opens and nobody sees; `chosen` is called with one after the other.
export function file_field(id, chosen, more) {
	const input = html`<input type="file" id=${id} class="unseen" tabindex=${-1} aria-hidden="true"
		...${{multiple: true, ...more}} onchange=${async () => {
			for (const file of [...input.files]) await chosen(file);
			input.value = ''; // the same file may be chosen again
		}}>`;
	return input;
}

// A form. `save` is called with its inputs by their ids, and with the place for what is wrong.
export function form(attributes, content, [text, act, kind = 'main'], save) {
	const says = html`<div></div>`,
		press = html`<button type="submit" class=${kind} data-act=${act}>${text}</button>`;
	const root = html`<form class="stack" ...${attributes} onsubmit=${async event => {
		event.preventDefault();
		press.disabled = true;
		await save(root.elements, says);
		press.disabled = false;
	}}>${content}${says}<div>${press}</div></form>`;
	return root;
}
