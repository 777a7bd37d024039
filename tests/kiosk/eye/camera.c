/* SPDX-License-Identifier: MIT
 * The simulated camera. */
#include "tests/kiosk/eye/camera.h"

#include <stdio.h>

#include <jpeglib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/tools.h"

#define DPI  300.0
#define UNIT (DPI / 2540.0) /* pixels of a sheet in a hundredth of a millimetre */
#define PI   3.14159265358979323846
#define AWAY 700.0 /* how far the camera is from the table, in millimetres */

static const struct {
	double blur, noise, falloff, shadow;
	int quality;
} levels[LEVELS] = {
	[LEVEL_MILD] = {0.5, 3, 0.20, 0.0, 90},
	[LEVEL_MODERATE] = {0.9, 7, 0.45, 0.35, 80},
	[LEVEL_HARSH] = {1.5, 12, 0.60, 0.55, 60},
};

void
sheet_draw(struct sheet *sheet, const struct page *page, struct shaper *shaper)
{
	const struct paper *paper = page->job->paper;
	int w = (int)(paper->w * UNIT), h = (int)(paper->h * UNIT);
	cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, w, h);
	struct canvas *canvas;
	const unsigned char *rgb;

	sheet->origin_x = (paper->w - page->w) / 2;
	sheet->origin_y = (paper->h - page->h) / 2;
	cairo_surface_set_device_scale(surface, DPI / 72, DPI / 72);
	canvas = canvas_create(surface, shaper, INK_FULL);
	canvas_fill(canvas, (struct rect){-100, -100, paper->w + 200, paper->h + 200}, COLOUR_PAPER);
	canvas_origin(canvas, sheet->origin_x, sheet->origin_y);
	page->draw(page, canvas);
	canvas_flush(canvas);
	canvas_destroy(canvas);
	cairo_surface_flush(surface);
	rgb = cairo_image_surface_get_data(surface);
	sheet->image = (struct image){w, h, malloc((size_t)w * (size_t)h)};
	for (int y = 0; y < h; y++) {
		const uint32_t *row =
			(const uint32_t *)(const void *)(rgb + y * cairo_image_surface_get_stride(surface));

		for (int x = 0; x < w; x++)
			sheet->image.grey[(size_t)y * (size_t)w + (size_t)x] =
				(uint8_t)(((row[x] >> 16 & 255) * 299 + (row[x] >> 8 & 255) * 587 +
						  (row[x] & 255) * 114) /
					1000);
	}
	cairo_surface_destroy(surface);
}

/* A dot of a pen with a soft edge. */
static void
dab(struct sheet *sheet, double x, double y, double radius, int ink)
{
	struct image *image = &sheet->image;

	for (int py = (int)(y - radius - 1); py <= (int)(y + radius + 1); py++)
		for (int px = (int)(x - radius - 1); px <= (int)(x + radius + 1); px++) {
			double cover = radius + 0.5 - hypot(px + 0.5 - x, py + 0.5 - y);
			uint8_t *at;

			if (cover <= 0 || px < 0 || py < 0 || px >= image->width || py >= image->height)
				continue;
			at = &image->grey[(size_t)py * (size_t)image->width + (size_t)px];
			*at = (uint8_t)fmin(*at, *at + (ink - *at) * fmin(cover, 1));
		}
}

static void
draw_stroke(struct sheet *sheet, const double from[2], const double to[2], int ink, uint64_t *dice)
{
	double length = hypot(to[0] - from[0], to[1] - from[1]);

	for (double t = 0; t <= 1; t += 1.5 / length)
		dab(sheet, from[0] + (to[0] - from[0]) * t + dice_between(dice, -0.7, 0.7),
			from[1] + (to[1] - from[1]) * t + dice_between(dice, -0.7, 0.7), dice_between(dice, 2.2, 3.4),
			ink);
}

