// SPDX-License-Identifier: MIT
// Who came, compared with who was expected: why a round is seated as it is, who sits out, tables that are printed again
// for another number of players, people who come late, and those who must not meet.
import {button, capital, count, html, into, listed, select} from '../dom.js';
import {letters} from '../players.js';
import {alarm, tell} from '../shell.js';
import {pdf_link} from '../standings.js';

// Why these sit out: "lowest-ranked of the 12 who have not sat out yet".
function why_out(byes) {
	const [{missed, among}] = byes,
		so_far = missed === 0 ? 'not sat out yet' : missed === 1 ? 'sat out once' : `sat out ${missed} times`,
		level = Math.max(...byes.map(bye => bye.level)),
		some = byes.length > 1 ? `the ${byes.length} ` : '';
	if (among === byes.length) return `nobody else has ${so_far}`;
	if (level === among) return `by lot among the ${among} who have ${so_far}`;
	return `${some}lowest-ranked of the ${among} who have ${so_far}${level > 1 ? ', by lot among equals' : ''}`;
}

// What a seating kept, in a sentence.
export function kept(cost) {
	if (!cost?.pairs) return '';
	const again = cost.again ? `${count(cost.again, 'pair meets', 'pairs meet')} again` : 'No repeat opponents',
		mates = cost.clubmates
			? `${count(cost.clubmates, 'pair of clubmates sits', 'pairs of clubmates sit')} together`
			: '',
		apart = cost.apart ? `${count(cost.apart, 'pair sits', 'pairs sit')} together who must not meet` : '',
		ranks = cost.places ? `tablemates are ${(cost.places / cost.pairs).toFixed(1)} places apart on average` : '';
	return [apart, again, mates, ranks].filter(Boolean).join('; ');
}

// A table gets another number of players: its packet is printed again, or its card takes one more.
export async function change_table(organiser, {round, table, players, print = true}) {
	if (!(await organiser.send('/api/event/table', {round, table, players, print}))) return false;
	if (print) {
		const link = html`<a href="/packet.pdf?round=${round}&table=${table}" ...${pdf_link(organiser.about)}></a>`;
		link.click();
	}
	tell(
		'found',
		`Table ${table} is for ${count(players, 'player')} now.${print ? ' Its old packet no longer counts.' : ''}`
	);
	return true;
}

// Somebody who has no seat in the round being played: at once, or told when.
export async function seat_late(organiser, {id, name}) {
	const answer = await organiser.send('/api/event/late', {person: id});
	if (!answer) return;
	if (answer.table) tell('found', `${name}: table ${answer.table}, seat ${letters[answer.seat]}.`);
	else
		tell(
			'again',
			answer.next
				? `No table can take ${name} now: they play from round ${answer.next} on.`
				: `No table can take ${name} in this last round.`
		);
	await organiser.refresh();
}

function proposals(organiser, {round, proposals: list}) {
	if (!list.length) return null;
	const prints = list.filter(({print}) => print),
		say_of = each => listed(each.map(({table, players}) => `table ${table} for ${players}`)),
		more = list.filter(({print}) => !print).map(({table, players}) => `table ${table} takes ${players}`),
		text = [prints.length > 0 && `Print ${say_of(prints)} again`, more.length > 0 && listed(more)].filter(Boolean);
	const run = async () => {
		for (const {table, players, print} of list)
			if (!(await change_table(organiser, {round, table, players, print}))) return;
		organiser.plan = null;
		await organiser.refresh();
	};
	return html`<div class="state again" id="proposals">
<span class="grow">${capital(text.join(', and '))}: then more people have a seat. Give out the seats again after that.</span>
		${button(prints.length ? `Print ${count(prints.length, 'table')}` : 'Do that', 'print-proposals', run, {class: 'main small'})}
	</div>`;
}

