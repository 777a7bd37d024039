/* SPDX-License-Identifier: MIT
 * What a simulated player knows of a sheet and how it values coupons. How it cuts them
 * out is in coupons_plan.c. */
#include "scoring/play/coupons_mind.h"

#include <string.h>

#define ALL_COUPONS ((UINT32_C(1) << COUPONS_A_SHEET) - 1) /* a set of the coupons of a sheet, a bit a coupon */

/* The expected later gain of one more coupon, in addition to its gain now, in half dollars for each copy: a single
 * hotdog may get its bun, a watermelon four others. */
const int8_t mind_promise[COUPON_KINDS] = {
	[COUPON_CHIPS] = 1,
	[COUPON_DIP] = 2,
	[COUPON_GRILL] = -4, /* for what is discarded */
	[COUPON_HOTDOG] = 3,
	[COUPON_BUN] = 3,
	[COUPON_WATERMELON] = 3,
	[COUPON_ROLL] = 2,
	[COUPON_LETTUCE] = 2,
	[COUPON_CHEESE] = 2,
	[COUPON_PATTY] = 2,
};

/* Random error of a player's estimate, in half dollars: in each turn a coupon seems worth up to this much more or less
 * than it is. Without it, nearly the same game would be played again and again on the same sheets. */
#define WHIM 4

/* Kinds whose gain changes with one more of a kind. */
#define KIND(kind) (1u << (kind))
#define SNACKS     (KIND(COUPON_CHIPS) | KIND(COUPON_DIP))            /* chips and dip pay for each other */
#define SAUSAGES   (KIND(COUPON_HOTDOG) | KIND(COUPON_BUN))           /* hotdogs and buns make pairs */
#define BURGERS    (((1u << COUPON_BURGER_PARTS) - 1) << COUPON_ROLL) /* the four parts make sets */

static const uint16_t company[COUPON_KINDS] = {
	[COUPON_CHIPS] = SNACKS,
	[COUPON_DIP] = SNACKS,
	[COUPON_HOTDOG] = SAUSAGES,
	[COUPON_BUN] = SAUSAGES,
	[COUPON_WATERMELON] = KIND(COUPON_WATERMELON),
	[COUPON_ROLL] = BURGERS,
	[COUPON_LETTUCE] = BURGERS,
	[COUPON_CHEESE] = BURGERS,
	[COUPON_PATTY] = BURGERS,
};

void
mind_value(struct mind *mind, unsigned kinds)
{
	int players = mind->table->layout->sheets;

	mind->wanted &= ~mind->sheet.gone;
	for (uint32_t left = ALL_COUPONS & ~mind->sheet.gone; left != 0; left &= left - 1) {
		int i = __builtin_ctz(left), value;
		const struct coupon *coupon = &mind->coupon[i];

		if ((kinds >> coupon->kind & 1) == 0)
			continue;
		value = 2 * coupons_hand_gain(&mind->hand, coupon, mind->table->pair_is_four) +
			mind_promise[coupon->kind] * coupon->times + mind->whim[i];
		/* All awards together over all icons. */
		if (coupon->icons > 0)
			value += 8 * players * coupon->icons * coupon->times / mind->table->icons;
		mind->value[i] = value;
		mind->wanted &= ~(UINT32_C(1) << i);
		mind->wanted |= (uint32_t)(value > 0) << i;
	}
}

void
mind_init(struct mind *mind, const struct coupons_game *game, unsigned player, unsigned sheet, struct random *random)
{
	mind->table = game->table;
	mind->lines = &game->table->sheet[sheet];
	mind->coupon = game->table->layout->coupon[sheet];
	mind->beside = game->table->beside[sheet];
	mind->sheet.cuts = game->cuts[sheet];
	mind->sheet.gone = game->gone[sheet];
	mind->hand = game->hand[player];
	mind->sum = 0;
	mind->left = COUPONS_CUTS_A_TURN;
	mind->tokens = game->tokens[player];
	mind->ends = 0;
	mind->wanted = 0;
	/* Find the lines by which each coupon is still connected. */
	memset(mind->sheet.whole, 0, sizeof mind->sheet.whole);
	for (uint64_t left = mind->lines->all & ~mind->sheet.cuts.done; left != 0; left &= left - 1) {
		const struct link *link = &mind->lines->link[__builtin_ctzll(left)];

		for (int i = 0; i < 2; i++)
			mind->sheet.whole[link->side[i]] |= (uint8_t)(1u << link->at[i]);
	}
	mind->sheet.lone = mind->sheet.free = 0;
	for (unsigned i = 0; i < COUPONS_A_SHEET; i++) {
		unsigned whole = mind->sheet.whole[i];

		mind->sheet.free |= (uint32_t)(whole == 0) << i;
		mind->sheet.lone |= (uint32_t)(whole != 0 && (whole & (whole - 1)) == 0) << i;
	}
	for (unsigned i = 0; i < COUPONS_A_SHEET; i++)
		mind->whim[i] = (int8_t)((int)(random_word(random) % (2 * WHIM + 1)) - WHIM);
	mind_value(mind, ALL_KINDS);
}

void
mind_collect(struct mind *mind)
{
	uint32_t fresh = mind->sheet.free & ~mind->sheet.gone;
	unsigned kinds = 0;

	mind->sheet.gone |= fresh;
	for (; fresh != 0; fresh &= fresh - 1) {
		unsigned i = (unsigned)__builtin_ctz(fresh);

		mind->sum += mind->value[i];
		coupons_hand_add(&mind->hand, &mind->coupon[i]);
		kinds |= company[mind->coupon[i].kind];
	}
	if (kinds != 0)
		mind_value(mind, kinds);
}
