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

/* Largest residual of a creased form, in hundredths of a millimetre: an outline off by this is still this bubble's. */
#define RESIDUAL_CREASED 35.0

/* Most that paper is stretched or foreshortened from one outline to another, as a share of their distance, compared
 * with where the tags have them: a facet that leans by 30 degrees is foreshortened by this. Rows that are taken for the
 * next ones are moved by more. */
#define STRAIN 0.14

/* What creases add to that, in hundredths of a millimetre. */
#define STRAIN_OFF 80.0

/* Share of the outlines along each edge of a creased form that has to be found. If all of them are taken for their
 * neighbours, there is none at one edge. */
#define FOUND_EDGE 0.4

/* Hundredths of a millimetre from the outermost bubble within which others are at that edge, too. */
#define EDGE 250.0

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

/* Places bubbles that were followed over creases. Their shape is that of the start. */
static void
follow_spots(
	const struct registration *found, const struct form *form, const struct warp *start, struct bubble_spot *spot)
{
	map_spots(start, form, spot);
	for (unsigned i = 0; i < form->bubbles; i++) {
		spot[i].middle = found->place[i].at;
		spot[i].found = found->place[i].found;
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

/* Whether outlines that were followed over creases are those of their bubbles: paper is hardly stretched from one to
 * another and to the corner tags, and outlines were found at all edges. */
static bool
is_coherent(
	const struct registration *found, const struct form *form, const struct registration_seed *seed, unsigned seeds)
{
	struct point from[FORM_BUBBLES + REGISTRATION_SEEDS], moved[FORM_BUBBLES + REGISTRATION_SEEDS];
	double left = INFINITY, top = INFINITY, right = -INFINITY, bottom = -INFINITY;
	unsigned count = 0, edge[4] = {0}, edge_found[4] = {0};

	if (found->found < FOUND_CREASED * form->bubbles || found->residual > RESIDUAL_CREASED)
		return false;
	for (unsigned i = 0; i < form->bubbles + seeds; i++) {
		bool is_seed = i >= form->bubbles;
		struct point at = is_seed ? seed[i - form->bubbles].piece : rect_middle(&form->bubble[i].at);
		struct point image = is_seed ? seed[i - form->bubbles].image : found->place[i].at;
		struct point start = warp_map(&found->map, at);

		if (!is_seed) {
			left = fmin(left, at.x), right = fmax(right, at.x);
			top = fmin(top, at.y), bottom = fmax(bottom, at.y);
		}
		if (!is_seed && !found->place[i].found)
			continue;
		from[count] = at;
		moved[count++] = (struct point){(image.x - start.x) / found->scale, (image.y - start.y) / found->scale};
	}
	for (unsigned i = 0; i < count; i++)
		for (unsigned n = 0; n < i; n++)
			if (point_distance(moved[i], moved[n]) > STRAIN_OFF + STRAIN * point_distance(from[i], from[n]))
				return false;
	for (unsigned i = 0; i < form->bubbles; i++) {
		struct point at = rect_middle(&form->bubble[i].at);
		const bool is_at[4] = {at.x<left + EDGE, at.x> right - EDGE, at.y<top + EDGE, at.y> bottom - EDGE};

		for (int n = 0; n < 4; n++) {
			edge[n] += is_at[n];
			edge_found[n] += is_at[n] && found->place[i].found;
		}
	}
	for (int n = 0; n < 4; n++)
		if (edge_found[n] < FOUND_EDGE * edge[n])
			return false;
	return true;
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

/* The middles of the corner tags. */
static unsigned
seeds_of(const struct form *form, const struct seen_tag *const corner[4], struct registration_seed seed[4])
{
	struct point from[16], to[16];
	unsigned corners = eye_corners_points(form, corner, from, to);

	memset(seed, 0, 4 * sizeof *seed);
	for (unsigned i = 0; i < corners; i++) {
		seed[i / 4].piece.x += from[i].x / 4;
		seed[i / 4].piece.y += from[i].y / 4;
		seed[i / 4].image.x += to[i].x / 4;
		seed[i / 4].image.y += to[i].y / 4;
	}
	return corners / 4;
}

bool
eye_bubbles_find(const struct image *image, const struct form *form, const struct seen_tag *const corner[4],
	const struct warp warp[2], struct bubble_spot *spot)
{
	g_autofree struct registration_anchor *anchor = g_new0(struct registration_anchor, form->bubbles);
	g_autofree struct registration *found = g_new(struct registration, 1), *best = g_new0(struct registration, 1);
	struct registration_drawing drawing;
	bool blind[REGISTRATION_SIDE * REGISTRATION_SIDE], settled = false, fits = false, creased;
	struct registration_seed seed[4];
	struct registration_request request = {.image = image,
		.drawing = &drawing,
		.drawings = 1,
		.blind = blind,
		.anchor = anchor,
		.anchors = form->bubbles,
		.seed = seed,
		.seeds = seeds_of(form, corner, seed)};

	_Static_assert(FORM_BUBBLES <= REGISTRATION_ANCHORS, "every bubble is an anchor");
	draw_bubble(&drawing, blind);
	for (unsigned i = 0; i < form->bubbles; i++) {
		const struct rect *at = &form->bubble[i].at;
		int32_t size = (int32_t)(BOX * at->w + 0.5);

		anchor[i].at = (struct rect){at->x + (at->w - size) / 2, at->y + (at->h - size) / 2, size, size};
	}
	for (int i = 0; i < 2 && !settled; i++) {
		request.start = &warp[i];
		if (!registration_grow(&request, found))
			continue;
		settled = is_settled(found, form, &warp[0], seed, request.seeds);
		if (settled || !fits || found->found > best->found)
			*best = *found;
		fits = true;
	}
	map_spots(fits ? &best->map : &warp[1], form, spot);
	if (fits)
		move_spots(best, anchor, form->bubbles, spot);
	/* Creased paper is followed from outline to outline, from the start that finds more of them. */
	creased = !settled || best->residual > RESIDUAL_SMOOTH;
	for (int i = 0; i < 2 && creased; i++) {
		request.start = &warp[i];
		if (!registration_follow(&request, found) || !is_coherent(found, form, seed, request.seeds) ||
			(settled && found->found <= best->found))
			continue;
		settled = true;
		*best = *found;
		follow_spots(found, form, &warp[i], spot);
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
