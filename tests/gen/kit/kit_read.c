/* SPDX-License-Identifier: MIT
 * A kit is the same from the text of a file and from JSON; people are shared out to tables; and mistakes have their
 * kinds, lines, groups and keys. */
#include <stdlib.h>
#include <string.h>

#include "gen/kit/kit.h"
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

/* No matter how many come, nobody is forgotten, and only where a game leaves no choice somebody sits out. */
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

/* The definition of a kit in JSON, to be freed; NULL with its problems. */
static char *
define(const char *text, struct problems *problems)
{
	json_t *json = json_loads(text, 0, NULL);
	struct kit kit;
	char *definition = NULL;

	assert_non_null(json);
	problems_init(problems);
	if (kit_read_json(&kit, json, problems))
		definition = kit_definition(&kit);
	assert_int_equal(definition == NULL, problems->count > 0);
	kit_finish(&kit);
	json_decref(json);
	return definition;
}

static void
json_and_text_are_the_same_kit(void **state)
{
	static const char text[] =
		"[event]\nname = A \\\\ B\nseed = 7\n\n"
		"[round 1]\ngame = coupons\nplayers = 4 x 5, 3 x 1\nspares = 1\nrule.burger_pair = 4\n"
		"table.2 = Ana; ; Bo \\\\\n\n"
		"[round 2]\ngame = laundry\nplayers = 2 x 2\nduplicate = yes\ndealt = no\n";
	static const char json[] = "{\"event\":{\"name\":\" A \\\\ B \",\"seed\":7},\"rounds\":["
				   "{\"game\":\"Coupons\",\"people\":23,\"spares\":1,\"rules\":{\"burger_pair\":4},"
				   "\"table.2\":\"Ana;;Bo \\\\\"},"
				   "{\"game\":\"laundry\",\"players\":[2,2],\"duplicate\":true,\"dealt\":false}]}";
	struct problems problems;
	char *from_json = define(json, &problems), *from_text;
	struct kit kit;

	(void)state;
	assert_true(kit_parse(&kit, text, strlen(text), &problems));
	from_text = kit_definition(&kit);
	assert_string_equal(from_json, from_text);
	kit_finish(&kit);
	g_free(from_json);
	g_free(from_text);
}

static void
mistakes_of_json_have_their_kinds(void **state)
{
	static const struct {
		const char *event, *rounds, *id, *key;
		int round;
	} wrong[] = {
		{"{\"name\":\"x\\nkey = /etc/shadow\"}", "[{\"game\":\"coupons\",\"tables\":1}]", "kit-text", "name",
			0},
		{"{\"name\":\"x\",\"n\\n[r]\":\"x\"}", "[{\"game\":\"coupons\",\"tables\":1}]", "kit-unknown-key",
			"n?[r]", 0},
		{"{\"name\":1.5}", "[]", "kit-value", "name", 0},
		{"{\"name\":{}}", "[]", "kit-value", "name", 0},
		{"[]", "[]", "kit-object", NULL, 0},
		{"{\"name\":\"x\"}", "[]", "kit-no-round", NULL, 0},
		{"{\"name\":\"x\"}", "{}", "kit-rounds-list", NULL, 0},
		{"{\"name\":\"x\"}", "[1]", "kit-object", NULL, 1},
		{"{\"name\":\"x\"}", "[{}]", "kit-game-missing", "game", 1},
		{"{\"name\":\"x\"}", "[{\"game\":\"chess\"}]", "kit-game", "game", 1},
		{"{\"name\":\"x\"}", "[{\"game\":\"coupons\",\"people\":1}]", "kit-people", "people", 1},
		{"{\"name\":\"x\"}", "[{\"game\":\"coupons\",\"people\":\"8\"}]", "kit-people-text", "people", 1},
		{"{\"name\":\"x\"}", "[{\"game\":\"coupons\",\"people\":8,\"players\":[4,4]}]",
			"kit-people-and-players", "people", 1},
		{"{\"name\":\"x\"}", "[{\"game\":\"coupons\",\"people\":20001}]", "kit-number", "people", 1},
		{"{\"name\":\"x\"}", "[{\"game\":\"laundry\",\"people\":20000}]", "kit-tables", "people", 1},
		{"{\"name\":\"x\"}", "[{\"game\":\"coupons\",\"players\":[4,0]}]", "kit-sizes", "players", 1},
		{"{\"name\":\"x\"}", "[{\"game\":\"coupons\",\"players\":[4,\"4\"]}]", "kit-sizes", "players", 1},
		{"{\"name\":\"x\"}", "[{\"game\":\"coupons\",\"players\":[]}]", "kit-sizes", "players", 1},
		{"{\"name\":\"x\"}", "[{\"game\":\"coupons\",\"players\":[4],\"tables\":2}]", "kit-tables-differ",
			"players", 1},
		{"{\"name\":\"x\"}", "[{\"game\":\"coupons\",\"players\":[6]}]", "kit-wrong-players", "players", 1},
		{"{\"name\":\"x\"}", "[{\"game\":\"coupons\",\"tables\":1,\"rules\":4}]", "kit-rules", "rules", 1},
		{"{\"name\":\"x\"}", "[{\"game\":\"coupons\",\"tables\":1,\"rules\":{\"burger_pair\":9}}]",
			"kit-choice", "rule.burger_pair", 1},
		{"{\"name\":\"x\",\"rules\":{}}", "[{\"game\":\"coupons\",\"tables\":1}]", "kit-value", "rules", 0},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(wrong); i++) {
		char *json = g_strdup_printf("{\"event\":%s,\"rounds\":%s}", wrong[i].event, wrong[i].rounds),
		     number[8];
		struct problems problems;
		struct problem problem;
		size_t at = 0;

		assert_null(define(json, &problems));
		assert_true(problems_next(&problems, &at, &problem));
		assert_string_equal(message_id(&problem.message), wrong[i].id);
		assert_int_equal(problem.line, 0);
		if (wrong[i].key != NULL) {
			g_snprintf(number, sizeof number, "%d", wrong[i].round);
			assert_string_equal(message_text(&problem.message, "key"), wrong[i].key);
			assert_string_equal(message_text(&problem.message, "round"), number);
		}
		g_free(json);
	}
}

