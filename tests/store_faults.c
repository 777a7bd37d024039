/* SPDX-License-Identifier: MIT
 * A disk that is full, a database that is locked, removed or gone: a sentence,
 * nothing lost, and it works again when the cause is gone, without a restart.
 *     test-store_faults [postgres] */
#include <glib/gstdio.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kiosk/db.h"
#include "tests/store_place.h"

/* Adds results with names from `from` on until one fails; the number of that one. */
static unsigned
add_until_trouble(struct store *store, unsigned from, const char *word)
{
	for (unsigned i = from; i < from + 100000; i++) {
		char name[32] = "";
		struct entry entry = sample_entry(name, name);
		enum store_status status;

		g_snprintf(name, sizeof name, "f%u", i);
		status = store_add(store, &entry, NULL, &said);
		if (status != STORE_OK) {
			assert_refused(status, STORE_TROUBLE, word);
			return i;
		}
	}
	fail_msg("it never fails");
	return 0;
}

static void
add_numbered(struct store *store, unsigned number)
{
	char name[32] = "";
	struct entry entry = sample_entry(name, name);

	g_snprintf(name, sizeof name, "f%u", number);
	assert_stored(store_add(store, &entry, NULL, &said));
}

static void
limit_files(rlim_t size)
{
	struct rlimit limit;

	assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
	limit.rlim_cur = size;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void
full_disk_loses_nothing(void **state)
{
	struct store *store;
	unsigned count;

	(void)state;
	if (place_is_remote())
		skip();
	store = place_open();
	limit_files(256 * 1024);
	count = add_until_trouble(store, 0, "the disk is full");
	assert_true(count > 10);
	/* Still: nothing half done, and what is there can be read. */
	for (int i = 0; i < 3; i++)
		assert_int_equal(add_until_trouble(store, count, "the disk is full"), count);
	assert_int_equal(count_entries(store, NULL), count);
	limit_files(RLIM_INFINITY);
	add_numbered(store, count);
	assert_int_equal(count_entries(store, NULL), count + 1);
	store_close(store);
	store = place_open();
	assert_int_equal(count_entries(store, NULL), count + 1);
	store_close(store);
}

/* A disk of half a megabyte, seen by nobody else. False where that is not allowed. */
static bool
mount_tiny(const char *folder)
{
	return g_mkdir(folder, 0700) == 0 && syscall(SYS_unshare, CLONE_NEWNS) == 0 &&
		mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
		mount("tiny", folder, "tmpfs", 0, "size=512k") == 0;
}

static void
write_ballast(const char *file, size_t size)
{
	char *bytes = g_strnfill(size, 'b');

	assert_true(g_file_set_contents(file, bytes, (gssize)size, NULL));
	g_free(bytes);
}

static void
tiny_disk_works_again_with_some_room(void **state)
{
	char *folder = g_strdup(place_file("tiny")), *file, *ballast, *fresh;
	struct store *store;
	unsigned count;

	(void)state;
	if (place_is_remote() || !mount_tiny(folder)) {
		g_free(folder);
		skip();
	}
	file = g_build_filename(folder, "kiosk.db", NULL);
	ballast = g_build_filename(folder, "ballast", NULL);
	write_ballast(ballast, 128 * 1024);
	store = store_open(file, &said);
	assert_non_null(store);
	count = add_until_trouble(store, 0, "the disk is full");
	assert_true(count > 10);
	assert_int_equal(add_until_trouble(store, count, "the disk is full"), count);
	assert_int_equal(count_entries(store, NULL), count);
	g_unlink(ballast);
	add_numbered(store, count);
	store_close(store);
	store = store_open(file, &said);
	assert_int_equal(count_entries(store, NULL), count + 1);
	/* A new one where there is no room at all. */
	add_until_trouble(store, count + 1, "the disk is full");
	fresh = g_build_filename(folder, "new.db", NULL);
	assert_not_opened(fresh, "the disk is full");
	store_close(store);
	g_free(fresh);
	g_free(ballast);
	g_free(file);
	g_free(folder);
}

/* Another program with a transaction of its own, in the database when it is told. */
struct locker {
	pid_t process;
	int tell[2], hear[2];
};

static void
lock_when_told(const struct locker *locker)
{
	static const char sql[] = "update state set version = version + 1";
	char *problem = NULL, byte;
	struct db *db;

	if (read(locker->tell[0], &byte, 1) != 1)
		_exit(EXIT_FAILURE);
	db = db_open(place_where(), NULL, &problem);
	if (db == NULL || db_begin(db, true, &problem) != DB_OK ||
		db_run(db, sql, NULL, 0, NULL, NULL, &problem) != DB_OK) {
		fprintf(stderr, "%s\n", problem);
		_exit(EXIT_FAILURE);
	}
	if (write(locker->hear[1], "", 1) == 1 && read(locker->tell[0], &byte, 1) == 1)
		db_rollback(db);
	db_close(db);
	_exit(EXIT_SUCCESS);
}

static void
tell(const struct locker *locker)
{
	assert_int_equal(write(locker->tell[1], "", 1), 1);
}

static void
locked_database_is_waited_for_and_then_reported(void **state)
{
	struct locker locker;
	struct store *store;
	char byte;
	int status;

	(void)state;
	assert_int_equal(pipe(locker.tell), 0);
	assert_int_equal(pipe(locker.hear), 0);
	locker.process = fork(); /* before there is a connection that it would share */
	assert_true(locker.process >= 0);
	if (locker.process == 0)
		lock_when_told(&locker);
	store = place_open();
	add_numbered(store, 0);
	tell(&locker);
	assert_int_equal(read(locker.hear[0], &byte, 1), 1);
	assert_int_equal(add_until_trouble(store, 1, "locked by another program"), 1);
	assert_int_equal(count_entries(store, NULL), 1);
	tell(&locker);
	assert_int_equal(waitpid(locker.process, &status, 0), locker.process);
	assert_int_equal(status, 0);
	add_numbered(store, 1);
	assert_int_equal(count_entries(store, NULL), 2);
	store_close(store);
	for (int i = 0; i < 2; i++) {
		close(locker.tell[i]);
		close(locker.hear[i]);
	}
}

static void
removed_file_is_noticed_before_an_answer(void **state)
{
	struct store *store, *other;
	char *away;

	(void)state;
	if (place_is_remote())
		skip();
	away = g_strdup(place_file("away"));
	store = place_open();
	add_numbered(store, 0);
	assert_int_equal(rename(place_where(), away), 0);
	assert_int_equal(add_until_trouble(store, 1, "removed or replaced"), 1);
	assert_int_equal(rename(away, place_where()), 0);
	add_numbered(store, 1);

	/* Another database in its place takes nothing that belongs here. */
	assert_int_equal(rename(place_where(), away), 0);
	assert_int_equal(rename(place_file("kiosk.db-wal"), place_file("away-wal")), 0);
	assert_int_equal(rename(place_file("kiosk.db-shm"), place_file("away-shm")), 0);
	other = place_open();
	assert_int_equal(add_until_trouble(store, 2, "removed or replaced"), 2);
	assert_int_equal(count_entries(other, NULL), 0);
	store_close(store);
	store_close(other);
	g_free(away);
}

static void
removed_log_is_noticed_and_costs_nothing(void **state)
{
	struct store *store;

	(void)state;
	if (place_is_remote())
		skip();
	store = place_open();
	add_numbered(store, 0);
	add_numbered(store, 1);
	assert_int_equal(g_unlink(place_file("kiosk.db-wal")), 0);
	assert_int_equal(add_until_trouble(store, 2, "removed or replaced"), 2);
	store_close(store);
	store = place_open();
	assert_true(count_entries(store, NULL) >= 2);
	store_close(store);
}

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
	char name[32] = "";
	struct entry entry = sample_entry(name, name);
	enum store_status status = STORE_TROUBLE;

	g_snprintf(name, sizeof name, "f%u", number);
	for (int i = 0; i < 300 && status == STORE_TROUBLE; i++) {
		g_clear_pointer(&said, g_free);
		status = store_add(store, &entry, NULL, &said);
		if (status == STORE_TROUBLE)
			g_usleep(100000);
	}
	if (status != STORE_TWICE)
		assert_stored(status);
	g_clear_pointer(&said, g_free);
}

