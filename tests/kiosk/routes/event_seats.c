/* SPDX-License-Identifier: MIT
 * Who sits where, and what comes of the results: standings, exports, prints. */
#include <string.h>
#include <unistd.h>

#include "tests/kiosk/routes/event_tools.h"
#include "tests/tools.h"
#include "tests/typed.h"

static void
seats_are_drawn_and_chosen(void **state)
{
	static const int four[] = {1, 2, 3, 4}, twice[] = {1, 2, 1}, nobody[] = {1, 9};

	(void)state;
	assert_int_equal(event_seat("random"), 422); /* nobody is here */
	assert_int_equal(event_enter("Ana\nBo\nCy\nDi\nEd"), 200);
	assert_int_equal(event_seat("random"), 200);
	assert_int_equal(json_array_size(handler_member("seats")), 4);
	assert_non_null(strstr(handler_text("warning"), "1 of 5 people sits out"));
	assert_int_equal(event_seat_by_hand(1, four, 4), 200);
	assert_int_equal(event_seat_by_hand(1, twice, 3), 422);
	assert_string_equal(handler_text("id"), "sits-twice");
	assert_int_equal(event_seat_by_hand(1, nobody, 2), 422);
	assert_int_equal(event_seat_by_hand(3, four, 4), 422);
	assert_int_equal(event_seat("hand"), 422); /* without a list nothing is emptied */
	assert_int_equal(event_seat("quickly"), 422);
	assert_int_equal(handler_post("/api/event/seats",
				 json_pack("{s:I, s:s}", "round", (json_int_t)4294967297, "how", "random")),
		422);
	assert_int_equal(handler_post("/api/event/seats",
				 json_pack("{s:i, s:s, s:[{s:I, s:i, s:i}]}", "round", 1, "how", "hand", "seats",
					 "table", (json_int_t)4294967297, "seat", 0, "person", 1)),
		422);
	assert_int_equal(handler_get("/api/event"), 200);
	assert_int_equal(json_array_size(handler_member("seats")), 4);
	assert_string_equal(handler_text("rounds.0.tables.1.names.0"), "Cy");
	assert_int_equal(handler_get("/seating.pdf?round=1"), 200);
	assert_string_equal(handler_reply.type, "application/pdf");
	assert_int_equal(handler_get("/seating.pdf?round=9"), 404);
}

/* What is written in the PDF of the last answer; to be freed. */
static char *
printed_text(void)
{
	char *name = NULL, *command, *text = NULL;
	int file = g_file_open_tmp("cards-XXXXXX", &name, NULL), status = -1;

	assert_true(file >= 0);
	close(file);
	assert_true(g_file_set_contents(name, g_bytes_get_data(handler_reply.bytes, NULL),
		(gssize)g_bytes_get_size(handler_reply.bytes), NULL));
	command = g_strdup_printf("pdftotext -raw '%s' -", name);
	assert_true(g_spawn_command_line_sync(command, &text, NULL, &status, NULL));
	assert_int_equal(status, 0);
	remove(name);
	g_free(command);
	g_free(name);
	return text;
}

static void
expect_printed(const char *path, const char *there, const char *not_there)
{
	char *text;

	assert_int_equal(handler_get(path), 200);
	assert_string_equal(handler_reply.type, "application/pdf");
	text = printed_text();
	if (strstr(text, there) == NULL || strstr(text, not_there) != NULL)
		fail_msg("%s says \"%s\"", path, text);
	g_free(text);
}

