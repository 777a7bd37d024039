/* SPDX-License-Identifier: MIT
 * Many small tasks divided among threads. The tasks must be independent: they may run in any order. */
#pragma once

#include "scoring/limit.h"

struct parallel {
	unsigned tasks, threads;
	const struct limit *limit; /* or NULL */
	void (*task)(void *data, unsigned n);
	void *data;

	/* Called from time to time, in the calling thread, with the number of tasks that are done; or NULL. */
	void (*progress)(void *data, unsigned done, unsigned all);
	void *progress_data;
};

/* Runs task(data, 0) to task(data, tasks - 1). False if the limit was over before all of them were begun. */
bool parallel_run(const struct parallel *parallel);
