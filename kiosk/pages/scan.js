// SPDX-License-Identifier: MIT
// The first view: which game was played? By live camera, photo, file, typed code or hand
// scanner; and while nobody is there, what to do, the address for phones, recent results.
import {get, kiosk, live} from './api.js';
import {ask, button, count, html, icon, into, listen, put, style, symbol} from './dom.js';
import {about_game, facts_of, recent_list} from './game.js';
import {Camera, no_camera_reason} from './camera.js';
import {history_panel} from './play/history.js';
import {offer, offers_panel, take_offer} from './play/next.js';
import {advice_of, keep_for_play, on_files, photo_button, PhotoSet} from './photo.js';
import {go, state_mark, say, set_title, sound, tell} from './shell.js';
import {code_characters, grouped} from './hand_scanner.js';

const CORNER_TAGS = 256; // ids below are corners of forms, not pieces

// What a person typed so far of a code.
const clean = text => code_characters(text).slice(0, 20);

// Writes groups of five while typing and leaves the caret where it was.
function format(input) {
	const before = clean(input.value.slice(0, input.selectionStart)).length,
		code = clean(input.value);
	const end = input.selectionStart === input.value.length;
	input.value = grouped(code);
	const at = end ? input.value.length : before + Math.floor(Math.max(0, before - 1) / 5);
	input.setSelectionRange(at, at);
	return code;
}

function typed() {
	const input = html`<input id="code" type="text" inputmode="text" autocomplete="off" autocapitalize="characters"
		spellcheck="false" placeholder="XXXXX-XXXXX-XXXXX-XXXXX" class="code" aria-describedby="code-says"
		enterkeyhint="go" maxlength="200">`;
	const says = html`<p id="code-says"></p>`;
	const look = () => {
		const code = format(input);
		put(says, code ? `${code.length} of 20 characters` : 'Upper or lower case, with or without dashes.');
		says.className = 'small soft';
		input.removeAttribute('aria-invalid');
	};
	const open = async event => {
		event.preventDefault();
		try {
			const piece = await get('/api/piece/' + encodeURIComponent(clean(input.value) || '-'));
			tell('found', piece.title);
			go('/c/' + piece.code);
		} catch (problem) {
			sound('refused');
			says.className = 'says-refused';
			put(says, state_mark('refused'), ' ', problem.message);
			say(problem.message, true);
			input.setAttribute('aria-invalid', 'true');
			input.focus();
		}
	};
	const form = html`<form class="typed" data-act="code" onsubmit=${open}>
		<label for="code">Type the code under the QR</label>
		<div class="row">${input}<button type="submit" class="main" data-act="open">Open</button></div>${says}
	</form>`;
	const clear = () => {
		input.value = '';
		look();
	};
	input.addEventListener('input', look);
	look();
	return {form, clear};
}

// The games of a picture, by a text that is another for each.
function games_in(answer) {
	const plays = new Map();
	for (const piece of answer.pieces || [])
		plays.set([piece.game, piece.round, piece.table, piece.code.slice(0, 14)].join(), piece);
	const named = [...(answer.drafts || []), ...(answer.hands || [])].map(each => each.play).filter(Boolean);
	if (!plays.size && named.length) plays.set('', {code: named[0]});
	return [...plays.values()];
}

function game_text(about, piece) {
	return `${about_game(about, piece.game).title}, ${piece.round ? `round ${piece.round}, table ${piece.table}` : piece.code.slice(0, 11)}`;
}

// Goes to what was seen; says whether there was anything. Several games come one after the other. `apart`: the
// pictures that it was seen in, where each is to be applied separately.
async function follow(answer, apart, about) {
	const answers = apart || [answer],
		games = games_in(answer).map(piece => ({code: piece.code, text: game_text(about, piece), answers}));
	if (!games.length) return false;
	let [first] = games;
	if (games.length > 1) {
		const text = html`<p>They are scored one after the other. Which one first?</p>`,
			choices = [...games.map(({code, text: name}) => [code, name]), ['', 'None']],
			choice = await ask(`${games.length} games in this picture`, text, choices);
		if (!choice) return true;
		first = games.find(({code}) => code === choice);
	}
	tell('found', 'Found it.');
	offer(games.filter(game => game !== first));
	take_offer(first);
	return true;
}

