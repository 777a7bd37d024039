/* SPDX-License-Identifier: MIT
 * Finished games from dice, as JSON, with what the slow scorer makes of them. */
#pragma once

#include <jansson.h>

#include "scoring/answer.h"

struct sample {
	json_t *json;
	unsigned players;
	bool finished; /* when not, there is no score */
	int total[PLAYERS_MAX];
	unsigned place[PLAYERS_MAX];
	int rank;
};

void sample_coupons(struct sample *sample, uint64_t *dice);
void sample_laundry(struct sample *sample, uint64_t *dice);
void sample_clips(struct sample *sample, uint64_t *dice);
void sample_chipit(struct sample *sample, uint64_t *dice);

/* The makers of all games, in the order of their numbers. */
#define SAMPLE_GAMES 4
extern void (*const sample_makers[SAMPLE_GAMES])(struct sample *sample, uint64_t *dice);

/* The code with its dashes, of the usual kind: version 1, no key. */
void sample_code(unsigned game, uint64_t seed, unsigned players, unsigned option, char text[CODE_TEXT]);
