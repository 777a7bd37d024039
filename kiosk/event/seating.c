/* SPDX-License-Identifier: MIT
 * Seating. Tables of two are paired as a whole. At larger ones people who should not sit
 * together are exchanged with others, sideways too, until nobody is left; then anyone who can come nearer to
 * their neighbours in the standings. With a few tables that finds a seating without an old meeting where there
 * is one, nearly always. */
#include "kiosk/event/seating.h"

#include "kiosk/event/pairing.h"

#define EXCHANGES 200 /* tried for each person */
#define NEAR      40  /* seats: with whom one is exchanged first, so that neighbours stay near */
#define PASSES    8   /* over all seats, to bring neighbours nearer */

/* People by where they stand in the list, in the order of the seats. */
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

static void
plan_init(struct plan *plan, const struct seating *seating, const struct meetings *meetings, unsigned count)
{
	unsigned next = 0;

	*plan = (struct plan){
		meetings, g_new(unsigned, count + 1), g_new(unsigned, count + 1), g_new(unsigned, count + 1), count};
	for (unsigned table = 0; table < seating->tables; table++) {
		unsigned first = next, beyond = MIN(next + seating->seats[table], count);

		for (; next < beyond; next++) {
			plan->person[next] = next;
			plan->first[next] = first;
			plan->beyond[next] = beyond;
		}
	}
}

static void
plan_finish(struct plan *plan)
{
	g_free(plan->person);
	g_free(plan->first);
	g_free(plan->beyond);
}

/* What a person costs at the table of a seat with all others there but who sits on that seat. */
static int64_t
cost_at(const struct plan *plan, unsigned person, unsigned seat)
{
	int64_t cost = 0;

	for (unsigned i = plan->first[seat]; i < plan->beyond[seat]; i++)
		if (i != seat)
			cost += meetings_cost(plan->meetings, person, plan->person[i]);
	return cost;
}

/* How much more it costs when two change places, who sit at two tables. */
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

static bool
all_easy(const struct plan *plan)
{
	for (unsigned i = 0; i < plan->count; i++)
		if (is_uneasy(plan, i))
			return false;
	return true;
}

/* A seat for who sits at `seat` to go to: near at first, anywhere later. */
static unsigned
elsewhere(const struct plan *plan, unsigned seat, bool near, struct random *random)
{
	unsigned from = near && seat > NEAR ? seat - NEAR : 0;
	unsigned beyond = near ? MIN(seat + NEAR + 1, plan->count) : plan->count;

	return from + random_below(random, beyond - from);
}

/* Takes people from tables where they should not be, as long as no table gets worse by it. Places
 * do not count here: without sideways steps there is no way out of many a corner. */
static void
part_people(struct plan *plan, struct random *random)
{
	for (unsigned round = 0; round < EXCHANGES && !all_easy(plan); round++)
		for (unsigned i = 0; i < plan->count; i++) {
			unsigned k = elsewhere(plan, i, round < EXCHANGES / 2, random);

			if (plan->first[i] != plan->first[k] && is_uneasy(plan, i) &&
				cost_exchange(plan, i, k) < MEETING_CLUB)
				exchange(plan, i, k);
		}
}

/* Exchanges neighbours for as long as anything becomes better. */
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

/* Whether two sit at every table, but for one who is left over. */
static bool
are_pairs(const struct plan *plan)
{
	for (unsigned i = 0; i < plan->count; i++)
		if (plan->first[i] != i - i % 2 || plan->beyond[i] > plan->first[i] + 2)
			return false;
	return true;
}

static void
add_pair(struct seating_cost *cost, int64_t price, int64_t one, int64_t other)
{
	cost->pairs++;
	cost->places += (unsigned)(price % MEETING_CLUB);
	if (price >= MEETING_AGAIN && cost->again++ == 0)
		cost->met[0] = one, cost->met[1] = other;
	if (price % MEETING_AGAIN >= MEETING_CLUB && cost->clubmates++ == 0)
		cost->mates[0] = one, cost->mates[1] = other;
}

static void
plan_cost(const struct plan *plan, const struct seating_person *people, struct seating_cost *cost)
{
	*cost = (struct seating_cost){0};
	for (unsigned i = 0; i < plan->count; i++)
		for (unsigned k = i + 1; k < plan->beyond[i]; k++) {
			unsigned a = plan->person[i], b = plan->person[k];

			add_pair(cost, meetings_cost(plan->meetings, a, b), people[a].id, people[b].id);
		}
}

static GArray *
plan_seats(const struct plan *plan, const struct seating *seating, const struct seating_person *people)
{
	GArray *seats = g_array_new(FALSE, FALSE, sizeof(struct seat));
	unsigned next = 0;

	for (unsigned table = 0; table < seating->tables; table++)
		for (unsigned i = 0; i < seating->seats[table] && next < plan->count; i++) {
			struct seat seat = {seating->round, table + 1, i, people[plan->person[next++]].id};

			g_array_append_val(seats, seat);
		}
	return seats;
}

GArray *
seating_make(const struct seating *seating, const struct seating_person *people, unsigned count, const GArray *before,
	struct random *random, struct seating_cost *cost)
{
	unsigned seated = MIN(count, seating_room(seating));
	struct meetings *meetings = meetings_create(people, seated, before);
	struct plan plan;
	GArray *seats;

	plan_init(&plan, seating, meetings, seated);
	if (are_pairs(&plan)) {
		pairing_make(meetings, plan.person, seated - seated % 2);
	} else {
		part_people(&plan, random);
		bring_together(&plan);
	}
	plan_cost(&plan, people, cost);
	seats = plan_seats(&plan, seating, people);
	plan_finish(&plan);
	meetings_destroy(meetings);
	return seats;
}
