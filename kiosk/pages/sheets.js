// SPDX-License-Identifier: MIT
// The sheets of a game beside each other where there is room, else one at a time
// behind tabs.
import {html, put} from './dom.js';

const WIDE = matchMedia('(min-width: 1700px)');

// `make(sheet)` gives a Sheet; `tabbed`: more than fit one below the other on a small screen.
export function sheets_of(play, make, tabbed) {
	const {sheets} = play.piece;
	if (!sheets.length) return {empty: true, sheets: [], root: html`<div></div>`, paint() {}, seek() {}};
	const made = sheets.map(make);
	const strip = html`<div class="row strip" role="tablist" aria-label="Sheets"></div>`;
	const grid = html`<div class="sheets"></div>`;
	let at = Math.max(
		0,
		sheets.findIndex(sheet => sheet.piece === play.piece.piece)
	);

	function show(index, focus) {
		at = index;
		const all = !tabbed || made.length === 1 || WIDE.matches;
		strip.hidden = all;
		grid.className = 'sheets ' + (all ? 'all' : 'one') + ' of-' + made.length;
		put(
			grid,
			made.map(
				(sheet, number) => html`<div class="slot" role=${all ? 'group' : 'tabpanel'}
					aria-label=${sheet.sheet.name} hidden=${!all && number !== index}>
					${all && made.length > 1 && html`<h2>${sheet.sheet.name}</h2>`}${sheet.root}
				</div>`
			)
		);
		[...strip.children].forEach((tab, number) => {
			tab.setAttribute('aria-selected', number === index);
			tab.tabIndex = number === index ? 0 : -1;
			if (focus && number === index) tab.focus();
		});
	}

	made.forEach((sheet, index) =>
		strip.append(html`<button type="button" data-act="sheet" role="tab" data-tab-sheet=${sheet.sheet.piece}
			onkeydown=${event => {
				const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
				if (step) show((index + step + made.length) % made.length, true);
			}} onclick=${() => show(index)}>
			${sheet.sheet.name}<span class="count"></span>
		</button>`)
	);
	WIDE.addEventListener('change', () => show(at));
	show(at);
	return {
		root: html`<div>${strip}${grid}</div>`,
		sheets: made,
		strip,
		seek(id) {
			const index = made.findIndex(sheet => sheet.places.has(id));
			if (index < 0) return;
			if (grid.classList.contains('one')) show(index);
			made[index].root.scrollIntoView({block: 'nearest'});
			made[index].seek(id);
		},
	};
}
