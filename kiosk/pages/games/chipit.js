// SPDX-License-Identifier: MIT
// Chip It: the finishing order of every game by tap or drag, or for two what the loser
// still held; on the printed pad where there is one, and as lists.
import {blank, fits, games_in, is_on, mark, parts, reset, set_chips, set_place, two} from './chipit_state.js';
import {count, html, into, put} from '../dom.js';
import {letters, name_of, with_name, player_badge} from '../players.js';
import {say} from '../shell.js';
import {mark_place, Sheet} from '../sheet.js';
import {sheets_of} from '../sheets.js';

const POINTS = [4, 2, 1];
const CHIPS = 108,
	CARDS = 12;

const place_name = place => place + (['st', 'nd', 'rd'][place - 1] || 'th');

function label(state, id) {
	const {game, what, value, player} = parts(id),
		start = `Game ${game + 1}: `;
	if (!two(state)) return `${start}${name_of(state, player)} finishes ${value}.`;
	return (
		start +
		{
			loser: `${name_of(state, value)} loses`,
			tens: `${value} tens of points in chips`,
			ones: `${value} ones of points in chips`,
			cards: `${value} cards left`,
		}[what]
	);
}

function sheets(play) {
	const part = sheets_of(
		play,
		sheet =>
			new Sheet({
				sheet,
				role: 'checkbox',
				label: place => label(play.draft.state, place.id),
				touchable: sheet.places.map(place => ({
					...place,
					round: true,
					kind: 'bubble',
					x: place.x - 40,
					y: place.y - 40,
					w: place.w + 80,
					h: place.h + 80,
				})),
				tap: id => {
					play.draft.change(state => mark(state, play, 0, id, !is_on(state, id)));
					say(label(play.draft.state, id) + (is_on(play.draft.state, id) ? '' : ' Not any more.'));
				},
			})
	);
	part.paint = state =>
		part.sheets.forEach(sheet => {
			for (const place of sheet.places.values()) {
				const on = is_on(state, place.id),
					{what, value, player} = parts(place.id);
				mark_place(place, {
					pressed: on,
					classes: on ? 'filled' : 'free',
					label: label(state, place.id),
					player: two(state) ? (what === 'loser' ? value : null) : player,
				});
			}
		});
	return part;
}

function move(play, game, player, to) {
	play.draft.change(state => {
		const order = state.games[game].filter(each => each !== null && each !== player);
		order.splice(Math.max(0, to), 0, player);
		state.games[game] = Object.assign(blank(state), order);
	});
	say(`${name_of(play.draft.state, player)} is ${play.draft.state.games[game].indexOf(player) + 1}.`);
}

// Dragging a line to where it belongs; the list is painted anew when it is let go.
function drags(play, game, list, item, player) {
	return event => {
		if (event.button !== 0) return;
		event.preventDefault();
		const middle = each => each.getBoundingClientRect().top + each.getBoundingClientRect().height / 2;
		let to = [...list.children].indexOf(item);
		item.classList.add('dragged');
		const moved = now => {
			const before = [...list.children].filter(each => each !== item && middle(each) < now.clientY).length;
			if (before !== to) {
				const others = [...list.children].filter(each => each !== item);
				list.insertBefore(item, others[before] || null);
				to = before;
			}
		};
		const done = now => {
			removeEventListener('pointermove', moved);
			removeEventListener('pointerup', done);
			removeEventListener('pointercancel', done);
			if (now.type === 'pointerup') move(play, game, player, to);
			play.paint();
		};
		addEventListener('pointermove', moved);
		addEventListener('pointerup', done);
		addEventListener('pointercancel', done);
	};
}

