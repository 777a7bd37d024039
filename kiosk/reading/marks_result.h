/* SPDX-License-Identifier: MIT
 * Results, as `score` reads them, from filled-in forms. */
#pragma once

#include <jansson.h>

#include "kiosk/eye/eye.h"

/* The result from the forms of one game: form[i] is that of piece i, or NULL if it was not seen; at least one was. NULL
 * if they do not tell enough: then the notes `missing` say why. A result conforms to the rules of the game. `key` may
 * be NULL. */
json_t *marks_result(
	const struct seen_form *const form[GAME_PIECES_MAX], const struct code_key *key, GPtrArray *missing);
