// SPDX-License-Identifier: MIT
// The camera of this device. A live one sends a frame about three times a second, and
// never one before the answer to the last: a slow kiosk sees fewer, not a queue.
import {post} from './api.js';
import {html} from './dom.js';

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
		return 'There is no camera at this device. A photo or the typed code does the same.';
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
	// the frame before it costs the kiosk nothing. `code`: of the game that is looked at.
	async watch(seen, failed, code) {
		const path = '/api/photo' + (code ? '?code=' + encodeURIComponent(code) : '');
		this.watching = true;
		while (this.watching) {
			const from = performance.now();
			let pause = EVERY;
			try {
				const frame = document.hidden ? null : await this.frame();
				if (frame && this.has_changed()) {
					const answer = await post(path, frame);
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
