/* SPDX-License-Identifier: MIT
 * Numbers that are the same on every processor: dice, and functions made of additions, multiplications, floor() and
 * sqrt(), which IEEE 754 defines to the last bit. The camera is compiled with -ffp-contract=off and without
 * -ffast-math, and calls nothing else of libm: its sin() and pow() differ with the processor. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define TURN 6.283185307179586 /* radians of a whole turn */

/* A stream of random numbers (SplitMix64). No expression draws twice, as C leaves the order open. */
struct luck {
	uint64_t state;
};

uint64_t luck_next(struct luck *luck);
unsigned luck_below(struct luck *luck, unsigned n);
double luck_unit(struct luck *luck); /* from 0 up to 1 */
double luck_in(struct luck *luck, double least, double most);
double luck_about(struct luck *luck, double spread); /* around 0, nearly normal */
bool luck_one_in(struct luck *luck, double n);

/* A stream of its own for a purpose, so that one more draw here moves nothing there. */
struct luck luck_part(const struct luck *luck, unsigned part);

double plain_sin(double x);
double plain_cos(double x);
double plain_exp2(double x);
double plain_log2(double x);          /* of a positive number */
double plain_pow(double x, double y); /* of a number from 0 */
double plain_length(double x, double y);
double clamp(double x, double least, double most);
double smooth_step(double from, double to, double x); /* 0 before, 1 after */

/* A hash of a place, from 0 up to 1. */
double place_hash(int x, int y, unsigned salt);

/* Smooth noise around 0, between about -1 and 1, whose hills are 1 wide; and the sum of `octaves` of it. */
double noise(double x, double y, unsigned salt);
double noise_sum(double x, double y, unsigned salt, int octaves);
