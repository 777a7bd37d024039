// SPDX-License-Identifier: MIT
// A table of a round: who sits there, what was played and what happened to it.
import {get, kiosk, live} from './api.js';
import {button, h, put, style} from './dom.js';
import {history} from './entry.js';
import {about_game} from './game.js';
import {player_badge} from './players.js';
import {player_name, ruled} from './score.js';
import {state_mark, set_title} from './shell.js';

// What the organiser decides where no game was played.
async function rule_table(play, answer, again) {
	const {rule} = await import('./organise/ruling.js');
	if (await rule({result: null, game: answer.game, code: play.code, names: answer.names})) again();
}

function play_card(play, index, answer, organiser, again) {
	const all = answer.plays;
	return card(play, index, all, organiser, !play.entry && organiser && play.code && (() => rule_table(play, answer, again)));
}

function card(play, index, all, organiser, rules) {
	const {entry} = play,
		name = all.length > 1 ? `Game ${index + 1} of ${all.length}` : 'Result';
	return h(
		'li',
		{class: 'plain', 'data-play': play.code, 'data-in': entry ? 'yes' : 'no'},
		h('h2', {}, state_mark(entry ? 'found' : 'again'), ' ', name),
		entry
			? h(
					'div',
					{class: 'stack'},
					h(
						'ol',
						{class: 'bare standing'},
						entry.score.players
							.map((player, seat) => [player, seat])
							.sort((a, b) => a[0].place - b[0].place)
							.map(([player, seat]) =>
								h(
									'li',
									{class: 'row'},
									player_badge(seat),
									h(
										'span',
										{class: 'grow'},
										`${player.place}. ${player_name(entry.score, seat)}`
									),
									h('strong', {class: 'number'}, player.total)
								)
							)
					),
					h(
						'p',
						{class: 'row'},
						ruled(entry.score, entry.result) ||
							(entry.kind === 'correction' && h('span', {class: 'soft'}, 'Corrected.')),
						h(
							'a',
							{class: 'button', href: '/entry/' + entry.id, 'data-act': 'entry'},
							organiser ? 'See, correct or withdraw' : 'See every line'
						)
					)
				)
			: [
					h('p', {class: 'soft'}, 'Not in yet.'),
					play.code
						? h(
								'a',
								{class: 'button main', href: '/c/' + play.code, 'data-act': 'enter'},
								'Enter the result'
							)
						: h('p', {}, 'Scan the QR on the table’s sheet to enter it.'),
					rules && button('Ruling: no game was played', 'ruling', rules),
				]
	);
}

export async function show(root, [round, table]) {
	await style('score.css');
	let seen = -1;
	const load = async () => {
		const about = await kiosk(true),
			answer = await get(`/api/table/${round}/${table}`);
		const title = `Round ${round}, table ${table}`,
			focused = root.contains(document.activeElement) && document.activeElement.dataset.act;
		seen = about.change;
		set_title(title);
		put(
			root,
			h(
				'div',
				{class: 'score', 'data-table': table},
				h(
					'header',
					{},
					h('h1', {tabindex: '-1'}, title),
					h('p', {class: 'lead'}, about_game(about, answer.game).title),
					h(
						'ul',
						{class: 'bare row', id: 'seated', 'aria-label': 'Who sits here'},
						answer.names.map((name, seat) =>
							h('li', {class: 'row'}, player_badge(seat), name || h('span', {class: 'soft'}, 'free'))
						)
					)
				),
				h(
					'ol',
					{class: 'bare cards', id: 'plays'},
					answer.plays.map((play, index) => play_card(play, index, answer, about.organiser, load))
				),
				answer.history.length > 0 && history(answer.history, {}),
				h(
					'p',
					{class: 'row'},
					h('a', {class: 'button', href: '/standings', 'data-act': 'standings'}, 'Standings'),
					about.organiser &&
						h('a', {class: 'button', href: '/organise', 'data-act': 'organise'}, 'All tables')
				)
			)
		);
		if (focused) root.querySelector(`[data-act="${focused}"]`)?.focus();
	};
	await load();
	return live(number => number !== seen && load().catch(() => {}));
}
