/* SPDX-License-Identifier: MIT
 * Results that are no JSON, too large, or of the wrong shape somewhere. */
#include "scoring/answer.h"

#include <stdio.h>
#include <string.h>

#include "tests/scoring/asked.h"
#include "tests/scoring/sample.h"
#include "tests/tools.h"

static void
what_is_no_json_is_refused(void **state)
{
	enum { NO_OBJECTS = 5 }; /* at the end, which are JSON */
	static const struct {
		const char *text;
		size_t length; /* 0: as C counts it */
	} cases[] = {
		{"", 0},
		{" ", 0},
		{"{", 0},
		{"{]", 0},
		{"nope", 0},
		{"{\"game\":}", 0},
		{"{\"game\":\"clips\"", 0},
		{"{'game':'clips'}", 0},
		{"{\"game\":\"clips\"} x", 0},
		{"{\"game\":\"clips\",}", 0},
		{"{\"game\":\"cl\\u0000ips\"}", 0},
		{"{\"game\":\"\xFF\"}", 0},
		{"{\"game\":\"\xC3\"}", 0},
		{"{\"game\":\"\xED\xA0\x80\"}", 0},
		{"{\"game\":\"a\nb\"}", 0},
		{"{\"game\":\"clips\",\"game\":\"clips\"}", 0},
		{"{}\0{}", 5},
		{"\0", 1},
		{"[]", 0},
		{"5", 0},
		{"\"clips\"", 0},
		{"null", 0},
		{"[{\"game\":\"clips\"}]", 0},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		size_t length = cases[i].length > 0 ? cases[i].length : strlen(cases[i].text);

		assert_false(answer_text(&asked, cases[i].text, length, NULL));
		assert_refused(STATUS_BAD_JSON, i < LENGTH(cases) - NO_OBJECTS ? "not-json" : "result-not-object");
		assert_int_equal(asked.problems.count, 1);
	}
}

static void
keys_are_given_once_at_every_depth(void **state)
{
	(void)state;
	assert_false(ask("{\"game\":\"chipit\",\"players\":[{},{\"name\":\"a\",\"name\":\"b\"},{}],"
			 "\"games\":[[0,1,2]]}"));
	assert_refused(STATUS_BAD_JSON, "not-json");
}

static void
sizes_are_bounded(void **state)
{
	enum { HUGE = JSON_TEXT_MAX + 1 };
	static char text[HUGE + 1];
	static const char small[] = "{\"game\":\"chipit\",\"players\":[{},{},{}],\"games\":[[0,1,2]]}";

	(void)state;
	memset(text, ' ', HUGE);
	memcpy(text, small, sizeof small - 1);
	assert_true(answer_text(&asked, text, JSON_TEXT_MAX, NULL));
	assert_false(answer_text(&asked, text, JSON_TEXT_MAX + 1, NULL));
	assert_refused(STATUS_BAD_JSON, "not-json");
	for (int deep = 0; deep < 2; deep++) { /* nested arrays, nested objects */
		size_t length = 0;

		while (length < JSON_TEXT_MAX - 8)
			length += (size_t)sprintf(text + length, deep ? "{\"a\":" : "[");
		assert_false(answer_text(&asked, text, length, NULL));
		assert_refused(STATUS_BAD_JSON, "not-json");
	}
}

/* Calls `spoil` for every value inside the JSON, with the place to put another one. */
static void
walk(json_t *root, json_t *at, void (*spoil)(json_t *root, json_t *value, json_t *in, const char *key, size_t index))
{
	const char *key;
	json_t *value;
	size_t index;
	void *next;

	if (json_is_object(at)) {
		json_object_foreach_safe(at, next, key, value)
		{
			walk(root, value, spoil);
			spoil(root, value, at, key, 0);
		}
	}
	json_array_foreach(at, index, value) {
		walk(root, value, spoil);
		spoil(root, value, at, NULL, index);
	}
}

static void
put(json_t *in, const char *key, size_t index, json_t *value)
{
	if (key != NULL)
		json_object_set(in, key, value);
	else
		json_array_set(in, index, value);
}

/* Every value in turn becomes one of each other type: never a score, never a crash. */
static void
spoil_type(json_t *root, json_t *value, json_t *in, const char *key, size_t index)
{
	static const char *const other[] = {"null", "true", "false", "7", "-1", "0.5", "1e300", "'x'", "''", "[]",
		"[[]]", "{}", "{'a':1}", "9223372036854775807"};
	char name[40] = "";

	if (key != NULL)
		snprintf(name, sizeof name, "%s", key);
	json_incref(value);
	for (size_t i = 0; i < LENGTH(other); i++) {
		json_t *wrong = json_quoted("%s", other[i]);

		if (json_typeof(wrong) != json_typeof(value)) {
			put(in, key == NULL ? NULL : name, index, wrong);
			if (ask_json(root))
				fail_msg("%s instead of %s was scored", other[i], name);
			assert_true(asked.problems.count > 0);
			assert_true(asked.problems.status != STATUS_OK);
		}
		json_decref(wrong);
	}
	put(in, key == NULL ? NULL : name, index, value);
	json_decref(value);
}

static void
wrong_types_are_refused_everywhere(void **state)
{
	uint64_t dice = 12;

	(void)state;
	for (int i = 0; i < 10 * SAMPLE_GAMES; i++) {
		struct sample sample;

		do {
			sample_makers[i % SAMPLE_GAMES](&sample, &dice);
			if (!sample.finished)
				json_decref(sample.json);
		} while (!sample.finished);
		walk(sample.json, sample.json, spoil_type);
		ask_json(sample.json);
		assert_totals(sample.total, sample.players); /* nothing was left spoilt */
		json_decref(sample.json);
	}
}

static unsigned members_added;

static void
spoil_members(json_t *root, json_t *value, json_t *in, const char *key, size_t index)
{
	(void)in;
	(void)key;
	(void)index;
	if (!json_is_object(value))
		return;
	json_object_set_new(value, "surprise", json_integer(1));
	assert_false(ask_json(root));
	assert_refused(STATUS_BAD_RESULT, "surprise");
	json_object_del(value, "surprise");
	members_added++;
}

static void
unknown_members_are_refused_by_name(void **state)
{
	uint64_t dice = 13;

	(void)state;
	for (int i = 0; i < 10 * SAMPLE_GAMES; i++) {
		struct sample sample;

		sample_makers[i % SAMPLE_GAMES](&sample, &dice);
		walk(sample.json, sample.json, spoil_members);
		json_object_set_new(sample.json, "surprise", json_null());
		ask_json(sample.json);
		assert_true(told("surprise"));
		json_decref(sample.json);
	}
	assert_true(members_added > 10 * SAMPLE_GAMES);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_no_json_is_refused),
		cmocka_unit_test(keys_are_given_once_at_every_depth),
		cmocka_unit_test(sizes_are_bounded),
		cmocka_unit_test(wrong_types_are_refused_everywhere),
		cmocka_unit_test(unknown_members_are_refused_by_name),
	};

	return cmocka_run_group_tests_name("answer_shape", tests, NULL, NULL);
}
