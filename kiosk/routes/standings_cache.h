/* SPDX-License-Identifier: MIT
 * What everybody asks for after every change: the standings as JSON, and what is said of the event. A
 * thread of its own makes them, one after the other and once a second at most, however many results
 * come in; everybody who asks gets the last ones made, and also while the database does not answer. Any
 * thread may ask. */
#ifndef SEEDPRESS_KIOSK_ROUTES_STANDINGS_CACHE_H
#define SEEDPRESS_KIOSK_ROUTES_STANDINGS_CACHE_H

#include "kiosk/event/snapshot.h"
#include "kiosk/routes/kiosk.h"

struct standings_cache;

/* For a kiosk that has its store and event, and keeps them until this is destroyed. */
struct standings_cache *standings_cache_create(struct kiosk *kiosk);
void standings_cache_destroy(struct standings_cache *cache); /* NULL is fine */

/* The store has changed: they are made again, when it is time. */
void standings_cache_changed(struct standings_cache *cache);

/* Calls `made` from the cache's thread with the version of those that were just made, and at once where
 * there are some: who is told of a change finds it. NULL: no more. */
void standings_cache_watch(struct standings_cache *cache, void (*made)(void *data, int64_t version), void *data);

/* The event as it was last known; `fresh`: with all that is stored by now, which is waited for, but not
 * for a database that is in trouble. To be unreffed; NULL after setting *problem: nothing is known yet. */
struct event_snapshot *standings_cache_hold(struct kiosk *kiosk, bool fresh, struct problem *problem);

/* With all that is stored by now, or NULL after setting *problem: for paper that looks final. */
struct event_snapshot *standings_cache_newest(struct kiosk *kiosk, struct problem *problem);

/* The standings of a round or over all (0) as `GET /api/standings` answers, and the version they
 * are of; NULL after setting *problem (to be freed). To be unreffed. */
GBytes *standings_cache_standings(
	struct kiosk *kiosk, unsigned round, bool fresh, int64_t *version, struct problem *problem);

/* Who sits at a table, "" for a free seat. */
json_t *standings_names(const struct event_snapshot *snapshot, unsigned round, unsigned table, unsigned players);

/* A result as the standings and lists of results name it. */
json_t *standings_result(const struct entry *entry);

/* What is remembered of the event for when the store does not answer: who sits at a table, as
 * store_seated() has it, and the entry that counts for a play as JSON, or null. NULL where nothing is. */
char **standings_cache_seated(struct kiosk *kiosk, unsigned round, unsigned table, unsigned seats);
json_t *standings_cache_entry(struct kiosk *kiosk, const char *play, bool told);

#endif
