// SPDX-License-Identifier: MIT
// Who sits where in a round: drawn, by the standings, or by hand (a name is dragged to a seat or
// chosen there). Seats moved by hand wait here until they are stored.
import {button, count, html, into, listen, put, select, sure} from '../dom.js';
import {letters, player_badge} from '../players.js';
import {apart, attendance, kept, seat_late, table_sizes} from './attendance.js';
import {in_use} from './rounds.js';
import {alarm, say, tell, use_colours} from '../shell.js';
import {pdf_link} from '../standings.js';

const FEW = 100; // people up to whom every seat has its choices at once

// Who can be seated: those who checked in, or everybody if nobody has.
const is_here = (person, people) => !person.gone && (person.here || ![...people.values()].some(each => each.here));

class Plan {
	constructor(organiser, round) {
		Object.assign(this, {organiser, round: organiser.event.rounds.find(each => each.round === round)});
		this.people = new Map(organiser.event.people.map(person => [person.id, person]));
		this.tables = this.round.tables;
		this.before = this.stored();
		this.seats = new Map(this.before);
		const byes = organiser.event.byes.filter(each => each.round === round).map(each => each.person);
		this.byes_before = new Set(byes);
		this.byes = new Set(byes);
	}

	// "table.seat" to the person's id
	stored() {
		const seats = this.organiser.event.seats.filter(seat => seat.round === this.round.round);
		return new Map(seats.map(seat => [`${seat.table}.${seat.seat}`, seat.person]));
	}

	get moved() {
		const keys = new Set([...this.before.keys(), ...this.seats.keys()]);
		const byes = [...new Set([...this.byes_before, ...this.byes])].filter(
			id => this.byes_before.has(id) !== this.byes.has(id)
		);
		return [...keys].filter(key => this.before.get(key) !== this.seats.get(key)).length + byes.length;
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
		if (id) this.byes.delete(id);
		if (id) this.seats.set(key, id);
		else this.seats.delete(key);
		return '';
	}

	list() {
		return [...this.seats].map(([key, person]) => {
			const [table, seat] = key.split('.').map(Number);
			return {table, seat, person};
		});
	}
}

async function draw(organiser, plan, how, text) {
	const {round} = plan.round,
		given_up = html`<p>The seats of round ${round} as they are now are given up.</p>`;
	if (plan.seats.size && !(await sure(`${text}?`, given_up, 'Keep them', 'go', text))) return;
	const answer = await organiser.send('/api/event/seats', {round, how});
	if (!answer) return;
	organiser.plan = null;
	const told = [answer.warning, kept(answer.cost)].filter(Boolean).join('. ') || 'Everybody has a seat.';
	tell(answer.warning ? 'again' : 'found', told);
	await organiser.refresh();
}

function chooser(plan, key, label, moved) {
	const id = plan.seats.get(key) || 0,
		person = plan.people.get(id);
	const pick = html`<select aria-label=${label} data-seat=${key} disabled=${plan.locked(key)}
		onchange=${() => moved(key, Number(pick.value))}></select>`;
	const fill = () => {
		const option = each => html`<option value=${each.id} selected=${each.id === id}>${each.name}</option>`;
		const free = plan.standing(),
			seated = [...plan.seats.values()].map(each => plan.people.get(each)).filter(each => each && each.id !== id);
		into(pick)`<option value="0" selected=${!id}>empty</option>${person && option(person)}
			${free.length > 0 && html`<optgroup label="No seat yet">${free.map(option)}</optgroup>`}
			${seated.length > 0 && html`<optgroup label="Change places with">${seated.map(option)}</optgroup>`}`;
	};
	if (plan.people.size <= FEW) {
		fill();
	} else {
		into(pick)`<option value=${id} selected>${person ? person.name : 'empty'}</option>`;
		pick.addEventListener('focus', fill, {once: true});
	}
	return pick;
}

// What is dragged: a person. `taken` hears who was let go over the element.
function target(element, taken) {
	listen(element, {
		dragover(event) {
			event.preventDefault();
			element.classList.add('over');
		},
		dragleave: () => element.classList.remove('over'),
		drop(event) {
			event.preventDefault();
			element.classList.remove('over');
			const id = Number(event.dataTransfer.getData('text/plain'));
			if (id) taken(id);
		},
	});
	return element;
}

const drag = id => ({draggable: 'true', ondragstart: event => event.dataTransfer.setData('text/plain', String(id))});

function table_card(organiser, plan, table, moved) {
	const people = Array.from({length: table.players}, (_, seat) => plan.seats.get(`${table.table}.${seat}`)).filter(
		Boolean
	);
	const card = html`<li class="plain seats${table.in ? ' locked' : ''}" data-table=${table.table}>
		<h3>
			Table ${table.table}<span if=${table.spare} class="soft small"> spare</span>
			<span if=${table.in > 0} class="soft small"> has its result</span>
		</h3>
		<ol class="bare">${Array.from({length: table.players}, (_, seat) => {
			const key = `${table.table}.${seat}`,
				id = plan.seats.get(key);
			const place = html`<li class="seat${id ? '' : ' free'}${plan.before.get(key) === id ? '' : ' moved'}"
				...${id && !table.in ? drag(id) : {}}>
				${player_badge(seat)}${chooser(plan, key, `Table ${table.table}, seat ${letters[seat]}`, moved)}
			</li>`;
			return target(place, who => moved(key, who));
		})}</ol>
		${!plan.moved && table_sizes(organiser, table, people.length, organiser.attendance)}
	</li>`;
	return use_colours(card, table.colours);
}

