// SPDX-License-Identifier: MIT
// The round being played: every table at a glance, and on to the next one.
import {ask, button, count, html, into, listed, short_time} from '../dom.js';
import {Clock} from '../clock.js';
import {alarm, go, keep, kept, tell} from '../shell.js';

const words = {playing: 'Playing', part: 'Partly done', done: 'Done', corrected: 'Corrected'};

function state_of(table) {
	return table.in < table.of ? (table.in ? 'part' : 'playing') : table.corrected ? 'corrected' : 'done';
}

// A state has a colour, a shape and a word.
export function badge(state, text) {
	return html`<span class="badge ${state}"><i aria-hidden="true"></i>${text || words[state]}</span>`;
}

// Spares count once somebody plays there.
export const in_use = table => !table.spare || table.in > 0 || table.names.some(Boolean);

function tile(round, table, begun) {
	const state = state_of(table),
		names = table.names.filter(Boolean),
		waits = state === 'playing' && !begun && 'Not started',
		text = state === 'part' ? `${table.in} of ${table.of} done` : waits;
	return html`<li>
		<a class="tile ${state}" href="/table/${round}/${table.table}" data-table=${table.table} data-state=${state}>
			<span class="row apart">
				<strong class="tile-number"><span class="unseen">Table </span>${table.table}</strong>
				${badge(state, text)}
			</span>
			<span class="tile-names">
				${names.length ? names.join(', ') : html`<span class="soft">Nobody is seated</span>`}
			</span>
		</a>
	</li>`;
}

export const shows_guards = true;

// Tables whose codes somebody may be guessing: why phones are turned away there, and until when.
function guarded_notice(rounds) {
	const guarded = rounds.flatMap(round =>
			round.tables.filter(table => table.guarded).map(table => ({round: round.round, ...table}))
		),
		minutes = Math.ceil(Math.max(0, ...guarded.map(table => table.guarded)) / 60);
	if (!guarded.length) return null;
	const named = guarded.slice(0, 10).map(table => `table ${table.table} of round ${table.round}`),
		more = guarded.length - named.length,
		tables = listed(more ? [...named, count(more, 'other table')] : named),
		them = guarded.length === 1 ? 'it' : 'them';
	const text = `Many wrong codes were tried for ${tables}. For ${count(minutes, 'minute')} only you, the kiosk itself and phones that have opened ${them} before can open ${them}.`;
	return html`<div id="guarded">${alarm('again', text)}</div>`;
}

// The clock of the round: started here, seen on the big screen and on phones, heard at the kiosk.
function round_clock(organiser) {
	const {clock} = organiser.about.event,
		box = html`<p class="big number" id="clock" role="timer" hidden></p>`,
		minutes = html`<input type="number" id="minutes" min="1" max="600" value=${kept('minutes') || 40}
			aria-label="Minutes of the round">`;
	const set = async next => {
		if (await organiser.send('/api/event/settings', {clock: next})) await organiser.refresh();
	};
	organiser.clock?.stop();
	organiser.clock = new Clock(box);
	organiser.clock.set(clock);
	const start = () => {
		keep('minutes', Number(minutes.value));
		set({minutes: Number(minutes.value)});
	};
	const small = {class: 'small'};
	const controls = clock
		? [
				button(clock.paused ? 'Resume' : 'Pause', 'clock-pause', () => set({pause: !clock.paused}), small),
				button('5 more minutes', 'clock-extend', () => set({extend: 5}), small),
				button('Stop the clock', 'clock-stop', () => set(null), small),
			]
		: [minutes, html`<span>minutes</span>`, button('Start the clock', 'clock-start', start, small)];
	return html`<div class="round-clock">${box}<div class="row">${controls}</div></div>`;
}