// Pairs who must not meet: a family, a shared lift.
export function apart(organiser) {
	const {people, apart: pairs} = organiser.event,
		names = new Map(people.map(({id, name}) => [id, name])),
		options = [[0, 'Choose'], ...people.filter(({gone}) => !gone).map(({id, name}) => [id, name])],
		one = select(options, 0, {id: 'apart-one', 'aria-label': 'One'}),
		other = select(options, 0, {id: 'apart-other', 'aria-label': 'The other'});
	const store = async next => {
		if (await organiser.send('/api/event/settings', {apart: next})) await organiser.refresh();
	};
	const add = () => {
		const pair = [Number(one.value), Number(other.value)];
		if (pair[0] && pair[1] && pair[0] !== pair[1]) store([...pairs, pair]);
		else tell('refused', 'Choose two people.');
	};
	const known = pairs.filter(pair => pair.every(id => names.has(id)));
	return html`<details class="plain more" id="apart" open=${organiser.apart_open}
		ontoggle=${event => {
			organiser.apart_open = event.target.open;
		}}>
		<summary>Must not meet${known.length > 0 && `: ${count(known.length, 'pair')}`}</summary>
		<div class="stack">
			<p class="soft small">A family, or people who share a lift: they never sit at one table.</p>
			<ul if=${known.length} class="bare stack">${known.map(
				pair => html`<li class="row">
					<span class="grow">${listed(pair.map(id => names.get(id)))}</span>
					${button('Remove', 'apart-remove', () => store(pairs.filter(each => each !== pair)), {class: 'small'})}
				</li>`
			)}</ul>
			<div class="row">${one}<span>and</span>${other}${button('Add', 'apart-add', add, {class: 'small'})}</div>
		</div>
	</details>`;
}

// Why it is as it is.
function explained(organiser, {cost, byes}) {
	const names = new Map(organiser.event.people.map(({id, name}) => [id, name])),
		out = byes.filter(({person}) => names.has(person)),
		groups = [...new Set(out.map(({missed}) => missed))].map(missed => out.filter(bye => bye.missed === missed));
	return html`<div class="stack">
		<p if=${kept(cost)} id="seating-kept">${kept(cost)}.</p>
		<p if=${out.length} id="byes">
			<strong>${out.length === 1 ? 'Bye' : 'Byes'}:</strong>
			${groups.map(byes => ` ${listed(byes.map(({person}) => names.get(person)))} (${why_out(byes)})`).join(';')}.
			<span class="soft small"> They get points for it, as the Event tab says.</span>
		</p>
	</div>`;
}

export function attendance(organiser, answer) {
	const box = html`<section id="attendance"></section>`;
	return into(box)`${explained(organiser, answer)}${proposals(organiser, answer)}`;
}

// The other numbers of players that a table can be printed for, on its card. It has people and no result.
export function table_sizes(organiser, table, people, answer) {
	const {round, sizes, second} = answer,
		grow = second.includes(table.table) && sizes.find(size => size > table.players),
		others = sizes.filter(size => size !== table.players);
	const change = async (players, print) => {
		if (!(await change_table(organiser, {round, table: table.table, players, print}))) return;
		organiser.plan = null;
		await organiser.refresh();
	};
	if (table.in || !others.length) return null;
	const part = people > 0 && people < table.players,
		fits = part && others.includes(people);
	return html`<div class="table-sizes">
		${part && alarm('again', `Printed for ${table.players}.`)}
		<div class="row">
			${
				grow &&
				button(
					`Take ${grow === 2 ? 'a second player' : `player ${grow}`}`,
					'second-player',
					() => change(grow, false),
					{class: 'small'}
				)
			}
			${fits && button(`Print again for ${people}`, 'print-fitting', () => change(people, true), {class: 'small main'})}
		</div>
		<details class="small" id="sizes-${table.table}">
			<summary>Print for another number</summary>
			<div class="row">${others.map(size =>
				button(String(size), 'print-for', () => change(size, true), {
					class: 'small',
					'data-players': size,
					'aria-label': `Print table ${table.table} again for ${count(size, 'player')}`,
				})
			)}</div>
		</details>
	</div>`;
}
