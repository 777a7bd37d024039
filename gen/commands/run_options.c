/* SPDX-License-Identifier: MIT
 * What `code` and `print` are asked for. */
#include "gen/commands/run_options.h"

#include <stdlib.h>
#include <string.h>

#include "gen/cli/parallel.h"
#include "gen/cli/progress.h"
#include "gen/games/filter.h"

/* More than any game is for: how many a game is for, the game itself says. */
#define PLAYERS_TYPED_MAX 99

/* Seeds of a series that are looked at together: enough for every core. More are looked at in vain
 * behind the last one that is wanted. */
#define BLOCK 64

/* Some seeds of a series, and which of them the filter lets through. */
struct block {
	const struct run_options *run;
	uint32_t first;
	bool passes[BLOCK];
};

/* Each word once: "games, card sides, pads; 1 without". */
char *
run_options_counted(void)
{
	GString *line = g_string_new(NULL);

	for (const struct printed_game *const *at = printed_game_registry; *at != NULL; at++)
		if (strstr(line->str, (*at)->count.what) == NULL)
			g_string_append_printf(line, "%s%s", line->len > 0 ? ", " : "", (*at)->count.what);
	g_string_append(line, "; 1 without");
	return g_string_free(line, FALSE);
}

static bool
read_numbers(struct run_options *run)
{
	uint64_t seed = 0, players = 0, count = 1, round = 0, table = 0;

	if (!command_number("--seed", run->seed, 0, SEED_MAX, &seed) ||
		!command_number("--players", run->players, 1, PLAYERS_TYPED_MAX, &players) ||
		!command_number("--count", run->games, 1, CODES_COUNT_MAX, &count) ||
		!command_number("--round", run->round, 0, CODE_ROUND_MAX, &round) ||
		!command_number("--table", run->table, 0, CODE_TABLE_MAX, &table))
		return false;
	run->codes.seed = run->seed == NULL ? codes_seed() : seed;
	run->codes.players = (uint8_t)players;
	run->codes.round = (uint8_t)round;
	run->codes.table = (uint16_t)table;
	run->count = (uint32_t)count;
	return true;
}

/* The game's own options. False after a sentence. */
static bool
read_own(struct run_options *run, const struct game_options *own)
{
	const struct game *game = run->codes.game;
	const struct printed_game *printed = printed_game_of(game);

	if (!game_options_read(own, game, run->option))
		return false;
	for (int i = 0; printed->option[i].name != NULL; i++)
		if (printed->option[i].effect == OPTION_SEEDS && run->option[i].given && run->seed != NULL &&
			!run->balanced)
			command_say("--seed says which %ss are printed, so --%s chooses none", game->piece,
				printed->option[i].name);
	if (!game_rules_read(game, run->rules, run->house))
		return false;
	run->codes.option = printed_game_code_option(printed, run->option) | rules_option(rules_of(game), run->house);
	return true;
}

/* Draws a seed for one of the games that the filter lets through. */
static void
choose_seed(void *data, unsigned n)
{
	struct run_options *run = data;
	struct code code;

	codes_make(&run->codes, 0, 0, &code);
	do
		code.seed = codes_seed();
	while (!filter_grants(run->codes.game, &code, run->option, run->house));
	run->seeds[n] = code.seed;
}

/* All of them, with every core: no seed depends on another. */
static void
choose_seeds(struct run_options *run)
{
	struct progress progress;
	const struct parallel parallel = {.tasks = run->count,
		.threads = g_get_num_processors(),
		.task = choose_seed,
		.data = run,
		.progress = progress_step,
		.progress_data = &progress};

	run->seeds = g_new(uint64_t, run->count);
	progress_init(&progress, "seeds");
	parallel_run(&parallel);
	progress_finish(&progress);
	run->codes.seeds = run->seeds;
}

static void
try_seed(void *data, unsigned n)
{
	struct block *block = data;
	struct code code;

	codes_make(&block->run->codes, block->first + n, 0, &code);
	block->passes[n] = filter_grants(block->run->codes.game, &code, block->run->option, block->run->house);
}

/* The seed that was given, then those of its series that the filter lets through. */
static void
choose_series(struct run_options *run)
{
	uint64_t *seeds = g_new(uint64_t, run->count);
	struct block block = {.run = run, .first = 1};
	const struct parallel parallel = {
		.tasks = BLOCK, .threads = g_get_num_processors(), .task = try_seed, .data = &block};
	uint32_t chosen = 1;

	seeds[0] = run->codes.seed;
	for (; chosen < run->count; block.first += BLOCK) {
		parallel_run(&parallel);
		for (uint32_t n = 0; n < BLOCK && chosen < run->count; n++)
			if (block.passes[n])
				seeds[chosen++] = random_series_seed(run->codes.seed, block.first + n);
	}
	run->codes.seeds = run->seeds = seeds;
}

int
run_options_read(struct run_options *run, const struct game_options *own, int argc, char **argv)
{
	struct problems problems;

	run->codes.game = command_game(argc, argv);
	if (run->codes.game == NULL || !read_numbers(run) || !read_own(run, own))
		return EXIT_USAGE;
	problems_init(&problems);
	if (!printed_game_check(&run->codes, &problems))
		return command_refuse(argv[0], &problems);
	if (run->key_file != NULL) {
		if (!command_key(run->key_file, &run->key_bytes))
			return EXIT_REFUSED;
		run->codes.key = &run->key_bytes;
	}
	if (run->seed == NULL)
		choose_seeds(run);
	else if (run->balanced)
		choose_series(run);
	return EXIT_SUCCESS;
}

void
run_options_finish(struct run_options *run)
{
	g_free(run->seed);
	g_free(run->players);
	g_free(run->games);
	g_free(run->round);
	g_free(run->table);
	g_free(run->key_file);
	g_strfreev(run->rules);
	g_free(run->seeds);
}
