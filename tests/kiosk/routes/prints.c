/* SPDX-License-Identifier: MIT
 * What the page asks about printing: choices from the games' own tables, pages
 * and PDFs once they are made, and refusals; the organiser can switch it off. */
#include <string.h>

#include "gen/press/printed_game.h"
#include "kiosk/making/print_jobs.h"
#include "tests/kiosk/routes/handler_tools.h"
#include "tests/tools.h"

/* Asks until it is made. */
static unsigned
get_made(const char *path)
{
	unsigned status;

	while ((status = handler_get(path)) == 202) {
		assert_true(json_is_integer(handler_member("place")) || json_is_null(handler_member("place")));
		g_usleep(10000);
	}
	return status;
}

static void
every_option_of_every_game_can_be_chosen(void **state)
{
	size_t n, m;
	json_t *json, *option;

	(void)state;
	assert_int_equal(handler_get("/api/print/games"), 200);
	assert_true(json_array_size(handler_member("games")) >= 4);
	json_array_foreach(handler_member("games"), n, json) {
		const char *id = json_string_value(json_object_get(json, "id"));
		const struct printed_game *printed = printed_game_of(game_by_id(id));

		json_array_foreach(json_object_get(json, "options"), m, option)
			assert_string_equal(
				json_string_value(json_object_get(option, "name")), printed->option[m].name);
		assert_null(printed->option[json_array_size(json_object_get(json, "options"))].name);
	}
}

static void
pages_and_their_pdf_are_made(void **state)
{
	(void)state;
	assert_int_equal(get_made("/api/print/pages?game=clips&seed=5&count=3"), 200);
	assert_int_equal(json_integer_value(handler_member("pages")), 2);
	assert_int_equal(json_integer_value(handler_member("sheets")), 1);
	handler_gzip = false;
	assert_int_equal(get_made("/print/page/1.svg?game=clips&seed=5&count=3"), 200);
	assert_false(handler_reply.packed);
	assert_memory_equal(g_bytes_get_data(handler_reply.bytes, NULL), "<?xml", 5);
	handler_gzip = true;
	assert_int_equal(get_made("/api/print/first?game=clips&seed=5&count=3"), 200);
	assert_int_equal(json_array_size(handler_member("page")), 1);
	assert_int_equal(get_made("/print/first.svg?game=clips&seed=5&count=3"), 200);
	assert_int_equal(get_made("/print/page/2.svg?game=clips&seed=5&count=3"), 200);
	assert_true(handler_reply.packed);
	handler_gzip = false;
	assert_int_equal(get_made("/print/page/3.svg?game=clips&seed=5&count=3"), 404);
	assert_int_equal(get_made("/print/x.pdf?game=clips&seed=5&count=3"), 200);
	assert_memory_equal(g_bytes_get_data(handler_reply.bytes, NULL), "%PDF-", 5);
	assert_int_equal(get_made("/api/print/known?game=clips&seed=5"), 200);
	assert_true(json_is_boolean(handler_member("kept")));
	assert_int_equal(get_made("/print/known.svg?game=clips&seed=5"), 200);
	assert_string_equal(handler_reply.type, "image/svg+xml");
}

static void
pages_say_which_paper_they_are_for(void **state)
{
	json_t *card;

	(void)state;
	assert_int_equal(get_made("/api/print/pages?game=chipit&seed=5&pieces=all&backs=none"), 200);
	assert_true(json_is_false(handler_member("two_sided")));
	assert_int_equal(json_array_size(handler_member("papers")), 2);
	card = json_array_get(handler_member("papers"), 1);
	assert_string_equal(json_string_value(json_object_get(card, "paper")), "card stock");
	assert_int_equal(json_integer_value(json_object_get(card, "first")), 4);
	assert_int_equal(json_integer_value(json_object_get(card, "last")), 11);
}

