/* SPDX-License-Identifier: MIT
 * Strokes are drawn into a mask of how much ink lies where; the ink then takes its share of the paper's light. */
#include "tests/cameras/paper/pens.h"

#include <math.h>
#include <string.h>

/* How a pen writes: the least and the most of its width. */
struct pen {
	const char *name;
	double thin, thick, cover, grain;
	double ink[3][3]; /* in up to three colours */
	unsigned colours;
};

static const struct pen pens[PENS] = {
	[PEN_BALL] = {"ballpoint", 0.28, 0.5, 0.82, 0.12, {{0.16, 0.20, 0.55}, {0.14, 0.14, 0.17}, {0.70, 0.14, 0.18}},
		3},
	[PEN_GEL] = {"gel", 0.4, 0.75, 0.96, 0, {{0.08, 0.08, 0.10}, {0.10, 0.18, 0.58}, {0.15, 0.42, 0.25}}, 3},
	[PEN_PENCIL] = {"pencil", 0.4, 0.9, 0.55, 0.5, {{0.30, 0.30, 0.32}, {0.40, 0.40, 0.42}}, 2},
	[PEN_FELT] = {"felt", 0.9, 1.7, 0.85, 0, {{0.12, 0.12, 0.14}, {0.12, 0.22, 0.62}, {0.78, 0.13, 0.15}}, 3},
	[PEN_FINE] = {"fineliner", 0.3, 0.45, 0.95, 0, {{0.10, 0.10, 0.12}, {0.12, 0.16, 0.50}}, 2},
	[PEN_MARKER] = {"marker", 2, 3.4, 0.95, 0, {{0.06, 0.06, 0.08}, {0.10, 0.14, 0.48}}, 2},
	[PEN_YELLOW] = {"yellow-felt", 0.9, 1.8, 0.85, 0, {{0.97, 0.86, 0.18}, {0.99, 0.80, 0.22}}, 2},
	[PEN_HIGHLIGHT] = {"highlighter", 3.2, 4.6, 0.8, 0,
		{{0.98, 0.96, 0.30}, {0.99, 0.55, 0.70}, {0.55, 0.95, 0.50}}, 3},
};

void
writer_init(struct writer *writer, const struct recipe *recipe, struct luck luck)
{
	static const enum hand_kind usual[] = {HAND_FILL, HAND_FILL, HAND_FILL, HAND_SCRIBBLE, HAND_TICK, HAND_CROSS};
	const struct pen *pen = &pens[recipe->pen];
	double tint = luck_in(&luck, -0.04, 0.06);
	const double *ink = pen->ink[luck_below(&luck, pen->colours)];

	*writer =
		(struct writer){.pen = pen->name, .cover = pen->cover, .hand = recipe->hand, .sloppy = recipe->sloppy};
	writer->width = luck_in(&luck, pen->thin, pen->thick);
	writer->grain = pen->grain * luck_in(&luck, 0.6, 1.2);
	writer->slant = luck_about(&luck, 0.3);
	for (int i = 0; i < 3; i++)
		writer->ink[i] = clamp(ink[i] + tint, 0.03, 1);
	if (writer->hand == HAND_USUAL)
		writer->hand = recipe->pen >= PEN_MARKER && luck_one_in(&luck, 2)
			? HAND_TICK
			: usual[luck_below(&luck, sizeof usual / sizeof *usual)];
	writer->luck = luck;
}

/* A mask around a place, in millimetres from there. */
struct ink_mask {
	cairo_surface_t *surface;
	cairo_t *cairo;
	int left, top;
};

static void
mask_begin(
	struct ink_mask *mask, const struct writer *writer, const struct print *print, double x, double y, double reach)
{
	int half = (int)(reach * print->density) + 1;