void
sheet_mark(struct sheet *sheet, const struct rect *bubble, enum stroke stroke, int ink, uint64_t *dice)
{
	double x = (sheet->origin_x + bubble->x + bubble->w / 2.0) * UNIT;
	double y = (sheet->origin_y + bubble->y + bubble->h / 2.0) * UNIT;
	double r = bubble->w / 2.0 * UNIT;

	x += dice_between(dice, -0.08, 0.08) * r;
	y += dice_between(dice, -0.08, 0.08) * r;
	switch (stroke) {
	case STROKE_TICK:
		draw_stroke(sheet, (double[]){x - 0.7 * r, y}, (double[]){x - 0.1 * r, y + 0.7 * r}, ink, dice);
		draw_stroke(sheet, (double[]){x - 0.1 * r, y + 0.7 * r}, (double[]){x + r, y - r}, ink, dice);
		break;
	case STROKE_CROSS:
		draw_stroke(
			sheet, (double[]){x - 0.8 * r, y - 0.8 * r}, (double[]){x + 0.8 * r, y + 0.8 * r}, ink, dice);
		draw_stroke(
			sheet, (double[]){x + 0.8 * r, y - 0.8 * r}, (double[]){x - 0.8 * r, y + 0.8 * r}, ink, dice);
		break;
	case STROKE_SCRIBBLE:
		for (double v = -0.7; v < 0.7; v += 0.28)
			draw_stroke(sheet, (double[]){x - 0.7 * r, y + v * r},
				(double[]){x + 0.7 * r, y + (v + 0.14) * r}, ink, dice);
		break;
	default:
		dab(sheet, x, y, 0.85 * r, ink);
	}
}

double
camera_between(struct camera *camera, double least, double most)
{
	return dice_between(&camera->dice, least, most);
}

void
camera_init(struct camera *camera, int32_t width, int32_t height, uint64_t seed)
{
	camera->dice = seed;
	camera->photo = (struct image){width, height, malloc((size_t)width * (size_t)height)};
	double base = camera_between(camera, 70, 150), wave = camera_between(camera, 20, 60);
	double *bend = malloc(sizeof *bend * 2 * (size_t)width);

	/* A wooden table: base + 18 sin(y / wave + bend), where the bend is the column's. */
	for (int32_t x = 0; x < width; x++) {
		bend[2 * x] = 18 * cos(0.8 * sin(x / 97.0));
		bend[2 * x + 1] = 18 * sin(0.8 * sin(x / 97.0));
	}
	for (int32_t y = 0; y < height; y++) {
		uint8_t *row = camera->photo.grey + (size_t)y * (size_t)width;
		double rise = sin(y / wave), run = cos(y / wave);

		for (int32_t x = 0; x < width; x++)
			row[x] = (uint8_t)(base + (rise * bend[2 * x] + run * bend[2 * x + 1]));
	}
	free(bend);
}

void
camera_finish(struct camera *camera)
{
	image_finish(&camera->photo);
}

/* An angle, taken apart once for all pixels. */
struct angle {
	double cos, sin;
};

static struct angle
angle_of(double degrees)
{
	return (struct angle){cos(degrees * PI / 180), sin(degrees * PI / 180)};
}

/* Millimetres from the middle of the part to pixels of the picture. */
static void
project(const struct pose *pose, double x, double y, double *photo_x, double *photo_y)
{
	struct angle turn = angle_of(pose->turn), tilt = angle_of(pose->tilt);
	struct angle towards = angle_of(pose->tilt_towards);
	double rx = x * turn.cos - y * turn.sin, ry = x * turn.sin + y * turn.cos;
	/* Along the tilt's direction lengths shrink and things move away. */
	double along = rx * towards.cos + ry * towards.sin;
	double across = -rx * towards.sin + ry * towards.cos;
	double depth = AWAY / (AWAY + along * tilt.sin);
	double px = along * tilt.cos * depth, py = across * depth;

	*photo_x = pose->x + pose->scale * (px * towards.cos - py * towards.sin);
	*photo_y = pose->y + pose->scale * (px * towards.sin + py * towards.cos);
}

