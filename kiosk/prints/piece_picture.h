/* SPDX-License-Identifier: MIT
 * The piece of a code on the screen: its picture as it was printed, without the margins of the paper, and the places in
 * it that can be tapped. The same code gives the same bytes. Any thread may call. */
#pragma once

#include <glib.h>
#include <jansson.h>

#include "layouts/game.h"

struct memory_document;

/* A cache of pictures. `documents` stay the caller's. */
struct piece_pictures *piece_pictures_create(struct memory_document *documents);
void piece_pictures_destroy(struct piece_pictures *pictures); /* NULL is fine */

/* What is printed besides the code: the name and URL of the event, or NULL. The key is that of the event, or NULL. */
struct piece_picture {
	const char *event, *url;
	const struct code_key *key;
	bool unmarked; /* without the code itself */
};

/* The piece of a code that game_of_code() accepts, as SVG, gzipped; to be unreferenced. *drawn tells that it was not in
 * the cache. NULL with a problem. */
GBytes *piece_pictures_svg(struct piece_pictures *pictures, const struct code *code, const struct piece_picture *print,
	bool *drawn, struct problem *problem);

/* {"piece", "name", "svg", "w", "h", "places"} as API.md has it; `text` names the piece in addresses. */
json_t *piece_picture_places(const struct game *game, const void *layout, const struct code *code, const char *text);

/* ["#f27a6a", ...]: the printed colour of each piece's player; empty if they have none. */
json_t *piece_picture_colours(const struct game *game, const struct code *code);
