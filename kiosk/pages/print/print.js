// SPDX-License-Identifier: MIT
// Printing a game: choose it by its picture, look at every page, take the PDF. The choices
// stand in the address, so that a link is the print again.
import {get, kiosk} from '../api.js';
import {h, keep_focus, listed, put, style, symbol} from '../dom.js';
import {go, say, set_title, state_mark, tell} from '../shell.js';
import {again_form} from './again.js';
import {choices_form, query_of, read_choices, unknown_names} from './choices.js';
import {facts, known} from './facts.js';
import {made, made_file, place_text} from './making.js';
import {Preview} from './preview.js';

const SETTLED = 250; // milliseconds without another choice until the PDF is made, too

function game_tiles(games) {
	return h(
		'ul',
		{class: 'bare tiles'},
		games.map(game =>
			h(
				'li',
				{},
				h(
					'a',
					{class: 'tile', href: '/print?game=' + game.id, 'data-act': 'print-' + game.id, vars: {game: game.colour}},
					h('span', {class: 'picture'}, symbol(game.symbol)),
					h('strong', {}, game.title),
					h('span', {class: 'soft small'}, `${game.about} players, by ${game.designer}`)
				)
			)
		)
	);
}

function show_games(root, games) {
	set_title('Print');
	put(
		root,
		h('h1', {tabindex: '-1'}, 'What shall it be?'),
		h('p', {class: 'lead'}, 'Choose a game. The next page shows every sheet of it before anything is printed.'),
		game_tiles(games),
		again_form(root)
	);
}

// One game being chosen.
class Studio {
	constructor(root, game, code) {
		this.game = game;
		const query = new URLSearchParams(location.search),
			strange = unknown_names(game, query);
		this.choices = read_choices(game, query);
		if (strange.length)
			tell('again', `The address says ${listed(strange.slice(0, 3))}, which this print does not have: it is passed over.`);
		if (code) this.choices.code = code; // as it is printed, however it was typed
		this.preview = new Preview();
		this.form = h('div', {class: 'stack'});
		this.says = h('p', {class: 'says', role: 'status'});
		this.actions = h('div', {class: 'row actions'});
		this.facts = h('div', {});
		this.known = h('div', {});
		this.turn = null;
		put(
			root,
			h(
				'div',
				{class: 'studio-head row'},
				h('a', {class: 'button small', href: '/print', 'data-act': 'other-game'}, 'Other games'),
				h('h1', {tabindex: '-1'}, symbol(game.symbol), ' ', game.title)
			),
			this.choices.code && h('p', {class: 'lead'}, 'Again, exactly as it was: ', h('span', {class: 'code'}, this.choices.code)),
			h(
				'div',
				{class: 'studio'},
				this.preview.root,
				h(
					'div',
					{class: 'plain panel'},
					this.actions,
					this.says,
					this.facts,
					h('hr', {class: 'cut'}),
					this.form,
					h('hr', {class: 'cut'}),
					this.known
				)
			)
		);
	}

	get query() {
		return query_of(this.game, this.choices);
	}

	paint_form() {
		const open = this.form.querySelector('details')?.open;
		keep_focus(this.form, () =>
			put(
				this.form,
				choices_form(
					this.game,
					this.choices,
					(name, value) => this.choose(name, value),
					() => this.surprise(),
					open
				)
			)
		);
	}

	choose(name, value) {
		if (value) this.choices[name] = value;
		else delete this.choices[name];
		// What chooses the seed wants another one.
		if (this.game.options.some(option => option.name === name && option.seeds)) return this.surprise();
		return this.refresh();
	}

	surprise() {
		delete this.choices.seed;
		return this.refresh();
	}

	// What was chosen before is not waited for any more.
	begin() {
		this.turn?.abort();
		this.turn = new AbortController();
		return this.turn.signal;
	}

	async refresh() {
		const signal = this.begin();
		this.paint_form();
		this.offer(null);
		try {
			await this.draw(signal);
		} catch (problem) {
			if (problem.name === 'AbortError') return;
			this.preview.show(null);
			put(this.facts);
			put(this.says, state_mark('refused'), ' ', problem.message);
		}
	}

	async draw(signal) {
		const waits = place => put(this.says, place_text(place));
		if (!this.choices.seed && !this.choices.code) {
			const drawn = await made('/api/print/seed?' + this.query, signal, waits);
			this.choices.seed = drawn.seed;
			this.paint_form();
		}
		history.replaceState(null, '', '/print?' + this.query);
		const query = this.query,
			first = await made('/api/print/first?' + query, signal, waits);
		if (signal.aborted) return;
		this.preview.show(first, query);
		const pages = first.pages === first.page.length ? first : await made('/api/print/pages?' + query, signal, waits);
		if (signal.aborted) return;
		put(this.says);
		put(this.facts, facts(pages, this.choices));
		put(this.known, known(query));
		if (pages !== first) this.preview.show(pages, query);
		say(`${pages.pages} pages.`);
		await new Promise(done => setTimeout(done, SETTLED));
		if (signal.aborted) return;
		await made_file(this.pdf, signal);
		if (!signal.aborted) this.offer(query);
	}

	get pdf() {
		return `/print/${this.game.id}-${this.choices.code || this.choices.seed}.pdf?${this.query}`;
	}

	// The two ways to the paper; without a query they are not there yet.
	offer(query) {
		const link = (text, act, kind, more) =>
			h('a', {class: kind, 'data-act': act, ...(query ? more : {role: 'link', 'aria-disabled': 'true'})}, text);
		keep_focus(this.actions, () =>
			put(
				this.actions,
				link('Open and print', 'open-pdf', 'button main', {href: this.pdf, target: '_blank', rel: 'noopener'}),
				link('Download', 'save-pdf', 'button', {href: this.pdf + '&download=yes', download: true})
			)
		);
		this.actions.dataset.ready = Boolean(query);
	}
}

export async function show(root) {
	const query = new URLSearchParams(location.search);
	const [about, {games}] = await Promise.all([kiosk(), get('/api/print/games'), style('print/print.css')]);
	if (!about.printing && !about.organiser) {
		set_title('Print');
		put(root, h('section', {class: 'plain narrow'}, h('h1', {tabindex: '-1'}, 'Not here'), h('p', {class: 'lead'}, 'The organiser has switched printing off on this kiosk.')));
		return null;
	}
	const code = query.get('code'),
		piece = code && (await get('/api/piece/' + encodeURIComponent(code)));
	const game = games.find(({id}) => id === (piece ? piece.game : query.get('game')));
	if (!game) {
		if (query.get('game')) go('/print', true);
		else show_games(root, games);
		return null;
	}
	set_title(game.title);
	const studio = new Studio(root, game, piece?.code);
	studio.refresh();
	return () => studio.turn?.abort();
}
