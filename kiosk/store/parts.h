/* SPDX-License-Identifier: MIT
 * What the parts of the store share. One connection writes, for everybody who waits; a few read. */
#ifndef SEEDPRESS_KIOSK_STORE_PARTS_H
#define SEEDPRESS_KIOSK_STORE_PARTS_H

#include "kiosk/store/db.h"
#include "kiosk/store/store.h"
#include "kiosk/store/tables.h"

#define STORE_TEXT    (256 * 1024)       /* bytes of a result, a score */
#define STORE_VALUE   (16 * 1024 * 1024) /* bytes of a setting, a manifest's head */
#define STORE_NAME    256                /* bytes of a name, a code, a game */
#define STORE_PIECES  2000000
#define STORE_PEOPLE  100000
#define STORE_READERS 4 /* connections to read with */

struct store {
	char *where;

	/* Those who want to write, in order; one of them works for all. */
	GMutex queue_lock;
	GCond queue_done;
	GQueue queue;
	bool working;
	struct db *writer; /* of the one that works */

	/* A place for each connection to read with: the connection, or the store itself if it is still to be made. */
	GAsyncQueue *readers;

	int64_t version;  /* atomic */
	int64_t shutdown; /* atomic: when the program was told to end; 0: it was not */

	/* Why the store cannot be written, or not even reached, as far as is known: see store_note(). */
	GMutex trouble_lock;
	enum store_fault fault; /* of the problem; atomic */
	struct problem trouble; /* locked */

	bool imported; /* atomic: much was written at once; the watcher has it analysed */

	int wake;  /* an eventfd for the watcher */
	bool stop; /* atomic */
	GThread *watcher;
	int64_t analysed; /* the version at which tables were; of the watcher */
	void (*changed)(void *data);
	void *changed_data;
};

/* Something to be written. */
struct store_write {
	/* Inside a transaction. Refuses by store_write_refuse(), and must have changed nothing then, or `alone` be set.
	 * May be called again after a failure of the database. */
	void (*work)(struct db *db, struct store_write *write);
	const void *what;
	size_t count;                    /* of `what`, if that is an array */
	const struct store_basis *basis; /* or NULL */
	const char *who, *why;
	unsigned round;
	bool flag;     /* what is to be set */
	bool alone;    /* a transaction of its own */
	bool large;    /* changes much of a table at once; alone */
	bool restores; /* is written even if damage was seen */
	bool soon;     /* waits a second at most for others who write */
	bool probes;   /* is there to find out whether it can be: also if it was locked; alone */
	struct entry **stored;

	enum store_status status;
	struct problem problem;
	bool done;
};

/* Answers when it is on disk. */
enum store_status store_write(struct store *store, struct store_write *write, struct problem *problem);

/* Refuses a write: sets its status and its problem, SAY() with its arguments. Answers false. */
#define store_write_refuse(write, status, ...) store_write_refuse_list((write), (status), MESSAGE_LIST(__VA_ARGS__))
bool store_write_refuse_list(struct store_write *write, enum store_status status, const struct argument *arguments);

/* Notes why the store cannot be written, as somebody just found out; a problem of STATUS_OK: it can be. What is noted
 * last counts, but damage stays until a backup is restored, and so does a file that was opened for reading only. While
 * there is trouble the watcher tries to write. */
void store_note(struct store *store, const struct problem *problem);

/* Checks all rows as of one moment, and with `scored` the file and every score, too. `problem` of the connection says
 * why that was not possible. */
void verify_all(struct db *db, bool scored, struct store_findings *findings);

/* The same, and notes the first damage. */
void verify_and_note(struct store *store, struct db *db, bool scored, struct store_findings *findings);

/* Whether an SQLite file has the tables and indexes of a version of the schema and nothing else. */
bool verify_objects(struct db *db, unsigned version, struct store_findings *findings);

/* The entry that a row of TABLE_ENTRY_COLUMNS is; its texts are the row's. */
struct entry store_entry_of(const char *const *row);

/* Whether an entry that is to be stored, or was, makes sense; false after setting *problem. */
bool store_entry_is_sound(const struct entry *entry, struct problem *problem);

/* One statement that reads. STORE_TROUBLE after setting *problem. */
enum store_status store_read(struct store *store, const char *sql, struct db_values values, db_take *take, void *data,
	struct problem *problem);

/* All rows of a statement as a list of what g_free() frees; NULL after a failure. */
enum store_status store_list(struct store *store, const char *sql, struct db_values values, db_take *take,
	GPtrArray **list, struct problem *problem);

/* A connection to read with, given back afterwards; NULL after setting *problem, which is cleared otherwise. */
struct db *store_borrow(struct store *store, struct problem *problem);
void store_give_back(struct store *store, struct db *db);

/* Sets the problem that a newer program works on the same database. */
void schema_set_raised(struct problem *problem);

/* Takes over a version that was seen. True when it was news. */
bool store_saw(struct store *store, int64_t version);

/* UTF-8 of fewer than `size` bytes. */
bool store_text_fits(const char *text, size_t size);

/* Who changes something, and why, are texts like those of an entry; either may be NULL. False after setting
 * *problem. */
bool store_is_signed(const char *who, const char *why, struct problem *problem);

/* Refuses a write whose basis is not what there is any more: false then, and after a failure. */
bool store_check_basis(struct db *db, struct store_write *write);

/* NULL unsets. */
void store_setting_write(struct db *db, const char *name, const char *value);

/* Appends to what the organiser changed, SAY() and its arguments; `why` may be NULL. How many there are is a setting,
 * so that none can go missing; a database of before has it from the next change on. */
#define STORE_CHANGES                       "changes"
#define store_change_add(db, who, why, ...) store_change_add_list((db), (who), (why), MESSAGE_LIST(__VA_ARGS__))
void store_change_add_list(struct db *db, const char *who, const char *why, const struct argument *what);

/* A copy of a record, in one block with copies of its texts, so that g_free() frees all: `texts` are the offsets of
 * `count` members that are const char *. */
void *store_copy(const void *record, size_t size, const size_t *texts, size_t count);

/* The schema, made or brought up to date to `version` (`schema_now` but in tests). False after a failure, also when it
 * is newer. */
extern const unsigned schema_now;
bool schema_migrate(struct db *db, unsigned version);

/* The version of the schema that a database has, 0: none; -1 after a failure. */
int64_t schema_version(struct db *db);

/* The contents of one database into another, inside transactions of both. A failure of either is one of `to`. */
void schema_copy(struct db *from, struct db *to);
void schema_empty(struct db *db);

/* A copy of what a connection sees into a new file that appears when it is whole and, if `check` is given, that finds
 * nothing wrong with it. */
typedef bool backup_check(void *data, const char *copy, struct problem *problem);
bool backup_make(struct db *db, const char *file, backup_check *check, void *data, struct problem *problem);

/* The thread that sees changes. */
bool watch_init(struct store *store, struct problem *problem);
void watch_finish(struct store *store);
void watch_wake(struct store *store);

#endif
