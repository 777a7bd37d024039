/* SPDX-License-Identifier: MIT
 * Registration. While it grows, each prediction is an affine fit in which near neighbours count most: one
 * step outwards is never far. In the end one smooth map is fitted to all, and all are looked for once
 * more near where it has them. */
#include "kiosk/piece/registration.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#define SIDE REGISTRATION_SIDE
/* Checked on simulated bent cards and pads through lenses (tests/kiosk/games/clips/cards.c, tests/kiosk/eye/pads.c). */

/* Millimetres from its predicted place within which an anchor is looked for. */
#define REACH 1.6

/* The same at last, when all the others say where it is. */
#define REACH_LAST 0.9

/* The same from a start at first: a lens may be that much off. */
#define REACH_START 4.5

/* Correlation from which an anchor counts then. */
#define MATCH_START 0.65

/* Anchors that are looked for like that. */
#define SCOUTS 48

/* Of them, that have to agree on how the piece has moved. */
#define CROWD 4

/* Hundredths of a millimetre by which two that agree may differ. */
#define ALIKE 40.0

/* The same for each hundredth of a millimetre between them: paper is bent. */
#define ALIKE_SLOPE 0.03

/* Share of the way to its nearest neighbour within which an anchor is looked for: beyond, the neighbour is found. */
#define PITCH 0.42

/* A drawing's samples each way within which it is looked for. */
#define STEPS_MAX 18

/* Correlation from which an anchor is found. */
#define MATCH 0.55

/* Hundredths of a millimetre within which neighbours count alike for a prediction. */
#define NEAR 400.0

/* The same for how far neighbours are from where a start has them, which changes less. */
#define DRIFT_NEAR 1500.0

/* Regularisation of the slope of that drift: neighbours in a row tell nothing across it. */
#define DRIFT_CALM 0.1

/* Anchors that carry a map. */
#define LEAST 8

/* Anchors that carry all terms of the map's bow. */
#define TERMS_ALL 30

/* Anchors that carry its squares. */
#define TERMS_SOME 14

/* Regularisation of the bow, for terms that the anchors hardly tell. */
#define CALM 0.02

/* Anchors below which a start is bent more instead of fitted again. */
#define TERMS_START 20

/* Regularisation from a start: the seeds around the anchors hold the bow. */
#define CALM_START 1e-3

/* Rounds of fitting and leaving out outliers. */
#define ROUNDS 4

/* Samples along the part of an image in which a drawing is looked for. */
#define PATCH (SIDE + 2 * STEPS_MAX)

/* Pairs of points, of the piece and of the image. */
struct pairs {
	unsigned count;
	struct point piece[REGISTRATION_ANCHORS + 16], image[REGISTRATION_ANCHORS + 16];
};

/* x' = a + b x + c y around a point, for both axes. */
struct affine {
	double term[2][3];
};

static void
add_pair(struct pairs *pairs, struct point piece, struct point image)
{
	if (pairs->count == G_N_ELEMENTS(pairs->piece))
		return;
	pairs->piece[pairs->count] = piece;
	pairs->image[pairs->count++] = image;
}

/* The affine map around a point of the piece, in steps of one drawing's sample would be alike. */
static bool
fit_around(const struct pairs *pairs, double x, double y, struct affine *affine)
{
	double rows[2][3 * 4] = {{0}};

	for (unsigned i = 0; i < pairs->count; i++) {
		double dx = pairs->piece[i].x - x, dy = pairs->piece[i].y - y;
		double near = (dx * dx + dy * dy) / (NEAR * NEAR), weight = 1 / ((1 + near) * (1 + near));

		plane_add_equation(rows[0], 3, (double[]){1, dx / NEAR, dy / NEAR, pairs->image[i].x}, weight);
		plane_add_equation(rows[1], 3, (double[]){1, dx / NEAR, dy / NEAR, pairs->image[i].y}, weight);
	}
	for (int axis = 0; axis < 2; axis++) {
		if (!plane_solve(rows[axis], 3, affine->term[axis]))
			return false;
		affine->term[axis][1] /= NEAR;
		affine->term[axis][2] /= NEAR;
	}
	return true;
}

/* An affine's scale: pixels in a hundredth of a millimetre. */
static double
scale_of(const struct affine *affine)
{
	return sqrt(fabs(affine->term[0][1] * affine->term[1][2] - affine->term[0][2] * affine->term[1][1]));
}

