/* SPDX-License-Identifier: MIT
 * Coupon Clipper's phrases, made from the result and the layout again, so that
 * a score has nothing to carry along. Pure. */
#include <string.h>

#include "scoring/coupons.h"
#include "scoring/coupons_hand.h"
#include "scoring/reason.h"

#define TERMS_MAX 8 /* of a sum that is written out */

/* The player's next coupon that was kept, from claim *at on, which is moved behind it; NULL after
 * the last. */
static const struct coupon *
next_kept(const struct coupons_layout *layout, const struct coupons_result *result, unsigned player, int *at)
{
	while (*at < result->claims) {
		const struct coupons_claim *claim = &result->claim[(*at)++];

		if (claim->player == player && !claim->discarded)
			return &layout->coupon[claim->sheet][claim->number - 1];
	}
	return NULL;
}

/* "$3 + 2 x $2": the money on each coupon of a kind. */
static void
add_money(const struct coupons_layout *layout, const struct coupons_result *result, unsigned player,
	enum coupon_kind kind, char *reason)
{
	const struct coupon *coupon;
	char terms[REASON_BYTES] = "";
	int coupons = 0;

	for (int at = 0; (coupon = next_kept(layout, result, player, &at)) != NULL;) {
		if (coupon->kind != kind || ++coupons > TERMS_MAX)
			continue;
		reason_add(terms, "%s", coupons > 1 ? " + " : "");
		if (coupon->times > 1)
			reason_add(terms, "%d × ", coupon->times);
		reason_add(terms, "$%d", coupon->money);
	}
	if (coupons > TERMS_MAX)
		reason_add(reason, "the money on %d coupons", coupons);
	else
		reason_add(reason, "%s", terms);
}

/* "1 × $14 (all four), 2 × $5 (two)". */
static void
add_burgers(const struct coupons_hand *hand, bool pair_is_four, char *reason)
{
	static const char *const parts[] = {"", "", " (two)", " (three)", " (all four)"};
	int sets[COUPON_BURGER_PARTS + 1];

	coupons_burger_sets(hand, sets);
	for (int size = COUPON_BURGER_PARTS; size > 0; size--)
		if (sets[size] > 0)
			reason_add(reason, "%s%d × $%d%s", reason[0] != '\0' ? ", " : "", sets[size],
				coupons_burger_worth(size, pair_is_four), parts[size]);
}

/* Players who have the same award. */
static unsigned
sharers(const struct score *score, const char *what)
{
	unsigned players = 0;

	for (unsigned i = 0; i < score->players; i++)
		for (unsigned n = 0; n < score->player[i].lines; n++)
			players += strcmp(score->player[i].line[n].what, what) == 0;
	return players;
}

static void
add_award(const struct score *score, const struct score_line *line, char *reason)
{
	int players = (int)score->players;

	reason_add(reason, "%d icon%s, %s%s: $%d × %d players", line->count, reason_plural(line->count),
		sharers(score, line->what) > 1 ? "shared " : "the ", line->points > players ? "most" : "second most",
		line->points / players, players);
}

void
coupons_reason(const void *layout, const void *result, const struct score *score, unsigned player,
	const struct score_line *line, char reason[REASON_BYTES])
{
	const struct coupons_result *played = result;
	struct coupons_hand hand = {0};
	const struct coupon *coupon;
	const char *plural = reason_plural(line->count);
	int part = 0, hotdogs, buns;

	for (int at = 0; (coupon = next_kept(layout, played, player, &at)) != NULL;)
		coupons_hand_add(&hand, coupon);
	hotdogs = hand.count[COUPON_HOTDOG];
	buns = hand.count[COUPON_BUN];
	while (part < HAND_PARTS && strcmp(line->what, coupons_part_name((enum hand_part)part)) != 0)
		part++;
	switch (part) {
	case HAND_CHIPS:
		add_money(layout, played, player, COUPON_CHIPS, reason);
		break;
	case HAND_DIP:
		reason_add(reason, "%d dip%s × %d chips at $1", line->count, plural, hand.count[COUPON_CHIPS]);
		break;
	case HAND_FIREWORK:
		add_money(layout, played, player, COUPON_FIREWORK, reason);
		break;
	case HAND_GRILL:
		reason_add(reason, "%d grill%s kept at $5", line->count, plural);
		break;
	case HAND_PAIRS:
		reason_add(reason, "%d hotdog%s and %d bun%s: %d pair%s at $3", hotdogs, reason_plural(hotdogs), buns,
			reason_plural(buns), line->count, plural);
		break;
	case HAND_LEFT_OVER:
		reason_add(reason, "%d %s%s left over at -$1", line->count, hotdogs > buns ? "hotdog" : "bun", plural);
		break;
	case HAND_WATERMELON:
		add_money(layout, played, player, COUPON_WATERMELON, reason);
		break;
	case HAND_FIVES:
		reason_add(reason, "%d watermelons: $10 for every five", hand.count[COUPON_WATERMELON]);
		break;
	case HAND_BURGERS:
		add_burgers(&hand, played->base.house[COUPONS_BURGER_PAIR], reason);
		break;
	case HAND_COLESLAW:
		reason_add(reason, "%d coleslaw%s at -$2", line->count, plural);
		break;
	default:
		add_award(score, line, reason);
		break;
	}
}
