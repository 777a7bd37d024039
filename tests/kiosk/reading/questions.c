/* SPDX-License-Identifier: MIT
 * Unsure marks become few questions. */
#include "kiosk/reading/questions.h"

#include <string.h>

#include "layouts/chipit.h"
#include "layouts/clips.h"
#include "layouts/laundry.h"
#include "tests/tools.h"

#define E(name) \
	{ \
		.id = name, .probability = 0.001, .state = MARK_EMPTY \
	}
#define F(name) \
	{ \
		.id = name, .probability = 0.999, .state = MARK_FILLED \
	}
#define U(name, p) \
	{ \
		.id = name, .probability = (p), .state = MARK_UNSURE \
	}

/* The questions as "kind piece id id", one after the other. */
static void
expect(const struct seen_form *const form[GAME_PIECES_MAX], const char *expected)
{
	g_autoptr(GString) text = g_string_new(NULL);
	json_auto_t *questions = questions_json(form);
	json_t *question, *mark;
	size_t i, n;

	json_array_foreach(questions, i, question) {
		g_string_append_printf(
			text, "%s%s", i > 0 ? "; " : "", json_string_value(json_object_get(question, "kind")));
		json_array_foreach(json_object_get(question, "marks"), n, mark)
			g_string_append_printf(text, " %d:%s", (int)json_integer_value(json_object_get(mark, "piece")),
				json_string_value(json_object_get(mark, "id")));
	}
	assert_string_equal(text->str, expected);
}

static void
unsure_marks_are_few_questions(void **state)
{
	static const struct {
		struct seen_mark mark[6];
		unsigned marks;
		const char *expected;
	} cases[] = {
		{{E("shirt.1"), F("shirt.2"), E("shirt.3")}, 3, ""},
		{{E("shirt.1"), U("shirt.2", 0.6), E("shirt.3")}, 3, "mark 0:shirt.2"},
		/* Two candidates of a row are one question, whether one of them is sure or not. */
		{{E("shirt.1"), U("shirt.2", 0.6), U("shirt.3", 0.9)}, 3, "row 0:shirt.2 0:shirt.3"},
		{{F("shirt.1"), U("shirt.2", 0.6), E("shirt.3")}, 3, "row 0:shirt.1 0:shirt.2"},
		{{F("shirt.1"), F("shirt.2"), E("shirt.3")}, 3, "row 0:shirt.1 0:shirt.2"},
		/* But one that looks empty is not a candidate. */
		{{F("shirt.1"), U("shirt.2", 0.1), E("shirt.3")}, 3, "mark 0:shirt.2"},
		{{F("shirt.1"), U("shirt.2", 0.1), U("shirt.3", 0.19)}, 3, "empty 0:shirt.2 0:shirt.3"},
		/* Rows of different names, and of values and dryers, are apart. */
		{{U("shirt.score", 0.5), U("shirt.1", 0.5), U("bra.1", 0.5)}, 3,
			"mark 0:shirt.score; mark 0:shirt.1; mark 0:bra.1"},
		/* Rows first, then marks, then all that look empty. */
		{{U("sock.1", 0.05), U("shirt.1", 0.5), U("bra.1", 0.5), U("bra.2", 0.5), U("hat.1", 0.02)}, 5,
			"row 0:bra.1 0:bra.2; mark 0:shirt.1; empty 0:sock.1 0:hat.1"},
		/* Those that look filled are together, too, unless another one of the row may be the one. */
		{{U("shirt.1", 0.95), U("bra.1", 0.97)}, 2, "filled 0:shirt.1 0:bra.1"},
		{{U("shirt.1", 0.95), U("bra.1", 0.5)}, 2, "mark 0:bra.1; mark 0:shirt.1"},
		{{U("shirt.1", 0.95), U("shirt.2", 0.97), U("bra.1", 0.95), U("hat.1", 0.95), U("hat.2", 0.1)}, 5,
			"row 0:shirt.1 0:shirt.2; mark 0:hat.2; filled 0:bra.1 0:hat.1"},
		/* Where nothing is known, a bubble does not look empty. */
		{{U("shirt.1", 0), U("bra.1", 0)}, 2, "mark 0:shirt.1; mark 0:bra.1"},
	};

	(void)state;
	for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct seen_form seen = {.game = &game_laundry, .marks = cases[i].marks};
		const struct seen_form *const form[GAME_PIECES_MAX] = {&seen};

		memcpy(seen.mark, cases[i].mark, sizeof cases[i].mark);
		expect(form, cases[i].expected);
	}
}

static void
bubbles_of_all_forms_that_look_empty_are_one_question(void **state)
{
	struct seen_form one = {.game = &game_laundry, .marks = 1, .mark = {U("shirt.1", 0.1)}},
			 other = {.game = &game_laundry, .marks = 2, .mark = {U("bra.2", 0.1), U("bra.3", 0.7)}};
	const struct seen_form *const form[GAME_PIECES_MAX] = {&one, &other};

	(void)state;
	expect(form, "mark 1:bra.3; empty 0:shirt.1 1:bra.2");
}

static void
a_game_with_its_own_reader_has_no_rows(void **state)
{
	struct seen_form card = {.game = &game_clips, .marks = 2, .mark = {U("L3.1", 0), U("L3.2", 0)}};
	const struct seen_form *const form[GAME_PIECES_MAX] = {&card};

	(void)state;
	expect(form, "mark 0:L3.1; mark 0:L3.2");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unsure_marks_are_few_questions),
		cmocka_unit_test(bubbles_of_all_forms_that_look_empty_are_one_question),
		cmocka_unit_test(a_game_with_its_own_reader_has_no_rows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
