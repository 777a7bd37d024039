// SPDX-License-Identifier: MIT
// A kit from the page: chosen in steps or read from a kit file, made by the kiosk in the
// background, and taken in as the event.
import {get, post} from '../api.js';
import {html, put, style} from '../dom.js';
import {tell} from '../shell.js';
import {Draft} from './kit_draft.js';
import {failure, made, Progress} from './kit_made.js';
import {KitText} from './kit_text.js';
import {Wizard} from './kit_wizard.js';

const LOOK = 400; // milliseconds between two looks at a kit that is being made
const LARGEST = 256 * 1024; // bytes of a kit file

let take = null; // takes a file in; there while the tab is

export async function prepare(organiser) {
	organiser.post = post;
	const [status, {games}] = await Promise.all([
		organiser.get('/api/kit'),
		organiser.games ? {games: organiser.games} : get('/api/print/games'),
		style('organise/kit.css'),
	]);
	Object.assign(organiser, {kit_status: status, games});
}

export const dropped = file => take?.(file);

// Looks until the kit is made or not.
async function follow(box, organiser, progress) {
	while (box.isConnected) {
		const status = await organiser.get('/api/kit');
		if (!status.making) return status;
		progress.tell(status.making);
		await new Promise(done => setTimeout(done, LOOK));
	}
	return null;
}

function paint_making(box, organiser) {
	const progress = new Progress(box, () => {
		organiser.kit_cancelled = true;
		return organiser.send('/api/kit/cancel', {});
	});
	organiser.kit_followed = progress;
	progress.tell(organiser.kit_status.making);
	follow(box, organiser, progress)
		.then(async status => {
			if (!status || organiser.kit_followed !== progress) return;
			organiser.kit_followed = null;
			if (!status.error && status.kit?.event && !organiser.kit_cancelled) {
				new Draft(0).forget();
				organiser.draft = null;
				tell('found', 'The kit is made, and the event is set up.');
			}
			organiser.kit_cancelled = false;
			await organiser.refresh();
			document.getElementById('event').textContent = organiser.about.event?.name || '';
			box.querySelector('h1')?.focus();
		})
		.catch(problem => {
			organiser.kit_followed = null;
			tell('refused', problem.message);
		});
}

function paint_draft(box, organiser, refresh) {
	const listed = organiser.event.people.filter(person => !person.gone).length;
	const draft = (organiser.draft ||= new Draft(listed)),
		{error} = organiser.kit_status,
		root = html`<div data-dirty=""></div>`;
	draft.listed = listed;
	const file = html`<input type="file" id="kit-text-file" class="unseen" tabindex=${-1} multiple aria-hidden="true"
		onchange=${async () => {
			for (const each of [...file.files]) await take(each);
			file.value = '';
		}}>`;
	const tools = {
		draft,
		organiser,
		games: organiser.games,
		changed: () => {},
		choose_file: () => file.click(),
		as_text: () => {
			draft.values.text = draft.plan.text;
			draft.store();
			refresh();
		},
		forget: () => {
			draft.forget();
			organiser.draft = null;
			organiser.kit_another = false;
			refresh();
		},
		make: async says => {
			const status = await organiser.send('/api/kit', draft.body(), says);
			if (!status) return;
			organiser.kit_status = status;
			refresh();
		},
	};
	take = async each => {
		const text = each.size > LARGEST ? '' : await each.text();
		if (/^[0-9a-f]{64}$/i.test(text.trim())) {
			draft.values.key = text.trim();
		} else if (text.trim() && !text.includes('\0')) {
			draft.values.text = text.replaceAll('\r\n', '\n');
			draft.store();
		} else {
			tell('refused', `${each.name} is no kit file.`);
			return;
		}
		refresh();
	};
	put(box, error && failure(error), root, file);
	if (draft.values.text !== null) new KitText(root, tools);
	else new Wizard(root, tools).replan();
}

export function paint(box, organiser) {
	const {making, kit, definition} = organiser.kit_status;
	const refresh = () => {
		paint(box, organiser);
		box.querySelector('h1')?.focus();
	};
	if (organiser.kit_followed) return; // it ends by itself, and paints again
	if (making) {
		paint_making(box, organiser);
		return;
	}
	if (organiser.about.event && definition && !organiser.kit_another && !Draft.is_kept()) {
		take = async each => {
			organiser.kit_another = true;
			paint_draft(box, organiser, refresh);
			await take(each);
		};
		put(
			box,
			organiser.kit_status.error && failure(organiser.kit_status.error),
			made({
				organiser,
				status: {...organiser.kit_status, kit},
				another: () => {
					organiser.kit_another = true;
					refresh();
				},
				again: async says => {
					const status = await organiser.send('/api/kit', {again: true}, says);
					if (!status) return;
					organiser.kit_status = status;
					refresh();
				},
			})
		);
		return;
	}
	paint_draft(box, organiser, refresh);
}
