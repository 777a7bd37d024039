// SPDX-License-Identifier: MIT
// Who plays: searched, added, changed in place, and lists from and for spreadsheets.
import {add, ask, button, count, html, into, put} from '../dom.js';
import {notice} from './organise.js';
import {fold, importing} from './people_list.js';
import {missing_words} from '../print/facts.js';
import {say, tell} from '../shell.js';

export {dropped} from './people_list.js';

const SHOWN = 200; // rows; searching finds the others

function export_list(people) {
	const cell = text => `"${(/^[=+\-@\t\r]/.test(text) ? "'" : '') + text.replaceAll('"', '""')}"`;
	const url = URL.createObjectURL(
		new Blob(['\ufeffname,club\r\n', ...people.map(person => `${cell(person.name)},${cell(person.club)}\r\n`)], {
			type: 'text/csv',
		})
	);
	html`<a href=${url} download="people.csv"></a>`.click();
	setTimeout(() => URL.revokeObjectURL(url), 10000);
}

function check_in(organiser, people, here) {
	return organiser.send('/api/event/here', {people: people.map(person => person.id), here});
}

async function remove(organiser, person) {
	const answer = await ask(
		`Delete ${person.name}?`,
		html`<p>They are taken off the list, with their seats. Anyone with results stays: mark them as left instead.</p>`,
		[
			['', 'Keep'],
			['delete', 'Delete', 'danger'],
		]
	);
	if (!answer || !(await organiser.send('/api/event/delete', {people: [person.id]}))) return;
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
	const field = (what, text) => html`<td>
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
	return add(
		line,
		html`${field('name', 'Name')}${field('club', 'Club')}
			<td>
				<div class="row">
					<button type="button" class="small" data-act="here" data-id=${person.id}
						aria-pressed=${String(person.here)}
						aria-label="${person.here ? 'Checked in' : 'Check in'}: ${person.name}" disabled=${person.gone}
						onclick=${async () => {
							if (await check_in(organiser, [person], !person.here)) await organiser.refresh();
						}}>${person.here ? 'Checked in' : 'Check in'}</button>
					<button type="button" class="small" data-act="gone" data-id=${person.id}
						aria-label="${person.gone ? 'Left' : 'Leave'}: ${person.name}" data-gone=${String(person.gone)}
						title=${person.gone ? 'Bring them back' : 'Anyone who has left gets no seat'}
						onclick=${async () => {
							if (await store({gone: !person.gone})) await organiser.refresh();
						}}>${person.gone ? 'Left' : 'Leave'}</button>
					<button type="button" class="small quiet" data-act="delete" data-id=${person.id}
						aria-label="Delete ${person.name}" onclick=${() => remove(organiser, person)}>Delete</button>
				</div>
			</td>`
	);
}

function adding(organiser) {
	const name = html`<input type="text" id="new-name" maxlength="80" required autocomplete="off">`,
		club = html`<input type="text" id="new-club" maxlength="80" autocomplete="off">`;
	return html`<form class="adding" id="add-person" onsubmit=${async event => {
		event.preventDefault();
		const person = {id: 0, name: name.value.trim(), club: club.value.trim(), gone: false};
		const answer = await organiser.send('/api/event/people', {people: [person]});
		if (!answer) return;
		if (answer.missing) tell('again', missing_words(answer.missing));
		say(`${person.name} is added.`);
		name.value = club.value = '';
		await organiser.refresh();
		document.getElementById('new-name').focus();
	}}>
		<label class="field">Name${name}</label><label class="field">Club, if any${club}</label>
		<button class="main" data-act="add">Add</button>
	</form>`;
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
		put(
			body,
			found.slice(0, SHOWN).map(person => row(organiser, person))
		);
		put(
			more,
			!found.length && people.length
				? 'Nobody here has that name.'
				: found.length > SHOWN && `${found.length - SHOWN} more: search for them.`
		);
	};
	const search = html`<input type="search" id="search" placeholder="Search" aria-label="Search people"
		value=${organiser.wish || ''} oninput=${() => {
			organiser.wish = search.value;
			fill();
		}}>`;
	fill();
	into(box)`<div class="halves">
		<section class="plain">
			<div class="row apart">
				<h1 tabindex="-1">People</h1>
				<p class="soft" id="people-count">${
					count(people.length, 'person', 'people') +
					(here ? `, ${here} checked in` : '') +
					(gone ? `, ${gone} left` : '')
				}</p>
			</div>
			${
				people.length
					? html`
						<div class="row">
							${search}
							${button('Check everybody in', 'all-here', async () => {
								const missing = people.filter(person => !person.here && !person.gone);
								if (missing.length && (await check_in(organiser, missing, true)))
									await organiser.refresh();
							})}
							${button('Export (CSV)', 'people-csv', () => export_list(people))}
						</div>
						<p class="soft small" id="check-in">${
							here
								? here === 1
									? 'Only the one person checked in gets a seat.'
									: `Only the ${here} people checked in get seats.`
								: 'Nobody has checked in: everybody who has not left gets a seat.'
						}</p>
						<table class="people" id="people">
							<thead>
								<tr>
									${['Name', 'Club', 'Checked in?'].map(text => html`<th scope="col">${text}</th>`)}
								</tr>
							</thead>
							${body}
						</table>
						${more}`
					: notice('again', 'Nobody yet. Add people one by one, or import a list.')
			}
		</section>
		<div class="stack">
			<section class="plain"><h2>Add one</h2>${adding(organiser)}</section>${importing(organiser)}
		</div>
	</div>`;
}
