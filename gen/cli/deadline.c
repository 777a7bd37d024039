/* SPDX-License-Identifier: MIT
 * Deadlines. */
#include "gen/cli/deadline.h"

#include <glib.h>
#include <sys/mman.h>

static const int signals[DEADLINE_SIGNALS] = {SIGINT, SIGTERM, SIGHUP};

/* What the handler of a signal can reach. */
static atomic_int *heard;

static void
interrupt(int signal)
{
	(void)signal;
	if (heard != NULL)
		atomic_store(heard, DEADLINE_INTERRUPTED);
}

static bool
over(void *data)
{
	struct deadline *deadline = data;

	if (atomic_load_explicit(deadline->stop, memory_order_relaxed) != DEADLINE_RUNNING)
		return true;
	if (deadline->end == INT64_MAX || g_get_monotonic_time() < deadline->end)
		return false;
	atomic_compare_exchange_strong(deadline->stop, &(int){DEADLINE_RUNNING}, DEADLINE_TIME_UP);
	return true;
}

/* Watches the first `count` of the signals, except those that are ignored. */
static void
watch(struct deadline *deadline, size_t count, int flags)
{
	struct sigaction action = {.sa_handler = interrupt, .sa_flags = flags};

	heard = deadline->stop;
	for (size_t i = 0; i < DEADLINE_SIGNALS; i++) {
		sigaction(signals[i], NULL, &deadline->before[i]);
		if (i < count && deadline->before[i].sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
	}
}

static bool
init(struct deadline *deadline)
{
	*deadline = (struct deadline){.limit = {over, deadline}, .end = INT64_MAX};
	deadline->stop = mmap(NULL, sizeof *deadline->stop, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	return deadline->stop != MAP_FAILED;
}

bool
deadline_init(struct deadline *deadline, int64_t microseconds)
{
	if (!init(deadline))
		return false;
	if (microseconds > 0)
		deadline->end = g_get_monotonic_time() + microseconds;
	/* The first Ctrl-C puts the usual end back for the second. */
	watch(deadline, 1, (int)SA_RESETHAND);
	return true;
}

bool
deadline_init_tidy(struct deadline *deadline)
{
	if (!init(deadline))
		return false;
	watch(deadline, DEADLINE_SIGNALS, 0);
	return true;
}

void
deadline_finish(struct deadline *deadline)
{
	for (size_t i = 0; i < DEADLINE_SIGNALS; i++)
		sigaction(signals[i], &deadline->before[i], NULL);
	heard = NULL;
	munmap(deadline->stop, sizeof *deadline->stop);
}

enum deadline_state
deadline_state(const struct deadline *deadline)
{
	return (enum deadline_state)atomic_load(deadline->stop);
}
