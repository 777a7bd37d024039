/* SPDX-License-Identifier: MIT
 * Tasks divided among processes: for work that keeps state from one task to the next, which threads would have to
 * share. The first failure ends all processes. No process outlives the one that started it. */
#pragma once

#include <stdbool.h>

#include "layouts/problems.h"
#include "scoring/limit.h"

struct process_share; /* shared memory */

struct processes {
	unsigned tasks;
	unsigned count;            /* of processes, at least 1; fewer do all tasks if not all can be started */
	unsigned steps;            /* of all tasks together */
	const struct limit *limit; /* ends them when it is over, or NULL */

	/* The work of the n-th process: takes tasks until there are none. */
	void (*work)(void *data, struct process_share *share, unsigned n);
	void *data;

	/* Called from time to time, in the calling process, with the number of steps that are done; or NULL. */
	void (*progress)(void *data, unsigned done, unsigned all);
	void *progress_data;
};

/* Runs them. *done, unless NULL, is the number of steps. False after setting *problem. */
bool processes_run(const struct processes *processes, unsigned *done, struct problem *problem);

/* In work(): takes the next task. False if there is none, or if another process failed. */
bool process_share_take(struct process_share *share, unsigned *task);

/* In work(): counts a step as done. */
void process_share_step(struct process_share *share);

/* In work(): ends all processes with a problem. The first problem is kept. */
void process_share_fail(struct process_share *share, const struct problem *problem);
