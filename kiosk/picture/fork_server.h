/* SPDX-License-Identifier: MIT
 * The fork server: a small process with one thread, forked from the program before
 * it grows, that forks a worker for each file. Forking a server with its threads
 * and tables would be slow, and would hand the workers its secrets. A second
 * process, as small, starts it again when it is lost: never the program, which has
 * secrets by then. Private to worker.c and tests. */
#ifndef SEEDPRESS_KIOSK_PICTURE_FORK_SERVER_H
#define SEEDPRESS_KIOSK_PICTURE_FORK_SERVER_H

#include "kiosk/picture/worker.h"

struct fork_server {
	pid_t pid; /* of the process that starts it again */
	int line;  /* our end of its socket: it ends when that is closed, and so with the program */
	uint32_t calls; /* so far */
};

/* False when it cannot be forked. `looker` may be NULL. */
bool fork_server_start(struct fork_server *fork_server, const struct worker_looker *looker);
void fork_server_stop(struct fork_server *fork_server);

/* Has a worker forked that reads the file `input` and talks by the socket `line`. False when the
 * fork server does not answer or cannot fork. *handle is a pidfd. */
bool fork_server_fork(struct fork_server *fork_server, int input, int line,
	const struct worker_order *order, pid_t *pid, int *handle);

#endif
