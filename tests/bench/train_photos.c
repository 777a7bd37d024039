/* SPDX-License-Identifier: MIT
 * Takes photos of filled-in forms with the first camera under the conditions of bubble_photos.c, and writes what the
 * reader measured of each bubble with what it is, for train_marks.c: see train.h. */
#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "gen/canvas/shaping.h"
#include "kiosk/games/kiosk_game.h"
#include "tests/bench/bubble_photos.h"
#include "tests/bench/train.h"

/* A picture in pixels, for most photos. */
#define SMALLER_W    1800
#define SMALLER_STEP 180

/* Width in pixels of pictures that show everything that is drawn. */
#define FINE_W 2300

/* Resolution of their papers: as fine as their pixels. */
#define SMALLER_DPI 200

static struct bench bench;

/* What is known of a bubble. One that a neighbour's mark runs into is not called plainly empty: what the trees would
 * learn from it is that ink is empty. */
static enum truth
truth_of(const struct paper_forms *paper, unsigned form, unsigned bubble)
{
	enum truth truth = paper->truth[form][bubble];

	return truth == TRUTH_EMPTY && paper->touched[form][bubble] ? TRUTH_NOT_FILLED : truth;
}

static bool
write_shown(const struct bubble_photo *photo, void *data)
{
	struct train_writing *writing = data;
	const struct form *form = &photo->paper->form[photo->form];
	enum truth truth[FORM_BUBBLES];

	for (unsigned i = 0; photo->seen != NULL && i < photo->seen->marks; i++) {
		const struct rect *at = &form->bubble[i].at;
		const struct seen_mark *mark = &photo->seen->mark[i];
		double x, y;

		scene_where(photo->scene, &photo->paper->part, photo->lie, at->x + at->w / 2.0, at->y + at->h / 2.0, &x,
			&y);
		truth[i] = hypot(x - mark->at.x, y - mark->at.y) > TRAIN_OFF * mark->radius
			? TRUTH_ANY
			: truth_of(photo->paper, photo->form, i);
	}
	if (photo->seen != NULL)
		train_write_form(writing, photo->form, photo->seen, truth);
	return writing->folder != NULL;
}

static const char *
condition(unsigned number)
{
	return number < bubble_conditions_count ? bubble_conditions[number].name : NULL;
}

static void
photograph(struct train_writing *writing, unsigned number_of_condition, unsigned number, uint64_t seed)
{
	struct bubble_condition with = bubble_conditions[number_of_condition];

	/* The hair of a pen is finer than these pixels. */
	with.coarse |= with.longer < FINE_W;
	/* Most are smaller than the benchmark's: more of them in the same time. */
	if (number % 4 != 0) {
		int32_t width = SMALLER_W - (int32_t)number % 4 * SMALLER_STEP;

		with.dpi = SMALLER_DPI;
		with.large = true;
		with.coarse = true;
		with.longer = MIN(with.longer, width);
		with.shorter = MIN(with.shorter, width * 3 / 4);
	}
	bench.dice = seed * 7919;
	bubble_photograph(&bench, &with, writing->folder, number, write_shown, writing);
}

int
main(int argc, char **argv)
{
	static const struct train_camera camera = {condition, photograph};
	struct problem problem;
	int status;

	bench.shaper = sodium_init() < 0 ? NULL : shaper_create(&problem);
	bench.eye = eye_create(kiosk_eye_game);
	if (bench.shaper == NULL || bench.eye == NULL) {
		fputs("no eye, or no fonts\n", stderr);
		return 1;
	}
	eye_prepare(bench.eye);
	status = train_take_photos(&camera, argc, argv);
	eye_destroy(bench.eye);
	shaper_destroy(bench.shaper);
	return status;
}
