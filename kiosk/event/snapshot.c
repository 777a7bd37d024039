/* SPDX-License-Identifier: MIT
 * Snapshots of the event. */
#include "kiosk/event/snapshot.h"

#include <string.h>

#include "kiosk/event/seating.h"
#include "kiosk/event/table_calls.h"
#include "layouts/game.h"

/* Standings are computed once for all threads. */
struct snapshot_lists {
	GMutex lock;
	GPtrArray *standings[CODE_ROUND_MAX + 1];
};

json_t *
apart_json(const GArray *apart)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < apart->len; i++) {
		const struct apart *pair = &g_array_index(apart, struct apart, i);

		json_array_append_new(
			list, json_pack("[I, I]", (json_int_t)pair->person[0], (json_int_t)pair->person[1]));
	}
	return list;
}

bool
apart_read(json_t *json, GArray **apart)
{
	g_autoptr(GArray) read = g_array_new(FALSE, FALSE, sizeof(struct apart));
	json_t *pair;
	size_t i;

	if (!json_is_array(json) || json_array_size(json) > APART_MOST)
		return false;
	json_array_foreach(json, i, pair) {
		json_int_t one, other;

		if (json_unpack(pair, "[I, I!]", &one, &other) != 0 || one < 1 || other < 1 || one > INT32_MAX ||
			other > INT32_MAX || one == other)
			return false;
		g_array_append_val(read, ((struct apart){{one, other}}));
	}
	*apart = g_steal_pointer(&read);
	return true;
}

/* Reads the settings; missing and invalid ones get their defaults. */
static bool
read_settings(struct store *store, struct event_snapshot *snapshot, struct problem *problem)
{
	g_autofree char *round = NULL, *scheme = NULL, *casual = NULL, *printing = NULL, *clock = NULL,
			*check_in = NULL, *apart = NULL;
	const struct {
		const char *name;
		char **value;
	} settings[] = {{SNAPSHOT_ROUND, &round}, {SNAPSHOT_SCHEME, &scheme}, {SNAPSHOT_CLOCK, &clock},
		{SNAPSHOT_APART, &apart}, {STORE_CASUAL, &casual}, {SNAPSHOT_PRINTING, &printing},
		{SNAPSHOT_CHECK_IN, &check_in}, {SNAPSHOT_NAME, &snapshot->name}};

	for (size_t i = 0; i < G_N_ELEMENTS(settings); i++)
		if (store_setting(store, settings[i].name, settings[i].value, problem) != STORE_OK)
			return false;
	snapshot->casual = g_strcmp0(casual, STORE_CASUAL_OFF) != 0;
	snapshot->check_in = g_strcmp0(check_in, SNAPSHOT_CHECK_IN_ON) == 0;
	snapshot->printing = g_strcmp0(printing, SNAPSHOT_PRINTING_OFF) != 0;
	snapshot->rounds = event_rounds(snapshot->state);
	for (unsigned n = 1; n <= snapshot->rounds; n++) {
		json_t *sizes = json_object_get(event_round(snapshot->state, n), "players"), *one;
		bool solo = true;
		size_t i;

		json_array_foreach(sizes, i, one)
			solo = solo && json_integer_value(one) == 1;
		snapshot->solo |= (uint16_t)(solo << n);
	}
	snapshot->round = round == NULL ? 1 : (unsigned)g_ascii_strtoull(round, NULL, 10);
	if (snapshot->round < 1 || snapshot->round > snapshot->rounds)
		snapshot->round = MIN(1, snapshot->rounds);
	if (snapshot->name == NULL)
		snapshot->name = g_strdup(snapshot->state->name);

	json_auto_t *places = scheme == NULL ? NULL : json_loads(scheme, 0, NULL);
	if (places == NULL || !scheme_read(places, &snapshot->scheme))
		snapshot->scheme = scheme_usual;

	json_auto_t *pairs = apart == NULL ? NULL : json_loads(apart, 0, NULL);
	if (!apart_read(pairs, &snapshot->apart))
		snapshot->apart = g_array_new(FALSE, FALSE, sizeof(struct apart));

	round_clock_read(clock, &snapshot->clock);
	snapshot->calls = table_calls_read(store, snapshot->state, problem);
	return snapshot->calls != NULL;
}

