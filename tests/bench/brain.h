/* SPDX-License-Identifier: MIT
 * What the sections of the brain's benchmark share: one file a section, one
 * line in brain.c and one in tests/meson.build. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct bench {
	double hash; /* seconds for one SHA-256 of 64 bytes, measured in this run */
	bool missed; /* a figure that was asked for */
};

/* Seconds of processor time so far. */
double bench_now(void);

/* A line: milliseconds that one of something took, against those asked for. */
void bench_took(struct bench *bench, const char *game, const char *what, double seconds, double asked);

/* A line: how many of something a second, against how many were asked for; 0 where nothing was. */
void bench_rate(struct bench *bench, const char *game, const char *what, double rate, double asked);

/* The sections. */
void bench_clips(struct bench *bench);
void bench_coupons(struct bench *bench);
void bench_chipit(struct bench *bench);
void bench_laundry(struct bench *bench);
void bench_filters(struct bench *bench);
