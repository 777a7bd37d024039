/* SPDX-License-Identifier: MIT
 * What the organiser does: takes in kits and refuses what is none, enters people,
 * seats them, and sees standings, prints and changes come of the results. */
#include <string.h>

#include "tests/desk_tools.h"
#include "tests/tools.h"
#include "tests/typed.h"

static json_t *
piece(const char *game, unsigned round, unsigned table, unsigned side, uint8_t number)
{
	char text[CODE_TEXT];

	desk_code(game, round, table, side, number, text);
	return json_pack("{s:s, s:s, s:i, s:i}", "code", text, "game", game, "round", (int)round,
		"table", (int)table);
}

/* Coupons for two at tables 1 and 2 and a spare one, then clips with two sides at one table. */
static json_t *
manifest(void)
{
	json_t *pieces = json_array();

	for (unsigned table = 1; table <= 3; table++)
		for (uint8_t sheet = 0; sheet < 2; sheet++)
			json_array_append_new(pieces, piece("coupons", 1, table, 0, sheet));
	json_array_append_new(pieces, piece("clips", 2, 1, 0, 0));
	json_array_append_new(pieces, piece("clips", 2, 1, 1, 0));
	return json_pack(
		"{s:s, s:{s:s, s:s, s:b, s:n}, s:[{s:i, s:s, s:i, s:i, s:[i, i, i], s:{s:i}},"
		" {s:i, s:s, s:i, s:i, s:[i], s:{s:s}}], s:o}",
		"format", "seedpress-kit", "event", "name", "Club night", "date", "14 November", "keyed",
		1, "url", "rounds", "round", 1, "game", "coupons", "tables", 2, "spares", 1, "players", 2,
		2, 2, "rules", "burger_pair", 4, "round", 2, "game", "clips", "tables", 1, "spares", 0,
		"players", 2, "rules", "poop_set", "bonus", "pieces", pieces);
}

/* Sends a manifest (taken over). */
static unsigned
import(json_t *kit, const char *key)
{
	return desk_post("/api/event/manifest", json_pack("{s:o, s:s?}", "manifest", kit, "key", key));
}

static int
open_club(void **state)
{
	desk_open(state);
	assert_int_equal(import(manifest(), code_key_text), 200);
	desk_code("coupons", 1, 1, 0, 0, desk_first);
	return 0;
}

static unsigned
enter(const char *csv)
{
	return desk_post("/api/event/people", json_pack("{s:s}", "csv", csv));
}

static unsigned
enter_one(int id, const char *name, bool gone)
{
	return desk_post("/api/event/people",
		json_pack("{s:[{s:i, s:s, s:s, s:b}]}", "people", "id", id, "name", name, "club", "", "gone",
			gone));
}

static unsigned
seat(const char *how)
{
	return desk_post("/api/event/seats", json_pack("{s:i, s:s}", "round", 1, "how", how));
}

/* By hand: person after person, two a table, from table 1. */
static unsigned
seat_by_hand(unsigned round, const int *people, unsigned count)
{
	json_t *seats = json_array();

	for (unsigned i = 0; i < count; i++)
		json_array_append_new(seats,
			json_pack("{s:i, s:i, s:i}", "table", (int)(i / 2 + 1), "seat", (int)(i % 2), "person",
				people[i]));
	return desk_post("/api/event/seats",
		json_pack("{s:i, s:s, s:o, s:s}", "round", (int)round, "how", "hand", "seats", seats, "why",
			"as they wished"));
}

static void
submit_coupons(unsigned table, unsigned status)
{
	char code[CODE_TEXT], name[16];

	desk_code("coupons", 1, table, 0, 0, code);
	g_snprintf(name, sizeof name, "coupons-%u", table);
	assert_int_equal(desk_post("/api/result", desk_submit(name, desk_coupons(code))), status);
}

/* A game of clips for two on one of the card's sides. */
static void
submit_clips(unsigned side)
{
	char code[CODE_TEXT], name[16];

	desk_code("clips", 2, 1, side, 0, code);
	g_snprintf(name, sizeof name, "clips-%u", side);
	assert_int_equal(
		desk_post("/api/result",
			desk_submit(name,
				json_pack("{s:s, s:s, s:i, s:i, s:[{s:[s, s, s]}, {s:[s, s, s]}]}", "game", "clips",
					"code", code, "first", 0, "bid", 0, "players", "clips", "L1x1", "R1x1",
					"L8x1", "clips", "R8x1", "L2x1", "R2x1"))),
		201);
}

static int
number(const char *path)
{
	assert_true(json_is_integer(desk_member(path)));
	return (int)json_integer_value(desk_member(path));
}

