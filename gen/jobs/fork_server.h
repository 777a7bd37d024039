/* SPDX-License-Identifier: MIT
 * The fork server: a small process with one thread that forks a child for each file of a stranger. Forking a server
 * with its threads and tables would be slow, and would give its secrets to the children. A second small process, the
 * keeper, starts the fork server again when it crashes; the program itself has secrets by then, and can only run
 * itself again for another keeper. There is one fork server in a program, for one kind of job. Any thread may call
 * these functions. */
#ifndef SEEDPRESS_GEN_JOBS_FORK_SERVER_H
#define SEEDPRESS_GEN_JOBS_FORK_SERVER_H

#include "gen/jobs/job.h"
#include "gen/jobs/sandbox.h"

/* What a forked child is given. */
struct job_forked {
	const struct job_kind *kind;
	const struct sandbox *sandbox; /* to be entered */
	pid_t fork_server;             /* its parent: the sandbox ends it when that ends */
	uint32_t cpu_seconds;
	int input; /* the stranger's file */
};

/* Forks it from this program: call it first in main(), before there are threads, secrets or large tables. False when
 * it cannot be started. Does nothing if it runs. */
bool fork_server_start(const struct job_kind *kind);

/* From now on a keeper that is lost is replaced by running the program again, as `PROGRAM job KIND`. */
void fork_server_revive(void);

/* Is such a keeper; for job_main(). Returns only when it fails. */
int fork_server_keep(const struct job_kind *kind);

/* Ends it and all its children. None is forked after that until it is started again. */
void fork_server_stop(void);
bool fork_server_is_stopped(void);

/* Has a child forked that reads `input` and talks by `socket`, starting the fork server for `kind` if nobody has, and
 * sets the job's pid and handle. False when it does not answer or cannot fork. */
bool fork_server_fork(const struct job_kind *kind, int input, int socket, uint32_t cpu_seconds, struct job *job);

#endif
