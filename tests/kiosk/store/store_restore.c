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
	struct problem problem = {0};

	place_fill(store);
	if (!store_backup(store, place_file("copy"), false, &problem))
		fail_msg("%s", sentence_of(&problem));
	store_destroy(store);
	return place_file("copy");
}

/* Changes it, and seals all rows again, as someone who wants to deceive can. */
static void
change_backup(const char *sql, bool seal)
{
	struct problem problem = {0};
	struct db *db = db_create(place_file("copy"), NULL, &problem);

	if (db == NULL)
		fail_msg("%s", sentence_of(&problem));
	assert_true(db_script(db, "pragma foreign_keys = off; pragma ignore_check_constraints = on"));
	assert_true(db_script(db, sql));
	if (seal)
		table_seal_all(db);
	assert_false(db_has_failed(db));
	assert_true(db_script(db, "pragma journal_mode = delete"));
	db_destroy(db);
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
	char *target = g_strdup(where);
	struct problem problem = {0};
	struct message done;

	assert_false(store_restore_at(target, place_file("copy"), true, &done, &problem));
	assert_says(&problem, word);
	g_free(target);
}

static void
what_does_not_belong_in_a_backup_is_refused(void **state)
{
	static const struct {
		const char *sql, *says;
		bool sealed;
	} backups[] = {
		{"create view cat as select 1", "not-a-backup damage-object-added", false},
		{"create trigger cat after insert on setting begin delete from entry; end",
			"not-a-backup damage-object-added", false},
		{"create table cat (name text)", "not-a-backup damage-object-added", false},
		{"create index cat on entry (who)", "not-a-backup damage-object-added", false},
		{"drop index entry_place", "not-a-backup damage-object-missing", false},
		{"alter table person add column cat text", "not-a-backup damage-object-changed", false},
		{"drop table seat", "not-a-backup damage-object-missing", false},
		{"drop table change; create view change as with recursive n(i) as (select 1 union all select i + 1"
		 " from n) select i as id, i as at, '' as who, '' as what, '' as why, '' as seal from n",
			"not-a-backup", false},
		{"update entry set round_no = 70000 where id = 1", "damage-impossible column=round_no", true},
		{"update entry set table_no = -1 where id = 1", "damage-impossible column=table_no", true},
		{"update entry set at = 'soon' where id = 1", "damage-impossible column=at", true},
		{"update entry set at = 9e18 where id = 1", "damage-impossible column=at", true},
		{"update entry set before = 2 where id = 1", "damage-entry-order", true},
		{"update entry set submission = '' where id = 1", "entry-submission", true},
		{"update entry set result = '' where id = 1", "damage-entry-bad entry=1", true},
		{"update entry set result = replace(result, '3', '2') where id = 1", "damage-unscorable", true},
		{"update entry set score = replace(score, '10', '11') where id = 1", "damage-score", true},
		{"update entry set who = x'ff' where id = 1", "damage-impossible column=who", true},
		{"update person set gone = 0.5", "backup-damaged", true},
		{"update person set name = x'ff'", "damage-impossible column=name", true},
		{"update seat set seat = 300", "damage-impossible column=seat", true},
		{"update seat set person = 7", "backup-damaged", true},
		{"update piece set place = -3 where place = 0", "damage-impossible column=place", true},
		{"update person set name = 'Zoa'", "damage-row table=person key=1", false},
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
	char sentence[MESSAGE_TEXT];
	const char *kept;
	struct message done;
	struct problem problem = {0};
	struct store *store;

	(void)state;
	make_backup();
	store = place_open();
	assert_int_equal(add_numbered(store, 1), STORE_OK);
	assert_false(store_restore_at(place_where(), place_file("copy"), false, &done, &problem));
	assert_says(&problem, "store-not-empty");
	problem_clear(&problem);
	assert_int_equal(count_files("kiosk.db.before"), 0);
	if (!store_restore_at(place_where(), place_file("copy"), true, &done, &problem))
		fail_msg("%s", sentence_of(&problem));
	message_write(&done, &audience_terminal, sentence, sizeof sentence);
	assert_true(g_str_has_prefix(sentence, "restored 2 entries, 1 person and 20 pieces, the last stored on 20"));
	assert_int_equal(count_entries(store, NULL), 2);
	kept = message_text(&done, "file");
	assert_non_null(kept);
	if (!store_copy_look(kept, &findings, &problem))
		fail_msg("%s", sentence_of(&problem));
	assert_int_equal(findings.entries, 3);
	unlink(kept);
	store_findings_clear(&findings);
	store_destroy(store);
}

/* Into a place where nothing is yet there is nothing to keep. */
static void
a_new_place_is_made_by_a_good_backup_alone(void **state)
{
	struct message done;
	struct problem problem = {0};

	(void)state;
	make_backup();
	if (!store_restore_at(place_file("new.db"), place_file("copy"), false, &done, &problem))
		fail_msg("%s", sentence_of(&problem));
	assert_true(message_is(&done, "restored"));
	assert_int_equal(count_files("new.db"), 1);
	unlink(place_file("new.db"));
	g_unlink(place_file("copy"));
	assert_refused_at(place_file("new.db"), "database-not-opened");
	assert_int_equal(count_files("new.db"), 0);
}

/* One that cannot even be opened is put aside as it is; damage that was seen is repaired. */
static void
a_damaged_database_is_replaced(void **state)
{
	struct message done;
	struct problem problem = {0};
	struct store *store;
	struct db *db;

	(void)state;
	if (place_is_remote())
		skip();
	make_backup();
	store = place_open();
	db = db_create(place_where(), NULL, &problem);
	assert_true(db_script(db, "update entry set who = 'Eve' where id = 1"));
	db_destroy(db);
	store_destroy(store);
	store = place_open();
	assert_refused(add_numbered(store, 1), STORE_TROUBLE, "damage-entry entry=1");
	assert_true(place_restore(store, place_file("copy"), true, &problem));
	assert_int_equal(add_numbered(store, 1), STORE_OK);
	store_destroy(store);

	assert_true(g_file_set_contents(place_where(), "garbage, and quite a lot of it", -1, NULL));
	assert_false(store_restore_at(place_where(), place_file("copy"), false, &done, &problem));
	problem_clear(&problem);
	if (!store_restore_at(place_where(), place_file("copy"), true, &done, &problem))
		fail_msg("%s", sentence_of(&problem));
	assert_int_equal(count_files("kiosk.db.before"), 1);
	store = place_open();
	assert_int_equal(count_entries(store, NULL), 2);
	store_destroy(store);
}

static void
parts_of_old_backups_are_cleared(void **state)
{
	struct utimbuf long_ago = {1000, 1000};
	struct store *store = place_open();
	struct problem problem = {0};

	(void)state;
	g_file_set_contents(place_file("copy.part-abcdef"), "x", 1, NULL);
	g_file_set_contents(place_file("copy.part-abcdef-journal"), "x", 1, NULL);
	g_file_set_contents(place_file("copy.part-ghijkl"), "x", 1, NULL);
	g_file_set_contents(place_file("copy.parts"), "x", 1, NULL);
	assert_int_equal(utime(place_file("copy.part-abcdef"), &long_ago), 0);
	assert_int_equal(utime(place_file("copy.part-abcdef-journal"), &long_ago), 0);
	assert_int_equal(utime(place_file("copy.parts"), &long_ago), 0);
	if (!store_backup(store, place_file("copy"), false, &problem))
		fail_msg("%s", sentence_of(&problem));
	assert_int_equal(count_files("copy.part-a"), 0);
	assert_int_equal(count_files("copy.part-g"), 1); /* somebody may be writing it */
	assert_int_equal(count_files("copy.parts"), 1);
	store_destroy(store);
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
