/* SPDX-License-Identifier: MIT
 * The net of a machine. Integers only, so that what
 * meets in the test meets on the table. */
#include "gen/games/laundry/net.h"

/* All lengths are hundredths of a millimetre. */

/* Width of the box, of all panels but the two walls: the door fits into the front, with paper on both sides. */
#define WIDTH 4600

/* Height of the box: the door fits into the front, with paper above and below. */
#define HEIGHT 5400

/* Depth of the box. A tile has to lie flat on the floor, with 1 mm to spare at least
 * (tests/gen/games/laundry_nets.c). */
#define DEPTH 3400

/* Width of a flap, from its fold to its outer edge. */
#define FLAP 800

/* Width and height of the door. A tile has to pass, with 1 mm to spare at least (laundry_nets.c). */
#define DOOR 3400

/* Flaps taper as much as they extend, so that flaps that meet in a corner do not overlap. */
#define PANEL(on, side_of, reach) .parent = (on), .side = (side_of), .out = (reach), .glued = NET_NONE
#define GLUE(on, side_of, panel, edge_of, when) \
	.name = "flap", .parent = (on), .side = (side_of), .out = FLAP, .taper = FLAP, .glued = (panel), \
	.edge = (edge_of), .letter = (when)

const struct net laundry_box = {
	.w = WIDTH,
	.h = HEIGHT,
	.door = {(WIDTH - DOOR) / 2, 1500, DOOR, DOOR},
	.part =
		{
			[NET_FRONT] = {.name = "front", .parent = NET_NONE, .glued = NET_NONE},
			[NET_WALL_LEFT] = {.name = "left", PANEL(NET_FRONT, NET_LEFT, DEPTH)},
			[NET_WALL_RIGHT] = {.name = "right", PANEL(NET_FRONT, NET_RIGHT, DEPTH)},
			[NET_BACK] = {.name = "back", PANEL(NET_WALL_RIGHT, NET_RIGHT, WIDTH)},
			[NET_LID] = {.name = "top", PANEL(NET_FRONT, NET_TOP, DEPTH)},
			[NET_FLOOR] = {.name = "bottom", PANEL(NET_FRONT, NET_BOTTOM, DEPTH)},
			{GLUE(NET_WALL_LEFT, NET_LEFT, NET_BACK, NET_RIGHT, 'A')},
			{GLUE(NET_WALL_LEFT, NET_TOP, NET_LID, NET_LEFT, 'B')},
			{GLUE(NET_WALL_RIGHT, NET_TOP, NET_LID, NET_RIGHT, 'B')},
			{GLUE(NET_BACK, NET_TOP, NET_LID, NET_TOP, 'B')},
			{GLUE(NET_WALL_LEFT, NET_BOTTOM, NET_FLOOR, NET_LEFT, 'C')},
			{GLUE(NET_WALL_RIGHT, NET_BOTTOM, NET_FLOOR, NET_RIGHT, 'C')},
			{GLUE(NET_BACK, NET_BOTTOM, NET_FLOOR, NET_BOTTOM, 'C')},
		},
};

/* Where a part is that extends by `out` from a side of its parent. */
static struct rect
beside(struct rect parent, enum net_side side, int32_t out)
{
	switch (side) {
	case NET_TOP:
		return (struct rect){parent.x, parent.y - out, parent.w, out};
	case NET_RIGHT:
		return (struct rect){parent.x + parent.w, parent.y, out, parent.h};
	case NET_BOTTOM:
		return (struct rect){parent.x, parent.y + parent.h, parent.w, out};
	default:
		return (struct rect){parent.x - out, parent.y, out, parent.h};
	}
}

struct rect
laundry_net_bounds(const struct rect at[NET_PARTS])
{
	int32_t left = at[0].x, top = at[0].y, right = left + at[0].w, bottom = top + at[0].h;

	for (int i = 1; i < NET_PARTS; i++) {
		left = at[i].x < left ? at[i].x : left;
		top = at[i].y < top ? at[i].y : top;
		right = at[i].x + at[i].w > right ? at[i].x + at[i].w : right;
		bottom = at[i].y + at[i].h > bottom ? at[i].y + at[i].h : bottom;
	}
	return (struct rect){left, top, right - left, bottom - top};
}

void
laundry_net_place(const struct net *net, struct rect at[NET_PARTS])
{
	/* Parents come before what hangs on them. */
	at[0] = (struct rect){0, 0, net->w, net->h};
	for (int i = 1; i < NET_PARTS; i++)
		at[i] = beside(at[net->part[i].parent], net->part[i].side, net->part[i].out);
	struct rect bounds = laundry_net_bounds(at);
	for (int i = 0; i < NET_PARTS; i++) {
		at[i].x -= bounds.x;
		at[i].y -= bounds.y;
	}
}

void
laundry_net_corners(const struct net_part *part, struct rect at, int32_t corner[4][2])
{
	/* The outer side runs from this corner to the next. */
	int from = (int)part->side, to = (from + 1) % 4;
	int axis = part->side == NET_LEFT || part->side == NET_RIGHT; /* 0: x, 1: y */

	for (int i = 0; i < 4; i++) {
		corner[i][0] = i == 1 || i == 2 ? at.x + at.w : at.x;
		corner[i][1] = i >= 2 ? at.y + at.h : at.y;
	}
	if (part->parent == NET_NONE || part->taper == 0)
		return;
	int32_t in = corner[from][axis] < corner[to][axis] ? part->taper : -part->taper;
	corner[from][axis] += in;
	corner[to][axis] -= in;
}

int
laundry_net_child(const struct net *net, int part, enum net_side side)
{
	for (int i = 1; i < NET_PARTS; i++)
		if (net->part[i].parent == part && net->part[i].side == side)
			return i;
	return NET_NONE;
}

bool
laundry_net_folded(const struct net *net, int part, enum net_side side)
{
	const struct net_part *here = &net->part[part];

	/* A part that hangs on its parent's right has its fold on its own left. */
	if (here->parent != NET_NONE && side == (here->side + 2) % NET_SIDES)
		return true;
	return laundry_net_child(net, part, side) != NET_NONE;
}
