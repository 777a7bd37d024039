/* SPDX-License-Identifier: MIT
 * The tables of all games. The list of games is in the top meson.build. */
#include "games.h"
#include "kiosk/games/kiosk_game.h"

#define GAME(name) extern const struct kiosk_game kiosk_game_##name;
GAMES
#undef GAME

const struct kiosk_game *const kiosk_game_registry[] = {
#define GAME(name) &kiosk_game_##name,
	GAMES
#undef GAME
		NULL,
};
