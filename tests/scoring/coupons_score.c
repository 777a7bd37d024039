/* SPDX-License-Identifier: MIT
 * Coupon Clipper scored: the examples of the rules, awards and ties, and every
 * way in which a result can be wrong. */
#include "scoring/coupons.h"

#include <string.h>

#include "tests/scoring/asked.h"
#include "tests/scoring/slow.h"
#include "tests/tools.h"

/* A game made by hand: coupons are added one by one, each with its owner. */
static struct {
	struct coupons_layout layout;
	struct coupons_result result;
	int dealt;
} table;

static void
table_lay(unsigned players)
{
	memset(&table, 0, sizeof table);
	table.layout.sheets = (uint8_t)players;
	table.result.base.players.count = (uint8_t)players;
}

static void
table_add(struct coupon coupon, uint8_t player, bool discarded)
{
	int sheet = table.dealt / COUPONS_A_SHEET, index = table.dealt % COUPONS_A_SHEET;

	if (coupon.times == 0)
		coupon.times = 1;
	table.layout.coupon[sheet][index] = coupon;
	table.result.claim[table.dealt++] = (struct coupons_claim){
		.sheet = (uint8_t)sheet,
		.number = (uint8_t)(index + 1),
		.player = player,
		.discarded = discarded,
	};
}

static void
table_add_kind(enum coupon_kind kind, int count, uint8_t player)
{
	for (int i = 0; i < count; i++)
		table_add((struct coupon){.kind = (uint8_t)kind}, player, false);
}

/* The rest of the sheets is chips without money, which nobody has a dip for but the last. */
static void
table_score(void)
{
	const struct rules *rules = rules_by_id("coupons");
	uint8_t last = (uint8_t)(table.layout.sheets - 1);

	while (table.dealt < table.layout.sheets * COUPONS_A_SHEET)
		table_add((struct coupon){.kind = COUPON_CHIPS}, last, false);
	table.result.claims = (uint16_t)table.dealt;
	problems_init(&asked.problems);
	rules->score(&table.layout, &table.result, &asked.score, &asked.problems);
	if (asked.problems.count > 0)
		fail_msg("%s", first_sentence(&asked.problems));
}

/* Counts of kinds, and what a hand of them alone is worth. */
static void
hands_are_worth_what_the_rules_say(void **state)
{
	static const struct {
		uint8_t count[COUPON_KINDS];
		int worth, worth_with_pair_of_4;
	} cases[] = {
		{{[COUPON_HOTDOG] = 5, [COUPON_BUN] = 3}, 7, 7},
		{{[COUPON_HOTDOG] = 3, [COUPON_BUN] = 5}, 7, 7},
		{{[COUPON_HOTDOG] = 5}, -5, -5},
		{{[COUPON_BUN] = 5}, -5, -5},
		{{[COUPON_HOTDOG] = 4, [COUPON_BUN] = 4}, 12, 12},
		{{[COUPON_ROLL] = 3, [COUPON_PATTY] = 2, [COUPON_LETTUCE] = 1, [COUPON_CHEESE] = 2}, 24, 24},
		{{[COUPON_ROLL] = 3, [COUPON_PATTY] = 3, [COUPON_LETTUCE] = 1, [COUPON_CHEESE] = 2}, 28, 27},
		{{[COUPON_ROLL] = 3, [COUPON_PATTY] = 2, [COUPON_LETTUCE] = 1, [COUPON_CHEESE] = 3}, 28, 27},
		{{[COUPON_ROLL] = 1}, 1, 1},
		{{[COUPON_ROLL] = 1, [COUPON_CHEESE] = 1}, 5, 4},
		{{[COUPON_ROLL] = 1, [COUPON_CHEESE] = 1, [COUPON_PATTY] = 1}, 9, 9},
		{{[COUPON_ROLL] = 1, [COUPON_CHEESE] = 1, [COUPON_PATTY] = 1, [COUPON_LETTUCE] = 1}, 14, 14},
		{{[COUPON_PATTY] = 4}, 4, 4},
		{{[COUPON_DIP] = 3}, 0, 0},
		{{[COUPON_DIP] = 2, [COUPON_CHIPS] = 4}, 8, 8},
		{{[COUPON_WATERMELON] = 4}, 0, 0},
		{{[COUPON_WATERMELON] = 5}, 10, 10},
		{{[COUPON_WATERMELON] = 9}, 10, 10},
		{{[COUPON_WATERMELON] = 10}, 20, 20},
		{{[COUPON_COLESLAW] = 3}, -6, -6},
		{{0}, 0, 0},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		for (uint8_t house = 0; house < 2; house++) {
			table_lay(2);
			table.result.base.house[COUPONS_BURGER_PAIR] = house;
			for (int kind = 0; kind < COUPON_KINDS; kind++)
				table_add_kind((enum coupon_kind)kind, cases[i].count[kind], 0);
			table_score();
			assert_int_equal(
				asked.score.player[0].total, house ? cases[i].worth_with_pair_of_4 : cases[i].worth);
		}
	}
}

