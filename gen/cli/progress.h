/* SPDX-License-Identifier: MIT
 * A bar on a terminal for long work: how far, how fast, how much longer. On
 * anything but a terminal it stays quiet. */
#ifndef SEEDPRESS_GEN_CLI_PROGRESS_H
#define SEEDPRESS_GEN_CLI_PROGRESS_H

struct progress {
	const char *what;         /* "pages" */
	long long started, shown; /* microseconds */
	int terminal;
};

void progress_init(struct progress *progress, const char *what);

/* Shows the bar now and then; fits the callback of page_plan_print(). */
void progress_step(void *progress, unsigned done, unsigned all);

/* Takes the bar away. */
void progress_finish(struct progress *progress);

#endif
