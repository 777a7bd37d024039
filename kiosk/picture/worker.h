/* SPDX-License-Identifier: MIT
 * Decodes untrusted files in sandboxed worker processes: JPEG, PNG, WebP, TIFF and PDF, the latter two with several
 * pages. Each file is decoded by a job that is forked for it (gen/jobs); if that crashes the result is a problem, and
 * if it crashes on a page, another one reads the pages after it. A handler of the program looks at the pages in the
 * worker, too; pixels leave it only if they are asked for, to draw on one's own files:
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
 * A worker starts decoding when it is opened, so that a program can open the next file before it asks for this one. Any
 * thread may open workers; one worker belongs to one thread at a time. A worker may need a gigabyte (100 megapixels),
 * so their number has to be bounded. */
#pragma once

#include "gen/jobs/fork_server.h"
#include "kiosk/picture/image.h"

/* Default timeout of a page in seconds of real time: many times what the largest takes on the slowest machine that was
 * tried. */
#define WORKER_PAGE_SECONDS 20

/* Default timeout of all pages of a file, in seconds of real time and also of processor time. */
#define WORKER_ALL_SECONDS 600

/* Handles images in workers: the `data` of a kind of job. */
struct worker_handler {
	/* Called for each page, with the wish of the order; it communicates by job_send_part() and job_hear(). */
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

/* How to read a file; 0 is the default. */
struct worker_order {
	uint32_t wish;
	uint32_t cpu_seconds; /* limit of processor time, for all pages */
	double page_seconds, all_seconds;
};

struct worker;

/* Starts the fork server for workers of this kind: see fork_server_start(). NULL is a kind without a handler, which the
 * first worker starts if no other was started. fork_server_revive() and fork_server_stop() apply to workers, too. */
bool worker_start(const struct job_kind *kind);

/* Opens a file; `name` is what problems call it. If something is wrong, now or later, worker_next() fails and
 * worker_problem() says why. The order may be NULL, for pixels. */
struct worker *worker_open(const char *path, const char *name, const struct worker_order *order);

/* The same from bytes in memory, which are copied. */
struct worker *worker_open_bytes(const char *name, const void *bytes, size_t size, const struct worker_order *order);

/* Waits for the next page; the image is the caller's to finish. False, with a zeroed image, after the last one or if
 * something is wrong. */
bool worker_next(struct worker *worker, struct image *image);

/* The same if a handler looks at pages: waits for the next one and gives its size. */
bool worker_page(struct worker *worker, int32_t *width, int32_t *height);

/* The number of that page in its file, from 1. */
uint32_t worker_page_number(const struct worker *worker);

/* Receives what the handler sends next about the page; returns its size. It is untrusted. -1 if something is wrong;
 * then worker_page() ends, too, or after a crash goes on with the page after this one. */
ssize_t worker_listen(struct worker *worker, void *bytes, size_t most);

/* Answers the handler. False if something is wrong, as above. */
bool worker_answer(struct worker *worker, const void *bytes, size_t size);

/* Ends a worker that has sent something invalid. */
void worker_distrust(struct worker *worker);

/* Why not all of the file was read; NULL if it was. Valid as long as the worker. */
const struct problem *worker_problem(const struct worker *worker);

/* Seconds of processor time that the file has taken so far; 0 without a worker. -1 if the total is unknown, because the
 * worker crashed or ran into a timeout. */
double worker_work(const struct worker *worker);

/* The worker's process, for logs; 0 when there is none. */
pid_t worker_id(const struct worker *worker);

/* Ends the process at once. NULL is fine. */
void worker_close(struct worker *worker);
