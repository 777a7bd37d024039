/* SPDX-License-Identifier: MIT
 * Chip It in whole games: thousands of them come to an end that the rule book
 * takes, better players win, and the press knows how even a pad is. */
#include "scoring/solve/chipit_even.h"

#include <string.h>

#include "tests/tools.h"

static void
assert_nothing_is_lost(const struct chipit_game *game, const struct chipit_layout *pad)
{
	unsigned points = game->box, cards = game->pile, out = 0;

	for (int i = 0; i < game->players; i++) {
		unsigned held = 0;

		for (int kind = 0; kind < CHIPIT_KINDS; kind++)
			held += game->hand[i][kind];
		assert_int_equal(held, game->held[i]);
		points += game->chips[i] + game->raised[i];
		cards += held + game->shown[i];
		out += held + game->chips[i] + game->raised[i] == 0;
	}
	assert_int_equal(points, CHIPIT_CHIPS_MAX);
	assert_int_equal(cards, (unsigned)pad->hand * pad->seats);
	if (!chipit_is_over(game)) {
		assert_int_equal(out, game->out);
		assert_true(game->held[game->turn] + game->chips[game->turn] > 0);
		assert_int_equal(game->shown[game->turn], 0);
		assert_int_equal(game->cards == 0, game->highest == CHIPIT_NOBODY);
	}
}

/* Puts the end of the n-th game into a result: the players of a result are the seats of the pad. */
static void
tell(const struct chipit_game *game, const struct chipit_layout *pad, unsigned n, struct chipit_result *result)
{
	uint8_t last = game->order[game->players - 1];

	result->base.players.count = game->players;
	result->two = game->two;
	result->games = (uint8_t)(n + 1);
	result->ranked[n] = game->players;
	for (int i = 0; i < game->players; i++)
		result->order[n][i] = pad->seat[game->order[i]];
	result->lost[n] = (struct chipit_lost){
		.loser = pad->seat[last],
		.chips = (uint8_t)(game->chips[last] + game->raised[last]),
		.cards = game->held[last],
	};
}

/* One game with players of any style, looked at after every turn. */
static void
play_watched(const struct chipit_layout *pad, unsigned n, enum chipit_style style, uint64_t seed,
	struct chipit_result *result)
{
	struct chipit_game game;
	struct random dice;

	random_init(&dice, seed, 0, n);
	chipit_start(&game, pad, n);
	assert_int_equal(pad->seat[game.turn], pad->first[n]);
	while (!chipit_is_over(&game)) {
		struct chipit_play play;

		assert_true(game.turns < CHIPIT_TURNS_MAX);
		assert_nothing_is_lost(&game, pad);
		chipit_choose(&game, style, &dice, &play);
		assert_true(chipit_allows(&game, &play));
		chipit_apply(&game, &play);
	}
	assert_nothing_is_lost(&game, pad);
	tell(&game, pad, n, result);
}

static void
games_end_and_the_rule_book_takes_them(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 1500; i++) {
		struct code code = {
			.seed = i, .game = 4, .version = 1, .players = (uint8_t)(2 + i % 5), .option = i % 5 == 0};
		struct chipit_layout pad;
		struct chipit_result result = {0};
		struct problems problems;
		struct score score;
		int sum = 0;

		problems_init(&problems);
		game_chipit.build(&pad, &code);
		for (unsigned n = 0; n < pad.games; n++)
			play_watched(&pad, n, (enum chipit_style)(i / 5 % CHIPIT_STYLES), i, &result);
		rules_chipit.score(&pad, &result, &score, &problems);
		assert_int_equal(problems.count, 0);
		for (unsigned player = 0; player < score.players; player++)
			sum += score.player[player].total;
		if (!pad.two)
			assert_int_equal(sum, 7 * pad.games);
		else
			assert_true(sum >= pad.games);
	}
}

/* The same dice, the same game; other dice, another. */
static void
games_repeat_with_their_dice(void **state)
{
	struct code code = {.seed = 5, .game = 4, .version = 1, .players = 4};
	struct chipit_layout pad;
	struct chipit_game game[3];

	(void)state;
	game_chipit.build(&pad, &code);
	for (int i = 0; i < 3; i++) {
		struct random dice;

		random_init(&dice, i / 2, 0, 0);
		memset(&game[i], 0, sizeof game[i]);
		assert_true(chipit_deal_play(&pad, 0, &dice, &game[i]));
	}
	assert_memory_equal(&game[0], &game[1], sizeof game[0]);
	assert_memory_not_equal(&game[0], &game[2], sizeof game[0]);
}

