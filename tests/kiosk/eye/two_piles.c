/* SPDX-License-Identifier: MIT
 * Two piles in one picture. */
#include "tests/kiosk/eye/two_piles.h"

#include <math.h>
#include <string.h>

#include "gen/press/printed_game.h"
#include "tests/tools.h"

#define PLAYERS 2
#define TRIES   20000

/* Millimetres. */
#define AREA_WIDE   212.0
#define STRIP_HIGH  85.0
#define COUPON_ROOM 3600.0 /* square ones, that a coupon takes when it is thrown down */
#define DEG         (3.14159265358979 / 180)

/* A pile on the table, in millimetres from its middle. */
struct area {
	double left, top, right, bottom;
};

static double
drawn(uint64_t *dice, double least, double most)
{
	return least + (most - least) * dice_below(dice, 1000001) / 1e6;
}

/* Where the corners of a part that lies so are on the table. */
static struct outline
outline(const struct rect *part, const struct lie *lie)
{
	double c = cos(lie->turn * DEG), s = sin(lie->turn * DEG);
	struct outline laid;

	for (int i = 0; i < 4; i++) {
		double x = (i == 1 || i == 2 ? 1 : -1) * part->w / 200.0, y = (i / 2 ? 1 : -1) * part->h / 200.0;

		laid.corner[i][0] = lie->x + c * x - s * y;
		laid.corner[i][1] = lie->y + s * x + c * y;
	}
	return laid;
}

static bool
is_inside(const struct outline *laid, const struct area *area)
{
	for (int i = 0; i < 4; i++)
		if (laid->corner[i][0] < area->left || laid->corner[i][0] > area->right ||
			laid->corner[i][1] < area->top || laid->corner[i][1] > area->bottom)
			return false;
	return true;
}

/* Whether a line along a side of `one` separates the two. */
static bool
is_beside(const struct outline *one, const struct outline *other)
{
	for (int i = 0; i < 4; i++) {
		const double *a = one->corner[i], *b = one->corner[(i + 1) % 4];
		bool outside = true;

		for (int n = 0; n < 4; n++)
			outside &= (b[0] - a[0]) * (other->corner[n][1] - a[1]) -
					(b[1] - a[1]) * (other->corner[n][0] - a[0]) <
				0;
		if (outside)
			return true;
	}
	return false;
}

bool
outlines_overlap(const struct outline *one, const struct outline *other)
{
	return !is_beside(one, other) && !is_beside(other, one);
}

/* Lays a player's strip somewhere in the area; with what covers it. */
static struct outline
lay_strip(struct two_piles *piles, unsigned player, const struct layer *layer, const struct area *area, uint64_t *dice)
{
	struct rect strip = coupons_strip(), paper = strip;
	double half = strip.h / 200.0 + 6;
	struct lie lie = {.x = (area->left + area->right) / 2 + drawn(dice, -8, 8),
		.y = dice_below(dice, 2) ? area->top + half : area->bottom - half,
		.turn = drawn(dice, -7, 7),
		.bow = drawn(dice, 0, 3),
		.bow_towards = drawn(dice, 0, 360)};
	struct layer blank;

	if (piles->state[player] == STRIP_TURNED)
		lie.turn += 180;
	if (piles->state[player] == STRIP_CUT_OFF) {
		double edge = piles->scene.conditions.height / piles->scene.conditions.scale / 2;

		lie.y = lie.y < 0 ? -edge : edge;
	}
	if (piles->state[player] != STRIP_FACE_DOWN)
		scene_lay(&piles->scene, layer, &strip, &strip, &lie);
	if (piles->state[player] == STRIP_COVERED) {
		/* A corner peeps out. */
		paper.w -= 1300;
		paper.x += dice_below(dice, 2) ? 1300 : 0;
		layer_init(&blank, &strip, 100);
		for (int64_t i = 0; i < (int64_t)blank.width * blank.height; i++)
			blank.argb[i] = 0xffd8d4c8u;
		scene_lay(&piles->scene, &blank, &paper, &strip, &lie);
		layer_finish(&blank);
	}
	return outline(&strip, &lie);
}

