/* SPDX-License-Identifier: MIT
 * The poses of tags on a table that a camera looks at obliquely. All tags are printed in one size, so that one that was
 * read predicts how large and how foreshortened another would be anywhere else. */
#pragma once

#include "kiosk/eye/parts.h"

#define TAG_BORDER 6.0 /* modules of the side of the square that libapriltag detects as a tag */

/* An affine approximation: the point (u, v), in modules from the middle of the tag, is at `at` + a (u, v). */
struct tag_pose {
	struct point at;
	double a[4];
};

/* The pose of a tag in the image reduced by the factor `by`. */
struct tag_pose tag_pose_of(const struct seen_tag *tag, int by);

/* The side of a module, in pixels. */
double tag_pose_module(const struct tag_pose *pose);

/* Whether this place is within the border of the tag. */
bool tag_pose_is_about(const struct tag_pose *tag, struct point at);

/* The nearest of some (struct tag_pose); NULL if there are none. */
const struct tag_pose *tag_pose_nearest(const GArray *known, struct point at);

/* How the distance of the table from the camera changes over the image. */
struct tag_table {
	struct point middle; /* of the image */
	double near[3];      /* nearness there, and how much it grows in a pixel to the right and down */
};

/* Fits the table to the known tags (struct tag_pose, at least one); if they are few, all of it is equally near. */
void tag_table_init(struct tag_table *table, const struct image *image, const GArray *known);

/* The shape that this tag would have somewhere else, without its rotation; and a shape with one. */
void tag_table_shape(const struct tag_table *table, const struct tag_pose *like, struct point at, double shape[4]);
void tag_shape_turn(const double shape[4], double angle, double a[4]);
