/* SPDX-License-Identifier: MIT
 * What is measured of a bubble, for marks.c to classify: the light on its paper (light.c), how dark its inside is
 * (bubble_measure.c), and how it differs from bubbles with the same label (labels.c). Lengths are in radii of a
 * bubble. Darkness is relative to the form's own ink: 0 is the paper, 1 the ink of its tags. */
#pragma once

#include "kiosk/eye/parts.h"

#define BUBBLE_GRID    15                          /* samples across the inside of a bubble, each way */
#define BUBBLE_SAMPLES (BUBBLE_GRID * BUBBLE_GRID) /* more than there are: those in the corners are not inside */
#define LIGHT_BINS     15                          /* strips across a bubble and what is around it */

/* How bright the paper at a bubble is, apart from what is printed and written on it: a plane, or strips along the edge
 * of a shadow or of a stain. */
struct light {
	double level, x, y;          /* grey in the middle, and how much it rises in a radius to the right and down */
	double brightest, darkest;   /* paper around the bubble */
	double uneven;               /* residual of what is around the bubble, without noise, as a share of `level` */
	double seen;                 /* share of what is around it that is paper */
	double noise;                /* standard deviation, in grey levels */
	bool split;                  /* an edge goes through */
	double across_x, across_y;   /* then: the direction across it, */
	double strip[2][LIGHT_BINS]; /* and the grey of the strips along it at their two ends */
};

/* Mean chroma, as shares of the paper's brightness. */
struct chroma {
	double blue, red;
};

/* What is dark on a circle around a bubble. */
struct around {
	double depth;  /* the high quantile */
	double across; /* of the darkest line that goes on on the other side */
	double share;  /* of the circle that strokes cover */
	unsigned ends; /* strokes that cross the circle */
};

struct bubble_measure {
	struct light light;
	double dark;         /* mean of the inside */
	double depth;        /* a high quantile of the inside */
	double over;         /* the same, compared with the darkest paper around it if an edge goes through */
	double line;         /* the same quantile of how much darker samples are than both sides; 0 if it is not dark */
	double rim;          /* the same quantile of the darkness outside of the label */
	double bright;       /* how much brighter than the paper its brightest part is */
	double aside;        /* distance from the middle to the centroid of the dark samples */
	double ring;         /* contrast of the printed outline, as a share of the paper's brightness */
	double outline_dark; /* mean darkness of the ring on which it is printed */
	double outline_depth;                /* the same quantile of the darkness of its directions */
	unsigned unseen;                     /* 1 if hardly any outline around it was found, 2 if it cannot be seen */
	unsigned ends;                       /* dark places around it, at most 4 */
	struct around near, outside;         /* what is next to the outline, and what goes on farther out */
	struct around far;                   /* still farther, where no other bubbles are */
	bool crossed;                        /* a line that comes from far away goes through it or ends in it */
	struct chroma chroma, chroma_around; /* of the inside, and around the outline; 0 if unknown */
	unsigned samples;                    /* of the inside, the same number for every bubble */
	float inside[BUBBLE_SAMPLES];        /* the darkness of each */
};

/* How a bubble differs from its label, which is estimated from the lightest bubbles that have it. */
struct bubble_beyond {
	unsigned alike;      /* bubbles with the same label; if they are too few, the label is taken to be blank */
	double label;        /* mean darkness of the label */
	double dark;         /* mean darkness beyond the label */
	double depth;        /* a high quantile of it */
	double usual;        /* that quantile in empty bubbles: noise */
	double line;         /* how much darker than its sides the darkest straight line is */
	double lines;        /* the same in empty bubbles */
	double excess_dark;  /* mean of what is darker than the label within a sample's distance */
	double excess_depth; /* a high quantile of that */
};

/* Whether a place of the grid is inside; samples are row by row. */
bool eye_sample_is_inside(int x, int y);

/* How bright the ink of a form's tags is relative to their paper, from 0 to 0.7. */
double eye_form_ink(const struct image *image, const struct seen_tag *const corner[4]);

/* Measures one of `count` bubbles of a form; `colours` may be NULL. */
void eye_bubble_measure(const struct image *image, const struct colours *colours, const struct bubble_spot *all,
	unsigned count, unsigned bubble, double ink, struct bubble_measure *measure);

void eye_light_measure(const struct image *image, const struct bubble_spot *spot, struct light *light);

/* The grey of the paper at a point of the bubble; at least 1. */
double eye_light_at(const struct light *light, double u, double v);

/* The label that is printed in a bubble: the end of its name. */
const char *eye_label_of(const struct seen_mark *mark);

/* Compares each bubble of a form with those that have its label. */
void eye_labels_compare(
	const struct seen_form *seen, const struct bubble_measure *measure, struct bubble_beyond beyond[FORM_BUBBLES]);
