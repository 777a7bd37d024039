/* SPDX-License-Identifier: MIT
 * Requests are the same by name on a command line, in a query and as JSON; what is wrong is refused by its kind; and
 * carrying one out gives the pages and the findings that were asked for. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "gen/requests/analyse_request.h"
#include "gen/requests/kit_request.h"
#include "gen/requests/print_request.h"
#include "tests/tools.h"

static const struct field_source typed = {"--", FIELD_TYPED, OPTION_SINGLE};

static const char *
first_id(const struct problems *problems)
{
	static struct problem first;
	size_t at = 0;

	return problems_next(problems, &at, &first) ? message_id(&first.message) : "";
}

/* Begins a request, sets NAME, VALUE, ... and checks it. */
static bool
read_print(struct print_request *request, const char *about, const struct code_key *key, const char *const *pair,
	struct problems *problems)
{
	bool fine;

	problems_init(problems);
	print_request_init(request);
	fine = game_request_begin(&request->base, about, key, problems);
	for (; fine && pair[0] != NULL; pair += 2)
		fine = game_request_set(&request->base, &typed, pair[0], pair[1], problems);
	return fine && print_request_check(request, problems);
}

static void
read_key(struct code_key *key)
{
	assert_true(code_key_read("00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff", key));
}

static void
what_is_wrong_is_refused_by_its_kind(void **state)
{
	static const struct {
		const char *about, *pair[5], *id;
	} wrong[] = {
		{"solitaire", {NULL}, "unknown-game"},
		{"00000-00000-00000-00000", {NULL}, "bad-code"},
		{"coupons", {"players", "four"}, "number-expected"},
		{"coupons", {"players", "100"}, "number-expected"},
		{"coupons", {"seed", "-1"}, "number-expected"},
		{"coupons", {"seed", "281474976710656"}, "number-expected"},
		{"coupons", {"count", "0"}, "number-expected"},
		{"coupons", {"paper", "a5"}, "choice-expected"},
		{"coupons", {"ink", ""}, "choice-expected"},
		{"coupons", {"balanced", "no"}, "flag-expected"},
		{"coupons", {"back-offset", "1;2"}, "offset-expected"},
		{"coupons", {"back-offset", "1,21"}, "offset-expected"},
		{"coupons", {"back-offset", "nan,0"}, "offset-expected"},
		{"coupons", {"url", "ftp://x"}, "url-expected"},
		{"coupons", {"rule", "none=1"}, "unknown-rule"},
		{"coupons", {"rule.none", "1"}, "unknown-rule"},
		{"coupons", {"dealt", "yes"}, "no-options"},
		{"coupons", {"event", "x"}, "no-options"},
		{"clips", {"dealt", "yes"}, "unknown-option"},
		{"clips", {"fair", "x"}, "number-expected"},
		{"chipit", {"cards", "tarot"}, "choice-expected"},
		{"coupons", {"players", "7"}, "wrong-players"},
		{"clips", {"players", "99"}, "wrong-players"},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(wrong); i++) {
		struct print_request request;
		struct problems problems;

		assert_false(read_print(&request, wrong[i].about, NULL, wrong[i].pair, &problems));
		assert_int_equal(problems.count, 1);
		if (strcmp(wrong[i].id, "bad-code") == 0)
			assert_int_equal(problems.status, STATUS_BAD_CODE);
		else
			assert_string_equal(first_id(&problems), wrong[i].id);
		game_request_finish(&request.base);
	}
}

/* Writes the code of the first piece of a game. */
static void
write_code(const char *id, const struct code_key *key, char text[CODE_TEXT])
{
	const struct codes codes = {.game = game_by_id(id), .seed = 42, .table = 3, .round = 2, .key = key};
	struct code code;

	codes_make(&codes, 0, 0, &code);
	code_write(&code, key, text);
}

