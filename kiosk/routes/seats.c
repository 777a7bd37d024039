/* SPDX-License-Identifier: MIT
 * Seating a round: at random, by the standings or by hand. People who sat out most often get a seat first, and a table
 * that has a result keeps its people. */
#include <sodium.h>
#include <string.h>

#include "kiosk/event/seating.h"
#include "kiosk/routes/handlers.h"

/* Bytes of a body with all seats of a round. */
#define SEATS_BODY (8 * BODY_JSON)

/* The tables of a round without spares, for seating; the sizes are to be freed. */
static uint8_t *
round_seats(const struct event_snapshot *snapshot, unsigned round, struct seating *seating)
{
	unsigned tables = event_snapshot_tables(snapshot, round);
	uint8_t *seats = g_new0(uint8_t, tables + 1);

	*seating = (struct seating){.round = round, .seats = seats};
	for (unsigned table = 1; table <= tables; table++) {
		struct snapshot_table at;

		if (event_snapshot_table(snapshot, round, table, &at) && !at.spare) {
			seats[table - 1] = (uint8_t)MIN(at.players, PLAYERS_MAX);
			seating->tables = table;
		}
	}
	return seats;
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

/* Everybody who is here (struct seating_person): ranked by the standings, the leaders first; or all in the same place.
 * People in the same place are in an order that depends only on the event, the round and the person, so that asking
 * again gives the same order. */
static GArray *
present(const struct event_snapshot *snapshot, unsigned round, bool by_standings)
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
		unsigned place = by_standings ? row->place : 1;
		struct ranked ranked = {{person->id, person->club, place}, place, random_word(&random)};
		g_array_append_val(sorted, ranked);
	}
	g_array_sort(sorted, by_rank);
	for (unsigned i = 0; i < sorted->len; i++)
		g_array_append_val(people, g_array_index(sorted, struct ranked, i).person);
	return people;
}

/* If there are more people than seats, keeps those who sat out most often in the rounds `before`, in the same order. */
static void
choose_turns(GArray *people, const GArray *before, unsigned room, struct random *random)
{
	g_autoptr(GHashTable) seated = g_hash_table_new(g_int64_hash, g_int64_equal);
	g_autoptr(GArray) turns = g_array_new(FALSE, FALSE, sizeof(struct ranked));

	for (unsigned i = 0; i < before->len; i++) {
		int64_t *person = &g_array_index(before, struct seat, i).person;

		g_hash_table_insert(
			seated, person, GUINT_TO_POINTER(1 + GPOINTER_TO_UINT(g_hash_table_lookup(seated, person))));
	}
	for (unsigned i = 0; i < people->len; i++) {
		struct seating_person person = g_array_index(people, struct seating_person, i);
		struct ranked turn = {
			person, GPOINTER_TO_UINT(g_hash_table_lookup(seated, &person.id)), random_word(random)};

		g_array_append_val(turns, turn);
	}
	g_array_sort(turns, by_rank);
	g_hash_table_remove_all(seated);
	for (unsigned i = 0; i < room; i++)
		g_hash_table_add(seated, &g_array_index(turns, struct ranked, i).person.id);
	for (unsigned i = people->len; i-- > 0;)
		if (!g_hash_table_contains(seated, &g_array_index(people, struct seating_person, i).id))
			g_array_remove_index(people, i);
}

/* Seats as many people as there is room for; NULL after setting *problem. */
static GArray *
seat_all(const struct event_snapshot *snapshot, unsigned round, bool ranked, struct seating_cost *cost,
	struct problem *problem)
{
	g_autoptr(GArray) people = present(snapshot, round, ranked);
	g_autoptr(GArray) others = g_array_new(FALSE, FALSE, sizeof(struct seat)); /* seats of other rounds */
	struct seating_person *first = (struct seating_person *)(void *)people->data;
	struct seating seating;
	g_autofree uint8_t *sizes G_GNUC_UNUSED = round_seats(snapshot, round, &seating);
	unsigned room = seating_room(&seating);
	struct random random;
	uint64_t dice = g_str_hash(snapshot->state->head_text);

