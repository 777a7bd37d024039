/* SPDX-License-Identifier: MIT
 * The games that the kiosk knows. The list itself is the word list in the top meson.build. */
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
