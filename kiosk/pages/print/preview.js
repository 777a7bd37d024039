// SPDX-License-Identifier: MIT
// The pages of a print as they will be: one large, all of them in a strip.
import {html, icon, into, keep_focus, put} from '../dom.js';

const ZOOMS = [1, 1.5, 2, 3, 4];
const TRIES = 5,
	AGAIN = 700; // milliseconds

export function page_name(pages, n) {
	const {title, back} = pages.page[n];
	const what = back ? 'the back of the page before' : title;
	return `Page ${n + 1} of ${pages.pages}` + (what ? `: ${what}` : '');
}

// A drawing that the kiosk has forgotten is made again while it is asked for.
function drawing(src, alt, more) {
	let tries = 0;
	const picture = html`<img src=${src} alt=${alt} draggable="false" onerror=${() => {
		if (tries++ < TRIES) setTimeout(() => (picture.src = `${src}&again=${tries}`), AGAIN);
	}} ...${more}>`;
	return picture;
}

export class Preview {
	constructor() {
		this.at = 0;
		this.zoom = 0;
		this.pages = null;
		this.stage = html`<div class="stage busy" tabindex="0" role="region" aria-label="The page, large"></div>`;
		this.strip = html`<ol class="bare strip" aria-label="All pages"></ol>`;
		this.bar = html`<div class="row stage-bar"></div>`;
		this.root = html`<section class="preview waiting" aria-label="Preview">
			${this.bar}${this.stage}${this.strip}
		</section>`;
		this.stage.addEventListener('keydown', event => {
			const step = {ArrowLeft: -1, ArrowRight: 1, PageUp: -1, PageDown: 1}[event.key];
			if (!step || this.zoom > 0 || !this.pages) return;
			event.preventDefault();
			this.go(this.at + step);
		});
	}

	// Shows the pages of a print, or the first of them while the others are drawn; null while there are none.
	show(pages, query) {
		this.pages = pages;
		this.query = query;
		this.at = pages ? Math.min(this.at, pages.page.length - 1) : 0;
		this.root.classList.toggle('waiting', !pages);
		this.stage.classList.remove('busy');
		if (!pages) return;
		into(this.strip)`${pages.page.map(
			(page, n) => html`<li>
				<button data-act="page" aria-label=${page_name(pages, n)} onclick=${() => this.go(n)}>
					${drawing(this.address(n), '', {loading: 'lazy', vars: {shape: page.w / page.h}})}
					<span class="small" aria-hidden="true">${n + 1}</span>
				</button>
			</li>`
		)}
			<li if=${pages.pages > pages.page.length} class="soft small rest">and ${pages.pages - pages.page.length} more</li>`;
		this.paint();
	}

	address(n) {
		return (n === 0 ? '/print/first.svg?' : `/print/page/${n + 1}.svg?`) + this.query;
	}

	go(n) {
		if (n < 0 || n >= this.pages.page.length) return;
		this.at = n;
		keep_focus(this.root, () => this.paint());
	}

	magnify(step) {
		this.zoom = Math.min(ZOOMS.length - 1, Math.max(0, this.zoom + step));
		keep_focus(this.root, () => this.paint());
	}

	paint() {
		const {pages, at} = this,
			page = pages.page[at];
		this.stage.dataset.zoomed = this.zoom > 0;
		const vars = {shape: page.w / page.h, zoom: ZOOMS[this.zoom]};
		put(this.stage, drawing(this.address(at), page_name(pages, at), {class: 'paper', 'data-page': at + 1, vars}));
		const tool = (act, label, sign, disabled, onclick) => html`<button class="small" data-act=${act}
			aria-label=${label} disabled=${disabled} onclick=${onclick}>${sign}</button>`;
		into(this.bar)`${tool('page-before', 'The page before', '‹', at === 0, () => this.go(at - 1))}
			<span class="grow" role="status">${page_name(pages, at)}</span>
			${tool('page-next', 'The next page', '›', at === pages.page.length - 1, () => this.go(at + 1))}
			${tool('zoom-out', 'Smaller', icon('minus'), this.zoom === 0, () => this.magnify(-1))}
			${tool('zoom-in', 'Larger', icon('plus'), this.zoom === ZOOMS.length - 1, () => this.magnify(1))}`;
		[...this.strip.querySelectorAll('button')].forEach((each, n) => {
			each.ariaCurrent = n === at ? 'true' : null;
		});
	}
}
