/* SPDX-License-Identifier: MIT
 * Standings of the event, where each person sits, and what was changed: for everybody to see. No code is shown. */
#include <string.h>

#include "kiosk/event/csv.h"
#include "kiosk/routes/handlers.h"
#include "kiosk/routes/standings_cache.h"
#include "kiosk/store/names.h"

/* Changes that are listed, the latest first. */
#define CHANGES_MOST 1000

/* Names that are told when several people have what was typed: as many as a phone shows at once. */
#define FOUND_MAX 12

static void
get_standings(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	int round = handler_round(request, reply);
	char tag[48];
	struct problem problem = {0};
	int64_t version;
	GBytes *bytes;

	if (round < 0)
		return;
	bytes = standings_cache_standings(kiosk, (unsigned)round, is_organiser(request), &version, &problem);
	if (bytes == NULL) {
		handler_trouble(reply, &problem);
		return;
	}
	g_snprintf(tag, sizeof tag, "%" G_GINT64_FORMAT "-%d", version, round);
	reply_tag(reply, tag);
	reply_bytes(reply, 200, "application/json", bytes);
}

static void
get_standings_csv(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	int round = handler_round(request, reply);
	struct event_snapshot *snapshot = round < 0 ? NULL : handler_known(kiosk, request, reply);
	GPtrArray *rows;
	GString *out;

	if (snapshot == NULL)
		return;
	rows = event_snapshot_standings(snapshot, (unsigned)round);
	out = g_string_new(request_query(request, "excel") == NULL ? "" : CSV_FOR_EXCEL);
	g_string_append(out, "place,name,club,points,\"tables won\",\"tables played\"");
	for (unsigned n = 1; n <= snapshot->rounds; n++)
		g_string_append_printf(out, ",\"round %u\"", n);
	csv_end(out);
	for (unsigned i = 0; i < rows->len; i++) {
		const struct standing *row = g_ptr_array_index(rows, i);

		csv_number(out, row->place);
		csv_cell(out, row->name);
		csv_cell(out, row->club);
		csv_number(out, row->points);
		csv_number(out, row->wins);
		csv_number(out, row->played);
		for (unsigned n = 0; n < snapshot->rounds; n++)
			if (row->rounds[n].played)
				csv_number(out, row->rounds[n].points);
			else
				g_string_append_c(out, ',');
		csv_end(out);
	}
	g_ptr_array_unref(rows);
	event_snapshot_unref(snapshot);
	reply_download(reply, "standings.csv");
	reply_bytes(reply, 200, "text/csv; charset=utf-8", g_string_free_to_bytes(out));
}

static void
get_changes(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	json_t *list = json_array();
	GPtrArray *changes = NULL;
	struct problem problem = {0};

	(void)request;
	if (store_changes(kiosk->store, CHANGES_MOST, &changes, &problem) != STORE_OK) {
		handler_trouble(reply, &problem);
		json_decref(list);
		return;
	}
	for (unsigned i = 0; i < changes->len; i++) {
		const struct change *change = g_ptr_array_index(changes, i);

		json_array_append_new(list,
			json_pack("{s:I, s:o, s:s, s:s, s:s, s:s*, s:o*}", "id", (json_int_t)change->id, "when",
				handler_moment(change->when), "who", change->who, "what", change->what, "why",
				change->why, "says", *change->says == '\0' ? NULL : change->says, "arguments",
				json_loads(change->arguments, 0, NULL)));
	}
	g_ptr_array_unref(changes);
	reply_json(reply, 200, json_pack("{s:o}", "changes", list));
}

/* The one of this name, whatever its spelling; NULL where there is nobody. */
static const struct person *
find_person(const struct event_snapshot *snapshot, const char *name)
{
	char *folded = names_fold(name);
	const struct person *found = NULL;

	for (unsigned i = 0; i < snapshot->people->len && found == NULL; i++) {
		const struct person *person = g_ptr_array_index(snapshot->people, i);
		char *one = names_fold(person->name);

		if (strcmp(one, folded) == 0)
			found = person;
		g_free(one);
	}
	g_free(folded);
	return found;
}

/* The only one who has these words in the name, or NULL; the names of all who have them, FOUND_MAX at most, go into
 * `names`. */
static const struct person *
find_by_parts(const struct event_snapshot *snapshot, const char *typed, json_t *names)
{
	const struct person *found = NULL;
	char **words = names_words(typed);

	for (unsigned i = 0; i < snapshot->people->len && json_array_size(names) < FOUND_MAX; i++) {
		const struct person *person = g_ptr_array_index(snapshot->people, i);

		if (!names_match(person->name, words))
			continue;
		found = person;
		json_array_append_new(names, json_string(person->name));
	}
	g_strfreev(words);
	return json_array_size(names) == 1 ? found : NULL;
}

