/* SPDX-License-Identifier: MIT
 * Coin-Op played turn by turn. */
#include "scoring/play/laundry_play.h"

#include <assert.h>
#include <string.h>

#define SOCK_POINTS 5 /* of a sock from the score dryer */
#define LITTLE      2 /* a wash of at most this many items goes to the no-score dryer */
#define MANY        5 /* at least this many items overload a washer */
#define ALL_SOCKS   (LAUNDRY_SOCKS(0) | LAUNDRY_SOCKS(1)) /* the socks of both players */

static const uint8_t supplies[LAUNDRY_SUPPLIES] = {2, 1, 1};

static unsigned
count(uint16_t laundry)
{
	return (unsigned)__builtin_popcount(laundry);
}

void
laundry_start(struct laundry_game *game, unsigned first)
{
	*game = (struct laundry_game){.front = 0xffff, .first = (uint8_t)first, .turn = (uint8_t)first};
	for (int player = 0; player < LAUNDRY_SEATS; player++) {
		game->coins[player] = LAUNDRY_COINS;
		memcpy(game->supply[player], supplies, sizeof supplies);
	}
}

bool
laundry_is_done(const struct laundry_game *game, unsigned player)
{
	uint16_t wet = ~(game->dried[LAUNDRY_SCORE] | game->dried[LAUNDRY_NO_SCORE]);

	return (wet & LAUNDRY_SOCKS(player)) == 0 || (wet & LAUNDRY_CLOTHES(player)) == 0;
}

bool
laundry_is_stalled(const struct laundry_game *game)
{
	return game->over && !laundry_is_done(game, 0) && !laundry_is_done(game, 1);
}

/* The bit of an item that a player still has in front, 0 if there is none. */
static uint16_t
bit_in_front(const struct laundry_game *game, unsigned player, unsigned item)
{
	uint16_t bits =
		(uint16_t)(game->front & (item == LAUNDRY_SOCK ? LAUNDRY_SOCKS(player) : LAUNDRY_BIT(player, item)));

	return bits & (uint16_t)-bits;
}

static bool
can_do_something(const struct laundry_game *game, unsigned player)
{
	const uint8_t *own = game->supply[player], *centre = game->centre;

	if (game->front & (LAUNDRY_SOCKS(player) | LAUNDRY_CLOTHES(player)))
		return true;
	/* Supplies that the player does not have may be in the centre, to be bought. */
	return game->coins[player] >= LAUNDRY_PRICE && own[0] + own[1] + own[2] + centre[0] + centre[1] + centre[2] > 0;
}

bool
laundry_allows(const struct laundry_game *game, const struct laundry_action *action)
{
	const uint8_t *own = game->supply[game->turn];
	bool rich = game->coins[game->turn] >= LAUNDRY_PRICE;

	if (game->over)
		return false;
	switch (action->what) {
	case LAUNDRY_LOADS:
		return action->machine < LAUNDRY_WASHERS && action->item < LAUNDRY_ITEMS &&
			bit_in_front(game, game->turn, action->item) != 0;
	case LAUNDRY_WASHES:
		return rich && action->machine < LAUNDRY_WASHERS && own[LAUNDRY_DETERGENT] > 0;
	case LAUNDRY_DRIES:
		return rich && action->machine < LAUNDRY_DRYERS && action->supply < LAUNDRY_SUPPLIES &&
			action->supply != LAUNDRY_DETERGENT && own[action->supply] > 0;
	case LAUNDRY_SHOPS:
		return rich && action->supply < LAUNDRY_SUPPLIES && game->centre[action->supply] > 0;
	case LAUNDRY_WAITS:
		return !can_do_something(game, game->turn);
	default:
		return false;
	}
}

unsigned
laundry_list(const struct laundry_game *game, struct laundry_action action[LAUNDRY_CHOICES])
{
	static const uint8_t machines[] = {[LAUNDRY_LOADS] = LAUNDRY_WASHERS,
		[LAUNDRY_WASHES] = LAUNDRY_WASHERS,
		[LAUNDRY_DRIES] = LAUNDRY_DRYERS,
		[LAUNDRY_SHOPS] = 1,
		[LAUNDRY_WAITS] = 1};
	static const uint8_t items[] = {[LAUNDRY_LOADS] = LAUNDRY_ITEMS, 1, 1, 1, 1};
	static const uint8_t goods[] = {1, 1, LAUNDRY_SUPPLIES, LAUNDRY_SUPPLIES, 1};
	unsigned n = 0;

	for (uint8_t what = LAUNDRY_LOADS; what <= LAUNDRY_WAITS; what++)
		for (uint8_t item = 0; item < items[what]; item++)
			for (uint8_t machine = 0; machine < machines[what]; machine++)
				for (uint8_t supply = 0; supply < goods[what]; supply++) {
					action[n] = (struct laundry_action){what, item, machine, supply};
					n += laundry_allows(game, &action[n]);
				}
	return n;
}

