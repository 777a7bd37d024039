/* SPDX-License-Identifier: MIT
 * A PostgreSQL that is stopped, that crashes, that hangs, and whose connections
 * are cut: nothing that was answered is lost, and kiosks go on without help. */
#include <signal.h>
#include <string.h>

#include "kiosk/store/db.h"
#include "tests/kiosk/store/store_place.h"

#define STORM     300 /* results a thread */
#define TIMEOUT_S 40  /* seconds: a statement, what became of a commit, and a machine that is very busy */
#define AT_ONCE   1.0 /* seconds: far less than anybody waits for a server */

static void
control(const char *verb)
{
	const char *program = g_getenv("SEEDPRESS_POSTGRES_CONTROL");
	char *words[] = {g_strdup(program), g_strdup(verb), NULL};
	int status = -1;

	assert_true(g_spawn_sync(NULL, words, NULL, 0, NULL, NULL, NULL, NULL, &status, NULL));
	assert_int_equal(status, 0);
	g_free(words[0]);
	g_free(words[1]);
}

static void
count_change(void *data)
{
	__atomic_add_fetch((int *)data, 1, __ATOMIC_SEQ_CST);
}

/* A server that is back is found again within a few seconds. */
static void
add_when_possible(struct store *store, unsigned number)
{
	enum store_status status = STORE_TROUBLE;

	for (int i = 0; i < 300 && status == STORE_TROUBLE; i++) {
		problem_clear(&said);
		status = add_numbered(store, number);
		if (status == STORE_TROUBLE)
			g_usleep(100000);
	}
	assert_stored(status);
}

static void
server_that_was_stopped_is_found_again(void **state)
{
	struct store *store, *other;
	GPtrArray *none;
	int changes = 0, before;

	(void)state;
	store = place_open();
	other = place_open();
	store_watch(other, count_change, &changes);
	assert_stored(add_numbered(store, 0));
	control("stop");
	assert_int_equal(add_until_trouble(store, 1, "server-unreachable"), 1);
	assert_refused(store_history(store, NULL, 1, &none, &said), STORE_TROUBLE, "server-unreachable");
	assert_null(none);
	assert_not_opened(place_where(), "server-unreachable");
	control("start");
	add_when_possible(store, 1);
	for (int i = 0; i < 3000 && store_version(other) != store_version(store); i++)
		g_usleep(10000);
	assert_int_equal(store_version(other), store_version(store));
	before = __atomic_load_n(&changes, __ATOMIC_SEQ_CST);
	assert_true(before > 0);
	assert_stored(add_numbered(other, 2));
	assert_stored(add_numbered(store, 3));
	assert_int_equal(count_entries(store, NULL), 4);
	for (int i = 0; i < 3000 && __atomic_load_n(&changes, __ATOMIC_SEQ_CST) < before + 2; i++)
		g_usleep(10000);
	assert_int_equal(store_version(other), store_version(store));
	store_destroy(other);
	store_destroy(store);
}

struct storm {
	struct store *store;
	unsigned from;
	unsigned twice; /* that nobody had sent before */
};

/* Stores and, when there was trouble, sends again. */
static void *
rage(void *data)
{
	struct storm *storm = data;

	for (unsigned i = 0; i < STORM; i++) {
		char name[32] = "";
		struct problem problem = {0};
		struct entry entry = sample_entry(name, name);
		enum store_status status;
		unsigned troubles = 0;

		g_snprintf(name, sizeof name, "f%u", storm->from + i);
		while ((status = store_add(storm->store, &entry, NULL, NULL, &problem)) == STORE_TROUBLE) {
			problem_clear(&problem);
			troubles++;
			g_usleep(20000);
		}
		storm->twice += status == STORE_TWICE && troubles == 0;
	}
	return NULL;
}

static void
start_storm(struct store *store, struct storm storms[4], GThread *threads[4])
{
	for (unsigned i = 0; i < 4; i++) {
		storms[i] = (struct storm){.store = store, .from = i * STORM};
		threads[i] = g_thread_new("rage", rage, &storms[i]);
	}
}

static void
end_storm(const struct storm storms[4], GThread *threads[4])
{
	for (unsigned i = 0; i < 4; i++) {
		g_thread_join(threads[i]);
		assert_int_equal(storms[i].twice, 0);
	}
}