/* What a seat won, a play a line. */
static void
add_results(const struct event_snapshot *snapshot, const struct seat *seat, json_t *list)
{
	for (unsigned i = 0; i < snapshot->entries->len; i++) {
		const struct entry *entry = g_ptr_array_index(snapshot->entries, i);
		struct played played;
		json_t *one;

		if (entry->round != seat->round || entry->table != seat->table || !played_read(entry, &played) ||
			seat->seat >= played.players)
			continue;
		one = standings_result(entry);
		json_object_set_new(one, "place", json_integer(played.place[seat->seat]));
		json_object_set_new(one, "total", json_integer(played.total[seat->seat]));
		json_array_append_new(list, one);
	}
}

/* The table of the round being played, or null. */
static json_t *
table_json(const struct event_snapshot *snapshot, const struct seat *seat)
{
	struct snapshot_table at;
	const GPtrArray *plays;

	if (seat == NULL || !event_snapshot_table(snapshot, seat->round, seat->table, &at))
		return json_null();
	plays = event_table(snapshot->state, seat->round, seat->table);
	return json_pack("{s:i, s:i, s:o, s:i, s:i, s:o}", "table", (int)seat->table, "seat", (int)seat->seat,
		"players", standings_names(snapshot, seat->round, seat->table, at.players), "in", (int)at.in, "of",
		(int)at.plays, "colours",
		handler_colours(snapshot->state, ((const struct event_play *)g_ptr_array_index(plays, 0))->code));
}

static json_t *
standing_json(const struct event_snapshot *snapshot, int64_t person)
{
	GPtrArray *rows = event_snapshot_standings(snapshot, 0);
	json_t *json = json_null();

	for (unsigned i = 0; i < rows->len; i++) {
		const struct standing *row = g_ptr_array_index(rows, i);

		if (row->person == person)
			json = json_pack("{s:i, s:i, s:i}", "place", (int)row->place, "points", row->points, "of",
				(int)rows->len);
	}
	g_ptr_array_unref(rows);
	return json;
}

static json_t *
person_json(const struct event_snapshot *snapshot, const struct person *person)
{
	const struct seat *now = NULL;
	json_t *results = json_array();

	for (unsigned i = 0; i < snapshot->seats->len; i++) {
		const struct seat *seat = &g_array_index(snapshot->seats, struct seat, i);

		if (seat->person != person->id)
			continue;
		add_results(snapshot, seat, results);
		if (seat->round == snapshot->round)
			now = seat;
	}
	return json_pack("{s:s, s:s, s:b, s:i, s:s?, s:o, s:o, s:o}", "name", person->name, "club", person->club,
		"gone", person->gone, "round", (int)snapshot->round, "game",
		json_string_value(json_object_get(event_round(snapshot->state, snapshot->round), "game")), "sits",
		table_json(snapshot, now), "standing", standing_json(snapshot, person->id), "results", results);
}

/* Why nobody is answered; `found` names may be meant. */
static void
set_not_found(size_t found, struct problem *problem)
{
	if (found == 0)
		problem_set(
			problem, SAY("name-unknown", "nobody of this name is on the list; the organiser can add you"));
	else if (found < FOUND_MAX)
		problem_set(
			problem, SAY("name-ambiguous", "several people have this in their names: which one are you?"));
	else
		problem_set(problem,
			SAY("name-too-short", "many people have this in their names: please type more of yours"));
}

/* Somebody; or the names of those who may be meant. */
static json_t *
where_json(const struct event_snapshot *snapshot, const char *name)
{
	const struct person *person = find_person(snapshot, name);
	json_t *names = json_array();

	if (person == NULL)
		person = find_by_parts(snapshot, name, names);
	if (person == NULL)
		return json_pack("{s:o}", "names", names);
	json_decref(names);
	return person_json(snapshot, person);
}

static void
get_where(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	const char *text = request_query(request, "name");
	char *name = text == NULL ? NULL : csv_name(text);
	struct problem problem = {0};

	if (name == NULL) {
		reply_error(reply, 400, "bad-request", SAY("bad-name", "\"name\" is who asks, 1 to {most} characters"),
			ARG_NUMBER("most", CSV_NAME_CHARS));
		return;
	}
	struct event_snapshot *snapshot = standings_cache_hold(kiosk, false, &problem);
	json_t *json = snapshot == NULL ? NULL : where_json(snapshot, name);
	event_snapshot_unref(snapshot);
	g_free(name);
	if (json == NULL) {
		handler_trouble(reply, &problem);
	} else if (json_object_get(json, "names") == NULL) {
		reply_json(reply, 200, json);
	} else {
		set_not_found(json_array_size(json_object_get(json, "names")), &problem);
		reply_problem_with(reply, 404, "unknown", &problem, json);
	}
}

const struct route standings_routes[] = {
	ROUTE("GET", "/api/standings", get_standings, .cost = 1),
	ROUTE("GET", "/api/where", get_where, .cost = 2),
	ROUTE("GET", "/api/changes", get_changes, .cost = 2),
	ROUTE("GET", "/standings.csv", get_standings_csv, .cost = 5),
	{.path = NULL},
};
