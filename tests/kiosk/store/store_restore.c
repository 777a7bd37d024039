/* SPDX-License-Identifier: MIT
 * Files that somebody wants restored: what is in them is looked at first, what
 * they replace is kept, and one that is refused leaves nothing behind. */
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>
#include <utime.h>

#include "kiosk/store/parts.h"
#include "tests/kiosk/store/store_place.h"

/* A backup of a filled store. */
static const char *
make_backup(void)
{
	struct store *store = place_open();
	char *problem = NULL;

	place_fill(store);
	if (!store_backup(store, place_file("copy"), &problem))
		fail_msg("%s", problem);
	store_close(store);
	return place_file("copy");
}

/* Changes it, and seals all rows again, as whoever wants to deceive can. */
static void
change_backup(const char *sql, bool seal)
{
	char *problem = NULL;
	struct db *db = db_open(place_file("copy"), NULL, &problem);

	if (db == NULL ||
		db_script(db, "pragma foreign_keys = off; pragma ignore_check_constraints = on", &problem) != DB_OK ||
		db_script(db, sql, &problem) != DB_OK || (seal && table_seal_all(db, &problem) != DB_OK) ||
		db_script(db, "pragma journal_mode = delete", &problem) != DB_OK)
		fail_msg("%s", problem);
	db_close(db);
}

/* Files in the test's folder whose names begin so. */
static unsigned
count_files(const char *beginning)
{
	char *folder = g_path_get_dirname(place_file("x"));
	GDir *dir = g_dir_open(folder, 0, NULL);
	const char *name;
	unsigned count = 0;

	while ((name = g_dir_read_name(dir)) != NULL)
		count += g_str_has_prefix(name, beginning);
	g_dir_close(dir);
	g_free(folder);
	return count;
}

static void
assert_refused_at(const char *where, const char *word)
{
	char *problem = NULL, *says = NULL, *target = g_strdup(where);

	assert_false(store_restore_at(target, place_file("copy"), true, &says, &problem));
	assert_null(says);
	if (strstr(problem, word) == NULL)
		fail_msg("\"%s\" does not hold \"%s\"", problem, word);
	g_free(problem);
	g_free(target);
}

static void
what_does_not_belong_in_a_backup_is_refused(void **state)
{
	static const struct {
		const char *sql, *says;
		bool sealed;
	} backups[] = {
		{"create view cat as select 1", "view cat", false},
		{"create trigger cat after insert on setting begin delete from entry; end", "trigger cat", false},
		{"create table cat (name text)", "table cat", false},
		{"create index cat on entry (who)", "index cat", false},
		{"drop index entry_place", "entry_place is missing", false},
		{"alter table person add column cat text", "table person is not as it was made", false},
		{"drop table seat", "table seat is missing", false},
		{"drop table change; create view change as with recursive n(i) as (select 1 union all select i + 1"
		 " from n) select i as id, i as at, '' as who, '' as what, '' as why, '' as seal from n",
			"change", false},
		{"update entry set round_no = 70000 where id = 1", "impossible round_no", true},
		{"update entry set table_no = -1 where id = 1", "impossible table_no", true},
		{"update entry set at = 'soon' where id = 1", "impossible at", true},
		{"update entry set at = 9e18 where id = 1", "impossible at", true},
		{"update entry set before = 2 where id = 1", "it follows one that came after it", true},
		{"update entry set submission = '' where id = 1", "submission", true},
		{"update entry set result = '' where id = 1", "entry 1", true},
		{"update entry set result = replace(result, '3', '2') where id = 1", "cannot be scored", true},
		{"update entry set score = replace(score, '10', '11') where id = 1", "another score", true},
		{"update entry set who = x'ff' where id = 1", "impossible who", true},
		{"update person set gone = 0.5", "", true},
		{"update person set name = x'ff'", "impossible name", true},
		{"update seat set seat = 300", "impossible seat", true},
		{"update seat set person = 7", "", true},
		{"update piece set place = -3 where place = 0", "impossible place", true},
		{"update person set name = 'Zoa'", "person 1 is not as it was stored", false},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(backups); i++) {
		if (i > 0) {
			assert_int_equal(place_remove(NULL), 0);
			assert_int_equal(place_make(NULL), 0);
		}
		make_backup();
		change_backup(backups[i].sql, backups[i].sealed);
		assert_refused_at(place_file("new.db"), backups[i].says);
		assert_int_equal(count_files("new.db"), 0);
		assert_refused_at(place_where(), backups[i].says);
		assert_int_equal(count_files("kiosk.db.before"), 0);
	}
}

