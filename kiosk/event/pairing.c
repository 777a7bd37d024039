/* SPDX-License-Identifier: MIT
 * Pairs. From the first person on, each takes somebody who comes soon after and is
 * still free; all that matters of what was decided is who of the next few is taken, a set of bits.
 * So the best way to each such set is found for one person after another: exact, and of a cost that
 * grows with the number of people alone. */
#include "kiosk/event/pairing.h"

/* Steps at most: a third of a second. */
#define WORK 50000000

/* Places that partners may be apart at most; each more doubles the work. */
#define REACH_MOST 19

/* What it costs at least to have paired all people before one such that of those who follow just a
 * set is taken (bit 0 is that person), and the last choice on the way there: how far away the partner
 * was, 0 for somebody who was taken. */
struct step {
	int64_t *cost;
	uint8_t *chosen;
};

static void
reach_set(struct step *next, uint32_t set, int64_t cost, unsigned chosen)
{
	if (cost >= next->cost[set])
		return;
	next->cost[set] = cost;
	next->chosen[set] = (uint8_t)chosen;
}

static void
step_on(const struct step *step, const int64_t *with, unsigned last, unsigned reach, struct step *next)
{
	for (uint32_t set = 0; set < UINT32_C(1) << reach; set++)
		next->cost[set] = INT64_MAX;
	for (uint32_t set = 0; set < UINT32_C(1) << reach; set++) {
		if (step->cost[set] == INT64_MAX)
			continue;
		if (set & 1) {
			reach_set(next, set >> 1, step->cost[set], 0);
			continue;
		}
		for (unsigned k = 1; k <= last; k++)
			if ((set >> k & 1) == 0)
				reach_set(next, (set | UINT32_C(1) << k) >> 1, step->cost[set] + with[k], k);
	}
}

void
pairing_make(const struct meetings *meetings, unsigned *order, unsigned count)
{
	/* How many places apart partners may be. */
	unsigned reach = count < 2 ? 0 : MIN(count - 1, REACH_MOST);
	while (count > REACH_MOST + 1 && reach > 4 && (uint64_t)count * reach << reach > WORK)
		reach--;
	size_t sets = (size_t)1 << reach;
	g_autofree struct step *steps = g_new0(struct step, count + 1);

	/* Costs are needed for two steps at a time. */
	for (unsigned at = 0; at <= count; at++)
		steps[at] = (struct step){at < 2 ? g_new(int64_t, sets) : steps[at - 2].cost, g_new0(uint8_t, sets)};
	for (size_t set = 0; set < sets; set++)
		steps[0].cost[set] = set == 0 ? 0 : INT64_MAX;
	for (unsigned at = 0; at < count; at++) {
		int64_t with[REACH_MOST + 1] = {0};
		unsigned last = MIN(reach, count - 1 - at);

		for (unsigned k = 1; k <= last; k++)
			with[k] = meetings_cost(meetings, order[at], order[at + k]);
		step_on(&steps[at], with, last, reach, &steps[at + 1]);
	}

	/* Back from the end, where nobody is left over: pairs by their first person, the last pair first. */
	g_autofree unsigned *before = g_memdup2(order, count * sizeof *order);
	uint32_t set = 0;
	for (unsigned at = count, next = count; at-- > 0;) {
		unsigned chosen = steps[at + 1].chosen[set];

		if (chosen == 0) {
			set = set << 1 | 1;
			continue;
		}
		set = set << 1 & ~(UINT32_C(1) << chosen);
		order[--next] = before[at + chosen];
		order[--next] = before[at];
	}
	for (unsigned at = 0; at <= count; at++) {
		if (at < 2)
			g_free(steps[at].cost);
		g_free(steps[at].chosen);
	}
}
