/* SPDX-License-Identifier: MIT
 * Clips: the best solo score with all its placements, the exact value for two,
 * and a deck of sides worth printing. */
#include <stdio.h>
#include <stdlib.h>

#include "gen/games/clips/press.h"
#include "gen/games/filter.h"
#include "layouts/clips.h"
#include "scoring/solve/clips_duel.h"
#include "scoring/solve/clips_solo.h"
#include "tests/bench/brain.h"

#define CARDS 200
#define DECK  54

static void
deal(uint64_t seed, struct clips_layout *layout, struct code *code)
{
	*code = (struct code){.game = (uint8_t)game_clips.number, .version = (uint8_t)game_clips.version, .seed = seed};
	game_complete(&game_clips, code);
	game_clips.build(layout, code);
}

/* The card is made ready in the time of either. */
static void
solve_cards(struct bench *bench)
{
	static const uint8_t usual[HOUSE_RULES] = {0};
	struct clips_soloist *soloist = clips_soloist_create();
	struct clips_duelist *duelist = clips_duelist_create(CLIPS_TABLE);
	double solo_time = 0, duel_time = 0, longest = 0;

	for (uint64_t seed = 0; seed < CARDS; seed++) {
		struct clips_layout layout;
		struct clips_board *board;
		struct clips_solo solo;
		struct code code;
		double start = bench_now(), ready, done;

		deal(seed, &layout, &code);
		board = clips_board_create(&layout, usual);
		ready = bench_now() - start;
		start = bench_now();
		clips_solo_solve(soloist, board, NULL, NULL, NULL, &solo);
		solo_time += bench_now() - start + ready;
		start = bench_now();
		clips_duelist_begin(duelist, board, NULL);
		clips_duel_value(duelist, &(struct clips_game){0}, CLIPS_USUAL_VALUE);
		done = bench_now() - start + ready;
		duel_time += done;
		longest = done > longest ? done : longest;
		clips_board_destroy(board);
	}
	bench_took(bench, "clips", "solo best and all placements", solo_time / CARDS, 0.005);
	bench_took(bench, "clips", "value for two, a card", duel_time / CARDS, 0.05);
	bench_took(bench, "clips", "value for two, the slowest card", longest, 1);
	clips_soloist_destroy(soloist);
	clips_duelist_destroy(duelist);
}

/* Seeds drawn until this many pass. */
static void
choose_deck(struct bench *bench, const char *what, const struct option_value *option)
{
	static const uint8_t usual[HOUSE_RULES] = {0};
	double start = bench_now();
	struct clips_layout layout;
	struct code code;
	uint64_t seed = 0;

	for (int kept = 0; kept < DECK; seed++) {
		deal(seed, &layout, &code);
		kept += filter_grants(&game_clips, &code, option, usual);
	}
	bench_took(bench, "clips", what, bench_now() - start, 10);
}

void
bench_clips(struct bench *bench)
{
	solve_cards(bench);
	choose_deck(bench, "54 cards, solo best 31-36", (struct option_value[GAME_OPTIONS]){0});
	choose_deck(
		bench, "54 cards, fair 1 too", (struct option_value[GAME_OPTIONS]){[CLIPS_OPTION_FAIR] = {true, 1}});
}
