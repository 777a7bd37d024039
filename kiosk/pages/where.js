// SPDX-License-Identifier: MIT
// "Where do I sit?": the name is asked once and kept on this device; then the table, the seat, who else is
// there, how long the round takes, and the own results, live.
import {get, kiosk, live} from './api.js';
import {Clock} from './clock.js';
import {button, h, listed, put, style} from './dom.js';
import {about_game} from './game.js';
import {letters, player_badge} from './players.js';
import {keep, kept, say, set_title} from './shell.js';

// Asks for the name, with those on the list as suggestions.
function asking(box, names, says, found) {
	const input = h('input', {
		type: 'text',
		id: 'who',
		list: 'names',
		autocomplete: 'name',
		maxlength: 80,
		required: true,
		enterkeyhint: 'go',
	});
	put(
		box,
		h('h1', {tabindex: '-1'}, 'Where do I sit?'),
		h('p', {class: 'lead'}, 'Your name as it is on the list. It is kept on this device.'),
		h(
			'form',
			{
				class: 'stack',
				onsubmit: event => {
					event.preventDefault();
					found(input.value.trim());
				},
			},
			h('label', {class: 'field'}, 'Your name', input),
			h('datalist', {id: 'names'}, names.map(name => h('option', {value: name}))),
			says && h('p', {class: 'state refused', role: 'alert', id: 'unknown'}, says),
			h('button', {class: 'main', 'data-act': 'where'}, 'Show my table')
		)
	);
	input.focus();
}

function my_table(answer, about) {
	const {sits} = answer;
	if (answer.gone) return h('p', {class: 'lead', id: 'sits'}, 'You have left the event. The organiser can take you in again.');
	if (!sits)
		return h(
			'p',
			{class: 'lead', id: 'sits'},
			`You have no seat in round ${answer.round} yet. It stands here as soon as you have.`
		);
	const others = sits.players.filter((name, seat) => name && seat !== sits.seat);
	return h(
		'div',
		{id: 'sits', 'data-table': sits.table, 'data-seat': sits.seat},
		h('p', {class: 'soft'}, `Round ${answer.round}: ${about_game(about, answer.game).title}`),
		h('h2', {class: 'number'}, `Table ${sits.table}`),
		h('p', {class: 'row lead'}, player_badge(sits.seat), `You have seat ${letters[sits.seat]}`),
		h('p', {id: 'others'}, others.length ? `With ${listed(others)}.` : 'Nobody else is seated there yet.'),
		sits.in === sits.of
			? h('p', {class: 'state found'}, 'Your table has its result.')
			: h('a', {class: 'button', href: '/', 'data-act': 'enter'}, 'Enter our result')
	);
}

function my_results(answer, about) {
	return (
		answer.results.length > 0 &&
		h(
			'section',
			{class: 'plain', id: 'mine'},
			h('h2', {}, 'Your results'),
			answer.standing && h('p', {}, `Place ${answer.standing.place} of ${answer.standing.of}, ${answer.standing.points} points.`),
			h(
				'ul',
				{class: 'bare latest'},
				answer.results.map(row =>
					h(
						'li',
						{},
						h(
							'a',
							{class: 'row apart', href: '/entry/' + row.entry, 'data-entry': row.entry},
							h('span', {}, `Round ${row.round}, ${about_game(about, row.game).title}`),
							h('strong', {}, `place ${row.place}, ${row.total}`)
						)
					)
				)
			)
		)
	);
}

export async function show(root) {
	await style('standings.css');
	set_title('Where do I sit?');
	const box = h('section', {class: 'plain narrow where'}),
		mine = h('div', {class: 'narrow'}),
		time = h('p', {class: 'lead number', id: 'clock', role: 'timer', hidden: true}),
		clock = new Clock(time);
	let name = kept('where') || '',
		seen = -1;
	put(root, box, mine);
	const ask_name = async says => {
		put(mine);
		const {rows} = await get('/api/standings');
		asking(box, rows.filter(row => row.id && !row.gone).map(row => row.name), says, given => {
			name = given;
			load().catch(problem => ask_name(problem.message));
		});
	};
	const load = async () => {
		const about = await kiosk(true),
			answer = await get('/api/where?name=' + encodeURIComponent(name));
		seen = about.change;
		keep('where', answer.name);
		clock.set(about.event?.clock);
		put(
			box,
			h('h1', {tabindex: '-1'}, answer.name),
			my_table(answer, about),
			h('p', {class: 'soft', id: 'begins'}, about.event?.clock ? 'Left in this round:' : answer.sits && 'The round starts when the organiser says so; its clock stands here then.'),
			time,
			h(
				'p',
				{class: 'row'},
				button(
					'Somebody else',
					'somebody-else',
					() => {
						keep('where', null);
						name = '';
						ask_name();
					},
					{class: 'small quiet'}
				),
				h('a', {class: 'button small', href: '/standings'}, 'Standings')
			)
		);
		put(mine, my_results(answer, about));
		if (answer.sits) say(`Table ${answer.sits.table}, seat ${letters[answer.sits.seat]}.`);
	};
	if (name)
		await load().catch(problem => {
			if (problem.kind !== 'unknown') throw problem;
			return ask_name(problem.message);
		});
	else await ask_name();
	const stop = live(number => name && number !== seen && load().catch(() => {}));
	return () => {
		stop();
		clock.stop();
	};
}