static void
a_kit_is_taken_in_with_its_key(void **state)
{
	char *problem, *head, *key;

	(void)state;
	assert_int_equal(import(manifest(), NULL), 422);
	assert_non_null(strstr(desk_text("error"), "key"));
	assert_int_equal(import(manifest(), "not a key"), 422);
	assert_int_equal(import(manifest(),
				 "00000000000000000000000000000000ffffffffffffffffffffffffffffffff"),
		422);
	assert_non_null(strstr(desk_text("error"), "piece 1"));
	/* None of this left anything behind. */
	assert_int_equal(store_setting(desk_kiosk.store, STORE_MANIFEST, &head, &problem), STORE_OK);
	assert_int_equal(store_setting(desk_kiosk.store, STORE_KEY, &key, &problem), STORE_OK);
	assert_null(head);
	assert_null(key);
	assert_int_equal(import(manifest(), code_key_text), 200);
	assert_int_equal(import(manifest(), NULL), 200); /* the key is known by now */
	assert_int_equal(desk_get("/api/event"), 200);
	assert_int_equal(json_array_size(desk_member("rounds.0.tables")), 3);
	assert_false(json_is_true(desk_member("rounds.0.tables.1.spare")));
	assert_true(json_is_true(desk_member("rounds.0.tables.2.spare")));
	assert_int_equal(number("rounds.1.tables.0.of"), 2);
	assert_int_equal(desk_get("/api/changes"), 200);
	assert_non_null(strstr(desk_text("changes.0.what"), "8 pieces"));
}

/* An event whose codes have no key takes the old key away with it, in the same moment. */
static void
a_kit_without_key_is_taken_in(void **state)
{
	json_t *kit = manifest(), *pieces = json_array();
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
	assert_int_equal(import(kit, NULL), 200);
	assert_int_equal(store_setting(desk_kiosk.store, STORE_KEY, &key, &problem), STORE_OK);
	assert_null(key);
	assert_int_equal(desk_get_code("/api/piece/", text, ""), 200);
}

/* Puts something else at a place of the manifest, and sends it. */
static void
assert_no_kit(const char *where, const char *json, const char *words)
{
	char **names = g_strsplit(where, ".", 0);
	json_t *kit = manifest(), *at = kit, *value = json_loads(json, JSON_DECODE_ANY, NULL);
	char **name = names;

	assert_non_null(value);
	for (; name[1] != NULL; name++)
		at = g_ascii_isdigit(**name) ? json_array_get(at, (size_t)atoi(*name))
					     : json_object_get(at, *name);
	if (json_is_array(at))
		json_array_set_new(at, (size_t)atoi(*name), value);
	else
		json_object_set_new(at, *name, value);
	assert_int_equal(import(kit, code_key_text), 422);
	if (strstr(desk_text("error"), words) == NULL)
		fail_msg("%s as %s: %s", where, json, desk_text("error"));
	g_strfreev(names);
}

