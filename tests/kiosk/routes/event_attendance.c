/* SPDX-License-Identifier: MIT
 * Who came and who was expected: byes and their reasons, late people, points, pairs who must not meet, and scores of
 * the same sheets compared. */
#include <math.h>
#include <string.h>

#include "tests/kiosk/routes/event_tools.h"
#include "tests/tools.h"

/* Seats round 1 and asks how it is. */
static void
seat_and_ask(const char *how)
{
	assert_int_equal(event_seat(how), 200);
	assert_int_equal(handler_get("/api/event/attendance?round=1"), 200);
}

static void
who_is_left_over_has_a_bye_with_a_reason(void **state)
{
	int64_t out;

	(void)state;
	assert_int_equal(event_enter("Ana\nBo\nCy\nDi\nEd"), 200);
	seat_and_ask("standings");
	assert_int_equal(event_number("people"), 5);
	assert_int_equal(json_array_size(handler_member("byes")), 1);
	assert_int_equal(event_number("byes.0.missed"), 0);
	assert_int_equal(event_number("byes.0.among"), 5);
	out = event_number("byes.0.person");
	/* The table for two could be printed again for three. */
	assert_int_equal(json_array_size(handler_member("proposals")), 1);
	assert_int_equal(event_number("proposals.0.players"), 3);
	assert_int_equal(handler_get("/api/event"), 200);
	assert_int_equal(json_array_size(handler_member("seats")), 4);
	assert_int_equal(event_number("byes.0.person"), out);
	/* A bye earns the average of what the tables earned, once there is a result. */
	event_standings("/api/standings");
	assert_int_equal(json_array_size(handler_member("rows.4.byes")), 0);
	event_coupons(1, 201);
	event_coupons(2, 201);
	json_t *row;
	size_t i;
	unsigned byes = 0;
	double sum = 0, bye = 0;

	json_array_foreach(json_object_get(event_standings("/api/standings"), "rows"), i, row) {
		double points = json_number_value(json_object_get(row, "points"));

		if (json_array_size(json_object_get(row, "byes")) == 0) {
			sum += points;
			continue;
		}
		byes++;
		bye = points;
		assert_int_equal(json_integer_value(json_object_get(row, "id")), out);
		assert_int_equal(json_integer_value(json_object_get(row, "played")), 0);
	}
	assert_int_equal(byes, 1);
	assert_true(sum > 0 && bye == floor(2 * sum / 4 + 0.5) / 2);
}

static void
six_take_the_spare_and_nobody_sits_at_a_part_of_a_table(void **state)
{
	(void)state;
	assert_int_equal(event_enter("Ana\nBo\nCy\nDi\nEd\nFi"), 200);
	seat_and_ask("random");
	assert_int_equal(json_array_size(handler_member("byes")), 0);
	assert_int_equal(handler_get("/api/event"), 200);
	assert_int_equal(json_array_size(handler_member("seats")), 6);
	assert_string_not_equal(handler_text("rounds.0.tables.2.names.0"), "");
	assert_string_not_equal(handler_text("rounds.0.tables.2.names.1"), "");
}

static void
late_people_are_seated_or_told_when(void **state)
{
	static const int three[] = {1, 2, 3};

	(void)state;
	assert_int_equal(event_enter("Ana\nBo\nCy\nDi\nEd"), 200);
	assert_int_equal(event_seat_by_hand(1, three, 3), 200);
	assert_non_null(strstr(handler_text("warning"), "table 2 has fewer people"));
	/* Di takes the empty seat at table 2, Ed plays from round 2 on. */
	assert_int_equal(handler_post("/api/event/late", json_pack("{s:i}", "person", 4)), 200);
	assert_int_equal(event_number("table"), 2);
	assert_int_equal(event_number("seat"), 1);
	assert_int_equal(handler_post("/api/event/late", json_pack("{s:i}", "person", 5)), 200);
	assert_true(json_is_null(handler_member("table")));
	assert_int_equal(event_number("next"), 2);
	assert_int_equal(handler_post("/api/event/late", json_pack("{s:i}", "person", 4)), 422);
	assert_int_equal(handler_post("/api/event/late", json_pack("{s:i}", "person", 99)), 422);
	assert_int_equal(handler_post("/api/event/late", json_object()), 422);
}

static void
named_pairs_never_meet(void **state)
{
	(void)state;
	assert_int_equal(event_enter("Ana\nBo\nCy\nDi"), 200);
	assert_int_equal(handler_post("/api/event/settings", json_pack("{s:[[i,i],[i,i]]}", "apart", 1, 2, 1, 3)), 200);
	for (int i = 0; i < 5; i++) {
		seat_and_ask("random");
		assert_int_equal(event_number("cost.apart"), 0);
	}
	assert_int_equal(handler_post("/api/event/settings", json_pack("{s:[[i]]}", "apart", 1)), 422);
	assert_int_equal(handler_post("/api/event/settings", json_pack("{s:[[i,i]]}", "apart", 1, 1)), 422);
	assert_int_equal(handler_post("/api/event/settings", json_pack("{s:[]}", "apart")), 200);
}