// Pieces that were seen without the code of their game: they are kept until it is shown, in whatever order.
// What to do now, as a sentence; '' where there are none.
function waiting_for_code(set, answer, about) {
	const loose = new Set(set.tags.filter(id => id >= CORNER_TAGS)).size,
		named = about.games.filter(game => game.tagged),
		{one, many, owner} = named.length === 1 ? named[0].tagged : {one: 'piece', many: 'pieces', owner: 'one sheet'};
	if (!loose) return '';
	keep_for_play([set.whole(answer)]);
	return `${count(loose, one, many)} seen. Now show the QR on ${owner}.`;
}

// Reads pictures that were chosen together, all before any is followed: they are of one game.
async function read_all(set, files) {
	const answers = [];
	for (const file of files)
		try {
			answers.push(await set.read(file, files));
		} catch (problem) {
			tell('refused', problem.message);
		}
	return answers;
}

// Follows all that was seen so far. A sentence that says what to do where that leads nowhere yet. Pictures that say by
// themselves what they are of stay apart: each may be another player's hand.
async function follow_all(seeing, answers, about) {
	const {set} = seeing,
		apart = answers.length > 1 && answers[0].first && answers.every(({pieces}) => pieces.length),
		answer = answers.at(-1);
	if (await follow(set.whole(answer), apart && answers, about)) {
		seeing.set = new PhotoSet();
		return '';
	}
	const advice = answer.problems[0] || advice_of(answer) || 'Closer, straighter, more light?';
	return waiting_for_code(set, answer, about) || advice;
}

function live_camera(local, seeing, about) {
	const no = no_camera_reason(),
		camera = new Camera();
	const state = html`<p class="lens-says" role="status">
		${state_mark('again')}<span>Hold the sheet in front of the camera</span>
	</p>`;
	const lens = html`<div class="lens" id="camera" data-state="off"></div>`;
	const set = (kind, text) => {
		if (lens.dataset.state === kind && state.lastChild.textContent === text) return;
		lens.dataset.state = kind;
		into(state)`${state_mark(kind)}<span>${text}</span>`;
	};
	const off = () => {
		const on = button([icon('camera'), 'Live camera'], 'camera', start, {class: 'wide'});
		lens.dataset.state = 'off';
		camera.stop();
		put(lens, no ? html`<p class="why soft">${no}</p>` : on);
	};

	async function seen(answer) {
		const next = await follow_all(seeing, [answer], about);
		if (!next) set('found', 'Found');
		else set(answer.problems.length && !seeing.set.tags.length ? 'refused' : 'again', next);
	}

	async function start() {
		try {
			await camera.start();
		} catch (problem) {
			tell('refused', problem.message);
			into(lens)`<p class="why soft">${problem.message}</p>${button('Try again', 'camera', start)}`;
			return;
		}
		into(lens)`${camera.video}<span class="frame" aria-hidden="true"></span>${state}
			${button('Switch off', 'camera-off', off, {class: 'small'})}`;
		set('again', 'Hold the sheet in front of the camera');
		camera.watch(
			seen,
			problem => set('refused', problem.message),
			() => seeing.set
		);
	}

	off();
	// A kiosk whose camera is allowed starts it at once.
	const granted = answer => answer.state === 'granted' && lens.isConnected && start();
	if (local && !no) navigator.permissions?.query({name: 'camera'}).then(granted, () => {});
	return {root: lens, stop: () => camera.stop()};
}

async function recent(root, about) {
	const {recent: rows} = await get('/api/standings');
	put(root, rows.length > 0 && [html`<h2>Latest results</h2>`, recent_list(rows.slice(0, 6), about)]);
}

// Whether the QRs that were printed for the event open this kiosk in a phone's browser.
function qr_leads_here(about) {
	const printed = about.event?.url?.toLowerCase() || '';
	return [location.origin + '/', ...(about.addresses || [])].some(each => printed.startsWith(each.toLowerCase()));
}

