/* SPDX-License-Identifier: MIT
 * Marks cut out of photos. */
#include "kiosk/eye/crop.h"

#include <cairo.h>
#include <math.h>
#include <string.h>

#include "kiosk/eye/parts.h"

/* Radii of the mark from the middle of a crop to its left and right edge: the neighbours are shown. */
#define RADII 6.0

/* Radii of the ring that is drawn around the mark. */
#define RING 1.45

/* Pixels of a radius at most: no photo is taken closer. */
#define PIXEL_MAX 64

static cairo_status_t
append(void *bytes, const unsigned char *data, unsigned length)
{
	g_byte_array_append(bytes, data, length);
	return CAIRO_STATUS_SUCCESS;
}

/* A row of a surface of one byte a pixel. */
static unsigned char *
row_of(cairo_surface_t *surface, int y)
{
	return cairo_image_surface_get_data(surface) + (ptrdiff_t)y * cairo_image_surface_get_stride(surface);
}

/* From the way between the first and the last mark, here and on the form. */
double
crop_turn(const struct form *printed, const struct seen_form *form)
{
	const struct seen_mark *one, *other;
	const struct rect *from, *to;

	if (form->marks < 2 || form->marks != printed->bubbles)
		return 0;
	one = &form->mark[0];
	other = &form->mark[form->marks - 1];
	from = &printed->bubble[0].at;
	to = &printed->bubble[form->marks - 1].at;
	return atan2(other->at.y - one->at.y, other->at.x - one->at.x) -
		atan2(to->y - from->y + (to->h - from->h) / 2.0, to->x - from->x + (to->w - from->w) / 2.0);
}

/* Paints the part of the image around the mark, turned, and the ring. */
static bool
paint(cairo_surface_t *shown, const struct image *image, const struct seen_mark *mark, double turn)
{
	double radius = fmin(fmax(mark->radius, 2), PIXEL_MAX), reach = RADII * radius;
	double scale = EYE_CROP_W / (2 * reach);
	int32_t side = (int32_t)ceil(2 * reach * hypot(EYE_CROP_W, EYE_CROP_H) / EYE_CROP_W);
	double left = floor(mark->at.x - side / 2.0), top = floor(mark->at.y - side / 2.0);
	cairo_surface_t *part;
	cairo_t *cairo;
	bool fine;

	if (!isfinite(left) || !isfinite(top) || !isfinite(turn) || fabs(left) > 1e6 || fabs(top) > 1e6)
		return false;
	part = cairo_image_surface_create(CAIRO_FORMAT_A8, side, side);
	cairo_surface_flush(part);
	for (int32_t y = 0; y < side && cairo_image_surface_get_data(part) != NULL; y++) {
		unsigned char *row = row_of(part, y);

		for (int32_t x = 0; x < side; x++) {
			int32_t from_x = (int32_t)left + x, from_y = (int32_t)top + y;
			bool inside = from_x >= 0 && from_y >= 0 && from_x < image->width && from_y < image->height;

			/* The paper's white where the image ends. */
			row[x] = inside ? image->grey[(size_t)from_y * (size_t)image->width + (size_t)from_x] : 255;
		}
	}
	cairo_surface_mark_dirty(part);
	cairo = cairo_create(shown);
	cairo_translate(cairo, EYE_CROP_W / 2.0, EYE_CROP_H / 2.0);
	cairo_scale(cairo, scale, scale);
	cairo_rotate(cairo, -turn);
	cairo_translate(cairo, left - mark->at.x, top - mark->at.y);
	cairo_set_source_surface(cairo, part, 0, 0);
	cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_BILINEAR);
	cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD);
	cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE);
	cairo_paint(cairo);
	cairo_identity_matrix(cairo);
	cairo_arc(cairo, EYE_CROP_W / 2.0, EYE_CROP_H / 2.0, RING * radius * scale, 0, 2 * G_PI);
	cairo_set_line_width(cairo, 3);
	cairo_set_operator(cairo, CAIRO_OPERATOR_CLEAR);
	cairo_stroke(cairo);
	fine = cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
	cairo_destroy(cairo);
	cairo_surface_destroy(part);
	return fine;
}

bool
crop_draw(const struct image *image, const struct seen_mark *mark, double turn, uint8_t grey[EYE_CROP_W * EYE_CROP_H])
{
	cairo_surface_t *shown = cairo_image_surface_create(CAIRO_FORMAT_A8, EYE_CROP_W, EYE_CROP_H);
	bool fine = paint(shown, image, mark, turn);

	cairo_surface_flush(shown);
	for (int y = 0; fine && y < EYE_CROP_H; y++)
		memcpy(grey + (size_t)y * EYE_CROP_W, row_of(shown, y), EYE_CROP_W);
	cairo_surface_destroy(shown);
	return fine;
}

GBytes *
crop_png(const uint8_t grey[EYE_CROP_W * EYE_CROP_H])
{
	cairo_surface_t *shown = cairo_image_surface_create(CAIRO_FORMAT_A8, EYE_CROP_W, EYE_CROP_H);
	bool fine = cairo_surface_status(shown) == CAIRO_STATUS_SUCCESS;
	g_autoptr(GByteArray) bytes = g_byte_array_new();

	cairo_surface_flush(shown);
	for (int y = 0; fine && y < EYE_CROP_H; y++)
		memcpy(row_of(shown, y), grey + (size_t)y * EYE_CROP_W, EYE_CROP_W);
	cairo_surface_mark_dirty(shown);
	fine = fine && cairo_surface_write_to_png_stream(shown, append, bytes) == CAIRO_STATUS_SUCCESS;
	cairo_surface_destroy(shown);
	return fine ? g_byte_array_free_to_bytes(g_steal_pointer(&bytes)) : NULL;
}
