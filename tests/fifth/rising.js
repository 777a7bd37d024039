// SPDX-License-Identifier: MIT
// Rising: a die a turn, touched on the sheet or in the list.
import {html, put} from '../dom.js';
import {name_of, player_badge, with_name} from '../players.js';
import {mark_place, Sheet, sheets_of} from '../sheet.js';

const TURNS = [1, 2, 3, 4, 5, 6, 7, 8];

function is_on(state, seat, id) {
	const [turn, side] = id.split('.');
	return state.players[seat].kept[turn] === side;
}

function mark(state, play, seat, id, on) {
	const [turn, side] = id.split('.');
	if (on) state.players[seat].kept[turn] = side;
	else if (is_on(state, seat, id)) delete state.players[seat].kept[turn];
}

function toggle(play, seat, id) {
	play.draft.change(state => mark(state, play, seat, id, !is_on(state, seat, id)));
}

function label(id) {
	const [turn, side] = id.split('.');
	return `turn ${turn}: the ${side} die`;
}

function sheets(play) {
	const part = sheets_of(
		play,
		sheet =>
			new Sheet({
				sheet,
				role: 'checkbox',
				tap: id => toggle(play, sheet.piece, id),
				touchable: sheet.places.map(place => ({...place, round: true, kind: 'bubble'})),
				label: place => label(place.id),
			})
	);
	part.paint = state =>
		part.sheets.forEach((sheet, seat) => {
			for (const place of sheet.places.values()) {
				const on = is_on(state, seat, place.id);
				mark_place(place, {player: seat, pressed: on, classes: on ? 'filled' : 'free'});
			}
		});
	return part;
}

function panel(play) {
	const root = html`<section class="panel rolls"></section>`;
	return {
		root,
		paint: state =>
			put(
				root,
				state.players.map(
					(_, seat) => html`<div data-player=${seat}>
						<h2 class="row">${player_badge(seat)}${name_of(state, seat)}</h2>
						${TURNS.map(
							turn => html`<p class="row">
								${String(turn)}
								${['left', 'right'].map(
									(side, index) => html`<button type="button" class="pip" data-act="mark"
									data-mark="${turn}.${side}" aria-pressed=${is_on(state, seat, `${turn}.${side}`)}
									aria-label=${label(`${turn}.${side}`)}
									onclick=${() => toggle(play, seat, `${turn}.${side}`)}>
									${String(play.piece.layout.dice[seat][turn - 1][index])}
								</button>`
								)}
							</p>`
						)}
					</div>`
				)
			),
	};
}

function open(state) {
	return state.players.reduce((sum, player) => sum + TURNS.length - Object.keys(player.kept).length, 0);
}

export const game = {
	start(state) {
		state.players.forEach(player => Object.assign(player, {kept: {}}));
	},
	load(state, result) {
		result.players.forEach((player, seat) => {
			state.players[seat].kept = Object.fromEntries(player.kept.map((side, index) => [index + 1, side]));
		});
	},
	result: state => ({
		players: state.players.map((player, seat) =>
			with_name(state, seat, {kept: TURNS.filter(turn => player.kept[turn]).map(turn => player.kept[turn])})
		),
	}),
	groups: id => [id.split('.')[0]],
	mark,
	question: (play, seat, id) => `Is “${label(id)}” marked?`,
	which: (play, group, id) => label(id),
	line: (play, group) => group,
	sheets,
	panel,
	photo: () => 'Photo of the sheets',
	tally: (state, seat) => `${Object.keys(state.players[seat].kept).length} of 8 dice`,
	progress: state => (open(state) ? `${open(state)} dice still missing` : 'All dice are there'),
	unfinished: state => open(state) > 0,
	house_rules: {bonus: ['All eight dice', {5: 'are worth 5 more', 10: 'are worth 10 more'}]},
	picture: what => (what === 'never fell' ? 'trophy' : 'star'),
};
