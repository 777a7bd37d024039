/* SPDX-License-Identifier: MIT
 * What the two files of SQLite under the store share. */
#ifndef SEEDPRESS_KIOSK_STORE_DB_SQLITE_H
#define SEEDPRESS_KIOSK_STORE_DB_SQLITE_H

#include <sqlite3.h>
#include <sys/types.h>

#include "kiosk/store/db.h"

#define SQLITE_BUSY_MS    5000 /* another program's transaction may take so long */
#define SQLITE_STATEMENTS 64

struct place {
	dev_t device;
	ino_t inode;
};

struct sqlite {
	struct db db;
	sqlite3 *link;
	char *file; /* NULL: in memory */
	struct place main, log;
	int64_t seen; /* data_version */
	unsigned kept;
	struct {
		const char *sql;
		sqlite3_stmt *statement;
	} statement[SQLITE_STATEMENTS];
};

struct db *sqlite_open(const char *where, const struct db *like, char **problem);

/* Sets *problem, made like printf does, unless it is set. */
void sqlite_explain(char **problem, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* What went wrong as a sentence that says what a person can do something about. */
enum db_status sqlite_trouble(const struct sqlite *sqlite, int code, char **problem);

/* Where a file lies; false when there is none. */
bool sqlite_place(const char *file, struct place *place);

#endif
