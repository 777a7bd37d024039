/* SPDX-License-Identifier: MIT
 * Who sits where: nobody meets again while that can be, clubmates sit apart,
 * neighbours in the standings meet; and everybody has a seat. */
#include "kiosk/event/seating.h"

#include "tests/tools.h"

#define MOST 1000

/* `count` people, numbered from 1, the n-th at place n, without a club. */
static struct seating_person *
people_make(unsigned count)
{
	struct seating_person *people = g_new(struct seating_person, count + 1);

	for (unsigned i = 0; i < count; i++)
		people[i] = (struct seating_person){i + 1, "", i + 1};
	return people;
}

static GArray *
no_seats(void)
{
	return g_array_new(FALSE, FALSE, sizeof(struct seat));
}

/* Everybody sits once, tables are filled from the first one on. */
static void
check_seats(const GArray *seats, const struct seating *seating, unsigned count)
{
	unsigned seen[MOST + 1] = {0}, next = 0;

	assert_int_equal(seats->len, MIN(count, seating_room(seating)));
	for (unsigned table = 0; table < seating->tables; table++)
		for (unsigned i = 0; i < seating->seats[table] && next < seats->len; i++, next++) {
			const struct seat *seat = &g_array_index(seats, struct seat, next);

			assert_int_equal(seat->table, table + 1);
			assert_int_equal(seat->seat, i);
			assert_int_equal(seat->round, seating->round);
			assert_int_equal(seen[seat->person]++, 0);
		}
}

static bool
at_one_table(const struct seat *a, const struct seat *b)
{
	return a->round == b->round && a->table == b->table;
}

/* Pairs of these seats that also sat together before, counted here by looking at all. */
static unsigned
meet_again(const GArray *seats, const GArray *before)
{
	GHashTable *met = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
	unsigned again = 0;

	for (int pass = 0; pass < 2; pass++) {
		const GArray *list = pass == 0 ? before : seats;

		for (unsigned i = 0; i < list->len; i++)
			for (unsigned k = 0; k < list->len; k++) {
				const struct seat *a = &g_array_index(list, struct seat, i);
				const struct seat *b = &g_array_index(list, struct seat, k);
				int64_t key = a->person << 32 | b->person;

				if (a->person >= b->person || !at_one_table(a, b))
					continue;
				if (pass == 0)
					g_hash_table_add(met, g_memdup2(&key, sizeof key));
				else
					again += g_hash_table_contains(met, &key);
			}
	}
	g_hash_table_destroy(met);
	return again;
}

/* Plays rounds one after another and returns how many pairs met again, which must be what is said. */
static unsigned
play_rounds(const struct seating *tables, const struct seating_person *people, unsigned count, unsigned rounds,
	struct random *random)
{
	GArray *before = no_seats();
	unsigned again = 0;

	for (unsigned round = 1; round <= rounds; round++) {
		struct seating seating = {round, tables->tables, tables->seats, NULL};
		struct seating_cost cost;
		GArray *seats = seating_make(&seating, people, count, before, random, &cost);

		check_seats(seats, &seating, count);
		assert_int_equal(cost.again, meet_again(seats, before));
		again += cost.again;
		g_array_append_vals(before, seats->data, seats->len);
		g_array_unref(seats);
	}
	g_array_unref(before);
	return again;
}

static void
nobody_meets_again_while_that_can_be(void **state)
{
	static const uint8_t fours[] = {4, 4, 4, 4, 4, 4}, twos[] = {2, 2, 2, 2, 2, 2, 2, 2};
	struct seating_person *people = people_make(24);
	struct random random;

	(void)state;
	random_init(&random, 5, 1, 0);
	/* Sixteen can play three rounds in fours, twenty-four four, and pairs as many as there are others. */
	assert_int_equal(play_rounds(&(struct seating){0, 4, fours, NULL}, people, 16, 3, &random), 0);
	assert_int_equal(play_rounds(&(struct seating){0, 6, fours, NULL}, people, 24, 4, &random), 0);
	assert_int_equal(play_rounds(&(struct seating){0, 3, twos, NULL}, people, 6, 3, &random), 0);
	assert_int_equal(play_rounds(&(struct seating){0, 8, twos, NULL}, people, 16, 8, &random), 0);
	/* A fourth round of four people in pairs must repeat the first. */
	assert_int_equal(play_rounds(&(struct seating){0, 2, twos, NULL}, people, 4, 4, &random), 2);
	g_free(people);
}

static int
by_table(const void *a, const void *b)
{
	const struct seat *one = a, *other = b;

	return 100 * ((int)one->round - (int)other->round) + (int)one->table - (int)other->table;
}

/* The least that pairs of those from `from` on can cost, by trying all. */
static int64_t
least_cost(const struct meetings *meetings, bool *taken, unsigned from, unsigned count)
{
	int64_t least = INT64_MAX;

	while (from < count && taken[from])
		from++;
	if (from == count)
		return 0;
	taken[from] = true;
	for (unsigned k = from + 1; k < count; k++) {
		int64_t cost;

		if (taken[k])
			continue;
		taken[k] = true;
		cost = meetings_cost(meetings, from, k) + least_cost(meetings, taken, from + 1, count);
		least = MIN(least, cost);
		taken[k] = false;
	}
	taken[from] = false;
	return least;
}

