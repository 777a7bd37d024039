/* SPDX-License-Identifier: MIT
 * Where a point of a printed form is in an image of it: a plane seen by a
 * camera (a homography), and what bent paper and a lens add to it. */
#ifndef SEEDPRESS_KIOSK_PIECE_PLANE_H
#define SEEDPRESS_KIOSK_PIECE_PLANE_H

#include <math.h>
#include <stdbool.h>

#include "kiosk/picture/image.h"
#include "layouts/form.h"

/* Pixels from the image's top left; the middle of the first pixel is at 0.5, 0.5. */
struct point {
	double x, y;
};

static inline double
point_distance(struct point a, struct point b)
{
	return hypot(a.x - b.x, a.y - b.y);
}

static inline struct point
rect_middle(const struct rect *rect)
{
	return (struct point){rect->x + rect->w / 2.0, rect->y + rect->h / 2.0};
}

struct plane {
	double h[9];
};

#define WARP_TERMS 10 /* 1, x, y, x², xy, y², x³, x²y, xy², y³ */

/* A plane and small shifts in pixels: `corner` between the four corners of `around` (top left, top
 * right, bottom left, bottom right), `bow` over all of it. */
struct warp {
	struct plane plane;
	double left, top, right, bottom;
	struct point corner[4];
	double bow[2][WARP_TERMS];
};

/* Fits the plane that takes `from` to `to` best, for four points or more. False when there is
 * none. */
bool plane_fit(const struct point *from, const struct point *to, unsigned count, struct plane *plane);

struct point plane_map(const struct plane *plane, double x, double y);
struct point plane_warp_map(const struct warp *warp, double x, double y);

/* Bends the warp more, by the first `terms` terms of its bow, to where it is wrong at these points; `calm` pulls terms
 * to nothing that they hardly tell. */
void plane_warp_bend(struct warp *warp, const struct point *from, const struct point *to, unsigned count,
	unsigned terms, double calm);

/* Adds an equation with n unknowns, n + 1 terms of which the last is what the others add up to, to the normal
 * equations of a least squares fit. */
void plane_add_equation(double *rows, unsigned n, const double *term, double weight);

/* Solves n equations with n unknowns, rows of n + 1 values; false when they have no one answer. */
bool plane_solve(double *rows, unsigned n, double *answer);

/* Sorts values, the least first; and the median, of at least one value that it sorts. */
void values_sort(double *values, unsigned count);
double values_median(double *values, unsigned count);

/* The grey at a point between pixels; what lies outside continues the edge. */
double plane_grey_at(const struct image *image, struct point at);

/* A part of the image straightened: `size` pixels square, `at` on the form. `grey` holds them. */
void plane_straighten(const struct image *image, const struct warp *warp, struct rect at, int32_t size, uint8_t *grey);

/* A part of the image twice as large, to be freed with image_finish(); false without memory. */
bool plane_enlarge(const struct image *image, const struct rect *part, struct image *twice);

#endif
