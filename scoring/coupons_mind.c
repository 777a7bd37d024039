/* SPDX-License-Identifier: MIT
 * A mind thinks in coupons, not in lines; see coupons_mind.h: what
 * is left of the lines around a coupon falls into runs, each of which is one
 * cut from either of its ends (nothing lies across a line along a coupon on
 * both sides, for one side is the coupon). So a coupon costs as many cuts as it
 * has runs, or one less where a cut just made can go on. */
#include "scoring/coupons_mind.h"

#define NOTHING (-1000)

/* What one more coupon promises beside its gain now, in half dollars for each copy: a lone hotdog
 * may find its bun, a watermelon four others. */
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

/* People misjudge: every turn a player thinks a coupon worth up to so many half dollars more or less
 * than it is. Without it nearly the same game would be played again and again on the same sheets. */
#define WHIM 4

/* The runs of lines around a coupon, clockwise. */
struct runs {
	unsigned count;
	uint8_t first[RUNS_MAX], length[RUNS_MAX]; /* in the ring */
};

/* Kinds whose gain changes with one more of a kind. */
#define KIND(kind) (1u << (kind))
#define SNACKS    (KIND(COUPON_CHIPS) | KIND(COUPON_DIP))
#define SAUSAGES  (KIND(COUPON_HOTDOG) | KIND(COUPON_BUN))
#define BURGERS   (((1u << COUPON_BURGER_PARTS) - 1) << COUPON_ROLL)

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

/* Values what is left of some kinds. */
void
mind_value(struct mind *mind, unsigned kinds)
{
	int players = mind->table->layout->sheets;

	for (uint32_t left = ((UINT32_C(1) << COUPONS_A_SHEET) - 1) & ~mind->gone; left != 0;
		left &= left - 1) {
		int i = __builtin_ctz(left);
		const struct coupon *coupon = &mind->coupon[i];

		if ((kinds >> coupon->kind & 1) == 0)
			continue;
		mind->value[i] =
			2 * coupons_hand_gain(&mind->hand, coupon, mind->table->pair_is_four) +
			mind_promise[coupon->kind] * coupon->times + mind->whim[i];
		/* All awards together over all icons. */
		if (coupon->icons > 0)
			mind->value[i] += 8 * players * coupon->icons * coupon->times /
				mind->table->icons;
	}
}

void
mind_init(struct mind *mind, const struct coupons_game *game, unsigned player, unsigned sheet,
	struct random *random)
{
	mind->table = game->table;
	mind->lines = &game->table->sheet[sheet];
	mind->coupon = game->table->layout->coupon[sheet];
	mind->beside = game->table->beside[sheet];
	mind->cuts = game->cuts[sheet];
	mind->gone = game->gone[sheet];
	mind->hand = game->hand[player];
	mind->sum = 0;
	mind->left = COUPONS_CUTS_A_TURN;
	mind->tokens = game->tokens[player];
	mind->ends = 0;
	for (unsigned i = 0; i < COUPONS_A_SHEET; i++)
		mind->whim[i] = (int8_t)((int)(random_word(random) % (2 * WHIM + 1)) - WHIM);
	mind_value(mind, ALL_KINDS);
}

static unsigned
ring_start(const struct mind *mind, const struct ring *ring, unsigned at)
{
	const struct link *link = &mind->lines->link[ring->link[at]];

	return ring->way[at] == link->way ? link->from : link->to;
}

static unsigned
ring_stop(const struct mind *mind, const struct ring *ring, unsigned at)
{
	const struct link *link = &mind->lines->link[ring->link[at]];

	return ring->way[at] == link->way ? link->to : link->from;
}

/* All the lines around a coupon are whole: one cut from any of their points that is touched. */
static void
whole_ring(const struct mind *mind, const struct ring *ring, struct runs *runs)
{
	for (uint8_t at = 0; at < ring->count; at++) {
		if ((mind->cuts.touched >> ring_start(mind, ring, at) & 1) == 0)
			continue;
		runs->count = 1;
		runs->first[0] = at;
		runs->length[0] = ring->count;
		return;
	}
}

