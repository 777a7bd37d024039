/* SPDX-License-Identifier: MIT
 * Homographies, warps, and the arithmetic they need. A homography is fitted by the direct linear transform: its eight
 * unknowns solve the normal equations of all points, which are normalised before. */
#include "kiosk/piece/geometry.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#define UNKNOWNS 8

/* A shift and a scale that bring the centroid of points to 0 and their mean distance from it to 1. Without them the
 * equations lose most of their precision. */
struct norm {
	double x, y, scale;
};

static struct norm
normalise(const struct point *at, unsigned count)
{
	struct norm norm = {0, 0, 0};
	double spread = 0;

	for (unsigned i = 0; i < count; i++) {
		norm.x += at[i].x / count;
		norm.y += at[i].y / count;
	}
	for (unsigned i = 0; i < count; i++)
		spread += hypot(at[i].x - norm.x, at[i].y - norm.y) / count;
	norm.scale = spread > 1e-9 ? 1 / spread : 1;
	return norm;
}

bool
linear_solve(double *rows, unsigned n, double *answer)
{
	unsigned width = n + 1;

	for (unsigned col = 0; col < n; col++) {
		unsigned best = col;

		for (unsigned row = col + 1; row < n; row++)
			if (fabs(rows[row * width + col]) > fabs(rows[best * width + col]))
				best = row;
		if (!(fabs(rows[best * width + col]) > 1e-12))
			return false;
		for (unsigned i = 0; i < width; i++) {
			double swap = rows[col * width + i];

			rows[col * width + i] = rows[best * width + i];
			rows[best * width + i] = swap;
		}
		for (unsigned row = 0; row < n; row++) {
			double factor = rows[row * width + col] / rows[col * width + col];

			for (unsigned i = col; row != col && i < width; i++)
				rows[row * width + i] -= factor * rows[col * width + i];
		}
	}
	for (unsigned i = 0; i < n; i++)
		answer[i] = rows[i * width + n] / rows[i * width + i];
	return true;
}

void
least_squares_add(double *rows, unsigned n, const double *term, double weight)
{
	for (unsigned i = 0; i < n; i++)
		for (unsigned j = 0; j <= n; j++)
			rows[i * (n + 1) + j] += weight * term[i] * term[j];
}

bool
homography_fit(const struct point *from, const struct point *to, unsigned count, struct homography *homography)
{
	struct norm source = normalise(from, count), target = normalise(to, count);
	double rows[UNKNOWNS * (UNKNOWNS + 1)] = {0}, h[9];

	for (unsigned i = 0; i < count; i++) {
		double x = (from[i].x - source.x) * source.scale, y = (from[i].y - source.y) * source.scale;
		double u = (to[i].x - target.x) * target.scale, v = (to[i].y - target.y) * target.scale;

		least_squares_add(rows, UNKNOWNS, (double[]){x, y, 1, 0, 0, 0, -u * x, -u * y, u}, 1);
		least_squares_add(rows, UNKNOWNS, (double[]){0, 0, 0, x, y, 1, -v * x, -v * y, v}, 1);
	}
	if (count < 4 || !linear_solve(rows, UNKNOWNS, h))
		return false;
	h[8] = 1;
	/* Normalise the source first, undo the normalisation of the target last. */
	for (double *row = h; row < h + 9; row += 3) {
		row[2] += row[0] * (-source.x * source.scale) + row[1] * (-source.y * source.scale);
		row[0] *= source.scale;
		row[1] *= source.scale;
	}
	for (int i = 0; i < 3; i++) {
		homography->h[i] = h[i] * (1 / target.scale) + target.x * h[6 + i];
		homography->h[3 + i] = h[3 + i] * (1 / target.scale) + target.y * h[6 + i];
		homography->h[6 + i] = h[6 + i];
	}
	for (int i = 0; i < 9; i++)
		if (!isfinite(homography->h[i]))
			return false;
	return true;
}

struct point
homography_map(const struct homography *homography, struct point at)
{
	const double *h = homography->h;
	double w = h[6] * at.x + h[7] * at.y + h[8];

	/* On the horizon of the plane: any point far outside of the image will do. */
	if (fabs(w) < 1e-12)
		return (struct point){-1e9, -1e9};
	return (struct point){(h[0] * at.x + h[1] * at.y + h[2]) / w, (h[3] * at.x + h[4] * at.y + h[5]) / w};
}

/* The terms of the polynomial at a point of the form. */
static void
warp_terms(const struct warp *warp, struct point at, double term[WARP_TERMS])
{
	double u = 2 * (at.x - warp->left) / (warp->right - warp->left) - 1;
	double v = 2 * (at.y - warp->top) / (warp->bottom - warp->top) - 1;

	memcpy(term, (double[WARP_TERMS]){1, u, v, u * u, u * v, v * v, u * u * u, u * u * v, u * v * v, v * v * v},
		sizeof(double[WARP_TERMS]));
}

