// SPDX-License-Identifier: MIT
// Photos of a game: sending them, and what was read from them into the draft. What was
// unsure is asked with its picture; nothing is guessed.
import {post} from './api.js';
import {ask, button, count, html, listed} from './dom.js';
import {say, tell} from './shell.js';
import {name_of, player_badge} from './players.js';

const LARGEST = 32 * 1024 * 1024,
	MOST_SHOWN = 12; // pieces that a question shows, so that its answers stay in sight

// A field for files, and what opens it. `taken` gets all that were chosen at once.
function file_field(act, taken, more) {
	const input = html`<input type="file" accept="image/*,application/pdf" multiple class="unseen" tabindex=${-1}
		data-act=${act} aria-hidden="true" onchange=${() => {
			const files = [...input.files];
			input.value = '';
			if (files.length) taken(files);
		}} ...${more}>`;
	return input;
}

// A button that takes a photo on a phone and opens files elsewhere; on a phone, a second one for photos that are
// there already. `taken` gets a list of files.
export function photo_button(text, taken, more) {
	const shot = file_field('photo-file', taken, {capture: 'environment'}),
		gallery = file_field('gallery-file', taken);
	return html`<span class="photo">
		${button(
			[html`<span class="icon icon-camera" aria-hidden="true"></span>`, html`<span>${text}</span>`],
			'photo',
			() => shot.click(),
			more
		)}
		<button type="button" class="gallery" data-act="gallery" onclick=${() => gallery.click()}>
			Choose photos
		</button>
		${shot}${gallery}
	</span>`;
}

