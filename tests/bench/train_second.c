/* SPDX-License-Identifier: MIT
 * The same as train_photos.c with the second camera (tests/cameras/paper). */
#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "kiosk/games/kiosk_game.h"
#include "tests/bench/train.h"
#include "tests/cameras/paper/photo.h"
#include "tests/kiosk/eye/looking.h"

/* Per cent of a bubble that has to be seen for something to be said of it. */
#define SEEN_HALF 25

static struct eye *eye;

/* Whether a mark may be below what hides a part of its bubble: it is smaller than the bubble, or outside of it. */
static bool
may_be_below(const struct photo_mark *mark)
{
	static const char *const small[] = {"dot", "half", "outside", "tick", "cross"};

	for (unsigned i = 0; i < G_N_ELEMENTS(small); i++)
		if (strcmp(mark->how, small[i]) == 0)
			return true;
	return false;
}

/* How far a mark reaches at most from the middle of its bubble, in radii. */
static double
reach_of(const struct photo_mark *mark)
{
	static const struct {
		const char *pen;
		double half; /* of its width */
	} broad[] = {{"felt", 0.35}, {"yellow-felt", 0.35}, {"marker", 0.7}, {"highlighter", 0.9}};
	double reach = mark->state == PHOTO_CORRECTED || strcmp(mark->how, "outside") == 0 ? 2.2 : 1.5;

	for (unsigned i = 0; i < G_N_ELEMENTS(broad); i++)
		reach += strcmp(mark->pen, broad[i].pen) == 0 ? broad[i].half : 0;
	return reach;
}

/* Whether another bubble's mark may run into one of a form, of `count` bubbles: then it is not called plainly empty, as
 * in train_photos.c. */
static bool
is_touched(const struct photo_mark *all, unsigned count, unsigned bubble, double radius)
{
	for (unsigned i = 0; i < count; i++)
		if (i != bubble && all[i].state != PHOTO_EMPTY &&
			hypot(all[i].x - all[bubble].x, all[i].y - all[bubble].y) < (reach_of(&all[i]) + 1) * radius)
			return true;
	return false;
}

/* What may be said of a bubble in a photo of the second camera. Under something that covers it nothing is certain. */
static enum truth
truth_of(const struct photo_mark *mark)
{
	if (mark->state == PHOTO_FAINT)
		return TRUTH_ANY;
	if (mark->seen < SEEN_HALF || (mark->seen < 100 && mark->state != PHOTO_EMPTY && may_be_below(mark)))
		return TRUTH_HIDDEN;
	if (mark->state == PHOTO_CORRECTED)
		return TRUTH_ASK;
	if (mark->seen < 100)
		return mark->state == PHOTO_FILLED ? TRUTH_NOT_EMPTY : TRUTH_NOT_FILLED;
	return mark->state == PHOTO_FILLED ? TRUTH_MARKED : TRUTH_EMPTY;
}

/* Finds the form that was seen where it lies: the same one may be in a photo twice. */
static const struct seen_form *
find_seen(const struct sight *sight, const struct photo *photo, const struct photo_form *form)
{
	const struct seen_form *best = NULL;
	double least = INFINITY;

	for (unsigned i = 0; i < sight->forms->len; i++) {
		const struct seen_form *seen = SEEN_FORM(sight, i);
		double off = 0;

		if (strcmp(seen->text, form->code) != 0 || seen->marks != form->marks)
			continue;
		for (unsigned n = 0; n < seen->marks; n++) {
			const struct photo_mark *mark = &photo->mark[form->first + n];

			off += hypot(mark->x - seen->mark[n].at.x, mark->y - seen->mark[n].at.y) / seen->mark[n].radius;
		}
		if (off / seen->marks < least) {
			least = off / seen->marks;
			best = seen;
		}
	}
	/* Forms that are taken for others are another stage's business. */
	return least < 1 ? best : NULL;
}

static bool
second_colours(void *picture, struct colours *colours)
{
	const struct photo *photo = picture;

	return photo->coloured && strcmp(photo->suffix, ".jpg") == 0 &&
		colours_read(photo->file, photo->file_bytes, colours);
}

static const char *
condition(unsigned number)
{
	return number < TRAIN_SECOND ? NULL : photo_condition(PHOTO_FORM, number - TRAIN_SECOND);
}

static void
photograph(struct train_writing *writing, unsigned number_of_condition, unsigned number, uint64_t seed)
{
	struct photo *photo = photo_shoot(PHOTO_FORM, condition(number_of_condition), seed);
	struct sight sight;

	if (photo == NULL)
		return;
	if (writing->folder != NULL) {
		g_autofree char *file =
			g_strdup_printf("%s/%s-%u%s", writing->folder, photo->condition, number, photo->suffix);

		g_file_set_contents(file, (const char *)photo->file, (gssize)photo->file_bytes, NULL);
	}
	code_list_look_in_colour(
		NULL, eye, &(struct image){photo->w, photo->h, photo->grey}, second_colours, photo, &sight);
	for (size_t f = 0; f < photo->forms; f++) {
		const struct seen_form *seen = find_seen(&sight, photo, &photo->form[f]);
		enum truth truth[FORM_BUBBLES];

		if (seen == NULL)
			continue;
		for (unsigned i = 0; i < seen->marks; i++) {
			const struct photo_mark *mark = &photo->mark[photo->form[f].first + i];
			double off = hypot(mark->x - seen->mark[i].at.x, mark->y - seen->mark[i].at.y);

			truth[i] = off > TRAIN_OFF * seen->mark[i].radius ? TRUTH_ANY : truth_of(mark);
			if (truth[i] == TRUTH_EMPTY &&
				is_touched(&photo->mark[photo->form[f].first], seen->marks, i, seen->mark[i].radius))
				truth[i] = TRUTH_NOT_FILLED;
		}
		train_write_form(writing, (unsigned)f, seen, truth);
	}
	sight_finish(&sight);
	photo_destroy(photo);
}

int
main(int argc, char **argv)
{
	static const struct train_camera camera = {condition, photograph};
	int status;

	eye = sodium_init() < 0 ? NULL : eye_create(kiosk_eye_game);
	if (eye == NULL)
		return 1;
	eye_prepare(eye);
	status = train_take_photos(&camera, argc, argv);
	eye_destroy(eye);
	return status;
}
