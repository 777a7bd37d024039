/* SPDX-License-Identifier: MIT
 * Automatic backups: when something changed, after a round, at
 * the end and before a migration; how many are kept; and files that were copied in
 * another way.
 *     test-store_backups [postgres] */
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/store/backups.h"
#include "kiosk/store/database_path.h"
#include "kiosk/store/parts.h"
#include "tests/kiosk/store/store_place.h"

#define ROUND "event.round"
#define LONG  3600 /* seconds: never, as far as a test is concerned */

/* A folder of the test's own for backups, made. */
static char *
make_folder(const char *name)
{
	char *folder = g_strdup(place_file(name));

	assert_int_equal(g_mkdir(folder, 0700), 0);
	return folder;
}

/* The first file in a folder whose name begins so, to be freed; NULL: none. */
static char *
find(const char *folder, const char *beginning)
{
	GDir *dir = g_dir_open(folder, 0, NULL);
	char *found = NULL;
	const char *name;

	while (dir != NULL && found == NULL && (name = g_dir_read_name(dir)) != NULL)
		if (g_str_has_prefix(name, beginning) && g_str_has_suffix(name, ".db"))
			found = g_build_filename(folder, name, NULL);
	g_clear_pointer(&dir, g_dir_close);
	return found;
}

static unsigned
count_in(const char *file)
{
	struct store *store = store_create(file, &said);
	unsigned count;

	if (store == NULL)
		fail_msg("%s", sentence_of(&said));
	count = count_entries(store, NULL);
	store_destroy(store);
	return count;
}

static bool
wait_for_backup(const char *folder)
{
	for (int i = 0; i < 3000 && backups_newest(folder, place_where()) == 0; i++)
		g_usleep(20000);
	return backups_newest(folder, place_where()) != 0;
}

static void
changes_are_copied_by_themselves(void **state)
{
	char *folder = make_folder("copies"), *copy;
	char *missing = g_strdup(place_file("stick"));
	const char *const folders[] = {folder, missing, NULL};
	struct store *store = place_open();
	struct backups *backups;
	GArray *seen;

	(void)state;
	assert_stored(add_numbered(store, 0));
	backups = backups_create(store, place_where(), folders, ROUND, 1, NULL);
	assert_true(wait_for_backup(folder));
	/* The stick that is missing hinders nobody, and is told. */
	for (int i = 0; i < 3000; i++) {
		const struct backup_folder *stick;
		bool told_of;

		seen = backups_folders(backups);
		assert_int_equal(seen->len, 2);
		stick = &g_array_index(seen, struct backup_folder, 1);
		told_of = says(&stick->problem.message, "backup-folder");
		assert_int_equal(stick->last, 0);
		g_array_unref(seen);
		if (told_of)
			break;
		assert_true(i < 2999);
		g_usleep(20000);
	}
	backups_destroy(backups);
	copy = find(folder, "kiosk-");
	assert_int_equal(count_in(copy), 1);
	g_free(copy);
	place_remove_folder(folder);
	store_destroy(store);
	g_free(missing);
	g_free(folder);
}

static void
round_and_end_are_copied_at_once(void **state)
{
	char *folder = make_folder("copies");
	const char *const folders[] = {folder, NULL};
	struct store *store = place_open();
	struct backups *backups;
	char *first;

	(void)state;
	assert_stored(store_set(store, ROUND, "1", NULL, &said));
	backups = backups_create(store, place_where(), folders, ROUND, LONG, NULL);
	g_usleep(1200000);
	assert_stored(add_numbered(store, 0));
	g_usleep(1500000);
	assert_int_equal(backups_newest(folder, place_where()), 0);
	assert_stored(store_set(store, ROUND, "2", NULL, &said));
	assert_true(wait_for_backup(folder));
	first = find(folder, "kiosk-");
	assert_int_equal(count_in(first), 1);
	g_free(first);
	g_usleep(1100000); /* a name is good for a second */
	assert_stored(add_numbered(store, 1));
	backups_destroy(backups);
	assert_int_equal(place_remove_folder(folder), place_is_remote() ? 1 : 2);
	store_destroy(store);
	g_free(folder);
}

static void
old_ones_make_room(void **state)
{
	char *folder = make_folder("copies"), *path, *oldest;
	const char *const folders[] = {folder, NULL};
	struct store *store = place_open();
	struct backups *backups;
	unsigned left;

	(void)state;
	/* Ten an hour for ten days, and what is none of our business. */
	for (int i = 0; i < 2400; i++) {
		char name[64];

		g_snprintf(name, sizeof name, "%s/kiosk-202601%02d-%02d%02d00.db", folder, 1 + i / 240, i / 10 % 24,
			i % 10 * 6);
		assert_true(g_file_set_contents(name, "", 0, NULL));
	}
	path = g_build_filename(folder, "kiosk-of-my-own.db", NULL);
	assert_true(g_file_set_contents(path, "", 0, NULL));
	assert_stored(add_numbered(store, 0));
	backups = backups_create(store, place_where(), folders, ROUND, 1, NULL);
	g_usleep(1200000);
	assert_stored(add_numbered(store, 1));
	oldest = g_build_filename(folder, "kiosk-20260101-000000.db", NULL);
	for (int i = 0; i < 3000 && g_file_test(oldest, G_FILE_TEST_EXISTS); i++)
		g_usleep(20000);
	backups_destroy(backups);
	assert_true(g_file_test(path, G_FILE_TEST_EXISTS));
	left = place_remove_folder(folder);
	/* Our own one, twelve, and one of each of 48 hours. */
	assert_in_range(left, 1 + 12 + 40, 1 + 12 + 48 + 2);
	store_destroy(store);
	g_free(oldest);
	g_free(path);
	g_free(folder);
}

