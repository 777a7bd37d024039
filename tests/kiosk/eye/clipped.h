/* SPDX-License-Identifier: MIT
 * Played cards by another hand than played.h: clips as they are measured (four legs, three bends, the free
 * ends, legs that bow), of several metals and paints, that mirror the paper and the room. Nothing is shared with
 * the first but the card, so that the eye is not judged by what it was made with. */
#pragma once

#include "tests/kiosk/eye/played.h"

/* Metals, paints, and coats of plastic, some of them alike. */
enum metal {
	METAL_STEEL,
	METAL_COPPER,
	METAL_RED,
	METAL_BLUE,
	METAL_GREEN,
	METAL_WHITE,
	METAL_BLACK,
	METAL_ZEBRA, /* stripes of black and white around the wire */
	METAL_PINK,
	METAL_GOLD,
	METAL_YELLOW,
	METAL_VINYL, /* a thick coat of violet */
	METALS
};

/* How people push clips on. */
enum pushed {
	PUSHED_WELL,    /* past the last symbol, up to 2.5 mm */
	PUSHED_DEEP,    /* as well, two of them in the lines over and under the hole, up to it */
	PUSHED_OVER,    /* one of them, over the hole, on over a pattern of the QR */
	PUSHED_HALFWAY, /* one of them on over a part of the next symbol, which does not count */
};

/* Draws a card with six clips, of each player's metal; of these codes, or of a drawn seed. Freed with played_finish().
 */
void clipped_draw_of(struct played *played, const struct codes *codes, const enum metal metal[2], enum pushed pushed,
	double dpi, struct shaper *shaper, uint64_t *dice);
void clipped_draw(struct played *played, const enum metal metal[2], enum pushed pushed, double dpi,
	struct shaper *shaper, uint64_t *dice);

const char *metal_name(enum metal metal);
