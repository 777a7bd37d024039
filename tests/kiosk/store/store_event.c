/* SPDX-License-Identifier: MIT
 * What the store promises of settings, the event's pieces, people and seats. */
#include <string.h>

#include "kiosk/store/db.h"
#include "tests/kiosk/store/store_place.h"

static void
assert_setting(struct store *store, const char *name, const char *value)
{
	char *stored;

	assert_stored(store_setting(store, name, &stored, &said));
	if (value == NULL)
		assert_null(stored);
	else
		assert_string_equal(stored, value);
	g_free(stored);
}

/* The newest of what was changed: its id and its arguments. */
static void
assert_change(struct store *store, unsigned count, const char *who, const char *what)
{
	GPtrArray *changes;
	const struct change *change;
	char *said_as;

	assert_stored(store_changes(store, 100, &changes, &said));
	assert_int_equal(changes->len, count);
	change = changes->pdata[0];
	assert_int_equal(change->id, count);
	assert_string_equal(change->who, who);
	said_as = g_strconcat(change->says, " ", change->arguments, NULL);
	assert_string_equal(said_as, what);
	g_free(said_as);
	assert_true(*change->what != '\0');
	assert_true(change->when > 1600000000000);
	g_ptr_array_unref(changes);
}

static void
settings_are_kept_and_their_values_not_told(void **state)
{
	struct store *store = place_open();
	GPtrArray *changes;

	(void)state;
	assert_setting(store, "password", NULL);
	assert_stored(store_set(store, "password", "argon", "organiser", &said));
	assert_change(store, 1, "organiser", "set {\"setting\":\"password\"}");
	assert_setting(store, "password", "argon");
	assert_stored(store_set(store, "password", "other", NULL, &said));
	assert_setting(store, "password", "other");
	assert_change(store, 1, "organiser", "set {\"setting\":\"password\"}");
	assert_stored(store_set(store, "password", NULL, "organiser", &said));
	assert_setting(store, "password", NULL);
	assert_change(store, 2, "organiser", "unset {\"setting\":\"password\"}");
	assert_refused(store_set(store, "a", "\xff", NULL, &said), STORE_REFUSED, "setting-too-long");
	assert_stored(store_changes(store, 1, &changes, &said));
	assert_int_equal(changes->len, 1);
	g_ptr_array_unref(changes);
	store_destroy(store);
}

static void
manifest_comes_back_in_order(void **state)
{
	struct store *store = place_open();
	GPtrArray *pieces = place_pieces(), *stored;

	(void)state;
	for (int i = 0; i < 2; i++) /* taken in again it stands in place of itself */
		assert_stored(store_import(store, "{\"event\":1}", NULL, pieces, "organiser", &said));
	assert_change(store, 2, "organiser", "imported {\"pieces\":20}");
	assert_setting(store, STORE_MANIFEST, "{\"event\":1}");
	assert_stored(store_pieces(store, &stored, &said));
	assert_int_equal(stored->len, pieces->len);
	for (unsigned i = 0; i < stored->len; i++) {
		const struct printed *a = pieces->pdata[i], *b = stored->pdata[i];

		assert_string_equal(a->code, b->code);
		assert_string_equal(a->play, b->play);
		assert_string_equal(a->game, b->game);
		assert_int_equal(a->round, b->round);
		assert_int_equal(a->table, b->table);
		assert_int_equal(a->seat, b->seat);
		assert_int_equal(a->spare, b->spare);
	}
	g_ptr_array_unref(stored);
	g_ptr_array_unref(pieces);
	store_destroy(store);
}

