/* SPDX-License-Identifier: MIT
 * Seating by local search. Tables of two are paired by pairing.c. At larger tables, people who should not sit together
 * are exchanged with random others, as long as that does not make it worse. Then people are exchanged to bring
 * neighbours in the standings together. With a few tables, a seating without repeated meetings is nearly always found
 * if there is one. */
#include "kiosk/event/seating.h"

#include <string.h>

/* Rounds of the search: in each, one exchange is tried for everybody who meets somebody again or sits with a clubmate,
 * with a near seat in the first half of the rounds, then with any. It ends as soon as nobody does, so that the number
 * matters only if a seating without that is hard to find or does not exist: then more rounds cost time in proportion.
 * Chosen, not measured. */
#define EXCHANGES 200

/* Distance in seats within which people are exchanged at first, and within which neighbours in the standings are
 * brought together. A larger one costs time in proportion in each pass, and lets people move farther from their
 * neighbours at first; a smaller one finds fewer exchanges. Chosen, not measured. */
#define NEAR 40

/* Most passes over all seats to bring neighbours in the standings together. The first pass that improves nothing is the
 * last one, so that this only bounds the time; fewer might stop too soon. Chosen, not measured. */
#define PASSES 8

/* Most other starts that are tried while people meet again, or sit together who must not meet. With none, 8 of 3,557
 * rounds of 1,000 random events for up to 24 people had an avoidable repeat; with these, none had. */
#define STARTS 15

/* Most people for whom other starts are tried: each takes as long as the first. Chosen, not measured. */
#define STARTS_PEOPLE 100

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

/* Adds what it costs that two people sit at one table. */
static void
add_pair(struct seating_cost *cost, int64_t price, const struct seating_person *one, const struct seating_person *other)
{
	const struct {
		bool is;
		unsigned *count;
		int64_t *who;
	} kinds[] = {
		{price >= MEETING_APART, &cost->apart, cost->kin},
		{price % MEETING_APART >= MEETING_AGAIN, &cost->again, cost->met},
		{price % MEETING_AGAIN >= MEETING_CLUB, &cost->clubmates, cost->mates},
	};

	cost->pairs++;
	cost->places += (unsigned)(price % MEETING_CLUB);
	for (unsigned i = 0; i < G_N_ELEMENTS(kinds); i++)
		if (kinds[i].is && (*kinds[i].count)++ == 0)
			kinds[i].who[0] = one->id, kinds[i].who[1] = other->id;
}

/* Measures the quality of a seating. */
static void
plan_cost(const struct plan *plan, const struct seating_person *people, struct seating_cost *cost)
{
	*cost = (struct seating_cost){0};
	for (unsigned i = 0; i < plan->count; i++)
		for (unsigned k = i + 1; k < plan->beyond[i]; k++) {
			unsigned a = plan->person[i], b = plan->person[k];

			add_pair(cost, meetings_cost(plan->meetings, a, b), &people[a], &people[b]);
		}
}

/* Tries another start, and keeps what is better. */
static void
start_again(struct plan *plan, const struct seating_person *people, struct random *random, struct seating_cost *cost)
{
	g_autofree unsigned *before = g_memdup2(plan->person, plan->count * sizeof *plan->person);
	struct seating_cost now;

	for (unsigned i = plan->count; i > 1; i--)
		exchange(plan, i - 1, random_below(random, i));
	part_people(plan, random);
	bring_together(plan);
	plan_cost(plan, people, &now);
	if (now.apart < cost->apart || (now.apart == cost->apart && now.again < cost->again))
		*cost = now;
	else
		memcpy(plan->person, before, plan->count * sizeof *plan->person);
}

void
seating_weigh(const GArray *seats, const struct seating_person *people, unsigned count, const GArray *before,
	const GArray *apart, struct seating_cost *cost)
{
	struct meetings *meetings = meetings_create(people, count, before, apart);
	g_autoptr(GHashTable) index = g_hash_table_new(NULL, NULL); /* 1 + position by id, which fits an int */

	*cost = (struct seating_cost){0};
	for (unsigned i = 0; i < count; i++)
		g_hash_table_insert(index, GINT_TO_POINTER((int)people[i].id), GUINT_TO_POINTER(i + 1));
	for (unsigned i = 0; i < seats->len; i++)
		for (unsigned k = i + 1; k < seats->len; k++) {
			const struct seat *one = &g_array_index(seats, struct seat, i);
			const struct seat *other = &g_array_index(seats, struct seat, k);
			unsigned a = GPOINTER_TO_UINT(g_hash_table_lookup(index, GINT_TO_POINTER((int)one->person)));
			unsigned b = GPOINTER_TO_UINT(g_hash_table_lookup(index, GINT_TO_POINTER((int)other->person)));

			if (one->table != other->table || one->table == SEATING_BYE)
				break;
			if (a != 0 && b != 0)
				add_pair(cost, meetings_cost(meetings, a - 1, b - 1), &people[a - 1], &people[b - 1]);
		}
	meetings_destroy(meetings);
}

