// SPDX-License-Identifier: MIT
// A table of a round: who sits there, what was played and what happened to it.
import {get, kiosk, live} from './api.js';
import {button, html, into, style} from './dom.js';
import {history} from './entry.js';
import {about_game} from './game.js';
import {player_badge} from './players.js';
import {ruled, standing_list} from './score.js';
import {set_title, state_mark, use_colours} from './shell.js';
import {travellers} from './travellers.js';

// What the organiser decides where no game was played.
async function rule_table(play, answer, again) {
	const {rule} = await import('./organise/ruling.js');
	if (await rule({result: null, game: answer.game, code: play.code, names: answer.names})) again();
}

function card(play, index, answer, organiser, again) {
	const {entry, code} = play,
		name = answer.plays.length > 1 ? `Game ${index + 1} of ${answer.plays.length}` : 'Result',
		rule = !entry && organiser && code && (() => rule_table(play, answer, again));
	const corrected = entry?.kind === 'correction' && html`<span class="soft">Corrected.</span>`;
	return html`<li class="plain" data-play=${code} data-in=${entry ? 'yes' : 'no'}>
		<h2>${state_mark(entry ? 'found' : 'again')} ${name}</h2>
		${
			entry
				? html`<div class="stack">
					${standing_list(entry.score, true)}
					<p class="row">
						${ruled(entry.score, entry.result) || corrected}
						<a class="button" href="/entry/${entry.id}" data-act="entry">
							${organiser ? 'See, correct or withdraw' : 'See every line'}
						</a>
					</p>
				</div>`
				: html`<p class="soft">Still playing.</p>
					<a if=${code} class="button main" href="/c/${code}" data-act="enter">Enter the result</a>
					<p if=${!code}>Scan the QR on the table’s sheet to enter it.</p>
					${rule && button('Ruling: no game was played', 'ruling', rule)}`
		}
	</li>`;
}

export async function show(root, [round, table]) {
	await style('score.css');
	let seen = -1;
	const load = async () => {
		const about = await kiosk(true),
			answer = await get(`/api/table/${round}/${table}`);
		const compared = await travellers(round, Number(table)),
			title = `Round ${round}, table ${table}`,
			focused = root.contains(document.activeElement) && document.activeElement.dataset.act;
		seen = about.change;
		set_title(title);
		use_colours(document.body, answer.colours);
		into(root)`<div class="score" data-table=${table}>
			<header>
				<h1 tabindex="-1">${title}</h1><p class="lead">${about_game(about, answer.game).title}</p>
				<ul class="bare row" id="seated" aria-label="Who sits here">${answer.names.map(
					(name, seat) => html`<li class="row">
						${player_badge(seat)}${name || html`<span class="soft">free</span>`}
					</li>`
				)}</ul>
			</header>
			<ol class="bare cards" id="plays">
				${answer.plays.map((play, index) => card(play, index, answer, about.organiser, load))}
			</ol>
			${compared}${answer.history.length > 0 && history(answer.history, {})}
			<p class="row">
				<a class="button" href="/standings" data-act="standings">Standings</a>
				${about.organiser && html`<a class="button" href="/organise" data-act="organise">All tables</a>`}
			</p>
		</div>`;
		if (focused) root.querySelector(`[data-act="${focused}"]`)?.focus();
	};
	await load();
	return live(number => number !== seen && load().catch(() => {}));
}
