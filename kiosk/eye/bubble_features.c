/* SPDX-License-Identifier: MIT
 * Compares the bubbles of a form, and quantises what comes of it. The darkness beyond the labels falls into two groups:
 * empty bubbles, and marks by this person's pen. Both groups say what a bubble of the form is measured by. */
#include "kiosk/eye/bubble_features.h"

#include <math.h>

/* Bubbles of a neighbourhood, without the one that is compared with them. */
#define NEAR 8

/* Rounds of the search for two groups; it has settled after five in nearly all forms. */
#define ROUNDS 8

/* Least distance in darkness between the groups; less is noise in one group of empty bubbles. */
#define APART 0.07

/* Darkness and depth that a mark is expected to have on a form without any. */
#define FULL 0.35
#define DEEP 0.80

/* Darkness that is added to the spread of empty bubbles before others are divided by it: a drawing without noise has
 * none. */
#define SPREAD_MIN 0.004

/* The same for the depth and for the lines that noise makes. */
#define NOISE_MIN 0.02

/* What the empty bubbles and the marks of a form are like. */
struct groups {
	double base, full;                  /* mean darkness beyond the label */
	double deep;                        /* median depth of marks */
	double spread;                      /* median deviation of empty bubbles from their mean */
	double marked;                      /* share of the bubbles */
	double ring;                        /* median contrast of outlines */
	double outline_dark, outline_depth; /* medians */
	double noise;                       /* median, as a share of the paper's brightness */
	struct chroma paper;
};

/* Darkness beyond the label below which bubbles are all as empty: a label that was estimated too dark would make a
 * group of its own. */
#define EMPTIEST (-0.02)

/* Splits the bubbles into two groups (k-means in one dimension). */
static void
find_groups(
	const struct bubble_measure *measure, const struct bubble_beyond *beyond, unsigned count, struct groups *groups)
{
	double dark[FORM_BUBBLES], depth[FORM_BUBBLES], blue[FORM_BUBBLES], red[FORM_BUBBLES], limit;
	unsigned marked = 0, empty = 0;

	for (unsigned i = 0; i < count; i++)
		dark[i] = fmax(beyond[i].dark, EMPTIEST);
	values_sort(dark, count);
	limit = (dark[count / 8] + dark[count - 1]) / 2;
	for (int round = 0; round < ROUNDS; round++) {
		double sum[2] = {0};
		unsigned n[2] = {0};

		for (unsigned i = 0; i < count; i++) {
			sum[dark[i] > limit] += dark[i];
			n[dark[i] > limit]++;
		}
		groups->base = n[0] > 0 ? sum[0] / n[0] : 0;
		groups->full = n[1] > 0 ? sum[1] / n[1] : groups->base;
		limit = (groups->base + groups->full) / 2;
	}
	if (groups->full - groups->base < APART)
		limit = INFINITY;
	for (unsigned i = 0; i < count; i++)
		if (beyond[i].dark > limit) {
			depth[marked++] = measure[i].depth;
		} else {
			dark[empty] = fabs(beyond[i].dark - groups->base);
			blue[empty] = measure[i].chroma.blue;
			red[empty++] = measure[i].chroma.red;
		}
	groups->marked = (double)marked / count;
	groups->deep = marked > 0 ? values_median(depth, marked) : 0;
	groups->full = marked > 0 ? groups->full : 0;
	groups->spread = values_median(dark, empty);
	groups->paper = (struct chroma){values_median(blue, empty), values_median(red, empty)};
	for (unsigned i = 0; i < count; i++) {
		dark[i] = measure[i].ring;
		depth[i] = measure[i].light.noise / fmax(measure[i].light.level, 1);
	}
	groups->ring = values_median(dark, count);
	groups->noise = values_median(depth, count);
	for (unsigned i = 0; i < count; i++) {
		dark[i] = measure[i].outline_dark;
		depth[i] = measure[i].outline_depth;
	}
	groups->outline_dark = values_median(dark, count);
	groups->outline_depth = values_median(depth, count);
}

/* The median darkness beyond the label, and brightness of the paper, of the nearest bubbles: robust against marks next
 * to this one and a circle around it. */
