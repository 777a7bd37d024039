/* SPDX-License-Identifier: MIT
 * Jobs that behave and misbehave, for tests that are their own children. */
#pragma once

#include "gen/jobs/job.h"

/* Answers with its request as the result, and with a part of 200,000 bytes. */
extern const struct job_kind echo_kind;
/* The same, and everybody wants a new one. */
extern const struct job_kind fresh_kind;
/* Does as its request says: see `tricks` in kinds.c. */
extern const struct job_kind trick_kind;
/* Waits until there is a file of this name, then answers {}. */
extern const struct job_kind waiting_kind;
/* Takes 50 milliseconds, then answers {}. */
extern const struct job_kind slow_kind;
/* Leaves a file, out.txt, with its request. */
extern const struct job_kind file_kind;

extern const struct job_kind *const test_kinds[];
