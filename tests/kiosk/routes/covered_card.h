/* SPDX-License-Identifier: MIT
 * A played card of paperclips before the wider simulated camera, one clip over its QR. */
#pragma once

#include <stdbool.h>

#include "gen/press/codes.h"

struct shaper;

/* Writes a JPEG of the card of these codes, with six clips, and says its code. */
bool covered_card_shoot(const struct codes *codes, struct shaper *shaper, const char *file, char text[CODE_TEXT]);
