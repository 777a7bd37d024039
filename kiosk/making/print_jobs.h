/* SPDX-License-Identifier: MIT
 * The jobs that print for visitors: each carries out a struct print_request (gen/requests), as JSON, in a child
 * process, with the same functions as `seedpress print`. */
#pragma once

#include "gen/jobs/job.h"

/* Most pages of one print; more are refused. A print of 200 pages takes some seconds. */
#define PRINT_PAGES_MOST 200

/* Most pages of one print that are shown as pictures. */
#define PRINT_SHOWN_MOST 60

extern const struct job_kind print_pages_job; /* a description; each page is a part: SVG, gzipped */
extern const struct job_kind print_first_job; /* the same with only the first page, which takes less time */
extern const struct job_kind print_pdf_job;   /* the PDF is the only part */
extern const struct job_kind print_seed_job;  /* {"seed"}: one that the filter accepts */
extern const struct job_kind print_known_job; /* {"kept", "text"} of the first game; its chart, if any, as SVG */
