/* SPDX-License-Identifier: MIT
 * Answers for all games: random results against the slow scorer and back again;
 * games, players, names, house rules and codes that do not fit. */
#include "scoring/answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/scoring/asked.h"
#include "tests/scoring/sample.h"
#include "tests/tools.h"

#define RANDOM_RESULTS 10000 /* of each game */

static void
random_results_score_as_the_slow_scorer_says(void **state)
{
	uint64_t dice = 7;
	unsigned finished = 0;

	(void)state;
	for (int i = 0; i < RANDOM_RESULTS * SAMPLE_GAMES; i++) {
		struct sample sample;
		char *text;

		sample_makers[i % SAMPLE_GAMES](&sample, &dice);
		text = json_dumps(sample.json, i % 3 == 0 ? JSON_INDENT(1) : JSON_COMPACT);
		ask(text);
		if (sample.finished) {
			assert_totals(sample.total, sample.players);
			assert_places(sample.place, sample.players);
			assert_int_equal(asked.score.rank, sample.rank);
			if (i % 10 < 4)
				assert_reads_back();
			finished++;
		} else {
			assert_refused(STATUS_UNFINISHED, "laundry-unfinished");
		}
		free(text);
		json_decref(sample.json);
	}
	assert_in_range(finished, 3 * RANDOM_RESULTS + 1000, 4 * RANDOM_RESULTS - 1000);
}

/* Every game has a rule book, and each result fits the room for any. */
static void
every_game_has_a_rule_book_with_room(void **state)
{
	const struct game *game;
	size_t n;

	(void)state;
	for (n = 0; (game = game_nth(n)) != NULL; n++) {
		assert_non_null(rules_of(game));
		assert_true(game_is(rules_of(game)->game, game));
		assert_ptr_equal(rules_registry[n], rules_of(game));
	}
	assert_null(rules_registry[n]);
}

static void
the_game_must_be_known(void **state)
{
	static const struct {
		const char *text, *words;
	} cases[] = {{"{}", "game-missing"}, {"{\"game\":\"null\"}", "game-unknown null"},
		{"{\"game\":\"\"}", "game-unknown"}, {"{\"game\":\"Clips\"}", "game-unknown Clips"},
		{"{\"game\":3}", "game-missing"}, {"{\"game\":\"bridge\\u001b[31m\"}", "bridge?[31m"}};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		assert_false(ask(cases[i].text));
		assert_refused(STATUS_BAD_RESULT, cases[i].words);
	}
}

/* The rest of a chipit result around one player's name. */
static bool
ask_name(const char *name)
{
	json_t *json = json_pack(
		"{s:s,s:[{s:s},{},{}],s:[[i,i,i]]}", "game", "chipit", "players", "name", name, "games", 0, 1, 2);
	bool scored = ask_json(json);

	json_decref(json);
	return scored;
}

static void
names_are_text_of_bounded_length(void **state)
{
	static const char *const odd[] = {"a\nb", "\x1b[2J", "\x7f", "\xC2\x85", "\t"};
	static const char *const fine[] = {
		"", " ", "Ana", "\xC3\x89loise", "\xE6\xA5\xBD", "<b>&\"'%s%n", "\xF0\x9F\x8D\x94"};
	char name[NAME_BYTES + 1];

	(void)state;
	for (size_t i = 0; i < LENGTH(odd); i++) {
		assert_false(ask_name(odd[i]));
		assert_refused(STATUS_BAD_RESULT, "A");
	}
	for (size_t i = 0; i < LENGTH(fine); i++) {
		json_t *json;

		assert_true(ask_name(fine[i]));
		json = asked_json();
		if (fine[i][0] != '\0')
			assert_string_equal(json_string_value(json_object_get(
						    json_array_get(json_object_get(json, "players"), 0), "name")),
				fine[i]);
		json_decref(json);
		assert_reads_back();
	}
	memset(name, 'n', sizeof name);
	name[NAME_BYTES - 1] = '\0';
	assert_true(ask_name(name));
	name[NAME_BYTES - 1] = 'n';
	name[NAME_BYTES] = '\0';
	assert_false(ask_name(name));
	assert_refused(STATUS_BAD_RESULT, "A");
	assert_true(told("name-too-long"));
}

/* A sentence about somebody names them as they are called, or by their seat. */
static void
sentences_use_names_or_seats(void **state)
{
	(void)state;
	assert_false(ask("{\"game\":\"chipit\",\"players\":[{\"name\":\"%s%n \xE6\xA5\xBD\"},{},{}],"
			 "\"games\":[[2,2,2]]}"));
	assert_refused(STATUS_BAD_RESULT, "order-misses %s%n \xE6\xA5\xBD");
	assert_true(told("order-misses"));
	assert_true(told("order-repeats"));
}

