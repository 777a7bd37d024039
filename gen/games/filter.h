/* SPDX-License-Identifier: MIT
 * Which layouts are worth printing. Where nobody asked for a certain seed the
 * press draws seeds until one passes, and prints that seed; reading it back
 * never needs to know. Any thread may ask. */
#ifndef SEEDPRESS_GEN_GAMES_FILTER_H
#define SEEDPRESS_GEN_GAMES_FILTER_H

#include "gen/press/printed_game.h"

/* The version of a game's filter, for manifests; 0 when every layout will do. */
unsigned filter_version(const struct game *game);

/* Whether the layout of a code is worth printing: its seed, for its number of players, by the house
 * rules that its option says are printed. The code is complete, as codes_make() makes it. */
bool filter_passes(const struct game *game, const struct code *code);

/* The same for one that is also what the game's options ask for under these house rules. */
bool filter_grants(const struct game *game, const struct code *code, const struct option_value option[GAME_OPTIONS],
	const uint8_t house[HOUSE_RULES]);

/* The same as an earlier version of the filter said it, where that version is known. */
bool filter_granted(const struct game *game, unsigned version, const struct code *code,
	const struct option_value option[GAME_OPTIONS], const uint8_t house[HOUSE_RULES]);
bool filter_knows(const struct game *game, unsigned version);

#endif