	for (unsigned i = 0; i < snapshot->seats->len; i++)
		if (g_array_index(snapshot->seats, struct seat, i).round != round)
			g_array_append_val(others, g_array_index(snapshot->seats, struct seat, i));
	if (!ranked)
		randombytes_buf(&dice, sizeof dice);
	random_init(&random, dice, 0, round);
	if (people->len > room)
		choose_turns(people, others, room, &random);
	if (!ranked)
		seating_shuffle(first, people->len, &random);
	if (people->len > 0)
		return seating_make(&seating, first, people->len, others, &random, cost);
	problem_set(problem, SAY("nobody-here", "nobody is here yet: enter people first"));
	return NULL;
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

/* Warnings for the organiser: people or seats that are left over, and pairs that meet again or are clubmates. Null if
 * there are none. */
static json_t *
seats_warning(const struct event_snapshot *snapshot, unsigned round, const GArray *seats,
	const struct seating_cost *cost, const struct audience *audience)
{
	const struct {
		unsigned pairs;
		const int64_t *who;
		struct argument says;
	} kept[] = {
		{cost->again, cost->met,
			SAY_COUNT("meet-again", "{one} and {other} meet again",
				"{one} and {other} meet again, as {count} pairs do", cost->again)},
		{cost->clubmates, cost->mates,
			SAY_COUNT("clubmates-together", "{one} and {other} are clubmates at one table",
				"{one} and {other} are clubmates at one table, as {count} pairs are", cost->clubmates)},
	};
	struct seating seating;
	g_autofree uint8_t *sizes G_GNUC_UNUSED = round_seats(snapshot, round, &seating);
	unsigned room = seating_room(&seating);
	struct problems warnings;
	struct problem warning;
	unsigned here = 0;

	problems_init(&warnings);
	for (unsigned i = 0; i < snapshot->people->len; i++)
		here += event_snapshot_is_here(snapshot, g_ptr_array_index(snapshot->people, i));
	if (seats->len < here)
		problems_add(&warnings, STATUS_REFUSED,
			SAY_COUNT("people-sit-out",
				"{count} of {people} people sits out this round: it has {seats} seats",
				"{count} of {people} people sit out this round: it has {seats} seats",
				here - seats->len),
			ARG_NUMBER("people", here), ARG_NUMBER("seats", room));
	else if (seats->len < room)
		problems_add(&warnings, STATUS_REFUSED,
			SAY_COUNT("seats-empty",
				"{count} of {seats} seats stays empty: a table plays with as many as its pieces were "
				"printed for",
				"{count} of {seats} seats stay empty: a table plays with as many as its pieces were "
				"printed for",
				room - seats->len),
			ARG_NUMBER("seats", room));
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

/* Seats a round. */
static enum store_status
seat_round(struct call *call)
{
	struct store *store = call->kiosk->store;
	struct problem *problem = call->problem;
	const char *how = "", *why = "";
	json_int_t asked = UINT16_MAX; /* if the body has none: no event has this round */
	struct seating_cost cost = {0};
	g_autoptr(GArray) seats = NULL;

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
		seats = read_seats(snapshot, round, call->body, problem);
	else if (ranked || strcmp(how, "random") == 0)
		seats = seat_all(snapshot, round, ranked, &cost, problem);
	else
		problem_set(problem, SAY("bad-how", "\"how\" is \"random\", \"standings\" or \"hand\""));
	if (seats == NULL || !keeps_results(snapshot, round, seats, problem))
		return STORE_REFUSED;
	json_t *costs = by_hand ? json_null()
				: json_pack("{s:i, s:i, s:i, s:i}", "pairs", (int)cost.pairs, "again", (int)cost.again,
					  "clubmates", (int)cost.clubmates, "places", (int)cost.places);
	call->answer = json_pack("{s:o, s:o, s:o}", "warning",
		seats_warning(snapshot, round, seats, &cost, &call->reply->audience), "cost", costs, "seats",
		handler_seats_json(seats));
	return store_seats_set(store, round, seats, &call->basis, ORGANISER, why, problem);
}

const struct route seats_routes[] = {
	CHANGE_ROUTE("/api/event/seats", seat_round, .body = SEATS_BODY, .cost = 2),
	{.path = NULL},
};
