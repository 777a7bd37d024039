/* SPDX-License-Identifier: MIT
 * What thinking costs, in one process on one core, and beside each figure how
 * much better it is than its target, and how many times as long as a reference
 * measured in the same run: SHA-256 of 64 bytes by libsodium. Exit 1 when a
 * figure that was asked for is missed. */
#include "tests/bench/brain.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define HASHES 1000000

static void (*const sections[])(struct bench *bench) = {
	bench_clips,
	bench_coupons,
	bench_chipit,
	bench_laundry,
	bench_filters,
};

double
bench_now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static double
hash_time(void)
{
	unsigned char hash[crypto_hash_sha256_BYTES], block[64] = {0};
	double start = bench_now();

	for (uint64_t n = 0; n < HASHES; n++) {
		memcpy(block, &n, sizeof n);
		crypto_hash_sha256(hash, block, sizeof block);
	}
	return (bench_now() - start) / HASHES;
}

void
bench_took(struct bench *bench, const char *game, const char *what, double seconds, double asked)
{
	bench->missed |= seconds > asked;
	printf("%-8s %-32s %9.2f ms   target %7.0f ms   %7.2f x target   %9.0f x reference\n", game, what,
		seconds * 1e3, asked * 1e3, asked / seconds, seconds / bench->hash);
}

void
bench_rate(struct bench *bench, const char *game, const char *what, double rate, double asked)
{
	char target[64] = "";

	bench->missed |= rate < asked;
	if (asked > 0)
		snprintf(target, sizeof target, "target %7.0f/s    %7.2f x target", asked, rate / asked);
	printf("%-8s %-32s %9.0f/s    %-36s %9.0f x reference\n", game, what, rate, target, 1 / (rate * bench->hash));
}

int
main(void)
{
	struct bench bench = {0};

	if (sodium_init() < 0)
		return 2;
	bench.hash = hash_time();
	printf("reference: %.0f SHA-256 of 64 bytes a second\n", 1 / bench.hash);
	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
		sections[i](&bench);
	return bench.missed;
}
