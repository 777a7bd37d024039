/* SPDX-License-Identifier: MIT
 * House rules as people type, read and script them. Which there are says the
 * game's rule book; its drawings have the words. */
#pragma once

#include "gen/press/printed_game.h"

/* Sets one NAME=VALUE as typed in `house`. False after setting *problem, which begins with `name`, as what was typed is
 * called, and names those that there are. */
bool house_rules_set(const struct game *game, const char *name, const char *typed, uint8_t house[HOUSE_RULES],
	struct problem *problem);

/* All of a game's house rules by name, as results have them. */
json_t *house_rules_json(const struct rules *rules, const uint8_t house[HOUSE_RULES]);

/* In words, for paper: those that are not the usual ones. To be freed; NULL when all are. */
char *house_rules_words(const struct game *game, const uint8_t house[HOUSE_RULES]);
