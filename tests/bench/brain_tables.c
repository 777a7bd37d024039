/* SPDX-License-Identifier: MIT
 * Coin-Op and Chip It on one core: games that simple players play a second, and
 * what the press needs to find a pad or a pair of tickets that is even. */
#include "tests/bench/brain_tables.h"

#include <stdio.h>
#include <time.h>

#include "gen/filter.h"
#include "scoring/chipit_even.h"
#include "scoring/laundry_players.h"

#define SECONDS 0.5 /* for each figure */
#define TARGET  5000 /* deals of Chip It a second, asked of an ordinary machine */
#define TABLES  250 /* of a kit */

static double
now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Deals played with sensible players, one after the other from pads of their own. */
static void
bench_deals(unsigned players)
{
	double start = now(), spent = 0, rate;
	unsigned deals = 0;

	for (uint64_t seed = 0; spent < SECONDS; seed++) {
		struct code code = {.game = game_chipit.number, .version = game_chipit.version,
			.players = (uint8_t)players, .seed = seed};
		struct chipit_layout pad;

		game_chipit.complete(&code);
		game_chipit.build(&pad, &code);
		for (unsigned n = 0; n < pad.games; n++, deals++) {
			struct chipit_game game;
			struct random dice;

			random_init(&dice, seed, 0, n);
			chipit_deal_play(&pad, n, &dice, &game);
		}
		spent = now() - start;
	}
	rate = deals / spent;
	printf("chipit   %u players   %10.0f deals/s   target %6u/s   %6.2f x target\n", players, rate,
		TARGET, rate / TARGET);
}

/* Seeds drawn until the filter has let enough through. */
static void
bench_filter(const struct game *game, unsigned players, unsigned option)
{
	struct code code = {.game = game->number, .version = game->version,
		.players = (uint8_t)players, .option = (uint8_t)option};
	double start = now(), spent;
	unsigned kept = 0, drawn = 0;

	game->complete(&code);
	for (; kept < TABLES; drawn++) {
		code.seed = seed_of_series(1, drawn);
		kept += filter_passes(game, &code);
	}
	spent = now() - start;
	printf("%-8s %u players   %10.2f ms a kept seed, one of %.1f is kept; %u tables: %.2f s\n",
		game->id, players, 1000 * spent / kept, (double)drawn / kept, kept, spent);
}

static void
bench_laundry(enum laundry_style style)
{
	const enum laundry_style styles[LAUNDRY_SEATS] = {style, style};
	const struct laundry_values values = {{{1, 1, 2, 2, 3, 3}, {1, 2, 3, 1, 2, 3}}};
	double start = now(), spent = 0;
	unsigned games = 0;

	while (spent < SECONDS) {
		struct laundry_game game;
		struct random dice;

		random_init(&dice, games, 0, 0);
		laundry_start(&game, games++ % LAUNDRY_SEATS);
		laundry_run(&game, styles, &values, &dice);
		spent = now() - start;
	}
	printf("laundry  %-8s    %10.0f games/s\n", laundry_style_name(style), games / spent);
}

void
bench_tables(void)
{
	for (unsigned players = 2; players <= CHIPIT_SEATS_MAX; players++)
		bench_deals(players);
	for (unsigned players = 2; players <= CHIPIT_SEATS_MAX; players++)
		bench_filter(&game_chipit, players, 0);
	for (int style = 0; style < LAUNDRY_STYLES; style++)
		bench_laundry((enum laundry_style)style);
	bench_filter(&game_laundry, LAUNDRY_SEATS, LAUNDRY_DEALT);
}

#ifdef BENCH_ALONE
int
main(void)
{
	bench_tables();
	return 0;
}
#endif
