/* SPDX-License-Identifier: MIT
 * Poses of tags, and their prediction. Under perspective, the cube root of the area of a tag on a table is a linear
 * function of its place in the image; that function is fitted by least squares. */
#include "kiosk/eye/tag_poses.h"

#include <math.h>
#include <string.h>

/* Largest ratio between the nearness of a place and that of a known tag: beyond it the fit of the table is wrong. */
#define NEARER_MAX 3.0

/* Fewest tags from which the slope of the table is fitted. */
#define NEAR_MIN 6

struct tag_pose
tag_pose_of(const struct seen_tag *tag, int by)
{
	const struct point *c = tag->corner;
	double share = 1 / (2 * TAG_BORDER * by);
	struct tag_pose pose = {{0, 0},
		{(c[1].x - c[0].x + c[2].x - c[3].x) * share, (c[3].x - c[0].x + c[2].x - c[1].x) * share,
			(c[1].y - c[0].y + c[2].y - c[3].y) * share, (c[3].y - c[0].y + c[2].y - c[1].y) * share}};

	for (int i = 0; i < 4; i++) {
		pose.at.x += c[i].x / (4 * by);
		pose.at.y += c[i].y / (4 * by);
	}
	return pose;
}

double
tag_pose_module(const struct tag_pose *pose)
{
	return sqrt(fabs(pose->a[0] * pose->a[3] - pose->a[1] * pose->a[2]));
}

/* The cube root of the area of a module there. */
static double
nearness(const struct tag_table *table, struct point at)
{
	return fmax(0.2 * table->near[0],
		table->near[0] + table->near[1] * (at.x - table->middle.x) + table->near[2] * (at.y - table->middle.y));
}

void
tag_table_init(struct tag_table *table, const struct image *image, const GArray *known)
{
	double rows[3 * 4] = {0}, solved[3];

	table->middle = (struct point){image->width / 2.0, image->height / 2.0};
	for (unsigned i = 0; i < known->len; i++) {
		const struct tag_pose *pose = &g_array_index(known, struct tag_pose, i);
		const double term[4] = {1, pose->at.x - table->middle.x, pose->at.y - table->middle.y,
			cbrt(tag_pose_module(pose) * tag_pose_module(pose))};

		least_squares_add(rows, 3, term, 1);
	}
	table->near[1] = table->near[2] = 0;
	table->near[0] = rows[3] / rows[0];
	if (known->len >= NEAR_MIN && linear_solve(rows, 3, solved) && solved[0] > 0)
		memcpy(table->near, solved, sizeof solved);
}

const struct tag_pose *
tag_pose_nearest(const GArray *known, struct point at)
{
	const struct tag_pose *nearest = NULL;
	double least = INFINITY;

	for (unsigned i = 0; i < known->len; i++) {
		const struct tag_pose *pose = &g_array_index(known, struct tag_pose, i);
		double dx = pose->at.x - at.x, dy = pose->at.y - at.y;

		if (dx * dx + dy * dy < least) {
			least = dx * dx + dy * dy;
			nearest = pose;
		}
	}
	return nearest;
}

bool
tag_pose_is_about(const struct tag_pose *tag, struct point at)
{
	return point_distance(tag->at, at) < TAG_BORDER / 2 * tag_pose_module(tag);
}

/* What is nearer by a factor is larger by it across the direction of the slope, and by its square along it. The
 * rotation is removed: A times its transpose does not depend on it, and the square root of that matrix is the shape. */
void
tag_table_shape(const struct tag_table *table, const struct tag_pose *like, struct point at, double shape[4])
{
	double by = CLAMP(nearness(table, at) / nearness(table, like->at), 1 / NEARER_MAX, NEARER_MAX);
	double length = hypot(table->near[1], table->near[2]), more = by * by - by;
	double x = length > 0 ? table->near[1] / length : 1, y = length > 0 ? table->near[2] / length : 0;
	double d[3] = {by + more * x * x, more * x * y, by + more * y * y};
	double a[4] = {d[0] * like->a[0] + d[1] * like->a[2], d[0] * like->a[1] + d[1] * like->a[3],
		d[1] * like->a[0] + d[2] * like->a[2], d[1] * like->a[1] + d[2] * like->a[3]};
	double xx = a[0] * a[0] + a[1] * a[1], xy = a[0] * a[2] + a[1] * a[3], yy = a[2] * a[2] + a[3] * a[3];
	double root = sqrt(fmax(0, xx * yy - xy * xy)), trace = sqrt(xx + yy + 2 * root);

	shape[0] = (xx + root) / trace;
	shape[1] = shape[2] = xy / trace;
	shape[3] = (yy + root) / trace;
}

void
tag_shape_turn(const double shape[4], double angle, double a[4])
{
	double c = cos(angle), s = sin(angle);

	a[0] = shape[0] * c + shape[1] * s;
	a[1] = shape[1] * c - shape[0] * s;
	a[2] = shape[2] * c + shape[3] * s;
	a[3] = shape[3] * c - shape[2] * s;
}
