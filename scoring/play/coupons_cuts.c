/* SPDX-License-Identifier: MIT
 * Where a sheet may be cut, and what a cut does. */
#include "scoring/play/coupons_cuts.h"

#include <assert.h>
#include <string.h>

#define NOBODY 0xff /* no coupon: the paper ends */

/* Which coupon covers each cell, with a border of no paper around them. */
struct owners {
	uint8_t of[FIELD_ROWS + 2][FIELD_COLS + 2];
};

/* The neighbour of a point in a way. */
static unsigned
point_beside(unsigned point, unsigned way)
{
	static const int step[WAYS] = {-CUTS_POINT_COLS, 1, CUTS_POINT_COLS, -1};

	return (unsigned)((int)point + step[way]);
}

/* The coupons on both sides of a line of one cell's length that leaves a point: left and right of it, or above and
 * below. */
static void
sides(const struct owners *owners, unsigned point, unsigned way, uint8_t side[2])
{
	unsigned row = point / CUTS_POINT_COLS, col = point % CUTS_POINT_COLS;
	unsigned r = way == WAY_UP ? row : row + 1, c = way == WAY_LEFT ? col : col + 1;

	if (way == WAY_UP || way == WAY_DOWN) {
		side[0] = owners->of[r][col];
		side[1] = owners->of[r][col + 1];
	} else {
		side[0] = owners->of[row][c];
		side[1] = owners->of[row + 1][c];
	}
}

/* Whether a dotted line leaves a point that way. */
static bool
is_dotted(const struct owners *owners, unsigned point, unsigned way)
{
	uint8_t side[2];

	sides(owners, point, way, side);
	return side[0] != side[1] && side[0] != NOBODY && side[1] != NOBODY;
}

/* Whether the paper ends at a point. */
static bool
is_edge(const struct owners *owners, unsigned point)
{
	const uint8_t *above = &owners->of[point / CUTS_POINT_COLS][point % CUTS_POINT_COLS];
	const uint8_t *below = above + FIELD_COLS + 2;

	return above[0] == NOBODY || above[1] == NOBODY || below[0] == NOBODY || below[1] == NOBODY;
}

/* Where a cut may stop: at the edge, and where three or four lines meet. */
static bool
is_intersection(const struct owners *owners, unsigned point)
{
	int lines = 0;

	for (unsigned way = 0; way < WAYS; way++)
		lines += is_dotted(owners, point, way);
	return lines >= 3 || (lines > 0 && is_edge(owners, point));
}

/* Adds the link that leaves a point, and notes it at each side of a cell that it covers. */
static void
add_link(struct cuts_sheet *sheet, const struct owners *owners, unsigned from, unsigned way,
	int8_t link_at[CUTS_POINTS][WAYS])
{
	struct link *link = &sheet->link[sheet->links];
	unsigned to = from;

	sides(owners, from, way, link->side);
	do {
		link_at[to][way] = (int8_t)sheet->links;
		to = point_beside(to, way);
		link_at[to][way ^ 2] = (int8_t)sheet->links;
	} while (!is_intersection(owners, to));
	link->from = (uint8_t)from;
	link->to = (uint8_t)to;
	link->way = (uint8_t)way;
	sheet->ends[sheet->links] = UINT64_C(1) << from | UINT64_C(1) << to;
	sheet->leaves[from][way] = (int8_t)sheet->links;
	sheet->leaves[to][way ^ 2] = (int8_t)sheet->links;
	sheet->links++;
}

/* Walks around a coupon, a side of a cell at a time; a link that is longer is met more than once,
 * one after the other. */
static void
ring_find(struct cuts_sheet *sheet, int8_t link_at[CUTS_POINTS][WAYS], unsigned index, const struct coupon *coupon)
{
	static const uint8_t turns[WAYS] = {WAY_RIGHT, WAY_DOWN, WAY_LEFT, WAY_UP};
	struct ring *ring = &sheet->ring[index];
	unsigned point = coupon->row * CUTS_POINT_COLS + coupon->col;
	bool gap = false;

	*ring = (struct ring){0};
	for (int turn = 0; turn < WAYS; turn++) {
		unsigned way = turns[turn];
		int length = turn % 2 == 0 ? coupon->cols : coupon->rows;

		for (int i = 0; i < length; i++, point = point_beside(point, way)) {
			int link = link_at[point][way];

			if (link < 0) {
				gap = true;
			} else if ((ring->links >> link & 1) == 0) {
				sheet->link[link].at[sheet->link[link].side[1] == index] = ring->count;
				ring->links |= UINT64_C(1) << link;
				ring->points |= sheet->ends[link];
				ring->gaps |= (uint8_t)((unsigned)gap << ring->count);
				ring->way[ring->count] = (uint8_t)way;
				ring->link[ring->count++] = (uint8_t)link;
				gap = false;
			}
		}
	}
	ring->gaps |= gap;
}

