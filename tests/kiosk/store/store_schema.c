/* SPDX-License-Identifier: MIT
 * Databases that are older, newer, damaged or somebody else's; backups and the
 * way back. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kiosk/store/parts.h"
#include "tests/kiosk/store/store_place.h"

static struct db *
open_bare(const char *where)
{
	struct problem problem = {0};
	struct db *db = db_create(where, NULL, &problem);

	if (db == NULL)
		fail_msg("%s", sentence_of(&problem));
	return db;
}

static void
assert_script(struct db *db, const char *sql)
{
	struct problem problem = {0};

	if (!db_script(db, sql))
		fail_msg("%s", sentence_of(&problem));
}

static void
older_database_is_brought_up_to_date(void **state)
{
	struct db *db = open_bare(place_where());
	struct store *store;
	struct entry *entry;
	GPtrArray *people;

	(void)state;
	assert_true(schema_now > 1);
	assert_true(schema_migrate(db, 1));
	assert_script(db,
		"insert into entry values (7, 1700000000000, 0, 'old', 'P1', 'clips', 2, 4, 1, 0,"
		" 'Ana', '', '{}', '{\"a\":1}')");
	db_destroy(db);
	for (int i = 0; i < 2; i++) {
		store = place_open();
		assert_stored(store_entry(store, 7, &entry, &said));
		assert_string_equal(entry->submission, "old");
		assert_int_equal(entry->when, 1700000000000);
		assert_string_equal(entry->score, "{\"a\":1}");
		g_free(entry);
		assert_stored(store_people(store, &people, &said));
		g_ptr_array_unref(people);
		store_destroy(store);
	}
}

/* Changes that a program of before has stored have words only, and new ones come after them. */
static void
changes_of_before_are_understood(void **state)
{
	const struct db_value old[] = {DB_NUMBER(1), DB_NUMBER(1700000000000), DB_TEXT("organiser"),
		DB_TEXT("took in a manifest of 20 pieces"), DB_TEXT("")};
	struct store_findings findings = {0};
	struct store *store = place_open();
	const struct change *change;
	GPtrArray *changes;
	struct db *db;

	(void)state;
	store_destroy(store);
	db = open_bare(place_where());
	table_write(db, TABLE_CHANGE, old);
	table_write(db, TABLE_SETTING, (const struct db_value[]){DB_TEXT(STORE_CHANGES), DB_TEXT("1")});
	db_destroy(db);
	store = place_open();
	assert_stored(store_set(store, "round", "2", "organiser", &said));
	assert_stored(store_changes(store, 9, &changes, &said));
	assert_int_equal(changes->len, 2);
	change = changes->pdata[1];
	assert_string_equal(change->what, "took in a manifest of 20 pieces");
	assert_string_equal(change->says, "");
	assert_string_equal(change->arguments, "");
	change = changes->pdata[0];
	assert_string_equal(change->says, "set");
	g_ptr_array_unref(changes);
	assert_stored(store_verify(store, &findings, &said));
	assert_int_equal(findings.damaged, 0);
	store_destroy(store);
}

/* One in which nobody could check in yet: its people are there, and what is sealed stays as it was. */
static void
database_without_attendance_is_brought_up_to_date(void **state)
{
	const int64_t first = 1;
	struct db *db = open_bare(place_where());
	const struct db_value person[] = {DB_NUMBER(1), DB_TEXT("Ana"), DB_TEXT(""), DB_NUMBER(0)};
	GArray *ids = g_array_new(FALSE, FALSE, sizeof first);
	struct store_findings findings = {0};
	struct store *store;
	GPtrArray *people;

	(void)state;
	g_array_append_val(ids, first);
	assert_true(schema_migrate(db, 4));
	table_write(db, TABLE_PERSON, person);
	assert_false(db_has_failed(db));
	db_destroy(db);
	for (int i = 0; i < 2; i++) {
		store = place_open();
		assert_stored(store_people(store, &people, &said));
		assert_int_equal(people->len, 1);
		assert_int_equal(((struct person *)people->pdata[0])->here, i);
		g_ptr_array_unref(people);
		assert_stored(store_here_set(store, ids, true, "organiser", &said));
		assert_stored(store_verify(store, &findings, &said));
		assert_int_equal(findings.damaged, 0);
		store_findings_clear(&findings);
		store_destroy(store);
	}
	g_array_unref(ids);
}

