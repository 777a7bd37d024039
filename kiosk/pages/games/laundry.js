// SPDX-License-Identifier: MIT
// Coin-Op: two tickets, each with its rows in printed order; bubbles where they are
// printed, and the same as a list for keyboards and for games without tickets.
import {button, count, heads, html, put, symbol} from '../dom.js';
import {name_of, with_name, player_badge} from '../players.js';
import {say} from '../shell.js';
import {bubble_sheets} from '../sheet.js';

const ITEMS = ['underwear', 'bra', 'pants', 'shirt', 'bedsheet', 'pillowcase'];
const SOCKS = ['sock1', 'sock2'];
const DRYERS = {score: 'score dryer', no_score: 'no-score dryer'};

const item_name = item => (item === 'sock1' ? 'first sock' : item === 'sock2' ? 'second sock' : item);

const rows = (play, seat) => [...(play.piece.layout?.tickets?.[seat]?.rows || ITEMS), ...SOCKS];

const dealt = (play, seat) => play.piece.layout?.tickets?.[seat]?.dealt || null;

function is_on(state, seat, id) {
	const [item, what] = id.split('.'),
		player = state.players[seat];
	if (id === 'first') return state.first === seat;
	return what in DRYERS ? player.dry[item] === what : player.values[item] === Number(what);
}

function mark(state, play, seat, id, on) {
	const [item, what] = id.split('.'),
		player = state.players[seat];
	if (id === 'first') state.first = on ? seat : state.first === seat ? null : state.first;
	else if (on && what in DRYERS) player.dry[item] = what;
	else if (on) player.values[item] = Number(what);
	else if (is_on(state, seat, id) && what in DRYERS) delete player.dry[item];
	else if (is_on(state, seat, id)) delete player.values[item];
}

function label(id) {
	const [item, what] = id.split('.');
	if (id === 'first') return 'goes first';
	return what in DRYERS ? `${item_name(item)} from the ${DRYERS[what]}` : `${item_name(item)} is worth ${what}`;
}

function toggle(play, seat, id) {
	play.draft.change(state => mark(state, play, seat, id, !is_on(state, seat, id)));
	say(`${name_of(play.draft.state, seat)}: ${label(id)}${is_on(play.draft.state, seat, id) ? '' : ', not any more'}`);
}

const sheets = play =>
	bubble_sheets(play, {
		room: 60,
		is_on: (state, sheet, id) => is_on(state, sheet.piece, id),
		label: (state, sheet, id) => `${name_of(state, sheet.piece)}: ${label(id)}`,
		player: (state, sheet) => sheet.piece,
		tap: (sheet, id) => toggle(play, sheet.piece, id),
	});

// One button of several of which one at most is pressed.
const choice = (play, seat, id, text) =>
	button(text, 'mark', () => toggle(play, seat, id), {class: 'pip', 'data-mark': id});

function line(play, seat, item) {
	const fixed = SOCKS.includes(item) ? 5 : dealt(play, seat)?.[item],
		values = fixed
			? html`<span class="fixed">${fixed}</span>`
			: [1, 2, 3].map(value => choice(play, seat, `${item}.${value}`, value));
	return html`<tr data-item=${item}>
		<th scope="row">
			<span class="row item">${symbol(SOCKS.includes(item) ? 'sock' : item)}${item_name(item)}</span>
		</th>
		<td><span class="pips">${values}</span></td>
		<td>
			<span class="pips">
				${choice(play, seat, item + '.score', 'Score')}${choice(play, seat, item + '.no_score', 'No score')}
			</span>
		</td>
	</tr>`;
}

// A game may end although nobody has all socks or all the rest dry.
function stalled_button(play) {
	const toggle_stalled = () => {
		const stalled = !play.draft.state.stalled;
		play.draft.set({stalled});
		say(stalled ? 'The game is scored as it is.' : 'Not any more.');
	};
	return button('Nobody could move: score it as it is', 'stalled', toggle_stalled, {class: 'stalled'});
}

