/* SPDX-License-Identifier: MIT
 * Random numbers that come out the same on every machine, forever.
 * Philox4x32-10 (Salmon and others, "Parallel Random Numbers: As Easy as
 * 1, 2, 3", 2011): a counter turned into noise by a key. Every purpose draws
 * from a stream of its own, so one more draw here never moves anything there. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define SEED_BITS 48                               /* of a seed, as a code holds it */
#define SEED_MAX  ((UINT64_C(1) << SEED_BITS) - 1) /* the largest seed */

struct random {
	uint32_t key[2];
	uint32_t counter[4];
	uint32_t word[4];
	unsigned left; /* words not yet given out */
};

/* The bare block function, as published: four words of noise. */
void random_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

/* Starts the stream `purpose`, `part` of `key`. Streams do not overlap. */
void random_init(struct random *random, uint64_t key, uint32_t purpose, uint32_t part);

uint32_t random_word(struct random *random);

/* A seed for something else: two words, of which SEED_BITS are kept. */
uint64_t random_seed(struct random *random);

/* A number from 0 to n - 1, each exactly as likely as another. n is at least 1. */
uint32_t random_below(struct random *random, uint32_t n);

/* Every order of the n bytes is equally likely. */
void random_shuffle(struct random *random, uint8_t *bytes, size_t n);

/* The seed of the n-th of a series: seed itself for n = 0. */
uint64_t random_series_seed(uint64_t seed, uint32_t n);
