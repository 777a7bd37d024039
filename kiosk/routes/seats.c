/* SPDX-License-Identifier: MIT
 * Who sits where: at random, by the standings or by hand. Those who sat out most
 * play first, and a table that has a result keeps its people. */
#include <sodium.h>

#include "kiosk/event/seating.h"
#include "kiosk/routes/handlers.h"

/* The tables of a round that are not spares, as seating has them. To be freed. */
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

/* A person, and dice for those of the same place. */
struct ranked {
	struct seating_person person;
	uint32_t dice;
};

static int
by_place(const void *a, const void *b)
{
	const struct ranked *first = a, *second = b;

	if (first->person.place != second->person.place)
		return first->person.place < second->person.place ? -1 : 1;
	return first->dice < second->dice ? -1 : first->dice > second->dice;
}

/* Everybody who is here (struct seating_person), the leaders first. Equal places are drawn for, but by
 * the event, round and person: asked again, the order is the same. */
static GArray *
present_ranked(const struct event_snapshot *snapshot, unsigned round)
{
	GArray *people = g_array_new(FALSE, FALSE, sizeof(struct seating_person));
	GArray *sorted = g_array_new(FALSE, FALSE, sizeof(struct ranked));
	GPtrArray *rows = event_snapshot_standings(snapshot, 0);

	for (unsigned i = 0; i < rows->len; i++) {
		const struct standing *row = g_ptr_array_index(rows, i);
		const struct person *person = event_snapshot_person(snapshot, row->person);
		struct ranked ranked;
		struct random random;

		if (person == NULL || !event_snapshot_is_here(snapshot, person))
			continue;
		random_init(&random, g_str_hash(snapshot->state->head_text), round, (uint32_t)person->id);
		ranked = (struct ranked){{person->id, person->club, row->place}, random_word(&random)};
		g_array_append_val(sorted, ranked);
	}
	g_array_sort(sorted, by_place);
	for (unsigned i = 0; i < sorted->len; i++)
		g_array_append_val(people, g_array_index(sorted, struct ranked, i).person);
	g_array_unref(sorted);
	g_ptr_array_unref(rows);
	return people;
}

/* Everybody who is here, in any order, as if all stood alike. */
static GArray *
present(const struct event_snapshot *snapshot)
{
	GArray *people = g_array_new(FALSE, FALSE, sizeof(struct seating_person));

	for (unsigned i = 0; i < snapshot->people->len; i++) {
		const struct person *person = g_ptr_array_index(snapshot->people, i);
		struct seating_person one = {person->id, person->club, 1};

		if (event_snapshot_is_here(snapshot, person))
			g_array_append_val(people, one);
	}
	return people;
}

/* Seats of all rounds but one. */
static GArray *
other_rounds(const struct event_snapshot *snapshot, unsigned round)
{
	GArray *seats = g_array_new(FALSE, FALSE, sizeof(struct seat));

	for (unsigned i = 0; i < snapshot->seats->len; i++)
		if (g_array_index(snapshot->seats, struct seat, i).round != round)
			g_array_append_val(seats, g_array_index(snapshot->seats, struct seat, i));
	return seats;
}

/* How often each has sat down in other rounds, and dice for those who did as often. */
struct turn {
	int64_t person;
	unsigned seated;
	uint32_t dice;
};

static int
by_turn(const void *a, const void *b)
{
	const struct turn *first = a, *second = b;

	if (first->seated != second->seated)
		return first->seated < second->seated ? -1 : 1;
	return first->dice < second->dice ? -1 : first->dice > second->dice;
}

