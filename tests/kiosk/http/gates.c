/* SPDX-License-Identifier: MIT
 * What strangers are bounded by: allowances by address, waiting after wrong
 * passwords, and the names and origins that are ours. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <time.h>

#include <glib.h>

#include "kiosk/http/lockout.h"
#include "kiosk/http/origin.h"
#include "kiosk/http/sender.h"
#include "kiosk/http/visitors.h"
#include "tests/tools.h"

#define PHOTO ((size_t)32 << 20)

static gint64 passed; /* seconds that a test let pass */

/* In place of GLib's. */
gint64
g_get_monotonic_time(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (now.tv_sec + passed) * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

static struct sockaddr_storage
address(const char *text)
{
	struct sockaddr_storage storage = {0};
	struct sockaddr_in6 *six = (struct sockaddr_in6 *)&storage;
	struct sockaddr_in *four = (struct sockaddr_in *)&storage;

	if (inet_pton(AF_INET, text, &four->sin_addr) == 1) {
		four->sin_family = AF_INET;
	} else {
		assert_int_equal(inet_pton(AF_INET6, text, &six->sin6_addr), 1);
		six->sin6_family = AF_INET6;
	}
	return storage;
}

static struct visitor *
enter(struct visitors *visitors, const char *text, bool local)
{
	struct sockaddr_storage from = address(text);

	return visitors_enter(visitors, (struct sockaddr *)&from, local);
}

static bool
admits(struct visitors *visitors, const char *text)
{
	struct sockaddr_storage from = address(text);

	return visitors_admit(visitors, (struct sockaddr *)&from);
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
	struct visitors *visitors = visitors_new();
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
	/* Both ways of writing an IPv4 address are one visitor. */
	assert_ptr_equal(enter(visitors, "::ffff:127.0.0.1", true), local);
	visitors_free(visitors);
}

static void
an_allowance_runs_out(void **state)
{
	struct visitors *visitors = visitors_new();
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
	visitors_tidy(visitors);
	assert_ptr_equal(enter(visitors, "192.168.1.5", false), one);
	assert_int_not_equal(visitors_spend(visitors, one, 300), 0);
	/* What is charged is taken even where it is not there, but nobody waits for ever. */
	for (int i = 0; i < 1000; i++)
		visitors_charge(visitors, two, 40);
	assert_in_range(visitors_spend(visitors, two, 1), 90, 110);
	visitors_charge(visitors, local, 40);
	assert_int_equal(visitors_spend(visitors, local, 10), 0);
	visitors_free(visitors);
}

/* One of its hosts takes an address after the other, and as much with each as it can: that is bounded, but the other
 * phones there go on. */
static void
a_network_runs_out_and_its_phones_go_on(void **state)
{
	struct visitors *visitors = visitors_new();
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
	visitors_tidy(visitors);
	visitors_free(visitors);
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
	struct visitors *visitors = visitors_new();
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
	passed += seconds;
	assert_int_equal(visitors_spend(visitors, phone, 5), 0);
	/* A photo waits for the network, as long as that takes and no longer. */
	seconds = visitors_spend(visitors, phone, VISITORS_HEAVY);
	assert_in_range(seconds, 80, 101);
	passed += seconds;
	assert_int_equal(visitors_spend(visitors, phone, VISITORS_HEAVY), 0);
	visitors_free(visitors);
}

/* Who goes first while a network has used up what it may. */
static void
phones_of_a_network_are_ranked_by_what_they_took(void **state)
{
	struct visitors *visitors = visitors_new();
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
	visitors_free(visitors);
}

/* Thousands of phones that open their tables leave the network's allowance to photos. */
static void
opening_tables_does_not_use_up_a_network(void **state)
{
	struct visitors *visitors = visitors_new();
	struct visitor *phone = NULL;
	char text[48];

	(void)state;
	for (unsigned i = 0; i < 2000; i++) {
		g_snprintf(text, sizeof text, "2001:db8:1:2::%x", i + 1);
		phone = enter(visitors, text, false);
		for (int cost = 0; cost < 60; cost += 2)
			assert_int_equal(visitors_spend(visitors, phone, 2), 0);
		visitors_leave(visitors, phone);
	}
	assert_int_equal(visitors_spend(visitors, phone, VISITORS_HEAVY), 0);
	visitors_free(visitors);
}

static void
what_a_proxy_here_hands_on_is_not_local(void **state)
{
	struct visitors *visitors = visitors_new();
	struct visitor *others = enter(visitors, "127.0.0.1", false);
	struct visitor *local = enter(visitors, "127.0.0.1", true);

	(void)state;
	assert_ptr_not_equal(others, local);
	for (int i = 0; i < 100; i++)
		visitors_charge(visitors, others, 40);
	assert_int_not_equal(visitors_spend(visitors, others, 1), 0);
	assert_int_equal(visitors_spend(visitors, local, 10), 0);
	visitors_free(visitors);
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
	char text[INET6_ADDRSTRLEN];
	struct sockaddr_storage from;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(lists); i++) {
		assert_true(sender_read_last(lists[i][0], &from));
		sender_write((struct sockaddr *)&from, text);
		assert_string_equal(text, lists[i][1]);
	}
	for (size_t i = 0; i < G_N_ELEMENTS(wrong); i++)
		if (sender_read_last(wrong[i], &from))
			fail_msg("\"%s\" is no address", wrong[i]);
}

