/* SPDX-License-Identifier: MIT
 * A fifth game, made from the null templates to show what a game needs: one
 * file a layer. Rising: a roll-and-write for one to four. Every sheet has eight
 * turns with two rolled dice each; a player keeps one die a turn. A kept die
 * that is at least the last scored one scores its pips, any other nothing; who never falls
 * has five more, or by a house rule ten. */
#pragma once

#include "layouts/game.h"

#define RISING_SEATS        4
#define RISING_TURNS        8
#define RISING_BONUS(house) ((house)[0] ? 10 : 5)

/* The printed sheet: turns in rows, a bubble behind each die. */
#define RISING_W        12000
#define RISING_H        16000
#define RISING_INSET    600
#define RISING_TURN_Y   5600
#define RISING_TURN_DY  1050
#define RISING_DIE      800
#define RISING_DIE_X    3000 /* the left die; the right one stands ... */
#define RISING_DIE_DX   3600 /* ... so much further right */
#define RISING_BUBBLE   560
#define RISING_BUBBLE_X 1200 /* from its die */

struct rising_layout {
	uint8_t die[RISING_SEATS][RISING_TURNS][2]; /* 1 to 6, the two of a turn differ */
};

/* Options of a code: what its paper says of the house rule. */
enum rising_printed { RISING_PRINTED_BONUS_10 = 1, RISING_OPTIONS = 2 };

extern const struct game game_rising;
