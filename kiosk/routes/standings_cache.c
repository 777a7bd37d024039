/* SPDX-License-Identifier: MIT
 * Standings, kept. */
#include "kiosk/routes/standings_cache.h"

#include <string.h>

#include "kiosk/routes/handlers.h"
#include "kiosk/routes/standings_parts.h"

#define RECENT 12 /* results that are shown as the latest */
#define LISTS  (CODE_ROUND_MAX + 1)

struct standings_cache {
	GMutex lock;
	int64_t version; /* that all of it is of; -1: of none */
	struct event_snapshot *snapshot;
	GBytes *standings[LISTS]; /* NULL until it is asked for */
};

struct standings_cache *
standings_cache_create(void)
{
	struct standings_cache *cache = g_new0(struct standings_cache, 1);

	cache->version = -1;
	g_mutex_init(&cache->lock);
	return cache;
}

static void
forget(struct standings_cache *cache)
{
	g_clear_pointer(&cache->snapshot, event_snapshot_free);
	for (int i = 0; i < LISTS; i++)
		g_clear_pointer(&cache->standings[i], g_bytes_unref);
	cache->version = -1;
}

void
standings_cache_destroy(struct standings_cache *cache)
{
	if (cache == NULL)
		return;
	forget(cache);
	g_mutex_clear(&cache->lock);
	g_free(cache);
}

/* Brings them up to date, or leaves them as they were last known; false after setting *problem:
 * nothing is known yet. */
static bool
refresh(struct kiosk *kiosk, char **problem)
{
	struct standings_cache *cache = kiosk->standings_cache;
	struct event_snapshot *snapshot;

	if (cache->version == store_version(kiosk->store))
		return true;
	snapshot = handler_snapshot(kiosk, problem);
	if (snapshot != NULL) {
		forget(cache);
		cache->snapshot = snapshot;
		cache->version = snapshot->version;
	} else if (cache->snapshot != NULL) {
		g_clear_pointer(problem, g_free);
	}
	return cache->snapshot != NULL;
}

json_t *
standings_names(const struct event_snapshot *snapshot, unsigned round, unsigned table, unsigned players)
{
	const char *names[PLAYERS_MAX];
	json_t *list = json_array();

	players = MIN(players, PLAYERS_MAX);
	event_snapshot_names(snapshot, round, table, players, names);
	for (unsigned i = 0; i < players; i++)
		json_array_append_new(list, json_string(names[i] == NULL ? "" : names[i]));
	return list;
}

/* The tables of a round whose results are not all in. */
static json_t *
missing_json(const struct event_snapshot *snapshot, unsigned round)
{
	const char *game = json_string_value(
		json_object_get(event_round(snapshot->state, round), "game"));
	json_t *list = json_array();

	for (unsigned table = 1; table <= event_snapshot_tables(snapshot, round); table++) {
		struct snapshot_table at;

		if (!event_snapshot_table(snapshot, round, table, &at) || at.in == at.plays ||
			(at.spare && at.in == 0))
			continue;
		json_array_append_new(list,
			json_pack("{s:i, s:i, s:s, s:o, s:i, s:i}", "round", (int)round, "table",
				(int)table, "game", game, "names",
				standings_names(snapshot, round, table, at.players), "in", (int)at.in, "of",
				(int)at.plays));
	}
	return list;
}

static json_t *
row_json(const struct standing *row, unsigned rounds, const struct ties *ties)
{
	json_t *list = json_array(), *broken = json_array();

	for (unsigned i = 0; i < rounds; i++)
		json_array_append_new(list,
			row->rounds[i].played ? json_integer(row->rounds[i].points) : json_null());
	for (unsigned i = 0; i < ties->count; i++)
		json_array_append_new(broken, json_integer(row->tie[ties->order[i]]));
	return json_pack("{s:i, s:I, s:s, s:s, s:i, s:i, s:i, s:o, s:b, s:o}", "place", (int)row->place,
		"id", (json_int_t)row->person, "name", row->name, "club", row->club, "points",
		row->points, "wins", (int)row->wins, "played", (int)row->played, "rounds", list, "gone",
		row->gone, "ties", broken);
}

/* The names of an entry's winners. */
static json_t *
winners_json(const struct entry *entry)
{
	json_t *list = json_array();
	struct played played;

	if (played_read(entry, &played))
		for (unsigned i = 0; i < played.players; i++)
			if (played.place[i] == 1) {
				char letter[] = {'P', 'l', 'a', 'y', 'e', 'r', ' ', (char)('A' + i), '\0'};

				json_array_append_new(list,
					json_string(*played.name[i] == '\0' ? letter : played.name[i]));
			}
	return list;
}

json_t *
standings_result(const struct entry *entry)
{
	char *shown = handler_moment(entry->when);
	json_t *json = json_pack("{s:I, s:i, s:i, s:s, s:o, s:s}", "entry", (json_int_t)entry->id, "round",
		(int)entry->round, "table", (int)entry->table, "game", entry->game, "winners", winners_json(entry),
		"when", shown);

	g_free(shown);
	return json;
}

/* The latest results: of the event, or casual ones where there is none. NULL after a problem. */
static json_t *
recent_json(
	struct kiosk *kiosk, const struct event_snapshot *snapshot, unsigned round, char **problem)
{
	json_t *list = json_array();
	GPtrArray *entries = NULL;

	if (store_history(kiosk->store, NULL, 4 * RECENT, &entries, problem) != STORE_OK) {
		json_decref(list);
		return NULL;
	}
	for (unsigned i = 0; i < entries->len && json_array_size(list) < RECENT; i++) {
		const struct entry *entry = g_ptr_array_index(entries, i);
		const struct entry *counts = g_hash_table_lookup(snapshot->in, entry->play);

		if (entry->event != (snapshot->state->head != NULL) ||
			(entry->event && (counts == NULL || counts->id != entry->id)) ||
			(round != 0 && entry->round != round))
			continue;
		json_array_append_new(list, standings_result(entry));
	}
	g_ptr_array_unref(entries);
	return list;
}

