/* SPDX-License-Identifier: MIT
 * The light on the paper at a bubble. Mostly it slopes, and dark samples are left out of the slope step by step. Where
 * that leaves much over, an edge may go through: then the paper is alike along it and differs across it, so
 * each strip along it is as bright as its two ends outside of the bubble. A strip that is dark alone is a pen's line,
 * and one that is darker than shadows and stains are is ink: neither is paper. */
#include "kiosk/eye/bubble_measure.h"

#include <math.h>
#include <string.h>

/* Sizes are in radii of a bubble. Checked on simulated shadows and stains (tests/kiosk/eye/marks.c). */

/* Samples on a circle around a bubble. */
#define AROUND 72

/* Circles of samples. */
#define CIRCLES 3

#define SAMPLES (AROUND * CIRCLES)

/* Radii of the first circle: outside of the printed outline. */
#define FIRST 1.2

/* Radii of the last circle: inside of what is next to the bubble. */
#define LAST 1.42

/* Share below the brightness of paper from which a sample is not paper, at the first look: it allows for a slope. */
#define OFF_FIRST 0.45

/* The same at later looks, when the slope is known: it allows for noise. */
#define OFF_LATER 0.12

/* The same in deviations of the noise, where there is more of it. */
#define OFF_NOISE 2.6

/* The median difference of two samples with normal noise, in deviations of one sample. */
#define NORMAL 0.954

/* Share of paper around a bubble below which an edge may go through. */
#define EDGE_SEEN 0.95

/* Unevenness above which an edge may go through. */
#define EDGE_UNEVEN 0.035

/* Directions of an edge that are tried, in half a turn. */
#define TURNS 18

/* Samples across the inside by which one is chosen. */
#define GRID 11

/* Radii of the inside: without the printed outline. */
#define INSIDE 0.75

/* Share by which a sample counts as off at most: more is written on, however far it is off. */
#define CAP 0.15

/* Share of what the slope leaves over that an edge may leave over: more does not prove one. */
#define BETTER 0.8

#define WIDTH (2 * LAST / LIGHT_BINS)

/* Deviations by which noise makes the second brightest of three samples brighter than their mean. */
#define BRIGHT 0.43

/* Share by which a strip may be darker than the brightest: no shadow is darker. */
#define SHADOW 0.67

/* The same between brighter strips: no stain is darker. */
#define STAIN 0.42

struct samples {
	double u[SAMPLES], v[SAMPLES], grey[SAMPLES];
	bool counts[SAMPLES];
};

static void
take_samples(const struct image *image, const struct bubble_spot *spot, struct samples *samples)
{
	for (int i = 0; i < SAMPLES; i++) {
		int circle = i / AROUND;
		double reach = FIRST + (LAST - FIRST) * circle / (CIRCLES - 1);
		double turn = 2 * G_PI * (i % AROUND + circle / (double)CIRCLES) / AROUND;

		samples->u[i] = reach * cos(turn);
		samples->v[i] = reach * sin(turn);
		samples->grey[i] = plane_grey_at(image, eye_bubble_point(spot, samples->u[i], samples->v[i]));
		samples->counts[i] = true;
	}
}

/* Which samples are paper by the light so far, how many, and how far from it they are. Returns how many. */
static int
weigh(struct samples *samples, double off_max, struct light *light)
{
	double sum = 0, deviation;
	int kept = 0;

	for (int i = 0; i < SAMPLES; i++) {
		double here = eye_light_at(light, samples->u[i], samples->v[i]), off = samples->grey[i] - here;

		samples->counts[i] = off > -fmax(off_max * here, OFF_NOISE * light->noise);
		kept += samples->counts[i];
		sum += samples->counts[i] ? off * off : 0;
	}
	deviation = kept > 0 ? sqrt(fmax(0, sum / kept - light->noise * light->noise)) : 0;
	light->uneven = kept > 0 && light->level > 1 ? deviation / light->level : 1;
	light->seen = kept / (double)SAMPLES;
	return kept;
}

/* Fits a slope, step by step, to the samples that are paper by the slope before. */
static void
find_slope(struct samples *samples, struct light *light)
{
	double grey[SAMPLES], slope[3];

	memcpy(grey, samples->grey, sizeof grey);
	values_sort(grey, SAMPLES);
	light->level = grey[SAMPLES * 3 / 4];
	for (int round = 0; round < 4; round++) {
		double rows[3 * 4] = {0};

		if (weigh(samples, round == 0 ? OFF_FIRST : OFF_LATER, light) < SAMPLES / 3)
			break;
		for (int i = 0; i < SAMPLES; i++)
			if (samples->counts[i])
				plane_add_equation(
					rows, 3, (double[]){1, samples->u[i], samples->v[i], samples->grey[i]}, 1);
		if (!plane_solve(rows, 3, slope))
			break;
		light->level = slope[0];
		light->x = slope[1];
		light->y = slope[2];
	}
	light->brightest = light->level + hypot(light->x, light->y);
	light->darkest = light->level - hypot(light->x, light->y);
}

/* The strip that a point lies in, as a number between strips. */
static double
strip_at(const struct light *light, double u, double v)
{
	return CLAMP((u * light->across_x + v * light->across_y + LAST) / WIDTH - 0.5, 0, LIGHT_BINS - 1);
}

double
eye_light_at(const struct light *light, double u, double v)
{
	double at, across, along, half, share, end[2];
	int bin;

	if (!light->split)
		return fmax(light->level + light->x * u + light->y * v, 1);
	at = strip_at(light, u, v);
	bin = MIN((int)at, LIGHT_BINS - 2);
	for (int i = 0; i < 2; i++)
		end[i] = light->strip[i][bin] + (at - bin) * (light->strip[i][bin + 1] - light->strip[i][bin]);
	across = u * light->across_x + v * light->across_y;
	along = v * light->across_x - u * light->across_y;
	half = sqrt(fmax(FIRST * LAST - across * across, 0.1));
	share = CLAMP(0.5 + along / half / 2, 0, 1);
	return fmax((1 - share) * end[0] + share * end[1], 1);
}