static void
cards_and_labels_are_printed_again_for_the_seats_of_now(void **state)
{
	static const int before[] = {1, 2, 3, 4}, after[] = {1, 4, 3, 2};

	(void)state;
	assert_int_equal(event_enter("Ana\nBo\nCy\nDi"), 200);
	assert_int_equal(event_seat_by_hand(1, before, 4), 200);
	expect_printed("/cards.pdf?round=1&tables=1", "Bo", "Di");
	expect_printed("/labels.pdf?round=1&tables=1", "Bo", "Di");
	assert_int_equal(event_seat_by_hand(1, after, 4), 200);
	expect_printed("/cards.pdf?round=1&tables=1", "Di", "Bo");
	expect_printed("/labels.pdf?round=1&tables=1", "Di", "Bo");
	/* All tables; the kit's own names are gone, and nobody sits at the spare. */
	expect_printed("/cards.pdf?round=1", "Round 1, table 2", "Somebody");
	expect_printed("/cards.pdf", handler_first, "Spare");
	expect_printed("/cards.pdf?round=1&tables=1-2", "Round 1, table 2", "table 3");
	expect_printed("/labels.pdf?round=2", "Table 1", "Di");
	assert_int_equal(handler_get("/cards.pdf?round=1&tables=3"), 404); /* the spare */
	for (unsigned i = 0; i < 6; i++) {
		static const char *const wrong[] = {"0", "4", "2-1", "1-4", "1-2-3", "x"};
		char path[48];

		g_snprintf(path, sizeof path, "/labels.pdf?round=1&tables=%s", wrong[i]);
		assert_int_equal(handler_get(path), 400);
	}
	assert_int_equal(handler_get("/cards.pdf?round=3"), 404);
}

/* A card with other codes than the pieces have would mislead. */
static void
what_the_manifest_does_not_define_is_not_printed_again(void **state)
{
	static const char *const wrong[] = {"", "[event]\nname=N\n[round 1]\ngame=clips\ntables=1\n",
		"[event]\nname=N\n[round 1]\ngame=coupons\nplayers=2 x 2\nspares=1\nrule.burger_pair=4\n",
		"[event]\nname=N\n[round 1]\ngame=coupons\nplayers=2 x 3\nspares=1\n"};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(wrong); i++) {
		json_t *kit = event_manifest();

		json_object_set_new(kit, "definition", json_string(wrong[i]));
		assert_int_equal(event_send(kit, code_key_text), 200);
		assert_int_equal(handler_get("/cards.pdf?round=1"), 422);
		assert_int_equal(handler_get("/labels.pdf?round=1"), 422);
	}
}

static void
people_of_a_finished_table_stay(void **state)
{
	static const int before[] = {1, 2, 3, 4}, moved[] = {1, 3, 2, 4}, others[] = {1, 2, 4, 3};

	(void)state;
	assert_int_equal(event_enter("Ana\nBo\nCy\nDi"), 200);
	assert_int_equal(event_seat_by_hand(1, before, 4), 200);
	event_coupons(1, 201);
	assert_int_equal(event_seat_by_hand(1, moved, 4), 422);
	assert_string_equal(handler_text("id"), "seats-of-result");
	assert_int_equal(event_seat_by_hand(1, others, 4), 200);
	assert_int_equal(
		handler_post("/api/withdraw",
			json_pack("{s:s, s:s, s:s}", "submission", "w", "play", handler_first, "why", "mixed up")),
		201);
	assert_int_equal(event_seat_by_hand(1, moved, 4), 200);
}

/* A result of a round in which nobody has a seat would belong to nobody. Without any people only names count. */
static void
nobodys_result_is_the_organisers(void **state)
{
	static const int two[] = {1, 2};

	(void)state;
	handler_organiser = false;
	event_coupons(2, 201);
	handler_organiser = true;
	assert_int_equal(event_enter("Ana\nBo"), 200);
	handler_organiser = false;
	event_coupons(1, 401);
	assert_string_equal(handler_text("kind"), "organiser");
	assert_string_equal(handler_text("id"), "nobody-seated");
	handler_organiser = true;
	assert_int_equal(event_seat_by_hand(1, two, 2), 200);
	handler_organiser = false;
	event_coupons(1, 201);
	handler_organiser = true;
}

static void
the_organiser_lets_nobodys_result_in(void **state)
{
	(void)state;
	assert_int_equal(event_enter("Ana\nBo"), 200);
	event_coupons(1, 201);
}

