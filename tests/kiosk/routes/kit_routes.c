/* SPDX-License-Identifier: MIT
 * What the organiser's page asks about kits: plans, mistakes with their lines,
 * a kit that becomes the event, and refusals. */
#include <string.h>

#include "kiosk/making/kit_job.h"
#include "kiosk/making/kit_maker.h"
#include "tests/kiosk/routes/handler_tools.h"
#include "tests/tools.h"

#define SMALL "[event]\nname = Small\n\n[round 1]\ngame = laundry\ntables = 2\npieces = game\n"

static json_t *
text(const char *kit)
{
	return json_pack("{s:s}", "text", kit);
}

static void
wait_for_kit(void)
{
	do {
		g_usleep(10000);
		assert_int_equal(handler_get("/api/kit"), 200);
	} while (!json_is_null(handler_member("making")));
}

static void
every_route_is_the_organisers(void **state)
{
	(void)state;
	for (const struct route *route = kit_routes; route->path != NULL; route++)
		assert_true(route->needs & NEEDS_ORGANISER);
}

static void
a_plan_tells_tables_and_paper(void **state)
{
	json_t *definition = json_pack("{s:{s:s}, s:[{s:s, s:i}, {s:s, s:i, s:i}]}", "event", "name", "Night", "rounds",
		"game", "coupons", "people", 23, "game", "clips", "people", 23, "spares", 2);
	json_int_t pages = 0, sheets = 0;
	json_t *round;
	size_t n;

	(void)state;
	assert_int_equal(handler_post("/api/kit/plan", json_pack("{s:o}", "definition", definition)), 200);
	assert_int_equal(json_array_size(handler_member("mistakes")), 0);
	assert_int_equal(json_array_size(handler_member("rounds.0.players")), 6);
	assert_int_equal(json_integer_value(handler_member("rounds.0.players.5")), 3);
	assert_int_equal(json_integer_value(handler_member("rounds.1.spares")), 2);
	assert_non_null(strstr(handler_text("text"), "players=4 x 5, 3 x 1\n"));
	assert_null(strstr(handler_text("text"), "seed=")); /* none was drawn */
	json_array_foreach(handler_member("rounds"), n, round) {
		pages += json_integer_value(json_object_get(round, "pages"));
		sheets += json_integer_value(json_object_get(round, "sheets"));
	}
	assert_true(pages > 0 && sheets > 0);
	assert_int_equal(
		pages + json_integer_value(handler_member("event.pages")), json_integer_value(handler_member("pages")));
	assert_int_equal(sheets + json_integer_value(handler_member("event.sheets")),
		json_integer_value(handler_member("sheets")));
	assert_null(kit_maker_kit(handler_kiosk.kits)); /* nothing was made */
}

static void
a_plan_warns_of_a_weak_seed(void **state)
{
	(void)state;
	assert_int_equal(handler_post("/api/kit/plan", text(SMALL)), 200);
	assert_true(json_is_null(handler_member("seed_warning")));
	assert_int_equal(handler_post("/api/kit/plan",
				 text("[event]\nname = x\nseed = 20261118\n[round 1]\ngame = laundry\ntables = 1\n")),
		200);
	assert_non_null(strstr(handler_text("seed_warning"), "20261118"));
}

static void
mistakes_have_their_lines(void **state)
{
	(void)state;
	assert_int_equal(handler_post("/api/kit/plan", text("[event]\nname = x\n[round 1]\ngame = nothing\n")), 200);
	assert_int_equal(json_array_size(handler_member("mistakes")), 1);
	assert_int_equal(json_integer_value(handler_member("mistakes.0.line")), 4);
	assert_null(handler_member("rounds"));
	assert_int_equal(handler_post("/api/kit", text("[event]\nname = x\n[round 1]\ngame = nothing\n")), 422);
	assert_int_equal(json_integer_value(handler_member("mistakes.0.line")), 4);
	assert_string_equal(handler_text("id"), "kit-game");
	assert_int_equal(
		handler_post("/api/kit/plan", json_pack("{s:{s:{s:s}}}", "definition", "event", "name", "x")), 200);
	assert_true(json_is_null(handler_member("text")));
	assert_true(json_is_null(handler_member("mistakes.0.line")));
}

