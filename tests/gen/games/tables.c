/* SPDX-License-Identifier: MIT
 * The tables of the printed games: every game has one that is whole, also the
 * template, and what is made from them fits together. */
#include <string.h>

#include "gen/games/filter.h"
#include "layouts/null.h"
#include "tests/tools.h"

extern const struct printed_game printed_null;

/* The n-th table, the template's last; NULL behind it. */
static const struct printed_game *
table(size_t n)
{
	size_t last = 0;

	while (printed_game_registry[last] != NULL)
		last++;
	return n < last ? printed_game_registry[n] : n == last ? &printed_null : NULL;
}

static void
every_game_has_a_whole_table(void **state)
{
	const struct printed_game *printed;
	const struct game *game;

	(void)state;
	for (size_t i = 0; (game = game_nth(i)) != NULL; i++) {
		printed = printed_game_of(game);
		assert_non_null(printed);
		assert_int_equal(printed->game->number, game->number);
	}
	for (size_t i = 0; (printed = table(i)) != NULL; i++) {
		assert_true(printed->json != NULL && printed->text != NULL && printed->plan != NULL);
		assert_true(printed->study != NULL && printed->survey != NULL);
		assert_int_equal(printed->filter == 0, printed->passes == NULL);
		assert_int_equal(printed->brief_lines == 0, printed->brief == NULL);
		assert_non_null(printed->count.what);
		assert_true(printed->count.key == NULL ||
			(printed->count.usual >= 1 && printed->count.usual <= printed->count.most));
	}
}

static void
options_say_all_that_is_made_from_them(void **state)
{
	const struct printed_game *printed;

	(void)state;
	for (size_t i = 0; (printed = table(i)) != NULL; i++) {
		for (const struct game_option *option = printed->option; option->name != NULL; option++) {
			assert_true(option < printed->option + GAME_OPTIONS);
			assert_true(option->help != NULL && option->about != NULL);
			assert_int_equal(option->value == NULL, option->kind == OPTION_FLAG);
			assert_int_equal(option->words != NULL, option->kind == OPTION_CHOICE);
			assert_true(
				option->code == 0 || (option->kind == OPTION_FLAG && option->effect == OPTION_LAYOUT));
			assert_true(option->effect != OPTION_SINGLE || option->kind == OPTION_FLAG);
		}
	}
}

/* A command line has one option of a name, whichever game it is for. */
static void
options_of_one_name_are_of_one_kind(void **state)
{
	const struct printed_game *a, *b;

	(void)state;
	for (size_t i = 0; (a = table(i)) != NULL; i++)
		for (size_t j = 0; (b = table(j)) != NULL; j++)
			for (const struct game_option *one = a->option; one->name != NULL; one++)
				for (const struct game_option *other = b->option; other->name != NULL; other++)
					if (strcmp(one->name, other->name) == 0) {
						assert_int_equal(one->kind, other->kind);
						assert_int_equal(one->effect, other->effect);
					}
}

/* Versions before and after that of the only table have no other. */
static void
one_table_serves_all_versions(void **state)
{
	(void)state;
	for (size_t i = 0; printed_game_registry[i] != NULL; i++) {
		struct game other = *printed_game_registry[i]->game;

		other.version++;
		assert_ptr_equal(printed_game_of(&other), printed_game_registry[i]);
		other.version = 0;
		assert_ptr_equal(printed_game_of(&other), printed_game_registry[i]);
	}
	assert_null(printed_game_of(&game_null));
}

static void
a_flag_sets_its_option_of_the_code(void **state)
{
	(void)state;
	for (size_t i = 0; printed_game_registry[i] != NULL; i++) {
		const struct printed_game *printed = printed_game_registry[i];
		struct option_value value[GAME_OPTIONS] = {{0}};

		assert_int_equal(printed_game_code_option(printed, value), 0);
		for (int n = 0; printed->option[n].name != NULL; n++) {
			value[n].given = true;
			assert_int_equal(printed_game_code_option(printed, value), printed->option[n].code);
			value[n].given = false;
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_game_has_a_whole_table),
		cmocka_unit_test(options_say_all_that_is_made_from_them),
		cmocka_unit_test(options_of_one_name_are_of_one_kind),
		cmocka_unit_test(one_table_serves_all_versions),
		cmocka_unit_test(a_flag_sets_its_option_of_the_code),
	};

	return cmocka_run_group_tests_name("tables", tests, NULL, NULL);
}
