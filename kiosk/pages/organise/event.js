// SPDX-License-Identifier: MIT
// The event itself: the kit that was printed, its name, the round, what places are worth.
import {button, count, heads, html, into, joined, keep_focus, put, select} from '../dom.js';
import {house_rule, load_game} from '../game.js';
import {alarm, say, tell} from '../shell.js';
import {tie_words, ties_say} from '../standings.js';
import {choice, field, file_field, form, password_field, select_field} from './form.js';
import {scheme_field} from './scheme.js';

const LARGEST = 128 * 1024 * 1024;
let take = null; // imports a file; there while the tab is

export const dropped = file => take?.(file);

// The house rules of a round; their words come with the game's module.
function rules_cell(organiser, {game: id, rules}) {
	const cell = html`<td class="soft">no house rules</td>`,
		entries = Object.entries(rules || {});
	const say_in = game => {
		const words = entries.map(([name, value]) => [house_rule(game, name), value]);
		put(cell, words.map(([{text, word}, value]) => `${text} ${word(value)}`).join('. '));
	};
	if (entries.length) say_in({});
	if (entries.length && organiser.about.games.some(game => game.id === id)) load_game(id).then(say_in, () => {});
	return cell;
}

const rounds_table = (organiser, rounds) => html`<div class="scroll">
	<table class="stacked">
		${heads(['Round', 'Game', 'Tables', 'House rules'])}
		<tbody>${rounds.map(
			(round, index) => html`<tr>
				<td><strong>${round.round || index + 1}</strong></td><td>${organiser.title(round.game)}</td>
				<td class="once">${count(round.tables, 'table')}</td>${rules_cell(organiser, round)}
			</tr>`
		)}</tbody>
	</table>
</div>`;

function kit(organiser) {
	const kept = (organiser.kit ||= {manifest: null, key: null}),
		before = organiser.about.event,
		shown = html`<div class="stack" id="kit-shown"></div>`,
		says = html`<div></div>`,
		file = file_field('kit-file', each => take(each));
	const store = async () => {
		if (!(await organiser.send('/api/event/manifest', kept, says))) return;
		organiser.kit = null;
		tell('found', 'The kit is imported.');
		await organiser.refresh();
		put(document.getElementById('event'), organiser.about.event?.name || '');
	};
	const forget = () => {
		Object.assign(kept, {manifest: null, key: null});
		look();
	};
	const describe = ({event = {}, rounds = [], pieces}) => html`
		<h3 id="kit-name">${event.name || 'An event without a name'}</h3>
		<p class="soft">${joined(event.date, count(rounds.length, 'round'), count(pieces.length, 'printed piece'))}</p>
		${rounds_table(organiser, rounds)}
		${
			event.keyed &&
			!kept.key &&
			alarm(
				'again',
				before?.keyed
					? 'This event has a secret key. Without its key file, the key that the kiosk knows is tried.'
					: 'This event has a secret key: choose or drop its key file (event.key) too.'
			)
		}`;
	const look = () => {
		const {manifest, key} = kept,
			text = before ? 'Import instead of the event that is there' : 'Import';
		shown.toggleAttribute('data-dirty', Boolean(manifest || key));
		into(shown)`${manifest && describe(manifest)}${key && alarm('found', 'A key file is there.')}
			<div if=${manifest} class="row">
				${button(text, 'import-kit', store, {class: 'main'})}${button('Forget', 'forget-kit', forget)}
			</div>`;
	};
	take = async each => {
		const text = each.size > LARGEST ? '' : await each.text();
		put(says);
		try {
			if (/^[0-9a-f]{64}$/i.test(text.trim())) {
				kept.key = text.trim();
			} else {
				const read = JSON.parse(text);
				if (!Array.isArray(read.pieces)) throw new Error();
				kept.manifest = read;
			}
		} catch {
			put(says, alarm('refused', `${each.name} is neither a kit’s manifest.json nor its key file.`));
		}
		look();
	};
	look();
	return html`<section class="plain stack">
		<h2>${before ? 'Another kit' : 'The kit'}</h2>
		<p class="soft">
			The manifest.json that was written beside the PDFs, and the key file if there is one: choose or drop them.
			Or <a href="/organise?tab=kit">make a kit here</a>.
		</p>
		<div class="row">
			${button('Choose files', 'kit-files', () => file.click(), {class: before ? '' : 'main'})}${file}
		</div>
		${says}${shown}
	</section>`;
}

