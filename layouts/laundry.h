/* SPDX-License-Identifier: MIT
 * Coin-Op: the laundry tickets of a game for two. */
#ifndef SEEDPRESS_LAUNDRY_LAYOUT_H
#define SEEDPRESS_LAUNDRY_LAYOUT_H

#include "layouts/game.h"

#define LAUNDRY_SEATS 2
#define LAUNDRY_ROWS  6

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

/* Two games fit the ticket page; the second stands this much lower. */
#define LAUNDRY_NEXT_GAME 12950

/* Where a ticket is folded so that its values are hidden, from its left edge. */
#define LAUNDRY_FOLD 6250

struct laundry_ticket {
	uint32_t serial; /* six digits */
	uint8_t colour;  /* 0 or 1 */
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

#endif
