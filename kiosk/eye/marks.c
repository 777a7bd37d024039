/* SPDX-License-Identifier: MIT
 * Marks in bubbles. What was measured inside a bubble (bubble_measure.h) is judged by the form's own bubbles, most of
 * which are empty, and by its own other marks. Doubt is a state of its own. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/eye/bubble_measure.h"

#define EMPTY_STEP   0.045 /* darker than the empty ones by this: no longer surely empty, */
#define EMPTY_DEEP   0.13  /* nor deeper by this: a thin line is not dark all over */
#define RIM_DEEP     0.11  /* nor by this where no label is: nearly every mark goes there */
#define MARK_STEP    0.06  /* darker by this, and */
#define MARK_DEEP    0.20  /* deeper by this: a mark, */
#define STAIN_DEEP   0.40  /* of ink: coffee alone is no deeper, */
#define STAIN_OVER   0.47  /* nor than this where two stains or one and a label lie over each other: */
#define STAIN_SEEN   0.92  /* with less paper around it a bubble may lie at the edge of one */
#define LINE_DEEP    0.25  /* darker than what is on both sides of it by this: a pen's line, */
#define LINE_ASIDE   0.25  /* so far off the middle at most, */
#define LINE_PALE    0.32  /* which may be paler, */
#define LINE_LIKE    0.75  /* if it has this share of the depth of the form's other marks */
#define STROKE_LINE  0.06  /* So much darker than what is beside it is a line that no label has, */
#define STROKE_NOISE 2.0   /* or so many times what noise makes, */
#define STROKE_DARK  0.035 /* in a bubble that is darker all over by this, */
#define STROKE_RIM   0.12  /* and where no label is by this, */
#define STROKE_DEEP  0.16  /* and has a line as dark as this: a stroke, */
#define DEEP         0.55  /* if it has this share of the depth of the form's other marks; a rubbed out one has less, */
#define SMUDGE       0.50  /* or this share, */
#define SHARE        0.60  /* and this share of their darkness */
#define ASIDE        0.31 /* of the radius: what is dark there only ran in from a mark beside it; marks lie up to 0.28 off */
#define ASIDE_THIN   0.29  /* where it is thin, */
#define THIN         0.12  /* no darker than this all over */
#define RING_MIN     0.03  /* of the paper's brightness: an outline differs by more */
#define RING_SHARE   0.55  /* of what others of the form do: less is not one, or burnt out, */
#define INKED        0.3   /* so dark all over it may be ink that is clear; others, if they are */
#define CLEAN        4     /* at least, tell what outlines are like, */
#define RING_USUAL   0.8   /* and less than this is fainter than usual */
#define SEEN_MIN     0.78  /* of what is around a bubble: with less paper it is covered, or half in a shadow */
#define UNEVEN_MAX   0.12  /* of the light, around a bubble: more is an edge */
#define PAPER_OFF    0.30  /* darker than the neighbourhood's: a pen's circle, or an edge, */
#define SHADE_OFF    0.67  /* or by no more than this the middle of a shadow, where all around is alike: */
#define SHADE_SEEN   0.95  /* so much of it, */
#define SHADE_EVEN   0.07  /* so evenly, */
#define SHADE_LIT    0.15  /* and nothing inside is brighter by this */
#define INK_DARK     0.45  /* so dark all over, */
#define INK_DEEP     0.86  /* so deep, */
#define INK_ASIDE    0.16  /* no farther aside, */
#define INK_SEEN     0.35  /* and with so much paper around it: a marker's; */
#define INK_LIT      0.45  /* with paper inside too that is darker than around it by no more than this */
#define SOLID_DARK   0.60  /* Or so dark all over, */
#define SOLID_LIT    0.40  /* and no part of it brighter than this, */
#define SOLID_ASIDE  0.06  /* nor aside, */
#define SOLID_SEEN   0.30  /* with so much paper around it: filled as it is best */
#define BEYOND_DARK  0.028 /* beyond its label, all over: no longer surely empty, */
#define HAIR_LINE    0.055 /* nor with a line that is so much darker than what is beside it, or with some of both, */
#define HAIR_NOISE   1.5   /* where noise makes lines, too, so many times theirs; */
#define DARK_NOISE   0.3   /* or so many times the depth of noise all over, */
#define BEYOND_DEEP  0.06  /* nor so deep, beyond noise, */
#define BEYOND_NOISE 2.0   /* nor so many times as deep as others; */
#define BEYOND_EDGE  1.7   /* times as much where an edge of light goes through, which is followed less well */
#define TINT         0.09  /* of the paper's brightness: so far from its colour a highlighter is, coffee is not */
#define LOCAL        0.20  /* darker than the paper of all bubbles beside it by this: somebody coloured it */
#define BESIDE       5     /* bubbles, with itself */
#define ALIKE        6     /* bubbles with the same label say what an empty one of them is like */
#define LABEL_DARK   0.025 /* darker than others by no more than this, */
#define LABEL_OFF    0.10  /* and deeper by this, */
#define LABEL_RING   0.38  /* or by this share of what its outline is: both are clear in a sharp picture */
#define NEAR         9     /* bubbles of a neighbourhood, with itself */
#define EMPTY_MAX    0.08  /* where the emptiest are darker than this, */
#define BLANK_DEEP   0.34  /* or deeper than this, none is surely empty: all may be marked */

