/* SPDX-License-Identifier: MIT
 * An evening at the desk: rulings, and what comes of them. */
#include <string.h>

#include "tests/kiosk/routes/event_tools.h"
#include "tests/tools.h"

static const int four[] = {1, 2, 3, 4};

static int
open_seated(void **state)
{
	event_open(state);
	assert_int_equal(event_enter("Ana\nBo\nCy\nDi"), 200);
	assert_int_equal(event_seat_by_hand(1, four, 4), 200);
	return 0;
}

static unsigned
rule(const char *submission, json_t *result, json_t *ruling, const char *why)
{
	json_object_set_new(result, "ruling", ruling);
	return handler_post(
		"/api/correct", json_pack("{s:s, s:o, s:s}", "submission", submission, "result", result, "why", why));
}

static bool
last_says(const char *words)
{
	gsize size;
	const char *text = g_bytes_get_data(handler_reply.bytes, &size);

	return g_strstr_len(text, (gssize)size, words) != NULL;
}

/* Unassigns the first coupon of a result that somebody has; returns its id. */
static char *
lose_one(json_t *result)
{
	json_t *list = json_object_get(json_array_get(json_object_get(result, "players"), 0), "coupons");
	char *id = g_strdup(json_string_value(json_array_get(list, 0)));

	json_array_remove(list, 0);
	return id;
}

static void
a_lost_coupon_is_ruled_upon(void **state)
{
	json_t *result = handler_coupons(handler_first);
	char *lost = lose_one(result);

	(void)state;
	assert_int_equal(handler_post("/api/result", handler_submit("a", json_deep_copy(result))), 422);
	assert_string_equal(handler_text("id"), "coupons-missing");
	json_object_set_new(result, "lost", json_pack("[s]", lost));
	json_object_set_new(result, "ruling", json_pack("{s:s}", "kind", "lost"));
	/* Not by players, and not without a reason. */
	assert_int_equal(handler_post("/api/result", handler_submit("b", json_deep_copy(result))), 401);
	assert_string_equal(handler_text("kind"), "organiser");
	assert_int_equal(rule("c", json_deep_copy(result), json_pack("{s:s}", "kind", "lost"), ""), 400);
	assert_int_equal(
		rule("d", json_deep_copy(result), json_pack("{s:s}", "kind", "lost"), "the wind took it"), 201);
	assert_string_equal(handler_text("entry.result.ruling.kind"), "lost");
	assert_string_equal(handler_text("entry.result.lost.0"), lost);
	assert_string_equal(handler_text("entry.score.ruling_id"), "ruled-lost");
	/* Everybody reads it, with the reason: in the history and in what is taken away. */
	assert_int_equal(handler_get("/api/table/1/1"), 200);
	assert_string_equal(handler_text("history.0.why"), "the wind took it");
	assert_string_equal(handler_text("history.0.result.lost.0"), lost);
	assert_int_equal(handler_get("/results.csv"), 200);
	assert_true(last_says("place,ruling,reason\r\n"));
	assert_true(last_says("\"1 piece was lost and is unassigned.\",\"the wind took it\"\r\n"));
	assert_int_equal(handler_get("/results.json"), 200);
	assert_string_equal(handler_text("entries.0.result.ruling.kind"), "lost");
	assert_int_equal(handler_get("/score/1.pdf"), 200);
	/* And scoring all of it again gives what was stored. */
	assert_int_equal(handler_post("/api/verify", json_object()), 200);
	assert_true(json_is_true(handler_member("sound")));
	g_free(lost);
	json_decref(result);
}