function head(organiser, plan) {
	const {round} = plan.round,
		rounds = organiser.event.rounds.map(each => [each.round, `${each.round}: ${organiser.title(each.game)}`]);
	const onchange = ({target}) => {
		organiser.seats_of = Number(target.value);
		organiser.plan = null;
		organiser.refresh();
	};
	const pick = select(rounds, round, {id: 'seats-round', onchange}),
		paper = (text, name) => html`<a class="button" href="/${name}.pdf?round=${round}" data-act="${name}-pdf"
			...${pdf_link(organiser.about)}>${text}</a>`,
		random = () => draw(organiser, plan, 'random', 'Seat at random');
	return html`<header class="organise-head">
		<div><h1 tabindex="-1">Seats</h1><label class="row">Round${pick}</label></div>
		<div class="row">
			${button('At random', 'random', random, {class: plan.seats.size ? '' : 'main'})}
			${button('By standings', 'by-standings', () => draw(organiser, plan, 'standings', 'Seat by standings'))}
			${paper('Print the plan', 'seating')}${paper('Table cards', 'cards')}${paper('Labels', 'labels')}
		</div>
	</header>`;
}

// Seats that were changed by hand, to be stored or taken back.
function changes(organiser, plan, again, typed) {
	const says = html`<div></div>`,
		why = html`<input type="text" id="seats-why" maxlength="200" placeholder="Why? (if you like)" aria-label="Why"
			value=${typed}>`;
	const store = async () => {
		const body = {
			round: plan.round.round,
			how: 'hand',
			seats: plan.list(),
			byes: [...plan.byes],
			why: why.value.trim(),
		};
		if (!(await organiser.send('/api/event/seats', body, says))) return;
		organiser.plan = null;
		tell('found', 'Saved.');
		await organiser.refresh();
	};
	const undo = () => {
		organiser.plan = null;
		again();
	};
	return html`<div class="state again moved-bar" data-dirty="">
			<strong>${count(plan.moved, 'unsaved change')}</strong>${why}
			${button('Save', 'store-seats', store, {class: 'main'})}${button('Undo', 'undo-seats', undo)}
		</div>
		${says}`;
}

function without_seat(organiser, plan, free, {move, bye}) {
	const seats = plan.tables.filter(table => !table.spare).reduce((sum, table) => sum + table.players, 0),
		empty = seats - plan.seats.size,
		all = plan.people.size ? 'Everybody has a seat' : 'Nobody is on the list yet';
	const now = plan.round.round === organiser.round && plan.seats.size > 0 && !plan.moved,
		small = (id, name, text) => ({class: 'small', 'data-id': id, 'aria-label': `${text}: ${name}`});
	const chip = ({id, name}) => html`<li class="chip" data-person=${id} ...${drag(id)}>
		${name}${plan.byes.has(id) && html` <span class="soft small">bye</span>`}
		${now && !plan.byes.has(id) && button('Seat now', 'seat-now', () => seat_late(organiser, {id, name}), small(id, name, 'Seat now'))}
		${plan.seats.size > 0 && button(plan.byes.has(id) ? 'No bye' : 'Bye', 'bye', () => bye(id), small(id, name, 'Bye'))}
	</li>`;
	const out = free.filter(({id}) => plan.byes.has(id)).length,
		heading =
			out === free.length
				? `${count(out, 'person sits', 'people sit')} out`
				: `${free.length - out} without a seat`;
	const section = html`<section class="standing-people" id="no-seat" aria-label="Without a seat">
		<h2>${free.length ? heading : all}</h2>
		<ul class="bare row">${free.slice(0, 200).map(chip)}</ul>
		<p class="soft small">
			${empty > 0 ? `${count(empty, 'seat is', 'seats are')} empty. ` : ''}Drag a name to a seat, or choose it there.
		</p>
	</section>`;
	return target(section, id => plan.at(id) && move(plan.at(id), 0));
}

// The round that is looked at: chosen here, asked for by a link, or the one being played.
function round_of(organiser, rounds) {
	const asked = Number(new URLSearchParams(location.search).get('round'));
	return organiser.seats_of || (rounds.some(each => each.round === asked) ? asked : organiser.round);
}

export async function prepare(organiser) {
	const {event} = organiser.about;
	organiser.round = event?.round || 0;
	organiser.attendance =
		event && (await organiser.get('/api/event/attendance?round=' + round_of(organiser, event.rounds)));
}

export function paint(box, organiser) {
	if (!organiser.event.rounds.length) {
		const make = html`<a href="/organise?tab=kit">Make a kit first.</a>`;
		put(box, alarm('again', ['There are no tables yet. ', make]));
		return;
	}
	const round = round_of(organiser, organiser.event.rounds);
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
		const [table, seat] = key.split('.');
		say(problem || `${plan.people.get(id)?.name || 'Nobody'}: table ${table}, seat ${letters[seat]}`);
	};
	const bye = id => {
		if (!plan.byes.delete(id)) plan.byes.add(id);
		again(`[data-act=bye][data-id="${id}"]`);
	};
	const tables = plan.tables.filter(table => in_use(table) || free.length || plan.moved);
	into(box)`${head(organiser, plan)}${plan.moved > 0 && changes(organiser, plan, again, typed)}
		${attendance(organiser, organiser.attendance)}${without_seat(organiser, plan, free, {move, bye})}
		<ol class="bare tables" id="tables">${tables.map(table => table_card(organiser, plan, table, move))}</ol>
		${apart(organiser)}`;
}
