/* SPDX-License-Identifier: MIT
 * Simple players of Chip It. Each sees its own hand and what lies open, and
 * throws dice of its own, so that many games of one deal differ. The press
 * chooses pads by what they make of them: anyone who changes one of them raises
 * the version of that filter. */
#ifndef SEEDPRESS_SCORING_PLAY_CHIPIT_PLAYERS_H
#define SEEDPRESS_SCORING_PLAY_CHIPIT_PLAYERS_H

#include "scoring/play/chipit_play.h"

enum chipit_style {
	CHIPIT_RANDOM,   /* any cheap combination, or a pass */
	CHIPIT_GREEDY,   /* the fewest points, then the most cards; passes when that costs too much */
	CHIPIT_SENSIBLE, /* weighs cards got rid of, points taken and what is worth keeping */
	CHIPIT_STYLES,
};

/* What such a player does now. The game is not over. */
void chipit_choose(
	const struct chipit_game *game, enum chipit_style style, struct random *dice, struct chipit_play *play);

/* Plays on to the end; `style` has one a player. False when it does not come within
 * CHIPIT_TURNS_MAX turns, which these players were never seen to need. */
#define CHIPIT_TURNS_MAX 5000
bool chipit_run(struct chipit_game *game, const enum chipit_style *style, struct random *dice);

#endif
