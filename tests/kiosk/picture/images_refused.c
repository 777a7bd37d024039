/* SPDX-License-Identifier: MIT
 * Files that are no pictures, too large, cut short, damaged or hostile cost one
 * sentence each, and a part of a picture is never taken for a whole one. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "kiosk/picture/decode.h"
#include "kiosk/picture/worker.h"
#include "tests/kiosk/picture/pictures.h"
#include "tests/tools.h"

#define KINDS 8

/* A small file of each kind. */
static struct file
sample(int kind)
{
	struct image image = picture(90, 60);
	struct file file = {0};

	switch (kind) {
	case 0:
		file = jpeg_write(&image, JPEG_COLOUR, 6, true);
		break;
	case 1:
		file = jpeg_write(&image, JPEG_PROGRESSIVE, 0, false);
		break;
	case 2:
		file = png_write(&image, PNG_COLOR_TYPE_RGB_ALPHA, 16, true);
		break;
	case 3:
		file = png_write(&image, PNG_COLOR_TYPE_PALETTE, 8, false);
		break;
	case 4:
		file = webp_write(&image, false, true);
		break;
	case 5:
		file = webp_write(&image, true, false);
		break;
	case 6:
		file = tiff_write(&image, TIFF_LZW, 2, 6);
		break;
	case 7:
		file = tiff_write(&image, TIFF_TILES, 1, 1);
		break;
	}
	image_finish(&image);
	return file;
}

/* Takes all pages and closes the worker; its problem, if any. */
static struct problem
outcome(struct worker *worker, unsigned *pages)
{
	struct problem problem = {.status = STATUS_OK};
	struct image image;

	for (*pages = 0; worker_next(worker, &image); ++*pages)
		image_finish(&image);
	if (worker_problem(worker) != NULL)
		problem = *worker_problem(worker);
	worker_close(worker);
	return problem;
}

static void
refused(struct worker *worker, const char *name, const char *expected)
{
	unsigned pages;
	struct problem problem = outcome(worker, &pages);

	assert_int_equal(pages, 0);
	assert_string_equal(message_id(&problem.message), expected);
	assert_string_equal(message_text(&problem.message, "name"), name);
}

static void
what_is_no_picture_is_refused_with_what_to_do(void **state)
{
	static const struct {
		const char *bytes;
		size_t size;
		const char *problem;
	} files[] = {
		{"", 0, "image-empty"},
		{"x", 1, "image-unknown"},
		{"GIF89a", 6, "image-unknown"},
		{"\0\0\0\30ftypheic\0\0\0\0", 16, "image-heif"},
		{"\xFF\xD8\xFF", 3, "image-cut"},
		{"\x89PNG\r\n\x1A\n", 8, "image-cut"},
		{"II*\0\10", 5, "image-cut"},
		{"RIFF\144\0\0\0WEBP", 12, "image-cut"},
		{"%PDF-1.5\n", 9, "image-cut"},
		{"%PDF-1.5\nnothing\n%%EOF\n", 23, "image-locked"},
		{"RIFF\52\0\0\0WEBPVP8X\12\0\0\0\2\0\0\0\7\0\0\7\0\0ANIM\6\0\0\0\0\0\0\0\0\0ANMF", 48,
			"image-animated"},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(files); i++)
		refused(worker_open_bytes("a", files[i].bytes, files[i].size, NULL), "a", files[i].problem);
}

static void
what_is_no_file_is_refused_at_once(void **state)
{
	char folder[] = "/tmp/seedpress-XXXXXX";
	char path[40];
	int large = memfd_create("large", MFD_CLOEXEC);

	(void)state;
	refused(worker_open("/nonexistent/a.jpg", "/nonexistent/a.jpg", NULL), "/nonexistent/a.jpg",
		"image-unreadable");
	refused(worker_open("/tmp", "/tmp", NULL), "/tmp", "image-directory");
	refused(worker_open("/dev/zero", "/dev/zero", NULL), "/dev/zero", "image-no-file");
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/pipe", folder);
	assert_int_equal(mkfifo(path, 0600), 0);
	refused(worker_open(path, path, NULL), path, "image-no-file");
	unlink(path);
	rmdir(folder);
	assert_int_equal(ftruncate(large, (off_t)IMAGE_FILE_MAX + 1), 0);
	snprintf(path, sizeof path, "/proc/self/fd/%d", large);
	refused(worker_open(path, "a", NULL), "a", "image-file-huge");
	close(large);
}

/* The size in a header, high byte first, `bytes` of it. */
static void
set_size(uint8_t *at, size_t size, int bytes)
{
	for (int i = bytes - 1; i >= 0; i--, size >>= 8)
		at[i] = (uint8_t)size;
}

static void
huge(struct worker *worker, const char *megapixels)
{
	unsigned pages;
	struct problem problem = outcome(worker, &pages);

	assert_int_equal(pages, 0);
	assert_true(problem_is(&problem, "image-huge"));
	assert_string_equal(message_text(&problem.message, "megapixels"), megapixels);
}

