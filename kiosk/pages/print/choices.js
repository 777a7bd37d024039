// SPDX-License-Identifier: MIT
// What is chosen for a print: it is in the address, with the names that the
// command line has, and what a game has comes from the kiosk's table of it.
import {button, capital, html, into} from '../dom.js';
import {keep, kept} from '../shell.js';

const COUNT_MOST = 100;
const SEED_MOST = 2 ** 48 - 1;

// Which words an option has, what they are called, and the first where nothing is said.
const words = {
	pieces: {title: 'Pieces', of: {game: 'Only the pieces that change', all: 'The whole game'}},
	paper: {title: 'Paper', of: {a4: 'A4', letter: 'Letter'}},
	ink: {title: 'Ink', of: {full: 'Colour', light: 'Little ink', grey: 'Black and white'}},
	backs: {
		title: 'Backs',
		of: {duplex: 'On the back of the sheet', fold: 'Next to the fronts: fold and glue', none: 'No backs'},
	},
};

// What this device's printer has: remembered here, and otherwise as is usual where its language is spoken.
const of_device = ['paper', 'ink'];

function device_choices() {
	const paper = /^en-(US|CA)$/i.test(navigator.language) ? 'letter' : 'a4';
	return {paper, ink: 'full', ...kept('print')};
}

export function remember_device(name, value) {
	if (of_device.includes(name)) keep('print', {...device_choices(), [name]: value || Object.keys(words[name].of)[0]});
}

// What is chosen before anybody has: a whole game that fills its paper, or a piece as it was.
function first_choices(game, again) {
	const usual = {...device_choices(), ...(again ? {} : {pieces: 'all', count: String(game.whole)})};
	for (const name of of_device) if (usual[name] === Object.keys(words[name].of)[0]) delete usual[name];
	if (usual.count === '1') delete usual.count;
	return usual;
}

// The game's own options that can be chosen: a code says itself what decides its layout.
const own_options = (game, again) => game.options.filter(option => !again || !(option.seeds || option.layout));

const rule_name = ({name}) => 'rule.' + name;

