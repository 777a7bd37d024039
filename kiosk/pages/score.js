// SPDX-License-Identifier: MIT
// The score of a game, line by line, and the step from a score to a stored result:
// everybody who played says yes, then the kiosk has it on disk.
import {button, count, html, into, listed, put, put_changed, symbol} from './dom.js';
import {about_game, house_rule} from './game.js';
import {is_waiting, store, unwatch, watch} from './outbox.js';
import {letters, name_field, name_of, player_badge} from './players.js';
import {go, state_mark, say, sound} from './shell.js';
import {remember_game} from './play/history.js';
import {already_stored} from './play.js';

export function player_name(score, index) {
	return score.players[index].name || `Player ${letters[index]}`;
}

// Who won, in words.
export function verdict(score) {
	const names = score.winners.map(index => player_name(score, index));
	if (score.players.length === 1) return count(score.players[0].total, 'point');
	if (names.length === 0) return 'Nobody wins';
	if (names.length > 1)
		return names.length === score.players.length ? 'A tie: all share the win' : `${listed(names)} share the win`;
	return `${names[0]} wins`;
}

function signed(points) {
	return points < 0 ? '−' + -points : String(points);
}

function lines_of(score, index, game) {
	const player = score.players[index];
	return html`<table>
		<caption class="unseen">Every line of ${player_name(score, index)}</caption>
		<tbody>
			${player.lines.map(
				line => html`<tr data-line=${line.what}>
					<td class="sign">${symbol(game.picture(line.what))}</td>
					<th scope="row"><strong>${line.what}</strong><br><span class="soft small">${line.why}</span></th>
					<td class="number">${signed(line.points)}</td>
				</tr>`
			)}
			${player.lines.length === 0 && html`<tr><td class="soft">Nothing that counts.</td></tr>`}
		</tbody>
	</table>`;
}

// A card a player, winners first. On a small screen they are a ranking, each opened by a tap.
const WIDE = matchMedia('(min-width: 44rem)');

export function score_cards(score, game) {
	const order = score.players
		.map((_, index) => index)
		.sort((a, b) => score.players[a].place - score.players[b].place);
	return html`<ol class="bare cards" id="cards">${order.map(index => {
		const player = score.players[index];
		return html`<li class="plain card${score.winners.includes(index) ? ' winner' : ''}" data-player=${index}
			data-place-won=${player.place}>
			<details open=${WIDE.matches || score.players.length === 1}>
				<summary>
					${score.players.length > 1 && html`<span class="place-won"><span class="unseen">Place </span>${player.place}.</span>`}
					${player_badge(index)}<h2 class="grow">${player_name(score, index)}</h2>
					<strong class="total number" data-total=${player.total}>${signed(player.total)}</strong>
				</summary>
				${lines_of(score, index, game)}
			</details>
		</li>`;
	})}</ol>`;
}

// What the organiser ruled, where there is such a thing.
export function ruled(score, result) {
	return (
		score.ruling &&
		html`<p class="ruling" data-ruling="">
			Ruling: ${score.ruling}${result?.lost?.length > 0 && ` Lost: ${listed(result.lost)}.`}
		</p>`
	);
}

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

function rule_row(play, rule, value) {
	const {text, word} = house_rule(play.game, rule.name);
	if (play.piece.event) return html`<li>${text} ${word(value)}.</li>`;
	return html`<li>
		<label class="row">
			${text}
			<select data-rule=${rule.name} onchange=${event => {
				play.draft.change(state => {
					state.rules[rule.name] = rule.values[event.target.selectedIndex];
				});
				play.check.soon();
			}}>${rule.values.map(
				each => html`<option selected=${each === value}>
					${word(each) + (each === play.piece.rules?.[rule.name] ? ', as printed' : '')}
				</option>`
			)}</select>
		</label>
	</li>`;
}

function house_rules(play) {
	const {rules} = about_game(play.about, play.piece.game);
	// What is not usual is not hidden.
	const open = rules.some(rule => (play.draft.state.rules[rule.name] ?? rule.values[0]) !== rule.values[0]);
	return (
		rules.length > 0 &&
		html`<details class="plain rules" open=${open}>
			<summary>House rules</summary>
			<ul class="bare stack">
				${rules.map(rule => rule_row(play, rule, play.draft.state.rules[rule.name] ?? rule.values[0]))}
			</ul>
			${play.piece.event && html`<p class="soft small">The organiser has set them for this round.</p>`}
		</details>`
	);
}

