/* SPDX-License-Identifier: MIT
 * What the files of the store share. One connection writes for all threads; a few others read. */
#pragma once

#include "kiosk/store/db.h"
#include "kiosk/store/store.h"
#include "kiosk/store/tables.h"

#define STORE_TEXT    (256 * 1024)       /* bytes of a result or a score */
#define STORE_VALUE   (16 * 1024 * 1024) /* bytes of a setting, such as a manifest's head */
#define STORE_NAME    256                /* bytes of a name, a code or a game */
#define STORE_PIECES  2000000            /* pieces of an event */
#define STORE_PEOPLE  100000             /* people of an event */
#define STORE_READERS 4                  /* connections for reading */

struct store {
	char *where;

	/* Waiting writes, in order. The thread of one of them does the work for all. */
	GMutex queue_lock;
	GCond queue_done;
	GQueue queue;
	bool working;
	struct db *writer; /* used by the thread that does the work */

	/* The connections for reading that are free; the store itself stands for one that is not connected yet. */
	GAsyncQueue *readers;

	int64_t version;  /* atomic */
	int64_t shutdown; /* atomic: when shutdown began, in monotonic time; 0: it has not */

	/* Why the database cannot be written or reached, as far as is known: see store_note(). */
	GMutex trouble_lock;
	enum store_fault fault; /* of the problem; atomic */
	struct problem trouble; /* locked */

	bool imported; /* atomic: much was written at once: the planner statistics have to be updated */

	GAsyncQueue *wakes; /* of the watcher: what is in it does not matter */
	bool stop;          /* atomic */
	GThread *watcher;
	int64_t analysed; /* the version of the planner statistics; used by the watcher */
	void (*changed)(void *data);
	void *changed_data;
};

/* A write. */
struct store_write {
	/* Runs inside a transaction, and is called again if that is repeated. Refuses with store_write_refuse(), before
	 * it has changed anything unless `alone` is set. */
	void (*work)(struct db *db, struct store_write *write);
	const void *what;
	size_t count;                    /* the length of `what`, if that is an array */
	const struct store_basis *basis; /* or NULL */
	const char *who, *why;
	unsigned round;
	bool flag;     /* the value to be set, or `force` of a restore */
	bool alone;    /* in a transaction of its own */
	bool large;    /* changes much of a table at once: update the planner statistics; needs `alone` */
	bool restores; /* allowed in spite of damage, which it repairs */
	bool soon;     /* waits at most a second for other writers */
	bool probes;   /* finds out whether writing works, so it is tried even if the database was locked; alone */
	struct entry **stored;

	enum store_status status;
	struct problem problem;
	bool done;
};

/* Returns when the write is on disk or has failed. Refuses it if a problem is set already, or if its `who` and `why`
 * are not valid as in an entry; either may be NULL. */
enum store_status store_write(struct store *store, struct store_write *write, struct problem *problem);

/* Refuses a write: sets its status and its problem, SAY() with its arguments. Returns false. */
#define store_write_refuse(write, status, ...) store_write_refuse_list((write), (status), MESSAGE_LIST(__VA_ARGS__))
bool store_write_refuse_list(struct store_write *write, enum store_status status, const struct argument *arguments);

/* Notes why the database cannot be written; a problem of STATUS_OK means that it can. The last note is valid, but
 * damage stays until a backup is restored, and so does a file that was opened for reading only. While there is a
 * problem the watcher tries to write. */
void store_note(struct store *store, const struct problem *problem);

/* Checks all rows in one snapshot, and with `scored` also the file and every score. If that was not possible, `problem`
 * of the connection is set. */
void verify_all(struct db *db, bool scored, struct store_findings *findings);

/* The same, and notes the first damage. */
void verify_and_note(struct store *store, struct db *db, bool scored, struct store_findings *findings);

/* Checks that an SQLite file has the tables and indexes of a version of the schema and nothing else. False after a
 * failure; differences are in `findings`. */
bool verify_objects(struct db *db, unsigned version, struct store_findings *findings);

/* A row of TABLE_ENTRY_COLUMNS as an entry, which borrows its texts. */
struct entry store_entry_of(const char *const *row);

/* Whether an entry is valid; false after setting *problem. */
bool store_entry_is_sound(const struct entry *entry, struct problem *problem);

/* Runs one statement that reads. STORE_TROUBLE after setting *problem. */
enum store_status store_read(struct store *store, const char *sql, struct db_values values, db_take *take, void *data,
	struct problem *problem);

/* All rows of a statement as a list whose elements g_free() frees; NULL after a failure. */
enum store_status store_list(struct store *store, const char *sql, struct db_values values, db_take *take,
	GPtrArray **list, struct problem *problem);

/* A connection for reading, to be given back; NULL after setting *problem, which is cleared otherwise. */
struct db *store_borrow(struct store *store, struct problem *problem);
void store_give_back(struct store *store, struct db *db);

/* Sets the problem that a newer version of this program has migrated the database. */
void schema_set_raised(struct problem *problem);

/* Notes a version that was read. True if it is newer than the known one. */
bool store_saw(struct store *store, int64_t version);

/* Whether a text is UTF-8 and shorter than `size` bytes. */
bool store_text_fits(const char *text, size_t size);

/* Refuses a write whose basis has changed. False if it has, and after a failure. */
bool store_check_basis(struct db *db, struct store_write *write);

/* NULL unsets. */
void store_setting_write(struct db *db, const char *name, const char *value);

/* Appends to the changes of the organiser, SAY() and its arguments; `why` may be NULL. The number of changes is also a
 * setting, so that a missing one is noticed; an older database gets it with the next change. */
#define STORE_CHANGES                       "changes"
#define store_change_add(db, who, why, ...) store_change_add_list((db), (who), (why), MESSAGE_LIST(__VA_ARGS__))
void store_change_add_list(struct db *db, const char *who, const char *why, const struct argument *what);

/* Copies a record and its texts into one block, which g_free() frees; then come the offsets of its members of type
 * const char *. */
#define store_copy(record, ...) \
	store_copy_list((record), sizeof *(record), (const size_t[]){__VA_ARGS__}, \
		sizeof((size_t[]){__VA_ARGS__}) / sizeof(size_t))
void *store_copy_list(const void *record, size_t size, const size_t *texts, size_t count);

/* Creates the schema or migrates it to `version`, which is `schema_now` except in tests. False after a failure; a newer
 * schema is one. */
extern const unsigned schema_now;
bool schema_migrate(struct db *db, unsigned version);

/* The version of the schema of a database; 0 if it has none, -1 after a failure. */
int64_t schema_version(struct db *db);

/* Copies the contents of a database into another one, inside transactions of both. A failure of either is set in `to`.
 */
void schema_copy(struct db *from, struct db *to);
void schema_empty(struct db *db);

/* Copies what a connection sees into a new file, which appears when it is complete. With `checked`, the store of the
 * connection, it appears only if it can be restored. */
bool backup_make(struct db *db, const char *file, struct store *checked, struct problem *problem);

/* The two steps of a restore: reads a backup into memory and checks all of it, NULL after setting *problem; and puts it
 * into a store, which has to be empty unless `force` is given. */
struct db *restore_read(const char *file, struct store_findings *findings, struct problem *problem);
bool restore_put(struct store *store, struct db *copy, bool force, struct problem *problem);

/* The thread that notices changes. */
void watch_init(struct store *store);
void watch_finish(struct store *store);
void watch_wake(struct store *store);
