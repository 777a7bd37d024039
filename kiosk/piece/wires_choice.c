/* SPDX-License-Identifier: MIT
 * Which wires lie on a board: those that share no cell and explain most of what is seen, each line once. */
#include <glib.h>
#include <math.h>
#include <stdlib.h>

#include "kiosk/piece/wires_parts.h"

/* Whether two directions are within a twelfth of a turn. */
static bool
is_alike(int one, int other)
{
	int apart = abs(one - other);

	return MIN(apart, WIRE_DIRECTIONS - apart) <= 2;
}

/* How many millimetres of the one's wire are also the other's. */
static double
shared_with(const struct wire_lines *lines, const struct wire_point *one, unsigned ones, const struct wire_point *other,
	unsigned others)
{
	double sum = 0;

	for (unsigned i = 0; i < ones; i++) {
		double line = wires_line_at(lines, one[i].direction, one[i].x, one[i].y);
		bool near = false;

		for (unsigned n = 0; n < others && line > 0 && !near; n++)
			near = hypot(one[i].x - other[n].x, one[i].y - other[n].y) < 80 &&
				is_alike(one[i].direction, other[n].direction);
		sum += near ? line * WIRE_APART / 100 : 0;
	}
	return sum;
}

void
wires_choice_add(struct wire_choices *choices, const struct wire_choice *choice)
{
	unsigned at = choices->count;

	if (at == WIRE_CHOICES && !(choice->wire.score > choices->choice[--at].wire.score))
		return;
	/* Best first. */
	for (; at > 0 && choice->wire.score > choices->choice[at - 1].wire.score; at--)
		choices->choice[at] = choices->choice[at - 1];
	choices->choice[at] = *choice;
	choices->count = MIN(choices->count + 1, WIRE_CHOICES);
}

void
wires_choice_prepare(const struct board *board, const struct wire_lines *lines, struct wire_choices *choices)
{
	struct wire_point(*point)[WIRE_POINTS] = g_malloc(WIRE_CHOICES * sizeof *point);
	unsigned points[WIRE_CHOICES];

	for (unsigned i = 0; i < choices->count; i++) {
		const struct board_run *run = &board->run[choices->choice[i].run];

		choices->cells[i] = run->cells;
		points[i] = wires_path(board, run, &choices->choice[i].wire.seat, point[i]);
		for (unsigned n = 0; n < i; n++)
			choices->shared[i][n] = choices->shared[n][i] =
				fmax(shared_with(lines, point[i], points[i], point[n], points[n]),
					shared_with(lines, point[n], points[n], point[i], points[i]));
	}
	g_free(point);
}

/* Goes on from the n-th with what is taken so far. */
static void
choose_more(struct wire_choices *choices, unsigned n, unsigned left, uint64_t cells, double score)
{
	double hope = score;

	if (score > choices->best) {
		choices->best = score;
		choices->best_set = choices->set;
	}
	for (unsigned i = n, more = 0; i < choices->count && more < left; i++, more++)
		hope += fmax(0, choices->choice[i].wire.score);
	if (n == choices->count || left == 0 || hope <= choices->best)
		return;
	if ((int)n != choices->banned && (choices->cells[n] & cells) == 0 && choices->choice[n].wire.score > 0 &&
		(choices->set & 1U << n) == 0) {
		double gain = choices->choice[n].wire.score;

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
wires_choose(struct wire_choices *choices, int with, int without)
{
	choices->best = -INFINITY;
	choices->banned = without;
	choices->set = with >= 0 ? 1U << with : 0;
	choose_more(choices, 0, choices->most - (with >= 0), with >= 0 ? choices->cells[with] : 0,
		with >= 0 ? choices->choice[with].wire.score : 0);
	return choices->best;
}
