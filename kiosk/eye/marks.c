/* SPDX-License-Identifier: MIT
 * Marks in bubbles. What was measured inside a bubble (bubble_measure.h) is judged by the form's own bubbles, most of
 * which are empty, and by its own other marks. Doubt is a state of its own. */
#include <math.h>
#include <string.h>

#include "kiosk/eye/bubble_measure.h"

/* Darkness and depth are shares of what the form's own ink is darker than its paper (bubble_measure.h), sizes are
 * radii of a bubble. All thresholds are checked on simulated photos of tickets and pads with pens, stains, shadows
 * and rubbed out marks (tests/kiosk/eye/marks.c, pads.c), so that no bubble is taken for the opposite of what it is;
 * larger distances between empty and marked ask people more often. */

/* Darkness beyond that of empty bubbles from which one is no longer surely empty. */
#define EMPTY_STEP 0.045

/* Depth beyond that of empty bubbles from which one is no longer surely empty: a thin line is deep, but not dark all
 * over. */
#define EMPTY_DEEP 0.13

/* The same beside the label, where nearly every mark goes and nothing is printed: so it can be less. */
#define RIM_DEEP 0.11

/* Darkness beyond that of empty bubbles that a mark has at least. */
#define MARK_STEP 0.06

/* Depth beyond that of empty bubbles that a mark has at least. */
#define MARK_DEEP 0.20

/* Depth that coffee and other stains reach: a mark is deeper. */
#define STAIN_DEEP 0.40

/* Depth that two stains, or a stain and a label, reach where they lie over each other. */
#define STAIN_OVER 0.47

/* Share of paper around a bubble below which it may lie at the edge of a stain. */
#define STAIN_SEEN 0.92

/* How much darker than both of its sides a pen's line is. */
#define LINE_DEEP 0.25

/* Radii that the middle of a pen's line lies off the bubble's middle at most; farther off it belongs to something
 * else. */
#define LINE_ASIDE 0.25

/* Depth that is enough for a line that is like the other marks of the form: a fine line in a blurred image is
 * pale. */
#define LINE_PALE 0.32

/* Share of the depth of the form's other marks that such a line has; what was rubbed out has less. */
#define LINE_LIKE 0.75

/* How much darker than its sides a line is that no label has. */
#define STROKE_LINE 0.06

/* The same in multiples of the darkest line that noise makes in bubbles with the same label. */
#define STROKE_NOISE 2.0

/* Darkness beyond its label of a bubble with such a stroke. */
#define STROKE_DARK 0.035

/* Depth beside the label, beyond that of empty bubbles, of a bubble with such a stroke. */
#define STROKE_RIM 0.12

/* How dark the line of such a stroke is at least. */
#define STROKE_DEEP 0.16

/* Share of the depth of the form's other marks that a mark has; a rubbed out one has less. */
#define DEEP 0.55

/* Share of the depth of the form's other marks below which a bubble is not a mark even if it is dark. */
#define SMUDGE 0.50

/* Share of the darkness of the form's other marks that makes up for a depth below DEEP. */
#define SHARE 0.60

/* Radii off the middle from which what is dark only ran in from a mark beside it; marks lie up to 0.28 off. */
#define ASIDE 0.31

/* The same for what is thin. */
#define ASIDE_THIN 0.29

/* Darkness up to which something is thin. */
#define THIN 0.12

/* Share of the paper's brightness by which an outline differs from it at least. */
#define RING_MIN 0.03

/* Share of the clearness of other outlines below which one is burnt out, or is not an outline. */
#define RING_SHARE 0.55

/* Darkness from which the clearness of an outline may be that of ink: such bubbles do not say how clear outlines
 * are. */
#define INKED 0.3

/* Bubbles without ink that are needed to say how clear outlines are; with fewer all are asked. */
#define CLEAN 4

/* Share of the clearness of other outlines below which one is fainter than usual, and so is a mark in it. */
#define RING_USUAL 0.8

