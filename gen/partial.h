/* SPDX-License-Identifier: MIT
 * Files that are whole or not there: written beside their name and renamed at
 * the end. When the program is interrupted the unfinished ones are removed. */
#ifndef SEEDPRESS_PARTIAL_H
#define SEEDPRESS_PARTIAL_H

#include <stdbool.h>
#include <stdio.h>

struct partial;

/* Starts a file; NULL with errno set. */
struct partial *partial_open(const char *name);
FILE *partial_file(struct partial *partial);

/* What the unfinished file is called, for those who write it themselves. */
const char *partial_name(const struct partial *partial);

/* Makes the file whole: everything on disk, then renamed. False, with errno set and nothing left
 * behind, when that fails. Either call ends the partial. */
bool partial_commit(struct partial *partial);
void partial_abandon(struct partial *partial); /* NULL is fine */

#endif