/* Where an affine has a point, from the one that it is around. */
static struct point
affine_map(const struct affine *affine, double x, double y)
{
	return (struct point){affine->term[0][0] + affine->term[0][1] * x + affine->term[0][2] * y,
		affine->term[1][0] + affine->term[1][1] * x + affine->term[1][2] * y};
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

/* A drawing without its mean, of length 1, where it is not blind. */
struct sample {
	unsigned count;
	struct {
		uint16_t at; /* in a patch */
		double value;
	} point[SIDE * SIDE];
};

/* The correlation of a drawing with a patch, `i` and `j` samples off its corner. */
static double
correlate(const double *patch, int i, int j, const struct sample *drawing)
{
	const double *from = patch + j * PATCH + i;
	double sum = 0, squares = 0, both = 0, n = drawing->count, spread;

	for (unsigned k = 0; k < drawing->count; k++) {
		double grey = from[drawing->point[k].at];

		sum += grey;
		squares += grey * grey;
		both += grey * drawing->point[k].value;
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

/* The grey of a sample: the mean of what lies in it, where that is several pixels. */
static double
sample_at(const struct image *image, const struct affine *affine, double dx, double dy, double step)
{
	double pixels = step * hypot(affine->term[0][1], affine->term[1][1]), sum = 0;
	int cuts = pixels > 3 ? 3 : pixels > 1.6 ? 2 : 1;

	for (int i = 0; i < cuts * cuts; i++) {
		double x = dx + ((i % cuts + 0.5) / cuts - 0.5) * step, y = dy + ((i / cuts + 0.5) / cuts - 0.5) * step;

		sum += plane_grey_at(image, affine_map(affine, x, y));
	}
	return sum / (cuts * cuts);
}

/* Looks for a drawing in a patch, `steps` samples each way off its middle. */
static void
match_patch(const double *patch, int steps, double step, const struct sample *drawing, const struct affine *affine,
	struct registration_place *place)
{
	double match[2 * STEPS_MAX + 1][2 * STEPS_MAX + 1], best = -1, u, v;
	int best_i = 0, best_j = 0;

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
	place->at = affine_map(affine, u, v);
}

static void
normalise(const struct registration_drawing *drawing, const bool *blind, struct sample *out)
{
	double mean = 0, squares = 0;

	out->count = 0;
	for (int i = 0; i < SIDE * SIDE; i++)
		if (blind == NULL || !blind[i]) {
			out->point[out->count].at = (uint16_t)(i / SIDE * PATCH + i % SIDE);
			out->point[out->count++].value = drawing->grey[i];
			mean += drawing->grey[i];
		}
	mean /= MAX(out->count, 1u);
	for (unsigned i = 0; i < out->count; i++) {
		out->point[i].value -= mean;
		squares += out->point[i].value * out->point[i].value;
	}
	for (unsigned i = 0; i < out->count; i++)
		out->point[i].value /= sqrt(fmax(squares, 1));
}

/* Anchors on their way. */
struct growth {
	const struct image *image;
	const struct registration_anchor *anchor;
	unsigned anchors;
	const struct warp *start; /* or NULL */
	struct sample drawing[REGISTRATION_DRAWINGS];
	unsigned drawings;
	struct pairs pairs; /* sure ones: seeds, then what was found */
	unsigned seeds;
	bool tried[REGISTRATION_ANCHORS];
};

/* Looks for an anchor around where the affine has it. */
static void
look_for(const struct growth *growth, const struct registration_anchor *anchor, const struct affine *affine,
	double reach, struct registration_place *place)
{
	double patch[PATCH * PATCH], step = (double)anchor->at.w / SIDE;
	int steps = CLAMP((int)ceil(reach * 100 / step), 1, STEPS_MAX), across = SIDE + 2 * steps;
	bool any = anchor->drawing == REGISTRATION_ANY;

	for (int y = 0; y < across; y++)
		for (int x = 0; x < across; x++) {
			double dx = (x - across / 2.0 + 0.5) * step, dy = (y - across / 2.0 + 0.5) * step;

			patch[y * PATCH + x] = sample_at(growth->image, affine, dx, dy, step);
		}
	*place = (struct registration_place){.match = -1};
	for (unsigned i = 0; i < growth->drawings; i++) {
		struct registration_place next;

		if (!any && i != anchor->drawing)
			continue;
		match_patch(patch, steps, step, &growth->drawing[i], affine, &next);
		next.drawing = (uint8_t)i;
		if (next.match > place->match)
			*place = next;
	}
}

/* The anchor not tried yet that is nearest to something sure; -1 where all are. */
static int
next_anchor(const struct growth *growth)
{
	double nearest = INFINITY;
	int next = -1;

	for (unsigned i = 0; i < growth->anchors; i++) {
		struct point at = rect_middle(&growth->anchor[i].at);

		for (unsigned n = 0; n < growth->pairs.count && !growth->tried[i]; n++) {
			double far = point_distance(growth->pairs.piece[n], at);

			if (far < nearest) {
				nearest = far;
				next = (int)i;
			}
		}
	}
	return next;
}

/* Where a start has a point, moved as what is sure around it has moved from there. */
static bool
drift_around(const struct pairs *pairs, const struct warp *start, struct point at, struct affine *affine)
{
	double rows[2][3 * 4] = {{0}}, weights = 0, drift[3];

	*affine = map_around(start, at.x, at.y);
	for (unsigned i = 0; i < pairs->count; i++) {
		double dx = (pairs->piece[i].x - at.x) / DRIFT_NEAR, dy = (pairs->piece[i].y - at.y) / DRIFT_NEAR;
		double near = dx * dx + dy * dy, weight = 1 / ((1 + near) * (1 + near));
		struct point from = plane_warp_map(start, pairs->piece[i].x, pairs->piece[i].y);

		weights += weight;
		plane_add_equation(rows[0], 3, (double[]){1, dx, dy, pairs->image[i].x - from.x}, weight);
		plane_add_equation(rows[1], 3, (double[]){1, dx, dy, pairs->image[i].y - from.y}, weight);
	}
	for (int axis = 0; axis < 2; axis++) {
		rows[axis][5] += DRIFT_CALM * weights;
		rows[axis][10] += DRIFT_CALM * weights;
		if (!plane_solve(rows[axis], 3, drift))
			return false;
		affine->term[axis][0] += drift[0];
		affine->term[axis][1] += drift[1] / DRIFT_NEAR;
		affine->term[axis][2] += drift[2] / DRIFT_NEAR;
	}
	return true;
}

/* Anchors that are looked for far around where a start has them, and what was found. */
struct scouts {
	unsigned count;
	unsigned anchor[SCOUTS];
	struct registration_place place[SCOUTS];
	struct point shift[SCOUTS]; /* in the image */
};

/* Whether two have moved alike, for how far apart they are. */
static bool
agree(const struct growth *growth, const struct scouts *scouts, unsigned a, unsigned b, double scale)
{
	struct point one = rect_middle(&growth->anchor[scouts->anchor[a]].at),
		     other = rect_middle(&growth->anchor[scouts->anchor[b]].at);

	return point_distance(scouts->shift[a], scouts->shift[b]) <
		(ALIKE + ALIKE_SLOPE * point_distance(one, other)) * scale;
}

/* Looks for some anchors as large as the start has them, and a little smaller and larger: a lens that bends scales too.
 */
static void
send_scouts(const struct growth *growth, struct scouts *scouts)
{
	static const double sizes[] = {1, 0.95, 1.05};
	unsigned stride = (growth->anchors + SCOUTS - 1) / SCOUTS;
	double pitch = INFINITY, reach; /* the least distance between anchors, in hundredths of a millimetre */

	for (unsigned i = 0; i < growth->anchors; i++)
		for (unsigned n = 0; n < i; n++) {
			struct point one = rect_middle(&growth->anchor[i].at),
				     other = rect_middle(&growth->anchor[n].at);

			pitch = fmin(pitch, point_distance(one, other));
		}
	reach = fmin(REACH_START, PITCH * pitch / 100);
	for (unsigned i = 0; i < growth->anchors; i += stride) {
		const struct registration_anchor *anchor = &growth->anchor[i];
		struct point at = rect_middle(&anchor->at);
		const struct affine affine = map_around(growth->start, at.x, at.y);
		struct registration_place best = {0}, found;

		for (unsigned n = 0; n < G_N_ELEMENTS(sizes); n++) {
			struct affine sized = affine;

			for (int axis = 0; axis < 2; axis++) {
				sized.term[axis][1] *= sizes[n];
				sized.term[axis][2] *= sizes[n];
			}
			look_for(growth, anchor, &sized, reach, &found);
			if (found.match > best.match)
				best = found;
		}
		if (!best.found || best.match < MATCH_START)
			continue;
		scouts->place[scouts->count] = best;
		scouts->shift[scouts->count] =
			(struct point){best.at.x - affine.term[0][0], best.at.y - affine.term[1][0]};
		scouts->anchor[scouts->count++] = i;
	}
}

/* From a start that may be off all over: the largest crowd that has moved alike is sure, if it is one. */
static void
look_around(struct growth *growth)
{
	struct scouts *scouts = g_new0(struct scouts, 1);
	struct affine middle = map_around(growth->start, (growth->start->left + growth->start->right) / 2,
		(growth->start->top + growth->start->bottom) / 2);
	double scale = scale_of(&middle);
	unsigned best = 0, most = 0;

	send_scouts(growth, scouts);
	for (unsigned i = 0; i < scouts->count; i++) {
		unsigned with = 0;

		for (unsigned n = 0; n < scouts->count; n++)
			with += agree(growth, scouts, i, n, scale);
		if (with > most) {
			most = with;
			best = i;
		}
	}
	for (unsigned i = 0; most >= CROWD && i < scouts->count; i++)
		if (agree(growth, scouts, best, i, scale))
			add_pair(&growth->pairs, rect_middle(&growth->anchor[scouts->anchor[i]].at),
				scouts->place[i].at);
	g_free(scouts);
}

/* Fits the map to what was found: its plane, and its bow with as many terms as the anchors carry. */
static bool
fit_map(const struct growth *growth, struct registration *registration)
{
	unsigned all = growth->start == NULL ? TERMS_ALL : TERMS_SOME, terms;
	struct pairs pairs = {0};

	for (unsigned i = 0; i < growth->anchors; i++)
		if (registration->place[i].found)
			add_pair(&pairs, rect_middle(&growth->anchor[i].at), registration->place[i].at);
	registration->found = pairs.count;
	/* Those of a start are around the anchors, where the map would have to guess. */
	for (unsigned i = 0; growth->start != NULL && i < growth->seeds; i++)
		add_pair(&pairs, growth->pairs.piece[i], growth->pairs.image[i]);
	if (registration->found < LEAST)
		return false;
	/* Few tell how paper that a start has bent already is bent more, but not how it is bent. */
	if (growth->start != NULL && pairs.count < TERMS_START)
		registration->map = *growth->start;
	else if (!plane_fit(pairs.piece, pairs.image, pairs.count, &registration->map.plane))
		return false;
	else {
		memset(registration->map.corner, 0, sizeof registration->map.corner);
		memset(registration->map.bow, 0, sizeof registration->map.bow);
	}
	terms = pairs.count >= all ? WARP_TERMS : pairs.count >= TERMS_SOME ? 6 : 3;
	plane_warp_bend(&registration->map, pairs.piece, pairs.image, pairs.count, terms,
		growth->start == NULL ? CALM : CALM_START);
	return true;
}

/* Measures how far each is from the map; leaves out what is far beyond the others. */
static void
prune(const struct growth *growth, struct registration *registration, bool leave_out)
{
	double sum = 0, limit;

	for (unsigned i = 0; i < growth->anchors; i++) {
		struct registration_place *place = &registration->place[i];
		struct point from = rect_middle(&growth->anchor[i].at),
			     at = plane_warp_map(&registration->map, from.x, from.y);

		place->off = place->found ? point_distance(at, place->at) / registration->scale : 0;
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
		if (!fit_map(growth, registration))
			return false;
		middle = map_around(map, (map->left + map->right) / 2, (map->top + map->bottom) / 2);
		registration->scale = scale_of(&middle);
		if (!(registration->scale > 1e-6))
			return false;
		prune(growth, registration, i + 1 < ROUNDS);
	}
	return true;
}

bool
registration_grow(const struct registration_request *request, struct registration *registration)
{
	g_autofree struct growth *growth = g_new0(struct growth, 1);
	const struct warp *start = growth->start = request->start;
	struct affine affine;
	int next;

	memset(registration, 0, sizeof *registration);
	registration->map = start == NULL
		? (struct warp){.right = request->w, .bottom = request->h}
		: (struct warp){.left = start->left, .top = start->top, .right = start->right, .bottom = start->bottom};
	growth->image = request->image;
	growth->anchor = request->anchor;
	growth->anchors = MIN(request->anchors, REGISTRATION_ANCHORS);
	growth->drawings = MIN(request->drawings, REGISTRATION_DRAWINGS);
	for (unsigned i = 0; i < growth->drawings; i++)
		normalise(&request->drawing[i], request->blind, &growth->drawing[i]);
	for (unsigned i = 0; i < MIN(request->seeds, 16u); i++)
		add_pair(&growth->pairs, request->seed[i].piece, request->seed[i].image);
	growth->seeds = growth->pairs.count;
	if (start != NULL)
		look_around(growth);
	/* Outwards from what is sure. */
	while ((next = next_anchor(growth)) >= 0) {
		struct registration_place *place = &registration->place[next];
		struct point at = rect_middle(&growth->anchor[next].at);

		growth->tried[next] = true;
		if (start == NULL ? !fit_around(&growth->pairs, at.x, at.y, &affine)
				  : !drift_around(&growth->pairs, start, at, &affine))
			continue;
		look_for(growth, &growth->anchor[next], &affine, REACH, place);
		if (place->found)
			add_pair(&growth->pairs, at, place->at);
	}
	if (!settle(growth, registration))
		return false;
	for (unsigned i = 0; i < growth->anchors; i++) {
		struct point at = rect_middle(&growth->anchor[i].at);

		affine = map_around(&registration->map, at.x, at.y);
		look_for(growth, &growth->anchor[i], &affine, REACH_LAST, &registration->place[i]);
	}
	return settle(growth, registration);
}
