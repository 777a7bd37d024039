/* SPDX-License-Identifier: MIT
 * The template of a game's tests: its promises as a trial of a layout, and the
 * cmocka tests of what one seed cannot show. */
#include "layouts/null.h"

#include <stdio.h>
#include <string.h>

#include "scoring/read.h"
#include "tests/tools.h"

#define SIDES 6

extern const struct game_trial trial_null;
extern const struct rules rules_null;

static void
check(const void *layout, const struct code *code, struct trial *trial)
{
	const struct null_layout *null = layout;

	(void)code;
	if (null->number < 1 || null->number > SIDES)
		trial_fail(trial, "the number is %u", null->number);
}

static void
every_layout_keeps_its_promises(void **state)
{
	(void)state;
	assert_seeds_keep_promises(&trial_null, 3000);
}

static void
every_number_is_as_likely(void **state)
{
	unsigned count[SIDES] = {0};
	struct null_layout layout;

	(void)state;
	for (uint64_t seed = 0; seed < 6000; seed++) {
		struct code code = {.seed = seed, .version = 1, .players = 1};

		game_null.build(&layout, &code);
		count[layout.number - 1]++;
	}
	assert_true(counts_are_even(count, SIDES));
}

/* Null is in no registry, so its rule book is asked without answer.h. */
static void
ask_with(unsigned number, uint8_t worth, const char *text, struct score *score, struct problems *problems)
{
	static struct json_tree tree;
	_Alignas(max_align_t) unsigned char room[RESULT_MAX] = {0};
	const struct null_layout layout = {.number = (uint8_t)number};
	struct result *result = (struct result *)room;

	problems_init(problems);
	result->players.count = 1;
	result->house[0] = worth;
	rules_null.read(json_parse(&tree, text, strlen(text)), result, problems);
	rules_null.score(&layout, result, score, problems);
}

static void
ask(unsigned number, const char *text, struct score *score, struct problems *problems)
{
	ask_with(number, 0, text, score, problems);
}

static void
only_the_right_guess_scores(void **state)
{
	static struct problems problems;
	struct score score;
	char text[40];

	(void)state;
	for (unsigned number = 1; number <= SIDES; number++) {
		for (unsigned guess = 1; guess <= SIDES; guess++) {
			snprintf(text, sizeof text, "{\"guess\":%u}", guess);
			ask(number, text, &score, &problems);
			assert_int_equal(problems.count, 0);
			assert_int_equal(score.player[0].total, guess == number);
			ask_with(number, 1, text, &score, &problems);
			assert_int_equal(score.player[0].total, guess == number ? 2 : 0);
			assert_int_equal(score.player[0].place, 1);
		}
	}
}

static void
a_guess_off_the_die_is_refused(void **state)
{
	static const char *const wrong[] = {"{\"guess\":0}", "{\"guess\":7}", "{\"guess\":\"3\"}", "{}"};
	static struct problems problems;
	struct score score;

	(void)state;
	for (size_t i = 0; i < LENGTH(wrong); i++) {
		ask(1, wrong[i], &score, &problems);
		assert_int_equal(problems.status, STATUS_BAD_RESULT);
		assert_non_null(strstr(first_sentence(&problems), "guess"));
	}
}

static int
run(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_layout_keeps_its_promises),
		cmocka_unit_test(every_number_is_as_likely),
		cmocka_unit_test(only_the_right_guess_scores),
		cmocka_unit_test(a_guess_off_the_die_is_refused),
	};

	return cmocka_run_group_tests_name("null", tests, NULL, NULL);
}

const struct game_trial trial_null = {
	.game = &game_null,
	.check = check,
	.run = run,
};
