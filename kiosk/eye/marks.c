/* SPDX-License-Identifier: MIT
 * Marks in bubbles. What is inside a bubble is compared with the paper around
 * it, sloped as the light falls, and with the ink of the form's own tags; what
 * is a mark follows from the form's own bubbles, most of which are empty, and
 * from its own other marks. Doubt is a state of its own. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/eye/parts.h"

#define INNER      0.75 /* of the radius: the printed outline stays outside */
#define GRID       15   /* samples across the inside */
#define AROUND     72   /* samples of the paper, on two circles */
#define EMPTY_STEP 0.06 /* darker than the empty ones by this: no longer surely empty */
#define MARK_STEP  0.11 /* by this: a mark */
#define SHARE      0.45 /* of what the form's marks usually have: less may be an erased one, */
#define DEEP       0.60 /* unless its darkest part is like theirs: then it is a tick or a cross */
#define SMUDGE     0.75 /* of that: where not even its darkest part is so deep, it is rubbed out or a smudge */
#define DARKEST    10   /* one in so many samples is that part */
#define RING_MIN   0.03 /* of the paper's brightness: an outline differs by more */
#define RING_SHARE 0.5  /* of what others of the form do: less is not one, or burnt out */
#define SEEN_MIN   0.70 /* of what is around a bubble: with less paper it is covered, or half in a shadow */
#define UNEVEN_MAX 0.12 /* of the light, around a bubble: more is an edge */
#define PAPER_OFF  0.30 /* darker than the neighbourhood's: a pen's circle, or an edge */
#define NEAR       9    /* bubbles of a neighbourhood, with itself */
#define EMPTY_MAX  0.30 /* where the emptiest are darker than this, nothing is sure */

/* What was measured of a bubble beside its darkness. */
struct measure {
	double uneven; /* how far the light around it is from a slope */
	double depth;  /* how dark its darkest part is, as darkness is */
	double paper;  /* how bright the paper around it is, in grey levels */
	double seen;   /* the share of what is around it that looks like paper */
	double ring;   /* how much darker its outline is than that, as a share of it */
};

/* The light of the paper at a bubble, sloped; and how far from a slope it is. */
struct light {
	double level, x, y;
	double uneven;
	double seen; /* the share that is paper */
};

static int
by_value(const void *a, const void *b)
{
	double one = *(const double *)a, other = *(const double *)b;

	return (one > other) - (one < other);
}

/* How bright ink is beside the white of a tag, from 0 to 1. */
static double
tag_ink(const struct image *image, const struct seen_tag *tag)
{
	static const struct point square[4] = {{2, 2}, {8, 2}, {8, 8}, {2, 8}};
	double grey[TAG_MODULES * TAG_MODULES], white = 0;
	struct plane plane;
	int n = 0, ring = 0;

	if (!plane_fit(square, tag->corner, 4, &plane))
		return 0;
	for (int y = 0; y < TAG_MODULES; y++) {
		for (int x = 0; x < TAG_MODULES; x++) {
			grey[n] = plane_grey_at(image, plane_map(&plane, x + 0.5, y + 0.5));
			if (x >= 2 && x <= 7 && y >= 2 && y <= 7 && (x == 2 || x == 7 || y == 2 || y == 7)) {
				white += grey[n];
				ring++;
			}
			n++;
		}
	}
	qsort(grey, (size_t)n, sizeof *grey, by_value);
	return white > 0 ? grey[n / 6] * ring / white : 0;
}

static double
form_ink(const struct image *image, const struct seen_tag *const corner[4])
{
	double ink[4] = {0};
	size_t found = 0;

	for (int i = 0; i < 4; i++)
		if (corner[i] != NULL)
			ink[found++] = tag_ink(image, corner[i]);
	qsort(ink, found, sizeof *ink, by_value);
	return found == 0 ? 0 : CLAMP(ink[found / 2], 0, 0.7);
}

static struct point
bubble_point(const struct warp *warp, const struct rect *at, double u, double v)
{
	return plane_warp_map(warp, at->x + at->w / 2.0 * (1 + u), at->y + at->h / 2.0 * (1 + v));
}

