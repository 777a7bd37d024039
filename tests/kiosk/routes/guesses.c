/* SPDX-License-Identifier: MIT
 * The check of a keyed code has 65,536 values. Trying one costs the same on
 * every route that reads codes: a second of an address's allowance. */
#include <string.h>

#include "kiosk/visits/code_guesses.h"
#include "tests/kiosk/routes/photo_tools.h"
#include "tests/tools.h"
#include "tests/typed.h"

#define GUESS 40 /* of an allowance, which grows by so much a second */
#define MOST  16 /* guesses in a photo */

/* The code of table 1 with the n-th wrong check. */
static void
guess(unsigned n, char text[CODE_TEXT])
{
	memcpy(text, handler_first, CODE_TEXT);
	for (int i = 1; i <= 3; i++, n /= 32)
		text[CODE_TEXT - 1 - i] = code_alphabet[n % 32];
	if (strcmp(text, handler_first) == 0)
		text[CODE_TEXT - 2] = text[CODE_TEXT - 2] == '0' ? '1' : '0';
}

static json_t *
result_of(const char *code)
{
	return json_pack("{s:s, s:s, s:[{}, {}]}", "game", "coupons", "code", code, "players");
}

/* A photo that shows codes costs as many guesses; where looking took seconds, as in a build that checks itself, it
 * costs those, too. */
static void
assert_photo_costs(const char *const *codes, unsigned least, unsigned most)
{
	gint64 started = g_get_monotonic_time();
	double seconds;

	photo_of_codes(codes);
	seconds = (double)(g_get_monotonic_time() - started) / G_USEC_PER_SEC;
	assert_true(handler_reply.charged >= least * GUESS);
	assert_true(handler_reply.charged <= most * GUESS || seconds > 2);
}

static void
a_guess_costs_the_same_on_every_route(void **state)
{
	char wrong[CODE_TEXT], *path;

	(void)state;
	guess(7, wrong);
	assert_int_equal(handler_get_code("/api/piece/", wrong, ""), 422);
	assert_int_equal(handler_reply.charged, GUESS);
	assert_int_equal(handler_get_code("/sheet/", wrong, ".svg"), 422);
	assert_int_equal(handler_reply.charged, GUESS);
	assert_int_equal(handler_post("/api/check", result_of(wrong)), 200);
	assert_int_equal(handler_reply.charged, GUESS);
	assert_int_equal(handler_post("/api/review", result_of(wrong)), 422);
	assert_int_equal(handler_reply.charged, GUESS);
	assert_int_equal(handler_post("/api/result", handler_submit("x", result_of(wrong))), 422);
	assert_int_equal(handler_reply.charged, GUESS);
	assert_int_equal(handler_send("/api/photo", "x", 1, wrong), 200);
	assert_int_equal(handler_reply.charged, GUESS);
	assert_photo_costs((const char *const[]){wrong, NULL}, 1, 1);
	assert_true(json_array_size(handler_member("problems")) > 0);
	/* A pass is no way around it. */
	path = g_strdup("pass.1.1.0.0.7fffffff.00112233445566778899aabbccddeeff");
	assert_int_equal(handler_get_code("/api/piece/", path, ""), 422);
	assert_int_equal(handler_reply.charged, GUESS);
	assert_int_equal(handler_post("/api/check", result_of(path)), 200);
	assert_int_equal(handler_reply.charged, GUESS);
	g_free(path);
}

static void
what_is_no_guess_costs_nothing_more(void **state)
{
	(void)state;
	assert_int_equal(handler_get_code("/api/piece/", handler_first, ""), 200);
	assert_int_equal(handler_reply.charged, 0);
	assert_photo_costs(
		(const char *const[]){handler_first, "https://example.org/menu", "WIFI:S:club;;", NULL}, 0, 0);
	assert_string_equal(handler_text("pieces.0.code"), handler_first);
}

