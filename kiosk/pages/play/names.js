// SPDX-License-Identifier: MIT
// Names that were written on this device, the newest first, offered wherever one is asked for.
import {html, put} from '../dom.js';
import {keep, kept} from '../shell.js';

const MOST = 40;

export function known_names() {
	const names = kept('names');
	return Array.isArray(names) ? names.filter(name => typeof name === 'string').slice(0, MOST) : [];
}

export function remember_names(names) {
	const fresh = names.map(name => name.trim()).filter(Boolean);
	keep('names', [...new Set([...fresh, ...known_names()])].slice(0, MOST));
}

// What a field names as its list; made anew whenever a field is made.
export function names_list() {
	let list = document.getElementById('known-names');
	if (!list) document.body.append((list = html`<datalist id="known-names"></datalist>`));
	put(
		list,
		known_names().map(name => html`<option value=${name}></option>`)
	);
	return list.id;
}
