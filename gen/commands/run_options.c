/* SPDX-License-Identifier: MIT
 * What `code` and `print` are asked for. */
#include "gen/commands/run_options.h"

#include <stdlib.h>

#include "gen/cli/parallel.h"
#include "gen/cli/progress.h"
#include "gen/games/filter.h"

/* More than any game is for: how many a game is for, the game itself says. */
#define PLAYERS_TYPED_MAX 99

static bool
read_numbers(struct run_options *request)
{
	uint64_t seed = 0, players = 0, count = 1, round = 0, table = 0;

	if (!command_number("--seed", request->seed, 0, SEED_MAX, &seed) ||
		!command_number("--players", request->players, 1, PLAYERS_TYPED_MAX, &players) ||
		!command_number("--count", request->games, 1, CODES_COUNT_MAX, &count) ||
		!command_number("--round", request->round, 0, CODE_ROUND_MAX, &round) ||
		!command_number("--table", request->table, 0, CODE_TABLE_MAX, &table))
		return false;
	request->codes.seed = request->seed == NULL ? codes_seed() : seed;
	request->codes.players = (uint8_t)players;
	request->codes.round = (uint8_t)round;
	request->codes.table = (uint16_t)table;
	request->codes.keyed = request->key_file != NULL;
	request->count = (uint32_t)count;
	return true;
}

/* The game's own options. False after a sentence. */
static bool
read_own(struct run_options *request, const struct game_options *own)
{
	const struct game *game = request->codes.game;
	const struct printed_game *printed = printed_game_of(game);

	if (!game_options_read(own, game, request->option))
		return false;
	for (int i = 0; printed->option[i].name != NULL; i++)
		if (printed->option[i].effect == OPTION_SEEDS && request->option[i].given &&
			request->seed != NULL)
			command_say("--seed says which %ss are printed, so --%s chooses none", game->piece,
				printed->option[i].name);
	request->codes.option = printed_game_code_option(printed, request->option);
	return true;
}

/* Draws a seed for one of the games that the filter lets through. */
static void
choose_seed(void *data, unsigned n)
{
	static const uint8_t usual[HOUSE_RULES] = {0};
	struct run_options *request = data;
	struct code code;

	codes_make(&request->codes, 0, 0, &code);
	do
		code.seed = codes_seed();
	while (!filter_grants(request->codes.game, &code, request->option, usual));
	request->seeds[n] = code.seed;
}

/* All of them, with every core: no seed depends on another. */
static void
choose_seeds(struct run_options *request)
{
	struct progress progress;
	const struct parallel parallel = {.tasks = request->count, .threads = g_get_num_processors(),
		.task = choose_seed, .data = request, .progress = progress_step, .progress_data = &progress};

	request->seeds = g_new(uint64_t, request->count);
	progress_init(&progress, "seeds");
	parallel_run(&parallel);
	progress_finish(&progress);
	request->codes.seeds = request->seeds;
}

int
run_options_read(
	struct run_options *request, const struct game_options *own, int argc, char **argv)
{
	struct problems problems;

	request->codes.game = command_game(argc, argv);
	if (request->codes.game == NULL || !read_numbers(request) || !read_own(request, own))
		return EXIT_USAGE;
	problems_init(&problems);
	if (!printed_game_check(&request->codes, &problems))
		return command_refuse(argv[0], &problems);
	if (request->key_file != NULL) {
		if (!command_key(request->key_file, &request->key_bytes))
			return EXIT_REFUSED;
		request->key = &request->key_bytes;
	}
	if (request->seed == NULL)
		choose_seeds(request);
	return EXIT_SUCCESS;
}

void
run_options_finish(struct run_options *request)
{
	g_free(request->seed);
	g_free(request->players);
	g_free(request->games);
	g_free(request->round);
	g_free(request->table);
	g_free(request->key_file);
	g_free(request->seeds);
}
