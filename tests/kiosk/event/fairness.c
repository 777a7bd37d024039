/* SPDX-License-Identifier: MIT
 * Fair points and fair byes: schemes and matchpoints against another calculation, who sits out and who meets whom over
 * whole events, and which tables play when other people come than were expected. */
#include <math.h>
#include <string.h>
#include <time.h>

#include "kiosk/event/attendance.h"
#include "kiosk/event/matchpoints.h"
#include "kiosk/event/seating.h"
#include "kiosk/event/standings.h"
#include "tests/tools.h"

#define PEOPLE_MOST 1000

/* What a table of a size is worth per person, when nobody ties. */
static double
worth_of(const struct round_scheme *scheme, unsigned players)
{
	double sum = 0;

	for (unsigned place = 1; place <= players; place++)
		sum += scheme_place(scheme, players, place, 1);
	return sum / players / POINT;
}

static void
tables_of_every_size_are_worth_the_same(void **state)
{
	static const struct {
		enum scheme_preset preset;
		double worth;
	} tries[] = {{PRESET_EVEN, 3}, {PRESET_WINNER, 1}};

	(void)state;
	for (size_t i = 0; i < LENGTH(tries); i++) {
		struct round_scheme scheme;

		scheme_preset(tries[i].preset, &scheme);
		for (unsigned players = 2; players <= PLAYERS_MAX; players++) {
			assert_true(worth_of(&scheme, players) == tries[i].worth);
			/* Halves at the finest, never more for a lower place, and all share what all earn. */
			for (unsigned place = 1; place <= players; place++)
				for (unsigned level = 1; place + level - 1 <= players; level++) {
					int points = scheme_place(&scheme, players, place, level);

					assert_int_equal(points % (POINT / 2), 0);
					assert_true(
						place == 1 || points <= scheme_place(&scheme, players, place - 1, 1));
				}
			assert_true(fabs(scheme_place(&scheme, players, 1, players) / (double)POINT - tries[i].worth) <
				0.5);
		}
	}
	/* Chip It's own scheme is not: that is why the page warns. */
	assert_true(worth_of(&scheme_usual.usual, 2) > worth_of(&scheme_usual.usual, 3));
}

static void
schemes_are_read_as_they_were_written(void **state)
{
	static const char *const fine[] = {
		"{\"by\":\"placing\",\"points\":[4,2,1],\"ties\":[\"wins\"]}",
		"{\"by\":\"total\",\"ties\":[]}",
		("{\"by\":\"placing\",\"points\":[6,4.5,3],\"sizes\":{\"2\":[6,0],\"3\":[6,3,0]},\"share\":true,"
		 "\"rounds\":{\"2\":{\"by\":\"matchpoints\"}},\"bye\":2.5,\"ties\":[\"met\"]}"),
	};
	static const char *const bad[] = {"{}", "{\"by\":\"placing\"}", "{\"by\":\"placing\",\"points\":[]}",
		"{\"by\":\"placing\",\"points\":[1.25]}", "{\"by\":\"placing\",\"points\":[-1]}",
		"{\"by\":\"placing\",\"points\":[1],\"sizes\":{\"7\":[1]}}",
		"{\"by\":\"placing\",\"points\":[1],\"sizes\":{\"0\":[1]}}",
		"{\"by\":\"placing\",\"points\":[1],\"sizes\":[]}", "{\"by\":\"total\",\"bye\":\"much\"}",
		"{\"by\":\"total\",\"rounds\":{\"16\":{\"by\":\"total\"}}}", "{\"by\":\"total\",\"rounds\":{\"1\":{}}}",
		"{\"by\":\"placing\",\"points\":[1e9]}"};
	struct scheme scheme;

	(void)state;
	for (size_t i = 0; i < LENGTH(fine); i++) {
		json_t *json = json_loads(fine[i], 0, NULL), *again;

		assert_true(scheme_read(json, &scheme));
		again = scheme_json(&scheme);
		assert_true(json_equal(json, again));
		json_decref(json);
		json_decref(again);
	}
	assert_int_equal(scheme_of(&scheme, 2)->by, BY_MATCHPOINTS);
	assert_int_equal(scheme_of(&scheme, 1)->by, BY_PLACE);
	assert_int_equal(scheme.bye, 250);
	for (size_t i = 0; i < LENGTH(bad); i++) {
		json_t *json = json_loads(bad[i], 0, NULL);

		assert_non_null(json);
		assert_false(scheme_read(json, &scheme));
		json_decref(json);
	}
}

