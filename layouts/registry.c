/* SPDX-License-Identifier: MIT
 * All games and their older versions, from the lists in the top meson.build. Nothing
 * else is in this file, so that a test can be linked with a list of its own. */
#include "layouts/game.h"

#include "games.h"

#define GAME(name) extern const struct game game_##name;
GAMES
OLD_LAYOUTS
#undef GAME

const struct game *const game_registry[] = {
#define GAME(name) &game_##name,
	GAMES OLD_LAYOUTS
#undef GAME
		NULL,
};
