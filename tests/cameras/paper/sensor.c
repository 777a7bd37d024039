/* SPDX-License-Identifier: MIT
 * A phone's way from light to a JPEG: lens, mosaic of colours, noise, white balance, tone curve, sharpening. */
#include "tests/cameras/paper/sensor.h"

#include <jpeglib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

/* Values of the sensor: white is a quarter of what it can count. */
#define FULL 4095

#define NOISES 65536

static void
blur_rows(float *plane, int w, int h, const float *weight, int reach)
{
	float *row = malloc(sizeof *row * (size_t)(w + 2 * reach));

	for (int y = 0; y < h && row != NULL; y++) {
		float *at = plane + (size_t)y * (size_t)w;

		memcpy(row + reach, at, sizeof *row * (size_t)w);
		for (int i = 0; i < reach; i++) {
			row[i] = at[0];
			row[reach + w + i] = at[w - 1];
		}
		for (int x = 0; x < w; x++)
			at[x] = weight[0] * row[x + reach];
		for (int i = 1; i <= reach; i++)
			for (int x = 0; x < w; x++)
				at[x] += weight[i] * (row[x + reach - i] + row[x + reach + i]);
	}
	free(row);
}

static void
blur_columns(float *plane, int w, int h, const float *weight, int reach)
{
	/* The rows above the current one, as they were. */
	float *kept = malloc(sizeof *kept * (size_t)w * (size_t)(reach + 1));

	for (int y = 0; y < h && kept != NULL; y++) {
		float *at = plane + (size_t)y * (size_t)w;
		float *own = kept + (size_t)(y % (reach + 1)) * (size_t)w;

		memcpy(own, at, sizeof *own * (size_t)w);
		for (int x = 0; x < w; x++)
			at[x] = weight[0] * own[x];
		for (int i = 1; i <= reach; i++) {
			const float *up = kept + (size_t)((y - i < 0 ? 0 : y - i) % (reach + 1)) * (size_t)w;
			const float *below = y + i < h ? at + (size_t)i * (size_t)w
				: y + 1 < h            ? plane + (size_t)(h - 1) * (size_t)w
						       : own;

			for (int x = 0; x < w; x++)
				at[x] += weight[i] * (up[x] + below[x]);
		}
	}
	free(kept);
}

#define REACH_MAX 9

static void
blur(float *plane, int w, int h, double deviation)
{
	int reach = (int)clamp(ceil(deviation * 2.6), 1, REACH_MAX);
	float weight[REACH_MAX + 1];
	double sum = 0, bell[REACH_MAX + 1];

	for (int i = 0; i <= reach; i++) {
		bell[i] = plain_exp2(-i * i / (2 * deviation * deviation) * 1.4426950408889634);
		sum += i == 0 ? bell[i] : 2 * bell[i];
	}
	for (int i = 0; i <= reach; i++)
		weight[i] = (float)(bell[i] / sum);
	blur_rows(plane, w, h, weight, reach);
	blur_columns(plane, w, h, weight, reach);
}

/* The mean along a line of this length. */
static void
shake(float *plane, int w, int h, double length, double turn)
{
	int steps = (int)ceil(length) + 1;
	size_t pixels = (size_t)w * (size_t)h;
	float *sum = calloc(pixels, sizeof *sum);

	for (int i = 0; i < steps && sum != NULL; i++) {
		double t = (double)i / (steps - 1) - 0.5;
		int dx = (int)floor(t * length * plain_cos(turn) + 0.5),
		    dy = (int)floor(t * length * plain_sin(turn) + 0.5);

		for (int y = 0; y < h; y++) {
			const float *from = plane + (size_t)(int)clamp(y + dy, 0, h - 1) * (size_t)w;
			float *to = sum + (size_t)y * (size_t)w;
			int first = dx < 0 ? -dx : 0, last = dx > 0 ? w - dx : w;

			for (int x = 0; x < first; x++)
				to[x] += from[0];
			for (int x = first; x < last; x++)
				to[x] += from[x + dx];
			for (int x = last; x < w; x++)
				to[x] += from[w - 1];
		}
	}
	for (size_t i = 0; i < pixels && sum != NULL; i++)
		plane[i] = sum[i] / (float)steps;
	free(sum);
}

