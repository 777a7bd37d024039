/* SPDX-License-Identifier: MIT
 * The fork server: a small process with one thread, forked from the program before
 * it grows, that forks a worker for each file. Forking a server with its threads
 * and tables would be slow, and would hand the workers its secrets. A second
 * process, as small, the keeper, starts it again when it is lost: never the program,
 * which has secrets by then. It can only run itself anew, without its memory, for
 * another keeper. Private to worker.c and tests. */
#ifndef SEEDPRESS_KIOSK_PICTURE_FORK_SERVER_H
#define SEEDPRESS_KIOSK_PICTURE_FORK_SERVER_H

#include "kiosk/picture/worker.h"

struct fork_server {
	pid_t pid;      /* of the keeper */
	int line;       /* our end of its socket: it ends when that is closed, and so with the program */
	uint32_t calls; /* so far */
};

/* False when it cannot be started. `looker` may be NULL. With a word it is not forked but is the program
 * run anew with this word, for which main() calls fork_server_keep(). */
bool fork_server_start(struct fork_server *fork_server, const struct worker_looker *looker, const char *word);
int fork_server_keep(const struct worker_looker *looker); /* returns only when it fails */

/* Whether the keeper has ended. */
bool fork_server_is_lost(const struct fork_server *fork_server);
void fork_server_stop(struct fork_server *fork_server);

/* Has a worker forked that reads the file `input` and talks by the socket `line`. False when the
 * fork server does not answer or cannot fork. *handle is a pidfd. */
bool fork_server_fork(struct fork_server *fork_server, int input, int line, const struct worker_order *order,
	pid_t *pid, int *handle);

#endif
