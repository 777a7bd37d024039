/* SPDX-License-Identifier: MIT
 * Finds where the printed outlines of a form's bubbles really are. Four corner
 * tags cannot tell that the paper between them is bent; dozens of circles
 * can. They are found from the tags inwards, one beside the other; one that is
 * scribbled over follows its neighbours. */
#include <math.h>
#include <string.h>

#include "kiosk/eye/parts.h"
#include "kiosk/piece/registration.h"

#define RING    24   /* samples around a circle */
#define OUTLINE 0.95 /* of the radius: the line lies inside of the box */
#define OUTSIDE 1.2
#define COARSE  0.06 /* of a bubble's size, four steps each way */

/* An outline that is clearer by so much, and so far off (in the bubble's sizes), is somewhere else. */
#define OFF_MAX   0.1
#define RING_HERE 0.6

/* The drawing of a bubble: its box is so much larger, in radii; what is nearer to the middle than its outline may be
 * marked, and what is farther than the paper beside it may be anything. */
#define BOX    1.36
#define LINE   0.97
#define SOFT   0.10
#define INSIDE 0.78
#define BESIDE 1.32

#define NEAR     1200.0 /* hundredths of a millimetre: neighbours within it count most */
#define FOUND    0.45   /* of the outlines, at least: marks cover some. Then */
#define RESIDUAL 6.0    /* the map fits them so well, root mean square; */
#define RESIDUAL_BENT \
	80.0 /* for each more: paper may be bent more than a map can follow, but then all of it is found */
#define AS_BENT       120.0 /* with fewer found it is no farther from where the tags have it: the one beside is; */
#define RESIDUAL_FLAT 15.0  /* and it may fit them less well, where much is covered and some are found wrong, */
#define AS_FLAT       80.0  /* if it is as near to that */
#define ASIDE         250.0 /* farther from a corner tag is no bend of the paper */
#define ASTRAY        40.0  /* farther from where its neighbours have it, an outline is not this one's */

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

/* A bubble as it lies in the picture around a point of it. */
static void
spot_init(const struct warp *warp, const struct rect *at, struct bubble_spot *spot)
{
	double half = at->w / 2.0, x = at->x + half, y = at->y + at->h / 2.0;
	struct point right = plane_warp_map(warp, x + half, y), down = plane_warp_map(warp, x, y + half);

	spot->middle = plane_warp_map(warp, x, y);
	spot->right = (struct point){right.x - spot->middle.x, right.y - spot->middle.y};
	spot->down = (struct point){down.x - spot->middle.x, down.y - spot->middle.y};
}

/* How far from the map its found neighbours are around a bubble, without itself. */
static struct point
drift_of_neighbours(
	const struct registration *found, const struct registration_anchor *anchor, unsigned count, unsigned bubble)
{
	struct point drift = {0, 0};
	double weights = 0.05;

	for (unsigned i = 0; i < count; i++) {
		double x = anchor[i].at.x + anchor[i].at.w / 2.0, y = anchor[i].at.y + anchor[i].at.h / 2.0;
		double dx = anchor[i].at.x - anchor[bubble].at.x, dy = anchor[i].at.y - anchor[bubble].at.y;
		double near = (dx * dx + dy * dy) / (NEAR * NEAR), weight = 1 / ((1 + near) * (1 + near));
		struct point at;

		if (i == bubble || !found->place[i].found)
			continue;
		at = plane_warp_map(&found->map, x, y);
		drift.x += weight * (found->place[i].at.x - at.x);
		drift.y += weight * (found->place[i].at.y - at.y);
		weights += weight;
	}
	return (struct point){drift.x / weights, drift.y / weights};
}

/* Each where it was found, or else where its neighbours have it. */
static void
take_places(const struct registration *found, const struct registration_anchor *anchor, unsigned count,
	struct bubble_spot *spot)
{
	for (unsigned i = 0; i < count; i++) {
		struct point drift = drift_of_neighbours(found, anchor, count, i), at;

		at = (struct point){spot[i].middle.x + drift.x, spot[i].middle.y + drift.y};
		spot[i].found = found->place[i].found &&
			hypot(found->place[i].at.x - at.x, found->place[i].at.y - at.y) < ASTRAY * found->scale;
		spot[i].middle = spot[i].found ? found->place[i].at : at;
	}
}

/* Whether the map has all bubbles about where what the tags tell of the paper has them. */
static bool
is_as_bent(const struct registration *found, const struct form *form, const struct warp *bent, double most)
{
	for (unsigned i = 0; i < form->bubbles; i++) {
		struct point at = plane_warp_map(&found->map, form->bubble[i].at.x, form->bubble[i].at.y);
		struct point there = plane_warp_map(bent, form->bubble[i].at.x, form->bubble[i].at.y);

		if (!(hypot(at.x - there.x, at.y - there.y) < most * found->scale))
			return false;
	}
	return true;
}

