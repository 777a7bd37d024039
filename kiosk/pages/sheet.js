// SPDX-License-Identifier: MIT
// A printed piece on the screen: its picture, and over it what can be touched, in the
// same coordinates (1/100 mm). Zoom by pinch, wheel, buttons and keys; every place can be
// reached by keyboard: one is in the tab order, arrows go to the next in their direction.
import {html, svg} from './dom.js';
import {when_pressed} from './hand_scanner.js';
import {roving} from './play/roving.js';

const MOST = 8; // times
const STILL = 8; // pixels that a tap may move

// options: sheet (as the kiosk names it), pad (room around it), label(place) for screen readers,
// role of the places, tap(id, event), grab(point, id, event) that may return {move, up, cancel}
// for a drag of its own, key(event, id) for keys of a game's own (true: done).
export class Sheet {
	constructor(options) {
		Object.assign(this, {pad: 0, role: 'button', label: place => place.id}, options);
		const {sheet, pad} = this,
			w = sheet.w + 2 * pad,
			height = sheet.h + 2 * pad;
		this.scale = 1;
		this.x = this.y = 0;
		this.fingers = new Map();
		// some browsers make it a stop of Tab; its places are
		this.over = html`<svg viewBox="${-pad} ${-pad} ${w} ${height}" class="over" tabindex="-1" role="group"
			aria-label=${sheet.name}></svg>`;
		this.under = svg`<g aria-hidden="true" />`;
		this.layer = svg`<g />`;
		this.over.append(this.under, this.layer);
		// one behind a tab is asked for when it is shown
		this.image = html`<img src=${sheet.svg} alt="${sheet.name} as it was printed" class="printed" draggable="false"
			decoding="async" loading="lazy">`;
		this.inner = html`<div class="inner">${this.image}${this.over}</div>`;
		this.port = html`<div class="port" data-sheet=${sheet.piece}>${this.inner}</div>`;
		this.root = html`<div class="sheet" vars=${{
			ratio: `${w} / ${height}`,
			wide: String(w / height),
			left: `${(100 * pad) / w}%`,
			top: `${(100 * pad) / height}%`,
			across: `${(100 * sheet.w) / w}%`,
		}}>${this.port}${this.tools()}</div>`;
		this.places = new Map();
		for (const place of this.touchable || sheet.places) this.place(place);
		this.listen();
		this.apply();
	}

	tools() {
		const tool = (icon, act, text, run) => html`<button type="button" class="tool" data-act=${act}
			aria-label=${text} title=${text} onclick=${run}>
			<span class="icon ${icon}" aria-hidden="true"></span>
		</button>`;
		const tools = html`<div class="tools" role="toolbar" aria-label="Size">
			${tool('icon-plus', 'zoom-in', 'Larger', () => this.zoom(1.5))}
			${tool('icon-minus', 'zoom-out', 'Smaller', () => this.zoom(1 / 1.5))}
			${tool('icon-whole', 'zoom-whole', 'Whole', () => this.whole())}
		</div>`;
		return roving(tools, 'button');
	}

	place(place) {
		const g = svg`<g class="place ${place.kind || ''}" data-place=${place.id} role=${this.role}
			tabindex=${this.places.size ? -1 : 0} aria-label=${this.label(place)}>
			${
				place.round
					? svg`<circle cx=${place.x + place.w / 2} cy=${place.y + place.h / 2} r=${place.w / 2} class="hit" />`
					: svg`<rect x=${place.x} y=${place.y} width=${place.w} height=${place.h} rx=${place.rx || 0}
						class="hit" />`
			}
			${place.sign && svg`<path d=${place.sign} class="sign" />`}
		</g>`;
		this.places.set(place.id, {...place, g});
		this.layer.append(g);
	}

