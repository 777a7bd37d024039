// SPDX-License-Identifier: MIT
// One game at the table: the printed sheet alive, the people, the running check, and
// then its score. What differs from game to game is in games/.
import {get, kiosk} from './api.js';
import {ask, button, count, h, keep_focus, listed, put, short_time, style} from './dom.js';
import {load_game} from './game.js';
import {no_camera_reason} from './camera.js';
import {checker} from './check.js';
import {Draft} from './draft.js';
import {watch_table} from './live.js';
import {apply_photo, keep_for_play, kept_for_play, name_tags, on_files, photo_button, read_photo} from './photo.js';
import {name_of, players_panel} from './players.js';
import {roving} from './play/roving.js';
import {clear_toasts, go, state_mark, say, set_title, tell} from './shell.js';
import {player_name, resume, score_view} from './score.js';
import {played_here} from './play/history.js';
import {use_colours} from './play/palette.js';
import {share} from './play/shared_draft.js';
import {Sight} from './sight.js';
import {tell_other_tabs} from './play/tabs.js';

// A game without a code looks like one with, but has nothing printed.
function casual({id, title, designer}, game) {
	return {
		game: id,
		title,
		designer,
		code: null,
		play: '',
		players: game.casual_players,
		sheets: [],
		names: [],
		rules: {},
		layout: null,
		event: false,
		entry: null,
		others: [],
		casual: true,
	};
}

// A correction starts from what stands.
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
		already_stored(root, printed, printed.entry);
		return undefined;
	}
	const game = await load_game(printed ? printed.game : what);
	const piece = printed || {...casual(without_code, game), away: about.away};
	set_title(piece.title);
	root.classList.add('game-' + piece.game);
	use_colours(root, piece.colours);
	const play = new Play(root, piece, about, game, corrects);
	const stop = on_files(files => play.photo(files));
	const keys = event => play.keys(event);
	const back = event => {
		if (play.shown === 'score' && !play.sent) {
			event.preventDefault();
			play.editor();
		}
	};
	addEventListener('keydown', keys);
	addEventListener('seedpress-back', back);
	const unfollow = play.draft.follow(() => {
		tell('found', 'This game was stored in another tab.');
		go(location.pathname + location.search, true);
	});
	const alone = tell_other_tabs(play.draft.name, () => play.is_later());
	if (!resume(play)) {
		play.editor();
		if (piece.event && !corrects)
			play.unshare = share(play, () => tell('found', 'Somebody else at this table has entered something.'));
	}
	const seen = kept_for_play();
	if (seen.length) play.take(seen, -1);
	else if (play.draft.restored && play.shown === 'editor') tell('found', 'Here is what was entered before.');
	return () => {
		removeEventListener('keydown', keys);
		removeEventListener('seedpress-back', back);
		unfollow();
		alone();
		stop();
		play.leave();
	};
}

// The table has its result: what stands, and who can change it.
export function already_stored(root, piece, entry) {
	put(
		root,
		h(
			'section',
			{class: 'plain narrow', id: 'taken'},
			h('h1', {tabindex: '-1'}, 'This table has its result'),
			h(
				'div',
				{class: 'state again'},
				state_mark('again'),
				h(
					'p',
					{},
					'It is stored and counts. If something is wrong with it, tell the organiser, who can change it.'
				)
			),
			h(
				'ol',
				{class: 'bare standing'},
				entry.score.players
					.map((player, index) => [player, index])
					.sort((a, b) => a[0].place - b[0].place)
					.map(([player, index]) =>
						h(
							'li',
							{class: 'row apart'},
							h('span', {}, `${player.place}. ${player_name(entry.score, index)}`),
							h('strong', {class: 'number'}, player.total)
						)
					)
			),
			h(
				'p',
				{class: 'row'},
				h('a', {class: 'button main', href: '/entry/' + entry.id}, 'See every line'),
				others(piece)
			)
		)
	);
}

function others(piece) {
	const all = piece.others || [];
	const closed = all.filter(other => !other.code && !other.in).length;
	return [
		all
			.filter(other => other.code)
			.map(other =>
				h(
					'a',
					{class: 'button', href: '/c/' + other.code},
					`Other side …${other.code.slice(-5)}`,
					other.in ? state_mark('found') : ''
				)
			),
		closed > 0 &&
			h('span', {class: 'soft'}, `${count(closed, 'more side')} of this table to scan when played.`)
	];
}

