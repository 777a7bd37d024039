/* SPDX-License-Identifier: MIT
 * What the organiser does: takes in kits and refuses what is none, enters people,
 * and says what is played and what places are worth. */
#include <string.h>

#include "tests/kiosk/routes/event_tools.h"
#include "tests/tools.h"
#include "tests/typed.h"

static void
a_kit_is_taken_in_with_its_key(void **state)
{
	char *problem, *head, *key;

	(void)state;
	assert_int_equal(event_send(event_manifest(), NULL), 422);
	assert_non_null(strstr(handler_text("error"), "key"));
	assert_int_equal(event_send(event_manifest(), "not a key"), 422);
	assert_int_equal(event_send(event_manifest(),
				 "00000000000000000000000000000000ffffffffffffffffffffffffffffffff"),
		422);
	assert_non_null(strstr(handler_text("error"), "piece 1"));
	/* None of this left anything behind. */
	assert_int_equal(store_setting(handler_kiosk.store, STORE_MANIFEST, &head, &problem), STORE_OK);
	assert_int_equal(store_setting(handler_kiosk.store, STORE_KEY, &key, &problem), STORE_OK);
	assert_null(head);
	assert_null(key);
	assert_int_equal(event_send(event_manifest(), code_key_text), 200);
	assert_int_equal(event_send(event_manifest(), NULL), 200); /* the key is known by now */
	assert_int_equal(handler_get("/api/event"), 200);
	assert_int_equal(json_array_size(handler_member("rounds.0.tables")), 3);
	assert_false(json_is_true(handler_member("rounds.0.tables.1.spare")));
	assert_true(json_is_true(handler_member("rounds.0.tables.2.spare")));
	assert_int_equal(event_number("rounds.1.tables.0.of"), 2);
	assert_int_equal(handler_get("/api/changes"), 200);
	assert_non_null(strstr(handler_text("changes.0.what"), "8 pieces"));
}

/* An event whose codes have no key takes the old key away with it, in the same moment. */
static void
a_kit_without_key_is_taken_in(void **state)
{
	json_t *kit = event_manifest(), *pieces = json_array();
	struct code code = {.game = game_by_id("clips")->number, .version = 1, .players = 2, .round = 1,
		.table = 1};
	char text[CODE_TEXT], *problem, *key;

	(void)state;
	code_write(&code, NULL, text);
	json_array_append_new(pieces, json_pack("{s:s}", "code", text));
	json_object_set_new(kit, "pieces", pieces);
	json_object_set_new(json_object_get(kit, "event"), "keyed", json_false());
	json_object_set_new(kit, "rounds",
		json_pack("[{s:i, s:s, s:i, s:i, s:[i]}]", "round", 1, "game", "clips", "tables", 1, "spares",
			0, "players", 2));
	assert_int_equal(event_send(kit, NULL), 200);
	assert_int_equal(store_setting(handler_kiosk.store, STORE_KEY, &key, &problem), STORE_OK);
	assert_null(key);
	assert_int_equal(handler_get_code("/api/piece/", text, ""), 200);
}

/* Puts something else at a place of the manifest, and sends it. */
static void
assert_no_kit(const char *where, const char *json, const char *words)
{
	char **names = g_strsplit(where, ".", 0);
	json_t *kit = event_manifest(), *at = kit, *value = json_loads(json, JSON_DECODE_ANY, NULL);
	char **name = names;

	assert_non_null(value);
	for (; name[1] != NULL; name++)
		at = g_ascii_isdigit(**name) ? json_array_get(at, (size_t)atoi(*name))
					     : json_object_get(at, *name);
	if (json_is_array(at))
		json_array_set_new(at, (size_t)atoi(*name), value);
	else
		json_object_set_new(at, *name, value);
	assert_int_equal(event_send(kit, code_key_text), 422);
	if (strstr(handler_text("error"), words) == NULL)
		fail_msg("%s as %s: %s", where, json, handler_text("error"));
	g_strfreev(names);
}

