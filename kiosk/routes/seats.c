/* SPDX-License-Identifier: MIT
 * Seating a round: at random, by the standings or by hand. Tables are full or stay empty, those who are left over sit
 * out, and a table that has a result keeps its people. */
#include <sodium.h>
#include <string.h>

#include "kiosk/event/attendance.h"
#include "kiosk/routes/handlers.h"
#include "kiosk/routes/seats.h"

/* Bytes of a body with all seats of a round. */
#define SEATS_BODY (8 * BODY_JSON)

/* The tables of a round, for seating: `spares` is the number of spares, which are the last. The sizes are to be freed.
 */
static uint8_t *
round_seats(const struct event_snapshot *snapshot, unsigned round, struct seating *seating, unsigned *spares)
{
	unsigned tables = event_snapshot_tables(snapshot, round);
	uint8_t *seats = g_new0(uint8_t, tables + 1);

	*seating = (struct seating){.round = round, .tables = tables, .seats = seats, .apart = snapshot->apart};
	*spares = 0;
	for (unsigned table = 1; table <= tables; table++) {
		struct snapshot_table at;

		if (!event_snapshot_table(snapshot, round, table, &at))
			continue;
		seats[table - 1] = (uint8_t)MIN(at.players, PLAYERS_MAX);
		*spares += at.spare;
	}
	return seats;
}

/* Seats at tables that are not spares. */
static unsigned
usual_room(const struct seating *seating, unsigned spares)
{
	return seating_room(&(struct seating){seating->round, seating->tables - spares, seating->seats, NULL});
}

/* Somebody who waits for a seat, with a rank; `dice` orders people of the same rank. */
struct ranked {
	struct seating_person person;
	unsigned rank;
	uint32_t dice;
};

static int
by_rank(const void *a, const void *b)
{
	const struct ranked *first = a, *second = b;

	if (first->rank != second->rank)
		return first->rank < second->rank ? -1 : 1;
	return first->dice < second->dice ? -1 : first->dice > second->dice;
}

GArray *
seats_present(const struct event_snapshot *snapshot, unsigned round)
{
	GArray *people = g_array_new(FALSE, FALSE, sizeof(struct seating_person));
	g_autoptr(GArray) sorted = g_array_new(FALSE, FALSE, sizeof(struct ranked));
	g_autoptr(GPtrArray) rows = event_snapshot_standings(snapshot, 0);

	for (unsigned i = 0; i < rows->len; i++) {
		const struct standing *row = g_ptr_array_index(rows, i);
		const struct person *person = event_snapshot_person(snapshot, row->person);
		struct random random;

		if (person == NULL || !event_snapshot_is_here(snapshot, person))
			continue;
		random_init(&random, g_str_hash(snapshot->state->head_text), round, (uint32_t)person->id);
		struct ranked ranked = {{person->id, person->club, row->place}, row->place, random_word(&random)};
		g_array_append_val(sorted, ranked);
	}
	g_array_sort(sorted, by_rank);
	for (unsigned i = 0; i < sorted->len; i++)
		g_array_append_val(people, g_array_index(sorted, struct ranked, i).person);
	return people;
}

GArray *
seats_of_others(const struct event_snapshot *snapshot, unsigned round)
{
	GArray *others = g_array_new(FALSE, FALSE, sizeof(struct seat));

	for (unsigned i = 0; i < snapshot->seats->len; i++)
		if (g_array_index(snapshot->seats, struct seat, i).round != round)
			g_array_append_val(others, g_array_index(snapshot->seats, struct seat, i));
	return others;
}

/* What a request decided. */
struct seated {
	GArray *seats; /* struct seat, with byes */
	GArray *byes;  /* struct seating_bye; NULL by hand */
	struct seating_cost cost;
};

static void
add_bye(GArray *seats, unsigned round, int64_t person)
{
	unsigned byes = 0;

	for (unsigned i = 0; i < seats->len; i++)
		byes += g_array_index(seats, struct seat, i).table == SEATING_BYE;
	if (byes < SEATING_BYES_MOST)
		g_array_append_val(seats, ((struct seat){round, SEATING_BYE, byes, person}));
}

