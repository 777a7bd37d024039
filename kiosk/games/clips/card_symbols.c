/* SPDX-License-Identifier: MIT
 * Compares the symbols of a card with all drawings. */
#include "kiosk/games/clips/card_view.h"

#include <glib.h>
#include <math.h>

#define SIDE REGISTRATION_SIDE

/* Samples by which the map may be off in each direction. The cost grows with its square. */
#define SHIFT 1

#define PATCH (SIDE + 2 * SHIFT)

static double
correlate(const double *patch, const uint8_t *drawing)
{
	double n = SIDE * SIDE, sum[2] = {0}, squares[2] = {0}, both = 0;

	for (int y = 0; y < SIDE; y++)
		for (int x = 0; x < SIDE; x++) {
			double seen = patch[y * PATCH + x], drawn = drawing[y * SIDE + x];

			sum[0] += seen, squares[0] += seen * seen;
			sum[1] += drawn, squares[1] += drawn * drawn;
			both += seen * drawn;
		}

	double spread = (squares[0] - sum[0] * sum[0] / n) * (squares[1] - sum[1] * sum[1] / n);

	return spread > 0 ? (both - sum[0] * sum[1] / n) / sqrt(spread) : 0;
}

unsigned
card_symbols_count(const struct image *image, const struct card *card, const struct warp *map)
{
	unsigned count = 0;

	for (unsigned i = 0; i < CARD_ANCHORS; i++) {
		const struct rect *at = &card->anchor[i].at;
		double patch[PATCH * PATCH], match[CLIPS_SYMBOLS] = {0}, others = 0;

		/* The part of the picture where the anchor is, with a margin of SHIFT. */
		for (int y = 0; y < PATCH; y++)
			for (int x = 0; x < PATCH; x++)
				patch[y * PATCH + x] = image_grey_at(image,
					warp_map(map,
						(struct point){at->x + (x - SHIFT + 0.5) * at->w / SIDE,
							at->y + (y - SHIFT + 0.5) * at->h / SIDE}));
		for (unsigned n = 0; n < CLIPS_SYMBOLS; n++) {
			for (int y = 0; y <= 2 * SHIFT; y++)
				for (int x = 0; x <= 2 * SHIFT; x++)
					match[n] =
						fmax(match[n], correlate(patch + y * PATCH + x, card_drawings[n].grey));
			if (n != card->anchor[i].drawing)
				others = fmax(others, match[n]);
		}
		count += match[card->anchor[i].drawing] > others;
	}
	return count;
}
