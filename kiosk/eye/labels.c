/* SPDX-License-Identifier: MIT
 * Labels in bubbles. Most bubbles are empty, so the lower middle of what those with one label show is the label alone,
 * sample by sample, as light and sharp as this picture has it. */
#include "kiosk/eye/bubble_measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bubbles with a label that are needed to say what the label is like. */
#define ALIKE 4

/* Quantile of their darkness that is taken for the label: below the median, since in small groups half may be
 * marked. */
#define LOWER 0.4

/* Darkness all over above which that is not a label: then most of them are marked. */
#define BLANK 0.08

/* Quantile whose bubbles are surely empty: what they show beyond the label is noise. */
#define USUAL 0.34

/* Quantile up to which bubbles have to be alike to say that what they show is printed. */
#define NEARLY 0.8

/* Depth beyond noise up to which bubbles are alike. */
#define DEEPER 0.06

/* Directions that a line may have, in half a turn. */
#define TURNS 12

/* Samples of the straight line that is looked for: half of the inside. */
#define LONG 7

/* Samples that its middle may be off the bubble's: at the rim is what runs in from elsewhere. */
#define OFF 3

/* Samples from a line to the paper beside it. */
#define APART 2

/* One in this many samples is the darkest part of what is beyond the label. */
#define DARKEST 14

const char *
eye_label_of(const struct seen_mark *mark)
{
	const char *dot = strrchr(mark->id, '.');

	return dot == NULL ? mark->id : dot + 1;
}

/* What is left of a bubble without its label, as a picture. */
struct rest {
	double at[BUBBLE_GRID][BUBBLE_GRID];
	bool inside[BUBBLE_GRID][BUBBLE_GRID];
};

/* Between four samples; false where one of them is outside. */
static bool
rest_at(const struct rest *rest, double x, double y, double *value)
{
	int left = (int)floor(x), top = (int)floor(y);
	double right = x - left, down = y - top;

	if (left < 0 || top < 0 || left + 1 >= BUBBLE_GRID || top + 1 >= BUBBLE_GRID || !rest->inside[top][left] ||
		!rest->inside[top][left + 1] || !rest->inside[top + 1][left] || !rest->inside[top + 1][left + 1])
		return false;
	*value = (1 - down) * ((1 - right) * rest->at[top][left] + right * rest->at[top][left + 1]) +
		down * ((1 - right) * rest->at[top + 1][left] + right * rest->at[top + 1][left + 1]);
	return true;
}

/* How much darker the darkest straight line of LONG samples is than what is on the darker side of it. */
static double
darkest_line(const struct rest *rest)
{
	const double middle = (BUBBLE_GRID - 1) / 2.0;
	double most = 0;

	for (int turn = 0; turn < TURNS; turn++) {
		double dx = cos(G_PI * turn / TURNS), dy = sin(G_PI * turn / TURNS);
		/* Along lines of that direction, side by side. */
		double along[BUBBLE_GRID][BUBBLE_GRID];
		bool there[BUBBLE_GRID][BUBBLE_GRID];

		for (int across = 0; across < BUBBLE_GRID; across++)
			for (int on = 0; on < BUBBLE_GRID; on++)
				there[across][on] = rest_at(rest, middle + (on - middle) * dx - (across - middle) * dy,
					middle + (on - middle) * dy + (across - middle) * dx, &along[across][on]);
		for (int across = BUBBLE_GRID / 2 - OFF; across <= BUBBLE_GRID / 2 + OFF; across++)
			for (int from = (BUBBLE_GRID - LONG) / 2 - OFF; from <= (BUBBLE_GRID - LONG) / 2 + OFF;
				from++) {
				double sum[3] = {0};
				bool whole = true;

				for (int on = from; on < from + LONG && whole; on++)
					for (int side = 0; side < 3; side++) {
						whole = whole && there[across + (side - 1) * APART][on];
						sum[side] += whole ? along[across + (side - 1) * APART][on] : 0;
					}
				if (whole)
					most = fmax(most, (sum[1] - fmax(sum[0], sum[2])) / LONG);
			}
	}
	return most;
}

/* Compares one bubble with its label. */
static void
compare(const struct bubble_measure *measure, const double label[BUBBLE_SAMPLES], struct bubble_beyond *beyond)
{
	double rest[BUBBLE_SAMPLES] = {0}, sum = 0;
	struct rest picture = {0};
	unsigned n = 0;

	for (unsigned i = 0; i < measure->samples; i++)
		sum += rest[i] = measure->inside[i] - label[i];
	for (int y = 0; y < BUBBLE_GRID; y++)
		for (int x = 0; x < BUBBLE_GRID; x++) {
			picture.inside[y][x] = eye_sample_is_inside(x, y);
			picture.at[y][x] = picture.inside[y][x] ? rest[n++] : 0;
		}
	beyond->line = darkest_line(&picture);
	values_sort(rest, measure->samples);
	beyond->known = true;
	beyond->dark = sum / measure->samples;
	beyond->depth = rest[measure->samples - 1 - measure->samples / DARKEST];
}

/* The bubbles of one label, from the first on; `alike` are their places. */
static void
compare_alike(const struct bubble_measure *measure, const bool counts[FORM_BUBBLES], const unsigned *alike,
	unsigned count, struct bubble_beyond beyond[FORM_BUBBLES])
{
	double label[BUBBLE_SAMPLES] = {0}, values[FORM_BUBBLES], dark[FORM_BUBBLES], line[FORM_BUBBLES], sum = 0;
	unsigned telling = 0, samples = measure[alike[0]].samples;

	for (unsigned i = 0; i < count; i++)
		telling += counts[alike[i]];
	if (telling < ALIKE)
		return;
	for (unsigned s = 0; s < samples; s++) {
		unsigned n = 0;

		for (unsigned i = 0; i < count; i++)
			if (counts[alike[i]])
				values[n++] = measure[alike[i]].inside[s];
		values_sort(values, n);
		sum += label[s] = values[(unsigned)(LOWER * (n - 1))];
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
		beyond[alike[i]].lines = line[(unsigned)(USUAL * (count - 1))];
		beyond[alike[i]].usual = values[(unsigned)(USUAL * (count - 1))];
		beyond[alike[i]].alike = values[(unsigned)(NEARLY * (count - 1))] < beyond[alike[i]].usual + DEEPER;
		/* Where there is noise, its lower middle is brighter than what is printed. */
		beyond[alike[i]].dark -= dark[(unsigned)(USUAL * (count - 1))];
	}
}

void
eye_labels_compare(const struct seen_form *seen, const struct bubble_measure *measure, const bool counts[FORM_BUBBLES],
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
			compare_alike(measure, counts, alike, count, beyond);
	}
}
