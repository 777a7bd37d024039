/* SPDX-License-Identifier: MIT
 * Pictures that are hard to read, each for one reason: the eye says which. */
#include <sodium.h>
#include <string.h>

#include "gen/canvas/shaping.h"
#include "gen/press/printed_game.h"
#include "kiosk/games/kiosk_game.h"
#include "kiosk/reading/advice.h"
#include "kiosk/sight/code_list.h"
#include "layouts/coupons.h"
#include "tests/kiosk/eye/looking.h"
#include "tests/kiosk/eye/scene.h"
#include "tests/tools.h"

static struct layer page;
static struct eye *eye;

static int
set_up(void **state)
{
	const struct print_job job = {
		.codes = {.game = &game_coupons, .players = 2, .seed = 3}, .count = 1, .paper = &paper_a4};
	struct page_plan plan;
	struct shaper *shaper;
	struct problem problem;

	(void)state;
	if (sodium_init() < 0 || (shaper = shaper_create(&problem)) == NULL)
		return -1;
	page_plan_init(&plan);
	printed_game_of(&game_coupons)->plan(&job, &plan);
	layer_draw(&page, &g_array_index(plan.pages, struct page, 0), shaper, 300);
	page_plan_finish(&plan);
	shaper_destroy(shaper);
	eye = eye_create(kiosk_eye_game);
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	layer_finish(&page);
	eye_destroy(eye);
	return 0;
}

/* A good picture of a strip on a plain table. */
static struct conditions
good(void)
{
	return (struct conditions){.width = 1280,
		.height = 720,
		.table = TABLE_PLAIN,
		.scale = 5,
		.away = 500,
		.cast = {1, 1, 1},
		.falloff = 0.1,
		.blur = 0.6,
		.noise = 2,
		.quality = 90};
}

/* Shoots it, and has the eye look. */
static struct sight_quality
quality_of(const struct conditions *conditions)
{
	const struct rect strip = coupons_strip();
	struct sight_quality quality;
	struct scene scene;
	struct sight sight;

	scene_init(&scene, conditions, 9);
	scene_lay(&scene, &page, &strip, &strip, &(struct lie){.turn = 3});
	assert_true(scene_shoot(&scene));
	code_list_look(NULL, eye, &scene.photo, &sight);
	quality = sight.quality;
	sight_finish(&sight);
	scene_finish(&scene);
	return quality;
}

/* Whether this is advised; NULL is anything. */
static bool
advises(const struct sight_quality *quality, const char *id)
{
	struct sight sight;
	bool does = false;

	sight_init(&sight, 0, 0);
	sight.quality = *quality;
	GPtrArray *advice = advice_of(&sight);
	for (unsigned i = 0; i < advice->len; i++)
		does |= id == NULL || message_is(NOTE(advice, i), id);
	g_ptr_array_free(advice, TRUE);
	sight_finish(&sight);
	return does;
}

static void
a_good_picture_needs_no_advice(void **state)
{
	struct conditions conditions = good();
	struct sight_quality quality = quality_of(&conditions);

	(void)state;
	assert_true(quality.module > 3.5 && quality.module < 5);
	assert_true(quality.tilt < 15);
	assert_false(advises(&quality, NULL));
}

static void
too_far_is_said_in_pixels(void **state)
{
	struct conditions conditions = good();
	struct sight_quality quality;

	(void)state;
	conditions.scale = 2;
	quality = quality_of(&conditions);
	assert_true(quality.module > 1.2 && quality.module < 2.3);
	assert_true(advises(&quality, "too-far-away"));
}

static void
blur_is_said(void **state)
{
	struct conditions conditions = good();
	struct sight_quality quality;

	(void)state;
	conditions.blur = 5;
	quality = quality_of(&conditions);
	assert_true(advises(&quality, "blurred"));
}

static void
glare_is_said_with_its_side(void **state)
{
	static const struct {
		double x, y;
		const char *id;
	} cases[] = {
		{200, 360, "glare-left"},
		{1080, 360, "glare-right"},
		{640, 360, "glare-middle"},
	};

	(void)state;
	for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct conditions conditions = good();
		struct sight_quality quality;

		conditions.falloff = 0.3;
		conditions.glare = 400;
		conditions.glare_size = 160;
		conditions.glare_x = cases[i].x;
		conditions.glare_y = cases[i].y;
		quality = quality_of(&conditions);
		print_message("glare %.3f at %d\n", quality.glare, (int)quality.glare_at);
		assert_true(advises(&quality, cases[i].id));
	}
}

static void
tilt_is_said(void **state)
{
	struct conditions conditions = good();
	struct sight_quality quality;

	(void)state;
	conditions.tilt = 58;
	conditions.tilt_towards = 90;
	quality = quality_of(&conditions);
	print_message("tilt %.0f\n", quality.tilt);
	assert_true(quality.tilt > 45 && quality.tilt < 70);
	assert_true(advises(&quality, "tilted"));
}

/* The page of a PDF is not held differently, and there is no lamp. */
static void
pages_of_a_pdf_get_no_advice_for_cameras(void **state)
{
	const struct sight_quality photo = {.module = 2, .blur = 9, .tilt = 60, .glare_at = GLARE_MIDDLE};
	struct sight_quality page_of_pdf = photo;
	static const char *const ids[] = {"too-far-away", "blurred", "tilted", "glare-middle"};

	(void)state;
	page_of_pdf.document = 1;
	for (unsigned i = 0; i < G_N_ELEMENTS(ids); i++) {
		assert_true(advises(&photo, ids[i]));
		assert_false(advises(&page_of_pdf, ids[i]));
	}
	assert_true(advises(&page_of_pdf, "page-too-coarse"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_good_picture_needs_no_advice),
		cmocka_unit_test(too_far_is_said_in_pixels),
		cmocka_unit_test(blur_is_said),
		cmocka_unit_test(glare_is_said_with_its_side),
		cmocka_unit_test(tilt_is_said),
		cmocka_unit_test(pages_of_a_pdf_get_no_advice_for_cameras),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
