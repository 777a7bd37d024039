// SPDX-License-Identifier: MIT
// The score of a game, line by line, and the step from a score to a stored result:
// everybody who played says yes, then the kiosk has it on disk.
import {button, count, h, listed, put, symbol} from './dom.js';
import {about_game, house_rule} from './game.js';
import {is_waiting, store, unwatch, watch} from './outbox.js';
import {letters, name_field, name_of, player_badge} from './players.js';
import {go, state_mark, say, sound} from './shell.js';
import {remember_game} from './play/history.js';
import {already_stored} from './play.js';

export function player_name(score, index) {
	return score.players[index].name || `Player ${letters[index]}`;
}

// Who won, in words.
export function verdict(score) {
	const names = score.winners.map(index => player_name(score, index));
	if (score.players.length === 1) return count(score.players[0].total, 'point');
	if (names.length === 0) return 'Nobody wins';
	if (names.length > 1)
		return names.length === score.players.length ? 'A tie: all share the win' : `${listed(names)} share the win`;
	return `${names[0]} wins`;
}

function signed(points) {
	return points < 0 ? '−' + -points : String(points);
}

function lines_of(score, index, game) {
	const player = score.players[index];
	return h(
		'table',
		{},
		h('caption', {class: 'unseen'}, `Every line of ${player_name(score, index)}`),
		h(
			'tbody',
			{},
			player.lines.map(line =>
				h(
					'tr',
					{'data-line': line.what},
					h('td', {class: 'sign'}, symbol(game.picture(line.what))),
					h(
						'th',
						{scope: 'row'},
						h('strong', {}, line.what),
						h('br'),
						h('span', {class: 'soft small'}, line.why)
					),
					h('td', {class: 'number'}, signed(line.points))
				)
			),
			player.lines.length === 0 && h('tr', {}, h('td', {class: 'soft'}, 'Nothing that counts.'))
		)
	);
}

// A card a player, winners first. On a small screen they are a ranking, each opened by a tap.
const WIDE = matchMedia('(min-width: 44rem)');

export function score_cards(score, game) {
	const order = score.players
		.map((_, index) => index)
		.sort((a, b) => score.players[a].place - score.players[b].place);
	return h(
		'ol',
		{class: 'bare cards', id: 'cards'},
		order.map(index => {
			const player = score.players[index];
			return h(
				'li',
				{
					class: 'plain card' + (score.winners.includes(index) ? ' winner' : ''),
					'data-player': index,
					'data-place-won': player.place,
				},
				h(
					'details',
					{open: WIDE.matches || score.players.length === 1},
					h(
						'summary',
						{},
						score.players.length > 1 &&
							h('span', {class: 'place-won'}, h('span', {class: 'unseen'}, 'Place '), `${player.place}.`),
						player_badge(index),
						h('h2', {class: 'grow'}, player_name(score, index)),
						h('strong', {class: 'total number', 'data-total': player.total}, signed(player.total))
					),
					lines_of(score, index, game)
				)
			);
		})
	);
}

// What the organiser ruled, where there is such a thing.
export function ruled(score, result) {
	return (
		score.ruling &&
		h(
			'p',
			{class: 'ruling', 'data-ruling': ''},
			`Ruling: ${score.ruling}`,
			result?.lost?.length > 0 && ` Lost: ${listed(result.lost)}.`
		)
	);
}

export function banner(score, game) {
	const [rank, rank_symbol] = (score.players.length === 1 && game.ranks?.[score.rank]) || [];
	return h(
		'section',
		{class: 'banner', id: 'verdict'},
		h(
			'span',
			{class: 'scraps', 'aria-hidden': 'true'},
			Array.from({length: 18}, (_, index) => h('i', {vars: {n: (7 * index) % 18}}))
		),
		symbol(rank_symbol || 'trophy', {class: 'symbol prize'}),
		h('div', {}, h('h1', {tabindex: '-1'}, verdict(score)), h('p', {}, rank ? `Rank: ${rank}.` : score.note), ruled(score))
	);
}

