/* SPDX-License-Identifier: MIT
 * Measures how dark the inside of a bubble is. A grid of samples is compared with the paper (light.c) and with the ink
 * of the form's own tags, so that exposure and printer do not matter. Quantiles are used instead of extremes. A line
 * through the bubble is also followed to the outside: one that comes from far away belongs to something else. */
#include "kiosk/eye/bubble_measure.h"

#include <math.h>
#include <stdlib.h>

/* Lengths are in radii of a bubble, darkness is relative to the form's ink. The constants were checked on simulated
 * photos (tests/kiosk/eye/marks.c). */

/* Radius of the inside. The printed outline stays outside, even if the bubble was found a little off its place. */
#define INNER 0.75

#define GRID BUBBLE_GRID

/* One in this many samples may exceed the high quantile. */
#define DARKEST 14

/* Share of the depth from which a sample is dark. */
#define HALF 0.5

/* Mean darkness below which no line is looked for. */
#define DARK 0.05

/* Directions across which a line is looked for, in half a turn. */
#define LINES 6

/* Distance from the middle of a pen's line to the paper on both sides; a stain is broader. */
#define BESIDE 0.28

/* Samples on a circle around a bubble. */
#define AROUND 72

/* Radius of the circle on which lines that come from elsewhere are looked for; the next bubble begins farther out. */
#define OUTSIDE 1.42

/* Radius of a smaller circle that such a line crosses, too; a ruled line that passes by does not. */
#define BETWEEN 1.22

/* Share by which a line that crosses is darker than paper, at least. */
#define CROSSES 0.12

/* The same as a share of the depth inside: a line is about as dark everywhere. */
#define CROSSES_LIKE 0.5

/* Darkness of a stroke around the bubble, at least. */
#define STROKE 0.25

/* Samples by which two dark places may be off from being opposite: lines bend. */
#define ACROSS 14

/* Most dark places around a bubble that a line may have: its two ends, and something else that it passes. */
#define PLACES 3

/* Radius inside of which a blurred outline is not seen. */
#define RIM_END 0.72

/* Radius outside of which there is no label. */
#define RIM 0.55

/* Most bubbles that are so near. */
#define NEXT 8

/* Angle in radians within which a dark sample inside continues towards a dark place outside. */
#define TOWARDS 0.5

/* The ring on which the outline is printed: samples across it, its middle and the distance of the samples. */
#define ALONG        5
#define OUTLINE      1.0
#define OUTLINE_STEP 0.1

/* Radius at which a line that comes from far away is still dark; a stroke of the bubble's own mark ends before. */
#define FAR 1.95

/* Radius of a circle that what crosses a mark out reaches, and few marks do. It meets the next bubbles, so that places
 * within CLEAR radii of their middles are left out. */
#define FARTHER 1.7
#define CLEAR   1.3

/* Samples to each side of that direction that are looked at as well: lines bend. */
#define FAR_SIDES 2

/* Share of the depth from which a sample belongs to the core of a line: labels are paler than most lines. */
#define CORE 0.65

/* Radius within which labels are: samples there do not say where a line goes. */
#define LABEL 0.42

/* Distance from the middle towards a dark place outside from which samples belong to the beginning of its line. */
#define NEARER 0.2

/* Distance beyond the middle at which a line that does not come from far away ends. */
#define END 0.55

/* Distance from the axis of a line within which all of it lies, as a share of its width. */
#define END_WIDTH 0.5

/* What blur adds to that distance. */
#define END_SOFT 0.16

/* Share of core samples, besides one, that may lie elsewhere. */
#define END_ASTRAY 0.05

/* The samples of the bubble that is measured. */
struct inside {
	const struct image *image;
	const struct bubble_spot *spot;
	const struct light *light;
	double ink;
	unsigned count;
	double dark[GRID * GRID];
	double over[GRID * GRID]; /* darkness relative to the darkest paper around the bubble */
	struct point at[GRID * GRID];
};

/* How bright the ink of a tag is relative to its white ring, from 0 to 1. */
static double
tag_ink(const struct image *image, const struct seen_tag *tag)
{
	static const struct point square[4] = {{2, 2}, {8, 2}, {8, 8}, {2, 8}};
	double grey[TAG_MODULES * TAG_MODULES], white = 0;
	unsigned n = 0, ring = 0;
	struct homography map;

	if (!homography_fit(square, tag->corner, 4, &map))
		return 0;
	for (int y = 0; y < TAG_MODULES; y++)
		for (int x = 0; x < TAG_MODULES; x++, n++) {
			grey[n] = image_grey_at(image, homography_map(&map, (struct point){x + 0.5, y + 0.5}));
			if (fmax(fabs(x - 4.5), fabs(y - 4.5)) == 2.5) {
				white += grey[n];
				ring++;
			}
		}
	return white > 0 ? values_ranked(grey, n, n / 6) * ring / white : 0;
}

