// SPDX-License-Identifier: MIT
// Photos of a game: sending them, and what was read from them into the draft. What was
// unsure is asked with its picture; nothing is guessed.
import {post} from './api.js';
import {ask, button, count, h, listed} from './dom.js';
import {say, tell} from './shell.js';
import {name_of, player_badge} from './players.js';

const LARGEST = 32 * 1024 * 1024;

// A button that takes a photo on a phone and opens a file elsewhere.
export function photo_button(text, taken, more) {
	const input = h('input', {
		type: 'file',
		accept: 'image/*,application/pdf',
		capture: 'environment',
		class: 'unseen',
		tabindex: -1,
		'data-act': 'photo-file',
		'aria-hidden': 'true',
		onchange: () => {
			const [file] = input.files;
			input.value = '';
			if (file) taken(file);
		},
	});
	return h(
		'span',
		{class: 'photo'},
		button(
			[h('span', {class: 'icon icon-camera', 'aria-hidden': 'true'}), h('span', {}, text)],
			'photo',
			() => input.click(),
			more
		),
		input
	);
}

// Files that are dropped or pasted anywhere while a view is there; returns how to stop.
export function on_files(taken) {
	const over = event => {
		if (!event.dataTransfer?.types.includes('Files')) return;
		event.preventDefault();
		document.body.classList.toggle('dropping', event.type === 'dragover');
		if (event.type === 'drop' && event.dataTransfer.files[0]) taken(event.dataTransfer.files[0]);
	};
	const pasted = event => event.clipboardData?.files[0] && taken(event.clipboardData.files[0]);
	const away = event => !event.relatedTarget && document.body.classList.remove('dropping');
	const kinds = [
		['dragover', over],
		['drop', over],
		['dragleave', away],
		['paste', pasted],
	];
	kinds.forEach(([kind, run]) => addEventListener(kind, run));
	return () => kinds.forEach(([kind, run]) => removeEventListener(kind, run));
}

export async function read_photo(file, code) {
	if (file.size > LARGEST) throw new Error('This picture is larger than 32 MB. A smaller one will do.');
	return post('/api/photo' + (code ? '?code=' + encodeURIComponent(code) : ''), file);
}

// What is seen in a photo, waiting for the view of its game to open.
let carried = null;

export function keep_for_play(answer) {
	carried = answer;
}

export function kept_for_play() {
	const answer = carried;
	carried = null;
	return answer;
}

async function ask_whose_hand(play, ids) {
	const {state} = play.draft;
	const answer = await ask(
		'Whose hand is this?',
		h('p', {}, count(ids.length, play.game.hand.piece) + ' in the picture.'),
		[...state.players.map((_, index) => [String(index + 1), [player_badge(index), name_of(state, index)]]), ['', 'Nobody’s']]
	);
	return answer ? Number(answer) - 1 : -1;
}

// Groups of marks of which one at most is meant, with more than one filled: each is one question. Lines come first, and
// a mark that a line is asked about is asked about once.
function doubled(play, marks) {
	const filled = marks.filter(({state}) => state === 'filled').map(({id}) => id),
		asked = new Set(),
		questions = [];
	for (const rank of [0, 1]) {
		const groups = new Map();
		for (const id of filled.filter(each => !asked.has(each))) {
			const group = play.game.groups(id)[rank];
			if (group !== undefined) groups.set(group, [...(groups.get(group) || []), id]);
		}
		for (const [group, ids] of groups)
			if (ids.length > 1) {
				ids.forEach(id => asked.add(id));
				questions.push({group, ids});
			}
	}
	return questions;
}

