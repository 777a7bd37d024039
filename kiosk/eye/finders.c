/* SPDX-License-Identifier: MIT
 * Finder patterns of QR codes: dark, light, dark, light and dark runs of 1 : 1 : 3 : 1 : 1 modules, along a row and
 * down through their middle. The threshold of a row is a moving average. */
#include "kiosk/eye/finders.h"

#include <glib.h>
#include <stdlib.h>

#define RUNS 5

/* Modules of a pattern. */
#define MODULES 7

/* Width of the moving average, as one in this many parts of a row. */
#define WINDOW 8

/* Grey levels below that mean from which a pixel is dark: paper has noise. */
#define CONTRAST 8

/* Most patterns that are counted. */
#define MANY 512

/* Distance between the rows that the QR reader looks at. */
#define STEP 3

/* Of each BANDS of these rows, those that are looked at closely: a crowd of patterns is everywhere, and all rows of a
 * large image would take too long. */
#define BAND 8

/* Rows of which BAND are looked at closely. */
#define BANDS 64

struct found {
	struct finder *finder;
	unsigned count, most;
	int32_t least, largest; /* pixels that one may have */
};

/* Whether five runs are those of a pattern; *size is their sum. */
static bool
is_pattern(const int32_t run[RUNS], int32_t *size)
{
	static const int32_t modules[RUNS] = {1, 1, 3, 1, 1};
	int32_t sum = 0;

	for (int i = 0; i < RUNS; i++)
		sum += run[i];
	*size = sum;
	for (int i = 0; i < RUNS; i++) {
		/* Half a module and half a pixel each way. */
		int32_t off = abs(2 * MODULES * run[i] - 2 * modules[i] * sum);

		if (run[i] == 0 || off > modules[i] * sum + MODULES)
			return false;
	}
	return sum >= MODULES;
}

/* The same downwards through a pixel of the middle: runs from there to both sides. */
static bool
is_crossed(const struct region *region, int32_t x, int32_t y, int32_t size, int level)
{
	int32_t run[RUNS] = {0}, across;

	for (int way = -1; way <= 1; way += 2) {
		int32_t at = way < 0 ? y : y + 1;

		for (int n = 2; n >= 0 && n <= 4; n += way) {
			bool dark = n % 2 == 0;

			while (at >= 0 && at < region->height && run[n] <= size &&
				(region->grey[(ptrdiff_t)at * region->stride + x] < level) == dark) {
				run[n]++;
				at += way;
			}
		}
	}
	return is_pattern(run, &across) && across < 3 * size && size < 3 * across;
}

static void
add(struct found *found, int32_t x, int32_t y, int32_t size)
{
	for (unsigned i = 0; i < found->count; i++) {
		const struct finder *other = &found->finder[i];

		if (abs(other->x - x) < other->size / 2 && abs(other->y - y) < other->size / 2)
			return;
	}
	found->finder[found->count++] = (struct finder){x, y, size};
}

/* Looks along a row. */
static void
look(const struct region *region, int32_t y, struct found *found)
{
	const uint8_t *row = region->grey + (ptrdiff_t)y * region->stride;
	int32_t w = region->width, half = MAX(16, w / WINDOW / 2), run[RUNS] = {0};
	int64_t sum = 0;
	bool dark = false;

	for (int32_t x = 0; x < MIN(half, w); x++)
		sum += row[x];
	for (int32_t x = 0; x <= w && found->count < found->most; x++) {
		int32_t count = MAX(1, MIN(w, x + half) - MAX(0, x - half)), size;
		bool now;

		/* `sum` is of the `count` pixels around. */
		if (x + half <= w && x > 0)
			sum += row[x + half - 1];
		if (x - half > 0)
			sum -= row[x - half - 1];
		/* Darker than their mean, which is not divided for every pixel. */
		now = x < w && (int64_t)(row[x] + (dark ? 0 : CONTRAST) + 1) * count <= sum;
		if (now == dark && x < w) {
			run[RUNS - 1]++;
			continue;
		}
		if (dark && is_pattern(run, &size) && size >= found->least && size <= found->largest) {
			int32_t middle = x - run[4] - run[3] - run[2] / 2 - 1;

			if (is_crossed(region, middle, y, size, (int)(sum / count)))
				add(found, middle, y, size);
		}
		for (int i = 0; i + 1 < RUNS; i++)
			run[i] = run[i + 1];
		run[RUNS - 1] = 1;
		dark = now;
	}
}

unsigned
finders_count(const struct region *region, bool closely, unsigned most)
{
	struct finder finder[MANY];
	struct found found = {.finder = finder, .most = MIN(most, MANY), .largest = INT32_MAX};
	int32_t step = closely ? STEP : MAX(STEP, 3 * region->height / (4 * 97));

	for (int32_t y = step - 1; y < region->height && found.count < found.most; y += step)
		if (!closely || y / STEP % BANDS < BAND)
			look(region, y, &found);
	return found.count;
}

unsigned
finders_find(const struct region *region, int32_t least, int32_t largest, struct finder *finder, unsigned most)
{
	struct found found = {.finder = finder, .most = most, .least = least, .largest = largest};

	for (int32_t y = STEP - 1; y < region->height && found.count < found.most; y += STEP)
		look(region, y, &found);
	return found.count;
}