static void
newer_database_is_refused_and_left_alone(void **state)
{
	struct entry entry = sample_entry("s1", "P1");
	struct store *store = place_open();
	char *back = g_strdup_printf("update state set schema = %u", schema_now);
	struct db *db;

	(void)state;
	assert_add(store, &entry, STORE_OK);
	store_destroy(store);
	db = open_bare(place_where());
	assert_script(db, "update state set schema = 99");
	db_destroy(db);
	assert_not_opened(place_where(), "schema-newer");
	db = open_bare(place_where());
	assert_script(db, back);
	g_free(back);
	db_destroy(db);
	store = place_open();
	assert_int_equal(count_entries(store, NULL), 1);
	store_destroy(store);
}

static void *
open_and_add(void *data)
{
	char submission[16] = "";
	struct problem problem = {0};
	struct entry entry = sample_entry(submission, submission);
	struct store *store = store_create(place_where(), &problem);
	enum store_status status = STORE_TROUBLE;

	g_snprintf(submission, sizeof submission, "s%d", GPOINTER_TO_INT(data));
	if (store != NULL)
		status = store_add(store, &entry, NULL, NULL, &problem);
	if (status != STORE_OK)
		fprintf(stderr, "%s\n", sentence_of(&problem));
	store_destroy(store);
	return GINT_TO_POINTER(status);
}

static void
eight_kiosks_set_up_a_database_at_once(void **state)
{
	GThread *threads[8];
	struct store *store;
	int failed = 0;

	(void)state;
	for (int i = 0; i < 8; i++)
		threads[i] = g_thread_new("open", open_and_add, GINT_TO_POINTER(i));
	for (int i = 0; i < 8; i++)
		failed += GPOINTER_TO_INT(g_thread_join(threads[i])) != STORE_OK;
	assert_int_equal(failed, 0);
	store = place_open();
	assert_int_equal(count_entries(store, NULL), 8);
	store_destroy(store);
}

/* A test cannot cut the power; it can look whether the switches are on. */
static void
commits_wait_for_the_disk(void **state)
{
	struct db *db = open_bare(place_where());
	const char *sql = place_is_remote() ? "show synchronous_commit" : "pragma synchronous";
	char *value;

	(void)state;
	value = db_string(db, sql, DB_NOTHING);
	assert_string_equal(value, place_is_remote() ? "on" : "2");
	if (!place_is_remote()) {
		g_free(value);
		value = db_string(db, "pragma journal_mode", DB_NOTHING);
		assert_string_equal(value, "wal");
	}
	g_free(value);
	db_destroy(db);
}

static void
probe_says_what_it_is(void **state)
{
	struct store *store = place_open();
	struct entry entry = sample_entry("s1", "P1");
	char sentence[MESSAGE_TEXT];
	struct message what;

	(void)state;
	assert_add(store, &entry, STORE_OK);
	assert_stored(store_probe(store, &what, &said));
	assert_true(g_str_has_prefix(message_text(&what, "engine"), place_is_remote() ? "PostgreSQL 1" : "SQLite 3."));
	message_write(&what, &audience_terminal, sentence, sizeof sentence);
	assert_true(g_str_has_suffix(sentence, ", 1 result"));
	store_destroy(store);
}