static void
find_near(const struct seen_form *seen, const struct bubble_measure *measure, const struct bubble_beyond *beyond,
	unsigned mark, double *dark, double *paper)
{
	double far[NEAR] = {0}, darks[NEAR] = {0}, papers[NEAR] = {0};
	unsigned count = 0, nearest[NEAR] = {0};

	for (unsigned i = 0; i < seen->marks; i++) {
		double here = point_distance(seen->mark[i].at, seen->mark[mark].at);
		unsigned at = count;

		if (i == mark || (count == NEAR && here >= far[NEAR - 1]))
			continue;
		count = MIN(count + 1, NEAR);
		for (at = MIN(at, NEAR - 1); at > 0 && here < far[at - 1]; at--) {
			far[at] = far[at - 1];
			nearest[at] = nearest[at - 1];
		}
		far[at] = here;
		nearest[at] = i;
	}
	for (unsigned i = 0; i < count; i++) {
		darks[i] = beyond[nearest[i]].dark;
		papers[i] = measure[nearest[i]].light.level;
	}
	*dark = count > 0 ? values_median(darks, count) : 0;
	*paper = count > 0 ? values_median(papers, count) : measure[mark].light.level;
}

static double
distance_of(const struct chroma *one, const struct chroma *other)
{
	return hypot(one->blue - other->blue, one->red - other->red);
}

/* Quantises the features of one bubble. */
static void
quantise(const double value[MARK_FEATURES_MAX], uint8_t feature[MARK_FEATURES_MAX])
{
	static const struct {
		double least, most;
	} range[] = {
#define F(name, least, most, about) {least, most},
		MARK_FEATURES(F)
#undef F
	};

	_Static_assert(G_N_ELEMENTS(range) <= MARK_FEATURES_MAX, "there is room for every feature");
	for (unsigned i = 0; i < G_N_ELEMENTS(range); i++)
		feature[i] = (uint8_t)lrint(
			CLAMP(255 * (value[i] - range[i].least) / (range[i].most - range[i].least), 0, 255));
}

