/* SPDX-License-Identifier: MIT
 * Paper bends without stretching: along one direction its slope changes, and the place on the table is the integral of
 * the slope's cosine, its height the integral of the sine. Only crumples are a relief with foreshortening. */
#include "tests/cameras/paper/surface.h"

#include <math.h>
#include <stdlib.h>

/* Millimetres between two vertices of a sheet: as wide as a crease of paper that was opened again. */
#define MESH 1.6

/* Millimetres between two steps of the integral. */
#define STEP 0.5

#define STEPS_MAX 1400

/* A section through bent paper. */
struct section {
	double along[STEPS_MAX], height[STEPS_MAX]; /* at `i` steps from `first` */
	double first;
	int steps;
};

struct crease {
	double at, by; /* millimetres, radians that the slope changes there */
};

static bool
surface_init(struct surface *surface, int cols, int rows, const struct texture *texture)
{
	*surface = (struct surface){.cols = cols, .rows = rows, .texture = texture, .gloss = 0.03};
	surface->vertex = calloc((size_t)(cols * rows), sizeof *surface->vertex);
	return surface->vertex != NULL;
}

void
surface_finish(struct surface *surface)
{
	free(surface->vertex);
}

/* The slope is 0 on average; `curl` radians are spread over the whole length. */
static void
section_init(struct section *section, double from, double to, const struct crease *creases, int count, double curl)
{
	double lowest = 0, x = 0, z = 0, mean = 0;

	section->first = from;
	section->steps = (int)fmin(STEPS_MAX, (to - from) / STEP + 2);
	for (int pass = 0; pass < 2; pass++) {
		double sum = 0;

		x = z = 0;
		for (int i = 0; i < section->steps; i++) {
			double at = from + i * STEP, slope = curl * (at - from) / (to - from) - mean;

			for (int j = 0; j < count; j++)
				slope += creases[j].by * smooth_step(-0.9, 0.9, at - creases[j].at);
			section->along[i] = x;
			section->height[i] = z;
			x += STEP * plain_cos(slope);
			z += STEP * plain_sin(slope);
			sum += slope;
			lowest = fmin(lowest, pass == 1 ? z : 0);
		}
		mean = sum / section->steps;
	}
	double middle = section->along[(int)clamp(-from / STEP, 0, section->steps - 1)];

	for (int i = 0; i < section->steps; i++) {
		section->along[i] -= middle;
		section->height[i] -= lowest;
	}
}

static void
section_at(const struct section *section, double at, double *along, double *height)
{
	double t = clamp((at - section->first) / STEP, 0, section->steps - 1.001);
	int i = (int)t;

	t -= i;
	*along = section->along[i] + (section->along[i + 1] - section->along[i]) * t;
	*height = section->height[i] + (section->height[i + 1] - section->height[i]) * t;
}

/* Ridges and valleys of limited length in all directions. */
#define RIDGES_MAX 320

struct ridge {
	double x, y, c, s, length, reach, by;
};

static int
ridges_init(struct ridge *ridge, const struct recipe *recipe, double w, double h, struct luck *luck)
{
	/* One for a square of 16 mm. */
	int count = (int)fmin(RIDGES_MAX, w * h / 260);

	for (int i = 0; i < count; i++) {
		double turn = luck_in(luck, 0, TURN), x = luck_in(luck, -w / 2, w / 2),
		       y = luck_in(luck, -h / 2, h / 2);
		double length = luck_in(luck, 12, 45), reach = luck_in(luck, 6, 24);

		ridge[i] = (struct ridge){
			x, y, plain_cos(turn), plain_sin(turn), length, reach, luck_about(luck, recipe->bend_by)};
	}
	return count;
}

static double
ridges_at(const struct ridge *ridge, int count, double x, double y)
{
	double z = 0;

	for (int i = 0; i < count; i++) {
		double dx = x - ridge[i].x, dy = y - ridge[i].y;
		double along = (dx * ridge[i].c + dy * ridge[i].s) / ridge[i].length;
		double across = fabs(dy * ridge[i].c - dx * ridge[i].s) / ridge[i].reach;

		if (fabs(along) < 1 && across < 1)
			z += ridge[i].by * ridge[i].reach * (1 - across) * (1 - along * along) * 0.7;
	}
	return z;
}

/* What is higher is nearer than its length on the paper says. */
static void
shorten(struct surface *surface)
{
	for (int axis = 0; axis < 2; axis++) {
		int lines = axis == 0 ? surface->rows : surface->cols,
		    length = axis == 0 ? surface->cols : surface->rows;
		int step = axis == 0 ? 1 : surface->cols, next = axis == 0 ? surface->cols : 1;

		for (int line = 0; line < lines; line++) {
			struct vertex *first = surface->vertex + line * next;
			double before = first->at[axis], moved = 0;

			for (int i = 1; i < length; i++) {
				double flat = first[i * step].at[axis] - before;
				double rise = clamp(first[i * step].at[2] - first[(i - 1) * step].at[2], -flat, flat);

				before = first[i * step].at[axis];
				moved += flat - sqrt(flat * flat - rise * rise);
				first[i * step].at[axis] -= moved;
			}
			for (int i = 0; i < length; i++)
				first[i * step].at[axis] += moved / 2;
		}
	}
}

