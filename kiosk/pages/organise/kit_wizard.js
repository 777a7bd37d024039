// SPDX-License-Identifier: MIT
// A kit in a few steps: what and when, who plays, the rounds, and a look at all of it.
import {button, count, html, into, keep_focus, put, symbol} from '../dom.js';
import {number, picks} from '../print/choices.js';
import {missing_words} from '../print/facts.js';
import {say} from '../shell.js';
import {new_round, tables_text} from './kit_draft.js';
import {round_card} from './kit_round.js';
import {notice} from './organise.js';

const ROUNDS_MOST = 15,
	PEOPLE_USUAL = 20,
	PEOPLE_MOST = 2000;
const PAPER = {a4: 'A4', letter: 'Letter'};
const INK = {full: 'Colour', light: 'Little ink', grey: 'Black and white'};
const BACKS = {duplex: 'Few sheets: print on both sides', fold: 'Any printer: fold and glue'};
const BUNDLE = {round: 'Each round', table: 'Each table'};

export const steps = ['What and when', 'Who plays', 'Rounds', 'Look it over'];

function text_field(label, id, value, more, change) {
	const box = html`<input type="text" id=${id} value=${value} data-act=${id} ...${more}
		oninput=${() => change(box.value)}>`;
	return html`<label class="field">${label}${box}</label>`;
}

// The first: name, date, paper.
function what({draft, change, choose_file}) {
	const {event} = draft.values,
		set = (name, again) => value => change({event: {...draft.values.event, [name]: value}}, again);
	return html`
		<div class="kit-pair">
			${text_field(
				'Name of the event',
				'kit-event',
				event.name,
				{maxlength: 80, required: true, autocomplete: 'off'},
				set('name')
			)}
			${text_field('Date, as it is printed', 'kit-date', event.date, {maxlength: 80, autocomplete: 'off'}, set('date'))}
		</div>
		<div class="kit-pair">
			${picks('Paper', 'paper', PAPER, event.paper, set('paper', true))}
			${picks('Ink', 'ink', INK, event.ink, set('ink', true))}
		</div>
		<details class="more" id="kit-more">
			<summary data-act="kit-more">More choices</summary>
			<div class="stack">
				${picks('Backs of cards', 'backs', BACKS, event.backs, set('backs', true))}
				${text_field(
					'Address in the codes, so that a phone’s camera opens this kiosk',
					'kit-url',
					event.url,
					{type: 'url', maxlength: 200, placeholder: location.origin + '/', autocomplete: 'off'},
					set('url')
				)}
			</div>
		</details>
		<p class="soft kit-or">
			Is there a kit file
			already? <button type="button" class="small" data-act="kit-choose" onclick=${choose_file}>
				Choose a .kit file
			</button> or
			drop it here.
		</p>`;
}

// The second: how many, or those who are listed.
function who({draft, change}) {
	const {listed, values} = draft,
		own = values.people !== null || !listed;
	const radio = (value, on, text, help) => html`<label class="choice">
		<input type="radio" name="kit-who" value=${value} checked=${on} disabled=${value === 'listed' && !listed}
			data-act="kit-who-${value}"
			onchange=${() => change({people: value === 'listed' ? null : draft.people || PEOPLE_USUAL}, true)}>
		<span><strong>${text}</strong><br><span class="soft">${help}</span></span>
	</label>`;
	return html`
		<fieldset>
			<legend>How many play</legend>
			${radio(
				'listed',
				!own,
				listed ? `The ${count(listed, 'person', 'people')} on the list` : 'The people on the list',
				listed ? 'People who have left are not counted.' : 'Nobody is on the list yet.'
			)}
			${radio('number', own, 'A number', 'They can be listed later, before seats are given out.')}
			${
				own &&
				number('People', 'kit-people', {least: 1, most: PEOPLE_MOST, now: draft.people}, value =>
					change({people: Number(value)}, true)
				)
			}
		</fieldset>
		<p class="soft">The next step shares them out to tables, as each game is played best.</p>`;
}

const game_tiles = (games, full, choose) => html`<section class="kit-add" aria-labelledby="kit-add-title">
	<h2 id="kit-add-title">Add a round of</h2>
	<ul class="bare kit-games">${games.map(
		game => html`<li>
			<button type="button" class="kit-game" data-act="add-${game.id}" disabled=${full}
				vars=${{game: game.colour}} onclick=${() => choose(game)}>
				<span class="kit-picture">${symbol(game.symbol)}</span><strong>${game.title}</strong>
				<span class="soft small">${game.about} players</span>
			</button>
		</li>`
	)}</ul>
</section>`;