/* The ends of the strips: what is bright there is paper. False when too little is seen of them. */
static bool
fill_strips(const struct samples *samples, struct light *light)
{
	double grey[2][LIGHT_BINS][SAMPLES];
	int count[2][LIGHT_BINS] = {{0}};

	for (int i = 0; i < SAMPLES; i++) {
		int bin = (int)(strip_at(light, samples->u[i], samples->v[i]) + 0.5);
		int end = samples->v[i] * light->across_x > samples->u[i] * light->across_y;

		grey[end][bin][count[end][bin]++] = samples->grey[i];
	}
	for (int end = 0; end < 2; end++)
		for (int bin = 0; bin < LIGHT_BINS; bin++) {
			int n = count[end][bin];

			if (n == 0)
				return false;
			values_sort(grey[end][bin], (unsigned)n);
			light->strip[end][bin] = grey[end][bin][n - 1 - n / 3] - BRIGHT * light->noise;
		}
	return true;
}

/* Whether the strips are as bright as paper in shadows and under stains can be. */
static bool
is_paper(const double strip[LIGHT_BINS], double brightest)
{
	for (int i = 0; i < LIGHT_BINS; i++) {
		double before = 0, after = 0;

		for (int j = 0; j < LIGHT_BINS; j++)
			*(j < i ? &before : &after) = fmax(j < i ? before : after, strip[j]);
		if (strip[i] < (1 - SHADOW) * brightest || strip[i] < (1 - STAIN) * fmin(before, after))
			return false;
	}
	return true;
}

/* What a light leaves over at the samples and inside, where what is written counts no more than so much. */
static double
cost_of(const struct samples *samples, double inside[GRID][GRID], const struct light *light)
{
	double cost = 0;

	for (int i = 0; i < SAMPLES; i++)
		cost += fmin(CAP, fabs(1 - samples->grey[i] / eye_light_at(light, samples->u[i], samples->v[i])));
	for (int y = 0; y < GRID; y++)
		for (int x = 0; x < GRID; x++) {
			double u = INSIDE * (2.0 * x / (GRID - 1) - 1), v = INSIDE * (2.0 * y / (GRID - 1) - 1);

			cost += fmin(CAP, fabs(1 - inside[y][x] / eye_light_at(light, u, v)));
		}
	return cost;
}

static bool
find_strips(const struct samples *samples, int turn, struct light *light)
{
	light->split = true;
	light->across_x = cos(G_PI * turn / TURNS);
	light->across_y = sin(G_PI * turn / TURNS);
	if (!fill_strips(samples, light))
		return false;
	light->brightest = 0;
	light->darkest = INFINITY;
	for (int end = 0; end < 2; end++) {
		double *strip = light->strip[end], wide[LIGHT_BINS];
		const int last = LIGHT_BINS - 1;

		/* Fills gaps of up to two dark strips between bright ones: the brightest of three, then the darkest of
		 * those. */
		for (int i = 0; i <= last; i++)
			wide[i] = fmax(strip[i], fmax(strip[MAX(i - 1, 0)], strip[MIN(i + 1, last)]));
		for (int i = 0; i <= last; i++) {
			strip[i] = fmin(wide[i], fmin(wide[MAX(i - 1, 0)], wide[MIN(i + 1, last)]));
			light->brightest = fmax(light->brightest, strip[i]);
			light->darkest = fmin(light->darkest, strip[i]);
		}
	}
	return is_paper(light->strip[0], light->brightest) && is_paper(light->strip[1], light->brightest);
}

/* Takes an edge into account, where one explains what is seen much better. */
static void
find_edge(const struct image *image, const struct bubble_spot *spot, struct samples *samples, struct light *light)
{
	double inside[GRID][GRID], least;
	struct light best = *light;

	for (int y = 0; y < GRID; y++)
		for (int x = 0; x < GRID; x++)
			inside[y][x] = plane_grey_at(image,
				eye_bubble_point(spot, INSIDE * (2.0 * x / (GRID - 1) - 1),
					INSIDE * (2.0 * y / (GRID - 1) - 1)));
	least = BETTER * cost_of(samples, inside, light);
	for (int turn = 0; turn < TURNS; turn++) {
		struct light here = *light;
		double cost;

		if (!find_strips(samples, turn, &here))
			continue;
		cost = cost_of(samples, inside, &here);
		if (cost < least) {
			least = cost;
			best = here;
		}
	}
	if (best.split) {
		*light = best;
		light->level = eye_light_at(light, 0, 0);
		weigh(samples, OFF_LATER, light);
	}
}

void
eye_light_measure(const struct image *image, const struct bubble_spot *spot, struct light *light)
{
	struct samples samples;
	double off[SAMPLES];

	*light = (struct light){0};
	take_samples(image, spot, &samples);
	/* What samples beside each other differ by, mostly: an edge and a line are seldom between them. */
	for (int i = 0; i < SAMPLES; i++)
		off[i] = fabs(samples.grey[i] - samples.grey[i % AROUND == AROUND - 1 ? i + 1 - AROUND : i + 1]);
	light->noise = values_median(off, SAMPLES) / NORMAL;
	find_slope(&samples, light);
	if (light->seen < EDGE_SEEN || light->uneven > EDGE_UNEVEN)
		find_edge(image, spot, &samples, light);
}
