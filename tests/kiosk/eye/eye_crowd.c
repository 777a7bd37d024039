/* SPDX-License-Identifier: MIT
 * Many QR codes in one picture: real ones are read, however many others are around, and a
 * picture that is made to keep the reader busy does not. */
#include <math.h>
#include <qrencode.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kiosk/eye/finders.h"
#include "kiosk/sight/code_list.h"
#include "tests/kiosk/eye/eye_photo.h"
#include "tests/kiosk/eye/looking.h"
#include "tests/tools.h"

#define QUIET    2  /* modules around a code: as near as they can be */
#define WORK_MAX 15 /* seconds: ten times what it takes, half of what it took in one piece */

static struct eye *eye;

/* Seconds of work in this process. */
static double
work(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void
fill(struct image *image, int32_t x, int32_t y, int32_t side)
{
	for (int32_t row = y; row < y + side; row++)
		memset(image->grey + (size_t)row * (size_t)image->width + (size_t)x, 0, (size_t)side);
}

/* Draws a text as QR code; returns its side with the quiet zone. */
static int32_t
draw_code(struct image *image, const char *text, int32_t x, int32_t y, int32_t module)
{
	QRcode *code = QRcode_encodeString(text, 1, QR_ECLEVEL_M, QR_MODE_8, 1);
	int32_t side;

	assert_non_null(code);
	side = (code->width + 2 * QUIET) * module;
	for (int32_t i = 0; image != NULL && i < code->width * code->width; i++)
		if (code->data[i] & 1)
			fill(image, x + (QUIET + i % code->width) * module, y + (QUIET + i / code->width) * module,
				module);
	QRcode_free(code);
	return side;
}

/* The text of one of many codes of ours. */
static void
text_of(unsigned n, char text[CODE_TEXT])
{
	const struct game *game = game_by_id("laundry");
	const struct code code = {.seed = n, .game = game->number, .version = game->version, .players = 2};

	code_write(&code, NULL, text);
}

static void
hundreds_of_packed_codes_are_read(void **state)
{
	const unsigned across = 20, down = 15;
	char text[CODE_TEXT] = "";
	struct sight sight;
	struct image image;
	double started;
	int32_t side;
	bool seen[300] = {false};
	unsigned found = 0;

	(void)state;
	text_of(0, text);
	side = draw_code(NULL, text, 0, 0, 4);
	image = photo_blank(side * (int32_t)across, side * (int32_t)down, 255);
	/* Two of three are other people's. */
	for (unsigned n = 0; n < across * down; n++) {
		if (n % 3 == 0)
			text_of(n, text);
		else
			g_snprintf(text, sizeof text, "HTTPS://OTHER.EXAMPLE/%u", n % 10);
		draw_code(&image, text, (int32_t)(n % across) * side, (int32_t)(n / across) * side, 4);
	}
	started = work();
	code_list_look(NULL, eye, &image, &sight);
	assert_true(work() - started < WORK_MAX);
	for (unsigned i = 0; i < sight.codes->len; i++) {
		const struct seen_code *code = SEEN_CODE(&sight, i);
		unsigned n = (unsigned)code->code.seed;

		assert_true(n < across * down && n % 3 == 0 && !seen[n]);
		seen[n] = true;
		found++;
		assert_true(fabs(code->corner[0].x - ((int32_t)(n % across) * side + QUIET * 4)) < 4);
		assert_true(fabs(code->corner[0].y - ((int32_t)(n / across) * side + QUIET * 4)) < 4);
	}
	/* Other threes of patterns cost some of those that stand like this. */
	assert_true(found >= 70);
	sight_finish(&sight);
	image_finish(&image);
}

/* Finder patterns as near to each other as they can be, with room left at a corner. */
static void
draw_finders(struct image *image, int32_t module, int32_t free)
{
	const int32_t step = 9 * module;

	for (int32_t y = 0; y + step <= image->height; y += step)
		for (int32_t x = 0; x + step <= image->width; x += step)
			for (int32_t i = 0; (x >= free || y >= free) && i < 49; i++) {
				int32_t dx = abs(i % 7 - 3), dy = abs(i / 7 - 3);

				if ((dx > dy ? dx : dy) != 2)
					fill(image, x + (1 + i % 7) * module, y + (1 + i / 7) * module, module);
			}
}

static void
a_code_among_finder_patterns_is_read_in_time(void **state)
{
	static const struct {
		int32_t module, code; /* of the patterns and of the code, in pixels */
	} cases[] = {{4, 4}, {4, 12}, {4, 30}, {6, 5}};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		struct image image = photo_blank(1088, 1088, 255);
		struct region region = {image.grey, image.width, image.height, image.width};
		char text[CODE_TEXT];
		struct sight sight;
		double started;

		text_of(7, text);
		draw_finders(
			&image, cases[i].module, draw_code(&image, text, 0, 0, cases[i].code) + 9 * cases[i].module);
		assert_true(finders_count(&region, false, 100000) > 100);
		started = work();
		code_list_look(NULL, eye, &image, &sight);
		assert_true(work() - started < WORK_MAX);
		if (sight.codes->len != 1)
			fail_msg("case %zu: %u codes", i, sight.codes->len);
		assert_string_equal(SEEN_CODE(&sight, 0)->text, text);
		sight_finish(&sight);
		image_finish(&image);
	}
}

/* Which lie between the rows that a code needs to be looked at. */
static void
patterns_of_single_pixels_cost_little(void **state)
{
	struct image image = photo_blank(3600, 3600, 255);
	struct sight sight;
	double started;

	(void)state;
	draw_finders(&image, 1, 0);
	started = work();
	code_list_look(NULL, eye, &image, &sight);
	assert_true(work() - started < WORK_MAX / 3.0);
	assert_int_equal(sight.codes->len, 0);
	sight_finish(&sight);
	image_finish(&image);
}

static void
patterns_are_counted_as_they_are(void **state)
{
	(void)state;
	for (int32_t module = 2; module < 9; module++) {
		struct image image = photo_blank(600, 500, 200);
		struct region region = {image.grey, image.width, image.height, image.width};
		unsigned there = (unsigned)(600 / (9 * module) * (500 / (9 * module)));

		assert_int_equal(finders_count(&region, false, 1000), 0);
		draw_finders(&image, module, 0);
		assert_int_equal(finders_count(&region, false, 1000), there > 512 ? 512 : there);
		assert_int_equal(finders_count(&region, false, 10), 10);
		image_finish(&image);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hundreds_of_packed_codes_are_read),
		cmocka_unit_test(a_code_among_finder_patterns_is_read_in_time),
		cmocka_unit_test(patterns_of_single_pixels_cost_little),
		cmocka_unit_test(patterns_are_counted_as_they_are),
	};
	int failed;

	eye = eye_create(NULL);
	eye_prepare(eye);
	failed = cmocka_run_group_tests_name("eye_crowd", tests, NULL, NULL);
	eye_destroy(eye);
	return failed;
}