static void
rest_on_table(struct surface *surface)
{
	int count = surface->cols * surface->rows;
	double lowest = 1e9;

	for (int i = 0; i < count; i++)
		lowest = fmin(lowest, surface->vertex[i].at[2]);
	for (int i = 0; i < count; i++)
		surface->vertex[i].at[2] += 0.1 - lowest;
}

/* The creases across a length, from the middle. */
static int
creases_of(struct crease crease[2], const struct recipe *recipe, double length, struct luck *luck)
{
	int side = luck_one_in(luck, 2) ? 1 : -1, second = luck_one_in(luck, 2) ? 1 : -1;

	if (recipe->bend == BEND_THREE) {
		for (int i = 0; i < 2; i++) {
			crease[i].at = (i - 0.5) * length / 3 + luck_about(luck, 2);
			crease[i].by = side * (i == 0 ? 1 : second) * 2 * recipe->bend_by * luck_in(luck, 0.7, 1.1);
		}
		return 2;
	}
	crease[0] = (struct crease){luck_about(luck, length * 0.02), side * 2 * recipe->bend_by};
	return recipe->bend == BEND_TWO || recipe->bend == BEND_QUARTERS ? 1 : 0;
}

bool
surface_sheet(struct surface *surface, const struct texture *texture, struct rect around, const struct recipe *recipe,
	struct luck luck)
{
	double w = texture->w / texture->density, h = texture->h / texture->density;
	double middle_x = (around.x + around.w / 2.0) / 100 - texture->x;
	double middle_y = (around.y + around.h / 2.0) / 100 - texture->y;
	int cols = (int)(w / MESH) + 2, rows = (int)(h / MESH) + 2;
	bool flat = recipe->bend == BEND_NONE, curled = recipe->bend == BEND_CURLED;
	bool down = h > w ? !luck_one_in(&luck, 6) : luck_one_in(&luck, 6); /* folds are across the longer side */
	double turn = (down ? TURN / 4 : 0) + (curled ? luck_about(&luck, 0.5) : luck_about(&luck, 0.02));
	double c = plain_cos(turn), s = plain_sin(turn), half = (w + h) * 0.6;
	struct section one, other;
	struct crease crease[2];
	struct ridge ridge[RIDGES_MAX];
	unsigned salt = luck_below(&luck, 1 << 20);

	if (!surface_init(surface, cols, rows, texture))
		return false;
	int count = creases_of(crease, recipe, down ? h : w, &luck);
	section_init(&one, -half, half, crease, count,
		curled ? recipe->bend_by * half * 2 / (down ? h : w) * (luck_one_in(&luck, 3) ? -1 : 1) : 0);
	count = recipe->bend == BEND_QUARTERS ? creases_of(crease, recipe, down ? w : h, &luck) : 0;
	section_init(&other, -half, half, crease, count, 0);
	int ridges = ridges_init(ridge, recipe, w, h, &luck);

	for (int row = 0; row < rows; row++) {
		for (int col = 0; col < cols; col++) {
			struct vertex *vertex = &surface->vertex[row * cols + col];
			double x = w * col / (cols - 1) - middle_x, y = h * row / (rows - 1) - middle_y, z = 0,
			       rise = 0;

			vertex->u = (x + middle_x) * texture->density - 0.5;
			vertex->v = (y + middle_y) * texture->density - 0.5;
			double along = x * c + y * s, across = y * c - x * s;

			if (recipe->bend == BEND_CRUMPLED) {
				z = ridges_at(ridge, ridges, x, y);
			} else if (!flat) {
				section_at(&one, along, &along, &z);
				section_at(&other, across, &across, &rise);
			}
			/* Even flat paper is not quite flat. */
			z += rise + 0.25 * (1 + noise(x / 45, y / 45, salt));
			vertex->at[0] = (along * c - across * s) * recipe->scale;
			vertex->at[1] = (along * s + across * c) * recipe->scale;
			vertex->at[2] = z * recipe->scale;
		}
	}
	if (recipe->bend == BEND_CRUMPLED)
		shorten(surface);
	rest_on_table(surface);
	return true;
}

void
surface_fold_over(struct surface *surface, double fold, double middle, double angle)
{
	double c = plain_cos(angle), s = plain_sin(angle);

	for (int i = 0; i < surface->cols * surface->rows; i++) {
		struct vertex *vertex = &surface->vertex[i];
		double beyond = vertex->at[0] - (fold - middle);

		if (beyond <= 0)
			continue;
		vertex->at[0] = fold - middle + beyond * c;
		vertex->at[2] += beyond * s + 0.6;
	}
}

