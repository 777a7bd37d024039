/* SPDX-License-Identifier: MIT
 * A piece on paper, flat: what the printer put there, what pens added, and the paper itself. */
#pragma once

#include <cairo.h>

#include "gen/press/press.h"
#include "tests/cameras/paper/recipe.h"

/* Part of a page, in its printer's colours (CAIRO_FORMAT_RGB24). Places are millimetres from the top left of the
 * printed area, as in struct form. */
struct print {
	cairo_surface_t *surface;
	uint32_t *pixel;
	int w, h;
	double density; /* pixels per millimetre */
	double x, y;    /* the place of its top left corner */
};

/* What a page of one piece is printed from. */
struct printed_piece {
	struct print_job job;
	struct page_plan plan;
	struct code code;
	struct form form;
	char text[CODE_TEXT];
	union {
		char bytes[LAYOUT_MAX];
		long double aligned;
	} layout;
};

/* Plans a game from a seed; `piece` says which of its pieces code, form and layout are of. */
void printed_piece_init(
	struct printed_piece *piece, const char *game, unsigned players, uint64_t seed, unsigned number);
void printed_piece_finish(struct printed_piece *piece);

/* Prints a part of the n-th page. False if the faces are not installed. */
bool print_init(struct print *print, const struct printed_piece *piece, unsigned n, struct rect part, double density,
	bool grey);
void print_finish(struct print *print);

/* Makes the ink pale and streaky. */
void print_fade(struct print *print, const struct recipe *recipe, struct luck *luck);

/* Paper in light: reflectances, with how much of a pixel is paper. */
#define PAPER_WHITE 60000
struct texture {
	int w, h;
	double density, x, y; /* as in struct print; `x` and `y` may differ when the texture is of no print */
	bool repeats;         /* beyond its edges */
	uint16_t (*pixel)[4]; /* red, green, blue, and how much of it is there, up to PAPER_WHITE */
};

bool texture_init(struct texture *texture, int w, int h, double density);
void texture_finish(struct texture *texture);

struct point {
	double x, y;
};

/* The print on its paper, cut out along a polygon; `back` is what shines through, or NULL. */
bool texture_of_print(struct texture *texture, const struct print *print, const struct print *back,
	const struct recipe *recipe, const struct point *outline, size_t points, struct luck luck);

/* What scissors cut out of a texture along a polygon. */
bool texture_cut(struct texture *piece, const struct texture *whole, const struct point *outline, size_t points);

/* The same paper's other side, seen through itself: mirrored, and only faintly printed. */
bool texture_of_back(struct texture *texture, const struct texture *front, const struct recipe *recipe);

/* Pages of words, for the back of recycled paper. */
bool print_words(struct print *print, double x, double y, double w, double h, double density, struct luck *luck);

/* Reflectance 0 to 1 of a colour component that is coded as in sRGB, and back. */
double linear_of(double coded);
double coded_of(double linear);
