/* SPDX-License-Identifier: MIT
 * The registry of studies; see study.h. */
#include "gen/study.h"

#include "games.h"

#define GAME(name) extern const struct study study_##name;
GAMES
#undef GAME

static const struct study *const registry[] = {
#define GAME(name) &study_##name,
	GAMES
#undef GAME
};

const struct study *
study_of(const struct game *game)
{
	for (size_t i = 0; i < G_N_ELEMENTS(registry); i++)
		if (registry[i]->game == game)
			return registry[i];
	return NULL;
}