static int
by_value(const void *a, const void *b)
{
	double one = *(const double *)a, other = *(const double *)b;

	return (one > other) - (one < other);
}

/* What empty bubbles and marks of the form are like. */
struct bounds {
	double base, shallow; /* an empty one's darkness and depth */
	double full, deep;    /* a mark's */
	double rim;           /* an empty one's depth beside its label */
	double blue, red;     /* how the paper is coloured */
};

static double
middle_of(double *values, size_t count)
{
	qsort(values, count, sizeof *values, by_value);
	return values[count / 2];
}

/* A pen's stroke, however pale: a line that the label has not, and that goes on beyond it. What was rubbed out, stains
 * and what comes through the paper have none. */
static bool
is_stroke(const struct bubble_measure *measure, const struct bubble_beyond *beyond, const struct bounds *bounds)
{
	return beyond->known && beyond->line - beyond->lines >= fmax(STROKE_LINE, STROKE_NOISE * beyond->lines) &&
		beyond->dark >= STROKE_DARK && measure->rim >= bounds->rim + STROKE_RIM &&
		measure->line >= STROKE_DEEP && measure->aside <= LINE_ASIDE && measure->seen >= STAIN_SEEN &&
		!measure->split;
}

/* A stain is broad and pale: it makes a bubble dark, but not as deep as a pen does, and it is no line. */
static bool
is_like_a_mark(double dark, const struct bubble_measure *measure, const struct bubble_beyond *beyond,
	const struct bounds *bounds)
{
	bool line = measure->line >= LINE_DEEP && measure->aside <= LINE_ASIDE;
	double stain = measure->seen < STAIN_SEEN && !line ? STAIN_OVER : STAIN_DEEP;
	double depth = line ? measure->depth : fmin(measure->depth, measure->over);

	/* A fine line in a blurred picture is pale. The form's other marks are alike, what was rubbed out is not. */
	if (line && bounds->deep > 0 && !measure->split && measure->seen >= STAIN_SEEN &&
		depth >= LINE_LIKE * bounds->deep)
		stain = LINE_PALE;
	return is_stroke(measure, beyond, bounds) ||
		(dark >= bounds->base + MARK_STEP && depth >= fmax(stain, bounds->shallow + MARK_DEEP));
}

/* How many times fainter its outline is than others: what glare takes from the outline it takes from a mark. */
static double
faintness(const struct bubble_measure *measure, double ring)
{
	return fmax(1, RING_USUAL * ring / fmax(measure->ring, 1e-3));
}

/* Most bubbles of a form are empty, and a sixth of them even where it is full of marks. Faint ones say nothing of
 * others, unless most are faint. */
static void
find_bounds(const struct seen_form *seen, const struct bubble_measure *measure, const struct bubble_beyond *beyond,
	double ring, struct bounds *bounds)
{
	double dark[FORM_BUBBLES] = {0}, depth[FORM_BUBBLES] = {0}, rim[FORM_BUBBLES] = {0};
	unsigned n = 0, marked = 0;

	for (unsigned i = 0; i < seen->marks; i++)
		if (faintness(&measure[i], ring) <= 1) {
			dark[n] = measure[i].dark;
			depth[n++] = measure[i].depth;
		}
	qsort(dark, n, sizeof *dark, by_value);
	qsort(depth, n, sizeof *depth, by_value);
	for (unsigned i = 0; i < seen->marks; i++)
		rim[i] = measure[i].rim;
	qsort(rim, seen->marks, sizeof *rim, by_value);
	*bounds = (struct bounds){.base = dark[n / 6], .shallow = depth[n / 6], .rim = rim[seen->marks / 6]};
	for (unsigned i = 0; i < seen->marks; i++)
		if (is_like_a_mark(measure[i].dark, &measure[i], &beyond[i], bounds)) {
			dark[marked] = measure[i].dark;
			depth[marked++] = measure[i].depth;
		}
	bounds->full = marked == 0 ? 0 : middle_of(dark, marked);
	bounds->deep = marked == 0 ? 0 : middle_of(depth, marked);
}

