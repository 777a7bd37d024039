/* SPDX-License-Identifier: MIT
 * The canvas as one would write it first: every text laid out again by Pango,
 * every symbol a path, every dot a round cap, every module of a mark a
 * rectangle. The reference that the press is measured against. */
#include "gen/canvas/canvas.h"

#include <apriltag/apriltag.h>
#include <apriltag/tagStandard52h13.h>
#include <glib.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <qrencode.h>
#include <string.h>

#include "gen/canvas/shaping.h"

#define POINTS(units) ((units) * (72.0 / 2540.0))

struct canvas {
	cairo_t *cairo;
	struct shaper *shaper;
	apriltag_family_t *family;
	double x, y;
};

struct canvas *
canvas_create(cairo_surface_t *surface, struct shaper *shaper, enum ink ink)
{
	struct canvas *canvas = g_new0(struct canvas, 1);

	(void)ink;
	canvas->cairo = cairo_create(surface);
	canvas->shaper = shaper;
	canvas->family = tagStandard52h13_create();
	return canvas;
}

void
canvas_destroy(struct canvas *canvas)
{
	if (canvas == NULL)
		return;
	tagStandard52h13_destroy(canvas->family);
	cairo_destroy(canvas->cairo);
	g_free(canvas);
}

bool
canvas_status(const struct canvas *canvas)
{
	return cairo_status(canvas->cairo) == CAIRO_STATUS_SUCCESS;
}

void
canvas_origin(struct canvas *canvas, int32_t x, int32_t y)
{
	cairo_identity_matrix(canvas->cairo);
	canvas->x = POINTS(x);
	canvas->y = POINTS(y);
}

void
canvas_turn(struct canvas *canvas, struct rect around, int quarters)
{
	double x = canvas->x + POINTS(around.x + around.w / 2);
	double y = canvas->y + POINTS(around.y + around.h / 2);

	cairo_translate(canvas->cairo, x, y);
	cairo_rotate(canvas->cairo, quarters * G_PI_2);
	cairo_translate(canvas->cairo, -x, -y);
}

void
canvas_flush(struct canvas *canvas)
{
	(void)canvas;
}

