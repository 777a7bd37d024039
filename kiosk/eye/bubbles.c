/* SPDX-License-Identifier: MIT
 * Finds where the printed outlines of a form's bubbles are. The four corner tags do not tell how the paper is bent
 * between them, but dozens of circles do: they are registered one after another from the tags inwards (registration.h).
 * A bubble that is scribbled over is interpolated between its neighbours. */
#include <math.h>
#include <string.h>

#include "kiosk/eye/parts.h"
#include "kiosk/piece/registration.h"

/* The constants were checked on simulated bent pads and tickets (tests/kiosk/eye/pads.c), so that no bubble is taken
 * for its neighbour. */

/* Samples around a circle. */
#define RING 24

/* Radius of the printed line, in radii of the bubble's box: it lies inside. */
#define OUTLINE 0.95

/* Radius of a circle on the paper around it. */
#define OUTSIDE 1.2

/* Step, in sizes of the bubble, in which an outline is looked for elsewhere. */
#define COARSE 0.06

/* Such steps each way. */
#define STEPS 4

/* Sizes of the bubble by which its outline may be off; farther away it is another outline, unless RING_HERE. */
#define OFF_MAX 0.1

/* Share of the contrast of the clearest outline nearby that is enough for it to be here. */
#define RING_HERE 0.6

/* Half the side of the square that a bubble's drawing shows, in radii. */
#define BOX 1.36

/* Radius of the line in that drawing. */
#define LINE 0.97

/* Radii over which the line fades from ink to paper, to each side. */
#define SOFT 0.10

/* Radius within which the drawing is masked: the bubble may be marked. */
#define INSIDE 0.78

/* Radius outside of which the drawing is masked: anything may be there. */
#define BESIDE 1.32

/* Distance in hundredths of a millimetre at which the weight of a neighbour, when a bubble is interpolated, has fallen
 * to a quarter. */
#define NEAR 1200.0

/* Share of the outlines that has to be found; marks cover some. */
#define FOUND 0.45

/* Largest residual of the map, in hundredths of a millimetre, if only FOUND of the outlines are there. */
#define RESIDUAL 6.0

/* What is added to it, multiplied by the share of the outlines that was found beyond FOUND: paper may be bent more than
 * a map can follow, but then all are found. */
#define RESIDUAL_BENT 80.0

/* Largest distance in hundredths of a millimetre from where the tags have a bubble, if fewer than FOUND are found: the
 * next bubble is farther away. */
#define AS_BENT 120.0

/* Largest residual in hundredths of a millimetre if many are covered and some were found wrongly. */
#define RESIDUAL_FLAT 15.0

/* Largest distance in hundredths of a millimetre from where the tags have a bubble in that case. */
#define AS_FLAT 80.0

/* Largest distance in hundredths of a millimetre from the map to a corner tag: paper is not bent more. */
#define ASIDE 250.0

/* Distance in hundredths of a millimetre from where its neighbours have it beyond which an outline is not this
 * bubble's. */
#define ASTRAY 40.0

/* Residual in hundredths of a millimetre above which paper may be creased, though it follows a smooth map roughly. */
#define RESIDUAL_SMOOTH 12.0

/* Fewest outlines of a creased form that have to be found, as a share. */
#define FOUND_CREASED 0.35

/* Bubbles around one that tell whether it can be seen, if its own outline is not found. */
#define AROUND 6

/* Share of these whose outline has to be found: most are if a pen has drawn over this one, hardly any if a flap lies on
 * it. */
#define AROUND_FOUND 0.3

static void
draw_bubble(struct registration_drawing *drawing, bool blind[REGISTRATION_SIDE * REGISTRATION_SIDE])
{
	for (int i = 0; i < REGISTRATION_SIDE * REGISTRATION_SIDE; i++) {
		double x = (i % REGISTRATION_SIDE + 0.5) / REGISTRATION_SIDE * 2 - 1;
		double y = (i / REGISTRATION_SIDE + 0.5) / REGISTRATION_SIDE * 2 - 1;
		double r = BOX * hypot(x, y);

		drawing->grey[i] = (uint8_t)(255 * fmin(1, fabs(r - LINE) / SOFT));
		blind[i] = r < INSIDE || r > BESIDE;
	}
}

