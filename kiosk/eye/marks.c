/* SPDX-License-Identifier: MIT
 * Optical mark recognition: classifies bubbles as empty, filled or unsure. The features of a bubble
 * (bubble_measure.h) are compared with thresholds that adapt to the form: most of its bubbles are empty, so that low
 * quantiles of them say what an empty one is like; the median of clear marks says how this person marks. Whatever is
 * neither clearly empty nor clearly filled is unsure, and a person is asked. */
#include <math.h>
#include <string.h>

#include "kiosk/eye/bubble_measure.h"

/* Lengths are in radii of a bubble. Darkness (the mean) and depth (a high quantile) are relative to the form's own ink
 * (bubble_measure.h). All thresholds were checked on simulated photos of tickets and pads with pens, stains, shadows
 * and rubbed out marks (tests/kiosk/eye/marks.c, pads.c), so that no bubble is classified as the opposite of what it
 * is. A wider gap between the thresholds of empty and of marked bubbles makes more of them unsure. */

/* Darkness beyond that of empty bubbles from which one is not certainly empty. */
#define EMPTY_STEP 0.045

/* Depth beyond that of empty bubbles from which one is not certainly empty: a thin line is deep, but its mean is
 * not dark. */
#define EMPTY_DEEP 0.13

/* The same outside of the label. It can be lower, since nearly every mark reaches there and nothing is printed. */
#define RIM_DEEP 0.11

/* Darkness beyond that of empty bubbles that a mark has at least. */
#define MARK_STEP 0.06

/* Depth beyond that of empty bubbles that a mark has at least. */
#define MARK_DEEP 0.20

/* Depth that coffee and other stains reach: a mark is deeper. */
#define STAIN_DEEP 0.40

/* Depth that two overlapping stains, or a stain and a label, reach. */
#define STAIN_OVER 0.47

/* Share of paper around a bubble below which it may lie at the edge of a stain. */
#define STAIN_SEEN 0.92

/* How much darker than both of its sides a line of a pen is, at least. */
#define LINE_DEEP 0.25

/* Largest distance of a line from the bubble's middle; farther away it belongs to something else. */
#define LINE_ASIDE 0.25

/* Depth that is enough for a line that is as deep as the other marks of the form: a fine line in a blurred image is
 * pale. */
#define LINE_PALE 0.32

/* Share of the depth of the form's other marks that such a line has, at least; rubbed out marks have less. */
#define LINE_LIKE 0.75

/* How much darker than its sides a line that is not part of the label is, at least. */
#define STROKE_LINE 0.06

/* The same in multiples of the darkest line that noise makes in bubbles with the same label. */
#define STROKE_NOISE 2.0

/* Darkness beyond its label of a bubble with such a line, at least. */
#define STROKE_DARK 0.035

/* Depth outside of the label, beyond that of empty bubbles, of a bubble with such a line, at least. */
#define STROKE_RIM 0.12

/* How much darker than both of its sides such a line is, at least. */
#define STROKE_DEEP 0.16

/* Share of the depth of the form's other marks that a mark has, at least; a rubbed out one has less. */
#define DEEP 0.55

/* Share of the depth of the form's other marks below which a bubble is not a mark even if it is dark. */
#define SMUDGE 0.50

/* Share of the darkness of the form's other marks that makes up for a depth below DEEP. */
#define SHARE 0.60

/* Distance from the middle beyond which what is dark only extends from a mark next to it; marks lie up to 0.28 off. */
#define ASIDE 0.31

/* The same for what is thin. */
#define ASIDE_THIN 0.29

/* Darkness up to which something is thin. */
#define THIN 0.12

/* Least contrast of an outline, as a share of the paper's brightness. */
#define RING_MIN 0.03

/* Share of the contrast of other outlines below which one is overexposed, or is not an outline. */
#define RING_SHARE 0.55

/* Darkness from which the contrast of an outline may be that of ink: such bubbles are left out of its median. */
#define INKED 0.3

/* Fewest bubbles without ink for that median; with fewer all bubbles are used. */
#define CLEAN 4

/* Share of the contrast of other outlines below which one is faint, and so would be a mark in it. */
#define RING_USUAL 0.8