static void
points_are_written_as_people_write_them(void **state)
{
	static const struct {
		int points;
		const char *text;
	} tries[] = {{0, "0"}, {400, "4"}, {250, "2.5"}, {6667, "66.67"}, {5, "0.05"}, {-150, "-1.5"}, {-7, "-0.07"}};

	(void)state;
	for (size_t i = 0; i < LENGTH(tries); i++) {
		char text[POINT_TEXT];

		points_write(tries[i].points, text);
		assert_string_equal(text, tries[i].text);
	}
}

/* A round as it was played, and what everybody earns by another calculation: in real numbers, looking at all pairs. */
struct trial_round {
	unsigned tables, players[12];
	int total[12][PLAYERS_MAX];
	unsigned sheet[12]; /* the seed of each table */
	bool out[12][PLAYERS_MAX], bye;
};

static unsigned
place_at(const struct trial_round *round, unsigned table, unsigned seat)
{
	unsigned place = 1;

	for (unsigned i = 0; i < round->players[table]; i++)
		place += round->out[table][i] < round->out[table][seat] ||
			(round->out[table][i] == round->out[table][seat] &&
				round->total[table][i] > round->total[table][seat]);
	return place;
}

static double
earned_by_place(const struct trial_round *round, const struct round_scheme *scheme, unsigned table, unsigned seat)
{
	unsigned players = round->players[table], place = place_at(round, table, seat), level = 0;
	const struct place_points *of = &scheme->size[scheme->size[players].places > 0 ? players : 0];
	double sum = 0;

	if (round->out[table][seat])
		return 0;
	for (unsigned i = 0; i < players; i++)
		level += place_at(round, table, i) == place && !round->out[table][i];
	if (!scheme->share)
		return place > of->places ? 0 : of->points[place - 1] / 100.0;
	for (unsigned i = 0; i < level; i++)
		sum += place + i > of->places ? 0 : of->points[place + i - 1] / 100.0;
	return ceil(2 * sum / level - 1e-9) / 2;
}

static double
earned_by_matchpoints(const struct trial_round *round, unsigned table, unsigned seat)
{
	double won = 0, others = 0;

	if (round->out[table][seat])
		return 0;
	for (unsigned i = 0; i < round->tables; i++) {
		if (i == table || round->players[i] != round->players[table] ||
			round->sheet[i] != round->sheet[table] || round->out[i][seat])
			continue;
		others++;
		won += round->total[i][seat] < round->total[table][seat]     ? 1
			: round->total[i][seat] == round->total[table][seat] ? 0.5
									     : 0;
	}
	return others == 0 ? 50 : 100 * won / others;
}

static void
make_round(uint64_t *dice, struct trial_round *round)
{
	*round = (struct trial_round){.tables = 1 + dice_below(dice, 12), .bye = dice_below(dice, 2) != 0};
	for (unsigned i = 0; i < round->tables; i++) {
		round->players[i] = 2 + dice_below(dice, 5);
		round->sheet[i] = dice_below(dice, 4) == 0;
		for (unsigned seat = 0; seat < round->players[i]; seat++) {
			round->total[i][seat] = (int)dice_below(dice, 12) - 2;
			round->out[i][seat] = dice_below(dice, 20) == 0;
		}
	}
}

