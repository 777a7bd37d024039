/* SPDX-License-Identifier: MIT
 * What a person is asked about forms, as few questions. */
#pragma once

#include <jansson.h>

#include "kiosk/eye/eye.h"

/* The questions about the forms of one game (form[i] is that of piece i, or NULL), the most open ones first:
 *     [{"kind":"row","marks":[{"piece":0,"id":"shirt.2"}, …]}, …]
 * "row": several bubbles of a row that allows one are marked or may be; "mark": one bubble that may be; "filled" and
 * "empty": the bubbles, of all forms, that look so. Every unsure mark is in one of them. */
json_t *questions_json(const struct seen_form *const form[GAME_PIECES_MAX]);