static void
a_table_without_a_game_has_its_ruling(void **state)
{
	json_t *empty = json_pack("{s:s, s:s, s:[{}, {}]}", "game", "coupons", "code", handler_first, "players");

	(void)state;
	assert_int_equal(
		rule("a", json_deep_copy(empty),
			json_pack("{s:s, s:[i], s:b}", "kind", "no-show", "players", 1, "unplayed", 1), "Bo is ill"),
		201);
	assert_string_equal(handler_text("entry.score.players.0.name"), "Ana");
	assert_string_equal(handler_text("entry.score.players.1.out"), "no-show");
	assert_int_equal(handler_get("/api/standings"), 200);
	assert_string_equal(handler_text("rows.0.name"), "Ana");
	assert_int_equal(event_number("rows.0.points"), 4);
	assert_int_equal(event_number("rows.0.played"), 1);
	assert_int_equal(handler_get("/api/table/1/1"), 200);
	assert_string_equal(handler_text("plays.0.entry.score.ruling"),
		"Bo did not come and took the last place; no game was played.");
	assert_int_equal(handler_get("/score/1.pdf"), 200);
	assert_int_equal(handler_get("/review/1.json"), 422);
	/* The others of the table are as many as sit there. */
	json_array_append_new(json_object_get(empty, "players"), json_object());
	assert_int_equal(
		rule("b", empty, json_pack("{s:s, s:[i], s:b}", "kind", "no-show", "players", 1, "unplayed", 1), "?"),
		422);
	assert_string_equal(handler_text("id"), "seats-differ");
	assert_int_equal(handler_post("/api/verify", json_object()), 200);
	assert_true(json_is_true(handler_member("sound")));
}

static unsigned
check_in(const char *people, bool here)
{
	return handler_post("/api/event/here",
		json_pack("{s:o, s:b}", "people", json_loads(people, JSON_DECODE_ANY, NULL), "here", here));
}

static unsigned delete (const char *people)
{
	return handler_post(
		"/api/event/delete", json_pack("{s:o}", "people", json_loads(people, JSON_DECODE_ANY, NULL)));
}

static void
only_who_is_here_gets_a_seat(void **state)
{
	(void)state;
	/* Nobody checks in: everybody is here. */
	assert_int_equal(event_seat("random"), 200);
	assert_int_equal(json_array_size(handler_member("seats")), 4);
	assert_int_equal(check_in("[2,4]", true), 200);
	assert_int_equal(handler_get("/api/event"), 200);
	assert_true(json_is_false(handler_member("people.0.here")));
	assert_true(json_is_true(handler_member("people.1.here")));
	for (int i = 0; i < 2; i++) {
		assert_int_equal(event_seat(i == 0 ? "random" : "standings"), 200);
		assert_int_equal(json_array_size(handler_member("seats")), 2);
		assert_int_equal(event_number("seats.0.person") + event_number("seats.1.person"), 6);
	}
	/* Who has left is not here, though checked in. One alone has no seat at tables for two, but a bye. */
	assert_int_equal(event_enter_one(4, "Di", true), 200);
	assert_int_equal(event_seat("random"), 200);
	assert_int_equal(json_array_size(handler_member("seats")), 0);
	assert_int_equal(event_number("byes.0.person"), 2);
	assert_int_equal(check_in("[2]", false), 200);
	assert_int_equal(check_in("[9]", true), 404);
	assert_int_equal(check_in("\"all\"", true), 422);
	assert_int_equal(check_in("[\"2\"]", true), 422);
	assert_int_equal(check_in("[]", true), 422);
	assert_int_equal(handler_post("/api/event/here", json_pack("{s:[i]}", "people", 1)), 422);
}

static void
people_are_deleted_unless_they_have_results(void **state)
{
	(void)state;
	event_coupons(1, 201);
	assert_int_equal(delete ("[1]"), 422);
	assert_string_equal(handler_text("id"), "person-has-results");
	assert_int_equal(delete ("[3]"), 200);
	assert_int_equal(delete ("[3]"), 404);
	assert_int_equal(delete ("3"), 422);
	assert_int_equal(handler_get("/api/event"), 200);
	assert_int_equal(json_array_size(handler_member("people")), 3);
	assert_int_equal(json_array_size(handler_member("seats")), 3);
	assert_int_equal(handler_get("/api/standings"), 200);
	assert_int_equal(json_array_size(handler_member("rows")), 3);
	assert_int_equal(handler_get("/api/changes"), 200);
	assert_string_equal(handler_text("changes.0.what"), "people: Cy deleted");
}

