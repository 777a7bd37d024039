/* SPDX-License-Identifier: MIT
 * Simulated players of Coupon Clipper: random, greedy, or thinking one step ahead. */
#include <string.h>

#include "scoring/play/coupons_mind.h"

#define TOKEN_PRICE 8 /* half dollars that a cut with a token must gain */
#define TRIES       5 /* best first coupons that the player ahead compares */
#define WASTES      3 /* first cuts without a gain that it compares, too */

/* Makes the best cuts until all are used up and no token seems worth spending. */
static void
go_on(struct mind *mind, struct random *random)
{
	while (!cuts_over(mind->lines, &mind->sheet.cuts)) {
		struct picks picks;

		mind_look(mind, &picks);
		int one = picks.cost[1].value;
		int two = (one > 0 ? one : 0) + (picks.second.value > 0 ? picks.second.value : 0);

		if (picks.cost[0].value > 0) {
			mind_follow(mind, &picks.cost[0]);
		} else if (mind->left >= 2 && picks.cost[2].value > two) {
			mind->left -= 2;
			mind_follow(mind, &picks.cost[2]);
		} else if (mind->left >= 1 && one > 0) {
			mind->left--;
			mind_follow(mind, &picks.cost[1]);
		} else if (mind->left >= 1) {
			mind->left--;
			mind_waste(mind, random_below(random, mind->lines->links));
		} else if (mind->tokens >= 1 && one >= TOKEN_PRICE) {
			mind->tokens--;
			mind_follow(mind, &picks.cost[1]);
		} else {
			return;
		}
	}
}

/* A quick estimate of what two cuts would gain. */
static int
glance(const struct mind *mind)
{
	struct picks picks;
	int sum = 0;

	mind_look(mind, &picks);
	if (picks.cost[1].value > 0)
		sum += picks.cost[1].value;
	if (picks.second.value > 0)
		sum += picks.second.value;
	return picks.cost[2].value > sum ? picks.cost[2].value : sum;
}

/* The most promising coupons to begin with, at most TRIES. */
static unsigned
first_plans(const struct mind *mind, struct plan plan[TRIES])
{
	unsigned count = 0;

	for (unsigned i = 0; i < COUPONS_A_SHEET; i++) {
		struct plan next;

		if ((mind->sheet.gone >> i & 1) || !mind_plan(mind, i, &next) ||
			(count == TRIES && next.value <= plan[TRIES - 1].value))
			continue;
		unsigned at = count < TRIES ? count++ : TRIES - 1;

		for (; at > 0 && plan[at - 1].value < next.value; at--)
			plan[at] = plan[at - 1];
		plan[at] = next;
	}
	return count;
}

/* Plays on from each of the most promising beginnings, and keeps the one that has most, less what it would leave to the
 * player to whom the sheet is passed. */
static void
look_ahead(const struct coupons_game *game, unsigned player, struct mind *start, struct random *random)
{
	unsigned next = (player + 1) % game->table->layout->sheets;
	struct coupons_turn turn[2];
	struct plan plan[TRIES] = {0};
	unsigned plans = first_plans(start, plan), kept = 0;
	struct mind other = *start;
	int best = INT32_MIN;

	other.hand = game->hand[next];
	mind_value(&other, ALL_KINDS);
	for (unsigned i = 0; i < plans + WASTES; i++) {
		struct mind mind = *start;

		mind.turn = &turn[!kept];
		mind.turn->cuts = 0;
		if (i < plans) {
			mind.left -= plan[i].cost;
			mind_follow(&mind, &plan[i]);
		} else {
			mind.left--;
			mind_waste(&mind, random_below(random, mind.lines->links));
		}
		go_on(&mind, random);
		other.sheet = mind.sheet;
		int value = 2 * mind.sum - TOKEN_PRICE * (int)(COUPONS_TOKENS - mind.tokens) - glance(&other);

		if (value > best) {
			best = value;
			kept = !kept;
		}
	}
	start->turn->cuts = turn[kept].cuts;
	memcpy(start->turn->cut, turn[kept].cut, sizeof *turn[kept].cut * turn[kept].cuts);
}

/* Cuts from any point in any way, each step followed by another with a probability of 3 in 4; in 1 turn of 8, also uses
 * tokens. */
static void
stumble(struct mind *mind, struct random *random)
{
	unsigned cuts = COUPONS_CUTS_A_TURN;

	if (mind->tokens > 0 && random_below(random, 8) == 0)
		cuts += 1 + random_below(random, mind->tokens);
	for (; cuts > 0 && !cuts_over(mind->lines, &mind->sheet.cuts); cuts--) {
		unsigned point, came = WAY_NONE, ways;

		do
			point = random_below(random, CUTS_POINTS);
		while (cuts_ways(mind->lines, &mind->sheet.cuts, point, came) == 0);
		struct cut *cut = mind_cut(mind, point);

		while ((ways = cuts_ways(mind->lines, &mind->sheet.cuts, point, came)) != 0) {
			do
				came = random_below(random, WAYS);
			while ((ways >> came & 1) == 0);
			mind_step(mind, cut, &point, came);
			if (random_below(random, 4) == 0)
				break;
		}
	}
}

void
coupons_choose_cuts(const struct coupons_game *game, unsigned player, enum coupons_player kind, struct random *random,
	struct coupons_turn *turn)
{
	unsigned sheet = coupons_game_sheet(game, player);
	struct mind mind;

	turn->cuts = 0;
	if (cuts_over(&game->table->sheet[sheet], &game->cuts[sheet]))
		return;
	mind_init(&mind, game, player, sheet, random);
	mind.turn = turn;
	if (kind == COUPONS_RANDOM)
		stumble(&mind, random);
	else if (kind == COUPONS_GREEDY)
		go_on(&mind, random);
	else
		look_ahead(game, player, &mind, random);
}

/* The coupon whose loss costs least; for a random player, any of them. */
void
coupons_choose_discard(const struct coupons_game *game, unsigned player, enum coupons_player kind,
	struct random *random, struct coupon_name *name)
{
	const struct coupons_layout *layout = game->table->layout;
	int least = INT32_MAX;
	unsigned seen = 0;

	for (uint8_t sheet = 0; sheet < layout->sheets; sheet++) {
		for (uint32_t left = game->gone[sheet]; left != 0; left &= left - 1) {
			struct coupon_name at = {sheet, (uint8_t)__builtin_ctz(left)};
			const struct coupon *coupon = &layout->coupon[sheet][at.index];
			struct coupons_hand without = game->hand[player];

			if (!coupons_game_may_discard(game, player, at))
				continue;
			coupons_hand_take(&without, coupon);
			int loss = 2 * coupons_hand_gain(&without, coupon, game->table->pair_is_four) +
				(coupon->kind == COUPON_GRILL ? 0 : mind_promise[coupon->kind] * coupon->times);

			if (kind == COUPONS_RANDOM)
				loss = random_below(random, ++seen) == 0 ? least - 1 : INT32_MAX;
			if (loss < least) {
				least = loss;
				*name = at;
			}
		}
	}
}
