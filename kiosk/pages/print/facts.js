// SPDX-License-Identifier: MIT
// What a print takes: paper, ink, tools, the printer's settings; and what is known of it.
import {button, capital, count, html, into, listed, put} from '../dom.js';
import {made, place_text} from './making.js';

const MUCH = 150; // thousandths of the paper

const fact = (name, title, text, ...more) => html`<li data-fact=${name}>
	<strong>${title}</strong><span>${text}</span>
	${more.map(each => each && html`<span class="soft small">${each}</span>`)}
</li>`;

// "100 %, one-sided": what to set in the printer's dialog.
function advice(pages) {
	if (pages.single) return 'For a print shop: one card per page, 3 mm bleed.';
	return pages.two_sided
		? '100 %, not “fit to page”; both sides, turned over the long edge.'
		: '100 %, not “fit to page”; one-sided.';
}

// What the preview cannot show: that a layout was not drawn by us, and isn't balanced.
export function balance_words(pages, game, count) {
	const people = game.players.length > 1 ? ` for ${pages.players} players` : '';
	if (!pages.unbalanced) return '';
	if (count === 1) return `This layout isn’t balanced${people}.`;
	return `${pages.unbalanced} of these ${count} layouts ${pages.unbalanced === 1 ? 'isn’t' : 'aren’t'} balanced${people}.`;
}

const percent = thousandths => (thousandths < 10 ? 'Less than 1 %' : `About ${Math.round(thousandths / 10)} %`);

// "Pages 1–4: plain paper, 5–18: card stock.", where there are two kinds of paper.
function papers({papers: runs}) {
	if (runs.length < 2) return '';
	const pages = ({first, last}) => (first === last ? first : `${first}–${last}`);
	return ` ${runs[0].first === runs[0].last ? 'Page' : 'Pages'} ${runs.map(run => `${pages(run)}: ${run.paper}`).join(', ')}.`;
}

export function facts(pages, choices, folded) {
	const {tools, needed, left_out, single} = pages,
		paper = !single && `${count(pages.pages, 'page')}.${papers(pages)} ${pages.paper || ''}`;
	return html`<ul class="bare facts" id="facts">
		${single ? fact('paper', 'Pages', count(pages.pages, 'page')) : fact('paper', 'Paper', count(pages.sheets, 'sheet'), paper)}
		${fact('ink', 'Ink', `${percent(pages.ink)} of the paper`, pages.ink > MUCH && !choices.ink && '“Little ink” takes less.')}
		${fact(
			'tools',
			'You’ll need',
			capital(listed(tools) || needed || 'nothing'),
			tools.length > 0 && needed && `To play: ${needed}.`,
			left_out.length > 0 && `Not printed: ${left_out.join(', ').toLowerCase()}.`
		)}
		${fact('printer', 'Printer', advice(pages), folded && 'Then fold along the dashed line, glue, and cut.')}
	</ul>`;
}

// Of names that would be printed as question marks; '' where all is well.
export function missing_words(characters) {
	return characters ? `No installed font has ${characters}: they are printed as question marks.` : '';
}

// What the solver knows, behind a button: players may not want to know.
export function known(query) {
	const box = html`<div class="known-answer"></div>`;
	const look = button('Show the analysis (spoilers)', 'known', async () => {
		look.disabled = true;
		const says = html`<p class="soft" role="status">Thinking …</p>`;
		put(box, says);
		try {
			const answer = await made('/api/print/known?' + query, undefined, place => put(says, place_text(place)));
			into(box)`
				<p data-kept=${answer.kept}>
					<strong>${answer.kept ? 'This layout is balanced.' : 'This layout isn’t balanced.'}</strong>
					${!answer.kept && ' “Surprise me” draws only layouts that are.'}
				</p>
				<pre tabindex="0" aria-label="The analysis">${answer.text}</pre>
				<img src="/print/known.svg?${query}" alt="Its figures as charts; the text above has them as numbers.">`;
			look.hidden = true;
		} catch (problem) {
			into(box)`<p class="notice">${problem.message}</p>`;
			look.disabled = false;
		}
	});
	return html`<section class="known"><h2>Is it balanced?</h2>${look}${box}</section>`;
}