/* Every result that counts is in the list once, and found by who played, where and what was ruled. */
static void
results_are_listed_and_found(void **state)
{
	char code[CODE_TEXT];

	(void)state;
	event_coupons(1, 201);
	event_coupons(2, 201);
	handler_code("coupons", 1, 2, 0, 0, code);
	assert_int_equal(
		rule("a", handler_coupons(code), json_pack("{s:s, s:[i]}", "kind", "late", "players", 0), "The bus"),
		201);
	for (int i = 0; i < 60; i++) {
		char name[16];

		g_snprintf(name, sizeof name, "casual-%d", i);
		assert_int_equal(handler_post("/api/result",
					 handler_submit(name,
						 json_pack("{s:s, s:[{s:s}, {s:s}, {s:s}], s:[[i, i, i]]}", "game",
							 "chipit", "players", "name", i == 7 ? "Zo\u00eb" : "Max",
							 "name", "Mia", "name", "Moe", "games", 0, 1, 2))),
			201);
	}
	assert_int_equal(handler_get("/api/results"), 200);
	assert_int_equal(json_array_size(handler_member("results")), 50);
	assert_int_equal(event_number("results.0.entry"), 63);
	assert_int_equal(event_number("next"), 14);
	assert_int_equal(handler_get("/api/results?before=14"), 200);
	assert_int_equal(json_array_size(handler_member("results")), 12);
	assert_true(json_is_null(handler_member("next")));
	assert_int_equal(event_number("results.10.entry"), 3); /* what entry 2 was before */
	assert_true(json_is_true(handler_member("results.10.corrected")));
	assert_string_equal(handler_text("results.10.ruling"), "Cy came late.");
	assert_null(json_object_get(handler_member("results.10"), "play"));
	assert_int_equal(handler_get("/api/results?search=Max"), 401);
	handler_organiser = true;
	assert_int_equal(handler_get("/api/results?search=ZO\u00cb chip"), 200);
	assert_int_equal(json_array_size(handler_member("results")), 1);
	assert_string_equal(handler_text("results.0.names.0"), "Zo\u00eb");
	assert_int_equal(handler_get("/api/results?search=table 2"), 200);
	assert_int_equal(json_array_size(handler_member("results")), 1);
	assert_int_equal(handler_get("/api/results?search=bus"), 200);
	assert_int_equal(json_array_size(handler_member("results")), 1);
	assert_int_equal(handler_get("/api/results?search=nobody"), 200);
	assert_int_equal(json_array_size(handler_member("results")), 0);
	assert_true(json_is_null(handler_member("next")));
	handler_organiser = false;
	assert_int_equal(handler_get("/api/results?before=x"), 400);
}

static unsigned
enter(const char *code, int after, const char *what)
{
	char *path = g_strconcat("/api/draft/", code, NULL);
	unsigned status = handler_post(path, json_pack("{s:{s:s}, s:i}", "state", "what", what, "after", after));

	g_free(path);
	return status;
}

