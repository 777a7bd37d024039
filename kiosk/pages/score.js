// SPDX-License-Identifier: MIT
// The score of a game, line by line, and the step from a score to a stored result:
// everybody who played says yes, then the kiosk has it on disk.
import {button, count, html, into, listed, put, put_changed, select, sure, symbol} from './dom.js';
import {about_game, house_rule} from './game.js';
import {is_waiting, store, unwatch, watch} from './outbox.js';
import {letters, name_field, name_of, player_badge} from './players.js';
import {go, notice, say, sound} from './shell.js';
import {remember_game} from './play/history.js';
import {already_stored} from './play.js';

export const player_name = (score, index) => score.players[index].name || `Player ${letters[index]}`;

// Everybody with their place, the winner first.
function by_place(score) {
	const places = score.players.map((_, index) => index);
	return places.sort((a, b) => score.players[a].place - score.players[b].place);
}

export function standing_list(score, badges) {
	return html`<ol class="bare standing">${by_place(score).map(
		index => html`<li class="row">
			${badges && player_badge(index)}
			<span class="grow">${score.players[index].place}. ${player_name(score, index)}</span>
			<strong class="number">${score.players[index].total}</strong>
		</li>`
	)}</ol>`;
}

// "Ana 12", for each.
export function totals_of(score) {
	return score.players.map(({total}, index) => `${player_name(score, index)} ${total}`);
}

// Who won, in words.
export function verdict(score) {
	const names = score.winners.map(index => player_name(score, index));
	if (score.players.length === 1) return count(score.players[0].total, 'point');
	if (names.length < 2) return names.length ? `${names[0]} wins` : 'Nobody wins';
	return names.length === score.players.length ? 'A tie: all share the win' : `${listed(names)} share the win`;
}

const signed = points => (points < 0 ? '−' + -points : String(points));

// A card a player, winners first. Lines that were stored before they had ids are known by their words. On a small screen they are a ranking, each opened by a tap.
const WIDE = matchMedia('(min-width: 44rem)');

export function score_cards(score, game) {
	const many = score.players.length > 1;
	return html`<ol class="bare cards" id="cards">${by_place(score).map(index => {
		const {place, total, lines} = score.players[index],
			name = player_name(score, index);
		return html`<li class="plain card${score.winners.includes(index) ? ' winner' : ''}" data-player=${index}
			data-place-won=${place}>
			<details open=${WIDE.matches || !many}>
				<summary>
					<span if=${many} class="place-won"><span class="unseen">Place </span>${place}.</span>
					${player_badge(index)}<h2 class="grow">${name}</h2>
					<strong class="total number" data-total=${total}>${signed(total)}</strong>
				</summary>
				<table>
					<caption class="unseen">Every line of ${name}</caption>
					<tbody>
						${lines.map(
							({id, what, why, points}) => html`<tr data-line=${what}>
								<td class="sign">${symbol(game.picture(id || what.replaceAll(' ', '-')))}</td>
								<th scope="row"><strong>${what}</strong><br><span class="soft small">${why}</span></th>
								<td class="number">${signed(points)}</td>
							</tr>`
						)}
						<tr if=${!lines.length}><td class="soft">Nothing that counts.</td></tr>
					</tbody>
				</table>
			</details>
		</li>`;
	})}</ol>`;
}

// What the organiser ruled, where there is such a thing.
export const ruled = (score, result) => html`<p if=${score.ruling} class="ruling" data-ruling="">
	Ruling: ${score.ruling}${result?.lost?.length > 0 && ` Lost: ${listed(result.lost)}.`}
</p>`;

// "Star: 31 to 35", by the scale of the rules that were played; results from before it was told have none.
function ranked({rank, scale}, name) {
	if (!scale) return name;
	const most = scale[rank + 1] - 1;
	return `${name}: ${rank === 0 ? `${most} or less` : most ? `${scale[rank]} to ${most}` : `${scale[rank]} and more`}`;
}

export function banner(score, game) {
	const [rank, rank_symbol] = (score.players.length === 1 && game.ranks?.[score.rank]) || [];
	return html`<section class="banner" id="verdict">
		<span class="scraps" aria-hidden="true">
			${Array.from({length: 18}, (_, index) => html`<i vars=${{n: (7 * index) % 18}}></i>`)}
		</span>
		${symbol(rank_symbol || 'trophy', {class: 'symbol prize'})}
		<div>
			<h1 tabindex="-1">${verdict(score)}</h1><p>${rank ? `Rank: ${ranked(score, rank)}.` : score.note}</p>
			${ruled(score)}
		</div>
	</section>`;
}