// Who played, where nobody is seated: a photo may have led here before anybody was asked.
function who_played(play, renamed) {
	const {state} = play.draft;
	if (play.piece.event) return null;
	return html`<details class="plain who" open=${state.players.some(({name}) => !name.trim())}>
		<summary>Who played?</summary>
		<ul class="bare stack">${state.players.map(
			(_, index) => html`<li class="row person">${player_badge(index)}${name_field(play, index, renamed)}</li>`
		)}</ul>
	</details>`;
}

function totals(score) {
	return score?.players.map(({total}) => total).join();
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
			into(box)`<div class="state again" id="waiting" role="status">
				${state_mark('again')}
				<div>
					<strong>Not stored yet, trying again.</strong>
					<p>${about.message} The result is kept on this device and sent again by itself; it counts once.</p>
				</div>
			</div>`;
		} else if (about.kind === 'taken' && about.body.entry) {
			play.draft.forget();
			// Two phones of a table have saved the same at once.
			if (totals(about.body.entry.score) === totals(play.score)) {
				go('/entry/' + about.body.entry.id, true);
				return;
			}
			sound('refused');
			already_stored(play.root, play.piece, about.body.entry);
		} else {
			sound('refused');
			play.draft.settle({...play.draft.state, agreed: {}});
			play.sent = false;
			if (about.kind === 'used') play.draft.rename();
			play.root.querySelector('.back')?.removeAttribute('hidden');
			into(box)`
				<div class="state refused" role="alert">
					${state_mark('refused')}
					<div>
						<strong>${about.message}</strong>
						${about.body.problems?.length > 1 && html`<ul>${about.body.problems.map(each => html`<li>${each}</li>`)}</ul>`}
					</div>
				</div>
				<p class="row">
					${about.kind === 'used' && html`<a class="button" href="/entry/${about.body.entry.id}">See what is stored</a>`}
					${about.kind === 'organiser' && html`<a class="button" href="/organise">Log in as the organiser</a>`}
					${button('Back to the game', 'edit', () => play.editor())}
				</p>`;
		}
	};
}

function send(play, box, path, more) {
	into(box)`<p class="busy" role="status">Storing …</p>`;
	// What is on its way is not changed any more.
	play.sent = true;
	play.root.querySelector('.back').hidden = true;
	const {submission} = play.draft;
	play.left = () => unwatch(submission);
	store(path, {submission, result: play.result(), ...more}, play.draft.name, follow_up(play, box));
}

// What is agreed to, as a short text: the same on all phones of a table, and another one as soon as anything but a
// name is changed.
function agreed_to(play) {
	const {state} = play.draft,
		sorted = (key, value) =>
			key === 'name'
				? undefined
				: value && value.constructor === Object
					? Object.fromEntries(Object.entries(value).sort())
					: value;
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
			<p class="soft">${
				names.length > 1
					? 'Each of you taps your own name. After the last one the result is saved.'
					: 'Tap your name, and the result is saved.'
			}</p>
			<div class="people-agree">${names.map(
				(_, index) => html`<button type="button" class="agree" data-act="agree" data-player=${index}
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
	const form = html`<form class="stack">
		<label class="field">Why is it corrected? Everybody can read this.${why}</label>
		<button class="main" data-act="store-correction">Store the correction</button>
	</form>`;
	form.addEventListener('submit', event => {
		event.preventDefault();
		send(play, box, '/api/correct', {why: why.value.trim()});
	});
	put(box, form);
}

// What a game has to say of how it was played; a stored one has its entry's number. Nothing where that is nothing.
export async function show_review(box, game, result, score, entry) {
	try {
		put(box, await game.review?.(result, index => player_name(score, index), entry));
	} catch {
		/* the score stands without it */
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
	// A name is no reason to ask everybody again.
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
				<p class="back">${button('Back to change something', 'edit', () => history.back())}</p>
			</div>
		</div>
	</div>`;
	if (play.corrects) correcting(play, box);
	paint(score);
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
