// SPDX-License-Identifier: MIT
// What came in, and everything that leaves the kiosk on paper or as a file.
import {get} from '../api.js';
import {button, h, listed, put} from '../dom.js';
import {badge} from './rounds.js';
import {pdf_link, recent_list} from '../standings.js';

const PAUSE = 250; // milliseconds without a key before a search is asked for

function find(organiser, before) {
	const query = new URLSearchParams({
		...(organiser.search && {search: organiser.search}),
		...(before && {before}),
	});
	return get('/api/results?' + query);
}

export async function prepare(organiser) {
	organiser.found = await find(organiser);
}

function row_more(row) {
	return [
		h(
			'span',
			{class: 'small soft who'},
			row.ruling || listed(row.names.filter(name => name && !row.winners.includes(name)))
		),
		row.corrected && badge('corrected'),
	];
}

// All results, some at a time, and a search among them.
function list(organiser) {
	const box = h('div', {id: 'results', 'aria-live': 'polite'}),
		more = button(
			'Show more',
			'more-results',
			async () => {
				const next = await find(organiser, organiser.found.next);
				organiser.found = {results: [...organiser.found.results, ...next.results], next: next.next};
				fill();
			},
			{class: 'small'}
		);
	const fill = () => {
		const {results, next} = organiser.found;
		put(
			box,
			results.length
				? recent_list(results, organiser.about, row_more)
				: h(
						'p',
						{class: 'soft'},
						organiser.search
							? next
								? 'Not among the latest results.'
								: 'No result has these words.'
							: 'No result is in yet.'
					)
		);
		more.hidden = !next;
	};
	let timer = null,
		turn = 0;
	const search = h('input', {
		type: 'search',
		id: 'search-results',
		placeholder: 'Name, game, “table 3”, ruling',
		'aria-label': 'Search results',
		maxlength: 100,
		value: organiser.search || '',
		oninput: () => {
			organiser.search = search.value.trim();
			clearTimeout(timer);
			timer = setTimeout(async () => {
				const mine = ++turn,
					found = await find(organiser);
				if (mine !== turn) return;
				organiser.found = found;
				fill();
			}, PAUSE);
		},
	});
	fill();
	return [h('div', {class: 'row'}, search), box, more];
}

function sheet(text, href, act, more) {
	return h('a', {class: 'button', href, 'data-act': act, ...more}, text);
}

export function paint(box, organiser) {
	const event = organiser.about.event,
		print = pdf_link(organiser.about);
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
				list(organiser)
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
						sheet('Results (CSV)', '/results.csv?excel=yes', 'results-csv', {download: true}),
						sheet('Everything (JSON)', '/results.json', 'results-json', {download: true}),
						event && sheet('Standings (CSV)', '/standings.csv?excel=yes', 'standings-csv', {download: true})
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