static void
assert_filled(struct store *store)
{
	GPtrArray *pieces, *people, *changes;
	struct entry *entry;
	GArray *seats;
	char *value;

	assert_int_equal(count_entries(store, "P1"), 2);
	assert_stored(store_entry(store, 2, &entry, &said));
	assert_string_equal(entry->submission, "s2");
	assert_int_equal(entry->kind, ENTRY_CORRECTION);
	g_free(entry);
	assert_stored(store_pieces(store, &pieces, &said));
	assert_int_equal(pieces->len, 2 * PLACE_TABLES);
	assert_int_equal(((struct printed *)pieces->pdata[2])->seat, -1);
	g_ptr_array_unref(pieces);
	assert_stored(store_people(store, &people, &said));
	assert_int_equal(people->len, 1);
	assert_string_equal(((struct person *)people->pdata[0])->name, "Zo\xc3\xab");
	g_ptr_array_unref(people);
	assert_stored(store_seats(store, 1, &seats, &said));
	assert_int_equal(seats->len, 1);
	g_array_unref(seats);
	assert_stored(store_setting(store, "round", &value, &said));
	assert_string_equal(value, "1");
	g_free(value);
	assert_stored(store_changes(store, 100, &changes, &said));
	assert_int_equal(changes->len, 6);
	assert_string_equal(((struct change *)changes->pdata[0])->what, "restored a backup");
	g_ptr_array_unref(changes);
}

static void
assert_no_backup(struct store *store, const char *file, const char *word)
{
	struct problem problem = {0};

	assert_false(store_backup(store, file, false, &problem));
	assert_says(&problem, word);
}

static void
assert_not_restored(struct store *store, const char *file, bool force, const char *word)
{
	struct problem problem = {0};

	assert_false(place_restore(store, file, force, &problem));
	assert_says(&problem, word);
}

static void
backup_restores_into_any_store(void **state)
{
	struct problem problem = {0};
	struct store *store = place_open(), *other;
	struct entry late = sample_entry("late", "P9");
	struct stat info;
	int64_t version;

	(void)state;
	place_fill(store);
	if (!store_backup(store, place_file("copy"), false, &problem))
		fail_msg("%s", sentence_of(&problem));
	assert_int_equal(stat(place_file("copy"), &info), 0);
	assert_int_equal(info.st_mode & 0777, 0600);
	assert_no_backup(store, place_file("copy"), "backup-exists");
	assert_no_backup(store, place_file("no/copy"), "backup-not-written");
	assert_add(store, &late, STORE_OK);

	/* Into another one, of the other kind where this is PostgreSQL. */
	other = store_create(place_file("other.db"), &problem);
	assert_non_null(other);
	assert_true(place_restore(other, place_file("copy"), false, &problem));
	assert_filled(other);
	store_destroy(other);

	/* And over this one, which is in use. */
	version = store_version(store);
	assert_not_restored(store, place_file("copy"), false, "store-not-empty");
	assert_int_equal(count_entries(store, NULL), 3);
	assert_true(place_restore(store, place_file("copy"), true, &problem));
	assert_filled(store);
	assert_true(store_version(store) > version);
	assert_add(store, &late, STORE_OK);
	store_destroy(store);
}

/* Somebody who stores while copies are made: each copy is of one moment. */
static void *
keep_adding(void *data)
{
	char submission[16] = "";
	struct entry entry = sample_entry(submission, submission);

	for (int i = 0; i < 200; i++) {
		struct problem problem = {0};

		g_snprintf(submission, sizeof submission, "k%d", i);
		store_add(data, &entry, NULL, NULL, &problem);
	}
	return NULL;
}

static void
backup_of_a_store_in_use_is_whole(void **state)
{
	struct store *store = place_open(), *other;
	GThread *thread = g_thread_new("add", keep_adding, store);
	char name[16];
	struct problem problem = {0};

	(void)state;
	for (int i = 0; i < 5; i++) {
		g_snprintf(name, sizeof name, "copy%d", i);
		if (!store_backup(store, place_file(name), false, &problem))
			fail_msg("%s", sentence_of(&problem));
	}
	g_thread_join(thread);
	assert_int_equal(count_entries(store, NULL), 200);
	for (int i = 0; i < 5; i++) {
		GPtrArray *entries;

		g_snprintf(name, sizeof name, "copy%d", i);
		other = store_create(place_file(name), &problem);
		assert_non_null(other);
		assert_stored(store_history(other, NULL, 1000, &entries, &said));
		for (unsigned j = 0; j < entries->len; j++)
			assert_int_equal(((struct entry *)entries->pdata[j])->id, entries->len - j);
		g_ptr_array_unref(entries);
		store_destroy(other);
	}
	store_destroy(store);
}

