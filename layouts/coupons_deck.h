/* SPDX-License-Identifier: MIT
 * The deck of a game: how many coupons of each kind. One mix is printed; others can be
 * compared with it by tests/bench/calibrate.c. */
#pragma once

#include "layouts/coupons.h"

struct coupons_mix {
	uint8_t usual[COUPON_KINDS]; /* a sheet's usual coupons; burger parts are counted apart */
	uint8_t burgers;             /* parts a sheet, an even number: 24 coupons with the others */
	uint8_t triples, doubles;    /* a sheet */
	uint8_t chips_money;         /* from $1 to this */
	uint8_t melon_money;
	uint8_t firework;           /* icons, 1 to 3, and money of a firework together: at most this, over 3 */
	int8_t worth[COUPON_KINDS]; /* dollars that a kind is worth in addition to its money: sheets are balanced by it
				     */
};

/* The mix of version 1. */
extern const struct coupons_mix coupons_mix;

struct coupons_deck {
	unsigned count;
	struct coupon coupon[COUPONS_MAX];
};

/* The coupons of a whole game, in groups of like coupons: triples, doubles, then by kind. */
void coupons_deck_make(
	const struct coupons_mix *mix, struct random *random, unsigned sheets, struct coupons_deck *deck);

/* The estimated worth of a coupon in a mix, in dollars. */
int coupons_mix_worth(const struct coupons_mix *mix, const struct coupon *coupon);

/* The layout that a code would have with another mix. */
void coupons_build(const struct coupons_mix *mix, const struct code *code, struct coupons_layout *layout);
