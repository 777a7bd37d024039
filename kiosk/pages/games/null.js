// SPDX-License-Identifier: MIT
// The page of a game that has nothing to enter but one guess: the template of the others, never
// served. A game's state is plain data with `players`, [{name}], and `rules`; draft.change() gives it to
// those who change it. `play` is the Play of play.js: its piece as GET /api/piece answers, draft, chosen player.
import {html, put} from '../dom.js';
import {with_name} from '../players.js';
import {mark_place, Sheet, sheets_of} from '../sheet.js';

const SIDES = [1, 2, 3, 4, 5, 6];

function guess(play, number) {
	play.draft.change(state => {
		state.guess = number;
	});
}

// Every printed piece, with what can be touched on it.
function sheets(play) {
	const part = sheets_of(play, sheet => new Sheet({sheet, tap: id => guess(play, number_of(id))}));
	part.paint = state =>
		part.sheets.forEach(sheet => {
			for (const place of sheet.places.values())
				mark_place(place, {pressed: number_of(place.id) === state.guess});
		});
	return part;
}

// The same without paper: everything can be entered here by keyboard.
function panel(play) {
	const root = html`<section class="panel"></section>`;
	return {
		root,
		paint: state =>
			put(
				root,
				SIDES.map(
					number => html`<button data-act="guess" aria-pressed=${number === state.guess}
						onclick=${() => guess(play, number)}>${String(number)}</button>`
				)
			),
	};
}

// "pip.3", as layouts/null.c names its bubbles.
const number_of = id => Number(id.split('.')[1]);

function mark(state, play, piece, id, on) {
	if (on) state.guess = number_of(id);
	else if (state.guess === number_of(id)) state.guess = 0;
}

export const game = {
	// A new state; and one from a stored result or a photo's, as `score` reads it.
	start(state) {
		state.guess = 0;
	},
	load(state, result) {
		state.guess = result.guess;
	},
	// What differs of the result from one game to the other: players, and members of the game's own,
	// which scoring/null.c reads.
	result: state => ({players: state.players.map((_, index) => with_name(state, index, {})), guess: state.guess}),
	sheets,
	panel,
	// What a photo would be of now.
	photo: () => 'Take a photo',
	// Beside a player's name, below the sheets, and whether there is something left to enter.
	tally: () => '',
	progress: state => (state.guess ? 'Guessed' : 'No guess yet'),
	unfinished: state => !state.guess,
	// The symbol of a line of the score, by its id.
	picture: () => 'star',

	// What follows is left out by games that have no use for it. The players' colours where no code says them.
	casual_colours: ['#1d62c4', '#e06a00'],
	// Whether a state that a stranger may have sent is one of this game, where its shape is right.
	fits: state => Number.isInteger(state.guess),
	// What is missing that the rule book cannot see, as a sentence; '' where nothing is.
	lacks: () => '',
	// Marks of a form: those of a group exclude each other, and a mark's line is the first of its groups; mark() sets one;
	// mark_name() names one that is unsure. Where several of a group are marked, which() names one of them and line()
	// the group: "1st and 2nd are marked for Cy: which counts?"
	groups: () => ['guess'],
	mark,
	mark_name: (play, piece, id) => id,
	which: (play, group, id) => id,
	line: (play, group) => group,
	// Without a code: for how many players it begins, [least, most] of them, and their number changed.
	casual_players: 1,
	player_range: () => [1, 1],
	resize() {},
	// A player is picked, who gets what is touched.
	picks: false,
	picked() {},
	// Who is picked after another phone of the table has entered something, where that follows from the state.
	turn: () => 0,
	// A hand in a photo: what it is made of, its ids in the kiosk's answer, and giving it to a player, with what to say.
	hand: {piece: 'piece', ids: found => found.ids, name: (play, id) => id, give: () => []},
	// Pieces that lie on a board in a photo, a form of the kiosk's answer with its unsure marks: puts them into the
	// draft, asks for what is unsure, and answers how many were taken and what to say.
	take_photo: async (play, form, unsure) => ({taken: form.marks.length - unsure.length, notes: []}),
	// When photos were read: asks for what they cannot show. And whether they show all that is needed for the score.
	after_photo: async () => {},
	photo_tells_all: () => true,
	// What house rules are of, and each of their values in words.
	house_rules: {worth: ['A right guess', {1: 'is worth 1', 2: 'is worth 2'}]},
	// Ids of pieces that nobody has: the organiser may rule that they are lost; they are `lost` in the result then.
	can_be_lost: () => [],
	// What to play next, as a sentence.
	next: '',
	// What to say to those who play again, where a game cannot be played twice with the same pieces; '' where it can.
	used_up: '',
	// Ranks of solo scores: words and symbol.
	ranks: [],
	// A promise of an element that looks at a finished game again, or of null.
	review: async () => null,
};