static void
what_is_no_kit_is_refused(void **state)
{
	static const char *const wrong[][2] = {
		{"format", "\"other\""},
		{"event", "3"},
		{"event.name", "[]"},
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
	assert_int_equal(desk_get("/api/event"), 200);
	assert_int_equal(json_array_size(desk_member("rounds")), 0);
	assert_int_equal(desk_post("/api/event/manifest", json_pack("{s:i}", "manifest", 1)), 400);
	assert_int_equal(desk_post("/api/event/manifest", json_array()), 400);
}

static void
assert_no_piece(json_t *wrong, const char *words)
{
	json_t *kit = manifest();

	json_array_append_new(json_object_get(kit, "pieces"), wrong);
	assert_int_equal(import(kit, code_key_text), 422);
	if (strstr(desk_text("error"), words) == NULL)
		fail_msg("%s", desk_text("error"));
}

static void
pieces_belong_to_their_tables(void **state)
{
	(void)state;
	assert_no_piece(piece("coupons", 1, 1, 0, 0), "twice");
	assert_no_piece(piece("coupons", 1, 0, 0, 0), "table 0");
	assert_no_piece(piece("coupons", 1, 4, 0, 0), "table 4");
	assert_no_piece(piece("coupons", 3, 1, 0, 0), "round 3");
	assert_no_piece(piece("coupons", 2, 1, 0, 0), "plays clips");
	assert_int_equal(import(manifest(), code_key_text), 200);
}

static void
an_event_with_results_is_not_taken_away(void **state)
{
	json_t *kit = manifest();

	(void)state;
	submit_coupons(1, 201);
	assert_int_equal(import(manifest(), NULL), 200);
	while (json_array_size(json_object_get(kit, "pieces")) > 6)
		json_array_remove(json_object_get(kit, "pieces"), 6);
	json_array_remove(json_object_get(kit, "pieces"), 0);
	json_array_remove(json_object_get(kit, "pieces"), 0);
	assert_int_equal(import(kit, NULL), 422);
	assert_non_null(strstr(desk_text("error"), "withdraw"));
	assert_int_equal(desk_get("/api/event"), 200);
	assert_int_equal(number("rounds.0.tables.0.in"), 1);
}

static void
people_come_from_lists_and_by_hand(void **state)
{
	(void)state;
	assert_int_equal(enter("\xef\xbb\xbfName;Club\r\n\"Ana; the first\";Oak\r\n\r\n  bo  ;\r\n"), 200);
	assert_int_equal(number("people"), 2);
	assert_int_equal(enter("bo\nCy\n"), 200); /* Bo is there: changed, not doubled */
	assert_int_equal(enter("Cy,\ncy,"), 422);
	assert_non_null(strstr(desk_text("error"), "twice"));
	assert_int_equal(enter("Di,Elm\n\"open"), 422);
	assert_non_null(strstr(desk_text("error"), "line 2"));
	assert_int_equal(enter(""), 422);
	assert_int_equal(enter_one(0, "Di", false), 200);
	assert_int_equal(enter_one(0, "DI", false), 422); /* two of a name */
	assert_non_null(strstr(desk_text("error"), "already"));
	assert_int_equal(enter_one(1, "bo", false), 422);
	assert_int_equal(enter_one(4, "Dina", true), 200);
	assert_int_equal(enter_one(99, "Eve", false), 404);
	assert_int_equal(enter_one(0, " \t ", false), 422);
	assert_int_equal(desk_post("/api/event/people",
				 json_pack("{s:[{s:s}, {s:s}]}", "people", "name", "Flo", "name", "flo")),
		422);
	/* Two who exchange their names are no double. */
	assert_int_equal(desk_post("/api/event/people",
				 json_pack("{s:[{s:i, s:s}, {s:i, s:s}]}", "people", "id", 2, "name", "Cy", "id", 3,
					 "name", "bo")),
		200);
	assert_int_equal(desk_post("/api/event/people", json_object()), 422);
	assert_int_equal(desk_get("/api/event"), 200);
	assert_int_equal(json_array_size(desk_member("people")), 4);
	assert_string_equal(desk_text("people.0.name"), "Ana; the first");
	assert_string_equal(desk_text("people.0.club"), "Oak");
	assert_string_equal(desk_text("people.3.name"), "Dina");
	assert_true(json_is_true(desk_member("people.3.gone")));
}

static void
seats_are_drawn_and_chosen(void **state)
{
	static const int four[] = {1, 2, 3, 4}, twice[] = {1, 2, 1}, nobody[] = {1, 9};

	(void)state;
	assert_int_equal(seat("random"), 422); /* nobody is here */
	assert_int_equal(enter("Ana\nBo\nCy\nDi\nEd"), 200);
	assert_int_equal(seat("random"), 200);
	assert_int_equal(json_array_size(desk_member("seats")), 4);
	assert_non_null(strstr(desk_text("warning"), "1 of 5 people sit out"));
	assert_int_equal(seat_by_hand(1, four, 4), 200);
	assert_int_equal(seat_by_hand(1, twice, 3), 422);
	assert_non_null(strstr(desk_text("error"), "twice"));
	assert_int_equal(seat_by_hand(1, nobody, 2), 422);
	assert_int_equal(seat_by_hand(3, four, 4), 422);
	assert_int_equal(seat("hand"), 422); /* without a list nothing is emptied */
	assert_int_equal(seat("quickly"), 422);
	assert_int_equal(desk_post("/api/event/seats",
				 json_pack("{s:I, s:s}", "round", (json_int_t)4294967297, "how", "random")),
		422);
	assert_int_equal(desk_post("/api/event/seats",
				 json_pack("{s:i, s:s, s:[{s:I, s:i, s:i}]}", "round", 1, "how", "hand", "seats",
					 "table", (json_int_t)4294967297, "seat", 0, "person", 1)),
		422);
	assert_int_equal(desk_get("/api/event"), 200);
	assert_int_equal(json_array_size(desk_member("seats")), 4);
	assert_string_equal(desk_text("rounds.0.tables.1.names.0"), "Cy");
	assert_int_equal(desk_get("/seating.pdf?round=1"), 200);
	assert_string_equal(desk_reply.type, "application/pdf");
	assert_int_equal(desk_get("/seating.pdf?round=9"), 404);
}

static void
people_of_a_finished_table_stay(void **state)
{
	static const int before[] = {1, 2, 3, 4}, moved[] = {1, 3, 2, 4}, others[] = {1, 2, 4, 3};

	(void)state;
	assert_int_equal(enter("Ana\nBo\nCy\nDi"), 200);
	assert_int_equal(seat_by_hand(1, before, 4), 200);
	submit_coupons(1, 201);
	assert_int_equal(seat_by_hand(1, moved, 4), 422);
	assert_non_null(strstr(desk_text("error"), "table 1"));
	assert_int_equal(seat_by_hand(1, others, 4), 200);
	assert_int_equal(desk_post("/api/withdraw",
				 json_pack("{s:s, s:s, s:s}", "submission", "w", "play", desk_first, "why", "mixed up")),
		201);
	assert_int_equal(seat_by_hand(1, moved, 4), 200);
}

/* In the second round, who sat out the first sits down, however low in the standings. */
static void
who_sat_out_plays_next(void **state)
{
	static const int four[] = {1, 2, 3, 4};
	bool found;

	(void)state;
	assert_int_equal(enter("Ana\nBo\nCy\nDi\nEd"), 200);
	assert_int_equal(seat_by_hand(1, four, 4), 200);
	submit_coupons(1, 201);
	submit_coupons(2, 201);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(desk_post("/api/event/seats",
					 json_pack("{s:i, s:s}", "round", 2, "how", i == 0 ? "standings" : "random")),
			200);
		found = number("seats.0.person") == 5 || number("seats.1.person") == 5;
		assert_true(found);
	}
}

