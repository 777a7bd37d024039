// SPDX-License-Identifier: MIT
// Who plays: searched, added, changed in place, and lists from and for spreadsheets.
import {add, ask, button, count, h, put} from '../dom.js';
import {notice} from './organise.js';
import {importing} from './people_list.js';
import {say} from '../shell.js';

export {dropped} from './people_list.js';

const SHOWN = 200; // rows; searching finds the others

function export_list(people) {
	const cell = text => `"${(/^[=+\-@\t\r]/.test(text) ? "'" : '') + text.replaceAll('"', '""')}"`;
	const url = URL.createObjectURL(
		new Blob(['\ufeffname,club\r\n', ...people.map(person => `${cell(person.name)},${cell(person.club)}\r\n`)], {
			type: 'text/csv',
		})
	);
	h('a', {href: url, download: 'people.csv'}).click();
	setTimeout(() => URL.revokeObjectURL(url), 10000);
}

function check_in(organiser, people, here) {
	return organiser.send('/api/event/here', {people: people.map(person => person.id), here});
}

async function remove(organiser, person) {
	const answer = await ask(
		`Delete ${person.name}?`,
		h('p', {}, 'They are taken off the list, with their seats. Whoever has results stays: set them to gone instead.'),
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
	const line = h('tr', {'data-person': person.id, class: person.gone ? 'gone' : ''});
	let last = Promise.resolve(); // one after the other: each sends the whole person
	const store = change => {
		last = last.then(async () => {
			const next = {...person, ...change},
				fine = await organiser.send('/api/event/people', {people: [next]});
			if (fine) Object.assign(person, next);
			return Boolean(fine);
		});
		return last;
	};
	const field = (what, text) =>
		h(
			'td',
			{},
			h('input', {
				type: 'text',
				class: 'inline',
				value: person[what],
				maxlength: 80,
				'aria-label': `${text} of ${person.name}`,
				'data-act': 'person-' + what,
				'data-id': person.id,
				onkeydown: event => {
					if (event.key === 'Escape') event.target.value = person[what];
					if (event.key === 'Escape' || event.key === 'Enter') event.target.blur();
				},
				onblur: async event => {
					const input = event.target,
						value = input.value.trim();
					if (value === person[what]) return;
					line.dataset.dirty = '';
					const fine = await store({[what]: value});
					delete line.dataset.dirty;
					input.setAttribute('aria-invalid', String(!fine));
					if (fine) say('Stored.');
				},
			})
		);
	return add(
		line,
		field('name', 'Name'),
		field('club', 'Club'),
		h(
			'td',
			{},
			h(
				'div',
				{class: 'row'},
				button(
					person.here ? 'Here' : 'Check in',
					'here',
					async () => {
						if (await check_in(organiser, [person], !person.here)) await organiser.refresh();
					},
					{
						'data-id': person.id,
						class: 'small',
						'aria-pressed': String(person.here),
						'aria-label': `${person.name} is here`,
						disabled: person.gone,
					}
				),
				button(
					person.gone ? 'Gone' : 'Leave',
					'gone',
					async () => {
						if (await store({gone: !person.gone})) await organiser.refresh();
					},
					{
						'data-id': person.id,
						class: 'small',
						'aria-label': person.gone ? `${person.name} is gone: take them in again` : `${person.name} leaves the event`,
						'data-gone': String(person.gone),
						title: 'Whoever is gone gets no seat',
					}
				),
				button('Delete', 'delete', () => remove(organiser, person), {
					'data-id': person.id,
					class: 'small quiet',
					'aria-label': `Delete ${person.name}`,
				})
			)
		)
	);
}

function adding(organiser) {
	const name = h('input', {type: 'text', id: 'new-name', maxlength: 80, required: true, autocomplete: 'off'}),
		club = h('input', {type: 'text', id: 'new-club', maxlength: 80, autocomplete: 'off'});
	return h(
		'form',
		{
			class: 'adding',
			id: 'add-person',
			onsubmit: async event => {
				event.preventDefault();
				const person = {id: 0, name: name.value.trim(), club: club.value.trim(), gone: false};
				if (!(await organiser.send('/api/event/people', {people: [person]}))) return;
				say(`${person.name} is added.`);
				name.value = club.value = '';
				await organiser.refresh();
				document.getElementById('new-name').focus();
			},
		},
		h('label', {class: 'field'}, 'Name', name),
		h('label', {class: 'field'}, 'Club, if any', club),
		h('button', {class: 'main', 'data-act': 'add'}, 'Add')
	);
}

export function paint(box, organiser) {
	const {people} = organiser.event,
		gone = people.filter(person => person.gone).length,
		here = people.filter(person => person.here && !person.gone).length;
	const body = h('tbody', {}),
		more = h('p', {class: 'soft', role: 'status'});
	const fill = () => {
		const wish = (organiser.wish || '').toLowerCase(),
			found = people.filter(person => (person.name + ' ' + person.club).toLowerCase().includes(wish));
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
	const search = h('input', {
		type: 'search',
		id: 'search',
		placeholder: 'Search',
		'aria-label': 'Search people',
		value: organiser.wish || '',
		oninput: () => {
			organiser.wish = search.value;
			fill();
		},
	});
	fill();
	put(
		box,
		h(
			'div',
			{class: 'halves'},
			h(
				'section',
				{class: 'plain'},
				h(
					'div',
					{class: 'row apart'},
					h('h1', {tabindex: '-1'}, 'People'),
					h(
						'p',
						{class: 'soft', id: 'people-count'},
						count(people.length, 'person', 'people') +
							(here ? `, ${here} here` : '') +
							(gone ? `, ${gone} gone` : '')
					)
				),
				people.length
					? [
							h(
								'div',
								{class: 'row'},
								search,
								button('Everybody is here', 'all-here', async () => {
									const missing = people.filter(person => !person.here && !person.gone);
									if (missing.length && (await check_in(organiser, missing, true))) await organiser.refresh();
								}),
								button('Export (CSV)', 'people-csv', () => export_list(people))
							),
							h(
								'p',
								{class: 'soft small', id: 'check-in'},
								here
									? `Only the ${here} who checked in get seats.`
									: 'Nobody has checked in: everybody who is not gone gets a seat.'
							),
							h(
								'table',
								{class: 'people', id: 'people'},
								h(
									'thead',
									{},
									h(
										'tr',
										{},
										['Name', 'Club', 'Here?'].map(text => h('th', {scope: 'col'}, text))
									)
								),
								body
							),
							more,
						]
					: notice('again', 'Nobody yet. Add people one by one, or take in a list.')
			),
			h(
				'div',
				{class: 'stack'},
				h('section', {class: 'plain'}, h('h2', {}, 'Add one'), adding(organiser)),
				importing(organiser)
			)
		)
	);
}
