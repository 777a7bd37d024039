/* SPDX-License-Identifier: MIT
 * The canvas. Shapes of the same look are gathered into one path, glyphs of the same face, size and
 * colour into one run, and marks into one picture, because Cairo spends more time on each operation
 * than on what is in it. */
#include "gen/canvas/canvas.h"

#include <glib.h>
#include <math.h>

#include "gen/canvas/marks.h"
#include "gen/canvas/shaping.h"

/* The size of a pixel at 300 dpi in points. Marks are aligned to pixels. */
#define PIXEL (72.0 / 300.0)

/* The layer of text, above the layers of symbols, which count from 0. */
#define ORDER_TEXT 8

/* Largest distance of a curve from the straight lines that Cairo may draw in its place, in units of the surface: points
 * or pixels. Cairo's default is 0.1. A larger distance is drawn faster, but less round. */
#define TOLERANCE 0.3

/* Length of a dash, in hundredths of a millimetre. */
#define DASH_ON 200

/* Length of the gap after a dash, in hundredths of a millimetre. */
#define DASH_OFF 120

/* Smallest size that is tried to make a paragraph fit, as a share of its own size. */
#define SMALLEST 0.1

/* Factor from each size that is tried to the next. With one nearer to 1, a paragraph fills its box better, but is laid
 * out more often: now at most 77 times. */
#define SHRINK 0.97

/* Distance from the top of a paragraph to its first baseline, in ems: a little more than the ascent of Roboto, which is
 * 1,900 of 2,048 units. */
#define ASCENT 0.93

/* Grey level (0 is black, 255 white) below which a surface counts as black: it may have white letters on it. */
#define GREY_BLACK 64

/* Per cent of its darkness that a lighter surface keeps in grey. With more, text on it is hard to read when the printer
 * renders it as dots; with less, it is harder to tell from the paper. */
#define GREY_KEPT 55

/* Converts hundredths of a millimetre to points. */
#define POINTS(units) ((units) * (72.0 / 2540.0))

/* Glyphs that are shown together. */
struct batch {
	int order;
	uint32_t colour;
	double size; /* in points */
	cairo_font_face_t *face;
	GArray *glyphs;
};

/* The look of the shapes on the current path. */
struct look {
	uint32_t colour;
	double width;   /* 0 for filled shapes */
	double on, off; /* of dashes, 0 for none */
};

struct canvas {
	cairo_t *cairo;
	struct shaper *shaper;
	enum ink ink;
	double x, y; /* the origin in points */
	bool open;   /* there are shapes on the current path */
	struct look look;
	GArray *batches;
	struct marks *marks;
};

const char *const ink_names[INKS + 1] = {"full", "light", "grey", NULL};

/* Convert a position in hundredths of a millimetre to points on the paper. */
static double
at_x(const struct canvas *canvas, int32_t x)
{
	return canvas->x + POINTS(x);
}

static double
at_y(const struct canvas *canvas, int32_t y)
{
	return canvas->y + POINTS(y);
}

struct canvas *
canvas_create(cairo_surface_t *surface, struct shaper *shaper, enum ink ink)
{
	struct canvas *canvas = g_new0(struct canvas, 1);

	canvas->cairo = cairo_create(surface);
	cairo_set_tolerance(canvas->cairo, TOLERANCE);
	canvas->shaper = shaper;
	canvas->ink = ink;
	canvas->batches = g_array_new(FALSE, FALSE, sizeof(struct batch));
	canvas->marks = marks_create();
	return canvas;
}

void
canvas_destroy(struct canvas *canvas)
{
	if (canvas == NULL)
		return;
	for (unsigned i = 0; i < canvas->batches->len; i++)
		g_array_free(g_array_index(canvas->batches, struct batch, i).glyphs, TRUE);
	g_array_free(canvas->batches, TRUE);
	marks_destroy(canvas->marks);
	cairo_destroy(canvas->cairo);
	g_free(canvas);
}

enum ink
canvas_ink(const struct canvas *canvas)
{
	return canvas->ink;
}

bool
canvas_status(const struct canvas *canvas)
{
	return cairo_status(canvas->cairo) == CAIRO_STATUS_SUCCESS;
}

/* A colour as the ink allows it. Light ink makes surfaces faint and keeps lines. In grey, letters and lines stay as
 * dark as they were. Surfaces become lighter, so that text on them stays readable when the printer renders them as
 * dots; those that are nearly black stay, because there may be white letters on them. */
