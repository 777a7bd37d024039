/* SPDX-License-Identifier: MIT
 * What the parts of the canvas share: shapes in canvas.c, symbols and text in
 * canvas_text.c. */
#ifndef SEEDPRESS_GEN_CANVAS_CANVAS_PARTS_H
#define SEEDPRESS_GEN_CANVAS_CANVAS_PARTS_H

#include <glib.h>

#include "gen/canvas/canvas.h"
#include "gen/canvas/marks.h"
#include "gen/canvas/shaping.h"

#define POINTS(units) ((units) * (72.0 / 2540.0))

/* Glyphs that are shown together. */
struct batch {
	int order;
	uint32_t colour;
	double size; /* in points */
	cairo_font_face_t *face;
	GArray *glyphs;
};

/* The look of the shapes on the current path. */
struct look {
	uint32_t colour;
	double width;  /* 0 for filled shapes */
	double on, off; /* of dashes, 0 for none */
};

struct canvas {
	cairo_t *cairo;
	struct shaper *type;
	enum ink ink;
	double x, y; /* the origin in points */
	bool open;   /* there are shapes on the current path */
	struct look look;
	GArray *batches;
	struct marks *marks;
};

/* A colour as the ink allows it. With little ink surfaces become faint, lines stay. */
uint32_t canvas_inked(const struct canvas *canvas, uint32_t colour, bool surface);

/* A place in hundredths of a millimetre to points on the paper. */
static inline double
at_x(const struct canvas *canvas, int32_t x)
{
	return canvas->x + POINTS(x);
}

static inline double
at_y(const struct canvas *canvas, int32_t y)
{
	return canvas->y + POINTS(y);
}

#endif
