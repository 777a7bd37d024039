/* SPDX-License-Identifier: MIT
 * Crops: an unsure mark is cut out of its photo with its neighbours, rotated upright by Cairo, with a ring around it.
 */
#include "kiosk/eye/crop.h"

#include <cairo.h>
#include <math.h>
#include <string.h>

#include "kiosk/eye/parts.h"

/* Radii of the mark from the middle of a crop to its left and right edge, so that the neighbours are shown. */
#define RADII 6.0

/* Radii of the ring that is drawn around the mark. */
#define RING 1.45

/* Largest radius of a mark in pixels: no photo is taken closer. */
#define PIXEL_MAX 64

/* Pixels from the image's top left corner within which a crop may lie: farther away is not a real place. */
#define PLACE_MAX 1e6

_Static_assert(EYE_CROP_W % 4 == 0, "rows of a crop are those of a Cairo surface");

double
crop_turn(const struct form *printed, const struct seen_form *form)
{
	const struct seen_mark *one, *other;
	const struct rect *from, *to;

	if (form->marks < 2 || form->marks != printed->bubbles)
		return 0;
	/* From the first mark to the last one, in the image and on the form. */
	one = &form->mark[0];
	other = &form->mark[form->marks - 1];
	from = &printed->bubble[0].at;
	to = &printed->bubble[form->marks - 1].at;
	return atan2(other->at.y - one->at.y, other->at.x - one->at.x) -
		atan2(to->y - from->y + (to->h - from->h) / 2.0, to->x - from->x + (to->w - from->w) / 2.0);
}

/* A square of the image as a surface, white where the image ends. */
static cairo_surface_t *
copy_square(const struct image *image, int32_t left, int32_t top, int32_t side)
{
	cairo_surface_t *copy = cairo_image_surface_create(CAIRO_FORMAT_A8, side, side);
	unsigned char *row = cairo_image_surface_get_data(copy);

	for (int32_t y = top; row != NULL && y < top + side; y++, row += cairo_image_surface_get_stride(copy))
		for (int32_t x = left; x < left + side; x++)
			row[x - left] = x >= 0 && y >= 0 && x < image->width && y < image->height
				? image->grey[(size_t)y * (size_t)image->width + (size_t)x]
				: 255;
	cairo_surface_mark_dirty(copy);
	return copy;
}

bool
crop_draw(const struct image *image, const struct seen_mark *mark, double turn, uint8_t grey[EYE_CROP_W * EYE_CROP_H])
{
	double radius = fmin(fmax(mark->radius, 2), PIXEL_MAX), reach = RADII * radius;
	double scale = EYE_CROP_W / (2 * reach);
	int32_t side = (int32_t)ceil(2 * reach * hypot(EYE_CROP_W, EYE_CROP_H) / EYE_CROP_W);
	double left = floor(mark->at.x - side / 2.0), top = floor(mark->at.y - side / 2.0);
	cairo_surface_t *crop, *square;
	cairo_t *cairo;
	bool fine;

	if (!isfinite(turn) || !(fabs(left) <= PLACE_MAX) || !(fabs(top) <= PLACE_MAX))
		return false;
	crop = cairo_image_surface_create_for_data(grey, CAIRO_FORMAT_A8, EYE_CROP_W, EYE_CROP_H, EYE_CROP_W);
	square = copy_square(image, (int32_t)left, (int32_t)top, side);
	cairo = cairo_create(crop);
	cairo_translate(cairo, EYE_CROP_W / 2.0, EYE_CROP_H / 2.0);
	cairo_scale(cairo, scale, scale);
	cairo_rotate(cairo, -turn);
	cairo_translate(cairo, left - mark->at.x, top - mark->at.y);
	cairo_set_source_surface(cairo, square, 0, 0);
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
	cairo_surface_destroy(square);
	cairo_surface_destroy(crop);
	return fine;
}

static cairo_status_t
append(void *bytes, const unsigned char *data, unsigned length)
{
	g_byte_array_append(bytes, data, length);
	return CAIRO_STATUS_SUCCESS;
}

GBytes *
crop_png(const uint8_t grey[EYE_CROP_W * EYE_CROP_H])
{
	cairo_surface_t *crop = cairo_image_surface_create(CAIRO_FORMAT_A8, EYE_CROP_W, EYE_CROP_H);
	g_autoptr(GByteArray) bytes = g_byte_array_new();
	bool fine = cairo_surface_status(crop) == CAIRO_STATUS_SUCCESS;

	if (fine)
		memcpy(cairo_image_surface_get_data(crop), grey, (size_t)EYE_CROP_W * EYE_CROP_H);
	cairo_surface_mark_dirty(crop);
	fine = fine && cairo_surface_write_to_png_stream(crop, append, bytes) == CAIRO_STATUS_SUCCESS;
	cairo_surface_destroy(crop);
	return fine ? g_byte_array_free_to_bytes(g_steal_pointer(&bytes)) : NULL;
}
