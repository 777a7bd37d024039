/* SPDX-License-Identifier: MIT
 * Draws what was read on a picture, so that a person sees at a glance what was recognised, missed or unsure. Codes are
 * blue, pieces green with their names, strangers and unsure marks orange, filled bubbles green, empty ones grey. */
#include <cairo.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>

#include "gen/canvas/atomic_file.h"
#include "gen/canvas/signature.h"
#include "kiosk/reading/photo_set.h"

/* Longer side of the written picture, in pixels. Larger takes longer to draw and shows no more. */
#define SIDE_MAX 3000

struct colour {
	double red, green, blue;
};

static const struct colour code_colour = {0.1, 0.3, 0.9}, good = {0, 0.6, 0.2}, doubt = {0.95, 0.45, 0},
			   quiet = {0.55, 0.55, 0.6};

/* The canvas, its scale, and the width of lines in its pixels. */
struct drawing {
	cairo_t *cairo;
	double scale, line;
};

/* The picture itself, scaled down if it is large. */
static cairo_surface_t *
backdrop(const struct image *image, double *scale)
{
	int32_t longest = MAX(image->width, image->height);

	*scale = longest > SIDE_MAX ? (double)SIDE_MAX / longest : 1;
	int32_t w = MAX(1, (int32_t)(image->width * *scale)), h = MAX(1, (int32_t)(image->height * *scale));
	cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, w, h);

	if (cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS)
		return surface;
	cairo_surface_flush(surface);
	for (int32_t y = 0; y < h; y++) {
		uint32_t *row = (uint32_t *)(void *)(cairo_image_surface_get_data(surface) +
			(size_t)y * (size_t)cairo_image_surface_get_stride(surface));
		size_t from = (size_t)((double)y / *scale) * (size_t)image->width;

		for (int32_t x = 0; x < w; x++)
			row[x] = image->grey[from + (size_t)((double)x / *scale)] * 0x10101u;
	}
	cairo_surface_mark_dirty(surface);
	return surface;
}

static void
ink(const struct drawing *drawing, const struct colour *colour)
{
	cairo_set_source_rgb(drawing->cairo, colour->red, colour->green, colour->blue);
}

static void
draw_around(const struct drawing *drawing, const struct point corner[4], const struct colour *colour)
{
	ink(drawing, colour);
	cairo_set_line_width(drawing->cairo, drawing->line);
	cairo_new_path(drawing->cairo);
	for (int i = 0; i < 4; i++)
		cairo_line_to(drawing->cairo, corner[i].x * drawing->scale, corner[i].y * drawing->scale);
	cairo_close_path(drawing->cairo);
	cairo_stroke(drawing->cairo);
}

/* Words on white, with their lower left corner at a point. */
static void
draw_words(const struct drawing *drawing, struct point at, const char *words, const struct colour *colour)
{
	double x = at.x * drawing->scale, y = at.y * drawing->scale;
	cairo_text_extents_t size;

	cairo_text_extents(drawing->cairo, words, &size);
	cairo_set_source_rgba(drawing->cairo, 1, 1, 1, 0.8);
	cairo_rectangle(drawing->cairo, x + size.x_bearing - drawing->line, y + size.y_bearing - drawing->line,
		size.width + 2 * drawing->line, size.height + 2 * drawing->line);
	cairo_fill(drawing->cairo);
	ink(drawing, colour);
	cairo_move_to(drawing->cairo, x, y);
	cairo_show_text(drawing->cairo, words);
}

/* Draws the tags: pieces with their names, or with their numbers if they are not in a hand of the picture. */
static void
draw_tags(const struct drawing *drawing, const struct photo_set *set, const struct picture *picture)
{
	for (unsigned i = 0; i < picture->sight.tags->len; i++) {
		const struct seen_tag *tag = SEEN_TAG(&picture->sight, i);
		char name[TAGGED_NAME];
		bool is_named = false;

		if (tag->id < TAG_CORNERS) {
			draw_around(drawing, tag->corner, &quiet);
			continue;
		}
		g_snprintf(name, sizeof name, "%u", tag->id);
		for (unsigned n = 0; n < picture->hands->len && !is_named; n++)
			is_named =
				hand_name(&set->known, &g_array_index(picture->hands, struct hand, n), tag->id, name);
		draw_around(drawing, tag->corner, is_named ? &good : &doubt);
		draw_words(drawing, tag->corner[0], name, is_named ? &good : &doubt);
	}
}

static void
draw_marks(const struct drawing *drawing, const struct seen_form *form)
{
	static const struct colour *const colour[] = {
		[MARK_EMPTY] = &quiet, [MARK_FILLED] = &good, [MARK_UNSURE] = &doubt};

	for (unsigned i = 0; i < form->marks; i++) {
		const struct seen_mark *mark = &form->mark[i];

		ink(drawing, colour[mark->state]);
		cairo_set_line_width(drawing->cairo, drawing->line * (mark->state == MARK_EMPTY ? 0.5 : 1.5));
		cairo_new_sub_path(drawing->cairo);
		cairo_arc(drawing->cairo, mark->at.x * drawing->scale, mark->at.y * drawing->scale,
			mark->radius * drawing->scale, 0, 2 * G_PI);
		cairo_stroke(drawing->cairo);
		if (mark->state == MARK_UNSURE)
			draw_words(drawing, (struct point){mark->at.x + mark->radius, mark->at.y}, "?", &doubt);
	}
}

static cairo_status_t
write_bytes(void *file, const unsigned char *bytes, unsigned length)
{
	return fwrite(bytes, 1, length, file) == length ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

bool
photo_set_annotate(const struct photo_set *set, const struct picture *picture, const struct image *image,
	const char *file, bool force, struct problem *problem)
{
	const struct sight *sight = &picture->sight;
	struct drawing drawing;
	cairo_surface_t *surface = backdrop(image, &drawing.scale);

	drawing.cairo = cairo_create(surface);
	drawing.line = fmax(1, cairo_image_surface_get_width(surface) / 700.0);
	cairo_select_font_face(drawing.cairo, "sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
	cairo_set_font_size(drawing.cairo, fmax(9, 9 * drawing.line));
	for (unsigned i = 0; i < sight->codes->len; i++) {
		draw_around(&drawing, SEEN_CODE(sight, i)->corner, &code_colour);
		draw_words(&drawing, SEEN_CODE(sight, i)->corner[0], SEEN_CODE(sight, i)->text, &code_colour);
	}
	for (unsigned i = 0; i < sight->forms->len; i++)
		draw_marks(&drawing, SEEN_FORM(sight, i));
	draw_tags(&drawing, set, picture);
	cairo_destroy(drawing.cairo);
	struct atomic_file *written = atomic_file_open(file, force, problem);
	errno = ENOMEM; /* if Cairo fails before it writes anything */
	bool drawn = written != NULL && signature_png(surface, 0, write_bytes, written->file) == CAIRO_STATUS_SUCCESS;
	if (written != NULL && !drawn) {
		atomic_file_unwritable(file, NULL, problem);
		atomic_file_abandon(written);
	}
	cairo_surface_destroy(surface);
	return drawn && atomic_file_commit(written, problem);
}
