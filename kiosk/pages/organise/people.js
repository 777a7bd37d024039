// SPDX-License-Identifier: MIT
// Who plays: searched, added, changed in place, and lists from and for spreadsheets.
import {button, count, heads, html, into, put, sure} from '../dom.js';
import {field, form} from './form.js';
import {fold, importing} from './people_list.js';
import {missing_words} from '../print/facts.js';
import {alarm, say, tell} from '../shell.js';

export {dropped} from './people_list.js';

const SHOWN = 200; // rows; searching finds the others

function export_list(people) {
	const cell = text => `"${(/^[=+\-@\t\r]/.test(text) ? "'" : '') + text.replaceAll('"', '""')}"`,
		lines = people.map(({name, club}) => `${cell(name)},${cell(club)}\r\n`),
		url = URL.createObjectURL(new Blob(['\ufeffname,club\r\n', ...lines], {type: 'text/csv'}));
	html`<a href=${url} download="people.csv"></a>`.click();
	setTimeout(() => URL.revokeObjectURL(url), 10000);
}

function check_in(organiser, people, here) {
	return organiser.send('/api/event/here', {people: people.map(person => person.id), here});
}

async function remove(organiser, person) {
	const text = 'They are taken off the list, with their seats. Anyone with results stays: mark them as left instead.';
	if (!(await sure(`Delete ${person.name}?`, html`<p>${text}</p>`, 'Keep', 'delete', 'Delete', 'danger'))) return;
	if (!(await organiser.send('/api/event/delete', {people: [person.id]}))) return;
	say(`${person.name} is deleted.`);
	await organiser.refresh();
}

// One row; what is typed is stored on leaving the field or with Enter, Escape takes it back.
function row(organiser, person) {
	const line = html`<tr data-person=${person.id} class=${person.gone ? 'gone' : ''}></tr>`;
	let last = Promise.resolve(); // one after the other: each sends the whole person
	const store = change => {
		last = last.then(async () => {
			const next = {...person, ...change},
				fine = await organiser.send('/api/event/people', {people: [next]});
			if (fine) Object.assign(person, next);
			if (fine?.missing) tell('again', missing_words(fine.missing));
			return Boolean(fine);
		});
		return last;
	};
	const field_of = (what, text) => html`<td>
		<input type="text" class="inline" value=${person[what]} maxlength="80" aria-label="${text} of ${person.name}"
			data-act="person-${what}" data-id=${person.id} onkeydown=${event => {
				if (event.key === 'Escape') event.target.value = person[what];
				if (event.key === 'Escape' || event.key === 'Enter') event.target.blur();
			}} onblur=${async event => {
				const input = event.target,
					value = input.value.trim();
				if (value === person[what]) return;
				line.dataset.dirty = '';
				const fine = await store({[what]: value});
				delete line.dataset.dirty;
				input.setAttribute('aria-invalid', String(!fine));
				if (fine) say('Stored.');
			}}>
	</td>`;
	const {id, name, here, gone} = person,
		act = (what, text, label, run, more) =>
			button(text, what, run, {class: 'small', 'data-id': id, 'aria-label': label + name, ...more});
	const check = async () => (await check_in(organiser, [person], !here)) && organiser.refresh(),
		leave = async () => (await store({gone: !gone})) && organiser.refresh(),
		here_text = here ? 'Checked in' : 'Check in',
		gone_text = gone ? 'Left' : 'Leave',
		title = gone ? 'Bring them back' : 'Anyone who has left gets no seat';
	return into(line)`${field_of('name', 'Name')}${field_of('club', 'Club')}
		<td>
			<div class="row">
				${act('here', here_text, here_text + ': ', check, {'aria-pressed': String(here), disabled: gone})}
				${act('gone', gone_text, gone_text + ': ', leave, {'data-gone': String(gone), title})}
				${act('delete', 'Delete', 'Delete ', () => remove(organiser, person), {class: 'small quiet'})}
			</div>
		</td>`;
}

function adding(organiser) {
	const content = [
		field('Name', {id: 'new-name', maxlength: 80, required: true, autocomplete: 'off'}),
		field('Club, if any', {id: 'new-club', maxlength: 80, autocomplete: 'off'}),
	];
	const save = async typed => {
		const name = typed['new-name'].value.trim(),
			person = {id: 0, name, club: typed['new-club'].value.trim(), gone: false};
		const answer = await organiser.send('/api/event/people', {people: [person]});
		if (!answer) return;
		if (answer.missing) tell('again', missing_words(answer.missing));
		say(`${name} is added.`);
		typed['new-name'].value = typed['new-club'].value = '';
		await organiser.refresh();
		document.getElementById('new-name').focus();
	};
	return form({id: 'add-person', class: 'adding'}, content, ['Add', 'add'], save);
}

export function paint(box, organiser) {
	const {people} = organiser.event,
		gone = people.filter(person => person.gone).length,
		here = people.filter(person => person.here && !person.gone).length;
	const body = html`<tbody></tbody>`,
		more = html`<p class="soft" role="status"></p>`;
	const fill = () => {
		const wish = fold(organiser.wish || ''),
			found = people.filter(person => fold(person.name + ' ' + person.club).includes(wish));
		put(body, ...found.slice(0, SHOWN).map(person => row(organiser, person)));
		put(more, found.length > SHOWN && `${found.length - SHOWN} more: search for them.`);
		if (!found.length && people.length) put(more, 'Nobody here has that name.');
	};
	const search = html`<input type="search" id="search" placeholder="Search" aria-label="Search people"
		value=${organiser.wish || ''} oninput=${() => {
			organiser.wish = search.value;
			fill();
		}}>`;
	const all_here = async () => {
		const missing = people.filter(person => !person.here && !person.gone);
		if (missing.length && (await check_in(organiser, missing, true))) await organiser.refresh();
	};
	const told = [count(people.length, 'person', 'people'), here && `${here} checked in`, gone && `${gone} left`];
	fill();
	into(box)`<div class="halves">
		<section class="plain">
			<div class="row apart">
				<h1 tabindex="-1">People</h1><p class="soft" id="people-count">${told.filter(Boolean).join(', ')}</p>
			</div>
			${!people.length && alarm('again', 'Nobody yet. Add people one by one, or import a list.')}
			<div if=${people.length} class="row">
				${search}${button('Check everybody in', 'all-here', all_here)}
				${button('Export (CSV)', 'people-csv', () => export_list(people))}
				<a class="button" href="/badges.pdf" target="_blank" data-act="badges">Badges with a QR</a>
			</div>
			<p if=${people.length} class="soft small" id="check-in">${
				here === 0
					? 'Nobody has checked in: everybody who has not left gets a seat.'
					: here === 1
						? 'Only the one person checked in gets a seat.'
						: `Only the ${here} people checked in get seats.`
			}</p>
			<table if=${people.length} class="people" id="people">
				${heads(['Name', 'Club', 'Checked in?'])}${body}
			</table>
			${more}
		</section>
		<div class="stack">
			<section class="plain"><h2>Add one</h2>${adding(organiser)}</section>${importing(organiser)}
		</div>
	</div>`;
}
