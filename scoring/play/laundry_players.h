/* SPDX-License-Identifier: MIT
 * Simulated players of Coin-Op. Each knows its own values, assumes 2 for all of
 * the opponent's, and uses random numbers, so that games differ. */
#pragma once

#include "layouts/random.h"
#include "scoring/play/laundry_play.h"

enum laundry_style {
	LAUNDRY_RANDOM,   /* anything that is allowed */
	LAUNDRY_GREEDY,   /* the action with the best outlook for its own laundry */
	LAUNDRY_SENSIBLE, /* the same after a greedy reply; also sees that a game is won or lost */
	LAUNDRY_STYLES,
};

/* Chooses the action of the player whose turn it is and who has these values. The game must not be over. */
void laundry_choose(const struct laundry_game *game, enum laundry_style style, const uint8_t value[LAUNDRY_ROWS],
	struct random *dice, struct laundry_action *action);

/* Plays on to the end. */
void laundry_run(struct laundry_game *game, const enum laundry_style style[LAUNDRY_SEATS],
	const struct laundry_values *values, struct random *dice);
