// SPDX-License-Identifier: MIT
// The camera of this device. A live one sends a frame about three times a second, and
// never one before the answer to the last: a slow kiosk sees fewer, not a queue.
import {button, capital, closed, html, put, svg} from './dom.js';
import {advice_of, name_tags, PhotoSet} from './photo.js';
import {say, state_mark} from './shell.js';

const EVERY = 330; // milliseconds
const WIDEST = 1600; // pixels: a sheet's QR and its tags read well
const SMALL = [48, 27]; // pixels: two pictures that are the same so small show the same
const SAME = 3; // grey levels, in the mean
const STILL = 8; // frames that show nothing else are not sent; then one is, whatever it shows

// Why there is no live camera here, or null.
export function no_camera_reason() {
	if (!window.isSecureContext)
		return 'A live camera needs a secure connection (https), which this address is not. A photo does the same.';
	if (!navigator.mediaDevices?.getUserMedia)
		return 'This browser has no camera to offer. A photo or the typed code does the same.';
	return null;
}

function trouble(problem) {
	if (problem.name === 'NotAllowedError')
		return 'The camera was not allowed. Allow it in the browser, or take a photo.';
	if (problem.name === 'NotFoundError' || problem.name === 'OverconstrainedError')
		return 'This device has no camera. A photo or the typed code does the same.';
	return 'The camera does not start; perhaps another program has it.';
}

export class Camera {
	constructor() {
		this.video = html`<video playsinline muted aria-label="What the camera sees"></video>`;
		this.video.muted = true;
		this.canvas = html`<canvas></canvas>`;
	}

	// Throws an Error with a sentence.
	async start() {
		try {
			this.stream = await navigator.mediaDevices.getUserMedia({
				audio: false,
				video: {facingMode: {ideal: 'environment'}, width: {ideal: 1920}, height: {ideal: 1080}},
			});
			this.video.srcObject = this.stream;
			await this.video.play();
		} catch (problem) {
			this.stop();
			throw new Error(trouble(problem));
		}
	}

	frame() {
		const {videoWidth: wide, videoHeight: high} = this.video;
		if (!wide) return Promise.resolve(null);
		const scale = Math.min(1, WIDEST / Math.max(wide, high));
		this.canvas.width = Math.round(wide * scale);
		this.canvas.height = Math.round(high * scale);
		this.canvas.getContext('2d').drawImage(this.video, 0, 0, this.canvas.width, this.canvas.height);
		return new Promise(done => this.canvas.toBlob(done, 'image/jpeg', 0.85));
	}

	// Whether the picture shows something else than the last one that was sent.
	has_changed() {
		const [wide, high] = SMALL,
			small = (this.small ||= html`<canvas width=${wide} height=${high}></canvas>`).getContext('2d', {
				willReadFrequently: true,
			});
		small.drawImage(this.canvas, 0, 0, wide, high);
		const {data} = small.getImageData(0, 0, wide, high),
			before = this.before;
		let off = 0;
		for (let at = 0; before && at < data.length; at += 4) off += Math.abs(data[at + 1] - before[at + 1]);
		const same = before && off / (wide * high) < SAME && this.still < STILL;
		this.still = same ? this.still + 1 : 0;
		if (!same) this.before = data;
		return !same;
	}

	// Reads frames until stopped; `seen(answer)` and `failed(Refusal)` hear of each. What shows no more than
	// the frame before it costs the kiosk nothing. `set()`: the photos that frames are added to.
	async watch(seen, failed, set) {
		this.watching = true;
		while (this.watching) {
			const from = performance.now();
			let pause = EVERY;
			try {
				const frame = document.hidden ? null : await this.frame();
				if (frame && this.has_changed()) {
					const answer = await set().send(frame);
					if (this.watching) await seen(answer);
				}
			} catch (problem) {
				pause = problem.body?.seconds ? problem.body.seconds * 1000 : 2000;
				if (this.watching) failed(problem);
			}
			await new Promise(done => setTimeout(done, Math.max(30, pause - (performance.now() - from))));
		}
	}

	stop() {
		this.watching = false;
		this.stream?.getTracks().forEach(track => track.stop());
		this.video.srcObject = null;
	}
}

// A game before the live camera: what it sees adds up, frame by frame, with a tick on the sheet for each, until somebody
// says that it is enough. Nobody has to hit the one good frame.

// What is seen of each sheet: the ids of its places.
function seen_of(play, answer) {
	const seen = new Set(
		answer.hands.filter(each => each.play === play.piece.play).flatMap(play.game.hand?.ids || (() => []))
	);
	for (const form of answer.forms) {
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

function tick({x, y, w, h: high, id}) {
	const size = Math.min(w, high) * 0.8,
		left = x + (w - size) / 2,
		top = y + (high - size) / 2;
	return svg`<g class="tick" data-seen=${id}>
		<rect x=${x} y=${y} width=${w} height=${high} />
		<path d="M${left + size * 0.15} ${top + size * 0.55}l${size * 0.25} ${size * 0.25}L${left + size * 0.85} ${top + size * 0.2}" />
	</g>`;
}

// Watches a game in a dialog. Answers what was seen as the kiosk would, or null when it was closed.
export async function watch_table(play, title) {
	const camera = new Camera(),
		set = new PhotoSet(play.piece.code);
	let last = null,
		before = 0;
	await camera.start();
	const smalls = play.piece.sheets.map(small_sheet),
		all = play.piece.sheets.reduce((sum, sheet) => sum + sheet.places.length, 0),
		says = html`<p class="live-says" role="status">Hold it in front of the camera.</p>`,
		tally = html`<p class="live-count" id="live-count">0 of ${all}</p>`,
		done = button('Use what was seen', 'live-done', () => box.close('done'), {class: 'main', disabled: true});
	const box = html`<dialog class="ask shutter" aria-label=${title}>
		<h2>${title}</h2>
		<div class="live">
			${camera.video}<div class="live-seen">${tally}<div class="row">${smalls.map(({root}) => root)}</div></div>
		</div>
		${says}<div class="row end">${button('Cancel', 'close', () => box.close())}${done}</div>
	</dialog>`;
	const seen = answer => {
		last = name_tags(play, set.whole(answer));
		const is_seen = seen_of(play, last);
		for (const {sheet, ticks} of smalls) put(ticks, sheet.places.filter(({id}) => is_seen(sheet, id)).map(tick));
		const ticks = box.querySelectorAll('.tick').length,
			advice = answer.problems[0] ? capital(answer.problems[0]) + '.' : advice_of(answer),
			fresh = ticks > before;
		before = ticks;
		put(tally, `${ticks} of ${all}`);
		done.disabled = !ticks;
		box.dataset.state = fresh ? 'found' : 'again';
		const old = advice || 'Nothing new: show the others.';
		put(says, state_mark(box.dataset.state), ' ', fresh ? 'Seen. Move on to the rest.' : old);
	};
	say('The camera is on.');
	camera.watch(
		seen,
		problem => put(says, state_mark('refused'), ' ', problem.message),
		() => set
	);
	await closed(box);
	camera.stop();
	return box.returnValue === 'done' ? last : null;
}
