// SPDX-License-Identifier: MIT
// A stored result: its score, its history with who, when and why, to print; the
// organiser corrects and withdraws.
import {get, kiosk, post} from './api.js';
import {ask, button, h, short_time, put, style} from './dom.js';
import {new_submission} from './draft.js';
import {about_game, load_game} from './game.js';
import {show_next} from './play/next.js';
import {offers_panel} from './play/offers.js';
import {use_colours} from './play/palette.js';
import {go, state_mark, set_title, tell} from './shell.js';
import {banner, player_name, ruled, score_cards, show_review, verdict} from './score.js';

const kinds = {result: 'Entered', correction: 'Corrected', withdrawn: 'Withdrawn'};

// Everything that happened to a table; `shown` needs no link.
export function history(entries, shown) {
	return h(
		'section',
		{class: 'plain', id: 'history'},
		h('h2', {}, 'History'),
		h(
			'ol',
			{class: 'bare history'},
			entries.map(entry =>
				h(
					'li',
					{'data-entry': entry.id, 'data-kind': entry.kind},
					h('span', {class: 'dot ' + entry.kind, 'aria-hidden': 'true'}),
					h(
						'div',
						{},
						h(
							'p',
							{},
							h('strong', {}, entry.score?.ruling ? 'Ruled' : kinds[entry.kind] || entry.kind),
							` by ${entry.who}, `,
							h('time', {datetime: entry.when}, short_time(entry.when))
						),
						entry.score && ruled(entry.score, entry.result),
						entry.why && h('p', {class: 'why'}, `“${entry.why}”`),
						h(
							'p',
							{class: 'small soft'},
							entry.score?.players
								? verdict(entry.score) +
										': ' +
										entry.score.players
											.map(
												(player, index) =>
													`${player_name(entry.score, index)} ${player.total}`
											)
											.join(', ')
								: 'The table is open again.',
							entry.id !== shown.id &&
								entry.score?.players && [
									' ',
									h('a', {href: '/entry/' + entry.id}, 'Show')
								]
						)
					)
				)
			)
		)
	);
}

async function withdraw(entry, again) {
	const why = h('textarea', {rows: 2, maxlength: 500, id: 'withdraw-why'});
	const answer = await ask(
		'Withdraw this result?',
		h(
			'div',
			{},
			h('p', {}, 'It stays visible in the history, and the table is open again.'),
			h('label', {class: 'field'}, 'Why? Everybody can read this.', why)
		),
		[
			['', 'Leave it'],
			['withdraw', 'Withdraw', 'danger']
		]
	);
	if (answer !== 'withdraw') return;
	try {
		await post('/api/withdraw', {submission: new_submission(), play: entry.play, why: why.value.trim()});
		tell('found', 'Withdrawn.');
		again();
	} catch (problem) {
		tell('refused', problem.message);
	}
}

export async function show(root, [id]) {
	const [about, answer] = await Promise.all([kiosk(true), get('/api/entry/' + id), style('score.css')]);
	const {entry, history: entries} = answer,
		last = entries.at(-1) || entry;
	const {title} = about_game(about, entry.game),
		game = await load_game(entry.game);
	const gone = entry.kind === 'withdrawn' || !entry.score?.players,
		open = last.kind === 'withdrawn';
	const where = entry.event ? `${title}, round ${entry.round}, table ${entry.table}` : title;
	const edit = answer.piece
		? `/c/${answer.piece}?correct=${last.id}`
		: `/?casual=${entry.game}&correct=${last.id}`;
	const reviewed = h('div', {}),
		next = h('div', {});
	set_title(where);
	use_colours(root, answer.colours);
	put(
		root,
		h(
			'div',
			{class: 'score entry game-' + entry.game, 'data-entry': entry.id},
			h(
				'p',
				{class: 'state ' + (gone || last.id !== entry.id ? 'again' : 'found'), id: 'stored'},
				state_mark(gone || last.id !== entry.id ? 'again' : 'found'),
				h(
					'span',
					{},
					gone || open
						? 'This result was withdrawn; it counts no more.'
						: last.id !== entry.id
							? [
									'There is a newer entry for this game: ',
									h(
										'a',
										{href: '/entry/' + last.id},
										'show what counts'
									)
								]
							: `The result is stored: ${where}, number ${entry.id}.`
				)
			),
			offers_panel(),
			gone ? h('h1', {tabindex: '-1'}, where) : [banner(entry.score, game), score_cards(entry.score, game)],
			next,
			reviewed,
			h(
				'div',
				{class: 'score-foot'},
				history(entries.length ? entries : [entry], entry),
				h(
					'section',
					{class: 'plain stack'},
					// A kiosk in full screen has no way back from another window: it saves, and prints this page.
					!gone &&
						about.local &&
						button('Print', 'print-page', () => print(), {class: 'main'}),
					!gone &&
						h(
							'a',
							{
								class: about.local ? 'button' : 'button main',
								href: `/score/${entry.id}.pdf`,
								'data-act': 'print',
								...(about.local
									? {download: `score-${entry.id}.pdf`}
									: {target: '_blank', rel: 'noopener'})
							},
							about.local ? 'Save as PDF' : 'Print or save as PDF'
						),
					h('a', {class: 'button', href: '/', 'data-act': 'next'}, 'Score another game'),
					entry.event && h('a', {class: 'button', href: '/standings'}, 'Standings'),
					about.organiser &&
						last.kind !== 'withdrawn' &&
						last.id === entry.id && [
							h('hr', {class: 'cut'}),
							h('h2', {}, 'Organiser'),
							h(
								'div',
								{class: 'row'},
								h(
									'a',
									{
										class: 'button',
										href: edit,
										'data-act': 'correct'
									},
									'Correct'
								),
								entry.event &&
									button('Ruling', 'ruling', async () => {
										const {rule} = await import('./organise/ruling.js'),
											stored = await rule({
												result: entry.result.ruling?.unplayed ? null : entry.result,
												game: entry.game,
												code: answer.piece,
												names: entry.score.players.map(player => player.name || ''),
												lost: entry.result.lost,
											});
										if (stored) go('/entry/' + stored.id);
									}),
								button(
									'Withdraw',
									'withdraw',
									() => withdraw(entry, () => show(root, [id])),
									{class: 'danger'}
								)
							)
						]
				)
			)
		)
	);
	if (!gone && last.id === entry.id)
		show_next(next, {entry, game, about, piece: answer.piece}).catch(() => {}); // the result stands without it
	if (!gone) show_review(reviewed, game, entry.result, entry.score, entry.id);
}
