/* SPDX-License-Identifier: MIT
 * Finds where the printed outlines of a form's bubbles really are. Four corner
 * tags cannot tell that the paper between them is bent; dozens of circles
 * can. Each is looked for near its place, and a smooth shift that fits most of
 * them is added to the warp, so that one scribbled over follows the others. */
#include <math.h>
#include <string.h>

#include "kiosk/eye/parts.h"

#define RING    24   /* samples around a circle */
#define OUTLINE 0.95 /* of the radius: the line lies inside of the box */
#define OUTSIDE 1.2
#define COARSE  0.06 /* of a bubble's size, four steps each way */
#define FINE    0.02
#define CLEAR   5.0  /* grey levels between an outline and what is outside of it */
#define ROUNDS  3    /* of fitting and leaving out what does not fit */
#define SETTLES 2

/* An outline that is clearer by so much, and so far off (in the bubble's sizes), is somewhere else. */
#define OFF_MAX    0.1
#define RING_HERE  0.6

/* A bubble in the picture: its middle and what half its width and height are there. */
struct spot {
	struct point middle, right, down;
	double x, y; /* on the form */
	struct point shift;
	bool found;
};

static void
spot_init(struct spot *spot, const struct warp *warp, const struct rect *at)
{
	double half = at->w / 2.0;
	struct point right, down;

	spot->x = at->x + half;
	spot->y = at->y + at->h / 2.0;
	spot->middle = plane_warp_map(warp, spot->x, spot->y);
	right = plane_warp_map(warp, spot->x + half, spot->y);
	down = plane_warp_map(warp, spot->x, spot->y + half);
	spot->right = (struct point){right.x - spot->middle.x, right.y - spot->middle.y};
	spot->down = (struct point){down.x - spot->middle.x, down.y - spot->middle.y};
}

/* How much darker the outline would be than what is around it, if the bubble lay this far off (in
 * its own sizes). */
static double
outline(const struct image *image, const struct spot *spot, double dx, double dy)
{
	const double turn_x = cos(2 * G_PI / RING), turn_y = sin(2 * G_PI / RING);
	double sum = 0, x = 1, y = 0;

	for (int i = 0; i < RING; i++) {
		double next = x * turn_x - y * turn_y;

		y = x * turn_y + y * turn_x;
		x = next;
		for (int out = 0; out < 2; out++) {
			double reach = out ? OUTSIDE : OUTLINE;
			double u = 2 * dx + reach * x, v = 2 * dy + reach * y;
			double grey = plane_grey_at(image,
				(struct point){spot->middle.x + u * spot->right.x + v * spot->down.x,
					spot->middle.y + u * spot->right.y + v * spot->down.y});

			sum += out ? grey : -grey;
		}
	}
	return sum / RING;
}

/* Tries places around x, y, `reach` steps each way; moves them to the best. */
static double
try_around(const struct image *image, const struct spot *spot, double step, int reach, double *x,
	double *y)
{
	double best = -INFINITY, from_x = *x, from_y = *y;

	for (int j = -reach; j <= reach; j++) {
		for (int i = -reach; i <= reach; i++) {
			double clear = outline(image, spot, from_x + i * step, from_y + j * step);

			if (clear > best) {
				best = clear;
				*x = from_x + i * step;
				*y = from_y + j * step;
			}
		}
	}
	return best;
}

static void
spot_find(const struct image *image, struct spot *spot)
{
	double x = 0, y = 0, clear;

	try_around(image, spot, COARSE, 4, &x, &y);
	/* At the rim of what was tried the best is somewhere else. */
	spot->found = fabs(x) < 3.5 * COARSE && fabs(y) < 3.5 * COARSE;
	clear = try_around(image, spot, FINE, 3, &x, &y);
	spot->found &= clear > CLEAR;
	spot->shift.x = 2 * (x * spot->right.x + y * spot->down.x);
	spot->shift.y = 2 * (x * spot->right.y + y * spot->down.y);
}