static void
more_than_a_hundred_megapixels_are_refused_by_the_header(void **state)
{
	struct image wide = picture(50000, 1);
	struct file file = sample(0);
	uint8_t *frame = memmem(file.at, file.size, "\xFF\xC0\0\21\10", 5);
	static const uint8_t webp[] = "RIFF\26\0\0\0WEBPVP8L\12\0\0\0\x2F\xFF\xFF\xFF\x0F\0\0\0\0\0";

	(void)state;
	assert_non_null(frame);
	set_size(frame + 5, 20000, 2);
	set_size(frame + 7, 20000, 2);
	huge(worker_open_bytes("a", file.at, file.size, NULL), "400");
	free(file.at);
	/* A PNG's header has a check of its own: make the picture wide and say it is high. */
	file = png_write(&wide, PNG_COLOR_TYPE_GRAY, 8, false);
	set_size(file.at + 20, 2001, 4);
	set_size(file.at + 29, crc32(0, file.at + 12, 17), 4);
	huge(worker_open_bytes("a", file.at, file.size, NULL), "101");
	free(file.at);
	huge(worker_open_bytes("a", webp, sizeof webp - 1, NULL), "269");
	image_finish(&wide);
}

static void
pages_beyond_the_bound_are_not_read(void **state)
{
	struct image image = picture(4, 4);
	struct file file = tiff_write(&image, TIFF_PLAIN, IMAGE_PAGES_MAX + 1, 1);
	unsigned pages;
	struct problem problem = outcome(worker_open_bytes("a.tif", file.at, file.size, NULL), &pages);

	(void)state;
	assert_int_equal(pages, IMAGE_PAGES_MAX);
	assert_true(problem_is(&problem, "image-pages"));
	free(file.at);
	image_finish(&image);
}

/* The n-th place, from 0, of the first 40 bytes of a page's deflated pixels. */
static uint8_t *
deflated_page(const struct file *file, unsigned n)
{
	uint8_t *first = memmem(file->at, file->size, "\x78\x9c", 2), *at = first;

	assert_non_null(first);
	for (; n > 0; n--) {
		size_t left = file->size - (size_t)(at + 1 - file->at);

		at = memmem(at + 1, left, first, 40);
		assert_non_null(at);
	}
	return at;
}

static void
a_damaged_page_costs_no_other(void **state)
{
	struct image image = picture(90, 60);

	(void)state;
	for (unsigned damaged = 0; damaged < 3; damaged++) {
		struct file file = tiff_write(&image, TIFF_COLOUR, 3, 1);
		char expected[60], sentence[MESSAGE_TEXT];
		struct problem problem;
		unsigned pages;

		memset(deflated_page(&file, damaged) + 10, 0xFF, 20);
		problem = outcome(worker_open_bytes("a.tif", file.at, file.size, NULL), &pages);
		problem_write(&problem, &audience_terminal, sentence, sizeof sentence);
		snprintf(expected, sizeof expected, "page %u of a.tif is damaged; send it again", damaged + 1);
		assert_int_equal(pages, 2);
		assert_string_equal(sentence, expected);
		free(file.at);
	}
	image_finish(&image);
}

static void
a_file_that_is_cut_short_is_never_taken_for_a_whole_one(void **state)
{
	struct file pdf = pdf_write(2);

	(void)state;
	for (int kind = 0; kind <= KINDS; kind++) {
		struct file file = kind < KINDS ? sample(kind) : pdf;

		for (size_t part = 0; part < 20; part++) {
			unsigned pages;
			struct problem problem =
				outcome(worker_open_bytes("a", file.at, file.size * part / 20, NULL), &pages);

			assert_int_not_equal(problem.status, STATUS_OK);
			assert_in_range(pages, 0, 1);
			/* Enough of it to see what it was going to be. */
			if (kind < 6 && file.size * part / 20 >= 12)
				assert_true(problem_is(&problem, "image-cut"));
		}
		free(file.at);
	}
}

static bool
drop_page(void *receiver, const struct image *image)
{
	(void)receiver;
	return image->width > 0;
}

/* Thousands in this process, where a sanitizer sees them, and some through workers. */
static void
flipped_bits_do_no_harm(void **state)
{
	uint64_t dice = 4;

	(void)state;
	for (int kind = 0; kind < KINDS; kind++) {
		struct file file = sample(kind);
		uint8_t *copy = malloc(file.size);

		for (int round = 0; round < 500; round++) {
			struct decoder decoder = {
				.bytes = copy, .size = file.size, .pixels_max = 1000000, .page = drop_page};
			/* Every other time in the header only. */
			uint32_t first = (uint32_t)(round % 2 == 0 || file.size < 100 ? file.size : 100);
			unsigned pages;

			memcpy(copy, file.at, file.size);
			for (uint32_t flips = 1 + dice_below(&dice, 4); flips > 0; flips--)
				copy[dice_below(&dice, first)] ^= (uint8_t)(1 << dice_below(&dice, 8));
			assert_in_range(decode(&decoder), 0, DECODE_STATUSES - 1);
			if (round % 20 == 0)
				outcome(worker_open_bytes("a", copy, file.size, NULL), &pages);
		}
		free(copy);
		free(file.at);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_no_picture_is_refused_with_what_to_do),
		cmocka_unit_test(what_is_no_file_is_refused_at_once),
		cmocka_unit_test(more_than_a_hundred_megapixels_are_refused_by_the_header),
		cmocka_unit_test(pages_beyond_the_bound_are_not_read),
		cmocka_unit_test(a_damaged_page_costs_no_other),
		cmocka_unit_test(a_file_that_is_cut_short_is_never_taken_for_a_whole_one),
		cmocka_unit_test(flipped_bits_do_no_harm),
	};
	int failed = cmocka_run_group_tests_name("images_refused", tests, NULL, NULL);

	fork_server_stop();
	return failed;
}
