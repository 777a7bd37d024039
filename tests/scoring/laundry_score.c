/* SPDX-License-Identifier: MIT
 * Coin-Op scored and refused. */
#include "scoring/laundry.h"

#include <stdio.h>
#include <string.h>

#include "tests/scoring/asked.h"
#include "tests/scoring/sample.h"
#include "tests/tools.h"

#define PLAIN "'values':{'underwear':1,'bra':1,'pants':2,'shirt':2,'bedsheet':3,'pillowcase':3}"

/* Two players with plain values; each `dried` holds the rest of a player. */
static bool
ask_two(const char *one, const char *other)
{
	json_t *json = json_quoted("{'game':'laundry','players':[{'name':'Ana',%s},{'name':'Bo',%s}]}", one, other);
	bool scored = ask_json(json);

	json_decref(json);
	return scored;
}

static void
dried_items_score_as_the_rules_say(void **state)
{
	static const char finisher[] = PLAIN ",'no_score_dryer':['sock','sock']";
	static const struct {
		const char *dried;
		int total;
	} cases[] = {
		{"'score_dryer':[]", 0},
		{"'score_dryer':['underwear']", 1},
		{"'score_dryer':['shirt','pillowcase']", 5},
		{"'score_dryer':['underwear','bra','pants','shirt','bedsheet','pillowcase']", 12},
		{"'score_dryer':['sock']", 5},
		{"'score_dryer':['sock','sock']", 10},
		{"'score_dryer':['sock'],'no_score_dryer':['sock']", 5},
		{"'no_score_dryer':['sock','sock']", 1},
		{"'no_score_dryer':['sock']", 0},
		{"'no_score_dryer':['underwear','bra']", 1},
		{"'no_score_dryer':['pants','shirt']", 1},
		{"'no_score_dryer':['bedsheet','pillowcase']", 1},
		{"'no_score_dryer':['shirt','bedsheet']", 0},
		{"'no_score_dryer':['underwear','pants','bedsheet']", 0},
		{"'score_dryer':['pants'],'no_score_dryer':['shirt']", 2},
		{"'no_score_dryer':['underwear','bra','pants','shirt','bedsheet','pillowcase','"
		 "sock','sock']",
			4},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		char player[300];

		snprintf(player, sizeof player, PLAIN ",%s", cases[i].dried);
		ask_two(player, finisher);
		assert_totals((const int[]){cases[i].total, 1}, 2);
		assert_reads_back();
	}
}

static void
ties_are_broken_by_socks_from_the_score_dryer(void **state)
{
	static const struct {
		const char *one, *other;
		unsigned places[2];
	} cases[] = {
		/* 11 and 10 */
		{"'score_dryer':['sock','sock','underwear']", "'score_dryer':['sock','pants','bedsheet']", {1, 2}},
		/* 10 each: two socks against one */
		{"'score_dryer':['sock','sock']", "'score_dryer':['sock','pants','bedsheet']", {1, 2}},
		{"'score_dryer':['sock','pants','bedsheet'],'no_score_dryer':['sock']", "'score_dryer':['sock','sock']",
			{2, 1}},
		/* 5 each: a sock from the score dryer against none */
		{"'score_dryer':['sock'],'no_score_dryer':['sock']", "'score_dryer':['pants','bedsheet']", {1, 2}},
		/* 1 each: socks from the other dryer break no tie */
		{"'no_score_dryer':['sock','sock']", "'score_dryer':['bra']", {1, 1}},
		{"'score_dryer':['sock','sock']", "'score_dryer':['sock','sock']", {1, 1}},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		char one[200], other[200];

		snprintf(one, sizeof one, PLAIN ",%s", cases[i].one);
		snprintf(other, sizeof other, PLAIN ",%s", cases[i].other);
		ask_two(one, other);
		assert_places(cases[i].places, 2);
	}
}

