/* SPDX-License-Identifier: MIT
 * Whole games of Coupon Clipper: which player holds which sheet, coupons cut out
 * and their owners, and discards; and simulated players. Pure: the same random
 * numbers make the same game. */
#pragma once

#include "scoring/coupons.h"
#include "scoring/coupons_hand.h"
#include "scoring/play/coupons_cuts.h"

#define COUPONS_CUTS_A_TURN 2                                      /* cuts that every player makes in a turn */
#define COUPONS_TOKENS      3                                      /* tokens a player has, each for one more cut */
#define COUPONS_CUTS_MAX    (COUPONS_CUTS_A_TURN + COUPONS_TOKENS) /* cuts in a turn with all tokens */

/* Tables that follow from a layout; made once for many games. */
struct coupons_table {
	const struct coupons_layout *layout;
	struct cuts_sheet sheet[COUPONS_SHEETS_MAX];
	uint32_t beside[COUPONS_SHEETS_MAX][COUPONS_A_SHEET]; /* neighbours of each coupon, itself too */
	uint16_t icons;                                       /* in the whole game, copies counted */
	bool pair_is_four;
};

/* What one player does in one turn. */
struct coupons_turn {
	uint8_t cuts, discards;
	struct cut cut[COUPONS_CUTS_MAX];
	struct coupon_name {
		uint8_t sheet, index;
	} discard[COUPONS_A_SHEET];
};

struct coupons_game {
	const struct coupons_table *table;
	uint8_t turn; /* from 0: turns that are over */
	uint8_t tokens[COUPONS_SHEETS_MAX];
	struct cuts cuts[COUPONS_SHEETS_MAX];               /* of each sheet ... */
	uint32_t gone[COUPONS_SHEETS_MAX];                  /* ... its coupons that are free */
	uint32_t discarded[COUPONS_SHEETS_MAX];             /* ... and those discarded */
	uint8_t owner[COUPONS_SHEETS_MAX][COUPONS_A_SHEET]; /* of those that are gone */
	struct coupons_hand hand[COUPONS_SHEETS_MAX];       /* of each player */
};

/* Kinds of simulated players. */
enum coupons_player {
	COUPONS_RANDOM, /* makes any cut */
	COUPONS_GREEDY, /* makes the cuts that gain most in this turn */
	COUPONS_AHEAD,  /* also subtracts what they leave to the next player */
	COUPONS_PLAYER_KINDS,
};

/* "random", "greedy", "ahead". */
const char *coupons_player_name(enum coupons_player kind);

void coupons_table_init(struct coupons_table *table, const struct coupons_layout *layout, bool pair_is_four);

void coupons_game_init(struct coupons_game *game, const struct coupons_table *table);

/* The sheet that a player holds: sheets are passed to the left after each turn. */
unsigned coupons_game_sheet(const struct coupons_game *game, unsigned player);

/* Whether nothing is left to cut. */
bool coupons_game_over(const struct coupons_game *game);

/* Gives a player all that came free on the sheet the player holds. Returns the coupons. */
uint32_t coupons_game_collect(struct coupons_game *game, unsigned player);

/* Whether a player may discard a coupon for a grill; and doing it. */
bool coupons_game_may_discard(const struct coupons_game *game, unsigned player, struct coupon_name name);
void coupons_game_discard(struct coupons_game *game, unsigned player, struct coupon_name name);

/* How many coupons of a set are grills. */
unsigned coupons_grills(const struct coupons_layout *layout, unsigned sheet, uint32_t coupons);

/* Dollars of each player, awards in them. The rule book says the same of a finished game. */
void coupons_game_totals(const struct coupons_game *game, int total[COUPONS_SHEETS_MAX]);

/* What a simple player does next: cuts alone, or what to discard for the grills just collected. */
void coupons_choose_cuts(const struct coupons_game *game, unsigned player, enum coupons_player kind,
	struct random *random, struct coupons_turn *turn);
void coupons_choose_discard(const struct coupons_game *game, unsigned player, enum coupons_player kind,
	struct random *random, struct coupon_name *name);

/* Plays one turn of all players; `turn` receives what each of them did. */
void coupons_play_turn(struct coupons_game *game, const enum coupons_player kind[COUPONS_SHEETS_MAX],
	struct random *random, struct coupons_turn turn[COUPONS_SHEETS_MAX]);

/* Plays a whole game. */
void coupons_play(const struct coupons_table *table, const enum coupons_player kind[COUPONS_SHEETS_MAX],
	struct random *random, struct coupons_game *game);