/* The standings, which are kept as bytes. */
static json_t *
standings(const char *path)
{
	json_t *json;

	assert_int_equal(desk_get(path), 200);
	json = json_loadb(g_bytes_get_data(desk_reply.bytes, NULL), g_bytes_get_size(desk_reply.bytes), 0,
		NULL);
	assert_non_null(json);
	json_decref(desk_reply.json);
	desk_reply.json = json;
	return json;
}

static void
standings_follow_results(void **state)
{
	static const int four[] = {1, 2, 3, 4}, two[] = {1, 3};
	char tag[48];

	(void)state;
	assert_int_equal(enter("Ana\nBo\n=Cy,Oak\nDi"), 200);
	assert_int_equal(seat_by_hand(1, four, 4), 200);
	assert_int_equal(seat_by_hand(2, two, 2), 200);
	standings("/api/standings");
	g_strlcpy(tag, desk_reply.tag, sizeof tag);
	assert_null(strchr(tag, '"')); /* the server quotes it */
	assert_int_equal(json_array_size(desk_member("missing")), 2);
	assert_int_equal(number("rows.0.points"), 0);
	submit_coupons(1, 201);
	standings("/api/standings");
	assert_string_not_equal(desk_reply.tag, tag);
	assert_int_equal(json_array_size(desk_member("missing")), 1);
	assert_int_equal(number("missing.0.table"), 2);
	assert_int_equal(json_array_size(desk_member("recent")), 1);
	assert_int_equal(number("rows.0.points"), 4);
	assert_int_equal(number("rows.0.played"), 1);
	submit_coupons(1, 200);
	submit_coupons(2, 201);
	/* Both sides of a card make one placing. */
	submit_clips(0);
	standings("/api/standings?round=2");
	assert_int_equal(number("missing.0.in"), 1);
	assert_int_equal(number("missing.0.of"), 2);
	submit_clips(1);
	standings("/api/standings?round=2");
	assert_int_equal(json_array_size(desk_member("missing")), 0);
	assert_int_equal(number("rows.0.played"), 1);
	assert_int_equal(number("rows.0.points"), 4);
	assert_int_equal(desk_get("/api/standings?round=99"), 400);
	assert_int_equal(desk_get("/api/standings?round=x"), 400);
	assert_int_equal(desk_get("/standings.csv"), 200);
	assert_non_null(g_strstr_len(g_bytes_get_data(desk_reply.bytes, NULL),
		(gssize)g_bytes_get_size(desk_reply.bytes), "\"'=Cy\",\"Oak\""));
	assert_int_equal(desk_get("/results.csv"), 200);
	assert_int_equal(desk_get("/results.json"), 200);
	assert_int_equal(json_array_size(desk_member("entries")), 4);
	assert_int_equal(desk_get("/standings.pdf?round=1"), 200);
	assert_memory_equal(g_bytes_get_data(desk_reply.bytes, NULL), "%PDF", 4);
}

