/* SPDX-License-Identifier: MIT
 * Limits that a process sets for itself before it does what a stranger asked for. */
#ifndef SEEDPRESS_KIOSK_PICTURE_PROCESS_LIMITS_H
#define SEEDPRESS_KIOSK_PICTURE_PROCESS_LIMITS_H

#include <stdbool.h>
#include <sys/resource.h>

/* At most so much of a resource (RLIMIT_CPU, ...), or less where this process may have no more. */
bool process_limit(int resource, rlim_t most);

/* Where the machine has no memory left this process is ended rather than the one that results are kept by. */
void process_dies_first(void);

#endif