/* What one phone of a table enters another sees; nobody else does, and nobody overwrites what was not seen. */
static void
phones_of_a_table_share_what_is_entered(void **state)
{
	char sheet[CODE_TEXT], other[CODE_TEXT], casual[CODE_TEXT], path[80], *large = g_strnfill(40000, 'x');
	const struct code nobodys = {.game = game_by_id("clips")->number, .version = 1, .players = 2};
	json_int_t number;

	(void)state;
	handler_code("coupons", 1, 1, 0, 1, sheet);
	handler_code("coupons", 1, 2, 0, 0, other);
	code_write(&nobodys, NULL, casual);
	assert_int_equal(handler_get_code("/api/draft/", handler_first, ""), 200);
	assert_int_equal(event_number("number"), 0);
	assert_int_equal(enter(handler_first, 0, "A01 to Ana"), 200);
	number = json_integer_value(handler_member("number"));
	assert_true(number > 0);
	/* By another piece of the table. */
	assert_int_equal(handler_get_code("/api/draft/", sheet, ""), 200);
	assert_string_equal(handler_text("state.what"), "A01 to Ana");
	g_snprintf(path, sizeof path, "?after=%" G_GINT64_FORMAT, (gint64)number);
	assert_int_equal(handler_get_code("/api/draft/", sheet, path), 200);
	assert_true(json_is_null(handler_member("state")));
	assert_int_equal(enter(sheet, 0, "B01 to Bo"), 409);
	assert_string_equal(handler_text("kind"), "taken");
	assert_string_equal(handler_text("state.what"), "A01 to Ana");
	/* The other table has its own. */
	assert_int_equal(handler_get_code("/api/draft/", other, ""), 200);
	assert_int_equal(event_number("number"), 0);
	assert_int_equal(enter(other, 0, large), 413);
	assert_int_equal(enter("0H000-00000-5A000-0050Y", 0, "?"), 422);
	assert_int_equal(enter(casual, 0, "?"), 404);
	assert_int_equal(handler_get_code("/api/draft/", handler_first, "?after=x"), 400);
	assert_int_equal(handler_post("/api/draft/x", json_pack("{s:i}", "after", 0)), 400);
	g_free(large);
}

/* The others of a table learn that one of them has saved; what they had entered is gone. */
static void
a_saved_result_closes_what_was_entered(void **state)
{
	char path[80];
	json_int_t number, closed;

	(void)state;
	assert_int_equal(enter(handler_first, 0, "A01 to Ana"), 200);
	number = json_integer_value(handler_member("number"));
	assert_int_equal(handler_post("/api/result", handler_submit("a", handler_coupons(handler_first))), 201);
	g_snprintf(path, sizeof path, "?after=%" G_GINT64_FORMAT, (gint64)number);
	assert_int_equal(handler_get_code("/api/draft/", handler_first, path), 200);
	assert_true(json_is_true(handler_member("saved")));
	assert_true(json_is_null(handler_member("state")));
	closed = json_integer_value(handler_member("number"));
	assert_true(closed > number);
	/* Nothing is entered over it, also by a phone that has entered nothing before: that is told, not refused. */
	assert_int_equal(enter(handler_first, 0, "B01 to Bo"), 200);
	assert_true(json_is_true(handler_member("saved")));
	assert_int_equal(json_integer_value(handler_member("number")), closed);
	/* Who knows of it is not told again; a table that is open again can be entered. */
	g_snprintf(path, sizeof path, "?after=%" G_GINT64_FORMAT, (gint64)closed);
	assert_int_equal(handler_get_code("/api/draft/", handler_first, path), 200);
	assert_true(json_is_false(handler_member("saved")));
	assert_int_equal(
		handler_post("/api/withdraw",
			json_pack("{s:s, s:s, s:s}", "submission", "w", "play", handler_first, "why", "wrong table")),
		201);
	g_snprintf(path, sizeof path, "/api/draft/%s", handler_first);
	assert_int_equal(
		handler_post(path, json_pack("{s:{s:s}, s:I}", "state", "what", "A01 to Bo", "after", closed)), 200);
	assert_int_equal(handler_get_code("/api/draft/", handler_first, ""), 200);
	assert_string_equal(handler_text("state.what"), "A01 to Bo");
}

/* A table is shown in the colours of its sheets wherever its people are. */
static void
a_table_has_the_colours_of_its_sheets(void **state)
{
	static const struct {
		const char *path, *member;
	} place[] = {
		{"/api/table/1/1", "colours"},
		{"/api/event", "rounds.0.tables.0.colours"},
		{"/api/where?name=Bo", "sits.colours"},
	};
	json_t *colours;

	(void)state;
	assert_int_equal(handler_get_code("/api/piece/", handler_first, ""), 200);
	colours = json_deep_copy(handler_member("colours"));
	assert_int_equal(json_array_size(colours), 2);
	for (size_t i = 0; i < G_N_ELEMENTS(place); i++) {
		assert_int_equal(handler_get(place[i].path), 200);
		assert_true(json_equal(handler_member(place[i].member), colours));
	}
	json_decref(colours);
}

