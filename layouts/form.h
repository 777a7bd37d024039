/* SPDX-License-Identifier: MIT
 * Where things are on a printed piece, for the drawing and for the reading
 * alike, so that the two can never disagree. Lengths are hundredths of a
 * millimetre from the top left of the printed area, which fits A4 and Letter. */
#pragma once

#include <stdint.h>

#define FORM_TAGS    28  /* four corners, and a sheet that is cut into 24 */
#define FORM_BUBBLES 216 /* 6 games, 6 players, 6 places */

/* A tag is 10 modules of 10 pixels at 300 dpi each, 8.47 mm in all. Tags that are whole modules
 * apart can be printed as one picture. */
#define MODULES(n)  (((n)*254 + 1) / 3)
#define TAG_MODULES 10                   /* modules of a tag's side */
#define TAG_SIZE    MODULES(TAG_MODULES) /* its side in hundredths of a millimetre */

/* Tag ids: the family tagStandard52h13 has 48,714; the first 256 are corners, in fours. */
#define TAG_COUNT    48714             /* ids of the family */
#define TAG_CORNERS  256               /* of these for corners */
#define CORNER_FOURS (TAG_CORNERS / 4) /* corners of one piece have ids in a row */

struct rect {
	int32_t x, y, w, h;
};

struct tag {
	uint16_t id;
	struct rect at;
};

/* The box around a bubble; its id says what a mark in it means: "shirt.3". */
struct bubble {
	char id[20];
	struct rect at;
};

struct form {
	int32_t w, h;      /* the printed area */
	struct rect piece; /* what is cut out of it or printed on it */
	struct rect qr;    /* the QR code with its quiet zone */
	struct rect text;  /* the code in characters */
	uint16_t tags;     /* corners first: top left, top right, bottom left, bottom right */
	uint16_t bubbles;
	struct tag tag[FORM_TAGS];
	struct bubble bubble[FORM_BUBBLES];
};

/* Empties the form and sets its area. */
void form_init(struct form *form, int32_t w, int32_t h);

/* Adds the four corner tags of group `four`, inside `around`. */
void form_corners(struct form *form, unsigned four, struct rect around);

void form_tag(struct form *form, uint16_t id, int32_t x, int32_t y);

/* Adds a bubble of the given size; the id is made like printf does. */
void form_bubble(struct form *form, int32_t x, int32_t y, int32_t size, const char *id, ...)
	__attribute__((format(printf, 5, 6)));
