/* SPDX-License-Identifier: MIT
 * What strangers are bounded by: allowances by address, waiting after wrong
 * passwords, and the names and origins that are ours. */
#include <string.h>

#include <glib.h>

#include "kiosk/http/addresses.h"
#include "kiosk/http/head.h"
#include "kiosk/http/rate_limit.h"
#include "kiosk/http/visitors.h"
#include "kiosk/visits/code_guesses.h"
#include "layouts/code.h"
#include "tests/tools.h"

#define PHOTO ((size_t)32 << 20)

static int64_t now; /* microseconds: time passes when a test says so */

static int64_t
clock_of_test(void)
{
	return now;
}

static void
wait_seconds(double seconds)
{
	now += (int64_t)(seconds * G_USEC_PER_SEC);
}

static struct visitor *
enter(struct visitors *visitors, const char *address, bool local)
{
	return visitors_enter(visitors, address, local);
}

static bool
admits(struct visitors *visitors, const char *address)
{
	return visitors_admit(visitors, address);
}

/* Comes from one address of a network after another until it is crowded; answers how often. */
static int
fill_network(struct visitors *visitors)
{
	struct visitor *last = enter(visitors, "2001:db8:1:2:7::", false);
	char text[48];
	int count = 1;

	for (; count < 10000 && !visitors_crowded(visitors, last); count++) {
		g_snprintf(text, sizeof text, "2001:db8:1:2:7::%x", (unsigned)count);
		assert_true(admits(visitors, text));
		last = enter(visitors, text, false);
	}
	return count;
}

static void
nobody_takes_all_connections(void **state)
{
	struct visitors *visitors = visitors_create(clock_of_test);
	struct visitor *one = NULL, *local = NULL, *other;
	int count = 0;

	(void)state;
	for (; admits(visitors, "2001:db8:1:2::1") && count < 1000; count++)
		one = enter(visitors, "2001:db8:1:2::1", false);
	assert_in_range(count, 20, 200);
	/* Others in its network come in, and when it has too many somebody there has to go. */
	for (int i = 0; admits(visitors, "2001:db8:1:2:ffff::9") && i < 1000; i++)
		enter(visitors, "2001:db8:1:2:ffff::9", false);
	assert_false(visitors_crowded(visitors, one));
	count = fill_network(visitors);
	assert_in_range(count, 200, 2000);
	assert_true(visitors_crowded(visitors, one));
	assert_true(admits(visitors, "2001:db8:1:2:ffff::a"));
	assert_false(admits(visitors, "2001:db8:1:2::1"));
	other = enter(visitors, "2001:db8:1:3::1", false);
	assert_false(visitors_crowded(visitors, other));
	assert_false(visitors_are_neighbours(one, other));
	assert_true(visitors_are_neighbours(one, enter(visitors, "2001:db8:1:2:ffff::b", false)));
	assert_false(
		visitors_are_neighbours(enter(visitors, "192.168.1.5", false), enter(visitors, "192.168.1.5", false)));
	visitors_leave(visitors, one);
	assert_true(admits(visitors, "2001:db8:1:2::1"));
	for (int i = 0; i < 5000; i++) {
		assert_true(admits(visitors, "127.0.0.1"));
		local = enter(visitors, "127.0.0.1", true);
	}
	assert_false(visitors_crowded(visitors, local));
	visitors_destroy(visitors);
}

static void
an_allowance_runs_out(void **state)
{
	struct visitors *visitors = visitors_create(clock_of_test);
	struct visitor *one = enter(visitors, "192.168.1.5", false);
	struct visitor *two = enter(visitors, "192.168.1.6", false);
	struct visitor *local = enter(visitors, "127.0.0.1", true);
	unsigned photos = 0, seconds;

	(void)state;
	while ((seconds = visitors_spend(visitors, one, 10)) == 0 && photos < 100000)
		photos++;
	assert_in_range(photos, 20, 200);
	assert_in_range(seconds, 1, 5);
	assert_int_equal(visitors_spend(visitors, one, 0), 0);
	assert_int_equal(visitors_spend(visitors, two, 10), 0);
	for (int i = 0; i < 100000; i++)
		assert_int_equal(visitors_spend(visitors, local, 10), 0);
	/* Leaving and coming back does not fill it. */
	visitors_leave(visitors, one);
	one = enter(visitors, "192.168.1.5", false);
	assert_int_not_equal(visitors_spend(visitors, one, 300), 0);
	/* A charge is taken even if the tokens are not there, but nobody waits forever. */
	for (int i = 0; i < 1000; i++)
		visitors_charge(visitors, two, 40);
	assert_in_range(visitors_spend(visitors, two, 1), 90, 110);
	visitors_charge(visitors, local, 40);
	assert_int_equal(visitors_spend(visitors, local, 10), 0);
	visitors_destroy(visitors);
}

