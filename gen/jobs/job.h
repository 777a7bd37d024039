/* SPDX-License-Identifier: MIT
 * Jobs: work in a child process of its own, because it takes long, needs much memory, or reads untrusted files. A kind
 * of job has a name, limits and the function that runs in the child. There are two ways to start a child:
 *
 * - Most kinds run this program again as `PROGRAM job KIND`, with none of the parent's memory and little of its
 *   environment: main() calls job_main().
 * - Kinds that read untrusted files are forked by the fork server (fork_server.h), which takes a millisecond, and enter
 *   the sandbox (sandbox.h).
 *
 * In both cases descriptor 0 of the child is its request, and descriptor 1 is a socket. Each packet on the socket
 * begins with a struct job_head: progress, parts of the answer, and at the end a problem, the result or that the time
 * is used up. The child ends when the parent ends. The parent validates everything that it receives.
 *
 * job_run() does all of that for the first kinds; job_queue.h shares a few children fairly among visitors. */
#pragma once

#include <glib.h>

#include "layouts/problems.h"

/* The word that a program is run with to be a child: PROGRAM job KIND. */
#define JOB_WORD "job"

struct job_limits {
	uint32_t cpu_seconds; /* CPU time */
	double seconds;       /* timeout, in wall-clock time */
	size_t memory;        /* bytes of address space */
	size_t file;          /* bytes of any file that it writes */
	size_t answer;        /* bytes of its whole answer */
};

/* The outcome of a job. */
enum job_outcome {
	JOB_DONE,
	JOB_REFUSED, /* the request cannot be carried out: the problem says why */
	JOB_STOPPED, /* it exceeded its limits, or was cancelled */
	JOB_FAILED,  /* for a temporary reason: it could not be started, or could not write its files */
};

struct job_kind;

/* A job as its child sees it. */
struct job_call {
	const struct job_kind *kind;
	const char *request;    /* ends with a zero byte */
	size_t size;            /* of the request */
	GString *result;        /* to be filled */
	struct problem problem; /* to be set unless it is done */
};

struct job_forked;

struct job_kind {
	const char *name;
	struct job_limits limits;
	bool is_fresh;    /* every request needs a new result: it is not cached */
	const char *file; /* a file that it creates in its working directory, the last part of its answer; or NULL */

	/* Carries out the request, in a child that was run. */
	enum job_outcome (*run)(struct job_call *call);

	/* Instead of `run`, in a child that was forked. Does not return. */
	void (*run_forked)(const struct job_forked *forked);
	/* In the fork server: creates the data that all children share; or NULL. */
	void (*prepare)(void);
	const char *helper; /* the only program that such a child may start, or NULL */
	const void *data;   /* data of the kind */
};

/* For main(): does the work of a child for a job of this kind, or of the keeper of its fork server. Returns the exit
 * status, or -1 if there is no such kind. */
int job_main(const struct job_kind *const *kinds, const char *name);

/* The kinds of packets from a child. */
enum job_packet_kind {
	JOB_PROGRESS = 1, /* struct job_progress, or a forked kind's own struct */
	JOB_PART,         /* bytes of a part; `number` is 1 if more bytes of it follow */
	JOB_PROBLEM,      /* struct problem, with the outcome as `number`: the last packet */
	JOB_RESULT,       /* bytes of the result, `number` as for a part: the one with 0 is the last packet */
	JOB_OVERTIME,     /* its CPU time is used up: the last packet, possibly between those of a part */
};

struct job_head {
	uint32_t kind, number;
};

/* Most bytes after the head. Small enough for the usual buffer of a socket, and enough for the largest list of pieces
 * in a picture. */
#define JOB_BODY_MAX ((size_t)80 << 10)

struct job_packet {
	struct job_head head;
	uint8_t body[JOB_BODY_MAX];
};

struct job_progress {
	char what[16]; /* what is counted, such as "pages" */
	uint32_t done, all;
};

/* For children: sends one packet. The child ends if the parent does not receive it. */
void job_send(enum job_packet_kind kind, uint32_t number, const void *body, size_t size);
/* Sends a part of any size. */
void job_send_part(const void *bytes, size_t size);
void job_send_progress(const char *what, unsigned done, unsigned all);
/* Receives a packet of exactly this size, without a head, from the parent. */
void job_hear(void *bytes, size_t size);
/* From now on the child sends JOB_OVERTIME and ends when its CPU time is used up. */
void job_watch_time(void);

/* For parents: a child that is running. */
struct job {
	pid_t pid;  /* 0: none */
	int handle; /* the pidfd of a child that was forked, for which the fork server waits; or -1 */
	int socket; /* the parent's end, or -1 */
};

/* A file in memory with some bytes, as the input of a job; to be closed. -1 and errno after an error. */
int job_request_file(const void *bytes, size_t size);

/* Starts the child of a forked kind, which reads `input`. */
bool job_start_forked(struct job *job, const struct job_kind *kind, int input, uint32_t cpu_seconds);

enum job_heard {
	JOB_HEARD,
	JOB_LATE,  /* timeout */
	JOB_GONE,  /* the child has ended */
	JOB_WRONG, /* an invalid packet */
};

/* Waits for a packet until a monotonic time in microseconds; *size is that of the body. */
enum job_heard job_receive(struct job *job, gint64 until, struct job_packet *packet, size_t *size);

/* Sends the child a packet without a head. Never blocks. */
bool job_answer(struct job *job, const void *bytes, size_t size);

/* Kills the child and waits for it. Returns the status from waitpid(), or 0 for a child that was forked. */
int job_end(struct job *job);

struct job_result {
	enum job_outcome outcome;
	struct problem problem; /* unless it is done */
	GString *text;          /* the result, or NULL */
	GPtrArray *parts;       /* of GBytes */
	size_t bytes;           /* of all of them */
};

void job_result_destroy(struct job_result *result); /* NULL is fine */

/* A job that is to be run. */
struct job_order {
	const struct job_kind *kind;
	const char *program; /* its absolute path; NULL: this one */
	const char *folder;  /* its working directory; NULL: ours */
	const char *request;
	double seconds; /* 0: as the kind's limits say */
	int *stop;      /* atomic: any value but 0 stops it; or NULL */
	/* Called with its progress, or NULL. */
	void (*progress)(void *data, const struct job_progress *progress);
	/* Called every second. Returns false, after setting *problem, to stop the job. Or NULL. */
	bool (*check)(void *data, struct problem *problem);
	void *data;
};

/* Runs a job in the calling thread, which must outlive it. All of its processes have ended when this returns. */
struct job_result *job_run(const struct job_order *order);
