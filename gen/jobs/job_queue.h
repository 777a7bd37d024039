/* SPDX-License-Identifier: MIT
 * A bounded queue of jobs for visitors, done by threads that do nothing else: one job per visitor at a time. The
 * visitor who has been asking for longest goes first, so one request from each of many addresses does not delay those
 * who keep asking. Results are cached, up to a bound, and answered from there when they are asked for again. No call
 * waits: it tells the state of the job, and the visitor asks again. Any thread may ask. */
#ifndef SEEDPRESS_GEN_JOBS_JOB_QUEUE_H
#define SEEDPRESS_GEN_JOBS_JOB_QUEUE_H

#include "gen/jobs/job.h"

/* Jobs that wait, a kilobyte each. If there are more, the one that was asked for least and longest ago is dropped. A
 * thousand fit that were asked for once in the second before a page asks again. */
#define JOB_QUEUE_MOST 2048

/* Of them, those of one network. */
#define JOB_QUEUE_NETWORK 1024

struct job_queue;

struct job_queue_options {
	const char *program; /* as in struct job_order */
	unsigned threads;    /* jobs at once; 0: one fewer than the machine has cores, but at least two */
	double seconds;      /* for one; 0: as its kind says */
	/* Reserves memory for the answer of a job, and releases it; or NULL. */
	bool (*reserve)(void *data, size_t size);
	void (*release)(void *data, size_t size);
	void *data;
};

/* NULL after setting the problem. */
struct job_queue *job_queue_create(const struct job_queue_options *options, struct problem *problem);

/* Ends what is being done: anyone who asks is told so. */
void job_queue_stop(struct job_queue *queue);
void job_queue_destroy(struct job_queue *queue); /* NULL is fine */

enum job_state {
	JOB_READY,   /* there is a result, whatever became of it */
	JOB_WAITING, /* at a place in the queue: 0 is being done */
	JOB_BUSY,    /* this visitor has another job */
	JOB_FULL,    /* the program ends, or all who wait have asked for longer */
};

/* What a visitor asks for. */
struct job_ask {
	const struct job_kind *kind;
	const char *request; /* the same request of a kind has the same result */
	const char *visitor; /* an address */
	const char *network; /* that the address is of */
};

struct job_answer {
	enum job_state state;
	unsigned place; /* while it waits */
	bool is_new;    /* it was not in the queue before */
	const struct job_result *result;
	struct queued_job *job; /* the queue's own */
};

/* The state of a job, which is put into the queue if it is new. A result stays until job_queue_release(). */
struct job_answer job_queue_ask(struct job_queue *queue, const struct job_ask *ask);
void job_queue_release(struct job_queue *queue, struct job_answer *answer);

#endif
