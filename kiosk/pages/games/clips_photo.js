// SPDX-License-Identifier: MIT
// Clips from a photo of the card: what is sure is put on, what is doubtful is shown with a question mark
// and asked with its picture. Whose clips they are their colours say, and a person says which is whose.
import {in_words, parse, run} from './clips_card.js';
import {ask, h, listed} from '../dom.js';
import {name_of, player_badge} from '../players.js';
import {say} from '../shell.js';

const ALL = 6;

// Games whose clips came from a photo, in no order: nobody asks for it but the review. They are known by the places of
// their clips: whose each is and how deep may still be corrected. Whoever moves one has said the order.
const unordered = new Set();

function key_of(players) {
	return players
		.flatMap(({clips}) => clips.map(clip => clip.split('x')[0]))
		.sort()
		.join();
}

export function is_unordered(result) {
	return unordered.has(key_of(result.players));
}

export function set_ordered(result) {
	unordered.delete(key_of(result.players));
}

function cells(play, clip) {
	return run(play, clip.split('x')[0])
		.slice(0, parse(clip).depth)
		.map(({id}) => id);
}

// Whether two clips cannot both be there.
function excludes(play, one, other) {
	const taken = cells(play, one);
	return cells(play, other).some(id => taken.includes(id));
}

// Which player has which colour: {red: 0, blue: 1}. Of one colour nobody can tell.
async function owners(play, sure) {
	const {state} = play.draft,
		often = colour => sure.filter(each => each.colour === colour).length,
		colours = [...new Set(sure.map(({colour}) => colour).filter(Boolean))].sort((a, b) => often(b) - often(a));
	if (state.players.length === 1) return () => 0;
	if (colours.length < 2) return null;
	const answer = await ask(
		`Whose are the ${colours[0]} clips?`,
		h('p', {}, `The others are ${colours[1]}.`),
		state.players.map((_, index) => [String(index + 1), [player_badge(index), name_of(state, index)]])
	);
	const first = answer ? Number(answer) - 1 : 0;
	return ({colour}) => (colour === colours[0] ? first : 1 - first);
}

function put_on(state, clip, player) {
	const has = state.clips.filter(each => each.player === player).length,
		most = state.players.length === 1 ? ALL : ALL / 2;
	state.clips.push({player: has < most || state.players.length === 1 ? player : 1 - player, clip});
}

async function ask_doubts(play, doubts, whose) {
	for (const [index, {id, colour, picture}] of doubts.entries()) {
		const {state} = play.draft;
		if (!play.doubts.includes(id)) continue;
		if (state.clips.length >= ALL || state.clips.some(({clip}) => excludes(play, clip, id))) {
			play.doubts = play.doubts.filter(each => each !== id);
			continue;
		}
		say(`Is there a clip: ${in_words(id)}?`);
		const answer = await ask(
			`Look again: ${index + 1} of ${doubts.length}`,
			h(
				'div',
				{class: 'question', 'data-ask': id},
				picture && h('img', {src: picture, alt: 'The place in the photo'}),
				h('p', {}, 'Is there a clip? ', h('strong', {}, in_words(id)))
			),
			[
				['no', 'No'],
				['yes', 'Yes', 'main'],
			]
		);
		if (!answer) break; // closed: they stay on the card with their question marks
		play.doubts = play.doubts.filter(each => each !== id);
		if (answer === 'yes') play.draft.change(next => put_on(next, id, whose({colour})));
	}
	play.paint();
}

// Takes the clips of a photo in place of those that were entered. Answers how many are sure, and what to say.
export async function take_photo(play, form, unsure) {
	const seen = form.marks.filter(({state}) => state !== 'empty'),
		sure = seen.filter(({state}) => state === 'filled'),
		doubts = seen
			.filter(({state}) => state === 'unsure')
			.sort((a, b) => b.darkness - a.darkness)
			.map(mark => ({...mark, picture: unsure.find(({id}) => id === mark.id)?.picture})),
		notes = [];
	let whose = await owners(play, sure);
	if (!whose) {
		// Alternately, which is no more than a start.
		let next = 1;
		whose = () => (next = 1 - next);
		notes.push('The colours of the clips do not tell whose they are: say it in the list.');
	}
	play.doubts = doubts.map(({id}) => id);
	// What has no colour comes last, where a place is left, and is said.
	const told = sure.filter(({colour}) => colour),
		untold = sure.filter(({colour}) => !colour);
	if (play.draft.state.players.length > 1 && told.length && untold.length)
		notes.push(`The photo does not show the colour of the clip in ${listed(untold.map(({id}) => in_words(id)))}: see in the list whose it is.`);
	play.draft.change(state => {
		state.clips = [];
		for (const mark of [...told, ...untold].slice(0, ALL)) put_on(state, mark.id, whose(mark));
	});
	play.paint();
	if (doubts.length) await ask_doubts(play, doubts, whose);
	unordered.add(key_of(play.result().players));
	if (play.draft.state.players.length > 1) notes.push('Who went first, and the bid, no photo shows.');
	return {taken: sure.length, notes};
}
