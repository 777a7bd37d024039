/* SPDX-License-Identifier: MIT
 * A paperclip drawn in its true size: one wire in two loops, seen from above,
 * lying alone or pushed on a card. */
#include <math.h>

#include "gen/games/clips/press.h"

/* The thickness of the wire, in hundredths of a millimetre. */
#define WIRE 100

/* Straight pieces that a half circle is drawn as. */
#define BEND_STEPS 16

/* The most points along a wire. */
#define WIRE_MOST 128

/* A wire: the points of its middle, along the clip from its closed end and across. */
struct wire {
	int n;
	double along[WIRE_MOST], across[WIRE_MOST];
};

static void
wire_add(struct wire *wire, double along, double across)
{
	wire->along[wire->n] = along;
	wire->across[wire->n] = across;
	wire->n++;
}

/* Half a circle from one leg to another; `towards` is -1 for the closed end and 1 for the other. */
static void
wire_bend(struct wire *wire, double along, double from, double to, int towards)
{
	double middle = (from + to) / 2, radius = (from - to) / 2;

	for (int i = 0; i <= BEND_STEPS; i++) {
		double angle = G_PI * i / BEND_STEPS;

		wire_add(wire, along + towards * fabs(radius) * sin(angle), middle + radius * cos(angle));
	}
}

/* Draws a wire as a band as thick as it is, outlined. */
static void
wire_draw(struct canvas *canvas, const struct wire *wire, const struct clips_clip *clip)
{
	int32_t point[2 * WIRE_MOST][2];
	int last = wire->n - 1;

	for (int i = 0; i <= last; i++) {
		int before = MAX(i - 1, 0), after = MIN(i + 1, last);
		double a = wire->along[after] - wire->along[before];
		double b = wire->across[after] - wire->across[before];
		double half = WIRE / 2.0 / hypot(a, b);

		for (int edge = 0; edge < 2; edge++) {
			double sign = edge == 0 ? 1 : -1;
			double along = wire->along[i] - sign * half * b;
			double across = wire->across[i] + sign * half * a;
			int32_t *at = point[edge == 0 ? i : 2 * last + 1 - i];

			at[0] = clip->x + (int32_t)lround(along * clip->out_x + across * clip->out_y);
			at[1] = clip->y + (int32_t)lround(along * clip->out_y + across * clip->out_x);
		}
	}
	canvas_polygon(canvas, (const int32_t(*)[2])point, (size_t)(2 * wire->n), clip->colour, 18, COLOUR_INK);
}

/* A clip of the usual bend: the wide loop, from its free end around the closed end and the other
 * end, goes over into the narrow loop. */
void
clips_draw_clip(struct canvas *canvas, const struct clips_size *size, const struct clips_clip *clip)
{
	double wide = (size->clip_w - WIRE) / 2.0, narrow = wide - 1.3 * WIRE;
	double end = size->clip - WIRE / 2.0, turn = (wide + narrow) / 2;
	double inner = size->clip * 0.18, ends = size->clip * 0.8;
	struct wire wire = {0};

	wire_add(&wire, ends, -wide);
	wire_bend(&wire, WIRE / 2.0 + wide, -wide, wide, -1);
	wire_bend(&wire, end - turn, wide, -narrow, 1);
	if (clip->hidden > inner) {
		wire_add(&wire, clip->hidden, -narrow);
		wire_draw(canvas, &wire, clip);
		wire.n = 0;
		wire_add(&wire, clip->hidden, narrow);
	} else {
		wire_bend(&wire, inner + narrow, -narrow, narrow, -1);
	}
	if (clip->hidden >= ends)
		return;
	wire_add(&wire, ends, narrow);
	wire_draw(canvas, &wire, clip);
}