/* The way back. */
static void
unproject(const struct pose *pose, struct angle turn, struct angle tilt, struct angle towards, double *x, double *y)
{
	double dx = (*x - pose->x) / pose->scale, dy = (*y - pose->y) / pose->scale;
	double px = dx * towards.cos + dy * towards.sin, py = -dx * towards.sin + dy * towards.cos;
	double along = px * AWAY / (AWAY * tilt.cos - px * tilt.sin);
	double across = py * (AWAY + along * tilt.sin) / AWAY;
	double rx = along * towards.cos - across * towards.sin;
	double ry = along * towards.sin + across * towards.cos;

	*x = rx * turn.cos + ry * turn.sin;
	*y = -rx * turn.sin + ry * turn.cos;
}

void
camera_where(const struct rect *part, const struct pose *pose, double x, double y, double *photo_x, double *photo_y)
{
	project(pose, (x - part->x - part->w / 2.0) / 100, (y - part->y - part->h / 2.0) / 100, photo_x, photo_y);
}

/* The sheet's grey at a place in hundredths of a millimetre of its printed area, averaged over
 * a square of `size` pixels as the sensor does. */
static double
sample(const struct sheet *sheet, double x, double y, double size)
{
	const struct image *image = &sheet->image;
	double px = (x + sheet->origin_x) * UNIT, py = (y + sheet->origin_y) * UNIT;
	int steps = size < 1.5 ? 1 : size < 3 ? 2 : 3, sum = 0, column[3];

	for (int i = 0; i < steps; i++) {
		int sx = (int)(px + ((i + 0.5) / steps - 0.5) * size);

		column[i] = sx < 0 ? 0 : sx >= image->width ? image->width - 1 : sx;
	}
	for (int j = 0; j < steps; j++) {
		int sy = (int)(py + ((j + 0.5) / steps - 0.5) * size);
		const uint8_t *row;

		sy = sy < 0 ? 0 : sy >= image->height ? image->height - 1 : sy;
		row = image->grey + (size_t)sy * (size_t)image->width;
		for (int i = 0; i < steps; i++)
			sum += row[column[i]];
	}
	return (double)sum / (steps * steps);
}

void
camera_lay(struct camera *camera, const struct sheet *sheet, const struct rect *part, const struct pose *pose)
{
	struct image *photo = &camera->photo;
	struct angle turn = angle_of(pose->turn), tilt = angle_of(pose->tilt);
	struct angle towards = angle_of(pose->tilt_towards);
	double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
	double size = DPI / 25.4 / pose->scale;

	for (int i = 0; i < 4; i++) {
		double x, y;

		camera_where(part, pose, part->x + (i % 2) * part->w, part->y + (i / 2) * part->h, &x, &y);
		left = fmin(left, x), right = fmax(right, x);
		top = fmin(top, y), bottom = fmax(bottom, y);
	}
	left = fmax(0, left), right = fmin(photo->width - 1, right);
	top = fmax(0, top), bottom = fmin(photo->height - 1, bottom);
	for (int py = (int)top; py <= bottom; py++)
		for (int px = (int)left; px <= right; px++) {
			double x = px + 0.5, y = py + 0.5;

			unproject(pose, turn, tilt, towards, &x, &y);
			x = x * 100 + part->w / 2.0;
			y = y * 100 + part->h / 2.0;
			if (x < 0 || y < 0 || x >= part->w || y >= part->h)
				continue;
			/* White paper is not quite white. */
			photo->grey[(size_t)py * (size_t)photo->width + (size_t)px] =
				(uint8_t)(12 + 0.88 * sample(sheet, part->x + x, part->y + y, size));
		}
}

