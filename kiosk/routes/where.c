/* SPDX-License-Identifier: MIT
 * "Where do I sit?": one person's table, seat and co-players in the round being played, and the own
 * results. All of it is for everybody: no code is told. */
#include <string.h>

#include "kiosk/event/csv.h"
#include "kiosk/routes/standings_cache.h"
#include "kiosk/routes/standings_parts.h"

/* Somebody on the list, whatever the case of the letters; NULL where there is nobody. */
static const struct person *
find_person(const struct event_snapshot *snapshot, const char *name)
{
	char *folded = g_utf8_casefold(name, -1);
	const struct person *found = NULL;

	for (unsigned i = 0; i < snapshot->people->len && found == NULL; i++) {
		const struct person *person = g_ptr_array_index(snapshot->people, i);
		char *one = g_utf8_casefold(person->name, -1);

		if (strcmp(one, folded) == 0)
			found = person;
		g_free(one);
	}
	g_free(folded);
	return found;
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

	if (seat == NULL || !event_snapshot_table(snapshot, seat->round, seat->table, &at))
		return json_null();
	return json_pack("{s:i, s:i, s:o, s:i, s:i}", "table", (int)seat->table, "seat", (int)seat->seat, "players",
		standings_names(snapshot, seat->round, seat->table, at.players), "in", (int)at.in, "of", (int)at.plays);
}

static json_t *
standing_json(const struct event_snapshot *snapshot, int64_t person)
{
	GPtrArray *rows = event_snapshot_standings(snapshot, 0);
	json_t *json = json_null();

	for (unsigned i = 0; i < rows->len; i++) {
		const struct standing *row = g_ptr_array_index(rows, i);

		if (row->person == person)
			json = json_pack("{s:i, s:i, s:i}", "place", (int)row->place, "points", row->points, "of", (int)rows->len);
	}
	g_ptr_array_unref(rows);
	return json;
}

static json_t *
where_json(const struct event_snapshot *snapshot, const void *data)
{
	const struct person *person = find_person(snapshot, data);
	const struct seat *now = NULL;
	json_t *results = json_array();

	if (person == NULL) {
		json_decref(results);
		return json_null();
	}
	for (unsigned i = 0; i < snapshot->seats->len; i++) {
		const struct seat *seat = &g_array_index(snapshot->seats, struct seat, i);

		if (seat->person != person->id)
			continue;
		add_results(snapshot, seat, results);
		if (seat->round == snapshot->round)
			now = seat;
	}
	return json_pack("{s:s, s:s, s:b, s:i, s:s?, s:o, s:o, s:o}", "name", person->name, "club", person->club, "gone",
		person->gone, "round", (int)snapshot->round, "game",
		json_string_value(json_object_get(event_round(snapshot->state, snapshot->round), "game")), "sits",
		table_json(snapshot, now), "standing", standing_json(snapshot, person->id), "results", results);
}

void
where_get(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	const char *text = request_query(request, "name");
	char *name = text == NULL || !g_utf8_validate(text, -1, NULL) ? NULL : csv_name(text), *problem = NULL;
	json_t *json = NULL;

	if (name == NULL) {
		reply_refuse(reply, 400, "bad-request", "\"name\" is who asks, 1 to %d characters", CSV_NAME_CHARS);
		return;
	}
	json = standings_cache_ask(kiosk, where_json, name, &problem);
	if (json == NULL)
		handler_trouble(reply, problem);
	else if (json_is_null(json))
		reply_refuse(reply, 404, "unknown", "nobody of this name is on the list; the organiser can add you");
	else
		reply_json(reply, 200, json_incref(json));
	json_decref(json);
	g_free(name);
}