static void
memory_is_shared(void **state)
{
	struct visitors *visitors = visitors_new();
	struct visitor *one = enter(visitors, "192.168.1.5", false), *last = NULL;
	char text[32];
	int others = 0;

	(void)state;
	assert_true(visitors_reserve(visitors, one, MEMORY_LARGE, PHOTO));
	assert_true(visitors_reserve(visitors, one, MEMORY_LARGE, PHOTO));
	assert_false(visitors_reserve(visitors, one, MEMORY_LARGE, PHOTO));
	for (; others < 100; others++) {
		g_snprintf(text, sizeof text, "10.0.0.%d", others);
		last = enter(visitors, text, false);
		if (!visitors_reserve(visitors, last, MEMORY_LARGE, PHOTO))
			break;
	}
	assert_in_range(others, 4, 20);
	assert_false(visitors_has_memory(visitors, last, MEMORY_LARGE, PHOTO));
	/* Photos leave room for results. */
	assert_true(visitors_reserve(visitors, one, MEMORY_SMALL, MEMORY_SMALL_MOST));
	assert_false(visitors_reserve(visitors, one, MEMORY_SMALL, PHOTO));
	visitors_release(visitors, one, MEMORY_LARGE, PHOTO);
	assert_true(visitors_reserve(visitors, last, MEMORY_LARGE, PHOTO));
	assert_false(visitors_reserve(visitors, one, MEMORY_LARGE, PHOTO));
	visitors_free(visitors);
}

static void
guessing_is_slowed_down(void **state)
{
	struct lockout *lockout = lockout_new(&lockout_passwords);
	unsigned before = 0;

	(void)state;
	for (int i = 0; i < 4; i++)
		lockout_count(lockout, "192.168.1.5", false, false);
	assert_int_equal(lockout_wait(lockout, "192.168.1.5", false), 0);
	for (int i = 0; i < 5; i++) {
		lockout_count(lockout, "192.168.1.5", false, false);
		assert_true(lockout_wait(lockout, "192.168.1.5", false) > before);
		before = lockout_wait(lockout, "192.168.1.5", false);
	}
	assert_int_equal(lockout_wait(lockout, "192.168.1.6", false), 0);
	assert_int_equal(lockout_waiting(lockout), 1);
	lockout_count(lockout, "192.168.1.5", false, true);
	assert_int_equal(lockout_wait(lockout, "192.168.1.5", false), 0);
	assert_int_equal(lockout_waiting(lockout), 0);
	lockout_free(lockout);
}

static void
a_network_guesses_as_one(void **state)
{
	struct lockout *lockout = lockout_new(&lockout_passwords);
	char text[48];

	(void)state;
	for (int i = 0; i < 20; i++) {
		g_snprintf(text, sizeof text, "2001:db8:1:2::%d", i);
		lockout_count(lockout, text, false, false);
	}
	assert_true(lockout_wait(lockout, "2001:db8:1:2:ffff::1", false) > 10);
	assert_int_equal(lockout_wait(lockout, "2001:db8:1:3::1", false), 0);
	lockout_free(lockout);
}

