/* SPDX-License-Identifier: MIT
 * The dotted lines of a coupon sheet and what scissors may do on them. Pure.
 * The field's corners of cells are points, 7 a row; a link is the dotted line
 * from one intersection to the next, with no intersection between. The line of
 * thick dots is cut before the game begins, so the field ends there as it does
 * at the edge of the paper. */
#pragma once

#include "layouts/coupons.h"

#define CUTS_POINT_COLS (FIELD_COLS + 1)                    /* points in a row of the field */
#define CUTS_POINT_ROWS (FIELD_ROWS + 1)                    /* rows of points */
#define CUTS_POINTS     (CUTS_POINT_COLS * CUTS_POINT_ROWS) /* points of the field */

/* A field of 24 coupons has 69 links less one for each crossing and each line that meets the edge,
 * and at least ten lines do: at most 59, so sets of links are one word. */
#define CUTS_LINKS 64

/* Ways to leave a point; the opposite of a way is the way ^ 2. */
enum way { WAY_UP, WAY_RIGHT, WAY_DOWN, WAY_LEFT, WAYS };
#define WAY_NONE WAYS /* a cut that starts here */

struct link {
	uint8_t from, to; /* points, the upper or left one first */
	uint8_t way;      /* from one to the other: WAY_RIGHT or WAY_DOWN */
	uint8_t side[2];  /* the coupons above and below it, or left and right */
	uint8_t at[2];    /* where it is in the rings of these */
};

#define RING_LINKS 8 /* sides of cells around 2x2 of them */

/* The lines around a coupon, clockwise from its top left. */
struct ring {
	uint64_t links;  /* all of them */
	uint64_t points; /* where they begin and end */
	uint8_t count;
	uint8_t gaps; /* links, a set of 1 << place, before which lies the edge of the paper */
	uint8_t link[RING_LINKS];
	uint8_t way[RING_LINKS]; /* the way that clockwise is */
};

/* What is printed: the same for a whole game. */
struct cuts_sheet {
	uint8_t coupons, links;
	uint64_t all;              /* the links */
	uint64_t edge;             /* points at the edge of the paper */
	uint64_t ends[CUTS_LINKS]; /* the two points of a link */
	struct link link[CUTS_LINKS];
	int8_t leaves[CUTS_POINTS][WAYS]; /* the link that leaves a point that way, or -1 */
	struct ring ring[COUPONS_A_SHEET];
};

/* What has been cut of it. */
struct cuts {
	uint64_t done;    /* links */
	uint64_t touched; /* points where a cut may start: at the edge, or cut already */
};

/* One cut: a point and the ways taken from it, each to the next intersection. */
struct cut {
	uint8_t start;
	uint8_t steps;
	uint8_t way[CUTS_LINKS];
};

/* The lines between coupons that cover a field, or a part of one that is a rectangle. */
void cuts_sheet_init(struct cuts_sheet *sheet, const struct coupon *coupon, unsigned count);

/* A sheet before the first cut. */
void cuts_init(struct cuts *cuts, const struct cuts_sheet *sheet);

/* The ways, as a set of 1 << way, that a cut may take from a point. `came` is the way by which it arrived there, or
 * WAY_NONE if it starts there. */
unsigned cuts_ways(const struct cuts_sheet *sheet, const struct cuts *cuts, unsigned point, unsigned came);

/* Cuts along one link from a point. The way must be one of cuts_ways(). Returns where it ends. */
unsigned cuts_step(const struct cuts_sheet *sheet, struct cuts *cuts, unsigned point, unsigned way);

/* The set of coupons that are completely cut out. */
uint32_t cuts_free(const struct cuts_sheet *sheet, const struct cuts *cuts);

static inline bool
cuts_over(const struct cuts_sheet *sheet, const struct cuts *cuts)
{
	return cuts->done == sheet->all;
}
