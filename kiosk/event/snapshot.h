/* SPDX-License-Identifier: MIT
 * The event and all that was played in it, at one moment: what standings,
 * exports and prints are made of. It never changes, so threads may share one. */
#ifndef SEEDPRESS_KIOSK_EVENT_SNAPSHOT_H
#define SEEDPRESS_KIOSK_EVENT_SNAPSHOT_H

#include "kiosk/event/event.h"
#include "kiosk/event/standings.h"

#define SNAPSHOT_ROUND        "event.round"  /* settings: the round being played, */
#define SNAPSHOT_SCHEME       "event.scheme" /* what places are worth, as JSON, */
#define SNAPSHOT_NAME         "event.name"   /* a name in place of the manifest's, */
#define SNAPSHOT_CLOCK        "event.clock"  /* the clock of a round, as JSON, */
#define SNAPSHOT_PRINTING     "printing"     /* and whether everybody may print: unless it is */
#define SNAPSHOT_PRINTING_OFF "no"

#define CLOCK_MINUTES 600 /* that a round may take */

/* Entries that are kept as the latest: enough for a list of a dozen, though some of them are casual
 * or corrected. */
#define SNAPSHOT_RECENT 48

/* The clock of a round: started at the desk, at a moment in milliseconds since 1970. */
struct round_clock {
	unsigned round; /* 0: none was started */
	int64_t started;
	unsigned seconds;
};

struct event_snapshot {
	int64_t version;                 /* of the store */
	const struct event_state *state; /* its head is NULL without an event */
	char *name;                      /* of the event, or NULL */
	unsigned rounds, round;          /* how many; the one being played */
	struct scheme scheme;
	struct round_clock clock;
	bool casual;                  /* casual results are taken, too */
	bool printing;                /* everybody may print */
	bool checks_in;               /* somebody has checked in: only who did is here */
	GPtrArray *people;            /* struct person */
	GArray *seats;                /* struct seat */
	GPtrArray *entries;           /* struct entry: those that count */
	GArray *played;               /* struct played: what they say */
	GHashTable *in;               /* play to its entry */
	GHashTable *by_id;            /* struct person by id */
	GHashTable *seated;           /* round, table and seat to a name */
	GPtrArray *recent;            /* struct entry: the latest SNAPSHOT_RECENT, the newest first */
	struct snapshot_lists *lists; /* made from it, once each */
};

/* Reads all of it; NULL after setting *problem (to be freed). */
struct event_snapshot *event_snapshot_load(struct store *store, struct event *event, struct problem *problem);

/* The last unref frees it. */
struct event_snapshot *event_snapshot_ref(struct event_snapshot *snapshot);
void event_snapshot_unref(struct event_snapshot *snapshot); /* NULL is fine */

/* struct standing, the best first; of one round (CODE_ROUND_MAX at most), or over all (0). Ranked when
 * first asked for. To be unreffed, and left as it is: others have it, too. */
GPtrArray *event_snapshot_standings(const struct event_snapshot *snapshot, unsigned round);

/* Whether somebody can be seated: has not left, and has checked in where people do that. */
bool event_snapshot_is_here(const struct event_snapshot *snapshot, const struct person *person);

/* The person of an id, or NULL. */
const struct person *event_snapshot_person(const struct event_snapshot *snapshot, int64_t id);

/* Who sits at a table: `seats` names, NULL where nobody does. */
void event_snapshot_names(
	const struct event_snapshot *snapshot, unsigned round, unsigned table, unsigned seats, const char **names);

/* A table of a round: how many play there, its plays and how many of them are in. */
struct snapshot_table {
	unsigned players, plays, in;
	bool spare;
};

/* False where there is no such table. */
bool event_snapshot_table(
	const struct event_snapshot *snapshot, unsigned round, unsigned table, struct snapshot_table *out);

/* Tables of a round, spares included; the first is 1. */
unsigned event_snapshot_tables(const struct event_snapshot *snapshot, unsigned round);

/* {"by":"placing","points":[4,2,1],"ties":["wins"]}, and back: false when it is none. */
json_t *scheme_json(const struct scheme *scheme);
bool scheme_read(json_t *json, struct scheme *scheme);

/* A clock as it is stored: to be freed. */
char *round_clock_text(const struct round_clock *clock);

/* The event as `GET /api/kiosk` tells it; null without one. */
json_t *event_snapshot_about(const struct event_snapshot *snapshot);

#endif
