/* SPDX-License-Identifier: MIT
 * Advice for the person who holds the camera: how to take a picture that is easier to read. */
#pragma once

#include "kiosk/eye/eye.h"
#include "kiosk/eye/notes.h"

/* Whether corner marks of a form are in the picture, but not the form: its QR could not be read, and no code was given.
 */
bool advice_form_is_lost(const struct sight *sight);

/* The notes, the most helpful first; empty if nothing is wrong. To be freed with g_ptr_array_free(). */
GPtrArray *advice_of(const struct sight *sight);
