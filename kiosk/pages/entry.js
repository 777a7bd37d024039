// SPDX-License-Identifier: MIT
// A stored result: its score, its history with who, when and why, to print; the
// organiser corrects and withdraws.
import {get, kiosk, post} from './api.js';
import {ask, button, html, into, short_time, style} from './dom.js';
import {new_submission} from './draft.js';
import {about_game, load_game} from './game.js';
import {show_next} from './play/next.js';
import {offers_panel} from './play/offers.js';
import {use_colours} from './play/palette.js';
import {go, state_mark, set_title, tell} from './shell.js';
import {banner, player_name, ruled, score_cards, show_review, verdict} from './score.js';

const kinds = {result: 'Entered', correction: 'Corrected', withdrawn: 'Withdrawn'};

// Everything that happened to a table; `shown` needs no link.
export const history = (entries, shown) => html`<section class="plain" id="history">
	<h2>History</h2>
	<ol class="bare history">${entries.map(
		entry => html`<li data-entry=${entry.id} data-kind=${entry.kind}>
			<span class="dot ${entry.kind}" aria-hidden="true"></span>
			<div>
				<p>
					<strong>${entry.score?.ruling ? 'Ruled' : kinds[entry.kind] || entry.kind}</strong> by ${entry.who}, <time
						datetime=${entry.when}>${short_time(entry.when)}</time>
				</p>
				${entry.score && ruled(entry.score, entry.result)}
				${entry.why && html`<p class="why">“${entry.why}”</p>`}
				<p class="small soft">
					${
						entry.score?.players
							? verdict(entry.score) +
								': ' +
								entry.score.players
									.map((player, index) => `${player_name(entry.score, index)} ${player.total}`)
									.join(', ')
							: 'The table is open again.'
					}
					${entry.id !== shown.id && entry.score?.players && html` <a href="/entry/${entry.id}">Show</a>`}
				</p>
			</div>
		</li>`
	)}</ol>
</section>`;

async function withdraw(entry, again) {
	const why = html`<textarea rows="2" maxlength="500" id="withdraw-why"></textarea>`;
	const answer = await ask(
		'Withdraw this result?',
		html`<div>
			<p>It stays visible in the history, and the table is open again.</p>
			<label class="field">Why? Everybody can read this.${why}</label>
		</div>`,
		[
			['', 'Leave it'],
			['withdraw', 'Withdraw', 'danger'],
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
	const edit = answer.piece ? `/c/${answer.piece}?correct=${last.id}` : `/?casual=${entry.game}&correct=${last.id}`;
	const reviewed = html`<div></div>`,
		next = html`<div></div>`;
	set_title(where);
	use_colours(document.body, answer.piece || entry.event ? answer.colours : game.casual_colours);
	// A kiosk in full screen has no way back from another window: it saves, and prints this page.
	into(root)`<div class="score entry game-${entry.game}" data-entry=${entry.id}>
		<p class="state ${gone || last.id !== entry.id ? 'again' : 'found'}" id="stored">
			${state_mark(gone || last.id !== entry.id ? 'again' : 'found')}
			<span>${
				gone || open
					? 'This result was withdrawn; it counts no more.'
					: last.id !== entry.id
						? html`There is a newer entry for this game: <a href="/entry/${last.id}">show what counts</a>`
						: `The result is stored: ${where}, number ${entry.id}.`
			}</span>
		</p>
		${offers_panel()}
		${gone ? html`<h1 tabindex="-1">${where}</h1>` : [banner(entry.score, game), score_cards(entry.score, game)]}
		${next}${reviewed}
		<div class="score-foot">
			${history(entries.length ? entries : [entry], entry)}
			<section class="plain stack">
				${
					!gone &&
					about.local &&
					html`<button type="button" class="main" data-act="print-page" onclick=${() => print()}>
						Print
					</button>`
				}
				${
					!gone &&
					html`<a class=${about.local ? 'button' : 'button main'} href="/score/${entry.id}.pdf"
						data-act="print"
						...${about.local ? {download: `score-${entry.id}.pdf`} : {target: '_blank', rel: 'noopener'}}>
						${about.local ? 'Save as PDF' : 'Print or save as PDF'}
					</a>`
				}
				<a class="button" href="/" data-act="next">Score another game</a>
				${entry.event && html`<a class="button" href="/standings">Standings</a>`}
				${
					about.organiser &&
					last.kind !== 'withdrawn' &&
					last.id === entry.id &&
					html`<hr class="cut"><h2>Organiser</h2>
						<div class="row">
							<a class="button" href=${edit} data-act="correct">Correct</a>
							${
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
								})
							}
							<button type="button" class="danger" data-act="withdraw"
								onclick=${() => withdraw(entry, () => show(root, [id]))}>Withdraw</button>
						</div>`
				}
			</section>
		</div>
	</div>`;
	if (!gone && last.id === entry.id) show_next(next, {entry, game, about, piece: answer.piece}).catch(() => {}); // the result stands without it
	if (!gone) show_review(reviewed, game, entry.result, entry.score, entry.id);
}
