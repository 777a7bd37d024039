/* SPDX-License-Identifier: MIT
 * Why a line of a score has its points, in one short phrase: "5 hotdogs and
 * 3 buns: 3 pairs at $3". Pure. */
#ifndef SEEDPRESS_SCORING_REASON_H
#define SEEDPRESS_SCORING_REASON_H

#include "scoring/answer.h"

#define REASON_BYTES 128

/* The reason for a line of a player in an answer that has a score. */
void reason_write(const struct answer *answer, unsigned player, unsigned line,
	char reason[REASON_BYTES]);

#endif
