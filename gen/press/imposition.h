/* SPDX-License-Identifier: MIT
 * Small pieces side by side on a page, with marks to cut them apart, and their
 * backs where folding or turning the sheet brings them behind their fronts. */
#pragma once

#include "gen/press/press.h"

/* The margin that is left free for printers, in hundredths of a millimetre. */
#define PAPER_MARGIN 700

/* The bleed around a card that is alone on its page, for a print shop, in hundredths of a millimetre. */
#define SINGLE_BLEED 300

struct imposition {
	const struct print_job *job;
	int32_t piece_w, piece_h;
	int32_t gap;    /* between pieces: for the bleed of both, 0 if they share a cut */
	int cols, rows; /* of fronts */
	int32_t w, h;   /* the area of all of it: give it to struct page */
	bool folded;    /* backs are in the right half of the same page */
};

/* Fits as many pieces as possible on the job's paper. A piece with colour up to its edge needs `bleed` around it.
 * Only double-sided pieces can be folded. */
struct imposition imposition_of(
	const struct print_job *job, int32_t piece_w, int32_t piece_h, int32_t bleed, bool double_sided);

/* Pieces per page. */
int imposition_pieces(const struct imposition *imposition);

/* Where the i-th piece (from 0) of a page is drawn, and its back: on the same page if it is folded,
 * otherwise on the next page, mirrored, because the sheet is turned over its long edge. */
struct rect imposition_front(const struct imposition *imposition, int i);
struct rect imposition_back(const struct imposition *imposition, int i);

/* Draws cut marks for the first `pieces` pieces of a page, and the fold line. The marks are short ticks at every
 * corner, so that the strips still have some after the first cuts; none are near the paper's edge. `backs`: this is a
 * page of backs. */
void imposition_marks(const struct imposition *imposition, struct canvas *canvas, int pieces, bool backs);

/* Adds the pages of a number of pieces: a page of fronts, and after each page its backs, unless they are folded or
 * left out. like->draw draws both; page->back tells them apart. `like` has the rest of what the pages share; its title
 * is the first one's. */
void imposition_plan(
	const struct imposition *imposition, const struct page *like, unsigned pieces, struct page_plan *plan);

/* Moves the origin of a page of backs to compensate for the printer's shift. */
void imposition_shift(const struct page *page, struct canvas *canvas);
