// SPDX-License-Identifier: MIT
// Games that were in a picture beside the one that is scored first: they are offered when that is done, with what
// the picture showed of them. They are this person's, and forgotten when nobody is there.
import {count, html} from '../dom.js';
import {keep_for_play} from '../photo.js';
import {go} from '../shell.js';

const MOST = 12;
let waiting = []; // {code, text, answers}
addEventListener('seedpress-idle', () => {
	waiting = [];
});

export function offer(games) {
	waiting = games.slice(0, MOST);
}

export function take_offer(game) {
	waiting = waiting.filter(each => each !== game);
	keep_for_play(game.answers);
	go('/c/' + game.code);
}

// What is still to be scored; null where that is nothing.
export function offers_panel() {
	if (!waiting.length) return null;
	return html`<section class="plain stack" id="offers">
		<h2>${count(waiting.length, 'more game', 'more games')} in your picture</h2>
		${waiting.map(
			(game, index) => html`<button type="button" class=${index ? '' : 'main'} data-act="offer"
				onclick=${() => take_offer(game)}>Score ${game.text}</button>`
		)}
		<button type="button" class="quiet small" data-act="no-offers" onclick=${event => {
			waiting = [];
			event.currentTarget.closest('#offers').remove();
		}}>Leave it at that</button>
	</section>`;
}