/* The mean place of the even players around the table, in hundredths, over many pads. */
static unsigned
match(unsigned players, enum chipit_style even, enum chipit_style odd)
{
	unsigned places = 0, count = 0;

	for (unsigned seed = 0; seed < 150; seed++) {
		struct code code = {
			.seed = seed, .game = 4, .version = 1, .players = (uint8_t)players, .option = players == 2};
		enum chipit_style style[CHIPIT_SEATS_MAX];
		struct chipit_layout pad;

		game_chipit.build(&pad, &code);
		for (unsigned i = 0; i < players; i++)
			style[i] = (i + seed) % 2 == 0 ? even : odd;
		for (unsigned n = 0; n < pad.games; n++) {
			struct chipit_game game;
			struct random dice;

			random_init(&dice, seed, 0, n);
			chipit_start(&game, &pad, n);
			assert_true(chipit_run(&game, style, &dice));
			for (unsigned i = 0; i < players; i++) {
				bool counts = (game.order[i] + seed) % 2 == 0;

				places += counts ? i + 1 : 0;
				count += counts;
			}
		}
	}
	return 100 * places / count;
}

static void
the_more_sensible_come_first(void **state)
{
	(void)state;
	for (unsigned players = 2; players <= CHIPIT_SEATS_MAX; players++) {
		assert_true(match(players, CHIPIT_GREEDY, CHIPIT_RANDOM) <
			match(players, CHIPIT_RANDOM, CHIPIT_GREEDY) - 40);
		assert_true(match(players, CHIPIT_SENSIBLE, CHIPIT_GREEDY) <
			match(players, CHIPIT_GREEDY, CHIPIT_SENSIBLE) - 8);
	}
}

static void
expected_points_add_up(void **state)
{
	struct code code = {.seed = 11, .game = 4, .version = 1, .players = 5};
	struct chipit_expected expected = {0};
	struct chipit_layout pad;
	uint32_t sum = 0, least = UINT32_MAX, most = 0;

	(void)state;
	game_chipit.build(&pad, &code);
	for (; expected.games < 10; expected.games++) {
		for (unsigned n = 0; n < pad.games; n++) {
			struct chipit_game game;
			struct random dice;

			random_init(&dice, expected.games, 0, n);
			chipit_deal_play(&pad, n, &dice, &game);
			chipit_expected_add(&expected, &pad, n, &game);
		}
	}
	for (unsigned seat = 0; seat < pad.seats; seat++) {
		uint32_t points = chipit_expected_points(&expected, seat);

		sum += points;
		least = points < least ? points : least;
		most = points > most ? points : most;
	}
	assert_int_equal(sum, 7 * 5 * 100);
	assert_int_equal(chipit_expected_spread(&expected, &pad), most - least);
}

/* Which of the first sixteen seeds the press keeps. When this changes another seed is chosen for
 * the same kit: raise the version of the filter, then these. */
static void
the_press_keeps_the_same_pads_for_ever(void **state)
{
	static const uint16_t kept[CHIPIT_SEATS_MAX + 1] = {0, 0, 0x4000, 0x20a2, 0xc000, 0x0441, 0x1011};

	(void)state;
	for (unsigned players = 2; players <= CHIPIT_SEATS_MAX; players++) {
		uint16_t passed = 0;

		for (unsigned seed = 0; seed < 16; seed++) {
			struct code code = {.seed = seed,
				.game = 4,
				.version = 1,
				.players = (uint8_t)players,
				.option = players == 2};
			struct chipit_layout pad;

			game_chipit.build(&pad, &code);
			passed |= (uint16_t)(chipit_is_even(&pad) << seed);
		}
		assert_int_equal(passed, kept[players]);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(games_end_and_the_rule_book_takes_them),
		cmocka_unit_test(games_repeat_with_their_dice),
		cmocka_unit_test(the_more_sensible_come_first),
		cmocka_unit_test(expected_points_add_up),
		cmocka_unit_test(the_press_keeps_the_same_pads_for_ever),
	};

	return cmocka_run_group_tests_name("chipit_even", tests, NULL, NULL);
}
