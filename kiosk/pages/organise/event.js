// SPDX-License-Identifier: MIT
// The event itself: the kit that was printed, its name, the round, what places are worth.
import {button, count, html, into, put} from '../dom.js';
import {house_rule, load_game} from '../game.js';
import {ties_field} from './ties.js';
import {notice, password_field} from './organise.js';
import {tell} from '../shell.js';

const LARGEST = 128 * 1024 * 1024;
let take = null; // takes a file in; there while the tab is

function ordinal(number) {
	const last = number % 10,
		teen = (number % 100) - last === 10;
	return number + ((!teen && ['', 'st', 'nd', 'rd'][last]) || 'th');
}

// The house rules of a round; their words come with the game's module.
function rules_cell(organiser, {game: id, rules}) {
	const cell = html`<td class="soft">no house rules</td>`,
		entries = Object.entries(rules || {});
	const say_in = game =>
		put(
			cell,
			entries
				.map(([name, value]) => {
					const {text, word} = house_rule(game, name);
					return `${text} ${word(value)}`;
				})
				.join('. ')
		);
	if (entries.length) say_in({});
	if (entries.length && organiser.about.games.some(game => game.id === id)) load_game(id).then(say_in, () => {});
	return cell;
}

const rounds_table = (organiser, rounds) => html`<div class="scroll">
	<table class="stacked">
		<thead>
			<tr>${['Round', 'Game', 'Tables', 'House rules'].map(text => html`<th scope="col">${text}</th>`)}</tr>
		</thead>
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
		shown = html`<div class="stack" id="kit-shown"></div>`,
		says = html`<div></div>`;
	const file = html`<input type="file" id="kit-file" multiple class="unseen" tabindex=${-1} aria-hidden="true"
		onchange=${async () => {
			for (const each of [...file.files]) await take(each);
			file.value = '';
		}}>`;
	const store = async () => {
		if (!(await organiser.send('/api/event/manifest', kept, says))) return;
		organiser.kit = null;
		tell('found', 'The kit is taken in.');
		await organiser.refresh();
		document.getElementById('event').textContent = organiser.about.event?.name || '';
	};
	const look = () => {
		const {manifest, key} = kept,
			event = manifest?.event || {},
			rounds = manifest?.rounds || [];
		shown.toggleAttribute('data-dirty', Boolean(manifest || key));
		into(shown)`${
			manifest &&
			html`<h3 id="kit-name">${event.name || 'An event without a name'}</h3>
				<p class="soft">${[event.date, count(rounds.length, 'round'), count(manifest.pieces.length, 'printed piece')]
					.filter(Boolean)
					.join(' · ')}</p>
				${rounds_table(organiser, rounds)}
				${
					event.keyed &&
					!key &&
					notice(
						'again',
						organiser.about.event?.keyed
							? 'This event has a secret key. Without its key file, the key that the kiosk knows is tried.'
							: 'This event has a secret key: choose or drop its key file (event.key) too.'
					)
				}`
		}
			${key && notice('found', 'A key file is there.')}
			${
				manifest &&
				html`<div class="row">
					<button type="button" class="main" data-act="import-kit" onclick=${store}>
						${organiser.about.event ? 'Take in instead of the event that is there' : 'Take in'}
					</button>
					${button('Forget', 'forget-kit', () => {
						Object.assign(kept, {manifest: null, key: null});
						look();
					})}
				</div>`
			}`;
	};
	take = async each => {
		const text = each.size > LARGEST ? '' : await each.text();
		put(says);
		if (/^[0-9a-f]{64}$/i.test(text.trim())) {
			kept.key = text.trim();
		} else {
			try {
				const read = JSON.parse(text);
				if (!Array.isArray(read.pieces)) throw new Error();
				kept.manifest = read;
			} catch {
				put(says, notice('refused', `${each.name} is neither a kit’s manifest.json nor its key file.`));
			}
		}
		look();
	};
	look();
	return html`<section class="plain stack">
		<h2>${organiser.about.event ? 'Another kit' : 'The kit'}</h2>
		<p class="soft">
			The manifest.json that was written beside the PDFs, and the key file if there is one: choose or drop them.
			Or <a href="/organise?tab=kit">make a kit here</a>.
		</p>
		<div class="row">
			<button type="button" class=${organiser.about.event ? '' : 'main'} data-act="kit-files"
				onclick=${() => file.click()}>Choose files</button>
			${file}
		</div>
		${says}${shown}
	</section>`;
}

export const dropped = file => take?.(file);

function settings(organiser, event) {
	const says = html`<div></div>`,
		total = event.scheme.by === 'total',
		worth = html`<p class="soft small" id="worth"></p>`;
	const name = html`<input type="text" id="event-name" maxlength="80" required value=${event.name}>`;
	const round = html`<select id="event-round">${event.rounds.map(
		each => html`<option value=${each.round} selected=${each.round === event.round}>
			${each.round}: ${each.title}
		</option>`
	)}</select>`;
	const points = html`<input type="text" id="points" inputmode="numeric"
		value=${(event.scheme.points || [4, 2, 1]).join(', ')} aria-describedby="worth">`;
	const by = (value, on, ...text) => html`<label class="choice">
		<input type="radio" name="by" value=${value} checked=${on} id="by-${value}"><span>${text}</span>
	</label>`;
	const ties = ties_field(event.scheme.ties, () => {
		form.dataset.dirty = '';
	});
	const {by: how, points: given} = event.scheme,
		was = {
			name: JSON.stringify(event.name),
			round: String(event.round),
			scheme: JSON.stringify({by: how, ...(!total && {points: given}), ties: event.scheme.ties}),
		};
	const list = () =>
		points.value
			.split(/[\s,;]+/)
			.filter(Boolean)
			.map(Number);
	const look = () =>
		put(
			worth,
			list().some(Number.isNaN)
				? 'Numbers with commas between them.'
				: list()
						.map((value, index) => `${ordinal(index + 1)} ${value}`)
						.join(' · ') + ' · others 0'
		);
	const form = html`<form id="settings" class="stack" oninput=${() => {
		form.dataset.dirty = '';
		look();
	}} onsubmit=${async submitted => {
		submitted.preventDefault();
		const by_total = form.elements.by.value === 'total',
			scheme = {by: by_total ? 'total' : 'placing', ...(!by_total && {points: list()}), ties: ties.value},
			wish = {name: name.value.trim(), round: Number(round.value), scheme};
		// What stays as it is makes no entry among the changes.
		const body = Object.fromEntries(
			Object.entries(wish).filter(([what, value]) => JSON.stringify(value) !== was[what])
		);
		if (!(await organiser.send('/api/event/settings', body, says))) return;
		delete form.dataset.dirty;
		tell('found', 'Stored.');
		document.getElementById('event').textContent = name.value.trim();
		await organiser.refresh();
	}}>
		<label class="field">Name${name}</label><label class="field">The round being played${round}</label>
		<fieldset>
			<legend>What a table is worth</legend>
			${by(
				'placing',
				!total,
				html`<strong>Points by place</strong>`,
				html`<br>`,
				'A game of many points counts as much as one of few.'
			)}
			<label class="field">Points from the first place on${points}${worth}</label>
			${by('total', total, html`<strong>Points as scored</strong>`, html`<br>`, 'What the game itself says is added up.')}
		</fieldset>
		${ties.root}${says}<div><button class="main" data-act="store-settings">Store</button></div>
	</form>`;
	look();
	return form;
}

// Stored as soon as it is tapped: it is one question.
function switched(organiser, {name, title, label, off, told}) {
	const says = html`<div></div>`,
		box = html`<input type="checkbox" id=${name} checked=${organiser.about[name]}
			onchange=${async () => {
				const on = box.checked;
				if (await organiser.send('/api/event/settings', {[name]: on}, says)) tell('found', told[on ? 0 : 1]);
				else box.checked = !on;
			}}>`;
	return html`<section class="plain stack">
		<h2>${title}</h2><label class="choice">${box}<span><strong>${label}</strong><br>${off}</span></label>${says}
	</section>`;
}

const casual = {
	name: 'casual',
	title: 'Casual games',
	label: 'Store them',
	off: 'Off: only results of the event are stored.',
	told: ['Casual games are stored, too.', 'Only results of the event are stored.'],
};

const printing = {
	name: 'printing',
	title: 'Printing',
	label: 'Everybody may print',
	off: 'Off: only you print from the page, while you are logged in.',
	told: ['Everybody may print.', 'Only the organiser prints.'],
};

// Where copies of everything go by themselves, and how old the last ones are.
function backups(folders) {
	if (!folders.length) return html`<li>${notice('again', 'No backups are made by themselves.')}</li>`;
	return folders.map(({folder, last, problem}) => {
		const minutes = last && Math.max(0, Math.round((Date.now() - new Date(last)) / 60000));
		const age = minutes < 120 ? count(minutes, 'minute') : count(Math.round(minutes / 60), 'hour');
		return html`<li>${
			problem
				? notice('refused', `The last backup failed: ${problem}.`)
				: html`<p class="soft">
					${last ? `The last backup is ${age} old: ${folder}` : `No backup yet: ${folder}`}
				</p>`
		}</li>`;
	});
}

// Whether all is as it was stored. It reads everything: seconds, at the largest event.
function stored(organiser) {
	const says = html`<div id="verified"></div>`,
		look = button('Check everything that is stored', 'verify', async () => {
			look.disabled = true;
			put(says, notice('again', 'Every row is read, and every game scored again …'));
			const found = await organiser.send('/api/verify', {}, says);
			look.disabled = false;
			if (!found) return;
			into(says)`${
				found.sound
					? notice('found', `All is as it was stored: ${found.says}.`)
					: found.damage.map(sentence => notice('refused', sentence))
			}
				${
					found.unscored > 0 &&
					html`<p class="soft">
						${count(found.unscored, 'result')} of another event could not be scored again.
					</p>`
				}`;
		});
	if (organiser.about.damage) put(says, notice('refused', organiser.about.damage));
	return html`<section class="plain stack">
		<h2>What is stored</h2><div>${look}</div>${says}
		<ul class="bare stack" id="backups">${backups(organiser.event.backups)}</ul>
	</section>`;
}

function password(organiser) {
	const says = html`<div></div>`,
		form = html`<form id="new-password" onsubmit=${async event => {
			event.preventDefault();
			const [old, fresh] = form.querySelectorAll('input');
			if (await organiser.send('/api/password', {old: old.value, new: fresh.value}, says)) {
				form.reset();
				tell('found', 'The password is changed.');
			}
		}}>
			${password_field('old', 'The password now', {autocomplete: 'current-password'})}
			${password_field('new', 'The new one', {autocomplete: 'new-password'})}${says}
			<button data-act="store-password">Change</button>
		</form>`;
	return html`<details class="plain" id="password-box"><summary>Change the password</summary>${form}</details>`;
}

export function paint(box, organiser) {
	const {event} = organiser.about;
	into(box)`<div class="halves">
		<section class="plain">
			<h1 tabindex="-1" id="event-title">${event ? event.name : 'No event yet'}</h1>
			${
				event
					? html`
						<p class="soft">${[event.date, event.keyed ? 'with a secret key' : 'without a key: codes can be made up']
							.filter(Boolean)
							.join(' · ')}</p>
						${rounds_table(organiser, event.rounds)}<hr class="cut">${settings(organiser, event)}`
					: html`<p class="lead">Casual games need none of this: scan, score, done.</p>`
			}
		</section>
		<div class="stack">
			${kit(organiser)}${switched(organiser, casual)}${switched(organiser, printing)}${stored(organiser)}
			${password(organiser)}
		</div>
	</div>`;
}