static struct problem told;

static void
hear(const struct problem *problem)
{
	told = *problem;
}

/* A row changes on disk, and nobody reads it before the next backup is made. */
static void
damage_is_not_put_among_the_good_ones(void **state)
{
	char *folder = make_folder("copies"), *sound, *good, *bad;
	struct problem flaw;
	const char *const folders[] = {folder, NULL};
	struct store *store = place_open();
	struct backups *backups;
	struct db *db;

	(void)state;
	assert_stored(add_numbered(store, 0));
	backups = backups_create(store, place_where(), folders, ROUND, 1, hear);
	assert_true(wait_for_backup(folder));
	good = find(folder, "kiosk-");
	assert_int_equal(told.status, STATUS_OK);
	g_usleep(1100000); /* a name is good for a second */
	db = db_create(place_where(), NULL, &said);
	assert_true(db_script(db, "update entry set at = at + 1 where id = 1"));
	db_destroy(db);
	assert_stored(add_numbered(store, 1));
	for (int i = 0; i < 3000 && store_trouble(store, &flaw) != STORE_FAULT_DAMAGED; i++)
		g_usleep(20000);
	assert_true(store_trouble(store, &flaw) == STORE_FAULT_DAMAGED);
	backups_destroy(backups);
	assert_says(&told, "damage-entry entry=1");
	problem_clear(&told);

	/* The one by somebody else is not taken for good either. */
	bad = g_build_filename(folder, "kiosk-20990101-000000.db", NULL);
	assert_true(store_backup(store, bad, false, &said));
	sound = backups_sound(folder, place_where(), &flaw);
	assert_string_equal(sound, good);
	assert_says(&flaw, "damage-entry entry=1");
	assert_int_equal(place_remove_folder(folder), 2);
	store_destroy(store);
	g_free(sound);
	g_free(good);
	g_free(bad);
	g_free(folder);
}

static void
old_database_is_copied_before_it_is_changed(void **state)
{
	char *folder, *copy;
	struct store *store;
	struct db *db;

	(void)state;
	if (place_is_remote())
		skip();
	db = db_create(place_where(), NULL, &said);
	assert_true(schema_migrate(db, 1));
	db_destroy(db);
	store = place_open();
	store_destroy(store);
	folder = database_path_beside(place_where(), BACKUPS_FOLDER);
	copy = find(folder, "kiosk-schema");
	assert_non_null(copy);
	g_free(copy);
	place_remove_folder(folder);
	g_free(folder);
}

static void
copy_bytes(const char *from, const char *to)
{
	char *bytes;
	gsize size;

	assert_true(g_file_get_contents(from, &bytes, &size, NULL));
	assert_true(g_file_set_contents(to, bytes, (gssize)size, NULL));
	g_free(bytes);
}

/* By somebody who does not know of the log: at first there is nothing in it, and that is said; when
 * nothing went on for a while everything is. */
static void
plain_copy_is_recognised_or_whole(void **state)
{
	char *copy = g_strdup(place_file("plain.db"));
	struct message restored;
	struct store *store;

	(void)state;
	if (place_is_remote()) {
		g_free(copy);
		skip();
	}
	store = place_open();
	assert_stored(add_numbered(store, 0));
	copy_bytes(place_where(), copy);
	assert_true(db_sqlite_is_shell(copy));
	assert_false(store_restore_at(place_file("back.db"), copy, false, &restored, &said));
	assert_says(&said, "backup-without-log");
	problem_clear(&said);
	assert_stored(add_numbered(store, 1));
	for (int i = 0; i < 100 && db_sqlite_is_shell(copy); i++) {
		g_usleep(300000);
		copy_bytes(place_where(), copy);
	}
	assert_int_equal(count_in(copy), 2);
	store_destroy(store);
	g_free(copy);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		TEST(changes_are_copied_by_themselves),
		TEST(round_and_end_are_copied_at_once),
		TEST(old_ones_make_room),
		TEST(damage_is_not_put_among_the_good_ones),
		TEST(old_database_is_copied_before_it_is_changed),
		TEST(plain_copy_is_recognised_or_whole),
	};

	if (!place_init(argc, argv))
		return EXIT_FAILURE;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