/* Every connection but our own is cut, as a network that fails would. */
static void
cut_connections(struct db *db)
{
	struct problem problem = {0};

	if (!db_script(db,
		    "select pg_terminate_backend(pid) from pg_stat_activity"
		    " where application_name = 'seedpress-kiosk' and pid <> pg_backend_pid()"))
		fail_msg("%s", sentence_of(&problem));
}

static void
cut_connections_cost_nobody_anything(void **state)
{
	struct storm storms[4];
	GThread *threads[4];
	struct store *store;
	struct db *db;

	(void)state;
	store = place_open();
	db = db_create(place_where(), NULL, &said);
	assert_non_null(db);
	assert_stored(add_numbered(store, 100000));
	cut_connections(db);
	assert_stored(add_numbered(store, 100001)); /* it is not even noticed */
	start_storm(store, storms, threads);
	for (int i = 0; i < 60; i++) {
		g_usleep(15000);
		cut_connections(db);
	}
	end_storm(storms, threads);
	assert_int_equal(count_entries(store, NULL), 4 * STORM + 2);
	db_destroy(db);
	store_destroy(store);
}

static void
server_that_crashes_keeps_what_was_answered(void **state)
{
	struct storm storms[4];
	GThread *threads[4];
	struct store *store;

	(void)state;
	store = place_open();
	start_storm(store, storms, threads);
	for (int i = 0; i < 2; i++) {
		g_usleep(300000);
		control("kill");
		control("start");
	}
	end_storm(storms, threads);
	/* The storm may end before the server is back: this one tries again until it is. */
	struct storm last = {.store = store, .from = 4 * STORM};
	rage(&last);
	assert_int_equal(last.twice, 0);
	assert_int_equal(count_entries(store, NULL), 5 * STORM);
	store_destroy(store);
}

static double
seconds_since(gint64 since)
{
	return (double)(g_get_monotonic_time() - since) / G_USEC_PER_SEC;
}

/* Both of a server that hangs: the first to store waits a few seconds, later ones not at all, but for
 * the one who tries it again now and then; and a busy machine may hold up a few. */
static void
assert_hangs(struct store *store, unsigned number)
{
	gint64 since = g_get_monotonic_time();
	unsigned quick[2] = {0};
	GPtrArray *none;

	assert_refused(add_numbered(store, number), STORE_TROUBLE, NULL);
	assert_true(seconds_since(since) < TIMEOUT_S);
	for (int i = 0; i < 20; i++) {
		since = g_get_monotonic_time();
		assert_refused(add_numbered(store, number), STORE_TROUBLE, NULL);
		quick[0] += seconds_since(since) < AT_ONCE;
		since = g_get_monotonic_time();
		assert_refused(store_history(store, NULL, 1, &none, &said), STORE_TROUBLE, NULL);
		quick[1] += seconds_since(since) < AT_ONCE;
	}
	assert_in_range(quick[0], 10, 20);
	assert_in_range(quick[1], 10, 20);
}

static void
server_that_hangs_is_not_waited_for(void **state)
{
	struct store *store, *other;

	(void)state;
	store = place_open();
	other = place_open();
	assert_stored(add_numbered(store, 0));
	control("hang");
	assert_hangs(store, 1);
	assert_hangs(other, 1);
	control("wake");
	add_when_possible(store, 2);
	assert_true(count_entries(store, "f1") <= 1); /* it may have been on its way */
	add_when_possible(other, 3);
	assert_int_equal(count_entries(store, NULL), 3 + count_entries(store, "f1"));
	store_destroy(other);
	store_destroy(store);
}

/* Why the last one could not be stored. */
static struct problem lost;

static void *
add_one(void *data)
{
	struct entry entry = sample_entry("f9", "f9");

	store_add(data, &entry, NULL, NULL, &lost);
	return NULL;
}

/* How long the end takes while somebody stores. */
static double
seconds_to_end(unsigned number)
{
	struct store *store = place_open();
	GThread *thread;
	double seconds;
	gint64 since;

	assert_stored(add_numbered(store, number));
	control("hang");
	thread = g_thread_new("add", add_one, store);
	g_usleep(300000);
	since = g_get_monotonic_time();
	store_begin_shutdown(store);
	g_thread_join(thread);
	store_destroy(store);
	seconds = seconds_since(since);
	control("wake");
	return seconds;
}

