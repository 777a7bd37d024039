// SPDX-License-Identifier: MIT
// Travellers: how everybody played the very same sheet, seat by seat, when the round is over.
import {get} from './api.js';
import {heads, html, style} from './dom.js';
import {letters, player_badge} from './players.js';

const percent = value => `${Math.round(value * 10) / 10} %`;

function seat_table(scores, seat, mine) {
	// 50 % at the top: all are equal, or there is nobody to compare with.
	const top = Math.max(...scores.map(({out, percent}) => (out ? 0 : percent)));
	return html`<table class="traveller" data-seat=${seat}>
		<caption><span class="row">${player_badge(seat)}Seat ${letters[seat]}</span></caption>
		${heads(['Who', 'Score', 'Matchpoints'])}
		<tbody>${scores.map(
			row => html`<tr class=${!row.event && row.table === mine ? 'mine' : ''} data-table=${row.table}>
				<th scope="row">
					${row.percent === top && top > 50 && html`<span class="best">best </span>`}
					${row.name || 'No name'} <span class="soft small">${row.event || `table ${row.table}`}</span>
				</th>
				<td class="number">${row.total}</td><td class="number">${row.out ? 'out' : percent(row.percent)}</td>
			</tr>`
		)}</tbody>
	</table>`;
}

// Only where somebody else had the same sheet.
const is_compared = ({seats}) => seats.some(scores => scores.length > 1);

// The section for a round, or for the sheets of one table (not 0); null while it is played, or if nobody had the same.
export async function travellers(round, table) {
	const [answer] = await Promise.all([
			get(`/api/travellers?round=${round}`).catch(() => null),
			style('travellers.css'),
		]),
		has_table = ({seats}) => seats.some(scores => scores.some(row => !row.event && row.table === table)),
		sheets = answer?.sheets.filter(sheet => is_compared(sheet) && (!table || has_table(sheet))) || [];
	if (!sheets.length) return null;
	return html`<section class="plain" id="travellers">
		<h2>How others played this sheet</h2>
		<p class="soft">
			In a duplicate round everybody plays the same sheets. Each seat is compared with the same seat at tables of its
			size: two points for every lower score, one for every equal one, in per cent of the most that can be had.
			${!answer.over && ' The round is not over: only you see this.'}
		</p>
		${sheets.map(
			({players, seats, solver}) => html`<div class="stack">
				<h3 if=${!table}>Tables for ${players}</h3>
				<p if=${solver} class="solver">The solver’s best: ${solver}.</p>
				<div class="sheets">${seats.map((scores, seat) => seat_table(scores, seat, table))}</div>
			</div>`
		)}
	</section>`;
}