double
eye_form_ink(const struct image *image, const struct seen_tag *const corner[4])
{
	double ink[4] = {0};
	unsigned found = 0;

	for (int i = 0; i < 4; i++)
		if (corner[i] != NULL)
			ink[found++] = tag_ink(image, corner[i]);
	return found == 0 ? 0 : CLAMP(values_median(ink, found), 0, 0.7);
}

/* How bright the image is at a point of the bubble, relative to the paper there. */
static double
share_at(const struct inside *inside, double u, double v)
{
	return image_grey_at(inside->image, eye_bubble_point(inside->spot, u, v)) / eye_light_at(inside->light, u, v);
}

bool
eye_sample_is_inside(int x, int y)
{
	return hypot(2 * x - (GRID - 1), 2 * y - (GRID - 1)) <= GRID - 1;
}

static void
take_samples(struct inside *inside)
{
	for (int y = 0; y < GRID; y++)
		for (int x = 0; x < GRID; x++) {
			double u = INNER * (2.0 * x / (GRID - 1) - 1), v = INNER * (2.0 * y / (GRID - 1) - 1), share;

			if (!eye_sample_is_inside(x, y))
				continue;
			share = share_at(inside, u, v);
			inside->dark[inside->count] = (1 - share) / (1 - inside->ink);
			inside->over[inside->count] =
				(1 - share * eye_light_at(inside->light, u, v) / fmax(inside->light->darkest, 1)) /
				(1 - inside->ink);
			inside->at[inside->count++] = (struct point){u, v};
		}
}

/* The quantile that one in DARKEST of the values exceeds; sorts them. */
static double
high_quantile(double *values, unsigned count)
{
	return values_ranked(values, count, count - 1 - count / DARKEST);
}

/* Measures where the dark samples are: the centroid of them all, and the quantile between label and outline. */
static void
measure_places(const struct inside *inside, struct bubble_measure *measure)
{
	double rim[GRID * GRID] = {0};
	struct point sum = {0, 0};
	unsigned dark = 0, count = 0;

	for (unsigned i = 0; i < inside->count; i++) {
		double far = hypot(inside->at[i].x, inside->at[i].y);

		if (far >= RIM && far <= RIM_END)
			rim[count++] = inside->dark[i];
		if (inside->dark[i] >= HALF * measure->depth) {
			sum.x += inside->at[i].x;
			sum.y += inside->at[i].y;
			dark++;
		}
	}
	measure->rim = high_quantile(rim, count);
	measure->aside = dark == 0 ? 0 : hypot(sum.x, sum.y) / dark;
}

/* The quantile of how much darker each sample is than both of its sides, in the direction where that is most. */
static double
line_of(const struct inside *inside)
{
	double line[GRID * GRID] = {0};

	for (unsigned i = 0; i < inside->count; i++) {
		struct point at = inside->at[i];
		double here = share_at(inside, at.x, at.y);

		for (int turn = 0; turn < LINES; turn++) {
			double u = BESIDE * cos(G_PI * turn / LINES), v = BESIDE * sin(G_PI * turn / LINES);
			double one = share_at(inside, at.x + u, at.y + v), other = share_at(inside, at.x - u, at.y - v);

			line[i] = fmax(line[i], fmin(one, other) - here);
		}
	}
	return high_quantile(line, inside->count);
}

/* Finds the places on the circle around a bubble that are darker than `threshold`: their middles, in half samples.
 * Returns how many, or PLACES + 1 if there are more. */
static int
places_around(const double around[AROUND], double threshold, int middle[PLACES])
{
	bool dark[AROUND];
	int places = 0;

	for (int i = 0; i < AROUND; i++)
		dark[i] = around[i] < threshold;
	for (int i = 0; i < AROUND; i++) {
		int length = 0;

		if (!dark[i] || dark[(i + AROUND - 1) % AROUND])
			continue;
		if (places == PLACES)
			return PLACES + 1;
		while (length < AROUND && dark[(i + length) % AROUND])
			length++;
		middle[places++] = 2 * i + length;
	}
	return places;
}

/* Whether what is dark inside is the end of a straight line that comes in from there: its core lies along one axis. A
 * tick has a corner, and the stroke of a mark goes to the other side but does not come from far away. */
