/* SPDX-License-Identifier: MIT
 * The event and all of its results at one moment, for standings, exports and prints. A snapshot never changes, so
 * threads may share it. */
#pragma once

#include "kiosk/event/event.h"
#include "kiosk/event/meetings.h"
#include "kiosk/event/round_clock.h"
#include "kiosk/event/standings.h"

#define SNAPSHOT_ROUND        "event.round"    /* setting: the round being played */
#define SNAPSHOT_SCHEME       "event.scheme"   /* setting: the points of places, as JSON */
#define SNAPSHOT_NAME         "event.name"     /* setting: a name that replaces the manifest's */
#define SNAPSHOT_CLOCK        "event.clock"    /* setting: the clock of a round, as JSON */
#define SNAPSHOT_APART        "event.apart"    /* setting: pairs who must not meet, as JSON: [[1,2],...] */
#define SNAPSHOT_CHECK_IN     "event.check-in" /* setting: people may check themselves in if it has the next value */
#define SNAPSHOT_CHECK_IN_ON  "yes"
#define SNAPSHOT_PRINTING     "printing" /* setting: visitors may print unless it has the next value */
#define SNAPSHOT_PRINTING_OFF "no"

/* Number of latest entries that are kept: enough for a list of a dozen, although some are casual or were corrected. */
#define SNAPSHOT_RECENT 48

struct event_snapshot {
	int64_t version;                 /* of the store */
	const struct event_state *state; /* its head is NULL without an event */
	char *name;                      /* of the event, or NULL */
	unsigned rounds, round;          /* the number of rounds; the one being played */
	struct scheme scheme;
	uint16_t solo; /* bit n: in round n everybody plays alone */
	struct round_clock clock;
	json_t *calls;                /* of tables, see table_calls.h */
	bool casual;                  /* casual results are accepted */
	bool printing;                /* visitors may print */
	bool check_in;                /* people may check themselves in */
	bool checks_in;               /* somebody has checked in: then only people who have are here */
	GPtrArray *people;            /* struct person */
	GArray *seats;                /* struct seat, byes too */
	GArray *apart;                /* struct apart */
	GPtrArray *entries;           /* struct entry: the current ones of the event */
	GArray *played;               /* struct played: their contents */
	GHashTable *in;               /* struct entry by play */
	GHashTable *by_id;            /* struct person by id */
	GHashTable *seated;           /* struct person by round, table and seat */
	GPtrArray *recent;            /* struct entry: the latest SNAPSHOT_RECENT, newest first */
	struct snapshot_lists *lists; /* standings, computed on demand */
};

/* Reads all of it; NULL after setting *problem. */
struct event_snapshot *event_snapshot_load(struct store *store, struct event *event, struct problem *problem);

/* The last unref frees it. */
struct event_snapshot *event_snapshot_ref(struct event_snapshot *snapshot);
void event_snapshot_unref(struct event_snapshot *snapshot); /* NULL is fine */

/* struct standing, best first, of one round (CODE_ROUND_MAX at most) or of all (0). Computed by the first call. To be
 * unreffed, and not to be changed because it is shared. */
GPtrArray *event_snapshot_standings(const struct event_snapshot *snapshot, unsigned round);

/* Whether a person can be seated: has not left, and has checked in if anybody has. */
bool event_snapshot_is_here(const struct event_snapshot *snapshot, const struct person *person);

/* The person with an id, or NULL. */
const struct person *event_snapshot_person(const struct event_snapshot *snapshot, int64_t id);

/* The names at a table: `seats` of them, NULL for an empty seat. */
void event_snapshot_names(
	const struct event_snapshot *snapshot, unsigned round, unsigned table, unsigned seats, const char **names);

/* A table of a round: its players, its plays, and how many of these have results. */
struct snapshot_table {
	unsigned players, plays, in;
	bool spare;
};

/* False if there is no such table. */
bool event_snapshot_table(
	const struct event_snapshot *snapshot, unsigned round, unsigned table, struct snapshot_table *out);

/* The number of tables of a round, with spares; the first is 1. */
unsigned event_snapshot_tables(const struct event_snapshot *snapshot, unsigned round);

/* Pairs of people who must not meet, as JSON, and back: false if it is invalid. The array is to be unreffed. */
json_t *apart_json(const GArray *apart);
bool apart_read(json_t *json, GArray **apart);

/* The event for `GET /api/kiosk`; null without one. */
json_t *event_snapshot_about(const struct event_snapshot *snapshot);
