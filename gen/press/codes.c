/* SPDX-License-Identifier: MIT
 * Codes in series. Pure but for codes_seed(). */
#include "gen/press/codes.h"

#include <sodium.h>

uint64_t
codes_seed(void)
{
	uint64_t seed;

	randombytes_buf(&seed, sizeof seed);
	return seed & SEED_MAX;
}

void
codes_make(const struct codes *codes, uint32_t n, uint8_t piece, struct code *code)
{
	*code = (struct code){
		.seed = codes->seeds != NULL ? codes->seeds[n] : random_series_seed(codes->seed, n),
		.game = codes->game->number,
		.version = codes->game->version,
		.players = codes->players,
		.option = codes->option,
		.piece = piece,
		.round = codes->round,
		.table = codes->table,
	};
	game_complete(codes->game, code);
	if (codes->key != NULL)
		code_sign(code, codes->key);
}

unsigned
codes_pieces(const struct codes *codes)
{
	struct code code;

	codes_make(codes, 0, 0, &code);
	return codes->game->pieces(&code);
}

const char *
codes_option_name(const struct game *game, unsigned option)
{
	return option == 1 ? game->option : NULL;
}

bool
codes_check(const struct codes *codes, struct problems *problems)
{
	struct code code;

	/* Some games do not look at the players, but a code cannot hold more than this. */
	if (codes->players > CODE_PLAYERS_MAX) {
		game_refuse_players(codes->game, codes->players, problems);
		return false;
	}
	codes_make(codes, 0, 0, &code);
	return game_check(codes->game, &code, problems);
}
