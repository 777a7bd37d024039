/* SPDX-License-Identifier: MIT
 * Coin-Op and Chip It: games that simple players play a second, and for every
 * game what the press needs to find a seed that it keeps. */
#include <stdio.h>

#include "gen/games/filter.h"
#include "layouts/clips.h"
#include "layouts/coupons.h"
#include "scoring/play/laundry_players.h"
#include "scoring/solve/chipit_even.h"
#include "tests/bench/brain.h"

#define SECONDS 0.5  /* for each figure */
#define ASKED   5000 /* deals of Chip It a second */
#define KEPT    100  /* seeds */

/* Deals played with sensible players, one after the other from pads of their own. */
static double
deal_rate(unsigned players)
{
	double start = bench_now(), spent = 0;
	unsigned deals = 0;

	for (uint64_t seed = 0; spent < SECONDS; seed++) {
		struct code code = {.game = game_chipit.number,
			.version = game_chipit.version,
			.players = (uint8_t)players,
			.seed = seed};
		struct chipit_layout pad;

		game_complete(&game_chipit, &code);
		game_chipit.build(&pad, &code);
		for (unsigned n = 0; n < pad.games; n++, deals++) {
			struct chipit_game game;
			struct random dice;

			random_init(&dice, seed, 0, n);
			chipit_deal_play(&pad, n, &dice, &game);
		}
		spent = bench_now() - start;
	}
	return deals / spent;
}

static double
laundry_rate(enum laundry_style style)
{
	const enum laundry_style styles[LAUNDRY_SEATS] = {style, style};
	const struct laundry_values values = {{{1, 1, 2, 2, 3, 3}, {1, 2, 3, 1, 2, 3}}};
	double start = bench_now(), spent = 0;
	unsigned games = 0;

	while (spent < SECONDS) {
		struct laundry_game game;
		struct random dice;

		random_init(&dice, games, 0, 0);
		laundry_start(&game, games++ % LAUNDRY_SEATS);
		laundry_run(&game, styles, &values, &dice);
		spent = bench_now() - start;
	}
	return games / spent;
}

void
bench_chipit(struct bench *bench)
{
	char what[32];

	for (unsigned players = 2; players <= CHIPIT_SEATS_MAX; players++) {
		snprintf(what, sizeof what, "deals, sensible players, %u", players);
		bench_rate(bench, "chipit", what, deal_rate(players), ASKED);
	}
}

void
bench_laundry(struct bench *bench)
{
	static const char *const name[LAUNDRY_STYLES] = {
		[LAUNDRY_RANDOM] = "random", [LAUNDRY_GREEDY] = "greedy", [LAUNDRY_SENSIBLE] = "sensible"};
	char what[32];

	for (int style = 0; style < LAUNDRY_STYLES; style++) {
		snprintf(what, sizeof what, "games, %s players", name[style]);
		bench_rate(bench, "laundry", what, laundry_rate((enum laundry_style)style), 0);
	}
}

/* Seeds drawn until the filter has let enough through. */
static void
bench_filter(const struct game *game, unsigned players, unsigned option)
{
	struct code code = {
		.game = game->number, .version = game->version, .players = (uint8_t)players, .option = (uint8_t)option};
	double start = bench_now();
	unsigned kept = 0, drawn = 0;

	game_complete(game, &code);
	for (; kept < KEPT; drawn++) {
		code.seed = random_series_seed(1, drawn);
		kept += filter_passes(game, &code);
	}
	printf("%-8s a seed that the press keeps, %u  %9.2f ms   one of %.1f\n", game->id, code.players,
		1000 * (bench_now() - start) / kept, (double)drawn / kept);
}

void
bench_filters(struct bench *bench)
{
	(void)bench;
	for (unsigned players = COUPONS_SHEETS_MIN; players <= COUPONS_SHEETS_MAX; players++)
		bench_filter(&game_coupons, players, 0);
	bench_filter(&game_laundry, LAUNDRY_SEATS, LAUNDRY_DEALT);
	bench_filter(&game_clips, 0, 0);
	for (unsigned players = 2; players <= CHIPIT_SEATS_MAX; players++)
		bench_filter(&game_chipit, players, 0);
}
