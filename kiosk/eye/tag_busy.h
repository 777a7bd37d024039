/* SPDX-License-Identifier: MIT
 * How much the grey changes from pixel to pixel beside how bright it is, in cells of half a tag. */
#ifndef SEEDPRESS_KIOSK_EYE_TAG_BUSY_H
#define SEEDPRESS_KIOSK_EYE_TAG_BUSY_H

#include <glib.h>

#include "kiosk/piece/plane.h"

struct tag_busy {
	int side; /* pixels of a cell */
	int cols, rows;
	float *change, *grey;
};

/* False when the picture is too small for it, with nothing to finish. */
bool tag_busy_init(struct tag_busy *busy, const struct image *image, int side);
void tag_busy_finish(struct tag_busy *busy);

/* In the window of two by two cells that begins with this one. */
float tag_busy_at(const struct tag_busy *busy, int col, int row);

/* How busy a place must be to be searched: most of what those are where tags were read (struct
 * point, at least one); more, where that were too many places. */
float tag_busy_enough(const struct tag_busy *busy, const GArray *known);

#endif
