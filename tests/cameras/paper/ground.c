/* SPDX-License-Identifier: MIT
 * Tables: wood, cloth, glass, plain ones, and photographs if there is a folder of them. */
#include "tests/cameras/paper/ground.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Pixels of a side. */
#define SIDE 640

/* The photographs, read once. */
static struct texture *photos;
static unsigned photo_count;

static bool
read_photo(const char *file, struct texture *texture)
{
	cairo_surface_t *png = cairo_image_surface_create_from_png(file);
	cairo_surface_t *surface = cairo_image_surface_create(
		CAIRO_FORMAT_RGB24, cairo_image_surface_get_width(png), cairo_image_surface_get_height(png));
	cairo_t *cairo = cairo_create(surface);

	cairo_set_source_surface(cairo, png, 0, 0);
	cairo_paint(cairo);
	bool fine = cairo_status(cairo) == CAIRO_STATUS_SUCCESS && cairo_image_surface_get_width(png) > 1 &&
		texture_init(texture, cairo_image_surface_get_width(png), cairo_image_surface_get_height(png), 1);
	cairo_destroy(cairo);
	cairo_surface_destroy(png);
	cairo_surface_flush(surface);
	const unsigned char *data = cairo_image_surface_get_data(surface);

	for (int i = 0; fine && i < texture->w * texture->h; i++) {
		const unsigned char *row = data + i / texture->w * cairo_image_surface_get_stride(surface);
		uint32_t pixel = ((const uint32_t *)(const void *)row)[i % texture->w];

		for (int c = 0; c < 3; c++)
			texture->pixel[i][c] =
				(uint16_t)(linear_of((pixel >> (16 - 8 * c) & 255) / 255.0) * PAPER_WHITE);
		texture->pixel[i][3] = PAPER_WHITE;
	}
	cairo_surface_destroy(surface);
	return fine;
}

static gint
by_name(gconstpointer a, gconstpointer b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

bool
photo_use_grounds(const char *folder)
{
	for (unsigned i = 0; i < photo_count; i++)
		texture_finish(&photos[i]);
	free(photos);
	photos = NULL;
	photo_count = 0;
	if (folder == NULL)
		return true;
	GDir *dir = g_dir_open(folder, 0, NULL);
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);

	for (const char *name; dir != NULL && (name = g_dir_read_name(dir)) != NULL;)
		if (g_str_has_suffix(name, ".png"))
			g_ptr_array_add(names, g_build_filename(folder, name, NULL));
	g_ptr_array_sort(names, by_name);
	photos = calloc(names->len + 1, sizeof *photos);
	for (guint i = 0; photos != NULL && i < names->len; i++)
		photo_count += read_photo(g_ptr_array_index(names, i), &photos[photo_count]);
	g_ptr_array_unref(names);
	if (dir != NULL)
		g_dir_close(dir);
	return photo_count > 0;
}

static bool
copy_photo(struct texture *texture, double size, struct luck *luck)
{
	const struct texture *photo = &photos[luck_below(luck, photo_count)];

	if (!texture_init(texture, photo->w, photo->h, photo->w / size * luck_in(luck, 0.8, 1.6)))
		return false;
	memcpy(texture->pixel, photo->pixel, sizeof *photo->pixel * (size_t)(photo->w * photo->h));
	texture->repeats = true;
	return true;
}

/* Between two colours of wood: long fibres, rings, and joints of planks. */
static double
wood_at(double x, double y, unsigned salt, double plank)
{
	double row = floor(y / plank), shift = place_hash((int)row, 3, salt) * 900;
	double rings = noise((x + shift) * 0.006, y * 0.09 + shift, salt) * 4;
	double grain = 0.5 + 0.25 * (rings - floor(rings)) + 0.3 * noise((x + shift) * 0.05, y * 1.9, salt + 1);
	double joint = y / plank - row;

	return joint * plank < 0.8 ? 0 : grain + 0.2 * (place_hash((int)row, 4, salt) - 0.5);
}

