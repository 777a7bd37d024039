/* SPDX-License-Identifier: MIT
 * All rule books, from the list of games. In a file of its own for the reason given in
 * layouts/registry.c. */
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
