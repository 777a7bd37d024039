/* SPDX-License-Identifier: MIT
 * A doubtful mark cut out of its photo, for a person to judge. */
#ifndef SEEDPRESS_KIOSK_EYE_CROP_H
#define SEEDPRESS_KIOSK_EYE_CROP_H

#include "kiosk/eye/eye.h"

/* How far a form is turned in its photo, in radians clockwise: somebody may have stood at the other
 * side of the table. */
double crop_turn(const struct form *printed, const struct seen_form *form);

/* The mark with its neighbours, upright, a ring around it. False when it cannot be made. */
bool crop_draw(
	const struct image *image, const struct seen_mark *mark, double turn, uint8_t grey[EYE_CROP_W * EYE_CROP_H]);

/* That as a PNG; NULL when it cannot be made. */
GBytes *crop_png(const uint8_t grey[EYE_CROP_W * EYE_CROP_H]);

#endif
