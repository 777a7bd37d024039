/* SPDX-License-Identifier: MIT
 * Faces and shaped text. A text is shaped once by Pango and kept as glyphs at
 * size 1, so that drawing it again at any size is only arithmetic. */
#pragma once

#include <cairo.h>
#include <stdbool.h>
#include <stddef.h>

#include "gen/canvas/canvas.h"
#include "layouts/problems.h"

/* A stretch of glyphs of one face. */
struct stretch {
	cairo_font_face_t *face;
	size_t first, count;
};

/* A shaped text: positions in ems from the start of the first line's baseline. */
struct shaped {
	double width, height; /* of its lines */
	double top, bottom;   /* of its ink, from the first baseline; negative is above */
	double left, right;   /* of its ink, which may overhang its width */
	bool cut;             /* it had to be cut off */
	size_t glyphs, stretches;
	cairo_glyph_t *glyph;
	struct stretch *stretch;
};

#define CAP_HEIGHT 0.711 /* of Roboto, in ems */

/* Loads the faces. NULL after setting *problem, which names the package to install. */
struct shaper *shaper_create(struct problem *problem);
void shaper_destroy(struct shaper *shaper);

/* One line, cut off with dots if it is wider than `width` ems (0: never). Valid until the next call that shapes
 * something. */
const struct shaped *shaper_line(struct shaper *shaper, enum face face, double width, const char *text);

/* Lines broken at `width` ems, aligned in it. */
const struct shaped *shaper_paragraph(
	struct shaper *shaper, enum face face, enum align align, double width, const char *text);

/* The characters of a text that no installed font has, each once, up to MISSING_MAX bytes; "" if there are none.
 * They are printed as question marks. To be freed. */
#define MISSING_MAX 64
char *shaper_missing(struct shaper *shaper, const char *text);

/* The face of the symbols, and the glyph of a code point between the first symbol's and the last layer's. */
cairo_font_face_t *shaper_symbol(const struct shaper *shaper, uint32_t codepoint, unsigned long *glyph);
