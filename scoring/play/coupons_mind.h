/* SPDX-License-Identifier: MIT
 * The planning of a simulated player of Coupon Clipper: the sheet after the cuts
 * considered so far, the estimated worth of each coupon, and how to cut it out.
 * For coupons_players.c. */
#pragma once

#include "scoring/play/coupons_play.h"

#define RUNS_MAX  (RING_LINKS / 2)           /* runs around a coupon: every second line whole */
#define ALL_KINDS ((1u << COUPON_KINDS) - 1) /* a set of coupon kinds, a bit a kind */

/* An end of the last cut, where it may be continued: the point, the way by which it came, and the ways on. */
struct end {
	unsigned point, came, ways;
};

/* A sheet after the cuts that a player considers. */
struct mind_sheet {
	struct cuts cuts;
	uint32_t gone;
	uint8_t whole[COUPONS_A_SHEET]; /* lines of the ring of each coupon that are not cut */
	uint32_t lone;                  /* coupons still connected by one line */
	uint32_t free;                  /* coupons connected by none: gone, or just cut out */
};

/* A player who plans a turn. */
struct mind {
	const struct coupons_table *table;
	const struct cuts_sheet *lines;
	const struct coupon *coupon;
	const uint32_t *beside;
	struct mind_sheet sheet;
	struct coupons_hand hand;
	int value[COUPONS_A_SHEET];
	uint32_t wanted; /* coupons not gone whose value is positive */
	int8_t whim[COUPONS_A_SHEET];
	int sum; /* value of the coupons collected in the plan */
	unsigned left, tokens;
	struct end end[2]; /* of the last cut; the second when it is turned round */
	unsigned ends;
	struct coupons_turn *turn;
};

/* How to cut a coupon out. */
struct plan {
	int value;
	uint8_t coupon;
	uint8_t cost; /* cuts */
	uint8_t run;  /* the one that goes on from the end `end`, RUNS_MAX for none */
	uint8_t end;
	bool back; /* counterclockwise */
};

/* The best plans by their cost, and the second best for one cut. */
struct picks {
	struct plan cost[3], second;
};

/* The expected later gain of a coupon, in half dollars a copy. */
extern const int8_t mind_promise[COUPON_KINDS];

/* Starts the plan of a player for the sheet that the player holds. */
void mind_init(
	struct mind *mind, const struct coupons_game *game, unsigned player, unsigned sheet, struct random *random);

/* Estimates the values of the coupons left of some kinds, a set, for the planned hand. */
void mind_value(struct mind *mind, unsigned kinds);

/* Adds the coupons that were just cut out to the planned hand. */
void mind_collect(struct mind *mind);

/* How to cut out a coupon; false if it takes more than two cuts. */
bool mind_plan(const struct mind *mind, unsigned coupon, struct plan *plan);

/* The best plans; their value is negative if there are none. */
void mind_look(const struct mind *mind, struct picks *picks);

/* Makes the cuts of a plan; or cuts one line that does the least harm, the first of these from line `first` on. */
void mind_follow(struct mind *mind, const struct plan *plan);
void mind_waste(struct mind *mind, unsigned first);

/* Starts a new cut, and takes it a step further. */
struct cut *mind_cut(struct mind *mind, unsigned start);
void mind_step(struct mind *mind, struct cut *cut, unsigned *point, unsigned way);
