/* SPDX-License-Identifier: MIT
 * Where a point of a printed form is in an image of it: a homography (a plane seen by a camera) with corrections for
 * bent paper and a distorting lens. Also least squares, medians and resampling of images. */
#pragma once

#include <math.h>
#include <stdbool.h>

#include "kiosk/picture/image.h"
#include "layouts/form.h"

/* Pixels from the image's top left corner; the centre of the first pixel is at 0.5, 0.5. */
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

struct homography {
	double h[9]; /* a 3 by 3 matrix, row by row */
};

#define WARP_TERMS 10 /* 1, x, y, x², xy, y², x³, x²y, xy², y³ */

/* A homography with two corrections in pixels: `corner` is interpolated between the four corners of a rectangle of
 * the form (top left, top right, bottom left, bottom right); `cubic` is a polynomial over it, for each axis. */
struct warp {
	struct homography homography;
	double left, top, right, bottom;
	struct point corner[4];
	double cubic[2][WARP_TERMS];
};

/* Fits the homography that maps `from` to `to` with the least squares, by at least four points. False if there is
 * none. */
bool homography_fit(const struct point *from, const struct point *to, unsigned count, struct homography *homography);

struct point homography_map(const struct homography *homography, struct point at);
struct point warp_map(const struct warp *warp, struct point at);

/* Adds the polynomial of the first `terms` terms that best corrects the residuals of these points to the warp.
 * `regularisation` keeps terms small that the points hardly determine. */
void warp_refine(struct warp *warp, const struct point *from, const struct point *to, unsigned count, unsigned terms,
	double regularisation);

/* Adds an equation with n unknowns to the normal equations of a least squares fit. It has n + 1 terms, the last of
 * which is the sum of the others. */
void least_squares_add(double *rows, unsigned n, const double *term, double weight);

/* Solves n linear equations with n unknowns, in rows of n + 1 values; false if they are singular. */
bool linear_solve(double *rows, unsigned n, double *answer);

/* Sorts values in ascending order. */
void values_sort(double *values, unsigned count);

/* The value of a rank in ascending order, from 0, and the median. Both sort the values. */
double values_ranked(double *values, unsigned count, unsigned rank);
double values_median(double *values, unsigned count);

/* The grey at a point by bilinear interpolation. Outside of the image its border is continued. */
double image_grey_at(const struct image *image, struct point at);

/* Rectifies a part of the form: `grey` gets `size` by `size` pixels, which show the rectangle `at` of the form. */
void image_rectify(const struct image *image, const struct warp *warp, struct rect at, int32_t size, uint8_t *grey);

/* A part of the image at twice its size, to be freed with image_finish(); false without memory. */
bool image_enlarge(const struct image *image, const struct rect *part, struct image *twice);
