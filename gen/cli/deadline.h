/* SPDX-License-Identifier: MIT
 * The end of long thinking: Ctrl-C, or a timeout. Ctrl-C asks for an end
 * and a report of what is done; a second one ends the program at once. */
#ifndef SEEDPRESS_GEN_CLI_DEADLINE_H
#define SEEDPRESS_GEN_CLI_DEADLINE_H

#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>

#include "scoring/limit.h"

#define DEADLINE_SIGNALS 3

struct deadline {
	struct limit limit;                        /* give this to those who think */
	atomic_int *stop;                          /* why, once it is over; shared with processes that start later */
	int64_t end;                               /* microseconds of the monotonic clock, or INT64_MAX */
	struct sigaction before[DEADLINE_SIGNALS]; /* what else the signals did */
};

/* From now on SIGINT is watched, unless it is ignored, as in the background; one deadline at a
 * time. 0 microseconds are without a limit. False when there is no memory. */
bool deadline_init(struct deadline *deadline, int64_t microseconds);

/* For what has to be tidied up after: no limit but SIGINT, SIGTERM and SIGHUP, however often they
 * come, unless they are ignored. */
bool deadline_init_tidy(struct deadline *deadline);

void deadline_finish(struct deadline *deadline);

/* Whether it is over, and why. */
enum deadline_state { DEADLINE_RUNNING, DEADLINE_TIME_UP, DEADLINE_INTERRUPTED };
enum deadline_state deadline_state(const struct deadline *deadline);

#endif
