/* SPDX-License-Identifier: MIT
 * The template of a game: a layout that is one number. Copy it to start a new
 * game; it is compiled and tested with the others but is not in the registry. */
#pragma once

#include "layouts/game.h"

extern const struct game game_null;

/* Options of a code: here the house rule printed on the paper, which does not change the layout. */
enum null_printed { NULL_PRINTED_WORTH_2 = 1, NULL_OPTIONS = 2 };

struct null_layout {
	uint8_t number; /* 1 to 6 */
};
