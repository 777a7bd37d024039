/* SPDX-License-Identifier: MIT
 * Clips cards and what is captured on them, found the plain way and scored by
 * the slow scorer: nothing of the board under test. */
#pragma once

#include "scoring/solve/clips_duel.h"

/* A card of any size and its runs, found without the board under test. */
struct run {
	uint64_t cells;
	int swirl, count[CLIPS_SYMBOLS];
	int promise; /* quarter points that it can never exceed */
	char edge;
	int line, depth;
};

struct card {
	int rows, cols, runs;
	unsigned clips;
	uint8_t house[HOUSE_RULES];
	uint8_t grid[CLIPS_SIDE_MAX * CLIPS_SIDE_MAX];
	struct run run[CLIPS_MOVES_MAX];
};

/* A card from dice, small enough that everything can be tried: at most `most_if_large` clips where
 * there are more than six cells. And the card of a seed, with house rules by the seed. */
void roll_card(struct card *card, uint64_t *dice, unsigned most_if_large);
void deal_card(struct card *card, uint64_t seed, struct clips_layout *layout);

/* The board under test, of the same card. */
struct clips_board *board_of(const struct card *card);

/* Captured so far. */
struct hand {
	int swirl, count[CLIPS_SYMBOLS];
};

struct hand hand_with(const struct hand *hand, const struct run *run);
int hand_worth(const struct card *card, const struct hand *hand);

/* The end of a game that was played, for the first player. */
int ahead_at_end(const struct card *card, const struct clips_game *game);
