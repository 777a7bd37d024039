/* SPDX-License-Identifier: MIT
 * Damage is found by anyone who looks, is named, and ends storing: single bits and
 * digits of a file, rows that changed on disk, entries that are gone.
 *     test-store_damage sqlite|postgres FLIPS */
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

#include "kiosk/store/parts.h"
#include "tests/kiosk/store/store_place.h"

static unsigned flips; /* to be tried */

static const char *const contents[] = {
	"select * from entry order by id",
	"select * from setting order by name",
	"select * from piece order by code",
	"select * from person order by id",
	"select * from seat order by round_no, table_no, seat",
	"select * from change order by id",
	"select schema, seal from state",
};

/* Everything in a file as one text, read without any code of ours; NULL where it cannot be. */
static char *
dump(const char *file)
{
	GString *all = g_string_new(NULL);
	sqlite3 *db = NULL;
	int code = sqlite3_open_v2(file, &db, SQLITE_OPEN_READWRITE, NULL);

	for (size_t i = 0; i < LENGTH(contents) && code == SQLITE_OK; i++) {
		sqlite3_stmt *statement = NULL;

		code = sqlite3_prepare_v2(db, contents[i], -1, &statement, NULL);
		while (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
			for (int column = 0; column < sqlite3_column_count(statement); column++) {
				const unsigned char *text = sqlite3_column_text(statement, column);

				g_string_append_printf(all, "%s|", text == NULL ? "(none)" : (const char *)text);
			}
			code = SQLITE_OK;
		}
		code = code == SQLITE_DONE ? SQLITE_OK : code;
		sqlite3_finalize(statement);
	}
	sqlite3_close(db);
	return g_string_free(all, code != SQLITE_OK);
}

/* Whether damage is found in a file, by opening and looking, and by restoring it. */
static bool
is_found(const char *file)
{
	struct store_findings findings = {0};
	struct problem problem = {0};
	struct store *store = store_create(file, &problem);
	bool found = store == NULL || store_verify(store, &findings, &problem) != STORE_OK || findings.damaged > 0;

	store_destroy(store);
	store_findings_clear(&findings);
	problem_clear(&problem);
	return found;
}

static bool
is_restored(const char *file)
{
	struct store_findings findings = {0};
	struct problem problem = {0};
	bool fine = store_copy_look(file, &findings, &problem);

	store_findings_clear(&findings);
	return fine;
}

static void
write_copy(const char *file, const char *bytes, size_t size)
{
	static const char *const beside[] = {"-wal", "-shm", "-journal"};

	for (size_t i = 0; i < LENGTH(beside); i++) {
		char *other = g_strconcat(file, beside[i], NULL);

		unlink(other);
		g_free(other);
	}
	assert_true(g_file_set_contents(file, bytes, (gssize)size, NULL));
}

/* A store with a little of everything, closed: the bytes of its file. */
static char *
make_file(size_t *size)
{
	struct store *store = place_open();
	char *bytes = NULL;

	place_fill(store);
	for (unsigned i = 0; i < 30; i++)
		assert_int_equal(add_numbered(store, i), STORE_OK);
	store_destroy(store);
	assert_true(g_file_get_contents(place_where(), &bytes, size, NULL));
	return bytes;
}

/* One flip: found by both judges where it changes what is stored. */
static bool
try_flip(const char *bytes, size_t size, const char *sound)
{
	char *file = g_strdup(place_file("flipped.db")), *copy = g_strdup(place_file("copied.db"));
	bool changed, found, restored;
	char *now;

	write_copy(file, bytes, size);
	now = dump(file);
	changed = now == NULL || strcmp(now, sound) != 0;
	write_copy(file, bytes, size);
	found = is_found(file);
	write_copy(copy, bytes, size);
	restored = is_restored(copy);
	g_free(now);
	g_free(file);
	g_free(copy);
	if (changed && (!found || restored))
		fail_msg("damage was seen by opening it: %d, by restoring it: %d", found, !restored);
	return changed;
}

static void
every_flipped_bit_that_changes_something_is_found(void **state)
{
	unsigned changed = 0;
	uint64_t dice = 11;
	char *bytes, *sound;
	size_t size;

	(void)state;
	if (place_is_remote())
		skip();
	bytes = make_file(&size);
	sound = dump(place_where());
	assert_non_null(sound);
	assert_false(is_found(place_where()));
	assert_true(is_restored(place_where()));
	for (unsigned i = 0; i < flips; i++) {
		size_t at = dice_below(&dice, (uint32_t)size);
		char bit = (char)(1 << dice_below(&dice, 8));

		bytes[at] ^= bit;
		changed += try_flip(bytes, size, sound);
		bytes[at] ^= bit;
	}
	print_message("%u of %u flips changed what is stored, and all were found\n", changed, flips);
	assert_true(changed > flips / 5);
	g_free(bytes);
	g_free(sound);
}