static void
money_and_copies_count_in_full(void **state)
{
	static const struct {
		struct coupon one, other;
		int worth;
	} cases[] = {
		{{.kind = COUPON_CHIPS, .money = 3}, {.kind = COUPON_CHIPS, .money = 2}, 5},
		{{.kind = COUPON_CHIPS, .money = 3, .times = 3}, {.kind = COUPON_DIP}, 9 + 3},
		{{.kind = COUPON_CHIPS, .money = 2, .times = 2}, {.kind = COUPON_DIP, .times = 3}, 4 + 6},
		{{.kind = COUPON_WATERMELON, .money = 2, .times = 3},
			{.kind = COUPON_WATERMELON, .money = 1, .times = 2}, 6 + 2 + 10},
		{{.kind = COUPON_HOTDOG, .times = 3}, {.kind = COUPON_BUN, .times = 2}, 6 - 1},
		{{.kind = COUPON_ROLL, .times = 2}, {.kind = COUPON_PATTY}, 5 + 1},
		{{.kind = COUPON_COLESLAW, .times = 3}, {.kind = COUPON_COLESLAW}, -8},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		table_lay(2);
		table_add(cases[i].one, 0, false);
		table_add(cases[i].other, 0, false);
		table_score();
		assert_int_equal(asked.score.player[0].total, cases[i].worth);
	}
}

static void
most_fireworks_bring_their_awards(void **state)
{
	static const struct {
		unsigned players;
		int icons[5], award[5];
	} cases[] = {
		{2, {2, 1}, {6, 2}},
		{3, {1, 3, 2}, {0, 9, 3}},
		{4, {1, 2, 3, 4}, {0, 0, 4, 12}},
		{5, {5, 4, 3, 2, 1}, {15, 5, 0, 0, 0}},
		{2, {2, 2}, {6, 6}},
		{3, {3, 3, 2}, {9, 9, 0}},
		{4, {4, 3, 3, 1}, {12, 4, 4, 0}},
		{5, {2, 2, 2, 2, 2}, {15, 15, 15, 15, 15}},
		{5, {3, 1, 1, 1, 1}, {15, 5, 5, 5, 5}},
		{3, {4, 0, 0}, {9, 0, 0}},
		{3, {0, 0, 0}, {0, 0, 0}},
		{4, {0, 2, 0, 1}, {0, 12, 0, 4}},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		table_lay(cases[i].players);
		for (uint8_t player = 0; player < cases[i].players; player++)
			for (int icon = 0; icon < cases[i].icons[player]; icon++)
				table_add((struct coupon){.kind = COUPON_FIREWORK, .icons = 1}, player, false);
		table_score();
		for (unsigned player = 0; player < cases[i].players; player++)
			assert_int_equal(asked.score.player[player].total, cases[i].award[player]);
	}
}