/* Seats as many people as there are seats at full tables; the others sit out. False after setting *problem. */
static bool
seat_all(
	const struct event_snapshot *snapshot, unsigned round, bool ranked, struct seated *out, struct problem *problem)
{
	g_autoptr(GArray) people = seats_present(snapshot, round);
	g_autoptr(GArray) others = seats_of_others(snapshot, round);
	struct seating seating;
	unsigned spares;
	g_autofree uint8_t *printed = round_seats(snapshot, round, &seating, &spares);
	g_autofree uint8_t *used = g_new0(uint8_t, seating.tables + 1);
	struct random random;
	uint64_t dice = g_str_hash(snapshot->state->head_text);

	if (people->len == 0)
		return problem_set(problem, SAY("nobody-here", "nobody is here yet: enter people first"));
	if (!ranked)
		randombytes_buf(&dice, sizeof dice);
	random_init(&random, dice, 0, round);
	unsigned room = attendance_fill(printed, seating.tables, spares, people->len, ATTENDANCE_KEEP, used);
	seating.seats = used;
	out->byes = seating_byes(people, others, people->len - room, &random);
	for (unsigned i = 0; i < people->len && !ranked; i++)
		g_array_index(people, struct seating_person, i).place = 1;
	if (!ranked)
		seating_shuffle((struct seating_person *)(void *)people->data, people->len, &random);
	out->seats = seating_make(
		&seating, (struct seating_person *)(void *)people->data, people->len, others, &random, &out->cost);
	for (unsigned i = 0; i < out->byes->len; i++)
		add_bye(out->seats, round, g_array_index(out->byes, struct seating_bye, i).person);
	return true;
}

/* Seats chosen by hand; NULL after setting *problem. */
static GArray *
read_seats(const struct event_snapshot *snapshot, unsigned round, const json_t *body, struct problem *problem)
{
	g_autoptr(GArray) seats = g_array_new(FALSE, FALSE, sizeof(struct seat));
	json_t *list = json_object_get(body, "seats"), *one;
	size_t i;

	/* A missing list is an error: it must not empty the round. */
	if (!json_is_array(list)) {
		problem_set(problem,
			SAY("seats-expected",
				"\"seats\" is a list of objects with \"table\", \"seat\" and \"person\""));
		return NULL;
	}
	json_array_foreach(list, i, one) {
		json_int_t table, at, person;
		struct snapshot_table there;

		if (json_unpack(one, "{s:I, s:I, s:I}", "table", &table, "seat", &at, "person", &person) != 0 ||
			table < 0 || table > CODE_TABLE_MAX || at < 0 ||
			!event_snapshot_table(snapshot, round, (unsigned)table, &there) || at >= there.players ||
			event_snapshot_person(snapshot, person) == NULL) {
			problem_set(problem,
				SAY("no-such-seat",
					"entry {number} of the seats: there is no such table, seat or person"),
				ARG_NUMBER("number", i + 1));
			return NULL;
		}
		struct seat seat = {round, (unsigned)table, (unsigned)at, person};
		g_array_append_val(seats, seat);
	}
	json_array_foreach(json_object_get(body, "byes"), i, one) {
		if (event_snapshot_person(snapshot, json_integer_value(one)) == NULL) {
			problem_set(problem, SAY("no-such-person", "there is no such person"));
			return NULL;
		}
		add_bye(seats, round, json_integer_value(one));
	}
	return g_steal_pointer(&seats);
}

static int64_t
who_sits(const GArray *seats, unsigned round, unsigned table, unsigned seat)
{
	for (unsigned i = 0; i < seats->len; i++) {
		const struct seat *one = &g_array_index(seats, struct seat, i);

		if (one->round == round && one->table == table && one->seat == seat)
			return one->person;
	}
	return 0;
}

