/* SPDX-License-Identifier: MIT
 * seedpress code: the codes that a run of printing puts on paper, one a line,
 * all pieces of each game in order. */
#include <stdio.h>
#include <stdlib.h>

#include "gen/codes.h"
#include "gen/command.h"
#include "gen/commands.h"

/* More than any game is for: how many a game is for, the game itself says. */
#define PLAYERS_MAX 99

/* The options as they were typed. */
struct typed {
	char *seed, *players, *count, *round, *table, *key;
	gboolean dealt;
};

static bool
options(struct typed *typed, int *argc, char ***argv)
{
	const GOptionEntry entries[] = {
		{"seed", 's', 0, G_OPTION_ARG_STRING, &typed->seed,
			"a number from 0 to 2^48-1; drawn at random without", "N"},
		{"players", 'p', 0, G_OPTION_ARG_STRING, &typed->players,
			"as many as the game is for; the usual number without", "N"},
		{"count", 'n', 0, G_OPTION_ARG_STRING, &typed->count,
			"games, card sides or pads; 1 without", "N"},
		{"round", 0, 0, G_OPTION_ARG_STRING, &typed->round, "of an event, 0 to 15", "N"},
		{"table", 0, 0, G_OPTION_ARG_STRING, &typed->table, "of an event, 0 to 4095", "N"},
		{"dealt", 0, 0, G_OPTION_ARG_NONE, &typed->dealt,
			"laundry: the seed deals the values", NULL},
		{"key", 'k', 0, G_OPTION_ARG_FILENAME, &typed->key, "the key of the event", "FILE"},
		{0},
	};
	static const char purpose[] =
		"The codes that printing GAME puts on paper, one a line, all its pieces in order.";
	char *games = command_games();
	char *about = g_strconcat(purpose, "\n\n", games, NULL);
	bool done = command_options("code GAME [OPTION]...", about, entries, argc, argv);

	g_free(about);
	g_free(games);
	return done;
}

/* Turns what was typed into what is printed. False after a sentence. */
static bool
understand(const struct typed *typed, struct codes *codes, uint64_t *count)
{
	uint64_t seed = 0, players = 0, round = 0, table = 0;

	if (!command_number("--seed", typed->seed, 0, SEED_MAX, &seed) ||
		!command_number("--players", typed->players, 1, PLAYERS_MAX, &players) ||
		!command_number("--count", typed->count, 1, CODES_COUNT_MAX, count) ||
		!command_number("--round", typed->round, 0, CODE_ROUND_MAX, &round) ||
		!command_number("--table", typed->table, 0, CODE_TABLE_MAX, &table))
		return false;
	codes->seed = typed->seed == NULL ? codes_seed() : seed;
	codes->players = (uint8_t)players;
	codes->round = (uint8_t)round;
	codes->table = (uint16_t)table;
	codes->option = typed->dealt ? "dealt" : NULL;
	codes->keyed = typed->key != NULL;
	return true;
}

static void
print_codes(const struct codes *codes, uint64_t count, const struct code_key *key)
{
	unsigned pieces = codes_pieces(codes);

	for (uint32_t n = 0; n < count && !ferror(stdout); n++) {
		for (uint8_t piece = 0; piece < pieces; piece++) {
			struct code code;
			char text[CODE_TEXT];

			codes_make(codes, n, piece, &code);
			code_write(&code, key, text);
			puts(text);
		}
	}
}

static int
run(const struct typed *typed, int argc, char **argv)
{
	struct codes codes = {0};
	struct problems problems;
	struct code_key key;
	uint64_t count = 1;

	codes.game = command_game(argc, argv);
	if (codes.game == NULL || !understand(typed, &codes, &count))
		return EXIT_USAGE;
	problems_init(&problems);
	if (!codes_check(&codes, &problems))
		return command_refuse(argv[0], &problems);
	if (typed->key != NULL && !command_key(typed->key, &key))
		return EXIT_REFUSED;
	print_codes(&codes, count, codes.keyed ? &key : NULL);
	return EXIT_SUCCESS;
}

int
code_command(int argc, char **argv)
{
	struct typed typed = {0};
	int status = EXIT_USAGE;

	if (options(&typed, &argc, &argv))
		status = run(&typed, argc, argv);
	g_free(typed.seed);
	g_free(typed.players);
	g_free(typed.count);
	g_free(typed.round);
	g_free(typed.table);
	g_free(typed.key);
	return status;
}
