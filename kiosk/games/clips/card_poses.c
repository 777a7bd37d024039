/* SPDX-License-Identifier: MIT
 * Two finder patterns may be a side of a QR, in four ways, or its diagonal, in two. The symbols on the card tell which
 * of these is true (card_view.h). Every ray from the middle of a pattern to its edge is dark, light and dark in the
 * ratio 1.5 to 1 to 1, and is a quarter of the way to the next pattern, in any rotation and tilt. The constants were
 * checked on simulated cards with covered codes on wood, cloth and newspaper (tests/kiosk/games/clips/covered.c). */
#include "kiosk/games/clips/card_poses.h"

#include <math.h>
#include <stdlib.h>

#include "kiosk/eye/finders.h"

/* Smallest pattern, in pixels: on a smaller card clips could not be seen. */
#define SIZE_MIN 16

/* Largest pattern, as a fraction (one over this) of the picture's longer side: the whole card has to be in the picture.
 */
#define SHARE_MAX 10

/* Most candidates that are found along rows, where letters and the grain of wood look like patterns. */
#define FOUND_MAX 1024

/* Most patterns, confirmed in every direction, that are kept, largest first. */
#define PATTERNS 16

/* Least contrast between ink and paper, in grey levels. The grain of wood has less. */
#define CONTRAST 40

/* Rays that are measured from the middle of a pattern. */
#define RAYS 8

/* Rays that have to have the right ratio. A clip may touch one. */
#define RAYS_LEAST 7

/* Tolerance for a run of a ray, in modules; a pixel is added. */
#define RUN_OFF 0.5

/* Width of the QR, in modules. */
#define QR_MODULES 21.0

/* Distance between the middles of two patterns on a side, in modules. */
#define BETWEEN 14.0

/* Distance from the middle of a pattern to its edge, in modules. */
#define EDGE 3.5

/* Largest deviation of the distance between two patterns, as a natural logarithm of the ratio. Perspective needs some.
 */
#define OFF_MAX 0.25

/* Largest natural logarithm of the ratio of the sizes of two patterns. */
#define UNLIKE_MAX 0.4

/* A finder pattern. */
struct pattern {
	struct point at;
	double size;  /* approximate, in pixels */
	double level; /* the threshold between ink and paper */
};

/* The length of a dark or light run along a ray that starts `from` pixels from the middle, at most the size of the
 * pattern. */
static double
run_along(const struct image *image, const struct pattern *pattern, double turn, double from, bool dark)
{
	const double step = 0.5;
	double far = from, x = cos(turn), y = sin(turn);

	while (far - from < pattern->size &&
		(image_grey_at(image, (struct point){pattern->at.x + far * x, pattern->at.y + far * y}) <
			pattern->level) == dark)
		far += step;
	return far - from;
}

/* The distance from the middle of a pattern to its edge; 0 if the ratio is wrong in this direction. */
static double
ray(const struct image *image, const struct pattern *pattern, double turn)
{
	static const double modules[3] = {1.5, 1, 1};
	double run[3], far = 0;

	for (int i = 0; i < 3; i++) {
		run[i] = run_along(image, pattern, turn, far, i % 2 == 0);
		far += run[i];
	}
	for (int i = 0; i < 3; i++)
		if (fabs(run[i] - modules[i] * (far / EDGE)) > RUN_OFF * (far / EDGE) + 1)
			return 0;
	return far;
}

/* Confirms a candidate that was found along a row, and finds its exact middle. The threshold is halfway between the
 * darkest and the brightest pixel around it. False if it is not a pattern. */
static bool
make_pattern(const struct image *image, const struct finder *finder, struct pattern *pattern)
{
	int32_t around = finder->size * 3 / 5;
	uint8_t least = 255, most = 0;
	unsigned rays = 0;

	for (int32_t y = MAX(0, finder->y - around); y <= MIN(image->height - 1, finder->y + around); y++)
		for (int32_t x = MAX(0, finder->x - around); x <= MIN(image->width - 1, finder->x + around); x++) {
			uint8_t grey = image->grey[(size_t)y * (size_t)image->width + (size_t)x];

			least = MIN(least, grey);
			most = MAX(most, grey);
		}
	if (most - least < CONTRAST)
		return false;
	*pattern = (struct pattern){{finder->x + 0.5, finder->y + 0.5}, finder->size, (least + most) / 2.0};
	for (int i = 0; i < 6; i++) {
		double turn = i % 2 * G_PI / 2, on = run_along(image, pattern, turn, 0, true);
		double back = run_along(image, pattern, turn + G_PI, 0, true);

		pattern->at.x += cos(turn) * (on - back) / 2;
		pattern->at.y += sin(turn) * (on - back) / 2;
	}
	for (int i = 0; i < RAYS; i++)
		rays += ray(image, pattern, i * 2 * G_PI / RAYS) > 0;
	return rays >= RAYS_LEAST;
}

static int
by_size(const void *a, const void *b)
{
	const struct finder *one = a, *other = b;

	if (one->size != other->size)
		return other->size - one->size;
	return one->y != other->y ? one->y - other->y : one->x - other->x;
}

