// SPDX-License-Identifier: MIT
// A kit from the page: chosen in steps or read from a kit file, made by the kiosk in the background, and imported as
// the event; then its files in the order of printing.
import {get} from '../api.js';
import {button, capital, count, date_text, html, into, put, style} from '../dom.js';
import {alarm, keep, kept, say, tell} from '../shell.js';
import {file_field} from './form.js';
import {KitText, Wizard} from './kit_wizard.js';

const LOOK = 400; // milliseconds between two looks at a kit that is being made
const LARGEST = 256 * 1024; // bytes of a kit file
const SETTLED = 200; // milliseconds without another change until the kiosk plans it

let take = null; // imports a file; there while the tab is

export const dropped = file => take?.(file);

export async function prepare(organiser) {
	const [status, {games}] = await Promise.all([
		organiser.get('/api/kit'),
		organiser.games ? {games: organiser.games} : get('/api/print/games'),
		style('organise/kit.css'),
	]);
	Object.assign(organiser, {kit_status: status, games});
}

function new_draft() {
	const date = date_text(new Date(), {weekday: 'long', day: 'numeric', month: 'long', year: 'numeric'});
	return {
		step: 0,
		event: {name: '', date, paper: 'a4', ink: 'full', backs: 'fold', url: ''},
		people: null, // null: those who are listed
		rounds: [],
		bundle: 'round',
		text: null, // a kit file in place of all that
		key: null,
	};
}

// What is being chosen for a kit: kept in this browser until it is made, and sent to the kiosk to be planned whenever
// it changes.
class Draft {
	constructor(listed) {
		this.listed = listed;
		this.values = {...new_draft(), ...kept('kit'), key: null};
		this.plan = null; // what the kiosk said of it last
		this.turn = 0;
	}

	// Changes values, and keeps all of them but the key, which must not be on disk here.
	set(values) {
		Object.assign(this.values, values);
		keep('kit', {...this.values, key: null});
	}

	get people() {
		return this.values.people ?? this.listed;
	}

	// The body of the request.
	body() {
		const {event, rounds, text, bundle, key} = this.values;
		if (text !== null) return {text, bundle, ...(key ? {key} : {})};
		const said = Object.fromEntries(Object.entries(event).filter(([, value]) => value !== ''));
		const round_of = ({players, options, ...round}) => ({
			...round,
			...(players ? {players} : {people: this.people}),
			...options,
		});
		return {bundle, definition: {event: said, rounds: rounds.map(round_of)}};
	}

	// Asks the kiosk what it comes to; `told` is called with the answer of the last question alone.
	replan(organiser, told) {
		const mine = ++this.turn;
		clearTimeout(this.timer);
		this.timer = setTimeout(async () => {
			const body = this.body();
			if (body.definition) body.definition.event.name ||= '…';
			const plan = await organiser
				.post('/api/kit/plan', body)
				.catch(problem => ({mistakes: [{line: null, sentence: problem.message}]}));
			if (mine !== this.turn) return;
			this.plan = plan;
			told(plan);
		}, SETTLED);
	}
}

// Each part of the work, and which share of the bar it has.
const PARTS = {
	seeds: ['Seeds are drawn', 0, 0.1],
	layouts: ['Designing layouts', 0.1, 0.1],
	pages: ['Pages are drawn', 0.2, 0.75],
	event: ['The event is set up', 0.95, 0.05],
};

// Shows how far the kit is until it is made or not.
async function follow(box, organiser) {
	const bar = html`<progress id="kit-progress" max="1" value="0" aria-labelledby="kit-doing"></progress>`,
		doing = html`<p id="kit-doing" class="lead">It begins …</p>`;
	let status = organiser.kit_status,
		last = null,
		cancelled = false;
	const cancel = () => {
		cancelled = true;
		return organiser.send('/api/kit/cancel', {});
	};
	into(box)`<section class="plain narrow stack" data-step="making">
		<h1 tabindex="-1">The kit is being made</h1>${doing}${bar}
		<p class="soft">You can leave this page: it goes on, and the kit will be here.</p>
		<div>${button('Cancel', 'cancel-kit', cancel)}</div>
	</section>`;
	for (; status.making; status = await organiser.get('/api/kit')) {
		const {what, done, all} = status.making,
			[text, from, share] = PARTS[what] || ['', 0, 0];
		bar.value = from + share * (all ? done / all : 0);
		put(doing, all > 1 ? `${text}: ${done} of ${all}` : text + ' …');
		if (what !== last) say(text + '.');
		last = what;
		await new Promise(next => setTimeout(next, LOOK));
		if (!box.isConnected) return;
	}
	organiser.kit_followed = false;
	if (!status.error && status.kit?.event && !cancelled) {
		keep('kit', null);
		organiser.draft = null;
		tell('found', 'The kit is made, and the event is set up.');
	}
	await organiser.refresh();
	put(document.getElementById('event'), organiser.about.event?.name || '');
	box.querySelector('h1')?.focus();
}

