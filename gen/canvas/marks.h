/* SPDX-License-Identifier: MIT
 * Tags and QR codes of a page, painted as 1-bit pictures whose modules fall on
 * whole pixels at 300 dpi. All tags that are whole modules apart share one
 * picture, because a picture takes more space in a file than the tags in it. */
#pragma once

#include <cairo.h>
#include <stdint.h>

struct marks *marks_create(void);
void marks_destroy(struct marks *marks);

/* Positions and sizes are in points on the paper. */
void marks_tag(struct marks *marks, uint16_t id, double x, double y);
void marks_qr(struct marks *marks, double x, double y, double size, const char *text);

/* Paints the gathered marks with the current source and removes them. */
void marks_paint(struct marks *marks, cairo_t *cairo);
