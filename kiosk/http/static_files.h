/* SPDX-License-Identifier: MIT
 * Static files from a resource of the program. Loaded once, with their types, tags and a gzipped copy each; read-only
 * afterwards. */
#pragma once

#include <gio/gio.h>

#include "kiosk/http/server.h"

struct static_files;

/* Loads everything below a folder of a resource; `root` ends in /. */
struct static_files *static_files_create(GResource *resource, const char *root);
void static_files_destroy(struct static_files *files); /* NULL is fine */

/* Whether there is a file of this name below the root; `files` may be NULL. */
bool static_files_has(const struct static_files *files, const char *name);

/* Answers with the file of this name below the root, or 404; `files` may be NULL. Browsers may cache a file forever
 * whose name has 16 digits of a hash before its extension. */
bool static_files_reply(
	const struct static_files *files, const char *name, const struct request *request, struct reply *reply);