function panel(play) {
	const root = html`<section class="panel lists"></section>`,
		stalled = stalled_button(play);
	let ready = null;
	function build(state) {
		ready = state.players.map(
			(_, seat) => html`<div class="ticket" data-player=${seat}>
				<h2 class="row">${player_badge(seat)}<span></span></h2>
				<table>
					${heads(['Item', 'Value', 'Dried from'])}
					<tbody>${rows(play, seat).map(item => line(play, seat, item))}</tbody>
				</table>
			</div>`
		);
		put(root, ready, stalled);
	}
	return {
		root,
		paint(state) {
			if (!ready) build(state);
			stalled.setAttribute('aria-pressed', Boolean(state.stalled));
			ready.forEach((ticket, seat) => {
				put(ticket.querySelector('h2 span:last-child'), name_of(state, seat));
				ticket.querySelectorAll('[data-mark]').forEach(pip => {
					pip.setAttribute('aria-pressed', is_on(state, seat, pip.dataset.mark));
					pip.setAttribute('aria-label', `${name_of(state, seat)}: ${label(pip.dataset.mark)}`);
				});
			});
		},
	};
}

function dried(player, dryer) {
	const items = [...ITEMS, ...SOCKS].filter(item => player.dry[item] === dryer);
	return items.map(item => (SOCKS.includes(item) ? 'sock' : item));
}

export const game = {
	casual_players: 2,
	casual_colours: ['#1d62c4', '#e06a00'], // as on the tickets
	start(state) {
		state.first = null;
		state.stalled = false;
		state.players.forEach(player => Object.assign(player, {values: {}, dry: {}}));
	},
	fits: ({first}) => [null, 0, 1].includes(first),
	load(state, result) {
		state.first = result.first ?? null;
		state.stalled = result.stalled === true;
		result.players.forEach((player, seat) => {
			const mine = state.players[seat];
			mine.values = {...player.values};
			mine.dry = {};
			for (const dryer of Object.keys(DRYERS))
				for (const item of player[dryer + '_dryer'] || [])
					mine.dry[item !== 'sock' ? item : mine.dry.sock1 ? 'sock2' : 'sock1'] = dryer;
		});
	},
	result(state, play) {
		return {
			...(state.first === null ? {} : {first: state.first}),
			...(state.stalled ? {stalled: true} : {}),
			players: state.players.map((player, seat) =>
				with_name(state, seat, {
					...(dealt(play, seat) ? {} : {values: player.values}),
					score_dryer: dried(player, 'score'),
					no_score_dryer: dried(player, 'no_score'),
				})
			),
		};
	},
	groups(id) {
		const [item, what] = id.split('.');
		return id === 'first' ? [] : [item + (what in DRYERS ? '.dryer' : '.value')];
	},
	mark,
	mark_name: (play, seat, id) => label(id),
	which: (play, group, id) => {
		const what = id.split('.')[1];
		return DRYERS[what] || what;
	},
	line: (play, group) => {
		const [item, what] = group.split('.');
		return `the ${what} of ${item_name(item)}`;
	},
	sheets,
	panel,
	photo: () => 'Photo of the tickets',
	tally(state, seat, play) {
		const player = state.players[seat],
			written = dealt(play, seat) ? 6 : Object.keys(player.values).length;
		return `${written} of 6 values, ${Object.keys(player.dry).length} of 8 dried`;
	},
	progress(state, play) {
		const open = ({values}, seat) => (dealt(play, seat) ? 0 : 6 - Object.keys(values).length),
			left = state.players.map(open).reduce((sum, each) => sum + each);
		return left ? `${count(left, 'value')} still missing` : 'All values are there';
	},
	unfinished: (state, play) =>
		state.players.some((player, seat) => !dealt(play, seat) && Object.keys(player.values).length < 6),
	// "pair-pants", or "pair-of-pants-and-shirt" in old results, shows its first.
	picture: line => (line.includes('sock') ? 'sock' : line.split('-').find(word => ITEMS.includes(word))),
};
