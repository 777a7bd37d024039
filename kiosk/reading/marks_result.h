/* SPDX-License-Identifier: MIT
 * From marks to a result as `score` takes it. */
#ifndef SEEDPRESS_KIOSK_READING_MARKS_RESULT_H
#define SEEDPRESS_KIOSK_READING_MARKS_RESULT_H

#include <jansson.h>

#include "kiosk/eye/eye.h"

/* The result that the forms of one game give: form[i] is the one of piece i, or NULL where it was
 * not seen. NULL where they do not say enough; the notes `missing` then say why.
 * The result passed the rules; `key` may be NULL. */
json_t *marks_result(
	const struct seen_form *const form[GAME_PIECES_MAX], const struct code_key *key, GPtrArray *missing);

#endif
