/* SPDX-License-Identifier: MIT
 * A progress bar for long work, with its rate and the time left. Nothing is printed if stderr is not a terminal. */
#pragma once

struct progress {
	const char *what;         /* "pages" */
	long long started, shown; /* microseconds */
	int terminal;
};

struct progress progress_begin(const char *what);

/* Updates the bar, at most every 0.1 s: a callback for page_plan_print() and others. */
void progress_step(void *progress, unsigned done, unsigned all);

/* Removes the bar. */
void progress_finish(struct progress *progress);