/* How the form's paper is coloured: by those that are not darker than empty ones. */
static void
find_tint(const struct seen_form *seen, const struct bubble_measure *measure, struct bounds *bounds)
{
	double blue[FORM_BUBBLES] = {0}, red[FORM_BUBBLES] = {0};
	size_t n = 0;

	for (unsigned i = 0; i < seen->marks; i++)
		if (measure[i].dark < bounds->base + MARK_STEP) {
			blue[n] = measure[i].blue;
			red[n++] = measure[i].red;
		}
	if (n > 0) {
		bounds->blue = middle_of(blue, n);
		bounds->red = middle_of(red, n);
	}
}

/* What one bubble would be like: those with the same label know better what it is like when it is empty. Where they are
 * few it may have any. `ring` is how clear outlines are. */
static struct bounds
bounds_of(const struct seen_form *seen, const struct bubble_measure *measure, const struct bounds *all, double ring,
	unsigned mark)
{
	double dark[FORM_BUBBLES], depth[FORM_BUBBLES];
	struct bounds bounds = *all;
	unsigned n = 0;

	for (unsigned i = 0; i < seen->marks; i++)
		if (faintness(&measure[i], ring) <= 1 &&
			strcmp(eye_label_of(&seen->mark[i]), eye_label_of(&seen->mark[mark])) == 0) {
			dark[n] = measure[i].dark;
			depth[n++] = measure[i].depth;
		}
	bounds.base += LABEL_DARK;
	bounds.shallow += fmax(LABEL_OFF, LABEL_RING * ring);
	if (n >= ALIKE) {
		qsort(dark, n, sizeof *dark, by_value);
		qsort(depth, n, sizeof *depth, by_value);
		bounds.base = fmin(dark[n / 12], bounds.base);
		bounds.shallow = fmin(depth[n / 12], bounds.shallow);
	}
	return bounds;
}

/* The paper of a bubble's neighbourhood, a pen's circle around it and a scribble beside it notwithstanding:
 * the middle of what those nearest to it have. `local`: that of all beside it is brighter. */
static double
paper_near(const struct seen_form *seen, const struct bubble_measure *measure, unsigned mark, bool *local)
{
	double far[NEAR] = {0}, paper[NEAR] = {0};
	unsigned count = 0, alike = 0;

	for (unsigned i = 0; i < seen->marks; i++) {
		double here =
			hypot(seen->mark[i].at.x - seen->mark[mark].at.x, seen->mark[i].at.y - seen->mark[mark].at.y);
		unsigned at = count < NEAR ? count++ : NEAR;

		for (; at > 0 && here < far[at - 1]; at--)
			if (at < NEAR) {
				far[at] = far[at - 1];
				paper[at] = paper[at - 1];
			}
		if (at < NEAR) {
			far[at] = here;
			paper[at] = measure[i].paper;
		}
	}
	for (unsigned i = 0; i < MIN(count, BESIDE); i++)
		alike += measure[mark].paper > (1 - LOCAL) * paper[i];
	*local = count >= BESIDE && alike <= 1; /* itself */
	return middle_of(paper, count);
}

