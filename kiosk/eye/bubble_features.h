/* SPDX-License-Identifier: MIT
 * The features by which a bubble is classified: what was measured of it (bubble_measure.h), and how that compares with
 * the rest of its form. Each is quantised to an integer from 0 to 255, so that training does not depend on the
 * processor. The trained table (marks_table.h) names them by their numbers: an order that changes needs a new table. */
#pragma once

#include "kiosk/eye/bubble_measure.h"

/* name, value of quantum 0, value of quantum 255, whether more of it can only make a bubble less surely empty (the
 * trainer keeps to that) */
#define MARK_FEATURES(F) \
	/* the bubble alone */ \
	F(DARK, -0.05, 0.6, 1) \
	F(DEPTH, -0.05, 1.1, 1) \
	F(OVER, -0.05, 1.1, 1) \
	F(LINE, 0, 0.8, 1) \
	F(RIM, -0.1, 1, 1) \
	F(BRIGHT, -0.6, 0.2, 0) \
	F(ASIDE, 0, 0.6, 0) \
	F(CROSSED, 0, 1, 0) \
	F(ENDS, 0, 4, 0) \
	F(OUTSIDE_DEPTH, 0, 1, 0) \
	F(OUTSIDE_ACROSS, 0, 1, 0) \
	F(OUTSIDE_SHARE, 0, 1, 0) \
	F(EDGE_DEPTH, 0, 1, 0) \
	F(EDGE_ACROSS, 0, 1, 0) \
	F(EDGE_SHARE, 0, 1, 0) \
	F(FAR_DEPTH, 0, 1, 0) \
	F(FAR_ACROSS, 0, 1, 0) \
	F(FAR_SHARE, 0, 1, 0) \
	F(FAR_ENDS, 0, 8, 0) \
	F(OUTSIDE_ENDS, 0, 8, 0) \
	F(OUTLINE_DARK, -0.1, 0.4, 1) \
	F(OUTLINE_DEPTH, -0.1, 0.7, 1) \
	F(SEEN, 0, 1, 0) \
	F(UNEVEN, 0, 0.2, 0) \
	F(NOISE, 0, 0.1, 0) \
	F(SPLIT, 0, 1, 0) \
	F(RING, 0, 0.7, 0) \
	F(RADIUS, 0, 40, 0) \
	/* beyond its label */ \
	F(BEYOND_DARK, -0.05, 0.4, 1) \
	F(BEYOND_DEPTH, -0.05, 0.9, 1) \
	F(BEYOND_LINE, 0, 0.5, 1) \
	F(EXCESS_DARK, 0, 0.3, 1) \
	F(EXCESS_DEPTH, -0.1, 0.8, 1) \
	F(DEPTH_NOISE, 0, 8, 1) \
	F(LINE_NOISE, 0, 8, 1) \
	F(USUAL, 0, 0.4, 0) \
	F(LINES, 0, 0.2, 0) \
	F(LABEL, 0, 0.4, 0) \
	F(ALIKE, 0, 30, 0) \
	/* the bubble and its form */ \
	F(FORM_BASE, -0.05, 0.2, 0) \
	F(FORM_FULL, 0, 0.8, 0) \
	F(FORM_DEEP, 0, 1.1, 0) \
	F(FORM_RING, 0, 0.7, 0) \
	F(FORM_NOISE, 0, 0.1, 0) \
	F(FORM_SPREAD, 0, 0.1, 0) \
	F(FORM_MARKED, 0, 1, 0) \
	F(RING_SHARE, 0, 1.6, 0) \
	F(DARK_SHARE, -0.2, 1.4, 1) \
	F(DEPTH_SHARE, 0, 1.4, 1) \
	F(DARK_SPREADS, -2, 20, 1) \
	F(NEAR_DARK, -0.05, 0.4, 1) \
	F(PAPER_NEAR, 0.3, 1.3, 0) \
	F(BRIGHTEST_NEAR, 0.3, 1.3, 0) \
	/* colour */ \
	F(TINT, 0, 0.4, 1) \
	F(TINT_AROUND, 0, 0.4, 0) \
	F(BLUE, -0.4, 0.4, 0) \
	F(RED, -0.4, 0.4, 0) \
	/* 0; 1 if hardly any outline around it was found; 2 if it cannot be seen */ \
	F(UNSEEN, 0, 2, 0)

enum mark_feature {
#define F(name, least, most, rises) FEATURE_##name,
	MARK_FEATURES(F)
#undef F
		MARK_FEATURE_COUNT,
};

/* Least RING and FORM_RING (a contrast of 0.03): below it outlines were not found where they should be, or are lost in
 * glare, and so would be a mark. */
#define MARKS_RING 11

/* Least RING_SHARE (0.3 of the contrast that outlines of the form have) for the same. */
#define MARKS_RING_SHARE 48

/* The UNSEEN of a bubble that cannot be seen at all. */
#define MARKS_LOST UINT8_MAX

/* Whether the outline of a bubble is seen so well that an empty one can be told. */
static inline bool
eye_features_show_outline(const uint8_t feature[MARK_FEATURES_MAX])
{
	return feature[FEATURE_UNSEEN] == 0 && feature[FEATURE_FORM_RING] >= MARKS_RING &&
		feature[FEATURE_RING] >= MARKS_RING && feature[FEATURE_RING_SHARE] >= MARKS_RING_SHARE;
}

/* The probability that a bubble is marked, by its log odds. What hides an outline may hide a mark: then it is not less
 * than a half, so that no row settles such a bubble as empty. */
double eye_features_probability(const uint8_t feature[MARK_FEATURES_MAX], double log_odds);

/* Least SEEN (0.65) and most OUTSIDE_SHARE (0.24) of a bubble that may be surely filled: more around it is covered by
 * things that lie on it, and by strokes that cross it out; 0.5 % of marks cover as much. */
#define MARKS_SEEN   165
#define MARKS_AROUND 60

/* The same (0.35 and 0.35) of a bubble that is filled completely: a marker's ink spreads. */
#define MARKS_SEEN_SOLID   90
#define MARKS_AROUND_SOLID 90

/* Whether what is around a bubble is paper, for the most part, and no line from elsewhere comes in, unless the bubble
 * is filled as well. */
static inline bool
eye_features_show_paper(const uint8_t feature[MARK_FEATURES_MAX])
{
	bool solid = feature[FEATURE_DARK] == UINT8_MAX;

	return feature[FEATURE_SEEN] >= (solid ? MARKS_SEEN_SOLID : MARKS_SEEN) &&
		feature[FEATURE_OUTSIDE_SHARE] <= (solid ? MARKS_AROUND_SOLID : MARKS_AROUND) &&
		(feature[FEATURE_CROSSED] == 0 || solid);
}

/* Compares each bubble of a form with the others, and fills in the features of its marks. */
void eye_features_compare(struct seen_form *seen, const struct bubble_measure *measure);
