/* SPDX-License-Identifier: MIT
 * The paperclip game: one side of a card, 8 rows by 6 columns of symbols
 * around a hole of 2 by 2 for the QR. */
#pragma once

#include "layouts/game.h"

#define CLIPS_ROWS      8 /* of a card */
#define CLIPS_COLS      6 /* of a card */
#define CLIPS_HOLE_ROW  3 /* the hole's first row, from 0 */
#define CLIPS_HOLE_COL  2 /* the hole's first column, from 0 */
#define CLIPS_HOLE_SIZE 2 /* rows and columns of the hole */
#define CLIPS_CELLS     (CLIPS_ROWS * CLIPS_COLS - CLIPS_HOLE_SIZE * CLIPS_HOLE_SIZE) /* symbols of a card */

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

/* Options of a code, which do not change the layout: the house rules printed on the paper, a bit
 * each. Without a bit it is the default. */
enum clips_printed { CLIPS_PRINTED_POOP_BONUS = 1, CLIPS_PRINTED_LADDER_FROM_1 = 2, CLIPS_OPTIONS = 4 };

struct clips_layout {
	uint8_t grid[CLIPS_ROWS][CLIPS_COLS]; /* enum clips_symbol, CLIPS_HOLE in the middle */
};

extern const struct game game_clips;

/* "one", "poop", ... as in JSON. */
const char *clips_symbol_name(enum clips_symbol symbol);

/* A size of card and the paperclip that goes with it. The layout is the same on both. */
struct clips_size {
	int32_t w, h;
	int32_t first;            /* from the card's edge to the middle of the first row or column */
	int32_t pitch;            /* from line to line */
	int32_t middle;           /* additional, between the upper and the lower four rows */
	int32_t symbol;           /* at most */
	int32_t qr;               /* with its white: whole pixels a module at 300 dpi */
	int32_t qr_top;           /* from the card's top edge */
	int32_t line;             /* the height of each of two lines of text under it, */
	int32_t text_top;         /* from here */
	int32_t clip, clip_w;     /* the clip from end to end, and across */
	int32_t inside, inside_w; /* what it encloses */
};

/* Poker size for 50 mm clips, and a smaller one for 33 mm. */
extern const struct clips_size clips_poker, clips_small;

/* The square of a symbol on a card of a size. */
struct rect clips_symbol_at(const struct clips_size *size, int row, int col);

/* Where the QR and its text are on a card of a size: in the hole. */
void clips_form(const struct clips_size *size, struct form *form);

/* The cell of a symbol on the poker card. */
struct rect clips_cell(int row, int col);