static void
write_file(const char *file, const char *text, long at)
{
	FILE *out = fopen(file, at < 0 ? "w" : "r+");

	assert_non_null(out);
	fseek(out, at < 0 ? 0 : at, SEEK_SET);
	fputs(text, out);
	fclose(out);
}

static void
bad_backups_change_nothing(void **state)
{
	struct store *store = place_open(), *other;
	struct entry entry = sample_entry("s1", "P1");
	struct problem problem = {0};
	struct db *db;

	(void)state;
	assert_add(store, &entry, STORE_OK);
	assert_not_restored(store, place_file("none"), true, "database-not-opened");
	write_file(place_file("text"), "this is not a database, and quite a bit longer than one", -1);
	assert_not_restored(store, place_file("text"), true, "database-damaged");
	write_file(place_file("empty"), "", -1);
	assert_not_restored(store, place_file("empty"), true, "backup-empty");
	other = store_create(place_file("newer"), &problem);
	store_destroy(other);
	db = open_bare(place_file("newer"));
	assert_script(db, "update state set schema = 99; pragma journal_mode = delete");
	db_destroy(db);
	assert_not_restored(store, place_file("newer"), true, "schema-newer");
	assert_int_equal(count_entries(store, NULL), 1);
	store_destroy(store);
}

static void
file_is_for_its_owner_alone(void **state)
{
	struct store *store;
	struct stat info;

	(void)state;
	if (place_is_remote())
		skip();
	umask(0);
	store = place_open();
	assert_int_equal(stat(place_where(), &info), 0);
	assert_int_equal(info.st_mode & 0777, 0600);
	assert_int_equal(stat(place_file("kiosk.db-wal"), &info), 0);
	assert_int_equal(info.st_mode & 0777, 0600);
	store_destroy(store);
	umask(022);
}

static void
damaged_and_foreign_files_are_refused(void **state)
{
	struct store *store;
	struct problem problem = {0};
	struct stat info;
	struct db *db;

	(void)state;
	if (place_is_remote())
		skip();
	store = place_open();
	keep_adding(store);
	store_destroy(store);
	/* In the middle of the pages, and at the very start. */
	assert_int_equal(stat(place_where(), &info), 0);
	assert_true(info.st_size > 16 * 4096);
	for (int page = 4; page < 12; page++)
		write_file(place_where(), "garbage garbage garbage garbage", page * 4096);
	assert_not_opened(place_where(), "database-damaged");
	write_file(place_where(), "garbage garbage garbage garbage", 0);
	assert_not_opened(place_where(), "database-damaged");
	assert_not_opened("/dev/null", "database-not-a-file");
	assert_not_opened("/", "database-not-a-file");
	assert_not_opened(place_file("no/such/kiosk.db"), "database-not-made");
	db = db_create(place_file("foreign"), NULL, &problem);
	assert_script(db, "create table cat (name text); pragma journal_mode = delete");
	db_destroy(db);
	assert_not_opened(place_file("foreign"), "database-of-another");
}

static void
server_that_is_not_there_is_a_sentence(void **state)
{
	(void)state;
	assert_not_opened("postgresql://nobody@127.0.0.1:1/none", "server-unreachable");
	assert_not_opened("postgresql://%zz", "server-unreachable");
}

int
test_store_schema(void)
{
	const struct CMUnitTest tests[] = {
		TEST(older_database_is_brought_up_to_date),
		TEST(database_without_attendance_is_brought_up_to_date),
		TEST(newer_database_is_refused_and_left_alone),
		TEST(eight_kiosks_set_up_a_database_at_once),
		TEST(commits_wait_for_the_disk),
		TEST(changes_of_before_are_understood),
		TEST(probe_says_what_it_is),
		TEST(backup_restores_into_any_store),
		TEST(backup_of_a_store_in_use_is_whole),
		TEST(bad_backups_change_nothing),
		TEST(file_is_for_its_owner_alone),
		TEST(damaged_and_foreign_files_are_refused),
		TEST(server_that_is_not_there_is_a_sentence),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
