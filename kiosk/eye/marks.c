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
#define DARKEST    14   /* one in so many samples is a bubble's darkest part: its depth */
#define EMPTY_STEP 0.045 /* darker than the empty ones by this: no longer surely empty, */
#define EMPTY_DEEP 0.13 /* nor deeper by this: a thin line is not dark all over */
#define MARK_STEP  0.06 /* darker by this, and */
#define MARK_DEEP  0.20 /* deeper by this: a mark, */
#define STAIN_DEEP 0.40 /* of ink: coffee alone is no deeper, */
#define STAIN_OVER 0.47 /* nor than this where two stains or one and a label lie over each other: */
#define STAIN_SEEN 0.92 /* with less paper around it a bubble may lie at the edge of one */
#define DEEP       0.55 /* if it has this share of the depth of the form's other marks; a rubbed out one has less, */
#define SMUDGE     0.50 /* or this share, */
#define SHARE      0.60 /* and this share of their darkness */
#define ASIDE      0.31 /* of the radius: what is dark there only ran in from a mark beside it; marks lie up to 0.28 off */
#define RING_MIN   0.03 /* of the paper's brightness: an outline differs by more */
#define RING_SHARE 0.55 /* of what others of the form do: less is not one, or burnt out, */
#define RING_USUAL 0.8  /* and less than this is fainter than usual */
#define SEEN_MIN   0.78 /* of what is around a bubble: with less paper it is covered, or half in a shadow */
#define UNEVEN_MAX 0.12 /* of the light, around a bubble: more is an edge */
#define PAPER_OFF  0.30 /* darker than the neighbourhood's: a pen's circle, or an edge, */
#define SHADE_OFF  0.67 /* or by no more than this the middle of a shadow, where all around is alike: */
#define SHADE_SEEN 0.95 /* so much of it, */
#define SHADE_EVEN 0.07 /* so evenly, */
#define SHADE_LIT  0.15 /* and nothing inside is brighter by this */
#define ALIKE      6    /* bubbles with the same label say what an empty one of them is like */
#define LABEL_DARK 0.025 /* darker than others by no more than this, */
#define LABEL_OFF  0.10 /* and deeper by this, */
#define LABEL_RING 0.38 /* or by this share of what its outline is: both are clear in a sharp picture */
#define NEAR       9    /* bubbles of a neighbourhood, with itself */
#define EMPTY_MAX  0.08 /* where the emptiest are darker than this, */
#define BLANK_DEEP 0.34 /* or deeper than this, none is surely empty: all may be marked */