/* Whether outlines were found so well that each is its own bubble's: all that is printed is alike, and where paper is
 * bent more than the start knew a block of bubbles may be taken for those beside them. Then the others do not fit. */
static bool
is_settled(const struct registration *found, const struct form *form, const struct warp *bent,
	const struct registration_seed *seed, unsigned seeds)
{
	double more = (double)found->found / form->bubbles - FOUND;
	bool settled = (found->residual < RESIDUAL + RESIDUAL_BENT * fmax(more, 0) &&
			       (more >= 0 || is_as_bent(found, form, bent, AS_BENT))) ||
		(found->residual < RESIDUAL_FLAT && is_as_bent(found, form, bent, AS_FLAT));

	for (unsigned i = 0; settled && i < seeds; i++) {
		struct point at = plane_warp_map(&found->map, seed[i].piece.x, seed[i].piece.y);

		settled = hypot(at.x - seed[i].picture.x, at.y - seed[i].picture.y) < ASIDE * found->scale;
	}
	return settled;
}

/* The middles of the corner tags. */
static unsigned
seeds_of(const struct form *form, const struct seen_tag *const corner[4], struct registration_seed seed[4])
{
	struct point from[16], to[16];
	unsigned corners = eye_corners_points(form, corner, from, to);

	for (unsigned i = 0; i < corners; i++) {
		struct registration_seed *middle = &seed[i / 4];

		*middle = i % 4 == 0 ? (struct registration_seed){{0, 0}, {0, 0}} : *middle;
		middle->piece.x += from[i].x / 4, middle->piece.y += from[i].y / 4;
		middle->picture.x += to[i].x / 4, middle->picture.y += to[i].y / 4;
	}
	return corners / 4;
}

bool
eye_bubbles_find(const struct image *image, const struct form *form, const struct seen_tag *const corner[4],
	const struct warp warp[2], struct bubble_spot *spot)
{
	struct registration_anchor *anchor = g_new0(struct registration_anchor, form->bubbles);
	struct registration *found = g_new(struct registration, 1), *best = g_new0(struct registration, 1);
	struct registration_drawing drawing;
	bool blind[REGISTRATION_SIDE * REGISTRATION_SIDE], settled = false, fits = false;
	struct registration_seed seed[4];
	unsigned seeds = seeds_of(form, corner, seed);

	draw_bubble(&drawing, blind);
	for (unsigned i = 0; i < form->bubbles; i++) {
		const struct rect *at = &form->bubble[i].at;
		int32_t size = (int32_t)(BOX * at->w + 0.5);

		anchor[i].at = (struct rect){at->x + (at->w - size) / 2, at->y + (at->h - size) / 2, size, size};
	}
	for (int i = 0; i < 2 && !settled; i++)
		if (registration_grow_from(
			    image, &warp[i], &drawing, blind, anchor, form->bubbles, seed, seeds, found)) {
			settled = is_settled(found, form, &warp[0], seed, seeds);
			if (settled || !fits || found->found > best->found)
				*best = *found;
			fits = true;
		}
	for (unsigned i = 0; i < form->bubbles; i++) {
		spot_init(fits ? &best->map : &warp[1], &form->bubble[i].at, &spot[i]);
		spot[i].found = false;
	}
	if (fits)
		take_places(best, anchor, form->bubbles, spot);
	g_free(best);
	g_free(found);
	g_free(anchor);
	return settled;
}

struct point
eye_bubble_point(const struct bubble_spot *spot, double u, double v)
{
	return (struct point){spot->middle.x + u * spot->right.x + v * spot->down.x,
		spot->middle.y + u * spot->right.y + v * spot->down.y};
}

/* How much darker the outline would be than what is around it, if the bubble lay this far off (in
 * its own sizes). */
static double
outline(const struct image *image, const struct bubble_spot *spot, double dx, double dy)
{
	double sum = 0;

	for (int i = 0; i < RING; i++) {
		double x = cos(2 * G_PI * i / RING), y = sin(2 * G_PI * i / RING);

		for (int out = 0; out < 2; out++) {
			double reach = out ? OUTSIDE : OUTLINE;
			double grey =
				plane_grey_at(image, eye_bubble_point(spot, 2 * dx + reach * x, 2 * dy + reach * y));

			sum += out ? grey : -grey;
		}
	}
	return sum / RING;
}

double
eye_bubble_outline(const struct image *image, const struct bubble_spot *spot)
{
	double here = outline(image, spot, 0, 0), best = here, off = 0;

	for (int j = -4; j <= 4; j++)
		for (int i = -4; i <= 4; i++) {
			double clear = outline(image, spot, i * COARSE, j * COARSE);

			if (clear > best) {
				best = clear;
				off = COARSE * hypot(i, j);
			}
		}
	return off <= OFF_MAX || here > RING_HERE * best ? here : 0;
}
