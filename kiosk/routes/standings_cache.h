/* SPDX-License-Identifier: MIT
 * A cache of the standings as JSON and of the event's snapshot, which every page asks for after every change. A thread
 * of its own computes them, at most once per kiosk->standings_pause, no matter how many results arrive. Everybody gets
 * the last ones, also while the database does not answer. Any thread may call. */
#pragma once

#include "kiosk/event/snapshot.h"
#include "kiosk/routes/kiosk.h"

struct standings_cache;

/* For a kiosk whose store and event live longer than the cache. */
struct standings_cache *standings_cache_create(struct kiosk *kiosk);
void standings_cache_destroy(struct standings_cache *cache); /* NULL is fine */

/* To be called when the store has changed: the standings are computed again soon. */
void standings_cache_changed(struct standings_cache *cache);

/* Calls `made` from the cache's thread with the version of each new snapshot, and once now if there is one: pages that
 * are told of a change can ask for it. It must not call the cache. NULL: no more calls, and none is running. */
void standings_cache_watch(struct standings_cache *cache, void (*made)(void *data, int64_t version), void *data);

/* The event as it was last known; if `fresh`, waits until it has all that is stored by now, but not while the database
 * is in trouble. To be unreffed; NULL after setting *problem: nothing is known yet. */
struct event_snapshot *standings_cache_hold(struct kiosk *kiosk, bool fresh, struct problem *problem);

/* The event with all that is stored by now, or NULL after setting *problem: for prints, which look final. */
struct event_snapshot *standings_cache_newest(struct kiosk *kiosk, struct problem *problem);

/* The standings of a round, or overall (0), as `GET /api/standings` answers, and their version. To be unreffed; NULL
 * after setting *problem. */
GBytes *standings_cache_standings(
	struct kiosk *kiosk, unsigned round, bool fresh, int64_t *version, struct problem *problem);

/* The names of those who sit at a table, "" for a free seat. */
json_t *standings_names(const struct event_snapshot *snapshot, unsigned round, unsigned table, unsigned players);

/* A result as the standings and lists of results have it. */
json_t *standings_result(const struct entry *entry);

/* The event as it was last known, without waiting: for when the store does not answer. To be unreffed; NULL: nothing is
 * known yet. */
struct event_snapshot *standings_cache_last(struct kiosk *kiosk);
