// SPDX-License-Identifier: MIT
// A kit in a few steps: what and when, who plays, the rounds, and a look at all of it.
import {button, capital, count, html, into, joined, keep_focus, put, symbol} from '../dom.js';
import {number, own, picks, rule_picks} from '../print/choices.js';
import {missing_words} from '../print/facts.js';
import {alarm, say} from '../shell.js';
import {field} from './form.js';

const ROUNDS_MOST = 15,
	PEOPLE_USUAL = 20,
	PEOPLE_MOST = 2000,
	SPARES_MOST = 20,
	TABLES_MOST = 500; // of a size, by hand
const PAPER = {a4: 'A4', letter: 'Letter'};
const INK = {full: 'Colour', light: 'Little ink', grey: 'Black and white'};
const BACKS = {duplex: 'Few sheets: print on both sides', fold: 'Any printer: fold and glue'};
const BUNDLE = {round: 'Each round', table: 'Each table'};

const steps = ['Event', 'Players', 'Rounds', 'Review'];

// "5 tables for 4 and 1 for 3"
function tables_text(players) {
	const sizes = [...new Set(players)].map(size => [size, players.filter(each => each === size).length]),
		texts = sizes.map(([size, tables], index) => `${index ? tables : count(tables, 'table')} for ${size}`);
	return texts.join(sizes.length > 2 ? ', ' : ' and ');
}

// The first: name, date, paper.
function what({draft, change, choose_file}) {
	const {event} = draft.values,
		set = (name, again) => value => change({event: {...draft.values.event, [name]: value}}, again);
	const text = (label, id, name, more) => {
		const oninput = input => set(name)(input.target.value);
		return field(label, {
			id,
			'data-act': id,
			value: event[name],
			maxlength: 80,
			autocomplete: 'off',
			oninput,
			...more,
		});
	};
	return html`<div class="kit-pair">
			${text('Name of the event', 'kit-event', 'name', {required: true})}
			${text('Date, as it is printed', 'kit-date', 'date')}
		</div>
		<div class="kit-pair">
			${picks('Paper', 'paper', PAPER, event.paper, set('paper', true))}
			${picks('Ink', 'ink', INK, event.ink, set('ink', true))}
		</div>
		<details class="more" id="kit-more">
			<summary data-act="kit-more">More choices</summary>
			<div class="stack">
				${picks('Backs of cards', 'backs', BACKS, event.backs, set('backs', true))}
				${text('Address in the codes, so that a phone’s camera opens this kiosk', 'kit-url', 'url', {
					type: 'url',
					maxlength: 200,
					placeholder: location.origin + '/',
				})}
			</div>
		</details>
		<p class="soft kit-or">
			Is there a kit file
			already? ${button('Choose a .kit file', 'kit-choose', choose_file, {class: 'small'})} or drop it here.
		</p>`;
}

// The second: how many, or those who are listed.
function who({draft, change}) {
	const {listed, values} = draft,
		own = values.people !== null || !listed;
	const radio = (value, checked, people, text, help) => html`<label class="choice">
		<input type="radio" name="kit-who" value=${value} checked=${checked} disabled=${value === 'listed' && !listed}
			data-act="kit-who-${value}" onchange=${() => change({people}, true)}>
		<span><strong>${text}</strong><br><span class="soft">${help}</span></span>
	</label>`;
	const all = listed ? `The ${count(listed, 'person', 'people')} on the list` : 'The people on the list',
		counted = listed ? 'People who have left are not counted.' : 'Nobody is on the list yet.',
		later = 'They can be listed later, before seats are given out.',
		limits = {least: 1, most: PEOPLE_MOST, now: draft.people};
	return html`<fieldset>
			<legend>How many play</legend>
			${radio('listed', !own, null, all, counted)}
			${radio('number', own, draft.people || PEOPLE_USUAL, 'A number', later)}
			${own && number('People', 'kit-people', limits, value => change({people: Number(value)}, true))}
		</fieldset>
		<p class="soft">The next step shares them out to tables, as each game is played best.</p>`;
}

// How many are seated, and what is over or missing.
function seated_text(players, people) {
	const over = players.reduce((sum, each) => sum + each, 0) - people;
	if (!over) return `All ${people} play.`;
	if (over < 0) return `${-over} of ${people} ${over === -1 ? 'sits' : 'sit'} out.`;
	return `${count(over, 'seat stays', 'seats stay')} empty.`;
}

