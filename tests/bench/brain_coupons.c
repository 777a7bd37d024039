/* SPDX-License-Identifier: MIT
 * Games of coupons a second, by the kind of players at a table for four, each
 * layout built and played a few times as a survey does. */
#include <stdio.h>

#include "scoring/coupons_play.h"
#include "tests/bench/brain.h"

#define LAYOUTS 100
#define GAMES   16 /* on each */
#define ASKED   5000

static double
rate(enum coupons_player player, uint8_t players)
{
	const enum coupons_player kind[COUPONS_SHEETS_MAX] = {player, player, player, player, player};
	double start = bench_now();

	for (uint32_t i = 0; i < LAYOUTS; i++) {
		struct code code = {.seed = i, .game = game_coupons.number,
			.version = game_coupons.version, .players = players};
		struct coupons_layout layout;
		struct coupons_table table;
		struct random random;

		game_coupons.build(&layout, &code);
		coupons_table_init(&table, &layout, false);
		random_init(&random, 0, 0, i);
		for (int n = 0; n < GAMES; n++) {
			struct coupons_game game;

			coupons_play(&table, kind, &random, &game, NULL);
		}
	}
	return LAYOUTS * GAMES / (bench_now() - start);
}

/* The target is for a game; players who look ahead are a luxury and told without one. */
void
bench_coupons(struct bench *bench)
{
	bench_rate(bench, "coupons", "games, random players, 4", rate(COUPONS_RANDOM, 4), ASKED);
	bench_rate(bench, "coupons", "games, greedy players, 4", rate(COUPONS_GREEDY, 4), ASKED);
	for (uint8_t players = COUPONS_SHEETS_MIN; players <= COUPONS_SHEETS_MAX; players++)
		printf("coupons  games, players one step ahead, %u %6.0f/s\n", players,
			rate(COUPONS_AHEAD, players));
}