/* Fits a slope to the samples that count. */
static bool
fit_light(double sample[AROUND][3], const bool counts[AROUND], struct light *light)
{
	double rows[3][4] = {{0}}, answer[3];

	for (int i = 0; i < AROUND; i++) {
		const double term[4] = {1, sample[i][0], sample[i][1], sample[i][2]};

		for (int r = 0; counts[i] && r < 3; r++)
			for (int c = 0; c < 4; c++)
				rows[r][c] += term[r] * term[c];
	}
	if (!plane_solve(rows[0], 3, answer))
		return false;
	*light = (struct light){answer[0], answer[1], answer[2], 0, 0};
	return true;
}

/* The paper around a bubble without what is printed and written on it: dark samples are left out
 * step by step. */
static struct light
light_around(const struct image *image, const struct warp *warp, const struct rect *at)
{
	double sample[AROUND][3], grey[AROUND], sum = 0;
	bool counts[AROUND];
	struct light light;
	int kept = 0;

	for (int i = 0; i < AROUND; i++) {
		double reach = i % 2 == 0 ? 1.22 : 1.42, turn = 2 * G_PI * i / AROUND;

		sample[i][0] = reach * cos(turn);
		sample[i][1] = reach * sin(turn);
		grey[i] = sample[i][2] =
			plane_grey_at(image, bubble_point(warp, at, sample[i][0], sample[i][1]));
		counts[i] = true;
	}
	qsort(grey, AROUND, sizeof *grey, by_value);
	light = (struct light){grey[AROUND * 3 / 4], 0, 0, 0, 0};
	for (int round = 0; round < 4; round++) {
		struct light better;

		kept = 0;
		sum = 0;
		for (int i = 0; i < AROUND; i++) {
			double here = light.level + light.x * sample[i][0] + light.y * sample[i][1];
			double off = sample[i][2] - here;

			/* The first look allows for a slope, later ones for noise. */
			counts[i] = off > -(round == 0 ? 0.45 : 0.12) * light.level;
			kept += counts[i];
			sum += counts[i] ? off * off : 0;
		}
		if (kept < AROUND / 3 || !fit_light(sample, counts, &better))
			break;
		light = better;
	}
	light.uneven = kept > 0 && light.level > 1 ? sqrt(sum / kept) / light.level : 1;
	light.seen = kept / (double)AROUND;
	return light;
}

static double
darkness(const struct image *image, const struct warp *warp, const struct rect *at, double ink,
	struct measure *measure)
{
	struct light light = light_around(image, warp, at);
	double dark[GRID * GRID], sum = 0;
	unsigned count = 0;

	for (int y = 0; y < GRID; y++) {
		for (int x = 0; x < GRID; x++) {
			double u = INNER * (2.0 * x / (GRID - 1) - 1), v = INNER * (2.0 * y / (GRID - 1) - 1);
			double paper = light.level + light.x * u + light.y * v;

			if (u * u + v * v > INNER * INNER)
				continue;
			dark[count] = 1 - plane_grey_at(image, bubble_point(warp, at, u, v)) / fmax(paper, 1);
			sum += dark[count++];
		}
	}
	qsort(dark, count, sizeof *dark, by_value);
	measure->uneven = light.uneven;
	measure->paper = light.level;
	measure->seen = light.seen;
	measure->ring = eye_bubble_outline(image, at, warp) / fmax(light.level, 1);
	measure->depth = dark[count - 1 - count / DARKEST] / (1 - ink);
	return CLAMP(sum / count / (1 - ink), 0, 1);
}

/* The bounds between empty, unsure and filled, from all bubbles of the form. */
struct bounds {
	double base;         /* an empty one */
	double empty;        /* up to here surely empty */
	double mark;         /* from here a mark, when it is deep, */
	double filled, deep; /* or this dark */
};

static double
middle_of(double *values, size_t count)
{
	qsort(values, count, sizeof *values, by_value);
	return values[count / 2];
}