static void
what_was_made_is_there_at_once_and_costs_nothing(void **state)
{
	(void)state;
	assert_int_equal(handler_get("/api/print/pages?game=laundry&seed=5"), 202);
	assert_true(handler_reply.charged > 0);
	assert_int_equal(get_made("/api/print/pages?game=laundry&seed=5"), 200);
	assert_int_equal(handler_get("/api/print/pages?game=laundry&seed=5"), 200);
	assert_int_equal(handler_reply.charged, 0);
}

static void
wrong_choices_are_refused_with_a_sentence(void **state)
{
	static const struct {
		const char *path;
		unsigned status;
		const char *sentence;
	} wrong[] = {
		{"/api/print/pages?seed=5", 404, "game="},
		{"/api/print/pages?game=nothing&seed=5", 404, "game="},
		{"/api/print/pages?game=coupons", 400, "/api/print/seed"},
		{"/api/print/pages?game=coupons&seed=5&players=9", 422, "2 to 5 players"},
		{"/api/print/pages?game=coupons&seed=5&count=400", 422, "at most 200"},
		{"/api/print/pages?game=coupons&seed=5&paper=a3", 422, "a4 or letter"},
		{"/api/print/pages?game=laundry&seed=5&dealt=no", 400, "yes"},
		{"/api/print/pages?game=coupons&seed=5&ink=", 400, "ink="},
		{"/print/page/x.svg?game=coupons&seed=5", 404, "/print/page/N.svg"},
		{"/print/coupons.png?game=coupons&seed=5", 404, ".pdf"},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(wrong); i++) {
		assert_int_equal(get_made(wrong[i].path), wrong[i].status);
		assert_non_null(strstr(handler_text("error"), wrong[i].sentence));
	}
}

/* Options of the command line that are not for the network are unknown here, as typing errors are. */
static void
files_and_keys_cannot_be_named(void **state)
{
	static const char *const unknown[] = {"output=/etc/passwd", "key=/etc/shadow", "url=http://x/", "papr=letter"};
	char path[100];

	(void)state;
	for (size_t i = 0; i < LENGTH(unknown); i++) {
		g_snprintf(path, sizeof path, "/api/print/pages?game=laundry&seed=5&%s", unknown[i]);
		assert_int_equal(handler_get(path), 422);
		assert_string_equal(handler_text("id"), "unknown-option");
	}
	/* A seed depends on less than a print, but nothing else may be said there either. */
	assert_int_equal(get_made("/api/print/seed?game=coupons&paper=letter&pieces=all"), 200);
	assert_int_equal(handler_get("/api/print/seed?game=coupons&papr=letter"), 422);
	assert_int_equal(get_made("/api/print/pages?game=coupons&seed=--output"), 422);
}

static void
the_organiser_can_switch_it_off(void **state)
{
	(void)state;
	handler_organiser = true;
	assert_int_equal(handler_post("/api/event/settings", json_pack("{s:b}", "printing", 0)), 200);
	assert_int_equal(get_made("/api/print/pages?game=chipit&seed=5"), 200);
	handler_organiser = false;
	assert_int_equal(handler_get("/api/print/pages?game=chipit&seed=5"), 403);
	assert_int_equal(handler_get("/print/x.pdf?game=chipit&seed=5"), 403);
	handler_organiser = true;
	assert_int_equal(handler_post("/api/event/settings", json_pack("{s:b}", "printing", 1)), 200);
	assert_int_equal(handler_post("/api/event/settings", json_pack("{s:s}", "printing", "maybe")), 422);
	handler_organiser = false;
	assert_int_equal(handler_get("/api/print/pages?game=chipit&seed=5"), 200);
}

/* "/api/print/KIND?code=CODE", asked until it is made. */
static unsigned
get_again(const char *kind, const char *code)
{
	char *path = g_strconcat("/api/print/", kind, "?code=", code, NULL);
	unsigned status = get_made(path);

	g_free(path);
	return status;
}

