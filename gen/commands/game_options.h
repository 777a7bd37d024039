/* SPDX-License-Identifier: MIT
 * The options that games have of their own, on a command line: made from the
 * tables of the games, so that a command knows none of them by name. */
#ifndef SEEDPRESS_GEN_COMMANDS_GAME_OPTIONS_H
#define SEEDPRESS_GEN_COMMANDS_GAME_OPTIONS_H

#include "gen/press/printed_game.h"

struct game_options {
	enum option_effect most; /* options beyond it are not this command's */
	GArray *entries;         /* GOptionEntry: the command's, then those of the games */
	GPtrArray *typed;        /* of the latter: what was typed */
};

/* Adds the games' options up to `most` to a command's own entries, which end with zeroes. */
void game_options_init(struct game_options *options, const GOptionEntry *own, enum option_effect most);
void game_options_finish(struct game_options *options);

/* All of them, for command_options(). */
const GOptionEntry *game_options_entries(const struct game_options *options);

/* Whether any option of a game was typed. */
bool game_options_typed(const struct game_options *options);

/* What was typed, for a game. False after a sentence when it does not have such an option, or not
 * such a value. */
bool game_options_read(
	const struct game_options *options, const struct game *game, struct option_value value[GAME_OPTIONS]);

/* House rules, for a command's own list of options. */
#define RULE_OPTION(typed) \
	{ \
		"rule", 0, 0, G_OPTION_ARG_STRING_ARRAY, typed, "a house rule; may come again", "NAME=VALUE" \
	}

/* What was typed of a game's house rules (NULL for nothing); the others are left as they are. False
 * after a sentence. */
bool game_rules_read(const struct game *game, char *const *typed, uint8_t house[HOUSE_RULES]);

#endif
