/* SPDX-License-Identifier: MIT
 * The random generator: its published answers, streams apart from each other,
 * draws without bias, and series of seeds. */
#include "layouts/random.h"

#include <stdlib.h>
#include <string.h>

#include "tests/tools.h"

/* Known answers for philox4x32-10 as published with Random123: zeros, ones, digits of pi. */
static void
blocks_are_as_published(void **state)
{
	static const struct {
		uint32_t counter[4], key[2], out[4];
	} known[] = {
		{{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
		{{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff},
			{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
		{{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0},
			{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
	};
	uint32_t out[4];

	(void)state;
	for (size_t i = 0; i < LENGTH(known); i++) {
		random_philox(known[i].counter, known[i].key, out);
		assert_memory_equal(out, known[i].out, sizeof out);
	}
}

/* Every printed code depends on it: which counters and keys a stream uses never changes. */
static void
a_stream_is_the_blocks_of_its_counters(void **state)
{
	static const struct {
		uint64_t key;
		uint32_t purpose, part;
	} streams[] = {{0, 0, 0}, {UINT64_C(0x123456789abcdef0), 7, 0x1234567}, {UINT64_MAX, UINT32_MAX, UINT32_MAX}};

	(void)state;
	for (size_t i = 0; i < LENGTH(streams); i++) {
		const uint32_t key[2] = {(uint32_t)streams[i].key, (uint32_t)(streams[i].key >> 32)};
		struct random random;

		random_init(&random, streams[i].key, streams[i].purpose, streams[i].part);
		for (uint32_t block = 0; block < 50; block++) {
			const uint32_t counter[4] = {block, 0, streams[i].part, streams[i].purpose};
			uint32_t out[4];

			random_philox(counter, key, out);
			for (int word = 0; word < 4; word++)
				assert_int_equal(random_word(&random), out[word]);
		}
	}
}

static int
compare_seeds(const void *a, const void *b)
{
	const uint64_t *left = a, *right = b;

	return (*left > *right) - (*left < *right);
}

static void
assert_all_different(uint64_t *number, size_t n)
{
	qsort(number, n, sizeof *number, compare_seeds);
	for (size_t i = 1; i < n; i++)
		assert_int_not_equal(number[i], number[i - 1]);
}

/* 8 keys, 8 purposes, 8 parts, 32 pairs of words each: 16,384 in all. */
static void
streams_do_not_meet(void **state)
{
	static uint64_t seen[8 * 8 * 8 * 32];
	size_t count = 0;

	(void)state;
	for (uint32_t stream = 0; stream < 512; stream++) {
		struct random random;

		random_init(&random, UINT64_C(1) << stream % 8 * 8, stream / 8 % 8, stream / 64);
		for (int i = 0; i < 32; i++) {
			uint64_t high = (uint64_t)random_word(&random) << 32;

			seen[count++] = high | random_word(&random);
		}
	}
	assert_int_equal(count, LENGTH(seen));
	assert_all_different(seen, count);
}

static void
draws_are_even(void **state)
{
	static const uint32_t sizes[] = {1, 2, 3, 5, 6, 7, 10, 24, 44, 60, 64, 100};

	(void)state;
	for (size_t i = 0; i < LENGTH(sizes); i++) {
		unsigned count[100] = {0};
		struct random random;

		random_init(&random, 1, 2, (uint32_t)i);
		for (int draw = 0; draw < 100000; draw++) {
			uint32_t value = random_below(&random, sizes[i]);

			assert_true(value < sizes[i]);
			count[value]++;
		}
		if (sizes[i] > 1)
			assert_true(counts_are_even(count, sizes[i]));
	}
}

/* Three quarters of all words: without the second draw one result in three would come up twice
 * as often as the others. */
static void
large_draws_are_even_too(void **state)
{
	const uint32_t n = 0xC0000000;
	unsigned count[3] = {0}, third[3] = {0};
	struct random random;

	(void)state;
	random_init(&random, 3, 4, 5);
	for (int draw = 0; draw < 100000; draw++) {
		uint32_t value = random_below(&random, n);

		assert_true(value < n);
		count[value % 3]++;
		third[value / (n / 3)]++;
	}
	assert_true(counts_are_even(count, 3));
	assert_true(counts_are_even(third, 3));
}

/* The same draw in plain arithmetic: of all words, those beyond the largest multiple of n that
 * fits (counted from the low end of each product) are skipped. */
static void
exactly_the_unfair_words_are_skipped(void **state)
{
	static const uint32_t sizes[] = {3, 0x80000001, 0xC0000000, 0xFFFFFFFF, 0x60000001};

	(void)state;
	for (size_t i = 0; i < LENGTH(sizes); i++) {
		struct random random, words;
		int skipped = 0;

		random_init(&random, 9, 9, (uint32_t)i);
		words = random;
		for (int draw = 0; draw < 1000; draw++) {
			uint64_t product;

			for (;;) {
				product = (uint64_t)random_word(&words) * sizes[i];
				if (product % (UINT64_C(1) << 32) >= (UINT64_C(1) << 32) % sizes[i])
					break;
				skipped++;
			}
			assert_int_equal(random_below(&random, sizes[i]), product >> 32);
		}
		assert_true(sizes[i] == 3 || sizes[i] == 0xFFFFFFFF || skipped > 100);
	}
}

static void
a_shuffle_reaches_every_order_evenly(void **state)
{
	unsigned count[256] = {0}, orders[24], found = 0;
	struct random random;

	(void)state;
	random_init(&random, 5, 6, 7);
	for (int i = 0; i < 48000; i++) {
		uint8_t bytes[4] = {0, 1, 2, 3};

		random_shuffle(&random, bytes, 4);
		count[bytes[0] | bytes[1] << 2 | bytes[2] << 4 | bytes[3] << 6]++;
	}
	for (int i = 0; i < 256; i++)
		if (count[i] > 0 && found++ < 24)
			orders[found - 1] = count[i];
	assert_int_equal(found, 24);
	assert_true(counts_are_even(orders, 24));
}

static void
a_shuffle_keeps_what_it_was_given(void **state)
{
	struct random random, before;
	uint8_t bytes[300], seen[300] = {0};

	(void)state;
	random_init(&random, 8, 8, 8);
	for (int i = 0; i < 300; i++)
		bytes[i] = (uint8_t)i;
	random_shuffle(&random, bytes, 256);
	for (int i = 0; i < 256; i++)
		seen[bytes[i]]++;
	for (int i = 0; i < 256; i++)
		assert_int_equal(seen[i], 1);
	for (int i = 256; i < 300; i++)
		assert_int_equal(bytes[i], (uint8_t)i);
	before = random;
	random_shuffle(&random, NULL, 0);
	random_shuffle(&random, bytes, 1);
	assert_memory_equal(&before, &random, sizeof random);
}

static void
a_series_starts_with_its_seed(void **state)
{
	static const uint64_t seeds[] = {0, 1, 42, UINT64_C(0x800000000000), SEED_MAX};

	(void)state;
	for (size_t i = 0; i < LENGTH(seeds); i++)
		assert_int_equal(random_series_seed(seeds[i], 0), seeds[i]);
}

static void
a_series_has_no_seed_twice(void **state)
{
	enum { LONG = 100000 };
	static uint64_t series[LONG];
	static const uint64_t seeds[] = {0, 1, SEED_MAX};

	(void)state;
	for (size_t s = 0; s < LENGTH(seeds); s++) {
		uint64_t all = 0, common = SEED_MAX;

		for (uint32_t n = 0; n < LONG; n++) {
			series[n] = random_series_seed(seeds[s], n);
			assert_true(series[n] <= SEED_MAX);
			if (n > 0) {
				all |= series[n];
				common &= series[n];
			}
		}
		assert_int_equal(all, SEED_MAX);
		assert_int_equal(common, 0);
		assert_all_different(series, LONG);
	}
}

static void
series_of_different_seeds_differ(void **state)
{
	static uint64_t seeds[50 * 200];
	size_t count = 0;

	(void)state;
	for (uint64_t seed = 0; seed < 50; seed++)
		for (uint32_t n = 1; n <= 200; n++)
			seeds[count++] = random_series_seed(seed, n);
	assert_all_different(seeds, count);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blocks_are_as_published),
		cmocka_unit_test(a_stream_is_the_blocks_of_its_counters),
		cmocka_unit_test(streams_do_not_meet),
		cmocka_unit_test(draws_are_even),
		cmocka_unit_test(large_draws_are_even_too),
		cmocka_unit_test(exactly_the_unfair_words_are_skipped),
		cmocka_unit_test(a_shuffle_reaches_every_order_evenly),
		cmocka_unit_test(a_shuffle_keeps_what_it_was_given),
		cmocka_unit_test(a_series_starts_with_its_seed),
		cmocka_unit_test(a_series_has_no_seed_twice),
		cmocka_unit_test(series_of_different_seeds_differ),
	};

	return cmocka_run_group_tests_name("random", tests, NULL, NULL);
}
