/* SPDX-License-Identifier: MIT
 * Which clips lie on a card: those that share no cell and explain most of what is seen, each line once. */
#include <glib.h>
#include <math.h>
#include <stdlib.h>

#include "kiosk/games/clips/clip_fit_parts.h"

/* Whether two directions are within a twelfth of a turn. */
static bool
is_alike(int one, int other)
{
	int apart = abs(one - other);

	return MIN(apart, CLIP_DIRECTIONS - apart) <= 2;
}

/* How many millimetres of the one's clip are also the other's. */
static double
shared_with(const struct clip_lines *lines, const struct clip_point *one, unsigned ones, const struct clip_point *other,
	unsigned others)
{
	double sum = 0;

	for (unsigned i = 0; i < ones; i++) {
		double line = clip_lines_at(lines, one[i].direction, one[i].x, one[i].y);
		bool near = false;

		for (unsigned n = 0; n < others && line > 0 && !near; n++)
			near = hypot(one[i].x - other[n].x, one[i].y - other[n].y) < 80 &&
				is_alike(one[i].direction, other[n].direction);
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
clip_choices_prepare(const struct card *card, const struct clip_lines *lines, struct clip_choices *choices)
{
	struct clip_point(*point)[CLIP_POINTS] = g_malloc(CLIP_CHOICES * sizeof *point);
	unsigned points[CLIP_CHOICES];

	for (unsigned i = 0; i < choices->count; i++) {
		const struct card_run *run = &card->run[choices->choice[i].run];

		choices->cells[i] = run->cells;
		points[i] = clip_fit_path(card, run, &choices->choice[i].fit.seat, point[i]);
		for (unsigned n = 0; n < i; n++)
			choices->shared[i][n] = choices->shared[n][i] =
				fmax(shared_with(lines, point[i], points[i], point[n], points[n]),
					shared_with(lines, point[n], points[n], point[i], points[i]));
	}
	g_free(point);
}

/* Goes on from the n-th with what is taken so far. */
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
		(choices->set & 1U << n) == 0) {
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
