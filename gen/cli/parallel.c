/* SPDX-License-Identifier: MIT
 * Crews. */
#include "gen/cli/parallel.h"

#include <glib.h>
#include <stdatomic.h>

#include "gen/cli/progress.h"

#define PAUSE 10000 /* microseconds between two looks at the bar */

struct parallel {
	unsigned tasks;
	const struct limit *limit;
	void (*task)(void *data, unsigned n);
	void *data;
	atomic_uint next, done, busy; /* tasks begun, tasks done, threads that are not finished */
};

static void *
work(void *data)
{
	struct parallel *parallel = data;
	unsigned n;

	while (!limit_over(parallel->limit) && (n = atomic_fetch_add(&parallel->next, 1)) < parallel->tasks) {
		parallel->task(parallel->data, n);
		atomic_fetch_add(&parallel->done, 1);
	}
	atomic_fetch_sub(&parallel->busy, 1);
	return NULL;
}

bool
parallel_run(unsigned tasks, unsigned threads, const char *what, const struct limit *limit,
	void (*task)(void *data, unsigned n), void *data)
{
	struct parallel parallel = {.tasks = tasks, .limit = limit, .task = task, .data = data};
	GThread **thread;
	struct progress progress;
	unsigned started = 0;

	threads = MIN(threads, tasks);
	thread = g_new(GThread *, threads);
	progress_init(&progress, what);
	for (; started < threads; started++) {
		atomic_fetch_add(&parallel.busy, 1);
		thread[started] = g_thread_try_new("parallel", work, &parallel, NULL);
		if (thread[started] == NULL) {
			atomic_fetch_sub(&parallel.busy, 1);
			break;
		}
	}
	if (started == 0) {
		atomic_fetch_add(&parallel.busy, 1);
		work(&parallel);
	}
	while (atomic_load(&parallel.busy) > 0) {
		progress_step(&progress, atomic_load(&parallel.done), tasks);
		g_usleep(tasks > 100 ? PAUSE : PAUSE / 10);
	}
	for (unsigned i = 0; i < started; i++)
		g_thread_join(thread[i]);
	progress_finish(&progress);
	g_free(thread);
	return atomic_load(&parallel.done) == tasks;
}
