/* SPDX-License-Identifier: MIT
 * The time of a process, as the system tells it. */
#include "kiosk/picture/process_time.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* By its status, which has the children too; -1 where that is not shown. */
static double
time_by_status(pid_t pid)
{
	unsigned long user, kernel, users, kernels; /* in ticks; the latter two of its children */
	char path[40], text[1024] = "", *fields;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	file = fopen(path, "re");
	if (file == NULL)
		return -1;
	/* The name comes second, in parentheses, and may hold anything. */
	fields = fgets(text, sizeof text, file) == NULL ? NULL : strrchr(text, ')');
	fclose(file);
	if (fields == NULL ||
		sscanf(fields, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %lu %lu", &user, &kernel, &users,
			&kernels) != 4)
		return -1;
	return (double)(user + kernel + users + kernels) / (double)sysconf(_SC_CLK_TCK);
}

/* By its clock, which a system that hides the processes of others shows all the same. */
static double
time_by_clock(pid_t pid)
{
	struct timespec time;
	clockid_t clock;

	if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0)
		return -1;
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

double
process_time(pid_t pid)
{
	double seconds = time_by_status(pid);

	return seconds >= 0 ? seconds : time_by_clock(pid);
}
