/* SPDX-License-Identifier: MIT
 * The thread that computes standings, and their JSON. */
#include "kiosk/routes/standings_cache.h"

#include <string.h>

#include "kiosk/routes/handlers.h"

/* Results in the list of the latest ones. */
#define RECENT 12

/* Lists of standings: overall, and one per round. */
#define LISTS (CODE_ROUND_MAX + 1)

/* Least microseconds between a computation that failed and the next one, so that a database in trouble is not asked all
 * the time. */
#define RETRY_US (100 * 1000)

/* Timeout, in microseconds, of callers that wait for fresh standings: longer than the pause between two computations
 * and the computation for a large event. */
#define FRESH_US (4 * (int64_t)G_USEC_PER_SEC)

struct standings_cache {
	struct kiosk *kiosk;
	GThread *thread;
	GMutex making; /* held while the list of a round is made; taken before `lock` */
	GMutex lock;   /* of all members below */
	GCond wanted, made;
	bool stop;
	int64_t due;                     /* earliest time of the next computation */
	struct event_snapshot *snapshot; /* the last one; NULL: none yet */
	GBytes *standings[LISTS];        /* made from it; those of a round are NULL until asked for */
	unsigned failures;               /* of computations so far */
	struct problem problem;          /* why the last one failed; STATUS_OK: it did not */
	void (*tell)(void *data, int64_t version);
	void *tell_data;
};

static bool
is_old(const struct standings_cache *cache)
{
	return cache->snapshot == NULL || cache->snapshot->version < store_version(cache->kiosk->store);
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

/* The tables of a round that still play. */
static json_t *
missing_json(const struct event_snapshot *snapshot, unsigned round)
{
	const char *game = json_string_value(json_object_get(event_round(snapshot->state, round), "game"));
	json_t *list = json_array();

	for (unsigned table = 1; table <= event_snapshot_tables(snapshot, round); table++) {
		struct snapshot_table at;

		if (!event_snapshot_table(snapshot, round, table, &at) || at.in == at.plays || (at.spare && at.in == 0))
			continue;
		json_array_append_new(list,
			json_pack("{s:i, s:i, s:s, s:o, s:i, s:i}", "round", (int)round, "table", (int)table, "game",
				game, "names", standings_names(snapshot, round, table, at.players), "in", (int)at.in,
				"of", (int)at.plays));
	}
	return list;
}

json_t *
standings_result(const struct entry *entry)
{
	json_t *winners = json_array();
	struct played played;

	if (!played_read(entry, &played))
		played.players = 0;
	for (unsigned i = 0; i < played.players; i++)
		if (played.place[i] == 1)
			json_array_append_new(winners,
				*played.name[i] == '\0' ? json_sprintf("Player %s", player_letter(i))
							: json_string(played.name[i]));
	return json_pack("{s:I, s:i, s:i, s:s, s:o, s:o}", "entry", (json_int_t)entry->id, "round", (int)entry->round,
		"table", (int)entry->table, "game", entry->game, "winners", winners, "when",
		handler_moment(entry->when));
}

/* The latest results: of the event, or casual ones if there is no event. */
static json_t *
recent_json(const struct event_snapshot *snapshot, unsigned round)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < snapshot->recent->len && json_array_size(list) < RECENT; i++) {
		const struct entry *entry = g_ptr_array_index(snapshot->recent, i);
		const struct entry *counts = g_hash_table_lookup(snapshot->in, entry->play);

		if (entry->event != (snapshot->state->head != NULL) ||
			(entry->event && (counts == NULL || counts->id != entry->id)) ||
			(round != 0 && entry->round != round))
			continue;
		json_array_append_new(list, standings_result(entry));
	}
	return list;
}