function rule_row(play, {name, values}, value) {
	const {text, word} = house_rule(play.game, name),
		printed = play.piece.rules?.[name];
	if (play.piece.event) return html`<li>${text} ${word(value)}.</li>`;
	const choice = select(
		values.map(each => [each, word(each) + (each === printed ? ', as printed' : '')]),
		value,
		{
			'data-rule': name,
			onchange: () => {
				play.draft.set({rules: {...play.draft.state.rules, [name]: values[choice.selectedIndex]}});
				play.check.soon();
			},
		}
	);
	return html`<li><label class="row">${text}${choice}</label></li>`;
}

function house_rules(play) {
	const {rules} = about_game(play.about, play.piece.game),
		now = ({name, values}) => play.draft.state.rules[name] ?? values[0];
	// What is not usual is not hidden.
	return html`<details if=${rules.length} class="plain rules" open=${rules.some(rule => now(rule) !== rule.values[0])}>
		<summary>House rules</summary>
		<ul class="bare stack">${rules.map(rule => rule_row(play, rule, now(rule)))}</ul>
		<p if=${play.piece.event} class="soft small">The organiser has set them for this round.</p>
	</details>`;
}

// Who played, where nobody is seated: a photo may have led here before anybody was asked.
function who_played(play, renamed) {
	const {state} = play.draft;
	return html`<details if=${!play.piece.event} class="plain who" open=${state.players.some(({name}) => !name.trim())}>
		<summary>Who played?</summary>
		<ul class="bare stack">${state.players.map(
			(_, index) => html`<li class="row person">${player_badge(index)}${name_field(play, index, renamed)}</li>`
		)}</ul>
	</details>`;
}

// What became of storing it, in the place where it was asked.
function follow_up(play, box) {
	return (what, about) => {
		if (what === 'stored') {
			play.draft.forget();
			remember_game(about, play.card);
			sound('found');
			say('The result is stored.');
			go('/entry/' + about.id, true);
		} else if (what === 'waiting') {
			const text = html`<strong>Not stored yet, trying again.</strong>
				<p>${about.message} The result is kept on this device and sent again automatically; it counts once.</p>`;
			put(box, notice('again', text, {id: 'waiting', role: 'status'}));
		} else if (about.kind === 'taken' && about.body.entry) {
			const {id, score} = about.body.entry,
				totals = ({players}) => players.map(({total}) => total).join();
			play.draft.forget();
			// Two phones of a table have saved the same at once.
			if (play.score && totals(score) === totals(play.score)) return go('/entry/' + id, true);
			sound('refused');
			already_stored(play.root, play.piece, about.body.entry);
		} else {
			sound('refused');
			play.draft.settle({...play.draft.state, agreed: {}});
			play.sent = false;
			if (about.kind === 'used') play.draft.rename();
			play.root.querySelector('.back')?.removeAttribute('hidden');
			const {problems = [], entry} = about.body,
				more = problems.length > 1 && html`<ul>${problems.map(each => html`<li>${each}</li>`)}</ul>`;
			into(box)`${notice('refused', html`<strong>${about.message}</strong>${more}`, {role: 'alert'})}
				<p class="row">
					<a if=${about.kind === 'used'} class="button" href="/entry/${entry?.id}">See what is stored</a>
					<a if=${about.kind === 'organiser'} class="button" href="/organise">Log in as the organiser</a>
					${button('Back to the game', 'edit', () => play.editor())}
				</p>`;
		}
		return undefined;
	};
}

function send(play, box, path, more) {
	into(box)`<p class="busy" role="status">Storing …</p>`;
	// What is on its way is not changed any more.
	play.sent = true;
	play.root.querySelector('.back')?.setAttribute('hidden', '');
	const {submission} = play.draft;
	play.left = () => unwatch(submission);
	store(path, {submission, result: play.result(), ...more}, play.draft.name, follow_up(play, box));
}

// What is agreed to, as a short text: the same on all phones of a table, and another one as soon as anything but a
// name is changed.
function agreed_to(play) {
	const {state} = play.draft;
	const sorted = (key, value) => {
		if (key === 'name') return undefined;
		return value?.constructor === Object ? Object.fromEntries(Object.entries(value).sort()) : value;
	};
	let hash = 0x811c9dc5; // FNV-1a
	for (const letter of JSON.stringify([play.game.result(state, play), state.rules], sorted))
		hash = Math.imul(hash ^ letter.codePointAt(0), 0x01000193);
	return (hash >>> 0).toString(16);
}

