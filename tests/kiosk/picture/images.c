/* SPDX-License-Identifier: MIT
 * Every format that is read, written by its own library and read back through a
 * worker: upright, grey, page after page, alike from files and from memory. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <png.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kiosk/picture/worker.h"
#include "tests/kiosk/picture/pictures.h"
#include "tests/tools.h"

#define WIDTH  90
#define HEIGHT 60

/* The largest difference between two pictures; 255 when their sizes differ. */
static int
difference(const struct image *a, const struct image *b)
{
	int most = 0;

	if (a->width != b->width || a->height != b->height)
		return 255;
	for (int32_t i = 0; i < a->width * a->height; i++) {
		int here = abs(a->grey[i] - b->grey[i]);

		most = here > most ? here : most;
	}
	return most;
}

/* The file, freed here, has `pages` pages, all nearly like `expected`. */
static void
check(struct file file, const struct image *expected, unsigned pages, int tolerance)
{
	struct worker *worker = worker_open_bytes("a", file.at, file.size, NULL);
	struct image image;
	unsigned count = 0;

	while (worker_next(worker, &image)) {
		assert_in_range(difference(&image, expected), 0, tolerance);
		image_finish(&image);
		count++;
	}
	if (worker_problem(worker) != NULL)
		fail_msg("%s", message_id(&worker_problem(worker)->message));
	assert_int_equal(count, pages);
	assert_false(worker_next(worker, &image));
	assert_null(image.grey);
	worker_close(worker);
	free(file.at);
}

static void
a_jpeg_comes_upright_however_the_camera_was_held(void **state)
{
	struct image upright = picture(WIDTH, HEIGHT);

	(void)state;
	for (unsigned orientation = 1; orientation <= 8; orientation++) {
		struct image held = picture_held(&upright, orientation);

		check(jpeg_write(&held, JPEG_GREY, orientation, false), &upright, 1, 12);
		check(jpeg_write(&held, JPEG_COLOUR, orientation, true), &upright, 1, 12);
		image_finish(&held);
	}
	check(jpeg_write(&upright, JPEG_COLOUR, 9, true), &upright, 1, 12);
	image_finish(&upright);
}

static void
every_kind_of_jpeg_becomes_grey(void **state)
{
	struct image image = picture(WIDTH, HEIGHT);

	(void)state;
	for (int kind = JPEG_GREY; kind <= JPEG_INKS; kind++)
		check(jpeg_write(&image, (enum jpeg_kind)kind, 0, false), &image, 1, 12);
	image_finish(&image);
}

/* The highest bits of a picture, spread over the whole range again. */
static struct image
coarse(const struct image *image, int depth)
{
	struct image result = picture(image->width, image->height);
	int most = (1 << depth) - 1;

	for (int32_t i = 0; i < image->width * image->height; i++)
		result.grey[i] = (uint8_t)((image->grey[i] >> (8 - depth)) * 255 / most);
	return result;
}

static void
every_kind_of_png_becomes_grey(void **state)
{
	static const struct {
		int type, depth;
	} kinds[] = {{PNG_COLOR_TYPE_GRAY, 1}, {PNG_COLOR_TYPE_GRAY, 2}, {PNG_COLOR_TYPE_GRAY, 4},
		{PNG_COLOR_TYPE_GRAY, 8}, {PNG_COLOR_TYPE_GRAY, 16}, {PNG_COLOR_TYPE_PALETTE, 8},
		{PNG_COLOR_TYPE_RGB, 8}, {PNG_COLOR_TYPE_RGB, 16}};
	struct image image = picture(WIDTH, HEIGHT);

	(void)state;
	for (size_t i = 0; i < LENGTH(kinds); i++) {
		struct image seen = coarse(&image, kinds[i].depth < 8 ? kinds[i].depth : 8);

		check(png_write(&image, kinds[i].type, kinds[i].depth, false), &seen, 1, 1);
		check(png_write(&image, kinds[i].type, kinds[i].depth, true), &seen, 1, 1);
		image_finish(&seen);
	}
	image_finish(&image);
}

/* The picture with as much white at its right. */
static struct image
beside_white(const struct image *image)
{
	struct image wide = picture(2 * image->width, image->height);

	memset(wide.grey, 255, (size_t)wide.width * (size_t)wide.height);
	for (int32_t y = 0; y < image->height; y++)
		memcpy(wide.grey + y * wide.width, image->grey + y * image->width, (size_t)image->width);
	return wide;
}

static void
what_is_transparent_shows_white_paper(void **state)
{
	struct image image = picture(WIDTH, HEIGHT), wide = beside_white(&image);

	(void)state;
	check(png_write(&image, PNG_COLOR_TYPE_GRAY_ALPHA, 8, false), &wide, 1, 1);
	check(png_write(&image, PNG_COLOR_TYPE_GRAY_ALPHA, 16, true), &wide, 1, 1);
	check(png_write(&image, PNG_COLOR_TYPE_RGB_ALPHA, 8, true), &wide, 1, 1);
	check(png_write(&image, PNG_COLOR_TYPE_RGB_ALPHA, 16, false), &wide, 1, 1);
	check(webp_write(&image, true, true), &wide, 1, 2);
	check(webp_write(&image, false, true), &wide, 1, 30);
	image_finish(&image);
	image_finish(&wide);
}

