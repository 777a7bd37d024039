/* SPDX-License-Identifier: MIT
 * What workers and the program send each other besides parts: private to worker.c, worker_child.c and tests. */
#ifndef SEEDPRESS_KIOSK_PICTURE_WORKER_CHILD_H
#define SEEDPRESS_KIOSK_PICTURE_WORKER_CHILD_H

#include <stdint.h>

/* The program's first packet. */
struct worker_request {
	uint32_t wish;
	uint32_t skip; /* pages that are not read: those up to the one that crashed */
};

/* JOB_PROGRESS: this page comes next, as parts. */
struct worker_page {
	uint32_t page, width, height; /* pages from 1 */
};

/* JOB_RESULT: how the file ended. */
struct worker_end {
	uint32_t status;        /* enum decode_status */
	uint32_t page;          /* that the status is of, 0: of all */
	uint32_t width, height; /* for DECODE_HUGE: of what was too large */
};

#endif
