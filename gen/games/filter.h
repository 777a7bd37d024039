/* SPDX-License-Identifier: MIT
 * Which layouts are worth printing. Unless a seed is given, seeds are drawn until
 * one passes, and that one is printed. Reading it back does not depend on the
 * filter. Thread-safe. */
#pragma once

#include "gen/press/printed_game.h"

/* Whether the layout of a code is worth printing for its number of players, under the house
 * rules that its option says are printed. The code is complete, as codes_make() makes it. */
bool filter_passes(const struct game *game, const struct code *code);

/* Whether it also meets the game's options, under these house rules. */
bool filter_grants(const struct game *game, const struct code *code, const struct option_value option[GAME_OPTIONS],
	const uint8_t house[HOUSE_RULES]);

/* The answer of an earlier version of the filter, if filter_knows() that version. */
bool filter_granted(const struct game *game, unsigned version, const struct code *code,
	const struct option_value option[GAME_OPTIONS], const uint8_t house[HOUSE_RULES]);
bool filter_knows(const struct game *game, unsigned version);