static void
a_code_says_what_it_says(void **state)
{
	static const char *const said[][3] = {{"seed", "1"}, {"players", "3"}, {"count", "1"}, {"round", "1"},
		{"table", "1"}, {"balanced", "yes"}, {"rule", "burger_pair=4"}};
	struct print_request request;
	struct problems problems;
	char code[CODE_TEXT];

	(void)state;
	write_code("coupons", NULL, code);
	for (size_t i = 0; i < LENGTH(said); i++) {
		assert_false(read_print(&request, code, NULL, said[i], &problems));
		assert_string_equal(first_id(&problems), "not-for-a-code");
		game_request_finish(&request.base);
	}
	/* Nor may a query say it. */
	assert_true(read_print(&request, code, NULL, (const char *const[]){NULL}, &problems));
	assert_true(game_request_set_web(&request.base, "paper", "letter", &problems));
	assert_int_equal(request.paper, 1);
	assert_false(game_request_set_web(&request.base, "seed", "1", &problems));
	assert_string_equal(first_id(&problems), "not-for-a-code");
	assert_false(print_request_given(&request, &request.seed));
	game_request_finish(&request.base);
}

/* The pages of a request as one PDF; its checksum. */
static char *
print(const struct print_request *request)
{
	char *folder = g_dir_make_tmp("seedpress-XXXXXX", NULL), *file = g_build_filename(folder, "a.pdf", NULL);
	struct document_options options;
	struct print_plan plan;
	struct problem problem;
	char *bytes, *sum;
	gsize size;

	assert_true(print_plan_init(&plan, request, NULL, NULL, &problem));
	options = print_plan_options(&plan, file);
	assert_true(print_plan_write(&plan, &options, NULL, NULL, &problem));
	assert_true(g_file_get_contents(file, &bytes, &size, NULL));
	sum = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)bytes, size);
	print_plan_finish(&plan);
	remove(file);
	remove(folder);
	g_free(bytes);
	g_free(file);
	g_free(folder);
	return sum;
}

/* A request as JSON and back prints the same bytes. */
static void
sent_to_a_child_it_is_the_same(void **state)
{
	static const struct {
		const char *about, *pair[20];
	} all[] = {
		{"coupons", {"seed", "5", "players", "3", "rule", "burger_pair=4", "paper", "letter", "ink", "grey"}},
		{"laundry", {"seed", "5", "dealt", "yes", "pieces", "all", "round", "3", "table", "17"}},
		{"clips", {"seed", "7", "small", "yes", "backs", "fold", "back-offset", "0.29,-0.57", "count", "2"}},
		{"clips", {"seed", "7", "single", "yes", "fair", "2", "balanced", "yes", "count", "3"}},
		{"chipit", {"seed", "8", "cards", "mini", "pieces", "rules", "url", "http://kiosk.lan:8080"}},
		{"code", {"ink", "light"}},
		{"keyed", {"url", "https://kiosk.lan", "pieces", "all"}},
	};
	struct code_key key;

	(void)state;
	read_key(&key);
	for (size_t i = 0; i < LENGTH(all); i++) {
		const struct code_key *with = strcmp(all[i].about, "keyed") == 0 ? &key : NULL;
		struct print_request request, again;
		struct problems problems;
		const char *about = all[i].about;
		char code[CODE_TEXT], *first, *second;
		json_t *json;

		if (strcmp(about, "code") == 0 || with != NULL) {
			write_code("chipit", with, code);
			about = code;
		}
		assert_true(read_print(&request, about, with, all[i].pair, &problems));
		assert_true(game_request_set(&request.base, &field_source_child, "event", "Spring \"cup\"", &problems));
		json = game_request_json(&request.base);
		print_request_init(&again);
		assert_true(game_request_read_json(&again.base, json, &problems));
		first = print(&request);
		second = print(&again);
		assert_string_equal(first, second);
		assert_string_equal(again.event, "Spring \"cup\"");
		g_free(first);
		g_free(second);
		json_decref(json);
		game_request_finish(&request.base);
		game_request_finish(&again.base);
	}
}