// The third: a card a round.
function rounds({draft, games, change, opened}) {
	const list = draft.values.rounds;
	const put_at = (index, ...some) =>
		change({rounds: [...list.slice(0, index), ...some, ...list.slice(index + 1)]}, true);
	const swap = (a, b) => {
		const moved = [...list];
		[moved[a], moved[b]] = [moved[b], moved[a]];
		change({rounds: moved}, true);
		say(`Round ${a + 1} is round ${b + 1} now.`);
	};
	const cards = list.map((round, index) => {
		const game = games.find(({id}) => id === round.game);
		return round_card({
			game,
			round,
			index,
			people: draft.people,
			open: opened.has(index),
			change: some => put_at(index, {...draft.values.rounds[index], ...some}),
			toggled: open => (open ? opened.add(index) : opened.delete(index)),
			moves: {
				...(index > 0 ? {up: ['↑', 'Earlier', () => swap(index, index - 1)]} : {}),
				...(index + 1 < list.length ? {down: ['↓', 'Later', () => swap(index, index + 1)]} : {}),
				remove: ['Remove', 'Remove', () => put_at(index)],
			},
		});
	});
	const part = [
		list.length
			? html`<ol class="bare stack" id="kit-rounds">${cards}</ol>`
			: html`<p class="lead">Choose the game of the first round.</p>`,
		game_tiles(games, list.length >= ROUNDS_MOST, game => {
			change({rounds: [...list, new_round(game)]}, true);
			say(`Round ${list.length + 1}: ${game.title}.`);
		}),
	];
	part.tell = plan => cards.forEach((card, index) => card.tell(plan?.rounds?.[index]));
	return part;
}

// What all of it comes to.
export function overview(plan) {
	const row = (head, what, {pages, sheets, cut, glued}, kind) => html`<tr class=${kind}>
		<th scope="row">${head}</th><td>${what}</td><td class="number">${sheets}</td><td class="number">${pages}</td>
		<td class="number">${cut || '–'}</td><td class="number">${glued || '–'}</td>
	</tr>`;
	return html`<div class="scroll" tabindex="0" role="region" aria-label="Sheets of paper">
		<table id="kit-overview">
			<thead>
				<tr>${['', 'Tables', 'Sheets', 'Pages', 'To cut', 'To glue'].map((text, index) =>
					text ? html`<th scope="col" class=${index > 1 ? 'number' : null}>${text}</th>` : html`<td></td>`
				)}</tr>
			</thead>
			<tbody>
				${plan.rounds.map(round =>
					row(
						`${round.round}: ${round.title}`,
						tables_text(round.players) +
							(round.spares ? `, ${count(round.spares, 'spare')}` : '') +
							(round.duplicate ? ', all the same' : ''),
						round
					)
				)}
				${row('The event’s own', 'order of printing, cover, key', plan.event)}${row('In all', '', plan, 'all')}
			</tbody>
		</table>
	</div>`;
}

// How many sheets it takes either way, and the choice of it; a kit file says it itself.
function backs({draft, plan, change}) {
	const {fold, duplex} = plan.backs,
		told = {duplex: `${BACKS.duplex} (${count(duplex, 'sheet')})`, fold: `${BACKS.fold} (${count(fold, 'sheet')})`};
	if (fold === duplex) return null;
	if (draft.values.text !== null)
		return html`<p id="kit-backs">
			Backs of cards: ${count(duplex, 'sheet')} with backs = duplex, ${fold} with backs = fold.
		</p>`;
	return picks('Backs of cards', 'backs', told, draft.values.event.backs, value =>
		change({event: {...draft.values.event, backs: value}}, true)
	);
}

// The last: paper, what becomes of the event that is there, and the button.
export function look({draft, plan, organiser, change, make, as_text}) {
	const before = organiser.about.event,
		says = html`<div id="kit-says"></div>`;
	return html`${
		plan.name &&
		html`<p class="lead">${[plan.name === '…' ? '' : plan.name, plan.date].filter(Boolean).join(' · ')}</p>`
	}
		${overview(plan)}${plan.missing && notice('again', missing_words(plan.missing))}${backs({draft, plan, change})}
		<p class="soft">${
			plan.two_sided
				? 'Some of it is printed on both sides of the paper.'
				: 'All of it is printed on one side of the paper.'
		}</p>
		${picks('A PDF for', 'bundle', BUNDLE, draft.values.bundle, bundle => change({bundle}, true))}
		${plan.seed_warning && notice('again', `The seed ${plan.seed_warning}.`)}
		${before && notice('again', `This takes the place of “${before.name}”: its tables and its key.`)}${says}
		<div class="row">
			<button type="button" class="main" data-act="make-kit" onclick=${() => make(says)}>
				${before ? 'Make it the event' : 'Make the kit'}
			</button>
			${as_text && button('Change it as text', 'as-text', as_text)}
		</div>`;
}

// What keeps somebody from the next step, or ''.
function missing(draft, step) {
	if (step === 0 && !draft.values.event.name.trim()) return 'The event needs a name.';
	if (step === 1 && !draft.people) return 'Somebody has to play.';
	if (step === 2 && !draft.values.rounds.length) return 'At least one round is needed.';
	return '';
}

// Enter in a number takes it, and does not go on: what is shown is made anew with it.
function take_number(event) {
	if (event.key !== 'Enter' || event.target.type !== 'number') return;
	event.preventDefault();
	event.target.dispatchEvent(new Event('change'));
}

// Which of the steps can be gone to.
function reachable(draft) {
	const wrong = steps.findIndex((_, step) => missing(draft, step));
	return wrong < 0 ? steps.length - 1 : wrong;
}