function ordered(play, state, game) {
	const order = state.games[game],
		list = html`<ol class="bare order" data-order=${game}></ol>`;
	const done = order.filter(player => player !== null);
	for (const player of done) {
		const at = order.indexOf(player),
			now = done.indexOf(player);
		const item = html`<li data-player=${player} data-rank=${at + 1}></li>`;
		const step = (by, icon, text) => html`<button type="button" class="tool" data-act=${by < 0 ? 'up' : 'down'}
			aria-label="Game ${game + 1}: ${name_of(state, player)} ${text}"
			disabled=${now + by < 0 || now + by >= done.length} onclick=${() => {
				move(play, game, player, now + by);
				document
					.querySelector(
						`[data-order="${game}"] [data-player="${player}"] [data-act="${by < 0 ? 'up' : 'down'}"]`
					)
					?.focus();
			}}>
			<span class="icon ${icon}" aria-hidden="true"></span>
		</button>`;
		const grip = html`<span class="grip" aria-hidden="true">⠿</span>`;
		list.append(into(item)`${grip}<span class="number">${at + 1}.</span>${player_badge(player)}
			<span class="grow">${name_of(state, player)}</span>
			<span class="soft small">${count(POINTS[at] || 0, 'point')}</span>${step(-1, 'icon-up', 'one place up')}
			${step(1, 'icon-down', 'one place down')}`);
		grip.addEventListener('pointerdown', drags(play, game, list, item, player));
	}
	const left = state.players.map((_, index) => index).filter(index => !order.includes(index));
	return html`${list}
		${
			left.length > 0 &&
			html`<div class="row" role="group" aria-label="Game ${game + 1}: who finished next">
				<span class="soft">${done.length ? 'Next:' : 'Tap in finishing order:'}</span>
				${left.map(
					player => html`<button type="button" data-act="finish" data-player=${player} data-game=${game}
						onclick=${() =>
							play.draft.change(next =>
								set_place(next.games[game], player, next.games[game].indexOf(null))
							)}>${player_badge(player)}${name_of(state, player)}</button>`
				)}
			</div>`
		}`;
}

function loser(play, state, game) {
	const played = state.games[game],
		change = how =>
			play.draft.change(next => {
				how(next, next.games[game]);
			});
	const number = (text, member, most, set) => html`<label class="field">
		${text}
		<input type="number" inputmode="numeric" min="0" max=${most} data-act=${member} data-game=${game}
			value=${played[member] ?? ''} onchange=${event => {
				const value =
					event.target.value === ''
						? null
						: Math.max(0, Math.min(most, Math.floor(Number(event.target.value))));
				change((next, mine) => set(next, mine, value));
			}}>
	</label>`;
	const points = played.chips !== null && played.cards !== null ? played.chips + 3 * played.cards : null;
	return html`
		<div class="row" role="group" aria-label="Game ${game + 1}: who lost">
			<span>Lost:</span>
			${[0, 1].map(
				player => html`<button type="button" data-act="loser" data-player=${player} data-game=${game}
					aria-pressed=${played.loser === player} onclick=${() =>
						change((next, mine) => {
							mine.loser = mine.loser === player ? null : player;
						})}>${player_badge(player)}${name_of(state, player)}</button>`
			)}
		</div>
		<div class="row pair">
			${number('Points in chips', 'chips', CHIPS, (next, mine, value) => set_chips(next, game, value))}
			${number('Cards in hand', 'cards', CARDS, (next, mine, value) => {
				mine.cards = value;
			})}
			<p class="sum">${points === null ? '' : `${played.chips} + 3 × ${played.cards} = ${points}`}</p>
		</div>`;
}

function panel(play) {
	const how = html`<div class="row"></div>`,
		games = html`<div class="stack games"></div>`;
	let painted = '';
	return {
		root: html`<section class="panel">${how}${games}</section>`,
		paint(state) {
			put(
				how,
				// A table of an event plays the tournament of its pad.
				!two(state) &&
					(!play.piece.event || state.single) &&
					[true, false].map(
						single => html`<button type="button" class="small" data-act=${single ? 'single' : 'tournament'}
							aria-pressed=${state.single === single} onclick=${() =>
								play.draft.change(next => {
									const before = next.games;
									next.single = single;
									next.games = Array.from(
										{length: games_in(next)},
										(_, index) => before[index] || blank(next)
									);
								})}>
							${single ? 'A single game' : `A tournament of ${state.players.length} games`}
						</button>`
					)
			);
			const now = JSON.stringify([state.games, state.players.map(player => player.name)]);
			if (now === painted) return;
			painted = now;
			put(
				games,
				state.games.map(
					(_, game) => html`<section class="game" data-game=${game} aria-label="Game ${game + 1}">
						<h3>Game ${game + 1}${first(play, state, game)}</h3>
						${two(state) ? loser(play, state, game) : ordered(play, state, game)}
					</section>`
				)
			);
		},
	};
}

