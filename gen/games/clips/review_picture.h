/* SPDX-License-Identifier: MIT
 * The picture of a reviewed game of clips: the card with its clips numbered in
 * the order of play, what would have been best dotted beside them, what there
 * is to say of each, and how the value went. */
#pragma once

#include "gen/canvas/document.h"
#include "scoring/solve/clips_review.h"

/* Width of the picture, in hundredths of a millimetre. */
#define REVIEW_PICTURE_W 20400

/* Height of the picture, in hundredths of a millimetre. */
#define REVIEW_PICTURE_H 18400

struct review_picture {
	const struct clips_layout *layout;
	const struct players *players;
	const struct clips_review *review;
	const char *code; /* as printed */
};

/* Draws it from the origin on. */
void review_picture_draw(struct canvas *canvas, const struct review_picture *picture);