/* Indexes entries by play, people by id and by seat. */
static void
index_all(struct event_snapshot *snapshot)
{
	snapshot->played = g_array_new(FALSE, FALSE, sizeof(struct played));
	snapshot->in = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	for (unsigned i = 0; i < snapshot->entries->len; i++) {
		struct entry *entry = g_ptr_array_index(snapshot->entries, i);
		struct played played;

		g_hash_table_insert(snapshot->in, g_strdup(entry->play), entry);
		if (played_read(entry, &played))
			g_array_append_val(snapshot->played, played);
	}
	snapshot->by_id = g_hash_table_new(g_int64_hash, g_int64_equal);
	for (unsigned i = 0; i < snapshot->people->len; i++) {
		struct person *person = g_ptr_array_index(snapshot->people, i);

		g_hash_table_insert(snapshot->by_id, &person->id, person);
		snapshot->checks_in |= person->here;
	}
	snapshot->seated = g_hash_table_new(NULL, NULL);
	for (unsigned i = 0; i < snapshot->seats->len; i++) {
		const struct seat *seat = &g_array_index(snapshot->seats, struct seat, i);
		struct person *person = g_hash_table_lookup(snapshot->by_id, &seat->person);

		if (person != NULL)
			g_hash_table_insert(
				snapshot->seated, seating_key(seat->round, seat->table, seat->seat), person);
	}
}

struct event_snapshot *
event_snapshot_load(struct store *store, struct event *event, struct problem *problem)
{
	struct event_snapshot *snapshot = g_atomic_rc_box_new0(struct event_snapshot);

	snapshot->lists = g_new0(struct snapshot_lists, 1);
	g_mutex_init(&snapshot->lists->lock);
	/* Read first: changes made during loading must make this snapshot outdated. */
	snapshot->version = store_version(store);
	snapshot->state = event_hold(event, problem);
	if (snapshot->state == NULL || !read_settings(store, snapshot, problem) ||
		store_people(store, &snapshot->people, problem) != STORE_OK ||
		store_seats(store, 0, &snapshot->seats, problem) != STORE_OK ||
		store_results(store, &snapshot->entries, problem) != STORE_OK ||
		store_history(store, NULL, SNAPSHOT_RECENT, &snapshot->recent, problem) != STORE_OK) {
		event_snapshot_unref(snapshot);
		return NULL;
	}
	index_all(snapshot);
	return snapshot;
}

struct event_snapshot *
event_snapshot_ref(struct event_snapshot *snapshot)
{
	return g_atomic_rc_box_acquire(snapshot);
}

static void
clear(void *data)
{
	struct event_snapshot *snapshot = data;

	for (size_t i = 0; i < G_N_ELEMENTS(snapshot->lists->standings); i++)
		g_clear_pointer(&snapshot->lists->standings[i], g_ptr_array_unref);
	g_mutex_clear(&snapshot->lists->lock);
	g_free(snapshot->lists);
	event_release(snapshot->state);
	g_clear_pointer(&snapshot->seated, g_hash_table_destroy);
	g_clear_pointer(&snapshot->by_id, g_hash_table_destroy);
	g_clear_pointer(&snapshot->in, g_hash_table_destroy);
	g_clear_pointer(&snapshot->played, g_array_unref);
	g_clear_pointer(&snapshot->recent, g_ptr_array_unref);
	g_clear_pointer(&snapshot->entries, g_ptr_array_unref);
	g_clear_pointer(&snapshot->seats, g_array_unref);
	g_clear_pointer(&snapshot->people, g_ptr_array_unref);
	g_clear_pointer(&snapshot->apart, g_array_unref);
	json_decref(snapshot->calls);
	g_free(snapshot->name);
}

