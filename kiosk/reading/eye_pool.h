/* SPDX-License-Identifier: MIT
 * Reads the photos that people send: a few at once, each by a worker; and with them the event's games, so that tagged
 * pieces alone find their table. Any thread may take an eye, and waits for its turn. */
#ifndef SEEDPRESS_KIOSK_READING_EYE_POOL_H
#define SEEDPRESS_KIOSK_READING_EYE_POOL_H

#include "gen/jobs/turns.h"
#include "kiosk/event/event.h"
#include "kiosk/reading/photo_set.h"

/* Photos that are read at once, and `reserved` more that only the kiosk itself may have; each may take a gigabyte in
 * the worst case. */
struct eye_pool *eye_pool_create(unsigned count, unsigned reserved);
void eye_pool_destroy(struct eye_pool *pool); /* when all are given back; NULL is fine */

/* From now on nobody gets an eye or waits for one: the program ends. */
void eye_pool_close(struct eye_pool *pool);

#define EYE_SET_ID 33 /* 16 bytes in hexadecimal, and the end */

/* A photo while it is read, with what was shown by those that the visitor sent before it. */
struct pooled_eye {
	char id[EYE_SET_ID]; /* by which the next photo is added to these; nobody else can know it */
	struct photo_set set;
	GPtrArray *crops;    /* struct crop */
	GPtrArray *problems; /* notes */
	const struct event_state *state;
	/* The rest is the pool's. */
	char *visitor;
	struct known_list *list;
	gint64 made; /* in microseconds of the monotonic clock */
};

/* A picture of an unsure mark, as PNG. */
struct crop {
	char code[CODE_TEXT];
	char id[sizeof(((struct bubble *)0)->id)];
	GBytes *png;
};

/* An eye for a photo, when it is its turn. NULL when the visitor has as many as it may (then *has_most is set) or none
 * is free in time. The state is held meanwhile. `id`: of the visitor's photos that this one is added to, or NULL;
 * likewise if they are no longer remembered. */
struct pooled_eye *eye_pool_take(struct eye_pool *pool, const struct event_state *state, const struct turn *turn,
	const char *id, bool *has_most);

/* What the photos showed is remembered for some minutes, for the next one. */
void eye_pool_give(struct eye_pool *pool, struct pooled_eye *pooled);

/* Decodes a photo, a few pages at most, looks at them and settles the set. What could not be read is among the
 * problems. The seconds of processor time that it took; -1: unknown. */
double pooled_eye_look(struct pooled_eye *pooled, GBytes *photo);

/* The picture of an unsure mark, or NULL if there are too many. */
struct crop *pooled_eye_crop(const struct pooled_eye *pooled, const char *code, const char *id);

#endif
