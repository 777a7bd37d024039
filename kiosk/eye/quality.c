/* SPDX-License-Identifier: MIT
 * Image quality, as figures that explain why an image is hard to read: the size of modules, the width of edges (blur),
 * the tilt of the paper, and overexposed spots (glare). A few hundred rows are examined, whatever the image's size. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/eye/parts.h"

/* Rows that are examined for edges. */
#define ROWS 240

/* Least difference in grey levels of an edge that is measured. */
#define EDGE 60

/* Fewest edges that say how blurred an image is. */
#define EDGES_MIN 40

/* Bins of the histogram of edge widths in a pixel. */
#define WIDTH_STEPS 8

#define WIDTHS (WIDTH_STEPS * 24)

/* Rows that are examined for finder patterns of codes. */
#define FINDER_ROWS 1200

/* Most finder patterns that are measured. */
#define FINDERS_MAX 512

/* Fewest finder patterns that say how large modules are. */
#define FINDERS_MIN 3

/* Pixels that share a local threshold between dark and bright. */
#define BLOCK 16

/* Least contrast around a block, in grey levels: with less it is paper. */
#define CONTRAST 30

/* Runs of a finder pattern: dark, bright, dark, bright, dark. */
#define FINDER_RUNS 5

/* Typical modules along a code, which has 21 to 29. */
#define CODE_MODULES 25

/* Grey level from which a pixel is overexposed. */
#define BURNT 252

/* Cells across the image in which overexposed pixels are counted. */
#define COLS 12

/* Share of overexposed pixels from which a cell is part of a spot. */
#define CELL_BURNT 0.6

/* Share of overexposed pixels from which a cell is at the rim of a spot. */
#define CELL_PARTLY 0.05

/* Most rim cells for each cell of a spot: more is print on white paper. */
#define RIM_MAX 3

/* Largest mean grey level of the other cells: if one is brighter, the image is bright everywhere, as a scan is. */
#define PAPER_MAX 236

/* Least share of the image that a spot of glare has. */
#define GLARE_MIN 0.01

/* Largest share of the image that a spot of glare has: with more, all of the image is overexposed. */
#define GLARE_MAX 0.5

/* The mean side of a square that is seen obliquely, and how much shorter it is one way than the other: the cosine of
 * its tilt. */
static double
side_of(const struct point corner[4], double *lean)
{
	double ux = (corner[1].x - corner[0].x + corner[2].x - corner[3].x) / 2,
	       uy = (corner[1].y - corner[0].y + corner[2].y - corner[3].y) / 2,
	       vx = (corner[3].x - corner[0].x + corner[2].x - corner[1].x) / 2,
	       vy = (corner[3].y - corner[0].y + corner[2].y - corner[1].y) / 2;
	double sum = ux * ux + uy * uy + vx * vx + vy * vy, area = fabs(ux * vy - uy * vx);
	double apart = sqrt(fmax(0, sum * sum - 4 * area * area));

	/* The ratio of the singular values of the map from the square. */
	*lean = sum + apart > 0 ? sqrt(fmax(0, (sum - apart) / (sum + apart))) : 1;
	return sqrt(area);
}

/* Measures modules and tilt by what was read. */
static void
measure_read(const struct sight *sight, struct sight_quality *quality)
{
	unsigned count = 0, all = sight->tags->len + sight->codes->len;
	g_autofree double *size = g_new(double, all + 1), *lean = g_new(double, all + 1);

	for (unsigned i = 0; i < sight->tags->len; i++, count++)
		size[count] = side_of(SEEN_TAG(sight, i)->corner, &lean[count]) / 6;
	for (unsigned i = 0; i < sight->codes->len; i++, count++)
		size[count] = side_of(SEEN_CODE(sight, i)->corner, &lean[count]) / CODE_MODULES;
	quality->module = count == 0 ? 0 : values_median(size, count);
	quality->tilt = count == 0 ? 0 : acos(CLAMP(values_median(lean, count), 0, 1)) * 180 / G_PI;
}

/* Binarises a row by local thresholds. */
static void
binarise(const uint8_t *row, int32_t width, bool *dark)
{
	for (int32_t from = 0; from < width; from += BLOCK) {
		int least = 255, most = 0, level;

		for (int32_t x = MAX(0, from - BLOCK); x < MIN(width, from + 2 * BLOCK); x++) {
			least = MIN(least, row[x]);
			most = MAX(most, row[x]);
		}
		level = most - least < CONTRAST ? 0 : (least + most) / 2;
		for (int32_t x = from; x < MIN(width, from + BLOCK); x++)
			dark[x] = row[x] < level;
	}
}

/* Adds the finder patterns of a row, as the size of their modules: runs of 1 : 1 : 3 : 1 : 1 modules. */
static unsigned
find_in_row(const bool *dark, int32_t width, double *module, unsigned count)
{
	static const int modules[FINDER_RUNS] = {1, 1, 3, 1, 1};
	int32_t run[FINDER_RUNS] = {0}, from = 0;

	for (int32_t x = 1; x <= width && count < FINDERS_MAX; x++) {
		double all = 0;
		bool fits;

		if (x < width && dark[x] == dark[x - 1])
			continue;
		memmove(run, run + 1, (FINDER_RUNS - 1) * sizeof *run);
		run[FINDER_RUNS - 1] = x - from;
		from = x;
		for (int i = 0; i < FINDER_RUNS; i++)
			all += run[i];
		fits = dark[x - 1] && run[0] > 0 && all / 7 >= 1;
		for (int i = 0; i < FINDER_RUNS && fits; i++)
			fits = fabs(run[i] - modules[i] * (all / 7)) <= 0.3 * modules[i] * (all / 7) + 0.6;
		if (fits)
			module[count++] = all / 7;
	}
	return count;
}