	mask->left = (int)floor((x - print->x) * print->density) - half;
	mask->top = (int)floor((y - print->y) * print->density) - half;
	mask->surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 2 * half, 2 * half);
	mask->cairo = cairo_create(mask->surface);
	cairo_translate(
		mask->cairo, (x - print->x) * print->density - mask->left, (y - print->y) * print->density - mask->top);
	cairo_scale(mask->cairo, print->density, print->density);
	cairo_set_line_cap(mask->cairo, CAIRO_LINE_CAP_ROUND);
	cairo_set_line_join(mask->cairo, CAIRO_LINE_JOIN_ROUND);
	cairo_set_line_width(mask->cairo, writer->width);
	cairo_set_source_rgba(mask->cairo, 1, 1, 1, writer->cover);
}

/* Puts the ink onto the print. */
static void
mask_end(struct ink_mask *mask, const struct writer *writer, struct print *print)
{
	cairo_surface_flush(mask->surface);
	const unsigned char *data = cairo_image_surface_get_data(mask->surface);
	int stride = cairo_image_surface_get_stride(mask->surface);
	int size = cairo_image_surface_get_width(mask->surface);

	for (int row = 0; row < size; row++) {
		for (int col = 0; col < size; col++) {
			int x = mask->left + col, y = mask->top + row;

			if (data[row * stride + col] == 0 || x < 0 || y < 0 || x >= print->w || y >= print->h)
				continue;
			uint32_t *pixel = &print->pixel[y * print->w + x], inked = 0;
			double ink = data[row * stride + col] / 255.0;

			/* A tooth of paper about 0.15 mm wide stays bare. */
			if (writer->grain > 0)
				ink *= 1 -
					writer->grain *
						(0.5 + 0.5 * noise(x * 7 / print->density, y * 7 / print->density, 91));
			for (int c = 0; c < 3; c++)
				inked |= (uint32_t)((*pixel >> (16 - 8 * c) & 255) * (1 - ink * (1 - writer->ink[c])) +
						 0.5)
					<< (16 - 8 * c);
			*pixel = inked;
		}
	}
	cairo_destroy(mask->cairo);
	cairo_surface_destroy(mask->surface);
}

/* A place within bounds, and one around the origin. */
static struct point
within(struct writer *writer, double left, double right, double top, double bottom)
{
	double x = luck_in(&writer->luck, left, right), y = luck_in(&writer->luck, top, bottom);

	return (struct point){x, y};
}

static struct point
around(struct writer *writer, double spread)
{
	double x = luck_about(&writer->luck, spread), y = luck_about(&writer->luck, spread);

	return (struct point){x, y};
}

/* A bowed and trembling line; it goes on from the current point. */
static void
line_to(struct writer *writer, cairo_t *cairo, struct point to)
{
	double from_x, from_y, bow = luck_about(&writer->luck, 0.07), tremble = 0.02 + 0.05 * writer->sloppy;

	cairo_get_current_point(cairo, &from_x, &from_y);
	for (int i = 1; i <= 4; i++) {
		double t = i / 4.0, out = bow * 4 * t * (1 - t), dx = to.x - from_x, dy = to.y - from_y;
		struct point off = around(writer, tremble);

		cairo_line_to(cairo, from_x + dx * t - dy * out + off.x, from_y + dy * t + dx * out + off.y);
	}
}

/* Back and forth over a disc of radius r, of which it covers what lies between two shares of it. */
static void
hatch(struct writer *writer, cairo_t *cairo, double r, double turn, double from, double to)
{
	double step = writer->width * luck_in(&writer->luck, 0.55, 1 + 0.35 * writer->sloppy);
	double c = plain_cos(turn), s = plain_sin(turn);
	int side = 1;

	cairo_new_path(cairo);
	for (double at = from * r; at <= to * r; at += step * luck_in(&writer->luck, 0.8, 1.2)) {
		double half = sqrt(fmax(0.05 * r * r, r * r - at * at)) *
			luck_in(&writer->luck, 0.9 - 0.2 * writer->sloppy, 1.02 + 0.2 * writer->sloppy) * side;
		double x = c * half - s * at, y = s * half + c * at;

		if (!cairo_has_current_point(cairo))
			cairo_move_to(cairo, x - 2 * c * half, y - 2 * s * half);
		line_to(writer, cairo, (struct point){x, y});
		side = -side;
	}
	cairo_stroke(cairo);
}

