// SPDX-License-Identifier: MIT
// Coupon Clipper: every coupon of every sheet goes to one player or is discarded.
// A tap or a stroke gives what is under it to the player who is picked.
import {button, count, html, into, listed, put, put_changed, sure, svg, symbol} from '../dom.js';
import {letters, name_of, with_name, picks_by_key} from '../players.js';
import {say} from '../shell.js';
import {mark_place, Sheet, sheets_of} from '../sheet.js';

// Lines of a score that are not called after one symbol, by their ids, and by their words in old results.
const pictures = {
	pairs: 'hotdog',
	'hotdog-and-bun-pairs': 'hotdog',
	'left-over': 'bun',
	'hotdogs-or-buns-left-over': 'bun',
	'five-watermelons': 'watermelon',
	burgers: 'patty',
	'most-fireworks': 'spark',
	'second-most-fireworks': 'spark',
};
const POOL = -1; // discarded, and nobody noted by whom
const STEP = 400; // of a stroke, in 1/100 mm: less than any coupon is wide

const coupons = play => play.piece.layout.sheets.flatMap(sheet => sheet.coupons);

const missing = (state, play) => coupons(play).flatMap(({id}) => (id in state.owner ? [] : [id]));

const grills = play => coupons(play).filter(coupon => coupon.kind === 'grill').length;

const discards = state => Object.keys(state.discard).length;

// Gives a coupon in the way that is set; `player` null takes it back.
function give(state, id, player, discarded) {
	delete state.owner[id];
	delete state.discard[id];
	if (player === null) return;
	state.owner[id] = player;
	if (discarded) state.discard[id] = true;
}

// What a tap means now: who gets it and whether as a discard.
const meant = play => (play.way === 'pool' ? [POOL, true] : [play.chosen, play.way === 'discard']);

const is_so = (state, id, player, discarded) => state.owner[id] === player && Boolean(state.discard[id]) === discarded;

function describe(state, coupon) {
	const {id, kind, money, times} = coupon,
		owner = state.owner[id],
		words = [id, kind, money && '$' + money, times > 1 && 'times ' + times].filter(Boolean).join(' ');
	if (owner === undefined) return words + ': unassigned';
	if (owner === POOL) return words + ': discarded';
	return `${words}: ${state.discard[id] ? 'discarded by ' : ''}${name_of(state, owner)}`;
}

// Strokes give to all coupons they cross; the first one decides between giving and taking back.
function stroke(play, sheet, from, start) {
	if (!from) return null;
	const ids = new Set([from]),
		[player, discarded] = meant(play),
		back = is_so(play.draft.state, from, player, discarded);
	let last = start;
	const give_all = state => ids.forEach(id => give(state, id, back ? null : player, discarded));
	return {
		// A quick finger is seen at points far apart: what lies between them is crossed too.
		move(point) {
			const steps = Math.max(1, Math.ceil(Math.hypot(point.x - last.x, point.y - last.y) / STEP));
			for (let step = 0; step <= steps; step++) {
				const part = step / steps,
					id = sheet.at({x: last.x + (point.x - last.x) * part, y: last.y + (point.y - last.y) * part});
				if (id) ids.add(id);
			}
			last = point;
			const state = structuredClone(play.draft.state);
			give_all(state);
			paint_sheet(play, sheet, state);
		},
		up() {
			play.draft.change(give_all); // others of the table may have entered something meanwhile
			paint_sheet(play, sheet, play.draft.state);
			const whose = player === POOL ? 'discarded' : name_of(play.draft.state, player);
			say(`${count(ids.size, 'coupon')}: ${back ? 'taken back' : whose}`);
		},
		cancel: () => paint_sheet(play, sheet, play.draft.state),
	};
}

function tap(play, id) {
	const [player, discarded] = meant(play);
	play.draft.change(state => give(state, id, is_so(state, id, player, discarded) ? null : player, discarded));
	say(describe(play.draft.state, play.coupon[id]));
}

function badge(place, text) {
	const size = Math.min(place.w, place.h, 3200) * 0.16,
		x = place.x + place.w - size * 1.35,
		y = place.y + size * 1.35;
	return svg`<g class="badge">
		<circle cx=${x} cy=${y} r=${size} /><text x=${x} y=${y} font-size=${size * 1.25} dy=".36em">${text}</text>
	</g>`;
}

