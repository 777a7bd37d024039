// SPDX-License-Identifier: MIT
// Printing a game: choose it by its picture, look at every page, take the PDF. The choices
// are in the address, so that a link is the print again.
import {get, kiosk} from '../api.js';
import {button, count, html, into, keep_focus, listed, put, style, symbol} from '../dom.js';
import {go, say, set_title, state_mark, tell} from '../shell.js';
import {about_game, facts_of} from '../game.js';
import {photo_button, PhotoSet} from '../photo.js';
import {choices_form, has_backs, is_vetted, option_title, query_of} from './choices.js';
import {read_choices, remember_device, unknown_names} from './choices.js';
import {balance_words, facts, known, missing_words} from './facts.js';
import {made, made_file, place_text} from './making.js';
import {Preview} from './preview.js';

const SETTLED = 250; // milliseconds without another choice until the PDF is made, too

const game_tiles = (games, about) =>
	html`<ul class="bare tiles">${games.map(
		game => html`<li>
			<a class="tile" href="/print?game=${game.id}" data-act="print-${game.id}" vars=${{game: game.colour}}>
				<span class="picture">${symbol(game.symbol)}</span><strong>${game.title}</strong>
				<span>${about_game(about, game.id).about}</span>
				<span class="soft small">${facts_of(about_game(about, game.id))}. By ${game.designer}.</span>
			</a>
		</li>`
	)}</ul>`;

// A lost sheet, ticket, card or pad is printed again by its code, typed or on a photo of any piece of its game.
const reprint = code => go('/print?code=' + encodeURIComponent(code));

// Prints what the first code in a picture is of. Pieces without a QR may name a table, but not its code.
async function reprint_photo(root, file) {
	root.classList.add('reading');
	say('The picture is being read.');
	try {
		const {pieces, problems} = await new PhotoSet().read(file),
			found = pieces.find(({code}) => code && !code.startsWith('pass.')),
			unseen = 'No code was seen in this picture. The QR has to be on it: closer, straighter, more light?';
		if (found) reprint(found.code);
		else tell('again', problems[0] || unseen);
	} catch (problem) {
		tell('refused', problem.message);
	}
	root.classList.remove('reading');
}

// `wrong` is a code that was typed and refused: it stays in the box, with the reason.
function reprint_form(root, wrong) {
	const box = html`<input id="again-code" autocomplete="off" autocapitalize="characters" spellcheck="false"
		placeholder="XXXXX-XXXXX-XXXXX-XXXXX" value=${wrong?.typed ?? ''} aria-invalid=${wrong ? 'true' : null}
		aria-describedby=${wrong ? 'again-wrong' : null} data-act="again-code">`;
	return html`<section class="plain again">
		<h2>Something lost?</h2>
		<p class="soft">
			Type the code of a sheet, ticket, card or pad, or photograph any piece of the game that has its QR. Then
			choose that piece, another one or the whole game: it is printed exactly as it was.
		</p>
		<form class="row" onsubmit=${event => {
			event.preventDefault();
			if (box.value.trim()) reprint(box.value.trim());
			else box.focus();
		}}>
			<label for="again-code" class="unseen">The code</label>${box}
			<button type="submit" data-act="again">Show it</button>
			${photo_button('Photo of a piece', ([file]) => reprint_photo(root, file))}
		</form>
		<p if=${wrong} class="notice" id="again-wrong" role="alert">${wrong?.sentence}</p>
	</section>`;
}

// `wrong` is a code that was refused, and why.
function show_games(root, games, about, wrong) {
	set_title('Print');
	into(root)`<h1 tabindex="-1">What would you like to print?</h1>
		<p class="lead">Choose a game. The next page shows every sheet of it before anything is printed.</p>
		${game_tiles(games, about)}${reprint_form(root, wrong)}`;
	if (wrong) root.querySelector('#again-code').focus();
}

// One game being chosen.
class Studio {
	constructor(root, game, code) {
		this.game = game;
		const query = new URLSearchParams(location.search),
			strange = unknown_names(game, query);
		this.choices = read_choices(game, query);
		const names = listed(strange.slice(0, 3)),
			were = strange.length > 1 ? 'they were' : 'it was';
		if (strange.length)
			tell('again', `The address says ${names}, which this print does not have: ${were} ignored.`);
		if (code) this.choices.code = code; // as it is printed, however it was typed
		// A seed that was drawn here is drawn again when another layout is asked for; a typed or linked one stays.
		this.drawn = Boolean(this.choices.seed) && history.state?.drawn === this.choices.seed;
		this.titles = [];
		this.preview = new Preview();
		this.notice = html`<div role="status" class="balance"></div>`;
		this.preview.root.prepend(this.notice);
		this.form = html`<div class="stack"></div>`;
		this.says = html`<p class="says" role="status"></p>`;
		this.actions = html`<div class="row actions"></div>`;
		this.facts = html`<div></div>`;
		this.known = html`<div></div>`;
		this.turn = null;
		into(root)`
			<div class="studio-head row">
				<a class="button small" href="/print" data-act="other-game">Other games</a>
				<h1 tabindex="-1">${symbol(game.symbol)} ${game.title}</h1>
			</div>
			${this.choices.code && html`<p class="lead">Reprint: <span class="code">${this.choices.code}</span></p>`}
			<div class="studio">
				${this.preview.root}
				<div class="plain panel">
					${this.form}<hr class="cut">${this.actions}${this.says}${this.facts}<hr class="cut">${this.known}
				</div>
			</div>`;
	}

