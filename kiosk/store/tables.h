/* SPDX-License-Identifier: MIT
 * The tables as rows of values, and the seal of a row: a short hash of all that
 * is in it, stored next to it, so that a digit that changed on the disk is found and
 * its row named. Seals of entries are a chain: each covers the one before it, and
 * `state` has the last, so that none can go missing either. */
#ifndef SEEDPRESS_KIOSK_STORE_TABLES_H
#define SEEDPRESS_KIOSK_STORE_TABLES_H

#include "kiosk/store/db.h"

/* In an order in which rows find what they refer to. */
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

/* What a column may hold: a text of fewer than `text` bytes, or a number. */
struct table_column {
	const char *name;
	size_t text; /* 0: a number from `least` to `most` */
	int64_t least, most;
};

#define TABLE_COLUMNS 14

struct table {
	const char *name;  /* of a row, for people: "person" */
	const char *read;  /* all columns and the seal, in the order of rows */
	const char *write; /* the same; a setting that is there is replaced */
	const char *mark;  /* sets the seal, the last parameter, of the row of a key */
	const char *empty;
	unsigned columns; /* without the seal, which is the last */
	unsigned keys;    /* columns, the first ones, that are a row's key */
	struct table_column column[TABLE_COLUMNS];
};
extern const struct table tables[TABLES];

/* The columns of an entry, without the seal, as SQL has them. */
#define TABLE_ENTRY_COLUMNS \
	"id, at, kind, submission, play, game, round_no, table_no, event, before, who, why, result, score"

#define TABLE_SEAL 33 /* bytes: 128 bits in hexadecimal */

/* The seal of a row: of an entry after that of the one `before`, of others after "". */
void table_seal(enum table_of of, const char *before, const struct db_value *values, char seal[TABLE_SEAL]);

/* The values of a row that is read, all as texts; numbers written as texts become numbers again.
 * They live as long as the row. Returns its seal. */
const char *table_row(enum table_of of, const char *const *row, struct db_value *values);

/* The first column of a row that cannot be as it is, or NULL: who made a file may have sealed
 * anything. */
const char *table_row_flaw(enum table_of of, const char *const *row);

/* Writes a row with its seal. */
void table_write(struct db *db, enum table_of of, const struct db_value *values);

/* Appends an entry to the chain: its id, which becomes the first of `values`, is the next one. */
int64_t table_append_entry(struct db *db, struct db_value *values);

/* A step of the schema: seals all rows that are there, of the tables of that time. */
void table_seal_all(struct db *db);

/* Rows of entries after an id, some at a time: parameters are the id and how many. */
extern const char *const table_entries_after;

#endif
