// SPDX-License-Identifier: MIT
// One game at the table: the printed sheet alive, the people, the running check, and
// then its score. What differs from game to game is in games/.
import {get, kiosk} from './api.js';
import {
	button,
	count,
	html,
	icon,
	into,
	keep_focus,
	listed,
	listen,
	put,
	short_time,
	style,
	sure,
	tool,
} from './dom.js';
import {load_game} from './game.js';
import {no_camera_reason, watch_table} from './camera.js';
import {checker} from './check.js';
import {Draft, tell_other_tabs} from './draft.js';
import {apply_photo, keep_for_play, kept_for_play, name_tags, on_files, photo_button, PhotoSet} from './photo.js';
import {name_of, players_panel} from './players.js';
import {roving} from './play/roving.js';
import {clear_toasts, go, notice, say, set_title, state_mark, tell, use_colours} from './shell.js';
import {hand_in, resume, score_view, standing_list, totals_of} from './score.js';
import {call_button} from './now.js';
import {names_again} from './play/history.js';
import {share} from './play/shared_draft.js';

// A game without a code looks like one with, but has nothing printed.
function casual({id, title, designer}, {casual_players, casual_colours}) {
	const nothing = {code: null, play: '', sheets: [], names: [], rules: {}, layout: null, event: false, others: []};
	return {...nothing, game: id, title, designer, players: casual_players, colours: casual_colours, casual: true};
}

// A correction starts from the entry that counts.
async function correction() {
	const id = new URLSearchParams(location.search).get('correct');
	return id ? (await get('/api/entry/' + encodeURIComponent(id))).entry : null;
}

export async function show(root, [what]) {
	const [about, corrects] = await Promise.all([kiosk(), correction(), style('play.css'), style('score.css')]);
	const without_code = about.games.find(({id, casual}) => casual && id === what);
	const printed = without_code ? null : await get('/api/piece/' + encodeURIComponent(what));
	if (printed?.entry && !corrects) {
		set_title(printed.title);
		return already_stored(root, printed, printed.entry);
	}
	const game = await load_game(printed ? printed.game : what);
	const piece = printed || {...casual(without_code, game), away: about.away};
	set_title(piece.title);
	root.classList.add('game-' + piece.game);
	use_colours(document.body, piece.colours);
	const play = new Play(root, piece, about, game, corrects);
	const back = event => {
		if (play.shown !== 'score' || play.sent) return;
		event.preventDefault();
		play.editor();
	};
	const gone = () => {
		tell('found', 'This game was stored in another tab.');
		go(location.pathname + location.search, true);
	};
	const stops = [
		on_files(files => play.photo(files)),
		listen(window, {keydown: event => play.keys(event), 'seedpress-back': back}),
		play.draft.follow(gone),
		tell_other_tabs(play.draft.name, () => play.is_later()),
		() => play.leave(),
	];
	if (!resume(play)) {
		try {
			play.editor();
		} catch (problem) {
			if (!play.draft.restored) throw problem;
			play.draft.restart(play.start());
			play.editor();
			tell('again', 'What was entered here before cannot be shown. Please enter it again.');
		}
		if (piece.event && !corrects) play.unshare = share(play);
	}
	const seen = kept_for_play();
	if (seen.length) play.take(seen, -1);
	else if (play.draft.restored && play.shown === 'editor') tell('found', 'Here is what was entered before.');
	return () => stops.forEach(stop => stop());
}

// The table has its result: what counts, and who can change it. Answers how to stop.
export function already_stored(root, piece, entry) {
	const call = piece.event && call_button(piece);
	into(root)`<section class="plain narrow" id="taken">
		<h1 tabindex="-1">This table has its result</h1>
		${notice('again', 'It is stored and counts. If something is wrong with it, tell the organiser, who can change it.')}
		${standing_list(entry.score)}
		<p class="row"><a class="button main" href="/entry/${entry.id}">See every line</a>${others(piece)}</p>
		${call?.root}
	</section>`;
	return call?.stop;
}

function others({others: all = []}) {
	const closed = all.filter(other => !other.code && !other.in).length;
	const link = ({code, in: done}) => html`<a if=${code} class="button" href="/c/${code}">
		Other side …${code?.slice(-5)}${done && state_mark('found')}
	</a>`;
	return html`${all.map(link)}
		<span if=${closed} class="soft">${count(closed, 'more side')} of this table to scan when played.</span>`;
}

