/* SPDX-License-Identifier: MIT
 * How a simulated player cuts coupons out. It considers coupons, not lines. The
 * uncut lines around a coupon form runs, and each run is one cut from either of
 * its ends: no earlier cut can stop it, because on one side of it is the coupon.
 * So a coupon costs one cut for each run, or one less if the last cut can be
 * continued along a run. */
#include "scoring/play/coupons_mind.h"

#define NOTHING (-1000) /* the value of no plan: below that of every real one */

/* The runs of lines around a coupon, clockwise. */
struct runs {
	unsigned count;
	uint8_t first[RUNS_MAX], length[RUNS_MAX]; /* in the ring */
};

/* The point where a link of a ring begins, clockwise, or where it ends. */
static unsigned
ring_point(const struct mind *mind, const struct ring *ring, unsigned at, bool is_end)
{
	const struct link *link = &mind->lines->link[ring->link[at]];

	return (ring->way[at] == link->way) != is_end ? link->from : link->to;
}

/* Where the runs of a ring begin, a set; none if all of it is whole. */
static unsigned
run_starts(const struct mind *mind, unsigned coupon)
{
	const struct ring *ring = &mind->lines->ring[coupon];
	unsigned whole = mind->sheet.whole[coupon], before = whole << 1 | whole >> (ring->count - 1);

	return whole & (ring->gaps | ~before);
}

/* A ring that is all whole is one cut from any of its points that is touched, if one is. */
static unsigned
count_runs(const struct mind *mind, unsigned coupon)
{
	unsigned starts = run_starts(mind, coupon);

	if (starts == 0)
		return (mind->sheet.cuts.touched & mind->lines->ring[coupon].points) != 0;
	return (unsigned)__builtin_popcount(starts);
}

/* The runs of a coupon that has some. */
static void
runs_find(const struct mind *mind, unsigned coupon, struct runs *runs)
{
	const struct ring *ring = &mind->lines->ring[coupon];
	unsigned whole = mind->sheet.whole[coupon], starts = run_starts(mind, coupon);

	runs->count = 0;
	if (starts == 0) {
		uint8_t at = 0;

		while ((mind->sheet.cuts.touched >> ring_point(mind, ring, at, false) & 1) == 0)
			at++;
		*runs = (struct runs){.count = 1, .first = {at}, .length = {ring->count}};
	}
	for (; starts != 0; starts &= starts - 1) {
		unsigned first = (unsigned)__builtin_ctz(starts), at = first;
		uint8_t length = 0;

		do {
			length++;
			at = at + 1 == ring->count ? 0 : at + 1;
		} while (at != first && ((whole & ~ring->gaps) >> at & 1));
		runs->first[runs->count] = (uint8_t)first;
		runs->length[runs->count++] = length;
	}
}

/* Whether the last cut can go on around a coupon, from one of its ends along one of the runs. */
static bool
plan_join(const struct mind *mind, unsigned coupon, struct plan *plan)
{
	const struct ring *ring = &mind->lines->ring[coupon];
	struct runs runs = {0};

	for (uint8_t end = 0; end < mind->ends; end++) {
		const struct end *open = &mind->end[end];

		if (open->ways == 0 || (ring->points >> open->point & 1) == 0)
			continue;
		if (runs.count == 0)
			runs_find(mind, coupon, &runs);
		for (uint8_t run = 0; run < runs.count; run++) {
			unsigned first = runs.first[run], last = (first + runs.length[run] - 1u) % ring->count;
			bool ahead = ring_point(mind, ring, first, false) == open->point &&
				(open->ways >> ring->way[first] & 1);
			bool back = ring_point(mind, ring, last, true) == open->point &&
				(open->ways >> (ring->way[last] ^ 2) & 1);

			if (!ahead && !back)
				continue;
			plan->run = run;
			plan->end = end;
			plan->back = !ahead;
			return true;
		}
	}
	return false;
}

/* False when the coupon cannot be had with two cuts. */
bool
mind_plan(const struct mind *mind, unsigned coupon, struct plan *plan)
{
	unsigned runs = count_runs(mind, coupon);

	if (runs == 0 || runs > 3)
		return false;
	plan->run = RUNS_MAX;
	plan->cost = (uint8_t)runs;
	if (mind->ends > 0 && plan_join(mind, coupon, plan))
		plan->cost--;
	if (plan->cost > 2)
		return false;
	plan->coupon = (uint8_t)coupon;
	/* The value of a coupon and of the neighbours that are cut out with it. Two coupons have at most one line
	 * between them. */
	uint32_t near = mind->beside[coupon] & mind->sheet.lone & ~(UINT32_C(1) << coupon);
	uint64_t done = mind->sheet.cuts.done | mind->lines->ring[coupon].links;
	int sum = mind->value[coupon];

	for (; near != 0; near &= near - 1) {
		unsigned i = (unsigned)__builtin_ctz(near);

		if ((mind->lines->ring[i].links & ~done) == 0)
			sum += mind->value[i];
	}
	plan->value = sum;
	return true;
}

