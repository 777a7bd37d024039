/* SPDX-License-Identifier: MIT
 * Deadlines. */
#include "gen/cli/deadline.h"

#include <glib.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { RUNNING, TIME_UP, INTERRUPTED };

/* What the handler of a signal can reach. */
static atomic_int *heard;

static void
interrupt(int signal)
{
	(void)signal;
	if (heard != NULL)
		atomic_store(heard, INTERRUPTED);
}

static bool
over(void *data)
{
	struct deadline *deadline = data;

	if (atomic_load_explicit(deadline->stop, memory_order_relaxed) != RUNNING)
		return true;
	if (deadline->end == INT64_MAX || g_get_monotonic_time() < deadline->end)
		return false;
	atomic_compare_exchange_strong(deadline->stop, &(int){RUNNING}, TIME_UP);
	return true;
}

bool
deadline_init(struct deadline *deadline, int64_t microseconds)
{
	/* The first Ctrl-C puts the usual end back for the second. */
	struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND}, now;

	*deadline = (struct deadline){.limit = {over, deadline}, .end = INT64_MAX};
	deadline->stop = mmap(NULL, sizeof *deadline->stop, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (deadline->stop == MAP_FAILED)
		return false;
	if (microseconds > 0)
		deadline->end = g_get_monotonic_time() + microseconds;
	heard = deadline->stop;
	if (sigaction(SIGINT, NULL, &now) == 0 && now.sa_handler != SIG_IGN)
		sigaction(SIGINT, &action, NULL);
	return true;
}

void
deadline_finish(struct deadline *deadline)
{
	struct sigaction now;

	if (sigaction(SIGINT, NULL, &now) == 0 && now.sa_handler == interrupt)
		signal(SIGINT, SIG_DFL);
	heard = NULL;
	if (deadline->stop != MAP_FAILED)
		munmap(deadline->stop, sizeof *deadline->stop);
}

const char *
deadline_why(const struct deadline *deadline)
{
	switch (atomic_load(deadline->stop)) {
	case TIME_UP:
		return "time was up";
	case INTERRUPTED:
		return "interrupted";
	default:
		return NULL;
	}
}

void
deadline_child(pid_t parent)
{
	signal(SIGINT, SIG_IGN);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1); /* it ended before it could take the child with it */
}
