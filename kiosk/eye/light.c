/* SPDX-License-Identifier: MIT
 * The brightness of the paper at a bubble. Samples are taken on circles around it. A plane (brightness as a linear
 * function of the place) is fitted to them by least squares; after each round samples far below it are left out as
 * ink. If much is left over, the edge of a shadow or of a stain may go through: then brightness changes across the
 * edge only. For each direction the bubble is cut into strips along it, and a strip has the brightness of its two ends
 * outside of the bubble. A strip that is dark alone is a line of a pen, and one darker than shadows and stains are is
 * ink: neither is paper. The direction with the least cost wins, if it explains the samples much better. */
#include "kiosk/eye/bubble_measure.h"

#include <math.h>
#include <string.h>

/* Sizes are in radii of a bubble. The constants were checked on simulated shadows and stains
 * (tests/kiosk/eye/marks.c). */

/* Samples on a circle around a bubble. */
#define AROUND 72

/* Circles of samples. */
#define CIRCLES 3

#define SAMPLES (AROUND * CIRCLES)

/* Radius of the first circle: outside of the printed outline. */
#define FIRST 1.2

/* Radius of the last circle: what is printed next to the bubble is farther out. */
#define LAST 1.42

/* Share below the brightness of the paper from which a sample is not paper, in the first round. It allows for a
 * gradient of the light. */
#define OFF_FIRST 0.45

/* The same in later rounds, when the gradient is known. It allows for noise. */
#define OFF_LATER 0.12

/* The same in standard deviations of the noise, if that is more. */
#define OFF_NOISE 2.6

/* The median difference of two samples with normal noise, in standard deviations of one sample. */
#define NORMAL 0.954

/* Share of paper around a bubble below which an edge may go through. */
#define EDGE_SEEN 0.95

/* Unevenness above which an edge may go through. */
#define EDGE_UNEVEN 0.035

/* Directions of an edge that are tried, in half a turn. */
#define TURNS 18

/* Samples across the inside, each way, that are compared as well when an edge is chosen. */
#define GRID 11

/* Radius of the inside: without the printed outline. */
#define INSIDE 0.75

#define SAMPLES_ALL (SAMPLES + GRID * GRID)

/* Largest residual of one sample, as a share: larger ones are ink, and count no more. */
#define CAP 0.15

/* Share of the plane's cost below which the cost with an edge has to be: otherwise there may be none. */
#define BETTER 0.8

/* Width of a strip. */
#define WIDTH (2 * LAST / LIGHT_BINS)

/* Standard deviations by which noise raises the quantile that is taken for the brightness of a strip. */
#define BRIGHT 0.43

/* Share by which a strip may be darker than the brightest: no shadow is darker. */
#define SHADOW 0.67

/* The same if there are brighter strips on both sides: no stain is darker. */
#define STAIN 0.42

/* Samples around the bubble, then those of its inside. */
struct samples {
	double u[SAMPLES_ALL], v[SAMPLES_ALL], grey[SAMPLES_ALL];
	bool counts[SAMPLES];
};

static void
take_samples(const struct image *image, const struct bubble_spot *spot, struct samples *samples)
{
	for (int i = 0; i < SAMPLES_ALL; i++) {
		int circle = i / AROUND, inside = i - SAMPLES;
		double reach = FIRST + (LAST - FIRST) * circle / (CIRCLES - 1);
		double turn = 2 * G_PI * (i % AROUND + circle / (double)CIRCLES) / AROUND;

		if (inside < 0) {
			samples->u[i] = reach * cos(turn);
			samples->v[i] = reach * sin(turn);
		} else {
			samples->u[i] = INSIDE * (2.0 * (inside % GRID) / (GRID - 1) - 1);
			samples->v[i] = INSIDE * (2.0 * (inside / GRID) / (GRID - 1) - 1);
		}
		samples->grey[i] = image_grey_at(image, eye_bubble_point(spot, samples->u[i], samples->v[i]));
	}
}

/* Decides which samples are paper by the light so far, and measures their residuals. Returns how many are. */
static int
find_paper(struct samples *samples, double off_max, struct light *light)
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

