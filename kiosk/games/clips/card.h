/* SPDX-License-Identifier: MIT
 * A card of the paperclip game as it is read: the printed symbols by which it is found, and the runs of cells around
 * which a clip may lie. */
#ifndef SEEDPRESS_KIOSK_GAMES_CLIPS_CARD_H
#define SEEDPRESS_KIOSK_GAMES_CLIPS_CARD_H

#include "kiosk/eye/eye.h"
#include "kiosk/piece/registration.h"
#include "layouts/clips.h"

/* Paper around a symbol that belongs to its drawing, in hundredths of a millimetre. */
#define CARD_RIM 50

#define CARD_ANCHORS CLIPS_CELLS
#define CARD_RUNS    128 /* four edges, at most eight lines each, four deep */

/* A place for a clip: the cells that it goes around, from the edge inwards. */
struct card_run {
	char id[MARK_ID];    /* as a clip is written: "L3x4" */
	int32_t x, y;        /* where the middle of its wire turns back, on the middle of its line */
	int8_t out_x, out_y; /* from there to the edge: one is 0, the other 1 or -1 */
	uint64_t cells;      /* runs that share one exclude each other */
};

/* Lengths are hundredths of a millimetre. */
struct card {
	int32_t w, h;
	struct rect qr;
	int32_t loop; /* from one leg of a clip to the other, middle to middle */
	unsigned runs;
	struct registration_anchor anchor[CARD_ANCHORS];
	struct card_run run[CARD_RUNS]; /* line by line; in a line each goes one cell deeper than the one before */
};

/* The symbols as the registration looks for them, by enum clips_symbol. */
extern const struct registration_drawing card_drawings[CLIPS_SYMBOLS];

void card_init(struct card *card, const struct clips_layout *layout);

/* How the eye reads cards. */
extern const struct eye_game clips_eye;

#endif
