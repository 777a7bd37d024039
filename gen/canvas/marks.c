/* SPDX-License-Identifier: MIT
 * Tags and QR codes. */
#include "gen/canvas/marks.h"

#include <apriltag/apriltag.h>
#include <apriltag/tagStandard52h13.h>
#include <glib.h>
#include <math.h>
#include <qrencode.h>
#include <string.h>

#include "layouts/form.h"

/* The size of a pixel at 300 dpi in points. */
#define PIXEL (72.0 / 300.0)

/* Pixels of a tag's module. */
#define TAG_PIXELS 10

/* White modules around a QR code. */
#define QUIET 4

/* Pixels of a QR code's module that are enough for every phone. */
#define MODULE_GOOD 8

struct placed_tag {
	uint16_t id;
	int32_t x, y; /* pixels at 300 dpi */
};

struct placed_qr {
	double x, y, size; /* points */
	char *text;
};

struct marks {
	apriltag_family_t *family;
	GArray *tags, *qrs;
};

/* A 1-bit picture, and where it goes: pixels at 300 dpi. */
struct picture {
	cairo_surface_t *surface;
	int32_t x, y, w, h; /* w and h in modules */
	int32_t module;
};

struct marks *
marks_create(void)
{
	struct marks *marks = g_new0(struct marks, 1);

	marks->tags = g_array_new(FALSE, FALSE, sizeof(struct placed_tag));
	marks->qrs = g_array_new(FALSE, FALSE, sizeof(struct placed_qr));
	return marks;
}

void
marks_destroy(struct marks *marks)
{
	if (marks->family != NULL)
		tagStandard52h13_destroy(marks->family);
	g_array_free(marks->tags, TRUE);
	for (unsigned i = 0; i < marks->qrs->len; i++)
		g_free(g_array_index(marks->qrs, struct placed_qr, i).text);
	g_array_free(marks->qrs, TRUE);
	g_free(marks);
}

/* Cairo's 1-bit rows are words in the machine's own order. */
static void
picture_set(const struct picture *picture, int32_t x, int32_t y)
{
	unsigned char *row =
		cairo_image_surface_get_data(picture->surface) + y * cairo_image_surface_get_stride(picture->surface);

	if (G_BYTE_ORDER == G_LITTLE_ENDIAN)
		row[x / 8] |= (unsigned char)(1u << x % 8);
	else
		row[x / 8] |= (unsigned char)(0x80u >> x % 8);
}

static void
picture_paint(struct picture *picture, cairo_t *cairo)
{
	cairo_matrix_t matrix;
	double module = picture->module * PIXEL;

	cairo_surface_mark_dirty(picture->surface);
	cairo_pattern_t *pattern = cairo_pattern_create_for_surface(picture->surface);
	cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST);
	cairo_matrix_init_scale(&matrix, 1 / module, 1 / module);
	cairo_matrix_translate(&matrix, -picture->x * PIXEL, -picture->y * PIXEL);
	cairo_pattern_set_matrix(pattern, &matrix);
	cairo_mask(cairo, pattern);
	cairo_pattern_destroy(pattern);
	cairo_surface_destroy(picture->surface);
}

void
marks_tag(struct marks *marks, uint16_t id, double x, double y)
{
	struct placed_tag tag = {id, (int32_t)lround(x / PIXEL), (int32_t)lround(y / PIXEL)};

	g_array_append_val(marks->tags, tag);
}

/* This family has a ring of white modules between the outer and the inner data bits. All other modules without data are
 * black. */
static void
draw_tag(struct marks *marks, const struct picture *picture, const struct placed_tag *tag)
{
	int32_t left = (tag->x - picture->x) / TAG_PIXELS, top = (tag->y - picture->y) / TAG_PIXELS;
	bool black[TAG_MODULES][TAG_MODULES];

	if (marks->family == NULL)
		marks->family = tagStandard52h13_create();
	const apriltag_family_t *family = marks->family;
	int start = (family->total_width - family->width_at_border) / 2, end = start + family->width_at_border - 1;
	for (int y = 0; y < TAG_MODULES; y++)
		for (int x = 0; x < TAG_MODULES; x++)
			black[y][x] = !(x >= start && x <= end && y >= start && y <= end &&
				(x == start || x == end || y == start || y == end));
	for (uint32_t i = 0; i < family->nbits; i++)
		black[(int)family->bit_y[i] + start][(int)family->bit_x[i] + start] =
			!(family->codes[tag->id] >> (family->nbits - i - 1) & 1);
	for (int y = 0; y < TAG_MODULES; y++)
		for (int x = 0; x < TAG_MODULES; x++)
			if (black[y][x])
				picture_set(picture, left + x, top + y);
}

