/* SPDX-License-Identifier: MIT
 * A small evening on a disk that fails at its first call, at its second, and so on
 * until it does not fail at all. What was answered is there afterwards, nothing is
 * there by half, a caller without an answer got a sentence, and where only one call
 * failed the same goes well the next time without a restart.
 *     test-store_each_fault [STRIDE]     every call without */
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/kiosk/store/faulty_disk.h"
#include "tests/kiosk/store/store_place.h"

#define CALLS_MAX 20000 /* of an evening: more is a loop */

static unsigned stride = 1;

/* Which call of which evening fails, for the message of a failure. */
static const char *const kinds[] = {"never", "once", "from then on", "full"};
static enum disk_fault kind;
static unsigned failing;
static const char *failed; /* "sync", or NULL: nothing did */

#define COMPLAIN(format, ...) \
	fail_msg("call %u (%s) fails %s: " format, failing, failed == NULL ? "-" : failed, kinds[kind], __VA_ARGS__)

static enum store_status
take_manifest(struct store *store)
{
	GPtrArray *pieces = place_pieces();
	enum store_status status = store_import(store, "{}", NULL, pieces, "organiser", &said);

	g_ptr_array_unref(pieces);
	return status;
}

static unsigned
count_list(enum store_status status, GPtrArray *list)
{
	unsigned count;

	assert_stored(status);
	count = list->len;
	g_ptr_array_unref(list);
	return count;
}

static bool
has_manifest(struct store *store)
{
	GPtrArray *pieces;
	enum store_status status = store_pieces(store, &pieces, &said);
	unsigned count = count_list(status, pieces);
	char *head;

	assert_stored(store_setting(store, STORE_MANIFEST, &head, &said));
	if (count != (head == NULL ? 0 : 2 * PLACE_TABLES))
		COMPLAIN("%u pieces", count);
	g_free(head);
	return count > 0;
}

static enum store_status
enter_people(struct store *store)
{
	static const char *const names[] = {"Ana", "Bo", "Cy"};
	GPtrArray *people = g_ptr_array_new_with_free_func(g_free);
	enum store_status status;

	for (unsigned i = 0; i < LENGTH(names); i++)
		g_ptr_array_add(people, person_copy(&(struct person){.name = names[i], .club = ""}));
	status = store_people_set(store, people, NULL, "organiser", &said);
	g_ptr_array_unref(people);
	return status;
}

static bool
has_people(struct store *store)
{
	GPtrArray *people;
	enum store_status status = store_people(store, &people, &said);
	unsigned count = count_list(status, people);

	if (count != 0 && count != 3)
		COMPLAIN("%u people", count);
	return count > 0;
}

/* Nobody is there to be seated where people could not be entered. */
static enum store_status
seat_people(struct store *store)
{
	const struct seat seats[] = {{1, 1, 0, 1}, {1, 1, 1, 2}};
	GArray *seated = g_array_new(FALSE, FALSE, sizeof(struct seat));
	enum store_status status;

	g_array_append_vals(seated, seats, LENGTH(seats));
	status = store_seats_set(store, 1, seated, NULL, "organiser", "", &said);
	g_array_unref(seated);
	return status;
}

static bool
has_seats(struct store *store)
{
	GArray *seats;
	unsigned count;

	assert_stored(store_seats(store, 1, &seats, &said));
	count = seats->len;
	g_array_unref(seats);
	if (count != 0 && count != 2)
		COMPLAIN("%u seats", count);
	return count > 0;
}

static enum store_status
enter(struct store *store, const char *submission, const char *play, enum entry_kind what)
{
	struct entry entry = sample_entry(submission, play);
	char nothing[] = "", why[] = "misread";

	entry.kind = what;
	if (what != ENTRY_RESULT)
		entry.why = why;
	if (what == ENTRY_WITHDRAWN)
		entry.result = entry.score = nothing;
	return store_add(store, &entry, NULL, NULL, &said);
}

