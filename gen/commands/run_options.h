/* SPDX-License-Identifier: MIT
 * What `code` and `print` are both asked for: which game, from which seed, how
 * many, for whom; so that both understand the same words the same way. */
#ifndef SEEDPRESS_GEN_COMMANDS_RUN_OPTIONS_H
#define SEEDPRESS_GEN_COMMANDS_RUN_OPTIONS_H

#include "gen/cli/command.h"
#include "gen/commands/game_options.h"

struct run_options {
	/* As typed. */
	char *seed, *players, *games, *round, *table, *key_file;
	char **rules;
	gboolean balanced;
	/* As understood. */
	struct codes codes;
	uint32_t count;
	struct option_value option[GAME_OPTIONS]; /* the game's own */
	uint8_t house[HOUSE_RULES];               /* which value of each house rule */
	struct code_key key_bytes;
	uint64_t *seeds; /* chosen by the filter where no seed was asked for, or behind the one that was */
};

/* What --count counts in each game, for its help; to be freed. */
char *run_options_counted(void);

/* The options, for a command's own list of them. */
#define RUN_OPTIONS(run, counted) \
	{"seed", 's', 0, G_OPTION_ARG_STRING, &(run)->seed, \
		"a number from 0 to 2^48-1, for the same print again; drawn at random without", "N"}, \
		{"players", 'p', 0, G_OPTION_ARG_STRING, &(run)->players, \
			"as many as the game is for; the usual number without", "N"}, \
		{"count", 'n', 0, G_OPTION_ARG_STRING, &(run)->games, counted, "N"}, \
		{"balanced", 0, 0, G_OPTION_ARG_NONE, &(run)->balanced, \
			"with --seed and --count: after the first only balanced layouts", NULL}, \
		{"round", 0, 0, G_OPTION_ARG_STRING, &(run)->round, "of an event, 0 to 15", "N"}, \
		{"table", 0, 0, G_OPTION_ARG_STRING, &(run)->table, "of an event, 0 to 4095", "N"}, \
		{"key", 'k', 0, G_OPTION_ARG_FILENAME, &(run)->key_file, "the key of the event", "FILE"}, \
		RULE_OPTION(&(run)->rules)

/* Understands what was typed and the game that is left in argv. EXIT_SUCCESS, or the exit status
 * after a sentence. */
int run_options_read(struct run_options *run, const struct game_options *own, int argc, char **argv);

void run_options_finish(struct run_options *run);

#endif
