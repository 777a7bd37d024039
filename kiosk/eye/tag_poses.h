/* SPDX-License-Identifier: MIT
 * How tags lie on a table that a camera leans over: all are printed in one size, so that one that
 * was read says how large and how foreshortened another is anywhere else. */
#ifndef SEEDPRESS_KIOSK_EYE_TAG_POSES_H
#define SEEDPRESS_KIOSK_EYE_TAG_POSES_H

#include "kiosk/eye/parts.h"

#define TAG_BORDER 6.0 /* modules of what is seen as the border of a tag */

/* Where a tag lies: module (u, v) from its middle is at `at` and a times that. */
struct tag_pose {
	struct point at;
	double a[4];
};

/* The middle of a tag and the sides of its modules, in the image made `by` times smaller. */
struct tag_pose tag_pose_of(const struct seen_tag *tag, int by);

/* The side of a module, in pixels. */
double tag_pose_module(const struct tag_pose *pose);

/* Whether this tag is the one about here. */
bool tag_pose_is_about(const struct tag_pose *tag, struct point at);

/* Of some (struct tag_pose); NULL where there are none. */
const struct tag_pose *tag_pose_nearest(const GArray *known, struct point at);

/* How near the table is to the camera. */
struct tag_table {
	struct point middle; /* of the image */
	double near[3];      /* there, and how much nearer a pixel to the right and down */
};

/* As the tags that are known (struct tag_pose, at least one) say it. */
void tag_table_init(struct tag_table *table, const struct image *image, const GArray *known);

/* The shape that this tag would have somewhere else, not turned; and a shape that is turned. */
void tag_table_shape(const struct tag_table *table, const struct tag_pose *like, struct point at, double shape[4]);
void tag_shape_turn(const double shape[4], double angle, double a[4]);

#endif
