/* SPDX-License-Identifier: MIT
 * An unsure mark is cut out of its photo, for a person to judge. */
#pragma once

#include "kiosk/eye/eye.h"

/* The rotation of a form in its photo, in radians clockwise. */
double crop_turn(const struct form *printed, const struct seen_form *form);

/* Draws the mark with its neighbours, upright, with a ring around it. False if that fails. */
bool crop_draw(
	const struct image *image, const struct seen_mark *mark, double turn, uint8_t grey[EYE_CROP_W * EYE_CROP_H]);

/* A crop as a PNG; NULL if that fails. */
GBytes *crop_png(const uint8_t grey[EYE_CROP_W * EYE_CROP_H]);
