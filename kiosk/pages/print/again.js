// SPDX-License-Identifier: MIT
// A lost sheet, ticket, card or pad once more: by its code, typed or on a photo of any piece of its game.
import {html} from '../dom.js';
import {photo_button, read_photo} from '../photo.js';
import {go, say, tell} from '../shell.js';

const open = code => go('/print?code=' + encodeURIComponent(code));

// Prints what the first code in a picture is of. Pieces without a QR may name a table, but not its code.
async function read(root, file) {
	root.classList.add('reading');
	say('The picture is being read.');
	try {
		const {pieces, problems} = await read_photo(file);
		const found = pieces.find(({code}) => code && !code.startsWith('pass.'));
		if (found) open(found.code);
		else
			tell(
				'again',
				problems[0] ||
					'No code was seen in this picture. The QR has to be on it: closer, straighter, more light?'
			);
	} catch (problem) {
		tell('refused', problem.message);
	}
	root.classList.remove('reading');
}

// `wrong` is a code that was typed and refused: it stays in the box, with the reason.
export function again_form(root, wrong) {
	const box = html`<input id="again-code" autocomplete="off" autocapitalize="characters" spellcheck="false"
		placeholder="XXXXX-XXXXX-XXXXX-XXXXX" value=${wrong?.typed ?? ''} aria-invalid=${wrong ? 'true' : null}
		aria-describedby=${wrong ? 'again-wrong' : null} data-act="again-code">`;
	const form = html`<form class="row" onsubmit=${event => {
		event.preventDefault();
		if (box.value.trim()) open(box.value.trim());
		else box.focus();
	}}>
		<label for="again-code" class="unseen">The code</label>${box}
		<button type="button" data-act="again" type="submit" onclick=${null}>Show it</button>
		${photo_button('Photo of a piece', ([file]) => read(root, file))}
	</form>`;
	return html`<section class="plain again">
		<h2>Something lost?</h2>
		<p class="soft">
			Type the code of a sheet, ticket, card or pad, or photograph any piece of the game that has its QR. Then
			choose that piece, another one or the whole game: it is printed exactly as it was.
		</p>
		${form}${wrong && html`<p class="notice" id="again-wrong" role="alert">${wrong.sentence}</p>`}
	</section>`;
}
