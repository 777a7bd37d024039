/* SPDX-License-Identifier: MIT
 * Tags that find their table: a pile of a table's own does, from three coupons
 * on and with some strangers among them; tags drawn at random do not, however
 * many there are, nor beside the guesser's own. */
#include "kiosk/reading/hands.h"

#include "layouts/coupons.h"
#include "tests/tools.h"
#include "tests/typed.h"

#define TABLES 40

static struct known_games list;

static void
table_code(unsigned table, struct code *code)
{
	const struct code_key key = test_key();

	*code = (struct code){.seed = 5,
		.game = game_coupons.number,
		.version = 1,
		.players = 4,
		.round = 1,
		.table = (uint16_t)table};
	code_sign(code, &key);
}

static int
list_tables(void **state)
{
	static struct code_key key; /* outlives the list */

	(void)state;
	key = test_key();
	known_games_init(&list, &key);
	for (unsigned table = 1; table <= TABLES; table++) {
		char text[CODE_TEXT];
		struct code code;

		table_code(table, &code);
		code_write(&code, &key, text);
		known_games_add(&list, &code, text, false);
	}
	return 0;
}

static int
finish_tables(void **state)
{
	(void)state;
	known_games_finish(&list);
	return 0;
}

static void
add_tag(struct sight *sight, unsigned id)
{
	g_array_append_vals(sight->tags, &(struct seen_tag){.id = (uint16_t)id}, 1);
}

/* Coupons of a table, any of them, none twice. */
static void
add_pile(struct sight *sight, unsigned table, unsigned count, uint64_t *dice)
{
	unsigned first = dice_below(dice, 4 * COUPONS_A_SHEET);
	struct coupons_layout layout;
	struct code code;

	table_code(table, &code);
	game_coupons.build(&layout, &code);
	for (unsigned i = 0; i < count; i++) {
		unsigned n = (first + 7 * i) % (4 * COUPONS_A_SHEET);

		add_tag(sight, layout.coupon[n / COUPONS_A_SHEET][n % COUPONS_A_SHEET].tag);
	}
}

static void
add_random(struct sight *sight, unsigned count, uint64_t *dice)
{
	for (unsigned i = 0; i < count; i++)
		add_tag(sight, TAG_CORNERS + dice_below(dice, TAG_COUNT - TAG_CORNERS));
}

/* The tables that a picture names, as bits; ends the sight. */
static uint64_t
tables_in(struct sight *sight, unsigned *guesses)
{
	const struct code_key key = test_key();
	struct known_games known;
	uint64_t tables = 0;

	known_games_init(&known, &key);
	known.listed = &list;
	hands_meet(&known, sight);
	for (unsigned i = 0; i < known.games->len; i++)
		tables |= UINT64_C(1) << KNOWN_GAME(&known, i)->code.table;
	*guesses = known.guesses;
	known_games_finish(&known);
	sight_finish(sight);
	return tables;
}

static void
a_pile_finds_its_table(void **state)
{
	uint64_t dice = 1;
	unsigned guesses;

	(void)state;
	for (unsigned i = 0; i < 2000; i++) {
		unsigned table = 1 + i % TABLES, other = 1 + (i + 1) % TABLES, count = 3 + i % 40;
		struct sight sight;

		sight_init(&sight, 100, 100);
		add_pile(&sight, table, count, &dice);
		assert_int_equal(tables_in(&sight, &guesses), UINT64_C(1) << table);
		assert_int_equal(guesses, 0);
		/* Next to that of another table, and with two that are unassigned. A tag may be in both. */
		sight_init(&sight, 100, 100);
		add_pile(&sight, table, count + 2, &dice);
		add_pile(&sight, other, count + 7, &dice);
		add_random(&sight, 2, &dice);
		assert_int_equal(tables_in(&sight, &guesses), UINT64_C(1) << table | UINT64_C(1) << other);
		assert_int_equal(guesses, 0);
	}
}

/* A form whose code was not seen was known by something else; its game is there all the same. */
static void
forms_without_a_code_are_met(void **state)
{
	struct seen_form *form = g_new0(struct seen_form, 1);
	struct sight sight;
	unsigned guesses;

	(void)state;
	sight_init(&sight, 100, 100);
	for (unsigned table = 3; table <= 5; table++) {
		const struct code_key key = test_key();

		table_code(table, &form->code);
		code_write(&form->code, &key, form->text);
		g_array_append_vals(sight.forms, form, 1);
	}
	assert_int_equal(tables_in(&sight, &guesses), 7 << 3);
	assert_int_equal(guesses, 0);
	g_free(form);
}

static void
tags_at_random_find_none_and_are_guesses(void **state)
{
	uint64_t dice = 2;
	unsigned guesses;

	(void)state;
	for (unsigned i = 0; i < 20000; i++) {
		unsigned count = i % 2 ? 3 + i % 1022 : 3 + i % 12;
		struct sight sight;

		sight_init(&sight, 100, 100);
		add_random(&sight, count, &dice);
		assert_int_equal(tables_in(&sight, &guesses), 0);
		assert_int_equal(guesses, 1);
	}
}

static void
own_coupons_do_not_help_a_guesser(void **state)
{
	uint64_t dice = 3;
	unsigned guesses;

	(void)state;
	for (unsigned i = 0; i < 5000; i++) {
		struct sight sight;

		sight_init(&sight, 100, 100);
		add_pile(&sight, 1, 90, &dice);
		add_random(&sight, 10 + i % 900, &dice);
		assert_int_equal(tables_in(&sight, &guesses) & ~UINT64_C(2), 0);
		assert_int_equal(guesses, 1);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pile_finds_its_table),
		cmocka_unit_test(forms_without_a_code_are_met),
		cmocka_unit_test(tags_at_random_find_none_and_are_guesses),
		cmocka_unit_test(own_coupons_do_not_help_a_guesser),
	};

	return cmocka_run_group_tests(tests, list_tables, finish_tables);
}
