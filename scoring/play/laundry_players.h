/* SPDX-License-Identifier: MIT
 * Simple players of Coin-Op. Each knows its own values and takes the other's
 * for twos, and throws dice of its own, so that games differ. */
#ifndef SEEDPRESS_SCORING_PLAY_LAUNDRY_PLAYERS_H
#define SEEDPRESS_SCORING_PLAY_LAUNDRY_PLAYERS_H

#include "layouts/random.h"
#include "scoring/play/laundry_play.h"

enum laundry_style {
	LAUNDRY_RANDOM,   /* anything that is allowed */
	LAUNDRY_GREEDY,   /* what promises its own laundry most after this action */
	LAUNDRY_SENSIBLE, /* the same after a greedy answer, and it sees a game won or lost */
	LAUNDRY_STYLES,
};

/* What such a player with these values does now. The game is not over. */
void laundry_choose(const struct laundry_game *game, enum laundry_style style, const uint8_t value[LAUNDRY_ROWS],
	struct random *dice, struct laundry_action *action);

/* Plays on to the end. */
void laundry_run(struct laundry_game *game, const enum laundry_style style[LAUNDRY_SEATS],
	const struct laundry_values *values, struct random *dice);

#endif
