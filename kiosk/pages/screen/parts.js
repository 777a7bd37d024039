// SPDX-License-Identifier: MIT
// What the big screen shows besides the standings: where everybody sits, and who has won.
import {count, html, symbol} from '../dom.js';
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

export const seat_line = each => html`<li data-seat="${each.table}.${each.seat}">
	<span class="name">${each.name}</span>
	<span class="where">${each.table}<span class="letter">${letters[each.seat]}</span></span>
</li>`;

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

// The first three places, the second and the third at the sides of the first. Places that are shared leave steps out.
export function podium(rows) {
	const steps = [2, 1, 3]
		.map(place => [place, rows.filter(row => row.place === place && row.played)])
		.filter(([, people]) => people.length);
	return html`<ol class="bare podium" id="podium" vars=${{steps: steps.length}}>${steps.map(
		([place, people]) => html`<li class="step step-${place}" data-step=${place}>
			${place === 1 && people.length < 3 && symbol('trophy', {class: 'symbol prize'})}
			${people.slice(0, SHARED).map(row => html`<strong class="who">${row.name}</strong>`)}
			${people.length > SHARED && html`<span class="who">and ${people.length - SHARED} more</span>`}
			<span class="block"><b>${place}</b><span>${count(people[0].points, 'point')}</span></span>
		</li>`
	)}</ol>`;
}

// Hundredths of the screen's height: smaller names are hard to read from afar, so that words are broken first.
const SMALL = 2.6;

// Names of any length are shown whole: those of a step get smaller until they fit.
export function fit_names(box) {
	for (const step of box.querySelectorAll('.step')) {
		const fits = () =>
			step.firstElementChild.getBoundingClientRect().top >= step.getBoundingClientRect().top - 1 &&
			[...step.querySelectorAll('.who')].every(name => name.scrollWidth <= name.clientWidth + 1);
		for (let size = step.dataset.step === '1' ? 5.6 : 4.6; size > 0.8; size -= 0.2) {
			step.style.setProperty('--size', size);
			step.classList.toggle('broken', size < SMALL + 0.1);
			if (fits()) break;
		}
	}
}
