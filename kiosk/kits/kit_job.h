/* SPDX-License-Identifier: MIT
 * The job that makes a kit, as `seedpress kit` does, in its working directory. */
#ifndef SEEDPRESS_KIOSK_KITS_KIT_JOB_H
#define SEEDPRESS_KIOSK_KITS_KIT_JOB_H

#include "gen/jobs/job.h"

/* Pages of a kit: some hours of printing. */
#define KIT_PAGES_MOST 20000

/* Bytes of all its files. */
#define KIT_BYTES_MOST (1UL << 30)

/* Tells "seeds", "layouts" and then "pages" as its progress. */
extern const struct job_kind kit_job;

/* The request for a kit of this definition (with its seed): `key` in hexadecimal or NULL; `is_bundled` for a PDF per
 * round. To be freed with free(). */
char *kit_job_request(const char *definition, const char *key, bool is_bundled);

#endif