static GBytes *
make_standings(struct kiosk *kiosk, unsigned round, char **problem)
{
	const struct event_snapshot *snapshot = kiosk->standings_cache->snapshot;
	bool event = snapshot->state->head != NULL;
	json_t *recent = recent_json(kiosk, snapshot, round, problem);
	json_t *rows = json_array(), *rounds = json_array(), *scheme, *json;
	GPtrArray *standings;
	char *text;

	if (recent == NULL) {
		json_decref(rows);
		json_decref(rounds);
		return NULL;
	}
	standings = event ? event_snapshot_standings(snapshot, round) : g_ptr_array_new();
	for (unsigned i = 0; i < standings->len; i++)
		json_array_append_new(rows, row_json(g_ptr_array_index(standings, i), snapshot->rounds, &snapshot->scheme.ties));
	g_ptr_array_unref(standings);
	for (unsigned i = 1; i <= snapshot->rounds; i++)
		json_array_append_new(rounds, json_integer(i));
	scheme = scheme_json(&snapshot->scheme);
	json = json_pack("{s:I, s:o, s:s?, s:O, s:O*, s:O, s:i, s:o, s:o, s:o, s:o}", "change",
		(json_int_t)snapshot->version, "round", round == 0 ? json_null() : json_integer(round),
		"event", snapshot->name, "by", json_object_get(scheme, "by"), "points",
		json_object_get(scheme, "points"), "ties", json_object_get(scheme, "ties"), "now", (int)snapshot->round, "rounds", rounds, "rows",
		rows, "missing", event ? missing_json(snapshot, round == 0 ? snapshot->round : round)
				       : json_array(),
		"recent", recent);
	text = reply_text(json);
	json_decref(json);
	json_decref(scheme);
	if (text == NULL) {
		*problem = g_strdup("there is not enough memory for the standings");
		return NULL;
	}
	return g_bytes_new_with_free_func(text, strlen(text), free, text);
}

GBytes *
standings_cache_standings(struct kiosk *kiosk, unsigned round, int64_t *version, char **problem)
{
	struct standings_cache *cache = kiosk->standings_cache;
	GBytes *bytes = NULL;

	g_mutex_lock(&cache->lock);
	if (refresh(kiosk, problem)) {
		if (cache->standings[round] == NULL)
			cache->standings[round] = make_standings(kiosk, round, problem);
		if (cache->standings[round] != NULL)
			bytes = g_bytes_ref(cache->standings[round]);
		*version = cache->version;
	}
	g_mutex_unlock(&cache->lock);
	return bytes;
}

static struct kiosk_allows
allowed_by(const struct event_snapshot *snapshot)
{
	return (struct kiosk_allows){snapshot->casual, snapshot->printing};
}

json_t *
standings_cache_about(struct kiosk *kiosk, struct kiosk_allows *allows, char **problem)
{
	json_t *about = NULL;

	g_mutex_lock(&kiosk->standings_cache->lock);
	if (refresh(kiosk, problem)) {
		about = event_snapshot_about(kiosk->standings_cache->snapshot);
		if (allows != NULL)
			*allows = allowed_by(kiosk->standings_cache->snapshot);
	}
	g_mutex_unlock(&kiosk->standings_cache->lock);
	return about;
}

json_t *
standings_cache_ask(struct kiosk *kiosk,
	json_t *(*ask)(const struct event_snapshot *snapshot, const void *data), const void *data, char **problem)
{
	json_t *json = NULL;

	g_mutex_lock(&kiosk->standings_cache->lock);
	if (refresh(kiosk, problem))
		json = ask(kiosk->standings_cache->snapshot, data);
	g_mutex_unlock(&kiosk->standings_cache->lock);
	return json;
}

struct kiosk_allows
standings_cache_allows(struct kiosk *kiosk)
{
	struct kiosk_allows allows = {true, true};
	char *problem = NULL;

	g_mutex_lock(&kiosk->standings_cache->lock);
	refresh(kiosk, &problem);
	if (kiosk->standings_cache->snapshot != NULL)
		allows = allowed_by(kiosk->standings_cache->snapshot);
	g_mutex_unlock(&kiosk->standings_cache->lock);
	g_free(problem);
	return allows;
}

char **
standings_cache_seated(struct kiosk *kiosk, unsigned round, unsigned table, unsigned seats)
{
	struct standings_cache *cache = kiosk->standings_cache;
	const char **found = g_new0(const char *, seats + 1);
	char **names = NULL;

	g_mutex_lock(&cache->lock);
	if (cache->snapshot != NULL) {
		names = g_new0(char *, seats + 1);
		event_snapshot_names(cache->snapshot, round, table, seats, found);
		for (unsigned i = 0; i < seats; i++)
			names[i] = g_strdup(found[i] == NULL ? "" : found[i]);
	}
	g_mutex_unlock(&cache->lock);
	g_free(found);
	return names;
}

json_t *
standings_cache_entry(struct kiosk *kiosk, const char *play, bool told)
{
	struct standings_cache *cache = kiosk->standings_cache;
	const struct entry *entry;
	json_t *json = NULL;

	g_mutex_lock(&cache->lock);
	if (cache->snapshot != NULL) {
		entry = g_hash_table_lookup(cache->snapshot->in, play);
		json = entry == NULL ? json_null() : handler_entry(entry, told);
	}
	g_mutex_unlock(&cache->lock);
	return json;
}
