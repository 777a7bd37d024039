// SPDX-License-Identifier: MIT
// The clock of a round, which the desk starts: counted down wherever it is shown, by how much is left as
// the kiosk says, so that no device needs the right time.
import {put} from './dom.js';

const LOW = 300; // seconds from which on it is nearly over

function words(left) {
	const over = left < 0,
		seconds = Math.abs(left),
		two = number => String(number).padStart(2, '0');
	const hours = Math.floor(seconds / 3600),
		minutes = Math.floor(seconds / 60) % 60;
	return (over ? '+' : '') + (hours ? `${hours}:${two(minutes)}` : minutes) + ':' + two(seconds % 60);
}

// Shows a clock in `box` (null: nowhere) and calls `over` once when it comes to its end.
export class Clock {
	constructor(box, over) {
		Object.assign(this, {box, over, end: null, paused: null, timer: setInterval(() => this.paint(), 250)});
	}

	// As GET /api/kiosk has it, or null.
	set(clock) {
		this.end = clock ? performance.now() + 1000 * clock.left : null;
		this.paused = clock?.paused ? clock.left : null;
		this.ringing = Boolean(clock && clock.left > 0 && !clock.paused);
		this.paint();
	}

	get left() {
		return this.paused ?? (this.end === null ? null : Math.ceil((this.end - performance.now()) / 1000));
	}

	paint() {
		const {left, box} = this;
		if (left !== null && left <= 0 && this.ringing) {
			this.ringing = false;
			this.over?.();
		}
		if (!box) return;
		box.hidden = left === null;
		const text = left === null ? '' : words(left) + (this.paused === null ? '' : ' paused'),
			state = left === null ? '' : left <= 0 ? 'over' : left <= LOW ? 'low' : 'on';
		if (box.dataset.clock !== state) box.dataset.clock = state;
		if (box.textContent !== text) put(box, text);
	}

	stop() {
		clearInterval(this.timer);
	}
}