// Takes a form's marks in; answers what has to be asked.
function take_form(play, form, unsure, questions) {
	const sheet = play.piece.sheets.find(each => each.svg.includes(form.code));
	if (!sheet) return 0;
	const {piece, name} = sheet,
		lines = doubled(play, form.marks),
		picture = id => unsure.find(each => each.piece === piece && each.id === id)?.picture;
	let taken = 0;
	play.draft.change(state => {
		for (const {id, state: how} of form.marks)
			if (how === 'filled' && !lines.some(({ids}) => ids.includes(id)) && ++taken)
				play.game.mark(state, play, piece, id, true);
	});
	for (const {group, ids} of lines) questions.push({piece, sheet: name, group, ids});
	for (const {id, state: how} of form.marks)
		if (how === 'unsure') questions.push({piece, sheet: name, ids: [id], picture: picture(id)});
	return taken;
}

// Whether a mark is one: 'yes' or 'no'. Which of several counts: its id, or 'none'. Nothing where it was closed.
async function ask_one(play, title, {piece, ids, group, picture, sheet}) {
	const one = group === undefined,
		names = one ? [] : ids.map(id => play.game.which(play, group, id)),
		text = one
			? play.game.question(play, piece, ids[0])
			: `${listed(names)} are marked for ${play.game.line(play, group)}: which counts?`;
	say(text);
	return ask(
		title,
		h(
			'div',
			{class: 'question', 'data-ask': one ? ids[0] : group},
			picture && h('img', {src: picture, alt: 'The mark in the photo'}),
			h('p', {}, sheet + ': ', h('strong', {}, text))
		),
		one
			? [
					['no', 'No'],
					['yes', 'Yes', 'main'],
				]
			: [['none', 'None'], ...ids.map((id, index) => [id, names[index], 'main'])]
	);
}

async function ask_each(play, questions) {
	for (const [index, question] of questions.entries()) {
		const {piece, ids, group} = question,
			answer = await ask_one(play, `Look again: ${index + 1} of ${questions.length}`, question);
		if (!answer) return; // closed: the check says what is missing
		play.draft.change(state => {
			if (group === undefined) play.game.mark(state, play, piece, ids[0], answer === 'yes');
			else if (answer !== 'none') play.game.mark(state, play, piece, answer, true);
			else ids.forEach(id => play.game.mark(state, play, piece, id, false));
		});
	}
}

// Puts what was read into the draft. `player`: whose hand it is, -1 to ask.
export async function apply_photo(play, answer, player) {
	const mine = each => !each.play || each.play === play.piece.play;
	const questions = [],
		notes = [...(answer.problems || [])];
	let taken = 0;
	for (const hand of play.game.hand ? (answer.hands || []).filter(mine) : []) {
		const {piece, ids, give} = play.game.hand,
			seen = ids(hand),
			to = player >= 0 ? player : await ask_whose_hand(play, seen);
		if (to >= 0) {
			notes.push(...give(play, seen, to));
			taken += seen.length;
		}
		if (hand.strangers?.length)
			notes.push(count(hand.strangers.length, `${piece} belongs`, `${piece}s belong`) + ' to another table.');
	}
	for (const found of (answer.drafts || []).filter(mine)) {
		const forms = (answer.images || []).flatMap(image => image.forms || []);
		// A game that knows better than marks and results what its pieces show.
		const board =
			play.game.take_photo && forms.find(form => form.marks.length && play.piece.sheets.some(each => each.svg.includes(form.code)));
		if (board) {
			const {taken: sure, notes: more} = await play.game.take_photo(play, board, found.unsure);
			taken += sure;
			notes.push(...more);
			continue;
		}
		if (
			found.result &&
			!found.unsure.length &&
			play.draft.change(state => play.game.load(state, found.result, play))
		)
			taken++;
		else if (play.game.mark) for (const form of forms) taken += take_form(play, form, found.unsure, questions);
		notes.push(...(found.missing || []));
	}
	if (questions.length) {
		tell('again', count(questions.length, 'mark needs', 'marks need') + ' a look.');
		await ask_each(play, questions);
	} else if (taken) {
		tell('found', notes.length ? listed(notes.slice(0, 2)) : 'Read and filled in.');
	} else {
		tell('again', notes[0] || 'Nothing of this game was seen in the picture. Closer, straighter, more light?');
	}
	return notes;
}