/* Share of paper around a bubble below which it is covered, or at the edge of a shadow. */
#define SEEN_MIN 0.78

/* Unevenness of the light around a bubble above which an edge goes through. */
#define UNEVEN_MAX 0.12

/* Share by which the paper around a bubble may be darker than in its neighbourhood; more is a circle of a pen, or an
 * edge. */
#define PAPER_OFF 0.30

/* The same well inside of a shadow, where the light is even. */
#define SHADE_OFF 0.67

/* Least share of paper around a bubble well inside of a shadow. */
#define SHADE_SEEN 0.95

/* Greatest unevenness of the light well inside of a shadow. */
#define SHADE_EVEN 0.07

/* How much brighter than the paper around it the inside may be: more means that the paper was measured in a shadow
 * that ends there. */
#define SHADE_LIT 0.15

/* Least darkness of a bubble that is filled with a marker. */
#define INK_DARK 0.45

/* Least depth of a bubble that is filled with a marker. */
#define INK_DEEP 0.86

/* Greatest distance from the middle to the centroid of a marker's ink. */
#define INK_ASIDE 0.16

/* Least share of paper around a marker's ink, which may cover much of it. */
#define INK_SEEN 0.35

/* How much darker than the paper the brightest part of a bubble with a marker's ink may be: some paper shows. */
#define INK_LIT 0.45

/* Least darkness of a bubble that is filled completely. */
#define SOLID_DARK 0.60

/* How much darker than the paper the brightest part of a completely filled bubble is, at least. */
#define SOLID_LIT 0.40

/* Greatest distance from the middle to the centroid of a completely filled bubble. */
#define SOLID_ASIDE 0.06

/* Least share of paper around a completely filled bubble. */
#define SOLID_SEEN 0.30

/* Darkness beyond its label from which a bubble is not certainly empty. */
#define BEYOND_DARK 0.028

/* How much darker than its sides a hairline is from which a bubble is not certainly empty. Shares of this and of
 * BEYOND_DARK add up. */
#define HAIR_LINE 0.055

/* The same in multiples of the darkest line that noise makes. */
#define HAIR_NOISE 1.5

/* BEYOND_DARK in multiples of the depth of noise. */
#define DARK_NOISE 0.3

/* Depth beyond its label and noise from which a bubble is not certainly empty. */
#define BEYOND_DEEP 0.06

/* The same in multiples of the depth that others with its label have. */
#define BEYOND_NOISE 2.0

/* Factor on these thresholds where an edge of light goes through, which is followed less well. */
#define BEYOND_EDGE 1.7

/* Distance in chroma from the paper, as a share of its brightness: a highlighter exceeds it, coffee does not. */
#define TINT 0.09

/* Share by which the paper of a bubble is darker than that of all bubbles next to it if somebody coloured it. */
#define LOCAL 0.20

/* Bubbles next to one that are compared for that, including itself. */
#define BESIDE 5

/* Fewest bubbles with the same label that say what an empty one of them is like. */
#define ALIKE 6

/* Most that a label adds to the darkness. */
#define LABEL_DARK 0.025

/* Most that a label adds to the depth. */
#define LABEL_OFF 0.10

/* The same as a share of the contrast of outlines: both are high in a sharp image. */
#define LABEL_RING 0.38

/* Bubbles of a neighbourhood, including itself. */
#define NEAR 9

/* Darkness of the emptiest bubbles above which none is certainly empty: all may be marked. */
#define EMPTY_MAX 0.08

/* Depth of the emptiest bubbles above which none is certainly empty. */
#define BLANK_DEEP 0.34

/* What empty bubbles and marks of a form are like. */
struct bounds {
	double base, shallow; /* darkness and depth of an empty bubble */
	double full, deep;    /* median darkness and depth of marks; 0 without any */
	double rim;           /* depth of an empty bubble outside of its label */
	double blue, red;     /* median chroma of the paper */
};

