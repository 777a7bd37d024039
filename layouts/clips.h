/* SPDX-License-Identifier: MIT
 * The paperclip game: one side of a card, 8 rows by 6 columns of symbols
 * around a hole of 2 by 2 for the QR. */
#ifndef SEEDPRESS_CLIPS_LAYOUT_H
#define SEEDPRESS_CLIPS_LAYOUT_H

#include "layouts/game.h"

#define CLIPS_ROWS      8
#define CLIPS_COLS      6
#define CLIPS_HOLE_ROW  3 /* the hole's first row and column, from 0 */
#define CLIPS_HOLE_COL  2
#define CLIPS_HOLE_SIZE 2
#define CLIPS_CELLS     (CLIPS_ROWS * CLIPS_COLS - CLIPS_HOLE_SIZE * CLIPS_HOLE_SIZE)

/* The order is part of version 1: the mix is written in it. */
enum clips_symbol {
	CLIPS_ONE,
	CLIPS_POOP,
	CLIPS_SWIRL,
	CLIPS_LADDER,
	CLIPS_EMERALD,
	CLIPS_BOMB,
	CLIPS_STAR,
	CLIPS_WILD,
	CLIPS_SYMBOLS,
	CLIPS_HOLE = CLIPS_SYMBOLS,
};

struct clips_layout {
	uint8_t grid[CLIPS_ROWS][CLIPS_COLS]; /* enum clips_symbol, CLIPS_HOLE in the middle */
};

extern const struct game game_clips;

/* "one", "poop", ... as in JSON. */
const char *clips_symbol_name(enum clips_symbol symbol);

/* The cell of a symbol on the card. */
struct rect clips_cell(int row, int col);

#endif
