/* SPDX-License-Identifier: MIT
 * Files out of the program itself. Loaded once: with their types, tags and a
 * compressed copy each. Read-only afterwards. */
#ifndef SEEDPRESS_KIOSK_HTTP_STATIC_FILES_H
#define SEEDPRESS_KIOSK_HTTP_STATIC_FILES_H

#include <gio/gio.h>

#include "kiosk/http/server.h"

struct static_files;

/* Everything below a folder of a resource; `root` ends in /. */
struct static_files *static_files_create(GResource *resource, const char *root);
void static_files_destroy(struct static_files *files); /* NULL is fine */

/* Whether there is a file of this name below the root; `files` may be NULL. */
bool static_files_has(const struct static_files *files, const char *name);

/* Answers with a file by its name below the root, 404 where there is none; `files` may be NULL.
 * One whose name has 16 digits of a hash before its ending may be kept forever. */
void static_files_reply(
	const struct static_files *files, const char *name, const struct request *request, struct reply *reply);

#endif
