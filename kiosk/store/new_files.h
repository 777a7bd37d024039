/* SPDX-License-Identifier: MIT
 * What a command makes on its way, and takes away again when it fails: a
 * kiosk that could not start, or a backup that could not be restored, leaves
 * nothing that was not there before. */
#ifndef SEEDPRESS_KIOSK_STORE_NEW_FILES_H
#define SEEDPRESS_KIOSK_STORE_NEW_FILES_H

#include <glib.h>

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
