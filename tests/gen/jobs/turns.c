/* SPDX-License-Identifier: MIT
 * Turns: bounded, reserved for this machine, and in the order of shares. */
#include "gen/jobs/turns.h"

#include <glib.h>
#include <string.h>

#include "tests/tools.h"

/* A thread that takes a turn, and notes its name when it has it. */
struct waiting {
	struct turns *turns;
	struct turn turn;
	GThread *thread;
	enum turn_state state;
};

static GMutex lock;
static GString *order; /* the names of those who got a turn */

static void *
take(void *data)
{
	struct waiting *waiting = data;

	waiting->state = turns_take(waiting->turns, &waiting->turn);
	if (waiting->state == TURN_TAKEN) {
		g_mutex_lock(&lock);
		g_string_append(order, waiting->turn.visitor);
		g_mutex_unlock(&lock);
		turns_give(waiting->turns, waiting->turn.visitor);
	}
	return NULL;
}

static struct turn
turn_of(const char *visitor, bool is_local, double left)
{
	return (struct turn){visitor, is_local, left, 1, g_get_monotonic_time()};
}

static void
a_visitor_has_a_bounded_number(void **state)
{
	struct turns *turns = turns_create(2, 0);
	struct turn ana = turn_of("a", false, 0);

	(void)state;
	assert_int_equal(turns_take(turns, &ana), TURN_TAKEN);
	assert_int_equal(turns_take(turns, &ana), TURN_TOO_MANY);
	turns_give(turns, "a");
	assert_int_equal(turns_take(turns, &ana), TURN_TAKEN);
	turns_give(turns, "a");
	turns_destroy(turns);
}

static void
the_last_one_is_this_machines(void **state)
{
	struct turns *turns = turns_create(1, 1);
	struct turn ana = turn_of("a", false, 0), bo = turn_of("b", false, 0), here = turn_of("h", true, 0);

	(void)state;
	assert_int_equal(turns_take(turns, &ana), TURN_TAKEN);
	bo.arrived -= 60 * G_TIME_SPAN_SECOND; /* it has waited long enough */
	assert_int_equal(turns_take(turns, &bo), TURN_TIMEOUT);
	assert_int_equal(turns_take(turns, &here), TURN_TAKEN);
	turns_give(turns, "a");
	turns_give(turns, "h");
	turns_destroy(turns);
}

/* Those who wait go in the order of what they have left, this machine first. */
static void
who_has_used_less_goes_first(void **state)
{
	struct turns *turns = turns_create(1, 0);
	struct turn first = turn_of("x", false, 0);
	struct waiting waiting[] = {
		{.turn = turn_of("a", false, 1)}, {.turn = turn_of("b", false, 3)}, {.turn = turn_of("h", true, 0)}};

	(void)state;
	order = g_string_new(NULL);
	assert_int_equal(turns_take(turns, &first), TURN_TAKEN);
	for (size_t i = 0; i < LENGTH(waiting); i++) {
		waiting[i].turns = turns;
		waiting[i].thread = g_thread_new("waits", take, &waiting[i]);
		g_usleep(100000);
	}
	turns_give(turns, "x");
	for (size_t i = 0; i < LENGTH(waiting); i++)
		g_thread_join(waiting[i].thread);
	assert_string_equal(order->str, "hba");
	g_string_free(order, TRUE);
	turns_destroy(turns);
}

static void
at_the_end_nobody_waits(void **state)
{
	struct turns *turns = turns_create(1, 0);
	struct turn first = turn_of("x", false, 0);
	struct waiting waiting = {.turns = turns, .turn = turn_of("a", false, 0)};

	(void)state;
	assert_int_equal(turns_take(turns, &first), TURN_TAKEN);
	waiting.thread = g_thread_new("waits", take, &waiting);
	g_usleep(100000);
	turns_close(turns);
	g_thread_join(waiting.thread);
	assert_int_equal(waiting.state, TURN_TIMEOUT);
	turns_give(turns, "x");
	assert_int_equal(turns_take(turns, &first), TURN_TIMEOUT);
	turns_destroy(turns);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_visitor_has_a_bounded_number),
		cmocka_unit_test(the_last_one_is_this_machines),
		cmocka_unit_test(who_has_used_less_goes_first),
		cmocka_unit_test(at_the_end_nobody_waits),
	};

	return cmocka_run_group_tests_name("turns", tests, NULL, NULL);
}