static void
check_round(const struct trial_round *round, const struct scheme *scheme, enum scheme_preset preset)
{
	const struct round_scheme *of = &scheme->usual;
	GArray *played = g_array_new(FALSE, FALSE, sizeof(struct played));
	GArray *seats = g_array_new(FALSE, FALSE, sizeof(struct seat));
	GPtrArray *people = g_ptr_array_new_with_free_func(g_free), *rows;
	double earned[12 * PLAYERS_MAX + 2] = {0}, sum = 0, each = 0;
	int64_t id = 0;

	for (unsigned i = 0; i < round->tables; i++) {
		struct played one = {.round = 1, .table = i + 1, .players = round->players[i]};
		int least = 0;

		one.sheet = (struct code){.seed = round->sheet[i], .game = 1, .version = 1};
		for (unsigned seat = 0; seat < one.players; seat++)
			least = MIN(least, round->total[i][seat]);
		for (unsigned seat = 0; seat < one.players; seat++) {
			struct seat sits = {1, i + 1, seat, ++id};
			double points = of->by == BY_TOTAL ? (round->out[i][seat] ? least : round->total[i][seat])
				: of->by == BY_MATCHPOINTS ? earned_by_matchpoints(round, i, seat)
							   : earned_by_place(round, of, i, seat);

			one.total[seat] = round->total[i][seat];
			one.place[seat] = place_at(round, i, seat);
			one.out[seat] = round->out[i][seat];
			g_array_append_val(seats, sits);
			earned[id] = points;
			sum += points;
			each++;
		}
		g_array_append_val(played, one);
	}
	if (round->bye) {
		struct seat sits = {1, SEATING_BYE, 0, ++id};

		g_array_append_val(seats, sits);
		earned[id] = scheme->bye != BYE_AVERAGE ? scheme->bye / 100.0
			: of->by == BY_MATCHPOINTS      ? 50
							: floor(2 * sum / each + 0.5 + 1e-9) / 2;
	}
	for (int64_t i = 1; i <= id; i++)
		g_ptr_array_add(people, person_copy(&(struct person){.id = i, .name = "", .club = ""}));
	rows = standings_make(&(struct standings_of){played, people, seats, scheme, 0, 1}, 0);
	assert_int_equal(rows->len, id);
	for (unsigned i = 0; i < rows->len; i++) {
		const struct standing *row = g_ptr_array_index(rows, i);

		if (fabs(row->points / 100.0 - earned[row->person]) > 0.00501)
			fail_msg("preset %u: person %d earned %.4f, not %.2f", preset, (int)row->person,
				earned[row->person], row->points / 100.0);
		assert_int_equal(row->rounds[0].bye, round->bye && row->person == id);
		assert_int_equal(row->played, row->rounds[0].bye ? 0 : 1);
	}
	g_ptr_array_unref(rows);
	g_ptr_array_unref(people);
	g_array_unref(seats);
	g_array_unref(played);
}

/* 10,000 rounds of up to 12 tables of different sizes, with ties, rulings and byes. */
static void
points_are_as_another_calculation_has_them(void **state)
{
	uint64_t dice = 22;

	(void)state;
	for (unsigned i = few_or_all(2000, 10000); i > 0; i--) {
		enum scheme_preset preset = (enum scheme_preset)dice_below(&dice, PRESETS);
		struct scheme scheme = {.bye = dice_below(&dice, 2) != 0 ? BYE_AVERAGE : 250, .ties = ties_usual};
		struct trial_round round;

		make_round(&dice, &round);
		scheme_preset(preset, &scheme.usual);
		check_round(&round, &scheme, preset);
	}
}

static void
who_plays_alone_among_tables_earns_as_for_a_bye(void **state)
{
	GArray *played = g_array_new(FALSE, FALSE, sizeof(struct played));
	GArray *seats = g_array_new(FALSE, FALSE, sizeof(struct seat));
	GPtrArray *people = g_ptr_array_new_with_free_func(g_free), *rows;
	const struct played all[] = {{.round = 1, .table = 1, .players = 2, .total = {9, 3}, .place = {1, 2}},
		{.round = 1, .table = 2, .players = 1, .total = {30}, .place = {1}}};
	const struct seat sits[] = {{1, 1, 0, 1}, {1, 1, 1, 2}, {1, 2, 0, 3}};

	(void)state;
	g_array_append_vals(played, all, 2);
	g_array_append_vals(seats, sits, 3);
	for (int64_t i = 1; i <= 3; i++)
		g_ptr_array_add(people, person_copy(&(struct person){.id = i, .name = "", .club = ""}));
	for (unsigned solo = 0; solo < 2; solo++) {
		rows = standings_make(
			&(struct standings_of){played, people, seats, &scheme_usual, (uint16_t)(solo << 1), 1}, 0);
		for (unsigned i = 0; i < 3; i++) {
			const struct standing *row = g_ptr_array_index(rows, i);

			if (row->person != 3)
				continue;
			/* The average of 4 and 2, and no table won; unless everybody plays alone. */
			assert_int_equal(row->points, (solo ? 4 : 3) * POINT);
			assert_int_equal(row->wins, solo);
			assert_int_equal(row->played, 1);
		}
		g_ptr_array_unref(rows);
	}
	g_ptr_array_unref(people);
	g_array_unref(seats);
	g_array_unref(played);
}

