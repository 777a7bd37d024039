/* SPDX-License-Identifier: MIT
 * The registry of what prints and knows the games. The list itself is the word list in the top
 * meson.build. */
#include "games.h"
#include "gen/press/press.h"
#include "gen/press/study.h"

#define GAME(name) extern const struct press press_##name; extern const struct study study_##name;
GAMES
#undef GAME

static const struct press *const presses[] = {
#define GAME(name) &press_##name,
	GAMES
#undef GAME
};

static const struct study *const studies[] = {
#define GAME(name) &study_##name,
	GAMES
#undef GAME
};

const struct press *
press_of(const struct game *game)
{
	for (size_t i = 0; i < G_N_ELEMENTS(presses); i++)
		if (presses[i]->game == game)
			return presses[i];
	return NULL;
}

const struct study *
study_of(const struct game *game)
{
	for (size_t i = 0; i < G_N_ELEMENTS(studies); i++)
		if (studies[i]->game == game)
			return studies[i];
	return NULL;
}
