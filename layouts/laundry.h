/* SPDX-License-Identifier: MIT
 * Coin-Op: the laundry tickets of a game for two. */
#pragma once

#include "layouts/game.h"

#define LAUNDRY_SEATS 2 /* players */
#define LAUNDRY_ROWS  6 /* items with a value */

enum laundry_item {
	LAUNDRY_UNDERWEAR,
	LAUNDRY_BRA,
	LAUNDRY_PANTS,
	LAUNDRY_SHIRT,
	LAUNDRY_BEDSHEET,
	LAUNDRY_PILLOWCASE,
	LAUNDRY_SOCK, /* two of them, not among the rows */
	LAUNDRY_ITEMS,
};

/* Option 1 of the code: the values are dealt by the seed. */
#define LAUNDRY_DEALT 1

/* The ticket page: two tickets of a game side by side, and space for a second game this much lower.
 * All of it is whole modules of a tag, so that the tags of a page make one picture. */
#define LAUNDRY_TICKET_W  MODULES(112) /* width of a ticket */
#define LAUNDRY_NEXT_GAME MODULES(153) /* from the top of one game to that of the next */
#define LAUNDRY_INSET     MODULES(5)   /* from a ticket's edge to its tags and all that is written */

/* Where a ticket is folded so that its values are hidden, from its left edge: the flap comes to lie
 * over the dryers and leaves the names in sight. */
#define LAUNDRY_FOLD 7000

/* The columns and lines of a ticket, from its top left. A line is the item's name, the two dryers
 * and, under the fold, its values; the socks are lines 6 and 7. */
#define LAUNDRY_BUBBLE   500                /* width and height of a bubble */
#define LAUNDRY_SCORE_X  4800               /* column of the score dryer */
#define LAUNDRY_NO_X     5950               /* column of the no-score dryer */
#define LAUNDRY_VALUE_X  7260               /* first column of the values */
#define LAUNDRY_VALUE_DX 640                /* from one value to the next */
#define LAUNDRY_LINES    (LAUNDRY_ROWS + 2) /* six items and two socks */
#define LAUNDRY_LINES_Y  3750               /* top of the first line */
#define LAUNDRY_LINES_DY 720                /* from one line to the next */
#define LAUNDRY_FIRST_Y  2350               /* who goes first, in the column of the score dryer */
#define LAUNDRY_FOOT_Y   9700               /* below the lines: QR, code, sums */

struct laundry_ticket {
	uint32_t serial;             /* six digits */
	uint8_t colour;              /* 0 or 1 */
	uint8_t row[LAUNDRY_ROWS];   /* enum laundry_item in printed order */
	uint8_t value[LAUNDRY_ROWS]; /* of each item (not row) on a dealt ticket, else 0 */
};

struct laundry_layout {
	bool dealt;
	struct laundry_ticket ticket[LAUNDRY_SEATS];
};

extern const struct game game_laundry;

/* "underwear", ... "sock" as in JSON. */
const char *laundry_item_name(enum laundry_item item);
const char *laundry_colour_name(unsigned colour);
