/* SPDX-License-Identifier: MIT
 * Selects the clips of a card: the set without shared cells that explains most of the lines, each line only once. */
#include <glib.h>
#include <math.h>
#include <stdlib.h>

#include "kiosk/games/clips/clip_fit.h"

/* Largest distance of two points that may be on the same wire, in hundredths of a millimetre. */
#define NEAR 80

/* Millimetres of wire of one clip that the other explains, too: at points with a near point of the other whose
 * direction differs by at most two steps. */
static double
shared_with(const struct clip_lines *lines, const struct clip_path *one, const struct clip_path *other)
{
	double sum = 0;

	for (unsigned i = 0; i < one->points; i++) {
		const struct clip_point *at = &one->point[i];
		double line = clip_lines_at(lines, at);
		bool near = false;

		for (unsigned n = 0; n < other->points && line > 0 && !near; n++) {
			int apart = abs(at->direction - other->point[n].direction);

			near = hypot(at->x - other->point[n].x, at->y - other->point[n].y) < NEAR &&
				MIN(apart, CLIP_DIRECTIONS - apart) <= 2;
		}
		sum += near ? line * CLIP_APART / 100 : 0;
	}
	return sum;
}

void
clip_choices_add(struct clip_choices *choices, const struct clip_choice *choice)
{
	unsigned at = choices->count;

	if (at == CLIP_CHOICES && !(choice->fit.score > choices->choice[--at].fit.score))
		return;
	/* Best first. */
	for (; at > 0 && choice->fit.score > choices->choice[at - 1].fit.score; at--)
		choices->choice[at] = choices->choice[at - 1];
	choices->choice[at] = *choice;
	choices->count = MIN(choices->count + 1, CLIP_CHOICES);
}

void
clip_choices_prepare(const struct clip_lines *lines, struct clip_choices *choices)
{
	g_autofree struct clip_path *path = g_new(struct clip_path, CLIP_CHOICES);

	for (unsigned i = 0; i < choices->count; i++) {
		const struct card_run *run = &lines->card->run[choices->choice[i].run];

		choices->cells[i] = run->cells;
		choices->choice[i].clear = clip_fit_is_clear(lines, run, &choices->choice[i].fit.seat);
		clip_path_make(lines->card, run, &choices->choice[i].fit.seat, &path[i]);
		for (unsigned n = 0; n < i; n++)
			choices->shared[i][n] = choices->shared[n][i] =
				fmax(shared_with(lines, &path[i], &path[n]), shared_with(lines, &path[n], &path[i]));
	}
}

/* Branch and bound: decides on the candidates from the n-th on, given the set so far. */
static void
choose_more(struct clip_choices *choices, unsigned n, unsigned left, uint64_t cells, double score)
{
	double hope = score;

	if (score > choices->best) {
		choices->best = score;
		choices->best_set = choices->set;
	}
	for (unsigned i = n, more = 0; i < choices->count && more < left; i++, more++)
		hope += fmax(0, choices->choice[i].fit.score);
	if (n == choices->count || left == 0 || hope <= choices->best)
		return;
	if ((int)n != choices->banned && (choices->cells[n] & cells) == 0 && choices->choice[n].fit.score > 0 &&
		(choices->set & 1U << n) == 0 && (choices->choice[n].clear || !choices->only_clear)) {
		double gain = choices->choice[n].fit.score;

		for (unsigned i = 0; i < choices->count; i++)
			if (choices->set & 1U << i)
				gain -= choices->shared[n][i];
		choices->set |= 1U << n;
		choose_more(choices, n + 1, left - 1, cells | choices->cells[n], score + gain);
		choices->set &= ~(1U << n);
	}
	choose_more(choices, n + 1, left, cells, score);
}

double
clip_choices_best(struct clip_choices *choices, int with, int without)
{
	choices->best = -INFINITY;
	choices->banned = without;
	choices->set = with >= 0 ? 1U << with : 0;
	choose_more(choices, 0, choices->most - (with >= 0), with >= 0 ? choices->cells[with] : 0,
		with >= 0 ? choices->choice[with].fit.score : 0);
	return choices->best;
}