/* Every code in a photo is a guess, the same one once. */
static void
each_code_in_a_photo_is_a_guess(void **state)
{
	char text[6][CODE_TEXT];
	const char *codes[8] = {text[0], text[1], text[2], text[3], text[4], text[5], text[0], NULL};

	(void)state;
	for (unsigned i = 0; i < 6; i++)
		guess(100 + i, text[i]);
	assert_photo_costs(codes, 6, 6);
	assert_int_equal(json_array_size(handler_member("pieces")), 0);
}

/* A right one among too many is not looked at: at most MOST are tried in one request. */
static void
a_photo_has_so_many_guesses(void **state)
{
	char text[28][CODE_TEXT];
	const char *codes[29];

	(void)state;
	for (unsigned i = 0; i < 28; i++) {
		guess(1000 + i, text[i]);
		codes[i] = text[i];
	}
	codes[28] = NULL;
	assert_photo_costs(codes, MOST, MOST);
	assert_string_equal(handler_text("problems_ids.1.id"), "photo-many-codes");
	/* The organiser, who has a stack of another event by mistake, sees the one that is ours. */
	codes[27] = handler_first;
	handler_organiser = true;
	assert_photo_costs(codes, MOST + 1, 27);
	handler_organiser = false;
	assert_int_equal(json_array_size(handler_member("pieces")), 1);
}

/* At the kiosk itself all is free but this: its camera reads many codes a second of what anybody holds
 * before it. */
static void
the_kiosks_own_camera_tries_no_more_than_others(void **state)
{
	char text[16][CODE_TEXT];
	const char *codes[17] = {NULL};

	(void)state;
	for (unsigned i = 0; i < 16; i++) {
		guess(2000 + i, text[i]);
		codes[i] = text[i];
	}
	photo_of_codes(codes);
	/* For a minute not even a right one is looked at, however it comes; */
	for (unsigned i = 16; i < 2 * CODE_GUESSES_LOCAL; i++) {
		assert_true(i >= CODE_GUESSES_LOCAL || code_guesses_wait_local(handler_kiosk.code_guesses) == 0);
		code_guesses_count_local(handler_kiosk.code_guesses);
	}
	assert_int_not_equal(code_guesses_wait_local(handler_kiosk.code_guesses), 0);
	photo_of_codes((const char *const[]){handler_first, NULL});
	assert_int_equal(json_array_size(handler_member("pieces")), 0);
	assert_string_equal(handler_text("problems_ids.0.id"), "codes-guessed-here");
	assert_int_equal(handler_get_code("/api/piece/", handler_first, ""), 422);
	assert_string_equal(handler_text("id"), "codes-guessed-here");
	assert_int_equal(handler_post("/api/check", handler_coupons(handler_first)), 200);
	assert_string_equal(handler_text("ids.0"), "codes-guessed-here");
	/* the organiser and others elsewhere have nothing to do with it. */
	handler_organiser = true;
	assert_int_equal(handler_get_code("/api/piece/", handler_first, ""), 200);
	handler_organiser = false;
	handler_address = "192.168.1.77";
	assert_int_equal(handler_get_code("/api/piece/", handler_first, ""), 200);
	handler_address = NULL;
}

/* The next visitor waits for a second, and right codes are free. */
static void
the_kiosks_own_camera_goes_on(void **state)
{
	char wrong[CODE_TEXT];

	(void)state;
	guess(7, wrong);
	for (unsigned i = 0; i < 2 * CODE_GUESSES_LOCAL && code_guesses_wait_local(handler_kiosk.code_guesses) == 0;
		i++)
		assert_int_equal(handler_get_code("/api/piece/", wrong, ""), 422);
	assert_int_not_equal(code_guesses_wait_local(handler_kiosk.code_guesses), 0);
	g_usleep(1100000);
	for (unsigned i = 0; i < 2 * CODE_GUESSES_LOCAL; i++)
		assert_int_equal(handler_get_code("/api/piece/", handler_first, ""), 200);
}

