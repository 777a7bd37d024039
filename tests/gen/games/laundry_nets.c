/* SPDX-License-Identifier: MIT
 * The fold-up machines of Coin-Op close: the net is folded in whole numbers,
 * panel by panel along its hinges, and every edge of the box is looked at. */
#include "gen/games/laundry/net.h"

#include <stdlib.h>

#include "tests/tools.h"

#define BOX_CORNERS 8
#define BOX_EDGES   12

/* Free space that a tile needs around itself, and the narrowest strip of paper that holds. */
#define PLAY  100
#define STRIP 300

/* The room for a page of two boxes on A4 and on Letter alike, with a margin of 7 mm. */
#define ROOM_W (21000 - 1400)
#define ROOM_H (27940 - 1400)

struct point {
	int32_t x, y, z;
};

/* A part in space: the corner that is its top left on paper, the directions that are right and
 * down on paper, and the one that its printed side looks to. */
struct folded {
	struct point corner, right, down, out;
	int32_t w, h;
};

static const struct net *const net = &laundry_box;
static struct rect flat[NET_PARTS];
static struct folded folded[NET_PARTS];

static struct point
go(struct point from, struct point way, int32_t far)
{
	return (struct point){from.x + far * way.x, from.y + far * way.y, from.z + far * way.z};
}

static struct point
back(struct point way)
{
	return (struct point){-way.x, -way.y, -way.z};
}

static bool
same(struct point a, struct point b)
{
	return a.x == b.x && a.y == b.y && a.z == b.z;
}

static int32_t
along(struct point way, struct point a)
{
	return way.x * a.x + way.y * a.y + way.z * a.z;
}

/* The part turns by a right angle around its hinge, away from the printed side of its parent. */
static struct folded
fold(const struct folded *parent, enum net_side side, int32_t w, int32_t h)
{
	struct folded part = *parent;

	part.w = w;
	part.h = h;
	switch (side) {
	case NET_RIGHT:
		part.corner = go(parent->corner, parent->right, parent->w);
		part.right = back(parent->out);
		part.out = parent->right;
		break;
	case NET_LEFT:
		part.corner = go(parent->corner, parent->out, -w);
		part.right = parent->out;
		part.out = back(parent->right);
		break;
	case NET_BOTTOM:
		part.corner = go(parent->corner, parent->down, parent->h);
		part.down = back(parent->out);
		part.out = parent->down;
		break;
	default:
		part.corner = go(parent->corner, parent->out, -h);
		part.down = parent->out;
		part.out = back(parent->down);
	}
	return part;
}

/* The corners of a part's side, clockwise on paper: `end` 0 or 1. */
static struct point
side_end(const struct folded *part, enum net_side side, int end)
{
	static const bool far_right[] = {false, true, true, false};
	static const bool far_down[] = {false, false, true, true};
	int corner = ((int)side + end) % 4;

	return go(go(part->corner, part->right, far_right[corner] ? part->w : 0), part->down,
		far_down[corner] ? part->h : 0);
}

/* Two sides are the same line in space, in either direction. */
static bool
sides_meet(int a, enum net_side of_a, int b, enum net_side of_b)
{
	struct point a0 = side_end(&folded[a], of_a, 0), a1 = side_end(&folded[a], of_a, 1);
	struct point b0 = side_end(&folded[b], of_b, 0), b1 = side_end(&folded[b], of_b, 1);

	return (same(a0, b0) && same(a1, b1)) || (same(a0, b1) && same(a1, b0));
}

