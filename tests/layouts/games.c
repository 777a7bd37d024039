/* SPDX-License-Identifier: MIT
 * What holds for every game alike, the registered ones and null: the registry,
 * which codes a game takes, and what its layouts hang on. */
#include <stdio.h>
#include <string.h>

#include "layouts/null.h"
#include "scoring/rules.h"
#include "tests/tools.h"
#include "tests/typed.h"

static struct problems problems;

static void
ids_numbers_and_versions_are_in_order(void **state)
{
	const struct game *game, *other;

	(void)state;
	for (size_t n = 0; (game = game_nth(n)) != NULL; n++) {
		assert_true(game->number >= 1 && game->number <= 15);
		assert_true(game->version >= 1 && game->version <= 15);
		assert_true(strlen(game->id) > 0 && strlen(game->title) > 0);
		assert_true(strlen(game->designer) > 0 && strlen(game->piece) > 0);
		assert_true(strlen(game->about) > 0 && strlen(game->about) <= 110);
		assert_true(game->minutes > 0 && game->ages > 0);
		for (size_t m = 0; m < n; m++) {
			other = game_nth(m);
			assert_true(other->number < game->number ||
				(other->number == game->number && other->version < game->version));
			assert_int_equal(strcmp(other->id, game->id) == 0, other->number == game->number);
		}
	}
	assert_true(game_nth(3) != NULL);
}

static void
the_newest_version_is_found_by_id(void **state)
{
	static const char *const unknown[] = {"null", "", "Coupons", "coupon", "coupons ", "bridge"};
	const struct game *game;

	(void)state;
	for (size_t n = 0; (game = game_nth(n)) != NULL; n++) {
		assert_ptr_equal(game_by_id(game->id)->id, game->id);
		assert_true(game_by_id(game->id)->version >= game->version);
	}
	for (size_t i = 0; i < LENGTH(unknown); i++)
		assert_null(game_by_id(unknown[i]));
}

static void
a_layout_fits_its_room(void **state)
{
	const struct game_trial *trial;

	(void)state;
	for (size_t n = 0; (trial = trial_nth(n)) != NULL; n++)
		assert_true(trial->game->layout_size > 0 && trial->game->layout_size <= LAYOUT_MAX);
}

static void
a_completed_code_passes_the_check(void **state)
{
	const struct game_trial *trial;

	(void)state;
	for (size_t n = 0; (trial = trial_nth(n)) != NULL; n++) {
		const struct game *game = trial->game;

		for (uint8_t option = 0; option <= (game->option != NULL); option++) {
			struct code code = {.game = game->number, .version = game->version, .option = option};

			game_complete(game, &code);
			problems_init(&problems);
			game_check(game, &code, &problems);
			assert_int_equal(problems.count, 0);
			assert_int_equal(code.seed, 0);
			assert_int_equal(code.piece, 0);
		}
	}
}

/* Which players, options and pieces the four games of version 1 have. */
static bool
expected(const char *id, unsigned players, unsigned option, unsigned piece)
{
	if (strcmp(id, "coupons") == 0)
		return players >= 2 && players <= 5 && option <= 1 && piece < players;
	if (strcmp(id, "laundry") == 0)
		return players == 2 && option <= 1 && piece <= 1;
	if (strcmp(id, "clips") == 0)
		return piece == 0;
	if (strcmp(id, "chipit") == 0)
		return players >= 2 && players <= 6 && option == (players == 2) && piece == 0;
	return players == 1 && option <= 1 && piece == 0;
}

static void
exactly_the_codes_of_a_game_are_taken(void **state)
{
	const struct game_trial *trial;

	(void)state;
	for (size_t n = 0; (trial = trial_nth(n)) != NULL; n++) {
		const struct game *game = trial->game;

		for (unsigned i = 0; i < 8 * 4 * 32; i++) {
			struct code code = {.seed = i,
				.game = game->number,
				.version = game->version,
				.players = i % 8,
				.option = i / 8 % 4,
				.piece = (uint8_t)(i / 32)};
			bool good = expected(game->id, code.players, code.option, code.piece);

			problems_init(&problems);
			game_check(game, &code, &problems);
			assert_int_equal(problems.count == 0, good);
			assert_int_equal(problems.status, good ? STATUS_OK : STATUS_BAD_CODE);
			if (game_is(game, &game_null))
				continue;
			problems_init(&problems);
			assert_ptr_equal(game_of_code(&code, &problems), good ? game : NULL);
		}
	}
}