static void
a_clock_is_started_for_the_round(void **state)
{
	(void)state;
	assert_int_equal(handler_post("/api/event/settings", json_pack("{s:{s:i}}", "clock", "minutes", 0)), 422);
	assert_int_equal(handler_post("/api/event/settings", json_pack("{s:{s:i}}", "clock", "minutes", 601)), 422);
	assert_int_equal(handler_post("/api/event/settings", json_pack("{s:s}", "clock", "soon")), 422);
	assert_int_equal(handler_get("/results.json"), 200);
	assert_true(json_is_null(handler_member("event.clock")));
	assert_int_equal(handler_post("/api/event/settings", json_pack("{s:{s:i}}", "clock", "minutes", 40)), 200);
	assert_int_equal(handler_get("/results.json"), 200);
	assert_int_equal(event_number("event.clock.round"), 1);
	assert_int_equal(event_number("event.clock.seconds"), 2400);
	assert_true(event_number("event.clock.left") <= 2400 && event_number("event.clock.left") > 1800);
	/* It is that round's: the next one has none. */
	assert_int_equal(handler_post("/api/event/settings", json_pack("{s:i}", "round", 2)), 200);
	assert_int_equal(handler_get("/results.json"), 200);
	assert_true(json_is_null(handler_member("event.clock")));
	assert_int_equal(
		handler_post("/api/event/settings", json_pack("{s:i, s:{s:i}}", "round", 1, "clock", "minutes", 5)),
		200);
	assert_int_equal(handler_get("/results.json"), 200);
	assert_int_equal(event_number("event.clock.seconds"), 300);
	assert_int_equal(handler_post("/api/event/settings", json_pack("{s:n}", "clock")), 200);
	assert_int_equal(handler_get("/results.json"), 200);
	assert_true(json_is_null(handler_member("event.clock")));
}

static unsigned
set_clock(json_t *clock)
{
	unsigned status = handler_post("/api/event/settings", json_pack("{s:o}", "clock", clock));

	assert_int_equal(handler_get("/results.json"), 200);
	return status;
}

/* What is left is the kiosk's time, which stands still in a pause. */
static void
a_clock_is_paused_and_extended(void **state)
{
	(void)state;
	assert_int_equal(set_clock(json_pack("{s:b}", "pause", true)), 422);
	assert_int_equal(set_clock(json_pack("{s:i}", "extend", 5)), 422);
	assert_int_equal(set_clock(json_pack("{s:i}", "minutes", 40)), 200);
	assert_true(json_is_false(handler_member("event.clock.paused")));
	assert_int_equal(set_clock(json_pack("{s:b}", "pause", true)), 200);
	assert_true(json_is_true(handler_member("event.clock.paused")));
	int left = event_number("event.clock.left");
	g_usleep(1100 * 1000);
	assert_int_equal(handler_get("/results.json"), 200);
	assert_int_equal(event_number("event.clock.left"), left);
	assert_int_equal(set_clock(json_pack("{s:i}", "extend", 5)), 200);
	assert_int_equal(event_number("event.clock.left"), left + 300);
	assert_int_equal(event_number("event.clock.seconds"), 2700);
	assert_int_equal(set_clock(json_pack("{s:b}", "pause", false)), 200);
	assert_true(json_is_false(handler_member("event.clock.paused")));
	assert_in_range(event_number("event.clock.left"), left + 240, left + 300);
	assert_int_equal(set_clock(json_pack("{s:i}", "extend", -50)), 422);
	assert_int_equal(set_clock(json_pack("{s:i}", "extend", 556)), 422);
	assert_int_equal(set_clock(json_pack("{s:i}", "extend", -40)), 200);
	assert_int_equal(event_number("event.clock.seconds"), 300);
	assert_int_equal(set_clock(json_null()), 200);
	assert_true(json_is_null(handler_member("event.clock")));
}

