/* SPDX-License-Identifier: MIT
 * Pads before the wider camera: flat through a lens, bowed, curled, under a hand's shadow and in glare. No
 * bubble may be wrong and called certain, and few may be unsure. */
#include "tests/tools.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/canvas/shaping.h"
#include "gen/press/printed_game.h"
#include "kiosk/games/kiosk_game.h"
#include "kiosk/sight/code_list.h"
#include "layouts/chipit.h"
#include "tests/kiosk/eye/looking.h"
#include "tests/kiosk/eye/scene.h"

static struct shaper *shaper;
static struct eye *eye;

/* A pad on which every fourth bubble is marked, about. */
struct pad {
	struct code code;
	struct form form;
	struct sheet sheet;
	bool marked[FORM_BUBBLES];
};

struct count {
	unsigned all, wrong, unsure, lost;
};

static void
pad_draw(struct pad *pad, uint8_t players, uint64_t *dice)
{
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	struct print_job job = {.codes = {.game = &game_chipit, .players = players, .seed = dice_roll(dice) & SEED_MAX},
		.count = 1,
		.paper = &paper_a4};
	struct page_plan plan;

	page_plan_init(&plan);
	printed_game_of(&game_chipit)->plan(&job, &plan);
	sheet_draw(&pad->sheet, &g_array_index(plan.pages, struct page, 0), shaper);
	page_plan_finish(&plan);
	codes_make(&job.codes, 0, 0, &pad->code);
	game_chipit.build(layout, &pad->code);
	game_chipit.form(layout, &pad->code, &pad->form);
	for (unsigned i = 0; i < pad->form.bubbles; i++) {
		pad->marked[i] = dice_below(dice, 4) == 0;
		if (pad->marked[i])
			sheet_mark(&pad->sheet, &pad->form.bubble[i].at, (enum stroke)dice_below(dice, STROKES),
				(int)dice_between(dice, 20, 90), dice);
	}
}

/* The sheet as the wider camera takes it. */
static void
pad_layer(const struct pad *pad, struct layer *layer)
{
	const struct image *image = &pad->sheet.image;
	size_t pixels = (size_t)image->width * (size_t)image->height;

	*layer = (struct layer){.width = image->width,
		.height = image->height,
		.argb = malloc(4 * pixels),
		.unit = 300.0 / 2540,
		.origin_x = pad->sheet.origin_x,
		.origin_y = pad->sheet.origin_y};
	assert_non_null(layer->argb);
	for (size_t i = 0; i < pixels; i++)
		layer->argb[i] = 0xFF000000U | image->grey[i] * 0x010101U;
}

static void
judge(const struct pad *pad, const struct sight *sight, struct count *count)
{
	const struct seen_form *seen = sight->forms->len > 0 ? SEEN_FORM(sight, 0) : NULL;

	count->all += pad->form.bubbles;
	if (seen == NULL || seen->marks != pad->form.bubbles) {
		count->lost += pad->form.bubbles;
		return;
	}
	for (unsigned i = 0; i < seen->marks; i++) {
		count->unsure += seen->mark[i].state == MARK_UNSURE;
		count->wrong += seen->mark[i].state == (pad->marked[i] ? MARK_EMPTY : MARK_FILLED);
	}
}

/* Paints the corner tags over. */
static void
cover_tags(struct pad *pad)
{
	const double unit = 300.0 / 2540;

	for (unsigned i = 0; i < 4; i++) {
		const struct rect *at = &pad->form.tag[i].at;
		int32_t left = (int32_t)((at->x + pad->sheet.origin_x) * unit),
			top = (int32_t)((at->y + pad->sheet.origin_y) * unit), side = (int32_t)(at->w * unit) + 2;

		for (int32_t y = top; y < top + side; y++)
			memset(pad->sheet.image.grey + (size_t)y * (size_t)pad->sheet.image.width + left, 255,
				(size_t)side);
	}
}

/* This many pads for this many players, each lying and lit as told. */
static struct count
shoot_some(unsigned pads, uint8_t players, enum level level, void (*change)(struct conditions *, struct lie *),
	bool tags, uint64_t dice)
{
	struct count count = {0};

	for (unsigned n = 0; n < pads; n++) {
		struct conditions conditions;
		struct layer layer;
		struct scene scene;
		struct sight sight;
		struct rect part;
		struct lie lie = {.turn = dice_between(&dice, -8, 8)};
		static struct pad pad;

		pad_draw(&pad, players, &dice);
		if (!tags)
			cover_tags(&pad);
		pad_layer(&pad, &layer);
		part = (struct rect){-200, -200, pad.form.w + 400, pad.form.h + 400};
		scene_conditions(&conditions, level, 2800, 2100, 6.2, &dice);
		conditions.roll = 180.0 * dice_below(&dice, 2);
		conditions.glare = conditions.hand = conditions.k1 = conditions.k2 = 0;
		conditions.tilt /= 2;
		change(&conditions, &lie);
		scene_init(&scene, &conditions, dice_roll(&dice));
		scene_lay(&scene, &layer, &part, &part, &lie);
		assert_true(scene_shoot(&scene));
		code_list_look(NULL, eye, &scene.photo, &sight);
		judge(&pad, &sight, &count);
		sight_finish(&sight);
		scene_finish(&scene);
		layer_finish(&layer);
		image_finish(&pad.sheet.image);
	}
	print_message("%u bubbles: %u wrong, %u unsure, %u on forms not found\n", count.all, count.wrong, count.unsure,
		count.lost);
	return count;
}

