/* SPDX-License-Identifier: MIT
 * Two versions of a game side by side: this program is linked with a list of
 * games that has a second clips, whose cards are upside down. */
#include <stdio.h>
#include <string.h>

#include "layouts/clips.h"
#include "tests/scoring/asked.h"
#include "tests/tools.h"

extern const struct game game_clips2;

static void
complete(struct code *code)
{
	game_clips.complete(code);
}

static void
check(const struct code *code, struct problems *problems)
{
	game_clips.check(code, problems);
}

static unsigned
pieces(const struct code *code)
{
	return game_clips.pieces(code);
}

static void
build(void *layout, const struct code *code)
{
	struct clips_layout *card = layout, usual;
	struct code first = *code;

	first.version = 1; /* the version is in every stream of a code */
	game_clips.build(&usual, &first);
	for (int row = 0; row < CLIPS_ROWS; row++)
		memcpy(card->grid[row], usual.grid[CLIPS_ROWS - 1 - row], CLIPS_COLS);
}

static void
form(const void *layout, const struct code *code, struct form *out)
{
	game_clips.form(layout, code, out);
}

GAME_LAYOUT_FITS(struct clips_layout);

const struct game game_clips2 = {
	.id = "clips",
	.title = "the paperclip game, upside down",
	.designer = "nobody",
	.piece = "card side",
	.players = "1 or 2",
	.number = 3,
	.version = 2,
	.layout_size = sizeof(struct clips_layout),
	.complete = complete,
	.check = check,
	.pieces = pieces,
	.build = build,
	.form = form,
};

static void
games_are_the_same_by_number_and_version(void **state)
{
	struct game copy = game_clips;

	(void)state;
	assert_true(game_is(&copy, &game_clips));
	assert_false(game_is(&game_clips2, &game_clips));
	copy.version = 2;
	assert_true(game_is(&copy, &game_clips2));
	copy.number = 9;
	assert_false(game_is(&copy, &game_clips2));
}

static void
the_newest_table_that_is_not_too_new_serves(void **state)
{
	struct game first = game_clips, third = game_clips, fourth = game_clips, other = game_clips;

	(void)state;
	third.version = 3;
	fourth.version = 4;
	other.number = 9;
	assert_true(game_serves(&first, &first, NULL));
	assert_true(game_serves(&first, &fourth, NULL));
	assert_true(game_serves(&third, &fourth, &first));
	assert_false(game_serves(&first, &fourth, &third));
	assert_false(game_serves(&third, &first, NULL));
	assert_false(game_serves(&other, &first, NULL));
}

static void
a_rule_book_serves_later_versions_only(void **state)
{
	struct game earlier = game_clips;

	(void)state;
	assert_ptr_equal(rules_of(&game_clips2), rules_of(&game_clips));
	earlier.version = 0;
	assert_null(rules_of(&earlier));
}

static void
both_versions_are_found(void **state)
{
	struct code code = {.game = 3, .version = 1};
	static struct problems problems;

	(void)state;
	assert_true(game_is(game_by_id("clips"), &game_clips2));
	problems_init(&problems);
	assert_true(game_is(game_of_code(&code, &problems), &game_clips));
	code.version = 2;
	assert_true(game_is(game_of_code(&code, &problems), &game_clips2));
	assert_int_equal(problems.count, 0);
	code.version = 3;
	assert_null(game_of_code(&code, &problems));
	assert_int_equal(problems.status, STATUS_UNKNOWN_VERSION);
}

/* The score of six clips, three from the top and three from the bottom or the other way round. */
static int
total(uint8_t version, uint64_t seed, const char *top, const char *bottom)
{
	struct code code = {.seed = seed, .game = 3, .version = version};
	char text[CODE_TEXT], result[400];

	code_write(&code, NULL, text);
	snprintf(result, sizeof result,
		"{\"game\":\"clips\",\"code\":\"%s\",\"players\":[{\"clips\":"
		"[\"%s1x4\",\"%s3x3\",\"%s6x2\",\"%s1x2\",\"%s3x1\",\"%s6x4\"]}]}",
		text, top, top, top, bottom, bottom, bottom);
	ask(result);
	assert_scored();
	assert_int_equal(asked.game->version, version);
	return asked.score.player[0].total;
}

static void
a_result_is_scored_on_the_layout_of_its_version(void **state)
{
	unsigned differ = 0;

	(void)state;
	for (uint64_t seed = 0; seed < 100; seed++) {
		assert_int_equal(total(1, seed, "T", "B"), total(2, seed, "B", "T"));
		assert_int_equal(total(2, seed, "T", "B"), total(1, seed, "B", "T"));
		differ += total(1, seed, "T", "B") != total(2, seed, "T", "B");
		total(2, seed, "T", "B");
		assert_reads_back();
	}
	assert_true(differ > 50);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(games_are_the_same_by_number_and_version),
		cmocka_unit_test(the_newest_table_that_is_not_too_new_serves),
		cmocka_unit_test(a_rule_book_serves_later_versions_only),
		cmocka_unit_test(both_versions_are_found),
		cmocka_unit_test(a_result_is_scored_on_the_layout_of_its_version),
	};

	return cmocka_run_group_tests_name("versions", tests, NULL, NULL);
}