/* A round whose time was over gets its minutes from then on. */
static void
a_clock_that_is_over_counts_from_now(void **state)
{
	const int64_t now = 1793900000000;
	struct round_clock clock = {.round = 1, .started = now - 3600 * 1000, .seconds = 2400};

	(void)state;
	assert_true(round_clock_extend(&clock, now, 5));
	json_auto_t *json = round_clock_json(&clock, now);
	assert_int_equal(json_integer_value(json_object_get(json, "left")), 300);
}

static unsigned
call_organiser(const char *code, bool calls)
{
	g_autofree char *path = g_strconcat("/api/call/", code, NULL);
	unsigned status = handler_post(path, json_pack("{s:b}", "calls", calls));

	assert_int_equal(handler_get("/results.json"), 200);
	return status;
}

static size_t
open_calls(void)
{
	return json_array_size(handler_member("event.calls"));
}

static void
a_table_calls_until_it_is_answered(void **state)
{
	char sheet[CODE_TEXT], casual[CODE_TEXT];
	json_t *answered = json_pack("{s:i, s:i}", "round", 1, "table", 1);

	(void)state;
	handler_code("coupons", 1, 2, 0, 1, sheet);
	handler_code("coupons", 0, 0, 0, 0, casual);
	handler_organiser = false;
	assert_int_equal(call_organiser(sheet, true), 200);
	g_usleep(2000); /* the oldest is first, by milliseconds */
	assert_int_equal(call_organiser(handler_first, true), 200);
	assert_int_equal(open_calls(), 2);
	assert_int_equal(event_number("event.calls.0.table"), 2);
	/* Any number of taps is one call. */
	for (int i = 0; i < 20; i++)
		assert_int_equal(call_organiser(handler_first, true), 200);
	assert_int_equal(open_calls(), 2);
	/* Not for strangers. */
	assert_int_equal(call_organiser("0H000-00000-5A000-0050Y", true), 422);
	assert_int_equal(call_organiser(casual, true), 404);
	assert_int_equal(call_organiser(sheet, false), 200);
	assert_int_equal(open_calls(), 1);
	handler_organiser = true;
	assert_int_equal(handler_post("/api/event/answered", json_pack("{s:i, s:i}", "round", 1, "table", 9)), 404);
	assert_int_equal(handler_post("/api/event/answered", answered), 200);
	assert_int_equal(handler_get("/results.json"), 200);
	assert_int_equal(open_calls(), 0);
	/* It is no change by the organiser, whose log does not show codes. */
	assert_int_equal(handler_get("/api/changes"), 200);
	assert_false(last_says(handler_first));
}

static void
nobody_floods_the_organiser_with_calls(void **state)
{
	unsigned status = 200;
	int called = 0;

	(void)state;
	for (; status == 200 && called < 100; called++) {
		status = call_organiser(handler_first, true);
		assert_int_equal(call_organiser(handler_first, false), 200);
	}
	assert_int_equal(called, 4);
	assert_int_equal(call_organiser(handler_first, true), 429);
	assert_int_equal(open_calls(), 0);
}

static unsigned
is_here(int person)
{
	return handler_post("/api/here", json_pack("{s:i}", "person", person));
}