static void
what_is_replaced_is_kept(void **state)
{
	struct store_findings findings = {0};
	char *problem = NULL, *says = NULL, *kept;
	struct store *store;

	(void)state;
	make_backup();
	store = place_open();
	assert_int_equal(add_numbered(store, 1), STORE_OK);
	assert_false(store_restore_at(place_where(), place_file("copy"), false, &says, &problem));
	assert_non_null(strstr(problem, "--force"));
	g_clear_pointer(&problem, g_free);
	assert_int_equal(count_files("kiosk.db.before"), 0);
	if (!store_restore_at(place_where(), place_file("copy"), true, &says, &problem))
		fail_msg("%s", problem);
	assert_true(g_str_has_prefix(says, "restored 2 entries, 1 person and 20 pieces, the last stored on 20"));
	assert_int_equal(count_entries(store, NULL), 2);
	kept = strstr(says, "is kept in ") + strlen("is kept in ");
	if (!store_copy_look(kept, &findings, &problem))
		fail_msg("%s", problem);
	assert_int_equal(findings.entries, 3);
	unlink(kept);
	store_findings_clear(&findings);
	g_free(says);
	store_close(store);
}

/* Into a place where nothing is yet there is nothing to keep. */
static void
a_new_place_is_made_by_a_good_backup_alone(void **state)
{
	char *problem = NULL, *says = NULL;

	(void)state;
	make_backup();
	if (!store_restore_at(place_file("new.db"), place_file("copy"), false, &says, &problem))
		fail_msg("%s", problem);
	assert_null(strstr(says, "is kept"));
	assert_int_equal(count_files("new.db"), 1);
	g_free(says);
	unlink(place_file("new.db"));
	g_unlink(place_file("copy"));
	assert_refused_at(place_file("new.db"), "cannot be opened");
	assert_int_equal(count_files("new.db"), 0);
}

/* One that cannot even be opened is put aside as it is; damage that was seen is mended. */
static void
a_damaged_database_is_replaced(void **state)
{
	char *problem = NULL, *says = NULL;
	struct store *store;
	struct db *db;

	(void)state;
	if (place_is_remote())
		skip();
	make_backup();
	store = place_open();
	db = db_open(place_where(), NULL, &problem);
	assert_int_equal(db_script(db, "update entry set who = 'Eve' where id = 1", &problem), DB_OK);
	db_close(db);
	store_close(store);
	store = place_open();
	assert_refused(add_numbered(store, 1), STORE_TROUBLE, "entry 1 ");
	assert_true(store_restore(store, place_file("copy"), true, &problem));
	assert_int_equal(add_numbered(store, 1), STORE_OK);
	store_close(store);

	assert_true(g_file_set_contents(place_where(), "garbage, and quite a lot of it", -1, NULL));
	assert_false(store_restore_at(place_where(), place_file("copy"), false, &says, &problem));
	g_clear_pointer(&problem, g_free);
	if (!store_restore_at(place_where(), place_file("copy"), true, &says, &problem))
		fail_msg("%s", problem);
	assert_int_equal(count_files("kiosk.db.before"), 1);
	store = place_open();
	assert_int_equal(count_entries(store, NULL), 2);
	store_close(store);
	g_free(says);
}

static void
parts_of_old_backups_are_cleared(void **state)
{
	struct utimbuf long_ago = {1000, 1000};
	struct store *store = place_open();
	char *problem = NULL;

	(void)state;
	g_file_set_contents(place_file("copy.part-abcdef"), "x", 1, NULL);
	g_file_set_contents(place_file("copy.part-abcdef-journal"), "x", 1, NULL);
	g_file_set_contents(place_file("copy.part-ghijkl"), "x", 1, NULL);
	g_file_set_contents(place_file("copy.parts"), "x", 1, NULL);
	assert_int_equal(utime(place_file("copy.part-abcdef"), &long_ago), 0);
	assert_int_equal(utime(place_file("copy.part-abcdef-journal"), &long_ago), 0);
	assert_int_equal(utime(place_file("copy.parts"), &long_ago), 0);
	if (!store_backup(store, place_file("copy"), &problem))
		fail_msg("%s", problem);
	assert_int_equal(count_files("copy.part-a"), 0);
	assert_int_equal(count_files("copy.part-g"), 1); /* somebody may be writing it */
	assert_int_equal(count_files("copy.parts"), 1);
	store_close(store);
}

int
test_store_restore(void)
{
	const struct CMUnitTest tests[] = {
		TEST(what_does_not_belong_in_a_backup_is_refused),
		TEST(what_is_replaced_is_kept),
		TEST(a_new_place_is_made_by_a_good_backup_alone),
		TEST(a_damaged_database_is_replaced),
		TEST(parts_of_old_backups_are_cleared),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
