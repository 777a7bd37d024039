/* SPDX-License-Identifier: MIT
 * What the store promises of results, on SQLite and (`postgres`) on PostgreSQL:
 * one a table, corrected by the organiser alone, kept for good. */
#include <stdlib.h>
#include <string.h>

#include "tests/kiosk/store/store_place.h"

static void
first_result_of_a_table_counts(void **state)
{
	struct store *store = place_open();
	struct entry entry = sample_entry("s1", "P1"), *stored, *current;

	(void)state;
	assert_refused(store_current(store, "P1", &current, &said), STORE_UNKNOWN, "no-result-yet");
	assert_stored(store_add(store, &entry, NULL, &stored, &said));
	assert_int_equal(stored->id, 1);
	assert_true(stored->when > 1600000000000);
	assert_string_equal(stored->result, entry.result);
	assert_string_equal(stored->score, entry.score);
	assert_string_equal(stored->who, entry.who);
	assert_int_equal(stored->table, 3);
	assert_true(stored->event);
	assert_stored(store_current(store, "P1", &current, &said));
	assert_int_equal(current->id, stored->id);
	assert_string_equal(current->submission, "s1");
	g_free(current);
	g_free(stored);

	entry = sample_entry("s2", "P1");
	assert_refused(store_add(store, &entry, NULL, &stored, &said), STORE_TAKEN, "table-has-result");
	assert_string_equal(stored->submission, "s1");
	g_free(stored);
	assert_int_equal(count_entries(store, "P1"), 1);
	store_destroy(store);
}

static void
same_submission_counts_once(void **state)
{
	struct store *store = place_open();
	struct entry entry = sample_entry("s1", "P1"), *stored;

	(void)state;
	entry.event = false;
	assert_add(store, &entry, STORE_OK);
	entry.who = entry.game; /* whatever else it says */
	assert_refused(store_add(store, &entry, NULL, &stored, &said), STORE_TWICE, "stored-already");
	assert_int_equal(stored->id, 1);
	assert_string_not_equal(stored->who, entry.who);
	g_free(stored);
	assert_int_equal(count_entries(store, NULL), 1);
	store_destroy(store);
}

static void
correction_stands_and_nothing_is_lost(void **state)
{
	struct store *store = place_open();
	struct entry entry = sample_entry("s1", "P1"), *current;
	GPtrArray *history, *changes;
	char why[] = "counted again", corrected[] = "{\"b\":2}";

	(void)state;
	assert_add(store, &entry, STORE_OK);
	entry.submission = why;
	entry.kind = ENTRY_CORRECTION;
	entry.why = why;
	entry.result = corrected;
	assert_add(store, &entry, STORE_OK);
	assert_stored(store_current(store, "P1", &current, &said));
	assert_string_equal(current->result, corrected);
	assert_string_equal(current->why, why);
	assert_int_equal(current->kind, ENTRY_CORRECTION);
	g_free(current);
	assert_stored(store_history(store, "P1", 10, &history, &said));
	assert_int_equal(history->len, 2);
	assert_string_equal(((struct entry *)history->pdata[0])->submission, "s1");
	g_ptr_array_unref(history);
	assert_stored(store_history(store, NULL, 1, &history, &said));
	assert_int_equal(history->len, 1);
	assert_string_equal(((struct entry *)history->pdata[0])->submission, why);
	g_ptr_array_unref(history);
	assert_stored(store_changes(store, 10, &changes, &said));
	assert_int_equal(changes->len, 1);
	assert_string_equal(((struct change *)changes->pdata[0])->why, why);
	assert_non_null(strstr(((struct change *)changes->pdata[0])->what, "corrected"));
	g_ptr_array_unref(changes);
	entry = sample_entry("s3", "P1");
	assert_add(store, &entry, STORE_TAKEN);
	store_destroy(store);
}

