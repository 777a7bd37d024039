/* SPDX-License-Identifier: MIT
 * Coupons before the wider camera: the eye reads as many tags as libapriltag does when it searches every
 * pixel with one bit corrected, or more. Cards: it reads more codes than zxing alone. And which tag modules are
 * like. */
#include "tests/tools.h"

#include <apriltag/apriltag.h>
#include <apriltag/tagStandard52h13.h>
#include <sodium.h>
#include <stdio.h>

#include "gen/canvas/shaping.h"
#include "gen/press/printed_game.h"
#include "kiosk/eye/qr_reader.h"
#include "kiosk/eye/tag_words.h"
#include "kiosk/games/kiosk_game.h"
#include "kiosk/sight/code_list.h"
#include "layouts/coupons.h"
#include "tests/kiosk/eye/looking.h"
#include "tests/kiosk/eye/played.h"

#define PICTURES 10
#define CARDS    5

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
	struct shaper *shaper = shaper_create(&(struct problem){0});
	struct eye *eye = eye_create(kiosk_eye_game);
	unsigned ours = 0, theirs = 0;
	uint64_t dice = 7;

	(void)state;
	apriltag_detector_add_family_bits(raw, family, 1);
	raw->quad_decimate = 1;
	for (unsigned n = 0; n < PICTURES; n++) {
		struct print_job job = {
			.codes = {.game = &game_coupons, .players = 2, .seed = dice_roll(&dice) & SEED_MAX},
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
		codes_make(&job.codes, 0, 0, &code);
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

/* The modules of a tag, turned, each off by up to `noise`. */
static void
draw_bits(const apriltag_family_t *family, unsigned id, unsigned turns, double noise, uint64_t *dice,
	double bit[TAG_WORD_BITS])
{
	for (unsigned i = 0; i < TAG_WORD_BITS; i++) {
		bool white =
			family->codes[id] >> (TAG_WORD_BITS - 1 - (i + turns * TAG_WORD_BITS / 4) % TAG_WORD_BITS) & 1;

		bit[i] = (white ? 1 : -1) + dice_between(dice, -noise, noise);
	}
}

static void
blurred_modules_are_their_tag(void **state)
{
	apriltag_family_t *family = tagStandard52h13_create();
	struct tag_words *words = tag_words_create(family);
	uint64_t dice = 3;

	(void)state;
	for (unsigned n = 0; n < 40; n++) {
		unsigned id = dice_below(&dice, family->ncodes), turns = dice_below(&dice, 4);
		double bit[TAG_WORD_BITS];
		struct tag_word word;

		draw_bits(family, id, turns, 1.5, &dice, bit);
		tag_words_find(words, bit, &word);
		assert_int_equal(word.id, id);
		assert_int_equal(word.turns, (4 - turns) % 4);
		assert_true(word.likeness > 0.6 && word.ahead > 0);
		assert_in_range(word.off, 0, 26);
	}
	tag_words_destroy(words);
	tagStandard52h13_destroy(family);
}

static void
what_is_no_tag_is_like_none(void **state)
{
	apriltag_family_t *family = tagStandard52h13_create();
	struct tag_words *words = tag_words_create(family);
	double none[TAG_WORD_BITS] = {0};
	struct tag_word word;
	uint64_t dice = 4;

	(void)state;
	for (unsigned n = 0; n < 200; n++) {
		double bit[TAG_WORD_BITS];

		for (unsigned i = 0; i < TAG_WORD_BITS; i++)
			bit[i] = dice_between(&dice, -1, 1);
		tag_words_find(words, bit, &word);
		assert_true(word.likeness < 0.75);
	}
	tag_words_find(words, none, &word);
	assert_true(word.likeness == 0 && word.ahead == 0);
	tag_words_destroy(words);
	tagStandard52h13_destroy(family);
}

static void
keep_text(void *data, const char *text, const double corner[8])
{
	(void)corner;
	g_hash_table_add(data, g_strdup(text));
}

static void
codes_beside_others_are_looked_at_again(void **state)
{
	struct shaper *shaper = shaper_create(&(struct problem){0});
	struct eye *eye = eye_create(kiosk_eye_game);
	GHashTable *texts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL); /* that are read at first */
	unsigned ours = 0;
	uint64_t dice = 3;

	(void)state;
	for (unsigned n = 0; n < CARDS; n++) {
		struct conditions conditions;
		struct scene scene;
		struct sight sight;

		scene_conditions(&conditions, LEVEL_MODERATE, 1920, 1080, 4.2, &dice);
		conditions.roll = conditions.glare = 0;
		scene_init(&scene, &conditions, dice_roll(&dice));
		for (int i = 0; i < CARDS; i++) {
			struct played card;

			played_draw(&card, WIRES_STEEL, 0, 300, shaper, &dice);
			played_lay(&scene, &card,
				&(struct lie){.x = (i - CARDS / 2) * 70, .turn = dice_between(&dice, -9, 9)});
			played_finish(&card);
		}
		assert_true(scene_shoot(&scene));
		code_list_look(NULL, eye, &scene.photo, &sight);
		ours += sight.codes->len;
		qr_reader_read(&scene.photo, true, keep_text, texts);
		sight_finish(&sight);
		scene_finish(&scene);
	}
	print_message("%u codes, at first %u\n", ours, g_hash_table_size(texts));
	assert_in_range(g_hash_table_size(texts), 1, ours - 1);
	assert_in_range(ours, CARDS * CARDS - 3, CARDS * CARDS);
	g_hash_table_destroy(texts);
	eye_destroy(eye);
	shaper_destroy(shaper);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blurred_modules_are_their_tag),
		cmocka_unit_test(what_is_no_tag_is_like_none),
		cmocka_unit_test(codes_beside_others_are_looked_at_again),
		cmocka_unit_test(no_tag_is_lost_that_the_library_reads),
	};

	return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