/* In the second round, who sat out the first sits down, however low in the standings. */
static void
who_sat_out_plays_next(void **state)
{
	static const int four[] = {1, 2, 3, 4};
	bool found;

	(void)state;
	assert_int_equal(event_enter("Ana\nBo\nCy\nDi\nEd"), 200);
	assert_int_equal(event_seat_by_hand(1, four, 4), 200);
	event_coupons(1, 201);
	event_coupons(2, 201);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(handler_post("/api/event/seats",
					 json_pack("{s:i, s:s}", "round", 2, "how", i == 0 ? "standings" : "random")),
			200);
		found = event_number("seats.0.person") == 5 || event_number("seats.1.person") == 5;
		assert_true(found);
	}
}

/* By the standings: two who met do not meet again when others are there, asked twice it is the same, and what
 * cannot be kept is said by name. */
static void
nobody_meets_again_by_the_standings(void **state)
{
	static const int four[] = {1, 2, 3, 4};
	json_t *seats;

	(void)state;
	assert_int_equal(event_enter("Ana,North\nBo,North\nCy,\nDi,"), 200);
	assert_int_equal(event_seat("standings"), 200);
	assert_int_equal(event_number("cost.clubmates"), 0);
	seats = json_deep_copy(handler_member("seats"));
	assert_int_equal(event_seat("standings"), 200);
	assert_true(json_equal(seats, handler_member("seats")));
	json_decref(seats);
	assert_int_equal(event_seat_by_hand(1, four, 4), 200);
	assert_true(json_is_null(handler_member("cost")));
	event_coupons(1, 201);
	event_coupons(2, 201);
	assert_int_equal(
		handler_post("/api/event/seats", json_pack("{s:i, s:s}", "round", 2, "how", "standings")), 200);
	/* One table of two in round 2, and all four have played once: any two who sit there met or did not. */
	assert_int_equal(event_number("cost.pairs"), 1);
	for (int person = 3; person <= 4; person++)
		assert_int_equal(event_enter_one(person, person == 3 ? "Cy" : "Di", true), 200);
	assert_int_equal(
		handler_post("/api/event/seats", json_pack("{s:i, s:s}", "round", 2, "how", "standings")), 200);
	assert_int_equal(event_number("cost.again"), 1);
	assert_non_null(strstr(handler_text("warning"), "meet again"));
	assert_non_null(strstr(handler_text("warning"), "are clubmates at one table"));
}

static void
standings_follow_results(void **state)
{
	static const int four[] = {1, 2, 3, 4}, two[] = {1, 3};
	char tag[48];

	(void)state;
	assert_int_equal(event_enter("Ana\nBo\n=Cy,Oak\nDi"), 200);
	assert_int_equal(event_seat_by_hand(1, four, 4), 200);
	assert_int_equal(event_seat_by_hand(2, two, 2), 200);
	event_standings("/api/standings");
	g_strlcpy(tag, handler_reply.tag, sizeof tag);
	assert_null(strchr(tag, '"')); /* the server quotes it */
	assert_int_equal(json_array_size(handler_member("missing")), 2);
	assert_int_equal(event_number("rows.0.points"), 0);
	event_coupons(1, 201);
	event_standings("/api/standings");
	assert_string_not_equal(handler_reply.tag, tag);
	assert_int_equal(json_array_size(handler_member("missing")), 1);
	assert_int_equal(event_number("missing.0.table"), 2);
	assert_int_equal(json_array_size(handler_member("recent")), 1);
	assert_int_equal(event_number("rows.0.points"), 4);
	assert_int_equal(event_number("rows.0.played"), 1);
	event_coupons(1, 200);
	event_coupons(2, 201);
	/* Both sides of a card make one placing. */
	event_clips(0);
	event_standings("/api/standings?round=2");
	assert_int_equal(event_number("missing.0.in"), 1);
	assert_int_equal(event_number("missing.0.of"), 2);
	event_clips(1);
	event_standings("/api/standings?round=2");
	assert_int_equal(json_array_size(handler_member("missing")), 0);
	assert_int_equal(event_number("rows.0.played"), 1);
	assert_int_equal(event_number("rows.0.points"), 4);
	assert_int_equal(handler_get("/api/standings?round=99"), 400);
	assert_int_equal(handler_get("/api/standings?round=x"), 400);
	assert_int_equal(handler_get("/results.csv?excel=yes"), 200);
	assert_memory_equal(g_bytes_get_data(handler_reply.bytes, NULL), "\xef\xbb\xbfresult,", 10);
	assert_int_equal(handler_get("/standings.csv?excel=yes"), 200);
	assert_memory_equal(g_bytes_get_data(handler_reply.bytes, NULL), "\xef\xbb\xbfplace,", 9);
	assert_int_equal(handler_get("/standings.csv"), 200);
	assert_memory_equal(g_bytes_get_data(handler_reply.bytes, NULL), "place,name,", 11);
	assert_non_null(g_strstr_len(g_bytes_get_data(handler_reply.bytes, NULL),
		(gssize)g_bytes_get_size(handler_reply.bytes), "\"'=Cy\",\"Oak\""));
	assert_int_equal(handler_get("/results.csv"), 200);
	assert_int_equal(handler_get("/results.json"), 200);
	assert_int_equal(json_array_size(handler_member("entries")), 4);
	assert_int_equal(handler_get("/standings.pdf?round=1"), 200);
	assert_memory_equal(g_bytes_get_data(handler_reply.bytes, NULL), "%PDF", 4);
}

