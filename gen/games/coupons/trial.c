/* SPDX-License-Identifier: MIT
 * Figures of many games of coupons. */
#include "gen/games/coupons/trial.h"

#include <string.h>

/* What a player would lose without a coupon: dollars of the hand, and the award for icons. */
static int
loss(const struct coupons_game *game, unsigned player, const struct coupon *coupon)
{
	struct coupons_hand hand[COUPONS_SHEETS_MAX];
	unsigned players = game->table->layout->sheets;
	int with[COUPONS_SHEETS_MAX], without[COUPONS_SHEETS_MAX];
	int dollars;

	memcpy(hand, game->hand, sizeof hand);
	coupons_hand_take(&hand[player], coupon);
	dollars = coupons_hand_gain(&hand[player], coupon, game->table->pair_is_four);
	if (coupon->icons == 0)
		return dollars;
	coupons_awards(game->hand, players, with);
	coupons_awards(hand, players, without);
	return dollars + with[player] - without[player];
}

/* Adds a game: its scores, what they are made of, and what its coupons were worth. */
static void
count_game(struct coupons_trial *trial, const struct coupons_game *game, const int *total)
{
	const struct coupons_layout *layout = game->table->layout;
	int most = total[0], second = INT32_MIN, winners = 0, award[COUPONS_SHEETS_MAX];

	for (unsigned i = 1; i < trial->players; i++) {
		second = total[i] > most ? most : total[i] > second ? total[i] : second;
		most = total[i] > most ? total[i] : most;
	}
	for (unsigned i = 0; i < trial->players; i++)
		winners += total[i] == most;
	trial->games++;
	trial->turns += game->turn;
	trial->lead += most - second;
	coupons_awards(game->hand, trial->players, award);
	for (unsigned i = 0; i < trial->players; i++) {
		const struct coupons_worth worth = coupons_hand_worth(&game->hand[i], game->table->pair_is_four);

		trial->score[i] += total[i];
		trial->square[i] += (double)total[i] * total[i];
		trial->wins[i] += total[i] == most ? 1.0 / winners : 0;
		for (int part = 0; part < HAND_PARTS; part++)
			trial->part[part] += worth.part[part].dollars;
		trial->part[HAND_PARTS] += award[i];
	}
	for (unsigned sheet = 0; sheet < layout->sheets; sheet++) {
		for (unsigned i = 0; i < COUPONS_A_SHEET; i++) {
			const struct coupon *coupon = &layout->coupon[sheet][i];

			trial->copies[coupon->kind] += coupon->times;
			if ((game->discarded[sheet] >> i & 1) == 0)
				trial->worth[coupon->kind] += loss(game, game->owner[sheet][i], coupon);
		}
	}
}

void
coupons_trial_play(struct coupons_trial *trial, const struct coupons_table *table, enum coupons_player kind,
	uint32_t games, struct random *random, const struct limit *limit,
	void (*told)(void *data, const struct coupons_game *game, const int *total), void *data)
{
	const enum coupons_player kinds[COUPONS_SHEETS_MAX] = {kind, kind, kind, kind, kind};
	struct coupons_game game;
	int total[COUPONS_SHEETS_MAX];

	*trial = (struct coupons_trial){.players = table->layout->sheets};
	while (trial->games < games && !limit_over(limit)) {
		coupons_play(table, kinds, random, &game);
		coupons_game_totals(&game, total);
		count_game(trial, &game, total);
		if (told != NULL)
			told(data, &game, total);
	}
}

double
coupons_trial_gap(const struct coupons_trial *trial)
{
	double least = trial->score[0], most = least;

	for (unsigned i = 1; i < trial->players; i++) {
		least = trial->score[i] < least ? trial->score[i] : least;
		most = trial->score[i] > most ? trial->score[i] : most;
	}
	return trial->games == 0 ? 0 : (most - least) / trial->games;
}