static void
players_must_be_there(void **state)
{
	static const struct {
		const char *players, *words;
	} cases[] = {{"[]", "no-players"}, {"[{},{},{},{},{},{},{}]", "array-too-long"},
		{"[{},5,{}]", "player-not-object B"}, {"{}", "players"}};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		json_t *json = json_quoted("{'game':'chipit','players':%s,'games':[[0,1,2]]}", cases[i].players);

		assert_false(ask_json(json));
		assert_refused(STATUS_BAD_RESULT, cases[i].words);
		json_decref(json);
	}
	assert_false(ask("{\"game\":\"chipit\",\"games\":[[0,1,2]]}"));
	assert_refused(STATUS_BAD_RESULT, "member-missing players");
}

static void
house_rules_have_names_and_values(void **state)
{
	static const struct {
		const char *game, *rules, *words;
	} cases[] = {
		{"coupons", "{'burger_pair':3}", "rule-not-number burger_pair"},
		{"coupons", "{'burger_pair':'5'}", "rule-not-number burger_pair"},
		{"coupons", "{'burger_pair':5.0}", "rule-not-number burger_pair"},
		{"coupons", "{'burger_pair':4294967300}", "rule-not-number burger_pair"},
		{"coupons", "{'poop_set':'total'}", "poop_set"},
		{"coupons", "{'Burger_pair':5}", "Burger_pair"},
		{"clips", "{'poop_set':'Total'}", "rule-not-string poop_set"},
		{"clips", "{'poop_set':0}", "rule-not-string poop_set"},
		{"clips", "{'ladder_from':2}", "rule-not-number ladder_from"},
		{"clips", "{'ladder_from':'0'}", "rule-not-number ladder_from"},
		{"clips", "{'ladder_from':true}", "rule-not-number ladder_from"},
		{"laundry", "{'burger_pair':5}", "burger_pair"},
		{"chipit", "{'x':5}", "rule-unknown x"},
		{"chipit", "[]", "rules-not-object"},
	};
	uint64_t dice = 14;

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		struct sample sample;
		json_t *rules = json_quoted("%s", cases[i].rules);
		size_t game = 0;

		while (strcmp(game_nth(game)->id, cases[i].game) != 0)
			game++;
		sample_makers[game](&sample, &dice);
		json_object_set_new(sample.json, "rules", rules);
		assert_false(ask_json(sample.json));
		assert_refused(STATUS_BAD_RESULT, cases[i].words);
		json_decref(sample.json);
	}
}

/* Puts the code into a sample of the game. */
static void
ask_code(size_t game, const char *code, const struct code_key *key)
{
	uint64_t dice = 15;
	struct sample sample;

	sample_makers[game](&sample, &dice);
	if (code != NULL)
		json_object_set_new(sample.json, "code", json_string(code));
	else
		json_object_del(sample.json, "code");
	ask_json_keyed(sample.json, key);
	json_decref(sample.json);
}

static void
codes_are_checked_against_the_game(void **state)
{
	const struct game *game;
	char text[CODE_TEXT];

	(void)state;
	for (size_t n = 0; (game = game_nth(n)) != NULL; n++) {
		struct code code = {.seed = 3, .game = game->number, .version = 9, .players = 2};

		code_write(&code, NULL, text);
		ask_code(n, text, NULL);
		assert_refused(STATUS_UNKNOWN_VERSION, "version-unknown 9");
		code.version = 1;
		code_write(&code, NULL, text);
		text[0] = text[0] == '4' ? '5' : '4';
		ask_code(n, text, NULL);
		assert_int_equal(asked.problems.status, text[0] >= '8' ? STATUS_WRONG_EVENT : STATUS_BAD_CODE);
		ask_code(n, "", NULL);
		assert_refused(STATUS_BAD_CODE, "code-length 0");
		for (size_t other = 0; game_nth(other) != NULL; other++) {
			struct code theirs = {.seed = 3, .game = game_nth(other)->number, .version = 1};

			if (other == n)
				continue;
			game_complete(game_nth(other), &theirs);
			code_write(&theirs, NULL, text);
			ask_code(n, text, NULL);
			assert_refused(STATUS_BAD_CODE, game->id);
			assert_true(told(game_nth(other)->id));
		}
	}
}

static void
a_mistyped_code_is_refused(void **state)
{
	char text[CODE_TEXT];

	(void)state;
	sample_code(1, 3, 2, 0, text);
	text[10] = text[10] == 'A' ? 'B' : 'A';
	ask_code(0, text, NULL);
	assert_refused(STATUS_BAD_CODE, "code-mistyped");
}

