/* SPDX-License-Identifier: MIT
 * The jobs that print for people who ask the kiosk: each carries out a struct print_request (gen/requests), as JSON,
 * in a child process, with the same functions as `seedpress print`. */
#ifndef SEEDPRESS_KIOSK_MAKING_PRINT_JOBS_H
#define SEEDPRESS_KIOSK_MAKING_PRINT_JOBS_H

#include "gen/jobs/job.h"

/* Pages of one print: more are refused. A print of 200 pages takes some seconds. */
#define PRINT_PAGES_MOST 200

/* Of them, those that are shown as pictures. */
#define PRINT_SHOWN_MOST 60

extern const struct job_kind print_pages_job; /* what is known of the pages; each page is a part: SVG, gzipped */
extern const struct job_kind print_first_job; /* the same with the first page alone, which is there sooner */
extern const struct job_kind print_pdf_job;   /* the PDF is the only part */
extern const struct job_kind print_seed_job;  /* {"seed"}: one that is worth printing */
extern const struct job_kind print_known_job; /* {"kept", "text"} of the first game; its chart, if any, as SVG */

#endif