static void
a_refusal_names_the_game_and_the_number(void **state)
{
	static const struct {
		struct code code;
		const char *word;
	} cases[] = {
		{{.game = 1, .players = 6}, "coupons is for 2 to 5 players, not for 6"},
		{{.game = 1, .players = 3, .piece = 3}, "coupons has no sheet number 4"},
		{{.game = 1, .players = 3, .option = 2}, "coupons has no option 2"},
		{{.game = 2, .players = 3}, "laundry is for 2 players, not for 3"},
		{{.game = 2, .players = 2, .piece = 2}, "laundry has no ticket number 3"},
		{{.game = 3, .piece = 1}, "clips has no card side number 2"},
		{{.game = 4, .players = 1}, "chipit is for 2 to 6 players, not for 1"},
		{{.game = 4, .players = 2}, "two players need the pad for two"},
		{{.game = 4, .players = 4, .option = 1}, "the pad for two is not for 4 players"},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		struct code code = cases[i].code;

		code.version = 1;
		problems_init(&problems);
		assert_null(game_of_code(&code, &problems));
		assert_int_equal(problems.status, STATUS_BAD_CODE);
		assert_non_null(strstr(first_sentence(&problems), cases[i].word));
	}
}

/* Two builds, over memory of zeros and of ones: what was written is the same, and what was not
 * written is the same rest. */
static void
build_twice(const struct game *game, const struct code *code, unsigned char built[LAYOUT_MAX])
{
	_Alignas(max_align_t) unsigned char zeros[LAYOUT_MAX] = {0}, ones[LAYOUT_MAX];

	memset(ones, 0xff, sizeof ones);
	game->build(zeros, code);
	game->build(ones, code);
	for (size_t i = 0; i < LAYOUT_MAX; i++)
		assert_true(zeros[i] == ones[i] || (i < game->layout_size && zeros[i] == 0 && ones[i] == 0xff) ||
			(i >= game->layout_size && zeros[i] == 0 && ones[i] == 0xff));
	memcpy(built, zeros, LAYOUT_MAX);
}

static struct code
usual_code(const struct game *game, uint64_t seed)
{
	struct code code = {.seed = seed, .game = game->number, .version = game->version};

	game_complete(game, &code);
	return code;
}

static void
layouts_come_from_nothing_but_the_code(void **state)
{
	const struct game_trial *trial;
	_Alignas(max_align_t) unsigned char built[LAYOUT_MAX];

	(void)state;
	for (size_t n = 0; (trial = trial_nth(n)) != NULL; n++) {
		for (uint64_t seed = 0; seed < 200; seed++) {
			struct code code = usual_code(trial->game, seed);

			build_twice(trial->game, &code, built);
		}
	}
}

/* Builds, and wipes what may differ from table to table. */
static void
build_wiped(const struct game_trial *trial, const struct code *code, unsigned char *layout)
{
	memset(layout, 0, LAYOUT_MAX);
	trial->game->build(layout, code);
	if (trial->wipe != NULL)
		trial->wipe(layout);
}

static void
duplicate_tables_play_the_same_layout(void **state)
{
	const struct game_trial *trial;
	_Alignas(max_align_t) unsigned char here[LAYOUT_MAX], there[LAYOUT_MAX];
	const struct code_key key = test_key();

	(void)state;
	for (size_t n = 0; (trial = trial_nth(n)) != NULL; n++) {
		for (uint64_t seed = 0; seed < 100; seed++) {
			struct code code = usual_code(trial->game, seed);

			build_wiped(trial, &code, here);
			code.round = (uint8_t)(seed % (CODE_ROUND_MAX + 1));
			code.table = (uint16_t)(seed * 41 % (CODE_TABLE_MAX + 1));
			if (seed % 2)
				code_sign(&code, &key);
			code.piece = (uint8_t)(seed % trial->game->pieces(&code));
			build_wiped(trial, &code, there);
			assert_memory_equal(here, there, LAYOUT_MAX);
		}
	}
}

/* Tags of coupons and serials of tickets are other ones at another table or in another round. */
static void
duplicate_tables_are_told_apart(void **state)
{
	const struct game_trial *trial;
	_Alignas(max_align_t) unsigned char here[LAYOUT_MAX], there[LAYOUT_MAX];
	const struct code_key key = test_key();
	struct code_key other = key;

	(void)state;
	other.tables[15] ^= 0x80;
	for (size_t n = 0; (trial = trial_nth(n)) != NULL; n++) {
		if (trial->wipe == NULL)
			continue;
		for (uint16_t i = 1; i < 100; i++) {
			struct code code = usual_code(trial->game, 77);

			build_twice(trial->game, &code, here);
			if (i <= CODE_ROUND_MAX)
				code.round = (uint8_t)i;
			else
				code.table = i;
			build_twice(trial->game, &code, there);
			assert_memory_not_equal(here, there, LAYOUT_MAX);
			/* Nor does knowing the table help without the event's key. */
			code_sign(&code, &key);
			build_twice(trial->game, &code, here);
			assert_memory_not_equal(here, there, LAYOUT_MAX);
			code_sign(&code, &other);
			build_twice(trial->game, &code, there);
			assert_memory_not_equal(here, there, LAYOUT_MAX);
		}
	}
}

