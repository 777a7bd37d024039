// SPDX-License-Identifier: MIT
// A printed piece on the screen: its picture, and over it what can be touched, in the
// same coordinates (1/100 mm). Zoom by pinch, wheel, buttons and keys; every place can be
// reached by keyboard: one is in the tab order, arrows go to the next in their direction.
import {html, into, listen, svg, tool} from './dom.js';
import {when_pressed} from './hand_scanner.js';
import {nearest, roving, WAYS} from './play/roving.js';

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
		this.layer = svg`<g />`;
		this.over.append(this.layer);
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
		const tools = html`<div class="tools" role="toolbar" aria-label="Size">
			${tool('plus', 'zoom-in', 'Larger', () => this.zoom(1.5))}
			${tool('minus', 'zoom-out', 'Smaller', () => this.zoom(1 / 1.5))}
			${tool('whole', 'zoom-whole', 'Whole', () => this.whole())}
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
		const {port, over} = this,
			active = {passive: false};
		const heard = {pointerdown: 'down', pointermove: 'move', pointerup: 'up', pointercancel: 'cancel'};
		for (const [event, name] of Object.entries(heard)) port.addEventListener(event, given => this[name](given));
		listen(port, {contextmenu: event => event.preventDefault()});
		const scrolls = {
			wheel: event => this.wheel(event),
			// A handle is dragged in any direction; elsewhere one finger may scroll the page.
			touchstart: event => event.target.closest?.('.handle') && event.preventDefault(),
			touchmove: event => (event.touches.length > 1 || this.scale > 1) && event.preventDefault(),
		};
		listen(port, scrolls, active);
		listen(over, {
			keydown: event => this.keys(event),
			focusin: event => this.roving(event.target.closest?.('.place')),
			// A screen reader clicks without any pointer.
			click: event => {
				const id = event.target.closest?.('.place')?.dataset.place;
				if (event.detail === 0 && id) this.tap?.(id, event);
			},
		});
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
		for (const place of this.places.values()) {
			const {x, y, w, h, g} = place,
				inside = point.x >= x && point.x < x + w && point.y >= y && point.y < y + h;
			if (inside && !g.classList.contains('off') && (!best || w * h < best.w * best.h)) best = place;
		}
		return best && best.id;
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
		const drag = event.button === 0 && !pans && this.grab ? this.grab(point, id, event) : null;
		this.start = {event, id, x: this.x, y: this.y, moved: false, pans, drag};
		if (pans || this.start.drag)
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
			Object.assign(this.pinch, {x: now.x, y: now.y});
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
		const {width, height} = this.port.getBoundingClientRect(),
			{sheet, pad} = this,
			x = (place.x + place.w / 2 + pad) / (sheet.w + 2 * pad),
			y = (place.y + place.h / 2 + pad) / (sheet.h + 2 * pad);
		if (this.scale > 1) this.pan(width * (0.5 - x * this.scale), height * (0.5 - y * this.scale));
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
		const way = WAYS[event.key];
		if (way && event.shiftKey) this.pan(this.x - way[0] * 60, this.y - way[1] * 60);
		else if (way) this.seek(this.next(id, way));
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

	// The nearest place in a direction.
	next(id, way) {
		const places = [...this.places.values()].filter(({g}) => !g.classList.contains('off')),
			middle = ({x, y, w, h}) => [x + w / 2, y + h / 2];
		return nearest(places, this.places.get(id), way, middle)?.id ?? id;
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

// Sheets stand beside each other where there is room, else one at a time behind tabs.
const ROOMY = matchMedia('(min-width: 1700px)');

// `make(sheet)` gives a Sheet; `tabbed`: more than fit one below the other on a small screen.
export function sheets_of(play, make, tabbed) {
	const {sheets} = play.piece;
	if (!sheets.length) return {empty: true, sheets: [], root: html`<div></div>`, paint() {}, seek() {}};
	const made = sheets.map(make);
	const strip = html`<div class="row strip" role="tablist" aria-label="Sheets"></div>`;
	const grid = html`<div class="sheets"></div>`;
	let at = sheets.findIndex(sheet => sheet.piece === play.piece.piece);

	function show(index, focus) {
		at = index;
		const all = !tabbed || made.length === 1 || ROOMY.matches;
		strip.hidden = all;
		grid.className = 'sheets ' + (all ? 'all' : 'one') + ' of-' + made.length;
		into(grid)`${made.map(
			(sheet, number) => html`<div class="slot" role=${all ? 'group' : 'tabpanel'} aria-label=${sheet.sheet.name}
				hidden=${!all && number !== index}>
				<h2 if=${all && made.length > 1}>${sheet.sheet.name}</h2>${sheet.root}
			</div>`
		)}`;
		[...strip.children].forEach((tab, number) => {
			tab.setAttribute('aria-selected', number === index);
			tab.tabIndex = number === index ? 0 : -1;
			if (focus && number === index) tab.focus();
		});
	}

	made.forEach((sheet, index) =>
		strip.append(html`<button data-act="sheet" role="tab" data-tab-sheet=${sheet.sheet.piece}
			onkeydown=${event => {
				const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
				if (step) show((index + step + made.length) % made.length, true);
			}} onclick=${() => show(index)}>
			${sheet.sheet.name}<span class="count"></span>
		</button>`)
	);
	ROOMY.addEventListener('change', () => show(at));
	show(Math.max(0, at));
	return {
		root: html`<div>${strip}${grid}</div>`,
		sheets: made,
		strip,
		seek(id) {
			const index = made.findIndex(sheet => sheet.places.has(id));
			if (index < 0) return;
			if (grid.classList.contains('one')) show(index);
			made[index].root.scrollIntoView({block: 'nearest'});
			made[index].seek(id);
		},
	};
}

// Sheets of bubbles, each of which is filled or not. `of` has room (around a bubble, in 1/100 mm, that a finger may
// touch), is_on(state, sheet, id), label(state, sheet, id), player(state, sheet, id) and tap(sheet, id).
export function bubble_sheets(play, {room, is_on, label, player, tap}) {
	const touchable = place => ({
		...place,
		round: true,
		kind: 'bubble',
		x: place.x - room,
		y: place.y - room,
		w: place.w + 2 * room,
		h: place.h + 2 * room,
	});
	const make = sheet =>
		new Sheet({
			sheet,
			role: 'checkbox',
			touchable: sheet.places.map(touchable),
			tap: id => tap(sheet, id),
			label: ({id}) => label(play.draft.state, sheet, id),
		});
	const part = sheets_of(play, make);
	part.paint = state => {
		for (const {sheet, places} of part.sheets)
			for (const place of places.values()) {
				const on = is_on(state, sheet, place.id),
					look = {player: player(state, sheet, place.id), label: label(state, sheet, place.id)};
				mark_place(place, {...look, pressed: on, classes: on ? 'filled' : 'free'});
			}
	};
	return part;
}