/* Light that falls off to one side, and the edge of somebody's shadow. */
static void
light(struct camera *camera, double falloff, double shadow)
{
	struct image *photo = &camera->photo;
	double angle = camera_between(camera, 0, 2 * PI), edge = camera_between(camera, -0.3, 0.3);
	double shade_angle = camera_between(camera, 0, 2 * PI);
	double diagonal = hypot(photo->width, photo->height);
	/* A column's share of how far it is and of the shadow's edge, whose exponents add up. */
	double *far_x = malloc(sizeof *far_x * 2 * (size_t)photo->width);
	double *shade_x = far_x + photo->width;

	for (int32_t x = 0; x < photo->width; x++) {
		double u = (x - photo->width / 2.0) / diagonal;

		far_x[x] = 0.5 + u * cos(angle);
		shade_x[x] = exp((edge - u * cos(shade_angle)) * 25);
	}
	for (int32_t y = 0; y < photo->height; y++) {
		uint8_t *row = photo->grey + (size_t)y * (size_t)photo->width;
		double v = (y - photo->height / 2.0) / diagonal;
		double far_y = v * sin(angle), shade_y = exp(-v * sin(shade_angle) * 25);

		for (int32_t x = 0; x < photo->width; x++) {
			double far = far_x[x] + far_y;

			far = far < 0 ? 0 : far > 1 ? 1 : far;
			row[x] = (uint8_t)(row[x] * (1 - falloff * far) * (1 - shadow / (1 + shade_x[x] * shade_y)));
		}
	}
	free(far_x);
}

/* One line of a blur: `in` reaches over both ends. In single steps along the line for each place
 * of the kernel, since compilers can do several of those at once. */
static void
blur_line(const double *kernel, int reach, const double *in, double *out, int n)
{
	memset(out, 0, sizeof *out * (size_t)n);
	for (int k = -reach; k <= reach; k++)
		for (int i = 0; i < n; i++)
			out[i] += kernel[k + reach] * in[i + k];
}

static void
blur_rows(struct image *photo, const double *kernel, int reach)
{
	int n = photo->width;
	double *line = malloc(sizeof *line * (size_t)(2 * n + 2 * reach)), *in = line + reach, *out = in + n + reach;

	for (int32_t y = 0; y < photo->height; y++) {
		uint8_t *row = photo->grey + (size_t)y * (size_t)n;

		for (int i = -reach; i < n + reach; i++)
			in[i] = row[i < 0 ? 0 : i >= n ? n - 1 : i];
		blur_line(kernel, reach, in, out, n);
		for (int i = 0; i < n; i++)
			row[i] = (uint8_t)(out[i] + 0.5);
	}
	free(line);
}

/* The same downwards, a whole row at a time. */
static void
blur_columns(struct image *photo, const double *kernel, int reach)
{
	size_t n = (size_t)photo->width;
	struct image from = {photo->width, photo->height, malloc(n * (size_t)photo->height)};
	double *out = malloc(sizeof *out * n);

	memcpy(from.grey, photo->grey, n * (size_t)photo->height);
	for (int32_t y = 0; y < photo->height; y++) {
		memset(out, 0, sizeof *out * n);
		for (int k = -reach; k <= reach; k++) {
			int at = y + k < 0 ? 0 : y + k >= photo->height ? photo->height - 1 : y + k;
			const uint8_t *in = from.grey + (size_t)at * n;

			for (size_t x = 0; x < n; x++)
				out[x] += kernel[k + reach] * in[x];
		}
		for (size_t x = 0; x < n; x++)
			photo->grey[(size_t)y * n + x] = (uint8_t)(out[x] + 0.5);
	}
	image_finish(&from);
	free(out);
}

void
camera_blur(struct image *photo, double sigma)
{
	int reach = (int)ceil(2.5 * sigma);
	double kernel[64], sum = 0;

	for (int k = -reach; k <= reach; k++)
		sum += kernel[k + reach] = exp(-k * k / (2 * sigma * sigma));
	for (int k = 0; k <= 2 * reach; k++)
		kernel[k] /= sum;
	blur_rows(photo, kernel, reach);
	blur_columns(photo, kernel, reach);
}

