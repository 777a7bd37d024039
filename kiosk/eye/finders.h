/* SPDX-License-Identifier: MIT
 * How many finder patterns of QR codes an image seems to have: the time that a
 * reader takes grows with the cube of it. */
#ifndef SEEDPRESS_KIOSK_EYE_FINDERS_H
#define SEEDPRESS_KIOSK_EYE_FINDERS_H

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

/* Finds those of `least` to `largest` pixels, rows as far apart as a reader has them; returns how many, `most` at most.
 */
unsigned finders_find(
	const struct region *region, int32_t least, int32_t largest, struct finder *finder, unsigned most);

/* Counts them as a reader finds them, roughly; `most` is as good as more. Rows are looked at as far
 * apart as a code needs, or as closely as the reader does: small patterns can lie between the others. */
unsigned finders_count(const struct region *region, bool closely, unsigned most);

#endif
