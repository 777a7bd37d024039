/* SPDX-License-Identifier: MIT
 * A survey finds the same with any number of processes, asks about each layout
 * with dice of its own, and counts what it has done when it is stopped. */
#include "gen/study/survey.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "gen/cli/deadline.h"
#include "gen/games/filter.h"
#include "layouts/coupons.h"
#include "tests/tools.h"

/* How many layouts a survey looks at: enough for several processes to have parts of it. */
#define LAYOUTS few_or_all(48, 200)

/* Names come up in an order that differs from layout to layout. It sleeps, so that every process
 * gets its part of the work. */
static bool
look(const struct study_question *question, struct charts *charts)
{
	static const char *const names[] = {"A", "B", "C", "D", "E"};
	uint64_t seed = question->code->seed;

	usleep(500);
	if (seed % 3 == 0)
		charts_add(charts, "thirds", "points", "all", (int)(seed % 100));
	for (uint64_t i = 0; i < 3; i++)
		charts_add(charts, "fifths", "points", names[(seed + i) % 5], (int)(seed % 200));
	charts_add(charts, "dice", "points", "all", (int)(question->dice % 500));
	charts_add(charts, "kept", "layouts", "all", filter_passes(question->game, question->code));
	return true;
}

static bool
look_and_interrupt(const struct study_question *question, struct charts *charts)
{
	static int looked;

	if (looked++ == (int)LAYOUTS / 8)
		raise(SIGINT); /* what the terminal sends; in a worker it is not heard */
	return !limit_over(question->limit) && look(question, charts);
}

static bool
fall(const struct study_question *question, struct charts *charts)
{
	(void)charts;
	if (question->code->seed % 10 == 3)
		_exit(3);
	return true;
}

/* A seed that the press would not keep. */
static uint64_t
poor_seed(void)
{
	const struct codes codes = {.game = &game_coupons};
	struct code code;

	codes_make(&codes, 0, 0, &code);
	while (filter_passes(&game_coupons, &code))
		code.seed++;
	return code.seed;
}

/* Runs a survey of LAYOUTS; `done` and the charts are the caller's. */
static bool
survey(bool (*study)(const struct study_question *, struct charts *), unsigned processes, bool kept,
	int64_t microseconds, struct charts *charts, uint32_t *done)
{
	const struct printed_game asked = {.game = &game_coupons, .survey = study};
	struct deadline deadline;
	const struct survey all = {.printed = &asked,
		.codes = {.game = &game_coupons, .seed = poor_seed()},
		.asked = LAYOUTS,
		.processes = processes,
		.question = {.game = &game_coupons, .dice = 5, .limit = &deadline.limit, .kept = kept}};
	struct problem problem;
	bool fine;

	charts_init(charts);
	assert_true(deadline_init(&deadline, microseconds));
	problem_clear(&problem);
	fine = survey_run(&all, charts, done, &problem);
	assert_int_equal(fine, problem.status == STATUS_OK);
	if (fine)
		assert_int_equal(deadline_state(&deadline) != DEADLINE_RUNNING, *done < LAYOUTS);
	deadline_finish(&deadline);
	return fine;
}

static char *
survey_text(unsigned processes, bool kept)
{
	struct charts charts;
	json_t *json;
	uint32_t done;
	char *text;

	assert_true(survey(look, processes, kept, 0, &charts, &done));
	assert_int_equal(done, LAYOUTS);
	json = charts_json(&charts);
	text = json_dumps(json, JSON_COMPACT);
	json_decref(json);
	charts_finish(&charts);
	return text;
}

static void
any_number_of_processes_finds_the_same(void **state)
{
	(void)state;
	for (int kept = 0; kept < 2; kept++) {
		char *alone = survey_text(1, kept);

		for (unsigned processes = 2; processes < 8; processes += few_or_all(5, 1)) {
			char *shared = survey_text(processes, kept);

			assert_string_equal(shared, alone);
			free(shared);
		}
		free(alone);
	}
}

static void
each_layout_has_dice_of_its_own(void **state)
{
	const struct chart_series *dice;
	struct charts charts;
	uint32_t done, several = 0;

	(void)state;
	assert_true(survey(look, 2, false, 0, &charts, &done));
	dice = chart_find(charts_find(&charts, "dice"), "all");
	for (int i = 0; i < CHART_SPAN; i++)
		several += dice->tally[i] > 0;
	assert_true(several > LAYOUTS / 2);
	charts_finish(&charts);
}

static void
kept_layouts_pass_the_filter(void **state)
{
	struct charts charts;
	uint32_t done;

	(void)state;
	assert_true(survey(look, 2, true, 0, &charts, &done));
	assert_int_equal(chart_find(charts_find(&charts, "kept"), "all")->least, 1);
	charts_finish(&charts);
	assert_true(survey(look, 2, false, 0, &charts, &done));
	assert_int_equal(chart_find(charts_find(&charts, "kept"), "all")->least, 0);
	charts_finish(&charts);
}

static void
what_is_done_is_what_is_counted(void **state)
{
	struct chart *dice;
	struct charts charts;
	uint32_t done;

	(void)state;
	assert_true(survey(look_and_interrupt, 2, false, 1, &charts, &done));
	assert_true(done < LAYOUTS);
	dice = charts_find(&charts, "dice");
	assert_int_equal(dice == NULL ? 0 : chart_find(dice, "all")->count, done);
	charts_finish(&charts);
	assert_true(survey(look_and_interrupt, 2, false, 0, &charts, &done));
	assert_int_equal(done, LAYOUTS);
	charts_finish(&charts);
}

static void
the_first_interrupt_ends_the_thinking(void **state)
{
	struct deadline deadline;

	(void)state;
	assert_true(deadline_init(&deadline, 0));
	assert_false(limit_over(&deadline.limit));
	assert_int_equal(deadline_state(&deadline), DEADLINE_RUNNING);
	raise(SIGINT);
	assert_true(limit_over(&deadline.limit));
	assert_int_equal(deadline_state(&deadline), DEADLINE_INTERRUPTED);
	deadline_finish(&deadline);
	assert_false(limit_over(NULL));
}

static void
a_process_that_falls_is_told(void **state)
{
	struct charts charts;
	uint32_t done;

	(void)state;
	for (unsigned processes = 1; processes < 4; processes++) {
		assert_false(survey(fall, processes, false, 0, &charts, &done));
		charts_finish(&charts);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_number_of_processes_finds_the_same),
		cmocka_unit_test(each_layout_has_dice_of_its_own),
		cmocka_unit_test(kept_layouts_pass_the_filter),
		cmocka_unit_test(what_is_done_is_what_is_counted),
		cmocka_unit_test(the_first_interrupt_ends_the_thinking),
		cmocka_unit_test(a_process_that_falls_is_told),
	};

	return cmocka_run_group_tests_name("survey", tests, NULL, NULL);
}