/* About normal: the sum of four even draws. */
static void
add_noise(struct camera *camera, double sigma)
{
	size_t count = (size_t)camera->photo.width * (size_t)camera->photo.height;

	for (size_t i = 0; i < count; i++) {
		uint64_t roll = dice_roll(&camera->dice);
		double sum = (double)((roll & 0xffff) + (roll >> 16 & 0xffff) + (roll >> 32 & 0xffff) + (roll >> 48)) /
				65535 -
			2;
		double value = camera->photo.grey[i] + sum * sigma * 1.7320508 + 0.5;

		camera->photo.grey[i] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
	}
}

static void
squeeze(const struct image *photo, int quality, unsigned char **bytes, unsigned long *length)
{
	struct jpeg_compress_struct jpeg;
	struct jpeg_error_mgr errors;

	jpeg.err = jpeg_std_error(&errors);
	jpeg_create_compress(&jpeg);
	jpeg_mem_dest(&jpeg, bytes, length);
	jpeg.image_width = (JDIMENSION)photo->width;
	jpeg.image_height = (JDIMENSION)photo->height;
	jpeg.input_components = 1;
	jpeg.in_color_space = JCS_GRAYSCALE;
	jpeg_set_defaults(&jpeg);
	jpeg_set_quality(&jpeg, quality, TRUE);
	jpeg_start_compress(&jpeg, TRUE);
	while (jpeg.next_scanline < jpeg.image_height) {
		JSAMPROW row = photo->grey + (size_t)jpeg.next_scanline * (size_t)photo->width;

		jpeg_write_scanlines(&jpeg, &row, 1);
	}
	jpeg_finish_compress(&jpeg);
	jpeg_destroy_compress(&jpeg);
}

bool
camera_save(const struct camera *camera, const char *file, int quality)
{
	unsigned char *bytes = NULL;
	unsigned long length = 0;
	FILE *out = fopen(file, "wb");
	bool done = out != NULL;

	squeeze(&camera->photo, quality, &bytes, &length);
	done = done && bytes != NULL && fwrite(bytes, 1, length, out) == length;
	if (out != NULL)
		done = fclose(out) == 0 && done;
	free(bytes);
	return done;
}

static void
unsqueeze(struct image *photo, const unsigned char *bytes, unsigned long length)
{
	struct jpeg_decompress_struct jpeg;
	struct jpeg_error_mgr errors;

	jpeg.err = jpeg_std_error(&errors);
	jpeg_create_decompress(&jpeg);
	jpeg_mem_src(&jpeg, bytes, length);
	jpeg_read_header(&jpeg, TRUE);
	jpeg_start_decompress(&jpeg);
	while (jpeg.output_scanline < jpeg.output_height) {
		JSAMPROW row = photo->grey + (size_t)jpeg.output_scanline * (size_t)photo->width;

		jpeg_read_scanlines(&jpeg, &row, 1);
	}
	jpeg_finish_decompress(&jpeg);
	jpeg_destroy_decompress(&jpeg);
}

bool
camera_shoot(struct camera *camera, enum level level)
{
	/* The blur is given for 1080p; a larger sensor sees the same blur in more pixels. */
	double sharpness = fmax(1, camera->photo.height / 1080.0);
	unsigned char *bytes = NULL;
	unsigned long length = 0;

	light(camera, levels[level].falloff, levels[level].shadow);
	camera_blur(&camera->photo, levels[level].blur * sharpness);
	add_noise(camera, levels[level].noise);
	squeeze(&camera->photo, levels[level].quality, &bytes, &length);
	if (bytes == NULL)
		return false;
	unsqueeze(&camera->photo, bytes, length);
	free(bytes);
	return true;
}