static void
tables_change_only_as_their_game_and_kit_allow(void **state)
{
	(void)state;
	assert_int_equal(event_enter("Ana\nBo\nCy\nDi"), 200);
	assert_int_equal(
		handler_post("/api/event/table", json_pack("{s:i, s:i, s:i}", "round", 1, "table", 1, "players", 3)),
		200);
	/* The packet before counts no more, the new one has three seats. */
	char *path = g_strdup_printf("/api/piece/%s", handler_first);
	assert_int_equal(handler_get(path), 422);
	assert_string_equal(handler_text("id"), "code-withdrawn");
	g_free(path);
	event_coupons(1, 422);
	assert_int_equal(handler_get("/api/event"), 200);
	assert_int_equal(event_number("rounds.0.tables.0.players"), 3);
	assert_string_not_equal(handler_text("rounds.0.tables.0.code"), handler_first);
	path = g_strdup_printf("/api/piece/%s", handler_text("rounds.0.tables.0.code"));
	assert_int_equal(handler_get(path), 200);
	g_free(path);
	assert_int_equal(handler_get("/packet.pdf?round=1&table=1"), 200);
	assert_string_equal(handler_reply.type, "application/pdf");
	assert_int_equal(
		handler_post("/api/event/table", json_pack("{s:i, s:i, s:i}", "round", 1, "table", 1, "players", 6)),
		422);
	assert_string_equal(handler_text("id"), "table-not-for");
	assert_int_equal(handler_post("/api/event/table",
				 json_pack("{s:i, s:i, s:i, s:b}", "round", 1, "table", 1, "players", 3, "print", 0)),
		422);
	assert_int_equal(
		handler_post("/api/event/table", json_pack("{s:i, s:i, s:i}", "round", 1, "table", 77, "players", 3)),
		422);
	assert_string_equal(handler_text("id"), "table-not-open");
	assert_int_equal(handler_post("/api/event/table", json_pack("{s:s}", "round", "one")), 422);
}

static void
the_same_sheets_are_compared_and_exchanged(void **state)
{
	static const int four[] = {1, 2, 3, 4};
	json_t *file;

	(void)state;
	assert_int_equal(event_enter("Ana\nBo\nCy\nDi"), 200);
	assert_int_equal(event_seat_by_hand(1, four, 4), 200);
	event_coupons(1, 201);
	event_coupons(2, 201);
	assert_int_equal(handler_get("/api/travellers?round=1"), 200);
	assert_true(json_array_size(handler_member("sheets")) >= 1);
	/* The file names nobody unless that is wanted. */
	assert_int_equal(handler_get("/round.json?round=1"), 200);
	assert_null(g_strstr_len(
		g_bytes_get_data(handler_reply.bytes, NULL), (gssize)g_bytes_get_size(handler_reply.bytes), "Ana"));
	assert_int_equal(handler_get("/round.json?round=1&names=yes"), 200);
	assert_non_null(g_strstr_len(
		g_bytes_get_data(handler_reply.bytes, NULL), (gssize)g_bytes_get_size(handler_reply.bytes), "Ana"));
	file = json_loadb(g_bytes_get_data(handler_reply.bytes, NULL), g_bytes_get_size(handler_reply.bytes), 0, NULL);
	json_object_set_new(file, "event", json_string("North"));
	json_t *before = json_deep_copy(json_object_get(event_standings("/api/standings"), "rows"));

	assert_int_equal(handler_post("/api/event/compare", json_deep_copy(file)), 200);
	assert_true(json_equal(before, json_object_get(event_standings("/api/standings"), "rows")));
	assert_int_equal(handler_get("/api/travellers?round=1"), 200);
	assert_true(json_array_size(handler_member("sheets.0.seats.0")) >= 2);
	/* Anyone who scored the same as elsewhere shares the points. */
	assert_int_equal(event_number("sheets.0.seats.0.0.percent"), 50);
	json_object_set_new(file, "plays", json_pack("[{s:s}]", "seed", "x"));
	assert_int_equal(handler_post("/api/event/compare", file), 400);
	assert_int_equal(handler_post("/api/event/compare", json_pack("{s:s}", "format", "other")), 400);
	json_decref(before);
}

int
test_event_attendance(void)
{
	const struct CMUnitTest tests[] = {
		CLUB(who_is_left_over_has_a_bye_with_a_reason),
		CLUB(six_take_the_spare_and_nobody_sits_at_a_part_of_a_table),
		CLUB(late_people_are_seated_or_told_when),
		CLUB(named_pairs_never_meet),
		CLUB(tables_change_only_as_their_game_and_kit_allow),
		CLUB(the_same_sheets_are_compared_and_exchanged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
