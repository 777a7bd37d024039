/* SPDX-License-Identifier: MIT
 * Seating by local search. Tables of two are paired by pairing.c. At larger tables, people who should not sit together
 * are exchanged with random others, as long as that does not make it worse. Then people are exchanged to bring
 * neighbours in the standings together. With a few tables, a seating without repeated meetings is nearly always found
 * if there is one. */
#include "kiosk/event/seating.h"

/* Exchanges that are tried for each person who meets somebody again or sits with a clubmate. */
#define EXCHANGES 200

/* Distance in seats within which people are exchanged first, so that neighbours in the standings stay near. */
#define NEAR 40

/* Most passes over all seats to bring neighbours together. */
#define PASSES 8

/* The person on each seat, as an index of the list of people. */
struct plan {
	const struct meetings *meetings;
	unsigned *person;
	unsigned *first, *beyond; /* of the table of a seat: its first seat, and the one after its last */
	unsigned count;
};

unsigned
seating_room(const struct seating *seating)
{
	unsigned room = 0;

	for (unsigned i = 0; i < seating->tables; i++)
		room += seating->seats[i];
	return room;
}

void
seating_shuffle(struct seating_person *people, unsigned count, struct random *random)
{
	for (unsigned i = count; i > 1; i--) {
		unsigned k = random_below(random, i);
		struct seating_person person = people[i - 1];

		people[i - 1] = people[k];
		people[k] = person;
	}
}

/* The cost of a person at the table of a seat, in place of the one who sits there. */
static int64_t
cost_at(const struct plan *plan, unsigned person, unsigned seat)
{
	int64_t cost = 0;

	for (unsigned i = plan->first[seat]; i < plan->beyond[seat]; i++)
		if (i != seat)
			cost += meetings_cost(plan->meetings, person, plan->person[i]);
	return cost;
}

/* The additional cost of exchanging two people of different tables. */
static int64_t
cost_exchange(const struct plan *plan, unsigned i, unsigned k)
{
	unsigned a = plan->person[i], b = plan->person[k];

	return cost_at(plan, b, i) + cost_at(plan, a, k) - cost_at(plan, a, i) - cost_at(plan, b, k);
}

static void
exchange(struct plan *plan, unsigned i, unsigned k)
{
	unsigned person = plan->person[i];

	plan->person[i] = plan->person[k];
	plan->person[k] = person;
}

static bool
is_uneasy(const struct plan *plan, unsigned seat)
{
	return cost_at(plan, plan->person[seat], seat) >= MEETING_CLUB;
}

/* Moves people away from tables where they meet somebody again or sit with a clubmate, to near seats at first and to
 * any seat later. Places in the standings are ignored here: exchanges of equal cost are allowed, as the search would
 * often get stuck without them. */
static void
part_people(struct plan *plan, struct random *random)
{
	bool uneasy = true;

	for (unsigned round = 0; round < EXCHANGES && uneasy; round++) {
		bool near = round < EXCHANGES / 2;

		uneasy = false;
		for (unsigned i = 0; i < plan->count && !uneasy; i++)
			uneasy = is_uneasy(plan, i);
		for (unsigned i = 0; i < plan->count && uneasy; i++) {
			unsigned from = near && i > NEAR ? i - NEAR : 0;
			unsigned beyond = near ? MIN(i + NEAR + 1, plan->count) : plan->count;
			unsigned k = from + random_below(random, beyond - from);

			if (plan->first[i] != plan->first[k] && is_uneasy(plan, i) &&
				cost_exchange(plan, i, k) < MEETING_CLUB)
				exchange(plan, i, k);
		}
	}
}

/* Exchanges near people as long as that lowers the cost. */
static void
bring_together(struct plan *plan)
{
	bool better = true;

	for (unsigned pass = 0; pass < PASSES && better; pass++) {
		better = false;
		for (unsigned i = 0; i < plan->count; i++)
			for (unsigned k = plan->beyond[i]; k < MIN(i + NEAR, plan->count); k++)
				if (cost_exchange(plan, i, k) < 0) {
					exchange(plan, i, k);
					better = true;
				}
	}
}

/* Whether two sit at every table, except for one person who may be left over. */
static bool
are_pairs(const struct plan *plan)
{
	for (unsigned i = 0; i < plan->count; i++)
		if (plan->first[i] != i - i % 2 || plan->beyond[i] > plan->first[i] + 2)
			return false;
	return true;
}

/* Measures the quality of a seating. */
static void
plan_cost(const struct plan *plan, const struct seating_person *people, struct seating_cost *cost)
{
	*cost = (struct seating_cost){0};
	for (unsigned i = 0; i < plan->count; i++)
		for (unsigned k = i + 1; k < plan->beyond[i]; k++) {
			unsigned a = plan->person[i], b = plan->person[k];
			int64_t price = meetings_cost(plan->meetings, a, b);

			cost->pairs++;
			cost->places += (unsigned)(price % MEETING_CLUB);
			if (price >= MEETING_AGAIN && cost->again++ == 0)
				cost->met[0] = people[a].id, cost->met[1] = people[b].id;
			if (price % MEETING_AGAIN >= MEETING_CLUB && cost->clubmates++ == 0)
				cost->mates[0] = people[a].id, cost->mates[1] = people[b].id;
		}
}

GArray *
seating_make(const struct seating *seating, const struct seating_person *people, unsigned count, const GArray *before,
	struct random *random, struct seating_cost *cost)
{
	unsigned seated = MIN(count, seating_room(seating));
	struct meetings *meetings = meetings_create(people, seated, before);
	g_autofree unsigned *person = g_new(unsigned, seated + 1), *first = g_new(unsigned, seated + 1),
			    *beyond = g_new(unsigned, seated + 1);
	struct plan plan = {meetings, person, first, beyond, seated};
	GArray *seats = g_array_new(FALSE, FALSE, sizeof(struct seat));

	for (unsigned table = 0, next = 0; table < seating->tables; table++) {
		unsigned start = next, end = MIN(next + seating->seats[table], seated);

		for (; next < end; next++) {
			person[next] = next;
			first[next] = start;
			beyond[next] = end;
		}
	}
	if (are_pairs(&plan)) {
		pairing_make(meetings, person, seated - seated % 2);
	} else {
		part_people(&plan, random);
		bring_together(&plan);
	}
	plan_cost(&plan, people, cost);
	for (unsigned table = 0, next = 0; table < seating->tables; table++)
		for (unsigned i = 0; i < seating->seats[table] && next < seated; i++) {
			struct seat seat = {seating->round, table + 1, i, people[person[next++]].id};

			g_array_append_val(seats, seat);
		}
	meetings_destroy(meetings);
	return seats;
}
