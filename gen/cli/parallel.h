/* SPDX-License-Identifier: MIT
 * Many small tasks shared out to threads, with a bar on a terminal. The tasks
 * share nothing but what each may write, so their order does not matter. */
#ifndef SEEDPRESS_GEN_CLI_PARALLEL_H
#define SEEDPRESS_GEN_CLI_PARALLEL_H

#include "scoring/limit.h"

/* Runs task(data, 0) to task(data, tasks - 1), `threads` at once; `what` names them: "seeds". False
 * when the limit was over before all were begun; it may be NULL. */
bool parallel_run(unsigned tasks, unsigned threads, const char *what, const struct limit *limit,
	void (*task)(void *data, unsigned n), void *data);

#endif
