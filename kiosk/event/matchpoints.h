/* SPDX-License-Identifier: MIT
 * Scores of the same seat of the same sheets, compared as in bridge: two points for every other one that scored less,
 * one for every tie, in per cent of the most that could be had. Pure. */
#pragma once

#include <stdint.h>

#include "layouts/code.h"

#define MATCHPOINTS_ALONE 5000 /* of a seat with nobody to compare with: 50 % */

/* A score to be compared. */
struct compared {
	uint64_t seat;    /* see matchpoints_seat() */
	int score;        /* more is better */
	bool apart;       /* not compared, and 0 % */
	unsigned percent; /* in hundredths of a per cent: set by matchpoints_rank() */
	unsigned of;      /* number of scores of this seat, this one included: set likewise */
};

/* Names a seat: the same for all who had the same sheet in front of them at a table of the same size. */
uint64_t matchpoints_seat(const struct code *code, unsigned players, unsigned seat);

/* Compares all scores, whose order stays. */
void matchpoints_rank(struct compared *scores, unsigned count);
