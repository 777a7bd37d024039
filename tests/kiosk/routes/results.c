/* SPDX-License-Identifier: MIT
 * What the page asks about results: judged here and nowhere else, stored once,
 * answered from what is stored, and refused with a sentence. */
#include <sqlite3.h>
#include <string.h>

#include "kiosk/http/rate_limit.h"
#include "tests/kiosk/routes/handler_tools.h"
#include "tests/scoring/sample.h"
#include "tests/tools.h"

#define CASUAL_HOUR 60 /* casual results of an address in an hour */

static void
a_result_is_judged_by_the_rules_of_its_round(void **state)
{
	json_t *result = handler_coupons(handler_first), *mine;
	int enforced;

	(void)state;
	json_object_set_new(result, "rules", json_pack("{s:i}", "burger_pair", 5));
	mine = json_deep_copy(result);
	json_object_set_new(mine, "total", json_integer(99));
	assert_int_equal(handler_post("/api/check", result), 200);
	assert_true(json_is_array(handler_member("winners")));
	enforced = (int)json_integer_value(handler_member("players.0.total"));
	assert_string_equal(handler_text("players.0.name"), "Ana");
	/* The same layout as a casual game, where the result's own rule stands. */
	assert_int_equal(handler_post("/api/check", mine), 200);
	assert_string_equal(handler_text("kind"), "bad-result"); /* "total" is no member of a result */
	assert_int_equal(handler_post("/api/result", handler_submit("r1", handler_coupons(handler_first))), 201);
	assert_int_equal(json_integer_value(handler_member("entry.score.players.0.total")), enforced);
	assert_int_equal(json_integer_value(handler_member("entry.result.rules.burger_pair")), 4);
	assert_string_equal(handler_text("entry.who"), "table 1 (Ana, Bo)");
	assert_true(*handler_text("entry.score.players.0.lines.0.why") != '\0');
}

static void
a_table_has_one_result(void **state)
{
	json_int_t id;

	(void)state;
	assert_int_equal(handler_post("/api/result", handler_submit("one", handler_coupons(handler_first))), 201);
	id = json_integer_value(handler_member("entry.id"));
	assert_int_equal(handler_post("/api/result", handler_submit("one", handler_coupons(handler_first))), 200);
	assert_int_equal(json_integer_value(handler_member("entry.id")), id);
	assert_int_equal(handler_post("/api/result", handler_submit("two", handler_coupons(handler_first))), 409);
	assert_string_equal(handler_text("kind"), "taken");
	assert_int_equal(json_integer_value(handler_member("entry.id")), id);
	assert_int_equal(handler_get_code("/api/piece/", handler_first, ""), 200);
	assert_int_equal(json_integer_value(handler_member("entry.id")), id);
}

/* Six clips from the corners, which no hole is near. */
static void
a_card_for_two_is_not_played_alone(void **state)
{
	json_t *clips = json_pack("[s, s, s, s, s, s]", "L1x1", "R1x1", "L8x1", "R8x1", "L2x1", "R2x1");
	char side[CODE_TEXT];

	(void)state;
	handler_code("clips", 2, 1, 0, 0, side);
	assert_int_equal(handler_post("/api/result",
				 handler_submit("solo",
					 json_pack("{s:s, s:s, s:[{s:o}]}", "game", "clips", "code", side, "players",
						 "clips", clips))),
		422);
	assert_string_equal(handler_text("id"), "seats-differ");
}

static void
a_submission_belongs_to_one_table(void **state)
{
	char second[CODE_TEXT];

	(void)state;
	handler_code("coupons", 1, 2, 0, 0, second);
	assert_int_equal(handler_post("/api/result", handler_submit("same", handler_coupons(handler_first))), 201);
	assert_int_equal(handler_post("/api/result", handler_submit("same", handler_coupons(second))), 409);
	assert_string_equal(handler_text("kind"), "used");
}

