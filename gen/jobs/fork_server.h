/* SPDX-License-Identifier: MIT
 * The fork server: a small process with one thread that forks a child for each untrusted file. Forking the program
 * itself, with its threads and tables, would be slow, and would give its secrets to the children. A second small
 * process, the keeper, restarts the fork server when it crashes. A keeper that is lost can be replaced only by running
 * the program again, because by then the program has secrets. There is one fork server in a program, for one kind of
 * job. All functions are thread-safe. */
#pragma once

#include "gen/jobs/job.h"
#include "gen/jobs/sandbox.h"

/* The arguments of a forked child. */
struct job_forked {
	const struct job_kind *kind;
	const struct sandbox *sandbox; /* to be entered */
	pid_t fork_server;             /* its parent: in the sandbox it ends when the parent ends */
	uint32_t cpu_seconds;
	int input; /* the untrusted file */
};

/* Forks the fork server from this program, unless it is running. To be called first in main(), before there are
 * threads, secrets or large tables. False if it cannot be started. */
bool fork_server_start(const struct job_kind *kind);

/* From now on a keeper that is lost is replaced by running the program again, as `PROGRAM job KIND`. */
void fork_server_revive(void);

/* For job_main(): does the work of such a keeper. Returns only after a failure. */
int fork_server_keep(const struct job_kind *kind);

/* Ends the fork server and all its children. No child is forked after that until it is started again. */
void fork_server_stop(void);
bool fork_server_is_stopped(void);

/* Forks a child that reads `input` and has `socket` as descriptor 1, and sets the job's pid and handle. Starts the fork
 * server for `kind` if it is not running. False if that fails, or if the fork server does not answer or cannot fork. */
bool fork_server_fork(const struct job_kind *kind, int input, int socket, uint32_t cpu_seconds, struct job *job);
