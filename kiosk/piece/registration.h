/* SPDX-License-Identifier: MIT
 * Registration of a printed piece by region growing: where it lies in an image, even if it is bent and the lens
 * distorts. It starts from a few points that are known, predicts where the next printed feature (anchor) is, looks
 * for our own drawing of it around there by template matching, and goes outwards until all were tried. Works for any
 * piece: a card of symbols, a pad of bubbles. */
#pragma once

#include "kiosk/piece/geometry.h"

#define REGISTRATION_ANCHORS  256
#define REGISTRATION_DRAWINGS 16
#define REGISTRATION_SIDE     24  /* samples of a drawing each way */
#define REGISTRATION_ANY      255 /* in place of a drawing: it may be any of them */
#define REGISTRATION_SEEDS    16

/* A template: what is printed in a square, with a border of paper around it; 255 is paper. */
struct registration_drawing {
	uint8_t grey[REGISTRATION_SIDE * REGISTRATION_SIDE];
};

/* The square on the piece where a drawing is printed, in hundredths of a millimetre. */
struct registration_anchor {
	struct rect at;
	uint8_t drawing;
};

/* A point of the piece, and where it is in the image: known beforehand. */
struct registration_seed {
	struct point piece, image;
};

/* How a place in the image changes along the piece: its x along x and y, then its y. */
struct registration_slope {
	double at[2][2];
};

/* What was found of an anchor. */
struct registration_place {
	bool found;
	struct point at; /* in the image: its middle */
	uint8_t drawing; /* the anchor's, or the one that correlates best if it may be any */
	double match;    /* normalised cross-correlation with the drawing, at most 1 */
	double off;      /* residual: distance from where the map has it, in hundredths of a millimetre */
	struct registration_slope slope; /* of registration_follow() */
};

struct registration {
	struct warp map; /* from the piece to the image */
	unsigned found;
	double residual; /* root mean square of those found, in hundredths of a millimetre */
	double scale;    /* pixels in a hundredth of a millimetre, in the middle of the piece */
	struct registration_place place[REGISTRATION_ANCHORS];
};

/* What is looked for: at most REGISTRATION_ANCHORS, REGISTRATION_DRAWINGS and REGISTRATION_SEEDS of each. */
struct registration_request {
	const struct image *image;
	const struct registration_drawing *drawing;
	unsigned drawings;
	const bool *blind; /* mask of samples to ignore, the same for all drawings, as people write there; or NULL */
	const struct registration_anchor *anchor;
	unsigned anchors;
	const struct registration_seed *seed;   /* at least four that are not on one line; with a start, at least one */
	const struct registration_slope *slope; /* of each seed, for registration_follow() */
	unsigned seeds;
	int32_t w, h;             /* of the piece, if there is no start */
	const struct warp *start; /* approximately where the piece lies; or NULL */
};

/* Finds a piece. False if fewer than eight anchors are found, too few for a map. */
bool registration_grow(const struct registration_request *request, struct registration *registration);

/* The same for creased paper, which no smooth map follows: each anchor lies as those around it have it, from seeds
 * whose slopes are known. Place and slope are also there for those that were not found. The map is the start, which
 * must be there. Anchors look alike: a block of them that may be off by one is not found. */
bool registration_follow(const struct registration_request *request, struct registration *registration);