/* The cookie of the last answer as the browser sends it; to be freed. */
static char *
kept_cookie(void)
{
	assert_non_null(strstr(handler_reply.cookie, "; Path=/; HttpOnly; SameSite=Strict; Max-Age="));
	return g_strndup(handler_reply.cookie, strcspn(handler_reply.cookie, ";"));
}

/* Tries a wrong check of table 1 from an address of its own, on one route after the other. */
static void
try_wrong(unsigned n)
{
	char wrong[CODE_TEXT], address[16];

	guess(n, wrong);
	g_snprintf(address, sizeof address, "10.0.%u.%u", n / 250, n % 250 + 1);
	handler_address = address;
	switch (n % 6) {
	case 0:
		assert_int_equal(handler_get_code("/api/piece/", wrong, ""), 422);
		break;
	case 1:
		assert_int_equal(handler_get_code("/sheet/", wrong, ".svg"), 422);
		break;
	case 2:
		assert_int_equal(handler_post("/api/check", result_of(wrong)), 200);
		break;
	case 3:
		assert_int_equal(handler_get_code("/api/draft/", wrong, ""), 422);
		break;
	case 4:
		assert_int_equal(handler_post("/api/result", handler_submit("x", result_of(wrong))), 422);
		break;
	default:
		photo_of_codes((const char *const[]){wrong, NULL});
		assert_int_equal(json_array_size(handler_member("pieces")), 0);
	}
	handler_address = NULL;
}

/* Whether a code is taken from elsewhere than the kiosk, on every route alike. */
static bool
is_taken(const char *code)
{
	bool taken;

	handler_address = "192.168.1.77";
	taken = handler_get_code("/api/piece/", code, "") == 200;
	assert_true(taken || strcmp(handler_text("id"), "codes-guessed") == 0);
	assert_int_equal(handler_get_code("/sheet/", code, ".svg"), taken ? 200 : 422);
	assert_int_equal(handler_get_code("/api/draft/", code, ""), taken ? 200 : 422);
	/* Taken or not, whatever becomes of the print. */
	handler_get_code("/api/print/pages?code=", code, "");
	assert_int_equal(strcmp(handler_text("id"), "codes-guessed") != 0, taken);
	assert_int_equal(handler_post("/api/check", handler_coupons(code)), 200);
	assert_int_equal(handler_member("error") == NULL, taken);
	assert_int_equal(handler_send("/api/photo", "x", 1, code), 200);
	assert_int_equal(handler_reply.charged == 0, taken);
	photo_of_codes((const char *const[]){code, NULL});
	assert_int_equal(json_array_size(handler_member("pieces")), taken);
	if (!taken) {
		assert_string_equal(handler_text("problems_ids.0.id"), "codes-guessed");
		assert_int_equal(handler_post("/api/result", handler_submit("y", handler_coupons(code))), 422);
	}
	handler_address = NULL;
	return taken;
}

static json_int_t
guarded_for(const char *table)
{
	handler_organiser = true;
	assert_int_equal(handler_get("/api/event"), 200);
	handler_organiser = false;
	assert_true(json_is_integer(handler_member(table)));
	return json_integer_value(handler_member(table));
}

/* Anyone who has a code of a duplicate round knows all but the check of the others': trying those from many addresses
 * has an end. */