struct point
warp_map(const struct warp *warp, struct point on)
{
	struct point at = homography_map(&warp->homography, on);
	double u = (on.x - warp->left) / (warp->right - warp->left);
	double v = (on.y - warp->top) / (warp->bottom - warp->top);
	double share[4] = {(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v}, term[WARP_TERMS];

	for (int i = 0; i < 4; i++) {
		at.x += share[i] * warp->corner[i].x;
		at.y += share[i] * warp->corner[i].y;
	}
	warp_terms(warp, on, term);
	for (int i = 0; i < WARP_TERMS; i++) {
		at.x += term[i] * warp->cubic[0][i];
		at.y += term[i] * warp->cubic[1][i];
	}
	return at;
}

void
warp_refine(struct warp *warp, const struct point *from, const struct point *to, unsigned count, unsigned terms,
	double regularisation)
{
	double rows[2][WARP_TERMS * (WARP_TERMS + 1)] = {{0}}, term[WARP_TERMS + 1], more[WARP_TERMS];

	for (unsigned i = 0; i < count; i++) {
		struct point at = warp_map(warp, from[i]);

		warp_terms(warp, from[i], term);
		term[terms] = to[i].x - at.x;
		least_squares_add(rows[0], terms, term, 1);
		term[terms] = to[i].y - at.y;
		least_squares_add(rows[1], terms, term, 1);
	}
	for (int axis = 0; axis < 2; axis++) {
		for (unsigned i = 0; i < terms; i++)
			rows[axis][i * (terms + 1) + i] += regularisation;
		if (linear_solve(rows[axis], terms, more))
			for (unsigned i = 0; i < terms; i++)
				warp->cubic[axis][i] += more[i];
	}
}

static int
by_value(const void *a, const void *b)
{
	double one = *(const double *)a, other = *(const double *)b;

	return (one > other) - (one < other);
}

void
values_sort(double *values, unsigned count)
{
	qsort(values, count, sizeof *values, by_value);
}

double
values_ranked(double *values, unsigned count, unsigned rank)
{
	values_sort(values, count);
	return values[rank];
}

double
values_median(double *values, unsigned count)
{
	return values_ranked(values, count, count / 2);
}

double
image_grey_at(const struct image *image, struct point at)
{
	/* These comparisons are false for NaN, too. */
	double x = at.x - 0.5 > 0 ? MIN(at.x - 0.5, image->width - 1) : 0;
	double y = at.y - 0.5 > 0 ? MIN(at.y - 0.5, image->height - 1) : 0;
	int32_t left = (int32_t)x, top = (int32_t)y;
	int32_t right = MIN(left + 1, image->width - 1), bottom = MIN(top + 1, image->height - 1);
	const uint8_t *upper = image->grey + (size_t)top * (size_t)image->width;
	const uint8_t *lower = image->grey + (size_t)bottom * (size_t)image->width;

	x -= left;
	y -= top;
	return (upper[left] * (1 - x) + upper[right] * x) * (1 - y) + (lower[left] * (1 - x) + lower[right] * x) * y;
}

void
image_rectify(const struct image *image, const struct warp *warp, struct rect at, int32_t size, uint8_t *grey)
{
	for (int32_t y = 0; y < size; y++)
		for (int32_t x = 0; x < size; x++) {
			struct point on = {at.x + (x + 0.5) * at.w / size, at.y + (y + 0.5) * at.h / size};

			*grey++ = (uint8_t)(image_grey_at(image, warp_map(warp, on)) + 0.5);
		}
}

/* A new pixel is a quarter of the way to its neighbours: bilinear weights of 3 to 1 each way. */
bool
image_enlarge(const struct image *image, const struct rect *part, struct image *twice)
{
	int32_t w = part->w, h = part->h;
	uint8_t *to = g_try_malloc(4 * (size_t)w * (size_t)h);

	*twice = (struct image){2 * w, 2 * h, to};
	for (int32_t y = 0; to != NULL && y < 2 * h; y++) {
		int32_t over = CLAMP(y / 2 + (y % 2 == 0 ? -1 : 1), 0, h - 1);
		const uint8_t *near = image->grey + (size_t)(part->y + y / 2) * (size_t)image->width + part->x;
		const uint8_t *far = image->grey + (size_t)(part->y + over) * (size_t)image->width + part->x;

		for (int32_t x = 0; x < 2 * w; x++) {
			int32_t one = x / 2, other = CLAMP(one + (x % 2 == 0 ? -1 : 1), 0, w - 1);
			int sum = 9 * near[one] + 3 * near[other] + 3 * far[one] + far[other];

			*to++ = (uint8_t)((sum + 8) / 16);
		}
	}
	return twice->grey != NULL;
}