function paint_sheet(play, sheet, state) {
	for (const place of sheet.places.values()) {
		const {id, x, y, w, h, g} = place,
			owner = state.owner[id],
			discarded = state.discard[id],
			label = describe(state, play.coupon[id]),
			free = play.seeking ? 'missing' : 'free',
			look = `${owner}/${discarded}/${play.seeking}/${label}`;
		if (place.look === look) continue;
		place.look = look;
		const classes = owner === undefined ? free : discarded ? 'given discarded' : 'given';
		mark_place(place, {player: owner >= 0 ? owner : null, pressed: owner !== undefined, label, classes});
		g.querySelectorAll('.badge, .cross').forEach(old => old.remove());
		const [left, right, top, bottom] = [x + 200, x + w - 200, y + 200, y + h - 200];
		if (discarded)
			g.append(
				svg`<path class="cross" d="M${left} ${top}L${right} ${bottom}M${right} ${top}L${left} ${bottom}" />`
			);
		if (owner !== undefined) g.append(badge(place, owner >= 0 ? letters[owner] : '×'));
	}
}

function sheets(play) {
	play.coupon = Object.fromEntries(coupons(play).map(coupon => [coupon.id, coupon]));
	play.way = play.way || 'give';
	const make = sheet => {
		const made = new Sheet({
			sheet,
			label: place => describe(play.draft.state, play.coupon[place.id]),
			tap: id => tap(play, id),
			grab: (point, id) => stroke(play, made, id, point),
			key: event => picks_by_key(play, event),
		});
		return made;
	};
	const part = sheets_of(play, make, true);
	part.paint = state => {
		part.sheets.forEach((sheet, index) => {
			paint_sheet(play, sheet, state);
			const left = [...sheet.places.keys()].filter(id => !(id in state.owner)).length;
			put(part.strip.children[index].querySelector('.count'), left || '✓');
		});
	};
	play.sheets = part;
	return part;
}

function ways(play) {
	const way = (id, text, hint) => html`<button class="small" data-act="way-${id}"
		aria-pressed=${play.way === id} title=${hint} onclick=${() => {
			play.way = id;
			play.paint();
			say(hint);
		}}>${text}</button>`;
	return [
		way('give', 'Collected', 'Tapping a coupon gives it to the player.'),
		way('discard', 'Discarded', 'Tapping a coupon means that the player discarded it for a grill.'),
		way('pool', 'Discarded, not sure by whom', 'Tapping a coupon means that somebody discarded it for a grill.'),
	];
}

function panel(play) {
	const row = html`<div class="row" role="group" aria-label="What tapping a coupon does"></div>`,
		open = html`<div id="missing"></div>`;
	return {
		root: html`<section class="panel"><h2>Tapping a coupon</h2>${row}${open}</section>`,
		paint(state) {
			put_changed(row, play.way, () => ways(play));
			const ids = missing(state, play),
				few = ids.length <= grills(play) - discards(state),
				give_rest = (...how) => play.draft.change(next => ids.forEach(id => give(next, id, ...how)));
			const discard_text =
				ids.length === 1 ? 'It was discarded for a grill' : `These ${ids.length} were discarded for grills`;
			const seek = () => {
				play.seeking = !play.seeking;
				play.paint();
				if (play.seeking) play.sheets.seek(ids[0]);
			};
			put(open);
			if (!ids.length) return;
			into(open)`<div class="row apart">
					<h3>Still missing: ${ids.length}</h3>
					<button class="small" data-act="seek" aria-pressed=${Boolean(play.seeking)} onclick=${seek}>
						${play.seeking ? 'Stop showing' : 'Show on the sheets'}
					</button>
				</div>
				<div class="ids" tabindex="0" role="group" aria-label="Still missing">${ids.map(
					id => html`<button class="id" data-missing=${id} onclick=${() => play.sheets.seek(id)}
						aria-label="${id} ${play.coupon[id].kind}">${symbol(play.coupon[id].kind)}${id}</button>`
				)}</div>
				<div class="row">
					<button class="small" data-act="rest-given" onclick=${() => give_rest(play.chosen, false)}>
						The rest is ${name_of(state, play.chosen)}’s
					</button>
					${few && button(discard_text, 'rest-discarded', () => give_rest(POOL, true), {class: 'main small'})}
				</div>`;
		},
	};
}

