/* SPDX-License-Identifier: MIT
 * A card in a picture, straightened, and how it differs from the bare one. */
#ifndef SEEDPRESS_KIOSK_GAMES_CLIPS_CARD_VIEW_H
#define SEEDPRESS_KIOSK_GAMES_CLIPS_CARD_VIEW_H

#include "kiosk/games/clips/card.h"

/* Pixels of the view in a millimetre: a wire is five wide. */
#define CARD_VIEW_PIXELS 5

/* Largest view, in pixels: a poker card is 315 by 440. */
#define CARD_VIEW_W 400

#define CARD_VIEW_H 600

struct card_view {
	int width, height;                       /* pixels */
	struct warp map;                         /* from the card to the picture */
	float bare[CARD_VIEW_H][CARD_VIEW_W];    /* 1 is paper; with the ink as strong as it is in the picture */
	float differs[CARD_VIEW_H][CARD_VIEW_W]; /* 0 as the bare card, -1 black where paper should be */
	float trust[CARD_VIEW_H][CARD_VIEW_W];   /* 0 to 1: less beside printed edges, none in glare */
};

/* Which symbols are on a card, by where its QR is: a drawing for each anchor, REGISTRATION_ANY where none is found.
 * False where no card is there. */
bool card_view_symbols(const struct image *image, const struct point corner[4], uint8_t symbol[CARD_ANCHORS]);

/* Finds the card by its QR, whose corners in the picture are known. False where it is not found well
 * enough to be read. */
bool card_view_make(
	const struct image *image, const struct card *card, const struct point corner[4], struct card_view *view);

/* The share of a card's symbols that must look most like their own drawing to recognise the card. On another card, an
 * eighth of them do by chance. */
#define CARD_SYMBOLS_TELL 0.6

/* The number of symbols that look more like their own drawing than like any other one of the card, at their places by
 * the map. */
unsigned card_symbols_count(const struct image *image, const struct card *card, const struct warp *map);

#endif