// A code may be played again; whoever scores it twice by mistake is told.
function scored_before(entry) {
	const totals = entry.score.players.map((player, index) => `${player_name(entry.score, index)} ${player.total}`);
	return h(
		'p',
		{class: 'state again', id: 'before'},
		state_mark('again'),
		h(
			'span',
			{},
			`This code was scored before, ${short_time(entry.when)}: ${listed(totals)}. `,
			h('a', {href: '/entry/' + entry.id}, 'See that result')
		)
	);
}

class Play {
	constructor(root, piece, about, game, corrects) {
		Object.assign(this, {root, piece, about, game, corrects, parts: [], score: null});
		const name = corrects ? 'correct.' + corrects.id : piece.play || 'casual.' + piece.game;
		this.draft = new Draft(name, () => this.start());
		this.draft.on(() => this.paint());
		this.check = checker(this, score => this.checked(score));
		this.busy = 0;
		this.sight = new Sight();
	}

	// Who is given something now. It is part of the draft, so that what is undone is undone for the
	// player whose turn it was.
	get chosen() {
		return this.draft.state.chosen || 0;
	}

	// What is remembered of where it was played: never the code of an event's table.
	get card() {
		const {piece, about} = this;
		return piece.code && !piece.event && !piece.pass && !about.event?.keyed ? piece.play : null;
	}

	// Those who sit there, or who played the game that this is the rematch of.
	names() {
		const again = Number(new URLSearchParams(location.search).get('again')),
			before = again && played_here().find(each => each.entry === again && each.game === this.piece.game);
		return !this.piece.event && before ? before.players.map(({name}) => name) : this.piece.names;
	}

