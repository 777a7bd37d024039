/* SPDX-License-Identifier: MIT
 * What the files that name wires share: lines in a view, wires as they would lie, and which of them do. */
#ifndef SEEDPRESS_KIOSK_PIECE_WIRES_PARTS_H
#define SEEDPRESS_KIOSK_PIECE_WIRES_PARTS_H

#include "kiosk/piece/wires.h"

#define WIRE_DIRECTIONS 12   /* of half a turn */
#define WIRE_APART      50.0 /* between two points of an outline, in hundredths of a millimetre */
#define WIRE_CLEAR      7.0  /* millimetres of wire: a difference that decides */
#define WIRE_CHOICES    28   /* that are worth combining */

#define WIRE_FRAME (3 * BOARD_VIEW_PIXELS)

/* How much of a line there is at each pixel, -1 to 1, in each direction. Around what differs is a frame
 * as of the bare board, so that no look over the edge needs a thought. */
struct wire_lines {
	int width, height;
	float differs[BOARD_VIEW_H + 2 * WIRE_FRAME][BOARD_VIEW_W + 2 * WIRE_FRAME]; /* as far as it is trusted */
	float trust[BOARD_VIEW_H][BOARD_VIEW_W];
	float line[WIRE_DIRECTIONS][BOARD_VIEW_H][BOARD_VIEW_W];
};

void wires_lines(const struct board_view *view, struct wire_lines *lines);

static inline double
wires_line_at(const struct wire_lines *lines, int direction, double x, double y)
{
	const double step = BOARD_VIEW_PIXELS / 100.0;

	return lines->line[direction][(int)(y * step)][(int)(x * step)];
}

/* What may lie somewhere: the wire of a run; or one halfway between a run and the next deeper one, which is
 * `run` then, and the shorter one is `before` (-1 where it is the edge). */
struct wire_choice {
	unsigned run;
	bool halfway;
	int before;
	struct wire wire;
};

/* The most that explains a board. */
struct wire_choices {
	unsigned count, most;
	struct wire_choice choice[WIRE_CHOICES];
	uint64_t cells[WIRE_CHOICES];
	double shared[WIRE_CHOICES][WIRE_CHOICES]; /* millimetres that two of them explain both */
	double best;
	uint32_t best_set, set;
	int banned;
};

/* Takes one in, where it is better than the worst of too many; then, when all are, what they share. */
void wires_choice_add(struct wire_choices *choices, const struct wire_choice *choice);
void wires_choice_prepare(const struct board *board, const struct wire_lines *lines, struct wire_choices *choices);

/* The best that can be said of the board: with the choice `with`, without the choice `without` (-1 for any). */
double wires_choose(struct wire_choices *choices, int with, int without);

/* A wire as it sits, for asking what is inside. */
struct wire_loop {
	const struct board_run *run;
	struct wire_seat seat;
	double c, s;   /* of its turn */
	double length; /* from the edge to where it turns back */
};

void wires_loop(
	const struct board *board, const struct board_run *run, const struct wire_seat *seat, struct wire_loop *loop);

/* Whether a point of the board is inside a wire's loop, more than so far from its middle line. */
bool wires_is_within(const struct wire_loop *loop, double x, double y, double far);

/* Asks about wires that are not seen well enough to be sure, and about those that may lie under something. */
void wires_doubt_covered(const struct board *board, const struct board_view *view, const struct wire_lines *lines,
	struct wire wire[BOARD_RUNS]);

#endif