static void
manifest_without_tables_that_count_is_refused(void **state)
{
	struct store *store = place_open();
	struct entry entry = sample_entry("s1", "P2"), gone = sample_entry("w1", "P2");
	GPtrArray *pieces = place_pieces(), *none = g_ptr_array_new(), *stored;
	char nothing[] = "";

	(void)state;
	assert_stored(store_import(store, "1", NULL, pieces, "organiser", &said));
	assert_add(store, &entry, STORE_OK);
	assert_stored(store_import(store, "2", NULL, pieces, "organiser", &said));
	assert_refused(store_import(store, "3", NULL, none, "organiser", &said), STORE_REFUSED,
		"results-of-another-event play=P2");
	assert_setting(store, STORE_MANIFEST, "2");
	assert_stored(store_pieces(store, &stored, &said));
	assert_int_equal(stored->len, pieces->len);
	g_ptr_array_unref(stored);
	gone.kind = ENTRY_WITHDRAWN;
	gone.result = gone.score = nothing;
	assert_add(store, &gone, STORE_OK);
	entry = sample_entry("s2", "P3");
	entry.event = false;
	assert_add(store, &entry, STORE_OK);
	assert_stored(store_import(store, "3", NULL, none, "organiser", &said));
	g_ptr_array_unref(none);

	none = g_ptr_array_new();
	g_ptr_array_add(none, pieces->pdata[0]);
	g_ptr_array_add(none, pieces->pdata[0]);
	assert_refused(
		store_import(store, "4", NULL, none, "organiser", &said), STORE_REFUSED, "piece-twice code=C1-0");
	g_ptr_array_unref(none);
	g_ptr_array_unref(pieces);
	store_destroy(store);
}

/* The pieces of a table are replaced and its seats beyond its players emptied, but not once it has a result. */
static void
table_gets_other_pieces_until_it_has_a_result(void **state)
{
	struct store *store = place_open();
	GPtrArray *pieces = place_pieces(), *others = g_ptr_array_new(),
		  *people = g_ptr_array_new_with_free_func(g_free), *stored;
	const struct printed *first = pieces->pdata[0];
	struct printed other = {"N1-0", "N1", first->game, first->round, first->table, 0, false};
	struct table_change change = {"2", first->round, first->table, 1, others};
	GArray *seats = g_array_new(FALSE, FALSE, sizeof(struct seat));
	struct store_basis basis;
	struct entry entry;
	unsigned there = 0;

	(void)state;
	g_ptr_array_add(others, &other);
	assert_stored(store_import(store, "1", NULL, pieces, "organiser", &said));
	for (unsigned i = 0; i < 2; i++) {
		struct seat seat = {first->round, first->table, i, i + 1};

		g_ptr_array_add(
			people, person_copy(&(struct person){.id = 0, .name = i == 0 ? "Ana" : "Bo", .club = ""}));
		g_array_append_val(seats, seat);
	}
	assert_stored(store_people_set(store, people, NULL, "organiser", &said));
	assert_stored(store_seats_set(store, first->round, seats, NULL, "organiser", "", &said));
	g_array_unref(seats);
	assert_stored(store_basis(store, first->round, &basis, &said));
	assert_stored(store_table_set(store, &change, &basis, "organiser", &said));
	assert_setting(store, STORE_MANIFEST, "2");
	assert_stored(store_pieces(store, &stored, &said));
	for (unsigned i = 0; i < stored->len; i++) {
		const struct printed *piece = stored->pdata[i];

		if (piece->round != first->round || piece->table != first->table)
			continue;
		assert_string_equal(piece->code, "N1-0");
		there++;
	}
	assert_int_equal(there, 1);
	g_ptr_array_unref(stored);
	assert_stored(store_seats(store, first->round, &seats, &said));
	assert_int_equal(seats->len, 1);
	g_array_unref(seats);
	/* Decided on what is not the case any more. */
	assert_int_equal(store_table_set(store, &change, &basis, "organiser", &said), STORE_STALE);
	entry = sample_entry("t1", "N1");
	entry.round = first->round;
	entry.table = first->table;
	assert_add(store, &entry, STORE_OK);
	assert_refused(store_table_set(store, &change, NULL, "organiser", &said), STORE_REFUSED, "table-has-result");
	g_ptr_array_unref(people);
	g_ptr_array_unref(others);
	g_ptr_array_unref(pieces);
	store_destroy(store);
}

