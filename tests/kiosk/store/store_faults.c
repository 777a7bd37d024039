/* SPDX-License-Identifier: MIT
 * A disk that is full, a database that is locked or removed: a sentence,
 * nothing lost, and it works again when the cause is gone, without a restart.
 *     test-store_faults [postgres] */
#include <fcntl.h>
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

#include "kiosk/store/db.h"
#include "tests/kiosk/store/store_place.h"

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
	limit_files(512 * 1024);
	count = add_until_trouble(store, 0, "disk-full");
	assert_true(count > 10);
	/* Still: nothing half done, and what is there can be read. */
	for (int i = 0; i < 3; i++)
		assert_int_equal(add_until_trouble(store, count, "disk-full"), count);
	assert_int_equal(count_entries(store, NULL), count);
	limit_files(RLIM_INFINITY);
	assert_stored(add_numbered(store, count));
	assert_int_equal(count_entries(store, NULL), count + 1);
	store_destroy(store);
	store = place_open();
	assert_int_equal(count_entries(store, NULL), count + 1);
	store_destroy(store);
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

static bool
is_in_trouble(struct store *store)
{
	struct problem trouble;

	return store_trouble(store, &trouble) != STORE_FAULT_NONE;
}

/* Within some seconds, a minute at most, though nobody stores anything; NULL: that there is no trouble. */
static void
assert_trouble(struct store *store, const char *what)
{
	struct problem trouble = {0};

	for (int i = 0; i < 3000 && (store_trouble(store, &trouble) != STORE_FAULT_NONE) != (what != NULL); i++)
		g_usleep(20000);
	assert_int_equal(store_trouble(store, &trouble) != STORE_FAULT_NONE, what != NULL);
	if (what != NULL)
		assert_says(&trouble, what);
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
	store = store_create(file, &said);
	assert_non_null(store);
	count = add_until_trouble(store, 0, "disk-full");
	assert_true(count > 10);
	assert_int_equal(add_until_trouble(store, count, "disk-full"), count);
	assert_int_equal(count_entries(store, NULL), count);
	/* A checkpoint may have made a little room again, which the next results take. */
	for (int i = 0; i < 50 && !is_in_trouble(store); i++)
		count = add_until_trouble(store, count, "disk-full");
	assert_trouble(store, "disk-full");
	assert_int_equal(count_entries(store, NULL), count);
	g_unlink(ballast);
	assert_trouble(store, NULL);
	assert_stored(add_numbered(store, count));
	store_destroy(store);
	store = store_create(file, &said);
	assert_int_equal(count_entries(store, NULL), count + 1);
	/* A new one where there is no room at all. */
	add_until_trouble(store, count + 1, "disk-full");
	fresh = g_build_filename(folder, "new.db", NULL);
	assert_not_opened(fresh, "disk-full");
	store_destroy(store);
	g_free(fresh);
	g_free(ballast);
	g_free(file);
	g_free(folder);
}

/* Everything but storing: reading, copying, and a sentence. */
static void
assert_reads_only(const char *file, unsigned count, const char *word)
{
	struct store *store = store_create(file, &said), *copied;
	char *copy = g_strdup(place_file("copy.db"));
	struct problem trouble;

	if (store == NULL)
		fail_msg("%s", sentence_of(&said));
	assert_true(store_trouble(store, &trouble));
	assert_says(&trouble, word);
	assert_int_equal(count_entries(store, NULL), count);
	assert_int_equal(add_until_trouble(store, count, word), count);
	assert_true(store_backup(store, copy, false, &said));
	store_destroy(store);
	copied = store_create(copy, &said);
	assert_int_equal(count_entries(copied, NULL), count);
	assert_stored(add_numbered(copied, count));
	store_destroy(copied);
	g_unlink(copy);
	g_free(copy);
}

static void
copy_file(const char *from, const char *to)
{
	char *bytes;
	gsize size;

	assert_true(g_file_get_contents(from, &bytes, &size, NULL));
	assert_true(g_file_set_contents(to, bytes, (gssize)size, NULL));
	g_free(bytes);
}

/* Takes every byte that is left. */
static void
fill_up(const char *file)
{
	static const char block[1024];
	int out = open(file, O_WRONLY | O_CREAT, 0600);

	assert_true(out >= 0);
	for (size_t size = sizeof block; size > 0; size /= 2)
		while (write(out, block, size) == (ssize_t)size)
			;
	close(out);
}

