/* SPDX-License-Identifier: MIT
 * Threads, kiosks and processes that want the same table, or send the same
 * submission: exactly one wins, and all hear of the same entry. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/kiosk/store/store_place.h"

#define THREADS 8
#define RACES   40

/* Threads that start together. */
struct racer {
	struct store *store;
	unsigned number, race;
	bool same; /* the same submission, not the same table */
	unsigned ok, taken, twice, other;
	int64_t id;
};

static void *
race(void *data)
{
	struct racer *racer = data;
	char submission[32] = "", play[32] = "";

	for (unsigned i = 0; i < RACES; i++) {
		struct entry entry = sample_entry(submission, play), *stored;
		struct problem problem = {0};

		g_snprintf(play, sizeof play, "R%u", racer->same ? i * 100 + racer->number : i);
		g_snprintf(submission, sizeof submission, "r%u.%u", i, racer->same ? 0 : racer->number);
		switch (store_add(racer->store, &entry, NULL, &stored, &problem)) {
		case STORE_OK:
			racer->ok++;
			break;
		case STORE_TAKEN:
			racer->taken++;
			break;
		case STORE_TWICE:
		case STORE_USED:
			racer->twice++;
			break; /* the games are others */
		default:
			racer->other++;
			fprintf(stderr, "%s\n", sentence_of(&problem));
			break;
		}
		if (stored != NULL)
			racer->id += stored->id;
		g_free(stored);
	}
	return NULL;
}

/* Exactly one of eight wins each of the races, and all are told the same entry. */
static void
run_races(struct store *one, struct store *other, bool same)
{
	struct racer racers[THREADS] = {0}, sum = {0};
	GThread *threads[THREADS];

	for (unsigned i = 0; i < THREADS; i++) {
		racers[i] = (struct racer){.store = i % 2 == 0 ? one : other, .number = i, .same = same};
		threads[i] = g_thread_new("race", race, &racers[i]);
	}
	for (unsigned i = 0; i < THREADS; i++) {
		g_thread_join(threads[i]);
		sum.ok += racers[i].ok;
		sum.taken += racers[i].taken;
		sum.twice += racers[i].twice;
		sum.other += racers[i].other;
		assert_int_equal(racers[i].id, racers[0].id);
	}
	assert_int_equal(sum.other, 0);
	assert_int_equal(sum.ok, RACES);
	assert_int_equal(same ? sum.twice : sum.taken, RACES * (THREADS - 1));
	assert_int_equal(count_entries(one, NULL), RACES);
}

static void
one_of_eight_threads_wins_a_table(void **state)
{
	struct store *store = place_open();

	(void)state;
	run_races(store, store, false);
	store_destroy(store);
}

static void
one_of_two_kiosks_wins_a_table(void **state)
{
	struct store *one = place_open(), *other = place_open();

	(void)state;
	run_races(one, other, false);
	store_destroy(other);
	store_destroy(one);
}

static void
same_submission_at_once_is_one_entry(void **state)
{
	struct store *one = place_open(), *other = place_open();

	(void)state;
	run_races(one, other, true);
	store_destroy(other);
	store_destroy(one);
}

/* In a process of its own: the number of races won, or 255. */
static int
race_apart(unsigned number)
{
	struct problem problem = {0};
	struct racer racer = {.number = number};

	racer.store = store_create(place_where(), &problem);
	if (racer.store == NULL) {
		fprintf(stderr, "%s\n", sentence_of(&problem));
		return 255;
	}
	race(&racer);
	store_destroy(racer.store);
	return racer.other > 0 || racer.ok + racer.taken != RACES ? 255 : (int)racer.ok;
}

static void
processes_share_a_new_database(void **state)
{
	struct store *store;
	unsigned won = 0;
	pid_t child[4];

	(void)state;
	for (unsigned i = 0; i < LENGTH(child); i++) {
		child[i] = fork();
		assert_true(child[i] >= 0);
		if (child[i] == 0)
			_exit(race_apart(i));
	}
	for (unsigned i = 0; i < LENGTH(child); i++) {
		int status = -1;

		waitpid(child[i], &status, 0);
		assert_true(WIFEXITED(status));
		assert_int_not_equal(WEXITSTATUS(status), 255);
		won += (unsigned)WEXITSTATUS(status);
	}
	assert_int_equal(won, RACES);
	store = place_open();
	assert_int_equal(count_entries(store, NULL), RACES);
	store_destroy(store);
}

int
test_store_races(void)
{
	const struct CMUnitTest tests[] = {
		TEST(processes_share_a_new_database),
		TEST(one_of_eight_threads_wins_a_table),
		TEST(one_of_two_kiosks_wins_a_table),
		TEST(same_submission_at_once_is_one_entry),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