// Tables by hand: how many of each size.
function by_hand(game, round, id, change) {
	const set = (size, tables) => {
		const others = round.players.filter(each => each !== size),
			players = [...others, ...Array(tables).fill(size)].sort((a, b) => b - a);
		if (players.length) change({players});
	};
	return html`<div class="kit-sizes">${[...game.seats].reverse().map(size => {
		const now = round.players.filter(each => each === size).length,
			limits = {least: 0, most: TABLES_MOST, now};
		return number(`Tables for ${size}`, `${id}-for-${size}`, limits, value => set(size, Number(value)));
	})}</div>`;
}

// Everything that the game's own tables have for a kit.
function details(game, round, id, change) {
	const set = (part, name, value) => {
		const {[name]: _, ...others} = round[part];
		change({[part]: value === '' || value === undefined ? others : {...others, [name]: value}});
	};
	const {each} = game,
		limits = each && {least: 1, most: each.most, now: Number(round.options[each.name] ?? each.usual)},
		packets = {all: 'The whole game', game: 'Only the pieces that change'};
	const rule_of = rule =>
		rule_picks(rule, `${id}-rule.${rule.name}`, round.rules[rule.name], value => set('rules', rule.name, value));
	const option_of = option => {
		const name = `${id}-${option.name}`,
			as_number = value => (option.kind === 'number' && value !== '' ? Number(value) : value),
			choose = (_, value) => set('options', option.name, as_number(value));
		return own({...option, name}, {[name]: round.options[option.name]}, choose);
	};
	const per_table = value => set('options', each.name, Number(value));
	return [
		each && number(capital(game.count) + ' for each table', `${id}-${each.name}`, limits, per_table),
		game.rules.map(rule_of),
		game.options.filter(option => option.kit).map(option_of),
		picks('What is in a packet', `${id}-pieces`, packets, round.pieces, pieces => change({pieces})),
	];
}

// The card of a round: its game, its tables, and what only that game has. `moves` has up, down and remove, those that
// there are; `open` is whether its details are seen.
function round_card({game, round, index, people, open, change, toggled, moves}) {
	const id = `r${index + 1}`,
		title = `kit-round-${index + 1}`,
		small = {class: 'small'},
		spares = {least: 0, most: SPARES_MOST, now: round.spares},
		to_hand = () => card.players && change({players: [...card.players]}),
		tables = html`<p class="kit-tables" id="${id}-tables" role="status"></p>`,
		differ = html`<div class="sizes-differ"></div>`,
		paper = html`<p class="kit-paper soft"></p>`;
	const card = html`<li class="plain kit-round" aria-labelledby=${title} vars=${{game: game.colour}}>
		<div class="kit-round-head">
			<span class="kit-picture">${symbol(game.symbol)}</span><h2 id=${title}>Round ${index + 1}: ${game.title}</h2>
			<div class="row">${Object.entries(moves).map(
				([act, [text, label, run]]) => html`<button class="small" data-act="${id}-${act}"
					aria-label="${label}: round ${index + 1}" onclick=${run}>${text}</button>`
			)}</div>
		</div>
		${tables}${differ}
		<div class="row">
			${round.players && button('Set automatically', id + '-by-itself', () => change({players: null}), small)}
			${!round.players && button('Change the tables', id + '-by-hand', to_hand, small)}
		</div>
		${round.players && by_hand(game, round, id, change)}
		<div class="kit-pair">
			<label class="tick">
				<input type="checkbox" checked=${round.duplicate} data-act="${id}-duplicate"
					onchange=${event => change({duplicate: event.target.checked})}>
				<span>Duplicate<br><span class="soft small">Every table plays the same.</span></span>
			</label>
			${number('Spare packets', id + '-spares', spares, value => change({spares: Number(value)}))}
		</div>
		<details class="more" open=${open} ontoggle=${event => toggled(event.target.open)}>
			<summary data-act="${id}-more">House rules and more</summary>
			<div class="stack">${details(game, round, id, change)}</div>
		</details>
		${paper}
	</li>`;
	// What the kiosk says of it.
	card.tell = planned => {
		card.players = planned?.players || null;
		put(paper, planned ? `${count(planned.sheets, 'sheet')} of paper` : '');
		if (!planned) put(tables, 'Tables are being shared out …');
		else into(tables)`<strong>${tables_text(planned.players)}</strong> · ${seated_text(planned.players, people)}`;
		const sizes = new Set(planned?.players);
		put(
			differ,
			sizes.size > 1 &&
				alarm(
					'again',
					`Tables differ in size. On the Event tab, “Even steps” makes each worth the same${sizes.has(1) ? ', and playing alone earns as much as a bye' : ''}.`
				)
		);
	};
	return card;
}

