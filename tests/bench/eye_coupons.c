/* SPDX-License-Identifier: MIT
 * Scattered coupons: how many of them the eye reads, beside libapriltag as it is (one bit, every pixel) on the
 * same pictures; and how many in several frames of the same pile, held in a hand. */
#include <apriltag/apriltag.h>
#include <apriltag/tagStandard52h13.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/bench/eye.h"
#include "tests/tools.h"

#define FRAMES 8
#define MOVES  4.0 /* millimetres, from frame to frame, each way */

/* Libapriltag with nothing of ours. */
struct raw {
	apriltag_family_t *family;
	apriltag_detector_t *detector;
	double seconds;
};

static void
raw_init(struct raw *raw)
{
	raw->seconds = 0;
	raw->family = tagStandard52h13_create();
	raw->detector = apriltag_detector_create();
	apriltag_detector_add_family_bits(raw->detector, raw->family, 1);
	raw->detector->quad_decimate = 1;
}

static void
raw_finish(struct raw *raw)
{
	apriltag_detector_destroy(raw->detector);
	tagStandard52h13_destroy(raw->family);
}

/* The place of a tag's coupon on the sheet; -1 when it has none. */
static int
place_of(const struct coupons_layout *layout, int id)
{
	for (int i = 0; i < COUPONS_A_SHEET; i++)
		if (layout->coupon[0][i].tag == id)
			return i;
	return -1;
}

/* Which coupons libapriltag reads, a bit each. */
static uint32_t
raw_look(struct raw *raw, const struct image *photo, const struct coupons_layout *layout)
{
	image_u8_t view = {.width = photo->width, .height = photo->height, .stride = photo->width, .buf = photo->grey};
	double start = bench_now();
	zarray_t *found = apriltag_detector_detect(raw->detector, &view);
	uint32_t read = 0;

	raw->seconds += bench_now() - start;
	for (int i = 0; i < zarray_size(found); i++) {
		apriltag_detection_t *detection;
		int place;

		zarray_get(found, i, &detection);
		place = place_of(layout, detection->id);
		if (place >= 0)
			read |= 1u << place;
	}
	apriltag_detections_destroy(found);
	return read;
}

/* Which ones we read; adds tags that are not there to *wrong. */
static uint32_t
our_look(struct bench *bench, const struct image *photo, const struct coupons_layout *layout, unsigned *wrong)
{
	struct sight sight;
	uint32_t read = 0;

	bench_look(bench, photo, &sight);
	for (unsigned t = 0; t < sight.tags->len; t++) {
		int place = place_of(layout, SEEN_TAG(&sight, t)->id);

		if (place >= 0)
			read |= 1u << place;
		else
			++*wrong;
	}
	sight_finish(&sight);
	return read;
}

static unsigned
bits(uint32_t of)
{
	return (unsigned)__builtin_popcount(of);
}

static void
coupons(struct bench *bench, int32_t w, int32_t h, enum level level, unsigned pictures)
{
	unsigned right = 0, wrong = 0, all = 0, theirs = 0, fewer = 0;
	struct raw raw;

	raw_init(&raw);
	bench->seconds = bench->looks = 0;
	for (unsigned n = 0; n < pictures; n++) {
		struct conditions conditions;
		struct scene scene;
		struct pile pile;
		uint32_t we, they;

		bench_pile_conditions(bench, level, w, h, &conditions);
		bench_pile(bench, &conditions, &pile);
		scene_init(&scene, &conditions, dice_roll(&bench->dice));
		bench_pile_lay(&pile, &scene, 0, 0);
		scene_shoot(&scene);
		we = our_look(bench, &scene.photo, &pile.layout, &wrong);
		they = raw_look(&raw, &scene.photo, &pile.layout);
		right += bits(we);
		theirs += bits(they);
		fewer += bits(we) < bits(they);
		all += COUPONS_A_SHEET;
		scene_finish(&scene);
		layer_finish(&pile.layer);
	}
	printf("coupons  %4dx%-4d %-8s %6.2f %% read, %u wrong of %u, %4.0f ms a picture; libapriltag %6.2f %%, %4.0f ms "
	       "(%.2f x), more in %u of %u pictures\n",
		w, h, bench_levels[level], 100.0 * right / all, wrong, all, 1000 * bench->seconds / bench->looks,
		100.0 * theirs / all, 1000 * raw.seconds / pictures, bench->seconds / raw.seconds, fewer, pictures);
	raw_finish(&raw);
}

void
bench_coupons(struct bench *bench, enum level level, unsigned pictures)
{
	coupons(bench, 1920, 1080, level, pictures);
}

void
bench_coupons_large(struct bench *bench, enum level level, unsigned pictures)
{
	coupons(bench, 4032, 3024, level, (pictures + 3) / 4);
}

/* The next frame of a camera in a hand: it leans, turns and moves a little, and is never blurred twice alike. What
 * is on the table and the light stay. */
static void
next_frame(struct bench *bench, const struct conditions *first, struct conditions *frame)
{
	*frame = *first;
	frame->tilt = fabs(first->tilt + bench_drawn(bench, -3, 3));
	frame->tilt_towards += bench_drawn(bench, -4, 4);
	frame->roll += bench_drawn(bench, -3, 3);
	frame->scale *= bench_drawn(bench, 0.97, 1.02);
	frame->blur *= bench_drawn(bench, 0.75, 1.2);
	frame->glare_x += bench_drawn(bench, -0.03, 0.03) * first->height;
	frame->glare_y += bench_drawn(bench, -0.03, 0.03) * first->height;
}

void
bench_frames(struct bench *bench, enum level level, unsigned pictures)
{
	unsigned one = 0, added = 0, wrong = 0, all = 0;
	unsigned piles = (pictures + 3) / 4;

	bench->seconds = bench->looks = 0;
	for (unsigned n = 0; n < piles; n++) {
		struct conditions first, frame;
		uint64_t seed = dice_roll(&bench->dice);
		struct pile pile;
		uint32_t seen = 0;

		bench_pile_conditions(bench, level, 1920, 1080, &first);
		bench_pile(bench, &first, &pile);
		for (int f = 0; f < FRAMES; f++) {
			struct scene scene;
			uint32_t read;

			next_frame(bench, &first, &frame);
			/* The same table and shadows; what moves comes to lie under other noise. */
			scene_init(&scene, &frame, seed);
			bench_pile_lay(
				&pile, &scene, bench_drawn(bench, -MOVES, MOVES), bench_drawn(bench, -MOVES, MOVES));
			scene_shoot(&scene);
			read = our_look(bench, &scene.photo, &pile.layout, &wrong);
			one += bits(read);
			seen |= read;
			scene_finish(&scene);
		}
		added += bits(seen);
		all += COUPONS_A_SHEET;
		layer_finish(&pile.layer);
	}
	printf("frames   1920x1080 %-8s %6.2f %% read in %d frames together, %6.2f %% in one, %u wrong of %u, %4.0f ms a "
	       "frame\n",
		bench_levels[level], 100.0 * added / all, FRAMES, 100.0 * one / all / FRAMES, wrong, all * FRAMES,
		1000 * bench->seconds / bench->looks);
}
