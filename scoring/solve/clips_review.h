/* SPDX-License-Identifier: MIT
 * Analysis of a finished two-player game of clips: how each clip changed the value
 * of the game, the best clip instead, and the points lost. Pure. */
#pragma once

#include "scoring/solve/clips_duel.h"

struct clips_reviewed {
	uint8_t player;
	struct clip clip;
	struct clip best;        /* edge 0 if the limit came first */
	struct clips_duel after; /* the value after this clip: how far the first player ends ahead
				  * when both go on as well as can be, before the bid */
	int lost;                /* points, by the player who placed it; -1 if it is not known */
};

struct clips_review {
	bool exact;                               /* every value is known */
	uint8_t first, bid;                       /* as played */
	struct clips_duel value;                  /* of the card */
	struct clips_reviewed move[CLIPS_IN_ALL]; /* in the order of play */
	int lost[2];                              /* by each player in all, as far as it is known */
};

/* Analyses a game that has a score. False if there is not enough memory. */
bool clips_review_make(const struct clips_layout *layout, const struct clips_result *result, const struct limit *limit,
	struct clips_review *review);

/* The highest bid with which going first still wins when the value is `value`; -1 for none. Ties
 * go to the second player. */
int clips_winning_bid(int value);

/* Messages about the value of the card and the bid, and about the n-th clip. */
void clips_review_card(const struct clips_review *review, const struct players *players, struct message *message);
void clips_review_move(
	const struct clips_review *review, const struct players *players, unsigned n, struct message *message);
