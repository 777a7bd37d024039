/* SPDX-License-Identifier: MIT
 * A bounded queue of jobs for visitors, with one job per visitor at a time, and the threads that run them. The visitor
 * who has been asking for longest goes first, so that single requests from many addresses do not delay those who keep
 * asking. Results are kept in a bounded cache. No call blocks: it returns the state of the job, and the visitor asks
 * again. All functions are thread-safe. */
#pragma once

#include "gen/jobs/job.h"

/* Most jobs that wait, about a kilobyte each. If there are more, the one with the fewest and oldest asks is dropped.
 * This leaves room for a thousand jobs that are asked for once within the second before a page asks again. */
#define JOB_QUEUE_MOST 2048

/* Most jobs of one network that wait. */
#define JOB_QUEUE_NETWORK 1024

struct job_queue;

struct job_queue_options {
	unsigned threads; /* jobs at once; 0: one fewer than the machine has cores, but at least two */
	/* Reserves memory for the answer of a job, and releases it; or NULL. */
	bool (*reserve)(void *data, size_t size);
	void (*release)(void *data, size_t size);
	void *data;
};

/* NULL after setting *problem. */
struct job_queue *job_queue_create(const struct job_queue_options *options, struct problem *problem);

/* Stops all jobs that are running. Their visitors get that as the result. */
void job_queue_stop(struct job_queue *queue);
void job_queue_destroy(struct job_queue *queue); /* NULL is fine */

enum job_state {
	JOB_READY,   /* there is a result, of any outcome */
	JOB_WAITING, /* at a place in the queue; 0 is running */
	JOB_BUSY,    /* this visitor has another job */
	JOB_FULL,    /* the program is ending, or all who wait have asked for longer */
};

/* The job that a visitor asks for. */
struct job_ask {
	const struct job_kind *kind;
	const char *request; /* the same request of a kind has the same result */
	const char *visitor; /* an address */
	const char *network; /* of the address */
};

struct job_answer {
	enum job_state state;
	unsigned place; /* while it waits */
	bool is_new;    /* it was not in the queue before */
	const struct job_result *result;
	struct queued_job *job; /* for job_queue_release() */
};

/* The state of a job, which is added to the queue if it is new. A result stays valid until job_queue_release(). */
struct job_answer job_queue_ask(struct job_queue *queue, const struct job_ask *ask);
void job_queue_release(struct job_queue *queue, struct job_answer *answer);
