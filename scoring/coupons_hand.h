/* SPDX-License-Identifier: MIT
 * What a player of Coupon Clipper has in hand and what that is worth, for the
 * rule book and for players who weigh what to cut next. Pure. */
#pragma once

#include "layouts/coupons.h"
#include "layouts/message.h"

/* What a player kept, copies counted. */
struct coupons_hand {
	int16_t count[COUPON_KINDS];
	int16_t money[COUPON_KINDS];
	int16_t icons;
};

/* Kinds that are paid for together, each a line of the score. */
enum hand_part {
	HAND_CHIPS,
	HAND_DIP,
	HAND_FIREWORK,
	HAND_GRILL,
	HAND_PAIRS,
	HAND_LEFT_OVER,
	HAND_WATERMELON,
	HAND_FIVES,
	HAND_BURGERS,
	HAND_COLESLAW,
	HAND_PARTS,
};

/* What a part is called in a score: "hotdog and bun pairs". */
struct phrase coupons_part_name(enum hand_part part);

/* Adds a coupon with all its copies, or takes it away again. */
void coupons_hand_add(struct coupons_hand *hand, const struct coupon *coupon);
void coupons_hand_take(struct coupons_hand *hand, const struct coupon *coupon);

/* What each part of a hand is worth: its dollars, and how many coupons made them, copies counted. */
struct coupons_worth {
	struct {
		int dollars, count;
	} part[HAND_PARTS];
};

/* The worth of the parts of a hand, and the dollars of all of them: all but the awards. A house rule makes a pair of
 * burger parts worth $4. */
struct coupons_worth coupons_hand_worth(const struct coupons_hand *hand, bool pair_is_four);
int coupons_hand_dollars(const struct coupons_hand *hand, bool pair_is_four);

/* The dollars for a set of `size` different burger parts, and how many sets of each size the
 * burger parts of a hand make when they are put to their best use. */
int coupons_burger_worth(int size, bool pair_is_four);
void coupons_burger_sets(const struct coupons_hand *hand, int sets[COUPON_BURGER_PARTS + 1]);

/* What one more coupon would add to coupons_hand_dollars(). */
int coupons_hand_gain(const struct coupons_hand *hand, const struct coupon *coupon, bool pair_is_four);

/* The awards for the most fireworks and for the second most, one a player. */
void coupons_awards(const struct coupons_hand *hand, unsigned players, int *award);