function first(play, state, game) {
	const seat = play.piece.layout?.first?.[game];
	return seat && html`<span class="soft small"> ${name_of(state, letters.indexOf(seat))} goes first</span>`;
}

export const game = {
	casual_players: 3,
	player_range: play => (play.piece.casual ? [2, 6] : [0, 0]),
	resize(state, number) {
		state.players = Array.from({length: number}, (_, index) => state.players[index] || {name: ''});
		reset(state);
	},
	start(state, play) {
		state.single = Boolean(play.piece.casual);
		state.pen = {};
		reset(state);
	},
	fits,
	load(state, result, play) {
		if (result.players.length !== state.players.length) game.resize(state, result.players.length);
		state.single = !two(state) && !play.piece.event && result.games.length === 1;
		reset(state);
		result.games.forEach((played, index) => {
			if (two(state)) {
				state.games[index] = {loser: played.loser, chips: null, cards: played.cards};
				set_chips(state, index, played.chips);
			} else {
				state.games[index] = Object.assign(blank(state), played);
			}
		});
	},
	result(state) {
		const played = two(state)
			? state.games.filter(each => each.loser !== null && each.chips !== null && each.cards !== null)
			: state.games.map(order => order.filter(player => player !== null)).filter(order => order.length);
		return {players: state.players.map((_, index) => with_name(state, index, {})), games: played};
	},
	groups(id) {
		const [game_name, what, value] = id.split('.');
		return ['loser', 'tens', 'ones', 'cards'].includes(what)
			? [`${game_name}.${what}`]
			: [`${game_name}.${what}`, `${game_name}.place.${value}`];
	},
	mark,
	question: (play, piece, id) => `Is this marked? ${label(play.draft.state, id)}`,
	which(play, group, id) {
		const {what, value, player} = parts(id);
		if (group.includes('.place.')) return name_of(play.draft.state, player);
		if (what === 'loser') return name_of(play.draft.state, value);
		return two(play.draft.state) ? String(value) : place_name(value);
	},
	line(play, group) {
		const [, what, value] = group.split('.'),
			{game, player} = parts(group);
		if (what === 'place') return `${place_name(Number(value))} in game ${game + 1}`;
		return `${player >= 0 ? name_of(play.draft.state, player) : what} in game ${game + 1}`;
	},
	sheets,
	panel,
	photo: () => 'Photo of the pad',
	tally(state, index) {
		if (two(state))
			return `${state.games.reduce((sum, each) => sum + (each.loser === index && each.chips !== null && each.cards !== null ? each.chips + 3 * each.cards : 0), 0)} against`;
		const points = state.games.reduce(
			(sum, order) => sum + (order.includes(index) ? POINTS[order.indexOf(index)] || 0 : 0),
			0
		);
		return count(points, 'point');
	},
	progress(state) {
		const done = game.result(state).games.filter(each => two(state) || each.length === state.players.length).length;
		if (state.games.length === 1)
			return done ? 'The finishing order is there' : 'Who finished first, second, third?';
		return `${done} of ${state.games.length} games entered`;
	},
	// One finished game is a score, but not a tournament.
	lacks: state =>
		game.unfinished(state) &&
		!two(state) &&
		state.games.every(order => !order.includes(null) || order.every(player => player === null)) &&
		game.progress(state),
	unfinished: state =>
		game.result(state).games.length < state.games.length ||
		(!two(state) && state.games.some(order => order.includes(null))),
	picture: () => 'card',
};