	listen() {
		const {port} = this;
		port.addEventListener('pointerdown', event => this.down(event));
		port.addEventListener('pointermove', event => this.move(event));
		port.addEventListener('pointerup', event => this.up(event));
		port.addEventListener('pointercancel', event => this.cancel(event));
		port.addEventListener('wheel', event => this.wheel(event), {passive: false});
		// A handle is dragged in any direction; elsewhere one finger may scroll the page.
		port.addEventListener(
			'touchstart',
			event => {
				if (event.target.closest?.('.handle')) event.preventDefault();
			},
			{passive: false}
		);
		port.addEventListener(
			'touchmove',
			event => {
				if (event.touches.length > 1 || this.scale > 1) event.preventDefault();
			},
			{passive: false}
		);
		this.over.addEventListener('keydown', event => this.keys(event));
		this.over.addEventListener('focusin', event => this.roving(event.target.closest?.('.place')));
		// A screen reader clicks without any pointer.
		this.over.addEventListener('click', event => {
			const id = event.target.closest?.('.place')?.dataset.place;
			if (event.detail === 0 && id) this.tap?.(id, event);
		});
		port.addEventListener('contextmenu', event => event.preventDefault());
	}

	// From the screen to hundredths of a millimetre.
	point(event) {
		const box = this.over.getBoundingClientRect(),
			{sheet, pad} = this;
		return {
			x: ((event.clientX - box.left) / box.width) * (sheet.w + 2 * pad) - pad,
			y: ((event.clientY - box.top) / box.height) * (sheet.h + 2 * pad) - pad,
		};
	}

	// The place at a point of the drawing; the smallest where several are.
	at(point) {
		let best = null;
		for (const place of this.places.values())
			if (
				point.x >= place.x &&
				point.x < place.x + place.w &&
				point.y >= place.y &&
				point.y < place.y + place.h &&
				!place.g.classList.contains('off') &&
				(!best || place.w * place.h < best.w * best.h)
			)
				best = place;
		return best ? best.id : null;
	}

	down(event) {
		this.fingers.set(event.pointerId, event);
		if (this.fingers.size === 2) {
			this.drop();
			this.pinch = {...this.spread(), scale: this.scale};
			return;
		}
		if (this.fingers.size > 2 || event.target.closest('.tools')) return;
		const point = this.point(event),
			id = event.target.closest?.('.place')?.dataset.place || this.at(point);
		const pans =
			event.button === 1 ||
			(event.pointerType === 'touch' && this.scale > 1 && !event.target.closest?.('.handle'));
		this.start = {
			event,
			id,
			x: this.x,
			y: this.y,
			moved: false,
			pans,
			drag: event.button === 0 && !pans && this.grab ? this.grab(point, id, event) : null,
		};
		if (pans || this.start.drag) this.capture(event);
	}

	capture(event) {
		try {
			this.port.setPointerCapture(event.pointerId);
		} catch {
			/* it is gone already */
		}
	}

	move(event) {
		if (!this.fingers.has(event.pointerId)) return;
		this.fingers.set(event.pointerId, event);
		if (this.pinch && this.fingers.size === 2) {
			const now = this.spread();
			this.x += now.x - this.pinch.x;
			this.y += now.y - this.pinch.y;
			this.pinch.x = now.x;
			this.pinch.y = now.y;
			this.zoom((this.pinch.scale * now.apart) / this.pinch.apart / this.scale, now);
			return;
		}
		const {start} = this;
		if (!start) return;
		const dx = event.clientX - start.event.clientX,
			dy = event.clientY - start.event.clientY;
		start.moved = start.moved || Math.hypot(dx, dy) > STILL;
		if (!start.moved) return;
		if (start.drag) start.drag.move(this.point(event), event);
		else if (start.pans) this.pan(start.x + dx, start.y + dy);
	}

	up(event) {
		this.fingers.delete(event.pointerId);
		this.pinch = null;
		const {start} = this;
		this.start = null;
		if (!start || start.event.pointerId !== event.pointerId) return;
		if (start.moved) {
			start.drag?.up(this.point(event), event);
			return;
		}
		start.drag?.cancel?.();
		if (start.id && event.button === 0) {
			this.roving(this.places.get(start.id).g);
			this.tap?.(start.id, event);
		}
	}

	cancel(event) {
		this.fingers.delete(event.pointerId);
		this.drop();
	}

	drop() {
		this.start?.drag?.cancel?.();
		this.start = null;
	}

