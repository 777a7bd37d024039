/* SPDX-License-Identifier: MIT
 * What many games of simple players say about coupon sheets: how long games last, how scores spread and
 * what a seat is worth. */
#pragma once

#include "scoring/limit.h"
#include "scoring/play/coupons_play.h"

/* One layout, played many times by players of one kind. Scores and turns are sums. */
struct coupons_trial {
	uint32_t games;
	unsigned players;
	double turns;
	double score[COUPONS_SHEETS_MAX], square[COUPONS_SHEETS_MAX];
	double wins[COUPONS_SHEETS_MAX]; /* shared ones in parts */
	double lead;                     /* of the winner over the second */
};

/* Plays a number of games, fewer when the limit is over; `told` (or NULL) is called after each. */
void coupons_trial_play(struct coupons_trial *trial, const struct coupons_table *table, enum coupons_player kind,
	uint32_t games, struct random *random, const struct limit *limit,
	void (*told)(void *data, const struct coupons_game *game, const int *total), void *data);

/* Dollars that the best seat can expect over the worst. */
double coupons_trial_gap(const struct coupons_trial *trial);