function rule_row(play, rule, value) {
	const {text, word} = house_rule(play.game, rule.name);
	if (play.piece.event) return h('li', {}, `${text} ${word(value)}.`);
	return h(
		'li',
		{},
		h(
			'label',
			{class: 'row'},
			text,
			h(
				'select',
				{
					'data-rule': rule.name,
					onchange: event => {
						play.draft.change(state => {
							state.rules[rule.name] = rule.values[event.target.selectedIndex];
						});
						play.check.soon();
					},
				},
				rule.values.map(each =>
					h(
						'option',
						{selected: each === value},
						word(each) + (each === play.piece.rules?.[rule.name] ? ', as printed' : '')
					)
				)
			)
		)
	);
}

function house_rules(play) {
	const {rules} = about_game(play.about, play.piece.game);
	// What is not usual is not hidden.
	const open = rules.some(rule => (play.draft.state.rules[rule.name] ?? rule.values[0]) !== rule.values[0]);
	return (
		rules.length > 0 &&
		h(
			'details',
			{class: 'plain rules', open},
			h('summary', {}, 'House rules'),
			h(
				'ul',
				{class: 'bare stack'},
				rules.map(rule => rule_row(play, rule, play.draft.state.rules[rule.name] ?? rule.values[0]))
			),
			play.piece.event && h('p', {class: 'soft small'}, 'The organiser has set them for this round.')
		)
	);
}

// Who played, where nobody is seated: a photo may have led here before anybody was asked.
function who_played(play, renamed) {
	const {state} = play.draft;
	if (play.piece.event) return null;
	return h(
		'details',
		{class: 'plain who', open: state.players.some(({name}) => !name.trim())},
		h('summary', {}, 'Who played?'),
		h(
			'ul',
			{class: 'bare stack'},
			state.players.map((_, index) => h('li', {class: 'row person'}, player_badge(index), name_field(play, index, renamed)))
		)
	);
}

// What became of storing it, in the place where it was asked.
function follow_up(play, box) {
	return (what, about) => {
		if (what === 'stored') {
			play.draft.forget();
			remember_game(about, play.card);
			sound('found');
			say('The result is stored.');
			go('/entry/' + about.id, true);
		} else if (what === 'waiting') {
			put(
				box,
				h(
					'div',
					{class: 'state again', id: 'waiting', role: 'status'},
					state_mark('again'),
					h(
						'div',
						{},
						h('strong', {}, 'Not stored yet, trying again.'),
						h(
							'p',
							{},
							about.message,
							' The result is kept on this device and sent again by itself; it counts once.'
						)
					)
				)
			);
		} else if (about.kind === 'taken' && about.body.entry) {
			play.draft.forget();
			sound('refused');
			already_stored(play.root, play.piece, about.body.entry);
		} else {
			sound('refused');
			play.sent = false;
			if (about.kind === 'used') play.draft.rename();
			play.root.querySelector('.back')?.removeAttribute('hidden');
			put(
				box,
				h(
					'div',
					{class: 'state refused', role: 'alert'},
					state_mark('refused'),
					h(
						'div',
						{},
						h('strong', {}, about.message),
						about.body.problems?.length > 1 &&
							h(
								'ul',
								{},
								about.body.problems.map(each => h('li', {}, each))
							)
					)
				),
				about.kind === 'used' &&
					h('a', {class: 'button', href: '/entry/' + about.body.entry.id}, 'See what is stored'),
				about.kind === 'organiser'
					? h('a', {class: 'button', href: '/organise'}, 'Log in as the organiser')
					: null,
				button('Back to the game', 'edit', () => {
					play.sent = false;
					play.editor();
				})
			);
		}
	};
}

