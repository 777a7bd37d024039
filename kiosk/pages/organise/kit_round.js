// SPDX-License-Identifier: MIT
// The card of a round: its game, its tables, and what only that game has.
import {count, html, put, symbol} from '../dom.js';
import {number, own, picks, sentence} from '../print/choices.js';
import {tables_text} from './kit_draft.js';

const SPARES_MOST = 20,
	TABLES_MOST = 500; // of a size, by hand

// How many are seated, and what is over or missing.
function seated_text(players, people) {
	const seats = players.reduce((sum, each) => sum + each, 0);
	if (seats === people) return `All ${people} play.`;
	if (seats < people) return `${people - seats} of ${people} ${people - seats === 1 ? 'sits' : 'sit'} out.`;
	return `${count(seats - people, 'seat stays', 'seats stay')} empty.`;
}

// Tables by hand: how many of each size.
function by_hand(game, round, id, change) {
	const sizes = [...game.seats].reverse();
	const tables = size => round.players.filter(each => each === size).length;
	const set = (size, wanted) => {
		const others = round.players.filter(each => each !== size);
		const players = [...others, ...Array(wanted).fill(size)].sort((a, b) => b - a);
		if (players.length) change({players});
	};
	return html`<div class="kit-sizes">${sizes.map(size =>
		number(`Tables for ${size}`, `${id}-for-${size}`, {least: 0, most: TABLES_MOST, now: tables(size)}, value =>
			set(size, Number(value))
		)
	)}</div>`;
}

// Everything that the game's own tables have for a kit.
function details(game, round, id, change) {
	const prefixed = option => ({...option, name: `${id}-${option.name}`});
	const set = (part, name, value) => {
		const values = {...round[part]};
		if (value === '' || value === undefined) delete values[name];
		else values[name] = value;
		change({[part]: values});
	};
	return [
		game.each &&
			number(
				sentence(game.count) + ' for each table',
				`${id}-${game.each.name}`,
				{least: 1, most: game.each.most, now: Number(round.options[game.each.name] ?? game.each.usual)},
				value => set('options', game.each.name, Number(value))
			),
		game.rules.map(rule =>
			picks(
				'House rule: ' + rule.name.replaceAll('_', ' '),
				`${id}-rule.${rule.name}`,
				Object.fromEntries(rule.values.map(value => [value, sentence(value)])),
				round.rules[rule.name] || rule.values[0],
				value => set('rules', rule.name, value === rule.values[0] ? '' : value)
			)
		),
		game.options
			.filter(option => option.kit)
			.map(option =>
				own(prefixed(option), {[`${id}-${option.name}`]: round.options[option.name]}, (_, value) =>
					set('options', option.name, option.kind === 'number' && value !== '' ? Number(value) : value)
				)
			),
		picks(
			'What is in a packet',
			`${id}-pieces`,
			{all: 'The whole game', game: 'Only the pieces that change'},
			round.pieces,
			pieces => change({pieces})
		),
	];
}

function tick(text, help, act, checked, choose) {
	const box = html`<input type="checkbox" checked=${checked} data-act=${act} onchange=${() => choose(box.checked)}>`;
	return html`<label class="tick">${box}<span>${text}<br><span class="soft small">${help}</span></span></label>`;
}

// `moves` has up, down and remove, those that there are; `open` is whether its details are seen.
export function round_card({game, round, index, people, open, change, toggled, moves}) {
	const id = `r${index + 1}`,
		title = `kit-round-${index + 1}`,
		tables = html`<p class="kit-tables" id="${id}-tables" role="status"></p>`,
		paper = html`<p class="kit-paper soft"></p>`;
	const card = html`<li class="plain kit-round" aria-labelledby=${title} vars=${{game: game.colour}}>
		<div class="kit-round-head">
			<span class="kit-picture">${symbol(game.symbol)}</span>
			<h2 id=${title}>Round ${index + 1}: ${game.title}</h2>
			<div class="row">${Object.entries(moves).map(
				([act, [text, label, run]]) => html`<button type="button" class="small" data-act="${id}-${act}"
					aria-label="${label}: round ${index + 1}" onclick=${run}>${text}</button>`
			)}</div>
		</div>
		${tables}
		<div class="row">${
			round.players
				? html`<button type="button" class="small" data-act="${id}-by-itself"
					onclick=${() => change({players: null})}>Share out by itself</button>`
				: html`<button type="button" class="small" data-act="${id}-by-hand"
					onclick=${() => card.players && change({players: [...card.players]})}>Change the tables</button>`
		}</div>
		${round.players && by_hand(game, round, id, change)}
		<div class="kit-pair">
			${tick('Duplicate', 'Every table plays the same.', id + '-duplicate', round.duplicate, duplicate =>
				change({duplicate})
			)}
			${number('Spare packets', id + '-spares', {least: 0, most: SPARES_MOST, now: round.spares}, value =>
				change({spares: Number(value)})
			)}
		</div>
		<details class="more" open=${open} ontoggle=${event => toggled(event.target.open)}>
			<summary data-act="${id}-more">House rules and more</summary>
			<div class="stack">${details(game, round, id, change)}</div>
		</details>
		${paper}
	</li>`;
	// What the kiosk says of it.
	card.tell = planned => {
		card.players = planned?.players || null;
		put(
			tables,
			planned
				? html`<strong>${tables_text(planned.players)}</strong> · ${seated_text(planned.players, people)}`
				: 'Tables are being shared out …'
		);
		put(paper, planned ? `${count(planned.sheets, 'sheet')} of paper` : '');
	};
	return card;
}
