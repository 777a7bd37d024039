/* SPDX-License-Identifier: MIT
 * A connection to the database: the same SQL on SQLite and on PostgreSQL. Parameters are $1, $2, ... and never part of
 * the text. A connection is used by one thread at a time.
 *
 * Failures are sticky: inside a transaction nothing is run after the first one, and db_commit() fails, so that a series
 * of statements needs no checks. Outside of a transaction each call starts without a failure. `problem` is the first
 * failure. A connection recovers automatically when the cause is gone. */
#pragma once

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

/* Most parameters of a statement, and most columns of an answer. */
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

/* Gets a row of an answer: its columns as texts, "" for NULL. They are valid until it returns. */
typedef void db_take(void *data, const char *const *row);

/* A column of a row as a number, 0 if it is not one. */
int64_t db_number(const char *column);

/* Callbacks for the last row of an answer: db_take_numbers() stores its first `n` columns, with a struct db_numbers as
 * data. db_take_string() stores its first column, with a char ** as data; it frees what was there before. */
struct db_numbers {
	int64_t *numbers;
	int n;
};
db_take db_take_numbers, db_take_string;

/* Connects to a file, which is created if it does not exist and opened only for reading if it may not be written or the
 * disk is full; or to postgresql://... With `like` it is a second connection to the database of that one, for reading:
 * its timeouts are shorter, and a server is not connected to before its first use. NULL after setting *problem. */
struct db *db_create(const char *where, const struct db *like, struct problem *problem);
void db_destroy(struct db *db); /* NULL is fine */

/* Runs a statement, which stays prepared, and passes the rows of its answer to `take` with `data`. False after a
 * failure, now or earlier in this transaction. */
bool db_read(struct db *db, const char *sql, struct db_values values, db_take *take, void *data);

/* Runs a statement without an answer. */
bool db_run(struct db *db, const char *sql, struct db_values values);

/* The first `n` columns of the last row; left alone if there is none. */
bool db_numbers(struct db *db, const char *sql, struct db_values values, int64_t *numbers, int n);

/* The first column of the last row, to be freed; NULL if there is none, and after a failure. */
char *db_string(struct db *db, const char *sql, struct db_values values);

/* Statements without parameters or answers, for the schema. */
bool db_script(struct db *db, const char *sql);

/* A transaction, which ends with a successful commit or a rollback. A writing one waits for those of other programs,
 * and has the database for itself once it has changed a row of `state`; a reading one sees a snapshot. After a
 * successful commit the changes are on disk. A rollback does not clear `problem`. */
bool db_begin(struct db *db, bool writes);
bool db_commit(struct db *db);
void db_rollback(struct db *db);

bool db_has_failed(const struct db *db);

/* Whether the database is still where it was opened: what is written to a file that was removed or replaced would be
 * lost. */
bool db_is_there(struct db *db);

/* Sets the problem, SAY() and its arguments, unless there is one already. Returns false. */
#define db_fail(db, ...) db_fail_list((db), MESSAGE_LIST(__VA_ARGS__))
bool db_fail_list(struct db *db, const struct argument *arguments);

/* The same for "the database is damaged: ...", with a message that says how. damage_set() replaces any problem. */
#define db_damage(db, ...) db_damage_list((db), MESSAGE_LIST(__VA_ARGS__))
bool db_damage_list(struct db *db, const struct argument *arguments);
#define damage_set(problem, ...) damage_set_list((problem), MESSAGE_LIST(__VA_ARGS__))
void damage_set_list(struct problem *problem, const struct argument *arguments);

/* The end of public messages of which the operator sees a longer form. */
#define DB_DOCTOR "; on the kiosk `seedpress-kiosk doctor` says more"

/* Problems with private arguments: {detail}, what the database or the system reported, and {file}. */
#define DB_SAY(id, what)    SAY_PRIVATE(id, what ": {detail}", what DB_DOCTOR)
#define DB_SAY_OF(id, what) SAY_PRIVATE(id, what ": {file}: {detail}", what DB_DOCTOR)

/* Problems of both kinds of databases. */
#define DB_SAY_LOCKED    DB_SAY("database-locked", "the database is locked by another program")
#define DB_SAY_FULL      DB_SAY("disk-full", "the disk is full")
#define DB_SAY_READ_ONLY DB_SAY("database-read-only", "the database may not be written")

/* Copies a whole SQLite database into a new file; and loads one into memory, without checking its contents (a
 * connection of its own, to be destroyed; NULL after setting *problem). */
bool db_sqlite_save(struct db *db, const char *file);
struct db *db_sqlite_load(const char *file, struct problem *problem);

/* Whether a file is an empty copy, made of a database in use without its write-ahead log. Not to be used on a file that
 * this process has open. */
bool db_sqlite_is_shell(const char *file);

/* An empty database in memory. */
struct db *db_sqlite_blank(struct problem *problem);

/* The end of a wait of `limit` microseconds that began at `since`; earlier if the program is shutting down. */
int64_t db_until(const struct db *db, int64_t since, int64_t limit);

/* The functions of a kind of database: db_sqlite.c or db_postgres.c. */
struct db_engine {
	struct db *(*create)(const char *where, const struct db *like, struct problem *problem);
	void (*destroy)(struct db *db);
	bool (*run)(struct db *db, const char *sql, struct db_values values, db_take *take, void *data); /* or NULL */
	bool (*script)(struct db *db, const char *sql);
	bool (*begin)(struct db *db, bool writes);
	bool (*commit)(struct db *db);
	void (*rollback)(struct db *db);

	bool (*is_there)(struct db *db); /* NULL: always true */

	/* 1 if there is a schema, 0 if the database is empty, -1 after a failure; and the SQL that prepares for one. */
	int (*is_set_up)(struct db *db);
	const char *set_up;

	/* Statements that update the planner statistics of a server: a plan made for empty tables takes minutes when
	 * they are full. NULL: not needed. */
	const char *analyse;

	/* Checkpoints the write-ahead log when the database is idle, so that the file is complete without it. False if
	 * it has to be tried again. NULL: there is no log. */
	bool (*settle_log)(struct db *db);

	char *(*describe)(struct db *db); /* "SQLite 3.40.1"; to be freed */
};

struct db {
	const struct db_engine *engine;
	const int64_t *shutdown; /* atomic: when shutdown began, 0: it has not; or NULL */
	bool inside;             /* a transaction, also one that has failed */
	bool again;              /* after a conflict or a broken connection: the transaction should be tried again */
	struct problem problem;  /* the first failure; STATUS_OK: none */
	struct problem closed;   /* why the database is open for reading only; STATUS_OK if it is not */
	unsigned settled;        /* number of interrupted commits whose outcome was looked up, for tests */
};

extern const struct db_engine db_sqlite, db_postgres;
