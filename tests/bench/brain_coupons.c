/* SPDX-License-Identifier: MIT
 * Games of coupons a second, by the kind of players and their number, each
 * layout built and played a few times as a survey does. */
#include <stdio.h>

#include "scoring/play/coupons_play.h"
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
		struct code code = {
			.seed = i, .game = game_coupons.number, .version = game_coupons.version, .players = players};
		struct coupons_layout layout;
		struct coupons_table table;
		struct random random;

		game_coupons.build(&layout, &code);
		coupons_table_init(&table, &layout, false);
		random_init(&random, 0, 0, i);
		for (int n = 0; n < GAMES; n++) {
			struct coupons_game game;

			coupons_play(&table, kind, &random, &game);
		}
	}
	return LAYOUTS * GAMES / (bench_now() - start);
}

/* The target is for a game; players who look ahead are a luxury and told without one. */
void
bench_coupons(struct bench *bench)
{
	char what[32];

	for (int kind = 0; kind < COUPONS_PLAYER_KINDS; kind++) {
		for (uint8_t players = COUPONS_SHEETS_MIN; players <= COUPONS_SHEETS_MAX; players++) {
			snprintf(what, sizeof what, "games, %s players, %u",
				coupons_player_name((enum coupons_player)kind), players);
			bench_rate(bench, "coupons", what, rate((enum coupons_player)kind, players),
				kind == COUPONS_AHEAD ? 0 : ASKED);
		}
	}
}
