/* SPDX-License-Identifier: MIT
 * Two patterns may be a side of a QR, in four ways, or the diagonal that has a pattern at both ends, in two. What of
 * it is true the symbols on the card tell (card_view.h). Every ray from the middle of a pattern to its edge is dark,
 * light and dark as 1.5 to 1 to 1, and a quarter of the way to the next pattern, however it is turned and tilted. */
#include "kiosk/games/clips/card_poses.h"

#include <math.h>
#include <stdlib.h>

#include "kiosk/eye/finders.h"

/* Checked on simulated cards with covered codes on wood, cloth and newspaper (tests/kiosk/games/clips/covered.c). */

/* Pixels of a pattern at least: a card that is smaller shows no clip. */
#define SIZE_MIN 16

/* A pattern is at most one in this many of the picture's longer side: the card has to be in the picture too. */
#define SHARE_MAX 10

/* Candidates along rows: letters and the grain of wood look like patterns there. */
#define FOUND_MAX 1024

/* Patterns in every direction that are kept, the largest: more are not a card on a table. */
#define PATTERNS 16

/* Grey levels from ink to paper at least: grain has less. */
#define CONTRAST 40

/* Rays from the middle of a pattern that are tried. */
#define RAYS 8

/* Rays that have to be as they should be: a clip may touch one. */
#define RAYS_LEAST 7

/* Modules that a run of a ray may be off, besides a pixel. */
#define RUN_OFF 0.5

/* Modules along a QR. */
#define QR_MODULES 21.0

/* Modules from the middle of a pattern to that of the next. */
#define BETWEEN 14.0

/* Modules from the middle of a pattern to its edge. */
#define EDGE 3.5

/* Logarithm by which the distance of two patterns may be off: one is nearer to the camera than the other. */
#define OFF_MAX 0.25

/* Logarithm of the ratio of their sizes at most. */
#define UNLIKE_MAX 0.4

/* A pattern that is one in every direction. */
struct pattern {
	struct point at;
	double size;  /* about */
	double level; /* what is darker is dark */
};

/* How long it is dark, or light, along a ray from so far on; as far as the pattern is large at most. */
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

/* From the middle of a pattern to its edge; 0 where it is none in this direction. */
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

/* Finds the middle of what was found along a row; false if it is not a pattern after all. What is dark is told by the
 * darkest and the brightest around it, if these are ink and paper. */
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

/* Those that are in no code that was read, each once; the largest, since what is all over a table is small. */
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

/* Adds a QR by the middle of its first pattern and the steps of a module to the right and downwards. The best are kept,
 * sorted. */
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

/* Half the width of two patterns in a direction, both ways; 0 where that is not known. */
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

/* Adds all ways in which two patterns may be those of a QR. On a side they lie along the top or the left, with the QR
 * on either hand; a diagonal goes from the top right to the bottom left, or the other way round. */
static void
keep_pair(const struct image *image, const struct pattern *one, const struct pattern *other, struct card_poses *poses)
{
	double x = other->at.x - one->at.x, y = other->at.y - one->at.y, far = hypot(x, y), turn = atan2(y, x);
	double along = reach(image, one, other, turn), across = reach(image, one, other, turn + G_PI / 2);
	double askew = (reach(image, one, other, turn + G_PI / 4) + reach(image, one, other, turn - G_PI / 4)) / 2;
	double off = fabs(log(far / (along * BETWEEN / EDGE))), unlike = fabs(log(one->size / other->size));

	/* A comparison that fails where nothing is along it. */
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
		/* Half of the diagonal, and half of the one across it, which is four times as long as a pattern's. */
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
