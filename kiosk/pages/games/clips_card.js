// SPDX-License-Identifier: MIT
// The card of the paperclip game on the screen: its lines from the edges inwards, the
// handles around it, and clips as bent wire.
import {svg} from '../dom.js';
import {letters} from '../players.js';

export const PAD = 1000; // room for the handles
const HANDLE = 860;
export const EDGES = {L: 'left', R: 'right', T: 'top', B: 'bottom'};

export function parse(clip) {
	const [line, depth] = clip.slice(1).split('x').map(Number);
	return {edge: clip[0], line, depth};
}

// "row 3 from the left, 4 deep"
export function in_words(clip) {
	const {edge, line, depth} = parse(clip);
	return `${'LR'.includes(edge) ? 'row' : 'column'} ${line} from the ${EDGES[edge]}, ${depth} deep`;
}

export const handle_of = clip => clip.split('x')[0];

// The number of each clip in the order of play, by its place: two players alternate, in whatever order their clips were
// entered.
export function in_order({players, first, clips}) {
	const played = [0, 0],
		as_listed = players.length === 1 || clips.some(({player}) => player === null);
	const number = (player, index) => (as_listed ? index + 1 : 2 * played[player]++ + (player === first ? 1 : 2));
	return Object.fromEntries(clips.map(({player, clip}, index) => [handle_of(clip), number(player, index)]));
}

// Cells of a line from its edge inwards, as far as a clip reaches: four, or to the hole.
export function run(play, handle) {
	const {rows, cols, grid} = play.piece.layout,
		line = Number(handle.slice(1)),
		out = [];
	for (let step = 0; step < 4; step++) {
		const row = {L: line - 1, R: line - 1, T: step, B: rows - 1 - step}[handle[0]];
		const col = {T: line - 1, B: line - 1, L: step, R: cols - 1 - step}[handle[0]];
		if (!grid[row]?.[col]) break;
		out.push({id: `r${row + 1}c${col + 1}`, symbol: grid[row][col]});
	}
	return out;
}

// Places: a handle at each end of every line, and the cells.
export function handles(play, sheet) {
	const {rows, cols} = play.piece.layout,
		cell = Object.fromEntries(sheet.places.map(place => [place.id, place])),
		out = [];
	// An arrow head that points inwards.
	const add = (id, x, y) => {
		const [dx, dy] = {L: [1, 0], R: [-1, 0], T: [0, 1], B: [0, -1]}[id[0]],
			reach = (along, beside) =>
				`${x + 130 * (along * dx + beside * dy)} ${y + 130 * (along * dy + beside * dx)}`;
		const sign = `M${reach(-0.5, -1)}L${reach(0.6, 0)}L${reach(-0.5, 1)}`;
		out.push({id, x: x - HANDLE / 2, y: y - HANDLE / 2, w: HANDLE, h: HANDLE, rx: 200, kind: 'handle', sign});
	};
	for (let row = 1; row <= rows; row++) {
		const middle = cell[`r${row}c1`].y + cell[`r${row}c1`].h / 2;
		add('L' + row, -PAD / 2, middle);
		add('R' + row, sheet.w + PAD / 2, middle);
	}
	for (let col = 1; col <= cols; col++) {
		const middle = cell[`r1c${col}`].x + cell[`r1c${col}`].w / 2;
		add('T' + col, middle, -PAD / 2);
		add('B' + col, middle, sheet.h + PAD / 2);
	}
	return [...out, ...sheet.places.map(place => ({...place, kind: 'cell'}))];
}

// How deep a point lies in a line, 0 to as far as it goes.
export function depth_at(play, sheet, handle, point) {
	const cells = run(play, handle).map(({id}) => sheet.places.get(id));
	const inside = {
		L: place => point.x > place.x + place.w * 0.25,
		R: place => point.x < place.x + place.w * 0.75,
		T: place => point.y > place.y + place.h * 0.25,
		B: place => point.y < place.y + place.h * 0.75,
	}[handle[0]];
	return cells.filter(inside).length;
}

// A clip as wire: three bends, drawn inwards along x and turned to its edge.
function wire(length) {
	const end = length - 80;
	return `M${end * 0.3 + 100} -230H${end - 560}A230 230 0 0 1 ${end - 560} 230H-140A320 320 0 0 1 -140 -410H${end - 410}A410 410 0 0 1 ${end - 410} 410H200`;
}

// A text in a circle around a point.
export const badge = ([x, y], text, size) => svg`<g class="badge">
	<circle cx=${x} cy=${y} r="330" /><text x=${x} y=${y} dy=".36em" font-size=${size}>${text}</text>
</g>`;

export function draw(play, sheet, {player, clip}, order, ghost) {
	const {edge, depth} = parse(clip),
		line = run(play, handle_of(clip)).slice(0, depth),
		cells = line.map(({id}) => sheet.places.get(id));
	if (!cells.length) return null;
	const last = cells.at(-1),
		first = cells[0],
		{w, h: height} = sheet.sheet;
	const cx = first.x + first.w / 2,
		cy = first.y + first.h / 2;
	const length = {L: last.x + last.w, R: w - last.x, T: last.y + last.h, B: height - last.y}[edge];
	const way = {
		L: `translate(0 ${cy})`,
		R: `translate(${w} ${cy}) rotate(180)`,
		T: `translate(${cx} 0) rotate(90)`,
		B: `translate(${cx} ${height}) rotate(-90)`,
	}[edge];
	const at = {L: [-PAD / 2, cy], R: [w + PAD / 2, cy], T: [cx, -PAD / 2], B: [cx, height + PAD / 2]}[edge];
	return svg`<g class="clip${ghost ? ' ghost' : ''}" data-player=${player} data-clip=${clip}>
		${cells.map(
			cell => svg`<rect class="caught" x=${cell.x + 40} y=${cell.y + 40} width=${cell.w - 80}
				height=${cell.h - 80} rx="160" />`
		)}
		<g transform=${way}><path class="halo" d=${wire(length)} /><path class="wire" d=${wire(length)} /></g>
		${badge(at, (player === null ? '?' : letters[player]) + order, 400)}
	</g>`;
}
