/* SPDX-License-Identifier: MIT
 * Which wires lie on a board. */
#ifndef SEEDPRESS_KIOSK_PIECE_WIRES_H
#define SEEDPRESS_KIOSK_PIECE_WIRES_H

#include "kiosk/picture/colours.h"
#include "kiosk/piece/board_view.h"
#include "kiosk/piece/mark.h"

#define WIRE_POINTS 256

/* How the wire of a run would lie best: shifted inwards and across, in hundredths of a millimetre, and
 * turned, in radians. */
struct wire_seat {
	double in, across, turn, half;
};

/* A run, after a look. */
struct wire {
	struct wire_seat seat;
	double score;  /* millimetres of wire seen, less those not seen where they should be */
	double share;  /* of its outline that shows wire, 0 to 1 */
	double margin; /* how much worse all of the board is explained when this run is taken otherwise */
	enum mark_state state;
};

/* Judges every run of a board: the wires that explain the picture best are filled, those that could as
 * well be there or not are unsure. */
void wires_read(const struct board *board, const struct board_view *view, struct wire wire[BOARD_RUNS]);

/* What each wire is made of that may be there, by the colours of the picture. */
void wires_colours(const struct board *board, const struct board_view *view, const struct wire wire[BOARD_RUNS],
	const struct colours *colours, enum mark_colour colour[BOARD_RUNS]);

/* A point of a wire's middle line on the board. */
struct wire_point {
	double x, y;   /* hundredths of a millimetre */
	int direction; /* of the line, in fifteen degrees */
};

/* The middle line of a run's wire as it sits, as far as it is on the board. Returns how many points. */
unsigned wires_path(const struct board *board, const struct board_run *run, const struct wire_seat *seat,
	struct wire_point point[WIRE_POINTS]);

#endif
