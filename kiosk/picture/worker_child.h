/* SPDX-License-Identifier: MIT
 * What workers and the program send each other besides parts: private to worker.c, worker_child.c and tests. */
#pragma once

#include <stdint.h>

/* The first packet from the program. */
struct worker_request {
	uint32_t wish;
	uint32_t skip; /* pages to skip: up to the one on which a worker has crashed */
};

/* JOB_PROGRESS: this page follows, in parts. */
struct worker_page {
	uint32_t page, width, height; /* pages from 1 */
};

/* JOB_RESULT: how the file ended. */
struct worker_end {
	uint32_t status;        /* enum decode_status */
	uint32_t page;          /* that has this status; 0: all */
	uint32_t width, height; /* for DECODE_HUGE: of what was too large */
};
