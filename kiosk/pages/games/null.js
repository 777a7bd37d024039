// SPDX-License-Identifier: MIT
// The page of a game that has nothing to enter but a number a player: the template of the others, never
// served. A game's state is plain data with `players`, [{name}], and `rules`; draft.change() gives it to
// whoever changes it. `play` is the Play of play.js: its piece as GET /api/piece answers, draft, chosen player.
import {h, put} from '../dom.js';
import {with_name} from '../players.js';
import {mark_place, Sheet} from '../sheet.js';
import {sheets_of} from '../sheets.js';

// Every printed piece, with what can be touched on it.
function sheets(play) {
	const part = sheets_of(
		play,
		sheet => new Sheet({sheet, tap: id => play.draft.change(state => mark(state, play, sheet.piece, id, true))})
	);
	part.paint = state =>
		part.sheets.forEach(sheet => {
			for (const place of sheet.places.values()) mark_place(place, {pressed: place.id in state.marks});
		});
	return part;
}

// The same without paper: everything can be entered here by keyboard.
function panel() {
	const root = h('section', {class: 'panel'});
	return {root, paint: state => put(root, Object.keys(state.marks).join(', '))};
}

function mark(state, play, piece, id, on) {
	if (on) state.marks[id] = true;
	else delete state.marks[id];
}

export const game = {
	// A new state; and one from a stored result or a photo's, as `score` reads it.
	start(state) {
		state.marks = {};
	},
	load(state, result) {
		state.marks = Object.fromEntries(result.marks.map(id => [id, true]));
	},
	// What differs of the result from one game to the other: players, and members of the game's own.
	result: state => ({
		players: state.players.map((_, index) => with_name(state, index, {})),
		marks: Object.keys(state.marks),
	}),
	sheets,
	panel,
	// What a photo would be of now.
	photo: () => 'Take a photo',
	// Beside a player's name, below the sheets, and whether there is something left to enter.
	tally: () => '',
	progress: state => `${Object.keys(state.marks).length} marks`,
	unfinished: state => Object.keys(state.marks).length === 0,
	// The symbol of a line of the score.
	picture: what => what,

	// What follows is left out by games that have no use for it.
	// Marks of a form: those of a group exclude each other; mark() sets one; question() asks for one that is unsure.
	groups: () => [],
	mark,
	question: (play, piece, id) => `Is this marked? ${id}`,
	// Without a code: for how many players it begins, [least, most] of them, and their number changed.
	casual_players: 2,
	player_range: () => [0, 0],
	resize() {},
	// A player is picked, who gets what is touched; where turns say who, writing a name picks nobody.
	picks: false,
	turns: false,
	picked() {},
	// A hand in a photo: what it is made of, its ids in the kiosk's answer, and giving it to a player, with what to say.
	hand: {piece: 'piece', ids: found => found.ids, give: () => []},
	// What house rules are of, and each of their values in words.
	house_rules: {},
	// Ranks of solo scores: words and symbol.
	ranks: [],
	// A promise of an element that looks at a finished game again, or of null.
	review: async () => null,
};
