/* SPDX-License-Identifier: MIT
 * Games by number, name and code. The list of them is registry.c. */
#include "layouts/game.h"

#include <string.h>

bool
game_is(const struct game *a, const struct game *b)
{
	return a->number == b->number && a->version == b->version;
}

bool
game_serves(const struct game *written, const struct game *asked, const struct game *best)
{
	if (written->number != asked->number)
		return false;
	if (best == NULL)
		return true;
	if (written->version > asked->version)
		return written->version < best->version;
	return best->version > asked->version || written->version > best->version;
}

const struct game *
game_nth(size_t n)
{
	size_t i = 0;

	while (i < n && game_registry[i] != NULL)
		i++;
	return game_registry[i];
}

const struct game *
game_by_id(const char *id)
{
	const struct game *newest = NULL;

	for (const struct game *const *game = game_registry; *game != NULL; game++)
		if (strcmp((*game)->id, id) == 0 && (newest == NULL || (*game)->version > newest->version))
			newest = *game;
	return newest;
}

unsigned
game_one_piece(const struct code *code)
{
	(void)code;
	return 1;
}

const struct game *
game_of_code(const struct code *code, struct problems *problems)
{
	const struct game *other = NULL;

	for (const struct game *const *game = game_registry; *game != NULL; game++) {
		if ((*game)->number != code->game)
			continue;
		other = *game;
		if (other->version != code->version)
			continue;
		return game_check(other, code, problems) ? other : NULL;
	}
	if (other != NULL)
		problems_add(problems, STATUS_UNKNOWN_VERSION,
			SAY("version-unknown",
				"this code is of layout version {version} of {game}, which this Seedpress does not "
				"know: update it"),
			ARG_NUMBER("version", code->version), ARG_TEXT("game", other->id));
	else
		problems_add(problems, STATUS_UNKNOWN_VERSION,
			SAY("game-number-unknown",
				"this code is of game number {number}, which this Seedpress does not know: update it"),
			ARG_NUMBER("number", code->game));
	return NULL;
}

const struct game *
game_of_text(const char *text, const struct code_key *key, struct code *code, struct problems *problems)
{
	return code_read(text, key, code, problems) ? game_of_code(code, problems) : NULL;
}

void
game_refuse_players(const struct game *game, unsigned players, struct problems *problems)
{
	problems_add(problems, STATUS_BAD_CODE,
		SAY_COUNT("wrong-players", "{game} is for {players} player, not for {asked}",
			"{game} is for {players} players, not for {asked}", strcmp(game->players, "1") == 0 ? 1 : 2),
		ARG_TEXT("game", game->id), ARG_TEXT("players", game->players), ARG_NUMBER("asked", players));
}

void
game_complete(const struct game *game, struct code *code)
{
	if (game->complete != NULL)
		game->complete(code);
	if (code->players == 0)
		code->players = game->players_usual;
}

bool
game_check(const struct game *game, const struct code *code, struct problems *problems)
{
	unsigned before = problems->count;

	if (code->players < game->players_least || code->players > game->players_most)
		game_refuse_players(game, code->players, problems);
	if (code->option >= game->options)
		problems_add(problems, STATUS_BAD_CODE, SAY("option-unknown", "{game} has no option {option}"),
			ARG_TEXT("game", game->id), ARG_NUMBER("option", code->option));
	else if (code->piece >= game->pieces(code))
		problems_add(problems, STATUS_BAD_CODE,
			SAY("piece-unknown", "{game} has no {piece} number {number} here"), ARG_TEXT("game", game->id),
			ARG_TEXT("piece", game->piece), ARG_NUMBER("number", code->piece + 1u));
	if (game->check != NULL)
		game->check(code, problems);
	return problems->count == before;
}