function size_text(bytes) {
	return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

// "round-1-table-02.pdf" in words.
function words_of(file) {
	const name = file.replace(/\.pdf$/, '').replace(/^\d-/, '');
	if (name === 'cover') return 'Cover and checklists';
	if (name === 'labels') return 'Labels for the envelopes';
	if (name === 'organiser') return 'The organiser’s key: not for players';
	const round = name.match(/^round-0*(\d+)(?:-(table|spare)-0*(\d+)|-(spares))?$/);
	if (!round) return capital(name).replaceAll('-', ' ');
	const [, number, kind, table, spares] = round;
	return `Round ${number}` + (kind ? `, ${kind} ${table}` : spares ? ', spares' : '');
}

const file_row = ({file, pages, bytes}) => html`<li>
	<a href="/kit/${file}" target="_blank" rel="noopener" data-act="kit-file">${words_of(file)}</a>
	<span class="soft small">${file} · ${pages ? count(pages, 'page') + ' · ' : ''}${size_text(bytes)}</span>
</li>`;

// The kit of the event, with its files; or without, where they can be made again.
function made(organiser, again, another) {
	const {kit, definition, keyed} = organiser.kit_status,
		{name, rounds} = organiser.about.event,
		people = organiser.event.people.some(person => !person.gone),
		says = html`<div></div>`;
	const files = kit?.event
		? html`<div>
				<a class="button main" href="/kit/all.zip" download data-act="kit-zip">
					Download all (ZIP, ${size_text(kit.bytes)})
				</a>
			</div>
			<p class="soft">Print at 100 %, in this order. The first page says what goes on which paper.</p>
			<ol class="kit-files" id="kit-files">${kit.files.filter(({pages}) => pages).map(file_row)}</ol>
			<details class="more" id="kit-lists">
				<summary>Lists for other programs</summary>
				<ul class="kit-files">${kit.files.filter(({pages}) => !pages).map(file_row)}</ul>
			</details>`
		: html`<p class="lead">The files of this event’s kit are not on this kiosk.</p>
			<div>${button('Make them again', 'again-kit', () => again(says), {class: 'main'})}</div>`;
	return html`<div class="halves" data-step="made">
		<section class="plain stack"><h1 tabindex="-1" id="kit-made">${name}</h1>${files}${says}</section>
		<div class="stack">
			<section class="plain stack">
				<h2>The event is set up</h2><p>${count(rounds.length, 'round')} with all tables.</p>
				<div class="row">
					<a if=${!people} class="button main" href="/organise?tab=people" data-act="kit-people-list">List the people</a>
					<a class=${people ? 'button main' : 'button'} href="/organise?tab=seats" data-act="kit-seats">Seat people</a>
				</div>
			</section>
			<section class="plain stack">
				<h2>To keep</h2>
				<p class="soft">
					The kit file prints the same kit again, here or by the command line. Anyone with the key file can make up
					codes: it is for you alone.
				</p>
				<div class="row">
					<a if=${definition} class="button" href="/kit/event.kit" download data-act="kit-definition">Kit file (.kit)</a>
					<a if=${keyed} class="button" href="/kit/event.key" download data-act="kit-secret">Key file</a>
				</div>
			</section>
			<section class="plain stack">
				<h2>Another event</h2><div>${button('Make another kit', 'another-kit', another)}</div>
			</section>
		</div>
	</div>`;
}

export function paint(box, organiser) {
	const {making, definition, error} = organiser.kit_status,
		failure = error && alarm('refused', capital(error)); // why the last one was not made
	const refresh = () => {
		paint(box, organiser);
		box.querySelector('h1')?.focus();
	};
	// Has the kiosk make a kit; what is wrong with it is shown in `says`.
	const make = async (body, says) => {
		const status = await organiser.send('/api/kit', body, says);
		if (!status) return;
		organiser.kit_status = status;
		refresh();
	};
	if (organiser.kit_followed) return; // it ends, and paints again
	if (making) {
		organiser.kit_followed = true;
		follow(box, organiser).catch(problem => {
			organiser.kit_followed = false;
			tell('refused', problem.message);
		});
		return;
	}
	const another = () => {
		organiser.kit_another = true;
		refresh();
	};
	if (organiser.about.event && definition && !organiser.kit_another && !kept('kit')) {
		take = async each => {
			another();
			await take(each);
		};
		put(
			box,
			failure,
			made(organiser, says => make({again: true}, says), another)
		);
		return;
	}
	const listed = organiser.event.people.filter(person => !person.gone).length,
		draft = (organiser.draft ||= new Draft(listed)),
		root = html`<div data-dirty=""></div>`,
		file = file_field('kit-text-file', each => take(each));
	draft.listed = listed;
	take = async each => {
		const text = each.size > LARGEST ? '' : await each.text();
		if (/^[0-9a-f]{64}$/i.test(text.trim())) draft.values.key = text.trim();
		else if (text.trim() && !text.includes('\0')) draft.set({text: text.replaceAll('\r\n', '\n')});
		else return tell('refused', `${each.name} is not a kit file.`);
		return refresh();
	};
	put(box, failure, root, file);
	const tools = {
		draft,
		organiser,
		games: organiser.games,
		choose_file: () => file.click(),
		as_text: () => {
			draft.set({text: draft.plan.text});
			refresh();
		},
		forget: () => {
			keep('kit', null);
			organiser.draft = null;
			organiser.kit_another = false;
			refresh();
		},
		make: says => make(draft.body(), says),
	};
	if (draft.values.text !== null) new KitText(root, tools);
	else new Wizard(root, tools).replan();
}