/* Fits the shifts that were found with as many terms as they carry. */
static bool
fit(const struct spot *spot, unsigned count, const struct warp *warp, double bow[2][WARP_TERMS])
{
	double rows[2][WARP_TERMS * (WARP_TERMS + 1)] = {{0}};
	unsigned found = 0, terms;

	for (unsigned i = 0; i < count; i++)
		found += spot[i].found;
	terms = found >= 40 ? 10 : found >= 16 ? 6 : found >= 8 ? 3 : 1;
	if (found < 4)
		return false;
	for (unsigned i = 0; i < count; i++) {
		double term[WARP_TERMS];

		plane_warp_terms(warp, spot[i].x, spot[i].y, term);
		for (unsigned r = 0; spot[i].found && r < terms; r++) {
			for (unsigned c = 0; c < terms; c++)
				for (int axis = 0; axis < 2; axis++)
					rows[axis][r * (terms + 1) + c] += term[r] * term[c];
			rows[0][r * (terms + 1) + terms] += term[r] * spot[i].shift.x;
			rows[1][r * (terms + 1) + terms] += term[r] * spot[i].shift.y;
		}
	}
	memset(bow, 0, 2 * sizeof *bow);
	for (int axis = 0; axis < 2; axis++) {
		/* A little pull to nothing keeps terms calm that the places hardly tell. */
		for (unsigned r = 0; r < terms; r++)
			rows[axis][r * (terms + 1) + r] += 0.05;
		if (!plane_solve(rows[axis], terms, bow[axis]))
			return false;
	}
	return true;
}

/* Leaves out what lies far from the fit: scribbles, neighbours, shadows. */
static void
prune(struct spot *spot, unsigned count, const struct warp *warp,
	double bow[2][WARP_TERMS])
{
	double off[FORM_BUBBLES], sum = 0;
	unsigned found = 0;

	for (unsigned i = 0; i < count; i++) {
		double term[WARP_TERMS], x = -spot[i].shift.x, y = -spot[i].shift.y;

		plane_warp_terms(warp, spot[i].x, spot[i].y, term);
		for (int n = 0; n < WARP_TERMS; n++) {
			x += term[n] * bow[0][n];
			y += term[n] * bow[1][n];
		}
		off[i] = hypot(x, y);
		sum += spot[i].found ? off[i] : 0;
		found += spot[i].found;
	}
	for (unsigned i = 0; i < count; i++)
		spot[i].found &= off[i] <= 2 * sum / MAX(found, 1u) + 0.25;
}

/* Adds one smooth shift to the warp. False when the outlines do not tell one. */
static bool
settle(const struct image *image, const struct form *form, struct warp *warp)
{
	struct spot *spot = g_new0(struct spot, form->bubbles);
	double bow[2][WARP_TERMS];
	bool fits = true;

	for (unsigned i = 0; i < form->bubbles; i++) {
		spot_init(&spot[i], warp, &form->bubble[i].at);
		spot_find(image, &spot[i]);
	}
	for (int i = 0; i < ROUNDS && fits; i++) {
		fits = fit(spot, form->bubbles, warp, bow);
		if (fits)
			prune(spot, form->bubbles, warp, bow);
	}
	for (int i = 0; fits && i < WARP_TERMS; i++) {
		warp->bow[0][i] += bow[0][i];
		warp->bow[1][i] += bow[1][i];
	}
	g_free(spot);
	return fits;
}

void
eye_bubbles_settle(const struct image *image, const struct form *form, struct warp *warp)
{
	/* What was out of reach before is in reach after the others have moved it. */
	for (int i = 0; i < SETTLES && settle(image, form, warp); i++)
		;
}

double
eye_bubble_outline(const struct image *image, const struct rect *at, const struct warp *warp)
{
	struct spot spot = {0};
	double x = 0, y = 0, here, best;

	spot_init(&spot, warp, at);
	here = outline(image, &spot, 0, 0);
	best = try_around(image, &spot, COARSE, 4, &x, &y);
	return hypot(x, y) <= OFF_MAX || here > RING_HERE * best ? here : 0;
}