/* An event for pairs or larger tables. */
struct trial_event {
	unsigned people, size, rounds;
	bool met[PEOPLE_MOST + 1][PEOPLE_MOST + 1];
	bool apart[PEOPLE_MOST + 1][PEOPLE_MOST + 1];
	unsigned out[PEOPLE_MOST + 1]; /* how often each sat out */
};

/* Whether the free people can be put at tables of `size` without a repeat, by trying all. Gives up after `steps`, as if
 * they could not. */
static bool
can_avoid(const struct trial_event *event, const int64_t *people, unsigned count, uint32_t taken, unsigned size,
	unsigned *steps)
{
	unsigned at[PLAYERS_MAX] = {0}, chosen = 1, next;

	while (at[0] < count && (taken >> at[0] & 1) != 0)
		at[0]++;
	if (at[0] == count)
		return true;
	/* All tables with the first who is free, as increasing numbers. */
	for (next = at[0] + 1;;) {
		if (*steps == 0 || (chosen == size && --*steps == 0))
			return false;
		if (chosen == size) {
			uint32_t now = taken;

			for (unsigned i = 0; i < size; i++)
				now |= UINT32_C(1) << at[i];
			if (can_avoid(event, people, count, now, size, steps))
				return true;
			next = at[--chosen] + 1;
		} else if (next >= count) {
			if (chosen == 1)
				return false;
			next = at[--chosen] + 1;
		} else {
			bool fits = (taken >> next & 1) == 0;

			for (unsigned i = 0; i < chosen && fits; i++)
				fits = !event->met[people[at[i]]][people[next]] &&
					!event->apart[people[at[i]]][people[next]];
			if (fits)
				at[chosen++] = next;
			next++;
		}
	}
}

/* Pairs at one table who met before or must not meet. */
static unsigned
bad_pairs(const struct trial_event *event, const GArray *seats)
{
	unsigned bad = 0;

	for (unsigned i = 0; i < seats->len; i++)
		for (unsigned k = i + 1; k < seats->len; k++) {
			const struct seat *one = &g_array_index(seats, struct seat, i);
			const struct seat *other = &g_array_index(seats, struct seat, k);

			bad += one->table == other->table &&
				(event->met[one->person][other->person] || event->apart[one->person][other->person]);
		}
	return bad;
}

/* Plays an event; people are ranked again by lot before each round. Returns the number of rounds with a repeat that
 * could have been avoided. */