static void
some_games_need_their_code(void **state)
{
	(void)state;
	ask_code(0, NULL, NULL);
	assert_refused(STATUS_BAD_CODE, "code-missing");
	ask_code(2, NULL, NULL);
	assert_refused(STATUS_BAD_CODE, "code-missing");
	ask_code(3, NULL, NULL);
	assert_scored();
}

static void
an_events_code_needs_the_events_key(void **state)
{
	struct code code = {.seed = 3, .game = 4, .version = 1, .players = 3, .keyed = true};
	struct code_key ours, theirs;
	char text[CODE_TEXT], digits[CODE_KEY_DIGITS + 1];

	(void)state;
	memset(digits, '1', CODE_KEY_DIGITS);
	digits[CODE_KEY_DIGITS] = '\0';
	assert_true(code_key_read(digits, &ours));
	digits[0] = '2';
	assert_true(code_key_read(digits, &theirs));
	code_write(&code, &ours, text);
	ask_code(3, text, NULL);
	assert_refused(STATUS_WRONG_EVENT, "code-needs-key");
	ask_code(3, text, &theirs);
	assert_refused(STATUS_WRONG_EVENT, "code-mistyped-or-foreign");
}

/* Scores the member "result" of a text with what is given. */
static bool
ask_given(const char *text, const struct answer_given *given)
{
	const struct node *result = node_member(answer_parse(&asked, text, strlen(text)), "result");

	assert_non_null(result);
	return answer_find(&asked, result, NULL, NULL) && answer_score(&asked, result, given);
}

static void
what_is_given_stands_whatever_the_result_says(void **state)
{
	const struct answer_given names = {.name = {"Ana", "", NULL}};
	const struct result *result = (const struct result *)asked.result;

	(void)state;
	assert_true(ask_given("{\"submission\":\"x\",\"result\":{\"game\":\"chipit\",\"players\":"
			      "[{\"name\":5},{\"name\":\"Bo\"},{}],\"games\":[[0,1,2]]},\"agreed\":[]}",
		&names));
	assert_string_equal(result->players.name[0], "Ana");
	assert_string_equal(result->players.name[1], "Bo");
	assert_string_equal(result->players.name[2], "");
	assert_reads_back();
	assert_false(ask_given("{\"result\":{\"game\":\"chipit\",\"players\":[{},{},{}],"
			       "\"games\":[[0,1,2]]}}",
		&(struct answer_given){.name = {"An\na"}}));
	assert_refused(STATUS_BAD_RESULT, "name-not-printable");
	assert_false(ask_given("{\"result\":[]}", NULL));
	assert_refused(STATUS_BAD_JSON, "result-not-object");
}

static void
given_house_rules_replace_those_of_the_result(void **state)
{
	static const struct {
		struct house_choice rules[3];
		const char *refused;
		uint8_t house[HOUSE_RULES];
	} cases[] = {
		{{{0}}, NULL, {0, 0}},
		{{{"poop_set", "bonus", false}}, NULL, {1, 0}},
		{{{"ladder_from", "1", true}, {"poop_set", "total", false}}, NULL, {0, 1}},
		{{{"ladder_from", "1", false}}, "rule-not-number ladder_from", {0, 0}},
		{{{"poop_set", NULL, false}}, "rule-not-string poop_set", {0, 0}},
		{{{"burger_pair", "4", true}}, "rule-unknown burger_pair", {0, 0}},
	};
	const struct result *result = (const struct result *)asked.result;
	char code[CODE_TEXT], text[400];

	(void)state;
	sample_code(3, 3, 0, 0, code);
	snprintf(text, sizeof text,
		"{\"result\":{\"game\":\"clips\",\"code\":\"%s\",\"rules\":{\"poop_set\":\"bonus\",\"no\":0},"
		"\"players\":[{\"clips\":[\"L1x1\",\"L2x1\",\"L3x1\",\"R1x1\",\"R2x1\",\"R3x1\"]}]}}",
		code);
	assert_false(ask_given(text, NULL));
	assert_refused(STATUS_BAD_RESULT, "rule-unknown no");
	for (size_t i = 0; i < LENGTH(cases); i++) {
		bool scored = ask_given(text, &(struct answer_given){.rules = cases[i].rules});

		assert_int_equal(scored, cases[i].refused == NULL);
		if (scored)
			assert_memory_equal(result->house, cases[i].house, HOUSE_RULES);
		else
			assert_refused(STATUS_BAD_RESULT, cases[i].refused);
	}
}

