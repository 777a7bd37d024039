/* SPDX-License-Identifier: MIT
 * The registry of games. The list itself is the word list in the top meson.build. */
#include "layouts/game.h"

#include <string.h>

#include "games.h"

#define GAME(name) extern const struct game game_##name;
GAMES
#undef GAME

static const struct game *const registry[] = {
#define GAME(name) &game_##name,
	GAMES
#undef GAME
};

#define REGISTERED (sizeof registry / sizeof *registry)

const struct game *
game_nth(size_t n)
{
	return n < REGISTERED ? registry[n] : NULL;
}

const struct game *
game_by_id(const char *id)
{
	const struct game *newest = NULL;

	for (size_t i = 0; i < REGISTERED; i++)
		if (strcmp(registry[i]->id, id) == 0 &&
			(newest == NULL || registry[i]->version > newest->version))
			newest = registry[i];
	return newest;
}

static const struct game *
find(const struct code *code, struct problems *problems)
{
	const struct game *other = NULL;

	for (size_t i = 0; i < REGISTERED; i++) {
		if (registry[i]->number != code->game)
			continue;
		if (registry[i]->version == code->version)
			return registry[i];
		other = registry[i];
	}
	if (other != NULL)
		problems_add(problems, STATUS_UNKNOWN_VERSION,
			"this code is of layout version %u of %s, which this Seedpress does not know: "
			"update it",
			code->version, other->id);
	else
		problems_add(problems, STATUS_UNKNOWN_VERSION,
			"this code is of game number %u, which this Seedpress does not know: update it",
			code->game);
	return NULL;
}

const struct game *
game_of_code(const struct code *code, struct problems *problems)
{
	const struct game *game = find(code, problems);
	unsigned before = problems->count;

	if (game == NULL)
		return NULL;
	game->check(code, problems);
	return problems->count == before ? game : NULL;
}

const struct game *
game_of_text(const char *text, const struct code_key *key, struct code *code,
	struct problems *problems)
{
	return code_read(text, key, code, problems) ? game_of_code(code, problems) : NULL;
}

void
game_expect_players(const struct game *game, const struct code *code, unsigned least,
	unsigned most, struct problems *problems)
{
	if (code->players >= least && code->players <= most)
		return;
	if (least == most)
		problems_add(problems, STATUS_BAD_CODE, "%s is for %u players, not for %u", game->id,
			least, code->players);
	else
		problems_add(problems, STATUS_BAD_CODE, "%s is for %u to %u players, not for %u",
			game->id, least, most, code->players);
}

void
game_expect_piece(const struct game *game, const struct code *code, unsigned options,
	struct problems *problems)
{
	if (code->option >= options)
		problems_add(problems, STATUS_BAD_CODE, "%s has no option %u", game->id, code->option);
	else if (code->piece >= game->pieces(code))
		problems_add(problems, STATUS_BAD_CODE, "%s has no %s number %u here", game->id,
			game->piece, code->piece + 1u);
}