static unsigned
play_event(struct trial_event *event, struct random *random, uint64_t *dice)
{
	GArray *before = g_array_new(FALSE, FALSE, sizeof(struct seat));
	GArray *apart = g_array_new(FALSE, FALSE, sizeof(struct apart));
	unsigned avoidable = 0;

	for (unsigned i = dice_below(dice, 3); i > 0; i--) {
		struct apart pair = {{1 + dice_below(dice, event->people), 1 + dice_below(dice, event->people)}};

		if (pair.person[0] == pair.person[1])
			continue;
		g_array_append_val(apart, pair);
		event->apart[pair.person[0]][pair.person[1]] = event->apart[pair.person[1]][pair.person[0]] = true;
	}
	for (unsigned round = 1; round <= event->rounds; round++) {
		GArray *people = g_array_new(FALSE, FALSE, sizeof(struct seating_person)), *byes, *seats;
		unsigned tables = event->people / event->size, byes_due = event->people % event->size, least = UINT_MAX;
		uint8_t sizes[PEOPLE_MOST] = {0};
		int64_t seated[PEOPLE_MOST];
		struct seating_cost cost, weighed;

		memset(sizes, (int)event->size, tables);
		for (unsigned i = 0; i < event->people; i++) {
			struct seating_person person = {i + 1, "", 0};

			g_array_append_val(people, person);
		}
		seating_shuffle(&g_array_index(people, struct seating_person, 0), people->len, random);
		for (unsigned i = 0; i < people->len; i++)
			g_array_index(people, struct seating_person, i).place = i + 1;
		GArray *ranked = g_array_copy(people);

		byes = seating_byes(people, before, byes_due, random);
		assert_int_equal(byes->len, byes_due);
		assert_int_equal(people->len + byes->len, event->people);
		for (unsigned i = 0; i < byes->len; i++) {
			const struct seating_bye *bye = &g_array_index(byes, struct seating_bye, i);

			assert_int_equal(bye->missed, event->out[bye->person]);
			event->out[bye->person]++;
			g_array_append_val(before, ((struct seat){round, SEATING_BYE, i, bye->person}));
		}
		/* A single one is the lowest-ranked of those who have sat out least. */
		for (unsigned i = 0; i < ranked->len && byes->len == 1; i++) {
			const struct seating_person *person = &g_array_index(ranked, struct seating_person, i);
			const struct seating_bye *bye = &g_array_index(byes, struct seating_bye, 0);
			const struct seating_person *out = NULL;

			for (unsigned k = 0; k < ranked->len; k++)
				if (g_array_index(ranked, struct seating_person, k).id == bye->person)
					out = &g_array_index(ranked, struct seating_person, k);
			assert_non_null(out);
			if (person->id != out->id && event->out[person->id] == event->out[out->id] - 1)
				assert_true(person->place < out->place);
		}
		/* Nobody sits out a second time while somebody has not sat out at all, and so on. */
		for (unsigned i = 1; i <= event->people; i++)
			least = MIN(least, event->out[i]);
		for (unsigned i = 1; i <= event->people; i++)
			assert_true(event->out[i] <= least + 1);
		struct seating seating = {round, tables, sizes, apart};
		for (unsigned i = 0; i < people->len; i++)
			seated[i] = g_array_index(people, struct seating_person, i).id;
		seats = seating_make(
			&seating, &g_array_index(people, struct seating_person, 0), people->len, before, random, &cost);
		seating_weigh(
			seats, &g_array_index(people, struct seating_person, 0), people->len, before, apart, &weighed);
		assert_memory_equal(&cost, &weighed, sizeof cost);
		if (bad_pairs(event, seats) > 0) {
			unsigned steps = 200000;

			avoidable += people->len > 24 || can_avoid(event, seated, people->len, 0, event->size, &steps);
		}
		for (unsigned i = 0; i < seats->len; i++)
			for (unsigned k = 0; k < seats->len; k++) {
				const struct seat *one = &g_array_index(seats, struct seat, i);
				const struct seat *other = &g_array_index(seats, struct seat, k);

				if (i != k && one->table == other->table)
					event->met[one->person][other->person] = true;
			}
		g_array_append_vals(before, seats->data, seats->len);
		g_array_unref(seats);
		g_array_unref(byes);
		g_array_unref(ranked);
		g_array_unref(people);
	}
	g_array_unref(before);
	g_array_unref(apart);
	return avoidable;
}

/* 1,000 events of 3 to 24 people at tables of two to six. */
static void
events_are_fair(void **state)
{
	struct trial_event *event = g_new(struct trial_event, 1);
	unsigned avoidable = 0, rounds = 0;
	struct random random;
	uint64_t dice = 5;

	(void)state;
	random_init(&random, 11, 1, 0);
	for (unsigned i = few_or_all(200, 1000); i > 0; i--) {
		memset(event, 0, sizeof *event);
		event->size = 2 + dice_below(&dice, 5);
		event->people = event->size + 1 + dice_below(&dice, 24 - event->size);
		event->rounds = 1 + dice_below(&dice, 6);
		avoidable += play_event(event, &random, &dice);
		rounds += event->rounds;
	}
	print_message("%u rounds, %u with a repeat that could have been avoided\n", rounds, avoidable);
	assert_int_equal(avoidable, 0);
	g_free(event);
}

static void
a_thousand_people_are_seated_within_two_seconds(void **state)
{
	struct trial_event *event = g_new(struct trial_event, 1);
	struct timespec began, ended;
	struct random random;
	uint64_t dice = 6;

	(void)state;
	random_init(&random, 12, 1, 0);
	for (unsigned size = 2; size <= 4; size++) {
		memset(event, 0, sizeof *event);
		event->people = PEOPLE_MOST - 1;
		event->size = size;
		event->rounds = 3;
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &began);
		assert_int_equal(play_event(event, &random, &dice), 0);
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ended);
		double seconds = (double)(ended.tv_sec - began.tv_sec) + (double)(ended.tv_nsec - began.tv_nsec) / 1e9;
		print_message("tables for %u: %.2f s a round\n", size, seconds / 3);
		assert_true(seconds / 3 < 2);
	}
	g_free(event);
}

