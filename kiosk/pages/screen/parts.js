// SPDX-License-Identifier: MIT
// What the big screen shows besides the standings: where everybody sits, and who has won.
import {h, symbol} from '../dom.js';
import {letters} from '../players.js';

const SHARED = 5; // names on one step of the podium

const order = new Intl.Collator(undefined, {numeric: true});

// Everybody by name with table and seat, of a round without results.
export function seating_of(answer) {
	return answer.missing
		.flatMap(row => row.names.map((name, seat) => ({name, table: row.table, seat})))
		.filter(each => each.name)
		.sort((a, b) => order.compare(a.name, b.name));
}

export function seat_line(each) {
	return h(
		'li',
		{'data-seat': `${each.table}.${each.seat}`},
		h('span', {class: 'name'}, each.name),
		h('span', {class: 'where'}, each.table, h('span', {class: 'letter'}, letters[each.seat]))
	);
}

// Which of them is on: where people sit until the round has begun, the podium when all is played.
export function mode_of(answer, about) {
	const asked = new URLSearchParams(location.search).get('show'),
		{event} = about;
	if (['seating', 'standings', 'podium'].includes(asked)) return asked;
	if (!event) return 'standings';
	const {missing} = answer,
		played = event.rounds.every(round => round.in >= round.tables);
	if (played && event.round === event.rounds.length && answer.rows.some(row => row.played)) return 'podium';
	const begun = event.clock || missing.some(row => row.in > 0) || event.rounds[event.round - 1].in > 0;
	return !begun && missing.some(row => row.names.some(Boolean)) ? 'seating' : 'standings';
}

// The first three places, the second and the third at the sides of the first.
export function podium(rows) {
	const steps = [2, 1, 3].map(place => [place, rows.filter(row => row.place === place && row.played)]);
	return h(
		'ol',
		{class: 'bare podium', id: 'podium'},
		steps
			.filter(([, people]) => people.length)
			.map(([place, people]) =>
				h(
					'li',
					{class: 'step step-' + place, 'data-step': place, vars: {n: Math.min(people.length, SHARED + 1)}},
					place === 1 && people.length < 3 && symbol('trophy', {class: 'symbol prize'}),
					people.slice(0, SHARED).map(row => h('strong', {class: 'who'}, row.name)),
					people.length > SHARED && h('span', {class: 'who'}, `and ${people.length - SHARED} more`),
					h('span', {class: 'block'}, h('b', {}, place), h('span', {}, `${people[0].points} points`))
				)
			)
	);
}