static void
pairs_cost_the_least(void **state)
{
	static const char *const clubs[] = {"", "", "North", "NORTH", "South"};
	struct seating_person *people = people_make(10);
	struct random random;

	(void)state;
	random_init(&random, 7, 1, 0);
	for (int trial = 0; trial < 60; trial++) {
		unsigned count = 2 + 2 * random_below(&random, 5), order[10];
		GArray *before = no_seats();
		struct meetings *meetings;
		int64_t cost = 0;
		bool taken[10] = {false};

		for (unsigned i = 0; i < count; i++) {
			people[i].club = clubs[random_below(&random, LENGTH(clubs))];
			people[i].place = 1 + random_below(&random, 6);
			order[i] = i;
		}
		for (unsigned i = 0; i < 3 * count; i++) {
			struct seat seat = {1 + i / count, 1 + random_below(&random, 4), 0, 1 + i % count};

			g_array_append_val(before, seat);
		}
		g_array_sort(before, by_table);
		meetings = meetings_create(people, count, before, NULL);
		pairing_make(meetings, order, count);
		for (unsigned i = 0; i < count; i += 2)
			cost += meetings_cost(meetings, order[i], order[i + 1]);
		assert_true(cost == least_cost(meetings, taken, 0, count));
		meetings_destroy(meetings);
		g_array_unref(before);
	}
	g_free(people);
}

static void
a_thousand_play_without_meeting_again(void **state)
{
	static uint8_t twos[MOST / 2], fours[MOST / 4];
	struct seating_person *people = people_make(MOST);
	struct random random;

	(void)state;
	memset(twos, 2, sizeof twos);
	memset(fours, 4, sizeof fours);
	random_init(&random, 8, 1, 0);
	assert_int_equal(play_rounds(&(struct seating){0, MOST / 2, twos, NULL}, people, MOST, 3, &random), 0);
	assert_int_equal(play_rounds(&(struct seating){0, MOST / 4, fours, NULL}, people, MOST, 3, &random), 0);
	g_free(people);
}

static void
clubmates_sit_apart_and_neighbours_together(void **state)
{
	static const uint8_t twos[] = {2, 2, 2}, threes[] = {3, 3};
	struct seating_person *people = people_make(6);
	GArray *none = no_seats();
	struct seating_cost cost;
	struct random random;
	GArray *seats;

	(void)state;
	random_init(&random, 9, 1, 0);
	people[0].club = people[1].club = "North";
	seats = seating_make(&(struct seating){1, 3, twos, NULL}, people, 6, none, &random, &cost);
	assert_int_equal(cost.clubmates, 0);
	/* 1-3, 2-4, 5-6: no other way costs fewer places. */
	assert_int_equal(cost.places, 2 + 2 + 1);
	g_array_unref(seats);
	seats = seating_make(&(struct seating){1, 2, threes, NULL}, people, 6, none, &random, &cost);
	assert_int_equal(cost.clubmates, 0);
	assert_int_equal(cost.pairs, 6);
	g_array_unref(seats);
	/* Four of a club at two tables: that cannot be kept, and two of them are named. */
	people[2].club = people[3].club = "north";
	seats = seating_make(&(struct seating){1, 2, threes, NULL}, people, 6, none, &random, &cost);
	assert_int_equal(cost.clubmates, 2);
	assert_in_range(cost.mates[0], 1, 4);
	assert_in_range(cost.mates[1], 1, 4);
	g_array_unref(seats);
	g_array_unref(none);
	g_free(people);
}

static void
every_place_is_as_likely(void **state)
{
	static const uint8_t twos[] = {2, 2, 1};
	struct seating seating = {1, 3, twos, NULL};
	GArray *none = no_seats();
	unsigned count[5] = {0};
	struct random random;

	(void)state;
	random_init(&random, 6, 1, 0);
	for (int i = 0; i < 5000; i++) {
		struct seating_person *people = people_make(5);
		struct seating_cost cost;
		GArray *seats;

		for (int k = 0; k < 5; k++)
			people[k].place = 1;
		seating_shuffle(people, 5, &random);
		seats = seating_make(&seating, people, 5, none, &random, &cost);
		check_seats(seats, &seating, 5);
		count[g_array_index(seats, struct seat, 4).person - 1]++;
		g_array_unref(seats);
		g_free(people);
	}
	assert_true(counts_are_even(count, 5));
	g_array_unref(none);
}

static void
more_or_fewer_people_than_seats_are_fine(void **state)
{
	static const uint8_t rooms[][4] = {{3, 2, 0, 2}, {2, 2, 2, 1}, {2, 0, 2, 2}, {6, 0, 0, 1}};
	struct seating_person *people = people_make(9);
	GArray *none = no_seats();
	struct random random;

	(void)state;
	random_init(&random, 4, 1, 0);
	for (size_t i = 0; i < LENGTH(rooms); i++)
		for (unsigned count = 0; count <= 9; count++) {
			struct seating seating = {2, 4, rooms[i], NULL};
			struct seating_cost cost;
			GArray *seats = seating_make(&seating, people, count, none, &random, &cost);

			check_seats(seats, &seating, count);
			g_array_unref(seats);
		}
	g_array_unref(none);
	g_free(people);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nobody_meets_again_while_that_can_be),
		cmocka_unit_test(pairs_cost_the_least),
		cmocka_unit_test(a_thousand_play_without_meeting_again),
		cmocka_unit_test(clubmates_sit_apart_and_neighbours_together),
		cmocka_unit_test(every_place_is_as_likely),
		cmocka_unit_test(more_or_fewer_people_than_seats_are_fine),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