/* An overloaded washer must be paid for twice. When a wash is completed, a small load goes to the no-score dryer, and
 * so do socks that were washed with other socks; all else goes to the score dryer. */
static void
wash(struct laundry_game *game, unsigned washer)
{
	uint16_t load = game->washer[washer], socks = load & ALL_SOCKS;

	if (!game->overloaded[washer] && count(load) >= MANY) {
		game->overloaded[washer] = true;
		return;
	}
	game->centre[LAUNDRY_DETERGENT] += (uint8_t)(1 + game->overloaded[washer]);
	game->overloaded[washer] = false;
	game->washer[washer] = 0;
	uint16_t unscored = count(load) <= LITTLE ? load : count(socks) > 1 ? socks : 0;

	game->dryer[LAUNDRY_NO_SCORE] |= unscored;
	game->dryer[LAUNDRY_SCORE] |= (uint16_t)(load & ~unscored);
}

static void
act(struct laundry_game *game, const struct laundry_action *action)
{
	uint8_t *own = game->supply[game->turn];

	if (action->what == LAUNDRY_LOADS) {
		uint16_t bit = bit_in_front(game, game->turn, action->item);

		game->front &= (uint16_t)~bit;
		game->washer[action->machine] |= bit;
	}
	if (action->what == LAUNDRY_LOADS || action->what == LAUNDRY_WAITS)
		return;
	game->coins[game->turn] -= LAUNDRY_PRICE;
	game->paid += LAUNDRY_PRICE;
	if (action->what == LAUNDRY_WASHES) {
		own[LAUNDRY_DETERGENT]--;
		wash(game, action->machine);
	} else if (action->what == LAUNDRY_DRIES) {
		own[action->supply]--;
		game->centre[action->supply]++;
		game->dried[action->machine] |= game->dryer[action->machine];
		game->dryer[action->machine] = 0;
	} else {
		game->centre[action->supply]--;
		own[action->supply]++;
	}
}

void
laundry_apply(struct laundry_game *game, const struct laundry_action *action)
{
	assert(laundry_allows(game, action));
	act(game, action);
	if (action->what != LAUNDRY_WAITS)
		game->turns++;
	if (game->ending) {
		game->over = true;
	} else if (laundry_is_done(game, 0) || laundry_is_done(game, 1)) {
		game->ending = game->turn == game->first;
		game->over = !game->ending;
	} else if (!can_do_something(game, 0) && !can_do_something(game, 1)) {
		game->over = true;
	}
	game->turn ^= 1;
}

int
laundry_points(const struct laundry_game *game, unsigned player, const uint8_t value[LAUNDRY_ROWS])
{
	unsigned scored = game->dried[LAUNDRY_SCORE] >> player * LAUNDRY_LOAD & 0xff;
	unsigned unscored = game->dried[LAUNDRY_NO_SCORE] >> player * LAUNDRY_LOAD & 0xff;
	int points = SOCK_POINTS * (int)count((uint16_t)(scored >> LAUNDRY_SOCK));

	for (int item = 0; item < LAUNDRY_ROWS; item++)
		if (scored >> item & 1)
			points += value[item];
	/* The items of a pair follow each other, the socks too. */
	for (int pair = 0; pair < LAUNDRY_LOAD; pair += 2)
		points += (unscored >> pair & 3) == 3;
	return points;
}

int
laundry_winner(const struct laundry_game *game, const struct laundry_values *values)
{
	int ahead = laundry_points(game, 0, values->of[0]) - laundry_points(game, 1, values->of[1]);

	if (ahead == 0)
		ahead = (int)count(game->dried[LAUNDRY_SCORE] & LAUNDRY_SOCKS(0)) -
			(int)count(game->dried[LAUNDRY_SCORE] & LAUNDRY_SOCKS(1));
	return ahead == 0 ? -1 : ahead < 0;
}
