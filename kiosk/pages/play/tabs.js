// SPDX-License-Identifier: MIT
// A game that is open in two tabs of a browser is one game: each tab follows what the other enters, and the later
// one says so.
import {new_submission} from '../draft.js';

// `later` is called where this tab is the later one; answers how to stop.
export function tell_other_tabs(name, later) {
	if (!window.BroadcastChannel) return () => {};
	const channel = new BroadcastChannel('seedpress.tabs'),
		mine = new_submission();
	channel.addEventListener('message', ({data}) => {
		if (data?.name !== name) return;
		if (data.from) channel.postMessage({name, to: data.from});
		else if (data.to === mine) later();
	});
	channel.postMessage({name, from: mine});
	return () => channel.close();
}