/* Where there are more people than seats those play who sat out most; their order stays. */
static void
choose_turns(GArray *people, const GArray *before, unsigned room, struct random *random)
{
	GHashTable *seated = g_hash_table_new(g_int64_hash, g_int64_equal);
	GArray *turns = g_array_new(FALSE, FALSE, sizeof(struct turn));

	for (unsigned i = 0; i < before->len; i++) {
		int64_t *person = &g_array_index(before, struct seat, i).person;

		g_hash_table_insert(
			seated, person, GUINT_TO_POINTER(1 + GPOINTER_TO_UINT(g_hash_table_lookup(seated, person))));
	}
	for (unsigned i = 0; i < people->len; i++) {
		int64_t person = g_array_index(people, struct seating_person, i).id;
		struct turn turn = {
			person, GPOINTER_TO_UINT(g_hash_table_lookup(seated, &person)), random_word(random)};

		g_array_append_val(turns, turn);
	}
	g_array_sort(turns, by_turn);
	g_hash_table_remove_all(seated);
	for (unsigned i = 0; i < room; i++)
		g_hash_table_add(seated, &g_array_index(turns, struct turn, i).person);
	for (unsigned i = people->len; i-- > 0;)
		if (!g_hash_table_contains(seated, &g_array_index(people, struct seating_person, i).id))
			g_array_remove_index(people, i);
	g_array_unref(turns);
	g_hash_table_destroy(seated);
}

/* Seats everybody for whom there is room; NULL after setting *problem. */
static GArray *
seat_all(const struct event_snapshot *snapshot, unsigned round, bool ranked, struct seating_cost *cost,
	struct problem *problem)
{
	GArray *people = ranked ? present_ranked(snapshot, round) : present(snapshot);
	GArray *before = other_rounds(snapshot, round), *seats = NULL;
	struct seating_person *first = (struct seating_person *)(void *)people->data;
	struct seating seating;
	uint8_t *sizes = round_seats(snapshot, round, &seating);
	unsigned room = seating_room(&seating);
	struct random random;
	uint64_t dice = g_str_hash(snapshot->state->head_text);

	if (!ranked)
		randombytes_buf(&dice, sizeof dice);
	random_init(&random, dice, 0, round);
	if (people->len > room)
		choose_turns(people, before, room, &random);
	if (!ranked)
		seating_shuffle(first, people->len, &random);
	if (people->len == 0)
		problem_set(problem, SAY("nobody-here", "nobody is here yet: enter people first"));
	else
		seats = seating_make(&seating, first, people->len, before, &random, cost);
	g_free(sizes);
	g_array_unref(people);
	g_array_unref(before);
	return seats;
}

/* A round, table or seat; one that there is nowhere for what is no number, or no such one. */
static unsigned
small_number(json_t *json)
{
	json_int_t number = json_integer_value(json);

	return json_is_integer(json) && number >= 0 && number <= CODE_TABLE_MAX ? (unsigned)number : UINT16_MAX;
}

/* Seats as a person chose them; NULL after setting *problem. */
static GArray *
read_seats(const struct event_snapshot *snapshot, unsigned round, json_t *list, struct problem *problem)
{
	GArray *seats = g_array_new(FALSE, FALSE, sizeof(struct seat));
	json_t *one;
	size_t i;

	/* Nobody empties a round by leaving the list out. */
	if (!json_is_array(list))
		problem_set(problem,
			SAY("seats-expected",
				"\"seats\" is a list of objects with \"table\", \"seat\" and \"person\""));
	json_array_foreach(list, i, one) {
		struct seat seat = {round, small_number(json_object_get(one, "table")),
			small_number(json_object_get(one, "seat")), json_integer_value(json_object_get(one, "person"))};
		struct snapshot_table at;

		if (!event_snapshot_table(snapshot, round, seat.table, &at) || seat.seat >= at.players ||
			event_snapshot_person(snapshot, seat.person) == NULL) {
			problem_set(problem,
				SAY("no-such-seat",
					"entry {number} of the seats: there is no such table, seat or person"),
				ARG_NUMBER("number", i + 1));
			break;
		}
		g_array_append_val(seats, seat);
	}
	if (problem->status != STATUS_OK)
		g_clear_pointer(&seats, g_array_unref);
	return seats;
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

/* A table that has a result keeps its people: the result is theirs. */
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

/* What the organiser should know, one sentence each: people or seats that are left over, and pairs that meet again or
 * are clubmates. Null if there is nothing. */
static json_t *
seats_warning(const struct event_snapshot *snapshot, unsigned round, const GArray *seats,
	const struct seating_cost *cost, const struct reply *reply)
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
	GArray *here = present(snapshot);
	struct problems warnings;
	struct seating seating;
	uint8_t *sizes = round_seats(snapshot, round, &seating);
	unsigned room = seating_room(&seating);
	GString *words = g_string_new(NULL);
	struct problem warning;

	problems_init(&warnings);
	if (seats->len < here->len)
		problems_add(&warnings, STATUS_REFUSED,
			SAY_COUNT("people-sit-out",
				"{count} of {people} people sits out this round: it has {seats} seats",
				"{count} of {people} people sit out this round: it has {seats} seats",
				here->len - seats->len),
			ARG_NUMBER("people", here->len), ARG_NUMBER("seats", room));
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
	for (size_t at = 0; problems_next(&warnings, &at, &warning);) {
		char sentence[MESSAGE_TEXT];

		problem_write(&warning, reply_audience(reply), sentence, sizeof sentence);
		g_string_append_printf(words, "%s%s", words->len > 0 ? "; " : "", sentence);
	}
	g_free(sizes);
	g_array_unref(here);
	json_t *json = words->len > 0 ? json_string(words->str) : json_null();
	g_string_free(words, TRUE);
	return json;
}

