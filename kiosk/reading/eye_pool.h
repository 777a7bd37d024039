/* SPDX-License-Identifier: MIT
 * Eyes for the photos that people send: a few at once, each a worker that looks for
 * itself; and with them the event's games, so that tagged pieces alone find their
 * table. Any thread may take one, and waits for it. */
#ifndef SEEDPRESS_KIOSK_READING_EYE_POOL_H
#define SEEDPRESS_KIOSK_READING_EYE_POOL_H

#include "kiosk/event/event.h"
#include "kiosk/reading/photo_set.h"

/* So many photos are looked at at once, and `kept` more that only the kiosk itself may have; each may
 * take a gigabyte at its worst. */
struct eye_pool *eye_pool_create(unsigned most, unsigned kept);
void eye_pool_destroy(struct eye_pool *pool); /* when all are given back; NULL is fine */

/* Nobody gets one any more, nor waits for it: the program ends. */
void eye_pool_close(struct eye_pool *pool);

/* A photo while it is looked at. */
struct pooled_eye {
	struct photo_set set;
	GPtrArray *crops;    /* struct crop */
	GPtrArray *problems; /* notes */
	double work;         /* seconds of a processor that looking took; -1: nobody knows */
	/* The rest is the pool's. */
	char *address;
	const struct event_state *state;
	struct known_list *list;
};

/* Who sends a photo. */
struct eye_turn {
	const char *address;
	bool local;      /* the kiosk itself */
	double left;     /* of the allowance: who has more goes first */
	int64_t arrived; /* when it was sent, in monotonic microseconds: waiting has an end */
};

/* A picture of an unsure mark, as PNG. */
struct crop {
	char code[CODE_TEXT];
	char id[sizeof(((struct bubble *)0)->id)];
	GBytes *png;
};

/* For a photo from somebody who may have `most` of them, waiting or looked at. NULL when there are so
 * many (then *has_most is set) or when no eye is free in time: the person is to come again. The
 * state is held meanwhile. */
struct pooled_eye *eye_pool_take(struct eye_pool *pool, const struct event_state *state, const struct eye_turn *turn,
	unsigned most, bool *has_most);
void eye_pool_give(struct eye_pool *pool, struct pooled_eye *pooled);

/* Decodes a photo, a few pages at most, looks at them and settles the set. What could not be read
 * is among the problems. */
void pooled_eye_look(struct pooled_eye *pooled, GBytes *photo);

/* The picture of an unsure mark, or NULL where there are too many. */
const struct crop *pooled_eye_crop(const struct pooled_eye *pooled, const char *code, const char *id);

#endif
