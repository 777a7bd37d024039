/* SPDX-License-Identifier: MIT
 * Automatic backups: every few minutes if something changed, after each round, and at the end, into one or several
 * folders, some of which may be missing for a while. The last dozen is kept, and one per hour for two days. */
#pragma once

#include "kiosk/store/store.h"

#define BACKUPS_EVERY 300 /* default seconds between backups */

/* The state of a folder for backups. */
struct backup_folder {
	char *folder;           /* lives as long as the backups */
	int64_t last;           /* time of its newest backup in milliseconds since 1970; 0: none */
	struct problem problem; /* why the last attempt failed; STATUS_OK if it did not */
};

struct backups;

/* Called with a problem of backups, once while it stays the same. */
typedef void backups_tell(const struct problem *problem);

/* Starts a thread that backs up the store opened at `where`. `folders` ends with NULL, and they have to exist; without
 * any there is one next to the database, which is created. A change of the setting `round` makes a backup at once. Only
 * copies that can be restored become backups: `tell` (may be NULL) is called for damage and for folders that cannot be
 * written, beginning at the start. */
struct backups *backups_create(struct store *store, const char *where, const char *const *folders, const char *round,
	unsigned every, backups_tell *tell);

/* Makes a last backup if something changed, and ends; NULL is fine. */
void backups_destroy(struct backups *backups);

/* The folders, struct backup_folder, to be unreffed; empty if `backups` is NULL. */
GArray *backups_folders(struct backups *backups);

/* The name of the default folder, for database_path_beside(). */
#define BACKUPS_FOLDER "backups"

/* The time of the newest backup of that database in a folder, in milliseconds since 1970; 0: there is none. */
int64_t backups_newest(const char *folder, const char *where);

/* The newest backup of that database in a folder that can be restored, to be freed; NULL if there is none. *flaw is the
 * problem of the newest one that cannot be restored, STATUS_OK if there is none. */
char *backups_sound(const char *folder, const char *where, struct problem *flaw);

/* Backs up a file that is about to be migrated, into the default folder. The database of a server is left to its
 * administrator. */
struct db;
bool backups_before_migration(struct db *db, const char *where, struct problem *problem);
