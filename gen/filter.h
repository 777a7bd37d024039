/* SPDX-License-Identifier: MIT
 * Which layouts are worth printing. Where nobody asked for a certain seed the
 * press draws seeds until one passes, and prints that seed; reading it back
 * never needs to know. */
#ifndef SEEDPRESS_FILTER_H
#define SEEDPRESS_FILTER_H

#include "layouts/game.h"

/* The version of a game's filter, for manifests; 0 when every layout will do. Raised when another
 * seed would be chosen. */
unsigned filter_version(const struct game *game);

/* Whether the layout of a code is worth printing. */
bool filter_passes(const struct game *game, const struct code *code);

#endif