static void
server_that_was_stopped_is_found_again(void **state)
{
	struct store *store, *other;
	GPtrArray *none;
	int changes = 0, before;

	(void)state;
	if (!place_is_remote())
		skip();
	store = place_open();
	other = place_open();
	store_watch(other, count_change, &changes);
	add_numbered(store, 0);
	control("stop");
	assert_int_equal(add_until_trouble(store, 1, "cannot be reached"), 1);
	assert_refused(store_history(store, NULL, 1, &none, &said), STORE_TROUBLE, "cannot be reached");
	assert_null(none);
	assert_not_opened(place_where(), "cannot be reached");
	control("start");
	add_when_possible(store, 1);
	for (int i = 0; i < 3000 && store_version(other) != store_version(store); i++)
		g_usleep(10000);
	assert_int_equal(store_version(other), store_version(store));
	before = __atomic_load_n(&changes, __ATOMIC_SEQ_CST);
	assert_true(before > 0);
	add_numbered(other, 2);
	add_numbered(store, 3);
	assert_int_equal(count_entries(store, NULL), 4);
	for (int i = 0; i < 3000 && __atomic_load_n(&changes, __ATOMIC_SEQ_CST) < before + 2; i++)
		g_usleep(10000);
	assert_int_equal(store_version(other), store_version(store));
	store_close(other);
	store_close(store);
}

