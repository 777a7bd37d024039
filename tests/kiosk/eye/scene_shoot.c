/* SPDX-License-Identifier: MIT
 * The wider camera: light, lens and file. */
#include "tests/kiosk/eye/scene.h"

#include <stdio.h>

#include <jpeglib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/tools.h"

#define PI      3.14159265358979323846
#define FINGERS 5

/* A hand as its shadow shows it: an arm and fingers, each a line as thick as it is. */
struct hand {
	double x0[FINGERS], y0[FINGERS], x1[FINGERS], y1[FINGERS], thick[FINGERS];
};

/* It comes in from an edge of the picture, and its palm is somewhere near the middle. */
static void
hand_draw(struct hand *hand, const struct conditions *with, uint64_t *dice)
{
	double angle = dice_between(dice, 0, 2 * PI), h = with->height, reach = hypot(with->width, h);
	double x = with->width / 2.0 + dice_between(dice, -0.3, 0.3) * h, y = h / 2 + dice_between(dice, -0.3, 0.3) * h;
	double size = dice_between(dice, 0.16, 0.26) * h;

	hand->x0[0] = x + reach * cos(angle), hand->y0[0] = y + reach * sin(angle);
	hand->x1[0] = x, hand->y1[0] = y;
	hand->thick[0] = 0.8 * size;
	for (int i = 1; i < FINGERS; i++) {
		double spread = angle + PI + (i - 2.5) * 0.3, from = (i - 2.5) * 0.45 * size;

		hand->x0[i] = x - from * sin(angle), hand->y0[i] = y + from * cos(angle);
		hand->x1[i] = hand->x0[i] + 1.9 * size * cos(spread);
		hand->y1[i] = hand->y0[i] + 1.9 * size * sin(spread);
		hand->thick[i] = 0.2 * size;
	}
}

/* How far outside of the hand a point is; negative inside. */
static double
hand_distance(const struct hand *hand, double x, double y)
{
	double least = 1e9;

	for (int i = 0; i < FINGERS; i++) {
		double dx = hand->x1[i] - hand->x0[i], dy = hand->y1[i] - hand->y0[i];
		double t = ((x - hand->x0[i]) * dx + (y - hand->y0[i]) * dy) / (dx * dx + dy * dy);

		t = t < 0 ? 0 : t > 1 ? 1 : t;
		least = fmin(least, hypot(x - hand->x0[i] - t * dx, y - hand->y0[i] - t * dy) - hand->thick[i]);
	}
	return least;
}

static void
light(struct scene *scene)
{
	const struct conditions *with = &scene->conditions;
	double angle = dice_between(&scene->dice, 0, 2 * PI), diagonal = hypot(with->width, with->height);
	double times = with->bright > 0 ? with->bright : 1;
	struct hand hand = {0};
	uint8_t *at = scene->rgb;

	hand_draw(&hand, with, &scene->dice);
	for (int32_t y = 0; y < with->height; y++)
		for (int32_t x = 0; x < with->width; x++, at += 3) {
			double u = (x - with->width / 2.0) / diagonal, v = (y - with->height / 2.0) / diagonal;
			double bright = 1 - with->falloff * (0.5 + u * cos(angle) + v * sin(angle)), spot = 0;

			if (with->hand > 0)
				bright *= 1 -
					with->hand /
						(1 + exp(fmin(50, 4 * hand_distance(&hand, x, y) / with->hand_edge)));
			if (with->glare > 0) {
				double dx = (x - with->glare_x) / with->glare_size,
				       dy = (y - with->glare_y) / with->glare_size;

				spot = with->glare * exp(-dx * dx - 2 * dy * dy - dx * dy);
			}
			for (int n = 0; n < 3; n++)
				at[n] = (uint8_t)fmin(255, at[n] * bright * times * with->cast[n] * 1.1 + spot + 0.5);
		}
}

/* Each colour blurred as a grey picture is. */
static void
blur(struct scene *scene, double sigma)
{
	size_t pixels = (size_t)scene->conditions.width * (size_t)scene->conditions.height;
	struct image plane = {scene->conditions.width, scene->conditions.height, malloc(pixels)};

	for (int n = 0; n < 3; n++) {
		for (size_t i = 0; i < pixels; i++)
			plane.grey[i] = scene->rgb[3 * i + (size_t)n];
		camera_blur(&plane, sigma);
		for (size_t i = 0; i < pixels; i++)
			scene->rgb[3 * i + (size_t)n] = plane.grey[i];
	}
	image_finish(&plane);
}

/* The sum of four even draws is about normal; most of it is in all colours, some in each. */
static double
drawn_noise(uint64_t *dice)
{
	uint64_t roll = dice_roll(dice);

	return 1.7320508 *
		((double)((roll & 0xffff) + (roll >> 16 & 0xffff) + (roll >> 32 & 0xffff) + (roll >> 48)) / 65535 - 2);
}

static void
add_noise(struct scene *scene)
{
	size_t pixels = (size_t)scene->conditions.width * (size_t)scene->conditions.height;
	double sigma = scene->conditions.noise;

	for (size_t i = 0; i < pixels; i++) {
		double shared = drawn_noise(&scene->dice) * sigma;
		uint64_t roll = dice_roll(&scene->dice);

		for (int n = 0; n < 3; n++) {
			double own = ((double)(roll >> (21 * n) & 0x1fffff) / 0x1fffff - 0.5) * 2 * sigma;
			double value = scene->rgb[3 * i + (size_t)n] + shared + own + 0.5;

			scene->rgb[3 * i + (size_t)n] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
		}
	}
}