/* How much each colour is amplified: the exposure looks at the whole picture, the white balance too, and neither is
 * quite right. */
static void
choose_gains(const struct scene *scene, float gain[3], struct luck *luck)
{
	size_t pixels = (size_t)scene->w * (size_t)scene->h, step = 37, count = 0;
	unsigned histogram[512] = {0}, above = 0;
	double mean[3] = {0}, all, bright = 4;

	for (size_t i = 0; i < pixels; i += step) {
		for (int c = 0; c < 3; c++)
			mean[c] += (double)scene->light[c][i];
		histogram[(int)clamp((double)scene->light[1][i] * 128, 0, 511)]++;
		count++;
	}
	for (int i = 511; i > 0 && above < count / 50; i--) {
		above += histogram[i];
		bright = (i + 1) / 128.0;
	}
	all = (mean[0] + mean[1] + mean[2]) / 3;
	double exposure = luck_in(luck, 0.36, 0.56) / (all / (double)count), trust = luck_in(luck, 0.4, 0.9);

	/* The brightest fiftieth may just be lost. */
	exposure = clamp(exposure, 0.5 / bright, luck_in(luck, 0.85, 1.04) / bright);
	for (int c = 0; c < 3; c++)
		gain[c] = (float)(exposure * plain_pow(all / mean[c], trust) * luck_in(luck, 0.985, 1.015));
}

/* Counts electrons behind a mosaic of red, green, green and blue, with their noise. */
static uint16_t *
expose(const struct scene *scene, const float gain[3], struct luck *luck)
{
	static float bell[NOISES];
	int w = scene->w, h = scene->h;
	uint16_t *raw = malloc(sizeof *raw * (size_t)w * (size_t)h);
	uint32_t state = (uint32_t)luck_next(luck);
	float shot[FULL / 8 + 2], electrons = (float)(scene->recipe->light * 100);
	double dark = luck_in(luck, 0.15, 0.35);

	if (raw == NULL)
		return NULL;
	if (bell[0] == 0.0f) {
		struct luck table = {4711};

		for (int i = 0; i < NOISES; i++)
			bell[i] = (float)(luck_about(&table, 1) + luck_about(&table, 1)) * 0.70710678f;
	}
	/* The deviation at each level: of the electrons themselves, and of reading them. */
	for (int i = 0; i < FULL / 8 + 2; i++)
		shot[i] = (float)FULL * (float)sqrt((i * 8.0 / FULL * (double)electrons + 9)) / electrons;
	for (int y = 0; y < h; y++) {
		double vy = (double)(y - h / 2) / h;

		for (int x = 0; x < w; x++) {
			int colour = (x & 1) + (y & 1);
			double vx = (double)(x - w / 2) / w;
			float vignette = (float)(1 - dark * (vx * vx + vy * vy));
			float value = scene->light[colour][(size_t)y * (size_t)w + (size_t)x] * gain[colour] *
				vignette * FULL;

			value = value > FULL ? FULL : value;
			state = state * 1664525 + 1013904223;
			value += bell[state >> 16] * shot[(int)value >> 3];
			raw[(size_t)y * (size_t)w + (size_t)x] = (uint16_t)(value < 0 ? 0
					: value > FULL                                ? FULL
										      : value + 0.5f);
		}
	}
	return raw;
}

/* From counts to bytes: the curve of sRGB with more or less contrast. */
static void
tone_curve(const struct recipe *recipe, uint8_t curve[FULL + 1])
{
	for (int i = 0; i <= FULL; i++) {
		double coded = coded_of((double)i / FULL), steep = coded * coded * (3 - 2 * coded);

		curve[i] = (uint8_t)(255 * clamp(coded + recipe->contrast * (steep - coded), 0, 1) + 0.5);
	}
}

