/* SPDX-License-Identifier: MIT
 * Registration. While it grows, each prediction is an affine fit in which near neighbours count most: one
 * step outwards is never far. In the end one smooth map is fitted to all, and all are looked for once
 * more near where it has them. */
#include "kiosk/piece/registration.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#define SIDE       REGISTRATION_SIDE
#define REACH      1.6  /* how far from its predicted place an anchor is looked for, in millimetres, */
#define REACH_LAST 0.9  /* and at last, when all the others say where it is */
#define STEPS_MAX  10   /* of a drawing's samples, each way */
#define MATCH      0.55 /* a correlation below is nothing found */
#define NEAR       400.0 /* hundredths of a millimetre: within it neighbours count alike */
#define LEAST      8    /* anchors */
#define ROUNDS     4    /* of fitting and leaving out what does not fit */
#define PATCH      (SIDE + 2 * STEPS_MAX)

/* Pairs of points, of the piece and of the picture. */
struct pairs {
	unsigned count;
	struct point piece[REGISTRATION_ANCHORS + 16], picture[REGISTRATION_ANCHORS + 16];
};

/* x' = a + b x + c y around a point, for both axes. */
struct affine {
	double term[2][3];
};

static void
add_pair(struct pairs *pairs, struct point piece, struct point picture)
{
	if (pairs->count == G_N_ELEMENTS(pairs->piece))
		return;
	pairs->piece[pairs->count] = piece;
	pairs->picture[pairs->count++] = picture;
}

/* The affine map around a point of the piece, in steps of one drawing's sample would be alike. */
static bool
fit_around(const struct pairs *pairs, double x, double y, struct affine *affine)
{
	double rows[2][3 * 4] = {{0}};

	for (unsigned i = 0; i < pairs->count; i++) {
		double dx = pairs->piece[i].x - x, dy = pairs->piece[i].y - y;
		double near = (dx * dx + dy * dy) / (NEAR * NEAR), weight = 1 / ((1 + near) * (1 + near));
		double term[3] = {1, dx / NEAR, dy / NEAR};
		double to[2] = {pairs->picture[i].x, pairs->picture[i].y};

		for (int axis = 0; axis < 2; axis++)
			for (int r = 0; r < 3; r++) {
				for (int c = 0; c < 3; c++)
					rows[axis][r * 4 + c] += weight * term[r] * term[c];
				rows[axis][r * 4 + 3] += weight * term[r] * to[axis];
			}
	}
	for (int axis = 0; axis < 2; axis++) {
		if (!plane_solve(rows[axis], 3, affine->term[axis]))
			return false;
		affine->term[axis][1] /= NEAR;
		affine->term[axis][2] /= NEAR;
	}
	return true;
}

/* The map's own affine around a point. */
static struct affine
map_around(const struct warp *map, double x, double y)
{
	const double step = 100;
	struct point at = plane_warp_map(map, x, y), right = plane_warp_map(map, x + step, y),
		     down = plane_warp_map(map, x, y + step);

	return (struct affine){{{at.x, (right.x - at.x) / step, (down.x - at.x) / step},
		{at.y, (right.y - at.y) / step, (down.y - at.y) / step}}};
}

/* The correlation of a drawing with a patch, `i` and `j` samples off its corner. */
static double
correlate(const double *patch, int i, int j, const double *drawing)
{
	double sum = 0, squares = 0, both = 0, n = SIDE * SIDE, spread;

	for (int y = 0; y < SIDE; y++) {
		const double *row = patch + (y + j) * PATCH + i;

		for (int x = 0; x < SIDE; x++) {
			sum += row[x];
			squares += row[x] * row[x];
			both += row[x] * drawing[y * SIDE + x];
		}
	}
	spread = squares - sum * sum / n;
	return spread > n * 4 ? both / sqrt(spread) : 0;
}

/* Where between three samples a parabola through them has its top. */
static double
top_of(double before, double at, double after)
{
	double bend = before - 2 * at + after;

	return bend < -1e-9 ? CLAMP((before - after) / (2 * bend), -0.5, 0.5) : 0;
}

