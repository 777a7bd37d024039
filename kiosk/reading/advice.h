/* SPDX-License-Identifier: MIT
 * Advice for the person who holds the camera: how to take a picture that is easier to read. */
#ifndef SEEDPRESS_KIOSK_READING_ADVICE_H
#define SEEDPRESS_KIOSK_READING_ADVICE_H

#include "kiosk/eye/eye.h"
#include "kiosk/eye/notes.h"

/* The notes, the most helpful first; empty if nothing is wrong. To be freed with g_ptr_array_free(). */
GPtrArray *advice_of(const struct sight_quality *quality);

#endif
