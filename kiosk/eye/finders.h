/* SPDX-License-Identifier: MIT
 * Finds the finder patterns of QR codes. How many there are says how long a QR reader would take, which grows with the
 * cube of it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* A part of an image. */
struct region {
	const uint8_t *grey; /* its top left */
	int32_t width, height;
	int32_t stride; /* pixels from row to row */
};

/* A pattern: its middle and how large it is, in pixels. */
struct finder {
	int32_t x, y, size;
};

/* Finds patterns of `least` to `largest` pixels, at most `most`, in the rows that a reader looks at. Returns how many.
 */
unsigned finders_find(
	const struct region *region, int32_t least, int32_t largest, struct finder *finder, unsigned most);

/* Counts the patterns up to `most`, roughly as a reader finds them. Rows are as far apart as a code needs, or as close
 * as the reader has them, since small patterns can lie between the others. */
unsigned finders_count(const struct region *region, bool closely, unsigned most);
