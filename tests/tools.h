/* SPDX-License-Identifier: MIT
 * What all tests share: cmocka with what it needs, dice of their own (never the
 * generator under test), and trials: checks of one seed that say what is wrong
 * instead of ending the program, so that a sample and a million run alike. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "layouts/game.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* SplitMix64: the same numbers in every run. */
uint64_t dice_roll(uint64_t *dice);

/* From 0 to n - 1; the bias of a remainder does not matter to a test. */
uint32_t dice_below(uint64_t *dice, uint32_t n);

/* A number between two others. */
double dice_between(uint64_t *dice, double least, double most);

/* How many of something are tried: `few` in the short run and in all builds but the first,
 * otherwise `all`. See "Suites" in tests/README.md. */
unsigned few_or_all(unsigned few, unsigned all);

/* Chi-square of counts that should all be equal is not beyond chance (one in millions). */
bool counts_are_even(const unsigned *count, size_t n);

struct trial {
	bool failed;
	char why[400]; /* of the first failure */
};

/* The sentence of the first problem, in a buffer of its own until the next call. */
const char *first_sentence(const struct problems *problems);

/* Whether one of the problems has the id, and, where a space and a text follow it ("claimed-twice B07"), an argument
 * of that text. */
bool has_problem(const struct problems *problems, const char *expected);

void trial_fail(struct trial *trial, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A game's tests: one file a game; tests/layouts/null.c is the template. */
struct game_trial {
	const struct game *game;

	/* What the game promises of every layout. */
	void (*check)(const void *layout, const struct code *code, struct trial *trial);

	/* Wipes what may differ from table to table; NULL where nothing may. */
	void (*wipe)(void *layout);

	/* Runs the game's own cmocka tests; the number that failed. */
	int (*run)(void);
};

/* The trials of all registered games and of null; NULL after the last. */
const struct game_trial *trial_nth(size_t n);

/* Checks all that is printed for a seed, for every number of players and every option: the
 * geometry and the game's own promises. */
void trial_seed(const struct game_trial *game, uint64_t seed, struct trial *trial);

/* The n-th seed of a run: both ends of the range first, then small and wild ones in turn. */
uint64_t trial_nth_seed(uint64_t n);

bool rect_inside(struct rect inner, struct rect outer);
bool rect_overlap(struct rect a, struct rect b);

/* Fails the cmocka test that calls it when one of the game's first `count` seeds fails. */
void assert_seeds_keep_promises(const struct game_trial *game, unsigned count);