static void
a_game_is_over_with_both_socks_or_all_the_rest(void **state)
{
	static const char nothing[] = PLAIN;
	static const struct {
		const char *dried;
		bool over;
	} cases[] = {
		{"'score_dryer':['sock','sock']", true},
		{"'no_score_dryer':['sock','sock']", true},
		{"'score_dryer':['sock'],'no_score_dryer':['sock']", true},
		{"'score_dryer':['underwear','bra','pants'],'no_score_dryer':['shirt','bedsheet','"
		 "pillowcase']",
			true},
		{"'score_dryer':['sock']", false},
		{"'score_dryer':['underwear','bra','pants','shirt','bedsheet','sock']", false},
		{"'score_dryer':[],'no_score_dryer':[]", false},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		for (int first = 0; first < 2; first++) {
			char player[200];

			snprintf(player, sizeof player, PLAIN ",%s", cases[i].dried);
			ask_two(first ? player : nothing, first ? nothing : player);
			if (cases[i].over)
				assert_scored();
			else
				assert_refused(STATUS_UNFINISHED, "laundry-unfinished");
		}
	}
}

/* When both passed in a row it is scored as it stands, and the result keeps that. */
static void
a_stalled_game_is_scored_as_it_stands(void **state)
{
	static const struct {
		const char *stalled, *dried;
		int total; /* -1: not finished */
	} cases[] = {
		{"true", "'score_dryer':['sock','pillowcase'],'no_score_dryer':['pants','shirt']", 9},
		{"true", "'score_dryer':[]", 0},
		{"true", "'score_dryer':['sock','sock']", 10},
		{"false", "'score_dryer':['sock','sock']", 10},
		{"false", "'score_dryer':['sock']", -1},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		json_t *json = json_quoted("{'game':'laundry','stalled':%s,'players':[{" PLAIN ",%s},{" PLAIN "}]}",
			cases[i].stalled, cases[i].dried);
		bool scored = ask_json(json);

		json_decref(json);
		if (cases[i].total < 0) {
			assert_refused(STATUS_UNFINISHED, "laundry-unfinished");
			continue;
		}
		assert_true(scored);
		assert_totals((const int[]){cases[i].total, 0}, 2);
		assert_reads_back();
		json = asked_result();
		assert_int_equal(json_is_true(json_object_get(json, "stalled")), strcmp(cases[i].stalled, "true") == 0);
		json_decref(json);
	}
	assert_false(ask("{\"game\":\"laundry\",\"stalled\":1,\"players\":[{},{}]}"));
	assert_refused(STATUS_BAD_RESULT, "flag-bad stalled");
}

static void
what_is_wrong_is_named(void **state)
{
	static const char over[] = PLAIN ",'score_dryer':['sock','sock']";
	static const struct {
		const char *player;
		unsigned problems;
		const char *words[3];
	} cases[] = {
		{"'values':{'underwear':1,'bra':1,'pants':1,'shirt':2,'bedsheet':3,'pillowcase':3}", 1,
			{"Ana", "values-unequal"}},
		{"'values':{'underwear':2,'bra':2,'pants':2,'shirt':2,'bedsheet':2,'pillowcase':2}", 1,
			{"Ana", "values-unequal"}},
		{"'values':{'underwear':4,'bra':1,'pants':2,'shirt':2,'bedsheet':3,'pillowcase':3}", 0,
			{"Ana", "underwear", "number-bad 1"}},
		{"'values':{'underwear':0,'bra':1,'pants':2,'shirt':2,'bedsheet':3,'pillowcase':3}", 0,
			{"Ana", "underwear", "number-bad 1"}},
		{"'values':{'bra':1,'pants':2,'shirt':2,'bedsheet':3,'pillowcase':3}", 0, {"Ana", "underwear"}},
		{"'values':{'underwear':1,'bra':1,'pants':2,'shirt':2,'bedsheet':3,'pillowcase':3,'"
		 "hat':1}",
			1, {"Ana", "hat"}},
		{"'values':{'underwear':1,'bra':1,'pants':2,'shirt':2,'bedsheet':3,'pillowcase':3,'"
		 "sock':1}",
			1, {"Ana", "sock-value"}},
		{"'score_dryer':[]", 1, {"Ana", "values-missing"}},
		{PLAIN ",'score_dryer':['shirt'],'no_score_dryer':['shirt']", 1, {"Ana", "item-in-both shirt"}},
		{PLAIN ",'score_dryer':['shirt','shirt']", 1, {"Ana", "shirt", "item-twice"}},
		{PLAIN ",'no_score_dryer':['bra','bra']", 1, {"Ana", "bra", "item-twice"}},
		{PLAIN ",'score_dryer':['sock','sock','sock']", 1, {"Ana", "too-many-socks"}},
		{PLAIN ",'score_dryer':['sock','sock'],'no_score_dryer':['sock']", 1, {"Ana", "too-many-socks"}},
		{PLAIN ",'score_dryer':['Shirt']", 1, {"Ana", "Shirt"}},
		{PLAIN ",'score_dryer':['']", 1, {"Ana", "score_dryer"}},
		{PLAIN ",'score_dryer':[5]", 1, {"Ana", "score_dryer"}},
		{PLAIN ",'score_dryer':'shirt'", 1, {"Ana", "score_dryer", "array-bad"}},
		{PLAIN ",'coupons':[]", 1, {"Ana", "coupons"}},
		{PLAIN ",'score_dryer':['hat','shirt','shirt'],'no_score_dryer':['bra','cap'],'x':"
		       "1",
			4, {"hat", "shirt", "cap"}},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		ask_two(cases[i].player, over);
		for (int word = 0; word < 3 && cases[i].words[word] != NULL; word++)
			assert_refused(STATUS_BAD_RESULT, cases[i].words[word]);
		if (cases[i].problems > 0)
			assert_int_equal(asked.problems.count, cases[i].problems);
		assert_false(told("Bo"));
	}
}