const game_tiles = (games, full, choose) => html`<section class="kit-add" aria-labelledby="kit-add-title">
	<h2 id="kit-add-title">Add a round of</h2>
	<ul class="bare kit-games">${games.map(
		game => html`<li>
			<button class="kit-game" data-act="add-${game.id}" disabled=${full}
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
	// A round begins without `players`: people are shared out to tables by the kiosk.
	const add = ({id: game, title}) => {
		const round = {game, players: null, spares: 0, duplicate: false, pieces: 'all', options: {}, rules: {}};
		change({rounds: [...list, round]}, true);
		say(`Round ${list.length + 1}: ${title}.`);
	};
	const part = html`<ol if=${list.length} class="bare stack" id="kit-rounds">${cards}</ol>
		<p if=${!list.length} class="lead">Choose the game of the first round.</p>
		${game_tiles(games, list.length >= ROUNDS_MOST, add)}`;
	part.tell = plan => cards.forEach((card, index) => card.tell(plan?.rounds?.[index]));
	return part;
}

// What all of it comes to.
function overview(plan) {
	const row = (head, what, {pages, sheets, cut, glued}, kind) => html`<tr class=${kind}>
		<th scope="row">${head}</th><td>${what}</td><td class="number">${sheets}</td><td class="number">${pages}</td>
		<td class="number">${cut || '–'}</td><td class="number">${glued || '–'}</td>
	</tr>`;
	const numbers = ['Sheets', 'Pages', 'To cut', 'To glue'];
	return html`<div class="scroll" tabindex="0" role="region" aria-label="Sheets of paper">
		<table id="kit-overview">
			<thead>
				<tr>
					<td></td><th scope="col">Tables</th>
					${numbers.map(text => html`<th scope="col" class="number">${text}</th>`)}
				</tr>
			</thead>
			<tbody>
				${plan.rounds.map(({round, title, players, spares, duplicate, ...paper}) => {
					const more = (spares ? `, ${count(spares, 'spare')}` : '') + (duplicate ? ', all the same' : '');
					return row(`${round}: ${title}`, tables_text(players) + more, paper);
				})}
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
function look({draft, plan, organiser, change, make, as_text}) {
	const before = organiser.about.event,
		says = html`<div id="kit-says"></div>`;
	return html`
		<p if=${plan.name} class="lead">${joined(plan.name !== '…' && plan.name, plan.date)}</p>
		${overview(plan)}${plan.missing && alarm('again', missing_words(plan.missing))}${backs({draft, plan, change})}
		<p if=${plan.two_sided} class="soft">Some of it is printed on both sides of the paper.</p>
		<p if=${!plan.two_sided} class="soft">All of it is printed on one side of the paper.</p>
		${picks('A PDF for', 'bundle', BUNDLE, draft.values.bundle, bundle => change({bundle}, true))}
		${plan.seed_warning && alarm('again', `${capital(plan.seed_warning)}.`)}
		${before && alarm('again', `This takes the place of “${before.name}”: its tables and its key.`)}${says}
		<div class="row">
			${button(before ? 'Make it the event' : 'Make the kit', 'make-kit', () => make(says), {class: 'main'})}
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

// Enter in a number takes it, and does not go on: the form is made again with it.
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

// Fills `root`; `tools` has draft, games, organiser, make, choose_file, as_text, forget.
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
		this.draft.set(some);
		if (again) this.paint();
		else this.show_steps();
		this.replan();
	}

	go(step) {
		// A number that is shown is one that is chosen.
		this.draft.set({step, ...(step === 1 && !this.draft.people && {people: PEOPLE_USUAL})});
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
		// The last step is not painted again under a finger if nothing has changed.
		if (this.draft.values.step !== 3) this.part?.tell?.(plan);
		else if (this.shown !== JSON.stringify(plan)) this.paint();
		this.tell_mistakes(plan);
	}

	tell_mistakes(plan) {
		put(this.mistakes, ...(plan?.mistakes || []).map(({sentence}) => alarm('refused', sentence)));
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
		into(this.bar)`${steps.map(
			(text, index) => html`<li>
				<button data-act="step-${index + 1}" aria-current=${index === step ? 'step' : null} disabled=${index > last}
					onclick=${() => this.go(index)}>
					<span class="kit-number" aria-hidden="true">${index + 1}</span>${text}
				</button>
			</li>`
		)}`;
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
						const wrong = missing(this.draft, step);
						if (wrong) {
							put(this.mistakes, alarm('refused', wrong));
							this.root.querySelector('.kit-part input')?.focus();
						} else if (step < 3) this.go(step + 1);
					}}>
					<h1 tabindex="-1">${steps[step]}</h1>${this.part}${this.mistakes}
					<div class="row apart">
						${
							step > 0
								? button('Back', 'kit-back', () => this.go(step - 1))
								: button('Start over', 'kit-forget', this.tools.forget, {class: 'quiet'})
						}
						<button if=${step < 3} type="submit" class="main" data-act="kit-next">Next: ${steps[step + 1]}</button>
					</div>
				</form>`;
		});
		unfolded.forEach(each => this.root.querySelector('#' + each)?.setAttribute('open', ''));
		this.part.tell?.(this.draft.plan);
		this.shown = JSON.stringify(this.draft.plan);
		if (step === 3) this.tell_mistakes(this.draft.plan);
	}
}

// A kit file as text: its mistakes at their lines, to be corrected in place.
// Fills `root`; `tools` has draft, organiser, make, choose_file, forget.
export class KitText {
	constructor(root, tools) {
		Object.assign(this, {root, tools});
		this.numbers = html`<ol class="bare kit-lines" aria-hidden="true"></ol>`;
		this.area = html`<textarea id="kit-text" spellcheck="false" autocapitalize="off" autocomplete="off" wrap="off"
			aria-label="The kit file" aria-describedby="kit-mistakes" value=${tools.draft.values.text}
			oninput=${() => this.change()} onscroll=${() => (this.numbers.scrollTop = this.area.scrollTop)}></textarea>`;
		this.mistakes = html`<div id="kit-mistakes" class="stack"></div>`;
		this.below = html`<div class="stack" id="kit-look"></div>`;
		into(root)`<section class="plain stack kit-part" data-step="text">
			<h1 tabindex="-1">The kit file</h1><div class="kit-editor">${this.numbers}${this.area}</div>${this.mistakes}
			${this.below}
			<div class="row">
				${button('Choose another file', 'kit-choose', tools.choose_file)}
				${button('Forget it', 'kit-forget', tools.forget, {class: 'quiet'})}
			</div>
		</section>`;
		this.count_lines([]);
		this.replan();
	}

	get draft() {
		return this.tools.draft;
	}

	change() {
		this.draft.set({text: this.area.value});
		this.count_lines((this.draft.plan?.mistakes || []).map(({line}) => line));
		this.replan();
	}

	replan() {
		this.draft.replan(this.tools.organiser, plan => this.root.isConnected && this.told(plan));
	}

	count_lines(wrong) {
		const lines = this.area.value.split('\n'),
			bad = new Set(wrong);
		put(this.numbers, ...lines.map((_, at) => html`<li class=${bad.has(at + 1) ? 'wrong' : null}>${at + 1}</li>`));
		this.area.style.setProperty('--lines', Math.min(Math.max(lines.length + 1, 8), 30));
		this.numbers.scrollTop = this.area.scrollTop;
	}

	// Puts the cursor into a line.
	jump(line) {
		const lines = this.area.value.split('\n'),
			start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
		this.area.focus();
		this.area.setSelectionRange(start, start + (lines[line - 1] || '').length);
		this.area.scrollTop = (this.area.scrollHeight / lines.length) * Math.max(0, line - 4);
	}

	told(plan) {
		const {mistakes} = plan;
		this.count_lines(mistakes.map(({line}) => line));
		this.area.setAttribute('aria-invalid', String(mistakes.length > 0));
		put(this.mistakes);
		put(this.below, !mistakes.length && this.fine(plan));
		if (!mistakes.length) return;
		into(this.mistakes)`${alarm('refused', `${count(mistakes.length, 'mistake')} to fix:`)}
			<ul class="bare kit-mistakes">${mistakes.map(
				({line, sentence}) => html`<li data-line=${line}>
					<button if=${line} class="small" data-act="mistake-line" onclick=${() => this.jump(line)}>Line ${line}</button>
					<strong if=${!line}>In all</strong><span>${sentence}</span>
				</li>`
			)}</ul>`;
		say(`${count(mistakes.length, 'mistake')} in the kit file.`);
	}

	// What it comes to, and its key where it names one.
	fine(plan) {
		const {draft, organiser, make, choose_file} = this.tools,
			choose = button('choose it', 'kit-key', choose_file, {class: 'small'}),
			named = [`This kit names a key file, ${plan.key}. If codes were printed with it, `, choose],
			missing = [...named, ' or drop it here; otherwise the kiosk makes a new one.'];
		const change = some => {
			draft.set(some);
			this.told(plan);
		};
		return [
			plan.key && (draft.values.key ? alarm('found', 'The key file is there.') : alarm('again', missing)),
			look({draft, plan, organiser, change, make}),
		];
	}
}
