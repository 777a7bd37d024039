/* SPDX-License-Identifier: MIT
 * Limits and CPU time of processes. */
#define _GNU_SOURCE /* resources have a type of their own there */
#include "gen/jobs/process.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

bool
process_limit(int resource, rlim_t most)
{
	struct rlimit both;

	if (getrlimit((__rlimit_resource_t)resource, &both) != 0)
		return false;
	both.rlim_cur = both.rlim_max = both.rlim_max < most ? both.rlim_max : most;
	return setrlimit((__rlimit_resource_t)resource, &both) == 0;
}

bool
process_limit_time(uint32_t cpu_seconds)
{
	const struct rlimit time = {cpu_seconds, (rlim_t)cpu_seconds + 1};

	return setrlimit(RLIMIT_CPU, &time) == 0;
}

void
process_dies_first(void)
{
	static const char most[] = "1000";
	int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

	if (file >= 0) {
		(void)!write(file, most, sizeof most - 1);
		close(file);
	}
}

double
process_time(pid_t pid)
{
	unsigned long user, kernel, users, kernels; /* in ticks; the latter two of its children */
	char path[40], text[1024], *fields = NULL;
	struct timespec time;
	clockid_t clock;

	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	FILE *file = fopen(path, "re");
	if (file != NULL) {
		/* The name comes second, in parentheses, and may hold anything. */
		fields = fgets(text, sizeof text, file) == NULL ? NULL : strrchr(text, ')');
		fclose(file);
	}
	if (fields != NULL &&
		sscanf(fields, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %lu %lu", &user, &kernel, &users,
			&kernels) == 4)
		return (double)(user + kernel + users + kernels) / (double)sysconf(_SC_CLK_TCK);
	/* A system that hides other processes in /proc still shows their clocks. */
	if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0)
		return -1;
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}