void
cuts_sheet_init(struct cuts_sheet *sheet, const struct coupon *coupon, unsigned count)
{
	int8_t link_at[CUTS_POINTS][WAYS]; /* the link that covers each side of a cell, or -1 */
	struct owners owners;

	memset(&owners, NOBODY, sizeof owners);
	for (uint8_t i = 0; i < count; i++)
		for (int cell = 0; cell < coupon[i].rows * coupon[i].cols; cell++)
			owners.of[coupon[i].row + cell / coupon[i].cols + 1]
				 [coupon[i].col + cell % coupon[i].cols + 1] = i;
	sheet->coupons = (uint8_t)count;
	sheet->links = 0;
	sheet->edge = 0;
	memset(sheet->leaves, -1, sizeof sheet->leaves);
	memset(link_at, -1, sizeof link_at);
	for (unsigned point = 0; point < CUTS_POINTS; point++) {
		sheet->edge |= (uint64_t)is_edge(&owners, point) << point;
		if (!is_intersection(&owners, point))
			continue;
		for (unsigned way = WAY_RIGHT; way <= WAY_DOWN; way++)
			if (is_dotted(&owners, point, way))
				add_link(sheet, &owners, point, way, link_at);
	}
	sheet->all = (UINT64_C(1) << sheet->links) - 1;
	for (unsigned i = 0; i < count; i++)
		ring_find(sheet, link_at, i, &coupon[i]);
}

void
cuts_init(struct cuts *cuts, const struct cuts_sheet *sheet)
{
	cuts->done = 0;
	cuts->touched = sheet->edge;
}

static bool
is_done(const struct cuts *cuts, int link)
{
	return link >= 0 && (cuts->done >> link & 1);
}

/* Whether a cut that arrived at a point has reached the end of the paper: the edge, or an earlier cut across its way.
 */
static bool
is_end(const struct cuts_sheet *sheet, const struct cuts *cuts, unsigned point, unsigned came)
{
	const int8_t *leaves = sheet->leaves[point];

	return came != WAY_NONE &&
		((sheet->edge >> point & 1) ||
			(is_done(cuts, leaves[(came + 1) % WAYS]) && is_done(cuts, leaves[(came + 3) % WAYS])));
}

unsigned
cuts_ways(const struct cuts_sheet *sheet, const struct cuts *cuts, unsigned point, unsigned came)
{
	unsigned ways = 0;

	if ((came == WAY_NONE && (cuts->touched >> point & 1) == 0) || is_end(sheet, cuts, point, came))
		return 0;
	for (unsigned way = 0; way < WAYS; way++)
		if (sheet->leaves[point][way] >= 0 && !is_done(cuts, sheet->leaves[point][way]))
			ways |= 1u << way;
	return ways;
}

unsigned
cuts_step(const struct cuts_sheet *sheet, struct cuts *cuts, unsigned point, unsigned way)
{
	int index = sheet->leaves[point][way];

	assert(index >= 0 && (cuts->done >> index & 1) == 0);
	const struct link *link = &sheet->link[index];
	cuts->done |= UINT64_C(1) << index;
	cuts->touched |= sheet->ends[index];
	return link->from == point ? link->to : link->from;
}

uint32_t
cuts_free(const struct cuts_sheet *sheet, const struct cuts *cuts)
{
	uint32_t free = 0;

	/* The second bound says to compilers, too, that a sheet has no more. */
	for (unsigned i = 0; i < sheet->coupons && i < COUPONS_A_SHEET; i++)
		free |= (uint32_t)((sheet->ring[i].links & ~cuts->done) == 0) << i;
	return free;
}
