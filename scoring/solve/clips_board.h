/* SPDX-License-Identifier: MIT
 * A clips card as tables for the solvers: every possible clip as a mask of cells,
 * and the worth of any captured symbols as one lookup. Also smaller cards, on
 * which every game can be tried. Pure. */
#pragma once

#include "scoring/clips.h"

#define CLIPS_SIDE_MAX  8   /* rows or columns, so that a cell is a bit of 64 */
#define CLIPS_MOVES_MAX 128 /* 4 edges, 8 lines, depths 1 to 4 */

/* A clip that fits on the card. The captures of a player are the sum of `points` (ones, emeralds and swirls do not
 * depend on anything else) and the sum of `step`: an index into the board's table. */
struct clips_move {
	uint64_t cells; /* bit 8 * row + column */
	struct clip clip;
	int8_t points;
	uint8_t twin; /* the first move with the same cells: itself, or another edge's at a corner */
	uint32_t step;
};

struct clips_board {
	unsigned moves, clips;                   /* clips: in the whole game, 6 on a card */
	struct clips_move move[CLIPS_MOVES_MAX]; /* by edge L, R, T, B, then line, then depth */
	uint32_t size;                           /* entries of the table */
	int16_t *worth;                          /* of poop, ladder, bomb, star and wild together */
};

/* The card of a layout under house rules; NULL without memory. */
struct clips_board *clips_board_create(const struct clips_layout *layout, const uint8_t house[HOUSE_RULES]);

/* A card of other sides, row by row, CLIPS_HOLE if there is nothing, for a game of this many
 * clips, at most CLIPS_IN_ALL. */
struct clips_board *clips_board_create_small(
	const uint8_t *grid, int rows, int cols, unsigned clips, const uint8_t house[HOUSE_RULES]);

void clips_board_destroy(struct clips_board *board);

/* The move of a clip, or -1 when the card has no such clip. */
int clips_board_find(const struct clips_board *board, const struct clip *clip);
