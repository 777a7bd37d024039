/* SPDX-License-Identifier: MIT
 * Crews; see crew.h. */
#include "gen/crew.h"

#include <glib.h>
#include <stdatomic.h>

#include "gen/progress.h"

#define PAUSE 10000 /* microseconds between two looks at the bar */

struct crew {
	unsigned tasks;
	const struct limit *limit;
	void (*task)(void *data, unsigned n);
	void *data;
	atomic_uint next, done, busy; /* tasks begun, tasks done, threads that are not finished */
};

static void *
work(void *data)
{
	struct crew *crew = data;
	unsigned n;

	while (!limit_over(crew->limit) && (n = atomic_fetch_add(&crew->next, 1)) < crew->tasks) {
		crew->task(crew->data, n);
		atomic_fetch_add(&crew->done, 1);
	}
	atomic_fetch_sub(&crew->busy, 1);
	return NULL;
}

bool
crew_run(unsigned tasks, unsigned threads, const char *what, const struct limit *limit,
	void (*task)(void *data, unsigned n), void *data)
{
	struct crew crew = {.tasks = tasks, .limit = limit, .task = task, .data = data};
	GThread **thread;
	struct progress progress;
	unsigned started = 0;

	threads = MIN(threads, tasks);
	thread = g_new(GThread *, threads);
	progress_init(&progress, what);
	for (; started < threads; started++) {
		atomic_fetch_add(&crew.busy, 1);
		thread[started] = g_thread_try_new("crew", work, &crew, NULL);
		if (thread[started] == NULL) {
			atomic_fetch_sub(&crew.busy, 1);
			break;
		}
	}
	if (started == 0) {
		atomic_fetch_add(&crew.busy, 1);
		work(&crew);
	}
	while (atomic_load(&crew.busy) > 0) {
		progress_step(&progress, atomic_load(&crew.done), tasks);
		g_usleep(tasks > 100 ? PAUSE : PAUSE / 10);
	}
	for (unsigned i = 0; i < started; i++)
		g_thread_join(thread[i]);
	progress_finish(&progress);
	g_free(thread);
	return atomic_load(&crew.done) == tasks;
}
