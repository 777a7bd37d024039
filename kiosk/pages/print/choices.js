// SPDX-License-Identifier: MIT
// What is chosen for a print: it stands in the address, with the names that the
// command line has, and what a game has comes from the kiosk's table of it.
import {button, h} from '../dom.js';

const COUNT_MOST = 100;
const SEED_MOST = 2 ** 48 - 1;

// Which words an option has, what they are called, and the first where nothing is said.
const words = {
	pieces: {
		title: 'Pieces',
		of: {game: 'What the seed decides', all: 'The whole game'},
		again: {game: 'This piece', all: 'The whole game'},
	},
	paper: {title: 'Paper', of: {a4: 'A4', letter: 'Letter'}},
	ink: {title: 'Ink', of: {full: 'Colour', light: 'Little ink', grey: 'Black and white'}},
	backs: {title: 'Backs', of: {duplex: 'On the back of the sheet', fold: 'Beside, to fold and glue'}},
};

// The game's own options that can be chosen: a code says itself what decides its layout.
function own_options(game, again) {
	return game.options.filter(option => !again || !(option.seeds || option.layout));
}

const rule_name = ({name}) => 'rule.' + name;

// Everything that an address can say of a game, or of what is printed again by its code.
function names_of(game, again) {
	return [
		...(again ? ['code'] : ['seed', 'players', 'count', ...game.rules.map(rule_name)]),
		...Object.keys(words),
		'back-offset',
		...own_options(game, again).map(({name}) => name),
	];
}

// What an address says besides: nobody prints by it.
export function unknown_names(game, query) {
	const known = [...names_of(game, query.has('code')), 'game', 'code'];
	return [...new Set(query.keys())].filter(name => !known.includes(name));
}

// What is chosen, as the address says it; the rest of an address is passed over.
export function read_choices(game, query) {
	const choices = {};
	for (const name of names_of(game, query.has('code'))) if (query.get(name)) choices[name] = query.get(name);
	return choices;
}

// The query of a print, always in the same order.
export function query_of(game, choices) {
	const query = new URLSearchParams(choices.code ? {} : {game: game.id});
	for (const name of names_of(game, choices.code)) if (choices[name]) query.set(name, choices[name]);
	return query.toString();
}

export function has_backs(game, choices) {
	return choices.pieces === 'all' ? game.backs_all : game.backs;
}

// A row of buttons of which one is pressed.
export function picks(title, name, of, now, choose) {
	return h(
		'fieldset',
		{class: 'picks', 'data-choice': name},
		h('legend', {}, title),
		h(
			'div',
			{class: 'row'},
			Object.entries(of).map(([value, text]) =>
				button(text, `${name}-${value}`, () => choose(value), {'aria-pressed': String(value === now)})
			)
		)
	);
}

// A number with less and more beside it; what is typed counts when it is left.
export function number(title, name, {least, most, now, none}, choose) {
	const set = value => choose(String(Math.min(most, Math.max(least, Math.round(value) || least))));
	const box = h('input', {
		type: 'number',
		id: 'choice-' + name,
		min: least,
		max: most,
		value: now ?? '',
		placeholder: none,
		inputmode: 'numeric',
		'data-act': 'choice-' + name,
		onchange: () => (box.value === '' && none ? choose('') : set(Number(box.value))),
	});
	return h(
		'div',
		{class: 'field count', 'data-choice': name},
		h('label', {for: 'choice-' + name}, title),
		h(
			'div',
			{class: 'row'},
			button('−', name + '-less', () => set((now ?? least) - 1), {'aria-label': 'Less', disabled: (now ?? least) <= least}),
			box,
			button('+', name + '-more', () => set((now ?? least) + 1), {'aria-label': 'More', disabled: (now ?? least) >= most})
		)
	);
}

