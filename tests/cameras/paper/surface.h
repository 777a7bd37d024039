/* SPDX-License-Identifier: MIT
 * Bodies as nets of points in space: sheets of paper that are folded, curled or crumpled, chips, pens, the table.
 * Millimetres; z is the height above the table. */
#pragma once

#include "tests/cameras/paper/print.h"

struct vertex {
	double at[3], normal[3];
	double u, v; /* in pixels of the texture */
};

struct surface {
	int cols, rows; /* of vertices */
	struct vertex *vertex;
	const struct texture *texture, *back; /* of its lower side, where that is different */
	double gloss;                         /* of its highlight: 0 is chalk */
	bool object;                          /* lies on the paper */
	bool shadowless;                      /* its shadow is in its texture */
	bool piece;                           /* printed by us */
};

/* A sheet that shows all of a texture, bent by a recipe around a place of it. The middle of `around` becomes the
 * origin. False without memory. */
bool surface_sheet(struct surface *surface, const struct texture *texture, struct rect around,
	const struct recipe *recipe, struct luck luck);

/* The part of a flat sheet right of `fold` (millimetres), folded over by an angle up to half a turn. */
void surface_fold_over(struct surface *surface, double fold, double middle, double angle);

/* A round chip, its middle at the origin. */
bool surface_chip(struct surface *surface, const struct texture *texture, double radius, double height);

/* A rod from the origin along x, which begins with a point, like a pen, or is round at both ends, like a finger. */
bool surface_rod(struct surface *surface, const struct texture *texture, double length, double radius, bool pointed);

void surface_finish(struct surface *surface);

/* Turns it around the origin, moves it, and works out its normals. */
void surface_place(struct surface *surface, double turn, double x, double y, double z);

/* Where a place of its texture (millimetres, as in struct texture) is in space. */
void surface_at(const struct surface *surface, double x, double y, double at[3]);
