/* SPDX-License-Identifier: MIT
 * A club night. */
#include "tests/kiosk/routes/event_tools.h"

#include <string.h>

#include "tests/tools.h"
#include "tests/typed.h"

json_t *
event_piece(const char *game, unsigned round, unsigned table, unsigned side, uint8_t number)
{
	char text[CODE_TEXT];

	handler_code(game, round, table, side, number, text);
	return json_pack("{s:s, s:s, s:i, s:i}", "code", text, "game", game, "round", (int)round, "table", (int)table);
}

json_t *
event_manifest(void)
{
	json_t *pieces = json_array();

	for (unsigned table = 1; table <= 3; table++)
		for (uint8_t sheet = 0; sheet < 2; sheet++)
			json_array_append_new(pieces, event_piece("coupons", 1, table, 0, sheet));
	json_array_append_new(pieces, event_piece("clips", 2, 1, 0, 0));
	json_array_append_new(pieces, event_piece("clips", 2, 1, 1, 0));
	return json_pack("{s:s, s:s, s:{s:s, s:s, s:b, s:n}, s:[{s:i, s:s, s:i, s:i, s:[i, i, i], s:{s:i}},"
			 " {s:i, s:s, s:i, s:i, s:[i], s:{s:s}}], s:o}",
		"format", "seedpress-kit", "definition",
		"[event]\nname=Club night\ndate=14 November\nseed=1\nkey=club.key\n[round 1]\ngame=coupons\n"
		"players=2 x 2\nspares=1\ntable.1=Somebody Else\n[round 2]\ngame=clips\n"
		"tables=1\nsides=2\n",
		"event", "name", "Club night", "date", "14 November", "keyed", 1, "url", "rounds", "round", 1, "game",
		"coupons", "tables", 2, "spares", 1, "players", 2, 2, 2, "rules", "burger_pair", 4, "round", 2, "game",
		"clips", "tables", 1, "spares", 0, "players", 2, "rules", "poop_set", "bonus", "pieces", pieces);
}

unsigned
event_send(json_t *kit, const char *key)
{
	return handler_post("/api/event/manifest", json_pack("{s:o, s:s?}", "manifest", kit, "key", key));
}

int
event_open(void **state)
{
	handler_open(state);
	assert_int_equal(event_send(event_manifest(), code_key_text), 200);
	handler_code("coupons", 1, 1, 0, 0, handler_first);
	return 0;
}

unsigned
event_enter(const char *csv)
{
	return handler_post("/api/event/people", json_pack("{s:s}", "csv", csv));
}

unsigned
event_enter_one(int id, const char *name, bool gone)
{
	return handler_post("/api/event/people",
		json_pack("{s:[{s:i, s:s, s:s, s:b}]}", "people", "id", id, "name", name, "club", "", "gone", gone));
}

unsigned
event_seat(const char *how)
{
	return handler_post("/api/event/seats", json_pack("{s:i, s:s}", "round", 1, "how", how));
}

unsigned
event_seat_by_hand(unsigned round, const int *people, unsigned count)
{
	json_t *seats = json_array();

	for (unsigned i = 0; i < count; i++)
		json_array_append_new(seats,
			json_pack("{s:i, s:i, s:i}", "table", (int)(i / 2 + 1), "seat", (int)(i % 2), "person",
				people[i]));
	return handler_post("/api/event/seats",
		json_pack("{s:i, s:s, s:o, s:s}", "round", (int)round, "how", "hand", "seats", seats, "why",
			"as they wished"));
}

void
event_coupons(unsigned table, unsigned status)
{
	char code[CODE_TEXT], name[16];

	handler_code("coupons", 1, table, 0, 0, code);
	g_snprintf(name, sizeof name, "coupons-%u", table);
	assert_int_equal(handler_post("/api/result", handler_submit(name, handler_coupons(code))), status);
}

void
event_clips(unsigned side)
{
	char code[CODE_TEXT], name[16];

	handler_code("clips", 2, 1, side, 0, code);
	g_snprintf(name, sizeof name, "clips-%u", side);
	assert_int_equal(handler_post("/api/result",
				 handler_submit(name,
					 json_pack("{s:s, s:s, s:i, s:i, s:[{s:[s, s, s]}, {s:[s, s, s]}]}", "game",
						 "clips", "code", code, "first", 0, "bid", 0, "players", "clips",
						 "L1x1", "R1x1", "L8x1", "clips", "R8x1", "L2x1", "R2x1"))),
		201);
}

int
event_number(const char *path)
{
	assert_true(json_is_integer(handler_member(path)));
	return (int)json_integer_value(handler_member(path));
}

json_t *
event_standings(const char *path)
{
	json_t *json;

	assert_int_equal(handler_get(path), 200);
	json = json_loadb(g_bytes_get_data(handler_reply.bytes, NULL), g_bytes_get_size(handler_reply.bytes), 0, NULL);
	assert_non_null(json);
	json_decref(handler_reply.json);
	handler_reply.json = json;
	return json;
}
