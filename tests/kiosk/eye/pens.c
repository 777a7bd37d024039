/* SPDX-License-Identifier: MIT
 * Pens, stains and a fax. */
#include "tests/kiosk/eye/pens.h"

#include <cairo.h>
#include <math.h>
#include <stdlib.h>

#include "tests/tools.h"

#define PI 3.14159265358979323846

static const struct {
	double red, green, blue, cover, width; /* hundredths of a millimetre */
} pens[PENS_ALL] = {
	[PEN_BALLPOINT] = {0.10, 0.10, 0.14, 0.90, 42},
	[PEN_BLUE] = {0.10, 0.18, 0.62, 0.85, 48},
	[PEN_RED] = {0.80, 0.10, 0.12, 0.85, 55},
	[PEN_PENCIL] = {0.25, 0.25, 0.27, 0.68, 60},
	[PEN_MARKER] = {0.05, 0.05, 0.06, 0.95, 150},
	[PEN_PALE] = {0.35, 0.35, 0.37, 0.48, 60},
	[PEN_YELLOW] = {0.98, 0.86, 0.12, 0.85, 150},
	[PEN_HIGHLIGHTER] = {0.93, 0.98, 0.30, 0.75, 300},
};

static cairo_t *
begin(struct layer *layer)
{
	cairo_surface_t *surface = cairo_image_surface_create_for_data(
		(unsigned char *)layer->argb, CAIRO_FORMAT_ARGB32, layer->width, layer->height, 4 * layer->width);
	cairo_t *cairo = cairo_create(surface);

	cairo_surface_destroy(surface);
	cairo_scale(cairo, layer->unit, layer->unit);
	cairo_translate(cairo, layer->origin_x, layer->origin_y);
	cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
	cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
	return cairo;
}

static void
end(cairo_t *cairo)
{
	cairo_surface_flush(cairo_get_target(cairo));
	cairo_destroy(cairo);
}

/* A hand at work on one bubble: its middle, as the hand hits it, and its radius. */
struct hand {
	cairo_t *cairo;
	double x, y, r;
	uint64_t *dice;
};

static double
shaky(const struct hand *hand)
{
	return dice_between(hand->dice, -0.07, 0.07) * hand->r;
}

static void
go(const struct hand *hand, double u, double v)
{
	cairo_line_to(hand->cairo, hand->x + u * hand->r + shaky(hand), hand->y + v * hand->r + shaky(hand));
}

static void
take(const struct hand *hand, enum pen pen, double share)
{
	cairo_set_source_rgba(hand->cairo, pens[pen].red, pens[pen].green, pens[pen].blue, pens[pen].cover * share);
	cairo_set_line_width(hand->cairo, pens[pen].width * dice_between(hand->dice, 0.85, 1.2));
}

static void
scribble(const struct hand *hand, double step)
{
	double side = -1;

	for (double v = -0.72; v < 0.75; v += step, side = -side) {
		double reach = sqrt(fmax(0.05, 0.7 - v * v));

		go(hand, side * reach, v);
	}
	cairo_stroke(hand->cairo);
}

static void
disc(const struct hand *hand)
{
	for (int i = 0; i < 12; i++)
		go(hand, 0.85 * cos(i * PI / 6), 0.85 * sin(i * PI / 6));
	cairo_close_path(hand->cairo);
	cairo_fill(hand->cairo);
}

static void
circle(const struct hand *hand)
{
	double wide = dice_between(hand->dice, 1.2, 1.6), high = dice_between(hand->dice, 1.2, 1.5);

	for (int i = 0; i <= 25; i++)
		go(hand, wide * cos(i * PI / 12), high * sin(i * PI / 12));
	cairo_stroke(hand->cairo);
}

static void
plain(const struct hand *hand, enum pen pen, enum drawn mark)
{
	switch (mark) {
	case DRAWN_TICK:
		go(hand, -0.75, -0.05);
		go(hand, -0.15, 0.65);
		go(hand, dice_between(hand->dice, 0.7, 1.3), dice_between(hand->dice, -1.3, -0.7));
		break;
	case DRAWN_CROSS:
		go(hand, -0.75, -0.75);
		go(hand, 0.75, 0.75);
		cairo_stroke(hand->cairo);
		go(hand, 0.75, -0.75);
		go(hand, -0.75, 0.75);
		break;
	case DRAWN_STROKE:
		go(hand, -0.9, dice_between(hand->dice, 0.4, 0.8));
		go(hand, 0.9, dice_between(hand->dice, -0.8, -0.4));
		break;
	case DRAWN_DISC:
		disc(hand);
		return;
	default:
		scribble(hand, pen == PEN_MARKER ? 0.5 : dice_between(hand->dice, 0.2, 0.32));
		return;
	}
	cairo_stroke(hand->cairo);
}