function address(about) {
	const [url] = about.addresses || [],
		photo = 'On the page that opens, take a photo of your sheet: its QR has no address of its own.';
	return html`<section if=${url} class="address">
		<img src="/address.svg" alt="QR code of ${url}" width="200" height="200">
		<div>
			<h2>With your own phone</h2>
			<p id="phone-how">
				Point its camera at this${qr_leads_here(about) ? ', or at the QR on your sheet.' : '. ' + photo}
			</p>
			<p class="code">${url}</p>
		</div>
	</section>`;
}

// What there is to play, to print and to score without a code.
const games_section = about => html`<section class="games">
	<h2>The games</h2>
	<ul class="bare">${about.games.map(
		game => html`<li>
			${symbol(game.symbol)}
			<div>
				<h3>${game.title}</h3>
				<p>${game.about}</p><p class="soft small">${facts_of(game)}</p>
				<p class="row">
					<a if=${about.printing} class="button small" href="/print?game=${game.id}" aria-label="Print ${game.title}">Print</a>
					<a class="button small" href="/rules/${game.id}" aria-label="Rules of ${game.title}">Rules</a>
					<a if=${about.casual && game.casual} class="button small" href="/?casual=${game.id}"
						data-act="casual-${game.id}" aria-label="Score ${game.title} without a code">Score without a code</a>
				</p>
			</div>
		</li>`
	)}</ul>
</section>`;

export async function show(root) {
	const [about] = await Promise.all([kiosk(), style('scan.css')]);
	set_title('Score a game');
	const seeing = {set: new PhotoSet()},
		past = history_panel(about);
	const camera = live_camera(about.local, seeing, about),
		code = typed(),
		lately = html`<section class="lately" aria-label="Recent results"></section>`;
	const waiting = html`<p class="state again waiting" id="waiting" role="status"></p>`;
	const read = async files => {
		root.classList.add('reading');
		say(files.length > 1 ? `${files.length} pictures are being read.` : 'The picture is being read.');
		const answers = await read_all(seeing.set, files),
			next = answers.length ? await follow_all(seeing, answers, about) : '';
		if (next && seeing.set.tags.length) {
			into(waiting)`${state_mark('again')}<span>${next}</span>`;
			sound('found');
		} else if (next) {
			tell('again', 'No code was seen in this picture. ' + next);
		}
		root.classList.remove('reading');
	};
	into(root)`<div class="welcome">
		<section class="hero">
			<p class="band" aria-hidden="true">
				${['scissors', 'watermelon', 'sock', 'paperclip', 'emerald', 'chip3'].map(name => symbol(name))}
			</p>
			<h1 tabindex="-1">Print a board game, play it, and a photo adds up the score.</h1>
			<p class="lead">
				Played? Show the sheet, ticket, card or pad with its QR code, or a photo of what you collected.
			</p>
			${waiting}
			<p class="row">
				<a if=${about.event} class="button" href="/where" data-act="where-do-i-sit">Where do I sit?</a>
				<a if=${about.printing} class="button" href="/print" data-act="print-a-game">Print a game</a>
			</p>
			<div class="ways">${photo_button('Photo or file', read, {class: 'main wide'})}${camera.root}</div>
			<p class="soft small drop-hint">Or drop a picture or a PDF anywhere. A hand scanner works at any time.</p>
			<hr class="cut">${code.form}
		</section>
		<aside class="beside">
			${offers_panel()}${address(about)}
			${games_section(about)}
			${lately}${past && html`<section class="past">${past}</section>`}
		</aside>
	</div>`;
	const refresh = () => recent(lately, about).catch(() => {}),
		idle = () => {
			code.clear();
			seeing.set = new PhotoSet();
			put(waiting);
		};
	const stops = [camera.stop, on_files(read), live(refresh), listen(window, {'seedpress-idle': idle})];
	refresh();
	return () => stops.forEach(stop => stop());
}
