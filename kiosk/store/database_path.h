/* SPDX-License-Identifier: MIT
 * Where the kiosk keeps its database, told or not; and what a command makes on its way there. */
#ifndef SEEDPRESS_KIOSK_STORE_DATABASE_PATH_H
#define SEEDPRESS_KIOSK_STORE_DATABASE_PATH_H

#include "kiosk/store/store.h"

/* $STATE_DIRECTORY/kiosk.db under systemd, else $XDG_DATA_HOME/seedpress/kiosk.db, else
 * ~/.local/share/seedpress/kiosk.db. To be freed. */
char *database_path_name(void);

/* The same after making the folder, for its owner alone; NULL after setting *problem. */
char *database_path_usual(struct problem *problem);

/* A file of that name next to the database; if the database is on a server, next to the usual
 * one. To be freed. */
char *database_path_beside(const char *database, const char *name);

/* What a command makes, and takes away again when it fails: a kiosk that could not start, or a backup that could not be
 * restored, leaves nothing that was not there before. */
struct new_files {
	GPtrArray *names; /* that were not there, outermost first */
};

void new_files_init(struct new_files *files);
void new_files_finish(struct new_files *files);

/* Notes the names that are not there yet: of a file, and of the folders that it would be in. Before
 * any of them is made. */
void new_files_note(struct new_files *files, const char *name);

/* The same for a database with what SQLite puts next to it; one on a server has no files. NULL is
 * the usual one. */
void new_files_note_database(struct new_files *files, const char *where);

/* Removes what is there now of the names; nothing when another program has begun to use the
 * database. */
void new_files_remove(const struct new_files *files);

#endif
