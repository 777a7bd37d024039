/* SPDX-License-Identifier: MIT
 * The bounded list of sentences: all are kept, none is cut inside a character,
 * and a flood of them ends in a last one that says so. */
#include "layouts/problems.h"

#include <string.h>

#include "tests/tools.h"

static void
a_new_list_is_empty(void **state)
{
	static struct problems problems;

	(void)state;
	memset(&problems, 0xA5, sizeof problems);
	problems_init(&problems);
	assert_int_equal(problems.status, STATUS_OK);
	assert_int_equal(problems.count, 0);
	assert_null(problems_next(&problems, NULL));
}

static void
sentences_come_back_in_order(void **state)
{
	static struct problems problems;
	const char *sentence = NULL;

	(void)state;
	problems_init(&problems);
	problems_add(&problems, STATUS_BAD_RESULT, "%s is claimed by %s", "B07", "Ana");
	problems_add(&problems, STATUS_BAD_RESULT, "%s", "");
	problems_add(&problems, STATUS_BAD_RESULT, "100 %% of %d", 3);
	assert_int_equal(problems.count, 3);
	assert_string_equal(sentence = problems_next(&problems, sentence), "B07 is claimed by Ana");
	assert_string_equal(sentence = problems_next(&problems, sentence), "");
	assert_string_equal(sentence = problems_next(&problems, sentence), "100 % of 3");
	assert_null(problems_next(&problems, sentence));
}

static void
the_gravest_status_counts(void **state)
{
	static struct problems problems;

	(void)state;
	problems_init(&problems);
	problems_add(&problems, STATUS_UNFINISHED, "a");
	assert_int_equal(problems.status, STATUS_UNFINISHED);
	problems_add(&problems, STATUS_BAD_CODE, "b");
	problems_add(&problems, STATUS_BAD_RESULT, "c");
	assert_int_equal(problems.status, STATUS_BAD_CODE);
}

/* A sentence of one long word that ends in a character of one to four bytes. */
static void
a_cut_keeps_whole_characters(void **state)
{
	static const char *const last[] = {"z", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x8D\x94"};
	static struct problems problems;
	char text[PROBLEM_MAX + 16];

	(void)state;
	for (size_t i = 0; i < LENGTH(last); i++) {
		for (size_t before = PROBLEM_MAX - 8; before <= PROBLEM_MAX + 2; before++) {
			size_t whole = before + strlen(last[i]);
			const char *kept;

			memset(text, 'a', before);
			strcpy(text + before, last[i]);
			problems_init(&problems);
			problems_add(&problems, STATUS_BAD_RESULT, "%s", text);
			kept = problems_next(&problems, NULL);
			assert_int_equal(strlen(kept), whole < PROBLEM_MAX ? whole
					: before < PROBLEM_MAX             ? before
									   : PROBLEM_MAX - 1);
			assert_memory_equal(kept, text, strlen(kept));
			assert_null(problems_next(&problems, kept));
		}
	}
}

static void
a_flood_ends_with_a_sentence_that_says_so(void **state)
{
	static struct {
		struct problems problems;
		unsigned char after[64];
	} list;
	unsigned counted = 0;
	const char *sentence = NULL, *last = NULL;

	(void)state;
	problems_init(&list.problems);
	memset(list.after, 0x5A, sizeof list.after);
	for (int i = 0; i < 10000; i++)
		problems_add(&list.problems, STATUS_BAD_RESULT, "problem %d of many", i);
	problems_add(&list.problems, STATUS_BAD_JSON, "a grave one at last");
	while ((sentence = problems_next(&list.problems, sentence)) != NULL) {
		counted++;
		last = sentence;
	}
	assert_int_equal(counted, list.problems.count);
	assert_true(counted > 1000);
	assert_non_null(strstr(last, "there is more"));
	assert_int_equal(list.problems.status, STATUS_BAD_JSON);
	for (size_t i = 0; i < sizeof list.after; i++)
		assert_int_equal(list.after[i], 0x5A);
}

static void
scripts_know_the_kinds_by_name(void **state)
{
	static const struct {
		enum status status;
		const char *name;
	} names[] = {{STATUS_BAD_JSON, "bad-json"}, {STATUS_BAD_CODE, "bad-code"},
		{STATUS_BAD_RESULT, "bad-result"}, {STATUS_UNFINISHED, "unfinished"},
		{STATUS_UNKNOWN_VERSION, "unknown-version"}, {STATUS_WRONG_EVENT, "wrong-event"}};

	(void)state;
	for (size_t i = 0; i < LENGTH(names); i++)
		assert_string_equal(status_name(names[i].status), names[i].name);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_new_list_is_empty),
		cmocka_unit_test(sentences_come_back_in_order),
		cmocka_unit_test(the_gravest_status_counts),
		cmocka_unit_test(a_cut_keeps_whole_characters),
		cmocka_unit_test(a_flood_ends_with_a_sentence_that_says_so),
		cmocka_unit_test(scripts_know_the_kinds_by_name),
	};

	return cmocka_run_group_tests_name("problems", tests, NULL, NULL);
}
