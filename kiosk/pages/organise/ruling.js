// SPDX-License-Identifier: MIT
// A ruling: the organiser says what happened at a table, whom it is about and why. The game is scored as
// it was played, where it was; what is decided besides stands in its history for everybody to read.
import {post} from '../api.js';
import {ask, h, put} from '../dom.js';
import {new_submission} from '../draft.js';
import {letters} from '../players.js';
import {state_mark, tell} from '../shell.js';

const kinds = [
	['no-show', 'Somebody did not come', 'They take the last place and have not played this round.'],
	['forfeit', 'Somebody gave the game up', 'They take the last place and get no points.'],
	['dropped', 'Somebody left the event', 'They take the last place here. Set them to “gone” among the people, too.'],
	['late', 'Somebody came late', 'The game counts as it was played, less a penalty if you want one.'],
	['lost', 'A piece was lost', 'It is nobody’s; all the rest counts as it was played.'],
];

// The fields of the dialog; `of` has names, result (null where no game was played) and what may be lost.
function fields(of) {
	const known = kinds.filter(
		([kind]) => (kind !== 'late' || of.result) && (kind !== 'lost' || (of.result && of.lost?.length))
	);
	const kind = h(
		'select',
		{id: 'ruling-kind'},
		known.map(([id, text]) => h('option', {value: id, selected: id === of.kind}, text))
	);
	const who = h(
		'fieldset',
		{id: 'ruling-who'},
		h('legend', {}, 'Who?'),
		of.names.map((name, index) =>
			h(
				'label',
				{class: 'choice'},
				h('input', {type: 'checkbox', value: index, 'data-player': index}),
				h('span', {}, name || `Player ${letters[index]}`)
			)
		)
	);
	const lost = h('input', {type: 'text', id: 'ruling-lost', value: (of.lost || []).join(', ')}),
		points = h('input', {type: 'number', id: 'ruling-points', min: 0, max: 1000, value: 0}),
		why = h('textarea', {id: 'ruling-why', rows: 2, maxlength: 500}),
		lost_field = h('label', {class: 'field'}, 'What is lost', lost),
		points_text = h('span', {}),
		points_field = h('label', {class: 'field'}, points_text, points),
		about = h('p', {class: 'soft small'}),
		says = h('div', {});
	const look = () => {
		const [id, , words] = known.find(([each]) => each === kind.value);
		put(about, words);
		who.hidden = id === 'lost';
		lost_field.hidden = id !== 'lost';
		points_field.hidden = id !== 'late' && Boolean(of.result);
		put(points_text, id === 'late' ? 'Points of penalty' : 'Points in the game for those who came');
	};
	kind.addEventListener('change', look);
	look();
	const root = h(
		'div',
		{class: 'stack'},
		h(
			'p',
			{},
			of.result
				? 'What was played counts, with this ruling.'
				: 'No game was played: whoever came shares the first place.'
		),
		h('label', {class: 'field'}, 'What happened?', kind),
		about,
		who,
		lost_field,
		points_field,
		h('label', {class: 'field'}, 'Why? Everybody can read this.', why),
		says
	);
	// The result as it is sent.
	const result = () => {
		const ruling = {kind: kind.value},
			{lost: _, ruling: __, ...played} = of.result || {
				game: of.game,
				code: of.code,
				players: of.names.map(name => (name ? {name} : {})),
			};
		if (kind.value !== 'lost')
			ruling.players = [...who.querySelectorAll(':checked')].map(box => Number(box.value));
		if (!of.result) ruling.unplayed = true;
		if (!points_field.hidden && Number(points.value)) ruling.points = Number(points.value);
		return {
			...played,
			...(kind.value === 'lost' && {lost: lost.value.toUpperCase().split(/[\s,;]+/).filter(Boolean)}),
			ruling,
		};
	};
	return {root, says, result, why: () => why.value.trim()};
}

// Asks and stores; the entry, or null when nothing was ruled.
export async function rule(of) {
	const form = fields(of),
		submission = new_submission();
	while (
		(await ask('A ruling', form.root, [
			['', 'Not now'],
			['rule', 'Store the ruling', 'main'],
		])) === 'rule'
	) {
		try {
			const {entry} = await post('/api/correct', {submission, result: form.result(), why: form.why()});
			tell('found', 'The ruling is stored.');
			return entry;
		} catch (problem) {
			put(
				form.says,
				h('div', {class: 'state refused', role: 'alert'}, state_mark('refused'), h('p', {}, problem.message))
			);
		}
	}
	return null;
}