// A number counts when it is left, and then the form is painted again: between pressing and releasing the mouse, if
// that is how it was left. The control that was pressed is gone by then: the focus and the click go to the one in its place.
function keep_clicks(root) {
	let pressed = null,
		act = null,
		timer = null;
	const control = event => event.target.closest('label')?.control || event.target.closest('[data-act]');
	root.addEventListener('mousedown', event => {
		pressed = control(event);
		act = pressed?.dataset.act;
	});
	root.addEventListener('mouseup', () => {
		if (!act || pressed.isConnected) return;
		timer = setTimeout(() => {
			const there = root.querySelector(`[data-act="${act}"]`);
			there?.focus();
			there?.click();
		});
	});
	root.addEventListener('click', event => control(event)?.dataset.act === act && clearTimeout(timer), true);
}

// Fills `root`; `tools` has draft, games, organiser, changed, make, choose_file, as_text.
export class Wizard {
	constructor(root, tools) {
		Object.assign(this, {root, tools, opened: new Set()});
		keep_clicks(root);
		this.paint();
	}

	get draft() {
		return this.tools.draft;
	}

	change(some, again) {
		Object.assign(this.draft.values, some);
		this.draft.store();
		this.tools.changed();
		if (again) this.paint();
		else this.show_steps();
		this.replan();
	}

	go(step) {
		this.draft.values.step = step;
		// A number that is shown is one that is chosen.
		if (step === 1 && !this.draft.people) this.draft.values.people = PEOPLE_USUAL;
		this.draft.store();
		this.paint();
		this.root.querySelector('h1').focus();
		this.replan();
	}

	replan() {
		if (this.draft.values.step >= 2 && this.draft.values.rounds.length)
			this.draft.replan(this.tools.organiser, plan => this.told(plan));
	}

	told(plan) {
		if (!this.root.isConnected) return;
		// What is looked over stays under the hand of whoever presses a button there.
		if (this.draft.values.step !== 3) this.part?.tell?.(plan);
		else if (this.shown !== JSON.stringify(plan)) this.paint();
		this.tell_mistakes(plan);
	}

	tell_mistakes(plan) {
		put(
			this.mistakes,
			(plan?.mistakes || []).map(({sentence}) => notice('refused', sentence))
		);
	}

	make_part(step) {
		const {draft, games, organiser, make, choose_file, as_text} = this.tools,
			change = (some, again) => this.change(some, again);
		if (step === 0) return what({draft, change, choose_file});
		if (step === 1) return who({draft, change});
		if (step === 2) return rounds({draft, games, change, opened: this.opened});
		if (!draft.plan?.rounds) return html`<p class="soft">Sheets of paper are being counted …</p>`;
		return look({draft, plan: draft.plan, organiser, change, make, as_text});
	}

	// The steps above: where one is, and where one can go.
	show_steps() {
		const last = reachable(this.draft),
			{step} = this.draft.values;
		put(this.mistakes);
		put(
			this.bar,
			steps.map(
				(text, index) => html`<li>
					<button type="button" data-act="step-${index + 1}" aria-current=${index === step ? 'step' : null}
						disabled=${index > last} onclick=${() => this.go(index)}>
						<span class="kit-number" aria-hidden="true">${index + 1}</span>${text}
					</button>
				</li>`
			)
		);
	}

	next(step) {
		const wrong = missing(this.draft, step);
		if (!wrong) return this.go(step + 1);
		put(this.mistakes, notice('refused', wrong));
		this.root.querySelector('.kit-part input')?.focus();
		return null;
	}

	paint() {
		const step = Math.min(this.draft.values.step, reachable(this.draft));
		const unfolded = [...this.root.querySelectorAll('details[open][id]')].map(each => each.id);
		this.draft.values.step = step;
		this.mistakes = html`<div class="stack" id="kit-mistakes"></div>`;
		this.bar = html`<ol class="bare kit-steps" aria-label="Steps"></ol>`;
		this.show_steps();
		keep_focus(this.root, () => {
			this.part = this.make_part(step);
			into(this.root)`${this.bar}
				<form class="plain stack kit-part" data-step=${step + 1} novalidate onkeydown=${take_number}
					onsubmit=${event => {
						event.preventDefault();
						if (step < 3) this.next(step);
					}}>
					<h1 tabindex="-1">${steps[step]}</h1>${this.part}${this.mistakes}
					<div class="row apart">
						${
							step > 0
								? button('Back', 'kit-back', () => this.go(step - 1))
								: html`<button type="button" class="quiet" data-act="kit-forget"
									onclick=${() => this.tools.forget()}>Start over</button>`
						}
						${step < 3 && html`<button class="main" data-act="kit-next">Next: ${steps[step + 1]}</button>`}
					</div>
				</form>`;
		});
		unfolded.forEach(each => this.root.querySelector('#' + each)?.setAttribute('open', ''));
		this.part.tell?.(this.draft.plan);
		this.shown = JSON.stringify(this.draft.plan);
		if (step === 3) this.tell_mistakes(this.draft.plan);
	}
}