/* A form that is judged. */
struct judged {
	const struct seen_form *seen;
	struct bubble_measure measure[FORM_BUBBLES];
	struct bubble_beyond beyond[FORM_BUBBLES];
	double ring;                /* median contrast of its outlines */
	double faint[FORM_BUBBLES]; /* factor by which glare fades the outline of each, and its mark; at least 1 */
	struct bounds bounds;
};

/* Whether a bubble has the features of a mark: it is deep and dark. A stain is broad and pale: its mean is dark, but it
 * is not as deep as a pen's mark, and it is not a line. A stroke of a pen is a mark however pale it is: a line that the
 * label does not have, and that extends beyond it. Rubbed out marks, stains and print that shines through have none. */
static bool
is_like_a_mark(double dark, const struct bubble_measure *measure, const struct bubble_beyond *beyond,
	const struct bounds *bounds)
{
	bool line = measure->line >= LINE_DEEP && measure->aside <= LINE_ASIDE;
	bool clean = measure->light.seen >= STAIN_SEEN && !measure->light.split;
	double stain = measure->light.seen < STAIN_SEEN && !line ? STAIN_OVER : STAIN_DEEP;
	double depth = line ? measure->depth : fmin(measure->depth, measure->over);

	if (clean && beyond->known && beyond->dark >= STROKE_DARK &&
		beyond->line - beyond->lines >= fmax(STROKE_LINE, STROKE_NOISE * beyond->lines) &&
		measure->rim >= bounds->rim + STROKE_RIM && measure->line >= STROKE_DEEP &&
		measure->aside <= LINE_ASIDE)
		return true;
	if (line && clean && bounds->deep > 0 && depth >= LINE_LIKE * bounds->deep)
		stain = LINE_PALE;
	return dark >= bounds->base + MARK_STEP && depth >= fmax(stain, bounds->shallow + MARK_DEEP);
}

/* Measures how clear the outlines of a form are. The ink of a marker on one would make it clearer than it is. */
static void
find_ring(struct judged *form)
{
	unsigned count = form->seen->marks, clean = 0, n = 0;
	double ring[FORM_BUBBLES] = {0};

	for (unsigned i = 0; i < count; i++)
		clean += form->measure[i].dark < INKED;
	for (unsigned i = 0; i < count; i++)
		if (form->measure[i].dark < INKED || clean < CLEAN)
			ring[n++] = form->measure[i].ring;
	form->ring = n == 0 ? 0 : values_median(ring, n);
	for (unsigned i = 0; i < count; i++)
		form->faint[i] = fmax(1, RING_USUAL * form->ring / fmax(form->measure[i].ring, 1e-3));
}

/* Finds what empty bubbles and marks are like. A sixth of the bubbles are empty even if the form is full of marks.
 * Faint bubbles are left out. Those that are not darker than empty ones give the colour of the paper. */
static void
find_bounds(struct judged *form)
{
	const struct bubble_measure *measure = form->measure;
	double dark[FORM_BUBBLES] = {0}, depth[FORM_BUBBLES] = {0}, rim[FORM_BUBBLES] = {0};
	double blue[FORM_BUBBLES] = {0}, red[FORM_BUBBLES] = {0};
	unsigned count = form->seen->marks, n = 0, marked = 0, pale = 0;
	struct bounds *bounds = &form->bounds;

	for (unsigned i = 0; i < count; i++) {
		rim[i] = measure[i].rim;
		if (form->faint[i] <= 1) {
			dark[n] = measure[i].dark;
			depth[n++] = measure[i].depth;
		}
	}
	bounds->base = values_ranked(dark, n, n / 6);
	bounds->shallow = values_ranked(depth, n, n / 6);
	bounds->rim = values_ranked(rim, count, count / 6);
	for (unsigned i = 0; i < count; i++) {
		if (is_like_a_mark(measure[i].dark, &measure[i], &form->beyond[i], bounds)) {
			dark[marked] = measure[i].dark;
			depth[marked++] = measure[i].depth;
		}
		if (measure[i].dark < bounds->base + MARK_STEP) {
			blue[pale] = measure[i].blue;
			red[pale++] = measure[i].red;
		}
	}
	if (marked > 0) {
		bounds->full = values_median(dark, marked);
		bounds->deep = values_median(depth, marked);
	}
	if (pale > 0) {
		bounds->blue = values_median(blue, pale);
		bounds->red = values_median(red, pale);
	}
}

