// SPDX-License-Identifier: MIT
// Points per table: ready-made schemes with one line on what they do, points by place, byes, and rounds that count
// differently.
import {html, joined, listed, put, select, words_in} from '../dom.js';
import {choice, field} from './form.js';

// What the presets of the kiosk do, in one line each.
const words = {
	even: [
		'Even steps',
		'6 for the winner, 0 for the last, even steps between. A table of any size is worth 3 a person.',
	],
	winner: ['The winner takes it all', 'The winner gets a point for each player: 1 a person at a table of any size.'],
	places: ['Points by place', 'The same points at tables of every size, so small tables are worth more a person.'],
	total: ['Points as scored', 'What the game itself says is added up.'],
	matchpoints: [
		'Matchpoints, for duplicate rounds',
		'Each seat is compared with the same seat at tables of its size: 100 % for the best, 50 % on average.',
	],
};

function ordinal(number) {
	const last = number % 10,
		teen = (number % 100) - last === 10;
	return number + ((!teen && ['', 'st', 'nd', 'rd'][last]) || 'th');
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// The scheme of a round without what belongs to the event.
const of_round = ({ties, bye, rounds, ...scheme}) => scheme;

// The preset that a scheme is; points by place are the organiser's own.
const preset_of = (presets, scheme) =>
	presets.find(preset => preset.id !== 'places' && same(preset.scheme, of_round(scheme)))?.id || 'places';

// The form's part: `root` to show, `scheme()` as it is chosen. `sizes` are the sizes of tables of each round.
export function scheme_field(event, presets, sizes, ties) {
	const {scheme} = event,
		now = preset_of(presets, scheme),
		own = now === 'places' ? scheme : presets.find(({id}) => id === 'places').scheme,
		worth = html`<p class="soft small" id="worth"></p>`,
		warning = html`<p class="state again" id="sizes-differ" role="status" hidden></p>`,
		radios = presets.map(({id}) => {
			const [title, help] = words[id],
				name = id === 'places' ? 'placing' : id;
			return choice({type: 'radio', name: 'by', value: id, checked: id === now, id: 'by-' + name}, title, help);
		});
	const points = field(
		'Points from the first place on',
		{id: 'points', inputmode: 'decimal', value: own.points.join(', '), 'aria-describedby': 'worth'},
		worth
	);
	radios.splice(presets.findIndex(({id}) => id === 'places') + 1, 0, points);
	const bye = html`<input type="number" id="bye" min="0" max="10000" step="0.5" value=${scheme.bye ?? ''}
		placeholder="the average of the round">`;
	const differs = event.rounds.map(({round, title}) => {
		const kept = scheme.rounds?.[round],
			id = kept ? preset_of(presets, kept) : '';
		const options = [['', 'As above'], ...presets.map(preset => [preset.id, words[preset.id][0]])];
		return {
			round,
			kept,
			id,
			title,
			pick: select(options, id, {id: 'scheme-round-' + round, onchange: () => look()}),
		};
	});
	const more = html`<details id="scheme-rounds" class="more" open=${Boolean(scheme.rounds)}>
		<summary>Rounds that count differently</summary>
		<div class="stack">${differs.map(
			({round, title, pick}) => html`<label class="field">Round ${round}: ${title}${pick}</label>`
		)}</div>
	</details>`;
	const root = html`<fieldset>
		<legend>Points per table</legend>
		${radios}${warning}
		<label class="field">Points for a bye, or for playing alone among other tables${bye}</label>
		${event.rounds.length > 1 && more}
	</fieldset>`;
	const chosen = () => root.querySelector('[name=by]:checked').value,
		list = () => words_in(root.querySelector('#points').value).map(Number),
		given = id => presets.find(preset => preset.id === id).scheme;
	// With the points as they were typed; a scheme that was set elsewhere keeps all it has.
	const of = id =>
		id !== 'places' ? given(id) : same(list(), own.points) ? of_round(own) : {...of_round(own), points: list()};
	const chosen_rounds = () => {
		const picked = differs.filter(({pick}) => pick.value);
		return picked.map(({round, id, kept, pick}) => [round, pick.value === id ? kept : of(pick.value)]);
	};
	const look = () => {
		const uneven = sizes.filter(({players}) => new Set(players).size > 1).map(({round}) => String(round));
		const differ =
			chosen() === 'places' && !own.sizes && uneven.length > 0
				? `Tables of round ${listed(uneven)} differ in size: the loser of two gets as much as the second of four. “Even steps” is fair.`
				: '';
		const kinds = new Set(event.rounds.map((_, index) => differs[index].pick.value || chosen()));
		const mixed =
			kinds.has('matchpoints') && kinds.size > 1
				? 'A round in matchpoints gives up to 100 points, much more than one by place: use them for all rounds or none.'
				: '';
		warning.hidden = !differ && !mixed;
		put(warning, joined(differ, mixed));
		const places = list().map((value, index) => `${ordinal(index + 1)} ${value}`);
		put(
			worth,
			list().some(Number.isNaN) ? 'Numbers with commas between them.' : [...places, 'others 0'].join(' · ')
		);
	};
	const result = () => ({
		...of(chosen()),
		...(chosen_rounds().length > 0 && {rounds: Object.fromEntries(chosen_rounds())}),
		...(bye.value !== '' && {bye: Number(bye.value)}),
		ties: ties.value,
	});
	look();
	return {root, look, result};
}
