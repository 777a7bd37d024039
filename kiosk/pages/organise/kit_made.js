// SPDX-License-Identifier: MIT
// A kit that is being made, and one that was: how far it is, and its files in the order of printing.
import {button, count, h, put} from '../dom.js';
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
		this.bar = h('progress', {id: 'kit-progress', max: 1, value: 0, 'aria-labelledby': 'kit-doing'});
		this.text = h('p', {id: 'kit-doing', class: 'lead'}, 'It begins …');
		put(
			root,
			h(
				'section',
				{class: 'plain narrow stack', 'data-step': 'making'},
				h('h1', {tabindex: '-1'}, 'The kit is being made'),
				this.text,
				this.bar,
				h('p', {class: 'soft'}, 'You can leave this page: it goes on, and the kit will be here.'),
				h('div', {}, button('Give up', 'cancel-kit', cancel))
			)
		);
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

function file_row({file, pages, bytes}) {
	return h(
		'li',
		{},
		h('a', {href: '/kit/' + file, target: '_blank', rel: 'noopener', 'data-act': 'kit-file'}, words_of(file)),
		h('span', {class: 'soft small'}, `${file} · ${pages ? count(pages, 'page') + ' · ' : ''}${size_text(bytes)}`)
	);
}

// What belongs to the event itself, as long as it is there.
function kept_files(status) {
	return h(
		'div',
		{class: 'row'},
		status.definition && h('a', {class: 'button', href: '/kit/event.kit', download: true, 'data-act': 'kit-definition'}, 'Kit file (.kit)'),
		status.keyed && h('a', {class: 'button', href: '/kit/event.key', download: true, 'data-act': 'kit-secret'}, 'Key file')
	);
}

function seats_link(organiser) {
	const people = organiser.event.people.some(person => !person.gone);
	return h(
		'div',
		{class: 'row'},
		people
			? h('a', {class: 'button main', href: '/organise?tab=seats', 'data-act': 'kit-seats'}, 'Seat people')
			: [
					h('a', {class: 'button main', href: '/organise?tab=people', 'data-act': 'kit-people-list'}, 'List the people'),
					h('a', {class: 'button', href: '/organise?tab=seats', 'data-act': 'kit-seats'}, 'Seat people'),
				]
	);
}

// The kit of the event, with its files; or without, where they can be made again.
export function made({organiser, status, again, another}) {
	const {kit} = status,
		there = kit?.event,
		says = h('div', {});
	const pdfs = there ? kit.files.filter(({pages}) => pages) : [],
		lists = there ? kit.files.filter(({pages}) => !pages) : [];
	return h(
		'div',
		{class: 'halves', 'data-step': 'made'},
		h(
			'section',
			{class: 'plain stack'},
			h('h1', {tabindex: '-1', id: 'kit-made'}, organiser.about.event.name),
			there
				? [
						h(
							'div',
							{},
							h('a', {class: 'button main', href: '/kit/all.zip', download: true, 'data-act': 'kit-zip'}, `Download all (ZIP, ${size_text(kit.bytes)})`)
						),
						h('p', {class: 'soft'}, 'Print at 100 %, in this order. The first page says what goes on which paper.'),
						h('ol', {class: 'kit-files', id: 'kit-files'}, pdfs.map(file_row)),
						h('details', {class: 'more', id: 'kit-lists'}, h('summary', {}, 'Lists for other programs'), h('ul', {class: 'kit-files'}, lists.map(file_row))),
					]
				: [
						h('p', {class: 'lead'}, 'The files of this event’s kit are not on this kiosk.'),
						h('div', {}, button('Make them again', 'again-kit', () => again(says), {class: 'main'})),
					],
			says
		),
		h(
			'div',
			{class: 'stack'},
			h('section', {class: 'plain stack'}, h('h2', {}, 'The event is set up'), h('p', {}, `${count(organiser.about.event.rounds.length, 'round')} with all tables.`), seats_link(organiser)),
			h(
				'section',
				{class: 'plain stack'},
				h('h2', {}, 'To keep'),
				h('p', {class: 'soft'}, 'The kit file prints the same kit again, here or by the command line. Whoever has the key file can make up codes: it is for you alone.'),
				kept_files(status)
			),
			h('section', {class: 'plain stack'}, h('h2', {}, 'Another event'), h('div', {}, button('Make another kit', 'another-kit', another)))
		)
	);
}

// Why the last one was not made.
export function failure(sentence) {
	return notice('refused', sentence.charAt(0).toUpperCase() + sentence.slice(1));
}