/* Soft and pale all over: rubbed graphite, ink from the other side. */
static void
cloud(const struct hand *hand, double wide, double grey, double cover)
{
	double x = hand->x + dice_between(hand->dice, -0.3, 0.3) * hand->r;
	double y = hand->y + dice_between(hand->dice, -0.3, 0.3) * hand->r;
	cairo_pattern_t *soft = cairo_pattern_create_radial(x, y, 0, x, y, wide * hand->r);

	cairo_pattern_add_color_stop_rgba(soft, 0, grey, grey, grey, cover);
	cairo_pattern_add_color_stop_rgba(soft, 0.6, grey, grey, grey, 0.8 * cover);
	cairo_pattern_add_color_stop_rgba(soft, 1, grey, grey, grey, 0);
	cairo_set_source(hand->cairo, soft);
	cairo_arc(hand->cairo, x, y, wide * hand->r, 0, 2 * PI);
	cairo_fill(hand->cairo);
	cairo_pattern_destroy(soft);
}

/* A pencil's mark that a rubber went over: some of it is left, some of it smeared. */
static void
erased(const struct hand *hand, enum pen pen)
{
	take(hand, pen == PEN_PALE ? pen : PEN_PENCIL, 1);
	plain(hand, PEN_PENCIL, dice_below(hand->dice, 2) == 0 ? DRAWN_SCRIBBLE : DRAWN_DISC);
	cloud(hand, 1.3, 0.4, dice_between(hand->dice, 0.03, 0.1));
	cairo_set_source_rgba(hand->cairo, 1, 1, 1, dice_between(hand->dice, 0.35, 0.6));
	cairo_set_line_width(hand->cairo, 0.9 * hand->r);
	for (int i = 0; i < 2; i++) {
		double lean = dice_between(hand->dice, -0.4, 0.4);

		go(hand, -1.4, -0.45 + lean);
		go(hand, 1.4, -0.45 - lean);
		cairo_stroke(hand->cairo);
		go(hand, -1.4, 0.45 + lean);
		go(hand, 1.4, 0.45 - lean);
		cairo_stroke(hand->cairo);
	}
}

/* Ink that runs over the outline here and there. */
static void
blot(const struct hand *hand)
{
	for (int i = 0; i < 24; i++) {
		double reach = dice_between(hand->dice, 0.95, 1.2);

		go(hand, reach * cos(i * PI / 12), reach * sin(i * PI / 12));
	}
	cairo_close_path(hand->cairo);
	cairo_fill(hand->cairo);
}

/* What is under it is seen, and in grey the yellow one is not. */
static void
highlight(const struct hand *hand)
{
	static const double colour[][3] = {
		{0.35, 0.95, 0.4}, {1, 0.45, 0.7}, {1, 0.97, 0.4}, {1, 0.7, 0.35}, {0.55, 0.85, 1}};
	const double *rgb = colour[dice_below(hand->dice, LENGTH(colour))];

	cairo_set_operator(hand->cairo, CAIRO_OPERATOR_MULTIPLY);
	cairo_set_source_rgb(hand->cairo, rgb[0], rgb[1], rgb[2]);
	cairo_arc(hand->cairo, hand->x, hand->y, dice_between(hand->dice, 1.5, 1.75) * hand->r, 0, 2 * PI);
	cairo_fill(hand->cairo);
}