static void
name(GPtrArray *people, int64_t id, const char *who, bool gone)
{
	g_ptr_array_add(people, person_copy(&(struct person){.id = id, .name = who, .club = "x", .gone = gone}));
}

static GPtrArray *
people_new(void)
{
	return g_ptr_array_new_with_free_func(g_free);
}

/* Bo, Ana and \xc3\x89va get the ids 1, 2 and 3. */
static void
add_three(struct store *store)
{
	GPtrArray *people = people_new();

	name(people, 0, "bo", false);
	name(people, 0, "Ana", false);
	name(people, 0, "\xc3\x89va", false);
	assert_stored(store_people_set(store, people, NULL, "organiser", &said));
	g_ptr_array_unref(people);
}

static void
people_are_added_and_changed(void **state)
{
	struct store *store = place_open();
	GPtrArray *people;

	(void)state;
	add_three(store);
	assert_change(store, 1, "organiser", "people-changed {\"added\":3,\"changed\":0}");
	people = people_new();
	name(people, 1, "Bob", true);
	name(people, 0, "Cy", false);
	assert_stored(store_people_set(store, people, NULL, "organiser", &said));
	name(people, 99, "Nobody", false);
	assert_refused(
		store_people_set(store, people, NULL, "organiser", &said), STORE_UNKNOWN, "no-such-person id=99");
	g_ptr_array_unref(people);
	assert_change(store, 2, "organiser", "people-changed {\"added\":1,\"changed\":1}");

	people = people_new();
	name(people, 0, "", false);
	assert_refused(store_people_set(store, people, NULL, "organiser", &said), STORE_REFUSED, "bad-person");
	g_ptr_array_unref(people);

	assert_stored(store_people(store, &people, &said));
	assert_int_equal(people->len, 4);
	assert_string_equal(((struct person *)people->pdata[0])->name, "Ana");
	assert_string_equal(((struct person *)people->pdata[1])->name, "Bob");
	assert_true(((struct person *)people->pdata[1])->gone);
	assert_int_equal(((struct person *)people->pdata[1])->id, 1);
	assert_string_equal(((struct person *)people->pdata[2])->name, "Cy");
	assert_string_equal(((struct person *)people->pdata[3])->club, "x");
	g_ptr_array_unref(people);
	store_destroy(store);
}

static void
sit(GArray *seats, unsigned round, unsigned table, unsigned place, int64_t person)
{
	const struct seat seat = {round, table, place, person};

	g_array_append_val(seats, seat);
}

static GArray *
ids_of(const int64_t *ids, unsigned count)
{
	GArray *list = g_array_new(FALSE, FALSE, sizeof *ids);

	g_array_append_vals(list, ids, count);
	return list;
}

static bool
is_here(struct store *store, int64_t id)
{
	GPtrArray *people;
	bool here = false;

	assert_stored(store_people(store, &people, &said));
	for (unsigned i = 0; i < people->len; i++) {
		const struct person *person = g_ptr_array_index(people, i);

		here |= person->id == id && person->here;
	}
	g_ptr_array_unref(people);
	return here;
}

static void
people_check_in_and_leave_again(void **state)
{
	struct store *store = place_open();
	GArray *two = ids_of((int64_t[]){1, 3}, 2), *one = ids_of((int64_t[]){1}, 1),
	       *wrong = ids_of((int64_t[]){1, 9}, 2), *twice = ids_of((int64_t[]){1, 1}, 2);
	struct store_findings findings = {0};

	(void)state;
	add_three(store);
	assert_false(is_here(store, 1));
	assert_stored(store_here_set(store, two, true, "organiser", &said));
	assert_stored(store_here_set(store, two, true, "organiser", &said)); /* again is no harm */
	assert_change(store, 3, "organiser", "checked-in {\"people\":2}");
	assert_stored(store_here_set(store, one, false, "organiser", &said));
	assert_refused(store_here_set(store, wrong, true, "organiser", &said), STORE_UNKNOWN, "no-such-person id=9");
	assert_refused(store_here_set(store, twice, true, "organiser", &said), STORE_REFUSED, "person-twice");
	assert_false(is_here(store, 1));
	assert_true(is_here(store, 3));
	store_destroy(store);
	store = place_open();
	assert_true(is_here(store, 3));
	assert_stored(store_verify(store, &findings, &said));
	assert_int_equal(findings.damaged, 0);
	store_findings_clear(&findings);
	store_destroy(store);
	g_array_unref(two);
	g_array_unref(one);
	g_array_unref(wrong);
	g_array_unref(twice);
}

