// SPDX-License-Identifier: MIT
// Who sits where in a round: drawn, by the standings, or by hand (a name is dragged to a seat or
// chosen there). Seats moved by hand wait here until they are stored.
import {ask, button, count, h, put} from '../dom.js';
import {notice} from './organise.js';
import {letters, player_badge} from '../players.js';
import {in_use} from './rounds.js';
import {say, tell} from '../shell.js';
import {pdf_link} from '../standings.js';

const FEW = 100; // people up to whom every seat has its choices at once

// Who can be seated: where people check in, whoever did.
function is_here(person, people) {
	return !person.gone && (person.here || ![...people.values()].some(each => each.here));
}

class Plan {
	constructor(organiser, round) {
		Object.assign(this, {organiser, round: organiser.event.rounds.find(each => each.round === round)});
		this.people = new Map(organiser.event.people.map(person => [person.id, person]));
		this.tables = this.round.tables;
		this.before = this.stored();
		this.seats = new Map(this.before);
	}

	// "table.seat" to the person's id
	stored() {
		return new Map(
			this.organiser.event.seats
				.filter(seat => seat.round === this.round.round)
				.map(seat => [`${seat.table}.${seat.seat}`, seat.person])
		);
	}

	get moved() {
		const keys = new Set([...this.before.keys(), ...this.seats.keys()]);
		return [...keys].filter(key => this.before.get(key) !== this.seats.get(key)).length;
	}

	at(id) {
		return [...this.seats].find(([, person]) => person === id)?.[0];
	}

	standing() {
		const seated = new Set(this.seats.values());
		return [...this.people.values()].filter(person => is_here(person, this.people) && !seated.has(person.id));
	}

	locked(key) {
		return key && this.tables.find(table => table.table === parseInt(key, 10))?.in > 0;
	}

	// Seats a person (0: nobody); who sat there takes the seat the other leaves. '' or why not.
	seat(key, id) {
		const from = id ? this.at(id) : null,
			there = this.seats.get(key);
		if (this.locked(key) || this.locked(from))
			return 'A table that has its result keeps its people: withdraw it first.';
		if (from) this.seats.delete(from);
		if (from && there && from !== key) this.seats.set(from, there);
		if (id) this.seats.set(key, id);
		else this.seats.delete(key);
		return '';
	}

	list() {
		return [...this.seats].map(([key, person]) => ({
			table: parseInt(key, 10),
			seat: Number(key.split('.')[1]),
			person,
		}));
	}
}

// What a seating kept, in a sentence; what it could not keep is the warning.
function kept(cost, how) {
	if (!cost?.pairs || cost.again || cost.clubmates) return '';
	const apart = cost.places / cost.pairs;
	return how === 'standings' && apart
		? `Nobody meets again; those at a table stand ${apart.toFixed(1)} places apart`
		: 'Everybody has a seat, nobody meets again';
}

async function draw(organiser, plan, how, text) {
	const {round} = plan.round;
	if (
		plan.seats.size &&
		!(await ask(`${text}?`, h('p', {}, `The seats of round ${round} as they are now are given up.`), [
			['', 'Keep them'],
			['go', text, 'main'],
		]))
	)
		return;
	const answer = await organiser.send('/api/event/seats', {round, how});
	if (!answer) return;
	organiser.plan = null;
	tell(answer.warning ? 'again' : 'found', [answer.warning, kept(answer.cost, how)].filter(Boolean).join('. ') || 'Everybody has a seat.');
	await organiser.refresh();
}

function chooser(plan, key, label, moved) {
	const id = plan.seats.get(key) || 0,
		person = plan.people.get(id);
	const pick = h('select', {
		'aria-label': label,
		'data-seat': key,
		disabled: plan.locked(key),
		onchange: () => moved(key, Number(pick.value)),
	});
	const fill = () => {
		const option = each => h('option', {value: each.id, selected: each.id === id}, each.name);
		const free = plan.standing(),
			seated = [...plan.seats.values()].map(each => plan.people.get(each)).filter(each => each && each.id !== id);
		put(
			pick,
			h('option', {value: 0, selected: !id}, 'empty'),
			person && option(person),
			free.length > 0 && h('optgroup', {label: 'No seat yet'}, free.map(option)),
			seated.length > 0 && h('optgroup', {label: 'Change places with'}, seated.map(option))
		);
	};
	if (plan.people.size <= FEW) {
		fill();
	} else {
		put(pick, h('option', {value: id, selected: true}, person ? person.name : 'empty'));
		pick.addEventListener('focus', fill, {once: true});
	}
	return pick;
}

// What is dragged: a person. `taken` hears who was let go over the element.
function target(element, taken) {
	element.addEventListener('dragover', event => {
		event.preventDefault();
		element.classList.add('over');
	});
	element.addEventListener('dragleave', () => element.classList.remove('over'));
	element.addEventListener('drop', event => {
		event.preventDefault();
		element.classList.remove('over');
		const id = Number(event.dataTransfer.getData('text/plain'));
		if (id) taken(id);
	});
	return element;
}

function drag(id) {
	return {draggable: 'true', ondragstart: event => event.dataTransfer.setData('text/plain', String(id))};
}

