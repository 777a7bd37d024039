/* SPDX-License-Identifier: MIT
 * What is told of tickets and pads: sums that add up, limits that are kept, and
 * the same verdict as the press's own. */
#include "gen/games/filter.h"
#include "gen/press/study.h"
#include "scoring/solve/chipit_even.h"
#include "scoring/solve/laundry_even.h"

#include <stdalign.h>
#include <string.h>

#include "tests/tools.h"

static const struct {
	const struct game *game;
	uint8_t players, option, deals;
} cases[] = {
	{&game_laundry, 2, 0, 1},
	{&game_laundry, 2, LAUNDRY_DEALT, 1},
	{&game_chipit, 2, CHIPIT_TWO, 4},
	{&game_chipit, 3, 0, 3},
	{&game_chipit, 6, 0, 6},
};

/* A limit that is over after being asked so often. */
static bool
is_over(void *data)
{
	unsigned *left = data;

	if (*left == 0)
		return true;
	--*left;
	return false;
}

struct asking {
	alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	struct code code;
	struct study_question question;
	struct study_findings findings;
	struct limit limit;
	unsigned left;
};

/* Asks about the layout of a seed with time for this many games. */
static void
asking_init(struct asking *asking, size_t i, uint64_t seed, uint32_t games, unsigned time)
{
	const struct game *game = cases[i].game;

	memset(asking, 0, sizeof *asking);
	asking->code = (struct code){.game = game->number,
		.version = game->version,
		.players = cases[i].players,
		.option = cases[i].option,
		.seed = seed};
	game->build(asking->layout, &asking->code);
	asking->left = time;
	asking->limit = (struct limit){is_over, &asking->left};
	asking->question = (struct study_question){.game = game,
		.code = &asking->code,
		.layout = asking->layout,
		.games = games,
		.dice = 7,
		.limit = &asking->limit};
	asking->findings = (struct study_findings){.json = json_object(), .text = g_string_new(NULL), .exact = true};
	charts_init(&asking->findings.charts);
}

static void
asking_finish(struct asking *asking)
{
	json_decref(asking->findings.json);
	g_string_free(asking->findings.text, TRUE);
	charts_finish(&asking->findings.charts);
}

static int
number(const struct asking *asking, const char *member)
{
	return (int)json_integer_value(json_object_get(asking->findings.json, member));
}

static uint64_t
counted(const struct charts *charts, const char *name)
{
	struct chart *chart = charts_find(charts, name);
	uint64_t count = 0;

	assert_non_null(chart);
	for (unsigned i = 0; i < chart->count; i++)
		count += chart->series[i].count;
	return count;
}

static void
a_limit_is_kept_and_told(void **state)
{
	static const struct {
		unsigned time;
		int played;
		bool exact;
	} limits[] = {{1000, 12, true}, {5, 5, false}, {0, 0, false}};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		for (size_t j = 0; j < LENGTH(limits); j++) {
			struct asking asking;

			asking_init(&asking, i, 3, 12, limits[j].time);
			printed_game_of(cases[i].game)->study(&asking.question, &asking.findings);
			assert_int_equal(asking.findings.exact, limits[j].exact);
			assert_int_equal(number(&asking, "played"), limits[j].played);
			if (limits[j].played > 0)
				assert_int_equal(counted(&asking.findings.charts, "turns in a game"),
					limits[j].played * cases[i].deals);
			asking_finish(&asking);
		}
	}
}

static void
a_survey_adds_all_or_nothing(void **state)
{
	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		const struct printed_game *study = printed_game_of(cases[i].game);
		struct asking asking, late;

		asking_init(&asking, i, 4, 6, 1000);
		asking_init(&late, i, 4, 6, 5);
		assert_false(printed_game_survey(study, &late.question, &late.findings.charts));
		assert_int_equal(late.findings.charts.chart->len, 0);
		assert_true(printed_game_survey(study, &asking.question, &asking.findings.charts));
		assert_true(printed_game_survey(study, &asking.question, &asking.findings.charts));
		assert_int_equal(counted(&asking.findings.charts, "turns in a game"), 2 * 6 * cases[i].deals);
		asking_finish(&late);
		asking_finish(&asking);
	}
}

/* The sum of a member over all seats of an object. */
static double
sum_of_seats(const json_t *seats, const char *member)
{
	const char *seat;
	json_t *value;
	double sum = 0;

	json_object_foreach((json_t *)(uintptr_t)seats, seat, value)
		sum += json_real_value(member == NULL ? value : json_object_get(value, member));
	return sum;
}

static void
points_and_places_of_a_pad_add_up(void **state)
{
	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		struct asking asking;
		json_t *deal;
		size_t n;

		if (cases[i].game != &game_chipit)
			continue;
		asking_init(&asking, i, 9, 8, 1000);
		printed_game_of(&game_chipit)->study(&asking.question, &asking.findings);
		assert_int_equal(json_array_size(json_object_get(asking.findings.json, "deals")), cases[i].deals);
		json_array_foreach(json_object_get(asking.findings.json, "deals"), n, deal) {
			const json_t *seats = json_object_get(deal, "seats");
			int players = cases[i].players;

			assert_int_equal(json_object_size(seats), players);
			assert_int_equal((int)(2 * sum_of_seats(seats, "place") + 0.5), players * (players + 1));
			if (players > 2)
				assert_int_equal((int)(sum_of_seats(seats, "points") + 0.5), 7);
		}
		if (cases[i].players > 2)
			assert_int_equal(
				(int)(sum_of_seats(json_object_get(asking.findings.json, "seats"), NULL) + 0.5),
				7 * cases[i].deals);
		asking_finish(&asking);
	}
}

static void
the_verdict_is_that_of_the_press(void **state)
{
	unsigned even = 0, all = 0;

	(void)state;
	assert_true(printed_game_of(&game_laundry)->filter > 0 && printed_game_of(&game_chipit)->filter > 0);
	for (size_t i = 0; i < LENGTH(cases); i++) {
		for (uint64_t seed = 0; seed < 8; seed++, all++) {
			struct asking asking;
			bool passes;

			asking_init(&asking, i, seed, 1, 1000);
			passes = filter_passes(cases[i].game, &asking.code);
			printed_game_of(cases[i].game)->study(&asking.question, &asking.findings);
			assert_int_equal(json_is_true(json_object_get(asking.findings.json, "even")), passes);
			even += passes;
			asking_finish(&asking);
		}
	}
	assert_true(even > 0 && even < all);
}

static void
lines_are_no_wider_than_a_terminal(void **state)
{
	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		struct asking asking;
		const char *line;

		asking_init(&asking, i, 3, 100, 1000);
		printed_game_of(cases[i].game)->study(&asking.question, &asking.findings);
		for (line = asking.findings.text->str; *line != '\0'; line += strcspn(line, "\n") + 1)
			assert_in_range(strcspn(line, "\n"), 0, 80);
		asking_finish(&asking);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_limit_is_kept_and_told),
		cmocka_unit_test(a_survey_adds_all_or_nothing),
		cmocka_unit_test(points_and_places_of_a_pad_add_up),
		cmocka_unit_test(the_verdict_is_that_of_the_press),
		cmocka_unit_test(lines_are_no_wider_than_a_terminal),
	};

	return cmocka_run_group_tests_name("study_tables", tests, NULL, NULL);
}
