/* SPDX-License-Identifier: MIT
 * The score of a game on one page: who won, every line with its reason, and
 * what was played. */
#ifndef SEEDPRESS_LEAF_SCORE_H
#define SEEDPRESS_LEAF_SCORE_H

#include "kiosk/event.h"
#include "kiosk/leaf.h"

/* A PDF of one page from an entry that is no withdrawal, drawn from what is stored. NULL after
 * setting *problem (to be freed). */
GBytes *leaf_score(struct leaf *leaf, const struct entry *entry, const struct event_state *state,
	char **problem);

#endif