static void
end_does_not_wait_for_a_server_that_hangs(void **state)
{
	struct store *store;
	unsigned tries = 0;

	(void)state;
	/* A machine that is busy is not so each time. */
	while (seconds_to_end(10 + tries) >= 2)
		assert_true(++tries < 4);
	store = place_open();
	assert_stored(add_numbered(store, 1));
	store_destroy(store);
}

static void
stop_process(void *data, const char *const *row)
{
	unsigned *count = data;

	assert_int_equal(kill((pid_t)db_number(row[0]), SIGSTOP), 0);
	++*count;
}

static void
count_process(void *data, const char *const *row)
{
	(void)row;
	++*(unsigned *)data;
}

/* The server is well, but those of its processes that work for us are not. */
static void
stopped_backends_are_left_for_others(void **state)
{
	static const char sql[] = "select pid from pg_stat_activity"
				  " where application_name = 'seedpress-kiosk' and pid <> pg_backend_pid()";
	struct store *store;
	GPtrArray *entries = NULL;
	unsigned count = 0;
	struct db *db;

	(void)state;
	store = place_open();
	assert_stored(add_numbered(store, 0));
	assert_int_equal(count_entries(store, NULL), 1);
	db = db_create(place_where(), NULL, &said);
	/* The one that watches connects in its own time. */
	for (int i = 0; i < 1200 && count < 3; i++) {
		count = 0;
		assert_true(db_read(db, sql, DB_NOTHING, count_process, &count));
		g_usleep(50000);
	}
	count = 0;
	assert_true(db_read(db, sql, DB_NOTHING, stop_process, &count));
	assert_true(count >= 3);
	assert_refused(add_numbered(store, 1), STORE_TROUBLE, "server-silent");
	add_when_possible(store, 1);
	/* The one that reads finds out for itself. */
	if (store_history(store, NULL, 1, &entries, &said) != STORE_OK)
		assert_refused(STORE_TROUBLE, STORE_TROUBLE, "server-silent");
	else
		g_ptr_array_unref(entries);
	for (int i = 0; i < 1200 && store_history(store, NULL, 9, &entries, &said) != STORE_OK; i++) {
		problem_clear(&said);
		g_usleep(50000);
	}
	assert_int_equal(entries->len, 2);
	g_ptr_array_unref(entries);
	control("wake");
	db_destroy(db);
	store_destroy(store);
}

/* One statement that was cancelled says nothing of the others: they are tried. */
static void
cancelled_statement_is_not_a_lock(void **state)
{
	static const char lock[] = "update state set version = version + 1",
			  cancel[] = "select count(pg_cancel_backend(pid)) from pg_stat_activity"
				     " where application_name = 'seedpress-kiosk' and wait_event_type = 'Lock'";
	struct store *store;
	int64_t cancelled = 0;
	GThread *thread;
	struct db *db;

	(void)state;
	store = place_open();
	assert_stored(add_numbered(store, 0));
	db = db_create(place_where(), NULL, &said);
	assert_true(db_begin(db, true));
	assert_true(db_run(db, lock, DB_NOTHING));
	thread = g_thread_new("add", add_one, store);
	for (int i = 0; i < 250 && cancelled == 0; i++) {
		g_usleep(10000);
		assert_true(db_numbers(db, cancel, DB_NOTHING, &cancelled, 1));
	}
	assert_int_equal(cancelled, 1);
	g_thread_join(thread);
	assert_int_equal(store_fault(&lost), STORE_FAULT_OTHER);
	db_rollback(db);
	assert_stored(add_numbered(store, 1));
	db_destroy(db);
	store_destroy(store);
}

int
test_server_faults(void)
{
	const struct CMUnitTest tests[] = {
		TEST(server_that_was_stopped_is_found_again),
		TEST(cut_connections_cost_nobody_anything),
		TEST(server_that_hangs_is_not_waited_for),
		TEST(end_does_not_wait_for_a_server_that_hangs),
		TEST(stopped_backends_are_left_for_others),
		TEST(cancelled_statement_is_not_a_lock),
		TEST(server_that_crashes_keeps_what_was_answered),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
