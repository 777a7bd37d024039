/* SPDX-License-Identifier: MIT
 * What the parts of the store share. One connection writes, for
 * whoever waits; a few read. */
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
#define STORE_READERS 4

struct store {
	char *where;

	/* Those who want to write, in order; one of them works for all. */
	GMutex queue_lock;
	GCond queue_done;
	GQueue queue;
	bool working;
	struct db *writer;     /* of the one that works */
	struct problem damage; /* the first that was seen, STATUS_OK: none; locked */

	GMutex reader_lock;
	GCond reader_back;
	struct db *reader[STORE_READERS]; /* idle ones first */
	unsigned idle, opened;

	int64_t version; /* atomic */
	int64_t hurry;   /* atomic: when the program was told to end; 0: it was not */

	/* A server that does not answer is asked by the watcher alone: whoever else comes is told so at
	 * once. */
	bool away; /* atomic */
	GMutex away_lock;
	struct problem away_says; /* locked */
	struct problem stuck;     /* why the last attempt to write failed, STATUS_OK: it did not; locked */
	bool locked;              /* atomic: because somebody has locked it: until the watcher finds it free, all */
				  /* who want to write are told so at once */

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
	/* Inside a transaction. Sets status and problem of the write; anything but STORE_OK must
	 * have changed nothing, or `alone` be set. May be called again after a failure. */
	enum db_status (*work)(struct db *db, struct store_write *write);
	const void *what;
	const void *more;
	const struct store_basis *basis; /* or NULL */
	const char *who, *why;
	unsigned round;
	bool alone; /* a transaction of its own */
	bool large; /* changes much of a table at once; alone */
	bool mends; /* is written even where damage was seen */
	bool soon;  /* waits a second at most for others who write */
	bool tries; /* is there to find out whether it can be: also where it was locked; alone */
	struct entry **stored;

	enum store_status status;
	struct problem problem;
	bool done;
};

/* Answers when it is on disk. */
enum store_status store_write(struct store *store, struct store_write *write, struct problem *problem);

/* A problem was met: where it is damage, nothing is stored from now on. */
void store_note_damage(struct store *store, const struct problem *problem);
void store_mended(struct store *store);

/* Looks at all rows inside a transaction, and with `scored` at every score, too. False after setting
 * *problem where it cannot look. */
bool verify_all(struct db *db, bool scored, struct store_findings *findings, struct problem *problem);

/* Whether an SQLite file has the tables and indexes of a version of the schema and nothing else. */
bool verify_objects(struct db *db, unsigned version, struct store_findings *findings, struct problem *problem);

/* Whether an entry that is to be stored, or was, makes sense; false after setting *problem. */
bool store_entry_is_sound(const struct entry *entry, struct problem *problem);

/* One statement that reads. */
enum store_status store_read(struct store *store, const char *sql, const struct db_value *values, unsigned count,
	db_take *take, void *data, struct problem *problem);

/* The same for a caller who does something about a database that is locked. */
enum db_status store_ask(struct store *store, const char *sql, const struct db_value *values, unsigned count,
	db_take *take, void *data, struct problem *problem);

/* All rows of a statement as a list. */
enum store_status store_list(struct store *store, const char *sql, const struct db_value *values, unsigned count,
	db_take *take, GDestroyNotify destroy, GPtrArray **list, struct problem *problem);

/* A connection to read with, given back afterwards; NULL after setting *problem. */
struct db *store_borrow(struct store *store, struct problem *problem);
void store_give_back(struct store *store, struct db *db);

/* What a call of the database said is told here: nobody waits for a server that is away. */
void store_answered(struct store *store, enum db_status status, const struct problem *problem);

/* Why nothing can be written, as somebody just found out; DB_OK: it can be. While it cannot the watcher tries. */
void store_stuck(struct store *store, enum db_status status, const struct problem *problem);
bool store_is_stuck(struct store *store);

/* True after setting *problem: somebody has locked it, and those who write would all wait for that. */
bool store_is_locked(struct store *store, struct problem *problem);

/* A newer program works on the same database. */
void schema_set_raised(struct problem *problem);

/* Takes over a version that was seen. True when it was news. */
bool store_saw(struct store *store, int64_t version);

/* Refuses a write: sets its status and its problem, SAY() with its arguments. */
#define store_write_refuse(write, status, ...) \
	store_write_refuse_list((write), (status), (const struct argument[]){__VA_ARGS__, {.type = ARGUMENT_END}})
void store_write_refuse_list(struct store_write *write, enum store_status status, const struct argument *arguments);

/* UTF-8 of so many bytes at most, its end included. */
bool store_text_fits(const char *text, size_t size);

/* Who changes something, and why, are texts like those of an entry; either may be NULL. False after
 * setting *problem. */
bool store_is_signed(const char *who, const char *why, struct problem *problem);

/* Refuses a write whose basis is not what there is any more; the first thing that its work does. */
enum db_status store_check_basis(struct db *db, struct store_write *write);

enum db_status store_setting_write(struct db *db, const char *name, const char *value, struct problem *problem);

/* Appends to what the organiser changed; `why` may be NULL. How many there are is a setting, so that
 * none can go missing; a database of before has it from the next change on. */
#define STORE_CHANGES "changes"
enum db_status store_change_add(
	struct db *db, const char *who, const char *what, const char *why, struct problem *problem);

/* The schema, made or brought up to date to `version` (`schema_now` but in tests). False after
 * setting *problem, also when it is newer. */
extern const unsigned schema_now;
bool schema_migrate(struct db *db, unsigned version, struct problem *problem);

/* Whether the version of the schema may be one that this program knows; false after replacing *problem. */
bool schema_is_known(struct db *db, struct problem *problem);

/* The contents of one database into another, inside transactions of both. */
enum db_status schema_copy(struct db *from, struct db *to, struct problem *problem);
enum db_status schema_empty(struct db *db, struct problem *problem);

/* A copy of what a connection sees into a new file that appears when it is whole and, where `look`
 * is given, that finds nothing wrong with it. */
typedef bool backup_look(void *data, const char *copy, struct problem *problem);
bool backup_make(struct db *db, const char *file, backup_look *look, void *data, struct problem *problem);

/* The thread that sees changes. */
bool watch_start(struct store *store, struct problem *problem);
void watch_stop(struct store *store);
void watch_wake(struct store *store);

#endif
