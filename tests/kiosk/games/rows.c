/* SPDX-License-Identifier: MIT
 * Rows that allow one mark settle unsure bubbles. */
#include <string.h>

#include "kiosk/games/marks.h"
#include "tests/tools.h"

/* A bubble of the row "shirt.1" to "shirt.3": its state, and its probability. */
enum likely {
	LITTLE,  /* so small that a row settles it */
	UNKNOWN, /* 0.5, as of one that cannot be seen */
	MUCH,    /* so large that a row settles it */
};

static const enum mark_state E = MARK_EMPTY, F = MARK_FILLED, U = MARK_UNSURE;

static void
rows_settle_what_is_likely(void **state)
{
	const struct {
		struct {
			enum mark_state state;
			enum likely likely;
		} bubble[3];
		enum mark_state expected[3];
	} cases[] = {
		{{{F, MUCH}, {U, LITTLE}, {E, LITTLE}}, {F, E, E}},
		{{{U, MUCH}, {U, LITTLE}, {E, LITTLE}}, {F, E, E}},
		/* What may be a mark stays one to ask about. */
		{{{F, MUCH}, {U, MUCH}, {U, LITTLE}}, {F, U, E}},
		{{{F, MUCH}, {U, UNKNOWN}, {E, LITTLE}}, {F, U, E}},
		{{{U, UNKNOWN}, {E, LITTLE}, {E, LITTLE}}, {U, E, E}},
		{{{U, MUCH}, {U, MUCH}, {E, LITTLE}}, {U, U, E}},
		{{{U, MUCH}, {U, UNKNOWN}, {E, LITTLE}}, {U, U, E}},
		/* A row without a mark says nothing. */
		{{{E, LITTLE}, {U, LITTLE}, {E, LITTLE}}, {E, U, E}},
		/* Nor does one with two. */
		{{{F, MUCH}, {F, MUCH}, {U, LITTLE}}, {F, F, U}},
	};
	const double probability[] = {eye_mark_limits.empty / 2, 0.5, (1 + eye_mark_limits.filled) / 2};

	(void)state;
	assert_true(0 < eye_mark_limits.empty && eye_mark_limits.empty < 0.5);
	assert_true(0.5 < eye_mark_limits.filled && eye_mark_limits.filled < 1);
	for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct seen_form form = {.marks = 3, .mark = {{.id = "shirt.1"}, {.id = "shirt.2"}, {.id = "shirt.3"}}};

		for (unsigned n = 0; n < 3; n++) {
			form.mark[n].state = cases[i].bubble[n].state;
			form.mark[n].probability = probability[cases[i].bubble[n].likely];
		}
		marks_settle_rows(&form);
		for (unsigned n = 0; n < 3; n++)
			assert_int_equal(form.mark[n].state, cases[i].expected[n]);
	}
}

static void
a_row_ends_where_another_question_begins(void **state)
{
	static const char *const id[] = {"shirt.score", "shirt.no_score", "shirt.1", "shirt.2", "bra.1", "first"};
	static const unsigned end[] = {2, 2, 4, 4, 5, 6};
	struct seen_form form = {.marks = G_N_ELEMENTS(id)};

	(void)state;
	for (unsigned i = 0; i < form.marks; i++)
		g_strlcpy(form.mark[i].id, id[i], sizeof form.mark[i].id);
	for (unsigned i = 0; i < form.marks; i++)
		assert_int_equal(marks_row_end(&form, i), end[i]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_settle_what_is_likely),
		cmocka_unit_test(a_row_ends_where_another_question_begins),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