/* Every digit of an entry: the issue's own case, one at a time, is named. */
static void
a_changed_digit_is_named(void **state)
{
	static const struct {
		const char *sql, *says;
	} changes[] = {
		{"update entry set score = replace(score, 'total\":', 'total\":1') where id = 5",
			"damage-entry entry=5 round=1 table=3"},
		{"update entry set result = replace(result, '3', '2') where id = 7", "damage-entry entry=7"},
		{"update entry set table_no = 4 where id = 9", "damage-entry entry=9 table=4"},
		{"update entry set at = at + 1 where id = 1", "damage-entry entry=1"},
		{"update entry set seal = replace(seal, substr(seal, 1, 1), 'x') where id = 3", "damage-entry entry=3"},
		{"update person set name = 'Zoa' where id = 1", "damage-row table=person key=1"},
		{"update setting set value = '2' where name = 'round'", "damage-row table=setting key=round"},
		{"update seat set seat = 1", "damage-row table=seat"},
		{"update piece set spare = 1 where code = 'C1-0'", "damage-row table=piece key=C1-0"},
		{"update change set what = 'nothing' where id = 2", "damage-row table=change key=2"},
		{"delete from entry where id = 32", "damage-chain-end"},
		{"delete from entry where id = 6", "damage-entries-missing entry=7"},
		{"update state set seal = ''", "damage-chain-end"},
		{"delete from change", "damage-changes count=0"},
		{"delete from change where id = 1", "damage-changes"},
		{"update state set version = 9223372036854775807", "damage-version version=9223372036854775807"},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(changes); i++) {
		struct store_findings findings = {0};
		struct store *store;
		struct db *db;
		struct problem problem = {0};

		if (i > 0) {
			assert_int_equal(place_remove(NULL), 0);
			assert_int_equal(place_make(NULL), 0);
		}
		store = place_open();
		place_fill(store);
		for (unsigned n = 0; n < 30; n++)
			assert_int_equal(add_numbered(store, n), STORE_OK);
		assert_stored(store_verify(store, &findings, &said));
		if (findings.damaged > 0)
			fail_msg("%s", sentence_of(findings.damage->pdata[0]));
		assert_int_equal(findings.entries, 32);
		assert_int_equal(findings.people, 1);
		assert_int_equal(findings.unscored, 0);

		db = db_create(place_where(), NULL, &problem);
		assert_non_null(db);
		if (!db_script(db, changes[i].sql))
			fail_msg("%s", sentence_of(&problem));
		db_destroy(db);
		assert_stored(store_verify(store, &findings, &said));
		assert_int_equal(findings.damaged, 1);
		assert_says(findings.damage->pdata[0], changes[i].says);
		store_findings_clear(&findings);

		/* From now on nothing is stored, here and after the next start of a kiosk on a file. */
		assert_refused(add_numbered(store, 100), STORE_TROUBLE, "store-damaged");
		assert_int_equal(count_entries(store, "f1"), 1);
		store_destroy(store);
		if (place_is_remote())
			continue;
		store = place_open();
		assert_refused(add_numbered(store, 100), STORE_TROUBLE, changes[i].says);
		store_destroy(store);
	}
}

/* Sealed, but not worth what it says: a score is looked at by the rules. */
static void
a_score_that_the_result_is_not_worth_is_found(void **state)
{
	struct store_findings findings = {0};
	struct store *store = place_open();
	struct entry entry = sample_entry("s1", "P1"), wrong = sample_entry("s2", "P2"),
		     none = sample_entry("s3", "P3"), far = sample_entry("s4", "P4");
	GString *score = g_string_new(wrong.score);
	char nothing[] = "{}", other[] = "{\"game\":\"clips\",\"code\":\"2H000-00000-5A000-0050X\",\"players\":[]}";

	(void)state;
	assert_int_equal(g_string_replace(score, "\"place\":1", "\"place\":2", 1), 1);
	wrong.score = score->str;
	none.result = nothing;
	far.result = other;
	assert_add(store, &entry, STORE_OK);
	assert_add(store, &far, STORE_OK);
	assert_stored(store_verify(store, &findings, &said));
	assert_int_equal(findings.damaged, 0);
	assert_int_equal(findings.unscored, 1);
	assert_add(store, &wrong, STORE_OK);
	assert_add(store, &none, STORE_OK);
	assert_stored(store_verify(store, &findings, &said));
	assert_int_equal(findings.damaged, 2);
	assert_says(findings.damage->pdata[0], "damage-score entry=3 round=1 table=3");
	assert_says(findings.damage->pdata[1], "damage-unscorable entry=4");
	store_findings_clear(&findings);
	g_string_free(score, TRUE);
	store_destroy(store);
}

/* Somebody starts a newer program on the database that this one is using. */
static void
a_schema_that_was_raised_is_noticed(void **state)
{
	struct store *store = place_open();
	char *raise = g_strdup_printf("update state set schema = %u", schema_now + 1);
	struct problem problem = {0};
	struct db *db;

	(void)state;
	assert_int_equal(add_numbered(store, 1), STORE_OK);
	db = db_create(place_where(), NULL, &problem);
	assert_true(db_script(db, raise));
	db_destroy(db);
	/* Also by those who store nothing. */
	for (int i = 0; i < 3000 && store_trouble(store, &problem) == STORE_FAULT_NONE; i++)
		g_usleep(20000);
	assert_says(&problem, "schema-raised");
	assert_refused(add_numbered(store, 2), STORE_TROUBLE, "schema-raised");
	assert_int_equal(count_entries(store, NULL), 1);
	store_destroy(store);
	g_free(raise);
}