static void
find_bounds(const struct seen_form *seen, const struct measure *measure, struct bounds *bounds)
{
	double sorted[FORM_BUBBLES] = {0}, depth[FORM_BUBBLES] = {0}, spread;
	unsigned n = seen->marks, marked = 0;

	for (unsigned i = 0; i < n; i++)
		sorted[i] = seen->mark[i].darkness;
	qsort(sorted, n, sizeof *sorted, by_value);
	bounds->base = sorted[n / 6];
	spread = sorted[n / 3] - sorted[0];
	bounds->empty = bounds->base + fmax(EMPTY_STEP, 1.5 * spread);
	bounds->filled = bounds->mark = bounds->base + fmax(MARK_STEP, 3 * spread);
	for (unsigned i = 0; i < n; i++) {
		if (seen->mark[i].darkness < bounds->mark)
			continue;
		sorted[marked] = seen->mark[i].darkness;
		depth[marked++] = measure[i].depth;
	}
	bounds->deep = marked == 0 ? 1 : DEEP * middle_of(depth, marked);
	if (marked > 0)
		bounds->filled = fmax(bounds->mark,
			bounds->base + SHARE * (middle_of(sorted, marked) - bounds->base));
}

/* The paper of a bubble's neighbourhood, a pen's circle around it and a scribble beside it notwithstanding:
 * the middle of what those nearest to it have. */
static double
paper_near(const struct seen_form *seen, const struct measure *measure, unsigned mark)
{
	double far[NEAR] = {0}, paper[NEAR] = {0};
	unsigned count = 0;

	for (unsigned i = 0; i < seen->marks; i++) {
		double here = hypot(seen->mark[i].at.x - seen->mark[mark].at.x, seen->mark[i].at.y - seen->mark[mark].at.y);
		unsigned at = count < NEAR ? count++ : NEAR;

		for (; at > 0 && here < far[at - 1]; at--)
			if (at < NEAR) {
				far[at] = far[at - 1];
				paper[at] = paper[at - 1];
			}
		if (at < NEAR) {
			far[at] = here;
			paper[at] = measure[i].paper;
		}
	}
	return middle_of(paper, count);
}

/* Whether what was measured can be believed: an outline as clear as others of the form (where it is not, ink is
 * burnt out, or it is not here), and paper around it as in the neighbourhood, neither covered nor split by
 * the edge of a shadow. */
static bool
is_certain(const struct measure *measure, double ring, double near)
{
	return measure->ring > fmax(RING_MIN, RING_SHARE * ring) && measure->seen > SEEN_MIN &&
	       measure->uneven < UNEVEN_MAX && measure->paper > near * (1 - PAPER_OFF);
}

/* How clear the outlines of a form are. */
static double
usual_ring(const struct measure *measure, unsigned count)
{
	double ring[FORM_BUBBLES];

	for (unsigned i = 0; i < count; i++)
		ring[i] = measure[i].ring;
	return count == 0 ? 0 : middle_of(ring, count);
}

static enum mark_state
state_of(double dark, const struct measure *measure, const struct bounds *bounds)
{
	double doubt = fmin(1, 2 * fmax(0, measure->uneven - 0.05)); /* a hard edge of shadow */

	if (bounds->base > EMPTY_MAX)
		return MARK_UNSURE;
	if ((dark >= bounds->filled + doubt && measure->depth >= SMUDGE * bounds->deep) ||
		(dark >= bounds->mark + doubt && measure->depth >= bounds->deep))
		return MARK_FILLED;
	return dark <= bounds->empty ? MARK_EMPTY : MARK_UNSURE;
}

void
eye_marks_read(const struct image *image, const struct form *form,
	const struct seen_tag *const corner[4], const struct warp *warp, struct seen_form *seen)
{
	struct measure *measure = g_new(struct measure, form->bubbles);
	double ink = form_ink(image, corner);
	struct bounds bounds = {0};
	double ring;

	seen->marks = form->bubbles;
	for (unsigned i = 0; i < form->bubbles; i++) {
		const struct rect *at = &form->bubble[i].at;
		struct seen_mark *mark = &seen->mark[i];
		struct point edge = bubble_point(warp, at, 1, 0);

		memcpy(mark->id, form->bubble[i].id, sizeof mark->id);
		mark->at = bubble_point(warp, at, 0, 0);
		mark->radius = hypot(edge.x - mark->at.x, edge.y - mark->at.y);
		mark->darkness = darkness(image, warp, at, ink, &measure[i]);
	}
	if (seen->marks > 0)
		find_bounds(seen, measure, &bounds);
	ring = usual_ring(measure, seen->marks);
	for (unsigned i = 0; i < seen->marks; i++)
		seen->mark[i].state = is_certain(&measure[i], ring, paper_near(seen, measure, i))
			? state_of(seen->mark[i].darkness, &measure[i], &bounds)
			: MARK_UNSURE;
	g_free(measure);
}
