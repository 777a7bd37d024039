// SPDX-License-Identifier: MIT
// A table of a round: who sits there, what was played and what happened to it.
import {get, kiosk, live} from './api.js';
import {button, html, into, style} from './dom.js';
import {history} from './entry.js';
import {about_game} from './game.js';
import {use_colours} from './play/palette.js';
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
	return card(
		play,
		index,
		all,
		organiser,
		!play.entry && organiser && play.code && (() => rule_table(play, answer, again))
	);
}

function card(play, index, all, organiser, rules) {
	const {entry} = play,
		name = all.length > 1 ? `Game ${index + 1} of ${all.length}` : 'Result';
	return html`<li class="plain" data-play=${play.code} data-in=${entry ? 'yes' : 'no'}>
		<h2>${state_mark(entry ? 'found' : 'again')} ${name}</h2>
		${
			entry
				? html`<div class="stack">
					<ol class="bare standing">${entry.score.players
						.map((player, seat) => [player, seat])
						.sort((a, b) => a[0].place - b[0].place)
						.map(
							([player, seat]) => html`<li class="row">
								${player_badge(seat)}
								<span class="grow">${player.place}. ${player_name(entry.score, seat)}</span>
								<strong class="number">${player.total}</strong>
							</li>`
						)}</ol>
					<p class="row">
						${
							ruled(entry.score, entry.result) ||
							(entry.kind === 'correction' &&
								html`<span class="soft">
							Corrected.
						</span>`)
						}
						<a class="button" href="/entry/${entry.id}" data-act="entry">
							${organiser ? 'See, correct or withdraw' : 'See every line'}
						</a>
					</p>
				</div>`
				: html`<p class="soft">Still playing.</p>
					${
						play.code
							? html`<a class="button main" href="/c/${play.code}" data-act="enter">Enter the result</a>`
							: html`<p>Scan the QR on the table’s sheet to enter it.</p>`
					}
					${rules && button('Ruling: no game was played', 'ruling', rules)}`
		}
	</li>`;
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
				${answer.plays.map((play, index) => play_card(play, index, answer, about.organiser, load))}
			</ol>
			${answer.history.length > 0 && history(answer.history, {})}
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
