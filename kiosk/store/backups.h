/* SPDX-License-Identifier: MIT
 * Automatic backups: every few minutes when something changed, after each
 * round, and at the end, into one folder or several, of which some may be missing
 * for a while. The last dozen is kept, then one an hour for two days. */
#ifndef SEEDPRESS_KIOSK_STORE_BACKUPS_H
#define SEEDPRESS_KIOSK_STORE_BACKUPS_H

#include "kiosk/store/store.h"

#define BACKUPS_EVERY 300 /* seconds */

/* One of the folders, as it was last seen. */
struct backup_folder {
	const char *folder;     /* as long as the backups are made */
	int64_t last;           /* when its newest backup was made, milliseconds since 1970; 0: there is none */
	struct problem problem; /* why the last attempt failed; STATUS_OK: it did not */
};

struct backups;

/* Says on the terminal, perhaps, what hinders backups: once while it stays the same. */
typedef void backups_tell(const struct problem *problem);

/* Starts a thread. `where` is the store's; `folders` (NULL ends) have to exist, and where there are
 * none there is one named "backups" next to the database, which is made. `round` is the setting after
 * whose change there is a backup at once. Only what can be restored is put among the backups: `tell`
 * (may be NULL) hears of damage, and of folders that cannot be written, from the start on. */
struct backups *backups_create(struct store *store, const char *where, const char *const *folders, const char *round,
	unsigned every, backups_tell *tell);

/* A last one where something changed, and the end; NULL is fine. */
void backups_destroy(struct backups *backups);

/* The folders now, struct backup_folder; none without backups (NULL). To be unreffed. */
GArray *backups_folders(struct backups *backups);

/* The usual folder, for database_path_beside(). */
#define BACKUPS_FOLDER "backups"

/* When the newest backup of that database was made that is in a folder, 0: never. */
int64_t backups_newest(const char *folder, const char *where);

/* The newest backup of that database in a folder that can be restored, to be freed; NULL where there is
 * none. *flaw is what is wrong with the first one that cannot be; STATUS_OK: nothing. */
char *backups_sound(const char *folder, const char *where, struct problem *flaw);

/* Copies a file that is about to be brought up to date into the folder next to it. A server's database is in the hands
 * of its administrator. */
struct db;
bool backups_before_migration(struct db *db, const char *where, struct problem *problem);

#endif