static void
fill(struct writer *writer, cairo_t *cairo, double r)
{
	double inner =
		fmax(0.2 * r, r * luck_in(&writer->luck, 0.85 - 0.25 * writer->sloppy, 1.02) - writer->width / 2);
	double turn = luck_in(&writer->luck, 0, TURN);

	hatch(writer, cairo, inner, turn, -0.95, 0.95);
	if (!luck_one_in(&writer->luck, 2.5))
		hatch(writer, cairo, inner, turn + luck_in(&writer->luck, 0.5, 2), -0.9, 0.9);
}

static void
tick(struct writer *writer, cairo_t *cairo, double r)
{
	double size = r * luck_in(&writer->luck, 0.8, 1.2 + 0.3 * writer->sloppy);

	struct point start = within(writer, -0.9 * size, -0.5 * size, -0.3 * size, 0.3 * size);

	cairo_move_to(cairo, start.x, start.y);
	line_to(writer, cairo, within(writer, -0.35 * size, 0, 0.4 * size, 0.8 * size));
	line_to(writer, cairo, within(writer, 0.6 * size, 1.15 * size, -1.2 * size, -0.6 * size));
	cairo_stroke(cairo);
}

static void
cross(struct writer *writer, cairo_t *cairo, double r)
{
	for (int i = 0; i < 2; i++) {
		double size = r * luck_in(&writer->luck, 0.65, 1 + 0.35 * writer->sloppy), side = i == 0 ? 1 : -1;
		double skew = writer->slant * r;

		cairo_move_to(cairo, -size * side + skew, -size);
		line_to(writer, cairo, (struct point){size * side - skew, size * luck_in(&writer->luck, 0.8, 1.1)});
		cairo_stroke(cairo);
	}
}

static void
dot(struct writer *writer, cairo_t *cairo, double r)
{
	double size = r * luck_in(&writer->luck, 0.32, 0.55);

	/* Nobody aims at the outline. */
	struct point middle = within(writer, -0.35 * r, 0.35 * r, -0.35 * r, 0.35 * r);

	cairo_translate(cairo, middle.x, middle.y);
	hatch(writer, cairo, fmax(0.15, size - writer->width / 2), luck_in(&writer->luck, 0, TURN), -0.9, 0.9);
}

/* Loops, as with a hurried pen. */
static void
scribble(struct writer *writer, cairo_t *cairo, double r)
{
	double turn = luck_in(&writer->luck, 0, TURN), loops = luck_in(&writer->luck, 3, 6), flat, lean;

	flat = luck_in(&writer->luck, 0.35, 0.8);
	lean = luck_in(&writer->luck, 0, TURN);
	cairo_new_path(cairo);
	for (double t = 0; t < loops; t += 0.08) {
		double size = r * (0.75 + 0.3 * noise(t * 1.3, 7, (unsigned)(turn * 1000)));
		double a = plain_cos(turn + t * TURN) * size, b = plain_sin(turn + t * TURN) * size * flat;
		double drift = (t / loops - 0.5) * r * 0.9;

		b += drift;
		cairo_line_to(
			cairo, a * plain_cos(lean) - b * plain_sin(lean), a * plain_sin(lean) + b * plain_cos(lean));
	}
	cairo_stroke(cairo);
}

