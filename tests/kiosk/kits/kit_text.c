/* SPDX-License-Identifier: MIT
 * People are shared out to tables, definitions become kit files, and mistakes
 * have their lines. */
#include <stdlib.h>
#include <string.h>

#include "gen/kit/split.h"
#include "kiosk/kits/kit_plan.h"
#include "kiosk/kits/kit_text.h"
#include "tests/tools.h"

static void
people_are_shared_out_well(void **state)
{
	static const struct {
		const char *game;
		unsigned people;
		const char *tables;
		unsigned left;
	} wanted[] = {
		{"coupons", 23, "444443", 0},
		{"coupons", 5, "5", 0},
		{"coupons", 6, "33", 0},
		{"coupons", 9, "54", 0},
		{"coupons", 1, "", 1},
		{"laundry", 23, "22222222222", 1},
		{"clips", 5, "221", 0},
		{"clips", 1, "1", 0},
		{"chipit", 23, "444443", 0},
		{"chipit", 2, "2", 0},
		{"chipit", 1, "", 1},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(wanted); i++) {
		GByteArray *tables = g_byte_array_new();
		GString *told = g_string_new(NULL);

		assert_int_equal(kit_split(game_by_id(wanted[i].game), wanted[i].people, tables), wanted[i].left);
		for (unsigned n = 0; n < tables->len; n++)
			g_string_append_printf(told, "%u", tables->data[n]);
		assert_string_equal(told->str, wanted[i].tables);
		g_string_free(told, TRUE);
		g_byte_array_free(tables, TRUE);
	}
}

/* However many come, nobody is forgotten, and only where a game leaves no choice somebody sits out. */
static void
nobody_is_forgotten(void **state)
{
	const struct game *game;

	(void)state;
	for (size_t g = 0; (game = game_nth(g)) != NULL; g++)
		for (unsigned people = 2; people <= 200; people++) {
			GByteArray *tables = g_byte_array_new();
			unsigned sum = kit_split(game, people, tables);

			assert_true(sum <= 1);
			for (unsigned n = 0; n < tables->len; n++)
				sum += tables->data[n];
			assert_int_equal(sum, people);
			g_byte_array_free(tables, TRUE);
		}
}

/* The text of a definition in JSON, or its mistake; to be freed. */
static char *
text_of(const char *json, bool fine)
{
	json_t *definition = json_loads(json, 0, NULL);
	char *problem = NULL, *text;

	assert_non_null(definition);
	text = kit_text_of(definition, &problem);
	json_decref(definition);
	assert_true((text != NULL) == fine && (problem == NULL) == fine);
	return fine ? text : problem;
}

static void
a_definition_is_written_as_a_kit_file(void **state)
{
	char *text = text_of("{\"event\":{\"name\":\"A \\\\ B\",\"seed\":7},\"rounds\":["
			     "{\"game\":\"coupons\",\"people\":23,\"spares\":1,\"rules\":{\"burger_pair\":4}},"
			     "{\"game\":\"laundry\",\"players\":[2,2],\"duplicate\":true,\"dealt\":false}]}",
		true);

	(void)state;
	assert_string_equal(text,
		"[event]\nname = A \\\\ B\nseed = 7\n\n"
		"[round 1]\ngame = coupons\nplayers = 4 x 5, 3 x 1\nspares = 1\nrule.burger_pair = 4\n\n"
		"[round 2]\ngame = laundry\nplayers = 2 x 2\nduplicate = yes\ndealt = no\n");
	g_free(text);
}

static void
nothing_of_a_definition_becomes_another_line(void **state)
{
	static const struct {
		const char *json, *sentence;
	} wrong[] = {
		{"{\"event\":{\"name\":\"x\\nkey = /etc/shadow\"},\"rounds\":[]}", "one line"},
		{"{\"event\":{\"name\\n[round 1]\":\"x\"},\"rounds\":[]}", "letters, digits"},
		{"{\"event\":{\"name\":1.5},\"rounds\":[]}", "whole number"},
		{"{\"event\":[],\"rounds\":[]}", "objects"},
		{"{\"event\":{\"name\":\"x\"}}", "at most 15 rounds"},
		{"{\"event\":{\"name\":\"x\"},\"rounds\":[1]}", "objects"},
		{"{\"event\":{\"name\":\"x\"},\"rounds\":[{\"game\":\"coupons\",\"people\":1}]}", "2 to 5 players"},
		{"{\"event\":{\"name\":\"x\"},\"rounds\":[{\"game\":\"coupons\",\"people\":20001}]}", "20000 people"},
		{"{\"event\":{\"name\":\"x\"},\"rounds\":[{\"game\":\"coupons\",\"players\":[4,0]}]}", "players"},
		{"{\"event\":{\"name\":\"x\"},\"rounds\":[{\"game\":\"coupons\",\"players\":[]}]}", "tables"},
		{"{\"event\":{\"name\":\"x\"},\"rounds\":[{\"game\":\"coupons\",\"rules\":4}]}", "house rules"},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(wrong); i++) {
		char *sentence = text_of(wrong[i].json, false);

		assert_non_null(strstr(sentence, wrong[i].sentence));
		g_free(sentence);
	}
}

static void
mistakes_have_their_lines(void **state)
{
	static const char text[] =
		"[event]\nname = x\nink = blue\n\n[round 1]\ngame = coupons\nplayers = 9\ntables = 1\n";
	struct problems problems;
	struct kit kit;
	json_t *list;

	(void)state;
	problems_init(&problems);
	assert_false(kit_parse(&kit, text, strlen(text), &problems));
	kit_finish(&kit);
	list = kit_plan_mistakes(&problems);
	assert_int_equal(json_array_size(list), 2);
	assert_int_equal(json_integer_value(json_object_get(json_array_get(list, 0), "line")), 3);
	assert_int_equal(json_integer_value(json_object_get(json_array_get(list, 1), "line")), 7);
	assert_memory_equal(
		json_string_value(json_object_get(json_array_get(list, 0), "sentence")), "[event] ink: ", 13);
	json_decref(list);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(people_are_shared_out_well),
		cmocka_unit_test(nobody_is_forgotten),
		cmocka_unit_test(a_definition_is_written_as_a_kit_file),
		cmocka_unit_test(nothing_of_a_definition_becomes_another_line),
		cmocka_unit_test(mistakes_have_their_lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