/* Share of paper around a bubble below which it is covered, or half in a shadow. */
#define SEEN_MIN 0.78

/* Unevenness of the light around a bubble above which an edge goes through. */
#define UNEVEN_MAX 0.12

/* Share by which the paper around a bubble may be darker than its neighbourhood's; more is a pen's circle, or an
 * edge. */
#define PAPER_OFF 0.30

/* The same in the middle of a shadow, where all around is alike. */
#define SHADE_OFF 0.67

/* Share of paper around a bubble in the middle of a shadow. */
#define SHADE_SEEN 0.95

/* Unevenness of the light in the middle of a shadow at most. */
#define SHADE_EVEN 0.07

/* Brightness inside beyond the paper around it at most: more says that the paper was measured in a shadow that ends
 * there. */
#define SHADE_LIT 0.15

/* Darkness of a marker's ink all over. */
#define INK_DARK 0.45

/* Depth of a marker's ink. */
#define INK_DEEP 0.86

/* Radii that a marker's ink lies off the middle at most. */
#define INK_ASIDE 0.16

/* Share of paper around a marker's ink at least: it may cover much of it. */
#define INK_SEEN 0.35

/* How much darker than the paper around it the brightest part inside may be beside such ink: then some paper is
 * seen. */
#define INK_LIT 0.45

/* Darkness of a bubble that is filled as well as can be. */
#define SOLID_DARK 0.60

/* How much darker than the paper its brightest part is. */
#define SOLID_LIT 0.40

/* Radii that it lies off the middle at most. */
#define SOLID_ASIDE 0.06

/* Share of paper around it at least. */
#define SOLID_SEEN 0.30

/* Darkness beyond its label from which a bubble is no longer surely empty. */
#define BEYOND_DARK 0.028

/* How much darker than its sides a hair line is from which a bubble is no longer surely empty; some of this and some
 * of BEYOND_DARK add up. */
#define HAIR_LINE 0.055

/* The same in multiples of the darkest line that noise makes. */
#define HAIR_NOISE 1.5

/* BEYOND_DARK in multiples of the depth of noise. */
#define DARK_NOISE 0.3

/* Depth beyond its label and noise from which a bubble is no longer surely empty. */
#define BEYOND_DEEP 0.06

/* The same in multiples of the depth that others with its label have. */
#define BEYOND_NOISE 2.0

/* Factor on these thresholds where an edge of light goes through, which is followed less well. */
#define BEYOND_EDGE 1.7

/* Distance from the paper's colour, as a share of its brightness, that a highlighter has and coffee has not. */
#define TINT 0.09

/* Share by which a bubble is darker than the paper of all bubbles beside it if somebody coloured it. */
#define LOCAL 0.20

/* Bubbles that are beside one, with itself. */
#define BESIDE 5

/* Bubbles with the same label that are needed to say what an empty one of them is like. */
#define ALIKE 6

/* Darkness that a label adds at most. */
#define LABEL_DARK 0.025

/* Depth that a label adds at most. */
#define LABEL_OFF 0.10

/* The same as a share of the clearness of outlines: both are clear in a sharp image. */
#define LABEL_RING 0.38

/* Bubbles of a neighbourhood, with itself. */
#define NEAR 9

/* Darkness of the emptiest bubbles above which none is surely empty: all may be marked. */
#define EMPTY_MAX 0.08

/* Depth of the emptiest bubbles above which none is surely empty. */
#define BLANK_DEEP 0.34

/* What empty bubbles and marks of the form are like. */
struct bounds {
	double base, shallow; /* an empty one's darkness and depth */
	double full, deep;    /* a mark's */
	double rim;           /* an empty one's depth beside its label */
	double blue, red;     /* how the paper is coloured */
};

/* A form that is judged. */
struct judged {
	const struct seen_form *seen;
	struct bubble_measure measure[FORM_BUBBLES];
	struct bubble_beyond beyond[FORM_BUBBLES];
	double ring;                /* how clear its outlines are */
	double faint[FORM_BUBBLES]; /* times that the outline of each is fainter: glare takes as much from a mark */
	struct bounds bounds;
};