static void
withdrawal_opens_the_table(void **state)
{
	struct store *store = place_open();
	struct entry entry = sample_entry("s1", "P1"), gone = sample_entry("w1", "P1"), *current;
	char nothing[] = "";
	GPtrArray *results;

	(void)state;
	gone.kind = ENTRY_WITHDRAWN;
	gone.result = gone.score = nothing;
	assert_add(store, &gone, STORE_UNKNOWN);
	assert_add(store, &entry, STORE_OK);
	assert_add(store, &gone, STORE_OK);
	assert_refused(store_current(store, "P1", &current, &said), STORE_UNKNOWN, "no-result-yet");
	assert_null(current);
	assert_stored(store_results(store, &results, &said));
	assert_int_equal(results->len, 0);
	g_ptr_array_unref(results);
	gone = sample_entry("w2", "P1");
	gone.kind = ENTRY_WITHDRAWN;
	gone.result = gone.score = nothing;
	assert_add(store, &gone, STORE_UNKNOWN);
	entry = sample_entry("s2", "P1");
	assert_add(store, &entry, STORE_OK);
	assert_stored(store_current(store, "P1", &current, &said));
	assert_string_equal(current->submission, "s2");
	g_free(current);
	assert_int_equal(count_entries(store, "P1"), 3);
	store_destroy(store);
}

static void
casual_games_have_any_number_of_results(void **state)
{
	struct store *store = place_open();
	struct entry entry = sample_entry("c1", "P1"), *current;
	GPtrArray *results;

	(void)state;
	entry.event = false;
	assert_add(store, &entry, STORE_OK);
	entry.submission = entry.game;
	assert_add(store, &entry, STORE_OK);
	assert_stored(store_current(store, "P1", &current, &said));
	assert_string_equal(current->submission, "coupons");
	g_free(current);
	/* One of the event stands beside them, and before them. */
	entry = sample_entry("e1", "P1");
	assert_add(store, &entry, STORE_OK);
	entry = sample_entry("c3", "P1");
	entry.event = false;
	assert_add(store, &entry, STORE_OK);
	assert_stored(store_current(store, "P1", &current, &said));
	assert_string_equal(current->submission, "e1");
	g_free(current);
	assert_stored(store_results(store, &results, &said));
	assert_int_equal(results->len, 1);
	g_ptr_array_unref(results);
	store_destroy(store);
}

static void
what_counts_is_one_a_table(void **state)
{
	struct store *store = place_open();
	char submission[16] = "", play[16] = "";
	GPtrArray *results;

	(void)state;
	for (unsigned i = 1; i <= 5; i++) {
		struct entry entry = sample_entry(submission, play);

		g_snprintf(play, sizeof play, "P%u", i);
		for (unsigned j = 0; j < i; j++) {
			g_snprintf(submission, sizeof submission, "s%u.%u", i, j);
			entry.kind = j == 0 ? ENTRY_RESULT : ENTRY_CORRECTION;
			entry.table = 6 - i;
			assert_add(store, &entry, STORE_OK);
		}
	}
	assert_stored(store_results(store, &results, &said));
	assert_int_equal(results->len, 5);
	for (unsigned i = 0; i < 5; i++) {
		const struct entry *entry = results->pdata[i];

		assert_int_equal(entry->table, i + 1);
		g_snprintf(submission, sizeof submission, "s%u.%u", 5 - i, 4 - i);
		assert_string_equal(entry->submission, submission);
	}
	g_ptr_array_unref(results);
	store_destroy(store);
}

static void
senseless_entries_are_refused(void **state)
{
	struct store *store = place_open();
	char *much = g_strnfill(300 * 1024, 'x'), bad[] = "\xc3(", nothing[] = "";
	struct entry entry, *none;

	(void)state;
#define REFUSE(member, value) \
	do { \
		entry = sample_entry("s1", "P1"); \
		entry.member = (value); \
		assert_add(store, &entry, STORE_REFUSED); \
	} while (0)
	REFUSE(submission, nothing);
	REFUSE(submission, much);
	REFUSE(submission, bad);
	REFUSE(play, nothing);
	REFUSE(play, much);
	REFUSE(game, much);
	REFUSE(who, much);
	REFUSE(who, bad);
	REFUSE(why, much);
	REFUSE(result, much);
	REFUSE(result, bad);
	REFUSE(result, nothing);
	REFUSE(score, much);
	REFUSE(round, 1u << 20);
	REFUSE(kind, (enum entry_kind)7);
	REFUSE(kind, ENTRY_WITHDRAWN);
#undef REFUSE
	assert_refused(store_current(store, bad, &none, &said), STORE_UNKNOWN, "no-result-yet");
	assert_refused(store_entry(store, 1, &none, &said), STORE_UNKNOWN, "no-such-entry");
	assert_refused(store_entry(store, INT64_MAX, &none, &said), STORE_UNKNOWN, "no-such-entry");
	assert_refused(store_entry(store, -1, &none, &said), STORE_UNKNOWN, "no-such-entry");
	assert_int_equal(count_entries(store, NULL), 0);
	assert_int_equal(count_entries(store, bad), 0);
	g_free(much);
	store_destroy(store);
}