static double
cloth_at(double x, double y, unsigned salt, double thread, double check)
{
	double weave = plain_sin(x * TURN / thread) * plain_sin(y * TURN / thread);
	double large =
		check > 0 ? 0.25 * ((x / check - floor(x / check) > 0.5) + (y / check - floor(y / check) > 0.5)) : 0.2;

	return large + 0.5 + 0.2 * weave + 0.1 * noise(x * 0.8, y * 0.8, salt);
}

bool
ground_texture(struct texture *texture, enum ground ground, double size, struct luck luck, double *gloss)
{
	static const double woods[][2][3] = {{{0.22, 0.13, 0.07}, {0.50, 0.33, 0.19}},
		{{0.40, 0.28, 0.17}, {0.68, 0.52, 0.35}}, {{0.08, 0.05, 0.035}, {0.19, 0.11, 0.07}},
		{{0.30, 0.28, 0.25}, {0.55, 0.52, 0.47}}};
	static const double cloths[][2][3] = {{{0.55, 0.08, 0.08}, {0.75, 0.68, 0.62}},
		{{0.10, 0.16, 0.35}, {0.60, 0.64, 0.70}}, {{0.08, 0.24, 0.12}, {0.16, 0.36, 0.20}},
		{{0.70, 0.67, 0.60}, {0.85, 0.83, 0.78}}};
	static const double plains[][2][3] = {{{0.55, 0.54, 0.52}, {0.66, 0.65, 0.63}},
		{{0.72, 0.71, 0.69}, {0.82, 0.81, 0.79}}, {{0.14, 0.14, 0.15}, {0.20, 0.20, 0.21}},
		{{0.45, 0.40, 0.32}, {0.55, 0.50, 0.42}}};
	static const double glosses[][2][3] = {{{0.015, 0.015, 0.016}, {0.022, 0.022, 0.024}},
		{{0.06, 0.03, 0.02}, {0.09, 0.05, 0.03}}, {{0.65, 0.65, 0.65}, {0.68, 0.68, 0.68}}};
	unsigned salt = luck_below(&luck, 1 << 20), which = luck_below(&luck, 4);
	double thread = luck_in(&luck, 0.9, 2), check = luck_one_in(&luck, 2) ? luck_in(&luck, 10, 40) : 0;
	double plank = luck_in(&luck, 70, 160), turn = luck_in(&luck, 0, TURN), c = plain_cos(turn),
	       s = plain_sin(turn);
	const double(*colours)[3] = ground == GROUND_WOOD ? woods[which]
		: ground == GROUND_CLOTH                  ? cloths[which]
		: ground == GROUND_GLOSSY                 ? glosses[which % 3]
							  : plains[which];

	*gloss = ground == GROUND_GLOSSY ? 0.35 : ground == GROUND_WOOD ? 0.15 : 0.02;
	if (photo_count > 0 && luck_one_in(&luck, 2))
		return copy_photo(texture, size, &luck);
	if (!texture_init(texture, SIDE, SIDE, SIDE / size))
		return false;
	texture->repeats = true;
	for (int row = 0; row < SIDE; row++) {
		for (int col = 0; col < SIDE; col++) {
			double across = col / texture->density, down = row / texture->density;
			double x = across * c - down * s, y = across * s + down * c, mix;

			if (ground == GROUND_WOOD)
				mix = wood_at(x, y, salt, plank);
			else if (ground == GROUND_CLOTH)
				mix = cloth_at(x, y, salt, thread, check);
			else
				mix = 0.5 + 0.25 * noise(x * 0.02, y * 0.02, salt) +
					0.4 * (place_hash(col, row, salt) - 0.5);
			mix = clamp(mix, 0, 1);
			for (int i = 0; i < 3; i++)
				texture->pixel[row * SIDE + col][i] = (uint16_t)(PAPER_WHITE *
					(colours[0][i] + (colours[1][i] - colours[0][i]) * mix));
			texture->pixel[row * SIDE + col][3] = PAPER_WHITE;
		}
	}
	return true;
}
