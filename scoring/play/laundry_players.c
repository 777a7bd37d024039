/* SPDX-License-Identifier: MIT
 * Simple players of Coin-Op. Integers only.
 *
 * They rate a state by the promise of every piece: its points, weighted by how likely it is, from where it is now, to
 * score them. Pieces that can no longer score promise nothing. */
#include "scoring/play/laundry_players.h"

#include <limits.h>
#include <string.h>

/* Sixteenths of its points that a piece promises, by where it is. */
#define SURE     16 /* dried */
#define IN_DRYER 13 /* the next run of the score dryer dries it */
#define WASHABLE 9  /* three or four in its washer: the next wash sends it to the score dryer */
#define ALONE    5  /* one or two */
#define TOO_MANY 7  /* five or more: two more washes */
#define OUTSIDE  6  /* not in a machine yet */
#define SPOILT   1  /* a sock in a washer with another sock */
#define PAIR_DUE 8  /* a pair with a piece in the no-score dryer that is not dried yet */

#define ACTION    12   /* of an action that can still be paid */
#define NOISE     12   /* a random amount below this is added */
#define WON       2000 /* of a game that is won: more than any position promises */
#define WON_POINT 16   /* of each point of the lead in a game that is over */

struct judge {
	uint8_t points[LAUNDRY_SEATS][LAUNDRY_LOAD]; /* of each piece, as one player sees them */
};

static int
sum(const struct judge *judge, unsigned player, uint16_t laundry)
{
	unsigned bits = laundry >> player * LAUNDRY_LOAD & 0xff;
	int points = 0;

	for (; bits != 0; bits &= bits - 1)
		points += judge->points[player][__builtin_ctz(bits)];
	return points;
}

static int
pairs(unsigned player, uint16_t laundry)
{
	unsigned bits = laundry >> player * LAUNDRY_LOAD & 0xff;

	return __builtin_popcount(bits & bits >> 1 & 0x55);
}

static int
washer_promise(const struct judge *judge, unsigned player, uint16_t load)
{
	uint16_t socks = load & (LAUNDRY_SOCKS(0) | LAUNDRY_SOCKS(1));
	int items = __builtin_popcount(load), promise = 0;

	if (__builtin_popcount(socks) > 1) {
		promise = SPOILT * sum(judge, player, socks);
		load &= (uint16_t)~socks;
	}
	return promise + (items <= 2 ? ALONE : items <= 4 ? WASHABLE : TOO_MANY) * sum(judge, player, load);
}

/* What the laundry of a player promises, and the means to finish it. */
static int
promise(const struct judge *judge, const struct laundry_game *game, unsigned player)
{
	uint16_t dried = game->dried[LAUNDRY_NO_SCORE];
	int all = SURE * (sum(judge, player, game->dried[LAUNDRY_SCORE]) + pairs(player, dried));

	all += IN_DRYER * sum(judge, player, game->dryer[LAUNDRY_SCORE]);
	all += PAIR_DUE * (pairs(player, dried | game->dryer[LAUNDRY_NO_SCORE]) - pairs(player, dried));
	all += OUTSIDE * sum(judge, player, game->front);
	for (int i = 0; i < LAUNDRY_WASHERS; i++)
		all += washer_promise(judge, player, game->washer[i]);
	return all + ACTION * (game->coins[player] / LAUNDRY_PRICE);
}

/* The same if the game may be over: then only the lead counts. */
static int
outlook(const struct judge *judge, const struct laundry_game *game, unsigned player)
{
	if (!game->over)
		return promise(judge, game, player);
	int ahead = laundry_points(game, player, judge->points[player]) -
		laundry_points(game, player ^ 1, judge->points[player ^ 1]);

	return ahead == 0 ? 0 : (ahead > 0 ? WON : -WON) + WON_POINT * ahead;
}

/* Empty washers are alike: only the first of them is considered. */
static bool
is_double(const struct laundry_game *game, const struct laundry_action *action)
{
	if (action->what != LAUNDRY_LOADS || game->washer[action->machine] != 0)
		return false;
	for (int i = 0; i < action->machine; i++)
		if (game->washer[i] == 0)
			return true;
	return false;
}

/* The outlook after the reply of a greedy opponent. */
static int
answered(const struct judge *judge, const struct laundry_game *game, unsigned player)
{
	struct laundry_action answer[LAUNDRY_CHOICES];
	int most = INT_MIN, left = 0;

	if (game->over)
		return outlook(judge, game, player);
	unsigned count = laundry_list(game, answer);

	for (unsigned i = 0; i < count; i++) {
		struct laundry_game next = *game;

		if (is_double(game, &answer[i]))
			continue;
		laundry_apply(&next, &answer[i]);
		int rated = promise(judge, &next, player ^ 1);

		if (rated > most) {
			most = rated;
			left = outlook(judge, &next, player);
		}
	}
	return left;
}

void
laundry_choose(const struct laundry_game *game, enum laundry_style style, const uint8_t value[LAUNDRY_ROWS],
	struct random *dice, struct laundry_action *action)
{
	struct laundry_action choice[LAUNDRY_CHOICES];
	unsigned count = laundry_list(game, choice), player = game->turn;
	struct judge judge = {0};
	int best = INT_MIN;

	if (style == LAUNDRY_RANDOM) {
		*action = choice[random_below(dice, count)];
		return;
	}
	memset(judge.points[player ^ 1], 2, LAUNDRY_ROWS);
	memcpy(judge.points[player], value, LAUNDRY_ROWS);
	for (int seat = 0; seat < LAUNDRY_SEATS; seat++)
		judge.points[seat][LAUNDRY_SOCK] = judge.points[seat][LAUNDRY_SOCK + 1] = 5;
	for (unsigned i = 0; i < count; i++) {
		struct laundry_game next = *game;

		if (is_double(game, &choice[i]))
			continue;
		laundry_apply(&next, &choice[i]);
		int rated = style == LAUNDRY_GREEDY ? promise(&judge, &next, player) : answered(&judge, &next, player);

		rated += (int)random_below(dice, NOISE);
		if (rated > best) {
			best = rated;
			*action = choice[i];
		}
	}
}

void
laundry_run(struct laundry_game *game, const enum laundry_style style[LAUNDRY_SEATS],
	const struct laundry_values *values, struct random *dice)
{
	struct laundry_action action;

	while (!game->over) {
		laundry_choose(game, style[game->turn], values->of[game->turn], dice, &action);
		laundry_apply(game, &action);
	}
}
