/* SPDX-License-Identifier: MIT
 * What a process that handles a stranger's file may still do. Linux only: its
 * seccomp filters, resource limits and, where the kernel has it, Landlock. */
#ifndef SEEDPRESS_GEN_JOBS_SANDBOX_H
#define SEEDPRESS_GEN_JOBS_SANDBOX_H

#include <linux/filter.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Two filters, made once and kept for the processes that are forked later. `program` is the one that the looser of
 * them lets a process start; the string must stay where it is. */
struct sandbox {
	struct sock_fprog decoder, renderer;
	const char *program;
};

/* False when a filter cannot be made. */
bool sandbox_init(struct sandbox *sandbox, const char *program);
void sandbox_finish(struct sandbox *sandbox);

/* Whether the files of this machine can be hidden from a process, as sandbox_enter_renderer() does:
 * tried, by a process that ends. */
bool sandbox_hides_files(void);

/* From here on the calling process can read descriptors 0 and 1, write descriptor 1, use memory,
 * look at the clock, wait for children it has, and end; opening fails and anything else kills it, and so
 * does the end of its parent. False when that could not be arranged: then do not go on. */
bool sandbox_enter_decoder(const struct sandbox *sandbox, pid_t parent, uint32_t cpu_seconds);

/* From here on it can start `program`, which can also open the system's libraries and fonts for
 * reading. No network, no other files, no processes, no signals. It ends with its parent, too. */
bool sandbox_enter_renderer(const struct sandbox *sandbox, pid_t parent, uint32_t cpu_seconds);

#endif
