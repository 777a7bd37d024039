/* SPDX-License-Identifier: MIT
 * The rule books that there are, from the list of games. Alone in its
 * file for the reason that layouts/registry.c gives. */
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