/* One of its hosts takes an address after the other, and as much with each as it can: that is bounded, but the other
 * phones there go on. */
static void
a_network_runs_out_and_its_phones_go_on(void **state)
{
	struct visitors *visitors = visitors_create(clock_of_test);
	unsigned photos = 0;
	char text[48];

	(void)state;
	for (unsigned i = 0; i < 1000; i++) {
		struct visitor *next;

		g_snprintf(text, sizeof text, "2001:db8:1:2::%x", i + 1);
		next = enter(visitors, text, false);
		while (visitors_spend(visitors, next, VISITORS_HEAVY) == 0 && photos < 100000)
			photos++;
		visitors_charge(visitors, next, 40);
		visitors_leave(visitors, next);
	}
	/* At most as eight addresses may, and in a second that this takes 32 more. */
	assert_in_range(photos, 250, 1000);
	for (unsigned i = 0; i < 10; i++) {
		struct visitor *phone;

		g_snprintf(text, sizeof text, "2001:db8:1:2:ffff::%x", i);
		phone = enter(visitors, text, false);
		for (int cost = 0; cost < 60; cost += 2)
			assert_int_equal(visitors_spend(visitors, phone, 2), 0);
		assert_true(visitors_spend(visitors, phone, VISITORS_HEAVY) > 0);
	}
	assert_int_equal(visitors_spend(visitors, enter(visitors, "2001:db8:1:3::1", false), 10), 0);
	visitors_destroy(visitors);
}

/* A network that owes as much as it can, by charges to one address after the other. */
static void
use_up_network(struct visitors *visitors)
{
	char text[48];

	for (unsigned i = 0; i < 1000; i++) {
		g_snprintf(text, sizeof text, "2001:db8:1:2::%x", i + 1);
		visitors_charge(visitors, enter(visitors, text, false), 400);
	}
}

/* A phone that asked for more than a little is told when it has its own again, not when its network has. */
static void
a_phone_is_told_its_own_wait(void **state)
{
	struct visitors *visitors = visitors_create(clock_of_test);
	struct visitor *phone = enter(visitors, "2001:db8:1:2:ffff::1", false);
	unsigned seconds, asked = 0;

	(void)state;
	use_up_network(visitors);
	while ((seconds = visitors_spend(visitors, phone, 5)) == 0 && asked < 1000)
		asked++;
	assert_in_range(asked, 20, 40);
	assert_in_range(seconds, 1, 2);
	visitors_charge(visitors, phone, 200);
	seconds = visitors_spend(visitors, phone, 5);
	assert_in_range(seconds, 4, 6);
	wait_seconds(seconds);
	assert_int_equal(visitors_spend(visitors, phone, 5), 0);
	/* A photo waits for the network, as long as that takes and no longer. */
	seconds = visitors_spend(visitors, phone, VISITORS_HEAVY);
	assert_in_range(seconds, 80, 101);
	wait_seconds(seconds);
	assert_int_equal(visitors_spend(visitors, phone, VISITORS_HEAVY), 0);
	visitors_destroy(visitors);
}

/* Who goes first while a network has used up what it may. */
static void
phones_of_a_network_are_ranked_by_what_they_took(void **state)
{
	struct visitors *visitors = visitors_create(clock_of_test);
	struct visitor *phone = enter(visitors, "2001:db8:1:2:ffff::1", false);
	struct visitor *greedy = enter(visitors, "2001:db8:1:2:ffff::2", false);
	struct visitor *elsewhere = enter(visitors, "192.168.1.5", false);

	(void)state;
	visitors_charge(visitors, greedy, 200);
	assert_true(visitors_left(visitors, greedy) > 0);
	use_up_network(visitors);
	assert_int_equal(visitors_spend(visitors, phone, 5), 0);
	visitors_charge(visitors, elsewhere, 390);
	assert_true(visitors_left(visitors, elsewhere) > visitors_left(visitors, phone));
	assert_true(visitors_left(visitors, phone) > visitors_left(visitors, greedy));
	assert_true(visitors_left(visitors, phone) < 0);
	/* An address that was never seen is not before it, however many of them come. */
	assert_true(visitors_left(visitors, phone) >=
		visitors_left(visitors, enter(visitors, "2001:db8:1:2:ffff::3", false)));
	visitors_destroy(visitors);
}