class Play {
	constructor(root, piece, about, game, corrects) {
		Object.assign(this, {root, piece, about, game, corrects, parts: [], score: null});
		const name = corrects ? 'correct.' + corrects.id : piece.play || 'casual.' + piece.game;
		this.draft = new Draft(name, () => this.start());
		this.draft.on(() => this.paint());
		this.check = checker(this, (...answer) => this.checked(...answer));
		this.set = new PhotoSet(piece.code);
		this.call = piece.event && call_button(piece);
	}

	// Who is given something now. It is part of the draft, so that what is undone is undone for the
	// player whose turn it was, but each phone has its own.
	get chosen() {
		const {chosen, players} = this.draft.state;
		return players[chosen] ? chosen : 0;
	}

	// What is remembered of where it was played: never the code of an event's table.
	get card() {
		const {piece, about} = this;
		return piece.code && !piece.event && !piece.pass && !about.event?.keyed ? piece.play : null;
	}

	start() {
		const {event, game, casual, players} = this.piece,
			// those who sit there, or who played the game that this is the rematch of
			names = (!event && names_again(game, casual, players)) || this.piece.names,
			many = (casual && names.length) || players;
		const state = {
			chosen: 0,
			agreed: {}, // who has agreed to what, by score.js
			players: Array.from({length: many}, (_, index) => ({name: names[index] || ''})),
			rules: {...this.piece.rules},
		};
		this.game.start(state, this);
		if (this.corrects?.result) {
			this.game.load(state, this.corrects.result, this);
			this.corrects.result.players.forEach((player, index) => {
				if (state.players[index]) state.players[index].name = player.name || '';
			});
			Object.assign(state.rules, this.corrects.result.rules);
		}
		return state;
	}

	// As `score` reads it.
	result() {
		const {state} = this.draft,
			{piece} = this;
		const result = {game: piece.game, ...(piece.code ? {code: piece.code} : {}), ...this.game.result(state, this)};
		if (Object.keys(state.rules).length) result.rules = state.rules;
		return result;
	}

	head() {
		const {piece} = this,
			{before} = piece,
			where = piece.event ? `Round ${piece.round}, table ${piece.table}` : 'Casual game',
			away = `Nothing can be stored just now: ${piece.away}. The game can be entered and scored; the result is kept here and stored when that works again.`,
			twice = 'This game is open in another tab of this browser too. Both show the same; one of them is enough.';
		// A code may be played again; anyone who scores it twice by mistake is told.
		const again =
			before &&
			html`This code was scored before, ${short_time(before.when)}: ${listed(totals_of(before.score))}. <a
					href="/entry/${before.id}">See that result</a>`;
		return html`<header class="play-head">
			<div>
				<h1 tabindex="-1">${piece.title}</h1>
				<p class="soft">
					by ${piece.designer} · ${where}
					${piece.code && !piece.pass && html` · <span class="code">${piece.code}</span>`}
				</p>
			</div>
			${this.corrects && notice('again', `You correct entry ${this.corrects.id}. The old one stays visible.`)}
			${piece.away && notice('again', away, {id: 'away'})}${notice('again', twice, {id: 'other-tab', hidden: !this.later})}
			${before && !this.corrects && notice('again', again, {id: 'before'})}<div class="row">
				${others(piece)}<a class="button small" href="/rules/${piece.code || piece.game}" data-act="rules">Rules</a>${this.call?.root}
			</div>
		</header>`;
	}

	editor() {
		this.shown = 'editor';
		const sheets = this.game.sheets(this),
			people = players_panel(this),
			panel = this.game.panel(this),
			quiet = {class: 'quiet small'};
		this.parts = [sheets, people, panel];
		roving(panel.root, 'button');
		this.photos =
			this.piece.code &&
			html`<div class="panel row photos">
				${photo_button('', files => this.photo(files))}
				${!no_camera_reason() && button([icon('camera'), 'Camera here'], 'camera', () => this.picture())}
			</div>`;
		this.score_button = button('Score', 'score', () => this.to_score(), {class: 'main', id: 'score'});
		this.undo_button = tool('undo', 'undo', 'Undo', () => this.draft.undo());
		this.redo_button = tool('redo', 'redo', 'Redo', () => this.draft.redo());
		into(this.root)`${this.head()}
			<div class="play${sheets.empty ? ' no-sheets' : ''}">
				<div class="top">${people.root}${this.photos}</div><div class="sheets-area">${sheets.root}</div>
				<aside class="side">
					${panel.root}${this.check.root}
					<div class="panel row">
						${button('Start over', 'clear', () => this.clear(), quiet)}
						${this.about.organiser && this.piece.event && button('Ruling', 'ruling', () => this.rule(), quiet)}
					</div>
				</aside>
			</div>
			<div class="actions">
				${this.undo_button}${this.redo_button}<p class="grow soft" id="progress"></p>${this.score_button}
			</div>`;
		this.paint();
	}

