/* SPDX-License-Identifier: MIT
 * Hands of coupons and their dollars. */
#include "scoring/coupons_hand.h"

static void
change(struct coupons_hand *hand, const struct coupon *coupon, int copies)
{
	hand->count[coupon->kind] = (int16_t)(hand->count[coupon->kind] + copies);
	hand->money[coupon->kind] = (int16_t)(hand->money[coupon->kind] + coupon->money * copies);
	hand->icons = (int16_t)(hand->icons + coupon->icons * copies);
}

void
coupons_hand_add(struct coupons_hand *hand, const struct coupon *coupon)
{
	change(hand, coupon, coupon->times);
}

void
coupons_hand_take(struct coupons_hand *hand, const struct coupon *coupon)
{
	change(hand, coupon, -coupon->times);
}

struct phrase
coupons_part_name(enum hand_part part)
{
	static const struct phrase name[HAND_PARTS] = {
		[HAND_CHIPS] = PHRASE("chips", "chips"),
		[HAND_DIP] = PHRASE("dip", "dip"),
		[HAND_FIREWORK] = PHRASE("firework", "firework"),
		[HAND_GRILL] = PHRASE("grill", "grill"),
		[HAND_PAIRS] = PHRASE("pairs", "hotdog and bun pairs"),
		[HAND_LEFT_OVER] = PHRASE("left-over", "hotdogs or buns left over"),
		[HAND_WATERMELON] = PHRASE("watermelon", "watermelon"),
		[HAND_FIVES] = PHRASE("five-watermelons", "five watermelons"),
		[HAND_BURGERS] = PHRASE("burgers", "burgers"),
		[HAND_COLESLAW] = PHRASE("coleslaw", "coleslaw"),
	};

	return name[part];
}

int
coupons_burger_worth(int size, bool pair_is_four)
{
	static const int8_t worth[2][COUPON_BURGER_PARTS + 1] = {{0, 1, 5, 9, 14}, {0, 1, 4, 9, 14}};

	return worth[pair_is_four][size];
}

/* The number of parts in the k-th set: one of each kind of which there are at least k. */
static int
set_size(const struct coupons_hand *hand, int set)
{
	int size = 0;

	for (int i = 0; i < COUPON_BURGER_PARTS; i++)
		size += hand->count[COUPON_ROLL + i] >= set;
	return size;
}

/* Under either house rule each part is worth more in a larger set, so it is best to make every set as large as
 * possible. */
void
coupons_burger_sets(const struct coupons_hand *hand, int sets[COUPON_BURGER_PARTS + 1])
{
	int size;

	for (int i = 0; i <= COUPON_BURGER_PARTS; i++)
		sets[i] = 0;
	for (int set = 1; (size = set_size(hand, set)) > 0; set++)
		sets[size]++;
}

struct coupons_worth
coupons_hand_worth(const struct coupons_hand *hand, bool pair_is_four)
{
	const int16_t *count = hand->count, *money = hand->money;
	int hotdogs = count[COUPON_HOTDOG], buns = count[COUPON_BUN], pairs = hotdogs < buns ? hotdogs : buns;
	int left_over = hotdogs + buns - 2 * pairs, fives = count[COUPON_WATERMELON] / 5;
	int sets[COUPON_BURGER_PARTS + 1], burgers = 0, burger_parts = 0;

	coupons_burger_sets(hand, sets);
	for (int size = 1; size <= COUPON_BURGER_PARTS; size++) {
		burgers += sets[size] * coupons_burger_worth(size, pair_is_four);
		burger_parts += sets[size] * size;
	}
	return (struct coupons_worth){{
		[HAND_CHIPS] = {money[COUPON_CHIPS], count[COUPON_CHIPS]},
		[HAND_DIP] = {count[COUPON_DIP] * count[COUPON_CHIPS], count[COUPON_DIP]},
		[HAND_FIREWORK] = {money[COUPON_FIREWORK], count[COUPON_FIREWORK]},
		[HAND_GRILL] = {5 * count[COUPON_GRILL], count[COUPON_GRILL]},
		[HAND_PAIRS] = {3 * pairs, pairs},
		[HAND_LEFT_OVER] = {-left_over, left_over},
		[HAND_WATERMELON] = {money[COUPON_WATERMELON], count[COUPON_WATERMELON]},
		[HAND_FIVES] = {10 * fives, fives},
		[HAND_BURGERS] = {burgers, burger_parts},
		[HAND_COLESLAW] = {-2 * count[COUPON_COLESLAW], count[COUPON_COLESLAW]},
	}};
}

int
coupons_hand_dollars(const struct coupons_hand *hand, bool pair_is_four)
{
	const struct coupons_worth worth = coupons_hand_worth(hand, pair_is_four);
	int sum = 0;

	for (int part = 0; part < HAND_PARTS; part++)
		sum += worth.part[part].dollars;
	return sum;
}

/* The gain of more copies of a burger part: each is added to the next set without this part. */
static int
burgers_gain(const struct coupons_hand *hand, const struct coupon *more, bool pair_is_four)
{
	int have = hand->count[more->kind], sum = 0;

	for (int set = have + 1; set <= have + more->times; set++) {
		int size = set_size(hand, set); /* without the part itself: it has fewer than `set` */

		sum += coupons_burger_worth(size + 1, pair_is_four) - coupons_burger_worth(size, pair_is_four);
	}
	return sum;
}

/* The gain of `times` more hotdogs if there are `have` hotdogs and `other` buns, or the other way round. */
static int
pairs_gain(int have, int other, int times)
{
	int before = have < other ? have : other;
	int after = have + times < other ? have + times : other;

	return 5 * (after - before) - times;
}

/* The simulated players call this very often, so it computes only what changes. */
int
coupons_hand_gain(const struct coupons_hand *hand, const struct coupon *coupon, bool pair_is_four)
{
	const int16_t *count = hand->count;
	int times = coupon->times, money = coupon->money * times;

	switch (coupon->kind) {
	case COUPON_CHIPS:
		return money + count[COUPON_DIP] * times;
	case COUPON_DIP:
		return count[COUPON_CHIPS] * times;
	case COUPON_FIREWORK:
		return money;
	case COUPON_GRILL:
		return 5 * times;
	case COUPON_HOTDOG:
		return pairs_gain(count[COUPON_HOTDOG], count[COUPON_BUN], times);
	case COUPON_BUN:
		return pairs_gain(count[COUPON_BUN], count[COUPON_HOTDOG], times);
	case COUPON_WATERMELON:
		return money + 10 * ((count[COUPON_WATERMELON] + times) / 5 - count[COUPON_WATERMELON] / 5);
	case COUPON_COLESLAW:
		return -2 * times;
	default:
		return burgers_gain(hand, coupon, pair_is_four);
	}
}

/* A player with no one ahead has the most, and one with exactly one player ahead the second most: if several share the
 * most, nobody is second. */
void
coupons_awards(const struct coupons_hand *hand, unsigned players, int *award)
{
	for (unsigned i = 0; i < players; i++) {
		unsigned ahead = 0;

		for (unsigned j = 0; j < players; j++)
			ahead += hand[j].icons > hand[i].icons;
		award[i] = 0;
		if (hand[i].icons > 0 && ahead < 2)
			award[i] = (int)(ahead == 0 ? 3 * players : players);
	}
}
