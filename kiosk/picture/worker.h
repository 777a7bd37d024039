/* SPDX-License-Identifier: MIT
 * Pictures from files of strangers. Each file is decoded by a process of its own
 * that can do nothing but that (sandbox.h) and ends with it; whatever the file
 * does to it costs one sentence here. Where that process crashes on a page, the
 * pages after it are read by another. Types: JPEG, PNG, WebP, TIFF and PDF, the
 * latter two with several pages. What is to be known of the pages is found out
 * in there too, by a looker that the program brings; pixels come out only when they
 * are asked for, for people who draw on their own files:
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
 * A worker decodes ahead from the moment it is opened, so a program that opens the
 * next file before it asks for this one does both at once. Any thread may open
 * workers; one worker belongs to one thread at a time. At its worst one takes a
 * gigabyte (100 megapixels): bound how many there are. */
#ifndef SEEDPRESS_KIOSK_PICTURE_WORKER_H
#define SEEDPRESS_KIOSK_PICTURE_WORKER_H

#include <stdbool.h>
#include <sys/types.h>

#include "kiosk/picture/image.h"

#define WORKER_PAGE_SECONDS 20                 /* of waiting for a page, */
#define WORKER_ALL_SECONDS  600                /* and for all of them, unless an order says otherwise */
#define WORKER_SAID_MAX     ((size_t)80 << 10) /* bytes that a looker says at once */

/* What looks at pages inside of workers. */
struct worker_looker {
	/* Called once where workers are forked from: makes what all of them share. */
	void (*prepare)(void);
	/* Called in a worker for each page. */
	void (*look)(const struct image *image, uint32_t wish);
};

/* For look(): one packet to the program, of at most WORKER_SAID_MAX; and one of exactly this size
 * from it. The worker ends when the program is not there any more. */
void worker_say(const void *bytes, size_t size);
void worker_hear(void *bytes, size_t size);

/* For look(): the bytes of the file whose page it is. */
void worker_file(const uint8_t **bytes, size_t *size);

#define WORKER_WISH_PIXELS 0 /* other wishes are the looker's own */

/* How to read a file; a zero is the usual. */
struct worker_order {
	uint32_t wish;
	uint32_t cpu_seconds; /* of work, for all pages */
	double page_seconds, all_seconds;
	uint32_t skip; /* pages that are not read: worker.c counts those up to the one that crashed */
};

struct worker;

/* Starts the small process that workers are forked from. Call it first in main, before there are
 * threads, secrets or large tables; otherwise the first worker does, without a looker. False when it
 * does not go. The looker is for all workers and must last; NULL for none. */
bool worker_start(const struct worker_looker *looker);

/* From now on it is started again when it is lost, by running the program anew with this word alone:
 * main() then calls worker_again() before anything else and returns what that does. */
#define WORKER_AGAIN "keep-eyes"
void worker_revive(void);
int worker_again(const struct worker_looker *looker);

/* Ends it, and every worker with it, from any thread: whoever waits for one gets a sentence. None is
 * opened after that. */
void worker_stop(void);

/* Opens a file; `name` is what sentences call it. What goes wrong here or later is said by
 * worker_next and worker_problem; NULL, which all of these take, means that there is no memory. The
 * order may be NULL: pixels. */
struct worker *worker_open(const char *path, const char *name, const struct worker_order *order);

/* The same from bytes in memory, which are copied. */
struct worker *worker_open_bytes(const char *name, const void *bytes, size_t size, const struct worker_order *order);

/* Waits for the next page; the image is the caller's to finish. False, with a zeroed image, after
 * the last one or when something is wrong. */
bool worker_next(struct worker *worker, struct image *image);

/* The same where a looker looks: waits for the next page and says its size. */
bool worker_page(struct worker *worker, int32_t *width, int32_t *height);

/* The number of that page in its file, from 1. */
uint32_t worker_page_number(const struct worker *worker);

/* Whether a failure was a crash on this page alone: worker_page() goes on after it. */
bool worker_resumes(const struct worker *worker);

/* What the looker says of the page next; returns its size. -1 when something is wrong; then there
 * is no worker any more, unless worker_resumes(). Nothing of it is to be believed unseen. */
ssize_t worker_listen(struct worker *worker, void *bytes, size_t most);

/* Answers the looker. False when something is wrong: likewise. */
bool worker_answer(struct worker *worker, const void *bytes, size_t size);

/* Ends a worker that says what no looker says. */
void worker_distrust(struct worker *worker);

/* A sentence that names the file and says why not all of it was read; NULL when it was. Lives as
 * long as the worker. */
const char *worker_problem(const struct worker *worker);

/* Seconds of a processor that the file has taken so far; -1 when nobody knows what all of it takes,
 * because the worker broke down or took too long. 0 without a worker. */
double worker_work(const struct worker *worker);

/* The worker's process, for logs; 0 when there is none. */
pid_t worker_id(const struct worker *worker);

/* Ends the process, whatever it is doing. */
void worker_close(struct worker *worker);

#endif
