// SPDX-License-Identifier: MIT
// Making elements. Texts become text nodes and never markup, so that nothing a
// person typed can turn into part of the page.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, properties, children) {
	for (const [name, value] of Object.entries(properties || {})) {
		if (value === undefined || value === null || (value === false && !name.startsWith('aria-'))) continue;
		if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
		else if (name === 'vars')
			// custom properties: the one way to style from here
			for (const [key, text] of Object.entries(value)) element.style.setProperty('--' + key, text);
		else if (name === 'value' || name === 'checked' || name === 'indeterminate') element[name] = value;
		else element.setAttribute(name, value === true && !name.startsWith('aria-') ? '' : value);
	}
	add(element, children);
	return element;
}

// Adds children: elements, texts, numbers, lists of them; null and false are nothing.
export function add(element, ...children) {
	for (const child of children.flat(Infinity))
		if (child !== null && child !== undefined && child !== false) element.append(child);
	return element;
}

// h('button', {class: 'main', onclick: press}, 'Press'): an HTML element.
export function h(tag, properties, ...children) {
	return fill(document.createElement(tag), properties, children);
}

// The same for SVG.
export function s(tag, properties, ...children) {
	return fill(document.createElementNS(SVG, tag), properties, children);
}

// Puts these in place of all that is in the element.
export function put(element, ...children) {
	element.replaceChildren();
	return add(element, ...children);
}

// Puts what `make` makes into the element, unless what it is made of is the same as last time.
const made_of = new WeakMap();
export function put_changed(element, of, make) {
	const text = JSON.stringify(of);
	if (made_of.get(element) === text) return;
	made_of.set(element, text);
	put(element, make());
}

// Runs something that makes parts of `root` anew, and leaves the focus on what takes the place of
// the control that had it: the one that does the same at the same position.
export function keep_focus(root, run) {
	const had = document.activeElement,
		act = root.contains(had) && had.dataset.act;
	const same = () => [...root.querySelectorAll(`[data-act="${act}"]`)];
	const at = act ? same().indexOf(had) : -1;
	run();
	if (at < 0 || (had.isConnected && !had.disabled)) return;
	const now = same(),
		next = now[Math.min(at, now.length - 1)];
	(next && !next.disabled ? next : now.find(each => !each.disabled) || root.querySelector('[data-act=score]'))?.focus(
		{preventScroll: true}
	);
}

export function button(text, act, onclick, more) {
	return h('button', {type: 'button', 'data-act': act, onclick, ...more}, text);
}

// A picture of ours that says nothing a text beside it does not say.
export function symbol(name, more) {
	return h('img', {src: `/page/symbol-${name}.svg`, alt: '', class: 'symbol', draggable: 'false', ...more});
}

// Loads a style sheet of a view or a game once. Those of games come last, in whatever order they are asked for.
export function style(file) {
	const href = '/page/' + file;
	if (document.querySelector(`link[href="${href}"], link[data-has~="${file}"]`)) return Promise.resolve();
	const before = file.startsWith('games/') ? null : document.querySelector('link[href^="/page/games/"]');
	return new Promise(done =>
		document.head.insertBefore(h('link', {rel: 'stylesheet', href, onload: done, onerror: done}), before)
	);
}

// Asks in a modal dialog of choices [value, text, kind]; Enter alone takes the one of kind "safe". The answer is the value of the button that closed it, "" for none.
export function ask(title, content, choices) {
	const box = h(
		'dialog',
		{class: 'ask', 'aria-label': title},
		h(
			'form',
			{method: 'dialog'},
			h('h2', {}, title),
			content,
			h(
				'div',
				{class: 'row end'},
				choices.map(([value, text, kind]) =>
					h(
						'button',
						{
							value,
							class: kind || '',
							autofocus: kind?.includes('safe'),
							'data-act': 'ask-' + (value || 'no'),
						},
						text
					)
				)
			)
		)
	);
	document.body.append(box);
	box.showModal();
	return new Promise(done =>
		box.addEventListener('close', () => {
			box.remove();
			done(box.returnValue);
		})
	);
}

// "Ana", "Ana and Bo", "Ana, Bo and Cy"
export function listed(words) {
	return words.length < 2 ? words.join('') : words.slice(0, -1).join(', ') + ' and ' + words.at(-1);
}

export function count(number, one, many) {
	return `${number} ${number === 1 ? one : many || one + 's'}`;
}

// "14 Nov, 19:03" of an ISO time, in the reader's own time zone.
export function short_time(when) {
	const date = new Date(when);
	return Number.isNaN(date.getTime())
		? ''
		: date.toLocaleString(undefined, {day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit'});
}
