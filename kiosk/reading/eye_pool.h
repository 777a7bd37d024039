/* SPDX-License-Identifier: MIT
 * Reads the photos that visitors send, each in a worker, a limited number at once. It knows the event's games, so that
 * tagged pieces alone identify their table. Any thread may take an eye, and waits for its turn. */
#pragma once

#include "gen/jobs/turns.h"
#include "kiosk/event/event.h"
#include "kiosk/reading/photo_set.h"

/* `count` photos are read at once, and `reserved` more from the kiosk's own screen; each may take a gigabyte in the
 * worst case. */
struct eye_pool *eye_pool_create(unsigned count, unsigned reserved);
void eye_pool_destroy(struct eye_pool *pool); /* after all eyes were given back; NULL is fine */

/* For shutdown: from now on nobody gets an eye or waits for one. */
void eye_pool_close(struct eye_pool *pool);

#define EYE_SET_ID 33 /* 16 bytes in hexadecimal and the terminating NUL */

/* A photo that is being read, with those of the same visitor that it is added to. */
struct pooled_eye {
	char id[EYE_SET_ID]; /* a secret: the next photo with it is added to these */
	struct photo_set set;
	GPtrArray *crops;    /* struct crop */
	GPtrArray *problems; /* notes */
	const struct event_state *state;
	/* Private to the pool. */
	char *visitor;
	struct known_list *list;
	gint64 made; /* monotonic time in microseconds */
};

/* A picture of an unsure mark, as PNG. */
struct crop {
	char code[CODE_TEXT];
	char id[sizeof(((struct bubble *)0)->id)];
	GBytes *png;
};

/* Waits for an eye for a photo. NULL if the visitor has too many photos in work (then *has_most is set), or if none
 * became free in time. The state is held until the eye is given back. `id` names the visitor's photos that this one is
 * added to; NULL, or one that is no longer kept, starts a new set. */
struct pooled_eye *eye_pool_take(struct eye_pool *pool, const struct event_state *state, const struct turn *turn,
	const char *id, bool *has_most);

/* Gives an eye back. Its photos are kept for some minutes, so that the next one can be added. */
void eye_pool_give(struct eye_pool *pool, struct pooled_eye *pooled);

/* Decodes a photo, looks at its first pages and settles the set. Anything that could not be read is among the problems.
 * Returns the processor time in seconds; -1: unknown. */
double pooled_eye_look(struct pooled_eye *pooled, GBytes *photo);

/* The picture of an unsure mark; NULL if it was not kept. */
struct crop *pooled_eye_crop(const struct pooled_eye *pooled, const char *code, const char *id);
