/* SPDX-License-Identifier: MIT
 * The piece of a code on the screen: the picture that was printed, its printed
 * area alone, and the places in it that can be tapped. The same code gives the
 * same bytes. Any thread may ask. */
#ifndef SEEDPRESS_SHEETS_H
#define SEEDPRESS_SHEETS_H

#include <glib.h>
#include <jansson.h>

#include "layouts/game.h"

struct leaf;

/* Finished pictures are kept, up to a bound. The leaf stays the caller's. */
struct sheets *sheets_create(struct leaf *leaf);
void sheets_destroy(struct sheets *sheets); /* NULL is fine */

/* What is printed around the code: the event's name and address or NULL, and its key or NULL. */
struct sheet_print {
	const char *event, *url;
	const struct code_key *key;
};

/* The piece of a code that game_of_code() took, as SVG, and in *packed (may be NULL) the same
 * packed; both to be unreferenced. NULL after setting *problem (to be freed). */
GBytes *sheets_svg(struct sheets *sheets, const struct code *code,
	const struct sheet_print *print, GBytes **packed, char **problem);

/* What of the printed page is shown: the area with a rim of white, the ticket of the code alone, or
 * the card. */
struct rect sheet_area(const struct game *game, const void *layout, const struct code *code);

/* {"piece", "name", "svg", "w", "h", "places"} as API.md has it. */
json_t *sheet_json(const struct game *game, const void *layout, const struct code *code,
	const struct code_key *key);

#endif