// Each taps a name, their own, on this phone or on another one of the table; then it is stored. `what` they see.
function agreement(play, box, what) {
	const {state} = play.draft,
		names = state.players.map((_, index) => name_of(state, index)),
		yes = names.map((_, index) => state.agreed?.[index] === what);
	const tap = index => {
		const {[index]: before, ...agreed} = play.draft.state.agreed || {};
		play.draft.settle({...play.draft.state, agreed: before === what ? agreed : {...agreed, [index]: what}});
		const open = box.querySelectorAll('[data-act=agree][aria-pressed=false]').length;
		if (open) say(`${open} still to agree.`);
	};
	// Only what is read changes with a name: a button that is being tapped stays.
	put_changed(
		box,
		[names.length, what],
		() => html`<h2>${names.length > 1 ? 'Do you all agree?' : 'Is that right?'}</h2>
			<p if=${names.length > 1} class="soft">
				Each of you taps your own name. After the last one the result is saved.
			</p>
			<p if=${names.length === 1} class="soft">Tap your name, and the result is saved.</p>
			<div class="people-agree">${names.map(
				(_, index) => html`<button class="agree" data-act="agree" data-player=${index}
					onclick=${() => tap(index)}>
					${player_badge(index)}<span class="grow"></span><span class="tick" aria-hidden="true"></span>
				</button>`
			)}</div>`
	);
	const people = box.querySelectorAll('[data-act=agree]');
	people.forEach((each, index) => {
		each.querySelector('.grow').textContent = names[index];
		each.setAttribute('aria-pressed', yes[index]);
	});
	if (people.length && yes.every(Boolean) && agreed_to(play) === what)
		send(play, box, '/api/result', {agreed: names});
}

function correcting(play, box) {
	const why = html`<textarea id="why" rows="2" maxlength="500" required></textarea>`;
	into(box)`<form class="stack" onsubmit=${event => {
		event.preventDefault();
		send(play, box, '/api/correct', {why: why.value.trim()});
	}}>
		<label class="field">Why is it corrected? Everybody can read this.${why}</label>
		<button type="submit" class="main" data-act="store-correction">Store the correction</button>
	</form>`;
}

// What a game has to say of how it was played; a stored one has its entry's number. Nothing where that is nothing.
export async function show_review(box, game, result, score, entry) {
	try {
		put(box, await game.review?.(result, index => player_name(score, index), entry));
	} catch {
		/* the score is shown without it */
	}
}

export function score_view(play, score) {
	const box = html`<section class="plain agreement" id="agreement"></section>`,
		top = html`<div></div>`,
		reviewed = html`<div></div>`;
	let what = null; // is shown
	const ask = () => !play.corrects && !play.sent && agreement(play, box, what);
	const paint = (now, again) => {
		what = agreed_to(play);
		put(top, banner(now, play.game), score_cards(now, play.game));
		show_review(reviewed, play.game, play.result(), now);
		if (again) say(verdict(now));
		ask();
	};
	// A new name does not void what was agreed.
	const renamed = () => {
		ask();
		play.check.soon();
	};
	sound('win');
	play.rescored = now => paint(now, true);
	play.score_changed = () => {
		ask();
		if (agreed_to(play) !== what) play.check.soon();
	};
	into(play.root)`<div class="score">
		${top}
		<div class="score-foot">
			${box}
			<div class="stack">
				${!play.corrects && who_played(play, renamed)}${house_rules(play)}${reviewed}
				<p class="back">${button('Go back and edit', 'edit', () => history.back())}</p>
			</div>
		</div>
	</div>`;
	if (play.corrects) correcting(play, box);
	paint(score);
}

// While the kiosk is away nobody can tell the score: what was entered is handed in, and judged when it arrives.
export async function hand_in(play) {
	const text = html`<p>
		The result is kept on this device and sent as soon as the kiosk answers. The score is worked out then. Leave
		this page open, or come back to it.
	</p>`;
	if (!(await sure('Hand in without the score?', text, 'Cancel', 'hand-in', 'Hand in'))) return;
	play.shown = 'score';
	const box = html`<section class="plain narrow"></section>`;
	into(play.root)`<h1 tabindex="-1">${play.piece.title}</h1>${box}`;
	send(play, box, '/api/result', {agreed: []});
}

// After a reload: it is still on its way.
export function resume(play) {
	const {submission} = play.draft;
	if (!is_waiting(submission)) return false;
	const box = html`<section class="plain narrow"><p class="busy" role="status">Storing …</p></section>`;
	play.shown = 'score';
	into(play.root)`<h1 tabindex="-1">${play.piece.title}</h1>${box}`;
	play.left = () => unwatch(submission);
	watch(submission, follow_up(play, box));
	return true;
}
