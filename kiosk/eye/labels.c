/* SPDX-License-Identifier: MIT
 * Labels in bubbles. The lightest bubbles with the same label are empty, unless nearly all are marked: their median,
 * sample by sample, shows the label alone, with the light and the blur of this image. What differs from it was written.
 * In the difference a line detector looks for thin strokes. */
#include "kiosk/eye/bubble_measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Fewest bubbles with the same label that say what the label looks like. */
#define ALIKE 4

/* One in this many of them, the lightest, are taken to be empty; at least EMPTY. More would include marks on forms with
 * many marks, fewer leave more noise in the median. */
#define LIGHTEST 3

/* Least number of bubbles that the median is taken of. */
#define EMPTY 3

/* Quantile up to which bubbles are certainly empty: what they show beyond the label is noise. */
#define USUAL 0.34

/* Directions that a line may have, in half a turn. */
#define TURNS 12

/* Length of the line that is looked for, in samples: half of the inside. */
#define LONG 7

/* Samples that its middle may be off the middle of the bubble: at the rim there are lines from elsewhere. */
#define OFF 3

/* Distance in samples from a line to the paper on its sides. */
#define APART 2

/* One in this many samples may exceed the quantile that is the depth beyond the label. */
#define DARKEST 14

const char *
eye_label_of(const struct seen_mark *mark)
{
	const char *dot = strrchr(mark->id, '.');

	return dot == NULL ? mark->id : dot + 1;
}

/* Bilinear interpolation between four samples of a bubble; NaN if one of them is not inside. */
static double
value_at(double rest[BUBBLE_GRID][BUBBLE_GRID], double x, double y)
{
	int left = (int)floor(x), top = (int)floor(y);
	double right = x - left, down = y - top;

	if (left < 0 || top < 0 || left + 1 >= BUBBLE_GRID || top + 1 >= BUBBLE_GRID)
		return NAN;
	return (1 - down) * ((1 - right) * rest[top][left] + right * rest[top][left + 1]) +
		down * ((1 - right) * rest[top + 1][left] + right * rest[top + 1][left + 1]);
}

/* How much darker the darkest straight line of LONG samples is than the darker one of its sides. Samples that are not
 * inside are NaN. */
static double
darkest_line(double rest[BUBBLE_GRID][BUBBLE_GRID])
{
	const int middle = BUBBLE_GRID / 2, first = (BUBBLE_GRID - LONG) / 2;
	double most = 0;

	for (int turn = 0; turn < TURNS; turn++) {
		double dx = cos(G_PI * turn / TURNS), dy = sin(G_PI * turn / TURNS);
		double along[BUBBLE_GRID][BUBBLE_GRID]; /* lines of that direction, one next to the other */

		for (int across = 0; across < BUBBLE_GRID; across++)
			for (int on = 0; on < BUBBLE_GRID; on++)
				along[across][on] = value_at(rest, middle + (on - middle) * dx - (across - middle) * dy,
					middle + (on - middle) * dy + (across - middle) * dx);
		for (int across = middle - OFF; across <= middle + OFF; across++)
			for (int from = first - OFF; from <= first + OFF; from++) {
				double before = 0, line = 0, after = 0;

				for (int on = from; on < from + LONG; on++) {
					before += along[across - APART][on];
					line += along[across][on];
					after += along[across + APART][on];
				}
				if (!isnan(before + line + after))
					most = fmax(most, (line - fmax(before, after)) / LONG);
			}
	}
	return most;
}

/* The darkest sample of a label within a sample's distance: edges of print may be that far off. */
static double
label_near(double label[BUBBLE_GRID][BUBBLE_GRID], int x, int y)
{
	double most = 0;

	for (int j = MAX(y - 1, 0); j <= MIN(y + 1, BUBBLE_GRID - 1); j++)
		for (int i = MAX(x - 1, 0); i <= MIN(x + 1, BUBBLE_GRID - 1); i++)
			if (eye_sample_is_inside(i, j))
				most = fmax(most, label[j][i]);
	return most;
}

