/* SPDX-License-Identifier: MIT
 * One connection to the database under the store: the same SQL on SQLite and on PostgreSQL. Parameters are $1, $2, ...
 * and never part of the text. A connection is used by one thread at a time.
 *
 * Failures are sticky: inside a transaction, nothing is run after the first one, so that code can run its statements
 * without looking at each; db_commit() fails then. Outside of a transaction each call begins afresh. `problem` says
 * what failed first. A connection works again automatically when the cause is gone. */
#ifndef SEEDPRESS_KIOSK_STORE_DB_H
#define SEEDPRESS_KIOSK_STORE_DB_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "layouts/problems.h"

/* A parameter of a statement: a text, or a number if that is NULL. */
struct db_value {
	const char *text;
	int64_t number;
};

#define DB_NUMBER(value) ((struct db_value){.number = (value)})
#define DB_TEXT(value)   ((struct db_value){.text = (value)})

/* Parameters of a statement, and columns of an answer, at most. */
#define DB_VALUES 16

/* The parameters of a statement: DB_WITH(DB_NUMBER(id), DB_TEXT(name)), or DB_NOTHING. */
struct db_values {
	const struct db_value *value;
	size_t count;
};
#define DB_WITH(...) \
	((struct db_values){(const struct db_value[]){__VA_ARGS__}, \
		sizeof((struct db_value[]){__VA_ARGS__}) / sizeof(struct db_value)})
#define DB_NOTHING ((struct db_values){NULL, 0})

struct db;

/* Takes a row of an answer: its columns as texts, which live until it returns; NULL reads as "". */
typedef void db_take(void *data, const char *const *row);

/* The number that a column of a row is, 0 if it is not one. */
int64_t db_number(const char *column);

/* Takes the first `n` columns of the last row, with `data` a struct db_numbers; and the first column, with `data` a
 * char ** that is NULL or to be freed before and after. */
struct db_numbers {
	int64_t *numbers;
	int n;
};
db_take db_take_numbers, db_take_string;

/* `where` is a file, which is made if there is none, and which is opened for reading only if it may not be written or
 * the disk is full; or postgresql://... With `like` it is one more connection to exactly what that one is connected
 * to, to read with: its timeouts are shorter, and one to a server is made when it is used first. NULL after setting
 * *problem. */
struct db *db_create(const char *where, const struct db *like, struct problem *problem);
void db_destroy(struct db *db); /* NULL is fine */

/* Runs a statement, which is kept prepared: `sql` must live as long as the program. Rows go to `take` with `data`.
 * False after a failure, now or before in this transaction. */
bool db_read(struct db *db, const char *sql, struct db_values values, db_take *take, void *data);

/* The same without an answer. */
bool db_run(struct db *db, const char *sql, struct db_values values);

/* The first `n` columns of the last row; left alone if there is none. */
bool db_numbers(struct db *db, const char *sql, struct db_values values, int64_t *numbers, int n);

/* The first column of the last row, to be freed; NULL if there is none, and after a failure. */
char *db_string(struct db *db, const char *sql, struct db_values values);

/* Statements without parameters or answers, for the schema. */
bool db_script(struct db *db, const char *sql);

/* A transaction, which ends with a commit that succeeds or a rollback. One that writes waits for those that others have
 * begun, and is alone once it has changed a row of `state`; one that reads sees one moment. A commit that succeeds is
 * on disk. Rolling back leaves `problem` as it is. */
bool db_begin(struct db *db, bool writes);
bool db_commit(struct db *db);
void db_rollback(struct db *db);

bool db_has_failed(const struct db *db);

/* Whether what is written still goes where others will look for it: a file that was removed or replaced takes
 * everything and keeps nothing. */
bool db_is_there(struct db *db);

/* Sets the problem unless there is one already, SAY() and its arguments. Answers false. */
#define db_fail(db, ...) db_fail_list((db), MESSAGE_LIST(__VA_ARGS__))
bool db_fail_list(struct db *db, const struct argument *arguments);

