/* SPDX-License-Identifier: MIT
 * Pictures from files of strangers: JPEG, PNG, WebP, TIFF and PDF, the latter two with several pages. Each file is
 * decoded by a job that is forked for it (gen/jobs) and can do nothing else; whatever the file does to that process
 * costs one problem here. If it crashes on a page, another one reads the pages after it. A handler that the
 * program brings looks at the pages in there too; pixels come out only when they are asked for, to draw on one's own
 *files:
 *
 *	struct worker *worker = worker_open("a.jpg", "a.jpg", NULL);
 *	struct image image;
 *
 *	while (worker_next(worker, &image)) {
 *		...
 *		image_finish(&image);
 *	}
 *	if (worker_problem(worker) != NULL)
 *		... say it ...
 *	worker_close(worker);
 *
 * A worker decodes ahead from the moment it is opened, so a program that opens the next file before it asks for this
 * one does both at once. Any thread may open workers; one worker belongs to one thread at a time. In the worst case one
 * takes a gigabyte (100 megapixels): bound how many there are. */
#ifndef SEEDPRESS_KIOSK_PICTURE_WORKER_H
#define SEEDPRESS_KIOSK_PICTURE_WORKER_H

#include "gen/jobs/fork_server.h"
#include "kiosk/picture/image.h"

/* Seconds by the clock that a page may take unless the order says otherwise: many times what the largest takes on
 * the slowest machine we know. */
#define WORKER_PAGE_SECONDS 20

/* The same for all pages of a file, and their seconds of processor time. */
#define WORKER_ALL_SECONDS 600

/* Handles images inside of workers: the `data` of a kind of job. */
struct worker_handler {
	/* Called in a worker for each page, with the wish of the order; talks by job_send_part() and job_hear(). */
	void (*handle)(const struct image *image, uint32_t wish);
};

/* The only program that may be started to read a picture: see decode_pdf.h. */
#define WORKER_HELPER "/usr/bin/pdftoppm"

/* A kind of job that reads pictures, for worker_start() and job_main(); `handler` and `prepare_tables` may be NULL. */
#define WORKER_KIND(handler, prepare_tables) \
	{ \
		.name = "picture", .run_forked = worker_run, .prepare = (prepare_tables), .helper = WORKER_HELPER, \
		.data = (handler) \
	}
void worker_run(const struct job_forked *forked);

/* For handlers: the bytes of the file whose page it is. */
void worker_file(const uint8_t **bytes, size_t *size);

#define WORKER_WISH_PIXELS 0 /* other wishes are the handler's own */

/* How to read a file; a zero is the default. */
struct worker_order {
	uint32_t wish;
	uint32_t cpu_seconds; /* of processor time, for all pages */
	double page_seconds, all_seconds;
};

struct worker;

/* Starts the fork server for workers of this kind: see fork_server_start(). NULL is a kind without a handler, which the
 * first worker starts if nobody does. fork_server_revive() and fork_server_stop() are for workers too. */
bool worker_start(const struct job_kind *kind);

/* Opens a file; `name` is what problems call it. If something is wrong, here or later, worker_next() fails and
 * worker_problem() has it. The order may be NULL: pixels. */
struct worker *worker_open(const char *path, const char *name, const struct worker_order *order);

/* The same from bytes in memory, which are copied. */
struct worker *worker_open_bytes(const char *name, const void *bytes, size_t size, const struct worker_order *order);

/* Waits for the next page; the image is the caller's to finish. False, with a zeroed image, after
 * the last one or when something is wrong. */
bool worker_next(struct worker *worker, struct image *image);

/* The same where a handler looks: waits for the next page and says its size. */
bool worker_page(struct worker *worker, int32_t *width, int32_t *height);

/* The number of that page in its file, from 1. */
uint32_t worker_page_number(const struct worker *worker);

/* Whether a failure was a crash on this page alone: worker_page() goes on after it. */
bool worker_resumes(const struct worker *worker);

/* What the handler sends next about the page; returns its size. -1 when something is wrong; then there
 * is no worker any more, unless worker_resumes(). Nothing of it is to be believed without a check. */
ssize_t worker_listen(struct worker *worker, void *bytes, size_t most);

/* Answers the handler. False when something is wrong: likewise. */
bool worker_answer(struct worker *worker, const void *bytes, size_t size);

/* Ends a worker that sends what no handler sends. */
void worker_distrust(struct worker *worker);

/* Why not all of the file was read; NULL when it was. Lives as long as the worker. */
const struct problem *worker_problem(const struct worker *worker);

/* Seconds of a processor that the file has taken so far; -1 when nobody knows what all of it takes,
 * because the worker broke down or took too long. 0 without a worker. */
double worker_work(const struct worker *worker);

/* The worker's process, for logs; 0 when there is none. */
pid_t worker_id(const struct worker *worker);

/* Ends the process, whatever it is doing. NULL is fine. */
void worker_close(struct worker *worker);

#endif
