/* SPDX-License-Identifier: MIT
 * Planes and warps. */
#include "kiosk/piece/plane.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define UNKNOWNS 8

/* A shift and a scale that bring points around 0 at a distance of about 1: without it the
 * equations lose most of their digits. */
struct norm {
	double x, y, scale;
};

static struct norm
norm_of(const struct point *at, unsigned count)
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
plane_solve(double *rows, unsigned n, double *answer)
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
plane_add_equation(double *rows, unsigned n, const double *term, double weight)
{
	for (unsigned i = 0; i < n; i++)
		for (unsigned j = 0; j <= n; j++)
			rows[i * (n + 1) + j] += weight * term[i] * term[j];
}

static void
multiply(const double a[9], const double b[9], double out[9])
{
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			out[i * 3 + j] = a[i * 3] * b[j] + a[i * 3 + 1] * b[3 + j] + a[i * 3 + 2] * b[6 + j];
}

bool
plane_fit(const struct point *from, const struct point *to, unsigned count, struct plane *plane)
{
	struct norm source = norm_of(from, count), target = norm_of(to, count);
	double rows[UNKNOWNS * (UNKNOWNS + 1)] = {0}, h[9], half[9];

	for (unsigned i = 0; i < count; i++) {
		double x = (from[i].x - source.x) * source.scale, y = (from[i].y - source.y) * source.scale;
		double u = (to[i].x - target.x) * target.scale, v = (to[i].y - target.y) * target.scale;

		plane_add_equation(rows, UNKNOWNS, (double[]){x, y, 1, 0, 0, 0, -u * x, -u * y, u}, 1);
		plane_add_equation(rows, UNKNOWNS, (double[]){0, 0, 0, x, y, 1, -v * x, -v * y, v}, 1);
	}
	if (count < 4 || !plane_solve(rows, UNKNOWNS, h))
		return false;
	h[8] = 1;
	multiply(h,
		(double[]){
			source.scale, 0, -source.x * source.scale, 0, source.scale, -source.y * source.scale, 0, 0, 1},
		half);
	multiply((double[]){1 / target.scale, 0, target.x, 0, 1 / target.scale, target.y, 0, 0, 1}, half, plane->h);
	for (int i = 0; i < 9; i++)
		if (!isfinite(plane->h[i]))
			return false;
	return true;
}

struct point
plane_map(const struct plane *plane, double x, double y)
{
	const double *h = plane->h;
	double w = h[6] * x + h[7] * y + h[8];

	/* Beyond the horizon of the plane nothing is seen: far off the image will do. */
	if (fabs(w) < 1e-12)
		return (struct point){-1e9, -1e9};
	return (struct point){(h[0] * x + h[1] * y + h[2]) / w, (h[3] * x + h[4] * y + h[5]) / w};
}

/* The terms of a bow at a point of the form. */
static void
warp_terms(const struct warp *warp, double x, double y, double term[WARP_TERMS])
{
	double u = 2 * (x - warp->left) / (warp->right - warp->left) - 1;
	double v = 2 * (y - warp->top) / (warp->bottom - warp->top) - 1;

	memcpy(term, (double[WARP_TERMS]){1, u, v, u * u, u * v, v * v, u * u * u, u * u * v, u * v * v, v * v * v},
		sizeof(double[WARP_TERMS]));
}

struct point
plane_warp_map(const struct warp *warp, double x, double y)
{
	struct point at = plane_map(&warp->plane, x, y);
	double u = (x - warp->left) / (warp->right - warp->left);
	double v = (y - warp->top) / (warp->bottom - warp->top);
	double share[4] = {(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v}, term[WARP_TERMS];

	for (int i = 0; i < 4; i++) {
		at.x += share[i] * warp->corner[i].x;
		at.y += share[i] * warp->corner[i].y;
	}
	warp_terms(warp, x, y, term);
	for (int i = 0; i < WARP_TERMS; i++) {
		at.x += term[i] * warp->bow[0][i];
		at.y += term[i] * warp->bow[1][i];
	}
	return at;
}

void
plane_warp_bend(struct warp *warp, const struct point *from, const struct point *to, unsigned count, unsigned terms,
	double calm)
{
	double rows[2][WARP_TERMS * (WARP_TERMS + 1)] = {{0}};

	for (unsigned i = 0; i < count; i++) {
		struct point at = plane_warp_map(warp, from[i].x, from[i].y);
		double rest[2] = {to[i].x - at.x, to[i].y - at.y}, term[WARP_TERMS + 1];

		warp_terms(warp, from[i].x, from[i].y, term);
		for (int axis = 0; axis < 2; axis++) {
			term[terms] = rest[axis];
			plane_add_equation(rows[axis], terms, term, 1);
		}
	}
	for (int axis = 0; axis < 2; axis++) {
		double more[WARP_TERMS];

		for (unsigned r = 0; r < terms; r++)
			rows[axis][r * (terms + 1) + r] += calm;
		if (!plane_solve(rows[axis], terms, more))
			continue;
		for (unsigned r = 0; r < terms; r++)
			warp->bow[axis][r] += more[r];
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
values_median(double *values, unsigned count)
{
	values_sort(values, count);
	return values[count / 2];
}

double
plane_grey_at(const struct image *image, struct point at)
{
	/* A comparison that NaN fails too. */
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
plane_straighten(const struct image *image, const struct warp *warp, struct rect at, int32_t size, uint8_t *grey)
{
	for (int32_t y = 0; y < size; y++)
		for (int32_t x = 0; x < size; x++) {
			struct point from =
				plane_warp_map(warp, at.x + (x + 0.5) * at.w / size, at.y + (y + 0.5) * at.h / size);

			*grey++ = (uint8_t)(plane_grey_at(image, from) + 0.5);
		}
}

/* Between pixels a quarter of the way: 3 to 1. */
bool
plane_enlarge(const struct image *image, const struct rect *part, struct image *twice)
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
