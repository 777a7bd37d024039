/* SPDX-License-Identifier: MIT
 * Where there is nothing of ours the eye sees nothing: empty tables, pages of
 * text, noise, patterns, other people's QR codes and other people's tags, more
 * than five hundred pictures. No code, no hand, no form, no mark is invented.
 * A tag of our own family on something that is not ours may be seen, but
 * belongs to no game. With a number N, only one in N is looked at.
 *     test-eye_nothing [NUMBER] */
#include <apriltag/apriltag.h>
#include <apriltag/tag25h9.h>
#include <apriltag/tag36h11.h>
#include <apriltag/tagStandard41h12.h>
#include <math.h>
#include <qrencode.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/sight/code_list.h"
#include "tests/kiosk/eye/camera.h"
#include "tests/kiosk/eye/looking.h"
#include "tests/tools.h"

#define PAGE_W 1240 /* pixels: A4 at 150 dpi */
#define PAGE_H 1754

static struct eye *eye;
static unsigned one_in = 1;
static uint64_t dice = 99;

/* What stands on a page is up to `draw`; the camera adds the rest. */
static void
look_at(void (*draw)(struct image *page, unsigned n), unsigned pictures)
{
	for (unsigned n = 0; n < pictures / one_in; n++) {
		struct sheet sheet = {.image = {PAGE_W, PAGE_H, malloc((size_t)PAGE_W * PAGE_H)}};
		const struct rect part = {0, 0, 10000, 14000}; /* at 300 dpi, as sheets are */
		struct camera camera;
		struct sight sight;

		memset(sheet.image.grey, 250, (size_t)PAGE_W * PAGE_H);
		draw(&sheet.image, n);
		camera_init(&camera, 800, 600, dice_roll(&dice));
		camera_lay(&camera, &sheet, &part,
			&(struct pose){.x = 400,
				.y = 300,
				.scale = camera_between(&camera, 4, 7),
				.turn = camera_between(&camera, 0, 360),
				.tilt = camera_between(&camera, 0, 30),
				.tilt_towards = camera_between(&camera, 0, 360)});
		camera_shoot(&camera, (enum level)(n % LEVELS));
		code_list_look(NULL, eye, &camera.photo, &sight);
		if (sight.codes->len + sight.forms->len + sight.tags->len > 0)
			fail_msg("picture %u: %u codes, %u forms, %u tags", n, sight.codes->len, sight.forms->len,
				sight.tags->len);
		sight_finish(&sight);
		camera_finish(&camera);
		image_finish(&sheet.image);
	}
}

static void
dot(struct image *page, int x, int y, int size, uint8_t grey)
{
	for (int j = y; j < y + size; j++)
		for (int i = x; i < x + size; i++)
			if (i >= 0 && j >= 0 && i < page->width && j < page->height)
				page->grey[(size_t)j * (size_t)page->width + (size_t)i] = grey;
}

static void
nothing(struct image *page, unsigned n)
{
	(void)page;
	(void)n;
}

/* Lines of letters, as far as a camera can tell. */
static void
text(struct image *page, unsigned n)
{
	int size = 2 + (int)(n % 5);

	for (int y = 100; y < page->height - 100; y += size * 8)
		for (int x = 100; x < page->width - 100; x += size * 5)
			for (int i = 0; dice_below(&dice, 6) > 0 && i < 9; i++)
				dot(page, x + (int)dice_below(&dice, 4) * size, y + (int)dice_below(&dice, 5) * size,
					size, 20);
}

/* Squares and circles in rows: a form of somebody else's. */
static void
form(struct image *page, unsigned n)
{
	int size = 30 + (int)(n % 40);

	for (int y = 100; y < page->height - 150; y += size * 2)
		for (int x = 100; x < page->width - 150; x += size * 2) {
			bool round = dice_below(&dice, 2), filled = dice_below(&dice, 3) == 0;

			for (int j = 0; j < size; j++)
				for (int i = 0; i < size; i++) {
					double r = hypot(i - size / 2.0, j - size / 2.0);
					bool edge = round ? fabs(r - size / 2.0 + 3) < 2.5
							  : i < 4 || j < 4 || i >= size - 4 || j >= size - 4;

					if (edge || (filled && r < size / 3.0))
						dot(page, x + i, y + j, 1, 10);
				}
		}
}

