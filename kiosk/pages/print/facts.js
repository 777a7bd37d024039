// SPDX-License-Identifier: MIT
// What a print takes: paper, ink, tools, the printer's settings; and what is known of it.
import {button, count, h, listed, put} from '../dom.js';
import {made, place_text} from './making.js';

const MUCH = 150; // thousandths of the paper

function fact(name, title, text, more) {
	return h('li', {'data-fact': name}, h('strong', {}, title), h('span', {}, text), more && h('span', {class: 'soft small'}, more));
}

// "100 %, one-sided": what to set in the printer's dialog.
export function advice(pages) {
	if (pages.single) return 'For a print shop: a card a page, with bleed to be cut off.';
	return pages.two_sided
		? '100 %, not “fit to page”; both sides, turned over the long edge.'
		: '100 %, not “fit to page”; one-sided.';
}

function percent(thousandths) {
	return thousandths < 10 ? 'Less than 1 %' : `About ${Math.round(thousandths / 10)} %`;
}

export function facts(pages, choices) {
	const tools = pages.tools.length ? sentence(listed(pages.tools)) : 'Nothing';
	return h(
		'ul',
		{class: 'bare facts', id: 'facts'},
		fact(
			'paper',
			pages.single ? 'Pages' : 'Paper',
			pages.single ? count(pages.pages, 'page') : count(pages.sheets, 'sheet'),
			pages.single ? null : `${count(pages.pages, 'page')}. ${pages.paper || ''}`
		),
		fact('ink', 'Ink', `${percent(pages.ink)} of the paper`, pages.ink > MUCH && !choices.ink ? '“Little ink” takes less.' : null),
		fact('tools', 'To make it', tools, pages.needed && `To play: ${pages.needed}.`),
		fact('printer', 'Printer', advice(pages))
	);
}

function sentence(text) {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

// What the solver knows, behind a button: whoever is going to play may not want to know.
export function known(query) {
	const box = h('div', {class: 'known-answer'});
	const look = button('Show what is known (spoiler)', 'known', async () => {
		look.disabled = true;
		const says = h('p', {class: 'soft', role: 'status'}, 'Thinking …');
		put(box, says);
		try {
			const answer = await made('/api/print/known?' + query, undefined, place => put(says, place_text(place)));
			put(
				box,
				h(
					'p',
					{'data-kept': answer.kept},
					h('strong', {}, answer.kept ? 'Fair enough to be printed.' : 'Not one that the press would choose.'),
					' ',
					answer.kept
						? 'The press would have kept this seed by itself.'
						: '“Surprise me” draws only seeds that are.'
				),
				h('pre', {tabindex: '0', 'aria-label': 'What is known of it'}, answer.text),
				h('img', {src: '/print/known.svg?' + query, alt: 'Its figures as charts; the text above has them as numbers.'})
			);
			look.hidden = true;
		} catch (problem) {
			put(box, h('p', {class: 'notice'}, problem.message));
			look.disabled = false;
		}
	});
	return h('section', {class: 'known'}, h('h2', {}, 'Is it fair?'), look, box);
}