/* The same again is answered with what is stored; something else under the same name never is. */
static void
a_submission_says_one_thing(void **state)
{
	json_t *other = handler_coupons(handler_first), *named = handler_coupons(handler_first), *coupons;

	(void)state;
	assert_int_equal(handler_post("/api/result", handler_submit("same", handler_coupons(handler_first))), 201);
	assert_int_equal(handler_post("/api/result", handler_submit("same", handler_coupons(handler_first))), 200);
	/* The names of those who sit there stand, whatever is sent. */
	json_object_set_new(json_array_get(json_object_get(named, "players"), 0), "name", json_string("Eve"));
	assert_int_equal(handler_post("/api/result", handler_submit("same", named)), 200);
	coupons = json_object_get(json_array_get(json_object_get(other, "players"), 0), "coupons");
	assert_true(json_array_size(coupons) > 1);
	json_array_append(json_object_get(other, "discarded"), json_array_get(coupons, 0));
	json_array_append(json_object_get(json_array_get(json_object_get(other, "players"), 1), "coupons"),
		json_array_get(coupons, 0));
	json_array_remove(coupons, 0);
	assert_int_equal(handler_post("/api/result", handler_submit("same", other)), 409);
	assert_string_equal(handler_text("kind"), "used");
	assert_string_equal(handler_text("id"), "submission-used");
	assert_int_equal(handler_post("/api/withdraw",
				 json_pack("{s:s, s:s, s:s}", "submission", "same", "play", handler_first, "why", "?")),
		409);
}

