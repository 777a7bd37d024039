/* SPDX-License-Identifier: MIT
 * Optical mark recognition: classifies bubbles as empty, filled or unsure. Two trained models (marks_table.h), each a
 * sum of shallow decision trees over the features of a bubble (bubble_features.h), give the log odds that it is not
 * empty, and that it is filled as a mark that is meant. Beyond the thresholds, which come from pictures of conditions
 * that the models were not trained on, a bubble is surely empty or surely filled; between them a person is asked. */
#include <math.h>
#include <string.h>

#include "kiosk/eye/bubble_features.h"

/* A complete binary tree of depth 3: node n has the children 2 n + 1 and 2 n + 2, the second if the feature is above
 * the limit. */
struct tree {
	uint8_t feature[7], limit[7];
	int16_t leaf[8];
};

#include "kiosk/eye/marks_table.h"

const struct mark_limits eye_mark_limits = {MARKS_ROW_EMPTY, MARKS_ROW_FILLED};

/* The probability of a mark of which nothing can be seen. */
#define UNKNOWN 0.5

/* The sum of the leaves that a bubble reaches: log odds, MARKS_UNIT to one. */
static int
score(const struct tree *tree, unsigned trees, const uint8_t feature[MARK_FEATURES_MAX])
{
	int sum = 0;

	for (unsigned i = 0; i < trees; i++) {
		unsigned node = 0;

		while (node < G_N_ELEMENTS(tree->feature))
			node = 2 * node + 1 + (feature[tree[i].feature[node]] > tree[i].limit[node]);
		sum += tree[i].leaf[node - G_N_ELEMENTS(tree->feature)];
	}
	return sum;
}

/* Whether nothing is known of a bubble. */
static bool
is_lost(const struct seen_mark *mark)
{
	return mark->feature[FEATURE_FORM_RING] < MARKS_RING || mark->feature[FEATURE_UNSEEN] == MARKS_LOST;
}

/* Classifies a mark; `usual` is the score that a quarter of the form's bubbles are below. */
static void
classify(struct seen_mark *mark, int shown, double usual)
{
	int meant = score(marks_meant, G_N_ELEMENTS(marks_meant), mark->feature);

	mark->state = MARK_UNSURE;
	mark->probability = UNKNOWN;
	if (is_lost(mark))
		return;
	if (meant > MARKS_MEANT && shown > 0 && eye_features_are_own(mark->feature) &&
		eye_features_are_within(mark->feature, marks_filled))
		mark->state = MARK_FILLED;
	else if (shown < MARKS_SHOWN && shown < usual + MARKS_ABOVE && eye_features_show_outline(mark->feature) &&
		eye_features_are_within(mark->feature, marks_empty))
		mark->state = MARK_EMPTY;
	mark->probability = eye_features_probability(mark->feature, (shown + meant) / (2.0 * MARKS_UNIT));
}

void
eye_marks_read(struct look *look, const struct form *form, const struct seen_tag *const corner[4],
	const struct bubble_spot *spot, struct seen_form *seen)
{
	g_autofree struct bubble_measure *measure = g_new0(struct bubble_measure, FORM_BUBBLES);
	double ink = eye_form_ink(look->image, corner), sorted[FORM_BUBBLES], usual;
	int shown[FORM_BUBBLES];
	unsigned known = 0;

	seen->marks = form->bubbles;
	for (unsigned i = 0; i < form->bubbles; i++) {
		struct seen_mark *mark = &seen->mark[i];

		memcpy(mark->id, form->bubble[i].id, sizeof mark->id);
		mark->at = spot[i].middle;
		mark->radius = hypot(spot[i].right.x, spot[i].right.y);
		eye_bubble_measure(look->image, eye_colours(look), spot, form->bubbles, i, ink, &measure[i]);
		measure[i].unseen = spot[i].lost ? 2 : spot[i].hidden ? 1 : 0;
		mark->darkness = measure[i].dark;
	}
	eye_features_compare(seen, measure);
	for (unsigned i = 0; i < seen->marks; i++) {
		shown[i] = score(marks_shown, G_N_ELEMENTS(marks_shown), seen->mark[i].feature);
		if (!is_lost(&seen->mark[i]))
			sorted[known++] = shown[i];
	}
	usual = known > 0 ? values_ranked(sorted, known, known / 4) : 0;
	for (unsigned i = 0; i < seen->marks; i++)
		classify(&seen->mark[i], shown[i], usual);
}
