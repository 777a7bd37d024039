/* SPDX-License-Identifier: MIT
 * The reasons of a score are true: what they say, worked out again from their
 * words, is what the line has; and nothing is left without one. */
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/scoring/asked.h"
#include "tests/scoring/sample.h"
#include "tests/tools.h"

/* "$3 + 2 × $2" and "1 × $14 (all four), 2 × $5 (two)". */
static int
sum_of_money(const char *reason)
{
	int sum = 0;

	for (const char *at = strchr(reason, '$'); at != NULL; at = strchr(at + 1, '$')) {
		static const char times[] = " × ";
		const char *before = at - strlen(times);
		int copies = 1;

		if (before > reason && memcmp(before, times, strlen(times)) == 0) {
			while (before > reason && g_ascii_isdigit(before[-1]))
				before--;
			copies = atoi(before);
		}
		sum += copies * atoi(at + 1);
	}
	return sum;
}

/* "2 hotdogs left over at -$1", "5 hotdogs and 3 buns: 3 pairs at $3": the number behind the last
 * colon, or the first one, times what is behind "at". */
static int
number_times_price(const char *reason)
{
	const char *colon = strrchr(reason, ':'), *at = strstr(reason, " at ");
	int price;

	assert_non_null(at);
	at += strlen(" at ");
	price = *at == '-' ? -atoi(at + 1 + (at[1] == '$')) : atoi(at + (*at == '$'));
	return atoi(colon == NULL ? reason : colon + 1) * price;
}

static void
check_coupons(const struct score_line *line, const char *reason)
{
	static const char *const money[] = {"chips", "firework", "watermelon", "burgers"};
	static const char *const priced[] = {"grill", "pairs", "left-over", "coleslaw"};
	int dips, chips;

	for (size_t i = 0; i < LENGTH(money); i++)
		if (strcmp(line->name.id, money[i]) == 0 && strstr(reason, "the money on") == NULL)
			assert_int_equal(sum_of_money(reason), line->points);
	for (size_t i = 0; i < LENGTH(priced); i++)
		if (strcmp(line->name.id, priced[i]) == 0)
			assert_int_equal(number_times_price(reason), line->points);
	if (strcmp(line->name.id, "dip") == 0) {
		assert_int_equal(sscanf(reason, "%d %*s × %d chips", &dips, &chips), 2);
		assert_int_equal(dips * chips, line->points);
	}
	if (strstr(line->name.id, "most-fireworks") != NULL)
		assert_int_equal(atoi(strstr(reason, "$") + 1) * (int)asked.score.players, line->points);
}

static void
check_clips(const struct score_line *line, const char *reason)
{
	static const char *const priced[] = {"one", "emerald"};

	for (size_t i = 0; i < LENGTH(priced); i++)
		if (strcmp(line->name.id, priced[i]) == 0)
			assert_int_equal(number_times_price(reason), line->points);
	if (strcmp(line->name.id, "swirl") == 0) {
		int sum = 0;

		for (const char *at = strrchr(reason, ':') + 1; *at != '\0'; at++)
			sum += g_ascii_isdigit(*at) ? *at - '0' : 0;
		assert_int_equal(sum, line->points);
	}
	if (strcmp(line->name.id, "bomb") == 0) {
		const char *plain = strstr(reason, " at -3"), *turned = strstr(reason, " turned");
		int sum = turned == NULL ? 0 : 2 * atoi(reason);

		sum -= plain == NULL ? 0 : 3 * (plain[-1] - '0');
		assert_int_equal(sum, line->points);
	}
}

static void
check_chipit(const struct score_line *line, const char *reason)
{
	const char *cards = strstr(reason, " and ");
	int sum = 0;

	if (!g_str_has_prefix(reason, "lost with "))
		return;
	reason += strlen("lost with ");
	if (strstr(reason, "in chips") != NULL)
		sum += atoi(reason);
	if (strstr(reason, "at 3") != NULL)
		sum += 3 * atoi(cards == NULL ? reason : cards + strlen(" and "));
	assert_int_equal(sum, line->points);
}

static void
reason_of(unsigned player, unsigned line, char reason[MESSAGE_TEXT])
{
	struct message message;

	asked.rules->reason(asked.has_code ? asked.layout : NULL, asked.result, &asked.score, player,
		&asked.score.player[player].line[line], &message);
	assert_true(*message_id(&message) != '\0');
	message_write(&message, &audience_terminal, reason, MESSAGE_TEXT);
}

static void
reasons_work_out_to_their_points(void **state)
{
	uint64_t dice = 12;
	unsigned lines = 0;

	(void)state;
	for (unsigned i = 0; i < 4000; i++) {
		struct sample sample;

		sample_makers[i % SAMPLE_GAMES](&sample, &dice);
		if (ask_json(sample.json)) {
			for (unsigned player = 0; player < asked.score.players; player++) {
				const struct player_score *score = &asked.score.player[player];

				for (unsigned n = 0; n < score->lines; n++, lines++) {
					char reason[MESSAGE_TEXT];

					reason_of(player, n, reason);
					assert_true(*reason != '\0' && strlen(reason) < MESSAGE_TEXT - 1);
					assert_true(g_utf8_validate(reason, -1, NULL));
					if (i % SAMPLE_GAMES == 0)
						check_coupons(&score->line[n], reason);
					if (i % SAMPLE_GAMES == 2)
						check_clips(&score->line[n], reason);
					if (i % SAMPLE_GAMES == 3)
						check_chipit(&score->line[n], reason);
				}
			}
		}
		json_decref(sample.json);
	}
	assert_true(lines > 20000);
}