static void
a_query_is_bounded(void **state)
{
	static const struct {
		const char *pair[3], *id;
	} wrong[] = {
		{{"pieces", ""}, "query-value"},
		{{"pieces", "0123456789012345678901234567890123456789012345678901234567890123456"}, "query-value"},
		{{"pieces", "two\nlines"}, "query-value"},
		{{"pieces", "\xff"}, "query-value"},
		{{"dealt", "no"}, "flag-expected"},
		{{"dealt", NULL}, "query-value"},
		{{"rule.none", "1"}, "no-rules"},
		{{"url", "http://elsewhere"}, "unknown-option"},
		{{"round", "3"}, "unknown-option"},
		{{"output", "/etc/passwd"}, "unknown-option"},
		{{"papre", "letter"}, "unknown-option"},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(wrong); i++) {
		struct print_request request;
		struct problems problems;

		assert_true(read_print(&request, "laundry", NULL, (const char *const[]){NULL}, &problems));
		assert_false(game_request_set_web(&request.base, wrong[i].pair[0], wrong[i].pair[1], &problems));
		assert_string_equal(first_id(&problems), wrong[i].id);
		assert_null(request.url);
		assert_null(request.output);
		assert_int_equal(request.round, 0);
		game_request_finish(&request.base);
	}
}

static void
json_that_is_no_request_is_refused(void **state)
{
	static const char *const wrong[] = {"{}", "[]", "{\"about\":3}", "{\"about\":\"nobody\"}",
		"{\"about\":\"coupons\",\"key\":\"12\"}", "{\"about\":\"coupons\",\"key\":\"xy\"}",
		"{\"about\":\"coupons\",\"players\":3}", "{\"about\":\"coupons\",\"mischief\":\"yes\"}"};

	(void)state;
	for (size_t i = 0; i < LENGTH(wrong); i++) {
		json_t *json = json_loads(wrong[i], 0, NULL);
		struct print_request request;
		struct problems problems;

		problems_init(&problems);
		print_request_init(&request);
		assert_false(game_request_read_json(&request.base, json, &problems));
		assert_true(problems.count > 0);
		game_request_finish(&request.base);
		json_decref(json);
	}
}

static void
an_unknown_title_is_refused(void **state)
{
	struct print_request request;
	struct problems problems;
	struct print_plan plan;
	struct problem problem;

	(void)state;
	assert_true(read_print(&request, "chipit", NULL, (const char *const[]){"pieces", "nothing", NULL}, &problems));
	assert_false(print_plan_init(&plan, &request, NULL, NULL, &problem));
	assert_true(problem_is(&problem, "unknown-title"));
	print_plan_finish(&plan);
	game_request_finish(&request.base);
}

/* Without a seed one is drawn that the filter lets through. */
static void
seeds_are_drawn(void **state)
{
	struct print_request request;
	struct problems problems;
	struct print_plan plan;
	struct problem problem;

	(void)state;
	assert_true(read_print(&request, "clips", NULL, (const char *const[]){"count", "5", NULL}, &problems));
	assert_true(print_plan_init(&plan, &request, NULL, NULL, &problem));
	assert_non_null(plan.seeds);
	assert_int_equal(plan.job.count, 5);
	assert_true(plan.seeds[0] != plan.seeds[1]);
	print_plan_finish(&plan);
	game_request_finish(&request.base);
}

