/* SPDX-License-Identifier: MIT
 * "Where do I sit?": one person's table, seat and co-players in the round being played, and the own
 * results. All of it is for everybody: no code is told. */
#include <string.h>

#include "kiosk/event/csv.h"
#include "kiosk/routes/standings_cache.h"
#include "kiosk/routes/standings_parts.h"
#include "kiosk/store/names.h"

/* Names that are told when several people have what was typed: as many as a phone shows at once. */
#define FOUND_MAX 12

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

/* Why nobody is answered: these are the names that may be meant. */
static const char *
why_not(const json_t *names)
{
	if (json_array_size(names) == 0)
		return "nobody of this name is on the list; the organiser can add you";
	if (json_array_size(names) < FOUND_MAX)
		return "several people have this in their names: which one are you?";
	return "many people have this in their names: please type more of yours";
}

/* Somebody; or why not, with the names of those who may be meant. */
static json_t *
where_json(const struct event_snapshot *snapshot, const void *data)
{
	const struct person *person = find_person(snapshot, data);
	json_t *names = json_array();

	if (person == NULL)
		person = find_by_parts(snapshot, data, names);
	if (person == NULL)
		return json_pack("{s:s, s:s, s:o}", "error", why_not(names), "kind", "unknown", "names", names);
	json_decref(names);
	return person_json(snapshot, person);
}

void
where_get(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	const char *text = request_query(request, "name");
	char *name = text == NULL || !g_utf8_validate(text, -1, NULL) ? NULL : csv_name(text);
	struct problem problem = {0};
	json_t *json = NULL;

	if (name == NULL) {
		reply_refuse(reply, 400, "bad-request", "\"name\" is who asks, 1 to %d characters", CSV_NAME_CHARS);
		return;
	}
	json = standings_cache_ask(kiosk, where_json, name, &problem);
	if (json == NULL)
		handler_trouble(reply, &problem);
	else
		reply_json(reply, json_object_get(json, "error") == NULL ? 200 : 404, json_incref(json));
	json_decref(json);
	g_free(name);
}
