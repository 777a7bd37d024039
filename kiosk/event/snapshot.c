/* SPDX-License-Identifier: MIT
 * The event and what was played. */
#include "kiosk/event/snapshot.h"

#include <string.h>

#include "layouts/game.h"

json_t *
scheme_json(const struct scheme *scheme)
{
	json_t *points;

	if (scheme->total)
		return json_pack("{s:s}", "by", "total");
	points = json_array();
	for (unsigned i = 0; i < scheme->places; i++)
		json_array_append_new(points, json_integer(scheme->points[i]));
	return json_pack("{s:s, s:o}", "by", "placing", "points", points);
}

bool
scheme_read(json_t *json, struct scheme *scheme)
{
	const char *by = json_string_value(json_object_get(json, "by"));
	json_t *points = json_object_get(json, "points"), *one;
	struct scheme read = {.total = g_strcmp0(by, "total") == 0};
	size_t i;

	if (!read.total) {
		if (g_strcmp0(by, "placing") != 0 || json_array_size(points) < 1 ||
			json_array_size(points) > SCHEME_PLACES)
			return false;
		json_array_foreach(points, i, one) {
			json_int_t value = json_integer_value(one);

			if (!json_is_integer(one) || value < 0 || value > SCHEME_POINTS)
				return false;
			read.points[read.places++] = (int)value;
		}
	}
	*scheme = read;
	return true;
}

/* The settings; those that are missing or make no sense are the usual ones. */
static bool
read_settings(struct store *store, struct event_snapshot *record, char **problem)
{
	char *round = NULL, *scheme = NULL;
	json_t *json;

	if (store_setting(store, SNAPSHOT_ROUND, &round, problem) != STORE_OK ||
		store_setting(store, SNAPSHOT_SCHEME, &scheme, problem) != STORE_OK ||
		store_setting(store, SNAPSHOT_NAME, &record->name, problem) != STORE_OK) {
		g_free(round);
		g_free(scheme);
		return false;
	}
	record->rounds = event_rounds(record->state);
	record->round = round == NULL ? 1 : (unsigned)g_ascii_strtoull(round, NULL, 10);
	if (record->round < 1 || record->round > record->rounds)
		record->round = MIN(1, record->rounds);
	json = scheme == NULL ? NULL : json_loads(scheme, 0, NULL);
	if (json == NULL || !scheme_read(json, &record->scheme))
		record->scheme = scheme_usual;
	if (record->name == NULL)
		record->name = g_strdup(record->state->name);
	json_decref(json);
	g_free(round);
	g_free(scheme);
	return true;
}

static void
take_entries(struct event_snapshot *record)
{
	record->played = g_array_new(FALSE, FALSE, sizeof(struct played));
	record->in = g_hash_table_new(g_str_hash, g_str_equal);
	for (unsigned i = 0; i < record->entries->len; i++) {
		struct entry *entry = g_ptr_array_index(record->entries, i);
		struct played played;

		g_hash_table_insert(record->in, entry->play, entry);
		if (played_read(entry, &played))
			g_array_append_val(record->played, played);
	}
}

static void *
place(unsigned round, unsigned table, unsigned seat)
{
	return GUINT_TO_POINTER(round << 20 | table << 4 | seat);
}

static void
take_people(struct event_snapshot *record)
{
	record->by_id = g_hash_table_new(g_int64_hash, g_int64_equal);
	record->seated = g_hash_table_new(NULL, NULL);
	for (unsigned i = 0; i < record->people->len; i++) {
		struct person *person = g_ptr_array_index(record->people, i);

		g_hash_table_insert(record->by_id, &person->id, person);
	}
	for (unsigned i = 0; i < record->seats->len; i++) {
		const struct seat *seat = &g_array_index(record->seats, struct seat, i);
		const struct person *person = event_snapshot_person(record, seat->person);

		if (person != NULL)
			g_hash_table_insert(
				record->seated, place(seat->round, seat->table, seat->seat), person->name);
	}
}