// All coupons of a hand to one player, but not the player's own discards; what to say of it.
function give_hand(play, ids, player) {
	const moved = new Map(); // by who had them
	play.draft.change(state => {
		for (const id of ids) {
			const owner = state.owner[id];
			if (owner !== undefined && owner !== player) moved.set(owner, [...(moved.get(owner) || []), id]);
			if (owner !== player) give(state, id, player, false);
		}
	});
	const {state} = play.draft,
		owners = Object.values(state.owner),
		next = state.players.findIndex((_, index) => !owners.includes(index)),
		notes = [`${count(ids.length, 'coupon')} for ${name_of(state, player)}.`];
	if (next >= 0) play.pick(next);
	for (const [owner, them] of moved) {
		const whose = owner === POOL ? 'discarded' : name_of(state, owner) + '’s';
		notes.push(`${listed(them)} ${them.length === 1 ? 'was' : 'were'} ${whose} before.`);
	}
	return notes;
}

// Coupons that nobody has after the photos of all hands went for the grills, if there are no more than that. A coupon
// that the camera missed looks the same, so a person is asked.
async function after_photo(play) {
	const {state} = play.draft,
		ids = missing(state, play),
		owners = Object.values(state.owner);
	if (!ids.length || ids.length > grills(play) - discards(state)) return;
	if (state.players.some((_, index) => !owners.includes(index))) return;
	const text = html`<p>
		${listed(ids)} ${ids.length === 1 ? 'is' : 'are'} unassigned. Did ${ids.length === 1 ? 'it' : 'they'} go for grills?
	</p>`;
	if (await sure('Discarded for grills?', text, 'No', 'yes', 'Yes, discarded'))
		play.draft.change(next => ids.forEach(id => give(next, id, POOL, true)));
}

export const game = {
	picks: true,
	used_up: 'These sheets are cut up. Take new ones and scan one of them: your names are filled in.',
	after_photo,
	start(state) {
		state.owner = {};
		state.discard = {};
	},
	fits: ({owner, players}, play) =>
		Object.keys(owner).every(id => Object.hasOwn(play.coupon, id)) &&
		Object.values(owner).every(who => Number.isInteger(who) && who >= POOL && who < players.length),
	load(state, result) {
		game.start(state);
		result.players.forEach((player, index) => {
			(player.coupons || []).forEach(id => give(state, id, index, false));
			(player.discarded || []).forEach(id => give(state, id, index, true));
		});
		(result.discarded || []).forEach(id => give(state, id, POOL, true));
	},
	result(state) {
		const ids = Object.keys(state.owner).sort(),
			of = (player, discarded) => ids.filter(id => is_so(state, id, player, discarded)),
			pooled = of(POOL, true);
		return {
			players: state.players.map((_, index) =>
				with_name(state, index, {coupons: of(index, false), discarded: of(index, true)})
			),
			...(pooled.length ? {discarded: pooled} : {}),
		};
	},
	hand: {
		piece: 'coupon',
		ids: found => found.coupons,
		of: ids => ({coupons: ids}),
		name: (play, id) => `${id} ${play.coupon[id].kind}`,
		tags: play => new Map(coupons(play).map(({tag, id}) => [tag, id])),
		give: give_hand,
	},
	sheets,
	panel,
	photo: play => `Photo of ${name_of(play.draft.state, play.chosen)}’s coupons`,
	tally(state, index) {
		const mine = Object.keys(state.owner).filter(id => state.owner[id] === index);
		const gone = mine.filter(id => state.discard[id]).length;
		return gone ? `${mine.length - gone} and ${gone} discarded` : String(mine.length);
	},
	progress(state, play) {
		const left = missing(state, play).length;
		return left ? `${count(left, 'coupon')} still missing` : 'All coupons accounted for';
	},
	can_be_lost: missing, // the organiser may rule that these are lost
	unfinished: (state, play) => missing(state, play).length > 0,
	picture: line => pictures[line] || line,
	house_rules: {burger_pair: ['Two different burger parts', {5: 'are worth $5', 4: 'are worth $4'}]},
	picked: play => say(`Coupons go to ${name_of(play.draft.state, play.chosen)}.`),
};