// Tables that call, until somebody goes there and says so here.
const calls_notice = organiser => html`<ul if=${organiser.about.event.calls.length} class="bare" id="called">
	${organiser.about.event.calls.map(({round, table, at}) => {
		const answered = async () => {
			await organiser.send('/api/event/answered', {round, table});
			await organiser.refresh();
		};
		return html`<li data-table=${table}>${alarm(
			'again',
			html`<div class="row apart">
				<span><strong>Table ${table} calls you</strong>, round ${round}, since ${short_time(at)}.</span>
				${button('Answered', 'answered', answered, {class: 'small', 'data-id': table})}
			</div>`
		)}</li>`;
	})}
</ul>`;

// Asks first where tables still play, or nobody would know where to sit.
async function to_round(organiser, number, open) {
	const seated = organiser.event.seats.some(seat => seat.round === number),
		numbers = open.slice(0, 20).map(table => String(table.table));
	const content = html`<p if=${open.length}>
			${count(open.length, 'table is', 'tables are')} still playing: ${listed(numbers)}${open.length > 20 ? ' …' : ''}.
			Results can still be entered later.
		</p>
		<p if=${!seated} id="nobody-seated">Nobody has a seat in round ${number} yet.</p>`;
	const choices = [
		['', 'Cancel'],
		['seats', 'Give out seats'],
		['go', `Start round ${number}`, 'main'],
	];
	const answer =
		seated && !open.length
			? 'go'
			: await ask(`Start round ${number}?`, content, seated ? choices.toSpliced(1, 1) : choices);
	if (answer === 'seats') go(`/organise?tab=seats&round=${number}`);
	if (answer === 'go' && (await organiser.send('/api/event/settings', {round: number}))) {
		tell('found', `Round ${number} is being played.`);
		await organiser.refresh();
	}
}

export function paint(box, organiser) {
	const {event} = organiser.about,
		{rounds} = organiser.event;
	if (!event) {
		into(box)`<section class="plain narrow">
			<h1 tabindex="-1">No event yet</h1>
			<p class="lead">Casual games need none. For an event, make a kit, or import one that was printed.</p>
			<div class="row">
				<a class="button main" href="/organise?tab=kit" data-act="new-kit">Make a kit</a>
				<a class="button" href="/organise?tab=event">Import a kit</a>
			</div>
		</section>`;
		return;
	}
	const at = organiser.looks || event.round,
		round = rounds.find(each => each.round === at),
		tables = round.tables.filter(in_use);
	const done = tables.filter(table => table.in === table.of),
		open = tables.filter(table => table.in < table.of),
		now = at === event.round;
	into(box)`
		<header class="organise-head">
			<div>
				<p class="soft">${event.name}</p>
				<h1 tabindex="-1" class="big" id="round" data-round=${at}>Round ${at} of ${rounds.length}</h1>
				<p class="lead">${organiser.title(round.game)}${!now && ' (not the one being played)'}</p>
			</div>
			<div class="organise-progress">
				<p id="progress">
					<strong>${done.length} of ${tables.length}</strong>
					${tables.length === 1 ? ' table done' : ' tables done'}
				</p>
				<progress max=${tables.length || 1} value=${done.length} aria-label="Tables done"></progress>
			</div>
			${now && round_clock(organiser)}
			<button if=${at < rounds.length && now} class=${open.length ? '' : 'main'} data-act="next-round"
				onclick=${() => to_round(organiser, at + 1, open)}>Start round ${at + 1}</button>
		</header>
		${calls_notice(organiser)}${guarded_notice(rounds)}
		<div class="row picks" role="group" aria-label="Round to look at">${rounds.map(
			each => html`<button class="small" data-act="look" data-id=${each.round}
				aria-pressed=${each.round === at} onclick=${() => {
					organiser.looks = each.round;
					paint(box, organiser);
					box.querySelector(`[data-act=look][data-id="${each.round}"]`).focus();
				}}>Round ${each.round}</button>`
		)}</div>
		<ol class="bare tiles" id="tiles">${tables.map(table => tile(at, table, at <= event.round))}</ol>`;
}