	// The point between two fingers, from the port's corner, and how far they are apart.
	spread() {
		const [a, b] = [...this.fingers.values()],
			box = this.port.getBoundingClientRect();
		return {
			apart: Math.max(20, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)),
			x: (a.clientX + b.clientX) / 2 - box.left,
			y: (a.clientY + b.clientY) / 2 - box.top,
		};
	}

	wheel(event) {
		// At rest the wheel belongs to the page, unless somebody asks for larger at its top.
		if (this.scale === 1 && !event.ctrlKey && (event.deltaY > 0 || scrollY > 0)) return;
		event.preventDefault();
		const box = this.port.getBoundingClientRect();
		this.zoom(Math.exp(-event.deltaY / 400), {x: event.clientX - box.left, y: event.clientY - box.top});
	}

	// Zooms around a point of the port; its middle without one.
	zoom(times, around) {
		const box = this.port.getBoundingClientRect();
		const at = around || {x: box.width / 2, y: box.height / 2};
		const scale = Math.min(MOST, Math.max(1, this.scale * times)),
			ratio = scale / this.scale;
		this.scale = scale;
		this.pan(at.x - (at.x - this.x) * ratio, at.y - (at.y - this.y) * ratio);
	}

	pan(x, y) {
		const box = this.port.getBoundingClientRect();
		this.x = Math.min(0, Math.max(box.width * (1 - this.scale), x));
		this.y = Math.min(0, Math.max(box.height * (1 - this.scale), y));
		this.apply();
	}

	whole() {
		this.scale = 1;
		this.pan(0, 0);
	}

	apply() {
		const {style} = this.inner;
		style.setProperty('--scale', this.scale);
		style.setProperty('--x', this.x + 'px');
		style.setProperty('--y', this.y + 'px');
		this.port.classList.toggle('zoomed', this.scale > 1);
	}

	// Brings a place into view and gives it the focus.
	seek(id) {
		const place = this.places.get(id);
		if (!place) return;
		this.roving(place.g);
		place.g.focus();
		const box = this.port.getBoundingClientRect(),
			{sheet, pad} = this;
		if (this.scale > 1)
			this.pan(
				box.width / 2 - ((place.x + place.w / 2 + pad) / (sheet.w + 2 * pad)) * box.width * this.scale,
				box.height / 2 - ((place.y + place.h / 2 + pad) / (sheet.h + 2 * pad)) * box.height * this.scale
			);
	}

	roving(g) {
		if (!g) return;
		this.layer.querySelector('[tabindex="0"]')?.setAttribute('tabindex', '-1');
		g.setAttribute('tabindex', '0');
	}

	keys(event) {
		const id = event.target.closest?.('.place')?.dataset.place;
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		if (event.key.length === 1 && event.key !== ' ') {
			event.preventDefault();
			when_pressed(() => this.character(event, id));
			return;
		}
		if (this.key?.(event, id)) {
			event.preventDefault();
			return;
		}
		const ways = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
		if (event.key in ways && event.shiftKey)
			this.pan(this.x - ways[event.key][0] * 60, this.y - ways[event.key][1] * 60);
		else if (event.key in ways) this.seek(this.next(id, ...ways[event.key]));
		else if ((event.key === 'Enter' || event.key === ' ') && id) this.tap?.(id, event);
		else return;
		event.preventDefault();
	}

	character(event, id) {
		if (this.key?.(event, id)) return;
		if (event.key === '+' || event.key === '=') this.zoom(1.5);
		else if (event.key === '-') this.zoom(1 / 1.5);
		else if (event.key === '0') this.whole();
	}

	// The nearest place in a direction: far along counts once, far beside it three times.
	next(id, dx, dy) {
		const from = this.places.get(id);
		let best = id,
			least = Infinity;
		for (const place of this.places.values()) {
			const x = place.x + place.w / 2 - from.x - from.w / 2,
				y = place.y + place.h / 2 - from.y - from.h / 2;
			const along = x * dx + y * dy,
				beside = Math.abs(x * dy) + Math.abs(y * dx);
			if (place.id !== id && along > 1 && along + 3 * beside < least && !place.g.classList.contains('off')) {
				least = along + 3 * beside;
				best = place.id;
			}
		}
		return best;
	}
}

// Says to eyes and screen readers what a place is now.
export function mark_place(place, {player, classes = '', pressed, label}) {
	const {g} = place;
	g.setAttribute('class', `place ${place.kind || ''} ${classes}`);
	if (player === undefined || player === null) g.removeAttribute('data-player');
	else g.setAttribute('data-player', player);
	if (pressed !== undefined)
		g.setAttribute(g.getAttribute('role') === 'button' ? 'aria-pressed' : 'aria-checked', pressed);
	if (label) g.setAttribute('aria-label', label);
}