static void
webp_becomes_grey(void **state)
{
	struct image image = picture(WIDTH, HEIGHT);

	(void)state;
	check(webp_write(&image, true, false), &image, 1, 2);
	check(webp_write(&image, false, false), &image, 1, 30);
	image_finish(&image);
}

static void
every_page_of_a_tiff_comes_upright_without_its_thumbnail(void **state)
{
	struct image image = picture(WIDTH, HEIGHT);

	(void)state;
	for (int kind = TIFF_PLAIN; kind <= TIFF_FAX; kind++) {
		struct image seen = coarse(&image, kind == TIFF_FAX ? 1 : 8);

		for (unsigned orientation = 1; orientation <= 8; orientation++) {
			struct image held = picture_held(&image, orientation);

			check(tiff_write(&held, (enum tiff_kind)kind, 3, orientation), &seen, 3, 1);
			image_finish(&held);
		}
		image_finish(&seen);
	}
	image_finish(&image);
}

/* How many pixels of a page are dark, and that the first of them is where it was drawn. */
static int64_t
dark_pixels(const struct image *image)
{
	int32_t first = image->height / 4 * image->width + image->width / 4;
	int64_t dark = 0;

	for (int32_t i = 0; i < image->width * image->height; i++)
		dark += image->grey[i] < 128;
	assert_true(image->grey[first - 4 * image->width - 4] > 200);
	assert_true(image->grey[first + 4 * image->width + 4] < 50);
	return dark;
}

static void
every_page_of_a_pdf_has_eight_megapixels(void **state)
{
	struct file file = pdf_write(3);
	struct worker *worker = worker_open_bytes("a.pdf", file.at, file.size, NULL);
	struct image image;
	int page = 0;

	(void)state;
	while (worker_next(worker, &image)) {
		int64_t side, dark;

		page++;
		assert_in_range(image.width * image.height, 7900000, 8100000);
		side = image.width * page / 10;
		dark = dark_pixels(&image);
		assert_in_range(dark, side * side * 99 / 100, side * side * 101 / 100 + 8 * side);
		image_finish(&image);
	}
	assert_null(worker_problem(worker));
	assert_int_equal(page, 3);
	worker_close(worker);
	free(file.at);
}

static void
a_file_is_what_it_holds_and_not_what_it_is_called(void **state)
{
	struct image image = picture(WIDTH, HEIGHT), read;
	struct file file = png_write(&image, PNG_COLOR_TYPE_GRAY, 8, false);
	char path[] = "/tmp/seedpress-XXXXXX.jpg";
	int written = mkstemps(path, 4);
	struct worker *worker;

	(void)state;
	assert_int_equal(write(written, file.at, file.size), file.size);
	worker = worker_open(path, path, NULL);
	assert_true(worker_next(worker, &read));
	assert_int_equal(difference(&image, &read), 0);
	image_finish(&read);
	assert_false(worker_next(worker, &read));
	assert_null(worker_problem(worker));
	worker_close(worker);
	close(written);
	unlink(path);
	free(file.at);
	image_finish(&image);
}

/* Reads a picture many times; the count of failures is the answer. */
static void *
read_often(void *closure)
{
	const struct file *file = closure;
	uintptr_t failures = 0;

	for (int i = 0; i < 25; i++) {
		struct worker *worker = worker_open_bytes("a", file->at, file->size, NULL);
		struct image image;

		failures += !worker_next(worker, &image);
		image_finish(&image);
		if (i % 3 != 0) /* some are closed early */
			failures += worker_next(worker, &image) || worker_problem(worker) != NULL;
		worker_close(worker);
	}
	return (void *)failures;
}

static int
open_files(void)
{
	int count = 0;

	for (int file = 0; file < 256; file++)
		count += fcntl(file, F_GETFD) >= 0;
	return count;
}

static void
threads_read_at_the_same_time_and_leave_nothing_open(void **state)
{
	struct image image = picture(400, 300);
	struct file file = jpeg_write(&image, JPEG_COLOUR, 6, true);
	pthread_t threads[4];
	void *failures;
	int before;

	(void)state;
	assert_true(worker_start(NULL));
	before = open_files();
	for (size_t i = 0; i < LENGTH(threads); i++)
		assert_int_equal(pthread_create(&threads[i], NULL, read_often, &file), 0);
	for (size_t i = 0; i < LENGTH(threads); i++) {
		pthread_join(threads[i], &failures);
		assert_null(failures);
	}
	assert_int_equal(open_files(), before);
	free(file.at);
	image_finish(&image);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_jpeg_comes_upright_however_the_camera_was_held),
		cmocka_unit_test(every_kind_of_jpeg_becomes_grey),
		cmocka_unit_test(every_kind_of_png_becomes_grey),
		cmocka_unit_test(what_is_transparent_shows_white_paper),
		cmocka_unit_test(webp_becomes_grey),
		cmocka_unit_test(every_page_of_a_tiff_comes_upright_without_its_thumbnail),
		cmocka_unit_test(every_page_of_a_pdf_has_eight_megapixels),
		cmocka_unit_test(a_file_is_what_it_holds_and_not_what_it_is_called),
		cmocka_unit_test(threads_read_at_the_same_time_and_leave_nothing_open),
	};
	int failed = cmocka_run_group_tests_name("images", tests, NULL, NULL);

	fork_server_stop();
	return failed;
}
