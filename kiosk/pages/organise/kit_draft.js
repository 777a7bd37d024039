// SPDX-License-Identifier: MIT
// What is being chosen for a kit: kept in this browser until it is made, and sent to the kiosk
// to be planned whenever it changes.
import {date_text} from '../dom.js';
import {keep, kept} from '../shell.js';

const NAME = 'kit';
const SETTLED = 200; // milliseconds without another change until the kiosk plans it

// A round as it begins; without `players` people are shared out to tables by the kiosk.
export function new_round(game) {
	return {game: game.id, players: null, spares: 0, duplicate: false, pieces: 'all', options: {}, rules: {}};
}

function new_draft() {
	const date = date_text(new Date(), {weekday: 'long', day: 'numeric', month: 'long', year: 'numeric'});
	return {
		step: 0,
		event: {name: '', date, paper: 'a4', ink: 'full', backs: 'fold', url: ''},
		people: null, // null: those who are listed
		rounds: [],
		bundle: 'round',
		text: null, // a kit file in place of all that
		key: null,
	};
}

export class Draft {
	constructor(listed) {
		const before = kept(NAME);
		this.listed = listed;
		this.is_new = !before;
		Object.assign(this, {values: {...new_draft(), ...(before || {}), key: null}});
		this.plan = null; // what the kiosk said of it last
		this.turn = 0;
	}

	static is_kept() {
		return Boolean(kept(NAME));
	}

	store() {
		keep(NAME, {...this.values, key: null}); // a key is for nobody's disk
	}

	forget() {
		keep(NAME, null);
		this.values = new_draft();
		this.plan = null;
	}

	get people() {
		return this.values.people ?? this.listed;
	}

	// As the kiosk takes it. A name that is still missing is no reason not to count sheets.
	body() {
		const {event, rounds, text, bundle, key} = this.values;
		if (text !== null) return {text, bundle, ...(key ? {key} : {})};
		const said = Object.fromEntries(Object.entries(event).filter(([, value]) => value !== ''));
		return {
			bundle,
			definition: {
				event: said,
				rounds: rounds.map(({game, players, spares, duplicate, pieces, options, rules}) => ({
					game,
					...(players ? {players} : {people: this.people}),
					spares,
					duplicate,
					pieces,
					...options,
					rules,
				})),
			},
		};
	}

	// Asks the kiosk what it comes to; `told` is called with the answer of the last question alone.
	replan(organiser, told) {
		const mine = ++this.turn;
		clearTimeout(this.timer);
		this.timer = setTimeout(async () => {
			const body = this.body();
			if (body.definition) body.definition.event.name ||= '…';
			let plan;
			try {
				plan = await organiser.as_organiser(() => organiser.post('/api/kit/plan', body));
			} catch (problem) {
				plan = {mistakes: [{line: null, sentence: problem.message}]};
			}
			if (mine !== this.turn) return;
			this.plan = plan;
			told(plan);
		}, SETTLED);
	}
}

// "5 tables for 4 and 1 for 3"
export function tables_text(players) {
	const sizes = [...new Set(players)].map(size => [size, players.filter(each => each === size).length]);
	return sizes
		.map(([size, tables], index) => `${tables} ${index ? '' : tables === 1 ? 'table ' : 'tables '}for ${size}`)
		.join(sizes.length > 2 ? ', ' : ' and ');
}