static void
guessing_from_everywhere_leaves_the_kiosk_itself(void **state)
{
	struct lockout *lockout = lockout_new(&lockout_passwords);
	char text[32];

	(void)state;
	for (int i = 0; i < 60; i++) {
		g_snprintf(text, sizeof text, "10.0.0.%d", i);
		lockout_count(lockout, text, false, false);
	}
	assert_true(lockout_wait(lockout, "10.0.1.1", false) > 60);
	assert_int_equal(lockout_waiting(lockout), 1);
	assert_int_equal(lockout_wait(lockout, "127.0.0.1", true), 0);
	/* One right password is no reason to let everybody guess. */
	lockout_count(lockout, "127.0.0.1", false, true);
	assert_true(lockout_wait(lockout, "10.0.1.1", false) > 60);
	lockout_free(lockout);
}

static void
whoever_stands_at_the_kiosk_never_waits_for_long(void **state)
{
	struct lockout *lockout = lockout_new(&lockout_passwords);

	(void)state;
	for (int i = 0; i < 60; i++)
		lockout_count(lockout, "the kiosk itself", true, false);
	assert_in_range(lockout_wait(lockout, "the kiosk itself", true), 1, 6);
	lockout_free(lockout);
}

/* What is guessed at waits for all who guess; who guesses a little everywhere is held up by the count of all. */
static void
what_is_guessed_at_is_guarded(void **state)
{
	const struct lockout_limits limits = {.each = 20, .all = 200, .first = 3600, .most = 3600};
	struct lockout *lockout = lockout_new(&limits);
	char name[16], text[16];

	(void)state;
	for (int i = 0; i < 19; i++) {
		g_snprintf(text, sizeof text, "%d", i);
		lockout_count_guess(lockout, "table 1", text, false);
		lockout_count_guess(lockout, "table 1", text, false);
	}
	assert_int_equal(lockout_wait(lockout, "table 1", false), 0);
	lockout_count_guess(lockout, "table 1", "19", false);
	assert_in_range(lockout_wait(lockout, "table 1", false), 3590, 3601);
	assert_int_equal(lockout_wait(lockout, "table 2", false), 0);
	for (int i = 0; i < 179; i++) {
		g_snprintf(name, sizeof name, "table %d", 2 + i);
		lockout_count_guess(lockout, name, "0", false);
	}
	assert_int_equal(lockout_wait(lockout, "table 2", false), 0);
	lockout_count_guess(lockout, "table 2", "1", false);
	assert_in_range(lockout_wait(lockout, "table 900", false), 3590, 3601);
	lockout_free(lockout);
}

/* Guesses `count` times at a table, each time another code. */
static void
guess_at(struct lockout *lockout, const char *name, unsigned count, bool known)
{
	char text[16];

	for (unsigned i = 0; i < count; i++) {
		g_snprintf(text, sizeof text, "%u", i);
		lockout_count_guess(lockout, name, text, known);
	}
}

/* Those who go on at a guarded table, with its cookie or at the kiosk itself, do not close the others. */
static void
guesses_at_one_table_do_not_close_all(void **state)
{
	const struct lockout_limits limits = {.each = 20, .all = 200, .first = 3600, .most = 3600};
	struct lockout *lockout = lockout_new(&limits);
	char name[16];

	(void)state;
	for (unsigned i = 0; i < 9; i++) {
		g_snprintf(name, sizeof name, "table %u", i);
		guess_at(lockout, name, 1000, false);
	}
	guess_at(lockout, "table 9", 1000, true);
	assert_int_not_equal(lockout_wait(lockout, "table 9", false), 0);
	assert_int_equal(lockout_wait(lockout, "table 10", false), 0);
	guess_at(lockout, "table 10", 19, false);
	assert_int_equal(lockout_wait(lockout, "table 11", false), 0);
	guess_at(lockout, "table 11", 1, false);
	assert_int_not_equal(lockout_wait(lockout, "table 12", false), 0);
	lockout_free(lockout);
}

