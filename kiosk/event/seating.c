/* SPDX-License-Identifier: MIT
 * Seating. Rounds are improved by exchanging two people of two
 * tables as long as fewer pairs meet again: quick, and with a few tables it
 * finds a seating without any where there is one, nearly always. */
#include "kiosk/event/seating.h"

#define EXCHANGES 200 /* tried for each person */

unsigned
seating_room(const struct seating *seating)
{
	unsigned room = 0;

	for (unsigned i = 0; i < seating->tables; i++)
		room += seating->seats[i];
	return room;
}

GArray *
seating_in_order(const struct seating *seating, const int64_t *people, unsigned count)
{
	GArray *seats = g_array_new(FALSE, FALSE, sizeof(struct seat));
	unsigned next = 0;

	for (unsigned table = 0; table < seating->tables; table++)
		for (unsigned i = 0; i < seating->seats[table] && next < count; i++) {
			struct seat seat = {seating->round, table + 1, i, people[next++]};

			g_array_append_val(seats, seat);
		}
	return seats;
}

/* Two people, the smaller id first. */
struct pair {
	int64_t a, b;
};

static struct pair
pair_of(int64_t a, int64_t b)
{
	return (struct pair){MIN(a, b), MAX(a, b)};
}

static guint
pair_hash(const void *key)
{
	const struct pair *pair = key;

	return g_int64_hash(&pair->a) * 31 + g_int64_hash(&pair->b);
}

static gboolean
pair_equal(const void *a, const void *b)
{
	const struct pair *first = a, *second = b;

	return first->a == second->a && first->b == second->b;
}

static bool
together(const struct seat *a, const struct seat *b)
{
	return a->round == b->round && a->table == b->table;
}

static int
by_table(const void *a, const void *b)
{
	const struct seat *first = a, *second = b;

	if (first->round != second->round)
		return first->round < second->round ? -1 : 1;
	if (first->table != second->table)
		return first->table < second->table ? -1 : 1;
	return first->seat < second->seat ? -1 : first->seat > second->seat;
}

/* Pairs who met, to how often. */
static GHashTable *
pairs_of(const GArray *before)
{
	GHashTable *pairs = g_hash_table_new_full(pair_hash, pair_equal, g_free, NULL);
	GArray *sorted = g_array_copy((GArray *)(uintptr_t)before);

	g_array_sort(sorted, by_table);
	for (unsigned i = 0; i < sorted->len; i++)
		for (unsigned k = i + 1; k < sorted->len; k++) {
			const struct seat *a = &g_array_index(sorted, struct seat, i);
			const struct seat *b = &g_array_index(sorted, struct seat, k);
			struct pair pair = pair_of(a->person, b->person);

			if (!together(a, b))
				break;
			g_hash_table_insert(pairs, g_memdup2(&pair, sizeof pair),
				GUINT_TO_POINTER(1 + GPOINTER_TO_UINT(g_hash_table_lookup(pairs, &pair))));
		}
	g_array_unref(sorted);
	return pairs;
}

static unsigned
met(GHashTable *pairs, int64_t a, int64_t b)
{
	struct pair pair = pair_of(a, b);

	return GPOINTER_TO_UINT(g_hash_table_lookup(pairs, &pair));
}

/* How often a person would meet old company at a table, the seat `without` left out. Seats of a
 * table follow each other, so only neighbours are looked at. */
static unsigned
company(const GArray *seats, GHashTable *pairs, int64_t person, unsigned at, unsigned without)
{
	const struct seat *seat = &g_array_index(seats, struct seat, at);
	unsigned first = at, times = 0;

	while (first > 0 && together(&g_array_index(seats, struct seat, first - 1), seat))
		first--;
	for (unsigned i = first; i < seats->len; i++) {
		const struct seat *other = &g_array_index(seats, struct seat, i);

		if (!together(other, seat))
			break;
		if (i != without)
			times += met(pairs, person, other->person);
	}
	return times;
}

/* Exchanges two people where that makes fewer old pairs meet. */
static void
improve(GArray *seats, GHashTable *pairs, struct random *random)
{
	unsigned tries = seats->len < 2 ? 0 : EXCHANGES * seats->len;

	while (tries-- > 0) {
		unsigned i = random_below(random, seats->len), k = random_below(random, seats->len);
		struct seat *a = &g_array_index(seats, struct seat, i);
		struct seat *b = &g_array_index(seats, struct seat, k);
		int64_t person = a->person;
		unsigned now, then;

		now = together(a, b) ? 0 : company(seats, pairs, a->person, i, i);
		if (now == 0)
			continue;
		now += company(seats, pairs, b->person, k, k);
		then = company(seats, pairs, b->person, i, i) + company(seats, pairs, a->person, k, k);
		if (then > now)
			continue;
		a->person = b->person;
		b->person = person;
	}
}

GArray *
seating_random(const struct seating *seating, const int64_t *people, unsigned count,
	const GArray *before, struct random *random)
{
	int64_t *order = g_memdup2(people, count * sizeof *people);
	GHashTable *pairs = pairs_of(before);
	GArray *seats;

	for (unsigned i = count; i > 1; i--) {
		unsigned k = random_below(random, i);
		int64_t person = order[i - 1];

		order[i - 1] = order[k];
		order[k] = person;
	}
	seats = seating_in_order(seating, order, count);
	if (g_hash_table_size(pairs) > 0)
		improve(seats, pairs, random);
	g_hash_table_destroy(pairs);
	g_free(order);
	return seats;
}
