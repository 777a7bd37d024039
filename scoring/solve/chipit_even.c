/* SPDX-License-Identifier: MIT
 * How even a pad of Chip It is. */
#include "scoring/solve/chipit_even.h"

#define HUNDREDTHS 100                  /* of a point: means are compared in them */
#define DICE_KEY   UINT64_C(0x63686970) /* key of the press's random numbers: arbitrary, must never change */
#define DICE       1                    /* the stream of the dice, of its key */

const uint16_t chipit_even_bound[CHIPIT_SEATS_MAX + 1] = {[2] = 200, [3] = 160, [4] = 260, [5] = 330, [6] = 420};

/* Most pads are far from even, and a few games are enough to see it: after each stage a pad is dropped if its spread is
 * over the bound by more than this slack, which allows for chance. */
static const struct {
	uint8_t games;
	uint16_t slack; /* hundredths */
} stages[] = {{4, 150}, {8, 60}, {16, 20}, {24, 0}};

bool
chipit_deal_play(const struct chipit_layout *pad, unsigned n, struct random *dice, struct chipit_game *game)
{
	static const enum chipit_style style[CHIPIT_SEATS_MAX] = {
		CHIPIT_SENSIBLE, CHIPIT_SENSIBLE, CHIPIT_SENSIBLE, CHIPIT_SENSIBLE, CHIPIT_SENSIBLE, CHIPIT_SENSIBLE};

	chipit_start(game, pad, n);
	return chipit_run(game, style, dice);
}

void
chipit_expected_add(
	struct chipit_expected *expected, const struct chipit_layout *pad, unsigned n, const struct chipit_game *game)
{
	uint8_t last = game->order[game->players - 1];

	for (unsigned place = 0; place < game->players; place++) {
		uint8_t seat = pad->seat[game->order[place]];

		expected->places[n][seat] += place + 1;
		if (!game->two)
			expected->points[n][seat] += chipit_points[place];
	}
	if (game->two)
		expected->points[n][pad->seat[last]] +=
			game->chips[last] + game->raised[last] + CHIPIT_POINTS_A_CARD * game->held[last];
	expected->turns[n] += game->turns;
}

uint32_t
chipit_expected_points(const struct chipit_expected *expected, unsigned seat)
{
	uint64_t sum = 0;

	for (int n = 0; n < CHIPIT_GAMES_MAX; n++)
		sum += expected->points[n][seat];
	return expected->games == 0 ? 0 : (uint32_t)(HUNDREDTHS * sum / expected->games);
}

uint32_t
chipit_expected_spread(const struct chipit_expected *expected, const struct chipit_layout *pad)
{
	uint32_t least = UINT32_MAX, most = 0;

	for (unsigned seat = 0; seat < pad->seats; seat++) {
		uint32_t points = chipit_expected_points(expected, seat);

		least = points < least ? points : least;
		most = points > most ? points : most;
	}
	return most - least;
}

bool
chipit_is_even(const struct chipit_layout *pad)
{
	struct chipit_expected expected = {0};
	struct random dice[CHIPIT_GAMES_MAX];
	struct chipit_game game;

	for (unsigned n = 0; n < pad->games; n++)
		random_init(&dice[n], DICE_KEY, DICE, n);
	for (size_t stage = 0; stage < sizeof stages / sizeof *stages; stage++) {
		for (; expected.games < stages[stage].games; expected.games++) {
			for (unsigned n = 0; n < pad->games; n++) {
				if (!chipit_deal_play(pad, n, &dice[n], &game))
					return false;
				chipit_expected_add(&expected, pad, n, &game);
			}
		}
		if (chipit_expected_spread(&expected, pad) > chipit_even_bound[pad->seats] + stages[stage].slack)
			return false;
	}
	return true;
}
