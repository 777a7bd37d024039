/* SPDX-License-Identifier: MIT
 * Figures of many games of coupons. */
#include "gen/games/coupons/trial.h"

#include <glib.h>

void
coupons_trial_play(struct coupons_trial *trial, const struct coupons_table *table, enum coupons_player kind,
	struct random *random, struct coupons_game *game, int total[COUPONS_SHEETS_MAX])
{
	const enum coupons_player kinds[COUPONS_SHEETS_MAX] = {kind, kind, kind, kind, kind};
	int second = INT32_MIN, winners = 0;

	trial->players = table->layout->sheets;
	coupons_play(table, kinds, random, game);
	coupons_game_totals(game, total);
	int most = total[0];

	for (unsigned i = 1; i < trial->players; i++) {
		second = MAX(second, MIN(total[i], most));
		most = MAX(most, total[i]);
	}
	for (unsigned i = 0; i < trial->players; i++)
		winners += total[i] == most;
	trial->games++;
	trial->turns += game->turn;
	trial->lead += most - second;
	for (unsigned i = 0; i < trial->players; i++) {
		trial->score[i] += total[i];
		trial->square[i] += (double)total[i] * total[i];
		trial->wins[i] += total[i] == most ? 1.0 / winners : 0;
	}
}

double
coupons_trial_gap(const struct coupons_trial *trial)
{
	double least = trial->score[0], most = least;

	for (unsigned i = 1; i < trial->players; i++) {
		least = MIN(least, trial->score[i]);
		most = MAX(most, trial->score[i]);
	}
	return trial->games == 0 ? 0 : (most - least) / trial->games;
}
