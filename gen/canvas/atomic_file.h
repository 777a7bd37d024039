/* SPDX-License-Identifier: MIT
 * Files that are whole or not there: written next to their name and renamed at
 * the end. What Seedpress did not make is not replaced unless that is asked
 * for, and what is not a file (a device, a pipe, a link) never is. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "layouts/problems.h"

/* A file that is not finished. */
struct atomic_file {
	FILE *file;   /* to be written to */
	char *hidden; /* what it is called, for those who write it themselves */
	char *name;   /* what it will be called */
	int slot;     /* its place among those that a signal removes, if there was one */
};

/* Starts a file; NULL after setting *problem. "-" is the standard output, which gets
 * the whole of it at the end. With `force` a file is replaced, no matter who made it. */
struct atomic_file *atomic_file_open(const char *name, bool force, struct problem *problem);

/* Whether a name can be written to; false after setting *problem. */
bool atomic_file_check(const char *name, bool force, struct problem *problem);

/* Sets *problem to "file-unwritable": the file, and the reason, NULL for what errno says. Answers false. */
bool atomic_file_unwritable(const char *name, const char *reason, struct problem *problem);

/* Makes the file whole: everything on disk, then renamed. False, after setting *problem and with
 * nothing left behind, when that fails. Either call frees it. */
bool atomic_file_commit(struct atomic_file *atomic, struct problem *problem);
void atomic_file_abandon(struct atomic_file *atomic); /* NULL is fine */

/* For programs: from now on SIGINT, SIGTERM and SIGHUP, unless they are handled or ignored, remove
 * the unfinished files before they end the program. */
void atomic_file_watch_signals(void);
