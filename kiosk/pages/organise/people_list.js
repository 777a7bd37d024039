// SPDX-License-Identifier: MIT
// People from a list: pasted, chosen or dropped. The kiosk reads it, whatever program wrote it; here a
// person sees who would come in, and says what a column holds where that was not clear.
import {button, capital, count, html, into, put, select} from '../dom.js';
import {missing_words} from '../print/facts.js';
import {alarm, tell} from '../shell.js';
import {file_field} from './form.js';

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

// What the spellings of a name have in common, as the kiosk folds them: ß, ẞ and ss are the same.
export const fold = name => name.normalize('NFKC').toLowerCase().toUpperCase();

let take = null; // a file into the list; there while the tab is

// A whole name of a line's cells.
function name_of(cells, columns) {
	const parts = ['name', 'first', 'last'].map(what => cells[columns.indexOf(what)]);
	return parts.filter(Boolean).join(' ');
}

class List {
	constructor(organiser) {
		Object.assign(this, {organiser, asked: 0, seen: null});
		this.says = html`<div role="status"></div>`;
		this.shown = html`<div></div>`;
		this.text = html`<textarea id="list" rows="4" placeholder=${'Ana, Chess Club\nBo, Chess Club\nCy'}></textarea>`;
		this.known = new Map(); // clubs by name, and by name with club
		for (const {name, club} of organiser.event.people)
			this.known.set(fold(name), club).set(fold(`${name} (${club})`), club);
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
		const onchange = ({target}) => {
			const {columns} = this.seen,
				before = columns.indexOf(target.value);
			if (before >= 0) columns[before] = 'nothing'; // another column of the same kind would be ignored
			columns[column] = target.value;
			this.seen.problem = null; // it was about the columns as they were
			this.paint();
			this.shown.querySelector(`[data-column="${column}"]`).focus();
		};
		const more = {'aria-label': `What column ${column + 1} holds`, 'data-column': column, onchange};
		return html`<th scope="col">${select(HOLDS, this.seen.columns[column], more)}</th>`;
	}

	// Somebody of another club is another person.
	is_known(name, club) {
		const there = this.known.get(fold(name));
		if (this.known.has(fold(`${name} (${club})`))) return true;
		return there !== undefined && (!club || !there || fold(there) === fold(club));
	}

	line(cells) {
		const {columns} = this.seen,
			name = name_of(cells, columns),
			club = cells[columns.indexOf('club')] || '';
		return html`<tr>
			${columns.map((what, i) => html`<td class=${what === 'nothing' ? 'soft' : ''}>${cells[i] || ''}</td>`)}
			<td class="soft small">${name && (this.is_known(name, club) ? 'already there' : 'new')}</td>
		</tr>`;
	}

	paint() {
		const {seen} = this;
		if (!seen) return put(this.shown);
		const lines = seen.sample.slice(seen.headings ? 1 : 0),
			people = count(seen.people, 'person', 'people'),
			named = seen.columns.some(what => ['name', 'first', 'last'].includes(what)),
			more = seen.people - Math.min(lines.length, SHOWN);
		return into(this.shown)`
			<div class="scroll" tabindex="0" role="region" aria-label="The list, as it would be imported">
				<table id="preview">
					<caption>
						${seen.people ? `${people} in this list` : 'This list'}
						${seen.encoding !== 'UTF-8' && ` (read as ${seen.encoding})`}
					</caption>
					<thead><tr>${seen.columns.map((_, i) => this.chooser(i))}<td></td></tr></thead>
					<tbody>${lines.slice(0, SHOWN).map(cells => this.line(cells))}</tbody>
					<tfoot if=${more > 0}>
						<tr><td class="soft" colspan=${seen.columns.length + 1}>and ${more} more</td></tr>
					</tfoot>
				</table>
			</div>
			<p if=${seen.missing} class="notice">${missing_words(seen.missing)}</p>
			<p if=${!named}>Choose the column that holds the names.</p>
			${seen.problem && alarm('refused', capital(seen.problem) + '.')}
			${named && button(seen.people ? `Import ${people}` : 'Import', 'import', () => this.store(), {class: 'main'})}`;
	}
}

export function importing(organiser) {
	const list = new List(organiser),
		accept = '.csv,.txt,.tsv,text/csv,text/plain',
		file = file_field('list-file', dropped, {accept, multiple: false});
	take = chosen => list.take(chosen);
	return html`<section class="plain stack">
		<h2>From a list</h2>
		<p class="soft">
			One person per line: name, club. Paste the list, or choose or drop a file (CSV). People with the same name
			are told apart by their clubs.
		</p>
		<label class="unseen" for="list">List of people</label>${list.text}
		<div class="row">${button('Choose a file', 'list-file', () => file.click())}${file}</div>${list.says}
		${list.shown}
	</section>`;
}

export async function dropped(file) {
	if (file.size > MOST) tell('refused', 'This file is too large for a list of people.');
	else if (!file.size) tell('refused', 'This file is empty.');
	else await take?.(file);
}
