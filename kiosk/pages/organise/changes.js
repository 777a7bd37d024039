// SPDX-License-Identifier: MIT
// What was changed: who, when, what and why.
import {heads, html, into, short_time} from '../dom.js';

const MOST = 300; // rows

// Settings by the names they are kept under.
const words = {
	'event.round': 'the round being played',
	'event.clock': 'the clock of the round',
	'event.name': 'the name of the event',
	'event.scheme': 'what a table is worth',
	'event.apart': 'who must not meet',
	casual: 'whether casual games are stored',
	key: 'the key of the codes',
	printing: 'whether everybody may print',
	password: 'the password',
};

// Older programs stored the words alone: "set event.round".
function what_of({what, says, arguments: about}) {
	const [verb, setting] = says ? [says, about?.setting] : what.split(' ');
	if (setting?.startsWith('compare/')) return 'imported results to compare with';
	return words[setting] ? `${verb} ${words[setting]}` : what;
}

export async function prepare(organiser) {
	organiser.changes = (await organiser.get('/api/changes')).changes;
}

export function paint(box, organiser) {
	const {changes} = organiser;
	into(box)`<section class="plain">
		<h1 tabindex="-1">Changes</h1>
		<p class="soft">Everything that was done, the latest first. Nothing is ever overwritten.</p>
		<div if=${changes.length} class="scroll">
			<table class="stacked" id="changes">
				${heads(['When', 'Who', 'What', 'Why'])}
				<tbody>${changes.slice(0, MOST).map(
					change => html`<tr data-change=${change.id}>
						<td class="soft"><time datetime=${change.when}>${short_time(change.when)}</time></td>
						<td>${change.who}</td><td>${what_of(change)}</td>
						<td class="why">${change.why && `“${change.why}”`}</td>
					</tr>`
				)}</tbody>
			</table>
		</div>
		<p if=${!changes.length}>Nothing yet.</p>
		<p if=${changes.length > MOST} class="soft">The latest ${MOST} of ${changes.length}.</p>
	</section>`;
}