/* Thousands of phones that open their tables leave the network's allowance to photos. */
static void
opening_tables_does_not_use_up_a_network(void **state)
{
	struct visitors *visitors = visitors_create(clock_of_test);
	char text[48];

	(void)state;
	for (unsigned i = 0; i < 2000; i++) {
		g_snprintf(text, sizeof text, "2001:db8:1:2::%x", i + 1);
		struct visitor *phone = enter(visitors, text, false);
		for (int cost = 0; cost < 60; cost += 2)
			assert_int_equal(visitors_spend(visitors, phone, 2), 0);
		visitors_leave(visitors, phone);
	}
	struct visitor *last = enter(visitors, text, false);
	assert_int_equal(visitors_spend(visitors, last, VISITORS_HEAVY), 0);
	visitors_destroy(visitors);
}

static void
what_a_proxy_here_hands_on_is_not_local(void **state)
{
	struct visitors *visitors = visitors_create(clock_of_test);
	struct visitor *others = enter(visitors, "127.0.0.1", false);
	struct visitor *local = enter(visitors, "127.0.0.1", true);

	(void)state;
	assert_ptr_not_equal(others, local);
	for (int i = 0; i < 100; i++)
		visitors_charge(visitors, others, 40);
	assert_int_not_equal(visitors_spend(visitors, others, 1), 0);
	assert_int_equal(visitors_spend(visitors, local, 10), 0);
	visitors_destroy(visitors);
}

static void
proxies_are_read_from_the_right(void **state)
{
	static const char *const lists[][2] = {
		{"192.0.2.1", "192.0.2.1"},
		{"127.0.0.1, 192.0.2.1", "192.0.2.1"},
		{" 127.0.0.1 ,192.0.2.1:4711 ", "192.0.2.1"},
		{"::1, 2001:db8::1", "2001:db8::1"},
		{"[2001:db8::1]:4711", "2001:db8::1"},
		{"::ffff:192.0.2.1", "192.0.2.1"},
	};
	static const char *const wrong[] = {
		"", ",", "unknown", "192.0.2.1,", "192.0.2.256", "[", "[]", "]", ":", "_hidden", "192.0.2.1, x"};
	char text[ADDRESS_TEXT];

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(lists); i++) {
		assert_true(address_read_last(lists[i][0], text));
		assert_string_equal(text, lists[i][1]);
	}
	for (size_t i = 0; i < G_N_ELEMENTS(wrong); i++)
		if (address_read_last(wrong[i], text))
			fail_msg("\"%s\" is not an address", wrong[i]);
}

static void
memory_is_shared(void **state)
{
	struct visitors *visitors = visitors_create(clock_of_test);
	struct visitor *one = enter(visitors, "192.168.1.5", false), *last = NULL;
	char text[32];
	int others = 0;

	(void)state;
	assert_true(visitors_reserve(visitors, one, SHARE_LARGE, PHOTO));
	assert_true(visitors_reserve(visitors, one, SHARE_LARGE, PHOTO));
	assert_false(visitors_reserve(visitors, one, SHARE_LARGE, PHOTO));
	for (; others < 100; others++) {
		g_snprintf(text, sizeof text, "10.0.0.%d", others);
		last = enter(visitors, text, false);
		if (!visitors_reserve(visitors, last, SHARE_LARGE, PHOTO))
			break;
	}
	assert_in_range(others, 4, 20);
	assert_false(visitors_has(visitors, last, SHARE_LARGE, PHOTO));
	/* Photos leave room for results. */
	assert_true(visitors_reserve(visitors, one, SHARE_SMALL, SHARE_SMALL_MOST));
	assert_false(visitors_reserve(visitors, one, SHARE_SMALL, PHOTO));
	visitors_release(visitors, one, SHARE_LARGE, PHOTO);
	assert_true(visitors_reserve(visitors, last, SHARE_LARGE, PHOTO));
	assert_false(visitors_reserve(visitors, one, SHARE_LARGE, PHOTO));
	visitors_destroy(visitors);
}

