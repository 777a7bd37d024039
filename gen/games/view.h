/* SPDX-License-Identifier: MIT
 * What a layout looks like to a program (JSON) and to a person at a terminal
 * (text): one const table a game. The JSON of a code never changes: scripts
 * and golden files rely on its members and on their order. */
#ifndef SEEDPRESS_GEN_GAMES_VIEW_H
#define SEEDPRESS_GEN_GAMES_VIEW_H

#include <glib.h>
#include <jansson.h>

#include "layouts/game.h"

struct view {
	const struct game *game;

	/* Adds the game's own members to `object`; false when memory runs out. */
	bool (*json)(const void *layout, const struct code *code, json_t *object);

	/* Adds a picture of the code's piece and what belongs to it, 80 columns wide. */
	void (*text)(const void *layout, const struct code *code, GString *out);
};

/* The layout of a code as JSON, for the caller to json_decref(); NULL when memory runs out.
 * `key` may be NULL when the code is not keyed. */
json_t *view_json(const struct game *game, const void *layout, const struct code *code,
	const struct code_key *key);

/* The same for a person, added to `out`. */
void view_text(const struct game *game, const void *layout, const struct code *code,
	const struct code_key *key, GString *out);

#endif
