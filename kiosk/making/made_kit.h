/* SPDX-License-Identifier: MIT
 * A kit that was made: a folder for its owner alone, with what its manifest
 * lists. It stays as long as somebody holds it. Any thread may hold one. */
#ifndef SEEDPRESS_KIOSK_MAKING_MADE_KIT_H
#define SEEDPRESS_KIOSK_MAKING_MADE_KIT_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

struct made_file {
	char *name;
	unsigned pages; /* 0: no PDF */
	goffset bytes;
};

struct made_kit {
	int held;     /* atomic */
	int unwanted; /* atomic: its folder goes when nobody holds it any more */
	char *folder;
	char *name; /* of the event */
	char *commitment;
	char *definition; /* the text of its kit file */
	GPtrArray *files; /* struct made_file, in the order of printing; the manifest is last */
	goffset bytes;    /* of all of them */
};

/* The kit in a folder, held once; NULL where there is none that is whole. *manifest, unless NULL, is its
 * manifest.json, to be json_decref()ed. */
struct made_kit *made_kit_read(const char *folder, json_t **manifest);
struct made_kit *made_kit_hold(struct made_kit *kit); /* NULL is fine */
void made_kit_release(struct made_kit *kit);          /* NULL is fine */

/* The file of that name, or NULL; and where it is, to be freed. */
const struct made_file *made_kit_file(const struct made_kit *kit, const char *name);
char *made_kit_path(const struct made_kit *kit, const struct made_file *file);

#endif
