// SPDX-License-Identifier: MIT
// The camera of this device. A live one sends a frame about three times a second, and
// never one before the answer to the last: a slow kiosk sees fewer, not a queue.
import {post} from './api.js';
import {button, h} from './dom.js';
import {say} from './shell.js';

const EVERY = 330; // milliseconds
const WIDEST = 1600; // pixels: a sheet's QR and its tags read well

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
		this.video = h('video', {playsinline: true, muted: true, 'aria-label': 'What the camera sees'});
		this.video.muted = true;
		this.canvas = h('canvas', {});
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

	// Reads frames until stopped; `seen(answer)` and `failed(Refusal)` hear of each.
	async watch(seen, failed) {
		this.watching = true;
		while (this.watching) {
			const from = performance.now();
			let pause = EVERY;
			try {
				const frame = document.hidden ? null : await this.frame();
				if (frame) {
					const answer = await post('/api/photo', frame);
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

// One picture from the live camera in a dialog: a Blob, or null when it was closed.
export async function take_picture(title) {
	const camera = new Camera();
	await camera.start();
	const box = h(
		'dialog',
		{class: 'ask shutter', 'aria-label': title},
		h('h2', {}, title),
		camera.video,
		h(
			'div',
			{class: 'row end'},
			button('Not now', 'close', () => box.close()),
			button(
				'Take it',
				'take',
				async () => {
					picture = await camera.frame();
					box.close();
				},
				{class: 'main'}
			)
		)
	);
	let picture = null;
	document.body.append(box);
	box.showModal();
	say('The camera is on.');
	return new Promise(done =>
		box.addEventListener('close', () => {
			camera.stop();
			box.remove();
			done(picture);
		})
	);
}
