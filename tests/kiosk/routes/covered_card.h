/* SPDX-License-Identifier: MIT
 * A played card of paperclips before the wider simulated camera, one clip over its QR. */
#ifndef SEEDPRESS_TESTS_KIOSK_ROUTES_COVERED_CARD_H
#define SEEDPRESS_TESTS_KIOSK_ROUTES_COVERED_CARD_H

#include <stdbool.h>

#include "gen/press/codes.h"

struct shaper;

/* Writes a JPEG of the card of these codes, with six clips, and says its code. */
bool covered_card_shoot(const struct codes *codes, struct shaper *shaper, const char *file, char text[CODE_TEXT]);

#endif