static void
what_is_no_kit_is_refused(void **state)
{
	static const char *const wrong[][2] = {
		{"format", "\"other\""},
		{"event", "3"},
		{"event.name", "[]"},
		{"event.name", "\"\\u202eNight\""},
		{"event.date", "\"1\\n2\""},
		{"pieces", "[]"},
		{"pieces", "{}"},
		{"rounds", "[]"},
		{"rounds", "null"},
		{"rounds.0", "7"},
		{"rounds.0.round", "2"},
		{"rounds.0.game", "\"chess\""},
		{"rounds.0.tables", "0"},
		{"rounds.0.tables", "9223372036854775807"},
		{"rounds.0.spares", "9223372036854775807"},
		{"rounds.0.spares", "-1"},
		{"rounds.0.players", "[2, 2]"},
		{"rounds.0.players.1", "\"two\""},
		{"rounds.0.players.1", "0"},
		{"rounds.0.players.1", "4294967298"},
		{"rounds.0.rules", "[]"},
		{"rounds.0.rules.burger_pair", "{}"},
		{"rounds.0.rules.burger_pair", "\"\\u200b\""},
		{"rounds.0.rules.\u202e", "5"},
	};
	char *longest = g_strdup_printf("\"%0*d\"", 2000, 0);

	(void)state;
	for (size_t i = 0; i < LENGTH(wrong); i++)
		assert_no_kit(wrong[i][0], wrong[i][1], "no manifest of a kit");
	assert_no_kit("event.name", longest, "no manifest of a kit");
	assert_no_kit("pieces.3", "{\"code\":\"AAAAA-AAAAA-AAAAA-AAAAA\"}", "piece 4");
	assert_no_kit("pieces.3", "{\"code\":17}", "piece 4");
	assert_no_kit("pieces.3", "null", "piece 4");
	g_free(longest);
	assert_int_equal(handler_get("/api/event"), 200);
	assert_int_equal(json_array_size(handler_member("rounds")), 0);
	assert_int_equal(handler_post("/api/event/manifest", json_pack("{s:i}", "manifest", 1)), 400);
	assert_int_equal(handler_post("/api/event/manifest", json_array()), 400);
}

static void
assert_no_piece(json_t *wrong, const char *words)
{
	json_t *kit = event_manifest();

	json_array_append_new(json_object_get(kit, "pieces"), wrong);
	assert_int_equal(event_send(kit, code_key_text), 422);
	if (strstr(handler_text("error"), words) == NULL)
		fail_msg("%s", handler_text("error"));
}

static void
pieces_belong_to_their_tables(void **state)
{
	(void)state;
	assert_no_piece(event_piece("coupons", 1, 1, 0, 0), "twice");
	assert_no_piece(event_piece("coupons", 1, 0, 0, 0), "table 0");
	assert_no_piece(event_piece("coupons", 1, 4, 0, 0), "table 4");
	assert_no_piece(event_piece("coupons", 3, 1, 0, 0), "round 3");
	assert_no_piece(event_piece("coupons", 2, 1, 0, 0), "plays clips");
	assert_int_equal(event_send(event_manifest(), code_key_text), 200);
}

static void
an_event_with_results_is_not_taken_away(void **state)
{
	json_t *kit = event_manifest();

	(void)state;
	event_coupons(1, 201);
	assert_int_equal(event_send(event_manifest(), NULL), 200);
	while (json_array_size(json_object_get(kit, "pieces")) > 6)
		json_array_remove(json_object_get(kit, "pieces"), 6);
	json_array_remove(json_object_get(kit, "pieces"), 0);
	json_array_remove(json_object_get(kit, "pieces"), 0);
	assert_int_equal(event_send(kit, NULL), 422);
	assert_non_null(strstr(handler_text("error"), "withdraw"));
	assert_int_equal(handler_get("/api/event"), 200);
	assert_int_equal(event_number("rounds.0.tables.0.in"), 1);
}

