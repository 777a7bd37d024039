// SPDX-License-Identifier: MIT
// What the exact solver says of a finished paperclip game for two: which clips were
// best, and what the others cost.
import {count, h} from './dom.js';
import {who} from './players.js';

function says(move) {
	if (move.lost === 0) return 'as good as any';
	const better = move.best ? `better: ${move.best}` : '';
	return move.lost > 0 ? `${better || 'not the best'}, ${count(move.lost, 'point')} lost` : better || 'not looked at';
}

// null where the answer has nothing to show. A stored game has its card drawn too.
export function review_card(answer, name, entry) {
	const moves = Array.isArray(answer?.clips) ? answer.clips : [];
	if (!moves.length) return null;
	return h(
		'details',
		{class: 'plain', id: 'review'},
		h('summary', {}, 'Could it have gone better?'),
		h(
			'ol',
			{class: 'bare reviewed'},
			moves.map(move =>
				h(
					'li',
					{class: 'row', 'data-player': move.player, 'data-lost': move.lost},
					who(move.player),
					h('strong', {class: 'code'}, move.clip || '–'),
					h('span', {class: move.lost === 0 ? '' : 'soft'}, says(move))
				)
			)
		),
		Array.isArray(answer.lost) &&
			h(
				'p',
				{},
				answer.lost.map((lost, index) => `${name(index)} gave away ${count(lost, 'point')}`).join(', ') + '.'
			),
		answer.words && h('p', {class: 'soft'}, answer.words),
		entry &&
			h('img', {
				class: 'reviewed-card',
				src: `/review/${entry}.svg`,
				loading: 'lazy',
				alt: 'The card with its clips in the order of play, and what would have been best'
			})
	);
}