bool
surface_chip(struct surface *surface, const struct texture *texture, double radius, double height)
{
	static const double profile[5][2] = {{0, 1}, {0.8, 1}, {0.94, 0.97}, {1, 0.85}, {1, 0}};

	if (!surface_init(surface, 33, 5, texture))
		return false;
	surface->object = true;
	surface->gloss = 0.12;
	for (int row = 0; row < 5; row++) {
		for (int col = 0; col < 33; col++) {
			struct vertex *vertex = &surface->vertex[row * 33 + col];
			double c = plain_cos(col * TURN / 32), s = plain_sin(col * TURN / 32);

			vertex->at[0] = radius * profile[row][0] * c;
			vertex->at[1] = radius * profile[row][0] * s;
			vertex->at[2] = height * profile[row][1];
			vertex->u = texture->w * (0.5 + 0.45 * c * (row + 1) / 5.0);
			vertex->v = texture->h * (0.5 + 0.45 * s * (row + 1) / 5.0);
		}
	}
	return true;
}

bool
surface_rod(struct surface *surface, const struct texture *texture, double length, double radius, bool pointed)
{
	const int cols = 40, rows = 13;

	if (!surface_init(surface, cols, rows, texture))
		return false;
	surface->object = true;
	surface->gloss = 0.2;
	for (int row = 0; row < rows; row++) {
		for (int col = 0; col < cols; col++) {
			struct vertex *vertex = &surface->vertex[row * cols + col];
			/* Closer where the ends are round. */
			double t = 0.5 - 0.5 * plain_cos(TURN / 2 * col / (cols - 1)),
			       around = TURN / 2 * row / (rows - 1);
			double end = sqrt(clamp((1 - t) * length / radius, 0, 1));
			double start =
				pointed ? 0.12 + t * length / (3 * radius) : sqrt(clamp(t * length / radius, 0, 1));
			double thick = radius * fmin(start, end);

			vertex->at[0] = t * length;
			vertex->at[1] = -thick * plain_cos(around);
			vertex->at[2] = radius + thick * (plain_sin(around) * 1.2 - 0.2);
			vertex->u = t * (texture->w - 1);
			vertex->v = (texture->h - 1.0) * row / (rows - 1);
		}
	}
	return true;
}

/* From the neighbours of each vertex. */
static void
find_normals(struct surface *surface)
{
	int cols = surface->cols, rows = surface->rows;

	for (int row = 0; row < rows; row++) {
		for (int col = 0; col < cols; col++) {
			struct vertex *vertex = &surface->vertex[row * cols + col];
			const double *left = vertex[col > 0 ? -1 : 0].at, *right = vertex[col < cols - 1 ? 1 : 0].at;
			const double *up = vertex[row > 0 ? -cols : 0].at, *down = vertex[row < rows - 1 ? cols : 0].at;
			double a[3], b[3], size = 0;

			for (int i = 0; i < 3; i++) {
				a[i] = right[i] - left[i];
				b[i] = down[i] - up[i];
			}
			for (int i = 0; i < 3; i++) {
				vertex->normal[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
				size += vertex->normal[i] * vertex->normal[i];
			}
			size = size > 0 ? sqrt(size) : 1;
			/* Seen from above, whichever side that is. */
			if (vertex->normal[2] < 0)
				size = -size;
			for (int i = 0; i < 3; i++)
				vertex->normal[i] /= size;
		}
	}
}

void
surface_place(struct surface *surface, double turn, double x, double y, double z)
{
	double c = plain_cos(turn), s = plain_sin(turn);

	for (int i = 0; i < surface->cols * surface->rows; i++) {
		double *at = surface->vertex[i].at, before = at[0];

		at[0] = c * before - s * at[1] + x;
		at[1] = s * before + c * at[1] + y;
		at[2] += z;
	}
	find_normals(surface);
}

void
surface_at(const struct surface *surface, double x, double y, double at[3])
{
	const struct texture *texture = surface->texture;
	double col = (x - texture->x) * texture->density / texture->w * (surface->cols - 1);
	double row = (y - texture->y) * texture->density / texture->h * (surface->rows - 1);

	col = clamp(col, 0, surface->cols - 1.001);
	row = clamp(row, 0, surface->rows - 1.001);
	const struct vertex *corner = &surface->vertex[(int)row * surface->cols + (int)col];
	double tx = col - floor(col), ty = row - floor(row);

	for (int i = 0; i < 3; i++)
		at[i] = (corner[0].at[i] * (1 - tx) + corner[1].at[i] * tx) * (1 - ty) +
			(corner[surface->cols].at[i] * (1 - tx) + corner[surface->cols + 1].at[i] * tx) * ty;
}
