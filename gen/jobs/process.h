/* SPDX-License-Identifier: MIT
 * Limits that a process sets for itself before it does what a stranger asked for, and the processor's time that
 * a process has used. */
#ifndef SEEDPRESS_GEN_JOBS_PROCESS_H
#define SEEDPRESS_GEN_JOBS_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

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

/* Limits a resource (RLIMIT_AS, ...), to less if this process may have less already. */
bool process_limit(int resource, rlim_t most);

/* Limits its processor time: SIGXCPU comes after this number of seconds, and SIGKILL a second later. */
bool process_limit_time(uint32_t cpu_seconds);

/* If the machine runs out of memory, the kernel ends this process rather than the one that keeps the results. */
void process_dies_first(void);

/* Seconds of processor time of a process and, where the system shows them, of its children that it waited for; -1
 * when there is no such process. A busy machine does not make this longer. */
double process_time(pid_t pid);

#endif