static void
laundry_says_which_dryer(void **state)
{
	static const struct {
		const char *what, *reason;
	} expected[] = {{"shirt", "from the score dryer, value 2"}, {"sock", "2 socks from the score dryer at 5"},
		{"pair of underwear and bra", "both from the no-score dryer"}};

	(void)state;
	assert_true(ask("{\"game\":\"laundry\",\"players\":[{\"values\":{\"underwear\":1,\"bra\":1,"
			"\"pants\":2,\"shirt\":2,\"bedsheet\":3,\"pillowcase\":3},\"score_dryer\":"
			"[\"shirt\",\"sock\",\"sock\"],\"no_score_dryer\":[\"bra\",\"underwear\"]},"
			"{\"values\":{\"underwear\":1,\"bra\":1,\"pants\":2,\"shirt\":2,\"bedsheet\":3,"
			"\"pillowcase\":3}}]}"));
	assert_int_equal(asked.score.player[0].lines, LENGTH(expected));
	for (unsigned i = 0; i < LENGTH(expected); i++) {
		char reason[MESSAGE_TEXT];

		reason_of(0, i, reason);
		assert_string_equal(asked.score.player[0].line[i].name.english, expected[i].what);
		assert_string_equal(reason, expected[i].reason);
	}
}

/* Scripts that read `score` get what they always got. */
static void
reasons_are_written_when_they_are_asked_for(void **state)
{
	json_t *plain, *with;

	(void)state;
	assert_true(ask("{\"game\":\"chipit\",\"players\":[{},{},{}],\"games\":[[0,1,2]]}"));
	plain = asked_json();
	asked.reasons = true;
	with = asked_json();
	asked.reasons = false;
	for (size_t i = 0; i < 3; i++) {
		json_t *was = json_array_get(json_object_get(plain, "players"), i);
		json_t *is = json_array_get(json_object_get(with, "players"), i);

		was = json_array_get(json_object_get(was, "lines"), 0);
		is = json_array_get(json_object_get(is, "lines"), 0);
		assert_null(json_object_get(was, "why"));
		assert_string_equal(json_string_value(json_object_get(is, "why")),
			i == 0           ? "first to finish"
				: i == 1 ? "second to finish"
					 : "third to finish");
	}
	assert_null(json_object_get(plain, "note"));
	assert_non_null(json_object_get(with, "note"));
	json_decref(plain);
	json_decref(with);
}

#define VALUES "'values':{'underwear':1,'bra':1,'pants':2,'shirt':2,'bedsheet':3,'pillowcase':3}"
#define LEVEL  "{" VALUES ",'score_dryer':['bedsheet','pillowcase','pants','shirt']}" /* 10 points */

/* Words for what decided, from the rule book alone. */
static void
the_note_says_what_decided(void **state)
{
	static const char ours[] = "Equal by every rule, so they are first together.";
	static const char two[] = "[{'loser':0,'chips':%d,'cards':0},{'loser':1,'chips':9,'cards':0},"
				  "{'loser':0,'chips':5,'cards':0},{'loser':1,'chips':5,'cards':0}]";
	static const struct {
		const char *game, *note;
		bool fewer;
	} cases[] = {
		{"'chipit','players':[{},{},{}],'games':[[1,0,2]]", "2 ahead.", false},
		{"'chipit','players':[{},{},{}],'games':[[0,1,2],[1,2,0],[2,0,1]]", ours, false},
		{"'chipit','players':[{},{}],'games':2", "3 ahead. Fewer points are better here.", true},
		{"'chipit','players':[{},{}],'games':9", ours, true},
		{"'laundry','players':[" LEVEL ",{" VALUES ",'score_dryer':['sock','sock']}]",
			"Equal points: more socks from the score dryer decide.", false},
		{"'laundry','players':[{" VALUES ",'score_dryer':['sock','sock']},{" VALUES
		 ",'score_dryer':['sock','bra']}]",
			"4 ahead.", false},
	};

	(void)state;
	asked.reasons = true;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		json_t *json = json_quoted("{'game':%s}", cases[i].game), *answer;
		int chips = (int)json_integer_value(json_object_get(json, "games"));

		if (chips > 0)
			json_object_set_new(json, "games", json_quoted(two, chips == 2 ? 6 : 9));
		assert_true(ask_json(json));
		answer = asked_json();
		assert_string_equal(json_string_value(json_object_get(answer, "note")), cases[i].note);
		assert_int_equal(json_is_true(json_object_get(answer, "fewer")), cases[i].fewer);
		json_decref(answer);
		json_decref(json);
	}
	asked.reasons = false;
}

/* Every game's answers carry a reason a line, and the note fits the places. */
static void
notes_fit_the_places(void **state)
{
	uint64_t dice = 5;
	unsigned broken = 0;

	(void)state;
	asked.reasons = true;
	for (unsigned i = 0; i < 4000; i++) {
		struct sample sample;

		sample_makers[i % SAMPLE_GAMES](&sample, &dice);
		if (ask_json(sample.json)) {
			json_t *answer = asked_json();
			const char *note = json_string_value(json_object_get(answer, "note"));
			bool shared = json_array_size(json_object_get(answer, "winners")) > 1;

			assert_int_equal(g_str_has_prefix(note, "Equal by"), shared);
			assert_int_equal(*note == '\0', asked.score.players == 1);
			if (g_str_has_prefix(note, "Equal points"))
				assert_non_null(strstr(note, asked.rules->tie.english));
			broken += g_str_has_prefix(note, "Equal points");
			json_decref(answer);
		}
		json_decref(sample.json);
	}
	asked.reasons = false;
	assert_true(broken > 10);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reasons_work_out_to_their_points),
		cmocka_unit_test(laundry_says_which_dryer),
		cmocka_unit_test(reasons_are_written_when_they_are_asked_for),
		cmocka_unit_test(the_note_says_what_decided),
		cmocka_unit_test(notes_fit_the_places),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