/* A mark, and two strokes through it, or a scribble over it, that go beyond its outline. */
static void
strike(const struct hand *hand, enum pen pen, bool scribbled)
{
	/* Shorter strokes cannot be told from hurried filling. */
	double reach = dice_between(hand->dice, 1.45, 2);
	unsigned strokes = 1 + dice_below(hand->dice, 2);

	plain(hand, pen, dice_below(hand->dice, 2) == 0 ? DRAWN_DISC : DRAWN_SCRIBBLE);
	if (scribbled) {
		double side = -1;

		for (double v = -1.1; v < 1.15; v += dice_between(hand->dice, 0.25, 0.45), side = -side)
			go(hand, side * reach, v + 0.2 * side);
		cairo_stroke(hand->cairo);
		return;
	}
	for (unsigned i = 0; i < strokes; i++) {
		double turn = (i == 0 ? 1 : -1) * dice_between(hand->dice, 0.1, 1.2);

		go(hand, -reach * cos(turn), -reach * sin(turn));
		go(hand, reach * cos(turn), reach * sin(turn));
		cairo_stroke(hand->cairo);
	}
}

static void
odd(const struct hand *hand, enum pen pen, enum drawn mark)
{
	switch (mark) {
	case DRAWN_BLOT:
		blot(hand);
		break;
	case DRAWN_HAIR:
		take(hand, pen, 0.6);
		cairo_set_line_width(hand->cairo, dice_between(hand->dice, 18, 28));
		plain(hand, pen, DRAWN_TICK);
		break;
	case DRAWN_ACROSS:
		go(hand, dice_between(hand->dice, -0.5, 0.5) - 2.6, dice_between(hand->dice, -1.5, 1.5));
		go(hand, dice_between(hand->dice, -0.2, 0.2), dice_between(hand->dice, -0.2, 0.2));
		go(hand, dice_between(hand->dice, -0.5, 0.5) + 2.6, dice_between(hand->dice, -1.5, 1.5));
		cairo_stroke(hand->cairo);
		break;
	case DRAWN_COLOURED:
		highlight(hand);
		break;
	case DRAWN_BEHIND:
		take(hand, pen, dice_between(hand->dice, 0.06, 0.22));
		plain(hand, pen, (enum drawn)dice_below(hand->dice, DRAWN_PLAIN));
		break;
	case DRAWN_STRUCK:
	case DRAWN_SCRIBBLED_OUT:
		strike(hand, pen, mark == DRAWN_SCRIBBLED_OUT);
		break;
	case DRAWN_CIRCLED:
		plain(hand, pen, (enum drawn)dice_below(hand->dice, DRAWN_PLAIN));
		circle(hand);
		break;
	case DRAWN_CIRCLE:
		circle(hand);
		break;
	case DRAWN_ERASED:
		erased(hand, pen);
		break;
	case DRAWN_SMUDGE:
		cloud(hand, dice_between(hand->dice, 1, 2.2), 0.3, dice_between(hand->dice, 0.08, 0.25));
		break;
	case DRAWN_DOT:
		cairo_arc(hand->cairo, hand->x + 5 * shaky(hand), hand->y + 5 * shaky(hand),
			dice_between(hand->dice, 20, 35), 0, 2 * PI);
		cairo_fill(hand->cairo);
		break;
	case DRAWN_THROUGH:
		cloud(hand, dice_between(hand->dice, 0.9, 1.3), 0.2, dice_between(hand->dice, 0.06, 0.2));
		break;
	default: /* its end */
		go(hand, -2.2, dice_between(hand->dice, -1, 1));
		go(hand, dice_between(hand->dice, -0.8, -0.2), dice_between(hand->dice, -0.6, 0.6));
		cairo_stroke(hand->cairo);
	}
}

void
pen_draw(struct layer *layer, const struct rect *bubble, enum pen pen, enum drawn mark, uint64_t *dice)
{
	struct hand hand = {
		begin(layer), bubble->x + bubble->w / 2.0, bubble->y + bubble->h / 2.0, bubble->w / 2.0, dice};

	hand.x += dice_between(dice, -0.12, 0.12) * hand.r;
	hand.y += dice_between(dice, -0.12, 0.12) * hand.r;
	take(&hand, pen, 1);
	if (mark < DRAWN_PLAIN)
		plain(&hand, pen, mark);
	else
		odd(&hand, pen, mark);
	/* What a marker leaves spreads in the paper. */
	if (pen == PEN_MARKER && mark <= DRAWN_BLOT)
		cloud(&hand, 1.5, 0.1, 0.12);
	end(hand.cairo);
}

