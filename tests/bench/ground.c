/* SPDX-License-Identifier: MIT
 * Layouts and scores a second for each game, in one process on one core, and
 * beside each the ratio to a reference measured in the same run: SHA-256 of 64
 * bytes by libsodium for layouts and scores, jansson reading and writing the
 * same lines again for `seedpress-kiosk score -`. */
#include <jansson.h>
#include <sodium.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "scoring/answer.h"
#include "tests/scoring/sample.h"

#define LINES   2000 /* different results a game ... */
#define REPEATS 20   /* ... sent this many times */
#define SCORED  32   /* results that are scored in turn */
#define SECONDS 0.5  /* for each figure */

/* The figures asked of an ordinary machine, a second. */
static const struct target {
	const char *game;
	unsigned layouts, scores, lines;
	void (*sample)(struct sample *sample, uint64_t *dice);
} targets[] = {
	{"coupons", 50000, 500000, 15000, sample_coupons},
	{"laundry", 500000, 500000, 100000, sample_laundry},
	{"clips", 1000000, 500000, 100000, sample_clips},
	{"chipit", 50000, 500000, 100000, sample_chipit},
};

static double
now(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* How often a second `step` can be done; it is given the number of the step. */
static double
rate(void (*step)(void *data, uint64_t n), void *data)
{
	double start = now(CLOCK_PROCESS_CPUTIME_ID), spent;
	uint64_t n = 0;

	do {
		for (int i = 0; i < 1000; i++)
			step(data, n++);
		spent = now(CLOCK_PROCESS_CPUTIME_ID) - start;
	} while (spent < SECONDS);
	return (double)n / spent;
}

static void
hash_step(void *data, uint64_t n)
{
	unsigned char block[64] = {0};

	memcpy(block, &n, sizeof n);
	crypto_hash_sha256(data, block, sizeof block);
}

static void
layout_step(void *data, uint64_t n)
{
	static alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	const struct game *game = data;
	struct code code = {.game = game->number, .version = game->version, .seed = n & SEED_MAX};

	game_complete(game, &code);
	game->build(layout, &code);
}

static void
score_step(void *data, uint64_t n)
{
	static struct score score;
	struct answer *answer = (struct answer *)data + n % SCORED;

	answer->rules->score(answer->has_code ? answer->layout : NULL, answer->result, &score, &answer->problems);
}

static void
jansson_step(void *data, uint64_t n)
{
	char *const *line = data;
	json_t *json = json_loads(line[n % LINES], JSON_REJECT_DUPLICATES, NULL);

	free(json_dumps(json, JSON_COMPACT));
	json_decref(json);
}

/* Sends all lines to `seedpress-kiosk score -` and returns lines a second, sending included. */
static double
kiosk_rate(const char *kiosk, char *const *line)
{
	char command[4096];
	FILE *pipe;
	double before, after;

	snprintf(command, sizeof command, "exec '%s' score - > /dev/null 2>&1", kiosk);
	before = now(CLOCK_MONOTONIC);
	pipe = popen(command, "w");
	if (pipe == NULL)
		return 0;
	for (int i = 0; i < REPEATS * LINES; i++) {
		fputs(line[i % LINES], pipe);
		putc('\n', pipe);
	}
	pclose(pipe);
	after = now(CLOCK_MONOTONIC);
	return REPEATS * LINES / (after - before);
}

static void
show(const char *game, const char *what, double rate, unsigned target, double reference)
{
	printf("%-8s %-8s %12.0f/s   target %8u/s   %6.2f x target   %8.3f x reference\n", game, what, rate, target,
		rate / target, rate / reference);
}

static void
bench(const struct target *target, const char *kiosk, double hashes)
{
	static struct answer answer[SCORED];
	static char *line[LINES];
	const struct game *game = game_by_id(target->game);
	uint64_t dice = 1;

	for (int i = 0; i < LINES; i++) {
		struct sample sample;

		do {
			target->sample(&sample, &dice);
			line[i] = json_dumps(sample.json, JSON_COMPACT);
			json_decref(sample.json);
		} while (!answer_text(&answer[i % SCORED], line[i], strlen(line[i]), NULL));
	}
	show(game->id, "layouts", rate(layout_step, (void *)(uintptr_t)game), target->layouts, hashes);
	show(game->id, "scores", rate(score_step, answer), target->scores, hashes);
	show(game->id, "lines", kiosk_rate(kiosk, line), target->lines, rate(jansson_step, line));
	for (int i = 0; i < LINES; i++)
		free(line[i]);
}

int
main(int argc, char **argv)
{
	unsigned char hash[crypto_hash_sha256_BYTES];
	double hashes;

	if (argc != 2 || sodium_init() < 0) {
		fprintf(stderr, "usage: bench-ground SEEDPRESS-KIOSK\n");
		return 2;
	}
	hashes = rate(hash_step, hash);
	printf("reference: %.0f SHA-256 of 64 bytes a second; for lines, jansson alone\n", hashes);
	for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
		bench(&targets[i], argv[1], hashes);
	return 0;
}
