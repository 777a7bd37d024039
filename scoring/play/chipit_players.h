/* SPDX-License-Identifier: MIT
 * Simulated players of Chip It. Each sees its own hand and the open cards, and
 * uses random numbers, so that games of the same deal differ. The press chooses
 * pads by their results: after a change here, raise the version of that filter. */
#pragma once

#include "scoring/play/chipit_play.h"

enum chipit_style {
	CHIPIT_RANDOM,   /* any cheap combination, or a pass */
	CHIPIT_GREEDY,   /* the fewest points, then the most cards; passes when that costs too much */
	CHIPIT_SENSIBLE, /* weighs cards played, points taken and cards worth keeping */
	CHIPIT_STYLES,
};

/* Chooses the action of the player whose turn it is. The game must not be over. */
void chipit_choose(
	const struct chipit_game *game, enum chipit_style style, struct random *dice, struct chipit_play *play);

/* Plays on to the end; `style` has one a player. False when it does not come within
 * CHIPIT_TURNS_MAX turns, which these players were never seen to need. */
#define CHIPIT_TURNS_MAX 5000
bool chipit_run(struct chipit_game *game, const enum chipit_style *style, struct random *dice);
