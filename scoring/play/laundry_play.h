/* SPDX-License-Identifier: MIT
 * A game of Coin-Op: where every piece is, which actions are legal and what they
 * do. Pure: no allocation, no clock. All laundry is visible before it goes into
 * a machine, so only the written values are secret: they are not part of the
 * state of the game.
 *
 * Gaps in the published rules are closed like this:
 * - An empty washer may be washed and an empty dryer run: nothing forbids it, and it passes time.
 * - An overloaded washer may be loaded further. Its next wash completes it whatever is in it;
 *   then the detergent that stood on it goes to the centre with the one just paid.
 * - Coins paid are gone: nothing in the rules gives them back. So each player has five actions
 *   that cost money, and no game is longer than twenty-six actions.
 * - A player who can neither load nor pay passes. When both would have to in a row the game has
 *   stalled: it is over as it is, and what is dry counts as usual.
 * - The end is triggered by the player who ran the dryer, whosever laundry it was. Only when the first
 *   player did so has the second one more turn. */
#pragma once

#include "scoring/laundry.h"

#define LAUNDRY_WASHERS   4  /* in the middle, two facing each player */
#define LAUNDRY_DRYERS    2  /* one that scores and one that does not */
#define LAUNDRY_COINS     10 /* a player's, of 100 yen */
#define LAUNDRY_PRICE     2  /* coins for any action but loading */
#define LAUNDRY_LOAD      8  /* pieces of laundry a player has */
#define LAUNDRY_TURNS_MAX 26 /* not counting those spent waiting */
#define LAUNDRY_CHOICES   48 /* the most legal actions in one turn */

enum laundry_dryer { LAUNDRY_SCORE, LAUNDRY_NO_SCORE };
enum laundry_supply { LAUNDRY_DETERGENT, LAUNDRY_MAGAZINE, LAUNDRY_NEWSPAPER, LAUNDRY_SUPPLIES };
enum laundry_what { LAUNDRY_LOADS, LAUNDRY_WASHES, LAUNDRY_DRIES, LAUNDRY_SHOPS, LAUNDRY_WAITS };

/* What both players wrote, by item. */
struct laundry_values {
	uint8_t of[LAUNDRY_SEATS][LAUNDRY_ROWS];
};

struct laundry_action {
	uint8_t what;
	uint8_t item;    /* loaded: enum laundry_item */
	uint8_t machine; /* a washer, or the dryer */
	uint8_t supply;  /* paid for drying, or bought */
};

/* A set of laundry: bits 0 to 7 are player 0's, 8 to 15 player 1's; an item's bit is its number,
 * socks are bits 6 and 7. */
struct laundry_game {
	uint16_t front; /* not loaded yet */
	uint16_t washer[LAUNDRY_WASHERS];
	uint16_t dryer[LAUNDRY_DRYERS];
	uint16_t dried[LAUNDRY_DRYERS];   /* by the dryer it came from */
	bool overloaded[LAUNDRY_WASHERS]; /* a detergent is on it */
	uint8_t coins[LAUNDRY_SEATS], paid;
	uint8_t supply[LAUNDRY_SEATS][LAUNDRY_SUPPLIES];
	uint8_t centre[LAUNDRY_SUPPLIES];
	uint8_t first, turn;
	bool ending; /* the first player ended it: one more turn */
	bool over;
	uint8_t turns;
};

#define LAUNDRY_BIT(player, item) ((uint16_t)(1u << ((player)*LAUNDRY_LOAD + (item))))
#define LAUNDRY_SOCKS(player)     ((uint16_t)(0xc0u << (player)*LAUNDRY_LOAD))
#define LAUNDRY_CLOTHES(player)   ((uint16_t)(0x3fu << (player)*LAUNDRY_LOAD))

/* Before the first turn. */
void laundry_start(struct laundry_game *game, unsigned first);

/* Whether one player's laundry ends the game. */
bool laundry_is_done(const struct laundry_game *game, unsigned player);

/* Whether a game that is over stalled: no player's laundry ended it. */
bool laundry_is_stalled(const struct laundry_game *game);

/* Whether the player whose turn it is may do this. */
bool laundry_allows(const struct laundry_game *game, const struct laundry_action *action);

/* All legal actions: at least one while the game is not over. */
unsigned laundry_list(const struct laundry_game *game, struct laundry_action action[LAUNDRY_CHOICES]);

/* Does what laundry_allows(), and passes the turn on. */
void laundry_apply(struct laundry_game *game, const struct laundry_action *action);

/* The points of a player with these values, as the rule book counts them. */
int laundry_points(const struct laundry_game *game, unsigned player, const uint8_t value[LAUNDRY_ROWS]);

/* The winner of a game that is over: 0, 1, or -1 if they share it. */
int laundry_winner(const struct laundry_game *game, const struct laundry_values *values);
