/* SPDX-License-Identifier: MIT
 * A pile of coupons: all of a sheet, scattered. */
#include <math.h>
#include <stdio.h>

#include "gen/press/printed_game.h"
#include "tests/bench/eye.h"
#include "tests/tools.h"

#define TRIES_MAX 200000

/* The corners of a part that lies somewhere. */
static void
outline(const struct scene *scene, const struct rect *part, const struct lie *lie, double corner[4][2])
{
	for (int i = 0; i < 4; i++)
		scene_where(scene, part, lie, part->x + (i == 1 || i == 2) * part->w, part->y + (i / 2) * part->h,
			&corner[i][0], &corner[i][1]);
}

/* True when a line along a side of `one` keeps the two apart. */
static bool
apart(double one[4][2], double other[4][2])
{
	for (int i = 0; i < 4; i++) {
		double dx = one[(i + 1) % 4][0] - one[i][0], dy = one[(i + 1) % 4][1] - one[i][1];
		bool outside = true;

		for (int j = 0; j < 4; j++)
			outside &= dx * (other[j][1] - one[i][1]) - dy * (other[j][0] - one[i][0]) < 0;
		if (outside)
			return true;
	}
	return false;
}

/* Finds places where none covers another, for the large ones first. */
static bool
scatter(struct bench *bench, const struct conditions *conditions, struct pile *pile)
{
	const struct scene scene = {.conditions = *conditions};
	const struct coupons_layout *layout = &pile->layout;
	double corner[COUPONS_A_SHEET][4][2];
	int32_t w = conditions->width, h = conditions->height;
	double reach = hypot(w, h) / conditions->scale / 2;
	int order[COUPONS_A_SHEET], placed = 0;

	for (int size = 4; size > 0; size--)
		for (int i = 0; i < COUPONS_A_SHEET; i++)
			if (layout->coupon[0][i].cols * layout->coupon[0][i].rows == size)
				order[placed++] = i;
	for (int n = 0, tries = 0; n < COUPONS_A_SHEET; tries++) {
		const struct rect part = coupon_rect(&layout->coupon[0][order[n]]);
		const struct lie lie = {.x = bench_drawn(bench, -reach, reach),
			.y = bench_drawn(bench, -reach, reach),
			.turn = bench_drawn(bench, 0, 360),
			.bow = bench_drawn(bench, 0, 1.5),
			.bow_towards = bench_drawn(bench, 0, 360)};
		bool fine = true;

		outline(&scene, &part, &lie, corner[n]);
		for (int i = 0; i < 4; i++)
			fine &= corner[n][i][0] > 2 && corner[n][i][0] < w - 2 && corner[n][i][1] > 2 &&
				corner[n][i][1] < h - 2;
		for (int i = 0; fine && i < n; i++)
			fine = apart(corner[n], corner[i]) || apart(corner[i], corner[n]);
		if (fine)
			pile->lie[order[n++]] = lie;
		if (tries > TRIES_MAX)
			return false;
	}
	return true;
}

void
bench_pile_conditions(struct bench *bench, enum level level, int32_t w, int32_t h, struct conditions *conditions)
{
	scene_conditions(conditions, level, w, h, h / 1080.0 * bench_drawn(bench, 3.5, 4.2), &bench->dice);
}

void
bench_pile(struct bench *bench, const struct conditions *conditions, struct pile *pile)
{
	struct page_plan plan;
	struct print_job job;
	struct code code;

	/* One that does not fit is not a picture. */
	do {
		bench_plan(bench, "coupons", 2, &job, &plan, &code);
		game_coupons.build(&pile->layout, &code);
		if (scatter(bench, conditions, pile))
			break;
		fprintf(stderr, "the coupons of seed %llu do not fit\n", (unsigned long long)code.seed);
		page_plan_finish(&plan);
	} while (true);
	layer_draw(&pile->layer, &g_array_index(plan.pages, struct page, 0), bench->shaper,
		conditions->height > 1080 ? 600 : 300);
	page_plan_finish(&plan);
}

void
bench_pile_lay(const struct pile *pile, struct scene *scene, double x, double y)
{
	for (int i = 0; i < COUPONS_A_SHEET; i++) {
		const struct rect part = coupon_rect(&pile->layout.coupon[0][i]);
		struct lie lie = pile->lie[i];

		lie.x += x;
		lie.y += y;
		scene_lay(scene, &pile->layer, &part, &part, &lie);
	}
}