static GBytes *
make_standings(const struct event_snapshot *snapshot, unsigned round)
{
	bool event = snapshot->state->head != NULL;
	json_t *rows = json_array(), *rounds = json_array();
	g_autoptr(GPtrArray) standings = event ? event_snapshot_standings(snapshot, round) : g_ptr_array_new();

	for (unsigned i = 0; i < standings->len; i++) {
		const struct standing *row = g_ptr_array_index(standings, i);
		json_t *list = json_array(), *broken = json_array(), *byes = json_array();

		for (unsigned n = 0; n < snapshot->rounds; n++) {
			const struct standing_round *at = &row->rounds[n];

			json_array_append_new(list, at->played ? points_json(at->points) : json_null());
			if (at->bye)
				json_array_append_new(byes, json_integer((json_int_t)n + 1));
		}
		for (unsigned n = 0; n < snapshot->scheme.ties.count; n++) {
			enum tie tie = snapshot->scheme.ties.order[n];
			bool points = tie == TIE_OPPONENTS || tie == TIE_LAST;

			json_array_append_new(
				broken, points ? points_json(row->tie[tie]) : json_integer(row->tie[tie]));
		}
		json_array_append_new(rows,
			json_pack("{s:i, s:I, s:s, s:s, s:o, s:i, s:i, s:o, s:o, s:b, s:o}", "place", (int)row->place,
				"id", (json_int_t)row->person, "name", row->name, "club", row->club, "points",
				points_json(row->points), "wins", (int)row->wins, "played", (int)row->played, "rounds",
				list, "byes", byes, "gone", row->gone, "ties", broken));
	}
	for (unsigned i = 1; i <= snapshot->rounds; i++)
		json_array_append_new(rounds, json_integer(i));
	json_auto_t *scheme = scheme_json(&snapshot->scheme);
	json_auto_t *json = json_pack("{s:I, s:o, s:s?, s:O, s:O*, s:O, s:O, s:i, s:o, s:o, s:o, s:o}", "change",
		(json_int_t)snapshot->version, "round", round == 0 ? json_null() : json_integer(round), "event",
		snapshot->name, "by", json_object_get(scheme, "by"), "points", json_object_get(scheme, "points"),
		"ties", json_object_get(scheme, "ties"), "scheme", scheme, "now", (int)snapshot->round, "rounds",
		rounds, "rows", rows, "missing",
		event ? missing_json(snapshot, round == 0 ? snapshot->round : round) : json_array(), "recent",
		recent_json(snapshot, round));
	char *text = reply_text(json);
	return g_bytes_new_take(text, strlen(text));
}

/* One computation. After a slow one the thread pauses for as long as it took. */
static void
compute(struct standings_cache *cache)
{
	int64_t began = g_get_monotonic_time(), pause = cache->kiosk->standings_pause;
	struct problem problem = {0};
	struct event_snapshot *snapshot = handler_snapshot(cache->kiosk, &problem), *old = NULL;
	GBytes *standings = snapshot == NULL ? NULL : make_standings(snapshot, 0);
	g_mutex_lock(&cache->lock);
	if (snapshot == NULL)
		pause = MAX(pause, RETRY_US);
	if (pause > 0)
		pause = MAX(pause, 2 * (g_get_monotonic_time() - began));
	cache->due = began + pause;
	cache->problem = problem;
	cache->failures += snapshot == NULL;
	if (snapshot != NULL) {
		old = cache->snapshot;
		cache->snapshot = snapshot;
		for (int i = 0; i < LISTS; i++)
			g_clear_pointer(&cache->standings[i], g_bytes_unref);
		cache->standings[0] = standings;
	}
	if (snapshot != NULL && cache->tell != NULL)
		cache->tell(cache->tell_data, snapshot->version);
	g_cond_broadcast(&cache->made);
	g_mutex_unlock(&cache->lock);
	event_snapshot_unref(old);
}

static void *
work(void *data)
{
	struct standings_cache *cache = data;
	G_GNUC_UNUSED g_autoptr(GMutexLocker) locked = g_mutex_locker_new(&cache->lock);

	while (!cache->stop) {
		if (!is_old(cache)) {
			g_cond_wait(&cache->wanted, &cache->lock);
		} else if (g_get_monotonic_time() < cache->due) {
			g_cond_wait_until(&cache->wanted, &cache->lock, cache->due);
		} else {
			g_mutex_unlock(&cache->lock);
			compute(cache);
			g_mutex_lock(&cache->lock);
		}
	}
	return NULL;
}

struct standings_cache *
standings_cache_create(struct kiosk *kiosk)
{
	struct standings_cache *cache = g_new0(struct standings_cache, 1);

	cache->kiosk = kiosk;
	g_mutex_init(&cache->making);
	g_mutex_init(&cache->lock);
	g_cond_init(&cache->wanted);
	g_cond_init(&cache->made);
	cache->thread = g_thread_new("standings", work, cache);
	return cache;
}

void
standings_cache_destroy(struct standings_cache *cache)
{
	if (cache == NULL)
		return;
	g_mutex_lock(&cache->lock);
	cache->stop = true;
	g_cond_broadcast(&cache->wanted);
	g_mutex_unlock(&cache->lock);
	g_thread_join(cache->thread);
	event_snapshot_unref(cache->snapshot);
	for (int i = 0; i < LISTS; i++)
		g_clear_pointer(&cache->standings[i], g_bytes_unref);
	g_cond_clear(&cache->made);
	g_cond_clear(&cache->wanted);
	g_mutex_clear(&cache->lock);
	g_mutex_clear(&cache->making);
	g_free(cache);
}