// Files that are dropped or pasted anywhere while a view is there; returns how to stop.
export function on_files(taken) {
	const over = event => {
		if (!event.dataTransfer?.types.includes('Files')) return;
		event.preventDefault();
		document.body.classList.toggle('dropping', event.type === 'dragover');
		if (event.type === 'drop' && event.dataTransfer.files.length) taken([...event.dataTransfer.files]);
	};
	const pasted = event => event.clipboardData?.files.length && taken([...event.clipboardData.files]);
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

// Why a picture is hard to read, as a sentence; '' where the kiosk does not say.
export function advice_of(answer) {
	const [first] = (answer.images || []).flatMap(image => image.quality?.advice || []);
	return first ? first[0].toUpperCase() + first.slice(1) + '.' : '';
}

// Photos or frames of one table, one after the other: the kiosk adds each to those before it.
export class PhotoSet {
	constructor(code) {
		Object.assign(this, {code: code || '', id: '', photos: [], tags: []});
	}

	// What the kiosk reads from a picture: its pieces, hands and forms, of which a form is what all pictures say. What
	// else they say is in `together`: it may have been corrected by hand meanwhile, and so may a result of all of them.
	// `tags` may be of a game whose code is in another picture.
	async send(picture) {
		const answer = await post('/api/photo?' + new URLSearchParams({code: this.code, set: this.id}), picture),
			tags = answer.images.flatMap(image => (image.tags || []).map(({id}) => id)),
			seen = answer.images.flatMap(image => image.forms || []),
			together = {tags, forms: seen, ...answer.together, drafts: answer.drafts},
			forms = together.forms.filter(({code}) => seen.some(form => form.code === code)),
			all = forms.length === together.forms.length,
			drafts = answer.drafts.map(draft => (all ? draft : {...draft, result: null}));
		Object.assign(this, {id: answer.set, tags: together.tags});
		return {...answer, tags, forms, drafts, together, first: !answer.together};
	}

	// The same of a file. `photos` say which one it was, of `files`, chosen together, and which tags it shows.
	async read(file, files = [file]) {
		if (file.size > LARGEST) throw new Error('This picture is larger than 32 MB. A smaller one will do.');
		const answer = await this.send(file),
			name = files.length > 1 ? `Photo ${files.indexOf(file) + 1} of ${files.length}` : 'Your photo',
			photo = {file, name, tags: answer.tags};
		this.photos.push(photo);
		return {...answer, photos: [photo]};
	}

	// An answer with all that the pictures say.
	whole(answer) {
		return {...answer, ...answer.together, photos: this.photos};
	}
}

// What is seen in photos, waiting for the view of its game to open; other people's is not waited for.
let carried = [];
addEventListener('seedpress-idle', () => {
	carried = [];
});

export function keep_for_play(answers) {
	carried = answers;
}

export function kept_for_play() {
	const answers = carried;
	carried = [];
	return answers;
}

// Names the tags of a picture that was taken before it was known which game it is of, or that were in another
// picture than its code.
export function name_tags(play, answer) {
	const {hand} = play.game,
		hands = answer.hands || [],
		mine = hands.find(each => each.play === play.piece.play);
	if (!hand?.tags) return answer;
	const names = hand.tags(play),
		named = new Set(mine ? hand.ids(mine) : []),
		more = answer.tags.map(id => names.get(id));
	const unnamed = [...new Set(more)].filter(id => id && !named.has(id)).sort();
	if (!unnamed.length) return answer;
	const whole = {
		...mine,
		play: play.piece.play,
		...hand.of([...named, ...unnamed].sort()),
		piles: [...(mine?.piles || []), {piece: null, ...hand.of(unnamed)}],
	};
	return {...answer, hands: [...hands.filter(each => each !== mine), whole]};
}

// Pieces as they are printed, each with its name.
function pieces_shown(play, ids) {
	const {sheets} = play.piece;
	return html`<ul class="bare pieces">
		${ids.slice(0, MOST_SHOWN).map(id => {
			const sheet = sheets.find(({places}) => places.some(place => place.id === id)),
				at = sheet?.places.find(place => place.id === id),
				viewBox = at && `${at.x} ${at.y} ${at.w} ${at.h}`; // the inner one cuts the neighbours off
			return html`<li data-piece=${id}>
				${
					at &&
					html`<svg viewBox=${viewBox} aria-hidden="true">
						<svg viewBox=${viewBox} x=${at.x} y=${at.y} width=${at.w} height=${at.h}>
							<image href=${sheet.svg} width=${sheet.w} height=${sheet.h}></image>
						</svg>
					</svg>`
				}
				<span class="small">${play.game.hand.name(play, id)}</span>
			</li>`;
		})}
		${ids.length > MOST_SHOWN && html`<li class="soft">and ${ids.length - MOST_SHOWN} more</li>`}
	</ul>`;
}

// Asks who has these, which are in some of `all` photos; `proposed` is the likely player, -1 where nobody is.
async function ask_whose_hand(play, ids, of, all, proposed) {
	const {state} = play.draft,
		{piece, tags} = play.game.hand,
		names = tags?.(play),
		photos = all.filter(photo => !names || photo.tags.some(tag => ids.includes(names.get(tag)))),
		urls = photos.map(({file}) => URL.createObjectURL(file));
	const answer = await ask(
		'Who collected these?',
		// no browser shows all that the kiosk reads
		html`<div class="question whose">
			<div class="row">${urls.map(
				(src, index) => html`<figure data-photo=${photos[index].name}>
					<img src=${src} alt="" onerror=${event => event.target.remove()}>
					<figcaption class="small">${photos[index].name}</figcaption>
				</figure>`
			)}</div>
			<p>
				${
					ids.length === of
						? count(ids.length, piece)
						: `${count(ids.length, `${piece} isn’t`, `${piece}s aren’t`)} next to anyone’s strip`
				}
				${photos.length ? ` (${listed(photos.map(({name}) => name.toLowerCase()))}):` : ':'}
			</p>
			${pieces_shown(play, ids)}
		</div>`,
		[
			...state.players.map((_, index) => [
				String(index + 1),
				[player_badge(index), name_of(state, index)],
				index === proposed ? 'main safe' : '',
			]),
			['', 'Leave them out', 'quiet'],
		]
	);
	urls.forEach(url => URL.revokeObjectURL(url));
	return answer ? Number(answer) - 1 : -1;
}

// Who likely has what lies by no strip: who has the one strip in the picture, else whose photo it was said to be.
function likely_player(play, {pieces = []}, clear, player) {
	const strips = new Set(clear.map(({piece}) => piece));
	for (const {code} of pieces) {
		const sheet = play.piece.sheets.find(({svg}) => svg.includes(code));
		if (sheet && sheet.piece < play.draft.state.players.length) strips.add(sheet.piece);
	}
	return strips.size === 1 ? [...strips][0] : player;
}

// Gives the pieces of a hand to the player whose strip they lie by. Without any strip they are given to the player whose
// photo it was said to be; else a person says it. How many were given, and what to say of it.
async function give_piles(play, hand, player, answer) {
	const {ids, give, piece} = play.game.hand,
		all = ids(hand),
		piles = hand.piles || [{piece: null, ...hand}],
		clear = piles.filter(({piece}) => piece !== null && piece < play.draft.state.players.length),
		notes = [];
	let taken = 0;
	for (const pile of clear) notes.push(...give(play, ids(pile), pile.piece));
	const given = new Set(clear.flatMap(ids)),
		uncut = new Set(piles.filter(pile => pile.uncut).flatMap(ids)),
		rest = all.filter(id => !given.has(id) && !uncut.has(id));
	taken += given.size;
	if (uncut.size) notes.push(`${count(uncut.size, piece)} not cut off yet.`);
	if (!rest.length) return {taken, notes};
	const to =
		player >= 0 && !clear.length
			? player
			: await ask_whose_hand(
					play,
					rest,
					all.length,
					answer.photos || [],
					likely_player(play, answer, clear, player)
				);
	if (to < 0) return {taken, notes, nobody: true};
	notes.push(...give(play, rest, to));
	return {taken: taken + rest.length, notes};
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

// Questions about several bubbles at once.
const LOOK_ALIKE = {
	filled: {text: 'look filled in', yes: 'Yes, all filled'},
	empty: {text: 'look empty', yes: 'Yes, all empty'},
};

// Takes a form's marks in; adds to the questions. The bubbles that look alike are one question about all forms.
function take_form(play, form, {unsure, questions: asked}, questions) {
	const sheet = play.piece.sheets.find(each => each.svg.includes(form.code));
	if (!sheet) return 0;
	const {piece, name} = sheet,
		picture = id => unsure.find(each => each.piece === piece && each.id === id)?.picture,
		own = asked.flatMap(({kind, marks}) => {
			const ids = marks.filter(each => each.piece === piece).map(({id}) => id);
			return ids.length ? [{kind, piece, sheet: name, ids, pictures: ids.map(picture)}] : [];
		}),
		rows = own.filter(({kind}) => kind === 'row'),
		in_row = id => rows.some(({ids}) => ids.includes(id)),
		lines = doubled(
			play,
			form.marks.filter(({id}) => !in_row(id))
		);
	let taken = 0;
	play.draft.change(state => {
		for (const {id, state: how} of form.marks)
			if (how === 'filled' && !in_row(id) && !lines.some(({ids}) => ids.includes(id)) && ++taken)
				play.game.mark(state, play, piece, id, true);
	});
	for (const row of rows) {
		const open = row.ids.some(id => unsure.some(each => each.piece === piece && each.id === id));
		questions.push({...row, open, group: play.game.groups(row.ids[0])[0]});
	}
	for (const {group, ids} of lines) questions.push({piece, sheet: name, group, ids, pictures: []});
	questions.push(...own.filter(({kind}) => kind === 'mark'));
	for (const {kind, ids, pictures} of own)
		if (kind in LOOK_ALIKE) {
			const bubbles = ids.map((id, at) => ({piece, sheet: name, ids: [id], pictures: [pictures[at]]})),
				other = questions.find(each => each.bubbles && each.kind === kind);
			if (other) other.bubbles.push(...bubbles);
			else questions.push({kind, bubbles});
		}
	return taken;
}

// The pictures of marks, each with its name if there are several.
function marks_shown(names, pictures) {
	return html`<div class="row">${pictures.map(
		(picture, at) =>
			(picture || names) &&
			html`<figure>
				${picture && html`<img src=${picture} alt="The mark in the photo">`}
				${names && html`<figcaption class="small">${names[at]}</figcaption>`}
			</figure>`
	)}</div>`;
}

// Whether a mark is one: 'yes' or 'no'. Which of several counts: its id, or 'none'. Nothing where it was closed.
async function ask_one(play, title, {piece, ids, group, open, pictures, sheet}) {
	const one = group === undefined,
		names = one ? null : ids.map(id => play.game.which(play, group, id)),
		line = one ? '' : play.game.line(play, group),
		text = one
			? `Is “${play.game.mark_name(play, piece, ids[0])}” marked?`
			: open
				? `Which is marked for ${line}: ${names.join(' or ')}?`
				: `${listed(names)} are marked for ${line}: which counts?`;
	say(text);
	return ask(
		title,
		html`<div class="question" data-ask=${one ? ids[0] : group}>
			${marks_shown(names, pictures)}
			<p>${sheet}: <strong>${text}</strong></p>
		</div>`,
		one
			? [
					['no', 'No'],
					['yes', 'Yes', 'main'],
				]
			: [['none', 'None'], ...ids.map((id, index) => [id, names[index], 'main'])]
	);
}

// Whether bubbles are what they look like: 'all', or 'each' to look at one after the other.
async function ask_alike(play, title, {kind, bubbles}) {
	const {text, yes} = LOOK_ALIKE[kind],
		question = `These ${bubbles.length} ${text}. Is that right?`;
	say(question);
	return ask(
		title,
		html`<div class="question" data-ask=${kind}>
			${marks_shown(
				bubbles.map(({piece, sheet, ids: [id]}) => `${sheet}: ${play.game.mark_name(play, piece, id)}`),
				bubbles.map(({pictures: [picture]}) => picture)
			)}
			<p><strong>${question}</strong></p>
		</div>`,
		[
			['each', 'Look at each'],
			['all', yes, 'main'],
		]
	);
}

// Asks one question after the other; false if one was closed: the check says what is missing.
async function ask_each(play, questions) {
	for (const [index, question] of questions.entries()) {
		const {kind, piece, ids, group, bubbles} = question,
			title = `Look again: ${index + 1} of ${questions.length}`,
			answer = await (bubbles ? ask_alike : ask_one)(play, title, question);
		if (!answer || (answer === 'each' && !(await ask_each(play, bubbles)))) return false;
		play.draft.change(state => {
			if (answer === 'all')
				for (const bubble of bubbles) play.game.mark(state, play, bubble.piece, bubble.ids[0], kind === 'filled');
			else if (bubbles) return;
			else if (group === undefined) play.game.mark(state, play, piece, ids[0], answer === 'yes');
			else if (answer !== 'none') play.game.mark(state, play, piece, answer, true);
			else ids.forEach(id => play.game.mark(state, play, piece, id, false));
		});
	}
	return true;
}

// Puts what was read into the draft, and answers whether that was anything. `player`: whose hand it is, -1 to ask.
export async function apply_photo(play, answer, player) {
	const mine = each => !each.play || each.play === play.piece.play;
	const questions = [],
		notes = [...(answer.problems || [])];
	let taken = 0,
		nobody = false;
	for (const hand of play.game.hand ? (answer.hands || []).filter(mine) : []) {
		const {piece} = play.game.hand,
			{taken: given, notes: more, nobody: none} = await give_piles(play, hand, player, answer);
		taken += given;
		nobody = nobody || none;
		notes.push(...more);
		if (hand.strangers?.length)
			notes.push(count(hand.strangers.length, `${piece} belongs`, `${piece}s belong`) + ' to another table.');
	}
	for (const found of (answer.drafts || []).filter(mine)) {
		const {forms} = answer;
		// A game that knows better than marks and results what its pieces show.
		const board =
			play.game.take_photo &&
			forms.find(form => form.marks.length && play.piece.sheets.some(each => each.svg.includes(form.code)));
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
		else if (play.game.mark) for (const form of forms) taken += take_form(play, form, found, questions);
		notes.push(...(found.missing || []));
	}
	if (questions.length) {
		const open = questions.reduce((sum, {ids, bubbles}) => sum + (bubbles || ids).length, 0);
		tell('again', count(open, 'mark needs', 'marks need') + ' a look.');
		await ask_each(play, [...questions.filter(each => !each.bubbles), ...questions.filter(each => each.bubbles)]);
	} else if (taken) {
		tell('found', notes.slice(0, 3).join(' ') || 'Read and filled in.');
	} else if (nobody) {
		tell('again', 'Nothing in this picture was assigned to anyone.');
	} else {
		tell(
			'again',
			notes[0] ||
				advice_of(answer) ||
				'Nothing of this game was seen in the picture. Closer, straighter, more light?'
		);
	}
	return taken + questions.length > 0;
}
