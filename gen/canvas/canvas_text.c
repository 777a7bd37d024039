/* SPDX-License-Identifier: MIT
 * Symbols and text of the canvas: glyphs gathered by face, size and colour. */
#include <math.h>

#include "gen/canvas/canvas_parts.h"

/* Layers of symbols come first, from 0; then text. */
#define ORDER_TEXT 8
#define SMALLEST   0.1 /* how much smaller a paragraph may become to fit */

/* The batch for glyphs of this kind, new where there is none. */
static struct batch *
batch_for(struct canvas *canvas, int order, uint32_t colour, double size, cairo_font_face_t *face)
{
	struct batch batch = {order, colour, size, face, NULL};

	for (unsigned i = 0; i < canvas->batches->len; i++) {
		struct batch *known = &g_array_index(canvas->batches, struct batch, i);

		if (known->order == order && known->colour == colour && known->size == size &&
			known->face == face)
			return known;
	}
	batch.glyphs = g_array_new(FALSE, FALSE, sizeof(cairo_glyph_t));
	g_array_append_val(canvas->batches, batch);
	return &g_array_index(canvas->batches, struct batch, canvas->batches->len - 1);
}

static void
symbol_glyph(struct canvas *canvas, int order, uint32_t codepoint, uint32_t colour,
	struct rect rect)
{
	double size = POINTS(MIN(rect.w, rect.h));
	struct batch *batch = batch_for(canvas, order, colour, size, shaper_symbols(canvas->type));
	cairo_glyph_t glyph = {
		.index = shaper_symbol_glyph(canvas->type, codepoint),
		.x = at_x(canvas, rect.x) + (POINTS(rect.w) - size) / 2,
		.y = at_y(canvas, rect.y) + (POINTS(rect.h) - size) / 2 +
			size * (1000 - SYMBOL_DESCENT) / 1000,
	};

	g_array_append_val(batch->glyphs, glyph);
}

void
canvas_symbol(struct canvas *canvas, enum symbol_id symbol, struct rect rect)
{
	const struct symbol *drawing = &symbols[symbol];

	if (canvas->ink == INK_LIGHT) {
		canvas_silhouette(canvas, symbol, rect, COLOUR_INK);
		return;
	}
	for (uint32_t i = 0; i < drawing->layers; i++) {
		const struct symbol_layer *layer = &symbol_layers[drawing->first_layer + i];

		symbol_glyph(canvas, (int)i, layer->codepoint, canvas_inked(canvas, layer->rgb, true), rect);
	}
}

void
canvas_silhouette(struct canvas *canvas, enum symbol_id symbol, struct rect rect, uint32_t colour)
{
	symbol_glyph(canvas, 0, symbols[symbol].inline_codepoint, canvas_inked(canvas, colour, false), rect);
}

/* Shows a shaped text of a size (in points) with its first baseline at (x, y). */
static void
show(struct canvas *canvas, const struct shaped *shaped, double size, double x, double y,
	uint32_t colour)
{
	for (size_t i = 0; i < shaped->stretches; i++) {
		const struct stretch *stretch = &shaped->stretch[i];
		struct batch *batch = batch_for(canvas, ORDER_TEXT, canvas_inked(canvas, colour, false), size, stretch->face);

		for (size_t g = stretch->first; g < stretch->first + stretch->count; g++) {
			cairo_glyph_t glyph = shaped->glyph[g];

			glyph.x = x + glyph.x * size;
			glyph.y = y + glyph.y * size;
			g_array_append_val(batch->glyphs, glyph);
		}
	}
}

/* The size at which a line fits the box: its own, or smaller. */
static double
fitting(const struct shaped *shaped, double size, double w, double h)
{
	double high = shaped->bottom - shaped->top;
	double wide = MAX(shaped->width, shaped->right - shaped->left);

	if (wide * size > w)
		size = w / wide;
	if (high * size > h)
		size = h / high;
	return size;
}

void
canvas_text(struct canvas *canvas, const struct font *font, struct rect box, const char *text)
{
	const struct shaped *shaped = shaper_line(canvas->type, font->face, 0, text);
	double w = POINTS(box.w), h = POINTS(box.h);
	double wanted = POINTS(font->size), size, x, y, top = at_y(canvas, box.y);

	if (shaped->width * wanted / 2 > w) {
		shaped = shaper_line(canvas->type, font->face, 2 * w / wanted, text);
		wanted /= 2;
	}
	size = fitting(shaped, wanted, w, h);
	x = at_x(canvas, box.x);
	if (font->align != ALIGN_LEFT)
		x += (w - shaped->width * size) / (font->align == ALIGN_CENTRE ? 2 : 1);
	/* Ink may lean out of a text's width, but not out of its box. */
	x = MIN(x, at_x(canvas, box.x) + w - shaped->right * size);
	x = MAX(x, at_x(canvas, box.x) - shaped->left * size);
	/* Capitals in the middle, but no ink outside. */
	y = top + (h + CAP_HEIGHT * size) / 2;
	y = MIN(y, top + h - shaped->bottom * size);
	y = MAX(y, top - shaped->top * size);
	show(canvas, shaped, size, x, y, font->colour);
}

int32_t
canvas_text_width(struct canvas *canvas, const struct font *font, const char *text)
{
	return (int32_t)ceil(shaper_line(canvas->type, font->face, 0, text)->width * font->size);
}

int32_t
canvas_paragraph(struct canvas *canvas, const struct font *font, struct rect box, const char *text)
{
	const struct shaped *shaped;
	double size = font->size;

	for (;;) {
		shaped = shaper_paragraph(canvas->type, font->face, font->align, box.w / size, text);
		if (shaped->height * size <= box.h || size < font->size * SMALLEST)
			break;
		size *= 0.97;
	}
	/* The first baseline stands an ascent below the top. */
	show(canvas, shaped, POINTS(size), at_x(canvas, box.x),
		at_y(canvas, box.y) + 0.93 * POINTS(size), font->colour);
	return (int32_t)ceil(shaped->height * size);
}
