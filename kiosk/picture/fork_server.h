/* SPDX-License-Identifier: MIT
 * The fork server: a small process with one thread, forked from the program before
 * it grows, that forks a worker for each file. Forking a server with its threads
 * and tables would be slow, and would hand the workers its secrets. Private to
 * worker.c and tests. */
#ifndef SEEDPRESS_KIOSK_PICTURE_FORK_SERVER_H
#define SEEDPRESS_KIOSK_PICTURE_FORK_SERVER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* What a worker writes: before the pixels of each page, and once at its end. */
struct worker_message {
	uint32_t status;        /* enum decode_status; for a page DECODE_OK */
	uint32_t width, height; /* of a page; 0 at a good end; for DECODE_HUGE what was too large */
};

struct fork_server {
	pid_t pid;
	int line; /* our end of its socket: it ends when that is closed, and so with the program */
};

/* False when it cannot be forked. */
bool fork_server_start(struct fork_server *fork_server);
void fork_server_stop(struct fork_server *fork_server);

/* Has a worker forked that reads the file `input` and writes messages and pixels to `output`.
 * False when the fork server does not answer or cannot fork. *handle is a pidfd. */
bool fork_server_fork(const struct fork_server *fork_server, int input, int output,
	uint32_t cpu_seconds, pid_t *pid, int *handle);

#endif