/* As phones do: what differs from its surroundings differs more, with bright and dark rims. */
static void
sharpen(struct scene *scene)
{
	size_t bytes = 3 * (size_t)scene->conditions.width * (size_t)scene->conditions.height;
	uint8_t *sharp = malloc(bytes);

	memcpy(sharp, scene->rgb, bytes);
	blur(scene, 1.2 * fmax(1, scene->conditions.height / 1080.0));
	for (size_t i = 0; i < bytes; i++) {
		double value = sharp[i] + scene->conditions.sharpen * (sharp[i] - scene->rgb[i]);

		sharp[i] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value + 0.5);
	}
	free(scene->rgb);
	scene->rgb = sharp;
}

static void
squeeze(const struct scene *scene, int quality, unsigned char **bytes, unsigned long *length)
{
	struct jpeg_compress_struct jpeg;
	struct jpeg_error_mgr errors;

	jpeg.err = jpeg_std_error(&errors);
	jpeg_create_compress(&jpeg);
	jpeg_mem_dest(&jpeg, bytes, length);
	jpeg.image_width = (JDIMENSION)scene->conditions.width;
	jpeg.image_height = (JDIMENSION)scene->conditions.height;
	jpeg.input_components = 3;
	jpeg.in_color_space = JCS_RGB;
	jpeg_set_defaults(&jpeg);
	jpeg_set_quality(&jpeg, quality, TRUE);
	jpeg_start_compress(&jpeg, TRUE);
	while (jpeg.next_scanline < jpeg.image_height) {
		JSAMPROW row = scene->rgb + 3 * (size_t)jpeg.next_scanline * (size_t)jpeg.image_width;

		jpeg_write_scanlines(&jpeg, &row, 1);
	}
	jpeg_finish_compress(&jpeg);
	jpeg_destroy_compress(&jpeg);
}

static void
unsqueeze(struct scene *scene, const unsigned char *bytes, unsigned long length)
{
	struct jpeg_decompress_struct jpeg;
	struct jpeg_error_mgr errors;

	jpeg.err = jpeg_std_error(&errors);
	jpeg_create_decompress(&jpeg);
	jpeg_mem_src(&jpeg, bytes, length);
	jpeg_read_header(&jpeg, TRUE);
	jpeg.out_color_space = JCS_RGB;
	jpeg_start_decompress(&jpeg);
	while (jpeg.output_scanline < jpeg.output_height) {
		JSAMPROW row = scene->rgb + 3 * (size_t)jpeg.output_scanline * (size_t)jpeg.output_width;

		jpeg_read_scanlines(&jpeg, &row, 1);
	}
	jpeg_finish_decompress(&jpeg);
	jpeg_destroy_decompress(&jpeg);
}

bool
scene_shoot(struct scene *scene)
{
	const struct conditions *with = &scene->conditions;
	size_t pixels = (size_t)with->width * (size_t)with->height;
	unsigned char *bytes = NULL;
	unsigned long length = 0;

	light(scene);
	blur(scene, with->blur);
	add_noise(scene);
	if (with->sharpen > 0)
		sharpen(scene);
	squeeze(scene, with->quality, &bytes, &length);
	if (bytes == NULL)
		return false;
	unsqueeze(scene, bytes, length);
	free(bytes);
	scene->photo = (struct image){with->width, with->height, malloc(pixels)};
	for (size_t i = 0; i < pixels; i++)
		scene->photo.grey[i] = (uint8_t)((77 * scene->rgb[3 * i] + 150 * scene->rgb[3 * i + 1] +
							 29 * scene->rgb[3 * i + 2] + 128) >>
			8);
	return true;
}

bool
scene_colours(void *scene, struct colours *colours)
{
	const struct scene *shot = scene;
	size_t pixels = (size_t)shot->photo.width * (size_t)shot->photo.height;

	*colours = (struct colours){shot->photo.width, shot->photo.height, 1, 1, malloc(2 * pixels)};
	for (size_t i = 0; colours->blue_red != NULL && i < pixels; i++) {
		const uint8_t *rgb = shot->rgb + 3 * i;

		colours->blue_red[2 * i] =
			(uint8_t)CLAMP(128.5 - 0.1687 * rgb[0] - 0.3313 * rgb[1] + 0.5 * rgb[2], 0, 255);
		colours->blue_red[2 * i + 1] =
			(uint8_t)CLAMP(128.5 + 0.5 * rgb[0] - 0.4187 * rgb[1] - 0.0813 * rgb[2], 0, 255);
	}
	return colours->blue_red != NULL;
}

bool
scene_save(const struct scene *scene, const char *file)
{
	unsigned char *bytes = NULL;
	unsigned long length = 0;
	FILE *out = fopen(file, "wb");
	bool fine;

	squeeze(scene, scene->conditions.quality, &bytes, &length);
	fine = out != NULL && bytes != NULL && fwrite(bytes, 1, length, out) == length;
	if (out != NULL)
		fine &= fclose(out) == 0;
	free(bytes);
	return fine;
}
