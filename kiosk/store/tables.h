/* SPDX-License-Identifier: MIT
 * The tables as rows of values, and the seal of a row: a hash of its contents, stored in the row, by which a change on
 * the disk is noticed. The seals of entries are a chain: each covers the one before it, and `state` has the last, so
 * that a missing entry is noticed, too. */
#pragma once

#include "kiosk/store/db.h"

/* In this order every row can be written after those that it refers to. */
enum table_of {
	TABLE_ENTRY,
	TABLE_SETTING,
	TABLE_PIECE,
	TABLE_PERSON,
	TABLE_SEAT,
	TABLE_CHANGE,
	TABLE_ATTENDANCE,
	TABLES
};

/* A column: a text of fewer than `text` bytes, or a number. */
struct table_column {
	const char *name;
	size_t text; /* 0: a number from `least` to `most` */
	int64_t least, most;
};

#define TABLE_COLUMNS 14 /* most columns of a table */

struct table {
	const char *name;  /* also of a row in messages: "person" */
	const char *read;  /* SQL that reads all columns and the seal, in order */
	const char *write; /* SQL that inserts a row, and replaces an existing setting or person */
	const char *mark;  /* SQL that sets the seal, the last parameter, of the row with a key */
	const char *empty; /* SQL that deletes all rows */
	unsigned columns;  /* without the seal, which is the last */
	unsigned keys;     /* number of columns, the first ones, that are the key */
	struct table_column column[TABLE_COLUMNS];
};
extern const struct table tables[TABLES];

/* The columns of an entry without the seal, for SQL. */
#define TABLE_ENTRY_COLUMNS \
	"id, at, kind, submission, play, game, round_no, table_no, event, before, who, why, result, score"

#define TABLE_SEAL 33 /* bytes: 128 bits in hexadecimal */

/* Computes the seal of a row. `before` is the seal of the entry before it, "" in other tables. */
void table_seal(enum table_of of, const char *before, const struct db_value *values, char seal[TABLE_SEAL]);

/* The values of a row that was read, all as texts of that row; a database converts them back to numbers when they are
 * written. Returns its seal. */
const char *table_row(enum table_of of, const char *const *row, struct db_value *values);

/* The name of the first column with an impossible value, or NULL. The seal does not prevent these: anyone who makes a
 * file can compute seals. */
const char *table_row_flaw(enum table_of of, const char *const *row);

/* Writes a row with its seal. */
void table_write(struct db *db, enum table_of of, const struct db_value *values);

/* Appends an entry to the chain; sets the first of `values` to its new id and returns that. */
int64_t table_append_entry(struct db *db, struct db_value *values);

/* Seals all rows of the tables that existed when seals were added to the schema. */
void table_seal_all(struct db *db);

/* SQL that reads the rows of entries after an id; the parameters are the id and the number of rows. */
extern const char *const table_entries_after;

/* Entries that are read at once, to bound memory. */
#define TABLE_STEP 64
