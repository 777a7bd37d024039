/* SPDX-License-Identifier: MIT
 * What would make a picture easier to read, in words for whoever holds the camera. */
#ifndef SEEDPRESS_KIOSK_READING_ADVICE_H
#define SEEDPRESS_KIOSK_READING_ADVICE_H

#include <jansson.h>

#include "kiosk/eye/eye.h"

/* Adds sentences to a list, what helps most first; none where nothing is wrong. */
void advice_add(const struct sight_quality *quality, GPtrArray *sentences);

/* The figures, and the sentences as `advice`. */
json_t *advice_json(const struct sight_quality *quality);

#endif