/* Once, and whole. */
static bool
has(struct store *store, const char *submission, const char *play, enum entry_kind what)
{
	struct entry sample = sample_entry(submission, play);
	GPtrArray *entries;
	unsigned found = 0;

	assert_stored(store_history(store, play, 100, &entries, &said));
	for (unsigned i = 0; i < entries->len; i++) {
		const struct entry *entry = entries->pdata[i];

		if (strcmp(entry->submission, submission) != 0)
			continue;
		found++;
		if (entry->kind != what || strcmp(entry->result, what == ENTRY_WITHDRAWN ? "" : sample.result) != 0)
			COMPLAIN("%s is another one", submission);
	}
	g_ptr_array_unref(entries);
	if (found > 1)
		COMPLAIN("%s is there %u times", submission, found);
	return found == 1;
}

#define ENTRY(name, submission, play, what) \
	static enum store_status enter_##name(struct store *store) \
	{ \
		return enter(store, submission, play, what); \
	} \
	static bool has_##name(struct store *store) \
	{ \
		return has(store, submission, play, what); \
	}
ENTRY(first, "first", "P1", ENTRY_RESULT)
ENTRY(second, "second", "P2", ENTRY_RESULT)
ENTRY(correction, "correction", "P1", ENTRY_CORRECTION)
ENTRY(withdrawal, "withdrawal", "P2", ENTRY_WITHDRAWN)
ENTRY(late, "late", "P3", ENTRY_RESULT)

static enum store_status
answer(bool fine)
{
	return fine ? STORE_OK : STORE_TROUBLE;
}

static enum store_status
back_up(struct store *store)
{
	return answer(store_backup(store, place_file("copy"), false, &said));
}

/* A file of that name is a whole copy, and nothing else lies about. */
static bool
has_copy(struct store *store)
{
	char *folder = g_path_get_dirname(place_file("copy"));
	GDir *dir = g_dir_open(folder, 0, NULL);
	const char *name;
	bool there = false;

	(void)store;
	while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
		there |= strcmp(name, "copy") == 0;
		if (g_str_has_prefix(name, "copy."))
			COMPLAIN("%s lies about", name);
	}
	g_dir_close(dir);
	g_free(folder);
	return there;
}

static enum store_status
restore(struct store *store)
{
	return answer(place_restore(store, place_file("copy"), true, &said));
}

static bool
has_restored(struct store *store)
{
	GPtrArray *changes;
	bool found = false;

	assert_stored(store_changes(store, 100, &changes, &said));
	for (unsigned i = 0; i < changes->len; i++)
		found |= strcmp(((const struct change *)changes->pdata[i])->what, "restored a backup") == 0;
	g_ptr_array_unref(changes);
	return found;
}

/* The evening. What stands on something else cannot be without it. */
enum { MANIFEST, PEOPLE, SEATS, FIRST, SECOND, CORRECTION, WITHDRAWAL, COPY, LATE, RESTORED, STEPS };
static const struct step {
	const char *name;
	enum store_status (*act)(struct store *store);
	bool (*there)(struct store *store);
	int after;
} steps[STEPS] = {
	[MANIFEST] = {"the manifest", take_manifest, has_manifest, MANIFEST},
	[PEOPLE] = {"people", enter_people, has_people, PEOPLE},
	[SEATS] = {"seats", seat_people, has_seats, PEOPLE},
	[FIRST] = {"a result", enter_first, has_first, FIRST},
	[SECOND] = {"a second result", enter_second, has_second, SECOND},
	[CORRECTION] = {"a correction", enter_correction, has_correction, FIRST},
	[WITHDRAWAL] = {"a withdrawal", enter_withdrawal, has_withdrawal, SECOND},
	[COPY] = {"a backup", back_up, has_copy, COPY},
	[LATE] = {"a late result", enter_late, has_late, LATE},
	[RESTORED] = {"the restored backup", restore, has_restored, COPY},
};

/* Something a person can read, and not a word of a library. */
static void
take_sentence(const char *what)
{
	const char *sentence = sentence_of(&said);

	if (strlen(sentence) < 20 || strchr(sentence, ' ') == NULL || strstr(sentence, "(null)") != NULL ||
		strstr(sentence, "SQLITE") != NULL)
		COMPLAIN("%s: no sentence: %s", what, sentence);
	problem_clear(&said);
}