static void
noise(struct image *page, unsigned n)
{
	int size = 4 + (int)(n % 12);

	for (int y = 0; y < page->height; y += size)
		for (int x = 0; x < page->width; x += size)
			dot(page, x, y, size, dice_below(&dice, 2) ? 0 : 255);
}

/* Codes of other people: addresses, numbers, and twenty characters that are no code of ours. */
static void
foreign_qr(struct image *page, unsigned n)
{
	static const char alphabet[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
	char words[64];
	QRcode *code;
	int module = 8 + (int)(n % 8);

	if (n % 3 == 0)
		snprintf(words, sizeof words, "https://example.org/%llx", (unsigned long long)dice_roll(&dice));
	else
		for (int i = 0; i <= 20; i++)
			words[i] = i < 20 ? alphabet[dice_below(&dice, 32)] : '\0';
	code = QRcode_encodeString(words, 0, QR_ECLEVEL_M, QR_MODE_8, 1);
	for (int i = 0; i < code->width * code->width; i++)
		if (code->data[i] & 1)
			dot(page, 300 + i % code->width * module, 400 + i / code->width * module, module, 0);
	QRcode_free(code);
}

/* Tags of other families. */
static void
foreign_tag(struct image *page, unsigned n)
{
	apriltag_family_t *family = n % 3 == 0 ? tag36h11_create()
		: n % 3 == 1                   ? tag25h9_create()
					       : tagStandard41h12_create();
	int module = 10 + (int)(n % 10), inside = (family->total_width - family->width_at_border) / 2;

	for (int tag = 0; tag < 6; tag++) {
		uint64_t bits = family->codes[dice_below(&dice, family->ncodes)];
		int left = 150 + tag % 2 * 500, top = 150 + tag / 2 * 450;

		if (!family->reversed_border)
			dot(page, left + inside * module, top + inside * module, family->width_at_border * module, 0);
		for (uint32_t i = 0; i < family->nbits; i++)
			dot(page, left + ((int)family->bit_x[i] + inside) * module,
				top + ((int)family->bit_y[i] + inside) * module, module,
				bits >> (family->nbits - i - 1) & 1 ? 255 : 0);
	}
	if (n % 3 == 0)
		tag36h11_destroy(family);
	else if (n % 3 == 1)
		tag25h9_destroy(family);
	else
		tagStandard41h12_destroy(family);
}

static void
empty_pages_show_nothing(void **state)
{
	(void)state;
	look_at(nothing, 40);
}
static void
pages_of_text_show_nothing(void **state)
{
	(void)state;
	look_at(text, 110);
}
static void
other_forms_show_nothing(void **state)
{
	(void)state;
	look_at(form, 110);
}
static void
patterns_show_nothing(void **state)
{
	(void)state;
	look_at(noise, 60);
}
static void
other_codes_are_ignored(void **state)
{
	(void)state;
	look_at(foreign_qr, 110);
}
static void
other_tags_are_ignored(void **state)
{
	(void)state;
	look_at(foreign_tag, 110);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(empty_pages_show_nothing),
		cmocka_unit_test(pages_of_text_show_nothing),
		cmocka_unit_test(other_forms_show_nothing),
		cmocka_unit_test(patterns_show_nothing),
		cmocka_unit_test(other_codes_are_ignored),
		cmocka_unit_test(other_tags_are_ignored),
	};
	int failed;

	if (argc > 1)
		one_in = (unsigned)MAX(1, atoi(argv[1]));
	if (sodium_init() < 0 || (eye = eye_create(NULL)) == NULL)
		return 1;
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	eye_destroy(eye);
	return failed;
}
