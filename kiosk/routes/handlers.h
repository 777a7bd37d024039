/* SPDX-License-Identifier: MIT
 * What several handlers share: changes by the organiser, the event and its snapshot, and entries as JSON. */
#pragma once

#include "kiosk/event/snapshot.h"
#include "kiosk/routes/kiosk.h"

#define ORGANISER "organiser" /* as the author of a change or an entry */

/* A snapshot that is released at the end of its block, as json_auto_t is: `held_snapshot *snapshot`. */
static inline void
held_snapshot_unref(struct event_snapshot **snapshot)
{
	event_snapshot_unref(*snapshot);
}
#define held_snapshot struct event_snapshot __attribute__((cleanup(held_snapshot_unref)))

/* How often a change or a result is decided again because the data it was decided on had changed meanwhile. */
#define HANDLER_TRIES 8

/* A change by the organiser, decided on the data of one moment, since which call->basis tells whether anything was
 * stored. It may set call->answer. */
typedef enum store_status (*handler_change_fn)(struct call *call);

/* The handler of all changes: calls the function in the route's data, again while that answers STORE_STALE. */
bool handler_change(struct call *call);
#define CHANGE_ROUTE(where, function, ...) \
	ROUTE("POST", where, handler_change, .data = &(const handler_change_fn){function}, \
		.needs = ORGANISER_STORES | NEEDS_JSON, __VA_ARGS__)

/* The event and all that was played in it, read from the store; NULL after setting *problem, also if there is not
 * enough memory for it. */
struct event_snapshot *handler_snapshot(struct kiosk *kiosk, struct problem *problem);

/* Milliseconds since 1970 as a time in API.md; "" for one outside the calendar. */
json_t *handler_moment(int64_t when);

/* Whether the code of an entry is secret: that of a table of the event, or any keyed code, because its table may be in
 * a manifest that is imported later. */
bool handler_secret(const struct entry *entry);

/* The entry as in API.md; NULL if it is damaged. It contains a secret code only if `told`: for the organiser and for
 * those who have the code already, because anyone who has it can enter the result of its table. */
json_t *handler_entry(const struct entry *entry, bool told);

/* The entry that counts for a play, or null; the last one known if the store does not answer. NULL after setting
 * the problem: nothing is known. */
json_t *handler_current(struct call *call, const char *play, bool told);

/* Who sits at a table, as store_seated() has it, or as a JSON array; as it was last known if the store does not answer.
 * NULL after setting the problem. */
char **handler_seated(struct call *call, unsigned round, unsigned table, unsigned seats);
json_t *handler_names(struct call *call, unsigned round, unsigned table, unsigned seats);

/* Why nothing can be stored now, in words for everybody; null if all is well. */
json_t *handler_away(struct call *call);

/* Seats (struct seat) as in API.md. */
json_t *handler_seats_json(const GArray *seats);

/* The round in the query, 0 if there is none; false after answering. */
bool handler_round(struct call *call, unsigned *round);

/* The event with its results; NULL after answering, also if there is no event. `newest`: with all results that are
 * stored by now, for what is printed and handed out. */
struct event_snapshot *handler_event(struct call *call, bool newest);