/* Red, green and blue of each pixel out of its neighbours of these colours. */
static void
develop(const uint16_t *raw, int w, int h, const uint8_t curve[FULL + 1], uint8_t *rgb)
{
	for (int y = 0; y < h; y++) {
		const uint16_t *at = raw + (size_t)y * (size_t)w;
		const uint16_t *up = y > 0 ? at - w : at + w, *down = y < h - 1 ? at + w : at - w;

		for (int x = 0; x < w; x++) {
			int left = x > 0 ? x - 1 : 1, right = x < w - 1 ? x + 1 : w - 2;
			int plus = (at[left] + at[right] + up[x] + down[x]) / 4;
			int times = (up[left] + up[right] + down[left] + down[right]) / 4;
			int across = (at[left] + at[right]) / 2, upright = (up[x] + down[x]) / 2;
			uint8_t *out = rgb + 3 * ((size_t)y * (size_t)w + (size_t)x);
			int own = at[x];

			switch ((x & 1) + 2 * (y & 1)) {
			case 0:
				out[0] = curve[own], out[1] = curve[plus], out[2] = curve[times];
				break;
			case 1:
				out[0] = curve[across], out[1] = curve[own], out[2] = curve[upright];
				break;
			case 2:
				out[0] = curve[upright], out[1] = curve[own], out[2] = curve[across];
				break;
			default:
				out[0] = curve[times], out[1] = curve[plus], out[2] = curve[own];
			}
		}
	}
}

static int
luma(const uint8_t *rgb)
{
	return (77 * rgb[0] + 150 * rgb[1] + 29 * rgb[2]) >> 8;
}

