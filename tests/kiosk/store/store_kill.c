/* SPDX-License-Identifier: MIT
 * A kiosk that is killed while eight tables submit at once, 200 times on one
 * database: what was answered is there, nothing is there twice, and it opens
 * again without anybody repairing anything. What got no answer is sent again.
 *     test-store_kill [sqlite|postgres [KILLS]] */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/kiosk/store/store_place.h"

#define THREADS 8
#define WAIT_MS 90 /* at most, before it is killed */

static unsigned kills = 200;

/* By thread: how many were answered, that is the number of the next. */
static unsigned long answered[THREADS];

struct answer {
	unsigned thread;
	unsigned long number;
};

struct table {
	struct store *store;
	unsigned thread;
	int out;
};

static void
name_submission(char name[32], unsigned thread, unsigned long number)
{
	g_snprintf(name, 32, "k%u.%lu", thread, number);
}

/* Submits until it is killed; what is answered is told. */
static void *
submit(void *data)
{
	const struct table *table = data;

	for (struct answer answer = {table->thread, answered[table->thread]};; answer.number++) {
		char name[32] = "";
		struct problem problem = {0};
		struct entry entry = sample_entry(name, name);
		enum store_status status;

		name_submission(name, answer.thread, answer.number);
		status = store_add(table->store, &entry, NULL, NULL, &problem);
		if (status != STORE_OK && status != STORE_TWICE) {
			fprintf(stderr, "%s: %s\n", name, sentence_of(&problem));
			_exit(EXIT_FAILURE);
		}
		if (write(table->out, &answer, sizeof answer) != sizeof answer)
			_exit(EXIT_FAILURE);
	}
}

static void
run_kiosk(int out)
{
	struct table tables[THREADS];
	GThread *threads[THREADS];
	struct problem problem = {0};
	struct store *store;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	store = store_create(place_where(), &problem);
	if (store == NULL) {
		fprintf(stderr, "%s\n", sentence_of(&problem));
		_exit(EXIT_FAILURE);
	}
	for (unsigned i = 0; i < THREADS; i++) {
		tables[i] = (struct table){store, i, out};
		threads[i] = g_thread_new("table", submit, &tables[i]);
	}
	for (unsigned i = 0; i < THREADS; i++)
		g_thread_join(threads[i]);
	_exit(EXIT_FAILURE);
}

static void
hear(int in)
{
	struct answer answer;

	while (read(in, &answer, sizeof answer) == sizeof answer) {
		assert_int_equal(answer.number, answered[answer.thread]);
		answered[answer.thread]++;
	}
}

/* Some are killed while they open the database, most while they store. */
static void
kill_one(uint64_t *dice)
{
	struct pollfd polled = {.events = POLLIN};
	int ends[2], status = 0;
	pid_t child;

	assert_int_equal(pipe(ends), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		close(ends[0]);
		run_kiosk(ends[1]);
	}
	close(ends[1]);
	polled.fd = ends[0];
	if (dice_below(dice, 10) != 0)
		poll(&polled, 1, 30000);
	g_usleep(dice_below(dice, WAIT_MS * 1000));
	kill(child, SIGKILL);
	assert_int_equal(waitpid(child, &status, 0), child);
	hear(ends[0]);
	close(ends[0]);
	if (!WIFSIGNALED(status))
		fail_msg("the kiosk ended without being killed");
}

static void
check_all(void)
{
	struct store *store = place_open();
	GHashTable *there = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	unsigned long sum = 0;
	GPtrArray *entries;

	assert_stored(store_history(store, NULL, 100000000, &entries, &said));
	for (unsigned i = 0; i < entries->len; i++)
		if (!g_hash_table_add(there, g_strdup(((struct entry *)entries->pdata[i])->submission)))
			fail_msg("%s is there twice", ((struct entry *)entries->pdata[i])->submission);
	for (unsigned i = 0; i < THREADS; i++) {
		for (unsigned long j = 0; j < answered[i]; j++) {
			char name[32];

			name_submission(name, i, j);
			if (!g_hash_table_contains(there, name))
				fail_msg("%s was answered and is lost", name);
		}
		sum += answered[i];
	}
	/* One a table may have been stored without an answer. */
	assert_in_range(entries->len, sum, sum + THREADS);
	g_hash_table_destroy(there);
	g_ptr_array_unref(entries);
	store_destroy(store);
}

static void
what_was_answered_survives(void **state)
{
	uint64_t dice = 1;
	unsigned long sum = 0;

	(void)state;
	for (unsigned i = 0; i < kills; i++) {
		kill_one(&dice);
		if (i % 20 == 0)
			check_all();
	}
	check_all();
	for (unsigned i = 0; i < THREADS; i++)
		sum += answered[i];
	printf("%u kills, %lu results answered, all there\n", kills, sum);
	assert_true(sum > kills);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(what_was_answered_survives, place_make, place_remove),
	};

	if (!place_init(argc, argv))
		return EXIT_FAILURE;
	if (argc > 2)
		kills = (unsigned)g_ascii_strtoull(argv[2], NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
