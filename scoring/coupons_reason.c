/* SPDX-License-Identifier: MIT
 * Explains the points of each line of a score of Coupon Clipper. It recomputes them from the result and the layout, so
 * that a score need not store them. Pure. */
#include <stdio.h>
#include <string.h>

#include "scoring/coupons.h"
#include "scoring/coupons_hand.h"

/* The most terms of a sum that is written out; more would not fit into a line of the page. */
#define TERMS_MAX 8

/* Bytes of such a sum: a term is "4 × $3", with " + " before it. */
#define SUM_BYTES (24 * TERMS_MAX)

/* "$3 + 2 × $2": the money on each coupon of a kind. */
static void
money_reason(const struct coupons_layout *layout, const struct coupons_result *result, unsigned player,
	enum coupon_kind kind, struct message *reason)
{
	char sum[SUM_BYTES] = "";
	size_t used = 0;
	int coupons = 0;

	for (int i = 0; i < result->claims; i++) {
		const struct coupons_claim *claim = &result->claim[i];
		const struct coupon *coupon = &layout->coupon[claim->sheet][claim->number - 1];

		if (claim->player != player || claim->discarded || coupon->kind != kind || ++coupons > TERMS_MAX)
			continue;
		if (coupons > 1)
			used += (size_t)snprintf(sum + used, SUM_BYTES - used, " + ");
		if (coupon->times > 1)
			used += (size_t)snprintf(sum + used, SUM_BYTES - used, "%d × ", coupon->times);
		used += (size_t)snprintf(sum + used, SUM_BYTES - used, "$%d", coupon->money);
	}
	if (coupons > TERMS_MAX)
		message_set(reason,
			SAY_COUNT("money", "the money on {count} coupon", "the money on {count} coupons", coupons));
	else
		message_set(reason, SAY("money-sum", "{sum}"), ARG_TEXT("sum", sum));
}

/* "1 × $14 (all four) and 2 × $5 (two)". */
static void
burgers_reason(const struct coupons_hand *hand, bool pair_is_four, struct message *reason)
{
	static const struct phrase set[COUPON_BURGER_PARTS + 1] = {
		[1] = PHRASE("burger-1", "{sets} × ${dollars}"),
		[2] = PHRASE("burger-2", "{sets} × ${dollars} (two)"),
		[3] = PHRASE("burger-3", "{sets} × ${dollars} (three)"),
		[4] = PHRASE("burger-4", "{sets} × ${dollars} (all four)"),
	};
	int sets[COUPON_BURGER_PARTS + 1];

	coupons_burger_sets(hand, sets);
	message_set(reason, SAY("burgers", "{burgers}"));
	for (int size = COUPON_BURGER_PARTS; size > 0; size--)
		if (sets[size] > 0)
			message_add(reason,
				ARG_PHRASE("burgers", SAY(set[size].id, set[size].english),
					ARG_NUMBER("sets", sets[size]),
					ARG_NUMBER("dollars", coupons_burger_worth(size, pair_is_four))));
}

/* An award, which players who have the same number of icons share. */
static void
award_reason(const struct score *score, const struct score_line *line, struct message *reason)
{
	static const struct {
		const char *id, *one, *many;
	} texts[2][2] = {
		{{"award-second", "{count} icon, the second most: ${dollars} × {players} players",
			 "{count} icons, the second most: ${dollars} × {players} players"},
			{"award-second-shared", "{count} icon, shared second most: ${dollars} × {players} players",
				"{count} icons, shared second most: ${dollars} × {players} players"}},
		{{"award-most", "{count} icon, the most: ${dollars} × {players} players",
			 "{count} icons, the most: ${dollars} × {players} players"},
			{"award-most-shared", "{count} icon, shared most: ${dollars} × {players} players",
				"{count} icons, shared most: ${dollars} × {players} players"}},
	};
	int players = (int)score->players;
	unsigned sharers = 0;

	for (unsigned i = 0; i < score->players; i++)
		for (unsigned n = 0; n < score->player[i].lines; n++)
			sharers += strcmp(score->player[i].line[n].name.id, line->name.id) == 0;
	bool most = line->points > players, shared = sharers > 1;

	message_set(reason,
		SAY_COUNT(texts[most][shared].id, texts[most][shared].one, texts[most][shared].many, line->count),
		ARG_NUMBER("dollars", line->points / players), ARG_NUMBER("players", players));
}

void
coupons_reason(const void *layout, const void *result, const struct score *score, unsigned player,
	const struct score_line *line, struct message *reason)
{
	const struct coupons_result *played = result;
	const struct coupons_layout *cards = layout;
	struct coupons_hand hand = {0};

	for (int i = 0; i < played->claims; i++) {
		const struct coupons_claim *claim = &played->claim[i];

		if (claim->player == player && !claim->discarded)
			coupons_hand_add(&hand, &cards->coupon[claim->sheet][claim->number - 1]);
	}
	int hotdogs = hand.count[COUPON_HOTDOG], buns = hand.count[COUPON_BUN], part = 0;

	while (part < HAND_PARTS && strcmp(line->name.id, coupons_part_name((enum hand_part)part).id) != 0)
		part++;
	switch (part) {
	case HAND_CHIPS:
		money_reason(layout, played, player, COUPON_CHIPS, reason);
		break;
	case HAND_DIP:
		message_set(reason,
			SAY_COUNT("dips", "{count} dip × {chips} chips at $1", "{count} dips × {chips} chips at $1",
				line->count),
			ARG_NUMBER("chips", hand.count[COUPON_CHIPS]));
		break;
	case HAND_FIREWORK:
		money_reason(layout, played, player, COUPON_FIREWORK, reason);
		break;
	case HAND_GRILL:
		message_set(reason,
			SAY_COUNT("grills-kept", "{count} grill kept at $5", "{count} grills kept at $5", line->count));
		break;
	case HAND_PAIRS:
		message_set(reason,
			SAY_COUNT("pairs", "{hotdogs} and {buns}: {count} pair at $3",
				"{hotdogs} and {buns}: {count} pairs at $3", line->count),
			ARG_PHRASE("hotdogs", SAY_COUNT("hotdogs", "{count} hotdog", "{count} hotdogs", hotdogs)),
			ARG_PHRASE("buns", SAY_COUNT("buns", "{count} bun", "{count} buns", buns)));
		break;
	case HAND_LEFT_OVER:
		message_set(reason,
			hotdogs > buns ? SAY_COUNT("hotdogs-left-over", "{count} hotdog left over at -$1",
						 "{count} hotdogs left over at -$1", line->count)
				       : SAY_COUNT("buns-left-over", "{count} bun left over at -$1",
						 "{count} buns left over at -$1", line->count));
		break;
	case HAND_WATERMELON:
		money_reason(layout, played, player, COUPON_WATERMELON, reason);
		break;
	case HAND_FIVES:
		message_set(reason,
			SAY_COUNT("fives", "{count} watermelon: $10 for every five",
				"{count} watermelons: $10 for every five", hand.count[COUPON_WATERMELON]));
		break;
	case HAND_BURGERS:
		burgers_reason(&hand, played->base.house[COUPONS_BURGER_PAIR], reason);
		break;
	case HAND_COLESLAW:
		message_set(reason,
			SAY_COUNT("coleslaw", "{count} coleslaw at -$2", "{count} coleslaws at -$2", line->count));
		break;
	default:
		award_reason(score, line, reason);
		break;
	}
}