/* Compares one bubble with its label. */
static void
compare(const struct bubble_measure *measure, double label[BUBBLE_GRID][BUBBLE_GRID], struct bubble_beyond *beyond)
{
	double rest[BUBBLE_SAMPLES] = {0}, excess[BUBBLE_SAMPLES] = {0}, grid[BUBBLE_GRID][BUBBLE_GRID];
	unsigned n = 0, high = measure->samples - 1 - measure->samples / DARKEST;

	for (int y = 0; y < BUBBLE_GRID; y++)
		for (int x = 0; x < BUBBLE_GRID; x++) {
			grid[y][x] = NAN;
			if (!eye_sample_is_inside(x, y))
				continue;
			grid[y][x] = rest[n] = measure->inside[n] - label[y][x];
			excess[n] = measure->inside[n] - label_near(label, x, y);
			beyond->dark += rest[n] / measure->samples;
			beyond->excess_dark += fmax(excess[n], 0) / measure->samples;
			n++;
		}
	beyond->line = darkest_line(grid);
	beyond->depth = values_ranked(rest, n, high);
	beyond->excess_depth = values_ranked(excess, n, high);
}

/* The median of the lightest of these bubbles, sample by sample. Returns its mean. */
static double
find_label(const struct bubble_measure *measure, const unsigned *alike, unsigned count,
	double label[BUBBLE_GRID][BUBBLE_GRID])
{
	unsigned lightest = MAX(EMPTY, count / LIGHTEST), n = 0;
	double values[FORM_BUBBLES], limit, sum = 0;

	for (unsigned i = 0; i < count; i++)
		values[i] = measure[alike[i]].dark;
	limit = values_ranked(values, count, lightest - 1);
	for (int y = 0; y < BUBBLE_GRID; y++)
		for (int x = 0; x < BUBBLE_GRID; x++) {
			unsigned found = 0;

			label[y][x] = 0;
			if (!eye_sample_is_inside(x, y))
				continue;
			for (unsigned i = 0; i < count; i++)
				if (measure[alike[i]].dark <= limit)
					values[found++] = measure[alike[i]].inside[n];
			sum += label[y][x] = values_median(values, found);
			n++;
		}
	return sum / n;
}

/* Compares the `count` bubbles of one label; `alike` are their indices. */
static void
compare_alike(const struct bubble_measure *measure, const unsigned *alike, unsigned count,
	struct bubble_beyond beyond[FORM_BUBBLES])
{
	double label[BUBBLE_GRID][BUBBLE_GRID] = {{0}}, depth[FORM_BUBBLES], line[FORM_BUBBLES];
	double mean = count < ALIKE ? 0 : find_label(measure, alike, count, label);
	unsigned usual = (unsigned)(USUAL * (count - 1));

	for (unsigned i = 0; i < count; i++) {
		struct bubble_beyond *one = &beyond[alike[i]];

		compare(&measure[alike[i]], label, one);
		one->alike = count;
		one->label = mean;
		depth[i] = one->depth;
		line[i] = one->line;
	}
	values_sort(depth, count);
	values_sort(line, count);
	for (unsigned i = 0; i < count; i++) {
		beyond[alike[i]].usual = depth[usual];
		beyond[alike[i]].lines = line[usual];
	}
}

void
eye_labels_compare(
	const struct seen_form *seen, const struct bubble_measure *measure, struct bubble_beyond beyond[FORM_BUBBLES])
{
	bool done[FORM_BUBBLES] = {false};

	memset(beyond, 0, FORM_BUBBLES * sizeof *beyond);
	for (unsigned i = 0; i < seen->marks; i++) {
		unsigned alike[FORM_BUBBLES], count = 0;

		for (unsigned n = i; n < seen->marks && !done[i]; n++)
			if (strcmp(eye_label_of(&seen->mark[n]), eye_label_of(&seen->mark[i])) == 0) {
				alike[count++] = n;
				done[n] = n > i;
			}
		if (count > 0)
			compare_alike(measure, alike, count, beyond);
	}
}
