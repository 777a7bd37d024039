/* SPDX-License-Identifier: MIT
 * Running tasks in processes. */
#include "gen/cli/processes.h"

#include <errno.h>
#include <glib.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Microseconds between two checks of the processes. */
#define PAUSE 10000

struct process_share {
	unsigned tasks;
	atomic_uint next, done; /* task, steps */
	atomic_bool told;       /* the first failure sets the problem */
	atomic_bool failed;
	struct problem problem;
};

bool
process_share_take(struct process_share *share, unsigned *task)
{
	if (atomic_load(&share->failed))
		return false;
	*task = atomic_fetch_add(&share->next, 1);
	return *task < share->tasks;
}

void
process_share_step(struct process_share *share)
{
	atomic_fetch_add(&share->done, 1);
}

void
process_share_fail(struct process_share *share, const struct problem *problem)
{
	if (!atomic_exchange(&share->told, true))
		share->problem = *problem;
	atomic_store(&share->failed, true);
}

/* Sets the signals of a new child. Only the parent handles Ctrl-C, and ends its children by SIGTERM. Signals that are
 * ignored, as under nohup, stay ignored. */
static void
set_signals(pid_t parent)
{
	static const int signals[] = {SIGTERM, SIGHUP};
	struct sigaction now;

	signal(SIGINT, SIG_IGN);
	for (size_t i = 0; i < G_N_ELEMENTS(signals); i++)
		if (sigaction(signals[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
			signal(signals[i], SIG_DFL);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(EXIT_FAILURE); /* the parent ended before PR_SET_PDEATHSIG */
}

/* Starts the processes. Returns how many could be started. */
static unsigned
start(const struct processes *processes, struct process_share *share, pid_t *pid)
{
	struct problem problem;
	pid_t parent = getpid();
	unsigned n = 0;

	fflush(NULL); /* otherwise each process would write what is buffered again */
	for (; n < processes->count; n++) {
		pid[n] = fork();
		if (pid[n] == 0) {
			set_signals(parent);
			processes->work(processes->data, share, n);
			_exit(atomic_load(&share->failed) ? EXIT_FAILURE : EXIT_SUCCESS);
		}
		if (pid[n] < 0)
			break;
	}
	if (n == 0) {
		problem_set(&problem,
			SAY_PRIVATE(
				"no-process", "no process could be started: {reason}", "no process could be started"),
			ARG_PRIVATE("reason", g_strerror(errno)));
		process_share_fail(share, &problem);
	}
	return n;
}

/* Checks each process once. Ends all of them after a failure or when the limit is over. Returns how many are running.
 */
static unsigned
look(const struct processes *processes, struct process_share *share, pid_t *pid, unsigned n)
{
	struct problem problem;
	unsigned running = 0;
	int status;

	if (limit_over(processes->limit)) {
		problem_set(&problem, SAY("interrupted", "interrupted"));
		process_share_fail(share, &problem);
	}
	for (unsigned i = 0; i < n; i++) {
		pid_t gone = pid[i] == 0 ? 0 : waitpid(pid[i], &status, WNOHANG);

		if (gone != 0) {
			pid[i] = 0;
			if (gone < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS))
				continue;
			if (WIFSIGNALED(status))
				problem_set(&problem,
					SAY("process-killed", "a process of ours was stopped by signal {signal}"),
					ARG_NUMBER("signal", WTERMSIG(status)));
			else
				problem_set(&problem, SAY("process-failed", "a process of ours failed"));
			process_share_fail(share, &problem);
		} else if (pid[i] != 0) {
			running++;
			if (atomic_load(&share->failed))
				kill(pid[i], SIGTERM);
		}
	}
	return running;
}

bool
processes_run(const struct processes *processes, unsigned *done, struct problem *problem)
{
	struct process_share *share =
		mmap(NULL, sizeof *share, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (share == MAP_FAILED)
		return problem_set(problem, SAY("no-memory", "there is not enough memory"));
	share->tasks = processes->tasks;
	g_autofree pid_t *pid = g_new0(pid_t, processes->count);
	unsigned n = start(processes, share, pid);

	while (look(processes, share, pid, n) > 0) {
		if (processes->progress != NULL)
			processes->progress(processes->progress_data, atomic_load(&share->done), processes->steps);
		g_usleep(PAUSE);
	}
	bool fine = !atomic_load(&share->failed);

	if (!fine)
		*problem = share->problem;
	if (done != NULL)
		*done = atomic_load(&share->done);
	munmap(share, sizeof *share);
	return fine;
}