static bool
is_end_of_line(const struct inside *inside, double depth, struct point from, bool far)
{
	double near = INFINITY, end = 0, across[GRID * GRID] = {0}, length, broad;
	struct point way = {0, 0};
	unsigned core = 0, count = 0, astray = 0;

	/* The axis, from the samples nearer to there. */
	for (unsigned i = 0; i < inside->count; i++)
		if (inside->dark[i] >= CORE * depth &&
			inside->at[i].x * from.x + inside->at[i].y * from.y >= NEARER * OUTSIDE) {
			way.x += inside->at[i].x - from.x;
			way.y += inside->at[i].y - from.y;
		}
	length = hypot(way.x, way.y);
	for (unsigned i = 0; i < inside->count && length > 0; i++) {
		double x = inside->at[i].x - from.x, y = inside->at[i].y - from.y;
		double along = (x * way.x + y * way.y) / length;

		if (inside->dark[i] < CORE * depth)
			continue;
		near = fmin(near, along);
		end = fmax(end, along);
		core++;
		if (hypot(inside->at[i].x, inside->at[i].y) < LABEL)
			continue;
		astray += !far && along > OUTSIDE + END;
		across[count++] = fabs(x * way.y - y * way.x) / length;
	}
	broad = core * G_PI * INNER * INNER / inside->count / fmax(end - near, INNER / GRID);
	for (unsigned i = 0; i < count; i++)
		astray += across[i] > END_WIDTH * broad + END_SOFT;
	return count > 0 && astray <= 1 + END_ASTRAY * count;
}

/* Whether the rim is dark in that direction. */
static bool
is_reached(const struct inside *inside, double depth, double turn)
{
	for (unsigned i = 0; i < inside->count; i++) {
		struct point at = inside->at[i];

		if (inside->dark[i] >= HALF * depth && hypot(at.x, at.y) >= RIM &&
			fabs(remainder(atan2(at.y, at.x) - turn, 2 * G_PI)) <= TOWARDS)
			return true;
	}
	return false;
}

/* Whether a line of this depth goes through the bubble or ends in it. Then there are two or three dark places around
 * it, two of them about opposite, or one. A cross that is so large has four, a tick has two that are closer together.
 */
static bool
is_crossed(const struct inside *inside, double depth, const double around[AROUND], struct bubble_measure *measure)
{
	double threshold = 1 - fmax(CROSSES, CROSSES_LIKE * ((1 - inside->ink) * depth)), turn[PLACES];
	int middle[PLACES], places = places_around(around, threshold, middle);

	measure->ends = (unsigned)places;
	if (places > PLACES)
		return false;
	for (int i = 0; i < places; i++)
		turn[i] = G_PI * middle[i] / AROUND;
	if (places == 1) {
		struct point from = {OUTSIDE * cos(turn[0]), OUTSIDE * sin(turn[0])};
		bool far = false;

		for (int i = -FAR_SIDES; i <= FAR_SIDES && !far; i++) {
			double to = turn[0] + i * 2 * G_PI / AROUND;

			far = share_at(inside, FAR * cos(to), FAR * sin(to)) < threshold;
		}
		return is_end_of_line(inside, depth, from, far);
	}
	for (int i = 1; i < places; i++)
		for (int n = 0; n < i; n++)
			if (abs(abs(middle[i] - middle[n]) - AROUND) <= 2 * ACROSS &&
				is_reached(inside, depth, turn[i]) && is_reached(inside, depth, turn[n]))
				return true;
	return false;
}

/* How dark what is written around the bubble is, from the brightness on a circle, as a share of the paper's. */
static void
measure_around(const struct inside *inside, const double around[AROUND], struct around *measured)
{
	double sorted[AROUND], most = 0, threshold = 1 - STROKE * (1 - inside->ink);

	for (int i = 0; i < AROUND; i++)
		measured->share += around[i] < threshold ? 1.0 / AROUND : 0;
	for (int i = 0; i < AROUND; i++) {
		double other = 1;

		for (int n = AROUND / 2 - ACROSS; n <= AROUND / 2 + ACROSS; n++)
			other = fmin(other, around[(i + n) % AROUND]);
		most = fmax(most, 1 - fmax(around[i], other));
		sorted[i] = 1 - around[i];
	}
	for (int i = 0; i < AROUND; i++)
		measured->ends += around[i] < threshold && around[(i + AROUND - 1) % AROUND] >= threshold;
	measured->depth = high_quantile(sorted, AROUND) / (1 - inside->ink);
	measured->across = most / (1 - inside->ink);
}

