/* SPDX-License-Identifier: MIT
 * Symbols of a card, each compared with all drawings. */
#include "kiosk/games/clips/card_view.h"

#include <glib.h>
#include <math.h>

#define SIDE REGISTRATION_SIDE

/* Samples that the map may be off, each way. */
#define SHIFT 1

#define PATCH (SIDE + 2 * SHIFT)

/* Share of the symbols that must look like their own drawing most, to say that it is this card. On another card an
 * eighth does by chance. */
#define TOLD 0.6

/* The part of the picture where an anchor is, and a little around it. */
static void
patch_take(const struct image *image, const struct rect *at, const struct warp *map, double patch[PATCH * PATCH])
{
	for (int y = 0; y < PATCH; y++)
		for (int x = 0; x < PATCH; x++)
			patch[y * PATCH + x] = plane_grey_at(image,
				plane_warp_map(map, at->x + (x - SHIFT + 0.5) * at->w / SIDE,
					at->y + (y - SHIFT + 0.5) * at->h / SIDE));
}

static double
correlate(const double *patch, const uint8_t *drawing)
{
	double n = SIDE * SIDE, sum[2] = {0}, squares[2] = {0}, both = 0, spread;

	for (int y = 0; y < SIDE; y++)
		for (int x = 0; x < SIDE; x++) {
			double seen = patch[y * PATCH + x], drawn = drawing[y * SIDE + x];

			sum[0] += seen, squares[0] += seen * seen;
			sum[1] += drawn, squares[1] += drawn * drawn;
			both += seen * drawn;
		}
	spread = (squares[0] - sum[0] * sum[0] / n) * (squares[1] - sum[1] * sum[1] / n);
	return spread > 0 ? (both - sum[0] * sum[1] / n) / sqrt(spread) : 0;
}

/* The best within the shift. */
static double
match(const double patch[PATCH * PATCH], const struct registration_drawing *drawing)
{
	double best = 0;

	for (int y = 0; y <= 2 * SHIFT; y++)
		for (int x = 0; x <= 2 * SHIFT; x++)
			best = fmax(best, correlate(patch + y * PATCH + x, drawing->grey));
	return best;
}

unsigned
card_symbols_count(const struct image *image, const struct card *card, const struct warp *map)
{
	double patch[PATCH * PATCH];
	unsigned count = 0;

	for (unsigned i = 0; i < CARD_ANCHORS; i++) {
		const struct registration_anchor *anchor = &card->anchor[i];
		double own, best = 0;

		patch_take(image, &anchor->at, map, patch);
		own = match(patch, &card_drawings[anchor->drawing]);
		for (unsigned n = 0; n < CLIPS_SYMBOLS; n++)
			if (n != anchor->drawing)
				best = fmax(best, match(patch, &card_drawings[n]));
		count += own > best;
	}
	return count;
}

bool
card_symbols_tell(const struct image *image, const struct card *card, const struct warp *map)
{
	return card_symbols_count(image, card, map) >= TOLD * CARD_ANCHORS;
}