static json_t *
cost_json(const struct seating_cost *cost)
{
	return json_pack("{s:i, s:i, s:i, s:i}", "pairs", (int)cost->pairs, "again", (int)cost->again, "clubmates",
		(int)cost->clubmates, "places", (int)cost->places);
}

/* Seats a round as it is asked for, decided on what there is at one moment. *json (to be freed) is
 * the answer. */
static enum store_status
seat_round(struct kiosk *kiosk, json_t *body, const struct reply *reply, json_t **json, struct problem *problem)
{
	const char *how = json_string_value(json_object_get(body, "how"));
	const char *why = json_string_value(json_object_get(body, "why"));
	unsigned round = small_number(json_object_get(body, "round"));
	enum store_status status = STORE_REFUSED;
	struct event_snapshot *snapshot;
	struct seating_cost cost = {0};
	struct store_basis basis;
	GArray *seats = NULL;

	if (store_basis(kiosk->store, round, &basis, problem) != STORE_OK)
		return STORE_TROUBLE;
	snapshot = event_snapshot_load(kiosk->store, kiosk->event, problem);
	if (snapshot == NULL)
		return STORE_TROUBLE;
	if (event_round(snapshot->state, round) == NULL)
		problem_set(problem, SAY("no-such-round", "the event has no such round"));
	else if (g_strcmp0(how, "hand") == 0)
		seats = read_seats(snapshot, round, json_object_get(body, "seats"), problem);
	else if (g_strcmp0(how, "random") == 0 || g_strcmp0(how, "standings") == 0)
		seats = seat_all(snapshot, round, *how == 's', &cost, problem);
	else
		problem_set(problem, SAY("bad-how", "\"how\" is \"random\", \"standings\" or \"hand\""));
	if (seats != NULL && keeps_results(snapshot, round, seats, problem)) {
		*json = json_pack("{s:o, s:o, s:o}", "warning", seats_warning(snapshot, round, seats, &cost, reply),
			"cost", *how == 'h' ? json_null() : cost_json(&cost), "seats", handler_seats_json(seats));
		status =
			store_seats_set(kiosk->store, round, seats, &basis, ORGANISER, why == NULL ? "" : why, problem);
	}
	g_clear_pointer(&seats, g_array_unref);
	event_snapshot_unref(snapshot);
	return status;
}

static void
post_seats(void *context, const struct request *request, struct reply *reply)
{
	handler_change(context, request, reply, seat_round);
}

const struct route seats_routes[] = {
	ROUTE("POST", "/api/event/seats", post_seats, .body = 8 * BODY_JSON, .cost = 2, .needs = ORGANISER_STORES),
	{.path = NULL},
};