	start() {
		const names = this.names(),
			many = this.piece.casual && names.length > 0 ? names.length : this.piece.players;
		const state = {
			chosen: 0,
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
		const {piece} = this;
		const where = piece.event ? `Round ${piece.round}, table ${piece.table}` : 'Casual game';
		return h(
			'header',
			{class: 'play-head'},
			h(
				'div',
				{},
				h('h1', {tabindex: '-1'}, piece.title),
				h(
					'p',
					{class: 'soft'},
					`by ${piece.designer} · ${where}`,
					piece.code && !piece.pass && [' · ', h('span', {class: 'code'}, piece.code)]
				)
			),
			this.corrects &&
				h(
					'p',
					{class: 'state again'},
					state_mark('again'),
					h('span', {}, `You correct entry ${this.corrects.id}. The old one stays visible.`)
				),
			piece.away &&
				h(
					'p',
					{class: 'state again', id: 'away'},
					state_mark('again'),
					h('span', {}, `Nothing can be stored just now: ${piece.away}. The game can be entered and scored; the result is kept here and stored when that works again.`)
				),
			h(
				'p',
				{class: 'state again', id: 'other-tab', hidden: !this.later},
				state_mark('again'),
				h('span', {}, 'This game is open in another tab of this browser too. Both show the same; one of them is enough.')
			),
			piece.before && !this.corrects && scored_before(piece.before),
			h('div', {class: 'row'}, others(piece))
		);
	}

	editor() {
		this.shown = 'editor';
		const sheets = this.game.sheets(this),
			people = players_panel(this),
			panel = this.game.panel(this);
		this.parts = [sheets, people, panel];
		roving(panel.root, 'button');
		this.photos =
			this.piece.code &&
			h(
				'div',
				{class: 'panel row photos'},
				photo_button('', files => this.photo(files)),
				!no_camera_reason() &&
					button(
						[h('span', {class: 'icon icon-camera', 'aria-hidden': 'true'}), 'Camera here'],
						'camera',
						() => this.picture()
					)
			);
		this.score_button = button('Score', 'score', () => this.to_score(), {class: 'main', id: 'score'});
		this.undo_button = this.icon('icon-undo', 'undo', 'Undo', () => this.draft.undo());
		this.redo_button = this.icon('icon-redo', 'redo', 'Redo', () => this.draft.redo());
		put(
			this.root,
			this.head(),
			h(
				'div',
				{class: 'play' + (sheets.empty ? ' no-sheets' : '')},
				h('div', {class: 'top'}, people.root, this.photos),
				h('div', {class: 'sheets-area'}, sheets.root),
				h(
					'aside',
					{class: 'side'},
					panel.root,
					this.check.root,
					h(
						'div',
						{class: 'panel row'},
						button('Start over', 'clear', () => this.clear(), {class: 'quiet small'}),
						this.about.organiser &&
							this.piece.event &&
							button('Ruling', 'ruling', () => this.rule(), {class: 'quiet small'})
					)
				)
			),
			h(
				'div',
				{class: 'actions'},
				this.undo_button,
				this.redo_button,
				h('p', {class: 'grow soft', id: 'progress'}),
				this.score_button
			)
		);
		this.paint();
	}

	// The organiser decides what players cannot: what was entered counts, with a ruling.
	async rule() {
		const {rule} = await import('./organise/ruling.js'),
			{state} = this.draft,
			lost = this.game.can_be_lost?.(state, this);
		const entry = await rule({
			result: this.result(),
			names: state.players.map(player => player.name),
			lost,
			kind: lost?.length && 'lost',
		});
		if (!entry) return;
		this.draft.forget();
		go('/entry/' + entry.id);
	}

	icon(icon, act, text, run) {
		return button(h('span', {class: 'icon ' + icon, 'aria-hidden': 'true'}), act, run, {
			'aria-label': text,
			title: text,
			class: 'tool',
		});
	}

	paint() {
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

	checked(score) {
		this.score = score;
		if (this.shown === 'editor') this.score_button.setAttribute('aria-disabled', String(!score));
		else if (score) this.rescored?.(score);
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
		const whose = this.game.picks && this.game.hand ? `, ${name_of(this.draft.state, this.chosen)}’s first` : '';
		put(this.photos.querySelector('[data-act=photo] span:last-child'), this.game.photo(this));
		put(this.photos.querySelector('[data-act=gallery]'), 'From your photos' + whose);
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
			const box = this.root.querySelector('#check');
			box.scrollIntoView({block: 'center'});
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
		const answer = await ask(
			'Start over?',
			h('p', {}, 'Everything entered for this game is cleared. Undo brings it back.'),
			[
				['', 'Keep it'],
				['clear', 'Start over', 'main'],
			]
		);
		if (answer)
			this.draft.change(state => {
				const fresh = this.start();
				fresh.players.forEach((player, index) => {
					player.name = state.players[index]?.name || player.name;
				});
				Object.assign(state, fresh);
			});
	}

	// Photos one after the other: each may ask something.
	async photo(files) {
		if (!this.piece.code) tell('again', 'A game without a code has nothing that a picture could show: enter it here.');
		else if (this.shown === 'score') tell('again', 'First go back to the game: then the picture can be read.');
		if (this.shown !== 'editor' || !this.piece.code) return;
		document.body.dataset.busy = 'photo';
		this.root.classList.add('reading');
		say(files.length > 1 ? `${files.length} pictures are being read.` : 'The picture is being read.');
		let taken = false;
		for (const file of files)
			try {
				if (await this.read(await read_photo(file, this.piece.code), this.game.picks ? this.chosen : 0)) taken = true;
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
		const answer = this.add_up(name_tags(this, found));
		const ours = [...(answer.hands || []), ...(answer.drafts || [])].some(each => each.play === this.piece.play);
		const [other] = (answer.pieces || []).filter(
			piece => !this.piece.sheets.some(sheet => sheet.svg.includes(piece.code))
		);
		if (!ours && other && player >= 0) {
			const there = await ask(
				'Another game',
				h(
					'p',
					{},
					'This picture shows ',
					other.round
						? `round ${other.round}, table ${other.table}`
						: h('span', {class: 'code'}, other.code),
					', which is not this game.'
				),
				[
					['', 'Stay here'],
					['go', 'Go to it', 'main'],
				]
			);
			if (there) {
				keep_for_play([found]);
				go('/c/' + other.code);
			}
			return false;
		}
		return ours || player >= 0 ? apply_photo(this, answer, player) : false;
	}

	// Photos of one table are one sight: a form that was seen before is what all of them say. Pieces are taken
	// as the newest photo has them, so that what was corrected by hand meanwhile stays.
	add_up(answer) {
		this.sight.add(answer);
		const forms = (answer.images || []).flatMap(image => image.forms || []),
			together = forms.map(form => this.sight.form(form));
		return {
			...answer,
			images: (answer.images || []).map(image => ({...image, forms: (image.forms || []).map(form => this.sight.form(form))})),
			drafts: (answer.drafts || []).map(draft => this.sight.draft(draft, together, forms)),
		};
	}

	keys(event) {
		if (
			!(event.ctrlKey || event.metaKey) ||
			this.shown !== 'editor' ||
			event.target.matches?.('input[type=text], textarea')
		)
			return;
		const key = event.key.toLowerCase();
		const done =
			key === 'z' && !event.shiftKey ? this.draft.undo() : key === 'y' || key === 'z' ? this.draft.redo() : null;
		if (done === null) return;
		event.preventDefault();
		say(done ? 'Done. ' + this.game.progress(this.draft.state, this) : 'There is nothing more to undo or redo.');
	}

	leave() {
		this.shown = '';
		this.check.stop();
		this.unshare?.();
		this.left?.();
	}
}
