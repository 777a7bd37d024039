/* SPDX-License-Identifier: MIT
 * Registration by template matching. Anchors are tried in the order of their distance from what is known already. The
 * place of each is predicted by an affine map, fitted with weights that fall with the distance, and the normalised
 * cross-correlation with its drawing has to peak near there. When all were tried, a warp is fitted to those that were
 * found, without outliers, and each anchor is looked for again near where the warp has it. With a start that may be
 * wrong everywhere, some anchors are first looked for in a wide area; the largest group that moved alike is trusted.
 * Creased paper has no smooth map: there each anchor is predicted by those around it alone, by their places and by how
 * foreshortened they are, and blocks of anchors that may be off by one are given up.
 *
 * The constants were checked on simulated bent cards and pads through lenses (tests/kiosk/games/clips/cards.c,
 * tests/kiosk/eye/pads.c). */
#include "kiosk/piece/registration.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#define SIDE REGISTRATION_SIDE

/* Millimetres from its predicted place within which an anchor is looked for. */
#define REACH 1.6

/* The same at last, when all the others say where it is. */
#define REACH_LAST 0.9

/* The same for scouts, in the wide search around a start: a lens may move points this far. */
#define REACH_START 4.5

/* Correlation from which a scout counts. */
#define MATCH_START 0.65

/* Largest number of scouts: anchors that are looked for in the wide search. */
#define SCOUTS 48

/* Scouts that have to agree on how the piece has moved. */
#define SCOUTS_AGREEING 4

/* Hundredths of a millimetre by which the shifts of two agreeing scouts may differ. */
#define ALIKE 40.0

/* What is added to ALIKE for each hundredth of a millimetre between them, since paper is bent. */
#define ALIKE_SLOPE 0.03

/* Share of the distance to its nearest neighbour within which an anchor is looked for: farther away its neighbour
 * would be found. */
#define PITCH 0.42

/* Largest distance in samples, each way, at which a drawing is looked for. */
#define STEPS_MAX 18

/* Correlation from which an anchor is found. */
#define MATCH 0.55

/* Distance in hundredths of a millimetre at which the weight of a neighbour in a prediction has fallen to a quarter. */
#define NEAR 400.0

/* The same for predictions from a start: how far points are from where the start has them changes more slowly. */
#define DRIFT_NEAR 1500.0

/* Regularisation of the slopes of that drift: neighbours in one row say nothing about the direction across it. */
#define DRIFT_REGULARISATION 0.1

/* Distance in hundredths of a millimetre at which the weight of a patch of creased paper has fallen to an eighth:
 * farther ones may be beyond a crease. */
#define FOLLOW_NEAR 800.0

/* Weight of what is known of a slope, compared with a place: a slope is measured over a shorter distance. */
#define FOLLOW_SLOPE 0.3

/* Rounds in which anchors are looked for by their neighbours, and those that do not fit are left out. */
#define FOLLOW_ROUNDS 4

/* Distance in millimetres from its predicted place within which an anchor is looked for, at first without changing its
 * shape; a crease is not expected. */
#define FOLLOW_REACH 0.9

/* Correlation from which such an anchor is taken at once. */
#define FOLLOW_CLEAR 0.7

/* Correlation from which one is found whose shape was searched for, too. */
#define FOLLOW_MATCH 0.58

/* Millimetres by which paper is moved at most by a crease, for each millimetre from the nearest anchor. */
#define FOLLOW_BEND 0.35

/* Largest distance in hundredths of a millimetre of an anchor from where its neighbours have it: a crease between them
 * moves it by less, and the next anchor is four times as far. */
#define FOLLOW_OFF 120.0

/* The same as a share of the distance from the nearest one, if that is more. */
#define FOLLOW_OFF_SHARE 0.15

/* Longest distance in hundredths of a millimetre from an anchor to the next one of its block. */
#define BLOCK_PITCH 2200.0

/* Share of the anchors along an edge of a block from which it was found. */
#define EDGE_FOUND 0.4

/* Fewest anchors along an edge that tell that the opposite one may be hidden, or creased. */
#define EDGE_MIN 3

/* Largest share of the places beyond an edge, where nothing is printed, at which an anchor may be found. */
#define BEYOND_FOUND 0.2

/* Fewest anchors from which a warp is fitted. */
#define ANCHORS_MIN 8

/* Points from which all terms of the warp's polynomial are fitted. */
#define TERMS_ALL 30

