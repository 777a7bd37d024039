/* SPDX-License-Identifier: MIT
 * One connection to the database under the store: the same SQL on SQLite and on
 * PostgreSQL. Parameters are $1, $2, ... and never part of the text. Whatever
 * fails says so in a sentence for people, and works again by itself when the
 * cause is gone. A connection is used by one thread at a time. */
#ifndef SEEDPRESS_KIOSK_STORE_DB_H
#define SEEDPRESS_KIOSK_STORE_DB_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "layouts/problems.h"

enum db_status {
	DB_OK,
	DB_AGAIN,   /* another one was faster, or the connection broke: run the transaction again */
	DB_TROUBLE, /* it stays like this until somebody does something */
	DB_AWAY,    /* the server cannot be reached or does not answer: everybody who asks would wait */
	DB_LOCKED,  /* another program has locked it: the same for those who write */
	DB_FULL,    /* the disk is full */
	DB_CLOSED,  /* it may not be written */
};

/* Unless a function answers DB_OK it sets *problem; where that is set already it is left alone. */

/* Sets *problem unless it is set already: what failed first is what people are told. SAY() and its arguments. */
#define db_explain(problem, ...) ((problem)->status == STATUS_OK ? (void)problem_set((problem), __VA_ARGS__) : (void)0)

/* The end of what everybody is told where the operator is told more. */
#define DB_DOCTOR "; on the kiosk `seedpress-kiosk doctor` says more"

/* The ids of problems that somebody acts upon; store_fault() tells them apart. */
#define DB_SAYS_DAMAGED "database-damaged"
#define DB_SAYS_FULL    "disk-full"

/* The database is damaged: `what` says where, to the operator. */
void db_damaged(struct problem *problem, const struct message *what);

enum db_kind { DB_NULL, DB_NUMBER, DB_TEXT };

struct db_value {
	enum db_kind kind;
	int64_t number;
	const char *text;
};

#define DB_OF_NUMBER(value) ((struct db_value){.kind = DB_NUMBER, .number = (value)})
#define DB_OF_TEXT(value)   ((struct db_value){.kind = DB_TEXT, .text = (value)})

#define DB_VALUES 16 /* parameters of a statement */

struct db;

/* A row of an answer while it is taken. Columns count from 0; NULL reads as 0 and as "". */
struct db_row {
	const struct db *db;
	void *answer;
	int row;
};
int64_t db_number(const struct db_row *row, int column);
const char *db_text(const struct db_row *row, int column);

typedef void db_take(void *data, const struct db_row *row);

/* Take the first column into an int64_t; into a char *, which was NULL or is freed. */
void db_take_number(void *data, const struct db_row *row);
void db_take_text(void *data, const struct db_row *row);

/* `where` is a file, which is made where there is none, and which is opened for reading alone where
 * it may not be written or the disk is full; or postgresql://... With `like` it is one
 * more connection to exactly what that one is connected to, to read with: it is less patient, and one
 * to a server is made when it is used first. NULL after setting *problem. */
struct db *db_open(const char *where, const struct db *like, struct problem *problem);
void db_close(struct db *db); /* NULL is fine */

/* Runs a statement, which is kept prepared: `sql` must live as long as the program. Rows go to
 * `take` (may be NULL) with `data`. */
enum db_status db_run(struct db *db, const char *sql, const struct db_value *values, unsigned count, db_take *take,
	void *data, struct problem *problem);

/* Statements without parameters or answers, for the schema. */
enum db_status db_script(struct db *db, const char *sql, struct problem *problem);

/* A transaction. One that writes waits for those that others have begun, and is alone once it has
 * changed a row of `state`; one that reads sees one moment. A commit that says DB_OK is on disk.
 * After any failure: roll back. */
enum db_status db_begin(struct db *db, bool writes, struct problem *problem);
enum db_status db_commit(struct db *db, struct problem *problem);
void db_rollback(struct db *db);

/* What is written still goes where others will look for it: a file that was removed or replaced
 * takes everything and keeps nothing. */
bool db_there(struct db *db, struct problem *problem);

/* Whether there is a schema, before anything is asked of it; and room for one, inside a
 * transaction. */
enum db_status db_is_set_up(struct db *db, bool *is, struct problem *problem);
enum db_status db_set_up(struct db *db, struct problem *problem);

/* Waits for a commit by somebody else, or for `wake` to be readable, or for a second or so. After
 * DB_OK it is time to look at the version. */
enum db_status db_wait(struct db *db, int wake, struct problem *problem);

/* Brings up to date what a server knows of its tables, and has statements planned again by it: a plan made
 * for empty tables takes minutes when they are full. Not inside a transaction. Where it fails things are
 * slower, no more. */
void db_analyse(struct db *db);

/* For when nothing goes on: what is in the log of a file goes to the file, so that it is whole by
 * itself. False where that has to be tried again. */
bool db_settle_log(struct db *db);

/* "SQLite 3.40.1"; to be freed. */
char *db_describe(struct db *db);

/* Copies of whole SQLite files: into one that is new, and from one into the memory (a connection of
 * its own, to be closed), which nobody has looked at yet. */
bool db_sqlite_save(struct db *db, const char *file, struct problem *problem);
struct db *db_sqlite_load(const char *file, struct problem *problem);

/* Whether a file is what is left when a database in use is copied without its log: nothing is in
 * it. Not for one that this process has open. */
bool db_sqlite_is_shell(const char *file);

/* One in memory with nothing in it. */
struct db *db_sqlite_blank(struct problem *problem);

/* When a wait of so many microseconds, from `since` on, is over: sooner where there is a hurry. */
int64_t db_until(const struct db *db, int64_t since, int64_t limit);

/* What a kind of database does; each is a file. */
struct db_engine {
	struct db *(*open)(const char *where, const struct db *like, struct problem *problem);
	void (*close)(struct db *db);
	enum db_status (*run)(struct db *db, const char *sql, const struct db_value *values, unsigned count,
		db_take *take, void *data, struct problem *problem);
	enum db_status (*script)(struct db *db, const char *sql, struct problem *problem);
	enum db_status (*begin)(struct db *db, bool writes, struct problem *problem);
	enum db_status (*commit)(struct db *db, struct problem *problem);
	void (*rollback)(struct db *db);
	bool (*there)(struct db *db, struct problem *problem);
	enum db_status (*is_set_up)(struct db *db, bool *is, struct problem *problem);
	enum db_status (*set_up)(struct db *db, struct problem *problem);
	enum db_status (*wait)(struct db *db, int wake, struct problem *problem);
	void (*analyse)(struct db *db);    /* or NULL: it plans without */
	bool (*settle_log)(struct db *db); /* or NULL: there is none */
	char *(*describe)(struct db *db);
	int64_t (*number)(const struct db_row *row, int column);
	const char *(*text)(const struct db_row *row, int column);
};

struct db {
	const struct db_engine *engine;
	const int64_t *hurry;  /* atomic: when the program was told to end, 0: it was not; NULL: never */
	unsigned settled;      /* commits that were cut off and asked after */
	struct problem closed; /* why nothing can be written, for every attempt; STATUS_OK: it can */
};

extern const struct db_engine db_sqlite, db_postgres;

#endif
