/* SPDX-License-Identifier: MIT
 * What the lens sees: bodies in light, projected and shaded, as light that reaches the sensor. */
#pragma once

#include "tests/cameras/paper/surface.h"

/* How much of the lamp's light arrives at each place of the table: a square of places. */
#define MAP_SIDE 480
struct light_map {
	double x, y, step; /* of its corner and from one place to the next, in millimetres */
	float share[MAP_SIDE * MAP_SIDE];
};

/* Pixels of a screen in a millimetre. */
#define SCREEN_DENSITY 3.8

struct scene {
	const struct recipe *recipe;
	int w, h;
	double eye[3], right[3], down[3], forward[3]; /* the camera */
	double focal;                                 /* in pixels */
	double lamp[3];                               /* the direction to the lamp */
	struct light_map *open, *paper, *table;       /* on objects; below objects; below paper, too */
	float *light[3];                              /* red, green, blue */
	float *depth;                                 /* 1 / distance: larger is nearer */
};

/* A camera of w x h pixels that has all these places of the table in its frame. */
bool scene_init(
	struct scene *scene, const struct recipe *recipe, const struct point *places, size_t count, struct luck luck);
void scene_finish(struct scene *scene);

/* Pixels per millimetre in the middle of the picture, before there is a scene with it. */
double scene_density(const struct scene *scene);

/* Draws the table and the bodies, the lowest first; those above throw shadows. */
bool scene_draw(struct scene *scene, const struct surface *surface, size_t count, struct luck luck);

/* Where a place in space is in the picture; its 1 / distance. */
double scene_project(const struct scene *scene, const double at[3], double *x, double *y);

/* Whether a place of a body is inside the picture and nothing is in front of it. */
bool scene_sees(const struct scene *scene, const double at[3]);
