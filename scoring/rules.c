/* SPDX-License-Identifier: MIT
 * Rule books by game, and what they share. */
#include "scoring/rules.h"

const struct rules *
rules_of(const struct game *game)
{
	const struct rules *best = NULL;

	for (const struct rules *const *rules = rules_registry; *rules != NULL; rules++)
		if (game_serves((*rules)->game, game, best == NULL ? NULL : best->game))
			best = *rules;
	return best;
}

const struct rules *
rules_by_id(const char *id)
{
	const struct game *game = game_by_id(id);

	return game == NULL ? NULL : rules_of(game);
}

void
rules_printed(const struct rules *rules, uint8_t option, uint8_t house[HOUSE_RULES])
{
	for (int i = 0; i < HOUSE_RULES; i++)
		house[i] = (option & rules->house[i].option) != 0;
}

uint8_t
rules_option(const struct rules *rules, const uint8_t house[HOUSE_RULES])
{
	uint8_t option = 0;

	for (int i = 0; i < HOUSE_RULES; i++)
		if (house[i] != 0)
			option |= rules->house[i].option;
	return option;
}

bool
rules_fewer_wins(const struct rules *rules, unsigned players)
{
	return players > 0 && players == rules->fewer_wins;
}

const char *
player_letter(unsigned player)
{
	static const char letters[PLAYERS_MAX][2] = {"A", "B", "C", "D", "E", "F"};

	return letters[player];
}

void
score_add(struct player_score *player, struct phrase name, int points, int count)
{
	if (points == 0 && count == 0)
		return;
	player->line[player->lines++] = (struct score_line){name, points, count};
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
	score->scale = NULL;
	for (unsigned i = 0; i < players; i++) {
		score->player[i].total = 0;
		score->player[i].lines = 0;
	}
}