/* What was measured of a bubble beside its darkness. */
struct measure {
	double uneven; /* how far the light around it is from a slope */
	double depth;  /* how dark its darkest part is, as darkness is */
	double bright; /* how much brighter than the paper its brightest part is, likewise */
	double aside;  /* how far from the middle what is so dark lies, in radii */
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
light_around(const struct image *image, const struct bubble_spot *spot)
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
			plane_grey_at(image, eye_bubble_point(spot, sample[i][0], sample[i][1]));
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

/* The inside of a bubble, sample by sample: how dark each is beside the paper. */
struct inside {
	unsigned count;
	double dark[GRID * GRID];
	struct point at[GRID * GRID]; /* in radii */
};

static void
look_inside(const struct image *image, const struct bubble_spot *spot, const struct light *light, double ink,
	struct inside *inside)
{
	inside->count = 0;
	for (int y = 0; y < GRID; y++)
		for (int x = 0; x < GRID; x++) {
			double u = INNER * (2.0 * x / (GRID - 1) - 1), v = INNER * (2.0 * y / (GRID - 1) - 1);
			double paper = fmax(light->level + light->x * u + light->y * v, 1);

			if (u * u + v * v > INNER * INNER)
				continue;
			inside->dark[inside->count] = (1 - plane_grey_at(image, eye_bubble_point(spot, u, v)) / paper) / (1 - ink);
			inside->at[inside->count++] = (struct point){u, v};
		}
}

/* How far from the middle the middle of what is dark lies: at least half as dark as the darkest. */
static double
dark_aside(const struct inside *inside, double depth)
{
	struct point sum = {0, 0};
	unsigned count = 0;

	for (unsigned i = 0; i < inside->count; i++)
		if (inside->dark[i] >= 0.5 * depth) {
			sum.x += inside->at[i].x;
			sum.y += inside->at[i].y;
			count++;
		}
	return count == 0 ? 0 : hypot(sum.x, sum.y) / count;
}

static double
darkness(const struct image *image, const struct bubble_spot *spot, double ink, struct measure *measure)
{
	struct light light = light_around(image, spot);
	struct inside inside;
	double sorted[GRID * GRID] = {0}, sum = 0;

	look_inside(image, spot, &light, ink, &inside);
	for (unsigned i = 0; i < inside.count; i++)
		sum += sorted[i] = inside.dark[i];
	qsort(sorted, inside.count, sizeof *sorted, by_value);
	measure->uneven = light.uneven;
	measure->paper = light.level;
	measure->seen = light.seen;
	measure->ring = eye_bubble_outline(image, spot) / fmax(light.level, 1);
	measure->depth = sorted[inside.count - 1 - inside.count / DARKEST];
	measure->bright = -sorted[inside.count / DARKEST];
	measure->aside = dark_aside(&inside, measure->depth);
	return CLAMP(sum / inside.count, 0, 1);
}

/* What empty bubbles and marks of the form are like. */
struct bounds {
	double base, shallow; /* an empty one's darkness and depth */
	double full, deep;    /* a mark's */
};

static double
middle_of(double *values, size_t count)
{
	qsort(values, count, sizeof *values, by_value);
	return values[count / 2];
}

/* A stain is broad and pale: it makes a bubble dark, but not as deep as a pen does. */
static bool
is_like_a_mark(double dark, const struct measure *measure, const struct bounds *bounds)
{
	double stain = measure->seen < STAIN_SEEN ? STAIN_OVER : STAIN_DEEP;

	return dark >= bounds->base + MARK_STEP && measure->depth >= fmax(stain, bounds->shallow + MARK_DEEP);
}

/* Most bubbles of a form are empty, and a sixth of them even where it is full of marks. */
static void
find_bounds(const struct seen_form *seen, const struct measure *measure, struct bounds *bounds)
{
	double dark[FORM_BUBBLES] = {0}, depth[FORM_BUBBLES] = {0};
	unsigned n = seen->marks, marked = 0;

	for (unsigned i = 0; i < n; i++) {
		dark[i] = seen->mark[i].darkness;
		depth[i] = measure[i].depth;
	}
	qsort(dark, n, sizeof *dark, by_value);
	qsort(depth, n, sizeof *depth, by_value);
	*bounds = (struct bounds){.base = dark[n / 6], .shallow = depth[n / 6]};
	for (unsigned i = 0; i < n; i++)
		if (is_like_a_mark(seen->mark[i].darkness, &measure[i], bounds)) {
			dark[marked] = seen->mark[i].darkness;
			depth[marked++] = measure[i].depth;
		}
	bounds->full = marked == 0 ? 0 : middle_of(dark, marked);
	bounds->deep = marked == 0 ? 0 : middle_of(depth, marked);
}

/* What stands in a bubble: the end of its name. */
static const char *
label_of(const struct seen_mark *mark)
{
	const char *dot = strrchr(mark->id, '.');

	return dot == NULL ? mark->id : dot + 1;
}

/* The same for one bubble: those with the same label know better what it is like when it is empty. Where they are few
 * it may have any. `ring` is how clear outlines are. */
static struct bounds
bounds_of(const struct seen_form *seen, const struct measure *measure, const struct bounds *all, double ring,
	unsigned mark)
{
	double dark[FORM_BUBBLES], depth[FORM_BUBBLES];
	struct bounds bounds = *all;
	unsigned n = 0;

	for (unsigned i = 0; i < seen->marks; i++)
		if (strcmp(label_of(&seen->mark[i]), label_of(&seen->mark[mark])) == 0) {
			dark[n] = seen->mark[i].darkness;
			depth[n++] = measure[i].depth;
		}
	bounds.base += LABEL_DARK;
	bounds.shallow += fmax(LABEL_OFF, LABEL_RING * ring);
	if (n >= ALIKE) {
		qsort(dark, n, sizeof *dark, by_value);
		qsort(depth, n, sizeof *depth, by_value);
		bounds.base = fmin(dark[n / 12], bounds.base);
		bounds.shallow = fmin(depth[n / 12], bounds.shallow);
	}
	return bounds;
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
	bool shaded = measure->seen > SHADE_SEEN && measure->uneven < SHADE_EVEN && measure->bright < SHADE_LIT &&
		measure->paper > near * (1 - SHADE_OFF);

	return measure->ring > fmax(RING_MIN, RING_SHARE * ring) && measure->seen > SEEN_MIN &&
	       measure->uneven < UNEVEN_MAX && (measure->paper > near * (1 - PAPER_OFF) || shaded);
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

/* `own` is what it would be like if it were empty; `faint`, how many times fainter its outline is than others: what
 * glare takes from the outline it takes from a mark. */
static enum mark_state
state_of(double dark, const struct measure *measure, const struct bounds *bounds, const struct bounds *own, double faint)
{
	double doubt = fmin(1, 2 * fmax(0, measure->uneven - 0.05)); /* a hard edge of shadow */
	bool blank = bounds->base <= EMPTY_MAX && bounds->shallow <= BLANK_DEEP;

	if (is_like_a_mark(dark - doubt, measure, bounds) && measure->aside <= ASIDE &&
		(measure->depth >= DEEP * bounds->deep ||
			(measure->depth >= SMUDGE * bounds->deep && dark - bounds->base >= SHARE * (bounds->full - bounds->base))))
		return MARK_FILLED;
	if (blank && dark <= own->base + EMPTY_STEP / faint && measure->depth <= own->shallow + EMPTY_DEEP / faint)
		return MARK_EMPTY;
	return MARK_UNSURE;
}

void
eye_marks_read(const struct image *image, const struct form *form,
	const struct seen_tag *const corner[4], const struct bubble_spot *spot, struct seen_form *seen)
{
	struct measure *measure = g_new(struct measure, form->bubbles);
	double ink = form_ink(image, corner);
	struct bounds bounds = {0};
	double ring;

	seen->marks = form->bubbles;
	for (unsigned i = 0; i < form->bubbles; i++) {
		struct seen_mark *mark = &seen->mark[i];

		memcpy(mark->id, form->bubble[i].id, sizeof mark->id);
		mark->at = spot[i].middle;
		mark->radius = hypot(spot[i].right.x, spot[i].right.y);
		mark->darkness = darkness(image, &spot[i], ink, &measure[i]);
	}
	if (seen->marks > 0)
		find_bounds(seen, measure, &bounds);
	ring = usual_ring(measure, seen->marks);
	for (unsigned i = 0; i < seen->marks; i++) {
		struct bounds own = bounds_of(seen, measure, &bounds, ring, i);
		double faint = fmax(1, RING_USUAL * ring / fmax(measure[i].ring, 1e-3));

		seen->mark[i].state = is_certain(&measure[i], ring, paper_near(seen, measure, i))
			? state_of(seen->mark[i].darkness, &measure[i], &bounds, &own, faint)
			: MARK_UNSURE;
	}
	g_free(measure);
}