static void
what_was_lost_is_printed_again_by_its_code(void **state)
{
	char second[CODE_TEXT], *path;

	(void)state;
	assert_int_equal(get_again("pages", handler_first), 200);
	assert_string_equal(handler_text("game"), "coupons");
	assert_int_equal(json_integer_value(handler_member("pages")), 1);
	assert_string_equal(handler_text("page.0.title"), "Sheet A");
	handler_code("coupons", 1, 1, 0, 1, second);
	assert_int_equal(get_again("pages", second), 200);
	assert_string_equal(handler_text("page.0.title"), "Sheet B");
	path = g_strconcat(second, "&pieces=all", NULL);
	assert_int_equal(get_again("pages", path), 200);
	assert_int_equal(json_integer_value(handler_member("pages")), 4);
	g_free(path);
}

static void
a_wrong_code_has_its_price_and_a_pass_prints_nothing(void **state)
{
	char pass[TABLE_PASS_TEXT];
	struct problem problem = {0};
	const struct event_state *event = event_hold(handler_kiosk.event, &problem);
	const struct table_pass table = table_pass_new(event_play(event, handler_first));

	(void)state;
	assert_int_equal(get_again("pages", "00000-00000-00000-00000"), 422);
	assert_true(handler_reply.charged >= 40);
	table_pass_write(event, &table, "127.0.0.1", pass);
	assert_int_equal(handler_get_code("/api/piece/", pass, ""), 200);
	assert_int_equal(get_again("pages", pass), 403);
	event_release(event);
}

static void
what_is_known_of_a_table_is_the_organisers(void **state)
{
	char side[CODE_TEXT], open[CODE_TEXT];

	(void)state;
	handler_code("clips", 2, 1, 0, 0, side);
	handler_unkeyed = true;
	handler_code("clips", 2, 1, 0, 0, open);
	handler_unkeyed = false;
	assert_int_equal(get_again("known", side), 403);
	/* Its seed is in the code: neither that nor a code without a key is a way around. */
	assert_int_equal(get_again("known", open), 403);
	assert_int_equal(get_made("/api/print/known?game=clips&seed=2010"), 403);
	assert_int_equal(get_made("/api/print/known?game=clips&seed=0002010&players=1"), 403);
	assert_int_equal(get_made("/print/known.svg?game=clips&seed=2010"), 403);
	assert_int_equal(get_made("/api/print/known?game=clips&seed=2012"), 200);
	assert_int_equal(get_made("/api/print/first?game=clips&seed=2010"), 200);
	handler_organiser = true;
	assert_int_equal(get_again("known", side), 200);
	assert_int_equal(get_made("/api/print/known?game=clips&seed=2010"), 200);
	handler_organiser = false;
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest at_an_event[] = {
		cmocka_unit_test(what_was_lost_is_printed_again_by_its_code),
		cmocka_unit_test(a_wrong_code_has_its_price_and_a_pass_prints_nothing),
		cmocka_unit_test(what_is_known_of_a_table_is_the_organisers),
	};
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_option_of_every_game_can_be_chosen),
		cmocka_unit_test(pages_and_their_pdf_are_made),
		cmocka_unit_test(pages_say_which_paper_they_are_for),
		cmocka_unit_test(what_was_made_is_there_at_once_and_costs_nothing),
		cmocka_unit_test(wrong_choices_are_refused_with_a_sentence),
		cmocka_unit_test(files_and_keys_cannot_be_named),
		cmocka_unit_test(the_organiser_can_switch_it_off),
	};

	static const struct job_kind *const jobs[] = {
		&print_pages_job, &print_first_job, &print_pdf_job, &print_seed_job, &print_known_job, NULL};

	/* The kiosk prints by running this program again. */
	if (argc == 3 && strcmp(argv[1], JOB_WORD) == 0)
		return job_main(jobs, argv[2]);
	return cmocka_run_group_tests(tests, handler_open, handler_close) +
		cmocka_run_group_tests(at_an_event, handler_open_event, handler_close);
}
