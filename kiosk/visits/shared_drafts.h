/* SPDX-License-Identifier: MIT
 * What is being entered at the tables of the event, for all phones of a table: kept in memory, a few
 * thousand at most, the one that was not touched for longest goes first. It is never a
 * result: nothing of it is judged, stored or counted. Any thread may call. */
#ifndef SEEDPRESS_KIOSK_VISITS_SHARED_DRAFTS_H
#define SEEDPRESS_KIOSK_VISITS_SHARED_DRAFTS_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

#define SHARED_DRAFTS_MOST  2048
#define SHARED_DRAFTS_BYTES (32 * 1024) /* of one; 64 MB of all, which no event comes near */

struct shared_drafts;

struct shared_drafts *shared_drafts_create(void);
void shared_drafts_destroy(struct shared_drafts *drafts); /* NULL is fine */

/* The draft of a play: its number, which is another one whenever it changes, and its text (to be
 * freed) unless the number is `known`, there is none, or it is closed; 0: there is none. */
guint64 shared_drafts_get(struct shared_drafts *drafts, const char *play, guint64 known, char **text);

/* The play has its result: what was entered goes, and under a new number there is no text. */
void shared_drafts_close(struct shared_drafts *drafts, const char *play);

/* Puts a text in place of the draft that has the number `known` (0: of none). Its new number; 0 where
 * somebody else was faster. */
guint64 shared_drafts_set(struct shared_drafts *drafts, const char *play, guint64 known, const char *text);

#endif
