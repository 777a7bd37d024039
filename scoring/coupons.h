/* SPDX-License-Identifier: MIT
 * What the players of Coupon Clipper collected and discarded. */
#pragma once

#include "layouts/coupons.h"
#include "scoring/rules.h"

/* More claims than coupons, so that those claimed twice can be named. */
#define COUPONS_CLAIMS 480
#define COUPONS_NOBODY 0xff /* a discard that is not assigned to a player */
#define COUPONS_LOST   0xfe /* lost, by the organiser's ruling */

struct coupons_claim {
	uint8_t sheet;  /* from 0: B07 is sheet 1 ... */
	uint8_t number; /* ... number 7 */
	uint8_t player;
	bool discarded;
};

enum { COUPONS_BURGER_PAIR }; /* house rule: 0 is $5, 1 is $4 */

struct coupons_result {
	struct result base;
	uint16_t claims;
	struct coupons_claim claim[COUPONS_CLAIMS];
};

extern const struct rules rules_coupons;

/* Its `reason`. */
void coupons_reason(const void *layout, const void *result, const struct score *score, unsigned player,
	const struct score_line *line, struct message *reason);