/* Looks for an anchor around where the affine has it. */
static void
look_for(const struct image *image, const double *drawing, const struct registration_anchor *anchor,
	const struct affine *affine, double reach, struct registration_place *place)
{
	double patch[PATCH * PATCH], match[2 * STEPS_MAX + 1][2 * STEPS_MAX + 1], step = (double)anchor->at.w / SIDE;
	int steps = CLAMP((int)ceil(reach * 100 / step), 1, STEPS_MAX), across = SIDE + 2 * steps, best_i = 0, best_j = 0;
	double best = -1, u, v;

	for (int y = 0; y < across; y++)
		for (int x = 0; x < across; x++) {
			double dx = (x - across / 2.0 + 0.5) * step, dy = (y - across / 2.0 + 0.5) * step;

			patch[y * PATCH + x] = plane_grey_at(image,
				(struct point){affine->term[0][0] + affine->term[0][1] * dx + affine->term[0][2] * dy,
					affine->term[1][0] + affine->term[1][1] * dx + affine->term[1][2] * dy});
		}
	for (int j = 0; j <= 2 * steps; j++)
		for (int i = 0; i <= 2 * steps; i++) {
			match[j][i] = correlate(patch, i, j, drawing);
			if (match[j][i] > best)
				best = match[j][i], best_i = i, best_j = j;
		}
	*place = (struct registration_place){.match = best};
	/* At the rim of what was tried the best is somewhere else. */
	if (best < MATCH || best_i == 0 || best_j == 0 || best_i == 2 * steps || best_j == 2 * steps)
		return;
	u = (best_i - steps + top_of(match[best_j][best_i - 1], best, match[best_j][best_i + 1])) * step;
	v = (best_j - steps + top_of(match[best_j - 1][best_i], best, match[best_j + 1][best_i])) * step;
	place->found = true;
	place->at.x = affine->term[0][0] + affine->term[0][1] * u + affine->term[0][2] * v;
	place->at.y = affine->term[1][0] + affine->term[1][1] * u + affine->term[1][2] * v;
}

static struct point
middle_of(const struct registration_anchor *anchor)
{
	return (struct point){anchor->at.x + anchor->at.w / 2.0, anchor->at.y + anchor->at.h / 2.0};
}

/* The drawing without its mean, of length 1. */
static void
normalise(const struct registration_drawing *drawing, double out[SIDE * SIDE])
{
	double mean = 0, squares = 0;

	for (int i = 0; i < SIDE * SIDE; i++)
		mean += drawing->grey[i] / (double)(SIDE * SIDE);
	for (int i = 0; i < SIDE * SIDE; i++) {
		out[i] = drawing->grey[i] - mean;
		squares += out[i] * out[i];
	}
	for (int i = 0; i < SIDE * SIDE; i++)
		out[i] /= sqrt(fmax(squares, 1));
}

/* Anchors on their way. */
struct growth {
	const struct image *image;
	const struct registration_anchor *anchor;
	unsigned anchors;
	double drawing[REGISTRATION_DRAWINGS][SIDE * SIDE];
	struct pairs pairs; /* sure ones: seeds, then what was found */
	bool tried[REGISTRATION_ANCHORS];
};

/* The anchor not tried yet that is nearest to something sure; -1 where all are. */
static int
next_anchor(const struct growth *growth)
{
	double nearest = INFINITY;
	int next = -1;

	for (unsigned i = 0; i < growth->anchors; i++) {
		struct point at = middle_of(&growth->anchor[i]);

		for (unsigned n = 0; n < growth->pairs.count && !growth->tried[i]; n++) {
			double far = hypot(growth->pairs.piece[n].x - at.x, growth->pairs.piece[n].y - at.y);

			if (far < nearest) {
				nearest = far;
				next = (int)i;
			}
		}
	}
	return next;
}

static void
grow(struct growth *growth, struct registration *registration)
{
	int next;

	while ((next = next_anchor(growth)) >= 0) {
		const struct registration_anchor *anchor = &growth->anchor[next];
		struct registration_place *place = &registration->place[next];
		struct point at = middle_of(anchor);
		struct affine affine = {0};

		growth->tried[next] = true;
		if (!fit_around(&growth->pairs, at.x, at.y, &affine))
			continue;
		look_for(growth->image, growth->drawing[anchor->drawing % REGISTRATION_DRAWINGS], anchor, &affine, REACH, place);
		if (place->found)
			add_pair(&growth->pairs, at, place->at);
	}
}