/* The same with "the database is damaged: ...", where the arguments say how; of any problem, which it replaces. */
#define db_damage(db, ...) db_damage_list((db), MESSAGE_LIST(__VA_ARGS__))
bool db_damage_list(struct db *db, const struct argument *arguments);
#define damage_set(problem, ...) damage_set_list((problem), MESSAGE_LIST(__VA_ARGS__))
void damage_set_list(struct problem *problem, const struct argument *arguments);

/* The end of what everybody is told if the operator is told more. */
#define DB_DOCTOR "; on the kiosk `seedpress-kiosk doctor` says more"

/* Problems for which only the operator sees what the database or the system said, {detail}, and about which {file}. */
#define DB_SAY(id, what)    SAY_PRIVATE(id, what ": {detail}", what DB_DOCTOR)
#define DB_SAY_OF(id, what) SAY_PRIVATE(id, what ": {file}: {detail}", what DB_DOCTOR)

/* Those of both kinds of databases. */
#define DB_SAY_LOCKED    DB_SAY("database-locked", "the database is locked by another program")
#define DB_SAY_FULL      DB_SAY("disk-full", "the disk is full")
#define DB_SAY_READ_ONLY DB_SAY("database-read-only", "the database may not be written")

/* Copies of whole SQLite files: into one that is new; and from one into memory (a connection of its own, to be
 * destroyed), whose contents are not checked yet. NULL after setting *problem. */
bool db_sqlite_save(struct db *db, const char *file);
struct db *db_sqlite_load(const char *file, struct problem *problem);

/* Whether a file is what is left when a database in use is copied without its log: nothing is in it. Not for one that
 * this process has open. */
bool db_sqlite_is_shell(const char *file);

/* One in memory with nothing in it. */
struct db *db_sqlite_blank(struct problem *problem);

/* When a wait of `limit` microseconds, from `since` on, is over: sooner after the program was told to end. */
int64_t db_until(const struct db *db, int64_t since, int64_t limit);

/* What a kind of database does; each is a file. */
struct db_engine {
	struct db *(*create)(const char *where, const struct db *like, struct problem *problem);
	void (*destroy)(struct db *db);
	bool (*run)(struct db *db, const char *sql, struct db_values values, db_take *take, void *data); /* or NULL */
	bool (*script)(struct db *db, const char *sql);
	bool (*begin)(struct db *db, bool writes);
	bool (*commit)(struct db *db);
	void (*rollback)(struct db *db);

	bool (*is_there)(struct db *db); /* or NULL: it always is */

	/* Whether there is a schema, before anything is asked of it; and the statements that prepare for one. */
	bool (*is_set_up)(struct db *db, bool *is);
	const char *set_up;

	/* Waits for a commit by another program, or for `wake` to be readable, or for a second or so. Afterwards it is
	 * time to look at the version. */
	bool (*wait)(struct db *db, int wake);

	/* Statements that bring up to date what a server knows of its tables, and have it plan statements again: a plan
	 * made for empty tables takes minutes when they are full. NULL: it plans without. */
	const char *analyse;

	/* For when nothing goes on: moves what is in the log of a file to the file, so that the file is whole without
	 * it. False if that has to be tried again. NULL: there is no log. */
	bool (*settle_log)(struct db *db);

	char *(*describe)(struct db *db); /* "SQLite 3.40.1"; to be freed */
};

struct db {
	const struct db_engine *engine;
	const int64_t *shutdown; /* atomic: when the program was told to end, 0: it was not; NULL: never */
	bool inside;             /* a transaction */
	bool again; /* another one was faster, or the connection broke: the transaction should be tried again */
	struct problem problem; /* of the last failure; STATUS_OK: there was none */
	struct problem closed;  /* why nothing can be written, for every attempt; STATUS_OK: it can */
	unsigned settled;       /* commits that were cut off and asked after */
};

extern const struct db_engine db_sqlite, db_postgres;

#endif
