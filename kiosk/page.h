/* SPDX-License-Identifier: MIT
 * The one page and its parts, out of the program itself. Loaded once: with their
 * types, tags and a compressed copy each. Read-only afterwards. */
#ifndef SEEDPRESS_PAGE_H
#define SEEDPRESS_PAGE_H

struct pages;

struct pages *pages_load(void);
void pages_free(struct pages *pages); /* NULL is fine */

#endif
