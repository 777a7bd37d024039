// SPDX-License-Identifier: MIT
// Making elements. Texts become text nodes and never markup, so that nothing a
// person typed can turn into part of the page.

const SVG = 'http://www.w3.org/2000/svg';

function set(element, name, value) {
	if (value === undefined || value === null || (value === false && !name.startsWith('aria-'))) return;
	if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
	else if (name === 'vars')
		// custom properties: the one way to style from here
		for (const [key, text] of Object.entries(value)) element.style.setProperty('--' + key, text);
	else if (name === 'value' || name === 'checked' || name === 'indeterminate') element[name] = value;
	else element.setAttribute(name, value === true && !name.startsWith('aria-') ? '' : value);
}

// Adds children: elements, texts, numbers, lists of them; null and false are nothing.
export function add(element, ...children) {
	for (const child of children.flat(Infinity))
		if (child !== null && child !== undefined && child !== false) element.append(child);
	return element;
}

// Puts these in place of all that is in the element.
export function put(element, ...children) {
	element.replaceChildren();
	return add(element, ...children);
}

// What a template is made of: \0 stands for a value. An end tag, a start tag, a value, a text.
const TOKEN = /<\/([\w-]+)>|<([\w-]+)((?:\s+(?:\.\.\.\0|[\w:-]+(?:=(?:\0|"[^"]*"))?))*)\s*(\/?)>|(\0)|([^<\0]+)/y;
const ATTRIBUTE = /\.\.\.\0|([\w:-]+)(?:=(\0|"[^"]*"))?/g;
const EMPTY = /^(br|hr|img|input|link)$/; // elements that have no end tag
const parsed = new WeakMap(); // by the constant strings of a template: the list of its nodes

// Only the constant strings of a template are parsed, once, and by ourselves: values never are. A node is a text, the
// number of a value, or an element. Throws at markup that it does not know, which is a mistake in our own code.
function parse(strings) {
	const text = strings.join('\0'),
		top = {children: []},
		open = [top];
	let values = 0;
	const parts = words => words.split('\0').flatMap((part, index) => (index ? [values++, part] : [part]));
	for (let match, at = (TOKEN.lastIndex = 0); at < text.length; at = TOKEN.lastIndex) {
		match = TOKEN.exec(text);
		if (!match || (match[1] && match[1] !== open.pop().tag)) throw new SyntaxError('template: ' + text.slice(at));
		const [, end, tag, attributes, closed, value, words] = match,
			{children} = open.at(-1);
		if (value) children.push(values++);
		// Line breaks beside tags and values only lay the template out; inside a text they are spaces.
		else if (words) children.push(words.replace(/^\s*\n\s*|\s*\n\s*$/g, '').replace(/\s*\n\s*/g, ' '));
		else if (!end) {
			const element = {tag, attributes: [], children: []};
			for (const [, name, given] of attributes.matchAll(ATTRIBUTE))
				if (!given) element.attributes.push([name, name ? true : values++]);
				else element.attributes.push([name, given === '\0' ? values++ : parts(given.slice(1, -1))]);
			children.push(element);
			if (!closed && !EMPTY.test(tag)) open.push(element);
		}
	}
	if (open.length > 1) throw new SyntaxError('template: ' + open.at(-1).tag + ' has no end');
	return top.children.filter(node => node !== '');
}

function build(node, values, space) {
	if (typeof node === 'number') return values[node];
	if (typeof node === 'string') return node;
	const inner = node.tag === 'svg' ? SVG : space,
		element = inner ? document.createElementNS(inner, node.tag) : document.createElement(node.tag);
	for (const [name, given] of node.attributes)
		if (!name) for (const [each, value] of Object.entries(values[given] || {})) set(element, each, value);
		else if (typeof given === 'number') set(element, name, values[given]);
		else
			set(
				element,
				name,
				given === true || given.map(part => (typeof part === 'number' ? values[part] : part)).join('')
			);
	for (const child of node.children) add(element, build(child, values, inner));
	return element;
}

function template(space, strings, values) {
	if (!parsed.has(strings)) parsed.set(strings, parse(strings));
	const nodes = parsed.get(strings).map(node => build(node, values, space));
	return nodes.length === 1 ? nodes[0] : nodes;
}

// html`<button class="main" onclick=${press}>${text}</button>`: an element, or a list where there are several nodes.
// A value is a child (see add), an attribute (name=${value}: nothing for null and false; onNAME takes a function), a part
// of one (name="item-${id}") or several (...${{name: value}}). It is never markup. Start tags have quoted values, end
// tags their names; there are no entities.
export const html = (strings, ...values) => template(null, strings, values);

// The same for parts of an SVG drawing.
export const svg = (strings, ...values) => template(SVG, strings, values);

// into(box)`<p>${text}</p>`: puts a template in place of all that is in the element.
export const into =
	element =>
	(strings, ...values) =>
		put(element, template(null, strings, values));

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
	return html`<button type="button" data-act=${act} onclick=${onclick} ...${more}>${text}</button>`;
}

// A picture of ours that says nothing a text beside it does not say.
export function symbol(name, more) {
	return html`<img src="/page/symbol-${name}.svg" alt="" class="symbol" draggable="false" ...${more}>`;
}

// Loads a style sheet of a view or a game once. Those of games come last, in whatever order they are asked for.
export function style(file) {
	const href = '/page/' + file;
	if (document.querySelector(`link[href="${href}"], link[data-has~="${file}"]`)) return Promise.resolve();
	const before = file.startsWith('games/') ? null : document.querySelector('link[href^="/page/games/"]');
	return new Promise(done =>
		document.head.insertBefore(html`<link rel="stylesheet" href=${href} onload=${done} onerror=${done}>`, before)
	);
}

// Asks in a modal dialog of choices [value, text, kind]; Enter alone takes the one of kind "safe". The answer is the value of the button that closed it, "" for none.
export function ask(title, content, choices) {
	const box = html`<dialog class="ask" aria-label=${title}>
		<form method="dialog">
			<h2>${title}</h2>${content}
			<div class="row end">${choices.map(
				([value, text, kind]) => html`<button value=${value} class=${kind || ''}
					autofocus=${kind?.includes('safe')} data-act="ask-${value || 'no'}">${text}</button>`
			)}</div>
		</form>
	</dialog>`;
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

export const count = (number, one, many) => `${number} ${number === 1 ? one : many || one + 's'}`;

// A date in the language of the page, whatever the browser's own is.
export const date_text = (date, how) => date.toLocaleString(document.documentElement.lang, how);

// "14 Nov, 19:03" of an ISO time, in the reader's own time zone.
export function short_time(when) {
	const date = new Date(when);
	return Number.isNaN(date.getTime())
		? ''
		: date_text(date, {day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit'});
}
