/* SPDX-License-Identifier: MIT
 * Turns for work that is done in the thread of the one who asks, with a job beside it, such as reading a photo: a few
 * at once, a bounded number for each visitor, and those who have used less of their share first. Unlike a job queue,
 * which answers at once, taking a turn waits. Any thread may call. */
#ifndef SEEDPRESS_GEN_JOBS_TURNS_H
#define SEEDPRESS_GEN_JOBS_TURNS_H

#include <stdbool.h>
#include <stdint.h>

struct turns;

/* Turns at once, and `reserved` more that only this machine may have. */
struct turns *turns_create(unsigned count, unsigned reserved);
void turns_destroy(struct turns *turns); /* when all are given back; NULL is fine */

/* From now on nobody gets a turn or waits for one: the program ends. */
void turns_close(struct turns *turns);

struct turn {
	const char *visitor; /* an address */
	bool is_local;       /* this machine itself: it goes first */
	double left;         /* tokens of the visitor's rate limit: those who have more go first */
	unsigned most;       /* turns of this visitor, waiting or taken */
	int64_t arrived;     /* when it was asked for, in monotonic microseconds: the timeout counts from there */
};

enum turn_state {
	TURN_TAKEN,    /* to be given back */
	TURN_TOO_MANY, /* the visitor has as many as it may */
	TURN_TIMEOUT,  /* none was free in time, or the program ends */
};

enum turn_state turns_take(struct turns *turns, const struct turn *turn);
void turns_give(struct turns *turns, const char *visitor);

#endif