static void
find_features(const struct seen_mark *mark, const struct bubble_measure *measure, const struct bubble_beyond *beyond,
	const struct groups *groups, double near_dark, double near_paper, uint8_t feature[MARK_FEATURES_MAX])
{
	const struct light *light = &measure->light;
	double full = groups->marked > 0 ? groups->full : FULL, deep = groups->marked > 0 ? groups->deep : DEEP;
	double more = beyond->dark - groups->base, near = fmax(near_paper, 1);
	const double value[MARK_FEATURES_MAX] = {
		[FEATURE_DARK] = measure->dark,
		[FEATURE_DEPTH] = measure->depth,
		[FEATURE_OVER] = measure->over,
		[FEATURE_LINE] = measure->line,
		[FEATURE_RIM] = measure->rim,
		[FEATURE_BRIGHT] = measure->bright,
		[FEATURE_ASIDE] = measure->aside,
		[FEATURE_CROSSED] = measure->crossed,
		[FEATURE_ENDS] = measure->ends,
		[FEATURE_OUTSIDE_DEPTH] = measure->outside.depth,
		[FEATURE_OUTSIDE_ACROSS] = measure->outside.across,
		[FEATURE_OUTSIDE_SHARE] = measure->outside.share,
		[FEATURE_EDGE_DEPTH] = measure->near.depth,
		[FEATURE_EDGE_ACROSS] = measure->near.across,
		[FEATURE_EDGE_SHARE] = measure->near.share,
		[FEATURE_FAR_DEPTH] = measure->far.depth,
		[FEATURE_FAR_ACROSS] = measure->far.across,
		[FEATURE_FAR_SHARE] = measure->far.share,
		[FEATURE_FAR_ENDS] = measure->far.ends,
		[FEATURE_OUTSIDE_ENDS] = measure->outside.ends,
		[FEATURE_OUTLINE_DARK] = measure->outline_dark - groups->outline_dark,
		[FEATURE_OUTLINE_DEPTH] = measure->outline_depth - groups->outline_depth,
		[FEATURE_SEEN] = light->seen,
		[FEATURE_UNEVEN] = light->uneven,
		[FEATURE_NOISE] = light->noise / fmax(light->level, 1),
		[FEATURE_SPLIT] = light->split,
		[FEATURE_RING] = measure->ring,
		[FEATURE_RADIUS] = mark->radius,
		[FEATURE_BEYOND_DARK] = beyond->dark,
		[FEATURE_BEYOND_DEPTH] = beyond->depth,
		[FEATURE_BEYOND_LINE] = beyond->line,
		[FEATURE_EXCESS_DARK] = beyond->excess_dark,
		[FEATURE_EXCESS_DEPTH] = beyond->excess_depth,
		[FEATURE_DEPTH_NOISE] = beyond->depth / (fmax(beyond->usual, 0) + NOISE_MIN),
		[FEATURE_LINE_NOISE] = beyond->line / (beyond->lines + NOISE_MIN),
		[FEATURE_USUAL] = beyond->usual,
		[FEATURE_LINES] = beyond->lines,
		[FEATURE_LABEL] = beyond->label,
		[FEATURE_ALIKE] = beyond->alike,
		[FEATURE_FORM_BASE] = groups->base,
		[FEATURE_FORM_FULL] = groups->full,
		[FEATURE_FORM_DEEP] = groups->deep,
		[FEATURE_FORM_RING] = groups->ring,
		[FEATURE_FORM_NOISE] = groups->noise,
		[FEATURE_FORM_SPREAD] = groups->spread,
		[FEATURE_FORM_MARKED] = groups->marked,
		[FEATURE_RING_SHARE] = measure->ring / fmax(groups->ring, 0.01),
		[FEATURE_DARK_SHARE] = more / fmax(full - groups->base, APART),
		[FEATURE_DEPTH_SHARE] = measure->depth / fmax(deep, 0.1),
		[FEATURE_DARK_SPREADS] = more / (groups->spread + SPREAD_MIN),
		[FEATURE_NEAR_DARK] = beyond->dark - near_dark,
		[FEATURE_PAPER_NEAR] = light->level / near,
		[FEATURE_BRIGHTEST_NEAR] = light->brightest / near,
		[FEATURE_TINT] = distance_of(&measure->chroma, &groups->paper),
		[FEATURE_TINT_AROUND] = distance_of(&measure->chroma_around, &groups->paper),
		[FEATURE_BLUE] = measure->chroma.blue - groups->paper.blue,
		[FEATURE_RED] = measure->chroma.red - groups->paper.red,
		[FEATURE_UNSEEN] = measure->unseen,
	};

	quantise(value, feature);
}

double
eye_features_probability(const uint8_t feature[MARK_FEATURES_MAX], double log_odds)
{
	double probability = 1 / (1 + exp(-log_odds));

	return eye_features_show_outline(feature) ? probability : fmax(probability, 0.5);
}

bool
eye_features_are_within(const uint8_t feature[MARK_FEATURES_MAX], const struct feature_range range[MARK_FEATURE_COUNT])
{
	static const uint8_t about[MARK_FEATURE_COUNT] = {
#define F(name, least, most, about) FEATURE_##about,
		MARK_FEATURES(F)
#undef F
	};
	bool alone = feature[FEATURE_ALIKE] < MARKS_ALIKE;

	for (unsigned i = 0; i < MARK_FEATURE_COUNT; i++)
		if (alone && about[i] == FEATURE_INSIDE)
			continue;
		else if (feature[i] < range[i].least || feature[i] > range[i].most)
			return false;
	return true;
}

void
eye_features_compare(struct seen_form *seen, const struct bubble_measure *measure)
{
	struct bubble_beyond beyond[FORM_BUBBLES];
	struct groups groups = {0};

	if (seen->marks == 0)
		return;
	eye_labels_compare(seen, measure, beyond);
	find_groups(measure, beyond, seen->marks, &groups);
	for (unsigned i = 0; i < seen->marks; i++) {
		double dark, paper;

		find_near(seen, measure, beyond, i, &dark, &paper);
		find_features(&seen->mark[i], &measure[i], &beyond[i], &groups, dark, paper, seen->mark[i].feature);
	}
}
