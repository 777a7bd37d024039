/* SPDX-License-Identifier: MIT
 * The printed games. The list itself is the word list in the top meson.build. */
#include "games.h"
#include "gen/press/printed_game.h"

#define GAME(name) extern const struct printed_game printed_##name;
GAMES
#undef GAME

const struct printed_game *const printed_game_registry[] = {
#define GAME(name) &printed_##name,
	GAMES
#undef GAME
		NULL,
};