void
standings_cache_changed(struct standings_cache *cache)
{
	G_GNUC_UNUSED g_autoptr(GMutexLocker) locked = g_mutex_locker_new(&cache->lock);

	g_cond_signal(&cache->wanted);
}

void
standings_cache_watch(struct standings_cache *cache, void (*made)(void *data, int64_t version), void *data)
{
	G_GNUC_UNUSED g_autoptr(GMutexLocker) locked = g_mutex_locker_new(&cache->lock);

	cache->tell = made;
	cache->tell_data = data;
	if (made != NULL && cache->snapshot != NULL)
		made(data, cache->snapshot->version);
}

struct event_snapshot *
standings_cache_hold(struct kiosk *kiosk, bool fresh, struct problem *problem)
{
	struct standings_cache *cache = kiosk->standings_cache;
	int64_t version = store_version(kiosk->store), until = g_get_monotonic_time() + FRESH_US;
	G_GNUC_UNUSED g_autoptr(GMutexLocker) locked = g_mutex_locker_new(&cache->lock);
	unsigned failures = cache->failures;

	fresh |= kiosk->standings_pause == 0;
	if (is_old(cache))
		g_cond_signal(&cache->wanted);
	while (cache->snapshot == NULL && cache->failures == failures)
		g_cond_wait(&cache->made, &cache->lock);
	while (fresh && cache->snapshot != NULL && cache->snapshot->version < version && cache->failures == failures &&
		g_cond_wait_until(&cache->made, &cache->lock, until))
		;
	if (cache->snapshot != NULL)
		return event_snapshot_ref(cache->snapshot);
	*problem = cache->problem;
	return NULL;
}

struct event_snapshot *
standings_cache_newest(struct kiosk *kiosk, struct problem *problem)
{
	struct standings_cache *cache = kiosk->standings_cache;
	int64_t version = store_version(kiosk->store);

	/* While the database is away, results of other kiosks may be missing. */
	if (store_trouble(kiosk->store, problem) == STORE_FAULT_AWAY)
		return NULL;
	struct event_snapshot *snapshot = standings_cache_hold(kiosk, true, problem);
	if (snapshot == NULL || snapshot->version >= version)
		return snapshot;
	event_snapshot_unref(snapshot);
	G_GNUC_UNUSED g_autoptr(GMutexLocker) locked = g_mutex_locker_new(&cache->lock);
	if (cache->problem.status != STATUS_OK)
		*problem = cache->problem;
	else
		problem_set(problem, SAY("results-not-known", "the latest results are not known yet; try again"));
	return NULL;
}

/* The cached standings of a round if they are of this snapshot, or NULL. */
static GBytes *
kept_standings(struct standings_cache *cache, const struct event_snapshot *snapshot, unsigned round)
{
	G_GNUC_UNUSED g_autoptr(GMutexLocker) locked = g_mutex_locker_new(&cache->lock);

	if (cache->snapshot != snapshot || cache->standings[round] == NULL)
		return NULL;
	return g_bytes_ref(cache->standings[round]);
}

GBytes *
standings_cache_standings(struct kiosk *kiosk, unsigned round, bool fresh, int64_t *version, struct problem *problem)
{
	struct standings_cache *cache = kiosk->standings_cache;
	held_snapshot *snapshot = standings_cache_hold(kiosk, fresh, problem);

	if (snapshot == NULL)
		return NULL;
	*version = snapshot->version;
	GBytes *bytes = kept_standings(cache, snapshot, round);
	if (bytes != NULL)
		return bytes;
	/* Those of a round are made when they are first asked for, by one thread while the others wait. */
	G_GNUC_UNUSED g_autoptr(GMutexLocker) making = g_mutex_locker_new(&cache->making);
	bytes = kept_standings(cache, snapshot, round);
	if (bytes != NULL)
		return bytes;
	bytes = make_standings(snapshot, round);
	G_GNUC_UNUSED g_autoptr(GMutexLocker) locked = g_mutex_locker_new(&cache->lock);
	if (cache->snapshot == snapshot)
		cache->standings[round] = g_bytes_ref(bytes);
	return bytes;
}

struct event_snapshot *
standings_cache_last(struct kiosk *kiosk)
{
	struct standings_cache *cache = kiosk->standings_cache;
	G_GNUC_UNUSED g_autoptr(GMutexLocker) locked = g_mutex_locker_new(&cache->lock);

	return cache->snapshot == NULL ? NULL : event_snapshot_ref(cache->snapshot);
}