static bool
in_step(const struct placed_tag *one, const struct placed_tag *other)
{
	return (one->x - other->x) % TAG_PIXELS == 0 && (one->y - other->y) % TAG_PIXELS == 0;
}

/* Paints the first remaining tag and all that are whole modules away from it. */
static void
paint_in_step(struct marks *marks, cairo_t *cairo)
{
	const struct placed_tag first = g_array_index(marks->tags, struct placed_tag, 0);
	struct picture picture = {.x = first.x, .y = first.y, .module = TAG_PIXELS};
	int32_t right = first.x, bottom = first.y;

	for (unsigned i = 0; i < marks->tags->len; i++) {
		const struct placed_tag *tag = &g_array_index(marks->tags, struct placed_tag, i);

		if (!in_step(tag, &first))
			continue;
		picture.x = MIN(picture.x, tag->x);
		picture.y = MIN(picture.y, tag->y);
		right = MAX(right, tag->x);
		bottom = MAX(bottom, tag->y);
	}
	picture.w = (right - picture.x) / TAG_PIXELS + TAG_MODULES;
	picture.h = (bottom - picture.y) / TAG_PIXELS + TAG_MODULES;
	picture.surface = cairo_image_surface_create(CAIRO_FORMAT_A1, picture.w, picture.h);
	for (unsigned i = marks->tags->len; i-- > 0;) {
		const struct placed_tag *tag = &g_array_index(marks->tags, struct placed_tag, i);

		if (!in_step(tag, &first))
			continue;
		draw_tag(marks, &picture, tag);
		g_array_remove_index_fast(marks->tags, i);
	}
	picture_paint(&picture, cairo);
}

void
marks_qr(struct marks *marks, double x, double y, double size, const char *text)
{
	struct placed_qr qr = {x, y, size, g_strdup(text)};

	g_array_append_val(marks->qrs, qr);
}

/* A text of capitals, digits and a few signs gives the smallest code. */
static QRcode *
encode(const char *text, QRecLevel level)
{
	QRinput *input = QRinput_new2(0, level);
	int length = (int)strlen(text);

	if (QRinput_append(input, QR_MODE_AN, length, (const unsigned char *)text) != 0)
		QRinput_append(input, QR_MODE_8, length, (const unsigned char *)text);
	QRcode *code = QRcode_encodeInput(input);
	QRinput_free(input);
	return code;
}

/* The size of a module in pixels if a code has `space` pixels; 0 without a code. */
static int32_t
module_of(const QRcode *code, int32_t space)
{
	return code == NULL ? 0 : MAX(1, space / (code->width + 2 * QUIET));
}

/* Error correction level M. On a small mark level L is better if it allows larger modules. */
static void
paint_qr(const struct placed_qr *qr, cairo_t *cairo)
{
	int32_t space = (int32_t)(qr->size / PIXEL + 0.01);
	QRcode *code = encode(qr->text, QR_ECLEVEL_M);

	if (code == NULL)
		return;
	if (module_of(code, space) < MODULE_GOOD) {
		QRcode *coarse = encode(qr->text, QR_ECLEVEL_L);
		bool is_larger = module_of(coarse, space) > module_of(code, space);

		QRcode_free(is_larger ? code : coarse);
		code = is_larger ? coarse : code;
	}
	int32_t module = module_of(code, space), edge = (space - code->width * module) / 2;
	struct picture picture = {.surface = cairo_image_surface_create(CAIRO_FORMAT_A1, code->width, code->width),
		.x = (int32_t)lround(qr->x / PIXEL) + edge,
		.y = (int32_t)lround(qr->y / PIXEL) + edge,
		.w = code->width,
		.h = code->width,
		.module = module};
	for (int32_t i = 0; i < code->width * code->width; i++)
		if (code->data[i] & 1)
			picture_set(&picture, i % code->width, i / code->width);
	QRcode_free(code);
	picture_paint(&picture, cairo);
}

void
marks_paint(struct marks *marks, cairo_t *cairo)
{
	while (marks->tags->len > 0)
		paint_in_step(marks, cairo);
	for (unsigned i = 0; i < marks->qrs->len; i++) {
		struct placed_qr *qr = &g_array_index(marks->qrs, struct placed_qr, i);

		paint_qr(qr, cairo);
		g_free(qr->text);
	}
	g_array_set_size(marks->qrs, 0);
}
