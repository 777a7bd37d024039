// SPDX-License-Identifier: MIT
// The colours of the players: where their pieces are printed in colours, the screen has the same. What stands on
// them is dark or light, whichever is read better; lines beside them are made darker or lighter by style.css.
function brightness(colour) {
	const [red, green, blue] = [1, 3, 5].map(at => {
		const part = parseInt(colour.slice(at, at + 2), 16) / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const DARK = '#1d1915';

function ink_on(colour) {
	const light = 1.05 / (brightness(colour) + 0.05),
		dark = (brightness(colour) + 0.05) / (brightness(DARK) + 0.05);
	return light > dark ? '#ffffff' : DARK;
}

// `colours` as the kiosk tells them of a piece: "#f27a6a", seat by seat. They are for all that is in `root`, dialogs
// too where that is the body; without any it has the page's own.
export function use_colours(root, colours = []) {
	root.classList.toggle('printed-colours', colours.length > 0);
	for (let seat = 0; seat < 6; seat++) {
		root.style.setProperty('--p' + seat, colours[seat] || '');
		root.style.setProperty('--i' + seat, colours[seat] ? ink_on(colours[seat]) : '');
	}
	return root;
}
