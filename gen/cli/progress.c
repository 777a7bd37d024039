/* SPDX-License-Identifier: MIT
 * The progress bar. */
#include "gen/cli/progress.h"

#include <glib.h>
#include <stdio.h>
#include <unistd.h>

/* Microseconds between two updates. */
#define EVERY 100000

/* Characters of the bar. */
#define WIDTH 30

struct progress
progress_begin(const char *what)
{
	return (struct progress){.what = what, .started = g_get_monotonic_time(), .terminal = isatty(STDERR_FILENO)};
}

void
progress_step(void *data, unsigned done, unsigned all)
{
	struct progress *progress = data;
	long long now = g_get_monotonic_time();

	if (!progress->terminal || done == 0)
		return;
	/* Short work needs no bar. */
	if (now - progress->started < 3 * EVERY || now - progress->shown < EVERY)
		return;
	progress->shown = now;
	double rate = done / ((double)(now - progress->started) / 1e6);
	int filled = (int)((double)done * WIDTH / all);
	fprintf(stderr, "\r[%.*s%*s] %u of %u %s, %.0f/s, %.0f s left \033[K", filled, "##############################",
		WIDTH - filled, "", done, all, progress->what, rate, (all - done) / rate);
	fflush(stderr);
}

void
progress_finish(struct progress *progress)
{
	if (progress->shown > 0)
		fprintf(stderr, "\r\033[K");
	progress->shown = 0;
}
