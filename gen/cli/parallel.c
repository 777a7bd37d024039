/* SPDX-License-Identifier: MIT
 * Running tasks in threads. */
#include "gen/cli/parallel.h"

#include <glib.h>
#include <stdatomic.h>

/* Microseconds between two checks of the threads. */
#define PAUSE 10000

struct share {
	const struct parallel *parallel;
	atomic_uint next, done, busy; /* tasks begun, tasks done, threads that are running */
};

static void *
work(void *data)
{
	struct share *share = data;
	const struct parallel *parallel = share->parallel;
	unsigned n;

	while (!limit_over(parallel->limit) && (n = atomic_fetch_add(&share->next, 1)) < parallel->tasks) {
		parallel->task(parallel->data, n);
		atomic_fetch_add(&share->done, 1);
	}
	atomic_fetch_sub(&share->busy, 1);
	return NULL;
}

bool
parallel_run(const struct parallel *parallel)
{
	struct share share = {.parallel = parallel};
	unsigned threads = MIN(parallel->threads, parallel->tasks), started = 0;
	GThread **thread = g_new(GThread *, threads);

	for (; started < threads; started++) {
		atomic_fetch_add(&share.busy, 1);
		thread[started] = g_thread_try_new("parallel", work, &share, NULL);
		if (thread[started] == NULL) {
			atomic_fetch_sub(&share.busy, 1);
			break;
		}
	}
	if (started == 0) {
		atomic_fetch_add(&share.busy, 1);
		work(&share);
	}
	while (atomic_load(&share.busy) > 0) {
		if (parallel->progress != NULL)
			parallel->progress(parallel->progress_data, atomic_load(&share.done), parallel->tasks);
		g_usleep(parallel->tasks > 100 ? PAUSE : PAUSE / 10);
	}
	for (unsigned i = 0; i < started; i++)
		g_thread_join(thread[i]);
	g_free(thread);
	return atomic_load(&share.done) == parallel->tasks;
}