	// The organiser decides what players cannot: what was entered counts, with a ruling.
	async rule() {
		const {rule} = await import('./organise/ruling.js'),
			{state} = this.draft,
			lost = this.game.can_be_lost?.(state, this);
		const names = state.players.map(player => player.name),
			entry = await rule({result: this.result(), names, lost, kind: lost?.length && 'lost'});
		if (!entry) return;
		this.draft.forget();
		go('/entry/' + entry.id);
	}

	paint() {
		if (this.shown === 'score') this.score_changed?.();
		if (this.shown !== 'editor') return;
		const {state} = this.draft;
		keep_focus(this.root, () => {
			this.parts.forEach(part => part.paint(state));
			this.undo_button.disabled = !this.draft.past.length;
			this.redo_button.disabled = !this.draft.future.length;
		});
		put(this.root.querySelector('#progress'), this.game.progress(state, this));
		this.caption();
		this.score = null;
		this.score_button.setAttribute('aria-disabled', 'true');
		this.check.soon();
	}

	// What can be done with a whole game while the kiosk does not answer.
	unscored() {
		const {state} = this.draft;
		if (this.shown !== 'editor' || this.corrects || this.game.unfinished(state, this)) return null;
		return html`<p>${button('Hand in without the score', 'hand-in', () => hand_in(this), {class: 'small'})}</p>`;
	}

	checked(score, unreachable) {
		this.score = score;
		if (this.shown === 'editor') this.score_button.setAttribute('aria-disabled', String(!score));
		else if (score) this.rescored?.(score);
		else if (this.shown === 'score' && !unreachable && !this.sent) this.editor(); // others took something back
	}

	// Another phone of this table has changed something, or only ticks of agreement: from those before.
	others_entered(entered, before) {
		const {state} = this.draft,
			{agreed = {}} = state,
			who = Object.keys({...agreed, ...before}).filter(index => agreed[index] !== before[index]),
			named = list => listed(list.map(index => name_of(state, index))),
			yes = named(who.filter(index => agreed[index])),
			no = named(who.filter(index => !agreed[index]));
		if (entered) tell('found', 'Somebody else at this table has entered something.');
		else if (this.shown === 'score') say((yes && `Agreed: ${yes}. `) + (no && `No longer agreed: ${no}.`));
		else if (this.shown === 'editor' && yes)
			tell('found', 'Somebody else at this table agrees to the result. Tap Score to agree too.');
	}

	// Another phone of this table has saved: answers whether that is so, and shows the result then.
	async saved_elsewhere() {
		if (this.sent) return false;
		const {entry} = await get('/api/piece/' + encodeURIComponent(this.piece.code));
		if (!entry || this.sent || !this.shown) return false;
		this.draft.forget();
		clear_toasts();
		tell('found', 'The result was saved on another phone at this table.');
		go('/entry/' + entry.id, true);
		return true;
	}

	// Another tab had this game before.
	is_later() {
		this.later = true;
		this.root.querySelector('#other-tab')?.removeAttribute('hidden');
	}

	pick(index, quietly) {
		if (this.chosen === index) return;
		const {state} = this.draft;
		state.chosen = index;
		this.draft.keep();
		keep_focus(this.root, () => this.parts.forEach(part => part.paint(state)));
		this.caption();
		if (!quietly) this.game.picked?.(this);
	}

	// What a photo would be of now.
	caption() {
		if (!this.photos) return;
		const whose = this.game.picks && this.game.hand ? ` (${name_of(this.draft.state, this.chosen)} first)` : '';
		put(this.photos.querySelector('[data-act=photo] span:last-child'), this.game.photo(this));
		put(this.photos.querySelector('[data-act=gallery]'), 'Choose photos' + whose);
	}

