/* SPDX-License-Identifier: MIT
 * Jobs: work that is done in a child process of its own, because it is long, takes memory, or reads what strangers
 * sent. A kind of job has a name, limits and the function that runs in the child. There are two ways to get a child:
 *
 * - Most kinds run this program again as `PROGRAM job KIND`, with nothing of the parent in its memory and little of
 *   its environment: main() calls job_main().
 * - Kinds that read strangers' files are forked by the fork server (fork_server.h), which takes a millisecond, and
 *   enter the sandbox (sandbox.h).
 *
 * Either way the child has its request as descriptor 0 and a socket as descriptor 1. Each packet on the socket begins
 * with a struct job_head: progress, parts of the answer, and at the end a problem or the result. The child ends with
 * the parent. The parent believes nothing that it has not compared with its bounds.
 *
 * job_run() does all of that for the first kinds; job_queue.h shares a few children fairly among visitors. */
#ifndef SEEDPRESS_GEN_JOBS_JOB_H
#define SEEDPRESS_GEN_JOBS_JOB_H

#include <glib.h>

#include "layouts/problems.h"

/* The word that a program is run with to be a child: PROGRAM job KIND. */
#define JOB_WORD "job"

struct job_limits {
	uint32_t cpu_seconds; /* of processor time */
	double seconds;       /* timeout, by the clock on the wall */
	size_t memory;        /* bytes of address space */
	size_t file;          /* bytes of a file that it writes */
	size_t answer;        /* bytes that it may answer in all */
};

/* What became of a job. */
enum job_outcome {
	JOB_DONE,
	JOB_REFUSED, /* the request cannot be carried out: the problem says why */
	JOB_STOPPED, /* it exceeded its limits, or was told to stop */
	JOB_FAILED,  /* for a reason that may be gone later: it could not be started, or nothing could be written */
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
	bool is_fresh;    /* everybody who asks wants a new result: it is not cached */
	const char *file; /* that it leaves in its working directory, or NULL: it becomes the last part */

	/* In a child that was run: carries the request out. */
	enum job_outcome (*run)(struct job_call *call);

	/* In a child that was forked, in place of `run`: does not return. */
	void (*run_forked)(const struct job_forked *forked);
	/* In the fork server: makes what all children share; or NULL. */
	void (*prepare)(void);
	const char *helper; /* the only program that such a child may start, or NULL */
	const void *data;   /* the kind's own */
};

/* In main(): is the child that does a job of this kind, or keeps its fork server. Returns the exit status;
 * -1 if there is no such kind. */
int job_main(const struct job_kind *const *kinds, const char *name);

/* What a packet from a child is. */
enum job_packet_kind {
	JOB_PROGRESS = 1, /* struct job_progress, or a forked kind's own struct */
	JOB_PART,         /* bytes of a part; `number` is 1 if more bytes of it are to come */
	JOB_PROBLEM,      /* struct problem, with the outcome as `number`: the last packet */
	JOB_RESULT,       /* bytes of the result, likewise: the last packet */
	JOB_OVERTIME,     /* its processor time is used up: the last packet, perhaps between those of a part */
};

struct job_head {
	uint32_t kind, number;
};

/* Bytes behind the head. Small enough for the usual buffer of a socket, and as much as the largest list of pieces in
 * a picture. */
#define JOB_BODY_MAX ((size_t)80 << 10)

struct job_packet {
	struct job_head head;
	uint8_t body[JOB_BODY_MAX];
};

struct job_progress {
	char what[16]; /* what is being done, such as "pages" */
	uint32_t done, all;
};

/* For children. One packet; the child ends if nobody is there to take it. */
void job_send(enum job_packet_kind kind, uint32_t number, const void *body, size_t size);
/* A part of any size. */
void job_send_part(const void *bytes, size_t size);
void job_send_progress(const char *what, unsigned done, unsigned all);
/* Receives a packet of exactly this size, without a head, from the parent. */
void job_hear(void *bytes, size_t size);
/* From now on JOB_OVERTIME is sent, and the child ends, when its processor time is used up. */
void job_watch_time(void);

/* For parents: a child that is running. */
struct job {
	pid_t pid;  /* 0: none */
	int handle; /* a pidfd of one that was forked, which the fork server waits for; or -1 */
	int socket; /* ours, or -1: nothing is to come */
};

/* Bytes as a file for job_start(), to be closed; -1 with errno. */
int job_request_file(const void *bytes, size_t size);

/* Has the child of a forked kind forked, to read `input` within its processor time. */
bool job_start_forked(struct job *job, const struct job_kind *kind, int input, uint32_t cpu_seconds);

enum job_heard {
	JOB_HEARD,
	JOB_LATE,  /* nothing until the time given */
	JOB_GONE,  /* the child has ended */
	JOB_WRONG, /* no child of ours says that */
};

/* Waits for a packet until a monotonic time in microseconds; *size is that of the body. */
enum job_heard job_receive(struct job *job, gint64 until, struct job_packet *packet, size_t *size);

/* Sends the child a packet without a head; never waits. */
bool job_answer(struct job *job, const void *bytes, size_t size);

/* Ends the child, whatever it is doing, and waits for it. Returns what waitpid() said; 0 for one that was forked. */
int job_end(struct job *job);

struct job_result {
	enum job_outcome outcome;
	struct problem problem; /* unless it is done */
	GString *text;          /* the result, or NULL */
	GPtrArray *parts;       /* of GBytes */
	size_t bytes;           /* of all of them */
};

void job_result_destroy(struct job_result *result); /* NULL is fine */

/* How a job is run. */
struct job_order {
	const struct job_kind *kind;
	const char *program; /* its absolute path; NULL: this one */
	const char *folder;  /* its working directory; NULL: ours */
	const char *request;
	double seconds; /* 0: as the kind's limits say */
	int *stop;      /* atomic: not 0 stops it; or NULL */
	/* Called with what it does now, or NULL. */
	void (*progress)(void *data, const struct job_progress *progress);
	/* Called every second: false, after setting the problem, stops it. Or NULL. */
	bool (*check)(void *data, struct problem *problem);
	void *data;
};

/* Runs a job in the calling thread, which must outlive it. None of its processes is left at the end. */
struct job_result *job_run(const struct job_order *order);

#endif
