/* SPDX-License-Identifier: MIT
 * The fold-up machines of Coin-Op as data: which part hangs on which side of
 * which other part, and what is glued where. The drawing and the test that the
 * box closes both work on these numbers. Lengths are hundredths of a millimetre. */
#pragma once

#include <stdbool.h>

#include "layouts/form.h"

/* Parts of a box: six panels and seven flaps. */
#define NET_PARTS 13

/* In place of the number of a part: there is none. */
#define NET_NONE (-1)

/* The tiles that go into the box: squares this wide. */
#define LAUNDRY_TILE 3000

/* Clockwise, as the net lies with its printed side up. */
enum net_side { NET_TOP, NET_RIGHT, NET_BOTTOM, NET_LEFT, NET_SIDES };

enum net_part_id {
	NET_FRONT,
	NET_WALL_LEFT,
	NET_WALL_RIGHT,
	NET_BACK,
	NET_LID,
	NET_FLOOR,
	NET_PANELS, /* the flaps follow */
};

/* A panel of the box, or a flap that is glued behind one. It is attached to a whole side of its parent
 * and folded back there by a right angle. */
struct net_part {
	const char *name;
	int8_t parent;      /* NET_NONE for the first part alone */
	enum net_side side; /* of the parent */
	int32_t out;        /* how far it reaches away from there */
	int32_t taper;      /* of a flap: how much shorter its outer edge is at each end */
	int8_t glued;       /* of a flap: the panel it goes behind; else NET_NONE */
	enum net_side edge; /* the side of that panel that then meets the flap's fold */
	char letter;        /* of a flap: printed on it; A is glued first, flaps with the same letter together */
};

struct net {
	int32_t w, h;     /* of the first part: the front */
	struct rect door; /* in the front; its left side is the hinge, the others are cut */
	struct net_part part[NET_PARTS];
};

/* Washers and dryers alike. */
extern const struct net laundry_box;

/* Where the parts lie on the paper; the top left of all of them is (0, 0). */
void laundry_net_place(const struct net *net, struct rect at[NET_PARTS]);

/* The box around all parts. */
struct rect laundry_net_bounds(const struct rect at[NET_PARTS]);

/* The corners of a part at its place, clockwise from the top left, with the taper. */
void laundry_net_corners(const struct net_part *part, struct rect at, int32_t corner[4][2]);

/* The part that is attached to a side of a part, or NET_NONE. */
int laundry_net_child(const struct net *net, int part, enum net_side side);

/* A side of a part is folded (towards its parent or a child) and not cut. */
bool laundry_net_folded(const struct net *net, int part, enum net_side side);