/* What one bubble would be like if it were empty, by those with the same label if there are enough. */
static struct bounds
bounds_of(const struct judged *form, unsigned mark)
{
	double dark[FORM_BUBBLES], depth[FORM_BUBBLES];
	const struct seen_mark *marks = form->seen->mark;
	struct bounds bounds = form->bounds;
	unsigned n = 0;

	for (unsigned i = 0; i < form->seen->marks; i++)
		if (form->faint[i] <= 1 && strcmp(eye_label_of(&marks[i]), eye_label_of(&marks[mark])) == 0) {
			dark[n] = form->measure[i].dark;
			depth[n++] = form->measure[i].depth;
		}
	bounds.base += LABEL_DARK;
	bounds.shallow += fmax(LABEL_OFF, LABEL_RING * form->ring);
	if (n >= ALIKE) {
		bounds.base = fmin(values_ranked(dark, n, n / 12), bounds.base);
		bounds.shallow = fmin(values_ranked(depth, n, n / 12), bounds.shallow);
	}
	return bounds;
}

/* How bright the paper in a bubble's neighbourhood is: the median of the nearest bubbles, which is robust against a
 * circle around this one and a scribble next to it. `local` says that all bubbles next to it have brighter paper. */
static double
paper_near(const struct judged *form, unsigned mark, bool *local)
{
	const struct seen_mark *marks = form->seen->mark;
	double far[NEAR] = {0}, paper[NEAR] = {0};
	unsigned count = 0, alike = 0;

	for (unsigned i = 0; i < form->seen->marks; i++) {
		double here = point_distance(marks[i].at, marks[mark].at);
		unsigned at = count < NEAR ? count++ : NEAR;

		for (; at > 0 && here < far[at - 1]; at--)
			if (at < NEAR) {
				far[at] = far[at - 1];
				paper[at] = paper[at - 1];
			}
		if (at < NEAR) {
			far[at] = here;
			paper[at] = form->measure[i].light.level;
		}
	}
	for (unsigned i = 0; i < MIN(count, BESIDE); i++)
		alike += form->measure[mark].light.level > (1 - LOCAL) * paper[i];
	*local = count >= BESIDE && alike <= 1; /* itself */
	return values_median(paper, count);
}

/* Whether the brightness that was measured for the paper is plausible: as in the neighbourhood, or well inside of a
 * shadow; not covered; and if an edge goes through, nothing inside is brighter than it. */
static bool
is_on_paper(const struct bubble_measure *measure, double near)
{
	const struct light *light = &measure->light;
	bool shaded = light->seen > SHADE_SEEN && light->uneven < SHADE_EVEN && measure->bright < SHADE_LIT &&
		light->level > near * (1 - SHADE_OFF);

	return light->seen > SEEN_MIN && light->uneven < UNEVEN_MAX && (!light->split || measure->bright < SHADE_LIT) &&
		(light->brightest > near * (1 - PAPER_OFF) || shaded);
}

/* Whether a bubble is filled with ink as a marker leaves it, in the middle. No shadow is as dark next to paper, so that
 * it may cover much of what is around. */
static bool
is_ink(const struct bubble_measure *measure)
{
	if (measure->dark >= SOLID_DARK && measure->bright <= -SOLID_LIT && measure->aside <= SOLID_ASIDE &&
		measure->light.seen >= SOLID_SEEN)
		return true;
	return measure->dark >= INK_DARK && measure->depth >= INK_DEEP && measure->aside <= INK_ASIDE &&
		measure->light.seen >= INK_SEEN && measure->bright > -INK_LIT;
}

