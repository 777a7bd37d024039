/* SPDX-License-Identifier: MIT
 * A child process that makes something: this very program run anew with a word,
 * with nothing of the kiosk in its memory and little of its environment. */
#ifndef SEEDPRESS_KIOSK_PRINTING_CHILD_PROCESS_H
#define SEEDPRESS_KIOSK_PRINTING_CHILD_PROCESS_H

#include <glib.h>
#include <stdbool.h>
#include <sys/resource.h>

/* A child and our ends of its pipes. */
struct child_process {
	pid_t pid;
	int answer, complaint; /* its stdout and stderr */
};

/* Runs a program (NULL: this one) with a word and these bytes on its stdin. False when it cannot be
 * started. */
bool child_process_start(
	struct child_process *child, const char *program, const char *word, const void *order, size_t size);

/* Waits for its end; what waitpid() said of it. */
int child_process_finish(struct child_process *child);

/* For the child itself: what it may take. It ends with whoever started it. */
struct child_limits {
	rlim_t cpu_seconds, file, memory;
};
bool child_process_limit(const struct child_limits *limits);

#endif
