/* SPDX-License-Identifier: MIT
 * Philox4x32-10 and unbiased draws from it. Pure: integers only.
 * Nothing here may ever change: every printed code depends on it. */
#include "layouts/random.h"

/* Keys of layouts use the bits above the seed for game, version, players and
 * option; none of them has all of these bits set, so this stream is apart. */
#define SERIES_KEY (UINT64_C(0xffff) << SEED_BITS)

void
random_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4])
{
	uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
	uint32_t k0 = key[0], k1 = key[1];

	for (int round = 0; round < 10; round++) {
		uint64_t p0 = (uint64_t)0xD2511F53 * c0;
		uint64_t p1 = (uint64_t)0xCD9E8D57 * c2;

		c0 = (uint32_t)(p1 >> 32) ^ c1 ^ k0;
		c1 = (uint32_t)p1;
		c2 = (uint32_t)(p0 >> 32) ^ c3 ^ k1;
		c3 = (uint32_t)p0;
		k0 += 0x9E3779B9;
		k1 += 0xBB67AE85;
	}
	out[0] = c0;
	out[1] = c1;
	out[2] = c2;
	out[3] = c3;
}

void
random_init(struct random *random, uint64_t key, uint32_t purpose, uint32_t part)
{
	*random = (struct random){
		.key = {(uint32_t)key, (uint32_t)(key >> 32)},
		.counter = {0, 0, part, purpose},
	};
}

uint32_t
random_word(struct random *random)
{
	if (random->left == 0) {
		random_philox(random->counter, random->key, random->word);
		random->counter[0]++;
		random->left = 4;
	}
	return random->word[4 - random->left--];
}

uint64_t
random_seed(struct random *random)
{
	uint64_t high = random_word(random);

	return high << 16 | random_word(random) >> 16;
}

/* Multiply and keep the high half; the few low halves that would make some
 * results more likely are drawn again (Lemire, 2019). */
uint32_t
random_below(struct random *random, uint32_t n)
{
	uint64_t product = (uint64_t)random_word(random) * n;

	if ((uint32_t)product < n) {
		uint32_t unfair = -n % n;

		while ((uint32_t)product < unfair)
			product = (uint64_t)random_word(random) * n;
	}
	return (uint32_t)(product >> 32);
}

void
random_shuffle(struct random *random, uint8_t *bytes, size_t n)
{
	for (size_t last = n; last > 1; last--) {
		size_t pick = random_below(random, (uint32_t)last);
		uint8_t swap = bytes[last - 1];

		bytes[last - 1] = bytes[pick];
		bytes[pick] = swap;
	}
}

uint64_t
random_series_seed(uint64_t seed, uint32_t n)
{
	struct random random;

	if (n == 0)
		return seed;
	random_init(&random, seed | SERIES_KEY, 0, n);
	return random_seed(&random);
}