/* Finds the largest patterns that are not part of a code that was read, each once. */
static unsigned
find_patterns(const struct look *look, struct pattern pattern[PATTERNS])
{
	const struct image *image = look->image;
	const struct region region = {image->grey, image->width, image->height, image->width};
	g_autofree struct finder *finder = g_new(struct finder, FOUND_MAX);
	int32_t largest = MAX(image->width, image->height) / SHARE_MAX;
	unsigned count = 0, found = finders_find(&region, SIZE_MIN, largest, finder, FOUND_MAX);

	qsort(finder, found, sizeof *finder, by_size);
	for (unsigned i = 0; i < found && count < PATTERNS; i++) {
		bool known = eye_finder_is_explained(look->sight, &finder[i]) ||
			!make_pattern(image, &finder[i], &pattern[count]);

		for (unsigned n = 0; n < count && !known; n++)
			known = hypot(pattern[n].at.x - pattern[count].at.x, pattern[n].at.y - pattern[count].at.y) <
				pattern[n].size / 2;
		count += !known;
	}
	return count;
}

/* Adds the pose of a QR, given by the middle of its first pattern and the vectors of one module to the right and
 * downwards. The best poses are kept, sorted. */
static void
keep_pose(struct card_poses *poses, struct point first, struct point right, struct point down, double off)
{
	static const double corner[4][2] = {{0, 0}, {QR_MODULES, 0}, {QR_MODULES, QR_MODULES}, {0, QR_MODULES}};
	unsigned at = poses->count;

	if (at == EYE_POSES_MAX && poses->pose[--at].off <= off)
		return;
	poses->count = MAX(poses->count, at + 1);
	for (; at > 0 && poses->pose[at - 1].off > off; at--)
		poses->pose[at] = poses->pose[at - 1];
	poses->pose[at].off = off;
	for (int i = 0; i < 4; i++) {
		double u = corner[i][0] - EDGE, v = corner[i][1] - EDGE;

		poses->pose[at].corner[i] =
			(struct point){first.x + u * right.x + v * down.x, first.y + u * right.y + v * down.y};
	}
}

/* The mean distance from the middle of two patterns to their edges along a line; 0 if it cannot be measured. */
static double
reach(const struct image *image, const struct pattern *one, const struct pattern *other, double turn)
{
	double sum = 0, n = 0;

	for (int i = 0; i < 4; i++) {
		double far = ray(image, i % 2 ? one : other, turn + (i / 2) * G_PI);

		sum += far;
		n += far > 0;
	}
	return n > 0 ? sum / n : 0;
}

/* Adds all poses in which two patterns may be those of a QR. If they are a side, it is the top or the left one, in
 * either direction; if they are the diagonal, either may be the top right one. */
static void
keep_pair(const struct image *image, const struct pattern *one, const struct pattern *other, struct card_poses *poses)
{
	double x = other->at.x - one->at.x, y = other->at.y - one->at.y, far = hypot(x, y), turn = atan2(y, x);
	double along = reach(image, one, other, turn), across = reach(image, one, other, turn + G_PI / 2);
	double askew = (reach(image, one, other, turn + G_PI / 4) + reach(image, one, other, turn - G_PI / 4)) / 2;
	double off = fabs(log(far / (along * BETWEEN / EDGE))), unlike = fabs(log(one->size / other->size));

	/* Negated, so that NaN fails. */
	if (!(along > 0 && across > 0 && askew > 0 && off < OFF_MAX && unlike < UNLIKE_MAX))
		return;
	if (along < askew) { /* an edge is nearer than a corner */
		struct point on = {x / BETWEEN, y / BETWEEN}, back = {-on.x, -on.y};
		struct point aside = {-y / far * across / EDGE, x / far * across / EDGE}, over = {-aside.x, -aside.y};

		keep_pose(poses, one->at, on, aside, off);
		keep_pose(poses, other->at, back, over, off);
		keep_pose(poses, one->at, over, on, off);
		keep_pose(poses, other->at, aside, back, off);
		return;
	}
	for (int way = 1; way >= -1; way -= 2) {
		/* Half of the diagonal, and half of the other one, from the width of the patterns. */
		struct point half = {x / 2, y / 2}, aside = {-y / far * across * 2, x / far * across * 2};
		struct point first = {one->at.x + half.x + way * aside.x, one->at.y + half.y + way * aside.y};
		const struct pattern *top = way > 0 ? one : other, *bottom = way > 0 ? other : one;

		keep_pose(poses, first,
			(struct point){(top->at.x - first.x) / BETWEEN, (top->at.y - first.y) / BETWEEN},
			(struct point){(bottom->at.x - first.x) / BETWEEN, (bottom->at.y - first.y) / BETWEEN}, off);
	}
}

void
card_poses_find(const struct look *look, struct card_poses *poses)
{
	struct pattern pattern[PATTERNS];
	unsigned patterns = find_patterns(look, pattern);

	poses->count = 0;
	for (unsigned i = 0; i < patterns; i++)
		for (unsigned n = 0; n < i; n++)
			keep_pair(look->image, &pattern[i], &pattern[n], poses);
}