/* Whether all tables that have a result keep their people; false after setting *problem. */
static bool
keeps_results(const struct event_snapshot *snapshot, unsigned round, const GArray *seats, struct problem *problem)
{
	for (unsigned table = 1; table <= event_snapshot_tables(snapshot, round); table++) {
		struct snapshot_table at;

		if (!event_snapshot_table(snapshot, round, table, &at) || at.in == 0)
			continue;
		for (unsigned i = 0; i < at.players; i++)
			if (who_sits(seats, round, table, i) != who_sits(snapshot->seats, round, table, i))
				return problem_set(problem,
					SAY("seats-of-result",
						"table {table} of round {round} has its result: withdraw it before its "
						"people change seats"),
					ARG_NUMBER("table", table), ARG_NUMBER("round", round));
	}
	return true;
}

/* The first table that has fewer people than it was printed for, or 0. */
static unsigned
part_table(const struct seating *seating, const GArray *seats)
{
	g_autofree uint8_t *taken = g_new0(uint8_t, seating->tables + 1);

	for (unsigned i = 0; i < seats->len; i++)
		taken[MIN(g_array_index(seats, struct seat, i).table, seating->tables)]++;
	for (unsigned table = 1; table <= seating->tables; table++)
		if (taken[table] > 0 && taken[table] < seating->seats[table - 1])
			return table;
	return 0;
}

/* Warnings for the organiser: people or seats that are left over, and pairs that meet again, are clubmates or must not
 * meet. Null if there are none. */
static json_t *
seats_warning(const struct event_snapshot *snapshot, unsigned round, const GArray *all, const struct seating_cost *cost,
	const struct audience *audience)
{
	const struct {
		unsigned pairs;
		const int64_t *who;
		struct argument says;
	} kept[] = {
		{cost->apart, cost->kin,
			SAY_COUNT("apart-together", "{one} and {other} must not meet, but sit at one table",
				"{one} and {other} must not meet, but sit at one table, as {count} such pairs do",
				cost->apart)},
		{cost->again, cost->met,
			SAY_COUNT("meet-again", "{one} and {other} meet again",
				"{one} and {other} meet again, as {count} pairs do", cost->again)},
		{cost->clubmates, cost->mates,
			SAY_COUNT("clubmates-together", "{one} and {other} are clubmates at one table",
				"{one} and {other} are clubmates at one table, as {count} pairs are", cost->clubmates)},
	};
	struct seating seating;
	unsigned spares, here = 0, seated = 0;
	g_autofree uint8_t *sizes G_GNUC_UNUSED = round_seats(snapshot, round, &seating, &spares);
	unsigned room = usual_room(&seating, spares), part = part_table(&seating, all);
	struct problems warnings;
	struct problem warning;

	problems_init(&warnings);
	for (unsigned i = 0; i < snapshot->people->len; i++)
		here += event_snapshot_is_here(snapshot, g_ptr_array_index(snapshot->people, i));
	for (unsigned i = 0; i < all->len; i++)
		seated += g_array_index(all, struct seat, i).table != SEATING_BYE;
	if (seated < here)
		problems_add(&warnings, STATUS_REFUSED,
			SAY_COUNT("people-sit-out",
				"{count} of {people} people sits out this round: it has {seats} seats",
				"{count} of {people} people sit out this round: it has {seats} seats", here - seated),
			ARG_NUMBER("people", here), ARG_NUMBER("seats", room));
	else if (seated < room)
		problems_add(&warnings, STATUS_REFUSED,
			SAY_COUNT("seats-empty",
				"{count} of {seats} seats stays empty: a table plays with as many as its pieces were "
				"printed for",
				"{count} of {seats} seats stay empty: a table plays with as many as its pieces were "
				"printed for",
				room - seated),
			ARG_NUMBER("seats", room));
	if (part != 0)
		problems_add(&warnings, STATUS_REFUSED,
			SAY("table-part-empty",
				"table {table} has fewer people than its pieces were printed for: print it again for "
				"them"),
			ARG_NUMBER("table", part));
	for (unsigned i = 0; i < G_N_ELEMENTS(kept); i++)
		if (kept[i].pairs > 0)
			problems_add(&warnings, STATUS_REFUSED, kept[i].says,
				ARG_TEXT("one", event_snapshot_person(snapshot, kept[i].who[0])->name),
				ARG_TEXT("other", event_snapshot_person(snapshot, kept[i].who[1])->name));
	g_autoptr(GString) words = g_string_new(NULL);
	for (size_t at = 0; problems_next(&warnings, &at, &warning);) {
		char sentence[MESSAGE_TEXT];

		problem_write(&warning, audience, sentence, sizeof sentence);
		g_string_append_printf(words, "%s%s", words->len > 0 ? "; " : "", sentence);
	}
	return words->len > 0 ? json_string(words->str) : json_null();
}