static uint32_t
inked(const struct canvas *canvas, uint32_t colour, bool surface)
{
	uint32_t r = colour >> 16 & 255, g = colour >> 8 & 255, b = colour & 255;

	if (canvas->ink == INK_FULL || (canvas->ink == INK_LIGHT && !surface))
		return colour;
	if (canvas->ink == INK_GREY) {
		uint32_t grey = (r * 299 + g * 587 + b * 114 + 999) / 1000; /* never darker */

		if (surface && grey >= GREY_BLACK)
			grey = 255 - (255 - grey) * GREY_KEPT / 100;
		return grey << 16 | grey << 8 | grey;
	}
	/* A tenth of the ink. */
	r = 255 - (255 - r) / 10;
	g = 255 - (255 - g) / 10;
	b = 255 - (255 - b) / 10;
	return r << 16 | g << 8 | b;
}

static void
set_colour(struct canvas *canvas, uint32_t colour)
{
	cairo_set_source_rgb(
		canvas->cairo, (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0, (colour & 255) / 255.0);
}

/* Paints the shapes gathered so far. */
static void
paint(struct canvas *canvas)
{
	const struct look *look = &canvas->look;
	double dash[] = {look->on, look->off};

	if (!canvas->open)
		return;
	canvas->open = false;
	set_colour(canvas, look->colour);
	if (look->width > 0) {
		cairo_set_line_width(canvas->cairo, look->width);
		cairo_set_dash(canvas->cairo, dash, look->on > 0 ? 2 : 0, 0);
		cairo_stroke(canvas->cairo);
	} else {
		cairo_fill(canvas->cairo);
	}
}

/* Starts a shape. It joins the current path if it has the same look. */
static void
start(struct canvas *canvas, struct look look)
{
	const struct look *now = &canvas->look;

	if (canvas->open &&
		(now->colour != look.colour || now->width != look.width || now->on != look.on || now->off != look.off))
		paint(canvas);
	canvas->open = true;
	canvas->look = look;
}

/* By layer, then colour, then size. */
static int
by_order(gconstpointer a, gconstpointer b)
{
	const struct batch *one = a, *other = b;

	if (one->order != other->order)
		return one->order < other->order ? -1 : 1;
	if (one->colour != other->colour)
		return one->colour < other->colour ? -1 : 1;
	return (one->size > other->size) - (one->size < other->size);
}

void
canvas_flush(struct canvas *canvas)
{
	paint(canvas);
	g_array_sort(canvas->batches, by_order);
	for (unsigned i = 0; i < canvas->batches->len; i++) {
		struct batch *batch = &g_array_index(canvas->batches, struct batch, i);

		set_colour(canvas, batch->colour);
		cairo_set_font_face(canvas->cairo, batch->face);
		cairo_set_font_size(canvas->cairo, batch->size);
		cairo_show_glyphs(
			canvas->cairo, &g_array_index(batch->glyphs, cairo_glyph_t, 0), (int)batch->glyphs->len);
		g_array_free(batch->glyphs, TRUE);
	}
	g_array_set_size(canvas->batches, 0);
	set_colour(canvas, 0);
	marks_paint(canvas->marks, canvas->cairo);
}

void
canvas_origin(struct canvas *canvas, int32_t x, int32_t y)
{
	canvas_flush(canvas);
	cairo_identity_matrix(canvas->cairo);
	canvas->x = round(POINTS(x) / PIXEL) * PIXEL;
	canvas->y = round(POINTS(y) / PIXEL) * PIXEL;
}

void
canvas_turn(struct canvas *canvas, struct rect around, int quarters)
{
	double x = at_x(canvas, around.x) + POINTS(around.w) / 2;
	double y = at_y(canvas, around.y) + POINTS(around.h) / 2;

	canvas_flush(canvas);
	cairo_translate(canvas->cairo, x, y);
	cairo_rotate(canvas->cairo, quarters * G_PI_2);
	cairo_translate(canvas->cairo, -x, -y);
}

void
canvas_paint(struct canvas *canvas, uint32_t colour)
{
	canvas_flush(canvas);
	set_colour(canvas, colour);
	cairo_paint(canvas->cairo);
}

static void
rectangle(struct canvas *canvas, struct rect rect)
{
	cairo_rectangle(canvas->cairo, at_x(canvas, rect.x), at_y(canvas, rect.y), POINTS(rect.w), POINTS(rect.h));
}

void
canvas_fill(struct canvas *canvas, struct rect rect, uint32_t colour)
{
	start(canvas, (struct look){.colour = inked(canvas, colour, true)});
	rectangle(canvas, rect);
}

void
canvas_frame(struct canvas *canvas, struct rect rect, int32_t width, uint32_t colour)
{
	start(canvas, (struct look){inked(canvas, colour, false), POINTS(width), 0, 0});
	rectangle(canvas, rect);
}

static void
segment(struct canvas *canvas, int32_t x1, int32_t y1, int32_t x2, int32_t y2)
{
	cairo_move_to(canvas->cairo, at_x(canvas, x1), at_y(canvas, y1));
	cairo_line_to(canvas->cairo, at_x(canvas, x2), at_y(canvas, y2));
}

void
canvas_line(struct canvas *canvas, int32_t x1, int32_t y1, int32_t x2, int32_t y2, int32_t width, uint32_t colour)
{
	start(canvas, (struct look){inked(canvas, colour, false), POINTS(width), 0, 0});
	segment(canvas, x1, y1, x2, y2);
}

void
canvas_dotted(struct canvas *canvas, int32_t x1, int32_t y1, int32_t x2, int32_t y2, int32_t width, int32_t apart,
	uint32_t colour)
{
	start(canvas, (struct look){inked(canvas, colour, false), POINTS(width), POINTS(width), POINTS(apart - width)});
	segment(canvas, x1, y1, x2, y2);
}

void
canvas_dashed(struct canvas *canvas, int32_t x1, int32_t y1, int32_t x2, int32_t y2, int32_t width, uint32_t colour)
{
	start(canvas, (struct look){inked(canvas, colour, false), POINTS(width), POINTS(DASH_ON), POINTS(DASH_OFF)});
	segment(canvas, x1, y1, x2, y2);
}

/* Starts the next pass over a shape: the first, which fills it, or the second, which frames it, if the shape has them.
 * False after the last. */
static bool
next_pass(struct canvas *canvas, int *pass, uint32_t fill, int32_t width, uint32_t colour)
{
	*pass += *pass == 0 && fill == NO_FILL;
	*pass += *pass == 1 && width <= 0;
	if (*pass > 1)
		return false;
	if ((*pass)++ == 0)
		start(canvas, (struct look){.colour = inked(canvas, fill, true)});
	else
		start(canvas, (struct look){inked(canvas, colour, false), POINTS(width), 0, 0});
	cairo_new_sub_path(canvas->cairo);
	return true;
}

void
canvas_rounded(struct canvas *canvas, struct rect rect, int32_t radius, uint32_t fill, int32_t width, uint32_t colour)
{
	double r = POINTS(radius);
	double x1 = at_x(canvas, rect.x), x2 = x1 + POINTS(rect.w), y1 = at_y(canvas, rect.y), y2 = y1 + POINTS(rect.h);

	for (int pass = 0; next_pass(canvas, &pass, fill, width, colour);) {
		cairo_arc(canvas->cairo, x2 - r, y1 + r, r, -G_PI_2, 0);
		cairo_arc(canvas->cairo, x2 - r, y2 - r, r, 0, G_PI_2);
		cairo_arc(canvas->cairo, x1 + r, y2 - r, r, G_PI_2, G_PI);
		cairo_arc(canvas->cairo, x1 + r, y1 + r, r, G_PI, 3 * G_PI_2);
		cairo_close_path(canvas->cairo);
	}
}

void
canvas_circle(
	struct canvas *canvas, int32_t x, int32_t y, int32_t radius, uint32_t fill, int32_t width, uint32_t colour)
{
	for (int pass = 0; next_pass(canvas, &pass, fill, width, colour);) {
		cairo_arc(canvas->cairo, at_x(canvas, x), at_y(canvas, y), POINTS(radius), 0, 2 * G_PI);
		cairo_close_path(canvas->cairo);
	}
}

void
canvas_polygon(
	struct canvas *canvas, const int32_t (*point)[2], size_t n, uint32_t fill, int32_t width, uint32_t colour)
{
	for (int pass = 0; next_pass(canvas, &pass, fill, width, colour);) {
		for (size_t i = 0; i < n; i++)
			cairo_line_to(canvas->cairo, at_x(canvas, point[i][0]), at_y(canvas, point[i][1]));
		cairo_close_path(canvas->cairo);
	}
}

/* The batch for glyphs of this kind. It is created if there is none. */
static struct batch *
batch_for(struct canvas *canvas, int order, uint32_t colour, double size, cairo_font_face_t *face)
{
	struct batch batch = {order, colour, size, face, NULL};

	for (unsigned i = 0; i < canvas->batches->len; i++) {
		struct batch *known = &g_array_index(canvas->batches, struct batch, i);

		if (known->order == order && known->colour == colour && known->size == size && known->face == face)
			return known;
	}
	batch.glyphs = g_array_new(FALSE, FALSE, sizeof(cairo_glyph_t));
	g_array_append_val(canvas->batches, batch);
	return &g_array_index(canvas->batches, struct batch, canvas->batches->len - 1);
}

static void
symbol_glyph(struct canvas *canvas, int order, uint32_t codepoint, uint32_t colour, struct rect rect)
{
	double size = POINTS(MIN(rect.w, rect.h));
	cairo_glyph_t glyph = {
		.x = at_x(canvas, rect.x) + (POINTS(rect.w) - size) / 2,
		.y = at_y(canvas, rect.y) + (POINTS(rect.h) - size) / 2 + size * (1000 - SYMBOL_DESCENT) / 1000,
	};
	cairo_font_face_t *face = shaper_symbol(canvas->shaper, codepoint, &glyph.index);
	const struct batch *batch = batch_for(canvas, order, colour, size, face);

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

		symbol_glyph(canvas, (int)i, layer->codepoint, inked(canvas, layer->rgb, true), rect);
	}
}