/* 10 at once, then one in 15 minutes: this many passwords a day can be tried by someone patient. */
static void
a_bucket_runs_empty_and_refills(void **state)
{
	struct rate_limit *limit = rate_limit_create(
		&(struct rate_limit_options){.capacity = 10, .per_second = 1 / 900.0, .clock = clock_of_test});
	unsigned taken = 0;

	(void)state;
	for (int i = 0; i < 10; i++) {
		assert_int_equal(rate_limit_wait(limit, "192.168.1.5", 1), 0);
		rate_limit_take(limit, "192.168.1.5", 1);
	}
	assert_in_range(rate_limit_wait(limit, "192.168.1.5", 1), 900, 901);
	assert_int_equal(rate_limit_wait(limit, "192.168.1.6", 1), 0);
	wait_seconds(600);
	assert_in_range(rate_limit_wait(limit, "192.168.1.5", 1), 300, 301);
	for (int64_t end = now + 24 * 3600 * (int64_t)G_USEC_PER_SEC; now < end; taken++) {
		wait_seconds(rate_limit_wait(limit, "192.168.1.5", 1));
		rate_limit_take(limit, "192.168.1.5", 1);
	}
	assert_in_range(taken, 90, 100);
	rate_limit_reset(limit, "192.168.1.5");
	assert_int_equal(rate_limit_wait(limit, "192.168.1.5", 10), 0);
	rate_limit_destroy(limit);
}

static void
a_network_takes_from_one_bucket(void **state)
{
	struct rate_limit *limit = rate_limit_create(&(struct rate_limit_options){
		.capacity = 10, .per_second = 0.1, .networks = 1.5, .clock = clock_of_test});
	char text[48];

	(void)state;
	for (int i = 0; i < 15; i++) {
		g_snprintf(text, sizeof text, "2001:db8:1:2::%d", i);
		assert_int_equal(rate_limit_wait(limit, text, 1), 0);
		rate_limit_take(limit, text, 1);
	}
	assert_in_range(rate_limit_wait(limit, "2001:db8:1:2:ffff::1", 1), 6, 7);
	assert_int_equal(rate_limit_wait(limit, "2001:db8:1:3::1", 1), 0);
	assert_int_equal(rate_limit_wait_one(limit, "2001:db8:1:2:ffff::1", 10), 0);
	rate_limit_destroy(limit);
}

static void
debt_has_a_bound(void **state)
{
	struct rate_limit *limit = rate_limit_create(
		&(struct rate_limit_options){.capacity = 10, .per_second = 1, .debt = 20, .clock = clock_of_test});

	(void)state;
	for (int i = 0; i < 100; i++)
		rate_limit_take(limit, "a", 10);
	assert_in_range(rate_limit_wait(limit, "a", 1), 21, 22);
	assert_true(rate_limit_left_one(limit, "a") < -19);
	rate_limit_destroy(limit);
}

/* Keys that there is no space for share one bucket; full ones make room. */
static void
buckets_are_bounded(void **state)
{
	struct rate_limit *limit = rate_limit_create(
		&(struct rate_limit_options){.capacity = 2, .per_second = 1, .keys = 100, .clock = clock_of_test});
	char text[16];

	(void)state;
	for (int i = 0; i < 100; i++) {
		g_snprintf(text, sizeof text, "%d", i);
		rate_limit_take(limit, text, 2);
	}
	rate_limit_take(limit, "one more", 1);
	rate_limit_take(limit, "and one more", 1);
	assert_int_not_equal(rate_limit_wait(limit, "the next", 1), 0);
	wait_seconds(2);
	assert_int_equal(rate_limit_wait(limit, "the next", 2), 0);
	rate_limit_destroy(limit);
}

