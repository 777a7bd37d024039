/* SPDX-License-Identifier: MIT
 * What the files about SQLite share. */
#ifndef SEEDPRESS_KIOSK_STORE_SQLITE_PARTS_H
#define SEEDPRESS_KIOSK_STORE_SQLITE_PARTS_H

#include <sqlite3.h>
#include <sys/stat.h>

#include "kiosk/store/db.h"

#define SQLITE_STATEMENTS 128

/* Which file it is, whatever its name. */
struct sqlite_identity {
	dev_t device;
	ino_t inode;
};

struct sqlite {
	struct db db;
	sqlite3 *link;
	char *file; /* NULL: in memory */
	struct sqlite_identity main, log;
	int64_t seen;  /* data_version */
	int64_t waits; /* since when it waits for a lock */
	unsigned kept;
	struct {
		const char *sql;
		sqlite3_stmt *statement;
	} statement[SQLITE_STATEMENTS];
};

/* A connection to a file, or to a new database in memory (NULL); flags of sqlite3_open_v2(). NULL
 * after setting *problem. */
struct sqlite *sqlite_link_up(const char *file, int flags, struct problem *problem);

/* What went wrong, as a problem that a person can do something about. */
enum db_status sqlite_trouble(const struct sqlite *sqlite, int code, struct problem *problem);

#endif
