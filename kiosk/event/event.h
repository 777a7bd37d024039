/* SPDX-License-Identifier: MIT
 * The event as the store has it: its head, its key and its tables. It is read
 * again when it changed; a state that somebody holds stays as it
 * is. Any thread may ask. */
#ifndef SEEDPRESS_KIOSK_EVENT_EVENT_H
#define SEEDPRESS_KIOSK_EVENT_EVENT_H

#include <glib.h>
#include <jansson.h>

#include "kiosk/store/store.h"
#include "layouts/code.h"

#define EVENT_KEY STORE_KEY /* the setting with the event's key, 64 hexadecimal digits */

/* A game at a table of the event. */
struct event_play {
	char *code; /* of piece 0: its play */
	char *game;
	unsigned round, table;
	bool spare;
};

/* What an import decides, at one time. Strings may be NULL. */
struct event_state {
	struct event_state *self;   /* for counting references: everybody else has it as const */
	char *head_text, *key_text; /* as they are stored */
	json_t *head;               /* the manifest without its pieces, or NULL without an event */
	const char *name, *date, *url;
	bool has_key;
	struct code_key key;
	GPtrArray *plays;     /* struct event_play, in the order of the manifest */
	GHashTable *by_code;  /* play to struct event_play */
	GHashTable *by_table; /* round and table to a GPtrArray of struct event_play */
};

struct event;

struct event *event_create(struct store *store);
void event_destroy(struct event *event); /* NULL is fine */

/* The state now, or as it was last known where the store is in trouble; to be given back with
 * event_release(). NULL after setting *problem (to be freed): nothing is known yet. */
const struct event_state *event_hold(struct event *event, struct problem *problem);
void event_release(const struct event_state *state);                    /* NULL is fine */
const struct event_state *event_again(const struct event_state *state); /* held once more */

/* The key of the state, or NULL. */
const struct code_key *event_key(const struct event_state *state);

/* The game of the event that has this play, or NULL. */
const struct event_play *event_play(const struct event_state *state, const char *play);

/* All games of a table (struct event_play), or NULL where there is no such table. */
const GPtrArray *event_table(const struct event_state *state, unsigned round, unsigned table);

/* What the manifest says of a round, borrowed; NULL where it has no such round. And how many there
 * are: rounds count from 1. */
json_t *event_round(const struct event_state *state, unsigned round);
unsigned event_rounds(const struct event_state *state);

/* The house rules of a round as a result has them, borrowed; NULL where there are none. */
json_t *event_rules(const struct event_state *state, unsigned round);

#endif
