/* SPDX-License-Identifier: MIT
 * How well the eye reads bubbles under the conditions of bubble_photos.c. A row a condition: bubbles, those wrong and
 * called certain, those unsure of the plain ones (after rows were settled), pictures about which nothing is asked,
 * forms not found, and how far the outlines that were found are off. In the environment EYE_CONDITION names the one row
 * to measure, EYE_SHOW_WRONG says what was wrong, EYE_SHOW_UNSURE what was unsure, and EYE_KEEP is a folder for the
 * pictures. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/games/marks.h"
#include "tests/bench/bubble_photos.h"
#include "tests/tools.h"

struct count {
	unsigned bubbles, wrong, plain, unsure, forms, lost, pictures, asked;
	bool ask;                 /* about the picture that is judged */
	double squares, furthest; /* in millimetres */
	unsigned places;
};

/* Says what a bubble was taken for, where the environment asks for it. */
static void
show(const char *wish, const struct seen_form *seen, const struct seen_mark *mark, enum truth truth)
{
	if (getenv(wish) != NULL)
		printf("    %s %s at %.0f, %.0f is %s (%.3f), but %d\n", seen->text, mark->id, mark->at.x, mark->at.y,
			mark_state_name(mark->state), mark->darkness, (int)truth);
}

/* Counts the bubbles of one form against what was drawn and where it lies. Whether one is wrong. */
static bool
judge(const struct bubble_photo *photo, void *data)
{
	const struct form *form = &photo->paper->form[photo->form];
	const enum truth *truth = photo->paper->truth[photo->form];
	struct seen_form settled, *seen = &settled;
	struct count *count = data;
	unsigned before = count->wrong, asked = count->unsure;

	count->forms++;
	count->bubbles += form->bubbles;
	if (photo->seen == NULL || photo->seen->marks != form->bubbles) {
		count->lost++;
		return false;
	}
	settled = *photo->seen;
	marks_settle_rows(&settled);
	for (unsigned i = 0; i < seen->marks; i++) {
		const struct rect *at = &form->bubble[i].at;
		const struct seen_mark *mark = &seen->mark[i];
		double x, y, off;

		scene_where(photo->scene, &photo->paper->part, photo->lie, at->x + at->w / 2.0, at->y + at->h / 2.0, &x,
			&y);
		off = hypot(x - mark->at.x, y - mark->at.y) / photo->scene->conditions.scale;
		count->squares += mark->state == MARK_UNSURE ? 0 : off * off;
		count->places += mark->state != MARK_UNSURE;
		if (mark->state != MARK_UNSURE)
			count->furthest = fmax(count->furthest, off);
		if (truth[i] <= TRUTH_MARKED) {
			count->plain++;
			count->unsure += mark->state == MARK_UNSURE;
			if (mark->state == MARK_UNSURE)
				show("EYE_SHOW_UNSURE", seen, mark, truth[i]);
		}
		if (truth_refutes(truth[i], mark->state)) {
			count->wrong++;
			show("EYE_SHOW_WRONG", seen, mark, truth[i]);
		}
	}
	count->ask |= count->unsure > asked;
	return count->wrong > before || getenv("EYE_SHOW_UNSURE") != NULL;
}

static void
add_up(struct count *all, const struct count *one)
{
	all->bubbles += one->bubbles;
	all->wrong += one->wrong;
	all->forms += one->forms;
	all->lost += one->lost;
}

void
bench_bubbles(struct bench *bench, enum level level, unsigned pictures)
{
	const char *only = getenv("EYE_CONDITION");
	struct count all = {0};

	for (size_t i = 0; i < bubble_conditions_count; i++) {
		const struct bubble_condition *with = &bubble_conditions[i];
		struct count count = {0};
		double unsure;

		if (with->level != level || (only != NULL && strcmp(only, with->name) != 0))
			continue;
		for (unsigned n = 0; n < pictures; n++) {
			count.ask = false;
			bubble_photograph(bench, with, getenv("EYE_KEEP"), n, judge, &count);
			count.asked += count.ask;
		}
		unsure = 100.0 * count.unsure / MAX(count.plain, 1u);
		printf("bubbles  %-20s %6u: %3u wrong and certain, %5.2f %% unsure%s, %u of %u pictures without a question, "
		       "%u of %u forms not found, %.3f mm off "
		       "(%.2f at most)\n",
			with->name, count.bubbles, count.wrong, unsure,
			with->most > 0 && unsure > with->most ? " (!)" : "", pictures - count.asked, pictures,
			count.lost, count.forms, sqrt(count.squares / MAX(count.places, 1u)), count.furthest);
		fflush(stdout);
		add_up(&all, &count);
	}
	printf("bubbles  all of %-13s %6u: %3u wrong and certain, %u of %u forms not found\n", bench_levels[level],
		all.bubbles, all.wrong, all.lost, all.forms);
}
