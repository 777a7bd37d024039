/* SPDX-License-Identifier: MIT
 * Exact solver for solo clips: the best score of a card, and every placement that
 * reaches it. A placement is a set of clips: their order does not count, and a
 * corner's symbol taken from one edge or from the other makes two. */
#pragma once

#include "scoring/limit.h"
#include "scoring/solve/clips_board.h"

struct clips_solo {
	bool exact;                 /* false when the limit came first: then the best lies at least..most */
	bool any;                   /* a placement is known; not all clips fit on a small card */
	int best;                   /* of the placement below; the best there is if `exact` */
	int most;                   /* no placement is worth more */
	uint64_t count;             /* placements that reach the best; 0 unless `exact` */
	uint8_t move[CLIPS_IN_ALL]; /* one of them: the first in the order of moves */
};

/* The memory of the search. It can be reused, by one thread at a time. NULL if there is not enough memory. */
struct clips_soloist *clips_soloist_create(void);
void clips_soloist_destroy(struct clips_soloist *soloist); /* NULL is fine */

/* Solves a card. `each` may be NULL; otherwise it is shown every placement that reaches the best,
 * its moves in the order of the board. False when memory runs out. */
bool clips_solo_solve(struct clips_soloist *soloist, const struct clips_board *board, const struct limit *limit,
	void (*each)(const uint8_t move[CLIPS_IN_ALL], void *data), void *data, struct clips_solo *solo);

/* Whether the best score is from `least` to `most`. Faster than clips_solo_solve(). */
bool clips_solo_within(struct clips_soloist *soloist, const struct clips_board *board, int least, int most);