static void
seats_of_a_round_are_replaced(void **state)
{
	struct store *store = place_open();
	GArray *seats = g_array_new(FALSE, FALSE, sizeof(struct seat)), *stored;

	(void)state;
	add_three(store);
	sit(seats, 1, 2, 0, 1);
	sit(seats, 1, 1, 1, 2);
	sit(seats, 1, 1, 0, 3);
	assert_stored(store_seats_set(store, 1, seats, NULL, "organiser", "at random", &said));
	assert_change(store, 2, "organiser", "seated {\"round\":1}");
	g_array_set_size(seats, 0);
	sit(seats, 2, 1, 0, 1);
	assert_stored(store_seats_set(store, 2, seats, NULL, "organiser", "", &said));
	assert_stored(store_seats(store, 0, &stored, &said));
	assert_int_equal(stored->len, 4);
	assert_int_equal(g_array_index(stored, struct seat, 0).person, 3);
	assert_int_equal(g_array_index(stored, struct seat, 2).table, 2);
	assert_int_equal(g_array_index(stored, struct seat, 3).round, 2);
	g_array_unref(stored);
	g_array_set_size(seats, 0);
	assert_stored(store_seats_set(store, 1, seats, NULL, "organiser", "", &said));
	assert_stored(store_seats(store, 1, &stored, &said));
	assert_int_equal(stored->len, 0);
	g_array_unref(stored);
	assert_stored(store_seats(store, 2, &stored, &said));
	assert_int_equal(stored->len, 1);
	g_array_unref(stored);
	g_array_unref(seats);
	store_destroy(store);
}

/* A table with a result keeps its people; once that is withdrawn they may go. */
static void
people_with_results_are_not_deleted(void **state)
{
	struct store *store = place_open();
	struct entry entry = sample_entry("s1", "P1"), back = sample_entry("s2", "P1");
	GArray *seats = g_array_new(FALSE, FALSE, sizeof(struct seat)), *all = ids_of((int64_t[]){3, 1}, 2),
	       *free = ids_of((int64_t[]){3}, 1), *left;
	GPtrArray *people;
	char nothing[1] = "";

	(void)state;
	add_three(store);
	sit(seats, entry.round, entry.table, 0, 1);
	sit(seats, entry.round, entry.table + 1, 0, 3);
	assert_stored(store_seats_set(store, entry.round, seats, NULL, "organiser", "", &said));
	assert_stored(store_here_set(store, all, true, "organiser", &said));
	entry.event = back.event = true;
	assert_add(store, &entry, STORE_OK);
	/* All of them or none. */
	assert_refused(
		store_people_delete(store, all, NULL, "organiser", &said), STORE_REFUSED, "person-has-results name=bo");
	assert_stored(store_people(store, &people, &said));
	assert_int_equal(people->len, 3);
	g_ptr_array_unref(people);
	assert_stored(store_people_delete(store, free, NULL, "organiser", &said));
	assert_change(store, 4, "organiser", "person-deleted {\"name\":\"\xc3\x89va\"}");
	assert_refused(
		store_people_delete(store, free, NULL, "organiser", &said), STORE_UNKNOWN, "no-such-person id=3");
	assert_stored(store_seats(store, 0, &left, &said));
	assert_int_equal(left->len, 1);
	g_array_unref(left);
	back.kind = ENTRY_WITHDRAWN;
	back.result = back.score = nothing;
	assert_add(store, &back, STORE_OK);
	g_array_remove_index(all, 0);
	assert_stored(store_people_delete(store, all, NULL, "organiser", &said));
	g_array_unref(seats);
	g_array_unref(all);
	g_array_unref(free);
	store_destroy(store);
}

