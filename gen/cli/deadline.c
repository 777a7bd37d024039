/* SPDX-License-Identifier: MIT
 * Deadlines. */
#include "gen/cli/deadline.h"

#include <glib.h>
#include <sys/mman.h>

static const int signals[DEADLINE_SIGNALS] = {SIGINT, SIGTERM, SIGHUP};

/* The state that the signal handler sets. */
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

/* Begins a deadline, and handles the first `count` of the signals, except those that are ignored. */
static bool
begin(struct deadline *deadline, int64_t end, size_t count, int flags)
{
	struct sigaction action = {.sa_handler = interrupt, .sa_flags = flags};

	*deadline = (struct deadline){.limit = {over, deadline}, .end = end};
	deadline->stop = mmap(NULL, sizeof *deadline->stop, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (deadline->stop == MAP_FAILED)
		return false;
	heard = deadline->stop;
	for (size_t i = 0; i < DEADLINE_SIGNALS; i++) {
		sigaction(signals[i], NULL, &deadline->before[i]);
		if (i < count && deadline->before[i].sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
	}
	return true;
}

bool
deadline_init(struct deadline *deadline, int64_t microseconds)
{
	/* SA_RESETHAND: a second Ctrl-C ends the program. */
	return begin(
		deadline, microseconds > 0 ? g_get_monotonic_time() + microseconds : INT64_MAX, 1, (int)SA_RESETHAND);
}

bool
deadline_init_tidy(struct deadline *deadline)
{
	return begin(deadline, INT64_MAX, DEADLINE_SIGNALS, 0);
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
