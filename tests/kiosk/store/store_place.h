/* SPDX-License-Identifier: MIT
 * Databases for tests of the store: a new, empty one a test, an SQLite file in a
 * temporary folder or the PostgreSQL that tests/kiosk/store/with-postgres started. */
#pragma once

#include "kiosk/store/store.h"
#include "tests/tools.h"

#define TEST(name)   cmocka_unit_test_setup_teardown(name, place_make, place_remove)
#define PLACE_TABLES 10 /* of the event that place_pieces() makes */

/* Takes "postgres" on the command line; false after a sentence when there is none. */
bool place_init(int argc, char **argv);
bool place_is_remote(void);

/* cmocka's setup and teardown: an empty place. */
int place_make(void **state);
int place_remove(void **state);

/* Removes a folder with the files in it; returns how many those were. */
unsigned place_remove_folder(const char *path);

/* Where the database of this test is, and a file in the test's folder (static, the last of four
 * counts). */
const char *place_where(void);
const char *place_file(const char *name);

/* Opens it, or fails the test with the problem. */
struct store *place_open(void);

/* Whether a message says what `what` lists: ids, and arguments as name=value, of it or of messages in it, with blanks
 * between. NULL: anything. */
bool says(const struct message *message, const char *what);
void assert_says(const struct problem *problem, const char *what);

/* The operator's sentence, for a test that fails; static. */
const char *sentence_of(const struct problem *problem);

/* Fails to open, with a problem that says() `what`. */
void assert_not_opened(const char *where, const char *what);

/* A result of a table of the event; strings are static. */
struct entry sample_entry(const char *submission, const char *play);

/* Adds and expects a status; the problem must be there unless that is STORE_OK. */
void assert_add(struct store *store, const struct entry *entry, enum store_status status);

/* Entries of a play. */
unsigned count_entries(struct store *store, const char *play);

/* Ten tables of round 1, two pieces each: plays "P1" to "P10". */
GPtrArray *place_pieces(void);

/* Restores a backup into a store that is open. */
bool place_restore(struct store *store, const char *file, bool force, struct problem *problem);

/* A little of everything. */
void place_fill(struct store *store);

/* Where calls whose answer is checked put their problem. */
extern struct problem said;

/* Checks an answer: fine; or as wanted, with a problem that says() `what`. */
void assert_stored(enum store_status status);
void assert_refused(enum store_status status, enum store_status wanted, const char *what);

/* Adds the result "f" with a number behind it; sets `said`. */
enum store_status add_numbered(struct store *store, unsigned number);

/* Adds those from `from` on until one is in trouble, with a problem that says() `what`: its number. */
unsigned add_until_trouble(struct store *store, unsigned from, const char *what);

/* The groups of tests; each returns how many failed. */
int test_store_races(void);
int test_store_event(void);
int test_store_schema(void);
int test_store_restore(void);
int test_server_faults(void);