static void
mistakes_of_text_have_their_lines(void **state)
{
	static const struct {
		const char *text, *id;
		unsigned line;
	} wrong[] = {
		{"[event]\nname = x\nink = blue\n\n[round 1]\ngame = coupons\ntables = 1\n", "kit-choice", 3},
		{"[event]\nname = x\n[round 1]\ngame = coupons\nplayers = 9\ntables = 1\n", "kit-wrong-players", 5},
		{"[event]\nname = x\n[round 1]\ngame = coupons\n", "kit-tables-missing", 3},
		{"[event]\nname = x\n[round 2]\ngame = coupons\ntables = 1\n", "kit-round-missing", 3},
		{"[event]\nname = a\\qb\n[round 1]\ngame = coupons\ntables = 1\n", "kit-backslash", 2},
		{"[event]\nname = x\nname = y\n", "kit-key-twice", 3},
		{"[event]\n[event]\n", "kit-group-twice", 2},
		{"name = x\n", "kit-no-event", 1},
		{"[event]\nnonsense\n", "kit-line", 2},
		{"[event]\nname[de] = x\nname = y\n[round 1]\ngame = coupons\ntables = 1\n", "kit-unknown-key", 2},
		{"[event]\nname = x\n[round 1]\ngame = coupons\ntables = 2\ntable.3 = Ana\n", "kit-table", 6},
		{"[event]\nname = x\n[round 1]\ngame = coupons\ntables = 2\ntable.01 = Ana\n", "kit-table", 6},
		{"[event]\nname = x\n[round 1]\ngame = coupons\ntables = 2\ntable.1 = Ana; Bo\ntable.2 = Ana\n",
			"kit-name-twice", 7},
		{"[event]\nname = x\n[round 1]\ngame = laundry\ntables = 2\ntable.1 = A; B; C\n", "kit-names", 6},
		{"[event]\nname = \xff\n", "kit-not-utf-8", 2},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(wrong); i++) {
		struct problems problems;
		struct problem problem;
		struct kit kit;
		size_t at = 0;

		problems_init(&problems);
		assert_false(kit_parse(&kit, wrong[i].text, strlen(wrong[i].text), &problems));
		assert_true(problems_next(&problems, &at, &problem));
		assert_string_equal(message_id(&problem.message), wrong[i].id);
		assert_int_equal(problem.line, wrong[i].line);
		kit_finish(&kit);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(people_are_shared_out_well),
		cmocka_unit_test(nobody_is_forgotten),
		cmocka_unit_test(json_and_text_are_the_same_kit),
		cmocka_unit_test(mistakes_of_json_have_their_kinds),
		cmocka_unit_test(mistakes_of_text_have_their_lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