static void
text_comes_back_as_it_was(void **state)
{
	struct store *store = place_open();
	char odd[] = "'; drop table entry; -- \"$1\" %s \\ \t\n\xf0\x9f\x8e\xb2";
	struct entry entry = sample_entry(odd, odd), *stored;

	(void)state;
	entry.who = entry.why = entry.result = entry.score = entry.game = odd;
	assert_add(store, &entry, STORE_OK);
	assert_stored(store_entry(store, 1, &stored, &said));
	assert_string_equal(stored->submission, odd);
	assert_string_equal(stored->play, odd);
	assert_string_equal(stored->game, odd);
	assert_string_equal(stored->who, odd);
	assert_string_equal(stored->why, odd);
	assert_string_equal(stored->result, odd);
	assert_string_equal(stored->score, odd);
	g_free(stored);
	store_destroy(store);
}

static void
restart_finds_everything(void **state)
{
	struct store *store = place_open();
	struct entry entry = sample_entry("s1", "P1"), *current;
	int64_t version;

	(void)state;
	assert_add(store, &entry, STORE_OK);
	version = store_version(store);
	store_destroy(store);
	store = place_open();
	assert_true(store_version(store) >= version);
	assert_stored(store_current(store, "P1", &current, &said));
	assert_string_equal(current->result, entry.result);
	g_free(current);
	assert_add(store, &entry, STORE_TWICE);
	store_destroy(store);
}

static void
count_change(void *data)
{
	__atomic_add_fetch((int *)data, 1, __ATOMIC_SEQ_CST);
}

/* Waits until the counter is beyond what it was; half a minute is for very slow machines. */
static void
await(int *counter, int before)
{
	for (int i = 0; i < 3000 && __atomic_load_n(counter, __ATOMIC_SEQ_CST) <= before; i++)
		g_usleep(10000);
	assert_true(__atomic_load_n(counter, __ATOMIC_SEQ_CST) > before);
}

static void
changes_are_seen_here_and_on_the_other_kiosk(void **state)
{
	struct store *one = place_open(), *other = place_open();
	struct entry entry = sample_entry("s1", "P1");
	int here = 0, there = 0, seen;
	int64_t version;

	(void)state;
	store_watch(one, count_change, &here);
	store_watch(other, count_change, &there);
	version = store_version(one);
	assert_add(one, &entry, STORE_OK);
	assert_true(store_version(one) > version);
	await(&here, 0);
	await(&there, 0);
	assert_int_equal(store_version(other), store_version(one));
	/* What changed nothing is no change. */
	version = store_version(one);
	assert_add(one, &entry, STORE_TWICE);
	assert_int_equal(store_version(one), version);
	seen = __atomic_load_n(&here, __ATOMIC_SEQ_CST);
	assert_stored(store_set(other, "round", "2", NULL, &said));
	await(&here, seen);
	assert_true(store_version(one) > version);
	store_destroy(other);
	store_destroy(one);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		TEST(first_result_of_a_table_counts),
		TEST(same_submission_counts_once),
		TEST(correction_stands_and_nothing_is_lost),
		TEST(withdrawal_opens_the_table),
		TEST(casual_games_have_any_number_of_results),
		TEST(what_counts_is_one_a_table),
		TEST(senseless_entries_are_refused),
		TEST(text_comes_back_as_it_was),
		TEST(restart_finds_everything),
		TEST(changes_are_seen_here_and_on_the_other_kiosk),
	};

	if (!place_init(argc, argv))
		return EXIT_FAILURE;
	return cmocka_run_group_tests(tests, NULL, NULL) + test_store_races() + test_store_event() +
		test_store_schema() + test_store_restore();
}