static void
a_table_is_guarded_after_twenty_wrong_codes(void **state)
{
	char second[CODE_TEXT], *opened, *other;

	(void)state;
	handler_code("coupons", 1, 2, 0, 1, second);
	handler_address = "192.168.1.5";
	assert_int_equal(handler_get_code("/api/piece/", handler_first, ""), 200);
	opened = kept_cookie();
	assert_null(strstr(opened, handler_first));
	assert_int_equal(handler_get_code("/api/piece/", second, ""), 200);
	other = kept_cookie();
	for (unsigned n = 0; n < 19; n++)
		try_wrong(n);
	assert_true(is_taken(handler_first));
	assert_int_equal(guarded_for("rounds.0.tables.0.guarded"), 0);
	try_wrong(19);
	assert_false(is_taken(handler_first));
	assert_true(is_taken(second));
	assert_in_range(guarded_for("rounds.0.tables.0.guarded"), 3500, 3601);
	assert_int_equal(guarded_for("rounds.0.tables.1.guarded"), 0);
	/* Who has opened another table is a stranger here; */
	handler_cookie = other;
	assert_false(is_taken(handler_first));
	/* those at the table go on, and so do the kiosk itself and the organiser. */
	handler_cookie = opened;
	assert_true(is_taken(handler_first));
	handler_cookie = NULL;
	assert_int_equal(handler_get_code("/api/piece/", handler_first, ""), 200);
	handler_organiser = true;
	handler_address = "192.168.1.77";
	assert_int_equal(handler_get_code("/api/piece/", handler_first, ""), 200);
	handler_organiser = false;
	handler_address = NULL;
	g_free(opened);
	g_free(other);
}

/* A browser that goes on at its own table, guarded or not, closes no other. */
static void
nobody_closes_the_event_from_one_table(void **state)
{
	char second[CODE_TEXT], wrong[CODE_TEXT], *opened;

	(void)state;
	handler_code("coupons", 1, 2, 0, 1, second);
	handler_address = "192.168.1.5";
	assert_int_equal(handler_get_code("/api/piece/", handler_first, ""), 200);
	opened = kept_cookie();
	handler_cookie = opened;
	for (unsigned n = 0; n < CODE_GUESSES_ALL + 100; n++) {
		guess(n, wrong);
		assert_int_equal(handler_get_code("/api/piece/", wrong, ""), 422);
	}
	handler_cookie = NULL;
	assert_false(is_taken(handler_first));
	assert_true(is_taken(second));
	g_free(opened);
}

/* A browser opens tables all day: all are remembered, none twice. */
static void
a_browser_remembers_all_tables_of_a_day(void **state)
{
	char second[CODE_TEXT], *one, *two;

	(void)state;
	handler_code("coupons", 1, 2, 0, 0, second);
	handler_get_code("/api/piece/", handler_first, "");
	one = kept_cookie();
	handler_cookie = one;
	handler_get_code("/api/piece/", second, "");
	two = kept_cookie();
	assert_true(g_str_has_suffix(two, strchr(one, '=') + 1));
	handler_cookie = two;
	handler_get_code("/api/piece/", handler_first, "");
	assert_string_equal(handler_reply.cookie, "");
	/* What is no mark is not sent back. */
	handler_cookie = "seedpress-opened=x; other.0123456789abcdef0123456789abcdef.\r\n";
	handler_get_code("/api/piece/", handler_first, "");
	handler_cookie = NULL;
	assert_non_null(strstr(handler_reply.cookie, ".0123456789abcdef0123456789abcdef; Path=/;"));
	assert_null(strstr(handler_reply.cookie, "other"));
	g_free(one);
	g_free(two);
}

/* A camera that looks at a sheet of another kit of the same event sends its code again and again. */
static void
the_same_wrong_code_is_one(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 60; i++)
		try_wrong(6 * (i % 3));
	assert_true(is_taken(handler_first));
}

#define EVENT(name) cmocka_unit_test_setup_teardown(name, handler_open_event, handler_close)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		EVENT(a_guess_costs_the_same_on_every_route),
		EVENT(what_is_no_guess_costs_nothing_more),
		EVENT(each_code_in_a_photo_is_a_guess),
		EVENT(a_photo_has_so_many_guesses),
		EVENT(the_kiosks_own_camera_tries_no_more_than_others),
		EVENT(the_kiosks_own_camera_goes_on),
		EVENT(a_table_is_guarded_after_twenty_wrong_codes),
		EVENT(nobody_closes_the_event_from_one_table),
		EVENT(a_browser_remembers_all_tables_of_a_day),
		EVENT(the_same_wrong_code_is_one),
	};
	int failed;

	photo_start();
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	photo_stop();
	return failed;
}
