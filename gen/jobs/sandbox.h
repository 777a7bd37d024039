/* SPDX-License-Identifier: MIT
 * Sandboxes for processes that handle untrusted files. They use seccomp filters, resource limits and, if the kernel
 * supports it, Landlock. Linux only. */
#pragma once

#include <linux/filter.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Two filters, compiled once for the processes that are forked later. `program` is the only one that the looser filter
 * lets a process start. The filter compares its address, so the string must not move. */
struct sandbox {
	struct sock_fprog decoder, renderer;
	const char *program;
};

/* False if a filter cannot be compiled. */
bool sandbox_init(struct sandbox *sandbox, const char *program);
void sandbox_finish(struct sandbox *sandbox);

/* Whether the files of this machine can be hidden from a process, as sandbox_enter_renderer() does. Tested in a child
 * process. */
bool sandbox_hides_files(void);

/* From here on the calling process can only read descriptors 0 and 1, write descriptor 1, use memory, read the clock,
 * wait for its children and end. Opening files fails; other system calls kill it, and so does the end of its parent.
 * After false it is not confined, and must not go on. */
bool sandbox_enter_decoder(const struct sandbox *sandbox, pid_t parent, uint32_t cpu_seconds);

/* From here on the calling process can only start `program`, which can also open the system's libraries and fonts for
 * reading. It has no network, no other files, no other processes and no signals, and ends when its parent ends. */
bool sandbox_enter_renderer(const struct sandbox *sandbox, pid_t parent, uint32_t cpu_seconds);
