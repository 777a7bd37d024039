/* SPDX-License-Identifier: MIT
 * Matchpoints. */
#include "kiosk/event/matchpoints.h"

#include <glib.h>

#define WHOLE 10000 /* 100 % */

uint64_t
matchpoints_seat(const struct code *code, unsigned players, unsigned seat)
{
	/* 48 bits of seed, 4 of game, 4 of version, 2 of option, and 3 each of players and seat. */
	return code->seed << 16 | (uint64_t)(code->game & 15u) << 12 | (uint64_t)(code->version & 15u) << 8 |
		(uint64_t)(code->option & 3u) << 6 | (players & 7u) << 3 | (seat & 7u);
}

static int
by_seat_and_score(const void *a, const void *b)
{
	const struct compared *one = *(struct compared *const *)a, *other = *(struct compared *const *)b;

	if (one->seat != other->seat)
		return one->seat < other->seat ? -1 : 1;
	return (one->score > other->score) - (one->score < other->score);
}

/* The scores of one seat, in order. */
static void
rank_seat(struct compared **scores, unsigned count)
{
	for (unsigned from = 0, to; from < count; from = to) {
		for (to = from + 1; to < count && scores[to]->score == scores[from]->score;)
			to++;
		/* Below: `from`; level: all of this group but oneself. */
		uint64_t points = 2 * (uint64_t)from + (to - from - 1), most = 2 * ((uint64_t)count - 1);

		for (unsigned i = from; i < to; i++) {
			scores[i]->of = count;
			scores[i]->percent =
				most == 0 ? MATCHPOINTS_ALONE : (unsigned)((2 * WHOLE * points + most) / (2 * most));
		}
	}
}

void
matchpoints_rank(struct compared *scores, unsigned count)
{
	g_autofree struct compared **sorted = g_new(struct compared *, count + 1);
	unsigned all = 0;

	for (unsigned i = 0; i < count; i++) {
		scores[i].percent = scores[i].of = 0;
		if (!scores[i].apart)
			sorted[all++] = &scores[i];
	}
	qsort(sorted, all, sizeof *sorted, by_seat_and_score);
	for (unsigned from = 0, to; from < all; from = to) {
		for (to = from + 1; to < all && sorted[to]->seat == sorted[from]->seat;)
			to++;
		rank_seat(sorted + from, to - from);
	}
}
