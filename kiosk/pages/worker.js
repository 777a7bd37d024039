// SPDX-License-Identifier: MIT
// A service worker, which browsers allow on secure origins alone: what a phone has seen of the page and of its games is
// shown again while the kiosk is away. What the kiosk answers always goes first.
const NAME = 'seedpress',
	MOST = 150, // answers that are kept; each view needs about five
	PATIENCE = 5000; // milliseconds until what is kept is shown

const is_kept = ({origin, pathname}) =>
	origin === location.origin &&
	/^\/($|(c|page|sheet|rulebook|rules|api\/piece)\/|api\/kiosk$|where$|help$)/i.test(pathname);

const wait = time => new Promise(done => setTimeout(done, time));

let organiser = false; // whose page has what others may not see: nothing of it is kept

async function keep(cache, request, answer) {
	if (!answer.ok) return;
	if (new URL(request.url || request).pathname === '/api/kiosk') ({organiser} = await answer.clone().json());
	if (organiser) {
		await caches.delete(NAME);
		return;
	}
	await cache.put(request, answer);
	const all = await cache.keys();
	await Promise.all(all.slice(0, Math.max(0, all.length - MOST)).map(each => cache.delete(each)));
}

async function answer_to(request) {
	const cache = await caches.open(NAME),
		kept = await cache.match(request, {ignoreVary: true});
	const asked = fetch(request).then(answer => {
		keep(cache, request, answer.clone());
		return answer;
	});
	// Every page leads to every view: the address says which.
	const other = async problem => {
		const pages = request.mode === 'navigate' ? await cache.match('/', {ignoreVary: true}) : null;
		if (pages) return pages;
		throw problem;
	};
	if (!kept) return asked.catch(other);
	return Promise.race([asked, wait(PATIENCE).then(() => kept)]).catch(() => kept);
}

addEventListener('fetch', event => {
	const {request} = event;
	if (request.method === 'GET' && is_kept(new URL(request.url))) event.respondWith(answer_to(request));
});
// What was loaded before the worker was there is named by the page.
addEventListener('message', ({data}) => {
	const keep_all = async () => {
		const cache = await caches.open(NAME);
		for (const url of data)
			if (is_kept(new URL(url)))
				await fetch(url).then(
					answer => keep(cache, url, answer),
					() => {}
				);
	};
	keep_all();
});
addEventListener('install', () => skipWaiting());
addEventListener('activate', event => event.waitUntil(clients.claim()));