void
canvas_silhouette(struct canvas *canvas, enum symbol_id symbol, struct rect rect, uint32_t colour)
{
	symbol_glyph(canvas, 0, symbols[symbol].inline_codepoint, inked(canvas, colour, false), rect);
}

/* Adds a shaped text of a size (in points) with its first baseline at (x, y). */
static void
show(struct canvas *canvas, const struct shaped *shaped, double size, double x, double y, uint32_t colour)
{
	for (size_t i = 0; i < shaped->stretches; i++) {
		const struct stretch *stretch = &shaped->stretch[i];
		struct batch *batch = batch_for(canvas, ORDER_TEXT, inked(canvas, colour, false), size, stretch->face);

		for (size_t g = stretch->first; g < stretch->first + stretch->count; g++) {
			cairo_glyph_t glyph = shaped->glyph[g];

			glyph.x = x + glyph.x * size;
			glyph.y = y + glyph.y * size;
			g_array_append_val(batch->glyphs, glyph);
		}
	}
}

void
canvas_text(struct canvas *canvas, const struct font *font, struct rect box, const char *text)
{
	const struct shaped *shaped = shaper_line(canvas->shaper, font->face, 0, text);
	double left = at_x(canvas, box.x), top = at_y(canvas, box.y), w = POINTS(box.w), h = POINTS(box.h);
	/* Below half the size, or below what is readable, the text is cut off instead. */
	double half = font->size / 2.0, least = POINTS(font->size < SIZE_LEAST ? half : MAX(half, SIZE_LEAST));
	double size = POINTS(font->size);

	if (shaped->width * least > w) {
		shaped = shaper_line(canvas->shaper, font->face, w / least, text);
		size = least;
	}
	double wide = MAX(shaped->width, shaped->right - shaped->left), high = shaped->bottom - shaped->top;
	if (wide * size > w)
		size = w / wide;
	if (high * size > h)
		size = h / high;
	double x = left;
	if (font->align != ALIGN_LEFT)
		x += (w - shaped->width * size) / (font->align == ALIGN_CENTRE ? 2 : 1);
	/* Ink may overhang the width of the text, but not its box. */
	x = MIN(x, left + w - shaped->right * size);
	x = MAX(x, left - shaped->left * size);
	/* Capitals in the middle, but no ink outside. */
	double y = top + (h + CAP_HEIGHT * size) / 2;
	y = MIN(y, top + h - shaped->bottom * size);
	y = MAX(y, top - shaped->top * size);
	show(canvas, shaped, size, x, y, font->colour);
}

