/* SPDX-License-Identifier: MIT
 * What goes on in the head of a simple player of Coupon Clipper: the sheet as
 * it would be after the cuts that are thought of, what each coupon seems worth,
 * and how to cut it out. For coupons_players.c. */
#ifndef SEEDPRESS_SCORING_PLAY_COUPONS_MIND_H
#define SEEDPRESS_SCORING_PLAY_COUPONS_MIND_H

#include "scoring/play/coupons_play.h"

#define RUNS_MAX  (RING_LINKS / 2)           /* runs around a coupon: every second line whole */
#define ALL_KINDS ((1u << COUPON_KINDS) - 1) /* a set of coupon kinds, a bit a kind */

/* Where the last cut may go on: it came to a point by a way. */
struct end {
	unsigned point, came, ways;
};

/* A sheet as it would be after the cuts that a player thinks of. */
struct mind_sheet {
	struct cuts cuts;
	uint32_t gone;
	uint8_t whole[COUPONS_A_SHEET]; /* lines of the ring of each coupon that are not cut */
	uint32_t lone;                  /* coupons that hang by one line */
	uint32_t free;                  /* coupons that hang by none: gone, or just cut out */
};

/* A player who thinks of a turn. */
struct mind {
	const struct coupons_table *table;
	const struct cuts_sheet *lines;
	const struct coupon *coupon;
	const uint32_t *beside;
	struct mind_sheet sheet;
	struct coupons_hand hand;
	int value[COUPONS_A_SHEET];
	uint32_t wanted; /* of those not gone, the ones that are worth something */
	int8_t whim[COUPONS_A_SHEET];
	int sum; /* what was collected in the mind */
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

/* What a coupon promises beside its gain now, in half dollars a copy. */
extern const int8_t mind_promise[COUPON_KINDS];

/* A player who holds a sheet, before the first cut of a turn. */
void mind_init(
	struct mind *mind, const struct coupons_game *game, unsigned player, unsigned sheet, struct random *random);

/* Values what is left of some kinds, a set, for the hand of the mind. */
void mind_value(struct mind *mind, unsigned kinds);

/* Takes what came free into the hand of the mind. */
void mind_collect(struct mind *mind);

/* How to have a coupon; false when it takes more than two cuts. */
bool mind_plan(const struct mind *mind, unsigned coupon, struct plan *plan);

/* The best plans there are; worth less than nothing where there is none. */
void mind_look(const struct mind *mind, struct picks *picks);

/* Makes the cuts of a plan; or one of a line that does the least harm, any of those. */
void mind_follow(struct mind *mind, const struct plan *plan);
void mind_waste(struct mind *mind, unsigned first);

/* Starts a new cut, and takes it a step further. */
struct cut *mind_cut(struct mind *mind, unsigned start);
void mind_step(struct mind *mind, struct cut *cut, unsigned *point, unsigned way);

#endif