/* Places the bubbles by a map. */
static void
map_spots(const struct warp *warp, const struct form *form, struct bubble_spot *spot)
{
	for (unsigned i = 0; i < form->bubbles; i++) {
		double half = form->bubble[i].at.w / 2.0;
		struct point on = rect_middle(&form->bubble[i].at), middle = warp_map(warp, on);
		struct point right = warp_map(warp, (struct point){on.x + half, on.y});
		struct point down = warp_map(warp, (struct point){on.x, on.y + half});

		spot[i] = (struct bubble_spot){middle, {right.x - middle.x, right.y - middle.y},
			{down.x - middle.x, down.y - middle.y}, false, false, false};
	}
}

/* Moves each bubble to where it was found, or by the weighted mean of its neighbours' residuals. */
static void
move_spots(const struct registration *found, const struct registration_anchor *anchor, unsigned count,
	struct bubble_spot *spot)
{
	for (unsigned bubble = 0; bubble < count; bubble++) {
		const struct registration_place *place = &found->place[bubble];
		struct point drift = {0, 0}, at;
		double weights = 0.05;

		for (unsigned i = 0; i < count; i++) {
			double dx = anchor[i].at.x - anchor[bubble].at.x, dy = anchor[i].at.y - anchor[bubble].at.y;
			double near = (dx * dx + dy * dy) / (NEAR * NEAR), weight = 1 / ((1 + near) * (1 + near));

			if (i == bubble || !found->place[i].found)
				continue;
			at = warp_map(&found->map, rect_middle(&anchor[i].at));
			drift.x += weight * (found->place[i].at.x - at.x);
			drift.y += weight * (found->place[i].at.y - at.y);
			weights += weight;
		}
		at = (struct point){
			spot[bubble].middle.x + drift.x / weights, spot[bubble].middle.y + drift.y / weights};
		spot[bubble].found = place->found && point_distance(place->at, at) < ASTRAY * found->scale;
		spot[bubble].middle = spot[bubble].found ? place->at : at;
	}
}

/* Places bubbles that were followed over creases. */
static void
follow_spots(const struct registration *found, const struct form *form, struct bubble_spot *spot)
{
	for (unsigned i = 0; i < form->bubbles; i++) {
		const struct registration_place *place = &found->place[i];
		double half = form->bubble[i].at.w / 2.0;

		spot[i] = (struct bubble_spot){place->at, {half * place->slope.at[0][0], half * place->slope.at[1][0]},
			{half * place->slope.at[0][1], half * place->slope.at[1][1]}, place->found, false, false};
	}
}

/* Whether the map has all bubbles near where the tags have them. */
static bool
is_as_bent(const struct registration *found, const struct form *form, const struct warp *bent, double most)
{
	for (unsigned i = 0; i < form->bubbles; i++) {
		struct point on = {form->bubble[i].at.x, form->bubble[i].at.y};

		if (!(point_distance(warp_map(&found->map, on), warp_map(bent, on)) < most * found->scale))
			return false;
	}
	return true;
}

/* Whether the outlines were found so well that none is taken for its neighbour's. All of them look alike, and if the
 * paper is bent more than the start knew, a block of bubbles may be found one place off. Then the others do not fit. */
static bool
is_settled(const struct registration *found, const struct form *form, const struct warp *bent,
	const struct registration_seed *seed, unsigned seeds)
{
	double more = (double)found->found / form->bubbles - FOUND;
	bool settled = (found->residual < RESIDUAL + RESIDUAL_BENT * fmax(more, 0) &&
			       (more >= 0 || is_as_bent(found, form, bent, AS_BENT))) ||
		(found->residual < RESIDUAL_FLAT && is_as_bent(found, form, bent, AS_FLAT));

	for (unsigned i = 0; settled && i < seeds; i++)
		settled = point_distance(warp_map(&found->map, seed[i].piece), seed[i].image) < ASIDE * found->scale;
	return settled;
}

