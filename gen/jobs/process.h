/* SPDX-License-Identifier: MIT
 * Limits that a process sets for itself before it handles untrusted input, and the CPU time of a process. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

/* Whether this is a build with a sanitizer, whose shadow memory takes terabytes of address space. */
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

/* Limits a resource (RLIMIT_AS, ...), but never raises its limit. */
bool process_limit(int resource, rlim_t most);

/* Limits the CPU time: SIGXCPU comes after this number of seconds, and SIGKILL a second later. */
bool process_limit_time(uint32_t cpu_seconds);

/* If the machine runs out of memory, the kernel kills this process before the one that stores the results. */
void process_dies_first(void);

/* Seconds of CPU time of a process and, if the system shows them, of its children that it waited for; -1 if there is no
 * such process. Unlike wall-clock time, it does not depend on the load of the machine. */
double process_time(pid_t pid);
