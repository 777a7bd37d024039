/* SPDX-License-Identifier: MIT
 * Standings of the event, where each person sits, and the organiser's changes. Everybody may see them: they contain no
 * codes. */
#include <string.h>

#include "kiosk/event/csv.h"
#include "kiosk/event/seating.h"
#include "kiosk/routes/codes.h"
#include "kiosk/routes/handlers.h"
#include "kiosk/routes/standings_cache.h"
#include "kiosk/store/names.h"

/* Changes that are listed, the latest first. */
#define CHANGES_MOST 1000

/* Names in the answer if several people match what was typed: as many as a phone shows at once. */
#define FOUND_MAX 12

static bool
get_standings(struct call *call)
{
	GBytes *bytes = NULL;
	int64_t version;
	unsigned round;
	char tag[48];

	if (handler_round(call, &round))
		bytes = standings_cache_standings(call->kiosk, round, call->organiser, &version, call->problem);
	if (bytes == NULL)
		return false;
	g_snprintf(tag, sizeof tag, "%" G_GINT64_FORMAT "-%u", version, round);
	reply_tag(call->reply, tag);
	return reply_bytes(call->reply, 200, "application/json", bytes);
}

static bool
get_standings_csv(struct call *call)
{
	unsigned round;
	held_snapshot *snapshot = handler_round(call, &round) ? handler_event(call, false) : NULL;

	if (snapshot == NULL)
		return false;
	g_autoptr(GPtrArray) rows = event_snapshot_standings(snapshot, round);
	GString *out = g_string_new(request_query(call->request, "excel") == NULL ? "" : CSV_FOR_EXCEL);
	g_string_append(out, "place,name,club,points,\"tables won\",\"tables played\"");
	for (unsigned n = 1; n <= snapshot->rounds; n++)
		g_string_append_printf(out, ",\"round %u\"", n);
	csv_end(out);
	for (unsigned i = 0; i < rows->len; i++) {
		const struct standing *row = g_ptr_array_index(rows, i);

		csv_number(out, row->place);
		csv_cell(out, row->name);
		csv_cell(out, row->club);
		csv_points(out, row->points);
		csv_number(out, row->wins);
		csv_number(out, row->played);
		for (unsigned n = 0; n < snapshot->rounds; n++)
			if (row->rounds[n].played)
				csv_points(out, row->rounds[n].points);
			else
				g_string_append_c(out, ',');
		csv_end(out);
	}
	reply_download(call->reply, "standings.csv");
	return reply_bytes(call->reply, 200, "text/csv; charset=utf-8", g_string_free_to_bytes(out));
}

static bool
get_changes(struct call *call)
{
	g_autoptr(GPtrArray) changes = NULL;

	if (store_changes(call->kiosk->store, CHANGES_MOST, &changes, call->problem) != STORE_OK)
		return false;
	json_t *list = json_array();
	for (unsigned i = 0; i < changes->len; i++) {
		const struct change *change = g_ptr_array_index(changes, i);

		json_array_append_new(list,
			json_pack("{s:I, s:o, s:s, s:s, s:s, s:s*, s:o*}", "id", (json_int_t)change->id, "when",
				handler_moment(change->when), "who", change->who, "what", change->what, "why",
				change->why, "says", *change->says == '\0' ? NULL : change->says, "arguments",
				json_loads(change->arguments, 0, NULL)));
	}
	return reply_json(call->reply, 200, json_pack("{s:o}", "changes", list));
}

/* The person with this name, whatever its case, or the only one whose name contains these words; NULL if
 * nobody or several people match. Then `names` gets the names that contain the words, FOUND_MAX at most. */
static const struct person *
find_person(const struct event_snapshot *snapshot, const char *typed, json_t *names)
{
	g_autofree char *folded = names_fold(typed);
	g_auto(GStrv) words = names_words(typed);
	const struct person *found = NULL;

	for (unsigned i = 0; i < snapshot->people->len; i++) {
		const struct person *person = g_ptr_array_index(snapshot->people, i);
		g_autofree char *name = names_fold(person->name);

		if (strcmp(name, folded) == 0)
			return person;
	}
	for (unsigned i = 0; i < snapshot->people->len && json_array_size(names) < FOUND_MAX; i++) {
		const struct person *person = g_ptr_array_index(snapshot->people, i);

		if (!names_match(person->name, words))
			continue;
		found = person;
		json_array_append_new(names, json_string(person->name));
	}
	return json_array_size(names) == 1 ? found : NULL;
}