/* No runs for a coupon in the middle that no cut has come to. */
static void
runs_find(const struct mind *mind, const struct ring *ring, struct runs *runs)
{
	unsigned whole = 0, starts = 0, count = ring->count;

	runs->count = 0;
	for (unsigned at = 0; at < count; at++)
		whole |= (unsigned)(~mind->cuts.done >> ring->link[at] & 1) << at;
	for (unsigned at = 0; at < count; at++) {
		unsigned before = at == 0 ? count - 1 : at - 1;

		if ((whole >> at & 1) && (ring->gap[at] || (whole >> before & 1) == 0))
			starts |= 1u << at;
	}
	if (starts == 0) {
		if (whole != 0)
			whole_ring(mind, ring, runs);
		return;
	}
	for (; starts != 0; starts &= starts - 1) {
		unsigned first = (unsigned)__builtin_ctz(starts), at = first;
		uint8_t length = 0;

		do {
			length++;
			at = at + 1 == count ? 0 : at + 1;
		} while (at != first && (whole >> at & 1) && !ring->gap[at]);
		runs->first[runs->count] = (uint8_t)first;
		runs->length[runs->count++] = length;
	}
}

static unsigned
run_last(const struct ring *ring, const struct runs *runs, unsigned run)
{
	return (runs->first[run] + runs->length[run] - 1u) % ring->count;
}

/* Whether the last cut can go on along one of the runs. */
static void
plan_join(const struct mind *mind, const struct ring *ring, const struct runs *runs,
	struct plan *plan)
{
	for (uint8_t end = 0; end < mind->ends; end++) {
		const struct end *open = &mind->end[end];

		if (open->ways == 0 || (ring->points >> open->point & 1) == 0)
			continue;
		for (uint8_t run = 0; run < runs->count; run++) {
			unsigned first = runs->first[run], last = run_last(ring, runs, run);
			bool ahead = ring_start(mind, ring, first) == open->point &&
				(open->ways >> ring->way[first] & 1);
			bool back = ring_stop(mind, ring, last) == open->point &&
				(open->ways >> (ring->way[last] ^ 2) & 1);

			if (!ahead && !back)
				continue;
			plan->run = run;
			plan->end = end;
			plan->back = !ahead;
			plan->cost--;
			return;
		}
	}
}

/* What comes free, its neighbours too, once all lines around a coupon are cut. */
static uint32_t
frees(const struct mind *mind, uint32_t near, uint64_t done)
{
	uint32_t free = 0;

	for (near &= ~mind->gone; near != 0; near &= near - 1) {
		unsigned i = (unsigned)__builtin_ctz(near);

		free |= (uint32_t)((mind->lines->ring[i].links & ~done) == 0) << i;
	}
	return free;
}

static int
value_of(const struct mind *mind, uint32_t coupons)
{
	int sum = 0;

	for (; coupons != 0; coupons &= coupons - 1)
		sum += mind->value[__builtin_ctz(coupons)];
	return sum;
}

/* False when the coupon cannot be had with two cuts. */
bool
mind_plan(const struct mind *mind, unsigned coupon, struct plan *plan)
{
	const struct ring *ring = &mind->lines->ring[coupon];
	struct runs runs;

	runs_find(mind, ring, &runs);
	if (runs.count == 0)
		return false;
	plan->coupon = (uint8_t)coupon;
	plan->cost = (uint8_t)runs.count;
	plan->run = RUNS_MAX;
	plan_join(mind, ring, &runs, plan);
	if (plan->cost > 2)
		return false;
	plan->value = value_of(
		mind, frees(mind, mind->beside[coupon], mind->cuts.done | ring->links));
	return true;
}

/* Looks at every coupon that is left and wanted: what comes free beside one that is not wanted is
 * cheaper by itself. */
void
mind_look(const struct mind *mind, struct picks *picks)
{
	for (int cost = 0; cost < 3; cost++)
		picks->cost[cost].value = NOTHING;
	picks->second.value = NOTHING;
	for (unsigned i = 0; i < COUPONS_A_SHEET; i++) {
		struct plan plan;

		if ((mind->gone >> i & 1) || mind->value[i] <= 0 || !mind_plan(mind, i, &plan))
			continue;
		if (plan.value > picks->cost[plan.cost].value) {
			if (plan.cost == 1)
				picks->second = picks->cost[1];
			picks->cost[plan.cost] = plan;
		} else if (plan.cost == 1 && plan.value > picks->second.value) {
			picks->second = plan;
		}
	}
}

void
mind_step(struct mind *mind, struct cut *cut, unsigned *point, unsigned way)
{
	cut->way[cut->steps++] = (uint8_t)way;
	*point = cuts_step(mind->lines, &mind->cuts, *point, way);
}

