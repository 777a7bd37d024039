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

/* How many different parts the k-th set has: one of each that is there k times. */
static int
set_size(const struct coupons_hand *hand, int set)
{
	int size = 0;

	for (int i = 0; i < COUPON_BURGER_PARTS; i++)
		size += hand->count[COUPON_ROLL + i] >= set;
	return size;
}

/* Larger sets gain more for each part than smaller ones under either house rule, so sets of as many
 * parts as there are are the best ones. */
void
coupons_burger_sets(const struct coupons_hand *hand, int sets[COUPON_BURGER_PARTS + 1])
{
	int size;

	for (int i = 0; i <= COUPON_BURGER_PARTS; i++)
		sets[i] = 0;
	for (int set = 1; (size = set_size(hand, set)) > 0; set++)
		sets[size]++;
}

static int
burgers(const struct coupons_hand *hand, bool pair_is_four)
{
	int sets[COUPON_BURGER_PARTS + 1], sum = 0;

	coupons_burger_sets(hand, sets);
	for (int size = 1; size <= COUPON_BURGER_PARTS; size++)
		sum += sets[size] * coupons_burger_worth(size, pair_is_four);
	return sum;
}

static int
pairs(const struct coupons_hand *hand)
{
	int hotdogs = hand->count[COUPON_HOTDOG], buns = hand->count[COUPON_BUN];

	return hotdogs < buns ? hotdogs : buns;
}

int
coupons_hand_part(const struct coupons_hand *hand, enum hand_part part, bool pair_is_four)
{
	const int16_t *count = hand->count, *money = hand->money;

	switch (part) {
	case HAND_CHIPS:
		return money[COUPON_CHIPS];
	case HAND_DIP:
		return count[COUPON_DIP] * count[COUPON_CHIPS];
	case HAND_FIREWORK:
		return money[COUPON_FIREWORK];
	case HAND_GRILL:
		return 5 * count[COUPON_GRILL];
	case HAND_PAIRS:
		return 3 * pairs(hand);
	case HAND_LEFT_OVER:
		return 2 * pairs(hand) - count[COUPON_HOTDOG] - count[COUPON_BUN];
	case HAND_WATERMELON:
		return money[COUPON_WATERMELON];
	case HAND_FIVES:
		return count[COUPON_WATERMELON] / 5 * 10;
	case HAND_BURGERS:
		return burgers(hand, pair_is_four);
	case HAND_COLESLAW:
		return -2 * count[COUPON_COLESLAW];
	default:
		return 0;
	}
}

int
coupons_hand_dollars(const struct coupons_hand *hand, bool pair_is_four)
{
	int sum = 0;

	for (int part = 0; part < HAND_PARTS; part++)
		sum += coupons_hand_part(hand, (enum hand_part)part, pair_is_four);
	return sum;
}

/* What some more of a burger part add: each goes into the next set that has none of it. */
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

/* What some more hotdogs add next to this many buns, or the other way round. */
static int
pairs_gain(int have, int other, int times)
{
	int before = have < other ? have : other;
	int after = have + times < other ? have + times : other;

	return 5 * (after - before) - times;
}

/* Players ask this all the time, so it looks at no more than what changes. */
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

/* The most icons below `limit` that any player has, and how many have them. */
static int
most_icons(const struct coupons_hand *hand, unsigned players, int limit, int *holders)
{
	int most = 0;

	*holders = 0;
	for (unsigned i = 0; i < players; i++) {
		int icons = hand[i].icons;

		if (icons >= limit || icons < most || icons == 0)
			continue;
		*holders = icons > most ? 1 : *holders + 1;
		most = icons;
	}
	return most;
}

void
coupons_awards(const struct coupons_hand *hand, unsigned players, int *award)
{
	int holders, most = most_icons(hand, players, INT16_MAX, &holders);
	int second = holders == 1 ? most_icons(hand, players, most, &holders) : 0;

	for (unsigned i = 0; i < players; i++) {
		award[i] = 0;
		if (hand[i].icons > 0 && hand[i].icons == most)
			award[i] = 3 * (int)players;
		else if (hand[i].icons > 0 && hand[i].icons == second)
			award[i] = (int)players;
	}
}
