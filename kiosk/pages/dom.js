// SPDX-License-Identifier: MIT
// Making elements. Texts become text nodes and never markup, so that nothing a
// person typed can turn into part of the page.

const SVG = 'http://www.w3.org/2000/svg';

function set(element, name, value) {
	if (value === undefined || value === null || (value === false && !name.startsWith('aria-'))) return;
	if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
	// custom properties: the one way to style from here
	else if (name === 'vars')
		Object.entries(value).forEach(([key, text]) => element.style.setProperty('--' + key, text));
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
				if (name === 'if') element.condition = values++;
				else if (!given) element.attributes.push([name, name ? true : values++]);
				else element.attributes.push([name, given === '\0' ? values++ : parts(given.slice(1, -1))]);
			children.push(element);
			if (!closed && !EMPTY.test(tag)) open.push(element);
		}
	}
	if (open.length > 1) throw new SyntaxError('template: ' + open.at(-1).tag + ' has no end');
	return top.children.filter(node => node !== '');
}

function build(node, values, space) {
	const value_of = part => (typeof part === 'number' ? values[part] : part);
	if (typeof node !== 'object') return value_of(node);
	if (node.condition !== undefined && !value_of(node.condition)) return null;
	const inner = node.tag === 'svg' ? SVG : space,
		element = inner ? document.createElementNS(inner, node.tag) : document.createElement(node.tag);
	if (node.tag === 'button') element.type = 'button';
	for (const [name, given] of node.attributes)
		if (!name) for (const [each, value] of Object.entries(values[given] || {})) set(element, each, value);
		else set(element, name, Array.isArray(given) ? given.map(value_of).join('') : value_of(given));
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
// of one (name="item-${id}") or several (...${{name: value}}). It is never markup. An element with if=${value} is left
// out where the value is false; what is in it is evaluated all the same. A button does nothing but its onclick unless
// it has type="submit". Start tags have quoted values, end tags their names; there are no entities.
export const html = (strings, ...values) => template(null, strings, values);

// The same for parts of an SVG drawing.
export const svg = (strings, ...values) => template(SVG, strings, values);

// into(box)`<p>${text}</p>`: puts a template in place of all that is in the element.
export function into(element) {
	return (...given) => put(element, html(...given));
}

// Puts what `make` makes into the element, unless what it is made of is the same as last time.
const made_of = new WeakMap();
export function put_changed(element, of, make) {
	const text = JSON.stringify(of);
	if (made_of.get(element) === text) return;
	made_of.set(element, text);
	put(element, make());
}

// Runs something that makes parts of `root` again, and leaves the focus on what takes the place of
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
	const there = next && !next.disabled ? next : now.find(each => !each.disabled);
	(there || root.querySelector('[data-act=score]'))?.focus({preventScroll: true});
}

export function button(text, act, onclick, more) {
	return html`<button data-act=${act} onclick=${onclick} ...${more}>${text}</button>`;
}

// A picture of ours that says nothing a text beside it does not say.
export function symbol(name, more) {
	return html`<img src="/page/symbol-${name}.svg" alt="" class="symbol" draggable="false" ...${more}>`;
}

export const icon = name => html`<span class="icon icon-${name}" aria-hidden="true"></span>`;

// A button that shows an icon, and says what it does.
export const tool = (name, act, text, run) =>
	button(icon(name), act, run, {class: 'tool', 'aria-label': text, title: text});

// Loads a style sheet of a view or a game once. Those of games come last, in whatever order they are asked for.
export function style(file) {
	const href = '/page/' + file,
		before = file.startsWith('games/') ? null : document.querySelector('link[href^="/page/games/"]');
	if (document.querySelector(`link[href="${href}"], link[data-has~="${file}"]`)) return Promise.resolve();
	return new Promise(done =>
		document.head.insertBefore(html`<link rel="stylesheet" href=${href} onload=${done} onerror=${done}>`, before)
	);
}

// Asks in a modal dialog of choices [value, text, kind]; Enter alone takes the one of kind "safe". The answer is the
// value of the button that closed it, "" for none.
export function ask(title, content, choices) {
	const box = html`<dialog class="ask" aria-label=${title}>
		<form method="dialog">
			<h2>${title}</h2>${content}
			<div class="row end">${choices.map(
				([value, text, kind]) => html`<button type="submit" value=${value} class=${kind || ''}
					autofocus=${kind?.includes('safe')} data-act="ask-${value || 'no'}">${text}</button>`
			)}</div>
		</form>
	</dialog>`;
	return closed(box).then(() => box.returnValue);
}

// Shows a dialog until it is closed.
export function closed(box) {
	document.body.append(box);
	box.showModal();
	return new Promise(done => box.addEventListener('close', () => done(box.remove())));
}

// Asks before something is done: the answer is whether `yes` was pressed. `act` names that button.
export async function sure(title, content, no, act, yes, kind = 'main') {
	const choices = [
		['', no],
		[act, yes, kind],
	];
	return (await ask(title, content, choices)) === act;
}

// Adds listeners {event: function}; the answer is how to take them away.
export function listen(target, listeners, options) {
	const all = Object.entries(listeners);
	all.forEach(([event, run]) => target.addEventListener(event, run, options));
	return () => all.forEach(([event, run]) => target.removeEventListener(event, run, options));
}

// A choice of [value, text]; `now` is the value that is chosen.
export const select = (options, now, more) =>
	html`<select ...${more}>${options.map(
		([value, text]) => html`<option value=${value} selected=${value === now}>${text}</option>`
	)}</select>`;

// A table's head: its columns.
export const heads = texts => html`<thead><tr>${texts.map(text => html`<th scope="col">${text}</th>`)}</tr></thead>`;

// What was typed with commas, semicolons or spaces between.
export const words_in = text => text.split(/[\s,;]+/).filter(Boolean);

export const capital = text => text.charAt(0).toUpperCase() + text.slice(1);

// "Ana", "Ana and Bo", "Ana, Bo and Cy"
export function listed(words) {
	return words.length < 2 ? words.join('') : words.slice(0, -1).join(', ') + ' and ' + words.at(-1);
}

// Those of the texts that there are, with dots between.
export const joined = (...texts) => texts.filter(Boolean).join(' · ');

export const count = (number, one, many) => `${number} ${number === 1 ? one : many || one + 's'}`;

// A date in the language of the page, whatever the browser's own is.
export const date_text = (date, how) => date.toLocaleString(document.documentElement.lang, how);

// "14 Nov, 19:03" of an ISO time, in the reader's own time zone.
export function short_time(when) {
	const date = new Date(when);
	if (Number.isNaN(date.getTime())) return '';
	return date_text(date, {day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit'});
}