static void
people_check_themselves_in_if_they_may(void **state)
{
	(void)state;
	assert_int_equal(is_here(1), 403);
	assert_int_equal(handler_post("/api/event/settings", json_pack("{s:s}", "check_in", "yes")), 422);
	assert_int_equal(handler_post("/api/event/settings", json_pack("{s:b}", "check_in", true)), 200);
	assert_int_equal(is_here(99), 404);
	assert_int_equal(is_here(0), 400);
	assert_int_equal(handler_get("/api/where?name=Ana"), 200);
	assert_true(json_is_false(handler_member("here")));
	int ana = event_number("id");
	assert_int_equal(is_here(ana), 200);
	assert_int_equal(is_here(ana), 200);
	assert_int_equal(handler_get("/api/where?name=Ana"), 200);
	assert_true(json_is_true(handler_member("here")));
	assert_int_equal(handler_get("/api/where?name=Bo"), 200);
	assert_true(json_is_false(handler_member("here")));
	int bo = event_number("id");
	/* It says who did it, once. */
	assert_int_equal(handler_get("/api/changes"), 200);
	assert_string_equal(handler_text("changes.0.who"), "Ana");
	assert_string_not_equal(handler_text("changes.1.who"), "Ana");
	assert_int_equal(event_enter_one(bo, "Bo", true), 200);
	assert_int_equal(is_here(bo), 422);
	assert_int_equal(handler_post("/api/event/settings", json_pack("{s:b}", "check_in", false)), 200);
	assert_int_equal(is_here(3), 403);
}

/* Twelve on a page; nobody who has left. Without an address that phones can open there is nothing to scan. */
static void
badges_have_an_address_for_phones(void **state)
{
	static char address[] = "http://192.168.1.5:8080/", *addresses[] = {address, NULL};

	(void)state;
	assert_int_equal(handler_get("/badges.pdf"), 404);
	handler_kiosk.addresses = addresses;
	assert_int_equal(handler_get("/badges.pdf"), 200);
	assert_string_equal(handler_reply.type, "application/pdf");
	assert_true(g_bytes_get_size(handler_reply.bytes) > 2000);
	handler_kiosk.addresses = NULL;
}

static void
everybody_finds_the_own_seat(void **state)
{
	(void)state;
	event_coupons(2, 201);
	assert_int_equal(handler_get("/api/where?name=DI"), 200);
	assert_string_equal(handler_text("name"), "Di");
	assert_int_equal(event_number("sits.table"), 2);
	assert_int_equal(event_number("sits.seat"), 1);
	assert_string_equal(handler_text("sits.players.0"), "Cy");
	assert_int_equal(event_number("sits.in"), 1);
	assert_int_equal(event_number("results.0.entry"), 1);
	assert_true(event_number("results.0.place") > 0);
	assert_int_equal(event_number("standing.of"), 4);
	assert_int_equal(handler_get("/api/where?name=Nobody"), 404);
	assert_int_equal(json_array_size(handler_member("names")), 0);
	assert_int_equal(handler_get("/api/where"), 400);
	assert_int_equal(handler_get("/api/where?name="), 400);
	/* No seat in the next round yet. */
	assert_int_equal(handler_post("/api/event/settings", json_pack("{s:i}", "round", 2)), 200);
	assert_int_equal(handler_get("/api/where?name=Di"), 200);
	assert_true(json_is_null(handler_member("sits")));
	assert_int_equal(json_array_size(handler_member("results")), 1);
}

/* Part of a name is enough where only one has it; else those who have it are told. */
static void
parts_of_a_name_find_a_seat(void **state)
{
	(void)state;
	assert_int_equal(event_enter("Jörg Straßer\nAnne-Marie Lund\nMarie Strand"), 200);
	assert_int_equal(handler_get("/api/where?name=lund"), 200);
	assert_string_equal(handler_text("name"), "Anne-Marie Lund");
	assert_int_equal(handler_get("/api/where?name=STRASSER"), 200);
	assert_string_equal(handler_text("name"), "Jörg Straßer");
	assert_int_equal(handler_get("/api/where?name=marie"), 404);
	assert_string_equal(handler_text("kind"), "unknown");
	assert_int_equal(json_array_size(handler_member("names")), 2);
	assert_string_equal(handler_text("names.0"), "Anne-Marie Lund");
	assert_string_equal(handler_text("names.1"), "Marie Strand");
	/* A whole name is that person, even if others have it as part of theirs. */
	assert_int_equal(event_enter("Marie"), 200);
	assert_int_equal(handler_get("/api/where?name=marie"), 200);
	assert_string_equal(handler_text("name"), "Marie");
}

