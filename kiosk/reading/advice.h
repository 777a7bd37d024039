/* SPDX-License-Identifier: MIT
 * What would make a picture easier to read, for the person who holds the camera. */
#ifndef SEEDPRESS_KIOSK_READING_ADVICE_H
#define SEEDPRESS_KIOSK_READING_ADVICE_H

#include "kiosk/eye/eye.h"
#include "kiosk/eye/notes.h"

/* The notes, what helps most first; none where nothing is wrong. To be freed. */
GPtrArray *advice_of(const struct sight_quality *quality);

#endif
