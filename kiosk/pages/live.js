// SPDX-License-Identifier: MIT
// A game before the live camera: what it sees adds up, frame by frame, with a tick on the sheet for each,
// until somebody says that it is enough. Nobody has to hit the one good frame.
import {Camera} from './camera.js';
import {button, html, put, svg} from './dom.js';
import {name_tags} from './photo.js';
import {say, state_mark} from './shell.js';
import {Sight} from './sight.js';

// What is seen of each sheet: the ids of its places.
function seen_of(play, answer) {
	const seen = new Set(
		answer.hands.filter(each => each.play === play.piece.play).flatMap(play.game.hand?.ids || (() => []))
	);
	for (const form of answer.images.flatMap(image => image.forms)) {
		const sheet = play.piece.sheets.find(each => each.svg.includes(form.code));
		form.marks.forEach(({id, state}) => sheet && state !== 'unsure' && seen.add(`${sheet.piece} ${id}`));
	}
	return (sheet, id) => seen.has(id) || seen.has(`${sheet.piece} ${id}`);
}

// A small drawing of a sheet on which ticks can be put.
function small_sheet(sheet) {
	const ticks = svg`<g />`;
	return {
		sheet,
		ticks,
		root: html`<figure class="small-sheet">
			<svg viewBox="0 0 ${sheet.w} ${sheet.h}" role="img" aria-label=${sheet.name}>
				<image href=${sheet.svg} width=${sheet.w} height=${sheet.h}></image>${ticks}
			</svg>
			<figcaption class="small">${sheet.name}</figcaption>
		</figure>`,
	};
}

function paint(small, is_seen) {
	put(
		small.ticks,
		small.sheet.places
			.filter(({id}) => is_seen(small.sheet, id))
			.map(({x, y, w, h: high, id}) => {
				const size = Math.min(w, high) * 0.8,
					left = x + (w - size) / 2,
					top = y + (high - size) / 2;
				return svg`<g class="tick" data-seen=${id}>
					<rect x=${x} y=${y} width=${w} height=${high} />
					<path d="M${left + size * 0.15} ${top + size * 0.55}l${size * 0.25} ${size * 0.25}L${left + size * 0.85} ${top + size * 0.2}" />
				</g>`;
			})
	);
}

// Watches a game in a dialog. Answers what was seen as the kiosk would, or null when it was closed.
export async function watch_table(play, title) {
	const camera = new Camera(),
		sight = new Sight();
	let last = null,
		kept = null;
	await camera.start();
	const smalls = play.piece.sheets.map(small_sheet),
		all = play.piece.sheets.reduce((sum, sheet) => sum + sheet.places.length, 0),
		says = html`<p class="live-says" role="status">Hold it into the picture.</p>`,
		tally = html`<p class="live-count" id="live-count">0 of ${all}</p>`,
		done = html`<button type="button" class="main" data-act="live-done" disabled
			onclick=${() => {
				kept = sight.answer(last);
				box.close();
			}}>Use what was seen</button>`;
	const box = html`<dialog class="ask shutter" aria-label=${title}>
		<h2>${title}</h2>
		<div class="live">
			${camera.video}<div class="live-seen">${tally}<div class="row">${smalls.map(({root}) => root)}</div></div>
		</div>
		${says}<div class="row end">${button('Not now', 'close', () => box.close())}${done}</div>
	</dialog>`;
	const seen = answer => {
		last = name_tags(play, answer);
		const fresh = sight.add(last),
			now = sight.answer(last),
			is_seen = seen_of(play, now);
		smalls.forEach(small => paint(small, is_seen));
		const ticks = box.querySelectorAll('.tick').length,
			advice = answer.problems?.[0] || sight.advice[0];
		put(tally, `${ticks} of ${all}`);
		done.disabled = !ticks;
		box.dataset.state = fresh ? 'found' : 'again';
		put(
			says,
			state_mark(fresh ? 'found' : 'again'),
			' ',
			fresh
				? 'Seen. Move on to the rest.'
				: advice
					? advice[0].toUpperCase() + advice.slice(1) + '.'
					: 'Nothing new: show the others.'
		);
	};
	document.body.append(box);
	box.showModal();
	say('The camera is on.');
	camera.watch(seen, problem => put(says, state_mark('refused'), ' ', problem.message), play.piece.code);
	return new Promise(closed =>
		box.addEventListener('close', () => {
			camera.stop();
			box.remove();
			closed(kept);
		})
	);
}
