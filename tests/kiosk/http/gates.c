/* SPDX-License-Identifier: MIT
 * What strangers are bounded by: allowances by address, waiting after wrong
 * passwords, and the names and origins that are ours. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

#include <glib.h>

#include "kiosk/http/origin.h"
#include "kiosk/http/visitors.h"
#include "kiosk/routes/lockout.h"
#include "tests/tools.h"

#define PHOTO ((size_t)32 << 20)

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

static void
nobody_takes_all_connections(void **state)
{
	struct visitors *visitors = visitors_new();
	struct visitor *one = NULL, *local = NULL;
	int count = 0;

	(void)state;
	for (; admits(visitors, "2001:db8:1:2::1") && count < 1000; count++)
		one = enter(visitors, "2001:db8:1:2::1", false);
	assert_in_range(count, 20, 200);
	/* The same network is the same visitor, another one is not. */
	assert_false(admits(visitors, "2001:db8:1:2:ffff::9"));
	assert_true(admits(visitors, "2001:db8:1:3::1"));
	assert_true(admits(visitors, "192.168.1.5"));
	visitors_leave(visitors, one);
	assert_true(admits(visitors, "2001:db8:1:2::1"));
	for (int i = 0; i < 5000; i++) {
		assert_true(admits(visitors, "127.0.0.1"));
		local = enter(visitors, "127.0.0.1", true);
	}
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
	for (int i = 0; i < 100; i++)
		visitors_charge(visitors, two, 40);
	assert_in_range(visitors_spend(visitors, two, 1), 5, 60);
	visitors_charge(visitors, local, 40);
	assert_int_equal(visitors_spend(visitors, local, 10), 0);
	visitors_free(visitors);
}

static void
memory_is_shared(void **state)
{
	struct visitors *visitors = visitors_new();
	struct visitor *one = enter(visitors, "192.168.1.5", false), *last = NULL;
	char text[32];
	int others = 0;

	(void)state;
	assert_true(visitors_reserve(visitors, one, PHOTO));
	assert_true(visitors_reserve(visitors, one, PHOTO));
	assert_false(visitors_reserve(visitors, one, PHOTO));
	for (; others < 100; others++) {
		g_snprintf(text, sizeof text, "10.0.0.%d", others);
		last = enter(visitors, text, false);
		if (!visitors_reserve(visitors, last, PHOTO))
			break;
	}
	assert_in_range(others, 4, 20);
	visitors_release(visitors, one, PHOTO);
	assert_true(visitors_reserve(visitors, last, PHOTO));
	assert_false(visitors_reserve(visitors, one, PHOTO));
	visitors_free(visitors);
}

static void
guessing_is_slowed_down(void **state)
{
	struct lockout *lockout = lockout_new();
	unsigned before = 0;

	(void)state;
	for (int i = 0; i < 4; i++)
		lockout_count(lockout, "192.168.1.5", false);
	assert_int_equal(lockout_wait(lockout, "192.168.1.5", false), 0);
	for (int i = 0; i < 5; i++) {
		lockout_count(lockout, "192.168.1.5", false);
		assert_true(lockout_wait(lockout, "192.168.1.5", false) > before);
		before = lockout_wait(lockout, "192.168.1.5", false);
	}
	assert_int_equal(lockout_wait(lockout, "192.168.1.6", false), 0);
	lockout_count(lockout, "192.168.1.5", true);
	assert_int_equal(lockout_wait(lockout, "192.168.1.5", false), 0);
	lockout_free(lockout);
}

static void
guessing_from_everywhere_leaves_the_kiosk_itself(void **state)
{
	struct lockout *lockout = lockout_new();
	char text[32];

	(void)state;
	for (int i = 0; i < 60; i++) {
		g_snprintf(text, sizeof text, "10.0.0.%d", i);
		lockout_count(lockout, text, false);
	}
	assert_true(lockout_wait(lockout, "10.0.1.1", false) > 60);
	assert_int_equal(lockout_wait(lockout, "127.0.0.1", true), 0);
	/* One right password is no reason to let everybody guess. */
	lockout_count(lockout, "127.0.0.1", true);
	assert_true(lockout_wait(lockout, "10.0.1.1", false) > 60);
	lockout_free(lockout);
}

static void
hosts_are_ours_or_not(void **state)
{
	static const char *const ours[] = {"localhost", "LocalHost:8080", "kiosk.example", "10.0.0.1",
		"10.0.0.1:80", "[::1]", "[2001:db8::1]:8443", "localhost.", "kiosk.example.:1"};
	static const char *const strangers[] = {"", ":", ":80", ".", "evil.example", "kiosk.example.evil",
		"xkiosk.example", "10.0.0.1.evil", "10.0.0.256", "[::1", "[::1]x", "[10.0.0.1]", "::1",
		"localhost:", "localhost:x", "localhost:123456", "localhost:80:80", "local host",
		"localhost..", "[kiosk.example]"};
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
		cmocka_unit_test(memory_is_shared),
		cmocka_unit_test(guessing_is_slowed_down),
		cmocka_unit_test(guessing_from_everywhere_leaves_the_kiosk_itself),
		cmocka_unit_test(hosts_are_ours_or_not),
		cmocka_unit_test(origins_are_ours_or_not),
		cmocka_unit_test(what_is_broken_is_not_decoded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