function table_card(plan, table, moved) {
	return h(
		'li',
		{class: 'plain seats' + (table.in ? ' locked' : ''), 'data-table': table.table},
		h(
			'h3',
			{},
			`Table ${table.table}`,
			table.spare && h('span', {class: 'soft small'}, ' spare'),
			table.in > 0 && h('span', {class: 'soft small'}, ' has its result')
		),
		h(
			'ol',
			{class: 'bare'},
			Array.from({length: table.players}, (_, seat) => {
				const key = `${table.table}.${seat}`,
					id = plan.seats.get(key),
					letter = letters[seat];
				return target(
					h(
						'li',
						{
							class: 'seat' + (id ? '' : ' free') + (plan.before.get(key) === id ? '' : ' moved'),
							...(id && !table.in ? drag(id) : {}),
						},
						player_badge(seat),
						chooser(plan, key, `Table ${table.table}, seat ${letter}`, moved)
					),
					who => moved(key, who)
				);
			})
		)
	);
}

function head(organiser, plan, again) {
	const {round} = plan.round;
	const pick = h(
		'select',
		{
			id: 'seats-round',
			onchange: () => {
				organiser.seats_of = Number(pick.value);
				organiser.plan = null;
				again('#seats-round');
			},
		},
		organiser.event.rounds.map(each =>
			h('option', {value: each.round, selected: each.round === round}, `${each.round}: ${organiser.title(each.game)}`)
		)
	);
	return h(
		'header',
		{class: 'organise-head'},
		h('div', {}, h('h1', {tabindex: '-1'}, 'Seats'), h('label', {class: 'row'}, 'Round', pick)),
		h(
			'div',
			{class: 'row'},
			button('At random', 'random', () => draw(organiser, plan, 'random', 'Seat at random'), {
				class: plan.seats.size ? '' : 'main',
			}),
			button('By standings', 'by-standings', () => draw(organiser, plan, 'standings', 'Seat by standings')),
			h(
				'a',
				{
					class: 'button',
					href: '/seating.pdf?round=' + round,
					'data-act': 'seating-pdf',
					...pdf_link(organiser.about),
				},
				'Print the plan'
			),
			h(
				'a',
				{
					class: 'button',
					href: '/cards.pdf?round=' + round,
					'data-act': 'cards-pdf',
					...pdf_link(organiser.about),
				},
				'Table cards'
			),
			h(
				'a',
				{
					class: 'button',
					href: '/labels.pdf?round=' + round,
					'data-act': 'labels-pdf',
					...pdf_link(organiser.about),
				},
				'Labels'
			)
		)
	);
}

// Seats that were changed by hand, to be stored or taken back.
function changes(organiser, plan, again, typed) {
	const says = h('div', {}),
		why = h('input', {
			type: 'text',
			id: 'seats-why',
			maxlength: 200,
			placeholder: 'Why? (if you like)',
			'aria-label': 'Why',
			value: typed,
		});
	const store = async () => {
		const body = {round: plan.round.round, how: 'hand', seats: plan.list(), why: why.value.trim()};
		if (!(await organiser.send('/api/event/seats', body, says))) return;
		organiser.plan = null;
		tell('found', 'Stored.');
		await organiser.refresh();
	};
	const undo = () => {
		organiser.plan = null;
		again();
	};
	return [
		h(
			'div',
			{class: 'state again moved-bar', 'data-dirty': ''},
			h('strong', {}, count(plan.moved, 'seat is', 'seats are') + ' changed, not stored yet.'),
			why,
			button('Store', 'store-seats', store, {class: 'main'}),
			button('Take back', 'undo-seats', undo)
		),
		says,
	];
}

function without_seat(plan, free, move) {
	const empty =
		plan.tables.filter(table => !table.spare).reduce((sum, table) => sum + table.players, 0) - plan.seats.size;
	const chips = free
		.slice(0, 200)
		.map(person => h('li', {class: 'chip', 'data-person': person.id, ...drag(person.id)}, person.name));
	return target(
		h(
			'section',
			{class: 'standing-people', id: 'no-seat', 'aria-label': 'Without a seat'},
			h(
				'h2',
				{},
				free.length
					? `${free.length} without a seat`
					: plan.people.size
						? 'Everybody has a seat'
						: 'Nobody is on the list yet'
			),
			h('ul', {class: 'bare row'}, chips),
			h(
				'p',
				{class: 'soft small'},
				empty > 0 ? `${count(empty, 'seat is', 'seats are')} empty. ` : '',
				'Drag a name to a seat, or choose it there.'
			)
		),
		id => plan.at(id) && move(plan.at(id), 0)
	);
}

export function paint(box, organiser) {
	if (!organiser.event.rounds.length) {
		put(
			box,
			notice('again', 'There are no tables yet. ', h('a', {href: '/organise?tab=kit'}, 'Make a kit first.'))
		);
		return;
	}
	const round = organiser.seats_of || organiser.round;
	if (!organiser.plan?.moved || organiser.plan.round.round !== round) organiser.plan = new Plan(organiser, round);
	const {plan} = organiser,
		free = plan.standing(),
		typed = box.querySelector('#seats-why')?.value || '';
	const again = seek => {
		paint(box, organiser);
		if (seek) box.querySelector(seek)?.focus();
	};
	const move = (key, id) => {
		const problem = plan.seat(key, id);
		if (problem) tell('refused', problem);
		again(`[data-seat="${key}"]`);
		say(problem || `${plan.people.get(id)?.name || 'Nobody'}: table ${key.replace('.', ', seat ')}`);
	};
	const tables = plan.tables.filter(table => in_use(table) || free.length || plan.moved);
	put(
		box,
		head(organiser, plan, again),
		plan.moved > 0 && changes(organiser, plan, again, typed),
		without_seat(plan, free, move),
		h(
			'ol',
			{class: 'bare tables', id: 'tables'},
			tables.map(table => table_card(plan, table, move))
		)
	);
}