struct event_snapshot *
event_snapshot_load(struct kiosk *kiosk, char **problem)
{
	struct event_snapshot *record = g_new0(struct event_snapshot, 1);
	struct store *store = kiosk->store;

	/* First, so that what comes in meanwhile makes this one old, never too new. */
	record->version = store_version(store);
	record->state = event_hold(kiosk->event, problem);
	if (record->state == NULL || !read_settings(store, record, problem) ||
		store_people(store, &record->people, problem) != STORE_OK ||
		store_seats(store, 0, &record->seats, problem) != STORE_OK ||
		store_results(store, &record->entries, problem) != STORE_OK) {
		event_snapshot_free(record);
		return NULL;
	}
	take_entries(record);
	take_people(record);
	return record;
}

void
event_snapshot_free(struct event_snapshot *record)
{
	if (record == NULL)
		return;
	event_release(record->state);
	g_clear_pointer(&record->seated, g_hash_table_destroy);
	g_clear_pointer(&record->by_id, g_hash_table_destroy);
	g_clear_pointer(&record->in, g_hash_table_destroy);
	g_clear_pointer(&record->played, g_array_unref);
	g_clear_pointer(&record->entries, g_ptr_array_unref);
	g_clear_pointer(&record->seats, g_array_unref);
	g_clear_pointer(&record->people, g_ptr_array_unref);
	g_free(record->name);
	g_free(record);
}

GPtrArray *
event_snapshot_standings(const struct event_snapshot *record, unsigned round)
{
	return standings_make(record->played, record->people, record->seats, &record->scheme, round,
		record->rounds);
}

const struct person *
event_snapshot_person(const struct event_snapshot *record, int64_t id)
{
	return g_hash_table_lookup(record->by_id, &id);
}

void
event_snapshot_names(const struct event_snapshot *record, unsigned round, unsigned table, unsigned seats,
	const char **names)
{
	for (unsigned i = 0; i < seats; i++)
		names[i] = g_hash_table_lookup(record->seated, place(round, table, i));
}

bool
event_snapshot_table(const struct event_snapshot *record, unsigned round, unsigned table, struct snapshot_table *out)
{
	const GPtrArray *plays = event_table(record->state, round, table);
	json_t *players = json_object_get(event_round(record->state, round), "players");

	*out = (struct snapshot_table){0};
	if (plays == NULL)
		return false;
	out->players = (unsigned)json_integer_value(json_array_get(players, table - 1));
	out->plays = plays->len;
	for (unsigned i = 0; i < plays->len; i++) {
		const struct event_play *play = g_ptr_array_index(plays, i);

		out->in += g_hash_table_contains(record->in, play->code);
		out->spare = play->spare;
	}
	return true;
}

unsigned
event_snapshot_tables(const struct event_snapshot *record, unsigned round)
{
	json_t *one = event_round(record->state, round);

	return (unsigned)(json_integer_value(json_object_get(one, "tables")) +
		json_integer_value(json_object_get(one, "spares")));
}

/* A table is in when all its plays are; spares count only once they are used. */
static unsigned
tables_in(const struct event_snapshot *record, unsigned round)
{
	unsigned tables = event_snapshot_tables(record, round), in = 0;

	for (unsigned table = 1; table <= tables; table++) {
		struct snapshot_table at;

		in += event_snapshot_table(record, round, table, &at) && at.in == at.plays;
	}
	return in;
}

json_t *
event_snapshot_about(const struct event_snapshot *record)
{
	json_t *rounds = json_array();

	for (unsigned n = 1; n <= record->rounds; n++) {
		json_t *one = event_round(record->state, n);
		const char *id = json_string_value(json_object_get(one, "game"));
		const struct game *game = id == NULL ? NULL : game_by_id(id);

		json_array_append_new(rounds,
			json_pack("{s:i, s:s?, s:s?, s:O*, s:i, s:O*}", "round", (int)n, "game", id,
				"title", game == NULL ? NULL : game->title, "tables",
				json_object_get(one, "tables"), "in", (int)tables_in(record, n), "rules",
				json_object_get(one, "rules")));
	}
	if (record->state->head == NULL) {
		json_decref(rounds);
		return json_null();
	}
	return json_pack("{s:s?, s:s?, s:b, s:i, s:o, s:o}", "name", record->name, "date",
		record->state->date, "keyed", record->state->has_key, "round", (int)record->round,
		"scheme", scheme_json(&record->scheme), "rounds", rounds);
}
