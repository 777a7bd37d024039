/* SPDX-License-Identifier: MIT
 * Pictures from files of strangers. Each file is decoded by a process of its own
 * that can do nothing but that (sandbox.h) and ends with it; whatever the file
 * does to it costs one sentence here. Types: JPEG, PNG, WebP, TIFF and PDF, the
 * latter two with several pages.
 *
 *	struct worker *worker = worker_open("a.jpg", "a.jpg");
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
 * next file before it looks at this one does both at once. Any thread may open
 * workers; one worker belongs to one thread at a time. At its worst one takes a
 * gigabyte (100 megapixels): bound how many there are. */
#ifndef SEEDPRESS_KIOSK_PICTURE_WORKER_H
#define SEEDPRESS_KIOSK_PICTURE_WORKER_H

#include <stdbool.h>
#include <sys/types.h>

#include "kiosk/picture/image.h"

#define WORKER_SECONDS 20 /* that a page may take, unless worker_limit says otherwise */

struct worker;

/* Starts the small process that workers are forked from. Call it first in main, before there are
 * threads, secrets or large tables; otherwise the first worker does. False when it does not go. */
bool worker_start(void);
void worker_stop(void); /* ends it, and every worker with it */

/* Opens a file; `name` is what sentences call it. What goes wrong here or later is said by
 * worker_next and worker_problem; NULL, which all of these take, means that there is no memory. */
struct worker *worker_open(const char *path, const char *name);

/* The same from bytes in memory, which are copied. */
struct worker *worker_open_bytes(const char *name, const void *bytes, size_t size);

/* Seconds to wait for each page from now on. For all pages of a file it is at most ten minutes. */
void worker_limit(struct worker *worker, double seconds);

/* Waits for the next page; the image is the caller's to finish. False, with a zeroed image, after
 * the last one or when something is wrong. */
bool worker_next(struct worker *worker, struct image *image);

/* A sentence that names the file and says why not all of it was read; NULL when it was. Lives as
 * long as the worker. */
const char *worker_problem(const struct worker *worker);

/* The worker's process, for logs; 0 when there is none. */
pid_t worker_id(const struct worker *worker);

/* Ends the process, whatever it is doing. */
void worker_close(struct worker *worker);

#endif