/* Somebody else has the database for longer than anybody waits. */
static void
a_locked_database_stores_nothing_and_says_so(void **state)
{
	sqlite3 *other;

	(void)state;
	assert_int_equal(handler_get_code("/api/piece/", handler_first, ""), 200);
	assert_int_equal(sqlite3_open(handler_file, &other), SQLITE_OK);
	assert_int_equal(sqlite3_exec(other, "begin immediate", NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(handler_post("/api/result", handler_submit("locked", handler_coupons(handler_first))), 503);
	assert_string_equal(handler_text("kind"), "trouble");
	assert_true(*handler_text("error") != '\0');
	assert_int_equal(sqlite3_exec(other, "rollback", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(other);
	assert_int_equal(handler_get_code("/api/piece/", handler_first, ""), 200);
	assert_true(json_is_null(handler_member("entry")));
	for (int i = 0; i < 400; i++) {
		if (handler_post("/api/result", handler_submit("locked", handler_coupons(handler_first))) != 503)
			break;
		g_usleep(25000);
	}
	assert_int_equal(handler_reply.status, 201);
}

static void
the_organiser_corrects_and_withdraws(void **state)
{
	(void)state;
	assert_int_equal(handler_post("/api/result", handler_submit("a", handler_coupons(handler_first))), 201);
	assert_int_equal(handler_post("/api/correct",
				 json_pack("{s:s, s:o}", "submission", "b", "result", handler_coupons(handler_first))),
		400); /* no reason */
	assert_int_equal(handler_post("/api/correct",
				 json_pack("{s:s, s:o, s:s}", "submission", "b", "result",
					 handler_coupons(handler_first), "why", "mixed up")),
		201);
	assert_string_equal(handler_text("entry.kind"), "correction");
	assert_string_equal(handler_text("entry.who"), "organiser");
	assert_int_equal(handler_post("/api/withdraw",
				 json_pack("{s:s, s:s, s:s}", "submission", "c", "play", handler_first, "why", "?!")),
		201);
	assert_string_equal(handler_text("entry.kind"), "withdrawn");
	assert_true(json_is_null(handler_member("entry.result")));
	assert_int_equal(handler_post("/api/withdraw",
				 json_pack("{s:s, s:s, s:s}", "submission", "d", "play", handler_first, "why", "?!")),
		404);
	assert_int_equal(handler_post("/api/withdraw",
				 json_pack("{s:s, s:s, s:s}", "submission", "e", "play", "laundry", "why", "x")),
		404);
	assert_int_equal(handler_post("/api/result", handler_submit("f", handler_coupons(handler_first))), 201);
	assert_int_equal(handler_get("/api/table/1/1"), 200);
	assert_int_equal(json_array_size(handler_member("history")), 4);
	assert_string_equal(handler_text("plays.0.entry.kind"), "result");
	assert_string_equal(handler_text("names.1"), "Bo");
	/* A code is for those who hold it, and for the organiser. */
	assert_true(json_is_null(handler_member("plays.0.code")));
	handler_organiser = true;
	assert_int_equal(handler_get("/api/table/1/1"), 200);
	handler_organiser = false;
	assert_string_equal(handler_text("plays.0.code"), handler_first);
	assert_int_equal(handler_get("/api/table/1/9"), 404);
	assert_int_equal(handler_get("/api/table/one/1"), 404);
}

/* Every game from dice, with and without a code, any number of times. */
static void
casual_games_are_stored_as_often_as_they_are_played(void **state)
{
	uint64_t dice = 5;
	unsigned stored = 0;

	(void)state;
	for (unsigned i = 0; i < 40; i++) {
		struct sample sample;
		char submission[16], path[64];
		unsigned status;
		json_int_t id;

		sample_makers[i % SAMPLE_GAMES](&sample, &dice);
		g_snprintf(submission, sizeof submission, "s%u", i);
		status = handler_post("/api/result", handler_submit(submission, json_deep_copy(sample.json)));
		assert_int_equal(status, sample.finished ? 201 : 422);
		if (!sample.finished) {
			assert_true(json_array_size(handler_member("problems")) > 0);
			json_decref(sample.json);
			continue;
		}
		assert_true(json_is_false(handler_member("entry.event")));
		id = json_integer_value(handler_member("entry.id"));
		if (json_object_get(sample.json, "code") == NULL)
			assert_string_equal(
				handler_text("entry.play"), json_string_value(json_object_get(sample.json, "game")));
		for (unsigned player = 0; player < sample.players; player++) {
			g_snprintf(path, sizeof path, "entry.score.players.%u.total", player);
			assert_int_equal(json_integer_value(handler_member(path)), sample.total[player]);
		}
		g_snprintf(path, sizeof path, "/api/entry/%d", (int)id);
		assert_int_equal(handler_get(path), 200);
		assert_int_equal(json_array_size(handler_member("history")), 1);
		g_snprintf(path, sizeof path, "/score/%d.pdf", (int)id);
		assert_int_equal(handler_get(path), 200);
		assert_memory_equal(g_bytes_get_data(handler_reply.bytes, NULL), "%PDF-", 5);
		json_decref(sample.json);
		stored++;
	}
	assert_true(stored > 20);
	assert_int_equal(handler_get("/api/entry/9999"), 404);
	assert_int_equal(handler_get("/api/entry/-1"), 404);
	assert_int_equal(handler_get("/api/entry/"), 404);
	assert_int_equal(handler_get("/score/x.pdf"), 404);
}

static void
hostile_bodies_get_a_sentence(void **state)
{
	static const char *const bodies[] = {"", "{", "[]", "null", "3", "\"\\u0000\"", "{\"submission\":\"x\"}",
		"{\"submission\":\"\",\"result\":{}}", "{\"submission\":\"x\",\"result\":[]}",
		"{\"submission\":\"x\",\"result\":{\"game\":3}}",
		"{\"submission\":\"x\",\"result\":{\"game\":\"coupons\",\"code\":\"x\",\"players\":3}}",
		"{\"submission\":\"a\\nb\",\"result\":{}}", "{\"submission\":7,\"result\":{}}",
		"{\"submission\":\"x\",\"result\":{\"game\":\"laundry\",\"players\":[3,4]}}"};
	static const char *const paths[] = {"/api/check", "/api/result", "/api/correct", "/api/withdraw"};
	GString *deep = g_string_new(NULL);

	(void)state;
	for (size_t path = 0; path < LENGTH(paths); path++) {
		for (size_t i = 0; i < LENGTH(bodies); i++) {
			unsigned status = handler_send(paths[path], bodies[i], strlen(bodies[i]), NULL);

			assert_true(status == 400 || status == 422 || status == 404 || (path == 0 && status == 200));
			assert_true(*handler_text("error") != '\0');
		}
	}
	for (int i = 0; i < 1000; i++)
		g_string_append(deep, "[");
	for (int i = 0; i < 1000; i++)
		g_string_append(deep, "]");
	assert_int_equal(handler_send("/api/check", deep->str, deep->len, NULL), 400);
	assert_string_equal(handler_text("kind"), "bad-request");
	assert_int_equal(handler_send("/api/check", "", 0, NULL), 400);
	assert_string_equal(handler_text("id"), "body-empty");
	g_string_free(deep, TRUE);
}

/* Names are long, and not all bytes of `who` fit. */
static void
long_names_are_cut_between_characters(void **state)
{
	json_t *body = handler_submit("long",
		json_pack("{s:s, s:[{}, {}], s:[{s:i, s:i, s:i}, {s:i, s:i, s:i}, "
			  "{s:i, s:i, s:i}, {s:i, s:i, s:i}]}",
			"game", "chipit", "players", "games", "loser", 0, "chips", 2, "cards", 1, "loser", 1, "chips",
			2, "cards", 1, "loser", 0, "chips", 2, "cards", 1, "loser", 0, "chips", 2, "cards", 1));
	json_t *agreed = json_array();
	GString *name = g_string_new(NULL);

	(void)state;
	for (int i = 0; i < 80; i++)
		g_string_append(name, "\xE6\xA5\xBD");
	for (int i = 0; i < 2; i++)
		json_object_set_new(
			json_array_get(json_object_get(json_object_get(body, "result"), "players"), (size_t)i), "name",
			json_string(name->str));
	for (int i = 0; i < 6; i++)
		json_array_append_new(agreed, json_string(name->str));
	json_object_set_new(body, "agreed", agreed);
	assert_int_equal(handler_post("/api/result", body), 201);
	assert_true(strlen(handler_text("entry.who")) > 200);
	assert_true(g_utf8_validate(handler_text("entry.who"), -1, NULL));
	g_string_free(name, TRUE);
}

/* A casual game of two with these names, as "agreed" too where that says nothing else; with the status
 * of the answer. */
static unsigned
send_pair(const char *submission, const char *one, const char *other, json_t *agreed)
{
	json_t *body = handler_submit(submission,
		json_pack("{s:s, s:[{s:s}, {s:s}], s:[{s:i, s:i, s:i}, {s:i, s:i, s:i}, {s:i, s:i, s:i}, "
			  "{s:i, s:i, s:i}]}",
			"game", "chipit", "players", "name", one, "name", other, "games", "loser", 0, "chips", 2,
			"cards", 1, "loser", 1, "chips", 2, "cards", 1, "loser", 0, "chips", 2, "cards", 1, "loser", 0,
			"chips", 2, "cards", 1));

	json_object_set_new(body, "agreed", agreed);
	return handler_post("/api/result", body);
}

/* What is written of who agreed names those who played, and nobody else. */
static void
nobody_signs_as_the_organiser(void **state)
{
	json_t *body;

	(void)state;
	assert_int_equal(send_pair("1", "Ana", "Bo", json_pack("[s, s]", "Bo", "organiser")), 201);
	assert_string_equal(handler_text("entry.who"), "the players (Bo)");
	assert_int_equal(send_pair("2", "Organiser", "Bo", json_pack("[s]", "Organiser")), 201);
	assert_string_equal(handler_text("entry.who"), "the players (Bo)");
	assert_int_equal(send_pair("3", "", "organiser", json_pack("[s, s]", "Player A", "Player B")), 201);
	assert_string_equal(handler_text("entry.who"), "the players (Player A)");
	assert_int_equal(send_pair("4", "", "", json_pack("[i, s, [s]]", 1, "the organiser, Ana", "organiser")), 201);
	assert_string_equal(handler_text("entry.who"), "the players");
	body = handler_submit("5", handler_coupons(handler_first));
	json_object_set_new(body, "agreed", json_pack("[s, s]", "organiser", "Bo"));
	assert_int_equal(handler_post("/api/result", body), 201);
	assert_string_equal(handler_text("entry.who"), "table 1 (Bo)");
}

static void
names_that_cannot_be_shown_are_refused(void **state)
{
	(void)state;
	assert_int_equal(send_pair("1", "Ana\u202Ecod", "Bo", json_null()), 422);
	assert_string_equal(handler_text("id"), "name-not-printable");
	assert_int_equal(send_pair("2", "Ana", "\u200B", json_null()), 422);
	assert_int_equal(send_pair("3", "Ana", "B\xC2\x85o", json_null()), 422);
	assert_int_equal(send_pair("4", "Ana", "李小龙", json_null()), 201);
}

/* A game of laundry without a code. */
static unsigned
submit_casual(const char *submission)
{
	json_t *values = json_pack("{s:i, s:i, s:i, s:i, s:i, s:i}", "underwear", 1, "bra", 1, "pants", 2, "shirt", 2,
		"bedsheet", 3, "pillowcase", 3);
	json_t *player =
		json_pack("{s:o, s:[s, s], s:[]}", "values", values, "score_dryer", "sock", "sock", "no_score_dryer");

	return handler_post("/api/result",
		handler_submit(submission, json_pack("{s:s, s:[O, o]}", "game", "laundry", "players", player, player)));
}

static void
casual_games_are_stored_unless_the_organiser_says_no(void **state)
{
	(void)state;
	assert_int_equal(submit_casual("a"), 201);
	assert_int_equal(handler_post("/api/event/settings", json_pack("{s:i}", "casual", 0)), 422);
	assert_int_equal(handler_post("/api/event/settings", json_pack("{s:b}", "casual", 0)), 200);
	assert_int_equal(submit_casual("b"), 403);
	assert_string_equal(handler_text("id"), "casual-off");
	/* What was stored before stays, and so does the answer to it. */
	assert_int_equal(submit_casual("a"), 200);
	assert_int_equal(handler_post("/api/result", handler_submit("c", handler_coupons(handler_first))), 201);
	assert_int_equal(handler_post("/api/event/settings", json_pack("{s:b}", "casual", 1)), 200);
	assert_int_equal(submit_casual("b"), 201);
}

static void
a_visitor_stores_so_many_casual_games_an_hour(void **state)
{
	static const char *const addresses[] = {"192.0.2.7", "2001:db8::7"};
	char submission[16];

	(void)state;
	for (size_t i = 0; i < LENGTH(addresses); i++) {
		handler_address = addresses[i];
		for (unsigned n = 0; n <= CASUAL_HOUR; n++) {
			g_snprintf(submission, sizeof submission, "v%zu.%u", i, n);
			assert_int_equal(submit_casual(submission), n < CASUAL_HOUR ? 201 : 429);
		}
		assert_in_range(json_integer_value(handler_member("seconds")), 1, 60);
		/* Tables of the event are another thing, and so are others. */
		g_snprintf(submission, sizeof submission, "t%zu", i);
		assert_in_range(handler_post("/api/result", handler_submit(submission, handler_coupons(handler_first))),
			201, 409);
	}
	handler_address = "192.0.2.8";
	assert_int_equal(submit_casual("other"), 201);
	handler_address = NULL;
	assert_int_equal(submit_casual("here"), 201);
}

/* More than one of its addresses has, and an end, too. */
static void
a_network_has_a_quota_of_its_own(void **state)
{
	struct rate_limit *quota = handler_kiosk.casual_results;

	(void)state;
	for (unsigned n = 0; n < 9 * CASUAL_HOUR; n++) {
		char address[32];

		g_snprintf(address, sizeof address, "2001:db8:1:1::%x", n);
		assert_int_equal(rate_limit_wait(quota, address, 1) == 0, n < 8 * CASUAL_HOUR);
		if (n < 8 * CASUAL_HOUR)
			rate_limit_take(quota, address, 1);
	}
	assert_int_equal(rate_limit_wait(quota, "2001:db8:1:2::1", 1), 0);
}

/* The sentence is the same in brackets; everything that programs read is the same. */
static void
a_refusal_is_in_the_language_of_the_request(void **state)
{
	const char *before = handler_language;
	char *english;

	(void)state;
	handler_language = "en";
	assert_int_equal(handler_get("/api/entry/77"), 404);
	english = g_strdup_printf("[%s]", handler_text("error"));
	handler_language = "qps-ploc,en;q=0.5";
	assert_int_equal(handler_get("/api/entry/77"), 404);
	assert_string_equal(handler_text("error"), english);
	assert_string_equal(handler_text("id"), "no-such-result");
	assert_string_equal(handler_text("kind"), "unknown");
	handler_language = before;
	g_free(english);
}

/* As the sentence says: characters, whatever they take as bytes. */
static void
a_reason_has_a_thousand_characters_at_most(void **state)
{
	(void)state;
	assert_int_equal(handler_post("/api/result", handler_submit("a", handler_coupons(handler_first))), 201);
	for (unsigned more = 2; more-- > 0;) {
		GString *why = g_string_new(NULL);

		for (unsigned i = 0; i < 1000 + more; i++)
			g_string_append(why, "\xf0\x9f\x8e\xb2");
		assert_int_equal(handler_post("/api/correct",
					 json_pack("{s:s, s:o, s:s}", "submission", "b", "result",
						 handler_coupons(handler_first), "why", why->str)),
			more > 0 ? 400 : 201);
		if (more > 0)
			assert_string_equal(handler_text("id"), "reason-missing");
		else
			assert_string_equal(handler_text("entry.why"), why->str);
		g_string_free(why, TRUE);
	}
}

#define ALONE(name) cmocka_unit_test_setup_teardown(name, handler_open, handler_close)
#define EVENT(name) cmocka_unit_test_setup_teardown(name, handler_open_event, handler_close)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		EVENT(a_result_is_judged_by_the_rules_of_its_round),
		EVENT(a_table_has_one_result),
		EVENT(a_card_for_two_is_not_played_alone),
		EVENT(a_submission_belongs_to_one_table),
		EVENT(a_submission_says_one_thing),
		EVENT(a_locked_database_stores_nothing_and_says_so),
		EVENT(the_organiser_corrects_and_withdraws),
		EVENT(a_reason_has_a_thousand_characters_at_most),
		ALONE(casual_games_are_stored_as_often_as_they_are_played),
		EVENT(casual_games_are_stored_unless_the_organiser_says_no),
		EVENT(a_visitor_stores_so_many_casual_games_an_hour),
		ALONE(a_network_has_a_quota_of_its_own),
		ALONE(a_refusal_is_in_the_language_of_the_request),
		EVENT(hostile_bodies_get_a_sentence),
		ALONE(long_names_are_cut_between_characters),
		EVENT(nobody_signs_as_the_organiser),
		ALONE(names_that_cannot_be_shown_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