/* Tells which bubbles cannot be seen: their outline was not found, nor were most of those around them. */
static void
lose_spots(const struct form *form, struct bubble_spot *spot)
{
	for (unsigned bubble = 0; bubble < form->bubbles; bubble++) {
		struct point at = rect_middle(&form->bubble[bubble].at);
		double far[AROUND];
		bool found[AROUND] = {false};
		unsigned count = 0, seen = 0;

		for (unsigned i = 0; i < form->bubbles; i++) {
			double apart = point_distance(rect_middle(&form->bubble[i].at), at);
			unsigned n;

			if (i == bubble || (count == AROUND && apart >= far[AROUND - 1]))
				continue;
			for (n = MIN(count, AROUND - 1); n > 0 && far[n - 1] > apart; n--) {
				far[n] = far[n - 1];
				found[n] = found[n - 1];
			}
			far[n] = apart;
			found[n] = spot[i].found;
			count = MIN(count + 1, AROUND);
		}
		for (unsigned i = 0; i < count; i++)
			seen += found[i];
		spot[bubble].lost = !spot[bubble].found && seen == 0;
		spot[bubble].hidden = !spot[bubble].found && seen < AROUND_FOUND * count;
	}
}

/* The middles of the corner tags and, last, of the QR, if its corners are known, with their slopes. Returns how many.
 */
static unsigned
seeds_of(const struct form *form, const struct seen_tag *const corner[4], const struct seen_code *code,
	struct registration_seed seed[5], struct registration_slope slope[5])
{
	struct point from[20], to[20];
	unsigned points = eye_corners_points(form, corner, code, from, to), seeds = 0;

	for (unsigned i = 0; i < points; i += 4) {
		struct homography map;
		struct point middle = {(from[i].x + from[i + 2].x) / 2, (from[i].y + from[i + 2].y) / 2};
		double step = (from[i + 1].x - from[i].x) / 2;

		if (!homography_fit(from + i, to + i, 4, &map))
			continue;
		struct point at = homography_map(&map, middle);
		struct point right = homography_map(&map, (struct point){middle.x + step, middle.y});
		struct point down = homography_map(&map, (struct point){middle.x, middle.y + step});

		slope[seeds] = (struct registration_slope){{{(right.x - at.x) / step, (down.x - at.x) / step},
			{(right.y - at.y) / step, (down.y - at.y) / step}}};
		seed[seeds++] = (struct registration_seed){middle, at};
	}
	return seeds;
}

/* What registration is asked for, but for the start and the seeds. */
struct outlines {
	struct registration_drawing drawing;
	bool blind[REGISTRATION_SIDE * REGISTRATION_SIDE];
	struct registration_anchor anchor[FORM_BUBBLES];
	struct registration_request request;
};

static void
outlines_init(struct outlines *outlines, const struct image *image, const struct form *form)
{
	_Static_assert(FORM_BUBBLES <= REGISTRATION_ANCHORS, "every bubble is an anchor");
	draw_bubble(&outlines->drawing, outlines->blind);
	for (unsigned i = 0; i < form->bubbles; i++) {
		const struct rect *at = &form->bubble[i].at;
		int32_t size = (int32_t)(BOX * at->w + 0.5);

		outlines->anchor[i] = (struct registration_anchor){
			.at = {at->x + (at->w - size) / 2, at->y + (at->h - size) / 2, size, size}};
	}
	outlines->request = (struct registration_request){.image = image,
		.drawing = &outlines->drawing,
		.drawings = 1,
		.blind = outlines->blind,
		.anchor = outlines->anchor,
		.anchors = form->bubbles};
}