/* What is guessed at waits for all who guess; who guesses a little everywhere is held up by the count of all. */
static void
a_table_that_is_guessed_at_is_guarded(void **state)
{
	struct code_guesses *guesses = code_guesses_create(clock_of_test);
	char name[16], text[16];

	(void)state;
	for (int i = 0; i < 19; i++) {
		g_snprintf(text, sizeof text, "%d", i);
		code_guesses_count(guesses, "table 1", text, false);
		code_guesses_count(guesses, "table 1", text, false);
	}
	assert_int_equal(code_guesses_wait(guesses, "table 1"), 0);
	assert_int_equal(code_guesses_guarded(guesses), 0);
	code_guesses_count(guesses, "table 1", "19", false);
	assert_in_range(code_guesses_wait(guesses, "table 1"), 3590, 3601);
	assert_int_equal(code_guesses_guarded(guesses), 1);
	assert_int_equal(code_guesses_wait(guesses, "table 2"), 0);
	for (int i = 0; i < CODE_GUESSES_ALL - 21; i++) {
		g_snprintf(name, sizeof name, "table %d", 2 + i);
		g_snprintf(text, sizeof text, "%d", 20 + i);
		code_guesses_count(guesses, name, text, false);
	}
	assert_int_equal(code_guesses_wait(guesses, "table 2"), 0);
	code_guesses_count(guesses, "table 2", "last", false);
	assert_in_range(code_guesses_wait(guesses, "table 9000"), 3590, 3601);
	assert_int_equal(code_guesses_guarded(guesses), 2);
	wait_seconds(3500);
	assert_in_range(code_guesses_wait(guesses, "table 1"), 90, 101);
	wait_seconds(102);
	assert_int_equal(code_guesses_wait(guesses, "table 1"), 0);
	code_guesses_destroy(guesses);
}

/* Guesses `count` times at a table, each time another code. */
static void
guess_at(struct code_guesses *guesses, const char *play, unsigned count, bool known)
{
	char text[CODE_TEXT];

	for (unsigned i = 0; i < count; i++) {
		g_snprintf(text, sizeof text, "%s %u", play, i);
		code_guesses_count(guesses, play, text, known);
	}
}

/* Those who go on at a guarded table, with its cookie or at the kiosk itself, do not close the others. */
static void
guesses_at_one_table_do_not_close_all(void **state)
{
	struct code_guesses *guesses = code_guesses_create(clock_of_test);
	char name[16];

	(void)state;
	for (unsigned i = 0; i < 99; i++) {
		g_snprintf(name, sizeof name, "table %u", i);
		guess_at(guesses, name, 100, false);
	}
	guess_at(guesses, "known", 100, true);
	assert_int_not_equal(code_guesses_wait(guesses, "known"), 0);
	assert_int_equal(code_guesses_wait(guesses, "table 100"), 0);
	guess_at(guesses, "table 100", 19, false);
	assert_int_equal(code_guesses_wait(guesses, "table 101"), 0);
	guess_at(guesses, "table 101", 1, false);
	assert_int_not_equal(code_guesses_wait(guesses, "table 102"), 0);
	code_guesses_destroy(guesses);
}

/* A wrong code now and then, all evening, guards nothing. */
static void
a_wrong_code_now_and_then_guards_nothing(void **state)
{
	struct code_guesses *guesses = code_guesses_create(clock_of_test);
	char text[16];

	(void)state;
	for (unsigned i = 0; i < 100; i++) {
		g_snprintf(text, sizeof text, "%u", i);
		code_guesses_count(guesses, "table 1", text, false);
		assert_int_equal(code_guesses_wait(guesses, "table 1"), 0);
		wait_seconds(600);
	}
	code_guesses_destroy(guesses);
}

/* 64 at once, then one a second; what came at the same time is made up for, too. */
static void
the_kiosk_itself_tries_one_code_a_second(void **state)
{
	struct code_guesses *guesses = code_guesses_create(clock_of_test);

	(void)state;
	for (unsigned i = 0; i < CODE_GUESSES_LOCAL; i++) {
		assert_int_equal(code_guesses_wait_local(guesses), 0);
		code_guesses_count_local(guesses);
	}
	assert_in_range(code_guesses_wait_local(guesses), 1, 2);
	wait_seconds(1.1);
	assert_int_equal(code_guesses_wait_local(guesses), 0);
	for (unsigned i = 0; i < 1000; i++)
		code_guesses_count_local(guesses);
	assert_in_range(code_guesses_wait_local(guesses), CODE_GUESSES_LOCAL, CODE_GUESSES_LOCAL + 2);
	code_guesses_destroy(guesses);
}

