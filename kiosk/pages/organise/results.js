// SPDX-License-Identifier: MIT
// What came in, and everything that leaves the kiosk on paper or as a file.
import {get} from '../api.js';
import {button, html, into, listed, put} from '../dom.js';
import {badge} from './rounds.js';
import {recent_list} from '../game.js';
import {pdf_link} from '../standings.js';

const PAUSE = 250; // milliseconds without a key before a search is asked for

function find(organiser, before) {
	const query = new URLSearchParams({...(organiser.search && {search: organiser.search}), ...(before && {before})});
	return get('/api/results?' + query);
}

export async function prepare(organiser) {
	organiser.found = await find(organiser);
}

const row_more = row => html`
	<span class="small soft who">
		${row.ruling || listed(row.names.filter(name => name && !row.winners.includes(name)))}
	</span>
	${row.corrected && badge('corrected')}`;

// All results, some at a time, and a search among them.
function list(organiser) {
	const box = html`<div id="results" aria-live="polite"></div>`,
		more = button('Show more', 'more-results', add, {class: 'small'});
	async function add() {
		const {results, next} = await find(organiser, organiser.found.next);
		organiser.found = {results: [...organiser.found.results, ...results], next};
		fill();
	}
	const fill = () => {
		const {results, next} = organiser.found,
			none = next ? 'Not among the latest results.' : 'No result has these words.';
		if (results.length) put(box, recent_list(results, organiser.about, row_more));
		else into(box)`<p class="soft">${organiser.search ? none : 'No results yet.'}</p>`;
		more.hidden = !next;
	};
	let timer = null,
		turn = 0;
	const search = html`<input type="search" id="search-results" placeholder="Name, game, “table 3”, ruling"
		aria-label="Search results" maxlength="100" value=${organiser.search || ''}
		oninput=${() => {
			organiser.search = search.value.trim();
			clearTimeout(timer);
			timer = setTimeout(async () => {
				const mine = ++turn,
					found = await find(organiser);
				if (mine !== turn) return;
				organiser.found = found;
				fill();
			}, PAUSE);
		}}>`;
	fill();
	return html`<div class="row">${search}</div>${box}${more}`;
}

const sheet = (text, href, act, more) => html`<a class="button" href=${href} data-act=${act} ...${more}>${text}</a>`;

export function paint(box, organiser) {
	const event = organiser.about.event,
		print = pdf_link(organiser.about);
	const top = html`<input type="number" id="top" min="1" max="500" value=${organiser.top || 3} required
		oninput=${() => {
			organiser.top = top.value;
			link.href = '/certificates.pdf?top=' + (Number(top.value) || 3);
		}}>`;
	const link = sheet('Certificates', '/certificates.pdf?top=' + (organiser.top || 3), 'certificates', print);
	const rounds = event ? event.rounds.filter(each => each.in) : [];
	into(box)`<div class="halves">
		<section class="plain"><h1 tabindex="-1">Results</h1>${list(organiser)}</section>
		<div class="stack">
			<section if=${event} class="plain">
				<h2>Print</h2>
				<div class="row">
					${sheet('Standings', '/standings.pdf', 'standings-pdf', print)}
					${rounds.map(({round}) => sheet(`Round ${round}`, '/standings.pdf?round=' + round, 'standings-pdf-' + round, print))}
				</div>
				<hr class="cut"><div class="row">${link}<label class="row">for the first${top}places</label></div>
				<p class="soft small">Everyone who shares a place gets one too.</p>
			</section>
			<section class="plain">
				<h2>Download</h2>
				<div class="row">
					${sheet('Results (CSV)', '/results.csv?excel=yes', 'results-csv', {download: true})}
					${sheet('Everything (JSON)', '/results.json', 'results-json', {download: true})}
					${event && sheet('Standings (CSV)', '/standings.csv?excel=yes', 'standings-csv', {download: true})}
				</div>
			</section>
			<section if=${event} class="plain">
				<h2>Show</h2>
				<div class="row">
					${sheet('Big screen', '/screen', 'screen')}${sheet('Standings', '/standings', 'standings')}
				</div>
			</section>
		</div>
	</div>`;
}
