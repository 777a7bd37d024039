/* SPDX-License-Identifier: MIT
 * Exact solver for two-player clips: by how many points the player who goes first
 * ends ahead (before the bid) with perfect play, from the empty card or from any
 * position. On a small card a game also ends when the player to move has no
 * room left. */
#pragma once

#include "scoring/limit.h"
#include "scoring/solve/clips_board.h"

#define CLIPS_TABLE       15 /* a good size of the table of positions, as a power of two */
#define CLIPS_USUAL_VALUE 2  /* a good first guess for a card */

/* A position: the moves so far in the order of play. */
struct clips_game {
	unsigned played;
	uint8_t move[CLIPS_IN_ALL];
};

/* What is proven: the value is at least `least` and at most `most`; both are the value unless the
 * limit came first. */
struct clips_duel {
	int least, most;
};

/* The memory of the search, with a table of 2^bits positions. It can be reused, by one thread at a time. NULL if there
 * is not enough memory. No answer depends on the table's size. */
struct clips_duelist *clips_duelist_create(unsigned bits);
void clips_duelist_destroy(struct clips_duelist *duelist); /* NULL is fine */

/* Sets the card for the calls that follow, and forgets the one before. */
void clips_duelist_begin(struct clips_duelist *duelist, const struct clips_board *board, const struct limit *limit);

/* The value of a position. The search starts at `guess`, which affects only the time. */
struct clips_duel clips_duel_value(struct clips_duelist *duelist, const struct clips_game *game, int guess);

/* Whether the value of a position is at least `target`. Faster than clips_duel_value(). Meaningless once the limit is
 * over. */
bool clips_duel_reaches(struct clips_duelist *duelist, const struct clips_game *game, int target);

/* A best move if the value is known: of those that keep it, the one that makes most at once
 * for the player to move, and of these the first of the board. -1 when the game is at its end or
 * the limit is over. */
int clips_duel_best(struct clips_duelist *duelist, const struct clips_game *game, int value);

/* Plays a game on to its end by best moves; false when the limit came first. */
bool clips_duel_line(struct clips_duelist *duelist, struct clips_game *game, int value);
