// SPDX-License-Identifier: MIT
// The rules of a game at the table, as they are printed: of a code with its house rules, or of a game by its id.
import {get, kiosk, Refusal} from './api.js';
import {html, into, style} from './dom.js';
import {about_game, facts_of} from './game.js';
import {set_title} from './shell.js';
import {Sheet} from './sheet.js';

export async function show(root, [name]) {
	const [about] = await Promise.all([kiosk(), style('play.css')]),
		known = about.games.some(({id}) => id === name),
		game = about_game(about, known ? name : (await get('/api/piece/' + encodeURIComponent(name))).game);
	const svg = `/rulebook/${encodeURIComponent(name)}.svg`,
		picture = new Image();
	picture.src = svg;
	try {
		await picture.decode();
	} catch {
		throw new Refusal(`There is no page of rules for ${game.title} just now.`, 'unknown', 404);
	}
	set_title('Rules of ' + game.title);
	root.classList.add('view-play'); // the rules are looked at like a sheet
	const sheet = {piece: 0, name: 'The rules', svg, w: picture.naturalWidth, h: picture.naturalHeight, places: []};
	into(root)`<header>
			<h1 tabindex="-1">Rules of ${game.title}</h1>
			<p>${game.about} <span class="soft">${facts_of(game)}</span></p>
			<p if=${!known}><a class="button small" href="/c/${name}" data-act="game">To the game</a></p>
		</header>
		<div class="sheets of-1">${new Sheet({sheet}).root}</div>`;
}
