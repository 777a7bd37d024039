/* SPDX-License-Identifier: MIT
 * Many small tasks shared out to threads. The tasks share nothing but what
 * each may write, so their order does not matter. */
#ifndef SEEDPRESS_GEN_CLI_PARALLEL_H
#define SEEDPRESS_GEN_CLI_PARALLEL_H

#include "scoring/limit.h"

struct parallel {
	unsigned tasks, threads;
	const struct limit *limit; /* or NULL */
	void (*task)(void *data, unsigned n);
	void *data;

	/* Told of the tasks that are done, now and then, in the thread that waits; or NULL. */
	void (*progress)(void *data, unsigned done, unsigned all);
	void *progress_data;
};

/* Runs task(data, 0) to task(data, tasks - 1). False when the limit was over before all were
 * begun. */
bool parallel_run(const struct parallel *parallel);

#endif