/* A mark is deep and dark. A stain is broad and pale: it makes a bubble dark, but not as deep as a pen does, and it is
 * not a line. A pen's stroke is a mark however pale it is: a line that the label has not, and that goes on beyond it.
 * What was rubbed out, stains and what comes through the paper have none. */
static bool
is_like_a_mark(double dark, const struct bubble_measure *measure, const struct bubble_beyond *beyond,
	const struct bounds *bounds)
{
	bool line = measure->line >= LINE_DEEP && measure->aside <= LINE_ASIDE;
	bool clean = measure->seen >= STAIN_SEEN && !measure->split;
	double stain = measure->seen < STAIN_SEEN && !line ? STAIN_OVER : STAIN_DEEP;
	double depth = line ? measure->depth : fmin(measure->depth, measure->over);

	if (clean && beyond->known && beyond->dark >= STROKE_DARK &&
		beyond->line - beyond->lines >= fmax(STROKE_LINE, STROKE_NOISE * beyond->lines) &&
		measure->rim >= bounds->rim + STROKE_RIM && measure->line >= STROKE_DEEP &&
		measure->aside <= LINE_ASIDE)
		return true;
	/* A fine line in a blurred image is pale. The form's other marks are alike, what was rubbed out is not. */
	if (line && clean && bounds->deep > 0 && depth >= LINE_LIKE * bounds->deep)
		stain = LINE_PALE;
	return dark >= bounds->base + MARK_STEP && depth >= fmax(stain, bounds->shallow + MARK_DEEP);
}

/* How clear the outlines of a form are; a marker's ink at one makes it clearer than it is. */
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

/* Most bubbles of a form are empty, and a sixth of them even where it is full of marks. Faint ones say nothing of
 * others, unless most are faint. Those that are not darker than empty ones say how the paper is coloured. */
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
	values_sort(dark, n);
	values_sort(depth, n);
	values_sort(rim, count);
	*bounds = (struct bounds){.base = dark[n / 6], .shallow = depth[n / 6], .rim = rim[count / 6]};
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

/* What one bubble would be like if it were empty: those with the same label know better. Where they are few it may have
 * any. */
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
		values_sort(dark, n);
		values_sort(depth, n);
		bounds.base = fmin(dark[n / 12], bounds.base);
		bounds.shallow = fmin(depth[n / 12], bounds.shallow);
	}
	return bounds;
}

/* The paper of a bubble's neighbourhood, a pen's circle around it and a scribble beside it notwithstanding: the median
 * of what those nearest to it have. `local`: that of all beside it is brighter. */
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
			paper[at] = form->measure[i].paper;
		}
	}
	for (unsigned i = 0; i < MIN(count, BESIDE); i++)
		alike += form->measure[mark].paper > (1 - LOCAL) * paper[i];
	*local = count >= BESIDE && alike <= 1; /* itself */
	return values_median(paper, count);
}

/* Whether the paper around it can be believed: it is as in the neighbourhood, or in the middle of a shadow, and not
 * covered; and where an edge goes through, nothing inside is brighter than that says. */
static bool
is_on_paper(const struct bubble_measure *measure, double near)
{
	bool shaded = measure->seen > SHADE_SEEN && measure->uneven < SHADE_EVEN && measure->bright < SHADE_LIT &&
		measure->paper > near * (1 - SHADE_OFF);

	return measure->seen > SEEN_MIN && measure->uneven < UNEVEN_MAX &&
		(!measure->split || measure->bright < SHADE_LIT) &&
		(measure->brightest > near * (1 - PAPER_OFF) || shaded);
}

/* Ink as a marker leaves it, in the middle: no shadow is as dark beside paper, so it may cover much of what is around.
 */
