/* SPDX-License-Identifier: MIT
 * Registration that grows: where a printed piece lies in a picture, bent and seen through a lens as it
 * may be. It starts from a few points that are sure, predicts the next printed thing nearby, looks for
 * our own drawing of it around there, and goes outwards until all are found or said not to be. The piece
 * may be any: a card of symbols, a pad with its bubbles. Plain data in and out, no pointers inside. */
#ifndef SEEDPRESS_KIOSK_PIECE_REGISTRATION_H
#define SEEDPRESS_KIOSK_PIECE_REGISTRATION_H

#include "kiosk/piece/plane.h"

#define REGISTRATION_ANCHORS  256
#define REGISTRATION_DRAWINGS 16
#define REGISTRATION_SIDE     24  /* samples of a drawing each way */
#define REGISTRATION_ANY      255 /* in place of a drawing: whichever it is */

/* A drawing of something printed in a square, with a rim of paper around it; 255 is paper. */
struct registration_drawing {
	uint8_t grey[REGISTRATION_SIDE * REGISTRATION_SIDE];
};

/* The square on the piece where a drawing is printed, in hundredths of a millimetre. */
struct registration_anchor {
	struct rect at;
	uint8_t drawing;
};

/* A point of the piece, and where it surely is in the picture. */
struct registration_seed {
	struct point piece, picture;
};

/* What was found of an anchor. */
struct registration_place {
	bool found;
	struct point at; /* in the picture: its middle */
	uint8_t drawing; /* that is there: the anchor's, or the best of all where it may be any */
	double match;    /* correlation with the drawing where it is, 1 at most */
	double off;      /* from where the map has it, in hundredths of a millimetre */
};

struct registration {
	struct warp map; /* from the piece to the picture */
	unsigned found;
	double residual; /* of those found, root mean square, in hundredths of a millimetre */
	double scale;    /* pixels in a hundredth of a millimetre, about */
	struct registration_place place[REGISTRATION_ANCHORS];
};

/* Finds a piece w by h large with a number of drawings on it. Four seeds at least, around something, not on one line.
 * False where the anchors do not carry a map: fewer than eight found. */
bool registration_grow(const struct image *image, int32_t w, int32_t h, const struct registration_drawing *drawing,
	unsigned drawings, const struct registration_anchor *anchor, unsigned anchors,
	const struct registration_seed *seed, unsigned seeds, struct registration *registration);

/* The same of a piece that lies about as `start` has it; the seeds, one or more, are where that is sure. All anchors
 * are alike; where the drawing is blind anything may be: what people write into it. */
bool registration_grow_from(const struct image *image, const struct warp *start,
	const struct registration_drawing *drawing, const bool blind[REGISTRATION_SIDE * REGISTRATION_SIDE],
	const struct registration_anchor *anchor, unsigned anchors, const struct registration_seed *seed,
	unsigned seeds, struct registration *registration);

#endif
