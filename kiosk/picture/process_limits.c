/* SPDX-License-Identifier: MIT
 * Limits. */
#define _GNU_SOURCE /* resources have a type of their own there */
#include "kiosk/picture/process_limits.h"

#include <fcntl.h>
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
