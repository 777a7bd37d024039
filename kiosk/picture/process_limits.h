/* SPDX-License-Identifier: MIT
 * Limits that a process sets for itself before it does what a stranger asked for. */
#ifndef SEEDPRESS_KIOSK_PICTURE_PROCESS_LIMITS_H
#define SEEDPRESS_KIOSK_PICTURE_PROCESS_LIMITS_H

#include <stdbool.h>
#include <sys/resource.h>

/* Built with a sanitizer? Its shadow alone is terabytes of address space. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define PROCESS_SANITIZED true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define PROCESS_SANITIZED true
#endif
#endif
#ifndef PROCESS_SANITIZED
#define PROCESS_SANITIZED false
#endif

/* At most so much of a resource (RLIMIT_CPU, ...), or less where this process may have no more. */
bool process_limit(int resource, rlim_t most);

/* Where the machine has no memory left this process is ended rather than the one that results are kept by. */
void process_dies_first(void);

#endif
