/* SPDX-License-Identifier: MIT
 * Tasks shared out to processes: for work that keeps state of its own from one
 * task to the next, which threads would have to share. The first failure ends
 * all of them, and no process outlives the one that started it. */
#ifndef SEEDPRESS_GEN_CLI_PROCESSES_H
#define SEEDPRESS_GEN_CLI_PROCESSES_H

#include <stdbool.h>

#include "layouts/problems.h"
#include "scoring/limit.h"

struct process_share; /* what they share */

struct processes {
	unsigned tasks;
	unsigned count;            /* of processes, at least 1; those that can be started do all of it */
	unsigned steps;            /* that all tasks have together */
	const struct limit *limit; /* kills them when it is over, or NULL */

	/* What the n-th process does: takes tasks until there are none. */
	void (*work)(void *data, struct process_share *share, unsigned n);
	void *data;

	/* Told of the steps that are done, now and then, in the process that waits; or NULL. */
	void (*progress)(void *data, unsigned done, unsigned all);
	void *progress_data;
};

/* Runs them. *done, unless NULL, is the number of steps. False after setting *problem. */
bool processes_run(const struct processes *processes, unsigned *done, struct problem *problem);

/* For work(). Takes the next task; false when there is none, or when another process failed. */
bool process_share_take(struct process_share *share, unsigned *task);

/* A step is done. */
void process_share_step(struct process_share *share);

/* Says why it cannot be done; the first problem is kept. */
void process_share_fail(struct process_share *share, const struct problem *problem);

#endif