/* Cuts along a run of a ring, the way round that is asked for. */
static unsigned
cut_run(struct mind *mind, struct cut *cut, unsigned point, const struct ring *ring, unsigned first,
	unsigned length, bool back)
{
	for (unsigned i = 0; i < length; i++) {
		unsigned at = (first + (back ? length - 1 - i : i)) % ring->count;

		mind_step(mind, cut, &point, back ? ring->way[at] ^ 2u : ring->way[at]);
	}
	return point;
}

struct cut *
mind_cut(struct mind *mind, unsigned start)
{
	struct cut *cut = &mind->turn->cut[mind->turn->cuts++];

	cut->start = (uint8_t)start;
	cut->steps = 0;
	return cut;
}

/* The same cut from its other end. */
static void
cut_turn_round(struct cut *cut, unsigned stop)
{
	for (unsigned i = 0; i < cut->steps / 2u; i++) {
		uint8_t swap = cut->way[i];

		cut->way[i] = cut->way[cut->steps - 1 - i];
		cut->way[cut->steps - 1 - i] = swap;
	}
	for (unsigned i = 0; i < cut->steps; i++)
		cut->way[i] ^= 2;
	cut->start = (uint8_t)stop;
}

/* Takes what came free into the hand of the mind and knows where the last cut can go on. */
static void
settle(struct mind *mind, uint32_t near)
{
	uint32_t fresh = frees(mind, near, mind->cuts.done);
	unsigned kinds = 0;

	mind->sum += value_of(mind, fresh);
	mind->gone |= fresh;
	for (; fresh != 0; fresh &= fresh - 1) {
		const struct coupon *coupon = &mind->coupon[__builtin_ctz(fresh)];

		coupons_hand_add(&mind->hand, coupon);
		kinds |= company[coupon->kind];
	}
	if (kinds != 0)
		mind_value(mind, kinds);
	for (unsigned i = 0; i < mind->ends; i++)
		mind->end[i].ways = cuts_ways(
			mind->lines, &mind->cuts, mind->end[i].point, mind->end[i].came);
}

static void
open_end(struct mind *mind, const struct cut *cut, unsigned point, bool both)
{
	mind->end[0] = (struct end){.point = point, .came = cut->way[cut->steps - 1]};
	mind->end[1] = (struct end){.point = cut->start, .came = cut->way[0] ^ 2u};
	mind->ends = both && point != cut->start ? 2 : 1;
}

void
mind_follow(struct mind *mind, const struct plan *plan)
{
	const struct ring *ring = &mind->lines->ring[plan->coupon];
	struct runs runs;

	runs_find(mind, ring, &runs);
	if (plan->run < RUNS_MAX) {
		struct cut *cut = &mind->turn->cut[mind->turn->cuts - 1];
		unsigned point = mind->end[plan->end].point;

		if (plan->end == 1)
			cut_turn_round(cut, mind->end[0].point);
		point = cut_run(mind, cut, point, ring, runs.first[plan->run],
			runs.length[plan->run], plan->back);
		open_end(mind, cut, point, false);
	}
	for (unsigned run = 0; run < runs.count; run++) {
		struct cut *cut;
		unsigned point;

		if (run == plan->run)
			continue;
		point = ring_start(mind, ring, runs.first[run]);
		cut = mind_cut(mind, point);
		point = cut_run(mind, cut, point, ring, runs.first[run], runs.length[run], false);
		open_end(mind, cut, point, true);
	}
	settle(mind, mind->beside[plan->coupon]);
}

/* A cut of one line that does the least harm: any of those, from `first` on. */
void
mind_waste(struct mind *mind, unsigned first)
{
	int best = NOTHING;
	unsigned chosen = 0, links = mind->lines->links;

	for (unsigned i = 0; i < links && best < 0; i++) {
		unsigned at = (first + i) % links;
		const struct link *link = &mind->lines->link[at];
		uint32_t near = UINT32_C(1) << link->side[0] | UINT32_C(1) << link->side[1];
		int value;

		if ((mind->cuts.done >> at & 1) || (mind->cuts.touched & mind->lines->ends[at]) == 0)
			continue;
		value = value_of(mind, frees(mind, near, mind->cuts.done | UINT64_C(1) << at));
		if (value > best) {
			best = value;
			chosen = at;
		}
	}
	const struct link *link = &mind->lines->link[chosen];
	bool ahead = mind->cuts.touched >> link->from & 1;
	unsigned point = ahead ? link->from : link->to;
	struct cut *cut = mind_cut(mind, point);

	mind_step(mind, cut, &point, ahead ? link->way : link->way ^ 2u);
	open_end(mind, cut, point, false);
	settle(mind, UINT32_C(1) << link->side[0] | UINT32_C(1) << link->side[1]);
}