/* A disk that went read-only, after a clean end and after a power cut; and a full one. */
static void
dying_disk_is_read_and_copied(void **state)
{
	char *folder = g_strdup(place_file("tiny")), *file, *cut, *log, *cut_log, *ballast;
	struct store *store;

	(void)state;
	if (place_is_remote() || !mount_tiny(folder)) {
		g_free(folder);
		skip();
	}
	file = g_build_filename(folder, "kiosk.db", NULL);
	log = g_build_filename(folder, "kiosk.db-wal", NULL);
	cut = g_build_filename(folder, "cut.db", NULL);
	cut_log = g_build_filename(folder, "cut.db-wal", NULL);
	ballast = g_build_filename(folder, "ballast", NULL);
	store = store_create(file, &said);
	assert_stored(add_numbered(store, 0));
	copy_file(file, cut);
	copy_file(log, cut_log);
	assert_stored(add_numbered(store, 1));
	store_destroy(store);
	assert_int_equal(mount(NULL, folder, NULL, MS_REMOUNT | MS_RDONLY, "size=512k"), 0);
	assert_reads_only(file, 2, "database-read-only");
	assert_reads_only(cut, 1, "database-read-only");
	assert_int_equal(mount(NULL, folder, NULL, MS_REMOUNT, "size=512k"), 0);
	g_unlink(cut);
	g_unlink(cut_log);
	fill_up(ballast);
	assert_reads_only(file, 2, "disk-full");
	g_unlink(ballast);
	store = store_create(file, &said);
	assert_stored(add_numbered(store, 2));
	store_destroy(store);
	g_free(ballast);
	g_free(cut_log);
	g_free(cut);
	g_free(log);
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
	char byte;
	struct problem problem = {0};
	struct db *db;

	if (read(locker->tell[0], &byte, 1) != 1)
		_exit(EXIT_FAILURE);
	db = db_create(place_where(), NULL, &problem);
	if (db == NULL || !db_begin(db, true) || !db_run(db, sql, DB_NOTHING)) {
		fprintf(stderr, "%s\n", sentence_of(&problem));
		_exit(EXIT_FAILURE);
	}
	if (write(locker->hear[1], "", 1) == 1 && read(locker->tell[0], &byte, 1) == 1)
		db_rollback(db);
	db_destroy(db);
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
	gint64 since;
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
	assert_stored(add_numbered(store, 0));
	tell(&locker);
	assert_int_equal(read(locker.hear[0], &byte, 1), 1);
	assert_int_equal(add_until_trouble(store, 1, "database-locked"), 1);
	/* Once that is known nobody else waits for it. */
	since = g_get_monotonic_time();
	for (int i = 0; i < 20; i++)
		assert_int_equal(add_until_trouble(store, 1, "database-locked"), 1);
	assert_true(g_get_monotonic_time() - since < 8 * G_USEC_PER_SEC);
	assert_int_equal(count_entries(store, NULL), 1);
	tell(&locker);
	assert_int_equal(waitpid(locker.process, &status, 0), locker.process);
	assert_int_equal(status, 0);
	for (int i = 0; i < 1200 && add_numbered(store, 1) != STORE_OK; i++) {
		problem_clear(&said);
		g_usleep(25000);
	}
	assert_int_equal(count_entries(store, NULL), 2);
	store_destroy(store);
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
	assert_stored(add_numbered(store, 0));
	assert_trouble(store, NULL);
	assert_int_equal(rename(place_where(), away), 0);
	/* Removed or replaced, or, where a connection was just being made, that there is no such file. */
	assert_trouble(store, "");
	assert_int_equal(add_until_trouble(store, 1, "database-replaced"), 1);
	assert_int_equal(rename(away, place_where()), 0);
	assert_trouble(store, NULL);
	assert_stored(add_numbered(store, 1));

	/* Another database in its place takes nothing that belongs here. */
	assert_int_equal(rename(place_where(), away), 0);
	assert_int_equal(rename(place_file("kiosk.db-wal"), place_file("away-wal")), 0);
	assert_int_equal(rename(place_file("kiosk.db-shm"), place_file("away-shm")), 0);
	other = place_open();
	assert_int_equal(add_until_trouble(store, 2, "database-replaced"), 2);
	assert_int_equal(count_entries(other, NULL), 0);
	store_destroy(store);
	store_destroy(other);
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
	assert_stored(add_numbered(store, 0));
	assert_stored(add_numbered(store, 1));
	assert_int_equal(g_unlink(place_file("kiosk.db-wal")), 0);
	assert_int_equal(add_until_trouble(store, 2, "database-replaced"), 2);
	store_destroy(store);
	store = place_open();
	assert_true(count_entries(store, NULL) >= 2);
	store_destroy(store);
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

#define CLEARED(name) cmocka_unit_test_setup_teardown(name, place_make, clear_up)

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		CLEARED(locked_database_is_waited_for_and_then_reported),
		CLEARED(full_disk_loses_nothing),
		CLEARED(removed_file_is_noticed_before_an_answer),
		CLEARED(removed_log_is_noticed_and_costs_nothing),
		CLEARED(tiny_disk_works_again_with_some_room),
		CLEARED(dying_disk_is_read_and_copied),
	};

	if (!place_init(argc, argv))
		return EXIT_FAILURE;
	return cmocka_run_group_tests(tests, NULL, NULL) + (place_is_remote() ? test_server_faults() : 0);
}