// What decides among people with the same points: chosen, and put in order. A field whose `value` is the list;
// `changed` is called whenever it is another.
function ties_field(chosen, changed) {
	const root = html`<fieldset id="ties"></fieldset>`;
	const set = value => {
		root.value = value;
		changed();
		keep_focus(root, paint);
		say(ties_say(value));
	};
	function line(id) {
		const at = root.value.indexOf(id),
			others = root.value.filter(each => each !== id);
		return html`<li class="row" data-tie=${id}>
			<label class="choice grow">
				<input type="checkbox" checked=${at >= 0} data-act="tie-on"
					onchange=${() => set(at >= 0 ? others : [...others, id])}>
				<span>${at >= 0 && `${at + 1}. `}${tie_words[id]}</span>
			</label>
			<button class="small" data-act="tie-up" disabled=${at < 1} aria-label="${tie_words[id]} earlier"
				onclick=${() => set(others.toSpliced(at - 1, 0, id))}>Earlier</button>
		</li>`;
	}
	function paint() {
		const others = Object.keys(tie_words).filter(id => !root.value.includes(id));
		into(root)`<legend>Tie-breaks</legend><ol class="bare stack">${[...root.value, ...others].map(line)}</ol>
			<p class="soft small" id="ties-say">${ties_say(root.value)}</p>`;
	}
	root.value = [...chosen];
	paint();
	return root;
}

function settings(organiser, event) {
	const dirty = () => root.toggleAttribute('data-dirty', true),
		ties = ties_field(event.scheme.ties, dirty),
		sizes = organiser.event.rounds.map(({round, tables}) => ({
			round,
			players: tables.filter(table => !table.spare).map(table => table.players),
		})),
		scheme = scheme_field(event, organiser.event.presets, sizes, ties);
	const content = html`${field('Name', {id: 'event-name', maxlength: 80, required: true, value: event.name})}
		${select_field(
			'The round being played',
			'event-round',
			event.rounds.map(({round, title}) => [round, `${round}: ${title}`]),
			event.round
		)}
		${scheme.root}${ties}`;
	const save = async (typed, says) => {
		const was = {name: event.name, round: event.round, scheme: event.scheme},
			name = typed['event-name'].value.trim(),
			wish = {name, round: Number(typed['event-round'].value), scheme: scheme.result()};
		// What stays as it is makes no entry among the changes.
		const is_new = ([what, value]) => JSON.stringify(value) !== JSON.stringify(was[what]),
			body = Object.fromEntries(Object.entries(wish).filter(is_new));
		if (!(await organiser.send('/api/event/settings', body, says))) return;
		root.removeAttribute('data-dirty');
		tell('found', 'Saved.');
		put(document.getElementById('event'), name);
		await organiser.refresh();
	};
	const heard = () => {
		dirty();
		scheme.look();
	};
	const root = form({id: 'settings', oninput: heard}, content, ['Save', 'store-settings'], save);
	return root;
}

// Stored as soon as it is tapped: it is one question.
function switched(organiser, name, title, label, off, [told_on, told_off]) {
	const says = html`<div></div>`;
	const onchange = async ({target}) => {
		const on = target.checked;
		if (await organiser.send('/api/event/settings', {[name]: on}, says)) tell('found', on ? told_on : told_off);
		else target.checked = !on;
	};
	return html`<section class="plain stack">
		<h2>${title}</h2>
		${choice({type: 'checkbox', id: name, checked: organiser.about[name], onchange}, label, off)}${says}
	</section>`;
}

// Where copies of everything go, and how old the last ones are.
function backup({folder, last, problem}) {
	const minutes = last && Math.max(0, Math.round((Date.now() - new Date(last)) / 60000)),
		age = minutes < 120 ? count(minutes, 'minute') : count(Math.round(minutes / 60), 'hour');
	if (problem) return alarm('refused', `The last backup failed: ${problem}.`);
	return html`<p class="soft">${last ? `The last backup is ${age} old: ${folder}` : `No backup yet: ${folder}`}</p>`;
}

