/* SPDX-License-Identifier: MIT
 * The rule books that there are, one a game: see layouts/registry.c. */
#include "scoring/rules.h"

#include "games.h"

#define GAME(name) extern const struct rules rules_##name;
GAMES
#undef GAME

const struct rules *const rules_registry[] = {
#define GAME(name) &rules_##name,
	GAMES
#undef GAME
	NULL,
};
