/* SPDX-License-Identifier: MIT
 * A cache of the event in the store: the head of its manifest, its key and its tables. It is read again after an
 * import; a state that is held does not change. Thread-safe. */
#pragma once

#include <glib.h>
#include <jansson.h>

#include "kiosk/store/store.h"
#include "layouts/code.h"

#define EVENT_KEY STORE_KEY /* the setting with the event's key in hexadecimal digits */

/* A game at a table of the event. */
struct event_play {
	char *code; /* of piece 0, which identifies the play */
	const char *game;
	unsigned round, table;
	bool spare;
};

/* The event after an import, immutable. Strings may be NULL. */
struct event_state {
	struct event_state *self;   /* not const, for counting references */
	char *head_text, *key_text; /* as they are stored */
	json_t *head;               /* the manifest without its pieces, or NULL without an event */
	const char *name, *date, *url;
	bool has_key;
	struct code_key key;
	GStringChunk *texts;  /* of the plays */
	GPtrArray *plays;     /* struct event_play, in the order of the manifest */
	GHashTable *by_code;  /* struct event_play by its code */
	GHashTable *by_table; /* a GPtrArray of struct event_play by round and table */
	GHashTable *before;   /* codes of plays that were printed again with others */
};

struct event;

struct event *event_create(struct store *store);
void event_destroy(struct event *event); /* NULL is fine */

/* The current state, or the last known one if the store cannot be read; to be released with event_release(). NULL after
 * setting *problem if there is none. */
const struct event_state *event_hold(struct event *event, struct problem *problem);
void event_release(const struct event_state *state);                    /* NULL is fine */
const struct event_state *event_again(const struct event_state *state); /* one more reference */

/* The key of the state, or NULL. */
const struct code_key *event_key(const struct event_state *state);

/* The game of the event with this code of piece 0, or NULL. */
const struct event_play *event_play(const struct event_state *state, const char *play);

/* Whether the game with this code was printed again with another code, which counts instead. */
bool event_play_withdrawn(const struct event_state *state, const char *play);

/* All games of a table (struct event_play), or NULL if there is no such table. */
const GPtrArray *event_table(const struct event_state *state, unsigned round, unsigned table);

/* A round of the manifest, borrowed, or NULL; rounds count from 1. And the number of rounds. */
json_t *event_round(const struct event_state *state, unsigned round);
unsigned event_rounds(const struct event_state *state);

/* The manifest without its pieces, in which a table has another number of players; to be freed. If it is printed again,
 * the codes of its plays so far count no more. */
char *event_with_table(
	const struct event_state *state, unsigned round, unsigned table, unsigned players, bool is_printed);

/* The house rules of a round in the form of a result, borrowed; NULL if there are none. */
json_t *event_rules(const struct event_state *state, unsigned round);
