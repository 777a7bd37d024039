/* SPDX-License-Identifier: MIT
 * Registration by template matching. Anchors are tried in the order of their distance from what is known already. The
 * place of each is predicted by an affine map, fitted with weights that fall with the distance, and the normalised
 * cross-correlation with its drawing has to peak near there. When all were tried, a warp is fitted to those that were
 * found, without outliers, and each anchor is looked for again near where the warp has it. With a start that may be
 * wrong everywhere, some anchors are first looked for in a wide area; the largest group that moved alike is trusted.
 * Creased paper has no smooth map: there each anchor is predicted by those around it alone, until none moves.
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

/* The same on creased paper, where farther ones may be beyond a crease. */
#define FOLLOW_NEAR 800.0

/* The regularisation there: two rows say how steep the paper is. */
#define FOLLOW_REGULARISATION 0.05

/* Rounds in which anchors are looked for again by their neighbours. */
#define FOLLOW_ROUNDS 3

/* Largest distance in hundredths of a millimetre of an anchor from where its neighbours have it: a crease between them
 * moves it by less than half of this, and the next anchor is six times as far. */
#define FOLLOW_OFF 80.0

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

/* How a point is predicted from a start: it is moved as the known points around have moved from there. */
struct drift {
	const struct pairs *pairs;
	const struct warp *start;
	double near;           /* hundredths of a millimetre at which the weight of a point has fallen to a quarter */
	double regularisation; /* of the slopes */
	unsigned skip;         /* the known point to leave out; with none, their number */
};

static bool
predict_drift(const struct drift *drift, struct point around, struct affine *affine)
{
	const struct pairs *pairs = drift->pairs;
	double rows[2][3 * 4] = {{0}}, weights = 0, moved[3];

	*affine = linearise(drift->start, around);
	for (unsigned i = 0; i < pairs->count; i++) {
		double dx = (pairs->piece[i].x - around.x) / drift->near,
		       dy = (pairs->piece[i].y - around.y) / drift->near;
		double near = dx * dx + dy * dy, weight = 1 / ((1 + near) * (1 + near));
		struct point from;

		if (i == drift->skip)
			continue;
		from = warp_map(drift->start, pairs->piece[i]);
		weights += weight;
		least_squares_add(rows[0], 3, (double[]){1, dx, dy, pairs->image[i].x - from.x}, weight);
		least_squares_add(rows[1], 3, (double[]){1, dx, dy, pairs->image[i].y - from.y}, weight);
	}
	for (int axis = 0; axis < 2; axis++) {
		rows[axis][5] += drift->regularisation * weights;
		rows[axis][10] += drift->regularisation * weights;
		if (!linear_solve(rows[axis], 3, moved))
			return false;
		affine->term[axis][0] += moved[0];
		affine->term[axis][1] += moved[1] / drift->near;
		affine->term[axis][2] += moved[2] / drift->near;
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
		const struct drift drift = {
			&growth->pairs, start, DRIFT_NEAR, DRIFT_REGULARISATION, growth->pairs.count};

		growth->tried[next] = true;
		if (start == NULL ? !predict(&growth->pairs, at, &affine) : !predict_drift(&drift, at, &affine))
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

/* Looks for all anchors again where those around them, as they were found so far, have them. */
static void
follow(const struct growth *growth, struct registration *registration)
{
	const struct registration_request *request = growth->request;
	g_autofree struct pairs *pairs = g_new0(struct pairs, 1);
	unsigned of[REGISTRATION_ANCHORS];
	double sum = 0;

	for (unsigned i = 0; i < request->seeds; i++)
		add_pair(pairs, request->seed[i].piece, request->seed[i].image);
	for (unsigned i = 0; i < request->anchors; i++) {
		of[i] = registration->place[i].found ? pairs->count : PAIRS_MAX;
		if (registration->place[i].found)
			add_pair(pairs, rect_middle(&request->anchor[i].at), registration->place[i].at);
	}
	registration->found = 0;
	for (unsigned i = 0; i < request->anchors; i++) {
		const struct drift drift = {pairs, request->start, FOLLOW_NEAR, FOLLOW_REGULARISATION, of[i]};
		struct registration_place *place = &registration->place[i];
		struct affine affine;
		struct point at;

		if (!predict_drift(&drift, rect_middle(&request->anchor[i].at), &affine)) {
			place->found = false;
			continue;
		}
		at = affine_map(&affine, 0, 0);
		look_for(growth, &request->anchor[i], &affine, REACH_LAST, place);
		place->off = point_distance(place->at, at) / scale_of(&affine);
		place->found &= place->off <= FOLLOW_OFF;
		if (!place->found) {
			place->at = at;
			continue;
		}
		registration->found++;
		sum += place->off * place->off;
	}
	registration->residual = sqrt(sum / MAX(registration->found, 1u));
}

bool
registration_follow(const struct registration_request *request, struct registration *registration)
{
	g_autofree struct growth *growth = g_new0(struct growth, 1);
	struct affine middle = linearise_middle(request->start);

	grow(request, growth, registration);
	registration->map = *request->start;
	registration->scale = scale_of(&middle);
	for (int round = 0; round < FOLLOW_ROUNDS; round++)
		follow(growth, registration);
	return registration->found >= ANCHORS_MIN && registration->scale > 1e-6;
}