static int
fold_all(void **state)
{
	(void)state;
	laundry_net_place(net, flat);
	folded[0] = (struct folded){{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, net->w, net->h};
	for (int i = 1; i < NET_PARTS; i++)
		folded[i] = fold(&folded[net->part[i].parent], net->part[i].side, flat[i].w, flat[i].h);
	return 0;
}

static int32_t
side_length(int part, enum net_side side)
{
	return side == NET_TOP || side == NET_BOTTOM ? flat[part].w : flat[part].h;
}

static void
parts_hang_on_whole_sides_of_earlier_panels(void **state)
{
	(void)state;
	assert_int_equal(net->part[0].parent, NET_NONE);
	for (int i = 1; i < NET_PARTS; i++) {
		const struct net_part *part = &net->part[i];

		assert_in_range(part->parent, 0, i - 1);
		assert_true(part->parent < NET_PANELS);
		assert_int_equal(laundry_net_child(net, part->parent, part->side), i);
		assert_int_equal(side_length(i, (part->side + 2) % NET_SIDES), side_length(part->parent, part->side));
		assert_true(part->out > 0);
		assert_int_equal(part->glued == NET_NONE, i < NET_PANELS);
	}
}

static void
nothing_overlaps_on_the_paper(void **state)
{
	(void)state;
	for (int i = 0; i < NET_PARTS; i++)
		for (int j = 0; j < i; j++)
			assert_false(rect_overlap(flat[i], flat[j]));
}

static void
two_nets_fit_either_paper(void **state)
{
	struct rect bounds = laundry_net_bounds(flat);

	(void)state;
	assert_int_equal(bounds.x, 0);
	assert_int_equal(bounds.y, 0);
	assert_true(bounds.w <= ROOM_W);
	assert_true(2 * bounds.h <= ROOM_H - 500);
}

static void
a_flap_is_as_long_as_the_edge_it_is_glued_to(void **state)
{
	(void)state;
	for (int i = NET_PANELS; i < NET_PARTS; i++) {
		const struct net_part *flap = &net->part[i];

		assert_in_range(flap->glued, 0, NET_PANELS - 1);
		assert_int_equal(side_length(flap->parent, flap->side), side_length(flap->glued, flap->edge));
		/* Nothing is glued where something hangs. */
		assert_false(laundry_net_folded(net, flap->glued, flap->edge));
	}
}

/* Six panels look to six sides and have eight corners between them. */
static void
the_panels_are_the_sides_of_a_box(void **state)
{
	struct point corner[BOX_CORNERS];
	int corners = 0, uses[BOX_CORNERS] = {0};

	(void)state;
	for (int i = 0; i < NET_PANELS; i++) {
		for (int j = 0; j < i; j++)
			assert_false(same(folded[i].out, folded[j].out));
		for (int side = 0; side < NET_SIDES; side++) {
			struct point at = side_end(&folded[i], (enum net_side)side, 0);
			int known = 0;

			while (known < corners && !same(corner[known], at))
				known++;
			assert_true(known < BOX_CORNERS);
			if (known == corners)
				corner[corners++] = at;
			uses[known]++;
		}
	}
	assert_int_equal(corners, BOX_CORNERS);
	for (int i = 0; i < BOX_CORNERS; i++)
		assert_int_equal(uses[i], 3);
}

/* What holds two panels together: the hinge between them, or a flap of one glued behind the other.
 */
static int
joints(int a, enum net_side of_a, int b, enum net_side of_b)
{
	int found = 0;

	found += laundry_net_child(net, a, of_a) == b && net->part[b].side == of_a;
	found += laundry_net_child(net, b, of_b) == a && net->part[a].side == of_b;
	for (int i = NET_PANELS; i < NET_PARTS; i++) {
		const struct net_part *flap = &net->part[i];

		found += flap->parent == a && flap->side == of_a && flap->glued == b && flap->edge == of_b;
		found += flap->parent == b && flap->side == of_b && flap->glued == a && flap->edge == of_a;
	}
	return found;
}

static void
every_edge_joins_two_panels_and_is_held_once(void **state)
{
	int edges = 0;

	(void)state;
	for (int i = 0; i < NET_PANELS * NET_SIDES; i++) {
		int met = 0;

		for (int j = 0; j < NET_PANELS * NET_SIDES; j++) {
			int a = i / NET_SIDES, b = j / NET_SIDES;
			enum net_side of_a = (enum net_side)(i % NET_SIDES);
			enum net_side of_b = (enum net_side)(j % NET_SIDES);

			if (a == b || !sides_meet(a, of_a, b, of_b))
				continue;
			met++;
			assert_int_equal(joints(a, of_a, b, of_b), 1);
		}
		assert_int_equal(met, 1);
		edges += met;
	}
	assert_int_equal(edges, 2 * BOX_EDGES);
}

/* Folded in, a flap lies in the plane of its panel, inside of it, behind the printed side. */
static void
flaps_lie_behind_the_panels_they_are_glued_to(void **state)
{
	(void)state;
	for (int i = NET_PANELS; i < NET_PARTS; i++) {
		const struct folded *flap = &folded[i], *panel = &folded[net->part[i].glued];

		assert_true(same(flap->out, panel->out));
		assert_true(sides_meet(i, (net->part[i].side + 2) % NET_SIDES, net->part[i].glued, net->part[i].edge));
		for (int end = 0; end < 4; end++) {
			struct point at = side_end(flap, (enum net_side)end, 0);
			struct point from = {at.x - panel->corner.x, at.y - panel->corner.y, at.z - panel->corner.z};

			assert_int_equal(along(panel->out, from), 0);
			assert_in_range(along(panel->right, from), 0, panel->w);
			assert_in_range(along(panel->down, from), 0, panel->h);
		}
	}
}

/* Flaps behind one panel that come from neighbouring edges meet at a right angle: drawn in by as
 * much as they reach, they share at most a line. Those from opposite edges must not reach each
 * other. */
static void
flaps_behind_one_panel_lie_side_by_side(void **state)
{
	(void)state;
	for (int i = NET_PANELS; i < NET_PARTS; i++) {
		const struct net_part *flap = &net->part[i];
		int32_t corner[4][2], outer;

		assert_true(flap->taper >= flap->out);
		laundry_net_corners(flap, flat[i], corner);
		outer = abs(corner[flap->side][0] - corner[(flap->side + 1) % 4][0]) +
			abs(corner[flap->side][1] - corner[(flap->side + 1) % 4][1]);
		assert_int_equal(outer, side_length(flap->parent, flap->side) - 2 * flap->taper);
		assert_true(outer > 0);
		assert_true(2 * flap->out < flat[flap->glued].w && 2 * flap->out < flat[flap->glued].h);
	}
}

static void
sides_are_cut_or_folded_alike_from_both_parts(void **state)
{
	(void)state;
	for (int i = 1; i < NET_PARTS; i++) {
		assert_true(laundry_net_folded(net, i, (net->part[i].side + 2) % NET_SIDES));
		assert_true(laundry_net_folded(net, net->part[i].parent, net->part[i].side));
		for (int side = 0; i >= NET_PANELS && side < NET_SIDES; side++)
			assert_int_equal(laundry_net_folded(net, i, (enum net_side)side),
				side == (int)(net->part[i].side + 2) % NET_SIDES);
	}
}

/* A tile goes through the door lying flat, and lies flat inside; the door leaves paper around it.
 */
static void
tiles_go_through_the_door_and_lie_flat(void **state)
{
	struct rect door = net->door;

	(void)state;
	assert_true(door.w >= LAUNDRY_TILE + PLAY && door.h >= LAUNDRY_TILE + PLAY);
	assert_true(flat[NET_FLOOR].w >= LAUNDRY_TILE + PLAY);
	assert_true(flat[NET_FLOOR].h >= LAUNDRY_TILE + PLAY);
	assert_true(door.x >= STRIP && door.y >= STRIP);
	assert_true(door.x + door.w <= net->w - STRIP && door.y + door.h <= net->h - STRIP);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parts_hang_on_whole_sides_of_earlier_panels),
		cmocka_unit_test(nothing_overlaps_on_the_paper),
		cmocka_unit_test(two_nets_fit_either_paper),
		cmocka_unit_test(a_flap_is_as_long_as_the_edge_it_is_glued_to),
		cmocka_unit_test(the_panels_are_the_sides_of_a_box),
		cmocka_unit_test(every_edge_joins_two_panels_and_is_held_once),
		cmocka_unit_test(flaps_lie_behind_the_panels_they_are_glued_to),
		cmocka_unit_test(flaps_behind_one_panel_lie_side_by_side),
		cmocka_unit_test(sides_are_cut_or_folded_alike_from_both_parts),
		cmocka_unit_test(tiles_go_through_the_door_and_lie_flat),
	};

	return cmocka_run_group_tests_name("laundry_nets", tests, fold_all, NULL);
}
