/* SPDX-License-Identifier: MIT
 * What the organiser does: takes in kits and refuses what is none, enters people,
 * and says what is played and what places are worth. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kiosk/event/import.h"
#include "tests/kiosk/routes/event_tools.h"
#include "tests/tools.h"
#include "tests/typed.h"

static void
a_kit_is_taken_in_with_its_key(void **state)
{
	char *head, *key;
	struct problem problem = {0};

	(void)state;
	assert_int_equal(event_send(event_manifest(), NULL), 422);
	assert_string_equal(handler_text("id"), "key-needed");
	assert_int_equal(event_send(event_manifest(), "not a key"), 422);
	assert_int_equal(
		event_send(event_manifest(), "00000000000000000000000000000000ffffffffffffffffffffffffffffffff"), 422);
	assert_string_equal(handler_text("id"), "piece-bad-code");
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
	assert_string_equal(handler_text("changes.0.says"), "imported");
	assert_int_equal(event_number("changes.0.arguments.pieces"), 8);
}

/* An event whose codes have no key takes the old key away with it, in the same moment. */
static void
a_kit_without_key_is_taken_in(void **state)
{
	json_t *kit = event_manifest(), *pieces = json_array();
	struct code code = {.game = game_by_id("clips")->number, .version = 1, .players = 2, .round = 1, .table = 1};
	char text[CODE_TEXT], *key;
	struct problem problem = {0};

	(void)state;
	code_write(&code, NULL, text);
	json_array_append_new(pieces, json_pack("{s:s}", "code", text));
	json_object_set_new(kit, "pieces", pieces);
	json_object_set_new(json_object_get(kit, "event"), "keyed", json_false());
	json_object_set_new(kit, "rounds",
		json_pack("[{s:i, s:s, s:i, s:i, s:[i]}]", "round", 1, "game", "clips", "tables", 1, "spares", 0,
			"players", 2));
	assert_int_equal(event_send(kit, NULL), 200);
	assert_int_equal(store_setting(handler_kiosk.store, STORE_KEY, &key, &problem), STORE_OK);
	assert_null(key);
	assert_int_equal(handler_get_code("/api/piece/", text, ""), 200);
}

/* Puts something else at a place of the manifest, and sends it. */
static void
assert_no_kit(const char *where, const char *json, const char *id)
{
	char **names = g_strsplit(where, ".", 0);
	json_t *kit = event_manifest(), *at = kit, *value = json_loads(json, JSON_DECODE_ANY, NULL);
	char **name = names;

	assert_non_null(value);
	for (; name[1] != NULL; name++)
		at = g_ascii_isdigit(**name) ? json_array_get(at, (size_t)atoi(*name)) : json_object_get(at, *name);
	if (json_is_array(at))
		json_array_set_new(at, (size_t)atoi(*name), value);
	else
		json_object_set_new(at, *name, value);
	assert_int_equal(event_send(kit, code_key_text), 422);
	if (strcmp(handler_text("id"), id) != 0)
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
		assert_no_kit(wrong[i][0], wrong[i][1], "not-a-manifest");
	assert_no_kit("event.name", longest, "not-a-manifest");
	assert_no_kit("pieces.3", "{\"code\":\"AAAAA-AAAAA-AAAAA-AAAAA\"}", "piece-bad-code");
	assert_no_kit("pieces.3", "{\"code\":17}", "piece-without-code");
	assert_no_kit("pieces.3", "null", "piece-without-code");
	g_free(longest);
	assert_int_equal(handler_get("/api/event"), 200);
	assert_int_equal(json_array_size(handler_member("rounds")), 0);
	assert_int_equal(handler_post("/api/event/manifest", json_pack("{s:i}", "manifest", 1)), 400);
	assert_int_equal(handler_post("/api/event/manifest", json_array()), 400);
}

static void
assert_no_piece(json_t *wrong, const char *id)
{
	json_t *kit = event_manifest();

	json_array_append_new(json_object_get(kit, "pieces"), wrong);
	assert_int_equal(event_send(kit, code_key_text), 422);
	if (strcmp(handler_text("id"), id) != 0)
		fail_msg("%s", handler_text("error"));
}

