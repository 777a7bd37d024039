/* SPDX-License-Identifier: MIT
 * Coupons before the wider camera: the eye reads as many tags as libapriltag does when it searches every
 * pixel with one bit corrected, or more. */
#include "tests/tools.h"

#include <apriltag/apriltag.h>
#include <apriltag/tagStandard52h13.h>
#include <sodium.h>
#include <stdio.h>

#include "gen/canvas/shaping.h"
#include "gen/press/printed_game.h"
#include "kiosk/sight/code_list.h"
#include "layouts/coupons.h"
#include "tests/kiosk/eye/scene.h"

#define PICTURES 10

/* Lays the coupons of a sheet a little apart, each turned differently. */
static void
lay(struct scene *scene, const struct layer *layer, const struct coupons_layout *layout, uint64_t *dice)
{
	for (int i = 0; i < COUPONS_A_SHEET; i++) {
		const struct rect part = coupon_rect(&layout->coupon[0][i]);

		scene_lay(scene, layer, &part, &part,
			&(struct lie){.x = 1.15 * (part.x + part.w / 2.0 - 9500) / 100,
				.y = 1.15 * (part.y + part.h / 2.0 - 12000) / 100,
				.turn = dice_between(dice, -6, 6),
				.bow = dice_between(dice, 0, 1.5)});
	}
}

static unsigned
read_raw(apriltag_detector_t *raw, const struct image *photo)
{
	image_u8_t view = {.width = photo->width, .height = photo->height, .stride = photo->width, .buf = photo->grey};
	zarray_t *found = apriltag_detector_detect(raw, &view);
	unsigned count = (unsigned)zarray_size(found);

	apriltag_detections_destroy(found);
	return count;
}

static void
no_tag_is_lost_that_the_library_reads(void **state)
{
	apriltag_family_t *family = tagStandard52h13_create();
	apriltag_detector_t *raw = apriltag_detector_create();
	struct shaper *shaper = shaper_create(&(char *){NULL});
	struct eye *eye = eye_create();
	unsigned ours = 0, theirs = 0;
	uint64_t dice = 7;

	(void)state;
	apriltag_detector_add_family_bits(raw, family, 1);
	raw->quad_decimate = 1;
	for (unsigned n = 0; n < PICTURES; n++) {
		struct print_job job = {.codes = {.game = &game_coupons, .players = 2, .seed = dice_roll(&dice) & SEED_MAX},
			.count = 1,
			.paper = &paper_a4};
		struct coupons_layout layout;
		struct conditions conditions;
		struct page_plan plan;
		struct layer layer;
		struct scene scene;
		struct sight sight;
		struct code code;

		page_plan_init(&plan);
		printed_game_of(&game_coupons)->plan(&job, &plan);
		layer_draw(&layer, &g_array_index(plan.pages, struct page, 0), shaper, 300);
		print_job_code(&job, 0, 0, &code);
		game_coupons.build(&layout, &code);
		scene_conditions(&conditions, LEVEL_MODERATE, 1920, 1080, 3.2, &dice);
		conditions.roll = 90;
		scene_init(&scene, &conditions, dice_roll(&dice));
		lay(&scene, &layer, &layout, &dice);
		assert_true(scene_shoot(&scene));
		code_list_look(NULL, eye, &scene.photo, &sight);
		ours += sight.tags->len;
		theirs += read_raw(raw, &scene.photo);
		sight_finish(&sight);
		scene_finish(&scene);
		layer_finish(&layer);
		page_plan_finish(&plan);
	}
	print_message("%u tags, libapriltag %u\n", ours, theirs);
	assert_in_range(theirs, COUPONS_A_SHEET * PICTURES / 2, ours);
	eye_destroy(eye);
	shaper_destroy(shaper);
	apriltag_detector_destroy(raw);
	tagStandard52h13_destroy(family);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(no_tag_is_lost_that_the_library_reads)};

	return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