static void
what_is_too_much_is_refused(void **state)
{
	char *long_text = g_strnfill(300000, '#');

	(void)state;
	assert_int_equal(handler_post("/api/kit/plan", json_object()), 400);
	assert_int_equal(handler_post("/api/kit/plan", json_pack("[s]", "text")), 400);
	assert_int_equal(handler_post("/api/kit", text(long_text)), 422);
	assert_string_equal(handler_text("id"), "kit-text-long");
	assert_int_equal(
		handler_post("/api/kit", text("[event]\nname=x\n[round 1]\ngame=laundry\ntables=4095\n")), 422);
	assert_string_equal(handler_text("id"), "kit-too-many-pages");
	assert_int_equal(handler_post("/api/kit", json_pack("{s:s, s:s}", "text", SMALL, "key", "1234")), 422);
	assert_string_equal(handler_text("id"), "not-a-key");
	assert_int_equal(handler_post("/api/kit", json_pack("{s:s, s:i}", "text", SMALL, "key", 12345)), 400);
	assert_int_equal(handler_post("/api/kit", json_pack("{s:b}", "again", 1)), 404);
	assert_int_equal(handler_post("/api/kit/cancel", json_object()), 409);
	assert_int_equal(handler_get("/kit/all.zip"), 404);
	assert_int_equal(handler_get("/kit/event.kit"), 404);
	assert_int_equal(handler_get("/kit/event.key"), 404);
	g_free(long_text);
}

static void
a_kit_is_the_event_at_once(void **state)
{
	size_t size;
	const char *bytes;

	(void)state;
	assert_int_equal(handler_post("/api/kit", text(SMALL)), 202);
	assert_true(handler_reply.charged > 0);
	wait_for_kit();
	assert_true(json_is_null(handler_member("error")));
	assert_true(json_is_true(handler_member("kit.event")));
	assert_true(json_is_true(handler_member("keyed")));
	assert_string_equal(handler_text("kit.name"), "Small");
	assert_int_equal(handler_get("/api/event"), 200);
	assert_int_equal(json_array_size(handler_member("rounds.0.tables")), 2);
	assert_int_equal(handler_get("/kit/event.key"), 200);
	assert_int_equal(g_bytes_get_size(handler_reply.bytes), CODE_KEY_DIGITS);
	assert_int_equal(handler_get("/kit/event.kit"), 200);
	bytes = g_bytes_get_data(handler_reply.bytes, &size);
	assert_non_null(g_strstr_len(bytes, (gssize)size, "key=event.key\n"));
	assert_int_equal(handler_get("/kit/round-1.pdf"), 200);
	assert_memory_equal(g_bytes_get_data(handler_reply.bytes, NULL), "%PDF-", 5);
	assert_int_equal(handler_get("/kit/kiosk.db"), 404);
	assert_int_equal(handler_get("/kit/../results.db"), 404);
	handler_longest = 0;
	assert_int_equal(handler_get("/kit/all.zip"), 200);
	assert_memory_equal(g_bytes_get_data(handler_reply.bytes, NULL), "PK\3\4", 4);
	assert_true(handler_longest < 256 * 1024); /* never whole in memory */
}

/* Somebody has played: another kit would take the tables away. */
static void
results_keep_their_event(void **state)
{
	(void)state;
	handler_import();
	handler_code("coupons", 1, 1, 0, 0, handler_first);
	assert_int_equal(
		handler_post("/api/result",
			handler_submit("11111111-1111-4111-8111-111111111111", handler_coupons(handler_first))),
		201);
	assert_int_equal(handler_post("/api/kit", text(SMALL)), 422);
	assert_string_equal(handler_text("id"), "event-has-results");
	assert_int_equal(handler_get("/api/kit"), 200);
	assert_true(json_is_false(handler_member("kit.event")));
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_route_is_the_organisers),
		cmocka_unit_test(a_plan_tells_tables_and_paper),
		cmocka_unit_test(a_plan_warns_of_a_weak_seed),
		cmocka_unit_test(mistakes_have_their_lines),
		cmocka_unit_test(what_is_too_much_is_refused),
		cmocka_unit_test(a_kit_is_the_event_at_once),
		cmocka_unit_test(results_keep_their_event),
	};

	static const struct job_kind *const jobs[] = {&kit_job, NULL};

	/* The kiosk makes kits by running this program again. */
	if (argc == 3 && strcmp(argv[1], JOB_WORD) == 0)
		return job_main(jobs, argv[2]);
	handler_organiser = true;
	return cmocka_run_group_tests(tests, handler_open, handler_close);
}
