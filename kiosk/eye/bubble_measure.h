/* SPDX-License-Identifier: MIT
 * What is measured of a bubble, for marks.c to judge. */
#ifndef SEEDPRESS_KIOSK_EYE_BUBBLE_MEASURE_H
#define SEEDPRESS_KIOSK_EYE_BUBBLE_MEASURE_H

#include "kiosk/eye/parts.h"

#define BUBBLE_GRID    15                          /* samples across the inside of a bubble */
#define BUBBLE_SAMPLES (BUBBLE_GRID * BUBBLE_GRID) /* at most: those in its corners are not inside */

/* Whether a place of that grid is inside; samples are row by row. */
bool eye_sample_is_inside(int x, int y);

/* Darkness is a share of what the form's own ink is darker than its paper. */
struct bubble_measure {
	double dark;  /* all over the inside */
	double depth; /* of its darkest part, */
	double over;  /* the same beside the darkest paper around it, where that is split by an edge, */
	double line;  /* and how much darker than what is on both sides of it a line in it is; 0 where it is not dark */
	double rim;   /* of the darkest part of where no label reaches */
	double bright;    /* how much brighter than the paper its brightest part is */
	double aside;     /* how far from the middle what is so dark lies, in radii */
	double paper;     /* how bright the paper is in its middle, in grey levels, */
	double brightest; /* and the brightest around it */
	double uneven;    /* how far from that light what is around it is, as a share of it */
	double seen;      /* the share of what is around it that looks like paper */
	double ring;      /* how much darker its outline is than that, as a share of it */
	double blue, red; /* how its inside is coloured, as shares of the paper's brightness; 0 where it is not known */
	bool split;       /* an edge goes through it, */
	bool crossed;     /* or a line that comes from far, and goes on or ends in it */
	unsigned samples; /* of the inside, as many for every bubble: */
	float inside[BUBBLE_SAMPLES]; /* how dark each is */
};

/* How bright the ink of a form's tags is beside their paper, from 0 to 0.7. */
double eye_form_ink(const struct image *image, const struct seen_tag *const corner[4]);

/* `colours` may be NULL. */
void eye_bubble_measure(const struct image *image, const struct colours *colours, const struct bubble_spot *spot,
	double ink, struct bubble_measure *measure);

/* What a bubble shows beyond its label, likewise in shares of the form's ink (labels.c). */
struct bubble_beyond {
	bool known;   /* there are enough bubbles with the same label, and most of them are alike */
	double dark;  /* beyond the label, all over the inside, */
	double depth; /* and of its darkest part; */
	double usual; /* the depth that most of them have: noise */
	double line;  /* how much darker than what is beside it the darkest straight line is, */
	double lines; /* and what most of them have */
	bool alike;   /* nearly all of them are no deeper: what they show is printed, however dark it is */
};

/* How bright the paper at a bubble is, without what is printed and written on it (light.c): sloped as the light falls,
 * or split by the edge of a shadow or of a stain. */
#define LIGHT_BINS 15 /* strips across a bubble and what is around it */

struct light {
	double level, x, y; /* grey in the middle, and what a radius to the right and down adds */
	double uneven;      /* how far from that what is around the bubble is, noise aside, as a share of it */
	double seen;        /* the share of what is around it that is paper */
	double noise;       /* in grey levels */

	/* Where an edge goes through: strips along it, each with the grey at its two ends. */
	bool split;
	double across_x, across_y;
	double strip[2][LIGHT_BINS];
	double brightest, darkest; /* paper around the bubble */
};

/* Measures the light at a bubble. */
void eye_light_measure(const struct image *image, const struct bubble_spot *spot, struct light *light);

/* The grey of the paper at a point of the bubble, in radii; at least 1. */
double eye_light_at(const struct light *light, double u, double v);

/* The label that is printed in a bubble: the end of its name. */
const char *eye_label_of(const struct seen_mark *mark);

/* Compares every bubble of a form with those that have its label; only those that count tell what it is like. */
void eye_labels_compare(const struct seen_form *seen, const struct bubble_measure *measure,
	const bool counts[FORM_BUBBLES], struct bubble_beyond beyond[FORM_BUBBLES]);

#endif