static bool
is_ink(const struct bubble_measure *measure)
{
	if (measure->dark >= SOLID_DARK && measure->bright <= -SOLID_LIT && measure->aside <= SOLID_ASIDE &&
		measure->seen >= SOLID_SEEN)
		return true;
	return measure->dark >= INK_DARK && measure->depth >= INK_DEEP && measure->aside <= INK_ASIDE &&
		measure->seen >= INK_SEEN && measure->bright > -INK_LIT;
}

/* Whether a bubble is as it was printed. `own` is what it would be like if it were. */
static bool
is_empty(const struct bubble_measure *measure, const struct bubble_beyond *beyond, const struct bounds *own,
	double faint)
{
	double more = (measure->split ? BEYOND_EDGE : 1) / faint, hair;

	if (measure->rim > own->rim + more * RIM_DEEP || measure->dark > own->base + EMPTY_STEP / faint ||
		(measure->depth > own->shallow + EMPTY_DEEP / faint && !beyond->alike))
		return false;
	if (!beyond->known)
		return true;
	/* A line that hardly anybody would see also makes the bubble a little darker, what a label that is a little off
	 * does not. */
	hair = fmax((beyond->line - beyond->lines) / fmax(more * HAIR_LINE, HAIR_NOISE * beyond->lines), 0) +
		beyond->dark / fmax(more * BEYOND_DARK, DARK_NOISE * beyond->usual);
	return !(hair > 1) && beyond->depth <= fmax(beyond->usual + more * BEYOND_DEEP, BEYOND_NOISE * beyond->usual);
}

/* By what is inside it alone. */
static enum mark_state
state_of(const struct judged *form, unsigned mark)
{
	const struct bubble_measure *measure = &form->measure[mark];
	const struct bounds *bounds = &form->bounds, own = bounds_of(form, mark);
	double doubt = fmin(1, 2 * fmax(0, measure->uneven - 0.05)), dark = measure->dark; /* a hard edge of shadow */

	if (is_like_a_mark(dark - doubt, measure, &form->beyond[mark], bounds) &&
		measure->aside <= (dark < THIN ? ASIDE_THIN : ASIDE) &&
		(measure->depth >= DEEP * bounds->deep ||
			(measure->depth >= SMUDGE * bounds->deep &&
				dark - bounds->base >= SHARE * (bounds->full - bounds->base))))
		return MARK_FILLED;
	return bounds->base <= EMPTY_MAX && bounds->shallow <= BLANK_DEEP &&
			is_empty(measure, &form->beyond[mark], &own, form->faint[mark])
		? MARK_EMPTY
		: MARK_UNSURE;
}

/* Judges one bubble of a form. */
static enum mark_state
judge(const struct judged *form, unsigned mark)
{
	const struct bubble_measure *measure = &form->measure[mark];
	/* From far, and it goes on: no mark of the bubble that it crosses, unless that is filled, too. */
	bool is_line = measure->crossed && measure->dark < SOLID_DARK, local;
	enum mark_state state;

	/* Where the outline is not as clear as others of the form, ink is burnt out, or it is not here. */
	if (!(measure->ring > fmax(RING_MIN, RING_SHARE * form->ring)))
		return MARK_UNSURE;
	if (is_ink(measure))
		return is_line ? MARK_UNSURE : MARK_FILLED;
	if (!is_on_paper(measure, paper_near(form, mark, &local)))
		return MARK_UNSURE;
	state = state_of(form, mark);
	if (state == MARK_FILLED && is_line)
		return MARK_UNSURE;
	/* An empty one has the colour of the form's paper, and is not darker than all beside it. */
	if (state == MARK_EMPTY &&
		((local && !measure->split) ||
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
	bool counts[FORM_BUBBLES];

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
	for (unsigned i = 0; i < seen->marks; i++)
		counts[i] = judged->faint[i] <= 1;
	eye_labels_compare(seen, judged->measure, counts, judged->beyond);
	find_bounds(judged);
	for (unsigned i = 0; i < seen->marks; i++)
		seen->mark[i].state = judge(judged, i);
}
