/* SPDX-License-Identifier: MIT
 * What many games of simple players say about coupon sheets: how long games last, how scores spread and
 * what a seat is worth. */
#pragma once

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

/* Plays one more game, and adds it to a trial that was all zero at first. `total` is set to the dollars of each player.
 */
void coupons_trial_play(struct coupons_trial *trial, const struct coupons_table *table, enum coupons_player kind,
	struct random *random, struct coupons_game *game, int total[COUPONS_SHEETS_MAX]);

/* Dollars that the best seat can expect over the worst. */
double coupons_trial_gap(const struct coupons_trial *trial);
