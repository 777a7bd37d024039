/* SPDX-License-Identifier: MIT
 * The default path of the database, and the files that a command creates for it. */
#pragma once

#include "kiosk/store/store.h"

/* $STATE_DIRECTORY/kiosk.db under systemd, else $XDG_DATA_HOME/seedpress/kiosk.db, else
 * ~/.local/share/seedpress/kiosk.db. To be freed. */
char *database_path_name(void);

/* The same after creating the folder, for its owner alone; NULL after setting *problem. */
char *database_path_usual(struct problem *problem);

/* The path of a file of that name next to the database, or next to the default one if the database is on a server. To
 * be freed. */
char *database_path_beside(const char *database, const char *name);

/* Files and folders that a command creates, and removes again if it fails: a kiosk that could not start, or a backup
 * that could not be restored, leaves nothing new behind. `files` are names (char *, outermost first) in an array that
 * frees them and starts empty. */

/* Notes a file and the folders on its path if they do not exist. To be called before they are created. */
void new_files_note(GPtrArray *files, const char *name);

/* The same for a database file, NULL for the default one, and the files that SQLite puts next to it. A database on a
 * server has none. */
void new_files_note_database(GPtrArray *files, const char *where);

/* Removes those that exist now, but nothing if another program has begun to use the database. */
void new_files_remove(GPtrArray *files);
