// SPDX-License-Identifier: MIT
// A kit that is being made, and one that was: how far it is, and its files in the order of printing.
import {button, count, html, into, put} from '../dom.js';
import {say} from '../shell.js';
import {notice} from './organise.js';

// Each part of the work, and which share of the bar it has.
const PARTS = {
	seeds: ['Seeds are drawn', 0, 0.1],
	layouts: ['Layouts are thought out', 0.1, 0.1],
	pages: ['Pages are drawn', 0.2, 0.75],
	event: ['The event is set up', 0.95, 0.05],
};

export class Progress {
	constructor(root, cancel) {
		this.bar = html`<progress id="kit-progress" max="1" value="0" aria-labelledby="kit-doing"></progress>`;
		this.text = html`<p id="kit-doing" class="lead">It begins …</p>`;
		into(root)`<section class="plain narrow stack" data-step="making">
			<h1 tabindex="-1">The kit is being made</h1>${this.text}${this.bar}
			<p class="soft">You can leave this page: it goes on, and the kit will be here.</p>
			<div>${button('Give up', 'cancel-kit', cancel)}</div>
		</section>`;
	}

	tell({what, done, all}) {
		const [text, from, share] = PARTS[what] || ['', 0, 0];
		this.bar.value = from + share * (all ? done / all : 0);
		put(this.text, all > 1 ? `${text}: ${done} of ${all}` : text + ' …');
		if (what !== this.what) say(text + '.');
		this.what = what;
	}
}

function size_text(bytes) {
	return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

// "round-1-table-02.pdf" in words.
function words_of(file) {
	const name = file.replace(/\.pdf$/, '').replace(/^\d-/, '');
	if (name === 'cover') return 'Cover and checklists';
	if (name === 'labels') return 'Labels for the envelopes';
	if (name === 'organiser') return 'The organiser’s key: not for players';
	const round = name.match(/^round-0*(\d+)(?:-(table|spare)-0*(\d+)|-(spares))?$/);
	if (!round) return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
	const [, number, kind, table, spares] = round;
	return `Round ${number}` + (kind ? `, ${kind} ${table}` : spares ? ', spares' : '');
}

const file_row = ({file, pages, bytes}) => html`<li>
	<a href="/kit/${file}" target="_blank" rel="noopener" data-act="kit-file">${words_of(file)}</a>
	<span class="soft small">${file} · ${pages ? count(pages, 'page') + ' · ' : ''}${size_text(bytes)}</span>
</li>`;

// What belongs to the event itself, as long as it is there.
const kept_files = status => html`<div class="row">
	${
		status.definition &&
		html`<a class="button" href="/kit/event.kit" download data-act="kit-definition">Kit file (.kit)</a>`
	}
	${status.keyed && html`<a class="button" href="/kit/event.key" download data-act="kit-secret">Key file</a>`}
</div>`;

function seats_link(organiser) {
	const people = organiser.event.people.some(person => !person.gone);
	return html`<div class="row">${
		people
			? html`<a class="button main" href="/organise?tab=seats" data-act="kit-seats">Seat people</a>`
			: html`<a class="button main" href="/organise?tab=people" data-act="kit-people-list">List the people</a>
				<a class="button" href="/organise?tab=seats" data-act="kit-seats">Seat people</a>`
	}</div>`;
}

// The kit of the event, with its files; or without, where they can be made again.
export function made({organiser, status, again, another}) {
	const {kit} = status,
		there = kit?.event,
		says = html`<div></div>`;
	const pdfs = there ? kit.files.filter(({pages}) => pages) : [],
		lists = there ? kit.files.filter(({pages}) => !pages) : [];
	return html`<div class="halves" data-step="made">
		<section class="plain stack">
			<h1 tabindex="-1" id="kit-made">${organiser.about.event.name}</h1>
			${
				there
					? html`
						<div>
							<a class="button main" href="/kit/all.zip" download data-act="kit-zip">
								Download all (ZIP, ${size_text(kit.bytes)})
							</a>
						</div>
						<p class="soft">Print at 100 %, in this order. The first page says what goes on which paper.</p>
						<ol class="kit-files" id="kit-files">${pdfs.map(file_row)}</ol>
						<details class="more" id="kit-lists">
							<summary>Lists for other programs</summary><ul class="kit-files">${lists.map(file_row)}</ul>
						</details>`
					: html`<p class="lead">The files of this event’s kit are not on this kiosk.</p>
						<div>
							<button type="button" class="main" data-act="again-kit" onclick=${() => again(says)}>
								Make them again
							</button>
						</div>`
			}
			${says}
		</section>
		<div class="stack">
			<section class="plain stack">
				<h2>The event is set up</h2>
				<p>${count(organiser.about.event.rounds.length, 'round')} with all tables.</p>${seats_link(organiser)}
			</section>
			<section class="plain stack">
				<h2>To keep</h2>
				<p class="soft">
					The kit file prints the same kit again, here or by the command line. Whoever has the key file can
					make up codes: it is for you alone.
				</p>
				${kept_files(status)}
			</section>
			<section class="plain stack">
				<h2>Another event</h2><div>${button('Make another kit', 'another-kit', another)}</div>
			</section>
		</div>
	</div>`;
}

// Why the last one was not made.
export const failure = sentence => notice('refused', sentence.charAt(0).toUpperCase() + sentence.slice(1));