/* Follows the outlines over creases. False if too few are found. */
static bool
follow(struct outlines *outlines, const struct form *form, const struct seen_tag *const corner[4],
	const struct seen_code *code, const struct warp *start, struct registration *found)
{
	struct registration_seed seed[5];
	struct registration_slope slope[5];

	outlines->request.start = start;
	outlines->request.seed = seed;
	outlines->request.slope = slope;
	outlines->request.seeds = seeds_of(form, corner, code, seed, slope);
	return registration_follow(&outlines->request, found) && found->found >= FOUND_CREASED * form->bubbles;
}

bool
eye_bubbles_follow(const struct image *image, const struct form *form, const struct seen_tag *const corner[4],
	const struct seen_code *code, const struct warp *start, struct bubble_spot *spot)
{
	g_autofree struct outlines *outlines = g_new(struct outlines, 1);
	g_autofree struct registration *found = g_new(struct registration, 1);

	outlines_init(outlines, image, form);
	if (!follow(outlines, form, corner, code, start, found))
		return false;
	follow_spots(found, form, spot);
	lose_spots(form, spot);
	return true;
}

bool
eye_bubbles_find(const struct image *image, const struct form *form, const struct seen_tag *const corner[4],
	const struct seen_code *code, const struct warp warp[2], struct bubble_spot *spot)
{
	g_autofree struct outlines *outlines = g_new(struct outlines, 1);
	g_autofree struct registration *found = g_new(struct registration, 1), *best = g_new0(struct registration, 1);
	bool settled = false, fits = false;
	struct registration_seed seed[5];
	struct registration_slope slope[5];

	outlines_init(outlines, image, form);
	outlines->request.seed = seed;
	outlines->request.seeds = seeds_of(form, corner, NULL, seed, slope);
	for (int i = 0; i < 2 && !settled; i++) {
		outlines->request.start = &warp[i];
		if (!registration_grow(&outlines->request, found))
			continue;
		settled = is_settled(found, form, &warp[0], seed, outlines->request.seeds);
		if (settled || !fits || found->found > best->found)
			*best = *found;
		fits = true;
	}
	map_spots(fits ? &best->map : &warp[1], form, spot);
	if (fits)
		move_spots(best, outlines->anchor, form->bubbles, spot);
	if ((!settled || best->residual > RESIDUAL_SMOOTH) && follow(outlines, form, corner, code, &warp[1], found) &&
		(!settled || found->found > best->found)) {
		settled = true;
		follow_spots(found, form, spot);
	}
	lose_spots(form, spot);
	return settled;
}

struct point
eye_bubble_point(const struct bubble_spot *spot, double u, double v)
{
	return (struct point){spot->middle.x + u * spot->right.x + v * spot->down.x,
		spot->middle.y + u * spot->right.y + v * spot->down.y};
}

/* The contrast that the outline would have if the bubble was this far off, in its own sizes. */
static double
outline(const struct image *image, const struct bubble_spot *spot, double dx, double dy)
{
	double sum = 0;

	for (int i = 0; i < RING; i++) {
		double x = cos(2 * G_PI * i / RING), y = sin(2 * G_PI * i / RING);

		sum -= image_grey_at(image, eye_bubble_point(spot, 2 * dx + OUTLINE * x, 2 * dy + OUTLINE * y));
		sum += image_grey_at(image, eye_bubble_point(spot, 2 * dx + OUTSIDE * x, 2 * dy + OUTSIDE * y));
	}
	return sum / RING;
}

double
eye_bubble_outline(const struct image *image, const struct bubble_spot *spot)
{
	double here = outline(image, spot, 0, 0), best = here, off = 0;

	for (int j = -STEPS; j <= STEPS; j++)
		for (int i = -STEPS; i <= STEPS; i++) {
			double clear = outline(image, spot, i * COARSE, j * COARSE);

			if (clear > best) {
				best = clear;
				off = COARSE * hypot(i, j);
			}
		}
	return off <= OFF_MAX || here > RING_HERE * best ? here : 0;
}
