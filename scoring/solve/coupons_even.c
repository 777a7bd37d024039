/* SPDX-License-Identifier: MIT
 * Tests whether coupon sheets are fair: in games of greedy players no seat may
 * expect much more than another. Most layouts that fail do so after a few games. */
#include "scoring/solve/coupons_even.h"

#include "scoring/play/coupons_play.h"

/* After `games` games, the mean of the best seat may be at most `gap` dollars, plus one for each player, above that of
 * the worst: with more seats, the extremes are farther apart. Means of few games are inexact, so early stages allow
 * more. Chosen by measurement: of 1,000 layouts for four players, 21 % are kept, at 68 games for each of these; their
 * seats are $5.8 apart in 600 other games ($9.7 for all 1,000). Twice as many games did not choose better ones. */
static const struct stage {
	int games, gap;
} stages[] = {{4, 12}, {8, 8}, {16, 6}, {32, 4}};

bool
coupons_seats_are_even(const struct coupons_layout *layout, bool pair_is_four)
{
	static const enum coupons_player kind[COUPONS_SHEETS_MAX] = {
		COUPONS_GREEDY, COUPONS_GREEDY, COUPONS_GREEDY, COUPONS_GREEDY, COUPONS_GREEDY};
	int sum[COUPONS_SHEETS_MAX] = {0}, games = 0;
	struct coupons_table table;
	struct random random;

	coupons_table_init(&table, layout, pair_is_four);
	random_init(&random, 0, 0, 0);
	for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
		for (; games < stages[i].games; games++) {
			int total[COUPONS_SHEETS_MAX];
			struct coupons_game game;

			coupons_play(&table, kind, &random, &game);
			coupons_game_totals(&game, total);
			for (unsigned seat = 0; seat < layout->sheets; seat++)
				sum[seat] += total[seat];
		}
		int least = sum[0], most = sum[0];

		for (unsigned seat = 1; seat < layout->sheets; seat++) {
			least = sum[seat] < least ? sum[seat] : least;
			most = sum[seat] > most ? sum[seat] : most;
		}
		if (most - least > (stages[i].gap + layout->sheets) * stages[i].games)
			return false;
	}
	return true;
}
