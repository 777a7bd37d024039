// SPDX-License-Identifier: MIT
// A stored result: its score, its history with who, when and why, to print; the organiser corrects and withdraws.
import {get, kiosk, post} from './api.js';
import {button, html, into, short_time, style, sure} from './dom.js';
import {new_submission} from './draft.js';
import {about_game, load_game} from './game.js';
import {offers_panel, show_next} from './play/next.js';
import {go, notice, set_title, tell, use_colours} from './shell.js';
import {banner, ruled, score_cards, show_review, totals_of, verdict} from './score.js';

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
				<p if=${entry.why} class="why">“${entry.why}”</p>
				<p if=${!entry.score?.players} class="small soft">The table is open again.</p>
				<p if=${entry.score?.players} class="small soft">
					${entry.score?.players && `${verdict(entry.score)}: ${totals_of(entry.score).join(', ')}`}
					${entry.id !== shown.id && html` <a href="/entry/${entry.id}">Show</a>`}
				</p>
			</div>
		</li>`
	)}</ol>
</section>`;

async function withdraw(entry, again) {
	const why = html`<textarea rows="2" maxlength="500" id="withdraw-why"></textarea>`;
	const content = html`<div>
		<p>It stays visible in the history, and the table is open again.</p>
		<label class="field">Why? Everybody can read this.${why}</label>
	</div>`;
	if (!(await sure('Withdraw this result?', content, 'Leave it', 'withdraw', 'Withdraw', 'danger'))) return;
	try {
		await post('/api/withdraw', {submission: new_submission(), play: entry.play, why: why.value.trim()});
		tell('found', 'Withdrawn.');
		again();
	} catch (problem) {
		tell('refused', problem.message);
	}
}

async function rule(entry, code) {
	const {rule: ask_ruling} = await import('./organise/ruling.js'),
		{result, game, score} = entry,
		names = score.players.map(player => player.name || '');
	const stored = await ask_ruling({
		result: result.ruling?.unplayed ? null : result,
		game,
		code,
		names,
		lost: result.lost,
	});
	if (stored) go('/entry/' + stored.id);
}

export async function show(root, [id]) {
	const [about, answer] = await Promise.all([kiosk(true), get('/api/entry/' + id), style('score.css')]);
	const {entry, history: entries, piece} = answer,
		last = entries.at(-1) || entry,
		{title} = about_game(about, entry.game),
		game = await load_game(entry.game);
	const gone = entry.kind === 'withdrawn' || !entry.score?.players,
		newest = last.id === entry.id,
		where = entry.event ? `${title}, round ${entry.round}, table ${entry.table}` : title,
		edit = piece ? `/c/${piece}?correct=${last.id}` : `/?casual=${entry.game}&correct=${last.id}`;
	const reviewed = html`<div></div>`,
		next = html`<div></div>`;
	const told =
		gone || last.kind === 'withdrawn'
			? 'This result was withdrawn; it no longer counts.'
			: newest
				? `The result is stored: ${where}, number ${entry.id}.`
				: html`There is a newer entry for this game: <a href="/entry/${last.id}">show what counts</a>`;
	set_title(where);
	use_colours(document.body, piece || entry.event ? answer.colours : game.casual_colours);
	// A kiosk in full screen has no way back from another window: it saves, and prints this page.
	const paper = about.local ? {download: `score-${entry.id}.pdf`} : {target: '_blank', rel: 'noopener'};
	const organiser = html`<hr class="cut"><h2>Organiser</h2>
		<div class="row">
			<a class="button" href=${edit} data-act="correct">Correct</a>
			${entry.event && button('Ruling', 'ruling', () => rule(entry, piece))}
			${button('Withdraw', 'withdraw', () => withdraw(entry, () => show(root, [id])), {class: 'danger'})}
		</div>`;
	into(root)`<div class="score entry game-${entry.game}" data-entry=${entry.id}>
		${notice(gone || !newest ? 'again' : 'found', told, {id: 'stored'})}${offers_panel()}
		${gone ? html`<h1 tabindex="-1">${where}</h1>` : [banner(entry.score, game), score_cards(entry.score, game)]}
		${next}${reviewed}
		<div class="score-foot">
			${history(entries.length ? entries : [entry], entry)}
			<section class="plain stack">
				<button if=${!gone && about.local} class="main" data-act="print-page" onclick=${() => print()}>Print</button>
				<a if=${!gone} class=${about.local ? 'button' : 'button main'} href="/score/${entry.id}.pdf" data-act="print"
					...${paper}>${about.local ? 'Save as PDF' : 'Print or save as PDF'}</a>
				<a class="button" href="/" data-act="next">Score another game</a>
				<a if=${entry.event} class="button" href="/standings">Standings</a>
				${about.organiser && last.kind !== 'withdrawn' && newest && organiser}
			</section>
		</div>
	</div>`;
	if (gone) return;
	if (newest) show_next(next, {entry, game, about, piece}).catch(() => {}); // the result counts without it
	show_review(reviewed, game, entry.result, entry.score, entry.id);
}
