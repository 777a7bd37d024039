/* SPDX-License-Identifier: MIT
 * Asking for scores. */
#include "tests/scoring/asked.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/tools.h"

struct answer asked;

bool
ask(const char *text)
{
	return answer_text(&asked, text, strlen(text), NULL);
}

bool
ask_json(const json_t *json)
{
	return ask_json_keyed(json, NULL);
}

bool
ask_json_keyed(const json_t *json, const struct code_key *key)
{
	char *text = json_dumps(json, JSON_COMPACT);
	bool scored;

	assert_non_null(text);
	scored = answer_text(&asked, text, strlen(text), key);
	free(text);
	return scored;
}

/* What was written, read by a library that is not ours. */
static json_t *
parse(const struct text *text)
{
	json_error_t error;
	json_t *json = json_loads(text->start, JSON_REJECT_DUPLICATES, &error);

	assert_false(text->full);
	if (json == NULL)
		fail_msg("%s in %s", error.text, text->start);
	return json;
}

json_t *
asked_json(void)
{
	static char buffer[ANSWER_TEXT];
	struct text text;

	text_init(&text, buffer, sizeof buffer);
	answer_write(&asked, &audience_terminal, &text);
	return parse(&text);
}

json_t *
asked_result(void)
{
	static char buffer[ANSWER_TEXT];
	struct text text;

	text_init(&text, buffer, sizeof buffer);
	answer_write_result(&asked, NULL, &text);
	return parse(&text);
}

bool
told(const char *expected)
{
	struct argument argument;
	struct problem problem;

	for (size_t at = 0; problems_next(&asked.problems, &at, &problem);)
		for (size_t i = 0; message_next(&problem.message, &i, &argument);)
			if (strcmp(argument.text, expected) == 0)
				return true;
	return has_problem(&asked.problems, expected);
}

json_t *
json_quoted(const char *format, ...)
{
	static char text[JSON_TEXT_MAX];
	json_error_t error;
	va_list args;
	json_t *json;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	for (char *at = text; *at != '\0'; at++)
		if (*at == '\'')
			*at = '"';
	json = json_loads(text, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
	if (json == NULL)
		fail_msg("%s in %s", error.text, text);
	return json;
}

/* The answer as an independent reader understands it. */
static json_t *
answer_json(void)
{
	static char buffer[ANSWER_TEXT];
	json_error_t error;
	struct text text;
	json_t *json;

	text_init(&text, buffer, sizeof buffer);
	answer_write(&asked, &audience_terminal, &text);
	assert_false(text.full);
	json = json_loads(buffer, JSON_REJECT_DUPLICATES, &error);
	if (json == NULL)
		fail_msg("%s in %s", error.text, buffer);
	return json;
}

/* The JSON of a score says what the score says, its lines add up, and the winners are first. */
static void
check_score_json(void)
{
	json_t *json = answer_json(), *winners = json_object_get(json, "winners");
	json_t *rank = json_object_get(json, "rank");
	size_t at = 0;

	assert_string_equal(json_string_value(json_object_get(json, "game")), asked.game->id);
	assert_int_equal(json_array_size(json_object_get(json, "players")), asked.score.players);
	for (unsigned i = 0; i < asked.score.players; i++) {
		const json_t *player = json_array_get(json_object_get(json, "players"), i), *line;
		json_int_t total = json_integer_value(json_object_get(player, "total")), sum = 0;
		size_t n;

		json_array_foreach(json_object_get(player, "lines"), n, line) {
			assert_true(strlen(json_string_value(json_object_get(line, "what"))) > 0);
			assert_true(strlen(json_string_value(json_object_get(line, "id"))) > 0);
			sum += json_integer_value(json_object_get(line, "points"));
		}
		assert_int_equal(sum, total);
		assert_int_equal(total, asked.score.player[i].total);
		assert_int_equal(json_integer_value(json_object_get(player, "place")), asked.score.player[i].place);
		if (asked.score.player[i].place == 1)
			assert_int_equal(json_integer_value(json_array_get(winners, at++)), i);
	}
	/* Where everybody is out by a ruling nobody has won. */
	assert_true(at > 0 || ((const struct result *)asked.result)->ruling.players != 0);
	assert_int_equal(json_array_size(winners), at);
	assert_int_equal(rank == NULL ? -1 : json_integer_value(rank), asked.score.rank);
	assert_int_equal(json_array_size(json_object_get(json, "scale")), rank == NULL ? 0 : SOLO_RANKS);
	json_decref(json);
}

static void
assert_no_problem(void)
{
	if (asked.problems.count > 0)
		fail_msg("refused: %s", first_sentence(&asked.problems));
}

void
assert_scored(void)
{
	assert_no_problem();
	check_score_json();
}

void
assert_totals(const int *total, unsigned players)
{
	assert_scored();
	assert_int_equal(asked.score.players, players);
	for (unsigned i = 0; i < players; i++)
		assert_int_equal(asked.score.player[i].total, total[i]);
}

void
assert_places(const unsigned *place, unsigned players)
{
	assert_no_problem();
	assert_int_equal(asked.score.players, players);
	for (unsigned i = 0; i < players; i++)
		assert_int_equal(asked.score.player[i].place, place[i]);
}

void
assert_refused(enum status status, const char *expected)
{
	const char *first = first_sentence(&asked.problems);
	char sentence[MESSAGE_TEXT];
	struct problem problem;
	size_t at = 0;
	json_t *json;

	if (asked.problems.count == 0)
		fail_msg("scored, though it should say \"%s\"", expected);
	if (!told(expected))
		fail_msg("\"%s\" is not \"%s\"", first, expected);
	assert_int_equal(asked.problems.status, status);
	json = answer_json();
	assert_string_equal(json_string_value(json_object_get(json, "kind")), status_name(status));
	assert_string_equal(json_string_value(json_object_get(json, "error")), first);
	assert_int_equal(json_array_size(json_object_get(json, "problems")), asked.problems.count);
	assert_int_equal(json_array_size(json_object_get(json, "ids")), asked.problems.count);
	for (size_t i = 0; problems_next(&asked.problems, &at, &problem); i++) {
		problem_write(&problem, &audience_terminal, sentence, sizeof sentence);
		assert_string_equal(json_string_value(json_array_get(json_object_get(json, "problems"), i)), sentence);
		assert_string_equal(json_string_value(json_array_get(json_object_get(json, "ids"), i)),
			message_id(&problem.message));
	}
	json_decref(json);
}

void
assert_reads_back(void)
{
	static struct score before;
	static char again[ANSWER_TEXT];
	struct text text;

	text_init(&text, again, sizeof again);
	answer_write_result(&asked, NULL, &text);
	assert_false(text.full);
	before = asked.score;
	ask(again);
	assert_scored();
	assert_int_equal(asked.score.players, before.players);
	assert_int_equal(asked.score.rank, before.rank);
	for (unsigned i = 0; i < before.players; i++) {
		const struct player_score *now = &asked.score.player[i], *then = &before.player[i];

		assert_int_equal(now->total, then->total);
		assert_int_equal(now->place, then->place);
		assert_int_equal(now->lines, then->lines);
		for (unsigned line = 0; line < then->lines; line++) {
			assert_string_equal(now->line[line].name.id, then->line[line].name.id);
			assert_int_equal(now->line[line].points, then->line[line].points);
		}
	}
}