/* Fits a plane in several rounds, each to the samples that are paper by the plane before. */
static void
fit_plane(struct samples *samples, struct light *light)
{
	double grey[SAMPLES], slope[3];

	memcpy(grey, samples->grey, sizeof grey);
	light->level = values_ranked(grey, SAMPLES, SAMPLES * 3 / 4);
	for (int round = 0; round < 4; round++) {
		double rows[3 * 4] = {0};

		if (find_paper(samples, round == 0 ? OFF_FIRST : OFF_LATER, light) < SAMPLES / 3)
			break;
		for (int i = 0; i < SAMPLES; i++)
			if (samples->counts[i])
				least_squares_add(
					rows, 3, (double[]){1, samples->u[i], samples->v[i], samples->grey[i]}, 1);
		if (!linear_solve(rows, 3, slope))
			break;
		light->level = slope[0];
		light->x = slope[1];
		light->y = slope[2];
	}
	light->brightest = light->level + hypot(light->x, light->y);
	light->darkest = light->level - hypot(light->x, light->y);
}

/* The strip that a point lies in, as a fractional index. */
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

/* Whether strips are as bright as paper in shadows and under stains can be. */
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

/* Cuts the bubble into strips of this direction. At each end of a strip the bright samples are paper. False if a strip
 * has too few samples, or is darker than paper in shadows and under stains. */
static bool
find_strips(const struct samples *samples, int turn, struct light *light)
{
	double grey[2][LIGHT_BINS][SAMPLES];
	unsigned count[2][LIGHT_BINS] = {{0}};

	light->split = true;
	light->across_x = cos(G_PI * turn / TURNS);
	light->across_y = sin(G_PI * turn / TURNS);
	for (int i = 0; i < SAMPLES; i++) {
		int bin = (int)(strip_at(light, samples->u[i], samples->v[i]) + 0.5);
		int end = samples->v[i] * light->across_x > samples->u[i] * light->across_y;

		grey[end][bin][count[end][bin]++] = samples->grey[i];
	}
	for (int end = 0; end < 2; end++)
		for (int bin = 0; bin < LIGHT_BINS; bin++) {
			unsigned n = count[end][bin];

			if (n == 0)
				return false;
			light->strip[end][bin] =
				values_ranked(grey[end][bin], n, n - 1 - n / 3) - BRIGHT * light->noise;
		}
	light->brightest = 0;
	light->darkest = INFINITY;
	for (int end = 0; end < 2; end++) {
		double *strip = light->strip[end], wide[LIGHT_BINS];
		const int last = LIGHT_BINS - 1;

		/* Morphological closing: fills gaps of up to two dark strips between bright ones. */
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

/* The sum of the residuals of all samples, each capped. */
static double
cost_of(const struct samples *samples, const struct light *light)
{
	double cost = 0;

	for (int i = 0; i < SAMPLES_ALL; i++)
		cost += fmin(CAP, fabs(1 - samples->grey[i] / eye_light_at(light, samples->u[i], samples->v[i])));
	return cost;
}

void
eye_light_measure(const struct image *image, const struct bubble_spot *spot, struct light *light)
{
	struct samples samples;
	double off[SAMPLES], least;
	struct light best;

	*light = (struct light){0};
	take_samples(image, spot, &samples);
	/* Noise, by the median difference of neighbouring samples: few pairs have an edge or a line between them. */
	for (int i = 0; i < SAMPLES; i++)
		off[i] = fabs(samples.grey[i] - samples.grey[i % AROUND == AROUND - 1 ? i + 1 - AROUND : i + 1]);
	light->noise = values_median(off, SAMPLES) / NORMAL;
	fit_plane(&samples, light);
	if (light->seen >= EDGE_SEEN && light->uneven <= EDGE_UNEVEN)
		return;
	best = *light;
	least = BETTER * cost_of(&samples, light);
	for (int turn = 0; turn < TURNS; turn++) {
		struct light here = *light;
		double cost = find_strips(&samples, turn, &here) ? cost_of(&samples, &here) : INFINITY;

		if (cost < least) {
			least = cost;
			best = here;
		}
	}
	if (best.split) {
		*light = best;
		light->level = eye_light_at(light, 0, 0);
		find_paper(&samples, OFF_LATER, light);
	}
}