static void
hosts_are_ours_or_not(void **state)
{
	static const char *const ours[] = {"localhost", "LocalHost:8080", "kiosk.example", "10.0.0.1", "10.0.0.1:80",
		"[::1]", "[2001:db8::1]:8443", "localhost.", "kiosk.example.:1"};
	static const char *const strangers[] = {"", ":", ":80", ".", "evil.example", "kiosk.example.evil",
		"xkiosk.example", "10.0.0.1.evil", "10.0.0.256", "[::1", "[::1]x", "[10.0.0.1]", "::1",
		"localhost:", "localhost:x", "localhost:123456", "localhost:80:80", "local host", "localhost..",
		"[kiosk.example]"};
	char name[] = "kiosk.example", *names[] = {name, NULL}, *too_long = g_strnfill(100000, 'a');

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(ours); i++)
		if (!head_host_is_ours(ours[i], names))
			fail_msg("%s is ours", ours[i]);
	for (size_t i = 0; i < G_N_ELEMENTS(strangers); i++)
		if (head_host_is_ours(strangers[i], names))
			fail_msg("\"%s\" is not ours", strangers[i]);
	assert_false(head_host_is_ours(NULL, names));
	assert_false(head_host_is_ours(too_long, names));
	g_free(too_long);
}

static void
origins_are_ours_or_not(void **state)
{
	(void)state;
	assert_true(head_origin_is_ours("http://a:1", NULL, "a:1", false));
	assert_true(head_origin_is_ours("https://A:1", "cross-site", "a:1", true));
	assert_true(head_origin_is_ours(NULL, NULL, "a", false));
	assert_true(head_origin_is_ours(NULL, "same-origin", "a", false));
	assert_true(head_origin_is_ours(NULL, "none", "a", false));
	assert_false(head_origin_is_ours("http://a", NULL, "a:1", false));
	assert_false(head_origin_is_ours("http://a", NULL, "a", true));
	assert_false(head_origin_is_ours("https://a", NULL, "a", false));
	assert_false(head_origin_is_ours("null", "same-origin", "a", false));
	assert_false(head_origin_is_ours("", "same-origin", "a", false));
	assert_false(head_origin_is_ours("http://a", NULL, NULL, false));
	assert_false(head_origin_is_ours(NULL, "same-site", "a", false));
	assert_false(head_origin_is_ours(NULL, "cross-site", "a", false));
}

static void
what_is_broken_is_not_decoded(void **state)
{
	static const char *const broken[] = {"%", "%4", "%zz", "%00", "a%00b", "%ff", "\xff", "%c3"};
	char *text;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(broken); i++)
		assert_null(head_decode(broken[i], true));
	text = head_decode("a+b%2Bc%20%C3%A4", true);
	assert_string_equal(text, "a b+c ä");
	g_free(text);
	text = head_decode("a+b", false);
	assert_string_equal(text, "a+b");
	g_free(text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nobody_takes_all_connections),
		cmocka_unit_test(an_allowance_runs_out),
		cmocka_unit_test(a_network_runs_out_and_its_phones_go_on),
		cmocka_unit_test(a_phone_is_told_its_own_wait),
		cmocka_unit_test(phones_of_a_network_are_ranked_by_what_they_took),
		cmocka_unit_test(opening_tables_does_not_use_up_a_network),
		cmocka_unit_test(what_a_proxy_here_hands_on_is_not_local),
		cmocka_unit_test(proxies_are_read_from_the_right),
		cmocka_unit_test(memory_is_shared),
		cmocka_unit_test(a_bucket_runs_empty_and_refills),
		cmocka_unit_test(a_network_takes_from_one_bucket),
		cmocka_unit_test(debt_has_a_bound),
		cmocka_unit_test(buckets_are_bounded),
		cmocka_unit_test(a_table_that_is_guessed_at_is_guarded),
		cmocka_unit_test(guesses_at_one_table_do_not_close_all),
		cmocka_unit_test(a_wrong_code_now_and_then_guards_nothing),
		cmocka_unit_test(the_kiosk_itself_tries_one_code_a_second),
		cmocka_unit_test(hosts_are_ours_or_not),
		cmocka_unit_test(origins_are_ours_or_not),
		cmocka_unit_test(what_is_broken_is_not_decoded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
