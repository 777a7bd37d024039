/* SPDX-License-Identifier: MIT
 * The features by which a bubble is classified: what was measured of it (bubble_measure.h), and how that compares with
 * the rest of its form. Each is quantised to an integer from 0 to 255, so that training does not depend on the
 * processor. The trained table (marks_table.h) names them by their numbers: an order that changes needs a new table. */
#pragma once

#include "kiosk/eye/bubble_measure.h"

/* What a feature is about, besides what the trees make of it. */
enum {
	FEATURE_PLAIN,
	FEATURE_INSIDE,  /* more of it can only make a bubble less surely empty: the trainer keeps to that, and a bubble
			  * with  more than nearly all empty ones is not surely empty, if others have the same label */
	FEATURE_GROWS,   /* only the first: where half of a form is hidden, its median says little */
	FEATURE_OUTLINE, /* both, whether its label is known or not */
	FEATURE_AROUND, /* of what is around: a bubble where it differs from that of nearly all empty ones is not surely
			 * empty, and likewise of filled ones */
};

/* name, value of quantum 0, value of quantum 255, what it is about */
#define MARK_FEATURES(F) \
	/* the bubble alone */ \
	F(DARK, -0.05, 0.6, INSIDE) \
	F(DEPTH, -0.05, 1.1, INSIDE) \
	F(OVER, -0.05, 1.1, INSIDE) \
	F(LINE, 0, 0.8, INSIDE) \
	F(RIM, -0.1, 1, INSIDE) \
	F(BRIGHT, -0.6, 0.2, PLAIN) \
	F(ASIDE, 0, 0.6, PLAIN) \
	F(CROSSED, 0, 1, PLAIN) \
	F(ENDS, 0, 4, PLAIN) \
	F(OUTSIDE_DEPTH, 0, 1, AROUND) \
	F(OUTSIDE_ACROSS, 0, 1, AROUND) \
	F(OUTSIDE_SHARE, 0, 1, AROUND) \
	F(EDGE_DEPTH, 0, 1, AROUND) \
	F(EDGE_ACROSS, 0, 1, AROUND) \
	F(EDGE_SHARE, 0, 1, AROUND) \
	F(FAR_DEPTH, 0, 1, AROUND) \
	F(FAR_ACROSS, 0, 1, AROUND) \
	F(FAR_SHARE, 0, 1, AROUND) \
	F(FAR_ENDS, 0, 8, AROUND) \
	F(OUTSIDE_ENDS, 0, 8, AROUND) \
	F(OUTLINE_DARK, -0.1, 0.4, GROWS) \
	F(OUTLINE_DEPTH, -0.1, 0.7, OUTLINE) \
	F(SEEN, 0, 1, AROUND) \
	F(UNEVEN, 0, 0.2, AROUND) \
	F(NOISE, 0, 0.1, PLAIN) \
	F(SPLIT, 0, 1, PLAIN) \
	F(RING, 0, 0.7, PLAIN) \
	F(RADIUS, 0, 40, PLAIN) \
	/* beyond its label */ \
	F(BEYOND_DARK, -0.05, 0.4, INSIDE) \
	F(BEYOND_DEPTH, -0.05, 0.9, INSIDE) \
	F(BEYOND_LINE, 0, 0.5, INSIDE) \
	F(EXCESS_DARK, 0, 0.3, INSIDE) \
	F(EXCESS_DEPTH, -0.1, 0.8, INSIDE) \
	F(DEPTH_NOISE, 0, 8, INSIDE) \
	F(LINE_NOISE, 0, 8, INSIDE) \
	F(USUAL, 0, 0.4, PLAIN) \
	F(LINES, 0, 0.2, PLAIN) \
	F(LABEL, 0, 0.4, PLAIN) \
	F(ALIKE, 0, 30, PLAIN) \
	/* the bubble and its form */ \
	F(FORM_BASE, -0.05, 0.2, PLAIN) \
	F(FORM_FULL, 0, 0.8, PLAIN) \
	F(FORM_DEEP, 0, 1.1, PLAIN) \
	F(FORM_RING, 0, 0.7, PLAIN) \
	F(FORM_NOISE, 0, 0.1, PLAIN) \
	F(FORM_SPREAD, 0, 0.1, PLAIN) \
	F(FORM_MARKED, 0, 1, PLAIN) \
	F(RING_SHARE, 0, 1.6, PLAIN) \
	F(DARK_SHARE, -0.2, 1.4, INSIDE) \
	F(DEPTH_SHARE, 0, 1.4, INSIDE) \
	F(DARK_SPREADS, -2, 20, INSIDE) \
	F(NEAR_DARK, -0.05, 0.4, INSIDE) \
	F(PAPER_NEAR, 0.3, 1.3, PLAIN) \
	F(BRIGHTEST_NEAR, 0.3, 1.3, PLAIN) \
	/* colour */ \
	F(TINT, 0, 0.4, INSIDE) \
	F(TINT_AROUND, 0, 0.4, AROUND) \
	F(BLUE, -0.4, 0.4, PLAIN) \
	F(RED, -0.4, 0.4, PLAIN) \
	/* 0; 1 if hardly any outline around it was found; 2 if it cannot be seen */ \
	F(UNSEEN, 0, 2, PLAIN)

enum mark_feature {
#define F(name, least, most, about) FEATURE_##name,
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

/* Least OVER (0.18) of a mark: at the hard edge of a shadow and of coffee empty bubbles had 0.08 and 0.13, and of plain
 * marks 99 % have more than 0.34. */
#define MARKS_OVER 50

/* Whether what is in a bubble was drawn there: it is darker than the darkest paper around it, and no line from
 * elsewhere goes through it or ends in it, unless the bubble is filled completely. */
static inline bool
eye_features_are_own(const uint8_t feature[MARK_FEATURES_MAX])
{
	return feature[FEATURE_OVER] >= MARKS_OVER &&
		(feature[FEATURE_CROSSED] == 0 || feature[FEATURE_DARK] == UINT8_MAX);
}

/* Values that a feature may have. */
struct feature_range {
	uint8_t least, most;
};

/* Fewest bubbles (4) with the same label that say what an empty one of them is like, in quanta of ALIKE. */
#define MARKS_ALIKE 34

/* Whether all features are in their ranges. */
bool eye_features_are_within(
	const uint8_t feature[MARK_FEATURES_MAX], const struct feature_range range[MARK_FEATURE_COUNT]);

/* Compares each bubble of a form with the others, and fills in the features of its marks. */
void eye_features_compare(struct seen_form *seen, const struct bubble_measure *measure);