const char *
writer_mark(struct writer *writer, struct print *print, double x, double y, double size)
{
	static const char *const names[HANDS] = {"", "filled", "tick", "cross", "dot", "half", "scribble", "outside"};
	double r = size / 2, shift = (0.05 + 0.12 * writer->sloppy) * r, part;
	enum hand_kind hand = writer->hand;
	struct ink_mask mask;

	/* Nobody is quite regular. */
	if (luck_one_in(&writer->luck, 25) && hand != HAND_DOT && hand != HAND_HALF)
		hand = HAND_FILL + luck_below(&writer->luck, 3);
	mask_begin(&mask, writer, print, x, y, 2.4 * size);
	struct point off = around(writer, shift);

	cairo_translate(mask.cairo, off.x, off.y);
	switch (hand) {
	case HAND_TICK:
		tick(writer, mask.cairo, r);
		break;
	case HAND_CROSS:
		cross(writer, mask.cairo, r);
		break;
	case HAND_DOT:
		dot(writer, mask.cairo, r);
		break;
	case HAND_HALF:
		part = luck_in(&writer->luck, -0.25, 0.2);
		hatch(writer, mask.cairo, fmax(0.3 * r, r - writer->width / 2), luck_below(&writer->luck, 4) * TURN / 4,
			-0.95, part);
		break;
	case HAND_SCRIBBLE:
		scribble(writer, mask.cairo, r);
		break;
	case HAND_OUTSIDE:
		luck_one_in(&writer->luck, 2) ? tick(writer, mask.cairo, 1.8 * r) : cross(writer, mask.cairo, 1.5 * r);
		break;
	default:
		fill(writer, mask.cairo, r);
	}
	mask_end(&mask, writer, print);
	return names[hand];
}

const char *
writer_cross_out(struct writer *writer, struct print *print, double x, double y, double size)
{
	bool blot = luck_one_in(&writer->luck, 2);
	struct ink_mask mask;

	mask_begin(&mask, writer, print, x, y, 2.4 * size);
	if (blot) {
		scribble(writer, mask.cairo, size * luck_in(&writer->luck, 0.6, 0.8));
		double wide = size * luck_in(&writer->luck, 0.55, 0.75);

		hatch(writer, mask.cairo, wide, luck_in(&writer->luck, 0, TURN), -0.9, 0.9);
	} else {
		cross(writer, mask.cairo, size * luck_in(&writer->luck, 0.75, 1));
	}
	mask_end(&mask, writer, print);
	return blot ? "scribbled-out" : "crossed-out";
}

void
writer_touch(struct writer *writer, struct print *print, double x, double y, double size)
{
	struct ink_mask mask;

	mask_begin(&mask, writer, print, x, y, size);
	cairo_set_line_width(mask.cairo, fmin(writer->width, 0.16 * size));
	struct point start = around(writer, 0.3 * size), line = around(writer, 0.1 * size);

	cairo_move_to(mask.cairo, start.x, start.y);
	cairo_rel_line_to(mask.cairo, line.x, line.y);
	cairo_stroke(mask.cairo);
	mask_end(&mask, writer, print);
}

void
writer_word(struct writer *writer, struct print *print, double x, double y, double height, int letters)
{
	double wide = height * 0.7, at = 0;
	struct ink_mask mask;

	mask_begin(&mask, writer, print, x + letters * wide / 2, y, letters * wide / 2 + height);
	cairo_translate(mask.cairo, -letters * wide / 2, 0);
	cairo_set_line_width(mask.cairo, fmin(writer->width, height / 4));
	for (int i = 0; i < letters; i++) {
		cairo_move_to(mask.cairo, at, luck_about(&writer->luck, 0.3) * height);
		for (unsigned j = 2 + luck_below(&writer->luck, 3); j > 0; j--) {
			struct point one = within(writer, at, at + wide, -0.8 * height, 0.8 * height);
			struct point two = within(writer, at, at + wide, -0.8 * height, 0.8 * height);
			struct point end = within(writer, at, at + wide * 0.8, -0.6 * height, 0.6 * height);

			cairo_curve_to(mask.cairo, one.x, one.y, two.x, two.y, end.x, end.y);
		}
		cairo_stroke(mask.cairo);
		at += wide;
	}
	mask_end(&mask, writer, print);
}