static void
nobody_sits_twice_or_on_somebody(void **state)
{
	static const struct {
		struct seat seat[2];
		enum store_status status;
		const char *word;
	} cases[] = {
		{{{1, 1, 0, 1}, {1, 2, 0, 1}}, STORE_REFUSED, "sits-twice id=1"},
		{{{1, 1, 0, 1}, {1, 1, 0, 2}}, STORE_REFUSED, "seat-taken-twice seat=A table=1"},
		{{{1, 1, 0, 1}, {2, 1, 1, 2}}, STORE_REFUSED, "bad-seat number=2"},
		{{{1, 1, 0, 1}, {1, 1, 1, 77}}, STORE_UNKNOWN, "no-such-person id=77"},
	};
	struct store *store = place_open();
	GArray *stored;

	(void)state;
	add_three(store);
	for (size_t i = 0; i < LENGTH(cases); i++) {
		GArray *seats = g_array_new(FALSE, FALSE, sizeof(struct seat));

		g_array_append_vals(seats, cases[i].seat, 2);
		assert_refused(
			store_seats_set(store, 1, seats, NULL, "organiser", "", &said), cases[i].status, cases[i].word);
		g_array_unref(seats);
	}
	assert_stored(store_seats(store, 0, &stored, &said));
	assert_int_equal(stored->len, 0);
	g_array_unref(stored);
	assert_change(store, 1, "organiser", "people-changed {\"added\":3,\"changed\":0}");
	store_destroy(store);
}

/* Somebody changes what another one is deciding on: the second looks again. */
static void
what_was_decided_on_something_else_is_not_stored(void **state)
{
	struct entry entry = sample_entry("n1", "P7"), late = sample_entry("n2", "P8");
	const struct setting setting = {"round", "2"};
	GPtrArray *people = g_ptr_array_new();
	GArray *seats = g_array_new(FALSE, FALSE, sizeof(struct seat)), *there;
	char name[] = "Cy", club[] = "", *now;
	struct person person = {.name = name, .club = club};
	struct store_basis before, basis, other_round;
	struct store *store = place_open();

	(void)state;
	place_fill(store);
	g_ptr_array_add(people, &person);
	assert_stored(store_basis(store, 1, &before, &said));
	assert_stored(store_basis(store, 2, &other_round, &said));
	assert_add(store, &entry, STORE_OK);
	/* A result of the round: its seats are looked at again, nothing else is. */
	assert_refused(
		store_seats_set(store, 1, seats, &before, "organiser", "", &said), STORE_STALE, "changed-meanwhile");
	assert_stored(store_seats(store, 1, &there, &said));
	assert_int_equal(there->len, 1);
	g_array_unref(there);
	assert_stored(store_seats_set(store, 2, seats, &other_round, "organiser", "", &said));
	/* Seats were changed: results, people and settings are. */
	assert_stored(store_basis(store, 0, &basis, &said));
	assert_stored(store_people_set(store, people, &basis, "organiser", &said));
	assert_refused(store_people_set(store, people, &basis, "organiser", &said), STORE_STALE, "changed-meanwhile");
	assert_refused(store_set_all(store, &setting, 1, &basis, "organiser", &said), STORE_STALE, "changed-meanwhile");
	assert_refused(store_add(store, &late, &basis, NULL, &said), STORE_STALE, "changed-meanwhile");
	assert_stored(store_setting(store, "round", &now, &said));
	assert_string_equal(now, "1");
	g_free(now);
	assert_stored(store_basis(store, 0, &basis, &said));
	assert_stored(store_add(store, &late, &basis, NULL, &said));
	assert_stored(store_set_all(store, &setting, 1, &basis, "organiser", &said));
	assert_stored(store_setting(store, "round", &now, &said));
	assert_string_equal(now, "2");
	g_free(now);
	/* What is stored already is told so, whatever changed. */
	assert_refused(store_add(store, &late, &basis, NULL, &said), STORE_TWICE, "stored-already");
	g_ptr_array_unref(people);
	g_array_unref(seats);
	store_destroy(store);
}