/* Points from which its quadratic terms are fitted. */
#define TERMS_SOME 14

/* Regularisation of the polynomial, for terms that the anchors hardly determine. */
#define REGULARISATION 0.02

/* Points below which a start is only refined and not fitted again. */
#define TERMS_START 20

/* Regularisation from a start, which is weaker: the seeds around the anchors hold the polynomial. */
#define REGULARISATION_START 1e-3

/* Rounds of fitting and leaving out outliers. */
#define ROUNDS 4

/* Samples along the patch of the image in which a drawing is looked for. */
#define PATCH (SIDE + 2 * STEPS_MAX)

#define PAIRS_MAX (REGISTRATION_SEEDS + SCOUTS + REGISTRATION_ANCHORS)

/* Pairs of points, of the piece and of the image. */
struct pairs {
	unsigned count;
	struct point piece[PAIRS_MAX], image[PAIRS_MAX];
};

/* x' = a + b x + c y for both axes, where x and y are relative to some point. */
struct affine {
	double term[2][3];
};

/* A drawing without its mean and with length 1, where it is not blind. */
struct sample {
	unsigned count;
	struct {
		uint16_t at; /* in a patch */
		double value;
	} point[SIDE * SIDE];
};

/* The state while anchors are found one after another. */
struct growth {
	const struct registration_request *request;
	struct sample drawing[REGISTRATION_DRAWINGS];
	struct pairs pairs; /* known points: seeds, scouts, then anchors that were found */
	bool tried[REGISTRATION_ANCHORS];
};

/* An anchor that was found in the wide search. */
struct scout {
	struct point piece, image, shift; /* shift: in the image, from where the start has it */
};

static void
add_pair(struct pairs *pairs, struct point piece, struct point image)
{
	pairs->piece[pairs->count] = piece;
	pairs->image[pairs->count++] = image;
}

/* An affine's scale: pixels in a hundredth of a millimetre. */
static double
scale_of(const struct affine *affine)
{
	return sqrt(fabs(affine->term[0][1] * affine->term[1][2] - affine->term[0][2] * affine->term[1][1]));
}

static struct point
affine_map(const struct affine *affine, double x, double y)
{
	return (struct point){affine->term[0][0] + affine->term[0][1] * x + affine->term[0][2] * y,
		affine->term[1][0] + affine->term[1][1] * x + affine->term[1][2] * y};
}

/* The linear approximation of a warp around a point. */
static struct affine
linearise(const struct warp *map, struct point around)
{
	const double step = 100;
	struct point at = warp_map(map, around), right = warp_map(map, (struct point){around.x + step, around.y}),
		     down = warp_map(map, (struct point){around.x, around.y + step});

	return (struct affine){{{at.x, (right.x - at.x) / step, (down.x - at.x) / step},
		{at.y, (right.y - at.y) / step, (down.y - at.y) / step}}};
}

/* The same in the middle of the piece. */
static struct affine
linearise_middle(const struct warp *map)
{
	return linearise(map, (struct point){(map->left + map->right) / 2, (map->top + map->bottom) / 2});
}

/* Predicts the affine map around a point of the piece from the known points. */
static bool
predict(const struct pairs *pairs, struct point around, struct affine *affine)
{
	double rows[2][3 * 4] = {{0}};

	for (unsigned i = 0; i < pairs->count; i++) {
		double dx = pairs->piece[i].x - around.x, dy = pairs->piece[i].y - around.y;
		double near = (dx * dx + dy * dy) / (NEAR * NEAR), weight = 1 / ((1 + near) * (1 + near));

		least_squares_add(rows[0], 3, (double[]){1, dx / NEAR, dy / NEAR, pairs->image[i].x}, weight);
		least_squares_add(rows[1], 3, (double[]){1, dx / NEAR, dy / NEAR, pairs->image[i].y}, weight);
	}
	for (int axis = 0; axis < 2; axis++) {
		if (!linear_solve(rows[axis], 3, affine->term[axis]))
			return false;
		affine->term[axis][1] /= NEAR;
		affine->term[axis][2] /= NEAR;
	}
	return true;
}

