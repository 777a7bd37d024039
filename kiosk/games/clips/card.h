/* SPDX-License-Identifier: MIT
 * The model of a card of the paperclip game for the reader: the printed symbols by which it is located, and the runs of
 * cells that a clip may enclose. */
#pragma once

#include "kiosk/eye/eye.h"
#include "kiosk/piece/registration.h"
#include "layouts/clips.h"

/* Width of the paper around a symbol that is part of its drawing, in hundredths of a millimetre. */
#define CARD_RIM 50

#define CARD_ANCHORS CLIPS_CELLS
#define CARD_RUNS    128 /* four edges, at most eight lines each, four deep */

/* A place for a clip: the cells that it encloses, from the edge inwards. */
struct card_run {
	char id[MARK_ID];    /* as a clip is written: "L3x4" */
	int32_t x, y;        /* the innermost point of the wire, on the middle of its line */
	int8_t out_x, out_y; /* direction from there to the edge: one is 0, the other 1 or -1 */
	uint64_t cells;      /* as bits; only one of the runs that share a cell can have a clip */
};

/* Lengths are hundredths of a millimetre. */
struct card {
	int32_t w, h;
	struct rect qr;
	int32_t loop; /* distance between the legs of a clip, middle to middle */
	unsigned runs;
	struct registration_anchor anchor[CARD_ANCHORS];
	struct card_run run[CARD_RUNS]; /* line by line; within a line, each is one cell deeper than the one before */
};

/* The drawings of the symbols for the registration, by enum clips_symbol. */
extern const struct registration_drawing card_drawings[CLIPS_SYMBOLS];

void card_init(struct card *card, const struct clips_layout *layout);

/* The reader of cards for the eye. */
extern const struct eye_game clips_eye;