/* Considers every coupon that is left and wanted. Others need no plan: to cut out only their wanted neighbours is
 * cheaper. */
void
mind_look(const struct mind *mind, struct picks *picks)
{
	for (int cost = 0; cost < 3; cost++)
		picks->cost[cost].value = NOTHING;
	picks->second.value = NOTHING;
	for (uint32_t left = mind->wanted & ~mind->sheet.gone; left != 0; left &= left - 1) {
		struct plan plan;

		if (!mind_plan(mind, (unsigned)__builtin_ctz(left), &plan))
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
	const struct link *link = &mind->lines->link[mind->lines->leaves[*point][way]];

	for (int i = 0; i < 2; i++) {
		unsigned side = link->side[i];
		unsigned whole = mind->sheet.whole[side] & ~(1u << link->at[i]);

		mind->sheet.whole[side] = (uint8_t)whole;
		mind->sheet.lone &= ~(UINT32_C(1) << side);
		mind->sheet.lone |= (uint32_t)(whole != 0 && (whole & (whole - 1)) == 0) << side;
		mind->sheet.free |= (uint32_t)(whole == 0) << side;
	}
	cut->way[cut->steps++] = (uint8_t)way;
	*point = cuts_step(mind->lines, &mind->sheet.cuts, *point, way);
}

/* Cuts along a run of a ring, the way round that is asked for. */
static unsigned
cut_run(struct mind *mind, struct cut *cut, unsigned point, const struct ring *ring, unsigned first, unsigned length,
	bool back)
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
	const struct cut ahead = *cut;

	for (unsigned i = 0; i < cut->steps; i++)
		cut->way[i] = ahead.way[cut->steps - 1 - i] ^ 2;
	cut->start = (uint8_t)stop;
}

/* Collects the coupons that were cut out and finds where the last cut can be continued. */
static void
settle(struct mind *mind)
{
	mind_collect(mind);
	for (unsigned i = 0; i < mind->ends; i++)
		mind->end[i].ways = cuts_ways(mind->lines, &mind->sheet.cuts, mind->end[i].point, mind->end[i].came);
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

	runs_find(mind, plan->coupon, &runs);
	if (plan->run < RUNS_MAX) {
		struct cut *cut = &mind->turn->cut[mind->turn->cuts - 1];
		unsigned point = mind->end[plan->end].point;

		if (plan->end == 1)
			cut_turn_round(cut, mind->end[0].point);
		point = cut_run(mind, cut, point, ring, runs.first[plan->run], runs.length[plan->run], plan->back);
		open_end(mind, cut, point, false);
	}
	for (unsigned run = 0; run < runs.count; run++) {
		if (run == plan->run)
			continue;
		unsigned point = ring_point(mind, ring, runs.first[run], false);
		struct cut *cut = mind_cut(mind, point);

		point = cut_run(mind, cut, point, ring, runs.first[run], runs.length[run], false);
		open_end(mind, cut, point, true);
	}
	settle(mind);
}

/* Cuts one line that does the least harm: the first of these from line `first` on. */
void
mind_waste(struct mind *mind, unsigned first)
{
	int best = NOTHING;
	unsigned chosen = 0, links = mind->lines->links;

	for (unsigned i = 0; i < links && best < 0; i++) {
		unsigned at = (first + i) % links;
		const struct link *link = &mind->lines->link[at];
		int value = 0; /* of the coupons that it would cut out */

		if ((mind->sheet.cuts.done >> at & 1) || (mind->sheet.cuts.touched & mind->lines->ends[at]) == 0)
			continue;
		for (int side = 0; side < 2; side++)
			if (mind->sheet.lone >> link->side[side] & 1)
				value += mind->value[link->side[side]];
		if (value > best) {
			best = value;
			chosen = at;
		}
	}
	const struct link *link = &mind->lines->link[chosen];
	bool ahead = mind->sheet.cuts.touched >> link->from & 1;
	unsigned point = ahead ? link->from : link->to;
	struct cut *cut = mind_cut(mind, point);

	mind_step(mind, cut, &point, ahead ? link->way : link->way ^ 2u);
	open_end(mind, cut, point, false);
	settle(mind);
}
