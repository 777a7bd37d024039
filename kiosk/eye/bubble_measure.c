/* SPDX-License-Identifier: MIT
 * Measures what is inside a bubble beside the paper at it and the ink of the form's own tags. */
#include "kiosk/eye/bubble_measure.h"

#include <math.h>
#include <stdlib.h>

/* Sizes are in radii of a bubble, darkness in shares of the form's ink. Checked on simulated photos
 * (tests/kiosk/eye/marks.c). */

/* Radii within which the inside is measured: the printed outline stays outside, also of a bubble that was found a
 * little off. */
#define INNER 0.75

#define GRID BUBBLE_GRID

/* One in this many samples is a bubble's darkest part: its depth is what they reach. */
#define DARKEST 14

/* Darkness all over below which no line is looked for. */
#define DARK 0.05

/* Directions across which a line is looked for, in half a turn. */
#define LINES 6

/* Samples on a circle around a bubble. */
#define AROUND 72

/* Radii of the circle on which lines that come from elsewhere are looked for; beyond it the next bubble begins. */
#define OUTSIDE 1.42

/* Radii of a circle that such a line crosses too; a ruled line that passes by does not. */
#define BETWEEN 1.22

/* Share by which a line that crosses is darker than paper at least. */
#define CROSSES 0.12

/* The same as a share of the depth of what is inside: one line is about as dark everywhere. */
#define CROSSES_LIKE 0.5

/* Samples by which two dark places may be off from being opposite: lines bend. */
#define ACROSS 14

/* Dark places around a bubble that a line may have: its two ends, and something else that it passes. */
#define PLACES 3

/* Radii from which on a blurred outline is seen. */
#define RIM_END 0.72

/* Radii from which on there is no label. */
#define RIM 0.55

/* Radians within which what is dark inside continues towards a dark place outside. */
#define TOWARDS 0.5

/* Radii at which a line that comes from far is still dark; a stroke of the bubble's own ends before. */
#define FAR 1.95

/* Samples to each side of that direction that are looked at: lines bend. */
#define FAR_SIDES 2

/* Share of the depth from which a sample belongs to a line: labels are paler than most lines. */
#define CORE 0.65

/* Radii within which labels are: samples there do not say where a line goes. */
#define LABEL 0.42

/* Radii from the middle towards a dark place: beyond, the beginning of a line that comes in is seen. */
#define NEARER 0.2

/* Radii beyond the middle by which a line that does not come from far ends. */
#define END 0.55

/* Share of a line's width within which all of it lies, to each side of its middle. */
#define END_WIDTH 0.5

/* Radii that blur adds to that. */
#define END_SOFT 0.16

/* Share of dark samples, besides one, that may lie elsewhere. */
#define END_ASTRAY 0.05

/* Radii from the middle of a pen's line to what is beside it; a stain is broader. */
#define BESIDE 0.28

/* A bubble that is measured, its inside sample by sample. */
struct inside {
	const struct image *image;
	const struct bubble_spot *spot;
	struct light light;
	double ink;
	unsigned count;
	double dark[GRID * GRID];     /* beside the paper there, */
	double over[GRID * GRID];     /* and beside the darkest paper around the bubble */
	struct point at[GRID * GRID]; /* in radii */
};

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
	for (int y = 0; y < TAG_MODULES; y++)
		for (int x = 0; x < TAG_MODULES; x++, n++) {
			grey[n] = plane_grey_at(image, plane_map(&plane, x + 0.5, y + 0.5));
			if (x >= 2 && x <= 7 && y >= 2 && y <= 7 && (x == 2 || x == 7 || y == 2 || y == 7)) {
				white += grey[n];
				ring++;
			}
		}
	values_sort(grey, (unsigned)n);
	return white > 0 ? grey[n / 6] * ring / white : 0;
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

/* How bright the image is at a point of a bubble beside the paper there. */
static double
share_at(const struct inside *inside, double u, double v)
{
	return plane_grey_at(inside->image, eye_bubble_point(inside->spot, u, v)) / eye_light_at(&inside->light, u, v);
}

bool
eye_sample_is_inside(int x, int y)
{
	return hypot(2 * x - (GRID - 1), 2 * y - (GRID - 1)) <= GRID - 1;
}

