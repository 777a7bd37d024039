/* SPDX-License-Identifier: MIT
 * A card in a picture, rectified and compared with the bare card. */
#pragma once

#include "kiosk/games/clips/card.h"

/* Pixels of the view per millimetre: a wire is five pixels wide. */
#define CARD_VIEW_PIXELS 5

/* Largest width of a view, in pixels. A poker card has 315. */
#define CARD_VIEW_W 400

/* Largest height of a view, in pixels. A poker card has 440. */
#define CARD_VIEW_H 600

struct card_view {
	int width, height;                       /* pixels */
	struct warp map;                         /* from the card to the picture */
	float bare[CARD_VIEW_H][CARD_VIEW_W];    /* 1 is paper; the ink is as dark as in the picture */
	float differs[CARD_VIEW_H][CARD_VIEW_W]; /* 0: like the bare card; -1: black instead of paper */
	float trust[CARD_VIEW_H][CARD_VIEW_W];   /* 0 to 1: lower near printed edges, 0 in glare */
	float white[CARD_VIEW_H][CARD_VIEW_W];   /* grey level that bare paper has there */
	float tint[CARD_VIEW_H][CARD_VIEW_W];    /* how much the colour differs from the paper's; 0 on ink */
	double paper[2];                         /* how blue and how red the paper is */
};

/* Recognises the symbols of an unknown card from the corners of its QR: a drawing for each anchor, or REGISTRATION_ANY
 * if none is found. False if there is no card. */
bool card_view_symbols(const struct image *image, const struct point corner[4], uint8_t symbol[CARD_ANCHORS]);

/* Measures the tint of everything on the card, as shares of paper white; all of it is 0 without colours (NULL). */
void card_view_measure_tint(struct card_view *view, const struct colours *colours);

/* How blue and how red the view is at a point of the card, less what paper of this brightness is. */
void card_view_colour(const struct card_view *view, const struct colours *colours, double x, double y, double bright,
	double colour[2]);

/* Rectifies a card from the corners of its QR in the picture. False if it is not located well enough to be read. */
bool card_view_make(
	const struct image *image, const struct card *card, const struct point corner[4], struct card_view *view);

/* The share of a card's symbols that must look most like their own drawing to recognise the card. On another card, an
 * eighth of them do by chance. */
#define CARD_SYMBOLS_TELL 0.6

/* The number of symbols that look more like their own drawing than like any other one of the card, at their places by
 * the map. */
unsigned card_symbols_count(const struct image *image, const struct card *card, const struct warp *map);
