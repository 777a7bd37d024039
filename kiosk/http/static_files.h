/* SPDX-License-Identifier: MIT
 * The one page and its parts, out of the program itself. Loaded once: with their
 * types, tags and a compressed copy each. Read-only afterwards. */
#ifndef SEEDPRESS_KIOSK_HTTP_STATIC_FILES_H
#define SEEDPRESS_KIOSK_HTTP_STATIC_FILES_H

struct static_files;

struct static_files *static_files_load(void);
void static_files_free(struct static_files *pages); /* NULL is fine */

#endif