static void
look_inside(struct inside *inside)
{
	for (int y = 0; y < GRID; y++)
		for (int x = 0; x < GRID; x++) {
			double u = INNER * (2.0 * x / (GRID - 1) - 1), v = INNER * (2.0 * y / (GRID - 1) - 1), share;

			if (!eye_sample_is_inside(x, y))
				continue;
			share = share_at(inside, u, v);
			inside->dark[inside->count] = (1 - share) / (1 - inside->ink);
			inside->over[inside->count] =
				(1 - share * eye_light_at(&inside->light, u, v) / fmax(inside->light.darkest, 1)) /
				(1 - inside->ink);
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

/* The value that one in DARKEST of the samples reaches; sorts them. */
static double
most_of(double *values, unsigned count)
{
	values_sort(values, count);
	return values[count - 1 - count / DARKEST];
}

/* The same of what is dark between the label and the outline. */
static double
rim_of(const struct inside *inside)
{
	double dark[GRID * GRID] = {0};
	unsigned count = 0;

	for (unsigned i = 0; i < inside->count; i++) {
		double far = hypot(inside->at[i].x, inside->at[i].y);

		if (far >= RIM && far <= RIM_END)
			dark[count++] = inside->dark[i];
	}
	return most_of(dark, count);
}

/* The same of how much darker each sample is than what is on both sides of it. */
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
	return most_of(line, inside->count);
}

/* Finds the dark places around a bubble, at most that bright: their middles, in half samples. Returns how many, or
 * PLACES + 1 where there are more. */
static int
places_around(const struct inside *inside, double most, int middle[PLACES])
{
	bool dark[AROUND];
	int places = 0;

	/* Nearer, too: a ruled line goes by. */
	for (int i = 0; i < AROUND; i++) {
		double x = cos(2 * G_PI * i / AROUND), y = sin(2 * G_PI * i / AROUND);

		dark[i] = share_at(inside, OUTSIDE * x, OUTSIDE * y) < most &&
			share_at(inside, BETWEEN * x, BETWEEN * y) < most;
	}
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

/* Whether what is dark inside is the end of a straight line that comes in from there: a tick has a corner, and a stroke
 * goes to the other side, but it does not come from far. */
static bool
is_end_of_line(const struct inside *inside, double depth, struct point from, bool far)
{
	double near = INFINITY, end = 0, across[GRID * GRID] = {0}, length, broad;
	struct point way = {0, 0};
	unsigned core = 0, count = 0, astray = 0;

	/* The part that is nearer to there says where it goes. */
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

/* Whether what is dark inside goes on in that direction. */
static bool
is_reached(const struct inside *inside, double depth, double turn)
{
	for (unsigned i = 0; i < inside->count; i++) {
		struct point at = inside->at[i];

		if (inside->dark[i] >= 0.5 * depth && hypot(at.x, at.y) >= RIM &&
			fabs(remainder(atan2(at.y, at.x) - turn, 2 * G_PI)) <= TOWARDS)
			return true;
	}
	return false;
}

/* Whether a line as deep as that crosses the bubble and what is around it, or ends in it: two or three dark places
 * there, two of them about across from each other, or one. A cross that is so large has four, a tick has two that are
 * nearer. */
static bool
is_crossed(const struct inside *inside, double depth)
{
	double most = 1 - fmax(CROSSES, CROSSES_LIKE * ((1 - inside->ink) * depth)), turn[PLACES];
	int middle[PLACES], places = places_around(inside, most, middle);

	if (places > PLACES)
		return false;
	for (int i = 0; i < places; i++)
		turn[i] = G_PI * middle[i] / AROUND;
	if (places == 1) {
		struct point from = {OUTSIDE * cos(turn[0]), OUTSIDE * sin(turn[0])};
		bool far = false;

		for (int i = -FAR_SIDES; i <= FAR_SIDES && !far; i++) {
			double to = turn[0] + i * 2 * G_PI / AROUND;

			far = share_at(inside, FAR * cos(to), FAR * sin(to)) < most;
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

void
eye_bubble_measure(const struct image *image, const struct colours *colours, const struct bubble_spot *spot, double ink,
	struct bubble_measure *measure)
{
	struct inside inside = {.image = image, .spot = spot, .ink = ink};
	const struct light *light = &inside.light;
	double sorted[GRID * GRID] = {0}, sum = 0;

	eye_light_measure(image, spot, &inside.light);
	look_inside(&inside);
	*measure = (struct bubble_measure){.paper = light->level,
		.brightest = light->brightest,
		.uneven = light->uneven,
		.seen = light->seen,
		.split = light->split,
		.ring = eye_bubble_outline(image, spot) / fmax(light->level, 1),
		.rim = rim_of(&inside),
		.samples = inside.count};
	for (unsigned i = 0; i < inside.count; i++) {
		sum += sorted[i] = inside.dark[i];
		measure->inside[i] = (float)inside.dark[i];
	}
	measure->dark = CLAMP(sum / inside.count, 0, 1);
	measure->depth = most_of(sorted, inside.count);
	measure->bright = -sorted[inside.count / DARKEST];
	measure->over = light->split ? most_of(inside.over, inside.count) : measure->depth;
	measure->line = measure->dark < DARK ? 0 : line_of(&inside) / (1 - ink);
	measure->aside = dark_aside(&inside, measure->depth);
	measure->crossed = is_crossed(&inside, measure->depth);
	for (unsigned i = 0; colours != NULL && i < inside.count; i++) {
		struct point at = eye_bubble_point(spot, inside.at[i].x, inside.at[i].y);
		int blue, red;

		colours_at(colours, at.x, at.y, &blue, &red);
		measure->blue += blue / (fmax(measure->paper, 1) * inside.count);
		measure->red += red / (fmax(measure->paper, 1) * inside.count);
	}
}
