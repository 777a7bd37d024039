/* SPDX-License-Identifier: MIT
 * Deadlines of long computations: Ctrl-C, or a timeout. Ctrl-C asks for the end, so that the results so far are
 * reported; a second one ends the program at once. */
#pragma once

#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>

#include "scoring/limit.h"

/* SIGINT, SIGTERM and SIGHUP. */
#define DEADLINE_SIGNALS 3

struct deadline {
	struct limit limit;                        /* to be passed to the computation */
	atomic_int *stop;                          /* enum deadline_state; shared with processes that start later */
	int64_t end;                               /* microseconds of the monotonic clock, or INT64_MAX */
	struct sigaction before[DEADLINE_SIGNALS]; /* the previous actions of the signals */
};

/* Handles SIGINT from now on, unless it is ignored, as in background jobs. 0 microseconds means no timeout. There can
 * be only one deadline at a time. False if there is not enough memory. */
bool deadline_init(struct deadline *deadline, int64_t microseconds);

/* For work that must clean up at its end: handles SIGINT, SIGTERM and SIGHUP, however often they come, unless they are
 * ignored. There is no timeout. */
bool deadline_init_tidy(struct deadline *deadline);

void deadline_finish(struct deadline *deadline);

/* Whether and why the deadline was reached. */
enum deadline_state { DEADLINE_RUNNING, DEADLINE_TIME_UP, DEADLINE_INTERRUPTED };
enum deadline_state deadline_state(const struct deadline *deadline);
