// SPDX-License-Identifier: MIT
// What came in, and everything that leaves the kiosk on paper or as a file.
import {get} from '../api.js';
import {h, put} from '../dom.js';
import {badge} from './rounds.js';
import {pdf_link, recent_list} from '../standings.js';

export async function prepare(organiser) {
	organiser.standings = await get('/api/standings');
}

function sheet(text, href, act, more) {
	return h('a', {class: 'button', href, 'data-act': act, ...more}, text);
}

export function paint(box, organiser) {
	const event = organiser.about.event,
		print = pdf_link(organiser.about);
	const corrected = new Set(
		organiser.event.rounds.flatMap(round =>
			round.tables.filter(table => table.corrected).map(table => `${round.round}.${table.table}`)
		)
	);
	const top = h('input', {
		type: 'number',
		id: 'top',
		min: 1,
		max: 500,
		value: organiser.top || 3,
		required: true,
		oninput: () => {
			organiser.top = top.value;
			link.href = '/certificates.pdf?top=' + (Number(top.value) || 3);
		},
	});
	const link = sheet('Certificates', '/certificates.pdf?top=' + (organiser.top || 3), 'certificates', print);
	put(
		box,
		h(
			'div',
			{class: 'halves'},
			h(
				'section',
				{class: 'plain'},
				h('h1', {tabindex: '-1'}, 'Results'),
				organiser.standings.recent.length
					? recent_list(
							organiser.standings.recent,
							organiser.about,
							row => corrected.has(`${row.round}.${row.table}`) && badge('corrected')
						)
					: h('p', {class: 'soft'}, 'No result is in yet.')
			),
			h(
				'div',
				{class: 'stack'},
				event &&
					h(
						'section',
						{class: 'plain'},
						h('h2', {}, 'Print'),
						h(
							'div',
							{class: 'row'},
							sheet('Standings', '/standings.pdf', 'standings-pdf', print),
							event.rounds
								.filter(round => round.in)
								.map(round =>
									sheet(
										`Round ${round.round}`,
										'/standings.pdf?round=' + round.round,
										'standings-pdf-' + round.round,
										print
									)
								)
						),
						h('hr', {class: 'cut'}),
						h('div', {class: 'row'}, link, h('label', {class: 'row'}, 'for the first', top, 'places')),
						h('p', {class: 'soft small'}, 'Whoever shares a place gets one too.')
					),
				h(
					'section',
					{class: 'plain'},
					h('h2', {}, 'Download'),
					h(
						'div',
						{class: 'row'},
						sheet('Results (CSV)', '/results.csv', 'results-csv', {download: true}),
						sheet('Everything (JSON)', '/results.json', 'results-json', {download: true}),
						event && sheet('Standings (CSV)', '/standings.csv', 'standings-csv', {download: true})
					)
				),
				event &&
					h(
						'section',
						{class: 'plain'},
						h('h2', {}, 'Show'),
						h(
							'div',
							{class: 'row'},
							sheet('Big screen', '/screen', 'screen'),
							sheet('Standings', '/standings', 'standings')
						)
					)
			)
		)
	);
}
