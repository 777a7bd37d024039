/* SPDX-License-Identifier: MIT
 * Turns limit work that is done in the calling thread together with a job, such as reading a photo: a few at once, with
 * a bounded number for each visitor, and visitors who have used less of their rate limit first. Unlike a job queue,
 * taking a turn blocks. All functions are thread-safe. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct turns;

/* `count` turns at once, and `reserved` more that only this machine may take. */
struct turns *turns_create(unsigned count, unsigned reserved);
void turns_destroy(struct turns *turns); /* after all turns were given back; NULL is fine */

/* From now on nobody gets a turn or waits for one, because the program is ending. */
void turns_close(struct turns *turns);

struct turn {
	const char *visitor; /* an address */
	bool is_local;       /* the visitor is this machine, which goes first */
	double left;         /* tokens of the visitor's rate limit: those with more go first */
	unsigned most;       /* turns that this visitor may have, waiting or taken */
	int64_t arrived;     /* when the request arrived, in monotonic microseconds: the start of the timeout */
};

enum turn_state {
	TURN_TAKEN,    /* to be given back */
	TURN_TOO_MANY, /* the visitor has as many as it may have */
	TURN_TIMEOUT,  /* none was free in time, or the program is ending */
};

enum turn_state turns_take(struct turns *turns, const struct turn *turn);
void turns_give(struct turns *turns, const char *visitor);