/* Whether the outline is as clear as others of the form: where it is not, ink is burnt out, or it is not here. */
static bool
is_outlined(const struct bubble_measure *measure, double ring)
{
	return measure->ring > fmax(RING_MIN, RING_SHARE * ring);
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

/* A line from far that goes on: no mark of the bubble that it crosses, unless that is filled, too. */
static bool
is_line(const struct bubble_measure *measure)
{
	return measure->crossed && measure->dark < SOLID_DARK;
}

/* Whether it has another colour than the form's paper. */
static bool
is_tinted(const struct bubble_measure *measure, const struct bounds *bounds)
{
	return hypot(measure->blue - bounds->blue, measure->red - bounds->red) > TINT;
}

/* How clear the outlines of a form are; a marker's ink at one makes it clearer than it is. */
static double
usual_ring(const struct bubble_measure *measure, unsigned count)
{
	double ring[FORM_BUBBLES] = {0};
	unsigned clean = 0, n = 0;

	for (unsigned i = 0; i < count; i++)
		clean += measure[i].dark < INKED;
	for (unsigned i = 0; i < count; i++)
		if (measure[i].dark < INKED || clean < CLEAN)
			ring[n++] = measure[i].ring;
	return n == 0 ? 0 : middle_of(ring, n);
}

/* Whether there is a line that hardly anybody would see: it also makes the bubble a little darker, what a label that is
 * a little off does not. */
static bool
has_hair(const struct bubble_beyond *beyond, double more)
{
	double line = (beyond->line - beyond->lines) / fmax(more * HAIR_LINE, HAIR_NOISE * beyond->lines);

	return fmax(line, 0) + beyond->dark / fmax(more * BEYOND_DARK, DARK_NOISE * beyond->usual) > 1;
}

/* Whether a bubble is as it was printed. `own` is what it would be like if it were. */
static bool
is_empty(const struct bubble_measure *measure, const struct bubble_beyond *beyond, const struct bounds *own,
	double faint)
{
	double more = (measure->split ? BEYOND_EDGE : 1) / faint;

	if (measure->rim > own->rim + more * RIM_DEEP)
		return false;
	if (measure->dark > own->base + EMPTY_STEP / faint)
		return false;
	if (measure->depth > own->shallow + EMPTY_DEEP / faint && !beyond->alike)
		return false;
	return !beyond->known ||
		(!has_hair(beyond, more) &&
			beyond->depth <= fmax(beyond->usual + more * BEYOND_DEEP, BEYOND_NOISE * beyond->usual));
}

static enum mark_state
state_of(const struct bubble_measure *measure, const struct bubble_beyond *beyond, const struct bounds *bounds,
	const struct bounds *own, double faint)
{
	double doubt = fmin(1, 2 * fmax(0, measure->uneven - 0.05)), dark = measure->dark; /* a hard edge of shadow */
	bool blank = bounds->base <= EMPTY_MAX && bounds->shallow <= BLANK_DEEP;

	if (is_like_a_mark(dark - doubt, measure, beyond, bounds) &&
		measure->aside <= (dark < THIN ? ASIDE_THIN : ASIDE) &&
		(measure->depth >= DEEP * bounds->deep ||
			(measure->depth >= SMUDGE * bounds->deep &&
				dark - bounds->base >= SHARE * (bounds->full - bounds->base))))
		return MARK_FILLED;
	return blank && is_empty(measure, beyond, own, faint) ? MARK_EMPTY : MARK_UNSURE;
}

/* Judges one bubble of a form. */
static enum mark_state
judge(const struct seen_form *seen, const struct bubble_measure *measure, const struct bubble_beyond *beyond,
	const struct bounds *bounds, double ring, unsigned mark)
{
	struct bounds own = bounds_of(seen, measure, bounds, ring, mark);
	enum mark_state state;
	bool local;

	if (!is_outlined(&measure[mark], ring))
		return MARK_UNSURE;
	if (is_ink(&measure[mark]))
		return is_line(&measure[mark]) ? MARK_UNSURE : MARK_FILLED;
	if (!is_on_paper(&measure[mark], paper_near(seen, measure, mark, &local)))
		return MARK_UNSURE;
	state = state_of(&measure[mark], &beyond[mark], bounds, &own, faintness(&measure[mark], ring));
	if (state == MARK_EMPTY && is_tinted(&measure[mark], bounds))
		return MARK_UNSURE;
	if ((state == MARK_EMPTY && local && !measure[mark].split) || (state == MARK_FILLED && is_line(&measure[mark])))
		return MARK_UNSURE;
	return state;
}

void
eye_marks_read(struct look *look, const struct form *form, const struct seen_tag *const corner[4],
	const struct bubble_spot *spot, struct seen_form *seen)
{
	struct bubble_measure *measure = g_new(struct bubble_measure, form->bubbles);
	double ink = eye_form_ink(look->image, corner);
	struct bubble_beyond *beyond = g_new(struct bubble_beyond, FORM_BUBBLES);
	bool counts[FORM_BUBBLES];
	struct bounds bounds = {0};
	double ring;

	seen->marks = form->bubbles;
	for (unsigned i = 0; i < form->bubbles; i++) {
		struct seen_mark *mark = &seen->mark[i];

		memcpy(mark->id, form->bubble[i].id, sizeof mark->id);
		mark->at = spot[i].middle;
		mark->radius = hypot(spot[i].right.x, spot[i].right.y);
		eye_bubble_measure(look->image, eye_colours(look), &spot[i], ink, &measure[i]);
		mark->darkness = measure[i].dark;
	}
	ring = usual_ring(measure, seen->marks);
	for (unsigned i = 0; i < seen->marks; i++)
		counts[i] = faintness(&measure[i], ring) <= 1;
	eye_labels_compare(seen, measure, counts, beyond);
	if (seen->marks > 0)
		find_bounds(seen, measure, beyond, ring, &bounds);
	find_tint(seen, measure, &bounds);
	for (unsigned i = 0; i < seen->marks; i++)
		seen->mark[i].state = judge(seen, measure, beyond, &bounds, ring, i);
	g_free(beyond);
	g_free(measure);
}