static uint8_t
byte(int value)
{
	return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

/* Smooths what is noise by the look of it, and sharpens the rest, in brightness alone. */
static bool
finish(const struct scene *scene, uint8_t *rgb)
{
	int w = scene->w, h = scene->h, sharpen = (int)(scene->recipe->sharpen * 256);
	/* What a neighbour may differ by and still be smoothed: about two deviations in the middle greys. */
	int alike = (int)(2.2 * 255 * 0.5 / sqrt(scene->recipe->light * 100 * 0.5));
	uint8_t *grey = malloc((size_t)w * (size_t)h);

	if (grey == NULL)
		return false;
	for (size_t i = 0; i < (size_t)w * (size_t)h; i++)
		grey[i] = (uint8_t)luma(rgb + 3 * i);
	for (int y = 1; y < h - 1; y++) {
		for (int x = 1; x < w - 1; x++) {
			const uint8_t *at = grey + (size_t)y * (size_t)w + (size_t)x;
			const int near[8] = {-w - 1, -w, -w + 1, -1, 1, w - 1, w, w + 1};
			uint8_t *out = rgb + 3 * (at - grey);
			int same = at[0], count = 1, sum = 0;

			for (int i = 0; i < 8; i++) {
				int value = at[near[i]], apart = value - at[0];
				bool is_same = apart <= alike && apart >= -alike;

				sum += value;
				same += is_same ? value : 0;
				count += is_same;
			}
			int change = (same / count - at[0]) + (sharpen * (at[0] * 8 - sum) >> 11);

			for (int c = 0; c < 3; c++)
				out[c] = byte(out[c] + change);
		}
	}
	free(grey);
	return true;
}

/* Black where a pixel is darker than the mean around it by a share of that. */
static bool
threshold(const struct recipe *recipe, int w, int h, uint8_t *rgb)
{
	uint32_t *sum = calloc((size_t)(w + 1) * (size_t)(h + 1), sizeof *sum);
	int half = recipe->app_window / 2;

	if (sum == NULL)
		return false;
	for (int y = 0; y < h; y++) {
		uint32_t row = 0;

		for (int x = 0; x < w; x++) {
			row += (uint32_t)luma(rgb + 3 * ((size_t)y * (size_t)w + (size_t)x));
			sum[(size_t)(y + 1) * (size_t)(w + 1) + (size_t)x + 1] =
				sum[(size_t)y * (size_t)(w + 1) + (size_t)x + 1] + row;
		}
	}
	for (int y = 0; y < h; y++) {
		for (int x = 0; x < w; x++) {
			int left = x > half ? x - half : 0, right = x + half < w ? x + half + 1 : w;
			int top = y > half ? y - half : 0, bottom = y + half < h ? y + half + 1 : h;
			uint32_t all = sum[(size_t)bottom * (size_t)(w + 1) + (size_t)right] -
				sum[(size_t)bottom * (size_t)(w + 1) + (size_t)left] -
				sum[(size_t)top * (size_t)(w + 1) + (size_t)right] +
				sum[(size_t)top * (size_t)(w + 1) + (size_t)left];
			uint8_t *out = rgb + 3 * ((size_t)y * (size_t)w + (size_t)x);
			double mean = (double)all / ((right - left) * (bottom - top));

			memset(out, luma(out) < mean * (1 - recipe->app_offset) ? 0 : 255, 3);
		}
	}
	free(sum);
	return true;
}

/* Divides by the paper's own brightness around, so that it becomes white, and makes colours strong. */
static bool
brighten(int w, int h, uint8_t *rgb)
{
	/* The brightest pixel of each square. */
	const int side = 48;
	int cols = w / side + 1, rows = h / side + 1;
	float *most = calloc((size_t)(cols * rows), sizeof *most);

	if (most == NULL)
		return false;
	for (int y = 0; y < h; y++)
		for (int x = 0; x < w; x++) {
			float *cell = &most[y / side * cols + x / side];

			*cell = fmaxf(*cell, (float)luma(rgb + 3 * ((size_t)y * (size_t)w + (size_t)x)));
		}
	blur(most, cols, rows, 1.5);
	for (int y = 0; y < h; y++) {
		for (int x = 0; x < w; x++) {
			uint8_t *out = rgb + 3 * ((size_t)y * (size_t)w + (size_t)x);
			float white = fmaxf(most[y / side * cols + x / side], 30);
			int grey = luma(out);

			for (int c = 0; c < 3; c++) {
				float value = ((float)out[c] + 0.3f * (float)(out[c] - grey)) / (white * 0.95f);

				/* Contrast around the middle. */
				out[c] = byte((int)(255 * (value + 0.25f * (value - 0.6f)) + 0.5f));
			}
		}
	}
	free(most);
	return true;
}

static bool
write_jpeg(struct photo *photo, const struct recipe *recipe)
{
	struct jpeg_compress_struct jpeg;
	struct jpeg_error_mgr error;
	unsigned char *bytes = NULL;
	unsigned long size = 0;

	jpeg.err = jpeg_std_error(&error);
	jpeg_create_compress(&jpeg);
	jpeg_mem_dest(&jpeg, &bytes, &size);
	jpeg.image_width = (JDIMENSION)photo->w;
	jpeg.image_height = (JDIMENSION)photo->h;
	jpeg.input_components = 3;
	jpeg.in_color_space = JCS_RGB;
	jpeg_set_defaults(&jpeg);
	jpeg_set_quality(&jpeg, recipe->jpeg, TRUE);
	jpeg.dct_method = JDCT_ISLOW;
	jpeg.comp_info[0].h_samp_factor = jpeg.comp_info[0].v_samp_factor = recipe->half_colour ? 2 : 1;
	jpeg_start_compress(&jpeg, TRUE);
	while (jpeg.next_scanline < jpeg.image_height) {
		JSAMPROW row = photo->rgb + 3 * (size_t)jpeg.next_scanline * (size_t)photo->w;

		jpeg_write_scanlines(&jpeg, &row, 1);
	}
	jpeg_finish_compress(&jpeg);
	jpeg_destroy_compress(&jpeg);
	photo->file = bytes;
	photo->file_bytes = size;
	photo->suffix = ".jpg";
	return bytes != NULL;
}

static void
read_jpeg(struct photo *photo, uint8_t *to, J_COLOR_SPACE colours)
{
	struct jpeg_decompress_struct jpeg;
	struct jpeg_error_mgr error;

	jpeg.err = jpeg_std_error(&error);
	jpeg_create_decompress(&jpeg);
	jpeg_mem_src(&jpeg, photo->file, photo->file_bytes);
	jpeg_read_header(&jpeg, TRUE);
	jpeg.out_color_space = colours;
	jpeg.dct_method = JDCT_ISLOW;
	jpeg_start_decompress(&jpeg);
	while (jpeg.output_scanline < jpeg.output_height) {
		JSAMPROW row = to + (size_t)jpeg.output_scanline * (size_t)photo->w * (colours == JCS_RGB ? 3 : 1);

		jpeg_read_scanlines(&jpeg, &row, 1);
	}
	jpeg_finish_decompress(&jpeg);
	jpeg_destroy_decompress(&jpeg);
}

static cairo_status_t
append(void *closure, const unsigned char *bytes, unsigned length)
{
	g_byte_array_append(closure, bytes, length);
	return CAIRO_STATUS_SUCCESS;
}

static bool
write_png(struct photo *photo)
{
	cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, photo->w, photo->h);
	unsigned char *data = cairo_image_surface_get_data(surface);
	GByteArray *bytes = g_byte_array_new();

	for (int i = 0; data != NULL && i < photo->w * photo->h; i++) {
		const uint8_t *rgb = photo->rgb + 3 * (size_t)i;

		((uint32_t *)(void *)data)[i] = (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
		photo->grey[i] = (uint8_t)luma(rgb);
	}
	cairo_surface_mark_dirty(surface);
	bool fine = cairo_surface_write_to_png_stream(surface, append, bytes) == CAIRO_STATUS_SUCCESS;

	cairo_surface_destroy(surface);
	photo->file = malloc(bytes->len + 1);
	if (photo->file != NULL)
		memcpy(photo->file, bytes->data, bytes->len);
	photo->file_bytes = bytes->len;
	photo->suffix = ".png";
	g_byte_array_unref(bytes);
	return fine && photo->file != NULL;
}

bool
sensor_take(struct scene *scene, struct photo *photo, struct luck luck)
{
	const struct recipe *recipe = scene->recipe;
	double turn = luck_in(&luck, 0, TURN / 2);
	uint8_t curve[FULL + 1];
	size_t pixels = (size_t)scene->w * (size_t)scene->h;
	float gain[3];

	photo->w = scene->w;
	photo->h = scene->h;
	photo->rgb = malloc(3 * pixels);
	photo->grey = malloc(pixels);
	for (int c = 0; c < 3; c++) {
		if (recipe->motion >= 1)
			shake(scene->light[c], scene->w, scene->h, recipe->motion, turn);
		blur(scene->light[c], scene->w, scene->h, recipe->blur);
	}
	choose_gains(scene, gain, &luck);
	tone_curve(recipe, curve);
	uint16_t *raw = expose(scene, gain, &luck);

	if (raw == NULL || photo->rgb == NULL || photo->grey == NULL) {
		free(raw);
		return false;
	}
	develop(raw, scene->w, scene->h, curve, photo->rgb);
	free(raw);
	bool fine = finish(scene, photo->rgb);

	if (recipe->app == APP_BLACK)
		fine = fine && threshold(recipe, scene->w, scene->h, photo->rgb);
	if (recipe->app == APP_BRIGHT)
		fine = fine && brighten(scene->w, scene->h, photo->rgb);
	photo->coloured = recipe->app != APP_BLACK;
	if (recipe->jpeg == 0)
		return fine && write_png(photo);
	if (!fine || !write_jpeg(photo, recipe))
		return false;
	read_jpeg(photo, photo->rgb, JCS_RGB);
	read_jpeg(photo, photo->grey, JCS_GRAYSCALE);
	return true;
}