/* What the paper says counts where nobody says otherwise, and a result keeps what was said. */
static void
a_code_says_the_rules_of_its_paper(void **state)
{
	static const struct {
		uint8_t option;
		const char *rules; /* in the result */
		struct house_choice round[2];
		uint8_t house[HOUSE_RULES];
		const char *written; /* of the rules; NULL: not at all */
	} cases[] = {
		{0, NULL, {{0}}, {0, 0}, NULL},
		{1, NULL, {{0}}, {1, 0}, "{\"poop_set\":\"bonus\"}"},
		{2, NULL, {{0}}, {0, 1}, "{\"ladder_from\":1}"},
		{3, NULL, {{0}}, {1, 1}, "{\"poop_set\":\"bonus\",\"ladder_from\":1}"},
		{3, "{\"ladder_from\":0}", {{0}}, {1, 0}, "{\"poop_set\":\"bonus\",\"ladder_from\":0}"},
		{1, "{\"poop_set\":\"total\"}", {{0}}, {0, 0}, "{\"poop_set\":\"total\"}"},
		{0, "{\"poop_set\":\"bonus\"}", {{0}}, {1, 0}, "{\"poop_set\":\"bonus\"}"},
		{1, "{\"poop_set\":\"bonus\"}", {{"poop_set", "total", false}}, {0, 0}, "{\"poop_set\":\"total\"}"},
		{0, NULL, {{"ladder_from", "1", true}}, {0, 1}, "{\"ladder_from\":1}"},
	};
	const struct result *result = (const struct result *)asked.result;

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		struct code code = {.seed = 7, .game = 3, .version = 1, .players = 2, .option = cases[i].option};
		const struct answer_given given = {.rules = cases[i].round};
		char text[500], written[CODE_TEXT], *rules;
		json_t *again;

		code_write(&code, NULL, written);
		snprintf(text, sizeof text,
			"{\"result\":{\"game\":\"clips\",\"code\":\"%s\"%s%s,\"players\":"
			"[{\"clips\":[\"L1x1\",\"L2x1\",\"L3x1\",\"R1x1\",\"R2x1\",\"R3x1\"]}]}}",
			written, cases[i].rules != NULL ? ",\"rules\":" : "",
			cases[i].rules != NULL ? cases[i].rules : "");
		assert_true(ask_given(text, cases[i].round[0].name != NULL ? &given : NULL));
		assert_memory_equal(result->house, cases[i].house, HOUSE_RULES);
		again = asked_result();
		rules = json_dumps(json_object_get(again, "rules"), JSON_COMPACT);
		if (cases[i].written == NULL)
			assert_null(rules);
		else
			assert_string_equal(rules, cases[i].written);
		free(rules);
		json_decref(again);
		assert_reads_back();
		assert_memory_equal(result->house, cases[i].house, HOUSE_RULES);
	}
}

static void
printed_rules_and_options_are_one(void **state)
{
	const struct game *game;

	(void)state;
	for (size_t n = 0; (game = game_nth(n)) != NULL; n++) {
		const struct rules *rules = rules_of(game);

		for (int i = 0; i < HOUSE_RULES && rules->house[i].name != NULL; i++) {
			uint8_t house[HOUSE_RULES] = {0}, read[HOUSE_RULES], option;

			house[i] = 1;
			option = rules_option(rules, house);
			assert_true(option != 0 && game->option == NULL);
			rules_printed(rules, option, read);
			assert_memory_equal(read, house, HOUSE_RULES);
			rules_printed(rules, 0, read);
			assert_int_equal(read[i], 0);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_results_score_as_the_slow_scorer_says),
		cmocka_unit_test(every_game_has_a_rule_book_with_room),
		cmocka_unit_test(the_game_must_be_known),
		cmocka_unit_test(names_are_text_of_bounded_length),
		cmocka_unit_test(sentences_use_names_or_seats),
		cmocka_unit_test(players_must_be_there),
		cmocka_unit_test(house_rules_have_names_and_values),
		cmocka_unit_test(codes_are_checked_against_the_game),
		cmocka_unit_test(a_mistyped_code_is_refused),
		cmocka_unit_test(some_games_need_their_code),
		cmocka_unit_test(an_events_code_needs_the_events_key),
		cmocka_unit_test(what_is_given_stands_whatever_the_result_says),
		cmocka_unit_test(given_house_rules_replace_those_of_the_result),
		cmocka_unit_test(a_code_says_the_rules_of_its_paper),
		cmocka_unit_test(printed_rules_and_options_are_one),
	};

	return cmocka_run_group_tests_name("answer", tests, NULL, NULL);
}
