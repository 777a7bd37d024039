/* SPDX-License-Identifier: MIT
 * A printed board on which people put loops of wire, pushed on from its edge over cells in a line. Which
 * boards there are the games say; the eye finds the board by what is printed on it and names the wires.
 * Plain data without pointers, so that it can be handed to another process. */
#ifndef SEEDPRESS_KIOSK_PIECE_BOARD_H
#define SEEDPRESS_KIOSK_PIECE_BOARD_H

#include "kiosk/piece/registration.h"
#include "layouts/game.h"

#define BOARD_ANCHORS 64
#define BOARD_RUNS    128

/* A place for a wire: the cells that it goes around, from the edge inwards. */
struct board_run {
	char id[sizeof(((struct bubble *)0)->id)];
	int32_t x, y;        /* where the middle of the wire turns back, on the middle of its line */
	int8_t out_x, out_y; /* from there to the edge: one is 0, the other 1 or -1 */
	uint64_t cells;      /* runs that share one exclude each other */
};

struct board {
	int32_t w, h;
	int32_t loop;   /* from one leg of a wire to the other, middle to middle */
	int32_t wire;   /* its thickness */
	uint16_t wires; /* at most so many, when a game is finished */
	uint16_t anchors, drawings, runs;
	struct registration_anchor anchor[BOARD_ANCHORS];
	struct registration_drawing drawing[REGISTRATION_DRAWINGS];
	struct board_run run[BOARD_RUNS];
};

/* What the board of a code is; false where it has none. */
typedef bool board_of_code(const struct game *game, const struct code *code, struct board *board);

/* Whether it is within its bounds. */
bool board_is_fine(const struct board *board);

#endif