/* Lays a pile, its strip first. False where it does not fit. */
static bool
lay_pile(struct two_piles *piles, unsigned player, const struct layer layer[PLAYERS],
	const struct coupons_layout *layout, const struct area *area, uint64_t *dice)
{
	struct outline laid[COUPONS_MAX + 1];
	unsigned count = 1, tries = 0;

	laid[0] = lay_strip(piles, player, &layer[player], area, dice);
	for (unsigned i = 0; i < PLAYERS * COUPONS_A_SHEET;) {
		unsigned sheet = i / COUPONS_A_SHEET;
		const struct rect part = coupon_rect(&layout->coupon[sheet][i % COUPONS_A_SHEET]);
		const struct lie lie = {.x = drawn(dice, area->left, area->right),
			.y = drawn(dice, area->top, area->bottom),
			.turn = drawn(dice, 0, 360),
			.bow = drawn(dice, 0, 1)};
		bool fine;

		if (piles->holder[i] != (int8_t)player) {
			i++;
			continue;
		}
		if (tries++ > TRIES)
			return false;
		laid[count] = outline(&part, &lie);
		fine = is_inside(&laid[count], area);
		for (unsigned n = piles->state[player] == STRIP_UNDER; fine && n < count; n++)
			fine = !outlines_overlap(&laid[n], &laid[count]);
		if (!fine)
			continue;
		scene_lay(&piles->scene, &layer[sheet], &part, &part, &lie);
		count++;
		i++;
	}
	return true;
}

/* Who has what: a dozen or so each, of both sheets. */
static void
deal(struct two_piles *piles, uint64_t *dice)
{
	memset(piles->holder, HELD_BY_NOBODY, sizeof piles->holder);
	for (unsigned player = 0; player < PLAYERS; player++) {
		unsigned left = 7 + dice_below(dice, 8);

		while (left > 0) {
			unsigned i = dice_below(dice, PLAYERS * COUPONS_A_SHEET);

			if (piles->holder[i] != HELD_BY_NOBODY)
				continue;
			piles->holder[i] = (int8_t)player;
			left--;
		}
	}
}

/* One to the left and one to the right, as large as what lies there needs. */
static void
choose_areas(const struct two_piles *piles, double height, struct area area[PLAYERS], uint64_t *dice)
{
	double gap = drawn(dice, 35, 70), middle = drawn(dice, -15, 15);
	bool swapped = dice_below(dice, 2);

	for (unsigned player = 0; player < PLAYERS; player++) {
		bool right = (player == 1) != swapped;
		double left = right ? middle + gap / 2 : middle - gap / 2 - AREA_WIDE, high = STRIP_HIGH, at;

		for (unsigned i = 0; i < PLAYERS * COUPONS_A_SHEET; i++)
			high += piles->holder[i] == (int8_t)player ? COUPON_ROOM / AREA_WIDE : 0;
		high = fmin(high, height - 10);
		at = drawn(dice, -1, 1) * (height - 10 - high) / 2;
		area[player] = (struct area){left, at - high / 2, left + AREA_WIDE, at + high / 2};
	}
}

/* A game of two, its pages drawn. */
static void
print(struct two_piles *piles, struct shaper *shaper, double dpi, struct layer layer[PLAYERS], uint64_t *dice)
{
	struct print_job job = {
		.codes = {.game = &game_coupons, .players = PLAYERS, .seed = dice_roll(dice) & SEED_MAX},
		.count = 1,
		.paper = &paper_a4};
	struct page_plan plan;

	page_plan_init(&plan);
	printed_game_of(&game_coupons)->plan(&job, &plan);
	codes_make(&job.codes, 0, 0, &piles->code);
	for (unsigned i = 0; i < PLAYERS; i++)
		layer_draw(&layer[i], &g_array_index(plan.pages, struct page, i), shaper, dpi);
	page_plan_finish(&plan);
}

void
two_piles_choose(struct two_piles *piles, uint64_t *dice)
{
	for (unsigned i = 0; i < PLAYERS; i++)
		piles->state[i] = (enum strip_state)dice_below(dice, STRIP_STATES);
}

bool
two_piles_shoot(
	struct two_piles *piles, int32_t width, int32_t height, enum level level, struct shaper *shaper, uint64_t *dice)
{
	double scale = height / 300.0;
	struct coupons_layout layout;
	struct conditions conditions;
	struct layer layer[PLAYERS];
	struct area area[PLAYERS];
	bool fine = true;

	print(piles, shaper, 300, layer, dice);
	game_coupons.build(&layout, &piles->code);
	deal(piles, dice);
	choose_areas(piles, height / scale, area, dice);
	scene_conditions(&conditions, level, width, height, scale, dice);
	conditions.roll = drawn(dice, -9, 9) + (dice_below(dice, 2) ? 180 : 0);
	scene_init(&piles->scene, &conditions, dice_roll(dice));
	for (unsigned i = 0; i < PLAYERS && fine; i++)
		fine = lay_pile(piles, i, layer, &layout, &area[i], dice);
	for (unsigned i = 0; i < PLAYERS; i++)
		layer_finish(&layer[i]);
	return fine && scene_shoot(&piles->scene);
}

void
two_piles_finish(struct two_piles *piles)
{
	scene_finish(&piles->scene);
}
