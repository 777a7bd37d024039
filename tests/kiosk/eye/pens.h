/* SPDX-License-Identifier: MIT
 * What people do to a printed form before they photograph it: marks with the pens there are, plain and odd ones,
 * and what happens to paper. Drawn in colour on a layer, and by nothing that the eye knows of. */
#pragma once

#include "tests/kiosk/eye/scene.h"

enum pen {
	PEN_BALLPOINT,
	PEN_BLUE,
	PEN_RED,
	PEN_PENCIL,
	PEN_MARKER,
	PEN_PALE,
	PENS,
	PEN_YELLOW = PENS,
	PEN_HIGHLIGHTER,
	PENS_ALL
};

enum drawn {
	/* Meant as a mark. */
	DRAWN_SCRIBBLE,
	DRAWN_DISC,
	DRAWN_TICK,
	DRAWN_CROSS,
	DRAWN_STROKE,
	DRAWN_PLAIN,                 /* how many are plain */
	DRAWN_CIRCLED = DRAWN_PLAIN, /* a mark with a circle drawn around it */
	DRAWN_BLOT,                  /* filled, and over its outline */
	DRAWN_HAIR,                  /* a tick, thin and faint */

	/* Not meant, or no longer. */
	DRAWN_CIRCLE, /* around an empty one */
	DRAWN_ERASED,
	DRAWN_SMUDGE,
	DRAWN_DOT,
	DRAWN_THROUGH,  /* a marker's from the back of the paper */
	DRAWN_LINE,     /* of a mark beside it, that runs in */
	DRAWN_ACROSS,   /* a line that comes from far and goes on */
	DRAWN_COLOURED, /* with a highlighter, and all around it */
	DRAWN_BEHIND,   /* on the back of the paper or on the next sheet: pale and soft */
	DRAWN_STRUCK,   /* a mark that was crossed out */
	DRAWN_SCRIBBLED_OUT,
	DRAWN,
};

/* Marks a bubble. */
void pen_draw(struct layer *layer, const struct rect *bubble, enum pen pen, enum drawn mark, uint64_t *dice);

/* Something that lies on the layer, round at both ends of a line from one point to another: a chip, a pen. */
struct pen_thing {
	double x0, y0, x1, y1, reach; /* hundredths of a millimetre */
	double grey, red;             /* from 0 to 1, and how much redder than blue it is */
};
void pen_cover(struct layer *layer, const struct pen_thing *thing);

/* Coffee on a part of the layer: rings of a cup and drops. */
void pen_coffee(struct layer *layer, const struct rect *part, uint64_t *dice);

/* As if printed with little ink, `left` of it, and streaks. Before anything is drawn on it. */
void pen_fade(struct layer *layer, double left, uint64_t *dice);

/* A grey picture in black and white: errors spread to neighbours as a fax does, or a pattern of dots. */
void pen_dither(struct image *image, bool spread);
