// SPDX-License-Identifier: MIT
// What was changed: who, when, what and why.
import {h, short_time, put} from '../dom.js';

// Settings by the names they are kept under.
const words = {
	'event.round': 'the round being played',
	'event.clock': 'the clock of the round',
	'event.name': 'the name of the event',
	'event.scheme': 'what a table is worth',
	casual: 'whether casual games are stored',
	key: 'the key of the codes',
	printing: 'whether everybody may print',
	password: 'the password',
};

function what_of({what}) {
	const [, verb, name] = /^(set|unset) (.*)$/.exec(what) || [];
	return words[name] ? `${verb} ${words[name]}` : what;
}

export async function prepare(organiser) {
	organiser.changes = (await organiser.get('/api/changes')).changes;
}

export function paint(box, organiser) {
	put(
		box,
		h(
			'section',
			{class: 'plain'},
			h('h1', {tabindex: '-1'}, 'Changes'),
			h('p', {class: 'soft'}, 'Everything that was done, the latest first. Nothing is ever overwritten.'),
			organiser.changes.length
				? h(
						'div',
						{class: 'scroll'},
						h(
							'table',
							{class: 'stacked', id: 'changes'},
							h(
								'thead',
								{},
								h(
									'tr',
									{},
									['When', 'Who', 'What', 'Why'].map(text => h('th', {scope: 'col'}, text))
								)
							),
							h(
								'tbody',
								{},
								organiser.changes
									.slice(0, 300)
									.map(change =>
										h(
											'tr',
											{'data-change': change.id},
											h(
												'td',
												{class: 'soft'},
												h('time', {datetime: change.when}, short_time(change.when))
											),
											h('td', {}, change.who),
											h('td', {}, what_of(change)),
											h('td', {class: 'why'}, change.why && `“${change.why}”`)
										)
									)
							)
						)
					)
				: h('p', {}, 'Nothing yet.'),
			organiser.changes.length > 300 && h('p', {class: 'soft'}, `The latest 300 of ${organiser.changes.length}.`)
		)
	);
}