// Everything that an address can say of a game, or of what is printed again by its code.
function names_of(game, again) {
	return [
		...(again ? ['code'] : ['seed', 'players', 'count', 'balanced', ...game.rules.map(rule_name)]),
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

// What is chosen, as the address says it; the rest of an address is ignored. One with a seed says all of it.
export function read_choices(game, query) {
	const choices = query.has('seed') ? {} : first_choices(game, query.has('code'));
	for (const name of names_of(game, query.has('code'))) if (query.get(name)) choices[name] = query.get(name);
	// An old link with several layouts has them as they were.
	if (!query.has('code') && !(query.has('seed') && Number(query.get('count')) > 1)) choices.balanced = 'yes';
	return choices;
}

// Whether a choice decides which seeds are drawn.
export function is_vetted(game, name) {
	if (name === 'players' || game.rules.some(rule => rule_name(rule) === name)) return true;
	return game.options.some(option => option.name === name && (option.layout || option.seeds));
}

// The query of a print, always in the same order.
export function query_of(game, choices) {
	const query = new URLSearchParams(choices.code ? {} : {game: game.id});
	for (const name of names_of(game, choices.code))
		if (choices[name] && (name !== 'balanced' || Number(choices.count) > 1)) query.set(name, choices[name]);
	return query.toString();
}

export const has_backs = (game, choices) => (choices.pieces && choices.pieces !== 'game' ? game.backs_all : game.backs);

// A row of buttons of which one is pressed.
export const picks = (title, name, of, now, choose) => html`<fieldset class="picks" data-choice=${name}>
	<legend>${title}</legend>
	<div class="row">${Object.entries(of).map(
		([value, text]) => html`<button data-act="${name}-${value}" aria-pressed=${String(value === now)}
			onclick=${() => choose(value)}>${text}</button>`
	)}</div>
</fieldset>`;

// A number with less and more beside it; what is typed counts when it is left.
export function number(title, name, {least, most, now, none}, choose) {
	const set = value => choose(String(Math.min(most, Math.max(least, Math.round(value) || least))));
	const box = html`<input type="number" id="choice-${name}" min=${least} max=${most} value=${now ?? ''}
		placeholder=${none} inputmode="numeric" data-act="choice-${name}"
		onchange=${() => (box.value === '' && none ? choose('') : set(Number(box.value)))}>`;
	return html`<div class="field count" data-choice=${name}>
		<label for="choice-${name}">${title}</label>
		<div class="row">
			<button data-act="${name}-less" aria-label="Less" disabled=${(now ?? least) <= least}
				onclick=${() => set((now ?? least) - 1)}>−</button>
			${box}
			<button data-act="${name}-more" aria-label="More" disabled=${(now ?? least) >= most}
				onclick=${() => set((now ?? least) + 1)}>+</button>
		</div>
	</div>`;
}

// The same of words, the first of which is the default, chosen as ''.
function word_picks(title, name, words, now, choose) {
	const of = Object.fromEntries(words.map(word => [word, capital(word)]));
	return picks(title, name, of, now || words[0], value => choose(value === words[0] ? '' : value));
}

export const rule_picks = (rule, name, now, choose) =>
	word_picks('House rule: ' + rule.name.replaceAll('_', ' '), name, rule.values, now, choose);

// What an option of the game's own is called, with its number.
export const option_title = ({help}, number) => capital(help.replace(' N ', ` ${number} `));

// An option of the game's own.
export function own(option, choices, choose) {
	const {name, kind, help, words: of, most} = option,
		now = choices[name],
		set = value => choose(name, value);
	if (kind === 'choice') return word_picks(capital(help), name, of, now, set);
	if (kind === 'number') {
		const limits = {least: 0, most, now: now === undefined ? undefined : Number(now), none: 'any'};
		return number(option_title(option, 'this many'), name, limits, set);
	}
	return html`<label class="tick" data-choice=${name}>
		<input type="checkbox" checked=${now === 'yes'} data-act="choice-${name}"
			onchange=${event => set(event.target.checked ? 'yes' : '')}><span>${capital(help)}</span>
	</label>`;
}

function pick_words(name, choices, choose, others) {
	const {title, of} = words[name],
		[usual] = Object.keys(of),
		set = value => choose(name, value === usual ? '' : value);
	return picks(title, name, others || of, choices[name] || usual, set);
}

// What can be printed of the game of a code: its own piece, any other, or all.
function again_pieces(titles) {
	return {game: 'This piece', ...Object.fromEntries(titles.map(title => [title, title])), all: 'The whole game'};
}

// How far the printer shifts backs: right and down.
function offset(choices, choose) {
	const [x, y] = (choices['back-offset'] || '0,0').split(',');
	const box = (name, label, value) => html`<input type="number" step="0.1" min=${-20} max="20" value=${value}
		aria-label=${label} data-act="offset-${name}" onchange=${event => {
			const both = [...event.target.closest('.field').querySelectorAll('input')].map(
				each => Math.min(20, Math.max(-20, Number(each.value) || 0)) // millimetres
			);
			choose('back-offset', both[0] || both[1] ? both.join(',') : '');
		}}>`;
	return html`<div class="field offset" data-choice="back-offset">
		<span class="label">Shift backs by (mm)</span>
		<div class="row">right${box('x', 'right, in millimetres', x)}down${box('y', 'down, in millimetres', y)}</div>
	</div>`;
}

// What was mistyped stays in the box, as `choices.typed`, until it is a seed.
function seed(choices, choose, surprise) {
	const wrong = html`<div role="alert" id="seed-wrong"></div>`;
	const judge = () => into(wrong)`<p if=${choices.typed} class="notice">
		A seed is a number from 0
		to ${SEED_MOST} (2^48-1).${choices.seed && ` The print is still that of seed ${choices.seed}.`}
	</p>`;
	const box = html`<input id="choice-seed" inputmode="numeric" autocomplete="off"
		value=${choices.typed || choices.seed || ''} aria-describedby="seed-wrong" data-act="choice-seed"
		onchange=${() => {
			const typed = box.value.trim(),
				right = /^\d{1,15}$/.test(typed) && Number(typed) <= SEED_MOST;
			choices.typed = right ? '' : typed;
			if (right) choose('seed', String(Number(typed)));
			else if (!typed) box.value = choices.seed || '';
			judge();
		}}>`;
	judge();
	return html`<div class="field seed">
		<label for="choice-seed">Seed</label><div class="row">${box}${button('Surprise me', 'surprise', surprise)}</div>
		${wrong}
		<p class="soft small">The same seed and choices are the same print again, as is the address of this page.</p>
	</div>`;
}

// The form: first what everybody chooses, then the rest, folded. `titles` are the other pieces of a code's game.
export function choices_form(game, choices, choose, surprise, open, titles) {
	const {code} = choices,
		backs = has_backs(game, choices),
		usual = String(game.usual),
		players = Object.fromEntries(game.players.map(n => [n, String(n)])),
		amount = {least: 1, most: COUNT_MOST, now: Number(choices.count || 1)};
	const set = (name, first) => value => choose(name, value === first ? '' : value);
	return html`
		${!code && game.players.length > 1 && picks('Players', 'players', players, choices.players || usual, set('players', usual))}
		${pick_words('pieces', choices, choose, code && again_pieces(titles))}
		${!code && number(`How many ${game.count}`, 'count', amount, set('count', '1'))}
		${pick_words('paper', choices, choose)}${pick_words('ink', choices, choose)}
		<details class="more" open=${open} ontoggle=${event => (event.target.dataset.open = event.target.open)}>
			<summary data-act="more">More choices</summary>
			<div class="stack">
				${(code ? [] : game.rules).map(rule => {
					const name = rule_name(rule);
					return rule_picks(rule, name, choices[name], value => choose(name, value));
				})}
				${own_options(game, code).map(option => own(option, choices, choose))}
				${backs && pick_words('backs', choices, choose)}
				${backs && !['fold', 'none'].includes(choices.backs) && offset(choices, choose)}
				${!code && seed(choices, choose, surprise)}
			</div>
		</details>`;
}
