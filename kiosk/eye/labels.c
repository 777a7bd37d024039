/* SPDX-License-Identifier: MIT
 * Labels in bubbles. Most bubbles are empty, so that for each sample a quantile over the bubbles with the same label,
 * a little below the median, shows the label alone, with the light and the blur of this image. What differs from it
 * was written. In the difference a line detector looks for thin strokes. */
#include "kiosk/eye/bubble_measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Fewest bubbles with the same label that say what the label looks like. */
#define ALIKE 4

/* Quantile of their darkness that is taken for the label: below the median, since in small groups half may be
 * marked. */
#define LOWER 0.4

/* Mean darkness above which that is not a label: most of them are marked. */
#define BLANK 0.08

/* Quantile up to which bubbles are certainly empty: what they show beyond the label is noise. */
#define USUAL 0.34

/* Quantile up to which bubbles have to be alike to say that what they show is printed. */
#define NEARLY 0.8

/* Depth beyond noise up to which bubbles are alike. */
#define DEEPER 0.06

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

/* Compares one bubble with its label. */
static void
compare(const struct bubble_measure *measure, const double label[BUBBLE_SAMPLES], struct bubble_beyond *beyond)
{
	double rest[BUBBLE_SAMPLES] = {0}, grid[BUBBLE_GRID][BUBBLE_GRID], sum = 0;
	unsigned n = 0;

	for (unsigned i = 0; i < measure->samples; i++)
		sum += rest[i] = measure->inside[i] - label[i];
	for (int y = 0; y < BUBBLE_GRID; y++)
		for (int x = 0; x < BUBBLE_GRID; x++)
			grid[y][x] = eye_sample_is_inside(x, y) ? rest[n++] : NAN;
	beyond->line = darkest_line(grid);
	beyond->known = true;
	beyond->dark = sum / measure->samples;
	beyond->depth = values_ranked(rest, measure->samples, measure->samples - 1 - measure->samples / DARKEST);
}

/* Compares the `count` bubbles of one label; `alike` are their indices. */
static void
compare_alike(const struct bubble_measure *measure, const double faint[FORM_BUBBLES], const unsigned *alike,
	unsigned count, struct bubble_beyond beyond[FORM_BUBBLES])
{
	double label[BUBBLE_SAMPLES] = {0}, values[FORM_BUBBLES], dark[FORM_BUBBLES], line[FORM_BUBBLES], sum = 0;
	unsigned samples = measure[alike[0]].samples, usual = (unsigned)(USUAL * (count - 1));

	for (unsigned s = 0; s < samples; s++) {
		unsigned n = 0;

		for (unsigned i = 0; i < count; i++)
			if (faint[alike[i]] <= 1)
				values[n++] = measure[alike[i]].inside[s];
		if (n < ALIKE)
			return;
		sum += label[s] = values_ranked(values, n, (unsigned)(LOWER * (n - 1)));
	}
	if (sum > BLANK * samples)
		return;
	for (unsigned i = 0; i < count; i++) {
		compare(&measure[alike[i]], label, &beyond[alike[i]]);
		values[i] = beyond[alike[i]].depth;
		dark[i] = beyond[alike[i]].dark;
		line[i] = beyond[alike[i]].line;
	}
	values_sort(values, count);
	values_sort(dark, count);
	values_sort(line, count);
	for (unsigned i = 0; i < count; i++) {
		beyond[alike[i]].lines = line[usual];
		beyond[alike[i]].usual = values[usual];
		beyond[alike[i]].alike = values[(unsigned)(NEARLY * (count - 1))] < values[usual] + DEEPER;
		/* With noise, the quantile below the median is brighter than what is printed. */
		beyond[alike[i]].dark -= dark[usual];
	}
}

void
eye_labels_compare(const struct seen_form *seen, const struct bubble_measure *measure, const double faint[FORM_BUBBLES],
	struct bubble_beyond beyond[FORM_BUBBLES])
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
			compare_alike(measure, faint, alike, count, beyond);
	}
}