/* The brightness on the circle beyond a bubble; the paper's where other bubbles are. */
static void
look_farther(const struct inside *inside, const struct bubble_spot *all, unsigned count, double around[AROUND])
{
	double radius = hypot(inside->spot->right.x, inside->spot->right.y);
	struct point next[NEXT];
	unsigned found = 0;

	for (unsigned i = 0; i < count && found < NEXT; i++)
		if (&all[i] != inside->spot &&
			point_distance(all[i].middle, inside->spot->middle) < (FARTHER + CLEAR) * radius)
			next[found++] = all[i].middle;
	for (int i = 0; i < AROUND; i++) {
		double u = FARTHER * cos(2 * G_PI * i / AROUND), v = FARTHER * sin(2 * G_PI * i / AROUND);
		struct point at = eye_bubble_point(inside->spot, u, v);

		around[i] = share_at(inside, u, v);
		for (unsigned n = 0; n < found; n++)
			if (point_distance(at, next[n]) < CLEAR * radius)
				around[i] = 1;
	}
}

/* How dark the outline and what is drawn along it is: the mean of a ring, and the high quantile of its directions. */
static void
measure_outline(const struct inside *inside, struct bubble_measure *measure)
{
	double dark[AROUND];

	for (int i = 0; i < AROUND; i++) {
		dark[i] = 0;
		for (int n = 0; n < ALONG; n++) {
			double r = OUTLINE + (n - ALONG / 2) * OUTLINE_STEP, turn = 2 * G_PI * i / AROUND;

			dark[i] += (1 - share_at(inside, r * cos(turn), r * sin(turn))) / (1 - inside->ink) / ALONG;
		}
		measure->outline_dark += dark[i] / AROUND;
	}
	measure->outline_depth = high_quantile(dark, AROUND);
}

/* The mean chroma of places, as shares of the paper's brightness. */
static void
measure_chroma(const struct colours *colours, const struct bubble_spot *spot, const struct point *at, unsigned count,
	double paper, struct chroma *chroma)
{
	for (unsigned i = 0; i < count; i++) {
		struct point here = eye_bubble_point(spot, at[i].x, at[i].y);
		int blue, red;

		colours_at(colours, here.x, here.y, &blue, &red);
		chroma->blue += blue / (paper * count);
		chroma->red += red / (paper * count);
	}
}

void
eye_bubble_measure(const struct image *image, const struct colours *colours, const struct bubble_spot *all,
	unsigned count, unsigned bubble, double ink, struct bubble_measure *measure)
{
	const struct bubble_spot *spot = &all[bubble];
	struct inside inside = {.image = image, .spot = spot, .light = &measure->light, .ink = ink};
	double sorted[GRID * GRID] = {0}, around[AROUND], near[AROUND], far[AROUND], sum = 0, paper;
	struct point ring[AROUND];

	*measure = (struct bubble_measure){0};
	eye_light_measure(image, spot, &measure->light);
	paper = fmax(measure->light.level, 1);
	take_samples(&inside);
	measure->ring = eye_bubble_outline(image, spot) / paper;
	measure->samples = inside.count;
	for (unsigned i = 0; i < inside.count; i++) {
		sum += sorted[i] = inside.dark[i];
		measure->inside[i] = (float)inside.dark[i];
	}
	measure->dark = CLAMP(sum / inside.count, 0, 1);
	measure->depth = high_quantile(sorted, inside.count);
	measure->bright = -sorted[inside.count / DARKEST];
	measure->over = measure->light.split ? high_quantile(inside.over, inside.count) : measure->depth;
	measure->line = measure->dark < DARK ? 0 : line_of(&inside) / (1 - ink);
	measure_places(&inside, measure);
	for (int i = 0; i < AROUND; i++) {
		double x = cos(2 * G_PI * i / AROUND), y = sin(2 * G_PI * i / AROUND);

		ring[i] = (struct point){OUTSIDE * x, OUTSIDE * y};
		near[i] = share_at(&inside, BETWEEN * x, BETWEEN * y);
		around[i] = fmax(share_at(&inside, ring[i].x, ring[i].y), near[i]);
	}
	measure_outline(&inside, measure);
	measure_around(&inside, near, &measure->near);
	measure_around(&inside, around, &measure->outside);
	look_farther(&inside, all, count, far);
	measure_around(&inside, far, &measure->far);
	measure->crossed = is_crossed(&inside, measure->depth, around, measure);
	if (colours != NULL) {
		measure_chroma(colours, spot, inside.at, inside.count, paper, &measure->chroma);
		measure_chroma(colours, spot, ring, AROUND, paper, &measure->chroma_around);
	}
}