/* A wrong code now and then, all evening, guards nothing; 20 within an hour do, for an hour. */
static void
guesses_are_counted_for_an_hour(void **state)
{
	const struct lockout_limits limits = {.each = 20, .all = 2000, .first = 3600, .most = 3600};
	struct lockout *lockout = lockout_new(&limits);
	char text[16];

	(void)state;
	for (unsigned i = 0; i < 100; i++, passed += 600) {
		g_snprintf(text, sizeof text, "%u", i);
		lockout_count_guess(lockout, "table 1", text, false);
		assert_int_equal(lockout_wait(lockout, "table 1", false), 0);
	}
	passed += 3601;
	guess_at(lockout, "table 1", 19, false);
	passed += 3500;
	lockout_count_guess(lockout, "table 1", "19", false);
	passed += 3500;
	assert_in_range(lockout_wait(lockout, "table 1", false), 90, 101);
	passed += 102;
	assert_int_equal(lockout_wait(lockout, "table 1", false), 0);
	guess_at(lockout, "table 1", 19, false);
	assert_int_equal(lockout_wait(lockout, "table 1", false), 0);
	lockout_free(lockout);
}

/* Passwords that are tried whenever the wait is over, all day: the waits do not start again. */
static void
waiting_for_each_guess_is_not_forgotten(void **state)
{
	struct lockout *lockout = lockout_new(&lockout_passwords);
	unsigned guesses = 0;

	(void)state;
	for (gint64 end = passed + 24 * 3600; passed < end; guesses++) {
		passed += lockout_wait(lockout, "192.168.1.5", false);
		lockout_count(lockout, "192.168.1.5", false, false);
	}
	assert_in_range(guesses, 90, 120);
	lockout_free(lockout);
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
		if (!origin_host_is_ours(ours[i], names))
			fail_msg("%s is ours", ours[i]);
	for (size_t i = 0; i < G_N_ELEMENTS(strangers); i++)
		if (origin_host_is_ours(strangers[i], names))
			fail_msg("\"%s\" is not ours", strangers[i]);
	assert_false(origin_host_is_ours(NULL, names));
	assert_false(origin_host_is_ours(too_long, names));
	g_free(too_long);
}

static void
origins_are_ours_or_not(void **state)
{
	(void)state;
	assert_true(origin_is_ours("http://a:1", NULL, "a:1", false));
	assert_true(origin_is_ours("https://A:1", "cross-site", "a:1", true));
	assert_true(origin_is_ours(NULL, NULL, "a", false));
	assert_true(origin_is_ours(NULL, "same-origin", "a", false));
	assert_true(origin_is_ours(NULL, "none", "a", false));
	assert_false(origin_is_ours("http://a", NULL, "a:1", false));
	assert_false(origin_is_ours("http://a", NULL, "a", true));
	assert_false(origin_is_ours("https://a", NULL, "a", false));
	assert_false(origin_is_ours("null", "same-origin", "a", false));
	assert_false(origin_is_ours("", "same-origin", "a", false));
	assert_false(origin_is_ours("http://a", NULL, NULL, false));
	assert_false(origin_is_ours(NULL, "same-site", "a", false));
	assert_false(origin_is_ours(NULL, "cross-site", "a", false));
}

static void
what_is_broken_is_not_decoded(void **state)
{
	static const char *const broken[] = {"%", "%4", "%zz", "%00", "a%00b", "%ff", "\xff", "%c3"};
	char *text;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(broken); i++)
		assert_null(origin_decode(broken[i], true));
	text = origin_decode("a+b%2Bc%20%C3%A4", true);
	assert_string_equal(text, "a b+c ä");
	g_free(text);
	text = origin_decode("a+b", false);
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
		cmocka_unit_test(guessing_is_slowed_down),
		cmocka_unit_test(a_network_guesses_as_one),
		cmocka_unit_test(guessing_from_everywhere_leaves_the_kiosk_itself),
		cmocka_unit_test(whoever_stands_at_the_kiosk_never_waits_for_long),
		cmocka_unit_test(what_is_guessed_at_is_guarded),
		cmocka_unit_test(guesses_at_one_table_do_not_close_all),
		cmocka_unit_test(guesses_are_counted_for_an_hour),
		cmocka_unit_test(waiting_for_each_guess_is_not_forgotten),
		cmocka_unit_test(hosts_are_ours_or_not),
		cmocka_unit_test(origins_are_ours_or_not),
		cmocka_unit_test(what_is_broken_is_not_decoded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
