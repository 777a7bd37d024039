// SPDX-License-Identifier: MIT
// People from a list: pasted, chosen or dropped. The kiosk reads it, whatever program wrote it; here a
// person sees who would come in, and says what a column holds where that was not clear.
import {button, count, h, put} from '../dom.js';
import {tell} from '../shell.js';

const SHOWN = 6, // people
	PAUSE = 250, // milliseconds after the last key
	MOST = 4e6; // bytes
const HOLDS = [
	['name', 'Name'],
	['first', 'First name'],
	['last', 'Last name'],
	['club', 'Club'],
	['nothing', 'Leave out'],
];

let take = null; // a file into the list; there while the tab is

// A whole name of a line's cells.
function name_of(cells, columns) {
	return ['name', 'first', 'last']
		.map(what => cells[columns.indexOf(what)])
		.filter(Boolean)
		.join(' ');
}

class List {
	constructor(organiser) {
		Object.assign(this, {organiser, asked: 0, seen: null});
		this.says = h('div', {role: 'status'});
		this.shown = h('div', {});
		this.text = h('textarea', {id: 'list', rows: 4, placeholder: 'Ana, Chess Club\nBo, Chess Club\nCy'});
		this.known = new Set(organiser.event.people.map(person => person.name.toLowerCase()));
		this.text.addEventListener('input', () => {
			clearTimeout(this.timer);
			this.timer = setTimeout(() => this.look(new Blob([this.text.value])), PAUSE);
		});
	}

	// What the kiosk makes of a file; only the last one asked for is shown.
	async look(file) {
		const number = ++this.asked;
		if (!file.size) return this.forget();
		const seen = await this.organiser.send('/api/event/list', file, this.says);
		if (number !== this.asked) return null;
		this.seen = seen;
		this.text.toggleAttribute('data-dirty', Boolean(seen));
		return this.paint();
	}

	async take(file) {
		this.text.value = '';
		await this.look(file);
		if (this.seen) this.text.value = this.seen.text;
		this.text.scrollIntoView({block: 'nearest'});
	}

	forget() {
		this.seen = null;
		this.text.toggleAttribute('data-dirty', false);
		put(this.says);
		this.paint();
	}

	async store() {
		const {text, columns} = this.seen,
			answer = await this.organiser.send('/api/event/people', {csv: text, columns}, this.says);
		if (!answer) return;
		tell('found', `${count(answer.people, 'person is', 'people are')} on the list.`);
		this.text.value = '';
		this.forget();
		await this.organiser.refresh();
	}

	chooser(column) {
		const pick = h(
			'select',
			{
				'aria-label': `What column ${column + 1} holds`,
				'data-column': column,
				onchange: () => {
					const {columns} = this.seen;
					// A column more of the same kind would be passed over.
					columns.forEach((each, i) => {
						if (each === pick.value) columns[i] = 'nothing';
					});
					columns[column] = pick.value;
					this.paint();
					this.shown.querySelector(`[data-column="${column}"]`).focus();
				},
			},
			HOLDS.map(([value, text]) => h('option', {value, selected: this.seen.columns[column] === value}, text))
		);
		return h('th', {scope: 'col'}, pick);
	}

	line(cells) {
		const {columns} = this.seen,
			name = name_of(cells, columns);
		return h(
			'tr',
			{},
			columns.map((what, i) => h('td', {class: what === 'nothing' ? 'soft' : ''}, cells[i] || '')),
			h('td', {class: 'soft small'}, name && (this.known.has(name.toLowerCase()) ? 'there already' : 'new'))
		);
	}

	paint() {
		const {seen} = this;
		if (!seen) return put(this.shown);
		const lines = seen.sample.slice(seen.headings ? 1 : 0),
			named = seen.columns.some(what => ['name', 'first', 'last'].includes(what)),
			more = seen.people - Math.min(lines.length, SHOWN);
		return put(
			this.shown,
			h(
				'div',
				{class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'The list, as it would be taken in'},
				h(
					'table',
					{id: 'preview'},
					h(
						'caption',
						{},
						seen.people ? `${count(seen.people, 'person', 'people')} in this list` : 'This list',
						seen.encoding !== 'UTF-8' && ` (read as ${seen.encoding})`
					),
					h('thead', {}, h('tr', {}, seen.columns.map((_, i) => this.chooser(i)), h('td', {}))),
					h('tbody', {}, lines.slice(0, SHOWN).map(cells => this.line(cells))),
					more > 0 &&
						h(
							'tfoot',
							{},
							h('tr', {}, h('td', {class: 'soft', colspan: seen.columns.length + 1}, `and ${more} more`))
						)
				)
			),
			!named && h('p', {}, 'Choose the column that holds the names.'),
			seen.problem && h('p', {}, seen.problem.charAt(0).toUpperCase() + seen.problem.slice(1) + '.'),
			named &&
				button(
					seen.people ? `Take in ${count(seen.people, 'person', 'people')}` : 'Take them in',
					'import',
					() => this.store(),
					{class: 'main'}
				)
		);
	}
}

export function importing(organiser) {
	const list = new List(organiser);
	const file = h('input', {
		type: 'file',
		id: 'list-file',
		accept: '.csv,.txt,.tsv,text/csv,text/plain',
		class: 'unseen',
		tabindex: -1,
		'aria-hidden': 'true',
		onchange: async () => {
			if (file.files[0]) await dropped(file.files[0]);
			file.value = ''; // the same file may be chosen again
		},
	});
	take = chosen => list.take(chosen);
	return h(
		'section',
		{class: 'plain stack'},
		h('h2', {}, 'From a list'),
		h('p', {class: 'soft'}, 'A line a person: name, club. Paste it, or choose or drop a file (CSV).'),
		h('label', {class: 'unseen', for: 'list'}, 'List of people'),
		list.text,
		h(
			'div',
			{class: 'row'},
			button('Choose a file', 'list-file', () => file.click()),
			file
		),
		list.says,
		list.shown
	);
}

export async function dropped(file) {
	if (file.size > MOST) tell('refused', 'This file is too large for a list of people.');
	else if (!file.size) tell('refused', 'This file is empty.');
	else await take?.(file);
}
