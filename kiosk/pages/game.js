// SPDX-License-Identifier: MIT
// What the page knows of a game before the game's own module is there, and how that comes: games/NAME.js exports
// `game`, and games/NAME.css has rules for what is in .game-NAME alone. games/null.js is the template.
import {html, joined, listed, short_time, style, symbol} from './dom.js';

export async function load_game(id) {
	const [module] = await Promise.all([import(`./games/${id}.js`), style(`games/${id}.css`)]);
	return module.game;
}

// What the kiosk says of a game; a game that it does not know goes by its id.
export function about_game(about, id) {
	return about.games.find(game => game.id === id) || {id, title: id, symbol: 'star', rules: []};
}

// Who can play a game, and for how long.
export const facts_of = ({players, minutes, ages}) =>
	joined(`${players} players`, `about ${minutes} min`, `ages ${ages}+`);

// A house rule in words: what it is of, and the word for a value.
export function house_rule(game, name) {
	const [text, values] = game.house_rules?.[name] || [name, {}];
	return {text, word: value => values[value] || String(value)};
}

export const winners = row => listed(row.winners.map(name => name || 'Somebody'));

// The latest results as links; `more(row)` adds to one.
export const recent_list = (rows, about, more) =>
	html`<ul class="bare latest" id="recent">${rows.map(
		row => html`<li>
			<a href="/entry/${row.entry}" data-entry=${row.entry}>
				${symbol(about_game(about, row.game).symbol)}
				<span class="grow">
					<strong>${winners(row)}</strong><br>
					<span class="soft small">
						${about_game(about, row.game).title}${row.table ? `, round ${row.round}, table ${row.table}` : ''}
					</span>
				</span>
				${more?.(row)}<time class="soft small" datetime=${row.when}>${short_time(row.when)}</time>
			</a>
		</li>`
	)}</ul>`;