static unsigned
settle(json_t *settings)
{
	return desk_post("/api/event/settings", settings);
}

static void
settings_are_checked(void **state)
{
	(void)state;
	assert_int_equal(settle(json_pack("{s:i, s:s, s:{s:s}}", "round", 2, "name", " Paper  Night ",
				 "scheme", "by", "total")),
		200);
	standings("/api/standings");
	assert_string_equal(desk_text("event"), "Paper Night");
	assert_string_equal(desk_text("by"), "total");
	assert_int_equal(number("now"), 2);
	assert_int_equal(settle(json_pack("{s:i}", "round", 3)), 422);
	assert_int_equal(settle(json_pack("{s:I}", "round", (json_int_t)4294967297)), 422);
	assert_int_equal(settle(json_pack("{s:s}", "name", "\n")), 422);
	assert_int_equal(settle(json_pack("{s:{s:s, s:[]}}", "scheme", "by", "placing", "points")), 422);
	assert_int_equal(
		settle(json_pack("{s:{s:s, s:[i]}}", "scheme", "by", "placing", "points", -1)), 422);
	/* All or nothing: a wrong scheme keeps the right round from being set. */
	assert_int_equal(settle(json_pack("{s:i, s:i}", "round", 1, "scheme", 3)), 422);
	standings("/api/standings");
	assert_int_equal(number("now"), 2);
}

/* How many pages a PDF has, as its tree says. */
static int
pages(void)
{
	const char *data = g_bytes_get_data(desk_reply.bytes, NULL);
	size_t length = strlen("/Count "), size = g_bytes_get_size(desk_reply.bytes);

	for (size_t i = 0; i + length < size; i++)
		if (memcmp(data + i, "/Count ", length) == 0)
			return atoi(data + i + length);
	return -1;
}

static void
certificates_are_given_to_all_who_share_a_place(void **state)
{
	static const int four[] = {1, 2, 3, 4};

	(void)state;
	assert_int_equal(desk_get("/certificates.pdf"), 404);
	assert_int_equal(enter("Ana\nBo\nCy\nDi"), 200);
	assert_int_equal(seat_by_hand(1, four, 4), 200);
	submit_coupons(1, 201);
	submit_coupons(2, 201);
	assert_int_equal(desk_get("/certificates.pdf?top=0"), 400);
	for (int top = 1; top <= 4; top++) {
		char *path = g_strdup_printf("/certificates.pdf?top=%d", top);
		int honoured = 0;
		json_t *row;
		size_t i;

		json_array_foreach(json_object_get(standings("/api/standings"), "rows"), i, row)
			honoured += json_integer_value(json_object_get(row, "place")) <= top;
		assert_true(honoured > top || top > 1); /* a winner at each of two tables */
		assert_int_equal(desk_get(path), 200);
		assert_int_equal(pages(), honoured);
		g_free(path);
	}
}

static void
changes_are_listed(void **state)
{
	static const int two[] = {1, 2};

	(void)state;
	assert_int_equal(enter("Ana\nBo"), 200);
	assert_int_equal(seat_by_hand(1, two, 2), 200);
	assert_int_equal(desk_get("/api/changes"), 200);
	assert_int_equal(json_array_size(desk_member("changes")), 3);
	assert_string_equal(desk_text("changes.0.what"), "seated round 1");
	assert_string_equal(desk_text("changes.0.why"), "as they wished");
	assert_string_equal(desk_text("changes.0.who"), "organiser");
	assert_string_equal(desk_text("changes.1.what"), "people: 2 added, 0 changed");
}

static void
without_an_event_there_is_nothing_to_print(void **state)
{
	(void)state;
	assert_int_equal(desk_get("/standings.pdf"), 404);
	assert_int_equal(desk_get("/standings.csv"), 404);
	assert_int_equal(desk_get("/certificates.pdf"), 404);
	assert_int_equal(desk_get("/seating.pdf"), 404);
	assert_int_equal(seat("random"), 422);
	standings("/api/standings");
	assert_true(json_is_null(desk_member("event")));
}

#define EMPTY(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)
#define CLUB(name)  cmocka_unit_test_setup_teardown(name, open_club, desk_close)

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
		CLUB(seats_are_drawn_and_chosen),
		CLUB(people_of_a_finished_table_stay),
		CLUB(who_sat_out_plays_next),
		CLUB(standings_follow_results),
		CLUB(settings_are_checked),
		CLUB(certificates_are_given_to_all_who_share_a_place),
		CLUB(changes_are_listed),
		EMPTY(without_an_event_there_is_nothing_to_print),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