/* Neighbouring seeds, and the same seed for other players or with another option, are different
 * games. Null has only six layouts, and clips ignores its players. */
static void
other_seeds_players_and_options_are_other_layouts(void **state)
{
	const struct game_trial *trial;
	_Alignas(max_align_t) unsigned char here[LAYOUT_MAX], there[LAYOUT_MAX];

	(void)state;
	for (size_t n = 0; (trial = trial_nth(n)) != NULL; n++) {
		const struct game *game = trial->game;

		if (game_is(game, &game_null))
			continue;
		for (uint64_t seed = 0; seed < 200; seed++) {
			struct code code = usual_code(game, seed), next = usual_code(game, seed + 1);

			build_wiped(trial, &code, here);
			build_wiped(trial, &next, there);
			assert_memory_not_equal(here, there, LAYOUT_MAX);
			next = usual_code(game, seed ^ UINT64_C(1) << 47);
			build_wiped(trial, &next, there);
			assert_memory_not_equal(here, there, LAYOUT_MAX);
			next = code;
			next.players++;
			problems_init(&problems);
			if (strcmp(game->id, "clips") == 0 || game_of_code(&next, &problems) == NULL)
				continue;
			build_wiped(trial, &next, there);
			assert_memory_not_equal(here, there, LAYOUT_MAX);
		}
	}
}

/* The forms of all pieces of a code, byte for byte. */
static void
assert_same_forms(const struct game *game, const void *layout, struct code one, struct code other)
{
	for (uint8_t piece = 0; piece < game->pieces(&one); piece++) {
		static struct form here, there;

		one.piece = other.piece = piece;
		memset(&here, 0, sizeof here);
		memset(&there, 0, sizeof there);
		game->form(layout, &one, &here);
		game->form(layout, &other, &there);
		assert_memory_equal(&here, &there, sizeof here);
	}
}

/* House rules are printed on the same sheets and cards, with the same marks, in an event too. */
static void
printed_house_rules_change_no_layout(void **state)
{
	static const uint8_t all[HOUSE_RULES] = {1, 1};
	const struct game_trial *trial;
	_Alignas(max_align_t) unsigned char here[LAYOUT_MAX], there[LAYOUT_MAX];
	const struct code_key key = test_key();
	unsigned looked_at = 0;

	(void)state;
	for (size_t n = 0; (trial = trial_nth(n)) != NULL; n++) {
		const struct game *game = trial->game;
		uint8_t most = game_is(game, &game_null) ? 0 : rules_option(rules_of(game), all);

		for (uint8_t option = 1; option <= most; option++) {
			for (uint64_t seed = 0; seed < 50; seed++) {
				struct code code = usual_code(game, seed), other = code;

				code.table = other.table = (uint16_t)(seed % 3);
				other.option = option;
				problems_init(&problems);
				assert_ptr_equal(game_of_code(&other, &problems), game);
				if (seed % 2) {
					code_sign(&code, &key);
					code_sign(&other, &key);
				}
				build_twice(game, &code, here);
				build_twice(game, &other, there);
				assert_memory_equal(here, there, LAYOUT_MAX);
				assert_same_forms(game, here, code, other);
			}
			looked_at++;
		}
	}
	assert_int_equal(looked_at, 1 + 3);
}

static void
seeds_keep_the_promises_of_every_game(void **state)
{
	const struct game_trial *trial;

	(void)state;
	for (size_t n = 0; (trial = trial_nth(n)) != NULL; n++)
		assert_seeds_keep_promises(trial, 300);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ids_numbers_and_versions_are_in_order),
		cmocka_unit_test(the_newest_version_is_found_by_id),
		cmocka_unit_test(a_layout_fits_its_room),
		cmocka_unit_test(a_completed_code_passes_the_check),
		cmocka_unit_test(exactly_the_codes_of_a_game_are_taken),
		cmocka_unit_test(a_refusal_names_the_game_and_the_number),
		cmocka_unit_test(layouts_come_from_nothing_but_the_code),
		cmocka_unit_test(duplicate_tables_play_the_same_layout),
		cmocka_unit_test(duplicate_tables_are_told_apart),
		cmocka_unit_test(other_seeds_players_and_options_are_other_layouts),
		cmocka_unit_test(printed_house_rules_change_no_layout),
		cmocka_unit_test(seeds_keep_the_promises_of_every_game),
	};

	return cmocka_run_group_tests_name("games", tests, NULL, NULL);
}