struct storm {
	struct store *store;
	unsigned from, trouble;
};

#define STORM 300

static void *
rage(void *data)
{
	struct storm *storm = data;

	for (unsigned i = 0; i < STORM; i++) {
		char name[32] = "", *problem = NULL;
		struct entry entry = sample_entry(name, name);

		g_snprintf(name, sizeof name, "f%u", storm->from + i);
		while (store_add(storm->store, &entry, NULL, &problem) == STORE_TROUBLE) {
			g_clear_pointer(&problem, g_free);
			storm->trouble++;
			g_usleep(20000);
		}
		g_free(problem);
	}
	return NULL;
}

/* Every connection but our own is cut, as a network that fails would. */
static void
cut_connections(struct db *db)
{
	char *problem = NULL;

	if (db_script(db,
		    "select pg_terminate_backend(pid) from pg_stat_activity"
		    " where application_name = 'seedpress-kiosk' and pid <> pg_backend_pid()",
		    &problem) != DB_OK)
		fail_msg("%s", problem);
}

static void
cut_connections_cost_nobody_anything(void **state)
{
	struct storm storms[4];
	GThread *threads[4];
	struct store *store;
	struct db *db;

	(void)state;
	if (!place_is_remote())
		skip();
	store = place_open();
	db = db_open(place_where(), NULL, &said);
	assert_non_null(db);
	add_numbered(store, 100000);
	cut_connections(db);
	add_numbered(store, 100001); /* it is not even noticed */
	for (unsigned i = 0; i < 4; i++) {
		storms[i] = (struct storm){store, i * STORM, 0};
		threads[i] = g_thread_new("rage", rage, &storms[i]);
	}
	for (int i = 0; i < 40; i++) {
		g_usleep(20000);
		cut_connections(db);
	}
	for (unsigned i = 0; i < 4; i++)
		g_thread_join(threads[i]);
	assert_int_equal(count_entries(store, NULL), 4 * STORM + 2);
	db_close(db);
	store_close(store);
}

static void
server_that_crashes_keeps_what_was_answered(void **state)
{
	struct storm storms[4];
	GThread *threads[4];
	struct store *store;

	(void)state;
	if (!place_is_remote())
		skip();
	store = place_open();
	for (unsigned i = 0; i < 4; i++) {
		storms[i] = (struct storm){store, i * STORM, 0};
		threads[i] = g_thread_new("rage", rage, &storms[i]);
	}
	for (int i = 0; i < 2; i++) {
		g_usleep(300000);
		control("kill");
		control("start");
	}
	for (unsigned i = 0; i < 4; i++)
		g_thread_join(threads[i]);
	assert_int_equal(count_entries(store, NULL), 4 * STORM);
	store_close(store);
}

/* What a test that failed has left behind must not fail the next. */
static int
clear_up(void **state)
{
	const char *tiny = place_file("tiny");

	limit_files(RLIM_INFINITY);
	umount2(tiny, MNT_DETACH);
	g_rmdir(tiny);
	return place_remove(state);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, place_make, clear_up)

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		TEST(locked_database_is_waited_for_and_then_reported),
		TEST(full_disk_loses_nothing),
		TEST(removed_file_is_noticed_before_an_answer),
		TEST(removed_log_is_noticed_and_costs_nothing),
		TEST(server_that_was_stopped_is_found_again),
		TEST(cut_connections_cost_nobody_anything),
		TEST(server_that_crashes_keeps_what_was_answered),
		TEST(tiny_disk_works_again_with_some_room),
	};

	if (!place_init(argc, argv))
		return EXIT_FAILURE;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