static void
colour_of(struct canvas *canvas, uint32_t colour)
{
	cairo_set_source_rgb(
		canvas->cairo, (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0, (colour & 255) / 255.0);
}

static void
path_of(struct canvas *canvas, struct rect rect)
{
	cairo_rectangle(
		canvas->cairo, canvas->x + POINTS(rect.x), canvas->y + POINTS(rect.y), POINTS(rect.w), POINTS(rect.h));
}

static void
finish(struct canvas *canvas, uint32_t fill, int32_t width, uint32_t colour)
{
	cairo_set_dash(canvas->cairo, NULL, 0, 0);
	if (fill != NO_FILL) {
		colour_of(canvas, fill);
		cairo_fill_preserve(canvas->cairo);
	}
	if (width > 0) {
		colour_of(canvas, colour);
		cairo_set_line_width(canvas->cairo, POINTS(width));
		cairo_stroke_preserve(canvas->cairo);
	}
	cairo_new_path(canvas->cairo);
}

/* Nobody paints paper white at first. */
void
canvas_paint(struct canvas *canvas, uint32_t colour)
{
	(void)canvas;
	(void)colour;
}

void
canvas_fill(struct canvas *canvas, struct rect rect, uint32_t colour)
{
	path_of(canvas, rect);
	finish(canvas, colour, 0, 0);
}

void
canvas_frame(struct canvas *canvas, struct rect rect, int32_t width, uint32_t colour)
{
	path_of(canvas, rect);
	finish(canvas, NO_FILL, width, colour);
}

static void
stroke(struct canvas *canvas, const int32_t at[4], int32_t width, uint32_t colour, double on, double off,
	cairo_line_cap_t cap)
{
	double dash[] = {on, off};

	cairo_move_to(canvas->cairo, canvas->x + POINTS(at[0]), canvas->y + POINTS(at[1]));
	cairo_line_to(canvas->cairo, canvas->x + POINTS(at[2]), canvas->y + POINTS(at[3]));
	cairo_set_line_width(canvas->cairo, POINTS(width));
	cairo_set_line_cap(canvas->cairo, cap);
	cairo_set_dash(canvas->cairo, dash, off > 0 ? 2 : 0, 0);
	colour_of(canvas, colour);
	cairo_stroke(canvas->cairo);
	cairo_set_line_cap(canvas->cairo, CAIRO_LINE_CAP_BUTT);
}

void
canvas_line(struct canvas *canvas, int32_t x1, int32_t y1, int32_t x2, int32_t y2, int32_t width, uint32_t colour)
{
	stroke(canvas, (const int32_t[]){x1, y1, x2, y2}, width, colour, 0, 0, CAIRO_LINE_CAP_BUTT);
}

void
canvas_dotted(struct canvas *canvas, int32_t x1, int32_t y1, int32_t x2, int32_t y2, int32_t width, int32_t apart,
	uint32_t colour)
{
	stroke(canvas, (const int32_t[]){x1, y1, x2, y2}, width, colour, 0, POINTS(apart), CAIRO_LINE_CAP_ROUND);
}

void
canvas_dashed(struct canvas *canvas, int32_t x1, int32_t y1, int32_t x2, int32_t y2, int32_t width, uint32_t colour)
{
	stroke(canvas, (const int32_t[]){x1, y1, x2, y2}, width, colour, POINTS(200), POINTS(120), CAIRO_LINE_CAP_BUTT);
}

void
canvas_rounded(struct canvas *canvas, struct rect rect, int32_t radius, uint32_t fill, int32_t width, uint32_t colour)
{
	double r = POINTS(radius), x1 = canvas->x + POINTS(rect.x), y1 = canvas->y + POINTS(rect.y);
	double x2 = x1 + POINTS(rect.w), y2 = y1 + POINTS(rect.h);

	cairo_new_path(canvas->cairo);
	cairo_arc(canvas->cairo, x2 - r, y1 + r, r, -G_PI_2, 0);
	cairo_arc(canvas->cairo, x2 - r, y2 - r, r, 0, G_PI_2);
	cairo_arc(canvas->cairo, x1 + r, y2 - r, r, G_PI_2, G_PI);
	cairo_arc(canvas->cairo, x1 + r, y1 + r, r, G_PI, 3 * G_PI_2);
	cairo_close_path(canvas->cairo);
	finish(canvas, fill, width, colour);
}

void
canvas_circle(
	struct canvas *canvas, int32_t x, int32_t y, int32_t radius, uint32_t fill, int32_t width, uint32_t colour)
{
	cairo_new_path(canvas->cairo);
	cairo_arc(canvas->cairo, canvas->x + POINTS(x), canvas->y + POINTS(y), POINTS(radius), 0, 2 * G_PI);
	finish(canvas, fill, width, colour);
}

void
canvas_polygon(
	struct canvas *canvas, const int32_t (*point)[2], size_t n, uint32_t fill, int32_t width, uint32_t colour)
{
	cairo_new_path(canvas->cairo);
	for (size_t i = 0; i < n; i++)
		cairo_line_to(canvas->cairo, canvas->x + POINTS(point[i][0]), canvas->y + POINTS(point[i][1]));
	cairo_close_path(canvas->cairo);
	finish(canvas, fill, width, colour);
}

static void
symbol_path(struct canvas *canvas, uint32_t codepoint, uint32_t colour, struct rect rect)
{
	double size = POINTS(MIN(rect.w, rect.h));
	cairo_glyph_t glyph = {
		.x = canvas->x + POINTS(rect.x) + (POINTS(rect.w) - size) / 2,
		.y = canvas->y + POINTS(rect.y) + (POINTS(rect.h) - size) / 2 + size * (1000 - SYMBOL_DESCENT) / 1000,
	};

	cairo_set_font_face(canvas->cairo, shaper_symbol(canvas->shaper, codepoint, &glyph.index));
	cairo_set_font_size(canvas->cairo, size);
	cairo_glyph_path(canvas->cairo, &glyph, 1);
	finish(canvas, colour, 0, 0);
}

void
canvas_symbol(struct canvas *canvas, enum symbol_id symbol, struct rect rect)
{
	const struct symbol *drawing = &symbols[symbol];

	for (uint32_t i = 0; i < drawing->layers; i++) {
		const struct symbol_layer *layer = &symbol_layers[drawing->first_layer + i];

		symbol_path(canvas, layer->codepoint, layer->rgb, rect);
	}
}

void
canvas_silhouette(struct canvas *canvas, enum symbol_id symbol, struct rect rect, uint32_t colour)
{
	symbol_path(canvas, symbols[symbol].inline_codepoint, colour, rect);
}

/* A layout of its own for each text, each time. */
static PangoLayout *
lay_out(struct canvas *canvas, const struct font *font, int32_t width, const char *text)
{
	static const char *const names[FACES] = {
		"Roboto,", "Roboto, Bold", "Roboto Condensed,", "Roboto Condensed, Bold"};
	PangoLayout *layout = pango_cairo_create_layout(canvas->cairo);
	PangoFontDescription *face = pango_font_description_from_string(names[font->face]);

	pango_font_description_set_absolute_size(face, POINTS(font->size) * PANGO_SCALE);
	pango_layout_set_font_description(layout, face);
	pango_layout_set_alignment(layout,
		font->align == ALIGN_CENTRE          ? PANGO_ALIGN_CENTER
			: font->align == ALIGN_RIGHT ? PANGO_ALIGN_RIGHT
						     : PANGO_ALIGN_LEFT);
	pango_layout_set_width(layout, (int)(POINTS(width) * PANGO_SCALE));
	pango_layout_set_text(layout, text, -1);
	pango_font_description_free(face);
	return layout;
}

int32_t
canvas_paragraph(struct canvas *canvas, const struct font *font, struct rect box, const char *text)
{
	PangoLayout *layout = lay_out(canvas, font, box.w, text);
	int height;

	pango_layout_get_size(layout, NULL, &height);
	colour_of(canvas, font->colour);
	cairo_move_to(canvas->cairo, canvas->x + POINTS(box.x), canvas->y + POINTS(box.y));
	pango_cairo_show_layout(canvas->cairo, layout);
	g_object_unref(layout);
	return (int32_t)(height / PANGO_SCALE / POINTS(1));
}

void
canvas_text(struct canvas *canvas, const struct font *font, struct rect box, const char *text)
{
	canvas_paragraph(canvas, font, box, text);
}

int32_t
canvas_text_width(struct canvas *canvas, const struct font *font, const char *text)
{
	PangoLayout *layout = lay_out(canvas, font, 100000, text);
	PangoRectangle logical;

	pango_layout_get_extents(layout, NULL, &logical);
	g_object_unref(layout);
	return (int32_t)(logical.width / PANGO_SCALE / POINTS(1));
}

static void
module(struct canvas *canvas, double x, double y, double size)
{
	cairo_rectangle(canvas->cairo, x, y, size, size);
	cairo_set_source_rgb(canvas->cairo, 0, 0, 0);
	cairo_fill(canvas->cairo);
}

void
canvas_tag(struct canvas *canvas, uint16_t id, struct rect rect)
{
	const apriltag_family_t *family = canvas->family;
	double size = POINTS(rect.w) / family->total_width;

	for (uint32_t i = 0; i < family->nbits; i++)
		if (!(family->codes[id] >> (family->nbits - i - 1) & 1))
			module(canvas, canvas->x + POINTS(rect.x) + (family->bit_x[i] + 2) * size,
				canvas->y + POINTS(rect.y) + (family->bit_y[i] + 2) * size, size);
}

void
canvas_qr(struct canvas *canvas, struct rect rect, const char *text)
{
	QRcode *code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1);
	double size = POINTS(rect.w) / (code->width + 8);

	for (int i = 0; i < code->width * code->width; i++)
		if (code->data[i] & 1)
			module(canvas, canvas->x + POINTS(rect.x) + (i % code->width + 4) * size,
				canvas->y + POINTS(rect.y) + (i / code->width + 4) * size, size);
	QRcode_free(code);
}
