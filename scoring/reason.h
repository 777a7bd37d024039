/* SPDX-License-Identifier: MIT
 * Helpers for the phrase that says why a line of a score has its points: "5 hotdogs
 * and 3 buns: 3 pairs at $3". Each rule book makes its own; see `reason` in rules.h. */
#ifndef SEEDPRESS_SCORING_REASON_H
#define SEEDPRESS_SCORING_REASON_H

#include "scoring/rules.h"

/* Adds to a phrase, like printf does; what has no room is cut off. */
void reason_add(char reason[REASON_BYTES], const char *format, ...) __attribute__((format(printf, 2, 3)));

/* "s" unless it is one. */
const char *reason_plural(int count);

#endif