/* Whether a bubble is as it was printed. `own` is what it would be like if it were. */
static bool
is_empty(const struct bubble_measure *measure, const struct bubble_beyond *beyond, const struct bounds *own,
	double faint)
{
	double more = (measure->light.split ? BEYOND_EDGE : 1) / faint, hair;

	if (measure->rim > own->rim + more * RIM_DEEP || measure->dark > own->base + EMPTY_STEP / faint ||
		(measure->depth > own->shallow + EMPTY_DEEP / faint && !beyond->alike))
		return false;
	if (!beyond->known)
		return true;
	/* A hardly visible line also makes the bubble a little darker, which a label that is a little off does not. */
	hair = fmax((beyond->line - beyond->lines) / fmax(more * HAIR_LINE, HAIR_NOISE * beyond->lines), 0) +
		beyond->dark / fmax(more * BEYOND_DARK, DARK_NOISE * beyond->usual);
	return !(hair > 1) && beyond->depth <= fmax(beyond->usual + more * BEYOND_DEEP, BEYOND_NOISE * beyond->usual);
}

/* Classifies a bubble by its inside alone. */
static enum mark_state
state_of(const struct judged *form, unsigned mark)
{
	const struct bubble_measure *measure = &form->measure[mark];
	const struct bounds *bounds = &form->bounds, own = bounds_of(form, mark);
	/* The hard edge of a shadow may look like a mark. */
	double doubt = fmin(1, 2 * fmax(0, measure->light.uneven - 0.05)), dark = measure->dark;

	if (is_like_a_mark(dark - doubt, measure, &form->beyond[mark], bounds) &&
		measure->aside <= (dark < THIN ? ASIDE_THIN : ASIDE) &&
		(measure->depth >= DEEP * bounds->deep ||
			(measure->depth >= SMUDGE * bounds->deep &&
				dark - bounds->base >= SHARE * (bounds->full - bounds->base))))
		return MARK_FILLED;
	if (bounds->base <= EMPTY_MAX && bounds->shallow <= BLANK_DEEP &&
		is_empty(measure, &form->beyond[mark], &own, form->faint[mark]))
		return MARK_EMPTY;
	return MARK_UNSURE;
}

/* Classifies one bubble of a form. */
static enum mark_state
judge(const struct judged *form, unsigned mark)
{
	const struct bubble_measure *measure = &form->measure[mark];
	/* A line that only passes through is not a mark of this bubble, unless the bubble is filled as well. */
	bool is_line = measure->crossed && measure->dark < SOLID_DARK, local;
	enum mark_state state;

	/* If the outline is not as clear as others, marks are overexposed as well, or the bubble is not here. */
	if (!(measure->ring > fmax(RING_MIN, RING_SHARE * form->ring)))
		return MARK_UNSURE;
	if (is_ink(measure))
		return is_line ? MARK_UNSURE : MARK_FILLED;
	if (!is_on_paper(measure, paper_near(form, mark, &local)))
		return MARK_UNSURE;
	state = state_of(form, mark);
	if (state == MARK_FILLED && is_line)
		return MARK_UNSURE;
	/* An empty bubble has the colour of the form's paper and is not darker than all bubbles next to it. */
	if (state == MARK_EMPTY &&
		((local && !measure->light.split) ||
			hypot(measure->blue - form->bounds.blue, measure->red - form->bounds.red) > TINT))
		return MARK_UNSURE;
	return state;
}

void
eye_marks_read(struct look *look, const struct form *form, const struct seen_tag *const corner[4],
	const struct bubble_spot *spot, struct seen_form *seen)
{
	g_autofree struct judged *judged = g_new0(struct judged, 1);
	double ink = eye_form_ink(look->image, corner);

	judged->seen = seen;
	seen->marks = form->bubbles;
	for (unsigned i = 0; i < form->bubbles; i++) {
		struct seen_mark *mark = &seen->mark[i];

		memcpy(mark->id, form->bubble[i].id, sizeof mark->id);
		mark->at = spot[i].middle;
		mark->radius = hypot(spot[i].right.x, spot[i].right.y);
		eye_bubble_measure(look->image, eye_colours(look), &spot[i], ink, &judged->measure[i]);
		mark->darkness = judged->measure[i].dark;
	}
	find_ring(judged);
	eye_labels_compare(seen, judged->measure, judged->faint, judged->beyond);
	find_bounds(judged);
	for (unsigned i = 0; i < seen->marks; i++)
		seen->mark[i].state = judge(judged, i);
}
