/* SPDX-License-Identifier: MIT
 * Pages for the tests of the eye: printed by seedpress, marked with a pen, cut
 * up, and photographed in one simple way. */
#pragma once

#include "kiosk/picture/image.h"
#include "layouts/form.h"

#define DOT (300.0 / 2540) /* pixels of a hundredth of a millimetre */

enum pen { DISC, TICK, CROSS, PENCIL, FAINT };

/* What stands between a page and its picture. */
struct view {
	int32_t w, h;
	double turn; /* degrees */
	double tilt; /* how much narrower the far edge is */
	double fill; /* how much of the picture the page takes */
	double bend; /* pixels that the middle of the page is shifted by */
	double blur, noise, falloff;
	bool shadow;
};

/* All of these fail the test that calls them; images are freed with image_finish(). */
struct image photo_blank(int32_t w, int32_t h, uint8_t grey);

/* A page of a game as `seedpress` prints it, at 300 dpi; pages count from 1. */
struct image photo_print(const char *seedpress, const char *game, const char *seed, const char *players, int page);

/* Marks the bubble of that name. */
void photo_mark(struct image *page, const struct form *form, const char *id, enum pen pen);

/* Light falls off to one side, a soft shadow lies across, and every pixel has noise. */
void photo_expose(struct image *image, const struct view *view, uint64_t *dice);

struct image photo_take(const struct image *page, const struct view *view, uint64_t *dice);
