/* SPDX-License-Identifier: MIT
 * Models of cards: 44 symbols to locate them by, and about a hundred runs for clips. */
#include "kiosk/games/clips/card.h"

#include <string.h>

#include "clips_drawings.h"
#include "scoring/clips.h"

/* Thickness of a clip's wire, in hundredths of a millimetre; typical of clips of this size. */
#define WIRE 100

/* Adds the runs of a line, of every depth up to the hole. */
static void
add_line(struct card *card, const struct clips_layout *layout, char edge, uint8_t line)
{
	const struct clips_size *size = &clips_poker;
	uint64_t cells = 0;

	for (uint8_t depth = 1; depth <= CLIPS_DEPTH_MAX && card->runs < CARD_RUNS; depth++) {
		const struct clip clip = {edge, line, depth};
		/* The wire turns back just past its last symbol. */
		int32_t deep = size->first + (depth - 1) * size->pitch + size->symbol / 2 + WIRE;
		int row, col;

		clip_cell(&clip, depth - 1, &row, &col);
		if (layout->grid[row][col] == CLIPS_HOLE)
			return;
		cells |= UINT64_C(1) << (row * CLIPS_COLS + col);

		struct rect at = clips_symbol_at(size, row, col);
		struct card_run *run = &card->run[card->runs++];

		*run = (struct card_run){.cells = cells, .x = at.x + at.w / 2, .y = at.y + at.h / 2};
		clip_write(&clip, run->id);
		if (edge == 'L' || edge == 'R') {
			run->x = edge == 'L' ? deep : size->w - deep;
			run->out_x = edge == 'L' ? -1 : 1;
		} else {
			run->y = edge == 'T' ? deep : size->h - deep;
			run->out_y = edge == 'T' ? -1 : 1;
		}
	}
}

void
card_init(struct card *card, const struct clips_layout *layout)
{
	const struct clips_size *size = &clips_poker;
	unsigned anchors = 0;
	struct form form;

	clips_form(size, &form);
	*card = (struct card){.w = size->w, .h = size->h, .qr = form.qr, .loop = size->clip_w - WIRE};
	for (int row = 0; row < CLIPS_ROWS; row++)
		for (int col = 0; col < CLIPS_COLS; col++) {
			struct rect at = clips_symbol_at(size, row, col);

			if (layout->grid[row][col] < CLIPS_SYMBOLS && anchors < CARD_ANCHORS)
				card->anchor[anchors++] = (struct registration_anchor){
					{at.x - CARD_RIM, at.y - CARD_RIM, at.w + 2 * CARD_RIM, at.h + 2 * CARD_RIM},
					layout->grid[row][col]};
		}
	for (uint8_t line = 1; line <= CLIPS_ROWS; line++) {
		add_line(card, layout, 'L', line);
		add_line(card, layout, 'R', line);
	}
	for (uint8_t line = 1; line <= CLIPS_COLS; line++) {
		add_line(card, layout, 'T', line);
		add_line(card, layout, 'B', line);
	}
}