static void
ties_are_chosen_and_said(void **state)
{
	static const char *const wrong[] = {"[\"luck\"]", "[\"wins\",\"wins\"]", "\"wins\"",
		"[\"wins\",\"met\",\"opponents\",\"total\",\"last\",\"wins\"]"};

	(void)state;
	assert_int_equal(handler_get("/api/standings"), 200);
	assert_string_equal(handler_text("ties.0"), "wins");
	for (size_t i = 0; i < G_N_ELEMENTS(wrong); i++) {
		json_t *ties = json_loads(wrong[i], JSON_DECODE_ANY, NULL);

		assert_int_equal(handler_post("/api/event/settings",
					 json_pack("{s:{s:s, s:o}}", "scheme", "by", "total", "ties", ties)),
			422);
	}
	assert_int_equal(handler_post("/api/event/settings",
				 json_pack("{s:{s:s, s:[i, i], s:[s, s]}}", "scheme", "by", "placing", "points", 3, 1,
					 "ties", "opponents", "total")),
		200);
	event_coupons(1, 201);
	assert_int_equal(handler_get("/api/standings"), 200);
	assert_string_equal(handler_text("ties.0"), "opponents");
	assert_string_equal(handler_text("ties.1"), "total");
	assert_int_equal(json_array_size(handler_member("rows.0.ties")), 2);
	assert_int_equal(handler_get("/standings.pdf"), 200);
	/* What was stored before there were any goes by tables won. */
	assert_int_equal(handler_post("/api/event/settings", json_pack("{s:{s:s}}", "scheme", "by", "total")), 200);
	assert_int_equal(handler_get("/api/standings"), 200);
	assert_int_equal(json_array_size(handler_member("ties")), 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_lost_coupon_is_ruled_upon, open_seated, handler_close),
		cmocka_unit_test_setup_teardown(a_table_without_a_game_has_its_ruling, open_seated, handler_close),
		cmocka_unit_test_setup_teardown(only_who_is_here_gets_a_seat, open_seated, handler_close),
		cmocka_unit_test_setup_teardown(
			people_are_deleted_unless_they_have_results, open_seated, handler_close),
		cmocka_unit_test_setup_teardown(results_are_listed_and_found, open_seated, handler_close),
		cmocka_unit_test_setup_teardown(phones_of_a_table_share_what_is_entered, open_seated, handler_close),
		cmocka_unit_test_setup_teardown(a_table_has_the_colours_of_its_sheets, open_seated, handler_close),
		cmocka_unit_test_setup_teardown(a_saved_result_closes_what_was_entered, open_seated, handler_close),
		cmocka_unit_test_setup_teardown(a_clock_is_started_for_the_round, open_seated, handler_close),
		cmocka_unit_test_setup_teardown(a_clock_is_paused_and_extended, open_seated, handler_close),
		cmocka_unit_test(a_clock_that_is_over_counts_from_now),
		cmocka_unit_test_setup_teardown(a_table_calls_until_it_is_answered, open_seated, handler_close),
		cmocka_unit_test_setup_teardown(nobody_floods_the_organiser_with_calls, open_seated, handler_close),
		cmocka_unit_test_setup_teardown(people_check_themselves_in_if_they_may, open_seated, handler_close),
		cmocka_unit_test_setup_teardown(badges_have_an_address_for_phones, open_seated, handler_close),
		cmocka_unit_test_setup_teardown(everybody_finds_the_own_seat, open_seated, handler_close),

		cmocka_unit_test_setup_teardown(parts_of_a_name_find_a_seat, open_seated, handler_close),
		cmocka_unit_test_setup_teardown(ties_are_chosen_and_said, open_seated, handler_close),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
