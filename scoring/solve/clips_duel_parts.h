/* SPDX-License-Identifier: MIT
 * Positions of two-player clips, and the end of a game: what the search in
 * clips_duel.c is made of. */
#ifndef SEEDPRESS_SCORING_SOLVE_CLIPS_DUEL_PARTS_H
#define SEEDPRESS_SCORING_SOLVE_CLIPS_DUEL_PARTS_H

#include "scoring/solve/clips_board.h"

#define FAR 10000 /* more than any value */

/* A position. Player 0 is to move. */
struct state {
	uint64_t taken;
	uint32_t place[2];
	int points; /* of player 0 less player 1 */
	unsigned left;
};

/* Moves that may still be open. */
struct list {
	unsigned count;
	uint8_t move[CLIPS_MOVES_MAX];
};

/* What the clips placed so far make, of player 0 less player 1. */
static inline int
worth_now(const struct clips_board *board, const struct state *state)
{
	return state->points + board->worth[state->place[0]] - board->worth[state->place[1]];
}

/* Whether player 0 ends ahead by `target` with one clip left to be placed, or with two. */
bool last_reaches(const struct clips_board *board, const struct list *list,
	const struct state *state, int target);
bool two_reach(const struct clips_board *board, const struct list *list, const struct state *state,
	int target);

#endif
