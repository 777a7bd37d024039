/* SPDX-License-Identifier: MIT
 * A reviewed game of clips as JSON, for the command and for the page. */
#ifndef SEEDPRESS_KIOSK_ROUTES_REVIEW_H
#define SEEDPRESS_KIOSK_ROUTES_REVIEW_H

#include <jansson.h>

#include "scoring/answer.h"
#include "scoring/solve/clips_review.h"

/* Why a result that scores cannot be reviewed; NULL when it can: a game of clips for two. */
const char *review_refuses(const struct answer *answer);

/* The review with its sentences; see REVIEWS in the manual. */
json_t *review_json(const struct clips_review *review, const struct players *players,
	const char *code);

#endif