/* Whether it was answered that it is stored; where one call fails, the second time it must be. */
static bool
act(struct store *store, const struct step *step)
{
	for (int tries = 0; tries < 2; tries++) {
		enum store_status status = step->act(store);

		if (status == STORE_OK || status == STORE_TWICE) {
			problem_clear(&said);
			return true;
		}
		if (tries == 1 && kind == DISK_ONCE)
			COMPLAIN("%s fails again: %s", step->name, sentence_of(&said));
		take_sentence(step->name);
		if (kind != DISK_ONCE)
			break;
	}
	return false;
}

static struct store *
open_store(void)
{
	struct store *store = store_create(place_where(), &said);

	if (store == NULL) {
		take_sentence("opening");
		if (kind == DISK_ONCE)
			store = place_open();
	}
	return store;
}

static void
look_at_everything(struct store *store, const bool done[STEPS])
{
	struct store_findings findings = {0};
	bool restored = has_restored(store);

	assert_stored(store_verify(store, &findings, &said));
	if (findings.damaged > 0)
		COMPLAIN("%s", sentence_of(findings.damage->pdata[0]));
	store_findings_clear(&findings);
	for (int i = 0; i < STEPS; i++) {
		bool there = steps[i].there(store);

		if (i == LATE && restored) {
			if (there)
				COMPLAIN("%s is in the backup", steps[i].name);
		} else if (done[i] && !there) {
			COMPLAIN("%s is lost", steps[i].name);
		}
	}
}

static void
look_at_copy(void)
{
	struct store *store = store_create(place_file("copy"), &said);

	if (store == NULL)
		COMPLAIN("the backup: %s", sentence_of(&said));
	if (!has_manifest(store) || !has_people(store) || !has_seats(store) || !has_correction(store) ||
		!has_withdrawal(store) || has_late(store))
		COMPLAIN("%s", "the backup is another evening's");
	store_destroy(store);
}

/* One evening whose n-th call fails; false if it had fewer calls. */
static bool
spend_evening(unsigned n)
{
	bool done[STEPS] = {false};
	struct store *store;

	failing = n;
	failed = NULL;
	assert_int_equal(place_make(NULL), 0);
	faulty_disk_arm(kind, n);
	store = open_store();
	for (int i = 0; i < STEPS && store != NULL; i++)
		if (steps[i].after == i || done[steps[i].after])
			done[i] = act(store, &steps[i]);
	store_destroy(store);
	failed = faulty_disk_failed();
	faulty_disk_arm(DISK_NEVER, 0);

	store = place_open();
	look_at_everything(store, done);
	store_destroy(store);
	if (done[COPY] && done[SEATS] && done[CORRECTION] && done[WITHDRAWAL] && done[MANIFEST])
		look_at_copy();
	assert_int_equal(place_remove(NULL), 0);
	return failed != NULL;
}

static void
spend_evenings(enum disk_fault fault)
{
	unsigned n = 1;

	kind = fault;
	while (spend_evening(n) && n < CALLS_MAX)
		n += stride;
	print_message("%u calls fail %s\n", (n - 1) / stride, kinds[kind]);
	assert_in_range(n, 100, CALLS_MAX - 1);
}

static void
one_call_fails(void **state)
{
	(void)state;
	spend_evenings(DISK_ONCE);
}

static void
disk_goes_away(void **state)
{
	(void)state;
	spend_evenings(DISK_GONE);
}

static void
disk_is_full(void **state)
{
	(void)state;
	spend_evenings(DISK_FULL);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_call_fails),
		cmocka_unit_test(disk_goes_away),
		cmocka_unit_test(disk_is_full),
	};

	if (argc > 1)
		stride = (unsigned)strtoul(argv[1], NULL, 10);
	if (stride == 0 || !faulty_disk_use()) {
		fprintf(stderr, "usage: test-store_each_fault [STRIDE]\n");
		return EXIT_FAILURE;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