	async picture() {
		try {
			const seen = await watch_table(this, this.game.photo(this));
			if (seen) await this.take([seen], this.game.picks ? this.chosen : 0);
		} catch (problem) {
			tell('refused', problem.message);
		}
	}

	async to_score() {
		if (!this.score) await this.check.now();
		if (this.shown !== 'editor') return;
		if (!this.score) {
			this.root.querySelector('#check').scrollIntoView({block: 'center'});
			tell('again', 'Not yet: see what is still missing.');
			return;
		}
		this.shown = 'score';
		history.pushState(null, '', location.href); // so that Back is back to the game
		score_view(this, this.score);
		scrollTo(0, 0);
		this.root.querySelector('h1').focus({preventScroll: true});
	}

	async clear() {
		const text = html`<p>Everything entered for this game is cleared. Undo brings it back.</p>`;
		if (!(await sure('Start over?', text, 'Keep it', 'clear', 'Start over'))) return;
		const fresh = this.start();
		fresh.players.forEach((player, index) => {
			player.name = this.draft.state.players[index]?.name || player.name;
		});
		this.draft.set(fresh);
	}

	// Photos one after the other: each may ask something.
	async photo(files) {
		if (!this.piece.code)
			tell('again', 'A game without a code has nothing that a picture could show: enter it here.');
		else if (this.shown === 'score') tell('again', 'First go back to the game: then the picture can be read.');
		if (this.shown !== 'editor' || !this.piece.code) return;
		document.body.dataset.busy = 'photo';
		this.root.classList.add('reading');
		say(files.length > 1 ? `${files.length} pictures are being read.` : 'The picture is being read.');
		let taken = false;
		for (const file of files)
			try {
				if (await this.read(await this.set.read(file, files), this.game.picks ? this.chosen : 0)) taken = true;
			} catch (problem) {
				tell('refused', problem.message);
			}
		this.root.classList.remove('reading');
		delete document.body.dataset.busy;
		if (taken) await this.go_on();
	}

	async take(answers, player) {
		let taken = false;
		for (const answer of answers) if (await this.read(answer, player)) taken = true;
		if (taken) await this.go_on();
	}

	// A game that photos have completed needs no tap for its score, unless there is more to say than they show.
	async go_on() {
		if (this.shown !== 'editor') return;
		await this.game.after_photo?.(this);
		const {state} = this.draft;
		if (this.game.photo_tells_all?.(state) === false || this.game.unfinished(state, this)) return;
		await this.check.now();
		if (!this.score || this.shown !== 'editor') return;
		clear_toasts(); // the score says what was read, and they would hide it
		this.to_score();
	}

	// Takes in what was read, and answers whether that was anything; a picture of another game leads there.
	async read(found, player) {
		const answer = name_tags(this, found);
		this.set.id ||= found.set; // the next photo is added to those before this view
		const ours = [...(answer.hands || []), ...(answer.drafts || [])].some(each => each.play === this.piece.play);
		const [other] = (answer.pieces || []).filter(
			piece => !this.piece.sheets.some(sheet => sheet.svg.includes(piece.code))
		);
		if (!ours && other && player >= 0) {
			const code = html`<span class="code">${other.code}</span>`,
				which = other.round ? `round ${other.round}, table ${other.table}` : code,
				text = html`<p>This picture shows ${which}, which is not this game.</p>`;
			if (await sure('Another game', text, 'Stay here', 'go', 'Go to it')) {
				keep_for_play([found]);
				go('/c/' + other.code);
			}
			return false;
		}
		return ours || player >= 0 ? apply_photo(this, answer, player) : false;
	}

	keys(event) {
		const key = event.key.toLowerCase();
		if (!(event.ctrlKey || event.metaKey) || !'yz'.includes(key) || this.shown !== 'editor') return;
		if (event.target.matches?.('input[type=text], textarea')) return;
		const done = key === 'z' && !event.shiftKey ? this.draft.undo() : this.draft.redo();
		event.preventDefault();
		say(done ? 'Done. ' + this.game.progress(this.draft.state, this) : 'There is nothing more to undo or redo.');
	}

	leave() {
		this.shown = '';
		this.check.stop();
		this.call?.stop();
		this.unshare?.();
		this.left?.();
	}
}
