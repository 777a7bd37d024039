// SPDX-License-Identifier: MIT
// The round being played: every table at a glance, and on to the next one.
import {ask, button, count, h, listed, put} from '../dom.js';
import {Clock} from '../clock.js';
import {keep, kept, tell} from '../shell.js';

const words = {missing: 'Missing', part: 'In part', in: 'In', corrected: 'Corrected'};

export function state_of(table) {
	return table.in < table.of ? (table.in ? 'part' : 'missing') : table.corrected ? 'corrected' : 'in';
}

// A state has a colour, a shape and a word.
export function badge(state, more) {
	return h('span', {class: 'badge ' + state}, h('i', {'aria-hidden': 'true'}), words[state], more);
}

// Spares count once somebody plays there.
export function in_use(table) {
	return !table.spare || table.in > 0 || table.names.some(Boolean);
}

function tile(round, table) {
	const state = state_of(table),
		names = table.names.filter(Boolean);
	return h(
		'li',
		{},
		h(
			'a',
			{
				class: 'tile ' + state,
				href: `/table/${round}/${table.table}`,
				'data-table': table.table,
				'data-state': state,
			},
			h(
				'span',
				{class: 'row apart'},
				h('strong', {class: 'tile-number'}, h('span', {class: 'unseen'}, 'Table '), table.table),
				badge(state, state === 'part' && ` ${table.in} of ${table.of}`)
			),
			h(
				'span',
				{class: 'tile-names'},
				names.length ? names.join(', ') : h('span', {class: 'soft'}, 'Nobody is seated')
			)
		)
	);
}

// The clock of the round: started here, seen on the big screen and on phones, heard at the kiosk.
function round_clock(organiser) {
	const {clock} = organiser.about.event,
		box = h('p', {class: 'big number', id: 'clock', role: 'timer', hidden: true}),
		minutes = h('input', {
			type: 'number',
			id: 'minutes',
			min: 1,
			max: 600,
			value: kept('minutes') || 40,
			'aria-label': 'Minutes of the round',
		});
	const set = async next => {
		if (await organiser.send('/api/event/settings', {clock: next})) await organiser.refresh();
	};
	organiser.clock?.stop();
	organiser.clock = new Clock(box);
	organiser.clock.set(clock);
	return h(
		'div',
		{class: 'round-clock'},
		box,
		h(
			'div',
			{class: 'row'},
			clock
				? button('Stop the clock', 'clock-stop', () => set(null), {class: 'small'})
				: [
						minutes,
						h('span', {}, 'minutes'),
						button(
							'Start the clock',
							'clock-start',
							() => {
								keep('minutes', Number(minutes.value));
								set({minutes: Number(minutes.value)});
							},
							{class: 'small'}
						),
					]
		)
	);
}

async function to_round(organiser, number, open) {
	const fine =
		!open.length ||
		(await ask(
			`Start round ${number}?`,
			h(
				'p',
				{},
				`${count(open.length, 'table is', 'tables are')} not in yet: ${listed(open.slice(0, 20).map(table => String(table.table)))}. Results can still be entered later.`
			),
			[
				['', 'Wait'],
				['go', `Start round ${number}`, 'main'],
			]
		));
	if (fine && (await organiser.send('/api/event/settings', {round: number}))) {
		tell('found', `Round ${number} is being played.`);
		await organiser.refresh();
	}
}

export function paint(box, organiser) {
	const {
			about: {event},
		} = organiser,
		rounds = organiser.event.rounds;
	if (!event) {
		put(
			box,
			h(
				'section',
				{class: 'plain narrow'},
				h('h1', {tabindex: '-1'}, 'No event yet'),
				h('p', {class: 'lead'}, 'Casual games need none. For an event, make a kit, or take in one that was printed.'),
				h(
					'div',
					{class: 'row'},
					h('a', {class: 'button main', href: '/organise?tab=kit', 'data-act': 'new-kit'}, 'Make a kit'),
					h('a', {class: 'button', href: '/organise?tab=event'}, 'Import a kit')
				)
			)
		);
		return;
	}
	const at = organiser.looks || event.round,
		round = rounds.find(each => each.round === at),
		tables = round.tables.filter(in_use);
	const done = tables.filter(table => table.in === table.of),
		open = tables.filter(table => table.in < table.of),
		now = at === event.round;
	put(
		box,
		h(
			'header',
			{class: 'organise-head'},
			h(
				'div',
				{},
				h('p', {class: 'soft'}, event.name),
				h(
					'h1',
					{tabindex: '-1', class: 'big', id: 'round', 'data-round': at},
					`Round ${at} of ${rounds.length}`
				),
				h('p', {class: 'lead'}, organiser.title(round.game), !now && ' (not the one being played)')
			),
			h(
				'div',
				{class: 'organise-progress'},
				h('p', {id: 'progress'}, h('strong', {}, `${done.length} of ${tables.length}`), ' tables are in'),
				h('progress', {max: tables.length || 1, value: done.length, 'aria-label': 'Tables in'})
			),
			now && round_clock(organiser),
			at < rounds.length &&
				now &&
				button(`Start round ${at + 1}`, 'next-round', () => to_round(organiser, at + 1, open), {
					class: open.length ? '' : 'main',
				})
		),
		h(
			'div',
			{class: 'row picks', role: 'group', 'aria-label': 'Round to look at'},
			rounds.map(each =>
				button(
					`Round ${each.round}`,
					'look',
					() => {
						organiser.looks = each.round;
						paint(box, organiser);
						box.querySelector(`[data-act=look][data-id="${each.round}"]`).focus();
					},
					{'data-id': each.round, 'aria-pressed': each.round === at, class: 'small'}
				)
			)
		),
		h(
			'ol',
			{class: 'bare tiles', id: 'tiles'},
			tables.map(table => tile(at, table))
		)
	);
}