static void
people_come_from_lists_and_by_hand(void **state)
{
	(void)state;
	assert_int_equal(event_enter("\xef\xbb\xbfName;Club\r\n\"Ana; the first\";Oak\r\n\r\n  bo  ;\r\n"), 200);
	assert_int_equal(event_number("people"), 2);
	assert_int_equal(event_enter("bo\nCy\n"), 200); /* Bo is there: changed, not doubled */
	assert_int_equal(event_enter("Cy,\ncy,"), 422);
	assert_non_null(strstr(handler_text("error"), "twice"));
	assert_int_equal(event_enter("Di,Elm\n\"open"), 422);
	assert_non_null(strstr(handler_text("error"), "line 2"));
	assert_int_equal(event_enter(""), 422);
	assert_int_equal(event_enter("Di\u202E,Elm"), 422);
	assert_non_null(strstr(handler_text("error"), "printable"));
	assert_int_equal(event_enter("Di,\u2066Elm"), 422);
	assert_int_equal(event_enter("M\uFFFDller,Elm"), 422);
	assert_non_null(strstr(handler_text("error"), "UTF-8"));
	assert_int_equal(event_enter_one(0, "\u200BAna", false), 422);
	assert_int_equal(event_enter_one(0, "Di", false), 200);
	assert_int_equal(event_enter_one(0, "DI", false), 422); /* two of a name */
	assert_non_null(strstr(handler_text("error"), "already"));
	assert_int_equal(event_enter_one(1, "bo", false), 422);
	assert_int_equal(event_enter_one(4, "Dina", true), 200);
	assert_int_equal(event_enter_one(99, "Eve", false), 404);
	assert_int_equal(event_enter_one(0, " \t ", false), 422);
	assert_int_equal(handler_post("/api/event/people",
				 json_pack("{s:[{s:s}, {s:s}]}", "people", "name", "Flo", "name", "flo")),
		422);
	/* Two who exchange their names are no double. */
	assert_int_equal(handler_post("/api/event/people",
				 json_pack("{s:[{s:i, s:s}, {s:i, s:s}]}", "people", "id", 2, "name", "Cy", "id", 3,
					 "name", "bo")),
		200);
	assert_int_equal(handler_post("/api/event/people", json_object()), 422);
	assert_int_equal(handler_get("/api/event"), 200);
	assert_int_equal(json_array_size(handler_member("people")), 4);
	assert_string_equal(handler_text("people.0.name"), "Ana; the first");
	assert_string_equal(handler_text("people.0.club"), "Oak");
	assert_string_equal(handler_text("people.3.name"), "Dina");
	assert_true(json_is_true(handler_member("people.3.gone")));
}

static unsigned
settle(json_t *settings)
{
	return handler_post("/api/event/settings", settings);
}

static void
settings_are_checked(void **state)
{
	(void)state;
	assert_int_equal(settle(json_pack("{s:i, s:s, s:{s:s}}", "round", 2, "name", " Paper  Night ",
				 "scheme", "by", "total")),
		200);
	event_standings("/api/standings");
	assert_string_equal(handler_text("event"), "Paper Night");
	assert_string_equal(handler_text("by"), "total");
	assert_int_equal(event_number("now"), 2);
	assert_int_equal(settle(json_pack("{s:i}", "round", 3)), 422);
	assert_int_equal(settle(json_pack("{s:I}", "round", (json_int_t)4294967297)), 422);
	assert_int_equal(settle(json_pack("{s:s}", "name", "\n")), 422);
	assert_int_equal(settle(json_pack("{s:s}", "name", "Night\u202E")), 422);
	assert_int_equal(settle(json_pack("{s:{s:s, s:[]}}", "scheme", "by", "placing", "points")), 422);
	assert_int_equal(
		settle(json_pack("{s:{s:s, s:[i]}}", "scheme", "by", "placing", "points", -1)), 422);
	/* All or nothing: a wrong scheme keeps the right round from being set. */
	assert_int_equal(settle(json_pack("{s:i, s:i}", "round", 1, "scheme", 3)), 422);
	event_standings("/api/standings");
	assert_int_equal(event_number("now"), 2);
}

static void
changes_are_listed(void **state)
{
	static const int two[] = {1, 2};

	(void)state;
	assert_int_equal(event_enter("Ana\nBo"), 200);
	assert_int_equal(event_seat_by_hand(1, two, 2), 200);
	assert_int_equal(handler_get("/api/changes"), 200);
	assert_int_equal(json_array_size(handler_member("changes")), 3);
	assert_string_equal(handler_text("changes.0.what"), "seated round 1");
	assert_string_equal(handler_text("changes.0.why"), "as they wished");
	assert_string_equal(handler_text("changes.0.who"), "organiser");
	assert_string_equal(handler_text("changes.1.what"), "people: 2 added, 0 changed");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		EMPTY(a_kit_is_taken_in_with_its_key),
		CLUB(a_kit_without_key_is_taken_in),
		EMPTY(what_is_no_kit_is_refused),
		EMPTY(pieces_belong_to_their_tables),
		CLUB(an_event_with_results_is_not_taken_away),
		CLUB(people_come_from_lists_and_by_hand),
		CLUB(settings_are_checked),
		CLUB(changes_are_listed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL) + test_event_seats();
}