// Whether all is as it was stored. It reads everything: seconds, at the largest event.
function stored(organiser) {
	const {backups} = organiser.event,
		says = html`<div id="verified"></div>`;
	const look = button('Check everything that is stored', 'verify', async () => {
		look.disabled = true;
		put(says, alarm('again', 'Every row is read, and every game scored again …'));
		const found = await organiser.send('/api/verify', {}, says);
		look.disabled = false;
		if (!found) return;
		into(says)`${found.sound && alarm('found', `All is as it was stored: ${found.says}.`)}
			${!found.sound && found.damage.map(sentence => alarm('refused', sentence))}
			<p if=${found.unscored > 0} class="soft">
				${count(found.unscored, 'result')} of another event could not be scored again.
			</p>`;
	});
	if (organiser.about.damage) put(says, alarm('refused', organiser.about.damage));
	return html`<section class="plain stack">
		<h2>What is stored</h2><div>${look}</div>${says}
		<ul class="bare stack" id="backups">
			${backups.map(each => html`<li>${backup(each)}</li>`)}
			<li if=${!backups.length}>${alarm('again', 'Automatic backups are off.')}</li>
		</ul>
	</section>`;
}

function password(organiser) {
	const content = [
		password_field('old', 'The password now', 'current-password'),
		password_field('new', 'The new one', 'new-password'),
	];
	const save = async (typed, says) => {
		const body = {old: typed.old.value, new: typed.new.value};
		if (!(await organiser.send('/api/password', body, says))) return;
		root.reset();
		tell('found', 'The password is changed.');
	};
	const root = form({id: 'new-password', class: ''}, content, ['Change', 'store-password', ''], save);
	return html`<details class="plain" id="password-box"><summary>Change the password</summary>${root}</details>`;
}

// Results of a round as a file, for other evenings with the same seeds; and theirs.
function comparing(organiser, event) {
	const says = html`<div></div>`,
		round = select(
			event.rounds.map(each => [each.round, `${each.round}: ${each.title}`]),
			event.round,
			{id: 'export-round', 'aria-label': 'Round'}
		),
		names = html`<input type="checkbox" id="export-names">`;
	const save = () =>
		html`<a href="/round.json?round=${round.value}${names.checked ? '&names=yes' : ''}" download></a>`.click();
	const file = file_field('compare-file', async each => {
		let body = null;
		try {
			body = JSON.parse(await each.text());
		} catch {
			put(says, alarm('refused', `${each.name} is not a file of a round’s results.`));
		}
		if (body && (await organiser.send('/api/event/compare', body, says)))
			tell('found', 'Imported: its scores are shown next to yours.');
	});
	return html`<section class="plain stack" id="comparing">
		<h2>Compare with other evenings</h2>
		<p class="soft">
			Another club that played the same sheets can see your scores next to theirs, and you theirs. Your standings
			do not change.
		</p>
		<div class="row">${round}${button('Export results', 'export-round', save)}</div>
		<label class="choice">${names}<span>With names: everybody in the file has agreed to that.</span></label>
		<div class="row">${button('Import results', 'import-round', () => file.click())}${file}</div>${says}
	</section>`;
}

export function paint(box, organiser) {
	const {event} = organiser.about,
		keyed = event?.keyed ? 'with a secret key' : 'without a key: codes can be made up';
	into(box)`<div class="halves">
		<section class="plain">
			<h1 tabindex="-1" id="event-title">${event ? event.name : 'No event yet'}</h1>
			<p if=${event} class="soft">${joined(event?.date, keyed)}</p>
			${event && [rounds_table(organiser, event.rounds), html`<hr class="cut">`, settings(organiser, event)]}
			<p if=${!event} class="lead">Casual games need none of this: scan, score, done.</p>
		</section>
		<div class="stack">
			${kit(organiser)}${event && comparing(organiser, event)}
			${switched(organiser, 'casual', 'Casual games', 'Store them', 'Off: only results of the event are stored.', [
				'Casual games are stored, too.',
				'Only results of the event are stored.',
			])}
			${switched(
				organiser,
				'printing',
				'Printing',
				'Everybody may print',
				'Off: only you print from the page, while you are logged in.',
				['Everybody may print.', 'Only the organiser prints.']
			)}
			${switched(
				organiser,
				'check_in',
				'Check-in',
				'People check themselves in',
				'On: anyone on the list can do so on a phone, at “Where do I sit?”. It is listed among the changes.',
				['People check themselves in.', 'Only you check people in.']
			)}
			${stored(organiser)}${password(organiser)}
		</div>
	</div>`;
}
