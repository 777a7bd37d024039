/* SPDX-License-Identifier: MIT
 * How even a pad of Chip It is: the expected points of each seat when sensible
 * players play its deals many times. Pure, and integers only: the press
 * chooses pads by it, and the same build chooses the same ones everywhere. */
#pragma once

#include "scoring/play/chipit_players.h"

/* Sums over a number of games of each deal, by game and seat (0 is seat A). */
struct chipit_expected {
	uint32_t games;
	/* Of a tournament; for two, points that the loser writes down. */
	uint32_t points[CHIPIT_GAMES_MAX][CHIPIT_SEATS_MAX];
	uint32_t places[CHIPIT_GAMES_MAX][CHIPIT_SEATS_MAX];
	uint32_t turns[CHIPIT_GAMES_MAX];
};

/* Plays the n-th deal of a pad with sensible players only. False, which was never seen, if the
 * game did not end. */
bool chipit_deal_play(const struct chipit_layout *pad, unsigned n, struct random *dice, struct chipit_game *game);

/* Adds a finished game of the n-th deal. The caller counts `games`. */
void chipit_expected_add(
	struct chipit_expected *expected, const struct chipit_layout *pad, unsigned n, const struct chipit_game *game);

/* The expected points of a seat over the whole pad, in hundredths. */
uint32_t chipit_expected_points(const struct chipit_expected *expected, unsigned seat);

/* The highest expected points of a seat of the pad less the lowest, in hundredths. */
uint32_t chipit_expected_spread(const struct chipit_expected *expected, const struct chipit_layout *pad);

/* The largest spread that the press prints, in hundredths of a point, by the number of players. Chosen by measurement:
 * one of six to eight random pads is kept, and the seats of those are half as far apart as on all pads (two fifths for
 * three players, a fifth for two). */
extern const uint16_t chipit_even_bound[CHIPIT_SEATS_MAX + 1];

/* Whether a pad is within the bound by the press's own dice. */
bool chipit_is_even(const struct chipit_layout *pad);