/* Fits the bow of the map to what its plane leaves over, with as many terms as the anchors carry. */
static void
fit_bow(const struct growth *growth, struct registration *registration)
{
	struct warp *map = &registration->map;
	unsigned terms = registration->found >= 30 ? 10 : registration->found >= 14 ? 6 : 3;
	double rows[2][WARP_TERMS * (WARP_TERMS + 1)] = {{0}};

	for (unsigned i = 0; i < growth->anchors; i++) {
		struct point from = middle_of(&growth->anchor[i]), at = plane_map(&map->plane, from.x, from.y);
		double rest[2] = {registration->place[i].at.x - at.x, registration->place[i].at.y - at.y};
		double term[WARP_TERMS];

		plane_warp_terms(map, from.x, from.y, term);
		for (unsigned r = 0; registration->place[i].found && r < terms; r++)
			for (int axis = 0; axis < 2; axis++) {
				for (unsigned c = 0; c < terms; c++)
					rows[axis][r * (terms + 1) + c] += term[r] * term[c];
				rows[axis][r * (terms + 1) + terms] += term[r] * rest[axis];
			}
	}
	for (int axis = 0; axis < 2; axis++) {
		/* A little pull to nothing keeps terms calm that the places hardly tell. */
		for (unsigned r = 0; r < terms; r++)
			rows[axis][r * (terms + 1) + r] += 0.02;
		memset(map->bow[axis], 0, sizeof map->bow[axis]);
		if (!plane_solve(rows[axis], terms, map->bow[axis]))
			memset(map->bow[axis], 0, sizeof map->bow[axis]);
	}
}

static bool
fit_plane(const struct growth *growth, struct registration *registration)
{
	struct pairs pairs = {0};

	for (unsigned i = 0; i < growth->anchors; i++)
		if (registration->place[i].found)
			add_pair(&pairs, middle_of(&growth->anchor[i]), registration->place[i].at);
	registration->found = pairs.count;
	return pairs.count >= LEAST && plane_fit(pairs.piece, pairs.picture, pairs.count, &registration->map.plane);
}

/* Measures how far each is from the map; leaves out what is far beyond the others. */
static void
prune(const struct growth *growth, struct registration *registration, bool leave_out)
{
	double sum = 0, limit;

	for (unsigned i = 0; i < growth->anchors; i++) {
		struct registration_place *place = &registration->place[i];
		struct point from = middle_of(&growth->anchor[i]), at = plane_warp_map(&registration->map, from.x, from.y);

		place->off = place->found ? hypot(at.x - place->at.x, at.y - place->at.y) / registration->scale : 0;
		sum += place->off * place->off;
	}
	registration->residual = sqrt(sum / MAX(registration->found, 1));
	limit = 2.5 * registration->residual + 10;
	for (unsigned i = 0; leave_out && i < growth->anchors; i++)
		registration->place[i].found &= registration->place[i].off <= limit;
}

/* One smooth map for all that was found. */
static bool
settle(const struct growth *growth, struct registration *registration)
{
	struct warp *map = &registration->map;
	struct affine middle;

	for (int i = 0; i < ROUNDS; i++) {
		if (!fit_plane(growth, registration))
			return false;
		fit_bow(growth, registration);
		middle = map_around(map, (map->left + map->right) / 2, (map->top + map->bottom) / 2);
		registration->scale = sqrt(fabs(middle.term[0][1] * middle.term[1][2] - middle.term[0][2] * middle.term[1][1]));
		if (!(registration->scale > 1e-6))
			return false;
		prune(growth, registration, i + 1 < ROUNDS);
	}
	return true;
}

bool
registration_grow(const struct image *image, int32_t w, int32_t h, const struct registration_drawing *drawing,
	const struct registration_anchor *anchor, unsigned anchors, const struct registration_seed *seed,
	unsigned seeds, struct registration *registration)
{
	struct growth *growth = g_new0(struct growth, 1);
	unsigned drawings = 0;
	bool fits;

	memset(registration, 0, sizeof *registration);
	registration->map = (struct warp){.right = w, .bottom = h};
	growth->image = image;
	growth->anchor = anchor;
	growth->anchors = MIN(anchors, REGISTRATION_ANCHORS);
	for (unsigned i = 0; i < growth->anchors; i++)
		drawings = MAX(drawings, anchor[i].drawing % REGISTRATION_DRAWINGS + 1U);
	for (unsigned i = 0; i < drawings; i++)
		normalise(&drawing[i], growth->drawing[i]);
	for (unsigned i = 0; i < MIN(seeds, 16u); i++)
		add_pair(&growth->pairs, seed[i].piece, seed[i].picture);
	grow(growth, registration);
	fits = settle(growth, registration);
	for (unsigned i = 0; fits && i < growth->anchors; i++) {
		struct point at = middle_of(&anchor[i]);
		struct affine affine = map_around(&registration->map, at.x, at.y);

		look_for(image, growth->drawing[anchor[i].drawing % REGISTRATION_DRAWINGS], &anchor[i], &affine,
			REACH_LAST, &registration->place[i]);
	}
	fits = fits && settle(growth, registration);
	g_free(growth);
	return fits;
}