/* Measures modules by the finder patterns of codes that could not be read. */
static void
measure_finders(const struct image *image, struct sight_quality *quality)
{
	g_autofree double *module = g_new(double, FINDERS_MAX);
	g_autofree bool *dark = g_new(bool, (gsize)image->width);
	int32_t step = MAX(1, image->height / FINDER_ROWS);
	unsigned count = 0;

	for (int32_t y = 0; y < image->height && count < FINDERS_MAX; y += step) {
		binarise(image->grey + (size_t)y * (size_t)image->width, image->width, dark);
		count = find_in_row(dark, image->width, module, count);
	}
	if (count >= FINDERS_MIN)
		quality->module = values_median(module, count);
}

/* Measures the median width of the edges in some rows. An edge goes from one local extremum of the grey to the next;
 * its width is its height divided by its steepest slope. */
static void
measure_blur(const struct image *image, struct sight_quality *quality)
{
	unsigned histogram[WIDTHS] = {0}, count = 0, passed = 0;
	int32_t step = MAX(1, image->height / ROWS), width = image->width;
	int median = 0;

	for (int32_t y = step / 2; y < image->height; y += step) {
		const uint8_t *row = image->grey + (size_t)y * (size_t)width;

		for (int32_t x = 1, from = 0; x <= width; x++) {
			int before = x >= 2 ? row[x - 1] - row[x - 2] : 0, here = x < width ? row[x] - row[x - 1] : 0;
			int rise, steepest = 0;

			if (x < width && (before == 0 || (here >= 0) == (before > 0)))
				continue;
			rise = abs(row[x - 1] - row[from]);
			for (int32_t i = from + 1; i < x; i++)
				steepest = MAX(steepest, abs(row[i] - row[i - 1]));
			if (rise >= EDGE) {
				histogram[MIN(WIDTHS - 1, rise * WIDTH_STEPS / steepest)]++;
				count++;
			}
			from = x - 1;
		}
	}
	if (count < EDGES_MIN)
		return;
	while (passed + histogram[median] <= count / 2)
		passed += histogram[median++];
	quality->blur = (median + 0.5) / WIDTH_STEPS;
}

/* The share of overexposed pixels of a cell, and its mean grey. */
static double
cell_burnt(const struct image *image, int32_t col, int32_t row, int32_t side, double *grey)
{
	int32_t burnt = 0, all = 0, step = MAX(1, side / 24);
	double sum = 0;

	for (int32_t y = row * side; y < MIN(image->height, (row + 1) * side); y += step)
		for (int32_t x = col * side; x < MIN(image->width, (col + 1) * side); x += step, all++) {
			int here = image->grey[(size_t)y * (size_t)image->width + (size_t)x];

			burnt += here >= BURNT;
			sum += here;
		}
	*grey = sum / all;
	return (double)burnt / all;
}

/* Finds overexposed spots in an image that is not bright everywhere, and which side they are on. */
static void
measure_glare(const struct image *image, struct sight_quality *quality)
{
	int32_t side = MAX(1, (image->width + COLS - 1) / COLS), rows = (image->height + side - 1) / side;
	int32_t cols = (image->width + side - 1) / side;
	double burnt = 0, partly = 0, x = 0, y = 0, brightest = 0, all = (double)cols * rows;

	for (int32_t row = 0; row < rows; row++)
		for (int32_t col = 0; col < cols; col++) {
			double grey, share = cell_burnt(image, col, row, side, &grey);

			if (share < CELL_BURNT) {
				partly += share > CELL_PARTLY;
				brightest = fmax(brightest, share > CELL_PARTLY ? 0 : grey);
				continue;
			}
			burnt++;
			x += (col + 0.5) / cols;
			y += (row + 0.5) / rows;
		}
	if (burnt / all < GLARE_MIN || burnt / all > GLARE_MAX || partly > RIM_MAX * burnt || brightest > PAPER_MAX)
		return;
	quality->glare = burnt / all;
	x = x / burnt - 0.5;
	y = y / burnt - 0.5;
	if (fabs(x) < 0.15 && fabs(y) < 0.15)
		quality->glare_at = GLARE_MIDDLE;
	else if (fabs(x) >= fabs(y))
		quality->glare_at = x < 0 ? GLARE_LEFT : GLARE_RIGHT;
	else
		quality->glare_at = y < 0 ? GLARE_TOP : GLARE_BOTTOM;
}

void
eye_quality_measure(const struct look *look)
{
	struct sight_quality *quality = &look->sight->quality;

	measure_read(look->sight, quality);
	if (quality->module <= 0)
		measure_finders(look->image, quality);
	measure_blur(look->image, quality);
	measure_glare(look->image, quality);
}

const char *
glare_name(enum glare glare)
{
	static const char *const name[GLARES] = {
		[GLARE_LEFT] = "left",
		[GLARE_RIGHT] = "right",
		[GLARE_TOP] = "top",
		[GLARE_BOTTOM] = "bottom",
		[GLARE_MIDDLE] = "middle",
	};

	return name[glare];
}
