/* SPDX-License-Identifier: MIT
 * Which layouts are worth printing. Where nobody asked for a certain seed the
 * press draws seeds until one passes, and prints that seed; reading it back
 * never needs to know. */
#ifndef SEEDPRESS_GEN_GAMES_FILTER_H
#define SEEDPRESS_GEN_GAMES_FILTER_H

#include "layouts/game.h"
#include "scoring/rules.h"

/* What was asked for beyond what every print is. All zero: nothing. */
struct filter_wish {
	bool fair;                  /* clips: the value of going first is ... */
	uint8_t most;               /* ... at most this */
	uint8_t house[HOUSE_RULES]; /* the house rules that will be played */
};

#define FAIR_MAX 20 /* points; a wish for more would change nothing */

/* The version of a game's filter, for manifests; 0 when every layout will do. Raised when another
 * seed would be chosen. */
unsigned filter_version(const struct game *game);

/* Whether the layout of a code is worth printing. Any thread may ask. */
bool filter_passes(const struct game *game, const struct code *code);

/* The same for one that is also what was wished for; only some games can be wished fair. */
bool filter_knows_fair(const struct game *game);
bool filter_grants(const struct game *game, const struct code *code, const struct filter_wish *wish);

#endif
