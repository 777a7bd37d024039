/* SPDX-License-Identifier: MIT
 * Two versions of a game side by side: this program is linked with a list of
 * games that has a second clips, whose cards are upside down
 * (tests/fifth/clips_two.c). */
#include <stdio.h>

#include "layouts/clips.h"
#include "tests/scoring/asked.h"
#include "tests/tools.h"

extern const struct game game_clips_two;

static void
games_are_the_same_by_number_and_version(void **state)
{
	struct game copy = game_clips;

	(void)state;
	assert_true(game_is(&copy, &game_clips));
	assert_false(game_is(&game_clips_two, &game_clips));
	copy.version = 2;
	assert_true(game_is(&copy, &game_clips_two));
	copy.number = 9;
	assert_false(game_is(&copy, &game_clips_two));
}

/* The tables of versions 2 and 4, looked at in either order. */
static void
the_newest_table_that_is_not_too_new_serves(void **state)
{
	struct game second = game_clips, fourth = game_clips, asked_for = game_clips;

	(void)state;
	second.version = 2;
	fourth.version = 4;
	for (uint8_t version = 1; version < 7; version++) {
		bool newer = version >= 4;

		asked_for.version = version;
		assert_true(game_serves(&second, &asked_for, NULL));
		assert_true(game_serves(&fourth, &asked_for, NULL));
		assert_int_equal(game_serves(&fourth, &asked_for, &second), newer);
		assert_int_equal(game_serves(&second, &asked_for, &fourth), !newer);
	}
	asked_for.number = 9;
	assert_false(game_serves(&second, &asked_for, NULL));
}

static void
one_rule_book_serves_all_versions(void **state)
{
	struct game earlier = game_clips, none = game_clips;

	(void)state;
	assert_non_null(rules_of(&game_clips));
	assert_ptr_equal(rules_of(&game_clips_two), rules_of(&game_clips));
	earlier.version = 0;
	assert_ptr_equal(rules_of(&earlier), rules_of(&game_clips));
	none.number = 9;
	assert_null(rules_of(&none));
}

static void
both_versions_are_found(void **state)
{
	struct code code = {.game = 3, .version = 1};
	static struct problems problems;

	(void)state;
	assert_true(game_is(game_by_id("clips"), &game_clips_two));
	problems_init(&problems);
	assert_true(game_is(game_of_code(&code, &problems), &game_clips));
	code.version = 2;
	assert_true(game_is(game_of_code(&code, &problems), &game_clips_two));
	assert_int_equal(problems.count, 0);
	code.version = 3;
	assert_null(game_of_code(&code, &problems));
	assert_int_equal(problems.status, STATUS_UNKNOWN_VERSION);
}

/* The score of six clips on the card that this version has of a seed. */
static int
total(const struct game *game, uint64_t seed)
{
	struct code code = {.seed = seed, .game = game->number, .version = game->version};
	char text[CODE_TEXT], result[400];
	struct clips_layout card;

	code_write(&code, NULL, text);
	snprintf(result, sizeof result,
		"{\"game\":\"clips\",\"code\":\"%s\",\"players\":[{\"clips\":"
		"[\"T1x4\",\"T3x3\",\"T6x2\",\"B1x2\",\"B3x1\",\"B6x4\"]}]}",
		text);
	ask(result);
	assert_scored();
	game->build(&card, &code);
	assert_memory_equal(asked.layout, &card, sizeof card);
	assert_true(game_is(asked.game, game));
	assert_reads_back();
	return asked.score.player[0].total;
}

static void
a_result_is_scored_on_the_layout_of_its_version(void **state)
{
	unsigned differ = 0;

	(void)state;
	for (uint64_t seed = 0; seed < 100; seed++)
		differ += total(&game_clips, seed) != total(&game_clips_two, seed);
	assert_true(differ > 50);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(games_are_the_same_by_number_and_version),
		cmocka_unit_test(the_newest_table_that_is_not_too_new_serves),
		cmocka_unit_test(one_rule_book_serves_all_versions),
		cmocka_unit_test(both_versions_are_found),
		cmocka_unit_test(a_result_is_scored_on_the_layout_of_its_version),
	};

	return cmocka_run_group_tests_name("versions", tests, NULL, NULL);
}