export function sentence(text) {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

// An option of the game's own.
export function own(option, choices, choose) {
	const now = choices[option.name];
	if (option.kind === 'choice')
		return picks(
			sentence(option.help),
			option.name,
			Object.fromEntries(option.words.map(word => [word, sentence(word)])),
			now || option.words[0],
			value => choose(option.name, value === option.words[0] ? '' : value)
		);
	if (option.kind === 'number')
		return number(
			sentence(option.help.replace(' N ', ' so many ')),
			option.name,
			{least: 0, most: option.most, now: now === undefined ? undefined : Number(now), none: 'any'},
			value => choose(option.name, value)
		);
	const box = h('input', {
		type: 'checkbox',
		checked: now === 'yes',
		'data-act': 'choice-' + option.name,
		onchange: () => choose(option.name, box.checked ? 'yes' : ''),
	});
	return h('label', {class: 'tick', 'data-choice': option.name}, box, h('span', {}, sentence(option.help)));
}

function pick_words(name, choices, choose) {
	const {title, of, again} = words[name],
		usual = Object.keys(of)[0];
	return picks(title, name, choices.code && again ? again : of, choices[name] || usual, value => choose(name, value === usual ? '' : value));
}

// How far the printer shifts backs: right and down.
function offset(choices, choose) {
	const [x, y] = (choices['back-offset'] || '0,0').split(',');
	const box = (name, label, value) =>
		h('input', {
			type: 'number',
			step: '0.1',
			min: -20,
			max: 20,
			value,
			'aria-label': label,
			'data-act': 'offset-' + name,
			onchange: event => {
				const both = [...event.target.closest('.field').querySelectorAll('input')].map(
					each => Math.min(20, Math.max(-20, Number(each.value) || 0)) // millimetres
				);
				choose('back-offset', both[0] || both[1] ? both.join(',') : '');
			},
		});
	return h(
		'div',
		{class: 'field offset', 'data-choice': 'back-offset'},
		h('span', {class: 'label'}, 'Backs are moved, in mm'),
		h('div', {class: 'row'}, 'right', box('x', 'right, in millimetres', x), 'down', box('y', 'down, in millimetres', y))
	);
}

function seed(choices, choose, surprise) {
	const box = h('input', {
		id: 'choice-seed',
		inputmode: 'numeric',
		autocomplete: 'off',
		value: choices.seed || '',
		'data-act': 'choice-seed',
		onchange: () => {
			const typed = box.value.trim();
			if (/^\d{1,15}$/.test(typed) && Number(typed) <= SEED_MOST) choose('seed', String(Number(typed)));
			else box.value = choices.seed || '';
		},
	});
	return h(
		'div',
		{class: 'field seed'},
		h('label', {for: 'choice-seed'}, 'Seed'),
		h('div', {class: 'row'}, box, button('Surprise me', 'surprise', surprise)),
		h('p', {class: 'soft small'}, 'The same seed and choices are the same print again, as is the address of this page.')
	);
}

// The form: first what everybody chooses, then the rest, folded.
export function choices_form(game, choices, choose, surprise, open) {
	const backs = has_backs(game, choices);
	const usual = String(game.usual);
	return [
		!choices.code &&
			game.players.length > 1 &&
			picks(
				'Players',
				'players',
				Object.fromEntries(game.players.map(n => [n, String(n)])),
				choices.players || usual,
				value => choose('players', value === usual ? '' : value)
			),
		pick_words('pieces', choices, choose),
		!choices.code &&
			number(
				`How many ${game.count}`,
				'count',
				{least: 1, most: COUNT_MOST, now: Number(choices.count || 1)},
				value => choose('count', value === '1' ? '' : value)
			),
		pick_words('paper', choices, choose),
		pick_words('ink', choices, choose),
		h(
			'details',
			{class: 'more', open, ontoggle: event => (event.target.dataset.open = event.target.open)},
			h('summary', {'data-act': 'more'}, 'More choices'),
			h(
				'div',
				{class: 'stack'},
				!choices.code &&
					game.rules.map(rule =>
						picks(
							'House rule: ' + rule.name.replaceAll('_', ' '),
							rule_name(rule),
							Object.fromEntries(rule.values.map(value => [value, sentence(value)])),
							choices[rule_name(rule)] || rule.values[0],
							value => choose(rule_name(rule), value === rule.values[0] ? '' : value)
						)
					),
				own_options(game, choices.code).map(option => own(option, choices, choose)),
				backs && pick_words('backs', choices, choose),
				backs && choices.backs !== 'fold' && offset(choices, choose),
				!choices.code && seed(choices, choose, surprise)
			)
		),
	];
}