/* Predicts a point from a start: it is moved as the known points around have moved from there. */
static bool
predict_drift(const struct pairs *pairs, const struct warp *start, struct point around, struct affine *affine)
{
	double rows[2][3 * 4] = {{0}}, weights = 0, moved[3];

	*affine = linearise(start, around);
	for (unsigned i = 0; i < pairs->count; i++) {
		double dx = (pairs->piece[i].x - around.x) / DRIFT_NEAR,
		       dy = (pairs->piece[i].y - around.y) / DRIFT_NEAR;
		double near = dx * dx + dy * dy, weight = 1 / ((1 + near) * (1 + near));
		struct point from = warp_map(start, pairs->piece[i]);

		weights += weight;
		least_squares_add(rows[0], 3, (double[]){1, dx, dy, pairs->image[i].x - from.x}, weight);
		least_squares_add(rows[1], 3, (double[]){1, dx, dy, pairs->image[i].y - from.y}, weight);
	}
	for (int axis = 0; axis < 2; axis++) {
		rows[axis][5] += DRIFT_REGULARISATION * weights;
		rows[axis][10] += DRIFT_REGULARISATION * weights;
		if (!linear_solve(rows[axis], 3, moved))
			return false;
		affine->term[axis][0] += moved[0];
		affine->term[axis][1] += moved[1] / DRIFT_NEAR;
		affine->term[axis][2] += moved[2] / DRIFT_NEAR;
	}
	return true;
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

/* The correlation of a drawing with the part of a patch that begins `i` and `j` samples from its corner. */
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

/* The offset, between -0.5 and 0.5, of the peak of a parabola through three samples. */
static double
peak_of(double before, double at, double after)
{
	double bend = before - 2 * at + after;

	return bend < -1e-9 ? CLAMP((before - after) / (2 * bend), -0.5, 0.5) : 0;
}

/* Looks for a drawing in a patch, up to `steps` samples each way from its middle. */
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
	/* On the border of the search window it is not a peak. */
	if (best < MATCH || best_i == 0 || best_j == 0 || best_i == 2 * steps || best_j == 2 * steps)
		return;
	u = (best_i - steps + peak_of(match[best_j][best_i - 1], best, match[best_j][best_i + 1])) * step;
	v = (best_j - steps + peak_of(match[best_j - 1][best_i], best, match[best_j + 1][best_i])) * step;
	place->found = true;
	place->at = affine_map(affine, u, v);
}

/* Looks for an anchor around its predicted place. */
static void
look_for(const struct growth *growth, const struct registration_anchor *anchor, const struct affine *affine,
	double reach, struct registration_place *place)
{
	double patch[PATCH * PATCH], step = (double)anchor->at.w / SIDE;
	double pixels = step * hypot(affine->term[0][1], affine->term[1][1]);
	int steps = CLAMP((int)ceil(reach * 100 / step), 1, STEPS_MAX), across = SIDE + 2 * steps;
	int cuts = pixels > 1.6 ? 2 : 1;

	/* A sample of several pixels is their mean. */
	if (pixels > 3)
		cuts = 3;
	for (int y = 0; y < across; y++)
		for (int x = 0; x < across; x++) {
			double dx = (x - across / 2.0 + 0.5) * step, dy = (y - across / 2.0 + 0.5) * step, sum = 0;

			for (int i = 0; i < cuts * cuts; i++) {
				double u = dx + ((i % cuts + 0.5) / cuts - 0.5) * step;
				double v = dy + ((i / cuts + 0.5) / cuts - 0.5) * step;

				sum += image_grey_at(growth->request->image, affine_map(affine, u, v));
			}
			patch[y * PATCH + x] = sum / (cuts * cuts);
		}
	*place = (struct registration_place){.match = -1};
	for (unsigned i = 0; i < growth->request->drawings; i++) {
		struct registration_place next;

		if (anchor->drawing != REGISTRATION_ANY && i != anchor->drawing)
			continue;
		match_patch(patch, steps, step, &growth->drawing[i], affine, &next);
		next.drawing = (uint8_t)i;
		if (next.match > place->match)
			*place = next;
	}
}

