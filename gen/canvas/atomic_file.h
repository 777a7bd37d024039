/* SPDX-License-Identifier: MIT
 * Files that are whole or not there: written beside their name and renamed at
 * the end. */
#ifndef SEEDPRESS_GEN_CANVAS_ATOMIC_FILE_H
#define SEEDPRESS_GEN_CANVAS_ATOMIC_FILE_H

#include <stdbool.h>
#include <stdio.h>

struct atomic_file;

/* Starts a file; NULL with errno set. A device, a pipe or a link is never replaced: EEXIST. */
struct atomic_file *atomic_file_open(const char *name);
FILE *atomic_file_file(struct atomic_file *atomic);

/* What the unfinished file is called, for those who write it themselves. */
const char *atomic_file_name(const struct atomic_file *atomic);

/* Makes the file whole: everything on disk, then renamed. False, with errno set and nothing left
 * behind, when that fails. Either call frees it. */
bool atomic_file_commit(struct atomic_file *atomic);
void atomic_file_abandon(struct atomic_file *atomic); /* NULL is fine */

/* For programs: from now on SIGINT, SIGTERM and SIGHUP, unless they are handled or ignored, remove
 * the unfinished files before they end the program. */
void atomic_file_watch_signals(void);

#endif
