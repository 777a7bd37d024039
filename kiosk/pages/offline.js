// SPDX-License-Identifier: MIT
// A kiosk that goes away while a page is open: what can be kept for a reload, and what a person is told before leaving.
import {is_away} from './api.js';
import {is_unsent} from './outbox.js';

// The worker keeps the page for a reload. What was loaded before it was there it is told.
async function use_worker() {
	const worker = navigator.serviceWorker;
	await worker.register('/worker.js');
	const {active} = await worker.ready,
		loaded = performance.getEntriesByType('resource').map(each => each.name);
	active.postMessage([location.href, location.origin + '/', ...loaded]);
}

export function begin(about) {
	if (navigator.serviceWorker && !about.local) use_worker().catch(() => {}); // the page works without
	addEventListener('beforeunload', event => {
		const at_game = document.body.dataset.view === 'play' && is_away();
		if (!navigator.serviceWorker?.controller && (is_unsent() || at_game)) event.preventDefault();
	});
}