static void
an_analysis_has_findings(void **state)
{
	struct analyse_request request;
	struct analysis analysis;
	struct problems problems;
	struct problem problem;
	char code[CODE_TEXT];

	(void)state;
	problems_init(&problems);
	write_code("clips", NULL, code);
	analyse_request_init(&request);
	assert_true(game_request_begin(&request.base, code, NULL, &problems));
	assert_true(game_request_set(&request.base, &typed, "time", "5", &problems));
	assert_true(game_request_set(&request.base, &typed, "games", "10", &problems));
	assert_false(game_request_set(&request.base, &typed, "count", "10", &problems));
	assert_string_equal(first_id(&problems), "not-for-a-code");
	assert_true(analysis_run(&analysis, &request, NULL, NULL, &problem));
	assert_string_equal(json_string_value(json_object_get(analysis.json, "code")), code);
	assert_non_null(strstr(analysis.text->str, code));
	analysis_finish(&analysis);
	game_request_finish(&request.base);

	analyse_request_init(&request);
	problems_init(&problems);
	assert_true(game_request_begin(&request.base, "clips", NULL, &problems));
	assert_true(game_request_set(&request.base, &typed, "count", "3", &problems));
	assert_true(game_request_set(&request.base, &typed, "seed", "9", &problems));
	assert_true(analyse_request_check(&request, &problems));
	assert_true(analysis_run(&analysis, &request, NULL, NULL, &problem));
	assert_int_equal(json_integer_value(json_object_get(analysis.json, "count")), 3);
	assert_string_equal(message_id(&analysis.stopped), "");
	analysis_finish(&analysis);
	game_request_finish(&request.base);
}

/* A kit with a key, sent to a child and made there: whole, with the same commitment. */
static void
a_kit_is_made_as_it_was_sent(void **state)
{
	static const char text[] = "[event]\nname = x\nseed = 99\nkey = k\n[round 1]\ngame = laundry\ntables = 1\n";
	struct kit_request request = {.work.jobs = 2, .folder = g_dir_make_tmp("seedpress-XXXXXX", NULL)}, again;
	char hex[KIT_COMMITMENT], hex_again[KIT_COMMITMENT], *manifest;
	struct problems problems;
	struct problem problem;
	struct code_key key;
	json_t *json;

	(void)state;
	read_key(&key);
	problems_init(&problems);
	assert_true(kit_parse(&request.kit, text, strlen(text), &problems));
	kit_begin(&request.kit);
	assert_true(kit_take_key(&request.kit, &key));
	json = kit_request_json(&request);
	assert_true(kit_request_read_json(&again, json, &problems));
	kit_commitment(&request.kit, hex);
	kit_commitment(&again.kit, hex_again);
	assert_string_equal(hex, hex_again);
	assert_true(kit_request_run(&again, &problem));
	manifest = g_build_filename(again.folder, KIT_MANIFEST, NULL);
	assert_true(g_file_test(manifest, G_FILE_TEST_EXISTS));
	kit_remove_folder(again.folder);
	g_free(manifest);
	kit_request_finish(&again);

	/* Another key than the one whose hash the kit has. */
	json_object_set_new(json, "key", json_string("00"));
	problems_init(&problems);
	assert_false(kit_request_read_json(&again, json, &problems));
	assert_string_equal(first_id(&problems), "kit-key-invalid");
	kit_request_finish(&again);
	json_object_set_new(json, "jobs", json_integer(0));
	problems_init(&problems);
	assert_false(kit_request_read_json(&again, json, &problems));
	assert_string_equal(first_id(&problems), "bad-request");
	kit_request_finish(&again);
	json_decref(json);
	kit_request_finish(&request);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_wrong_is_refused_by_its_kind),
		cmocka_unit_test(a_code_says_what_it_says),
		cmocka_unit_test(sent_to_a_child_it_is_the_same),
		cmocka_unit_test(a_query_is_bounded),
		cmocka_unit_test(json_that_is_no_request_is_refused),
		cmocka_unit_test(an_unknown_title_is_refused),
		cmocka_unit_test(seeds_are_drawn),
		cmocka_unit_test(an_analysis_has_findings),
		cmocka_unit_test(a_kit_is_made_as_it_was_sent),
	};

	if (sodium_init() < 0)
		return EXIT_FAILURE;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