void
canvas_textf(struct canvas *canvas, const struct font *font, struct rect box, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	char *text = g_strdup_vprintf(format, arguments);

	va_end(arguments);
	canvas_text(canvas, font, box, text);
	g_free(text);
}

int32_t
canvas_text_width(struct canvas *canvas, const struct font *font, const char *text)
{
	return (int32_t)ceil(shaper_line(canvas->shaper, font->face, 0, text)->width * font->size);
}

int32_t
canvas_paragraph(struct canvas *canvas, const struct font *font, struct rect box, const char *text)
{
	double size = font->size;
	const struct shaped *shaped = shaper_paragraph(canvas->shaper, font->face, font->align, box.w / size, text);

	while (shaped->height * size > box.h && size >= font->size * SMALLEST) {
		size *= SHRINK;
		shaped = shaper_paragraph(canvas->shaper, font->face, font->align, box.w / size, text);
	}
	show(canvas, shaped, POINTS(size), at_x(canvas, box.x), at_y(canvas, box.y) + ASCENT * POINTS(size),
		font->colour);
	return (int32_t)ceil(shaped->height * size);
}

void
canvas_tag(struct canvas *canvas, uint16_t id, struct rect rect)
{
	marks_tag(canvas->marks, id, at_x(canvas, rect.x), at_y(canvas, rect.y));
}

void
canvas_qr(struct canvas *canvas, struct rect rect, const char *text)
{
	marks_qr(canvas->marks, at_x(canvas, rect.x), at_y(canvas, rect.y), POINTS(MIN(rect.w, rect.h)), text);
}
