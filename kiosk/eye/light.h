/* SPDX-License-Identifier: MIT
 * How bright the paper at a bubble is, without what is printed and written on it: sloped as the light falls, or split
 * by the edge of a shadow or of a stain. */
#ifndef SEEDPRESS_KIOSK_EYE_LIGHT_H
#define SEEDPRESS_KIOSK_EYE_LIGHT_H

#include "kiosk/eye/parts.h"

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

#endif