/* The table of a seat, or null. */
static json_t *
table_json(const struct event_snapshot *snapshot, const struct seat *seat)
{
	struct snapshot_table at;

	if (seat == NULL || !event_snapshot_table(snapshot, seat->round, seat->table, &at))
		return json_null();
	const GPtrArray *plays = event_table(snapshot->state, seat->round, seat->table);
	const struct event_play *first = g_ptr_array_index(plays, 0);
	return json_pack("{s:i, s:i, s:o, s:i, s:i, s:o}", "table", (int)seat->table, "seat", (int)seat->seat,
		"players", standings_names(snapshot, seat->round, seat->table, at.players), "in", (int)at.in, "of",
		(int)at.plays, "colours", handler_colours(snapshot->state, first->code));
}

/* Where somebody sits now, their place in the standings, and their results. */
static json_t *
person_json(const struct event_snapshot *snapshot, const struct person *person)
{
	g_autoptr(GPtrArray) rows = event_snapshot_standings(snapshot, 0);
	json_t *results = json_array(), *standing = json_null();
	const struct seat *now = NULL;

	for (unsigned i = 0; i < snapshot->seats->len; i++) {
		const struct seat *seat = &g_array_index(snapshot->seats, struct seat, i);

		if (seat->person != person->id)
			continue;
		if (seat->round == snapshot->round)
			now = seat;
		/* One for each play. */
		for (unsigned n = 0; n < snapshot->entries->len; n++) {
			const struct entry *entry = g_ptr_array_index(snapshot->entries, n);
			struct played played;

			if (entry->round != seat->round || entry->table != seat->table ||
				!played_read(entry, &played) || seat->seat >= played.players)
				continue;
			json_t *one = standings_result(entry);
			json_object_set_new(one, "place", json_integer(played.place[seat->seat]));
			json_object_set_new(one, "total", json_integer(played.total[seat->seat]));
			json_array_append_new(results, one);
		}
	}
	for (unsigned i = 0; i < rows->len; i++) {
		const struct standing *row = g_ptr_array_index(rows, i);

		if (row->person == person->id)
			standing = json_pack("{s:i, s:o, s:i}", "place", (int)row->place, "points",
				points_json(row->points), "of", (int)rows->len);
	}
	bool bye = now != NULL && now->table == SEATING_BYE;
	return json_pack("{s:I, s:s, s:s, s:b, s:b, s:i, s:s?, s:o, s:b, s:o, s:o}", "id", (json_int_t)person->id,
		"name", person->name, "club", person->club, "gone", person->gone, "here", person->here, "round",
		(int)snapshot->round, "game",
		json_string_value(json_object_get(event_round(snapshot->state, snapshot->round), "game")), "sits",
		table_json(snapshot, now), "bye", bye, "standing", standing, "results", results);
}

/* Answers with one person, or the names of people who could be meant. */
static bool
get_where(struct call *call)
{
	const char *text = request_query(call->request, "name");
	g_autofree char *name = text == NULL ? NULL : csv_name(text);
	struct problem problem;

	if (name == NULL)
		return refuse(call, 400, "bad-request", SAY("bad-name", "\"name\" is who asks, 1 to {most} characters"),
			ARG_NUMBER("most", CSV_NAME_CHARS));
	held_snapshot *snapshot = standings_cache_hold(call->kiosk, false, call->problem);
	if (snapshot == NULL)
		return false;
	json_auto_t *names = json_array();
	const struct person *person = find_person(snapshot, name, names);
	if (person != NULL)
		return reply_json(call->reply, 200, person_json(snapshot, person));
	if (json_array_size(names) == 0)
		problem_set(
			&problem, SAY("name-unknown", "nobody of this name is on the list; the organiser can add you"));
	else if (json_array_size(names) < FOUND_MAX)
		problem_set(
			&problem, SAY("name-ambiguous", "several people have this in their names: which one are you?"));
	else
		problem_set(&problem,
			SAY("name-too-short", "many people have this in their names: please type more of yours"));
	return reply_problem_with(call->reply, 404, "unknown", &problem, json_pack("{s:O}", "names", names));
}

const struct route standings_routes[] = {
	ROUTE("GET", "/api/standings", get_standings, .cost = 1),
	ROUTE("GET", "/api/where", get_where, .cost = 2),
	ROUTE("GET", "/api/changes", get_changes, .cost = 2),
	ROUTE("GET", "/standings.csv", get_standings_csv, .cost = 5),
	{.path = NULL},
};