void
event_snapshot_unref(struct event_snapshot *snapshot)
{
	if (snapshot != NULL)
		g_atomic_rc_box_release_full(snapshot, clear);
}

GPtrArray *
event_snapshot_standings(const struct event_snapshot *snapshot, unsigned round)
{
	struct snapshot_lists *lists = snapshot->lists;
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&lists->lock);

	if (lists->standings[round] == NULL)
		lists->standings[round] =
			standings_make(&(struct standings_of){snapshot->played, snapshot->people, snapshot->seats,
					       &snapshot->scheme, snapshot->solo, snapshot->rounds},
				round);
	return g_ptr_array_ref(lists->standings[round]);
}

bool
event_snapshot_is_here(const struct event_snapshot *snapshot, const struct person *person)
{
	return !person->gone && (person->here || !snapshot->checks_in);
}

const struct person *
event_snapshot_person(const struct event_snapshot *snapshot, int64_t id)
{
	return g_hash_table_lookup(snapshot->by_id, &id);
}

void
event_snapshot_names(
	const struct event_snapshot *snapshot, unsigned round, unsigned table, unsigned seats, const char **names)
{
	for (unsigned i = 0; i < seats; i++) {
		const struct person *person = g_hash_table_lookup(snapshot->seated, seating_key(round, table, i));

		names[i] = person == NULL ? NULL : person->name;
	}
}

bool
event_snapshot_table(const struct event_snapshot *snapshot, unsigned round, unsigned table, struct snapshot_table *out)
{
	const GPtrArray *plays = event_table(snapshot->state, round, table);
	json_t *players = json_object_get(event_round(snapshot->state, round), "players");

	*out = (struct snapshot_table){0};
	if (plays == NULL)
		return false;
	out->players = (unsigned)json_integer_value(json_array_get(players, table - 1));
	out->plays = plays->len;
	for (unsigned i = 0; i < plays->len; i++) {
		const struct event_play *play = g_ptr_array_index(plays, i);

		out->in += g_hash_table_contains(snapshot->in, play->code);
		out->spare = play->spare;
	}
	return true;
}

unsigned
event_snapshot_tables(const struct event_snapshot *snapshot, unsigned round)
{
	json_t *one = event_round(snapshot->state, round);

	return (unsigned)(json_integer_value(json_object_get(one, "tables")) +
		json_integer_value(json_object_get(one, "spares")));
}

json_t *
event_snapshot_about(const struct event_snapshot *snapshot)
{
	if (snapshot->state->head == NULL)
		return json_null();
	json_t *rounds = json_array();
	for (unsigned n = 1; n <= snapshot->rounds; n++) {
		json_t *one = event_round(snapshot->state, n);
		const char *id = json_string_value(json_object_get(one, "game"));
		const struct game *game = id == NULL ? NULL : game_by_id(id);
		unsigned in = 0;

		/* A table is done when all its plays have results; spares count, too, once they are used. */
		for (unsigned table = 1; table <= event_snapshot_tables(snapshot, n); table++) {
			struct snapshot_table at;

			in += event_snapshot_table(snapshot, n, table, &at) && at.in == at.plays;
		}
		json_array_append_new(rounds,
			json_pack("{s:i, s:s?, s:s?, s:O*, s:i, s:O*}", "round", (int)n, "game", id, "title",
				game == NULL ? NULL : game->title, "tables", json_object_get(one, "tables"), "in",
				(int)in, "rules", json_object_get(one, "rules")));
	}
	const struct round_clock *clock = &snapshot->clock;
	return json_pack("{s:s?, s:s?, s:s?, s:b, s:i, s:o, s:o, s:O, s:o}", "name", snapshot->name, "url",
		snapshot->state->url, "date", snapshot->state->date, "keyed", snapshot->state->has_key, "round",
		(int)snapshot->round, "scheme", scheme_json(&snapshot->scheme), "clock",
		clock->round == snapshot->round ? round_clock_json(clock, g_get_real_time() / 1000) : json_null(),
		"calls", snapshot->calls, "rounds", rounds);
}
