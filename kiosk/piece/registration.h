/* SPDX-License-Identifier: MIT
 * Registration that grows: where a printed piece lies in an image, bent and seen through a lens as it
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

/* A point of the piece, and where it surely is in the image. */
struct registration_seed {
	struct point piece, image;
};

/* What was found of an anchor. */
struct registration_place {
	bool found;
	struct point at; /* in the image: its middle */
	uint8_t drawing; /* that is there: the anchor's, or the best of all where it may be any */
	double match;    /* correlation with the drawing where it is, 1 at most */
	double off;      /* from where the map has it, in hundredths of a millimetre */
};

struct registration {
	struct warp map; /* from the piece to the image */
	unsigned found;
	double residual; /* of those found, root mean square, in hundredths of a millimetre */
	double scale;    /* pixels in a hundredth of a millimetre, about */
	struct registration_place place[REGISTRATION_ANCHORS];
};

/* What is looked for. */
struct registration_request {
	const struct image *image;
	const struct registration_drawing *drawing;
	unsigned drawings;
	const bool *blind; /* samples of all drawings where anything may be, as people write it there; or NULL */
	const struct registration_anchor *anchor;
	unsigned anchors;
	const struct registration_seed *seed; /* four at least, around something, not on one line; one from a start */
	unsigned seeds;
	int32_t w, h;             /* of the piece, where there is no start */
	const struct warp *start; /* about where the piece lies; or NULL */
};

/* Finds a piece. False where the anchors do not carry a map: fewer than eight found. */
bool registration_grow(const struct registration_request *request, struct registration *registration);

#endif
