/* SPDX-License-Identifier: MIT
 * Dealt tickets: five kinds of them, and two of a kind are even. */
#include "scoring/solve/laundry_even.h"

#include "tests/tools.h"

/* The values of the three pairs, each smaller one first, as a sorted list: what a kind is. */
static unsigned
pairs_of(const uint8_t value[LAUNDRY_ROWS])
{
	unsigned count[4][4] = {{0}}, all = 0;

	for (int pair = 0; pair < LAUNDRY_ROWS; pair += 2) {
		uint8_t a = value[pair], b = value[pair + 1];

		count[a < b ? a : b][a < b ? b : a]++;
	}
	for (int a = 1; a <= 3; a++)
		for (int b = a; b <= 3; b++)
			all = all * 4 + count[a][b];
	return all;
}

static void
tickets_are_of_five_kinds(void **state)
{
	static const unsigned expected[LAUNDRY_PAIRINGS] = {6, 12, 12, 12, 48};
	unsigned count[LAUNDRY_PAIRINGS] = {0}, pairs[LAUNDRY_PAIRINGS] = {0};

	(void)state;
	for (unsigned code = 0; code < 729; code++) {
		uint8_t value[LAUNDRY_ROWS];
		unsigned left = code, seen[4] = {0}, kind;

		for (int i = 0; i < LAUNDRY_ROWS; i++, left /= 3)
			seen[value[i] = (uint8_t)(1 + left % 3)]++;
		if (seen[1] != 2 || seen[2] != 2)
			continue;
		kind = laundry_pairing(value);
		assert_true(kind < LAUNDRY_PAIRINGS);
		assert_true(count[kind]++ == 0 || pairs[kind] == pairs_of(value));
		pairs[kind] = pairs_of(value);
	}
	for (int kind = 0; kind < LAUNDRY_PAIRINGS; kind++) {
		assert_int_equal(count[kind], expected[kind]);
		for (int other = 0; other < kind; other++)
			assert_int_not_equal(pairs[kind], pairs[other]);
	}
}

static void
dealt_tickets_are_even_when_their_kinds_are(void **state)
{
	unsigned even = 0;

	(void)state;
	for (unsigned seed = 0; seed < 2000; seed++) {
		struct code code = {.seed = seed, .game = 2, .version = 1, .players = 2};
		struct laundry_layout laundry;

		game_laundry.build(&laundry, &code);
		assert_true(laundry_is_even(&laundry));
		code.option = LAUNDRY_DEALT;
		game_laundry.build(&laundry, &code);
		assert_int_equal(laundry_is_even(&laundry),
			pairs_of(laundry.ticket[0].value) == pairs_of(laundry.ticket[1].value));
		even += laundry_is_even(&laundry);
	}
	/* 2,772 of 8,100 pairs of tickets are. */
	assert_in_range(even, 620, 750);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tickets_are_of_five_kinds),
		cmocka_unit_test(dealt_tickets_are_even_when_their_kinds_are),
	};

	return cmocka_run_group_tests_name("laundry_even", tests, NULL, NULL);
}
