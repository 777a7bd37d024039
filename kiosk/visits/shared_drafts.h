/* SPDX-License-Identifier: MIT
 * Drafts of results, shared by all phones of a table of the event. They are kept in memory; if there are too many the
 * least recently used one is dropped. Nothing in a draft is judged, stored or counted. Any thread may call. */
#pragma once

#include <glib.h>

/* Drafts that are kept. */
#define SHARED_DRAFTS_MOST 2048

/* Bytes of one draft. All together take 64 MB at most, which no event comes near. */
#define SHARED_DRAFTS_BYTES (32 * 1024)

struct shared_drafts;

struct shared_drafts *shared_drafts_create(void);
void shared_drafts_destroy(struct shared_drafts *drafts); /* NULL is fine */

/* The number of a play's draft, which changes with the draft; 0 if there is none. *text (to be freed) is NULL if the
 * number is `known`, or the draft is closed or missing. */
guint64 shared_drafts_get(struct shared_drafts *drafts, const char *play, guint64 known, char **text);

/* The play has its result: its draft gets a new number, without a text. */
void shared_drafts_close(struct shared_drafts *drafts, const char *play);

/* Replaces the draft that has the number `known` (0: there is none). Returns its new number; 0 if somebody else was
 * faster. */
guint64 shared_drafts_set(struct shared_drafts *drafts, const char *play, guint64 known, const char *text);