static void
pieces_belong_to_their_tables(void **state)
{
	(void)state;
	assert_no_piece(event_piece("coupons", 1, 1, 0, 0), "piece-twice");
	assert_no_piece(event_piece("coupons", 1, 0, 0, 0), "piece-of-no-table");
	assert_no_piece(event_piece("coupons", 1, 4, 0, 0), "piece-of-no-table");
	assert_no_piece(event_piece("coupons", 3, 1, 0, 0), "piece-of-no-round");
	assert_no_piece(event_piece("coupons", 2, 1, 0, 0), "piece-of-other-game");
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
	assert_string_equal(handler_text("id"), "results-of-another-event");
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
	assert_string_equal(handler_text("id"), "people-twice");
	assert_int_equal(event_enter("Di,Elm\n\"open"), 422);
	assert_string_equal(handler_text("id"), "list-quote");
	assert_int_equal(event_enter(""), 422);
	assert_int_equal(event_enter("Di\u202E,Elm"), 422);
	assert_string_equal(handler_text("id"), "list-name");
	assert_int_equal(event_enter("Di,\u2066Elm"), 422);
	assert_int_equal(event_enter("M\uFFFDller,Elm"), 422);
	assert_string_equal(handler_text("id"), "list-letters-lost");
	assert_int_equal(event_enter_one(0, "\u200BAna", false), 422);
	assert_int_equal(event_enter_one(0, "Di", false), 200);
	assert_int_equal(event_enter_one(0, "DI", false), 422); /* two of a name */
	assert_string_equal(handler_text("id"), "name-there");
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

static const char *
name_of(unsigned index)
{
	char path[32];

	g_snprintf(path, sizeof(path), "people.%u.name", index);
	return handler_text(path);
}

/* Two of a name from two clubs are two people, in one list, in one after the other and when a list comes again. */
static void
people_of_one_name_are_told_apart_by_their_clubs(void **state)
{
	static const char list[] = "name,club\nKim Groß,North\nKim Gross,South\nBo,North\n";

	(void)state;
	for (unsigned again = 0; again < 2; again++) {
		assert_int_equal(event_enter(list), 200);
		assert_int_equal(handler_get("/api/event"), 200);
		assert_int_equal(json_array_size(handler_member("people")), 3);
		assert_string_equal(name_of(0), "Bo");
		assert_string_equal(name_of(1), "Kim Groß (North)");
		assert_string_equal(name_of(2), "Kim Gross (South)");
	}
	/* Another Bo; Kim of the South alone; and Bo of the North, whose club this list does not say. */
	assert_int_equal(event_enter("BO,South\n"), 200);
	assert_int_equal(event_enter("KIM GROẞ,South\nBo,\n"), 200);
	assert_int_equal(handler_get("/api/event"), 200);
	assert_int_equal(json_array_size(handler_member("people")), 4);
	assert_string_equal(name_of(0), "Bo");
	assert_string_equal(handler_text("people.0.club"), "North");
	assert_string_equal(name_of(1), "BO (South)");
	assert_string_equal(name_of(3), "Kim Gross (South)");
	/* The same person twice is one too many, and every line is told at once. */
	assert_int_equal(event_enter("Di,Elm\nFlo,\ndi,ELM\nFlo,\nFlo,\n"), 422);
	assert_string_equal(handler_text("id"), "people-twice-2");
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
	assert_int_equal(
		settle(json_pack("{s:i, s:s, s:{s:s}}", "round", 2, "name", " Paper  Night ", "scheme", "by", "total")),
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
	assert_int_equal(settle(json_pack("{s:{s:s, s:[i]}}", "scheme", "by", "placing", "points", -1)), 422);
	/* All or nothing: a wrong scheme keeps the right round from being set. */
	assert_int_equal(settle(json_pack("{s:i, s:i}", "round", 1, "scheme", 3)), 422);
	event_standings("/api/standings");
	assert_int_equal(event_number("now"), 2);
}

/* An event without a key: a Chip It pad for three at table 1 of round 1, one for two at that of round 2. */
static json_t *
pads_manifest(char code[2][CODE_TEXT])
{
	json_t *kit = event_manifest(), *pieces = json_array();

	for (unsigned i = 0; i < 2; i++) {
		struct code pad = {.seed = 7,
			.game = game_by_id("chipit")->number,
			.version = 1,
			.players = (uint8_t)(3 - i),
			.round = (uint8_t)(1 + i),
			.table = 1};

		game_complete(game_by_id("chipit"), &pad);
		code_write(&pad, NULL, code[i]);
		json_array_append_new(pieces, json_pack("{s:s}", "code", code[i]));
	}
	json_object_set_new(kit, "pieces", pieces);
	json_object_set_new(json_object_get(kit, "event"), "keyed", json_false());
	json_object_set_new(kit, "rounds",
		json_pack("[{s:i, s:s, s:i, s:i, s:[i]}, {s:i, s:s, s:i, s:i, s:[i]}]", "round", 1, "game", "chipit",
			"tables", 1, "spares", 0, "players", 3, "round", 2, "game", "chipit", "tables", 1, "spares", 0,
			"players", 2));
	return kit;
}

/* A result of Chip It; no code is a casual game. */
static json_t *
pad_result(const char *code, int players, const char *games)
{
	json_t *result = json_pack("{s:s, s:s*, s:[{}, {}]}", "game", "chipit", "code", code, "players");

	while ((int)json_array_size(json_object_get(result, "players")) < players)
		json_array_append_new(json_object_get(result, "players"), json_object());
	json_object_set_new(result, "games", json_loads(games, 0, NULL));
	return result;
}

static void
a_tournament_of_an_event_is_not_over_after_its_first_game(void **state)
{
	char code[2][CODE_TEXT];
	json_t *ruled;

	(void)state;
	assert_int_equal(event_send(pads_manifest(code), NULL), 200);
	assert_int_equal(handler_post("/api/check", pad_result(code[0], 3, "[[1,0,2]]")), 200);
	assert_string_equal(handler_text("kind"), "unfinished");
	assert_string_equal(handler_text("ids.0"), "games-missing");
	assert_int_equal(handler_post("/api/result", handler_submit("one", pad_result(code[0], 3, "[[1,0,2]]"))), 422);
	assert_string_equal(handler_text("kind"), "unfinished");
	/* Without a table it is a single game, and a ruling may stand for a game that was not played. */
	assert_int_equal(handler_post("/api/result", handler_submit("casual", pad_result(NULL, 3, "[[1,0,2]]"))), 201);
	ruled = pad_result(code[0], 3, "[]");
	json_object_del(ruled, "games");
	json_object_set_new(
		ruled, "ruling", json_pack("{s:s, s:[i], s:b}", "kind", "no-show", "players", 2, "unplayed", 1));
	assert_int_equal(handler_post("/api/check", ruled), 200);
	assert_null(handler_member("kind"));
	assert_int_equal(
		handler_post("/api/result", handler_submit("all", pad_result(code[0], 3, "[[1,0,2],[0,1,2],[2,0,1]]"))),
		201);
}

#define LOST "{\"loser\":0,\"chips\":2,\"cards\":3}"

static void
a_loser_with_all_cards_has_taken_no_chips(void **state)
{
	static const struct {
		bool pad, first; /* on a pad: whether it was the loser who went first */
		int chips, cards;
		bool fine;
	} cases[] = {
		{false, false, 108, 12, false},
		{false, false, 3, 12, false},
		{false, false, 2, 12, true},
		{false, false, 108, 11, true},
		{true, true, 2, 12, true},
		{true, true, 3, 12, false},
		{true, false, 1, 12, false},
		{true, false, 0, 12, true},
		{true, false, 108, 11, true},
	};
	char code[2][CODE_TEXT];
	int first;

	(void)state;
	assert_int_equal(event_send(pads_manifest(code), NULL), 200);
	assert_int_equal(handler_get_code("/api/piece/", code[1], ""), 200);
	first = *handler_text("layout.first.0") - 'A';
	for (size_t i = 0; i < LENGTH(cases); i++) {
		char games[200];

		g_snprintf(games, sizeof games, "[{\"loser\":%d,\"chips\":%d,\"cards\":%d}," LOST "," LOST "," LOST "]",
			cases[i].first ? first : 1 - first, cases[i].chips, cases[i].cards);
		assert_int_equal(handler_post("/api/check", pad_result(cases[i].pad ? code[1] : NULL, 2, games)), 200);
		if (cases[i].fine != (handler_member("kind") == NULL))
			fail_msg("%d in chips, %d cards: %s", cases[i].chips, cases[i].cards, handler_text("error"));
	}
}

static void
a_byte_order_mark_before_json_is_skipped(void **state)
{
	char code[2][CODE_TEXT], *file = NULL;
	struct problem problem = {0};
	json_t *kit = pads_manifest(code);
	json_t *result = handler_submit("marked", pad_result(code[0], 3, "[[1,0,2],[0,1,2],[2,0,1]]"));
	char *manifest = json_dumps(kit, 0), *played = json_dumps(result, 0), *text;
	int handle;

	(void)state;
	assert_int_equal(event_send(kit, NULL), 200);
	text = g_strconcat("\xEF\xBB\xBF", played, NULL);
	assert_int_equal(handler_send("/api/result", text, strlen(text), NULL), 201);
	g_free(text);
	for (int i = 0; i < 2; i++) {
		json_t *loaded;

		text = g_strconcat(i == 0 ? "\xEF\xBB\xBF" : "\xEF\xBB", manifest, NULL);
		handle = g_file_open_tmp("manifest-XXXXXX", &file, NULL);
		assert_true(handle >= 0 && close(handle) == 0 && g_file_set_contents(file, text, -1, NULL));
		loaded = event_manifest_load(file, &problem);
		assert_int_equal(loaded != NULL, i == 0);
		assert_int_equal(problem.status != STATUS_OK, i == 1);
		json_decref(loaded);
		remove(file);
		g_free(file);
		g_free(text);
	}
	free(played);
	free(manifest);
	json_decref(result);
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
	assert_string_equal(handler_text("changes.0.says"), "seated");
	assert_int_equal(event_number("changes.0.arguments.round"), 1);
	assert_string_equal(handler_text("changes.0.why"), "as they wished");
	assert_string_equal(handler_text("changes.0.who"), "organiser");
	assert_string_equal(handler_text("changes.1.what"), "people: 2 added, 0 changed");
}

/* Changes something without a handler. */
static void
change_number(int number)
{
	char text[16];
	struct problem problem = {0};

	g_snprintf(text, sizeof text, "%d", number);
	assert_int_equal(store_set(handler_kiosk.store, "number", text, NULL, &problem), STORE_OK);
}

/* Whether what the kiosk answers is of the store's version. */
static bool
is_newest(void)
{
	event_standings("/api/standings");
	return json_integer_value(handler_member("change")) == store_version(handler_kiosk.store);
}

static void
standings_are_made_once_a_second(void **state)
{
	GHashTable *versions = g_hash_table_new(NULL, NULL);
	int64_t since, last = 0;
	int number = 0;

	(void)state;
	assert_true(is_newest());
	handler_kiosk.standings_pause = G_USEC_PER_SEC;
	handler_organiser = false;
	since = g_get_monotonic_time();
	while (g_get_monotonic_time() - since < 3 * G_USEC_PER_SEC || number < 50) {
		change_number(number++);
		is_newest();
		assert_true(json_integer_value(handler_member("change")) >= last);
		last = json_integer_value(handler_member("change"));
		g_hash_table_add(versions, GINT_TO_POINTER((int)last));
		g_usleep(20000);
	}
	assert_in_range(
		g_hash_table_size(versions), 2, (uint64_t)((g_get_monotonic_time() - since) / G_USEC_PER_SEC) + 2);
	/* What came last is shown soon, though nothing else comes. */
	for (int i = 0; i < 400 && !is_newest(); i++)
		g_usleep(25000);
	assert_true(is_newest());
	/* The organiser sees what was just done. */
	handler_organiser = true;
	for (int i = 0; i < 2; i++) {
		change_number(number++);
		assert_true(is_newest());
	}
	handler_kiosk.standings_pause = 0;
	g_hash_table_destroy(versions);
}

/* What the organiser hands out has the latest results or is refused; pages show the last known ones. */
static void
stale_prints_are_refused(void **state)
{
	(void)state;
	/* A computation under way would end without the pause. */
	assert_true(is_newest());
	handler_kiosk.standings_pause = 12 * (int64_t)G_USEC_PER_SEC;
	change_number(1);
	for (int i = 0; i < 10 && !is_newest(); i++)
		;
	assert_int_equal(handler_get("/seating.pdf"), 200);
	change_number(2);
	assert_int_equal(handler_get("/certificates.pdf"), 503);
	assert_int_equal(handler_get("/seating.pdf"), 503);
	handler_organiser = false;
	assert_int_equal(handler_get("/standings.csv"), 200);
	assert_int_equal(handler_get("/standings.pdf"), 200);
	handler_organiser = true;
	handler_kiosk.standings_pause = 0;
}

static void
nobody_of_a_list_gets_the_id_of_another(void **state)
{
	(void)state;
	assert_int_equal(event_enter("Ana, X"), 200);
	assert_int_equal(event_enter("Ana\nAna, X"), 200);
	assert_int_equal(handler_get("/api/event"), 200);
	assert_int_equal(json_array_size(handler_member("people")), 2);
	/* And again, in the other order: nobody is new. */
	assert_int_equal(event_enter("Ana, X\nAna"), 200);
	assert_int_equal(handler_get("/api/event"), 200);
	assert_int_equal(json_array_size(handler_member("people")), 2);
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
		CLUB(people_of_one_name_are_told_apart_by_their_clubs),
		CLUB(nobody_of_a_list_gets_the_id_of_another),
		CLUB(stale_prints_are_refused),
		CLUB(settings_are_checked),
		CLUB(changes_are_listed),
		EMPTY(a_tournament_of_an_event_is_not_over_after_its_first_game),
		EMPTY(a_loser_with_all_cards_has_taken_no_chips),
		EMPTY(a_byte_order_mark_before_json_is_skipped),
		CLUB(standings_are_made_once_a_second),
	};

	return cmocka_run_group_tests(tests, NULL, NULL) + test_event_seats() + test_event_attendance();
}
