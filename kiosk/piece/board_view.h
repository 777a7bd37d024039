/* SPDX-License-Identifier: MIT
 * A board in a picture, straightened, and how it differs from the bare one. */
#ifndef SEEDPRESS_KIOSK_PIECE_BOARD_VIEW_H
#define SEEDPRESS_KIOSK_PIECE_BOARD_VIEW_H

#include "kiosk/piece/board.h"

#define BOARD_VIEW_PIXELS 5 /* in a millimetre */
#define BOARD_VIEW_W      400
#define BOARD_VIEW_H      600

struct board_view {
	int width, height; /* pixels */
	struct warp map;   /* from the board to the picture */
	unsigned found;    /* anchors, and how far they are from the map: see registration.h */
	double residual;
	float bare[BOARD_VIEW_H][BOARD_VIEW_W];    /* 1 is paper; with the ink as strong as it is in the picture */
	float differs[BOARD_VIEW_H][BOARD_VIEW_W]; /* 0 as the bare board, -1 black where paper should be */
	float trust[BOARD_VIEW_H][BOARD_VIEW_W];   /* 0 to 1: less beside printed edges, none in glare */
};

/* Which symbols are on a board that is like this one but for them, by where its QR is: a drawing for each anchor,
 * REGISTRATION_ANY where none is found. False where no such board is there. */
bool board_view_symbols(const struct image *image, const struct board *board, const struct rect *qr,
	const struct point corner[4], uint8_t symbol[BOARD_ANCHORS]);

/* Finds the board by its QR, whose corners in the picture are known. False where it is not found well
 * enough to be read. */
bool board_view_make(const struct image *image, const struct board *board, const struct rect *qr,
	const struct point corner[4], struct board_view *view);

#endif
