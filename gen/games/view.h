/* SPDX-License-Identifier: MIT
 * What a layout looks like to a program (JSON) and to a person at a terminal
 * (text). The JSON of a code never changes: scripts and golden files rely on
 * its members and on their order. */
#pragma once

#include <glib.h>
#include <jansson.h>

#include "layouts/game.h"

/* The layout of a code as JSON, for the caller to json_decref().
 * `key` may be NULL when the code is not keyed. */
json_t *view_json(const struct game *game, const void *layout, const struct code *code, const struct code_key *key);

/* The same for a person, added to `out`. */
void view_text(
	const struct game *game, const void *layout, const struct code *code, const struct code_key *key, GString *out);
