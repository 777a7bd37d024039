/* SPDX-License-Identifier: MIT
 * What the kinds of the eye's benchmark share: one file a kind, one line in eye.c and
 * one word in tests/bench/meson.build. */
#pragma once

#include "kiosk/sight/code_list.h"
#include "layouts/coupons.h"
#include "tests/kiosk/eye/scene.h"

struct bench {
	struct shaper *shaper;
	struct eye *eye;
	uint64_t dice;
	double seconds; /* of looking: */
	unsigned looks;
	struct code_list *list; /* the codes that are known, or NULL */
	const char *folder;     /* where pictures are kept that are not read, or NULL */
};

extern const char *const bench_levels[LEVELS];

/* Seconds of processor time so far. */
double bench_now(void);

/* Looks at a picture and counts the time it takes. */
void bench_look(struct bench *bench, const struct image *photo, struct sight *sight);
void bench_look_in_colour(struct bench *bench, struct scene *scene, struct sight *sight);

/* A number between two others. */
double bench_drawn(struct bench *bench, double least, double most);

/* The plan of a job with a seed of its own; and its first page. */
void bench_plan(struct bench *bench, const char *game, uint8_t players, struct print_job *job, struct page_plan *plan,
	struct code *code);
void bench_draw(struct bench *bench, const char *game, uint8_t players, struct print_job *job, struct sheet *sheet,
	struct code *code);

/* The coupons of a sheet, cut out and laid so that none covers another. */
struct pile {
	struct coupons_layout layout;
	struct layer layer;
	struct lie lie[COUPONS_A_SHEET];
};

/* Draws them, and how they lie before a camera of these conditions; ended with layer_finish(). */
void bench_pile(struct bench *bench, const struct conditions *conditions, struct pile *pile);

/* Lays them there, all moved by some millimetres. */
void bench_pile_lay(const struct pile *pile, struct scene *scene, double x, double y);

/* Draws conditions for a picture of a pile. */
void bench_pile_conditions(struct bench *bench, enum level level, int32_t w, int32_t h, struct conditions *conditions);

/* Adds 300 cards of paperclips that may be there with their QR covered, always the same. */
void bench_open_cards(struct covered_list *open);

/* The kinds: this many pictures of one level. */
typedef void bench_kind(struct bench *bench, enum level level, unsigned pictures);

bench_kind bench_times;
bench_kind bench_coupons;
bench_kind bench_coupons_large;
bench_kind bench_frames;
bench_kind bench_cards;
bench_kind bench_codes;
bench_kind bench_bubbles;
bench_kind bench_clips;
bench_kind bench_clips_large;
bench_kind bench_clips_odd;
bench_kind bench_clips_covered;
bench_kind bench_clips_alike;
bench_kind bench_clips_hard;
bench_kind bench_nothing_covered;