/* Rows that a server believes a table to have; -1: it was never told. */
static int64_t
rows_known(struct db *db, const char *table)
{
	static const char sql[] = "select reltuples::bigint from pg_class where oid = ('seedpress.' || $1)::regclass";
	int64_t rows = 0;

	assert_true(db_numbers(db, sql, DB_WITH(DB_TEXT(table)), &rows, 1));
	return rows;
}

/* Plans made for empty tables do not stay. The server itself would look at them after a minute. */
static void
tables_are_analysed_when_they_have_grown(void **state)
{
	static const char by_nobody_else[] = "alter table seedpress.entry set (autovacuum_enabled = false);"
					     "alter table seedpress.piece set (autovacuum_enabled = false)";
	static const char many[] =
		"insert into seedpress.entry (id, at, kind, submission, play, game, round_no, table_no, event, before,"
		" who, why, result, score, seal) select n, 1, 0, 's' || n, 'P' || n, 'chipit', 1, n, 1, 0, 'a', '', '{}',"
		" '{}', 'x' from generate_series(1, 8000) as n;"
		"update seedpress.state set version = version + 200; notify seedpress";
	struct store *store;
	GPtrArray *pieces, *entries;
	struct db *db, *locker;

	(void)state;
	if (!place_is_remote())
		skip();
	store = place_open();
	locker = db_create(place_where(), NULL, &said);
	db = db_create(place_where(), NULL, &said);
	assert_non_null(db);
	assert_true(db_script(db, by_nobody_else));
	assert_stored(store_results(store, &entries, &said));
	assert_int_equal(entries->len, 0);
	g_ptr_array_unref(entries);
	pieces = place_pieces();
	assert_stored(store_import(store, "{}", NULL, pieces, "organiser", &said));
	for (int i = 0; i < 2400 && rows_known(db, "piece") != pieces->len; i++)
		g_usleep(25000);
	assert_int_equal(rows_known(db, "piece"), pieces->len);
	g_ptr_array_unref(pieces);
	/* While another program holds a lock that only analysing waits for it fails, and is tried again. */
	assert_true(db_begin(locker, true));
	assert_true(db_script(locker, "lock table seedpress.entry in share update exclusive mode"));
	assert_true(db_script(db, many));
	for (int i = 0; i < 1200 && store_version(store) < 200; i++)
		g_usleep(25000);
	g_usleep(2000000);
	assert_int_not_equal(rows_known(db, "entry"), 8000);
	db_destroy(locker);
	for (int i = 0; i < 2400 && rows_known(db, "entry") != 8000; i++)
		g_usleep(25000);
	assert_int_equal(rows_known(db, "entry"), 8000);
	/* With a plan for an empty table this is not answered within the time there is for it. */
	assert_stored(store_results(store, &entries, &said));
	assert_int_equal(entries->len, 8000);
	g_ptr_array_unref(entries);
	db_destroy(db);
	store_destroy(store);
}

int
test_store_event(void)
{
	const struct CMUnitTest tests[] = {
		TEST(tables_are_analysed_when_they_have_grown),
		TEST(settings_are_kept_and_their_values_not_told),
		TEST(manifest_comes_back_in_order),
		TEST(manifest_without_tables_that_count_is_refused),
		TEST(table_gets_other_pieces_until_it_has_a_result),
		TEST(people_are_added_and_changed),
		TEST(people_check_in_and_leave_again),
		TEST(people_with_results_are_not_deleted),
		TEST(seats_of_a_round_are_replaced),
		TEST(nobody_sits_twice_or_on_somebody),
		TEST(what_was_decided_on_something_else_is_not_stored),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
