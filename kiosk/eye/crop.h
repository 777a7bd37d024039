/* SPDX-License-Identifier: MIT
 * A doubtful mark cut out of its photo, for a person to judge. */
#ifndef SEEDPRESS_KIOSK_EYE_CROP_H
#define SEEDPRESS_KIOSK_EYE_CROP_H

#include "kiosk/eye/eye.h"

/* How far a form is turned in its photo, in radians clockwise: somebody may have stood at the other
 * side of the table. */
double crop_turn(const struct seen_form *form);

/* The mark with its neighbours, upright, a ring around it, as a grey PNG; NULL when it cannot be
 * made. */
GBytes *crop_png(const struct image *image, const struct seen_mark *mark, double turn);

#endif