/* The anchor not tried yet that is nearest to a known point; -1 when all were tried. */
static int
next_anchor(const struct growth *growth)
{
	double nearest = INFINITY;
	int next = -1;

	for (unsigned i = 0; i < growth->request->anchors; i++) {
		struct point at = rect_middle(&growth->request->anchor[i].at);

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

/* Whether two scouts have moved alike, given how far apart they are. */
static bool
agree(const struct scout *one, const struct scout *other, double scale)
{
	return point_distance(one->shift, other->shift) <
		(ALIKE + ALIKE_SLOPE * point_distance(one->piece, other->piece)) * scale;
}

/* Looks for some anchors in a wide area around where the start has them. They are looked for at three sizes, since a
 * lens that distorts changes the scale, too. */
static unsigned
send_scouts(const struct growth *growth, struct scout scout[SCOUTS])
{
	static const double sizes[] = {1, 0.95, 1.05};
	const struct registration_request *request = growth->request;
	unsigned stride = (request->anchors + SCOUTS - 1) / SCOUTS, count = 0;
	double pitch = INFINITY; /* the least distance between anchors, in hundredths of a millimetre */

	for (unsigned i = 0; i < request->anchors; i++)
		for (unsigned n = 0; n < i; n++)
			pitch = fmin(pitch,
				point_distance(
					rect_middle(&request->anchor[i].at), rect_middle(&request->anchor[n].at)));
	for (unsigned i = 0; i < request->anchors; i += stride) {
		struct point at = rect_middle(&request->anchor[i].at);
		const struct affine affine = linearise(request->start, at);
		struct registration_place best = {0}, found;

		for (unsigned n = 0; n < G_N_ELEMENTS(sizes); n++) {
			struct affine sized = affine;

			for (int axis = 0; axis < 2; axis++) {
				sized.term[axis][1] *= sizes[n];
				sized.term[axis][2] *= sizes[n];
			}
			look_for(growth, &request->anchor[i], &sized, fmin(REACH_START, PITCH * pitch / 100), &found);
			if (found.match > best.match)
				best = found;
		}
		if (best.found && best.match >= MATCH_START)
			scout[count++] = (struct scout){
				at, best.at, {best.at.x - affine.term[0][0], best.at.y - affine.term[1][0]}};
	}
	return count;
}

/* Adds the largest group of scouts that have moved alike to the known points, if it is large enough. */
static void
look_around(struct growth *growth)
{
	struct scout scout[SCOUTS];
	unsigned count = send_scouts(growth, scout), best = 0, most = 0;
	struct affine middle = linearise_middle(growth->request->start);
	double scale = scale_of(&middle);

	for (unsigned i = 0; i < count; i++) {
		unsigned with = 0;

		for (unsigned n = 0; n < count; n++)
			with += agree(&scout[i], &scout[n], scale);
		if (with > most) {
			most = with;
			best = i;
		}
	}
	for (unsigned i = 0; most >= SCOUTS_AGREEING && i < count; i++)
		if (agree(&scout[best], &scout[i], scale))
			add_pair(&growth->pairs, scout[i].piece, scout[i].image);
}

/* Fits the map to the anchors that were found: its homography, and as many terms of its polynomial as they allow. */
static bool
fit_map(const struct registration_request *request, struct registration *registration)
{
	const struct warp *start = request->start;
	unsigned all = start == NULL ? TERMS_ALL : TERMS_SOME, terms;
	struct warp *map = &registration->map;
	struct pairs pairs = {0};

	for (unsigned i = 0; i < request->anchors; i++)
		if (registration->place[i].found)
			add_pair(&pairs, rect_middle(&request->anchor[i].at), registration->place[i].at);
	registration->found = pairs.count;
	/* The seeds of a start are around the anchors, where the map would have to extrapolate. */
	for (unsigned i = 0; start != NULL && i < request->seeds; i++)
		add_pair(&pairs, request->seed[i].piece, request->seed[i].image);
	if (registration->found < ANCHORS_MIN)
		return false;
	/* Few points can refine a start that is bent already, but they cannot tell how it is bent. */
	if (start != NULL && pairs.count < TERMS_START)
		*map = *start;
	else if (!homography_fit(pairs.piece, pairs.image, pairs.count, &map->homography))
		return false;
	else {
		memset(map->corner, 0, sizeof map->corner);
		memset(map->cubic, 0, sizeof map->cubic);
	}
	terms = pairs.count >= TERMS_SOME ? 6 : 3;
	if (pairs.count >= all)
		terms = WARP_TERMS;
	warp_refine(map, pairs.piece, pairs.image, pairs.count, terms,
		start == NULL ? REGULARISATION : REGULARISATION_START);
	return true;
}

/* Fits one smooth map to all anchors that were found. After each round but the last, outliers are left out: those
 * whose residual is far above the root mean square. */
static bool
settle(const struct registration_request *request, struct registration *registration)
{
	for (int round = 0; round < ROUNDS; round++) {
		double sum = 0, limit;
		struct affine middle;

		if (!fit_map(request, registration))
			return false;
		middle = linearise_middle(&registration->map);
		registration->scale = scale_of(&middle);
		if (!(registration->scale > 1e-6))
			return false;
		for (unsigned i = 0; i < request->anchors; i++) {
			struct registration_place *place = &registration->place[i];
			struct point at = warp_map(&registration->map, rect_middle(&request->anchor[i].at));

			place->off = place->found ? point_distance(at, place->at) / registration->scale : 0;
			sum += place->off * place->off;
		}
		registration->residual = sqrt(sum / MAX(registration->found, 1));
		limit = 2.5 * registration->residual + 10;
		for (unsigned i = 0; round + 1 < ROUNDS && i < request->anchors; i++)
			registration->place[i].found &= registration->place[i].off <= limit;
	}
	return true;
}

/* Finds anchors one after another, from what is known outwards. */
static void
grow(const struct registration_request *request, struct growth *growth, struct registration *registration)
{
	const struct warp *start = request->start;
	struct affine affine;
	int next;

	memset(registration, 0, sizeof *registration);
	registration->map = start == NULL
		? (struct warp){.right = request->w, .bottom = request->h}
		: (struct warp){.left = start->left, .top = start->top, .right = start->right, .bottom = start->bottom};
	growth->request = request;
	for (unsigned i = 0; i < request->drawings; i++)
		normalise(&request->drawing[i], request->blind, &growth->drawing[i]);
	for (unsigned i = 0; i < request->seeds; i++)
		add_pair(&growth->pairs, request->seed[i].piece, request->seed[i].image);
	if (start != NULL)
		look_around(growth);
	while ((next = next_anchor(growth)) >= 0) {
		struct registration_place *place = &registration->place[next];
		struct point at = rect_middle(&request->anchor[next].at);

		growth->tried[next] = true;
		if (start == NULL ? !predict(&growth->pairs, at, &affine)
				  : !predict_drift(&growth->pairs, start, at, &affine))
			continue;
		look_for(growth, &request->anchor[next], &affine, REACH, place);
		if (place->found)
			add_pair(&growth->pairs, at, place->at);
	}
}

bool
registration_grow(const struct registration_request *request, struct registration *registration)
{
	g_autofree struct growth *growth = g_new0(struct growth, 1);

	grow(request, growth, registration);
	if (!settle(request, registration))
		return false;
	for (unsigned i = 0; i < request->anchors; i++) {
		struct affine affine = linearise(&registration->map, rect_middle(&request->anchor[i].at));

		look_for(growth, &request->anchor[i], &affine, REACH_LAST, &registration->place[i]);
	}
	return settle(request, registration);
}

/* What is known around a point of creased paper: how far it is from where the start has it, and how that changes along
 * the piece's x and y. */
struct patch {
	struct point piece, moved;
	struct registration_slope slope; /* of `moved` */
};

/* The state while creased paper is followed. */
struct following {
	struct growth growth;
	unsigned seeds;
	struct patch seed[REGISTRATION_SEEDS], anchor[REGISTRATION_ANCHORS]; /* of anchors that were found */
	const struct registration_place *place;
	double pitch[REGISTRATION_ANCHORS]; /* to the nearest other anchor, in hundredths of a millimetre */
};

static struct patch
patch_of(const struct warp *start, struct point piece, struct point image, const struct registration_slope *slope)
{
	struct affine affine = linearise(start, piece);
	struct patch patch = {piece, {image.x - affine.term[0][0], image.y - affine.term[1][0]}, *slope};

	for (int axis = 0; axis < 2; axis++)
		for (int i = 0; i < 2; i++)
			patch.slope.at[axis][i] -= affine.term[axis][1 + i];
	return patch;
}

/* Adds what is known at a patch to the equations for what moves a point. */
static void
add_patch(double rows[2][3 * 4], const struct patch *patch, struct point around)
{
	double dx = (patch->piece.x - around.x) / FOLLOW_NEAR, dy = (patch->piece.y - around.y) / FOLLOW_NEAR;
	double near = 1 + dx * dx + dy * dy, weight = 1 / (near * near * near);
	const double moved[2] = {patch->moved.x, patch->moved.y};

	for (int axis = 0; axis < 2; axis++) {
		least_squares_add(rows[axis], 3, (double[]){1, dx, dy, moved[axis]}, weight);
		for (int i = 0; i < 2; i++)
			least_squares_add(rows[axis], 3,
				(double[]){0, i == 0, i == 1, patch->slope.at[axis][i] * FOLLOW_NEAR},
				FOLLOW_SLOPE * weight);
	}
}

/* Predicts the affine map around a point from the patches around, without that of one anchor (or -1). */
static bool
predict_patch(const struct following *following, struct point around, int without, struct affine *affine)
{
	const struct registration_request *request = following->growth.request;
	double rows[2][3 * 4] = {{0}}, moved[3];

	*affine = linearise(request->start, around);
	for (unsigned i = 0; i < following->seeds; i++)
		add_patch(rows, &following->seed[i], around);
	for (unsigned i = 0; i < request->anchors; i++)
		if (following->place[i].found && (int)i != without)
			add_patch(rows, &following->anchor[i], around);
	for (int axis = 0; axis < 2; axis++) {
		if (!linear_solve(rows[axis], 3, moved))
			return false;
		affine->term[axis][0] += moved[0];
		affine->term[axis][1] += moved[1] / FOLLOW_NEAR;
		affine->term[axis][2] += moved[2] / FOLLOW_NEAR;
	}
	return scale_of(affine) > 1e-6;
}

/* An affine map of paper that is foreshortened by `by` in a direction of the piece (`turn` eighths of a circle). */
static struct affine
foreshorten(const struct affine *affine, int turn, double by)
{
	double c = cos(turn * G_PI / 4), s = sin(turn * G_PI / 4);
	double xx = 1 + (by - 1) * c * c, xy = (by - 1) * c * s, yy = 1 + (by - 1) * s * s;
	struct affine out = *affine;

	for (int axis = 0; axis < 2; axis++) {
		out.term[axis][1] = affine->term[axis][1] * xx + affine->term[axis][2] * xy;
		out.term[axis][2] = affine->term[axis][1] * xy + affine->term[axis][2] * yy;
	}
	return out;
}

/* Looks for an anchor in all of these shapes, foreshortened in four directions; `affine` becomes the best. */
static void
look_for_shapes(const struct following *following, const struct registration_anchor *anchor, double reach,
	const double *shape, unsigned shapes, struct affine *affine, struct registration_place *place)
{
	const struct affine start = *affine;

	for (unsigned i = 0; i < 4 * shapes; i++) {
		struct affine next = foreshorten(&start, (int)(i % 4), shape[i / 4]);
		struct registration_place found;

		look_for(&following->growth, anchor, &next, reach, &found);
		if (found.found && (!place->found || found.match > place->match)) {
			*place = found;
			*affine = next;
		}
	}
}

/* Looks for an anchor around its predicted place, as far as a crease may have moved it, and as foreshortened. `affine`
 * becomes its shape. */
static void
look_wide(const struct following *following, const struct registration_anchor *anchor, double reach,
	struct affine *affine, struct registration_place *place)
{
	static const double same[] = {1}, shapes[] = {0.72, 0.86, 1.16, 1.35};

	place->found = false;
	look_for_shapes(following, anchor, reach, same, G_N_ELEMENTS(same), affine, place);
	look_for_shapes(following, anchor, reach, shapes, G_N_ELEMENTS(shapes), affine, place);
	place->found &= place->match > FOLLOW_MATCH;
}

/* Looks for an anchor where the patches around have it; `surely` if nothing much is known around, so that it has to be
 * clear. */
static void
look_beyond(struct following *following, unsigned index, double far, bool surely, struct registration_place *place)
{
	static const double finer[] = {0.93, 1.08};
	const struct registration_request *request = following->growth.request;
	const struct registration_anchor *anchor = &request->anchor[index];
	double reach = fmin(PITCH * following->pitch[index], 100 * FOLLOW_REACH + FOLLOW_BEND * far) / 100;
	struct point at = rect_middle(&anchor->at);
	struct affine affine;

	*place = (struct registration_place){0};
	if (!predict_patch(following, at, -1, &affine))
		return;
	look_for(&following->growth, anchor, &affine, fmin(reach, FOLLOW_REACH), place);
	if (!surely || place->match > FOLLOW_CLEAR)
		look_for_shapes(
			following, anchor, fmin(reach, FOLLOW_REACH), finer, G_N_ELEMENTS(finer), &affine, place);
	else
		place->found = false;
	if (!place->found)
		look_wide(following, anchor, reach, &affine, place);
	if (place->found) {
		for (int axis = 0; axis < 2; axis++)
			memcpy(place->slope.at[axis], affine.term[axis] + 1, sizeof place->slope.at[axis]);
		following->anchor[index] = patch_of(request->start, at, place->at, &place->slope);
	}
}

/* The distance of an anchor from the nearest other one, or seed, that is known. */
static double
nearest_known(const struct following *following, unsigned index)
{
	const struct registration_request *request = following->growth.request;
	struct point at = rect_middle(&request->anchor[index].at);
	double nearest = INFINITY;

	for (unsigned n = 0; n < following->seeds; n++)
		nearest = fmin(nearest, point_distance(following->seed[n].piece, at));
	for (unsigned n = 0; n < request->anchors; n++)
		if (n != index && following->place[n].found)
			nearest = fmin(nearest, point_distance(rect_middle(&request->anchor[n].at), at));
	return nearest;
}

/* The anchor not tried yet that is nearest to something known, and how far it is; -1 when all were tried. */
static int
next_beyond(const struct following *following, double *far)
{
	int next = -1;

	*far = INFINITY;
	for (unsigned i = 0; i < following->growth.request->anchors; i++) {
		double nearest = following->growth.tried[i] ? INFINITY : nearest_known(following, i);

		if (nearest < *far) {
			*far = nearest;
			next = (int)i;
		}
	}
	return next;
}

/* Leaves out the anchors that are not where those around them have them. */
static void
leave_out(struct following *following, struct registration *registration)
{
	const struct registration_request *request = following->growth.request;
	bool fits[REGISTRATION_ANCHORS];
	double sum = 0;

	registration->found = 0;
	for (unsigned i = 0; i < request->anchors; i++) {
		struct registration_place *place = &registration->place[i];
		struct affine affine;

		fits[i] =
			place->found && predict_patch(following, rect_middle(&request->anchor[i].at), (int)i, &affine);
		if (fits[i])
			place->off = point_distance(place->at, affine_map(&affine, 0, 0)) / scale_of(&affine);
		fits[i] = fits[i] && place->off <= fmax(FOLLOW_OFF, FOLLOW_OFF_SHARE * nearest_known(following, i));
		registration->found += fits[i];
		sum += fits[i] ? place->off * place->off : 0;
	}
	for (unsigned i = 0; i < request->anchors; i++)
		registration->place[i].found = fits[i];
	registration->residual = sqrt(sum / MAX(registration->found, 1u));
}

/* The anchor next to one in a direction (0 right, 1 down, 2 left, 3 up); -1 if it is the last of its block. */
static int
neighbour(const struct registration_request *request, unsigned of, int direction)
{
	struct point at = rect_middle(&request->anchor[of].at);
	double nearest = BLOCK_PITCH;
	int found = -1;

	for (unsigned i = 0; i < request->anchors; i++) {
		struct point other = rect_middle(&request->anchor[i].at);
		double dx = other.x - at.x, dy = other.y - at.y;
		double along = direction % 2 == 0 ? dx : dy, across = direction % 2 == 0 ? dy : dx;

		along *= direction < 2 ? 1 : -1;
		if (along > 2 * fabs(across) && along < nearest) {
			nearest = along;
			found = (int)i;
		}
	}
	return found;
}

/* Whether an anchor is at a place beyond the edge of a block, where none is printed. */
static bool
is_beyond(const struct following *following, unsigned edge, struct point at, double pitch)
{
	const struct registration_request *request = following->growth.request;
	struct registration_anchor none = request->anchor[edge];
	struct registration_place place;
	struct affine affine;

	for (unsigned i = 0; i < request->anchors; i++)
		if (point_distance(rect_middle(&request->anchor[i].at), at) < pitch / 2)
			return false;
	if (!predict_patch(following, at, -1, &affine))
		return false;
	look_wide(following, &none, PITCH * pitch / 100, &affine, &place);
	return place.found;
}

/* Collects the anchors of the block that one belongs to. */
static void
collect_block(const struct registration_request *request, unsigned of, uint16_t name, uint16_t block[])
{
	block[of] = name;
	for (int direction = 0; direction < 4; direction++) {
		int next = neighbour(request, of, direction);

		if (next >= 0 && block[next] == 0)
			collect_block(request, (unsigned)next, name, block);
	}
}

/* An edge of a block. */
struct edge {
	unsigned anchors, found, beyond; /* along it; beyond it: where none is printed */
};

/* What is found along the edge of a block in a direction. */
static struct edge
look_along(const struct following *following, uint16_t name, const uint16_t block[], int direction)
{
	const struct registration_request *request = following->growth.request;
	struct edge edge = {0, 0, 0};

	for (unsigned i = 0; i < request->anchors; i++) {
		int before = block[i] == name ? neighbour(request, i, (direction + 2) % 4) : -1;
		struct point at = rect_middle(&request->anchor[i].at), from;

		if (before < 0 || neighbour(request, i, direction) >= 0)
			continue;
		from = rect_middle(&request->anchor[before].at);
		edge.anchors++;
		edge.found += following->place[i].found;
		edge.beyond += is_beyond(
			following, i, (struct point){2 * at.x - from.x, 2 * at.y - from.y}, point_distance(at, from));
	}
	return edge;
}

/* Whether the anchors of a block are not taken for their neighbours. If they are, those along one edge are missing, and
 * there are some beyond the opposite one. */
static bool
is_in_place(const struct following *following, uint16_t name, const uint16_t block[])
{
	struct edge edge[4];
	unsigned missing = 0;

	for (int i = 0; i < 4; i++)
		edge[i] = look_along(following, name, block, i);
	for (int i = 0; i < 4; i++) {
		const struct edge *opposite = &edge[(i + 2) % 4];
		bool is_whole = edge[i].found >= EDGE_FOUND * edge[i].anchors;
		bool is_held = opposite->anchors >= EDGE_MIN && opposite->found >= EDGE_FOUND * opposite->anchors &&
			opposite->beyond == 0;

		missing += !is_whole;
		if (edge[i].beyond > BEYOND_FOUND * edge[i].anchors || !(is_whole || is_held))
			return false;
	}
	return missing <= 1;
}

/* Gives up the blocks that may be off by one anchor. */
static void
check_blocks(const struct following *following, struct registration *registration)
{
	const struct registration_request *request = following->growth.request;
	uint16_t block[REGISTRATION_ANCHORS] = {0}, blocks = 0;
	bool wrong[REGISTRATION_ANCHORS + 1] = {false};

	for (unsigned i = 0; i < request->anchors; i++)
		if (block[i] == 0) {
			collect_block(request, i, ++blocks, block);
			wrong[blocks] = !is_in_place(following, blocks, block);
		}
	for (unsigned i = 0; i < request->anchors; i++)
		registration->place[i].found &= !wrong[block[i]];
}

bool
registration_follow(const struct registration_request *request, struct registration *registration)
{
	g_autofree struct following *following = g_new0(struct following, 1);
	struct growth *growth = &following->growth;
	struct affine middle = linearise_middle(request->start), affine;
	double far;
	int next;

	memset(registration, 0, sizeof *registration);
	registration->map = *request->start;
	registration->scale = scale_of(&middle);
	growth->request = request;
	following->place = registration->place;
	for (unsigned i = 0; i < request->drawings; i++)
		normalise(&request->drawing[i], request->blind, &growth->drawing[i]);
	for (unsigned i = 0; i < request->seeds; i++)
		following->seed[following->seeds++] =
			patch_of(request->start, request->seed[i].piece, request->seed[i].image, &request->slope[i]);
	for (unsigned i = 0; i < request->anchors; i++) {
		following->pitch[i] = BLOCK_PITCH;
		for (unsigned n = 0; n < request->anchors; n++)
			if (n != i)
				following->pitch[i] = fmin(following->pitch[i],
					point_distance(rect_middle(&request->anchor[i].at),
						rect_middle(&request->anchor[n].at)));
	}
	for (int round = 0; round < FOLLOW_ROUNDS; round++) {
		for (unsigned i = 0; i < request->anchors; i++)
			growth->tried[i] = registration->place[i].found;
		while ((next = next_beyond(following, &far)) >= 0) {
			growth->tried[next] = true;
			look_beyond(following, (unsigned)next, far, round == 0, &registration->place[next]);
		}
		leave_out(following, registration);
	}
	check_blocks(following, registration);
	registration->found = 0;
	for (unsigned i = 0; i < request->anchors; i++) {
		struct registration_place *place = &registration->place[i];

		registration->found += place->found;
		if (place->found || !predict_patch(following, rect_middle(&request->anchor[i].at), -1, &affine))
			continue;
		place->at = affine_map(&affine, 0, 0);
		for (int axis = 0; axis < 2; axis++)
			memcpy(place->slope.at[axis], affine.term[axis] + 1, sizeof place->slope.at[axis]);
	}
	return registration->found >= ANCHORS_MIN && registration->scale > 1e-6;
}