/* Somebody who may have to sit out. */
struct turn {
	int64_t person;
	unsigned played; /* rounds in which they had a seat */
	unsigned place;
	uint32_t lot;
};

/* Who sits out before whom. */
static int
by_turn(const void *a, const void *b)
{
	const struct turn *one = a, *other = b;

	if (one->played != other->played)
		return one->played > other->played ? -1 : 1;
	if (one->place != other->place)
		return one->place > other->place ? -1 : 1;
	return (one->lot > other->lot) - (one->lot < other->lot);
}

GArray *
seating_byes(GArray *people, const GArray *before, unsigned byes, struct random *random)
{
	g_autoptr(GHashTable) played = g_hash_table_new(g_int64_hash, g_int64_equal);
	g_autoptr(GHashTable) out = g_hash_table_new(g_int64_hash, g_int64_equal);
	g_autoptr(GArray) turns = g_array_new(FALSE, FALSE, sizeof(struct turn));
	GArray *chosen = g_array_new(FALSE, FALSE, sizeof(struct seating_bye));
	unsigned rounds = 0;
	uint32_t seen = 0;

	for (unsigned i = 0; i < before->len; i++) {
		struct seat *seat = &g_array_index(before, struct seat, i);
		unsigned so_far = GPOINTER_TO_UINT(g_hash_table_lookup(played, &seat->person));

		rounds += (seen >> (seat->round & 31) & 1) == 0;
		seen |= UINT32_C(1) << (seat->round & 31);
		if (seat->table != SEATING_BYE)
			g_hash_table_insert(played, &seat->person, GUINT_TO_POINTER(so_far + 1));
	}
	for (unsigned i = 0; i < people->len; i++) {
		const struct seating_person *person = &g_array_index(people, struct seating_person, i);
		struct turn turn = {person->id, GPOINTER_TO_UINT(g_hash_table_lookup(played, &person->id)),
			person->place, random_word(random)};

		g_array_append_val(turns, turn);
	}
	g_array_sort(turns, by_turn);
	for (unsigned i = 0, from = 0; i < MIN(byes, turns->len); i++) {
		struct turn *turn = &g_array_index(turns, struct turn, i);
		unsigned end = i, level = 0;

		if (turn->played != g_array_index(turns, struct turn, from).played)
			from = i;
		while (end < turns->len && g_array_index(turns, struct turn, end).played == turn->played)
			end++;
		for (unsigned k = from; k < end; k++)
			level += g_array_index(turns, struct turn, k).place == turn->place;
		struct seating_bye bye = {turn->person, rounds - turn->played, end - from, level};
		g_array_append_val(chosen, bye);
		g_hash_table_add(out, &turn->person);
	}
	for (unsigned i = people->len; i-- > 0;)
		if (g_hash_table_contains(out, &g_array_index(people, struct seating_person, i).id))
			g_array_remove_index(people, i);
	return chosen;
}

GArray *
seating_make(const struct seating *seating, const struct seating_person *people, unsigned count, const GArray *before,
	struct random *random, struct seating_cost *cost)
{
	unsigned seated = MIN(count, seating_room(seating));
	struct meetings *meetings = meetings_create(people, seated, before, seating->apart);
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
	for (unsigned i = 0; i < STARTS && seated <= STARTS_PEOPLE && cost->again + cost->apart > 0; i++)
		start_again(&plan, people, random, cost);
	for (unsigned table = 0, next = 0; table < seating->tables; table++)
		for (unsigned i = 0; i < seating->seats[table] && next < seated; i++) {
			struct seat seat = {seating->round, table + 1, i, people[person[next++]].id};

			g_array_append_val(seats, seat);
		}
	meetings_destroy(meetings);
	return seats;
}
