// SPDX-License-Identifier: MIT
// Clips from a photo of the card: what is sure is put on, what is doubtful is shown with a question mark
// and asked with its picture. Colours tell whose clips they are once a person has said which colour is whose; all
// others have no player (null) until somebody gives them one.
import {handle_of, in_words, parse, run} from './clips_card.js';
import {ask, html} from '../dom.js';
import {name_of, player_badge} from '../players.js';
import {say} from '../shell.js';

const ALL = 6;

// Games whose clips came from a photo, in no order: nobody asks for it but the review. They are known by the places of
// their clips: whose each is and how deep may still be corrected. Whoever moves one has said the order.
const unordered = new Set();

const key_of = players =>
	players
		.flatMap(({clips}) => clips.map(handle_of))
		.sort()
		.join();

export const is_unordered = result => unordered.has(key_of(result.players));

export function set_ordered(result) {
	unordered.delete(key_of(result.players));
}

// Whether two clips cannot both be there.
function excludes(play, ...both) {
	const [one, other] = both.map(clip => run(play, handle_of(clip)).slice(0, parse(clip).depth));
	return other.some(({id}) => one.some(each => each.id === id));
}

const solo = ['solo', 'Solo, six clips'];

// Asks whose the clips of two colours are, and, unless that is known, whether one player placed all of them.
function ask_whose(state, colours, known) {
	const players = [0, 1].map(index => [String(index + 1), [player_badge(index), name_of(state, index)]]);
	return ask(
		`Whose are the ${colours[0]} clips?`,
		html`<p>The others are ${colours[1]}.</p>`,
		known ? players : [...players, solo]
	);
}

// Asks how many played.
function ask_players(alike) {
	const why = alike ? `All the clips look alike: ${alike}.` : 'The photo doesn’t show who placed these clips.';
	return ask('Solo or two players?', html`<p>${why}</p>`, [solo, ['two', 'Two, three clips each']]);
}

// Whose a clip is, by its colour; null where that does not tell. Only two colours, each of three clips at most, may be
// those of two players, and a person says which is whose. How many played is known at an event, by who sits there;
// otherwise it is part of the same question, or asked alone.
async function owners(play, sure) {
	const {state} = play.draft,
		known = play.piece.event || state.players_said,
		often = colour => sure.filter(each => each.colour === colour).length,
		colours = [...new Set(sure.map(({colour}) => colour).filter(Boolean))].sort((a, b) => often(b) - often(a)),
		apart = colours.length === 2 && often(colours[0]) <= ALL / 2;
	if (known && state.players.length === 1) return () => 0;
	if (known && !apart) return () => null;
	const alike = colours.length === 1 && often(colours[0]) === sure.length && colours[0],
		answer = await (apart ? ask_whose(state, colours, known) : ask_players(alike));
	if (answer && !known) play.draft.change(next => play.game.resize(next, answer === 'solo' ? 1 : 2, play));
	if (answer === 'solo') return () => 0;
	if (!answer || !apart) return () => null;
	const first = Number(answer) - 1;
	return ({colour}) => (!colours.includes(colour) ? null : colour === colours[0] ? first : 1 - first);
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
		const content = html`<div class="question" data-ask=${id}>
			<img if=${picture} src=${picture} alt="The place in the photo">
			<p>Is there a clip? <strong>${in_words(id)}</strong></p>
		</div>`;
		const answer = await ask(`Look again: ${index + 1} of ${doubts.length}`, content, [
			['no', 'No'],
			['yes', 'Yes', 'main'],
		]);
		if (!answer) break; // closed: they stay on the card with their question marks
		play.doubts = play.doubts.filter(each => each !== id);
		if (answer === 'yes')
			play.draft.change(next => {
				next.clips.push({player: whose({colour}), clip: id});
			});
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
	const whose = await owners(play, sure);
	play.doubts = doubts.map(({id}) => id);
	play.draft.change(state => {
		// What a person has said of a clip stays, where the photo does not tell.
		const said = new Map(state.clips.map(({player, clip}) => [handle_of(clip), player]));
		state.clips = sure
			.slice(0, ALL)
			.map(mark => ({player: whose(mark) ?? said.get(handle_of(mark.id)) ?? null, clip: mark.id}));
	});
	play.paint();
	if (doubts.length) await ask_doubts(play, doubts, whose);
	const {clips, players} = play.draft.state;
	unordered.add(key_of([{clips: clips.map(({clip}) => clip)}]));
	if (clips.some(({player}) => player === null)) {
		notes.push('The photo doesn’t show whose every clip is: please say so in the list.');
		document.querySelector('#whose')?.scrollIntoView({block: 'center'});
	}
	if (players.length > 1) notes.push('A photo can’t show who went first or the bid: please enter them.');
	return {taken: sure.length, notes};
}
