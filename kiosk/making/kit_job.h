/* SPDX-License-Identifier: MIT
 * The job that makes a kit: carries out a struct kit_request (gen/requests), as JSON, in its working directory. */
#pragma once

#include "gen/jobs/job.h"

/* Most pages of a kit: some hours of printing. */
#define KIT_PAGES_MOST 20000

/* Largest total size of its files, in bytes. */
#define KIT_BYTES_MOST (1UL << 30)

/* The steps of its progress are "seeds", "layouts" and then "pages". */
extern const struct job_kind kit_job;