function send(play, box, path, more) {
	put(box, h('p', {class: 'busy', role: 'status'}, 'Storing …'));
	// What is on its way is not changed any more.
	play.sent = true;
	play.root.querySelector('.back').hidden = true;
	const {submission} = play.draft;
	play.left = () => unwatch(submission);
	store(path, {submission, result: play.result(), ...more}, play.draft.name, follow_up(play, box));
}

// Each taps a name, their own; then it is stored. `yes`: who has.
function agreement(play, box, yes) {
	const {state} = play.draft;
	const people = state.players.map((_, index) =>
		button(
			[
				player_badge(index),
				h('span', {class: 'grow'}, name_of(state, index)),
				h('span', {class: 'tick', 'aria-hidden': 'true'}),
			],
			'agree',
			event => {
				const pressed = !yes.has(index);
				yes[pressed ? 'add' : 'delete'](index);
				event.currentTarget.setAttribute('aria-pressed', pressed);
				if (yes.size === state.players.length)
					send(play, box, '/api/result', {agreed: state.players.map((__, each) => name_of(state, each))});
				else say(`${state.players.length - yes.size} still to agree.`);
			},
			{class: 'agree', 'data-player': index, 'aria-pressed': yes.has(index)}
		)
	);
	put(
		box,
		h('h2', {}, people.length > 1 ? 'Do you all agree?' : 'Is that right?'),
		h(
			'p',
			{class: 'soft'},
			people.length > 1
				? 'Each of you taps your own name. After the last one the result is stored.'
				: 'Tap your name, and the result is stored.'
		),
		h('div', {class: 'people-agree'}, people)
	);
}

function correcting(play, box) {
	const why = h('textarea', {id: 'why', rows: 2, maxlength: 500, required: true});
	const form = h(
		'form',
		{class: 'stack'},
		h('label', {class: 'field'}, 'Why is it corrected? Everybody can read this.', why),
		h('button', {class: 'main', 'data-act': 'store-correction'}, 'Store the correction')
	);
	form.addEventListener('submit', event => {
		event.preventDefault();
		send(play, box, '/api/correct', {why: why.value.trim()});
	});
	put(box, form);
}

// What a game has to say of how it was played; a stored one has its entry's number. Nothing where that is nothing.
export async function show_review(box, game, result, score, entry) {
	try {
		put(box, await game.review?.(result, index => player_name(score, index), entry));
	} catch {
		/* the score stands without it */
	}
}

export function score_view(play, score) {
	const box = h('section', {class: 'plain agreement', id: 'agreement'}),
		top = h('div', {}),
		reviewed = h('div', {});
	const yes = new Set();
	const paint = (now, again) => {
		put(top, banner(now, play.game), score_cards(now, play.game));
		if (again) say(verdict(now));
	};
	// A name is no reason to ask everybody again.
	const renamed = () => {
		agreement(play, box, yes);
		play.check.soon();
	};
	paint(score);
	sound('win');
	play.rescored = now => paint(now, true);
	put(
		play.root,
		h(
			'div',
			{class: 'score'},
			top,
			h(
				'div',
				{class: 'score-foot'},
				box,
				h(
					'div',
					{class: 'stack'},
					!play.corrects && who_played(play, renamed),
					house_rules(play),
					reviewed,
					h(
						'p',
						{class: 'back'},
						button('Back to change something', 'edit', () => history.back())
					)
				)
			)
		)
	);
	if (play.corrects) correcting(play, box);
	else agreement(play, box, yes);
	show_review(reviewed, play.game, play.result(), score);
}

// After a reload: it is still on its way.
export function resume(play) {
	const {submission} = play.draft;
	if (!is_waiting(submission)) return false;
	const box = h('section', {class: 'plain narrow'}, h('p', {class: 'busy', role: 'status'}, 'Storing …'));
	play.shown = 'score';
	put(play.root, h('h1', {tabindex: '-1'}, play.piece.title), box);
	play.left = () => unwatch(submission);
	watch(submission, follow_up(play, box));
	return true;
}