json_t *
seats_cost_json(const struct seating_cost *cost)
{
	return json_pack("{s:i, s:i, s:i, s:i, s:i}", "pairs", (int)cost->pairs, "again", (int)cost->again, "clubmates",
		(int)cost->clubmates, "apart", (int)cost->apart, "places", (int)cost->places);
}

json_t *
seats_byes_json(const GArray *byes)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < byes->len; i++) {
		const struct seating_bye *bye = &g_array_index(byes, struct seating_bye, i);

		json_array_append_new(list,
			json_pack("{s:I, s:i, s:i, s:i}", "person", (json_int_t)bye->person, "missed", (int)bye->missed,
				"among", (int)bye->among, "level", (int)bye->level));
	}
	return list;
}

/* Seats a round. */
static enum store_status
seat_round(struct call *call)
{
	struct store *store = call->kiosk->store;
	struct problem *problem = call->problem;
	const char *how = "", *why = "";
	json_int_t asked = UINT16_MAX; /* if the body has none: no event has this round */
	struct seated seated = {0};

	/* Those of another type count as missing. */
	json_unpack(call->body, "{s:I}", "round", &asked);
	json_unpack(call->body, "{s:s}", "how", &how);
	json_unpack(call->body, "{s:s}", "why", &why);
	unsigned round = asked >= 0 && asked <= CODE_ROUND_MAX ? (unsigned)asked : UINT16_MAX;
	if (store_basis(store, round, &call->basis, problem) != STORE_OK)
		return STORE_TROUBLE;
	held_snapshot *snapshot = event_snapshot_load(store, call->kiosk->event, problem);
	if (snapshot == NULL)
		return STORE_TROUBLE;
	bool by_hand = strcmp(how, "hand") == 0, ranked = strcmp(how, "standings") == 0;
	if (event_round(snapshot->state, round) == NULL)
		problem_set(problem, SAY("no-such-round", "the event has no such round"));
	else if (by_hand)
		seated.seats = read_seats(snapshot, round, call->body, problem);
	else if (ranked || strcmp(how, "random") == 0)
		seat_all(snapshot, round, ranked, &seated, problem);
	else
		problem_set(problem, SAY("bad-how", "\"how\" is \"random\", \"standings\" or \"hand\""));
	g_autoptr(GArray) seats = seated.seats;
	g_autoptr(GArray) byes = seated.byes;
	if (seats == NULL || !keeps_results(snapshot, round, seats, problem))
		return STORE_REFUSED;
	call->answer = json_pack("{s:o, s:o, s:o, s:o}", "warning",
		seats_warning(snapshot, round, seats, &seated.cost, &call->reply->audience), "cost",
		by_hand ? json_null() : seats_cost_json(&seated.cost), "byes",
		by_hand ? json_array() : seats_byes_json(byes), "seats", handler_seats_json(seats));
	return store_seats_set(store, round, seats, &call->basis, ORGANISER, why, problem);
}

const struct route seats_routes[] = {
	CHANGE_ROUTE("/api/event/seats", seat_round, .body = SEATS_BODY, .cost = 2),
	{.path = NULL},
};