	get query() {
		return query_of(this.game, this.choices);
	}

	paint_form() {
		const open = this.form.querySelector('details')?.open,
			choose = (name, value) => this.choose(name, value),
			surprise = () => this.surprise(),
			form = choices_form(this.game, this.choices, choose, surprise, open, this.titles);
		keep_focus(this.form, () => put(this.form, form));
	}

	choose(name, value) {
		if (value) this.choices[name] = value;
		else delete this.choices[name];
		remember_device(name, value);
		if (name === 'seed') this.drawn = false;
		// What chooses the seed wants another one, and so does what decides which are balanced.
		if (this.drawn && is_vetted(this.game, name)) return this.surprise();
		return this.refresh();
	}

	surprise() {
		delete this.choices.seed;
		if (!this.choices.code) this.choices.balanced = 'yes';
		delete this.choices.typed;
		return this.refresh();
	}

	async refresh() {
		this.turn?.abort(); // what was chosen before is not waited for any more
		this.turn = new AbortController();
		this.paint_form();
		this.offer(null);
		put(this.notice);
		try {
			await this.draw(this.turn.signal);
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
			this.drawn = true;
			this.paint_form();
		}
		history.replaceState({drawn: this.drawn && this.choices.seed}, '', '/print?' + this.query);
		const query = this.query,
			first = await made('/api/print/first?' + query, signal, waits);
		if (signal.aborted) return;
		this.preview.show(first, query);
		this.warn(first);
		if (this.choices.code) this.offer_pieces(first);
		const pages =
			first.pages === first.page.length ? first : await made('/api/print/pages?' + query, signal, waits);
		if (signal.aborted) return;
		put(this.says);
		const folded = this.choices.backs === 'fold' && has_backs(this.game, this.choices);
		put(this.facts, facts(pages, this.choices, folded));
		put(this.known, known(query));
		if (pages !== first) {
			this.preview.show(pages, query);
			this.warn(pages);
		}
		say(count(pages.pages, 'page') + '.');
		await new Promise(done => setTimeout(done, SETTLED));
		if (signal.aborted) return;
		await made_file(this.pdf, signal);
		if (!signal.aborted) this.offer(query);
	}

	// A layout that isn't balanced says so where it is looked at, and so do a name that cannot be printed
	// and a choice between seeds that came too late.
	warn(pages) {
		const words = balance_words(pages, this.game, Number(this.choices.count || 1)),
			late = !this.drawn && this.game.options.find(({name, seeds}) => seeds && this.choices[name]);
		const redraw = (text, act) => button(text, act, () => this.surprise(), {class: 'small'});
		into(this.notice)`<p if=${pages.missing} class="notice">${missing_words(pages.missing)}</p>
			<p if=${late} class="notice" id="late">
				“${late && option_title(late, this.choices[late.name])}” does not apply to seed ${this.choices.seed}, which was
				typed or linked. ${redraw('Draw one that fits', 'redraw')}
			</p>
			<p if=${words} class="notice">${words} ${redraw('Draw a balanced one', 'rebalance')}</p>`;
	}

	// Any piece of the game that a code is of.
	offer_pieces({titles, page}) {
		const own = !this.choices.pieces || this.choices.pieces === 'game' ? page[0].title : this.own;
		if (this.titles.length && own === this.own) return;
		this.own = own;
		this.titles = titles.filter(title => title !== own);
		this.paint_form();
	}

	get pdf() {
		return `/print/${this.game.id}-${this.choices.code || this.choices.seed}.pdf?${this.query}`;
	}

	// The two ways to the paper; without a query they are not there yet.
	offer(query) {
		const link = (text, act, kind, more) => html`<a class=${kind} data-act=${act}
			...${query ? more : {role: 'link', 'aria-disabled': 'true'}}>${text}</a>`;
		const links = [
			link('Open and print', 'open-pdf', 'button main', {href: this.pdf, target: '_blank', rel: 'noopener'}),
			link('Download', 'save-pdf', 'button', {href: this.pdf + '&download=yes', download: true}),
		];
		keep_focus(this.actions, () => put(this.actions, links));
		this.actions.dataset.ready = Boolean(query);
	}
}

export async function show(root) {
	const query = new URLSearchParams(location.search);
	const [about, {games}] = await Promise.all([kiosk(), get('/api/print/games'), style('print/print.css')]);
	if (!about.printing && !about.organiser) {
		set_title('Print');
		into(root)`<section class="plain narrow">
			<h1 tabindex="-1">Not here</h1><p class="lead">The organiser has switched printing off on this kiosk.</p>
		</section>`;
		return null;
	}
	const typed = query.get('code');
	let piece = null;
	try {
		piece = typed && (await get('/api/piece/' + encodeURIComponent(typed)));
	} catch (problem) {
		if (problem.again) throw problem;
		show_games(root, games, about, {typed, sentence: problem.message});
		return null;
	}
	const game = games.find(({id}) => id === (piece ? piece.game : query.get('game')));
	if (!game) {
		if (query.get('game')) go('/print', true);
		else show_games(root, games, about);
		return null;
	}
	set_title(game.title);
	const studio = new Studio(root, game, piece?.code);
	studio.refresh();
	return () => studio.turn?.abort();
}