/* How many pages a PDF has, as its tree says. */
static int
pages(void)
{
	const char *data = g_bytes_get_data(handler_reply.bytes, NULL);
	size_t length = strlen("/Count "), size = g_bytes_get_size(handler_reply.bytes);

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
	assert_int_equal(handler_get("/certificates.pdf"), 404);
	assert_int_equal(event_enter("Ana\nBo\nCy\nDi"), 200);
	assert_int_equal(event_seat_by_hand(1, four, 4), 200);
	event_coupons(1, 201);
	event_coupons(2, 201);
	assert_int_equal(handler_get("/certificates.pdf?top=0"), 400);
	for (int top = 1; top <= 4; top++) {
		char *path = g_strdup_printf("/certificates.pdf?top=%d", top);
		int honoured = 0;
		json_t *row;
		size_t i;

		json_array_foreach(json_object_get(event_standings("/api/standings"), "rows"), i, row)
			honoured += json_integer_value(json_object_get(row, "place")) <= top;
		assert_true(honoured > top || top > 1); /* a winner at each of two tables */
		assert_int_equal(handler_get(path), 200);
		assert_int_equal(pages(), honoured);
		g_free(path);
	}
}

static void
without_an_event_there_is_nothing_to_print(void **state)
{
	(void)state;
	assert_int_equal(handler_get("/standings.pdf"), 404);
	assert_int_equal(handler_get("/standings.csv"), 404);
	assert_int_equal(handler_get("/certificates.pdf"), 404);
	assert_int_equal(handler_get("/seating.pdf"), 404);
	assert_int_equal(handler_get("/cards.pdf"), 404);
	assert_int_equal(handler_get("/labels.pdf"), 404);
	assert_int_equal(event_seat("random"), 422);
	event_standings("/api/standings");
	assert_true(json_is_null(handler_member("event")));
}

int
test_event_seats(void)
{
	const struct CMUnitTest tests[] = {
		CLUB(seats_are_drawn_and_chosen),
		CLUB(cards_and_labels_are_printed_again_for_the_seats_of_now),
		CLUB(what_the_manifest_does_not_define_is_not_printed_again),
		CLUB(people_of_a_finished_table_stay),
		CLUB(nobodys_result_is_the_organisers),
		CLUB(the_organiser_lets_nobodys_result_in),
		CLUB(who_sat_out_plays_next),
		CLUB(nobody_meets_again_by_the_standings),
		CLUB(standings_follow_results),
		CLUB(certificates_are_given_to_all_who_share_a_place),
		EMPTY(without_an_event_there_is_nothing_to_print),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
