// SPDX-License-Identifier: MIT
// What the exact solver says of a finished paperclip game for two: which clips were best, and what the others cost.
import {get, post} from '../api.js';
import {in_words} from './clips_card.js';
import {is_unordered, set_ordered} from './clips_photo.js';
import {button, count, html, put} from '../dom.js';
import {player_badge} from '../players.js';

function says(move) {
	if (move.lost === 0) return 'as good as any';
	const better = move.best ? `better: ${in_words(move.best)}` : '';
	return move.lost > 0 ? `${better || 'not the best'}, ${count(move.lost, 'point')} lost` : better || 'not looked at';
}

// A photo does not show the order of play, and what a clip cost depends on it.
function ask_order(result, name) {
	const box = html`<div id="review" class="stack">
		<p>
			The photo does not show in which order the clips were placed. Was it this one? Otherwise go back and move
			them.
		</p>
		${result.players.map(({clips}, index) => html`<p>${name(index)}: ${clips.map(in_words).join('; then ')}.</p>`)}
		${button('Yes, in this order', 'ordered', async () => {
			set_ordered(result);
			put(box, await review(result, name));
		})}
	</div>`;
	return box;
}

// Of a game for two; name(player) says who it was, and a stored game has its card drawn too.
export async function review(result, name, entry) {
	if (result.players.length !== 2) return null;
	if (!entry && is_unordered(result)) return ask_order(result, name);
	const answer = await (entry ? get(`/review/${entry}.json`) : post('/api/review', result)),
		moves = Array.isArray(answer.clips) ? answer.clips : [];
	if (!moves.length) return null;
	return html`<details class="plain" id="review">
		<summary>Could it have gone better?</summary>
		<ol class="bare reviewed">${moves.map(
			move => html`<li class="row" data-player=${move.player} data-lost=${move.lost}>
				${player_badge(move.player)}<strong>${move.clip ? in_words(move.clip) : '–'}</strong>
				<span class=${move.lost === 0 ? '' : 'soft'}>${says(move)}</span>
			</li>`
		)}</ol>
		<p if=${Array.isArray(answer.lost)}>
			${(answer.lost || []).map((lost, index) => `${name(index)} gave away ${count(lost, 'point')}`).join(', ')}.
		</p>
		${answer.words && html`<p class="soft">${answer.words}</p>`}
		<img if=${entry} class="reviewed-card" src="/review/${entry}.svg" loading="lazy"
			alt="The card with its clips in the order of play, and what would have been best">
	</details>`;
}