static struct count
shoot(unsigned pads, uint8_t players, enum level level, void (*change)(struct conditions *, struct lie *),
	uint64_t dice)
{
	return shoot_some(pads, players, level, change, true, dice);
}

static void
flat_through_a_lens(struct conditions *conditions, struct lie *lie)
{
	(void)lie;
	conditions->k1 = -0.08;
}

static void
bowed(struct conditions *conditions, struct lie *lie)
{
	(void)conditions;
	lie->bow = 10;
	lie->bow_towards = 20;
}

static void
bowed_much(struct conditions *conditions, struct lie *lie)
{
	conditions->tilt = 20;
	conditions->away = 400;
	lie->bow = 16;
	lie->bow_towards = 90;
}

static void
folded(struct conditions *conditions, struct lie *lie)
{
	(void)conditions;
	lie->folds = 1;
	lie->lean = 12;
}

static void
folded_in_three(struct conditions *conditions, struct lie *lie)
{
	(void)conditions;
	lie->folds = 2;
	lie->lean = 20;
}

static void
curled(struct conditions *conditions, struct lie *lie)
{
	(void)conditions;
	lie->curl = 20;
}

static void
under_a_hand(struct conditions *conditions, struct lie *lie)
{
	(void)lie;
	conditions->hand = 0.5;
	conditions->hand_edge = 6;
}

static void
in_glare(struct conditions *conditions, struct lie *lie)
{
	(void)lie;
	conditions->glare = 200;
	conditions->glare_size = 200;
}

static void
pads_are_followed_through_a_lens(void **state)
{
	struct count count = shoot(few_or_all(1, 2), 4, LEVEL_MODERATE, flat_through_a_lens, 101);

	(void)state;
	assert_int_equal(count.wrong, 0);
	assert_in_range(100 * (count.unsure + count.lost) / count.all, 0, 5);
}

static void
bent_pads_are_never_wrong(void **state)
{
	struct count bow = shoot(few_or_all(1, 2), 4, LEVEL_MODERATE, bowed, 102),
		     curl = shoot(few_or_all(1, 2), 4, LEVEL_MODERATE, curled, 103);

	(void)state;
	assert_int_equal(bow.wrong, 0);
	assert_int_equal(curl.wrong, 0);
}

/* Bubbles are alike, and where paper is bent the next one may be nearer than the right one: all of it is found, and
 * none is taken for another. */
static void
no_bubble_is_taken_for_the_one_beside_it(void **state)
{
	struct count two = shoot(few_or_all(1, 3), 2, LEVEL_MODERATE, bowed_much, 106),
		     six = shoot(few_or_all(1, 2), 6, LEVEL_MODERATE, bowed_much, 107);

	(void)state;
	assert_int_equal(two.wrong + six.wrong, 0);
	assert_in_range(100 * (two.unsure + two.lost) / two.all, 0, 3);
	assert_in_range(100 * (six.unsure + six.lost) / six.all, 0, 3);
}

/* No smooth map follows a crease: each outline is found by those around it, and most bubbles are certain. */
static void
folded_pads_are_followed(void **state)
{
	struct count count = shoot(few_or_all(2, 8), 4, LEVEL_MILD, folded, 108);

	(void)state;
	assert_int_equal(count.wrong, 0);
	assert_in_range(100 * (count.unsure + count.lost) / count.all, 0, 40);
}

/* The corner tags do not lie as on flat paper: what they and the QR say of it where they are is enough. */
static void
pads_folded_in_three_are_followed(void **state)
{
	struct count count = shoot(few_or_all(2, 8), 4, LEVEL_MILD, folded_in_three, 109);

	(void)state;
	assert_int_equal(count.wrong, 0);
	assert_in_range(100 * (count.unsure + count.lost) / count.all, 0, 25);
}

/* Outlines are followed from the QR alone. */
static void
corner_tags_are_not_needed(void **state)
{
	struct count count = shoot_some(few_or_all(2, 6), 4, LEVEL_MILD, folded, false, 110);

	(void)state;
	assert_int_equal(count.wrong, 0);
	assert_in_range(100 * (count.unsure + count.lost) / count.all, 0, 15);
}

static void
light_is_never_taken_for_a_mark(void **state)
{
	struct count hand = shoot(few_or_all(1, 2), 4, LEVEL_MODERATE, under_a_hand, 104),
		     glare = shoot(few_or_all(1, 2), 4, LEVEL_MODERATE, in_glare, 105);

	(void)state;
	assert_int_equal(hand.wrong, 0);
	assert_int_equal(glare.wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pads_are_followed_through_a_lens),
		cmocka_unit_test(bent_pads_are_never_wrong),
		cmocka_unit_test(no_bubble_is_taken_for_the_one_beside_it),
		cmocka_unit_test(folded_pads_are_followed),
		cmocka_unit_test(pads_folded_in_three_are_followed),
		cmocka_unit_test(corner_tags_are_not_needed),
		cmocka_unit_test(light_is_never_taken_for_a_mark),
	};
	struct problem problem;
	int failed;

	if (sodium_init() < 0)
		return 1;
	shaper = shaper_create(&problem);
	eye = eye_create(kiosk_eye_game);
	if (shaper == NULL)
		return 1;
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	eye_destroy(eye);
	shaper_destroy(shaper);
	return failed;
}
