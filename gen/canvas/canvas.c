/* SPDX-License-Identifier: MIT
 * The canvas. Shapes of the same look are gathered into one
 * path, glyphs of the same face, size and colour into one run, marks into one
 * picture: every operation costs Cairo more than what is in it. */
#include <math.h>

#include "gen/canvas/canvas_parts.h"

#define PIXEL (72.0 / 300.0) /* marks are snapped to it */

const char *const ink_names[INKS] = {"full", "light", "grey"};

struct canvas *
canvas_create(cairo_surface_t *surface, struct shaper *type, enum ink ink)
{
	struct canvas *canvas = g_new0(struct canvas, 1);

	canvas->cairo = cairo_create(surface);
	cairo_set_tolerance(canvas->cairo, 0.3);
	canvas->type = type;
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

bool
canvas_status(const struct canvas *canvas)
{
	return cairo_status(canvas->cairo) == CAIRO_STATUS_SUCCESS;
}

uint32_t
canvas_inked(const struct canvas *canvas, uint32_t colour, bool surface)
{
	uint32_t r = colour >> 16 & 255, g = colour >> 8 & 255, b = colour & 255;
	uint32_t grey = (r * 299 + g * 587 + b * 114) / 1000;

	if (canvas->ink == INK_FULL || (canvas->ink == INK_LIGHT && !surface))
		return colour;
	if (canvas->ink == INK_GREY)
		return grey << 16 | grey << 8 | grey;
	/* A tenth of the ink. */
	r = 255 - (255 - r) / 10;
	g = 255 - (255 - g) / 10;
	b = 255 - (255 - b) / 10;
	return r << 16 | g << 8 | b;
}

static void
set_colour(struct canvas *canvas, uint32_t colour)
{
	cairo_set_source_rgb(canvas->cairo, (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0,
		(colour & 255) / 255.0);
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

/* Starts a shape of a look: with the others where they look alike. */
static void
start(struct canvas *canvas, struct look look)
{
	const struct look *now = &canvas->look;

	if (canvas->open &&
		(now->colour != look.colour || now->width != look.width || now->on != look.on ||
			now->off != look.off))
		paint(canvas);
	canvas->open = true;
	canvas->look = look;
}

/* By layer, then colour, then size: what changes least often changes last. */
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
		cairo_show_glyphs(canvas->cairo, &g_array_index(batch->glyphs, cairo_glyph_t, 0),
			(int)batch->glyphs->len);
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
	cairo_rectangle(canvas->cairo, at_x(canvas, rect.x), at_y(canvas, rect.y), POINTS(rect.w),
		POINTS(rect.h));
}

void
canvas_fill(struct canvas *canvas, struct rect rect, uint32_t colour)
{
	start(canvas, (struct look){.colour = canvas_inked(canvas, colour, true)});
	rectangle(canvas, rect);
}

void
canvas_frame(struct canvas *canvas, struct rect rect, int32_t width, uint32_t colour)
{
	start(canvas, (struct look){canvas_inked(canvas, colour, false), POINTS(width), 0, 0});
	rectangle(canvas, rect);
}

static void
segment(struct canvas *canvas, int32_t x1, int32_t y1, int32_t x2, int32_t y2)
{
	cairo_move_to(canvas->cairo, at_x(canvas, x1), at_y(canvas, y1));
	cairo_line_to(canvas->cairo, at_x(canvas, x2), at_y(canvas, y2));
}

void
canvas_line(struct canvas *canvas, int32_t x1, int32_t y1, int32_t x2, int32_t y2, int32_t width,
	uint32_t colour)
{
	start(canvas, (struct look){canvas_inked(canvas, colour, false), POINTS(width), 0, 0});
	segment(canvas, x1, y1, x2, y2);
}

void
canvas_dotted(struct canvas *canvas, int32_t x1, int32_t y1, int32_t x2, int32_t y2,
	int32_t width, int32_t apart, uint32_t colour)
{
	start(canvas, (struct look){canvas_inked(canvas, colour, false), POINTS(width), POINTS(width),
			      POINTS(apart - width)});
	segment(canvas, x1, y1, x2, y2);
}

void
canvas_dashed(struct canvas *canvas, int32_t x1, int32_t y1, int32_t x2, int32_t y2,
	int32_t width, uint32_t colour)
{
	start(canvas, (struct look){canvas_inked(canvas, colour, false), POINTS(width),
			      POINTS(200), POINTS(120)});
	segment(canvas, x1, y1, x2, y2);
}

/* Adds a path to the shapes, twice when it is filled and framed. */
static void
shape(struct canvas *canvas, void (*path)(struct canvas *, const void *), const void *data,
	uint32_t fill, int32_t width, uint32_t colour)
{
	if (fill != NO_FILL) {
		start(canvas, (struct look){.colour = canvas_inked(canvas, fill, true)});
		path(canvas, data);
	}
	if (width > 0) {
		start(canvas, (struct look){canvas_inked(canvas, colour, false), POINTS(width), 0, 0});
		path(canvas, data);
	}
}

struct rounded {
	struct rect rect;
	int32_t radius;
};

static void
rounded_path(struct canvas *canvas, const void *data)
{
	const struct rounded *rounded = data;
	double r = POINTS(rounded->radius);
	double x1 = at_x(canvas, rounded->rect.x), x2 = x1 + POINTS(rounded->rect.w);
	double y1 = at_y(canvas, rounded->rect.y), y2 = y1 + POINTS(rounded->rect.h);

	cairo_new_sub_path(canvas->cairo);
	cairo_arc(canvas->cairo, x2 - r, y1 + r, r, -G_PI_2, 0);
	cairo_arc(canvas->cairo, x2 - r, y2 - r, r, 0, G_PI_2);
	cairo_arc(canvas->cairo, x1 + r, y2 - r, r, G_PI_2, G_PI);
	cairo_arc(canvas->cairo, x1 + r, y1 + r, r, G_PI, 3 * G_PI_2);
	cairo_close_path(canvas->cairo);
}

void
canvas_rounded(struct canvas *canvas, struct rect rect, int32_t radius, uint32_t fill,
	int32_t width, uint32_t colour)
{
	shape(canvas, rounded_path, &(struct rounded){rect, radius}, fill, width, colour);
}

struct circle {
	int32_t x, y, radius;
};

static void
circle_path(struct canvas *canvas, const void *data)
{
	const struct circle *circle = data;

	cairo_new_sub_path(canvas->cairo);
	cairo_arc(canvas->cairo, at_x(canvas, circle->x), at_y(canvas, circle->y),
		POINTS(circle->radius), 0, 2 * G_PI);
	cairo_close_path(canvas->cairo);
}

void
canvas_circle(struct canvas *canvas, int32_t x, int32_t y, int32_t radius, uint32_t fill,
	int32_t width, uint32_t colour)
{
	shape(canvas, circle_path, &(struct circle){x, y, radius}, fill, width, colour);
}

struct polygon {
	const int32_t (*point)[2];
	size_t n;
};

static void
polygon_path(struct canvas *canvas, const void *data)
{
	const struct polygon *polygon = data;

	for (size_t i = 0; i < polygon->n; i++)
		(i == 0 ? cairo_move_to : cairo_line_to)(canvas->cairo, at_x(canvas, polygon->point[i][0]),
			at_y(canvas, polygon->point[i][1]));
	cairo_close_path(canvas->cairo);
}

void
canvas_polygon(struct canvas *canvas, const int32_t (*point)[2], size_t n, uint32_t fill,
	int32_t width, uint32_t colour)
{
	shape(canvas, polygon_path, &(struct polygon){point, n}, fill, width, colour);
}

void
canvas_tag(struct canvas *canvas, uint16_t id, struct rect rect)
{
	marks_tag(canvas->marks, id, at_x(canvas, rect.x), at_y(canvas, rect.y));
}

void
canvas_qr(struct canvas *canvas, struct rect rect, const char *text)
{
	marks_qr(canvas->marks, at_x(canvas, rect.x), at_y(canvas, rect.y), POINTS(MIN(rect.w, rect.h)),
		text);
}
