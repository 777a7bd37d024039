/* SPDX-License-Identifier: MIT
 * Forms in several pictures: means, and doubts that stay where pictures contradict each other. */
#include "kiosk/reading/form_sum.h"

#include <math.h>

#include "tests/tools.h"

#define MARKS 3 /* the first is filled and the last empty in every picture: what is between is looked at */

static struct seen_form
picture(double darkness, enum mark_state how)
{
	struct seen_form form = {.corners = 4, .marks = MARKS};

	form.mark[0] = (struct seen_mark){.id = "full", .darkness = 0.7, .state = MARK_FILLED};
	form.mark[1] = (struct seen_mark){.id = "asked", .darkness = darkness, .state = how};
	form.mark[2] = (struct seen_mark){.id = "none", .darkness = 0.04, .state = MARK_EMPTY};
	return form;
}

struct seen {
	double darkness;
	enum mark_state state;
};

static void
a_mark_is_what_its_pictures_say_together(void **state)
{
	static const struct {
		struct seen seen[4];
		unsigned pictures;
		struct seen expected;
	} cases[] = {
		/* Alone it stays as it was. */
		{{{0.5, MARK_FILLED}}, 1, {0.5, MARK_FILLED}},
		{{{0.2, MARK_UNSURE}}, 1, {0.2, MARK_UNSURE}},
		/* One picture may be sure for another. */
		{{{0.6, MARK_UNSURE}, {0.7, MARK_FILLED}}, 2, {0.65, MARK_UNSURE}},
		{{{0.8, MARK_UNSURE}, {0.6, MARK_FILLED}}, 2, {0.7, MARK_FILLED}},
		{{{0.02, MARK_UNSURE}, {0.04, MARK_EMPTY}}, 2, {0.03, MARK_EMPTY}},
		/* A faint one stays in doubt, however often it is looked at. */
		{{{0.2, MARK_UNSURE}, {0.2, MARK_UNSURE}, {0.25, MARK_UNSURE}}, 3, {0.2167, MARK_UNSURE}},
		{{{0.3, MARK_UNSURE}, {0.3, MARK_UNSURE}, {0.72, MARK_FILLED}}, 3, {0.44, MARK_UNSURE}},
		{{{0.3, MARK_UNSURE}, {0.03, MARK_EMPTY}}, 2, {0.165, MARK_UNSURE}},
		/* Who contradicts is not outvoted. */
		{{{0.7, MARK_FILLED}, {0.05, MARK_EMPTY}}, 2, {0.375, MARK_UNSURE}},
		{{{0.7, MARK_FILLED}, {0.05, MARK_EMPTY}, {0.7, MARK_FILLED}, {0.7, MARK_FILLED}}, 4,
			{0.5375, MARK_UNSURE}},
	};

	(void)state;
	for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct seen_form form = picture(cases[i].seen[0].darkness, cases[i].seen[0].state);
		struct form_sum sum;

		form_sum_init(&sum, &form);
		for (unsigned n = 1; n < cases[i].pictures; n++) {
			form = picture(cases[i].seen[n].darkness, cases[i].seen[n].state);
			form_sum_add(&sum, &form);
		}
		form_sum_settle(&sum);
		assert_int_equal(sum.form.mark[1].state, cases[i].expected.state);
		assert_true(fabs(sum.form.mark[1].darkness - cases[i].expected.darkness) < 0.001);
		assert_int_equal(sum.form.mark[0].state, MARK_FILLED);
		assert_int_equal(sum.form.mark[2].state, MARK_EMPTY);
	}
}

/* A picture without marks says how many corners it had, and no more. */
static void
a_form_without_marks_takes_those_of_another(void **state)
{
	struct seen_form none = {.corners = 2}, form = picture(0.5, MARK_FILLED);
	struct form_sum sum;

	(void)state;
	form.mark[1].colour = MARK_COLOUR_RED;
	form_sum_init(&sum, &none);
	form_sum_add(&sum, &form);
	form_sum_add(&sum, &none);
	form_sum_settle(&sum);
	assert_int_equal(sum.form.corners, 4);
	assert_int_equal(sum.form.marks, MARKS);
	assert_int_equal(sum.form.mark[1].state, MARK_FILLED);
	assert_int_equal(sum.form.mark[1].colour, MARK_COLOUR_RED);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_mark_is_what_its_pictures_say_together),
		cmocka_unit_test(a_form_without_marks_takes_those_of_another),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