void
pen_cover(struct layer *layer, const struct pen_thing *thing)
{
	cairo_t *cairo = begin(layer);

	/* Its shadow first. */
	for (int shade = 0; shade < 2; shade++) {
		double off = shade == 0 ? 0.15 * thing->reach : 0;

		if (shade == 0)
			cairo_set_source_rgba(cairo, 0, 0, 0, 0.3);
		else
			cairo_set_source_rgb(cairo, fmin(1, thing->grey + fmax(0, thing->red)), thing->grey,
				fmin(1, thing->grey + fmax(0, -thing->red)));
		cairo_set_line_width(cairo, 2 * thing->reach);
		cairo_move_to(cairo, thing->x0 + off, thing->y0 + off);
		cairo_line_to(cairo, thing->x1 + off, thing->y1 + off + 1e-3);
		cairo_stroke(cairo);
	}
	end(cairo);
}

void
pen_coffee(struct layer *layer, const struct rect *part, uint64_t *dice)
{
	cairo_t *cairo = begin(layer);

	for (int i = 0; i < 3; i++) {
		double x = part->x + dice_between(dice, 0.1, 0.9) * part->w,
		       y = part->y + dice_between(dice, 0.1, 0.9) * part->h;
		double r = dice_between(dice, 3200, 4200), dark = dice_between(dice, 0.15, 0.5);

		cairo_set_source_rgba(cairo, 0.42, 0.26, 0.12, dark);
		cairo_set_line_width(cairo, dice_between(dice, 150, 400));
		cairo_arc(cairo, x, y, r, dice_between(dice, 0, 3), dice_between(dice, 4, 9));
		cairo_stroke(cairo);
		cairo_set_source_rgba(cairo, 0.45, 0.29, 0.14, dark / 3);
		cairo_arc(cairo, x, y, r, 0, 2 * PI);
		cairo_fill(cairo);
	}
	for (int i = 0; i < 12; i++) {
		cairo_set_source_rgba(cairo, 0.42, 0.26, 0.12, dice_between(dice, 0.1, 0.45));
		cairo_arc(cairo, part->x + dice_between(dice, 0, 1) * part->w,
			part->y + dice_between(dice, 0, 1) * part->h, dice_between(dice, 60, 500), 0, 2 * PI);
		cairo_fill(cairo);
	}
	end(cairo);
}

void
pen_fade(struct layer *layer, double left, uint64_t *dice)
{
	double phase = dice_between(dice, 0, 6), period = dice_between(dice, 300, 1500) * layer->unit;

	for (int32_t y = 0; y < layer->height; y++) {
		double ink = left * (1 - 0.25 * pow(sin(y / period + phase), 8));

		for (int32_t x = 0; x < layer->width; x++) {
			uint32_t *at = &layer->argb[(size_t)y * (size_t)layer->width + (size_t)x], faded = 255;

			for (int shift = 16; shift >= 0; shift -= 8)
				faded = faded << 8 | (uint32_t)(255 - ink * (255 - (*at >> shift & 255)) + 0.5);
			*at = faded;
		}
	}
}

static void
spread_errors(struct image *image)
{
	static const struct {
		int x, y;
		double share;
	} to[4] = {{1, 0, 7 / 16.0}, {-1, 1, 3 / 16.0}, {0, 1, 5 / 16.0}, {1, 1, 1 / 16.0}};
	double *value = malloc(sizeof *value * (size_t)image->width * (size_t)image->height);

	for (int32_t i = 0; i < image->width * image->height; i++)
		value[i] = image->grey[i];
	for (int32_t y = 0; y < image->height; y++)
		for (int32_t x = 0; x < image->width; x++) {
			int32_t at = y * image->width + x;

			image->grey[at] = value[at] < 128 ? 0 : 255;
			for (int n = 0; n < 4; n++) {
				int32_t px = x + to[n].x, py = y + to[n].y;

				if (px >= 0 && px < image->width && py < image->height)
					value[py * image->width + px] += to[n].share * (value[at] - image->grey[at]);
			}
		}
	free(value);
}

void
pen_dither(struct image *image, bool spread)
{
	static const uint8_t order[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};

	if (spread) {
		spread_errors(image);
		return;
	}
	for (int32_t y = 0; y < image->height; y++)
		for (int32_t x = 0; x < image->width; x++) {
			uint8_t *at = &image->grey[(size_t)y * (size_t)image->width + (size_t)x];

			*at = *at < 16 * order[y % 4][x % 4] + 8 ? 0 : 255;
		}
}
