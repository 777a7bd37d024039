// SPDX-License-Identifier: MIT
// A ruling: the organiser says what happened at a table, whom it is about and why. The game is scored as
// it was played, where it was; what is decided besides stands in its history for everybody to read.
import {get, post} from '../api.js';
import {html, listed, put, select, sure, words_in} from '../dom.js';
import {new_submission} from '../draft.js';
import {letters, player_badge} from '../players.js';
import {alarm, tell} from '../shell.js';

const kinds = [
	['no-show', 'Somebody did not come', 'They take the last place and have not played this round.'],
	['forfeit', 'Somebody gave the game up', 'They take the last place and get no points.'],
	['dropped', 'Somebody left the event', 'They take the last place here. Mark them as left on the People tab, too.'],
	['late', 'Somebody came late', 'The game counts as it was played, less a penalty if you want one.'],
	['lost', 'A piece was lost', 'It counts for nobody; all the rest counts as it was played.'],
];

// The fields of the dialog; `of` has names, result (null where no game was played) and what may be lost.
function fields(of) {
	const is_known = ([kind]) => (kind !== 'late' || of.result) && (kind !== 'lost' || (of.result && of.lost?.length)),
		known = kinds.filter(is_known),
		kind = select(known, of.kind, {id: 'ruling-kind', onchange: () => look()});
	const who = html`<fieldset id="ruling-who">
		<legend>Who?</legend>
		<ul class="bare">${of.names.map(
			(name, index) => html`<li>
				<label class="choice">
					<input type="checkbox" value=${index} data-player=${index}>${player_badge(index)}
					<span>${name || `Player ${letters[index]}`}</span>
				</label>
			</li>`
		)}</ul>
	</fieldset>`;
	const lost = html`<input type="text" id="ruling-lost" value=${(of.lost || []).join(', ')}>`,
		points = html`<input type="number" id="ruling-points" min="0" max="1000" value="0">`,
		why = html`<textarea id="ruling-why" rows="2" maxlength="500"></textarea>`,
		lost_field = html`<label class="field">What is lost${lost}</label>`,
		points_text = html`<span></span>`,
		points_field = html`<label class="field">${points_text}${points}</label>`,
		about = html`<p class="soft small"></p>`,
		says = html`<div></div>`;
	const look = () => {
		const [id, , words] = known.find(([each]) => each === kind.value);
		put(about, words);
		who.hidden = id === 'lost';
		lost_field.hidden = id !== 'lost';
		points_field.hidden = id !== 'late' && Boolean(of.result);
		put(points_text, id === 'late' ? 'Penalty points' : 'Points in the game for those who came');
	};
	look();
	const root = html`<div class="stack">
		<p if=${of.result}>What was played counts, with this ruling.</p>
		<p if=${!of.result}>No game was played: everyone who came shares first place.</p>
		<label class="field">What happened?${kind}</label>${about}${who}${lost_field}${points_field}
		<label class="field">Why? Everybody can read this.${why}</label>${says}
	</div>`;
	// The result as it is sent.
	const result = () => {
		const ruling = {kind: kind.value},
			{
				lost: before,
				ruling: old,
				...played
			} = of.result || {game: of.game, code: of.code, players: of.names.map(name => (name ? {name} : {}))};
		if (kind.value !== 'lost') ruling.players = [...who.querySelectorAll(':checked')].map(box => Number(box.value));
		else played.lost = words_in(lost.value.toUpperCase());
		if (!of.result) ruling.unplayed = true;
		if (!points_field.hidden && Number(points.value)) ruling.points = Number(points.value);
		return {...played, ruling};
	};
	// Who did not come, by name.
	const absent = () =>
		kind.value === 'no-show'
			? [...who.querySelectorAll(':checked')].map(box => of.names[Number(box.value)]).filter(Boolean)
			: [];
	return {root, says, result, absent, why: () => why.value.trim()};
}

// Anyone who did not come would be seated again in the next round: they can be checked out at once.
async function offer_leaving(names) {
	if (!names.length) return;
	const text = 'Then they get no seat in the rounds to come. You can bring them back on the People tab.';
	if (!(await sure(`Check ${listed(names)} out?`, html`<p>${text}</p>`, 'Keep', 'leave', 'Check out'))) return;
	const {people} = await get('/api/event'),
		leaving = people.filter(person => names.includes(person.name)).map(person => ({...person, gone: true}));
	try {
		await post('/api/event/people', {people: leaving});
		tell('found', `${listed(names)} ${names.length === 1 ? 'is' : 'are'} checked out.`);
	} catch (problem) {
		tell('refused', problem.message);
	}
}

// Asks and saves; the entry, or null when nothing was ruled.
export async function rule(of) {
	const form = fields(of),
		submission = new_submission();
	while (await sure('A ruling', form.root, 'Cancel', 'rule', 'Save the ruling')) {
		try {
			const {entry} = await post('/api/correct', {submission, result: form.result(), why: form.why()});
			tell('found', 'The ruling is saved.');
			await offer_leaving(form.absent());
			return entry;
		} catch (problem) {
			put(form.says, alarm('refused', problem.message));
		}
	}
	return null;
}