static void
laundry_is_for_two(void **state)
{
	static const char *const players[] = {"{" PLAIN "}", "{" PLAIN "},{" PLAIN "},{" PLAIN "}"};

	(void)state;
	for (size_t i = 0; i < LENGTH(players); i++) {
		json_t *json = json_quoted("{'game':'laundry','players':[%s]}", players[i]);

		ask_json(json);
		json_decref(json);
		assert_refused(STATUS_BAD_RESULT, "laundry-players");
	}
}

/* A dealt ticket brings its values; given, they must be the same. */
static void
dealt_values_are_those_of_the_ticket(void **state)
{
	struct code code = {.seed = 11, .game = 2, .version = 1, .players = 2, .option = 1};
	struct laundry_layout layout;
	char text[CODE_TEXT];
	json_t *json, *values;
	int total = 0;

	(void)state;
	game_laundry.build(&layout, &code);
	code_write(&code, NULL, text);
	total += layout.ticket[0].value[LAUNDRY_SHIRT] + layout.ticket[0].value[LAUNDRY_BRA];
	json = json_quoted("{'game':'laundry','code':'%s','players':[{'score_dryer':['shirt','bra']},"
			   "{'no_score_dryer':['sock','sock']}]}",
		text);
	ask_json(json);
	assert_totals((const int[]){total, 1}, 2);
	assert_reads_back();

	values = json_object();
	for (int item = 0; item < LAUNDRY_ROWS; item++)
		json_object_set_new(values, laundry_item_name(item), json_integer(layout.ticket[1].value[item]));
	json_object_set(json_array_get(json_object_get(json, "players"), 1), "values", values);
	ask_json(json);
	assert_totals((const int[]){total, 1}, 2);

	json_object_set_new(values, "shirt", json_integer(layout.ticket[1].value[LAUNDRY_SHIRT] % 3 + 1));
	ask_json(json);
	assert_refused(STATUS_BAD_RESULT, "player");
	assert_true(told("shirt"));
	assert_true(told("value-not-dealt"));
	json_decref(values);
	json_decref(json);
}

/* The ticket of a plain game has no values, so they must be given even with a code. */
static void
a_plain_ticket_brings_no_values(void **state)
{
	char text[CODE_TEXT];
	json_t *json;

	(void)state;
	sample_code(2, 11, 2, 0, text);
	json = json_quoted("{'game':'laundry','code':'%s','players':[{},{'score_dryer':['sock','sock']}]}", text);
	ask_json(json);
	json_decref(json);
	assert_refused(STATUS_BAD_RESULT, "values-missing");
	assert_true(told("player"));
	assert_true(told("values-missing"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dried_items_score_as_the_rules_say),
		cmocka_unit_test(ties_are_broken_by_socks_from_the_score_dryer),
		cmocka_unit_test(a_game_is_over_with_both_socks_or_all_the_rest),
		cmocka_unit_test(a_stalled_game_is_scored_as_it_stands),
		cmocka_unit_test(what_is_wrong_is_named),
		cmocka_unit_test(laundry_is_for_two),
		cmocka_unit_test(dealt_values_are_those_of_the_ticket),
		cmocka_unit_test(a_plain_ticket_brings_no_values),
	};

	return cmocka_run_group_tests_name("laundry_score", tests, NULL, NULL);
}
