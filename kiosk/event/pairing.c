/* SPDX-License-Identifier: MIT
 * Minimum-cost pairs by dynamic programming. From the first person on, each is paired with one of the next few who is
 * still free. The state is the set of those among the next few who are taken, as bits, and the cheapest way to each
 * state is computed for one person after another: exact, in time proportional to the number of people. */
#include "kiosk/event/meetings.h"

/* Most steps, which are people times partners that are tried times sets of taken people: if there are more than 20
 * people, partners may be as many places apart as this allows. Many steps are skipped: all of them take 0.01 to 0.03 s
 * of processor time for 46 to 1,000 people (on an EPYC, gcc -O2). Twice as many allow one more place. */
#define WORK 50000000

/* Most places that partners may be apart; each more doubles the work. With 19, all matchings of 20 people are compared,
 * whatever the number of steps. */
#define REACH_MOST 19

/* Places that partners may always be apart, however many people and steps that takes. */
#define REACH_LEAST 4

/* For a person and each set of taken people, of whom bit 0 is that person: the least cost of having paired everybody
 * before, and the last choice on the way there: how many places away the partner was, 0 for somebody who was taken. */
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
	/* The number of places that partners may be apart. */
	unsigned reach = count < 2 ? 0 : MIN(count - 1, REACH_MOST);
	while (count > REACH_MOST + 1 && reach > REACH_LEAST && (uint64_t)count * reach << reach > WORK)
		reach--;
	size_t sets = (size_t)1 << reach;
	g_autofree struct step *steps = g_new0(struct step, count + 1);

	/* Only the costs of two steps are needed at a time. */
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

	/* Follows the choices back from the end, where everybody is paired: the last pair comes first. */
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
