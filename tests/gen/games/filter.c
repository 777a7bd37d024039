/* SPDX-License-Identifier: MIT
 * The filter asks about the game that will be played: this seed, this number of players, these house
 * rules; and what an earlier version of it chose can still be checked. */
#include "gen/games/filter.h"

#include "layouts/chipit.h"
#include "layouts/clips.h"
#include "layouts/coupons.h"
#include "layouts/laundry.h"
#include "scoring/solve/chipit_even.h"
#include "scoring/solve/clips_solo.h"
#include "scoring/solve/coupons_even.h"
#include "tests/tools.h"

#define CARDS few_or_all(100, 200)
#define SEEDS few_or_all(12, 40)

static struct code
code_of(const struct game *game, uint64_t seed, uint8_t players, uint8_t option)
{
	const struct codes codes = {.game = game, .seed = seed, .players = players, .option = option};
	struct code code;

	codes_make(&codes, 0, 0, &code);
	return code;
}

/* On cards that are kept the best score reaches the fourth rank and at most just the last one; nearly
 * all cards are kept, and few of them allow the last rank. */
static void
a_rank_means_the_same_under_every_house_rule(void **state)
{
	struct clips_soloist *soloist = clips_soloist_create();

	(void)state;
	for (uint8_t option = 0; option < CLIPS_OPTIONS; option++) {
		const uint8_t house[HOUSE_RULES] = {option & 1, option >> 1};
		const uint8_t *scale = clips_scale(house);
		unsigned kept = 0, last = 0;

		for (uint64_t seed = 0; seed < CARDS; seed++) {
			struct code code = code_of(&game_clips, seed, 0, option);
			struct clips_layout card;
			struct clips_board *board;
			struct clips_solo solo;
			bool passes = filter_passes(&game_clips, &code);

			game_clips.build(&card, &code);
			board = clips_board_create(&card, house);
			assert_true(clips_solo_solve(soloist, board, NULL, NULL, NULL, &solo));
			clips_board_destroy(board);
			assert_int_equal(passes, solo.best >= scale[3] && solo.best <= scale[4]);
			kept += passes;
			last += passes && solo.best == scale[4];
		}
		assert_in_range(kept, CARDS * 93 / 100, CARDS);
		assert_in_range(last, CARDS / 100, CARDS / 10);
	}
	clips_soloist_destroy(soloist);
}

/* The same sheets may be even for $5 a pair of burger parts and not for $4, and for two players and not
 * for three. */
static void
coupons_are_asked_by_players_and_house_rule(void **state)
{
	unsigned kept[COUPONS_SHEETS_MAX + 1][COUPONS_OPTIONS] = {{0}}, other = 0;

	(void)state;
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		for (uint8_t players = COUPONS_SHEETS_MIN; players <= COUPONS_SHEETS_MAX; players++) {
			bool passes[COUPONS_OPTIONS];

			for (uint8_t option = 0; option < COUPONS_OPTIONS; option++) {
				struct code code = code_of(&game_coupons, seed, players, option);
				struct coupons_layout sheets;

				game_coupons.build(&sheets, &code);
				assert_int_equal(sheets.sheets, players);
				passes[option] = filter_passes(&game_coupons, &code);
				kept[players][option] += passes[option];
				assert_true(!passes[option] || coupons_seats_are_even(&sheets, option != 0));
			}
			other += passes[0] != passes[1];
		}
	}
	assert_true(other > 0);
	for (uint8_t players = COUPONS_SHEETS_MIN; players <= COUPONS_SHEETS_MAX; players++)
		assert_true(kept[players][0] > 0 && kept[players][0] < SEEDS && kept[players][1] > 0);
}

static void
pads_are_asked_by_players(void **state)
{
	unsigned other = 0;

	(void)state;
	for (uint64_t seed = 0; seed < SEEDS / 4; seed++) {
		bool two = false;

		for (uint8_t players = 2; players <= CHIPIT_SEATS_MAX; players++) {
			struct code code = code_of(&game_chipit, seed, players, 0);
			struct chipit_layout pad;
			bool passes = filter_passes(&game_chipit, &code);

			game_chipit.build(&pad, &code);
			assert_int_equal(pad.seats, players);
			assert_int_equal(passes, chipit_is_even(&pad));
			other += players > 2 && passes != two;
			two = players == 2 ? passes : two;
		}
	}
	assert_true(other > 0);
}

/* An earlier filter is known where it is the same by the usual rules; nobody knows other ones. */
static void
an_earlier_filter_asks_by_the_usual_rules(void **state)
{
	static const struct option_value none[GAME_OPTIONS] = {{0}};
	const uint8_t usual[HOUSE_RULES] = {0}, house[HOUSE_RULES] = {1, 1};
	unsigned version = printed_game_of(&game_clips)->filter, other = 0;

	(void)state;
	assert_true(filter_knows(&game_clips, version) && filter_knows(&game_clips, 1));
	assert_true(filter_knows(&game_coupons, 3) && !filter_knows(&game_coupons, 2));
	assert_false(filter_knows(&game_clips, version + 1));
	assert_false(filter_knows(&game_laundry, printed_game_of(&game_laundry)->filter - 1));
	for (uint64_t seed = 0; seed < CARDS; seed++) {
		struct code code = code_of(&game_clips, seed, 0, CLIPS_OPTIONS - 1);
		bool before = filter_granted(&game_clips, 1, &code, none, house);

		assert_int_equal(before, filter_grants(&game_clips, &code, none, usual));
		other += before != filter_grants(&game_clips, &code, none, house);
	}
	assert_true(other > 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_rank_means_the_same_under_every_house_rule),
		cmocka_unit_test(coupons_are_asked_by_players_and_house_rule),
		cmocka_unit_test(pads_are_asked_by_players),
		cmocka_unit_test(an_earlier_filter_asks_by_the_usual_rules),
	};

	return cmocka_run_group_tests_name("filter", tests, NULL, NULL);
}