static void
read_one(struct store *store)
{
	struct entry *entry = NULL;

	assert_stored(store_entry(store, 1, &entry, &said));
	assert_true(entry->changed);
	g_free(entry);
}

static void
read_current(struct store *store)
{
	struct entry *entry = NULL;

	assert_stored(store_current(store, "P1", &entry, &said));
	g_free(entry);
}

static void
read_history(struct store *store)
{
	assert_int_equal(count_entries(store, NULL), 3);
}

static void
read_results(struct store *store)
{
	GPtrArray *entries = NULL;

	assert_stored(store_results(store, &entries, &said));
	g_ptr_array_unref(entries);
}

static void
read_walk(struct store *store)
{
	struct store_walk walk;
	GPtrArray *entries = NULL;

	assert_stored(store_walk_begin(store, &walk, &said));
	assert_stored(store_walk(store, WALK_ALL, 10, &walk, &entries, &said));
	g_ptr_array_unref(entries);
}

/* What is to be stored depends on it. */
static void
read_to_store(struct store *store)
{
	struct entry entry = sample_entry("s9", "P1");

	entry.kind = ENTRY_CORRECTION;
	assert_refused(store_add(store, &entry, NULL, NULL, &said), STORE_TROUBLE, "damage-entry entry=1");
}

/* Under a running program; nobody asks for a look at everything. */
static void
a_changed_entry_is_noticed_by_whoever_reads_it(void **state)
{
	static void (*const readings[])(struct store *) = {
		read_one, read_current, read_history, read_results, read_walk, read_to_store};

	(void)state;
	for (size_t i = 0; i < LENGTH(readings); i++) {
		struct store *store;
		struct db *db;
		struct problem problem = {0}, damage;

		if (i > 0) {
			assert_int_equal(place_remove(NULL), 0);
			assert_int_equal(place_make(NULL), 0);
		}
		store = place_open();
		for (int n = 0; n < 3; n++) {
			static const char *const plays[] = {"P1", "P2", "P3"}, *const names[] = {"s1", "s2", "s3"};
			struct entry entry = sample_entry(names[n], plays[n]);

			assert_add(store, &entry, STORE_OK);
		}
		db = db_create(place_where(), NULL, &problem);
		assert_true(db_script(db,
			"update entry set score = replace(score, 'total\":', 'total\":1')"
			" where id = 1"));
		db_destroy(db);
		assert_int_equal(store_trouble(store, &damage), STORE_FAULT_NONE);
		readings[i](store);
		assert_int_equal(store_trouble(store, &damage), STORE_FAULT_DAMAGED);
		assert_says(&damage, "damage-entry entry=1");
		assert_refused(add_numbered(store, 100), STORE_TROUBLE, "store-damaged");
		store_destroy(store);
	}
}

static void
a_dropped_table_is_named(void **state)
{
	struct store_findings findings = {0};
	struct store *store;
	struct problem problem = {0};
	struct db *db;

	(void)state;
	if (place_is_remote())
		skip();
	store_destroy(place_open());
	db = db_create(place_where(), NULL, &problem);
	assert_true(db_script(db, "drop table seat"));
	db_destroy(db);
	store = place_open();
	assert_stored(store_verify(store, &findings, &said));
	assert_int_equal(
		strcmp(message_id(&((struct problem *)findings.damage->pdata[0])->message), "database-damaged"), 0);
	assert_true(says(&((struct problem *)findings.damage->pdata[0])->message, "damage-object-missing"));
	assert_refused(add_numbered(store, 2), STORE_TROUBLE, "store-damaged damage-object-missing");
	store_findings_clear(&findings);
	store_destroy(store);
}

/* A new one must not hide that others are gone. */
static void
lost_changes_end_storing(void **state)
{
	struct store *store = place_open();
	struct problem problem = {0};
	struct db *db;

	(void)state;
	place_fill(store);
	db = db_create(place_where(), NULL, &problem);
	assert_true(db_script(db, "delete from change"));
	db_destroy(db);
	assert_refused(store_set(store, "round", "2", "organiser", &said), STORE_TROUBLE, "damage-change-missing");
	assert_refused(add_numbered(store, 2), STORE_TROUBLE, "store-damaged");
	store_destroy(store);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		TEST(every_flipped_bit_that_changes_something_is_found),
		TEST(a_changed_digit_is_named),
		TEST(a_score_that_the_result_is_not_worth_is_found),
		TEST(a_schema_that_was_raised_is_noticed),
		TEST(a_changed_entry_is_noticed_by_whoever_reads_it),
		TEST(lost_changes_end_storing),
		TEST(a_dropped_table_is_named),
	};

	if (!place_init(argc, argv) || argc < 3)
		return 1;
	flips = (unsigned)g_ascii_strtoull(argv[2], NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
