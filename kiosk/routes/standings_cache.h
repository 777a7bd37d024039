/* SPDX-License-Identifier: MIT
 * What everybody asks for after every change, made once a change: the standings
 * as JSON, and what is said of the event. Any thread may ask. */
#ifndef SEEDPRESS_KIOSK_ROUTES_STANDINGS_CACHE_H
#define SEEDPRESS_KIOSK_ROUTES_STANDINGS_CACHE_H

#include "kiosk/event/snapshot.h"
#include "kiosk/routes/kiosk.h"

struct standings_cache;

struct standings_cache *standings_cache_create(void);
void standings_cache_destroy(struct standings_cache *cache); /* NULL is fine */

/* The standings of a round or over all (0) as `GET /api/standings` answers, and the version they
 * are of; NULL after setting *problem (to be freed). To be unreffed. */
GBytes *standings_cache_standings(
	struct kiosk *kiosk, unsigned round, int64_t *version, char **problem);

/* A result as the standings and lists of results name it. */
json_t *standings_result(const struct entry *entry);

/* What `GET /api/kiosk` says of the event, or null, and what everybody may do (`allows` may be NULL). NULL
 * after setting *problem. */
json_t *standings_cache_about(struct kiosk *kiosk, struct kiosk_allows *allows, char **problem);

/* What `ask` makes of the event as it was last known, while nobody changes that; NULL after setting
 * *problem. */
json_t *standings_cache_ask(struct kiosk *kiosk,
	json_t *(*ask)(const struct event_snapshot *snapshot, const void *data), const void *data, char **problem);

/* What everybody may do, as it was last known. */
struct kiosk_allows standings_cache_allows(struct kiosk *kiosk);

/* What is remembered of the event for when the store does not answer: who sits at a table, as
 * store_seated() has it, and the entry that counts for a play as JSON, or null. NULL where nothing is. */
char **standings_cache_seated(struct kiosk *kiosk, unsigned round, unsigned table, unsigned seats);
json_t *standings_cache_entry(struct kiosk *kiosk, const char *play, bool told);

#endif
