/* SPDX-License-Identifier: MIT
 * How even a pad of Chip It is: what each seat can expect of its deals when
 * sensible players play them many times. Pure, and integers only: the press
 * chooses pads by it, and the same build chooses the same ones everywhere. */
#ifndef SEEDPRESS_SCORING_SOLVE_CHIPIT_EVEN_H
#define SEEDPRESS_SCORING_SOLVE_CHIPIT_EVEN_H

#include "scoring/play/chipit_players.h"

/* Sums over a number of games of each deal, by game and seat (0 is seat A). */
struct chipit_expected {
	uint32_t games;
	/* Of a tournament; for two, points that the loser writes down. */
	uint32_t points[CHIPIT_GAMES_MAX][CHIPIT_SEATS_MAX];
	uint32_t places[CHIPIT_GAMES_MAX][CHIPIT_SEATS_MAX];
	uint32_t turns[CHIPIT_GAMES_MAX];
};

/* Plays the n-th deal of a pad with sensible players only. False, which was never seen, where the
 * game did not end. */
bool chipit_deal_play(const struct chipit_layout *pad, unsigned n, struct random *dice, struct chipit_game *game);

/* Counts a game of the n-th deal that is over; `games` is the caller's to raise. */
void chipit_expected_add(
	struct chipit_expected *expected, const struct chipit_layout *pad, unsigned n, const struct chipit_game *game);

/* What a seat expects of the whole pad, in hundredths of a point. */
uint32_t chipit_expected_points(const struct chipit_expected *expected, unsigned seat);

/* The most that one seat of the pad expects less the least that another does, in hundredths. */
uint32_t chipit_expected_spread(const struct chipit_expected *expected, const struct chipit_layout *pad);

/* The spread that the press prints at most, in hundredths, by players. */
extern const uint16_t chipit_even_bound[CHIPIT_SEATS_MAX + 1];

/* Whether a pad is within the bound by the press's own dice. */
bool chipit_is_even(const struct chipit_layout *pad);

#endif
