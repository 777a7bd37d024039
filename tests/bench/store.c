/* SPDX-License-Identifier: MIT
 * How many results a second get on disk, against the bare commits of the same
 * SQLite with the same settings on the same disk: one row of the same size each.
 *     bench-store FOLDER SECONDS [postgresql://...] */
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/store/store.h"

#define THREADS_MAX 32
#define RESULT      1200 /* bytes, of a game of coupons for four */
#define SCORE       2400

static char *result, *score;

static double
now(void)
{
	return (double)g_get_monotonic_time() / 1e6;
}

static _Noreturn void
die(const char *why)
{
	fprintf(stderr, "bench-store: %s\n", why);
	exit(EXIT_FAILURE);
}

/* Bare commits, as many a second as one connection gets. */
static double
measure_bare(const char *file, double seconds)
{
	static const char setup[] = "pragma journal_mode = wal; pragma synchronous = full;"
				    "create table entry (id integer primary key, result text, score text)";
	sqlite3_stmt *insert;
	sqlite3 *db;
	double start;
	unsigned long done = 0;

	if (sqlite3_open(file, &db) != SQLITE_OK || sqlite3_exec(db, setup, NULL, NULL, NULL) != SQLITE_OK ||
		sqlite3_prepare_v2(db, "insert into entry (result, score) values (?, ?)", -1, &insert, NULL) !=
			SQLITE_OK)
		die("SQLite does not work here");
	sqlite3_bind_text(insert, 1, result, -1, SQLITE_STATIC);
	sqlite3_bind_text(insert, 2, score, -1, SQLITE_STATIC);
	for (start = now(); now() - start < seconds; done++)
		if (sqlite3_step(insert) != SQLITE_DONE || sqlite3_reset(insert) != SQLITE_OK)
			die(sqlite3_errmsg(db));
	seconds = now() - start;
	sqlite3_finalize(insert);
	sqlite3_close(db);
	return (double)done / seconds;
}

struct worker {
	struct store *store;
	unsigned number;
	double until;
	unsigned long done;
};

static void *
submit(void *data)
{
	struct worker *worker = data;
	char submission[64] = "", play[64] = "", word[] = "coupons", who[] = "Ana, Bo", none[] = "";
	struct entry entry = {.submission = submission,
		.play = play,
		.game = word,
		.round = 1,
		.table = 1,
		.event = true,
		.who = who,
		.why = none,
		.result = result,
		.score = score};

	while (now() < worker->until) {
		struct entry *stored;
		struct problem problem;

		g_snprintf(submission, sizeof submission, "%u-%lu-submission", worker->number, worker->done);
		g_snprintf(play, sizeof play, "%05u-%05lu-ABCDE-FGHJK", worker->number, worker->done);
		if (store_add(worker->store, &entry, NULL, &stored, &problem) != STORE_OK)
			die(message_id(&problem.message));
		g_free(stored);
		worker->done++;
	}
	return NULL;
}

static double
measure_store(const char *where, unsigned threads, double seconds)
{
	static unsigned base;
	struct worker worker[THREADS_MAX];
	GThread *thread[THREADS_MAX];
	struct problem problem = {0};
	struct store *store = store_create(where, &problem);
	double start = now();
	unsigned long done = 0;

	if (store == NULL)
		die(message_id(&problem.message));
	base += THREADS_MAX;
	for (unsigned i = 0; i < threads; i++) {
		worker[i] = (struct worker){store, base + i, start + seconds, 0};
		thread[i] = g_thread_new("submit", submit, &worker[i]);
	}
	for (unsigned i = 0; i < threads; i++) {
		g_thread_join(thread[i]);
		done += worker[i].done;
	}
	seconds = now() - start;
	store_destroy(store);
	return (double)done / seconds;
}

int
main(int argc, char **argv)
{
	static const unsigned threads[] = {1, 8, 32};
	double seconds = argc > 2 ? g_ascii_strtod(argv[2], NULL) : 0, bare;
	char *file;

	if (seconds <= 0)
		die("bench-store FOLDER SECONDS [postgresql://...]");
	result = g_strnfill(RESULT, 'r');
	score = g_strnfill(SCORE, 's');
	file = g_build_filename(argv[1], "bare.db", NULL);
	bare = measure_bare(file, seconds);
	printf("bare SQLite, one connection  %8.0f commits/s\n", bare);
	g_free(file);
	for (size_t i = 0; i < G_N_ELEMENTS(threads); i++) {
		char *name = g_strdup_printf("store-%u.db", threads[i]);
		double rate;

		file = g_build_filename(argv[1], name, NULL);
		rate = measure_store(argc > 3 ? argv[3] : file, threads[i], seconds);
		printf("store, %2u thread%s            %8.0f results/s, %.2f of it\n", threads[i],
			threads[i] == 1 ? " " : "s", rate, rate / bare);
		g_free(file);
		g_free(name);
	}
	/* Once more: a disk that changed its pace meanwhile would flatter one of the two. */
	file = g_build_filename(argv[1], "bare-again.db", NULL);
	printf("bare SQLite, once more       %8.0f commits/s\n", measure_bare(file, seconds));
	g_free(file);
	return EXIT_SUCCESS;
}
