/* SPDX-License-Identifier: MIT
 * Pages and photos for the tests of the eye. */
#include "tests/tools.h"

#include "tests/kiosk/eye/eye_photo.h"

#include <cairo.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/piece/geometry.h"
#include "tests/kiosk/eye/camera.h"

struct image
photo_blank(int32_t w, int32_t h, uint8_t grey)
{
	struct image image = {w, h, malloc((size_t)w * (size_t)h)};

	memset(image.grey, grey, (size_t)w * (size_t)h);
	return image;
}

static struct image
load(const char *file)
{
	cairo_surface_t *surface = cairo_image_surface_create_from_png(file);
	int stride = cairo_image_surface_get_stride(surface);
	struct image image;

	assert_int_equal(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
	image = photo_blank(cairo_image_surface_get_width(surface), cairo_image_surface_get_height(surface), 0);
	for (int32_t y = 0; y < image.height; y++) {
		const uint32_t *row =
			(const uint32_t *)(const void *)(cairo_image_surface_get_data(surface) + (ptrdiff_t)y * stride);

		for (int32_t x = 0; x < image.width; x++)
			image.grey[y * image.width + x] =
				(uint8_t)(((row[x] >> 16 & 255) * 77 + (row[x] >> 8 & 255) * 150 +
						  (row[x] & 255) * 29) >>
					8);
	}
	cairo_surface_destroy(surface);
	return image;
}

struct image
photo_print(const char *seedpress, const char *game, const char *seed, const char *players, int page)
{
	char *folder = g_dir_make_tmp("seedpress-eye-XXXXXX", NULL), *error = NULL;
	char *out = g_build_filename(folder, "page.png", NULL), *name, *file;
	const char *argv[] = {
		seedpress, "print", game, "--seed", seed, "--players", players, "--format", "png", "-o", out, NULL};
	struct image image = {0};
	const char *entry;
	GDir *dir;
	int status;

	assert_true(g_spawn_sync(NULL, (char **)(uintptr_t)argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL,
		&error, &status, NULL));
	if (status != 0)
		print_error("%s\n", error);
	assert_int_equal(status, 0);
	name = g_strdup_printf("page-%d.png", page);
	file = g_build_filename(folder, name, NULL);
	if (!g_file_test(file, G_FILE_TEST_EXISTS)) {
		g_free(file);
		file = g_strdup(out);
	}
	image = load(file);
	dir = g_dir_open(folder, 0, NULL);
	while ((entry = g_dir_read_name(dir)) != NULL) {
		char *path = g_build_filename(folder, entry, NULL);

		g_unlink(path);
		g_free(path);
	}
	g_dir_close(dir);
	g_rmdir(folder);
	g_free(file);
	g_free(name);
	g_free(out);
	g_free(folder);
	g_free(error);
	return image;
}

/* Ink on a round spot of the page, in pixels. */
static void
dab(struct image *page, double x, double y, double radius, uint8_t grey)
{
	for (int32_t j = (int32_t)(y - radius); j <= (int32_t)(y + radius); j++)
		for (int32_t i = (int32_t)(x - radius); i <= (int32_t)(x + radius); i++)
			if (i >= 0 && j >= 0 && i < page->width && j < page->height &&
				hypot(i + 0.5 - x, j + 0.5 - y) <= radius)
				page->grey[j * page->width + i] = MIN(page->grey[j * page->width + i], grey);
}

static void
stroke(struct image *page, double x0, double y0, double x1, double y1)
{
	for (int i = 0; i <= 60; i++)
		dab(page, x0 + (x1 - x0) * i / 60, y0 + (y1 - y0) * i / 60, 3.5, 40);
}

void
photo_mark(struct image *page, const struct form *form, const char *id, enum pen pen)
{
	for (unsigned i = 0; i < form->bubbles; i++) {
		struct rect at = form->bubble[i].at;
		double r = at.w / 2.0 * DOT, x = (at.x + (21000 - form->w) / 2.0) * DOT + r;
		double y = (at.y + (29700 - form->h) / 2.0) * DOT + r;

		if (strcmp(form->bubble[i].id, id) != 0)
			continue;
		if (pen == DISC || pen == PENCIL)
			dab(page, x + 2, y - 1, r * 0.85, pen == DISC ? 30 : 110);
		if (pen == FAINT)
			dab(page, x, y, r * 0.8, 215);
		if (pen == CROSS) {
			stroke(page, x - r, y - r * 0.8, x + r * 0.9, y + r);
			stroke(page, x - r * 0.8, y + r, x + r, y - r * 0.9);
		}
		if (pen == TICK) {
			stroke(page, x - r * 0.7, y, x - r * 0.1, y + r * 0.8);
			stroke(page, x - r * 0.1, y + r * 0.8, x + r, y - r);
		}
		return;
	}
	fail_msg("there is no bubble %s", id);
}

void
photo_expose(struct image *image, const struct view *view, uint64_t *dice)
{
	for (int32_t y = 0; y < image->height; y++) {
		for (int32_t x = 0; x < image->width; x++) {
			double u = (double)x / image->width, v = (double)y / image->height, noise = 0;
			double light = 0.92 * (1 - view->falloff * (u + v) / 2);

			if (view->shadow)
				light *= 1 - 0.35 / (1 + exp((u - 0.2 - 0.6 * v) * 60));
			for (int i = 0; view->noise > 0 && i < 4; i++)
				noise += (double)dice_below(dice, 1001) / 1000 - 0.5;
			image->grey[y * image->width + x] = (uint8_t)CLAMP(
				image->grey[y * image->width + x] * light + 12 + noise * view->noise * 1.73, 0, 255);
		}
	}
}

struct image
photo_take(const struct image *page, const struct view *view, uint64_t *dice)
{
	struct image photo = photo_blank(view->w, view->h, 90);
	double scale = MIN(view->w * view->fill / page->width, view->h * view->fill / page->height);
	double c = cos(view->turn * G_PI / 180), s = sin(view->turn * G_PI / 180);
	double *bend = g_new(double, page->width);
	struct point from[4], to[4];
	struct homography map;

	for (int i = 0; i < 4; i++) {
		double u = (i == 1 || i == 2 ? 1 : -1) * page->width / 2.0 * scale;
		double v = (i >= 2 ? 1 : -1) * page->height / 2.0 * scale;

		u *= i < 2 ? 1 - view->tilt : 1;
		from[i] =
			(struct point){view->w / 2.0 + 0.97 * (c * u - s * v), view->h / 2.0 + 0.97 * (s * u + c * v)};
		to[i] = (struct point){i == 1 || i == 2 ? page->width : 0, i >= 2 ? page->height : 0};
	}
	assert_true(homography_fit(from, to, 4, &map));
	for (int32_t x = 0; x < page->width; x++)
		bend[x] = view->bend / scale * sin(G_PI * (x + 0.5) / page->width);
	for (int32_t y = 0; y < view->h; y++) {
		for (int32_t x = 0; x < view->w; x++) {
			double sum = 0;

			for (int n = 0; n < 4; n++) {
				struct point at = homography_map(
					&map, (struct point){x + (n % 2 + 0.5) / 2, y + (n / 2 + 0.5) / 2});

				if (at.x >= 0 && at.x < page->width)
					at.y += bend[(int32_t)at.x];
				sum += at.x < 0 || at.y < 0 || at.x >= page->width || at.y >= page->height
					? 90
					: image_grey_at(page, at);
			}
			photo.grey[y * view->w + x] = (uint8_t)(sum / 4);
		}
	}
	g_free(bend);
	if (view->blur > 0)
		camera_blur(&photo, view->blur);
	photo_expose(&photo, view, dice);
	return photo;
}