/* The most who can have a seat and the fewest tables to be printed again for that, by trying everything. */
static void
try_all(const uint8_t *printed, unsigned count, unsigned sizes, unsigned people, unsigned prints, unsigned *best,
	unsigned *fewest, unsigned seated)
{
	if (count == 0) {
		if (seated > *best || (seated == *best && prints < *fewest)) {
			*best = seated;
			*fewest = prints;
		}
		return;
	}
	for (unsigned size = 0; size <= PLAYERS_MAX && seated + size <= people; size++)
		if (size == 0 || size == *printed || (sizes >> size & 1) != 0)
			try_all(printed + 1, count - 1, sizes, people, prints + (size != 0 && size != *printed), best,
				fewest, seated + size);
}

static void
as_many_as_can_be_have_a_seat_at_full_tables(void **state)
{
	uint64_t dice = 7;

	(void)state;
	for (unsigned i = few_or_all(200, 2000); i > 0; i--) {
		unsigned count = 1 + dice_below(&dice, 6), people = 1 + dice_below(&dice, 24), best = 0,
			 fewest = UINT_MAX, prints = 0, sum = 0;
		unsigned sizes =
			dice_below(&dice, 2) == 0 ? 0 : 2u << dice_below(&dice, 4) | 4u << dice_below(&dice, 4);
		uint8_t printed[6], seats[6];

		for (unsigned table = 0; table < count; table++)
			printed[table] = (uint8_t)(1 + dice_below(&dice, PLAYERS_MAX));
		try_all(printed, count, sizes, people, 0, &best, &fewest, 0);
		assert_int_equal(attendance_fill(printed, count, dice_below(&dice, 3), people, sizes, seats), best);
		for (unsigned table = 0; table < count; table++) {
			sum += seats[table];
			prints += seats[table] != 0 && seats[table] != printed[table];
			assert_true(seats[table] == 0 || seats[table] == printed[table] ||
				(sizes >> seats[table] & 1) != 0);
		}
		assert_int_equal(sum, best);
		assert_int_equal(prints, fewest);
	}
}

static void
an_evening_for_23_takes_22_and_24(void **state)
{
	static const uint8_t printed[] = {4, 4, 4, 4, 4, 3, 4}; /* and a spare */
	uint8_t seats[7];

	(void)state;
	assert_int_equal(attendance_fill(printed, 7, 1, 23, 0, seats), 23);
	assert_memory_equal(seats, ((uint8_t[]){4, 4, 4, 4, 4, 3, 0}), 7);
	/* Without printing, two sit out; with one table printed again, nobody. */
	assert_int_equal(attendance_fill(printed, 7, 1, 22, 0, seats), 20);
	assert_int_equal(attendance_fill(printed, 7, 1, 22, 1 << 2 | 1 << 3 | 1 << 4, seats), 22);
	assert_memory_equal(seats, ((uint8_t[]){4, 4, 4, 4, 3, 3, 0}), 7);
	/* The spare takes the place of the table for three. */
	assert_int_equal(attendance_fill(printed, 7, 1, 24, 1 << 4, seats), 24);
	assert_memory_equal(seats, ((uint8_t[]){4, 4, 4, 4, 4, 0, 4}), 7);
	/* Hundreds of tables: the last ones are weighed. */
	uint8_t hall[500], all[500];

	memset(hall, 4, sizeof hall);
	assert_int_equal(attendance_fill(hall, 500, 10, 1930, 1 << 3, all), 1930);
	assert_int_equal(all[0], 4);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tables_of_every_size_are_worth_the_same),
		cmocka_unit_test(schemes_are_read_as_they_were_written),
		cmocka_unit_test(points_are_written_as_people_write_them),
		cmocka_unit_test(points_are_as_another_calculation_has_them),
		cmocka_unit_test(who_plays_alone_among_tables_earns_as_for_a_bye),
		cmocka_unit_test(events_are_fair),
		cmocka_unit_test(a_thousand_people_are_seated_within_two_seconds),
		cmocka_unit_test(as_many_as_can_be_have_a_seat_at_full_tables),
		cmocka_unit_test(an_evening_for_23_takes_22_and_24),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
