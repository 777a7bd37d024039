/* SPDX-License-Identifier: MIT
 * The registry of rule books and what they share. */
#include "scoring/rules.h"

#include <stdio.h>
#include <string.h>

#include "games.h"

#define GAME(name) extern const struct rules rules_##name;
GAMES
#undef GAME

static const struct rules *const registry[] = {
#define GAME(name) &rules_##name,
	GAMES
#undef GAME
};

#define REGISTERED (sizeof registry / sizeof *registry)

const struct rules *
rules_by_id(const char *id)
{
	for (size_t i = 0; i < REGISTERED; i++)
		if (strcmp(registry[i]->game->id, id) == 0)
			return registry[i];
	return NULL;
}

const char *
player_name(const struct players *players, unsigned player, char buffer[16])
{
	if (players->name[player][0] != '\0')
		return players->name[player];
	snprintf(buffer, 16, "player %c", (char)('A' + player));
	return buffer;
}

void
score_add(struct player_score *player, const char *what, int points, int count)
{
	if (points == 0 && count == 0)
		return;
	player->line[player->lines++] = (struct score_line){what, points, count};
	player->total += points;
}

void
score_places(struct score *score, bool most, const int *breaks)
{
	for (unsigned i = 0; i < score->players; i++) {
		struct player_score *mine = &score->player[i];

		mine->place = 1;
		for (unsigned j = 0; j < score->players; j++) {
			int ahead = score->player[j].total - mine->total;

			if (!most)
				ahead = -ahead;
			if (ahead == 0 && breaks != NULL)
				ahead = breaks[j] - breaks[i];
			mine->place += ahead > 0;
		}
	}
}

void
score_init(struct score *score, unsigned players)
{
	score->players = players;
	score->rank = -1;
	for (unsigned i = 0; i < players; i++)
		score->player[i].total = (int)(score->player[i].lines = 0);
}