/* Icons count, not coupons; copies are icons too; the money is there for anyone who wins the award. */
static void
icons_count_and_not_coupons(void **state)
{
	(void)state;
	table_lay(3);
	table_add((struct coupon){.kind = COUPON_FIREWORK, .icons = 2, .money = 1, .times = 2}, 0, false);
	for (int i = 0; i < 3; i++)
		table_add((struct coupon){.kind = COUPON_FIREWORK, .icons = 1, .money = 2}, 1, false);
	table_score();
	assert_int_equal(asked.score.player[0].total, 2 + 9);
	assert_int_equal(asked.score.player[1].total, 6 + 3);
}

static void
a_grill_is_five_unless_it_was_the_discard(void **state)
{
	(void)state;
	table_lay(3);
	table_add((struct coupon){.kind = COUPON_GRILL}, 0, false);
	table_add((struct coupon){.kind = COUPON_CHIPS, .money = 3}, 0, true);
	table_add((struct coupon){.kind = COUPON_GRILL}, 1, true);
	table_add((struct coupon){.kind = COUPON_CHIPS, .money = 3}, 1, false);
	table_score();
	assert_int_equal(asked.score.player[0].total, 5);
	assert_int_equal(asked.score.player[1].total, 3);
}

static void
tied_players_all_win(void **state)
{
	static const unsigned places[] = {1, 3, 1, 4};
	static const uint8_t money[] = {9, 5, 9, 0};

	(void)state;
	table_lay(4);
	for (uint8_t player = 0; player < 4; player++)
		table_add((struct coupon){.kind = COUPON_CHIPS, .money = money[player]}, player, false);
	table_score();
	for (unsigned player = 0; player < 4; player++)
		assert_int_equal(asked.score.player[player].place, places[player]);
}

/* Every hand of up to six of each part, under both house rules, against all partitions. */
static void
burgers_make_the_best_of_all_partitions(void **state)
{
	(void)state;
	for (int hand = 0; hand < 7 * 7 * 7 * 7; hand++) {
		const int part[] = {hand % 7, hand / 7 % 7, hand / 49 % 7, hand / 343};

		for (uint8_t house = 0; house < 2; house++) {
			table_lay(2);
			table.result.base.house[COUPONS_BURGER_PAIR] = house;
			for (int i = 0; i < COUPON_BURGER_PARTS; i++)
				table_add_kind((enum coupon_kind)(COUPON_ROLL + i), part[i], 0);
			table_score();
			assert_int_equal(asked.score.player[0].total, slow_burgers(part, house ? 4 : 5));
		}
	}
}

/* Every split of icons among two to five players against sorting. */
static void
awards_are_those_of_the_slow_scorer(void **state)
{
	(void)state;
	for (unsigned players = 2; players <= 5; players++) {
		for (int split = 0; split < 1024; split++) {
			int icons[5], award[5];

			table_lay(players);
			for (uint8_t i = 0; i < players; i++) {
				icons[i] = split >> 2 * i & 3;
				if (icons[i] > 0)
					table_add((struct coupon){.kind = COUPON_FIREWORK, .icons = (uint8_t)icons[i]},
						i, false);
			}
			slow_awards(icons, (int)players, award);
			table_score();
			for (unsigned i = 0; i < players; i++)
				assert_int_equal(asked.score.player[i].total, award[i]);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hands_are_worth_what_the_rules_say),
		cmocka_unit_test(money_and_copies_count_in_full),
		cmocka_unit_test(most_fireworks_bring_their_awards),
		cmocka_unit_test(icons_count_and_not_coupons),
		cmocka_unit_test(a_grill_is_five_unless_it_was_the_discard),
		cmocka_unit_test(tied_players_all_win),
		cmocka_unit_test(burgers_make_the_best_of_all_partitions),
		cmocka_unit_test(awards_are_those_of_the_slow_scorer),
	};

	return cmocka_run_group_tests_name("coupons_score", tests, NULL, NULL);
}
