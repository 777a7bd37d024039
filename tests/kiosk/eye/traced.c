/* SPDX-License-Identifier: MIT
 * Played cards by a third hand. Lengths are millimetres. A wire is a line of points; each pixel near it finds the
 * nearest one, the direction in which the round wire faces there, and what it mirrors and scatters. */
#include "tests/kiosk/eye/traced.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/tools.h"

#define PI      3.14159265358979323846
#define STEP    0.2 /* between two points of a wire */
#define POINTS  800
#define WINDOWS 3
#define REACH   3.0 /* how far from a wire there may be shadow */
#define STRIPE  3.0 /* of a zebra */
#define SWEEP   5   /* steps in which the shadow leaves the wire */

/* What clips are made of: how much they scatter, what they mirror when faced, and how blurred. */
struct matter {
	double scatter[3], mirror[3], rough, thicker;
};

static const struct matter matters[METALS] = {
	[METAL_STEEL] = {{0.05, 0.05, 0.05}, {0.66, 0.67, 0.68}, 0.15, 1},
	[METAL_COPPER] = {{0.06, 0.03, 0.02}, {0.86, 0.50, 0.36}, 0.2, 1},
	[METAL_RED] = {{0.62, 0.07, 0.09}, {0.04, 0.04, 0.04}, 0.3, 1.1},
	[METAL_BLUE] = {{0.06, 0.17, 0.55}, {0.04, 0.04, 0.04}, 0.3, 1.1},
	[METAL_GREEN] = {{0.08, 0.42, 0.18}, {0.04, 0.04, 0.04}, 0.3, 1.1},
	[METAL_WHITE] = {{0.83, 0.82, 0.79}, {0.04, 0.04, 0.04}, 0.3, 1.1},
	[METAL_BLACK] = {{0.035, 0.035, 0.04}, {0.04, 0.04, 0.04}, 0.3, 1.1},
	[METAL_ZEBRA] = {{0.83, 0.82, 0.79}, {0.04, 0.04, 0.04}, 0.3, 1.1},
	[METAL_PINK] = {{0.86, 0.36, 0.52}, {0.04, 0.04, 0.04}, 0.3, 1.1},
	[METAL_GOLD] = {{0.06, 0.04, 0.01}, {0.90, 0.70, 0.34}, 0.2, 1},
	[METAL_YELLOW] = {{0.88, 0.74, 0.12}, {0.04, 0.04, 0.04}, 0.3, 1.1},
	[METAL_VINYL] = {{0.34, 0.14, 0.50}, {0.06, 0.06, 0.06}, 0.45, 1.4},
};

/* A wire in front of the card or behind it. */
struct wire {
	unsigned n;
	double x[POINTS], y[POINTS];
};

/* The room: windows in directions, each so wide and so bright; the ceiling; the dark phone overhead; the lamp that
 * casts the shadows. */
struct room {
	double window[WINDOWS][3], wide[WINDOWS], bright[WINDOWS], ceiling, phone, lamp[3], shadow, hard;
};

/* How a clip sits. */
struct sit {
	double thick, half, tip, aside, turn, cap, wave, phase;
	bool flipped;
};

static void
room_draw(struct room *room, double hard, uint64_t *dice)
{
	*room = (struct room){.ceiling = dice_between(dice, 0.2, 0.85),
		.phone = dice_between(dice, 0.1, 0.5),
		.shadow = dice_between(dice, 0.15, 0.35) + 0.3 * hard,
		.hard = hard};
	for (int i = 0; i < WINDOWS; i++) {
		double towards = dice_between(dice, 0, 2 * PI), low = dice_between(dice, 0.3, 1.3);

		room->window[i][0] = sin(low) * cos(towards);
		room->window[i][1] = sin(low) * sin(towards);
		room->window[i][2] = cos(low);
		room->wide[i] = dice_between(dice, 0.1, 0.5);
		room->bright[i] = dice_between(dice, 0.4, 1.6);
	}
	memcpy(room->lamp, room->window[0], sizeof room->lamp);
}

/* What is seen in a direction: above is the room, below is the card. */
static double
seen_towards(const struct room *room, const double way[3], double rough)
{
	double sum = room->ceiling * (0.5 + 0.5 * way[2]);

	if (way[2] <= 0)
		return 0.75 + 0.2 * way[2];
	for (int i = 0; i < WINDOWS; i++) {
		const double *to = room->window[i];
		double apart = acos(fmin(1, way[0] * to[0] + way[1] * to[1] + way[2] * to[2]));

		sum += room->bright[i] / (1 + exp(fmin(40, (apart - room->wide[i]) / (0.02 + 0.25 * rough))));
	}
	return sum * (1 - room->phone / (1 + exp(fmin(40, (acos(fmin(1, way[2])) - 0.35) / (0.05 + 0.1 * rough)))));
}

/* The colour of a wire that faces a direction. */
static void
shade(const struct room *room, const struct matter *matter, const double face[3], double rgb[3])
{
	double back = 1 - face[2], edge = back * back * back * back * back;
	const double way[3] = {2 * face[2] * face[0], 2 * face[2] * face[1], 2 * face[2] * face[2] - 1};
	double lit = 0.3 + 0.25 * face[2], mirrored = seen_towards(room, way, matter->rough);

	for (int i = 0; i < WINDOWS; i++) {
		const double *to = room->window[i];

		lit += 0.3 * room->bright[i] / WINDOWS * fmax(0, face[0] * to[0] + face[1] * to[1] + face[2] * to[2]) *
			(1 + room->hard);
	}
	for (int n = 0; n < 3; n++)
		rgb[n] = matter->scatter[n] * fmin(1, lit) +
			(matter->mirror[n] + (1 - matter->mirror[n]) * 0.6 * edge) * mirrored;
}

/* A point `out` from the tip towards the edge, `aside` of the clip's middle, where the clip sits. */
static void
add(struct wire *wire, const struct clip *clip, const struct sit *sit, double out, double aside)
{
	double in = sit->tip - out, side = sit->flipped ? -aside : aside;
	double turned_in = in - side * sin(sit->turn), turned_side = side + (in - sit->tip / 2) * sin(sit->turn);
	struct rect at;
	int row, col;

	if (wire->n == POINTS)
		return;
	clip_cell(clip, 0, &row, &col);
	at = clips_symbol_at(&clips_poker, row, col);
	turned_side += sit->aside;
	wire->x[wire->n] = clip->edge == 'L' ? turned_in
		: clip->edge == 'R'          ? clips_poker.w / 100.0 - turned_in
					     : (at.x + at.w / 2.0) / 100 + turned_side;
	wire->y[wire->n] = clip->edge == 'T' ? turned_in
		: clip->edge == 'B'          ? clips_poker.h / 100.0 - turned_in
					     : (at.y + at.h / 2.0) / 100 + turned_side;
	wire->n++;
}

/* Both legs and the cap of the loop before the card, and as much of the loop behind as sticks out. */
static void
make_wires(const struct clip *clip, const struct sit *sit, struct wire *front, struct wire *back)
{
	double half = sit->half, inner = half - 1.2 * sit->thick, length = 50 - sit->thick, cap = half * sit->cap;

	front->n = back->n = 0;
	for (double out = 38; out > cap; out -= STEP)
		add(front, clip, sit, out, -half);
	for (double a = 0; a <= PI; a += STEP / half)
		add(front, clip, sit, cap * (1 - sin(a)), -half * cos(a));
	for (double out = cap; out < length - half; out += STEP)
		add(front, clip, sit, out, half);
	for (double a = 0; a <= PI; a += STEP / half)
		add(back, clip, sit, length - half + half * sin(a), half - (half + inner) / 2 * (1 - cos(a)));
	for (double out = length - half; out > sit->tip + 1; out -= STEP)
		add(back, clip, sit, out, -inner);
	for (double out = sit->tip + 1; out < 34; out += STEP)
		add(back, clip, sit, out, inner);
}

static bool
is_on_card(double x, double y)
{
	return x > 0 && y > 0 && x < clips_poker.w / 100.0 && y < clips_poker.h / 100.0;
}

/* The least distance between two wires on the card. */
static double
between(const struct wire *one, const struct wire *other)
{
	double least = INFINITY;

	for (unsigned i = 0; i < one->n; i += 3)
		for (unsigned n = 0; n < other->n && is_on_card(one->x[i], one->y[i]); n += 3)
			if (is_on_card(other->x[n], other->y[n]))
				least = fmin(least, hypot(one->x[i] - other->x[n], one->y[i] - other->y[n]));
	return least;
}

/* Where a pixel is from a wire: the nearest point, how far, and on which side. */
struct nearest {
	float far, side;
	uint16_t point;
};

/* Draws a wire, or only its shadow. */
static void
draw_wire(struct layer *layer, const struct wire *wire, const struct sit *sit, const struct matter *matter, bool zebra,
	const struct room *room, bool behind, bool shadow)
{
	double scale = layer->unit * 100, radius = sit->thick / 2;
	double soft = shadow ? 0.12 + 0.5 * (1 - room->hard) : 0;
	int32_t reach = (int32_t)(REACH * scale);
	double least_x = INFINITY, least_y = INFINITY, most_x = -INFINITY, most_y = -INFINITY;

	for (unsigned i = 0; i < wire->n; i++) {
		least_x = fmin(least_x, wire->x[i]), most_x = fmax(most_x, wire->x[i]);
		least_y = fmin(least_y, wire->y[i]), most_y = fmax(most_y, wire->y[i]);
	}
	int32_t left = (int32_t)fmax(0, (least_x - REACH + layer->origin_x / 100.0) * scale);
	int32_t top = (int32_t)fmax(0, (least_y - REACH + layer->origin_y / 100.0) * scale);
	int32_t right = (int32_t)fmin(layer->width, (most_x + REACH + layer->origin_x / 100.0) * scale);
	int32_t bottom = (int32_t)fmin(layer->height, (most_y + REACH + layer->origin_y / 100.0) * scale);
	int32_t wide = right - left;
	struct nearest *near = malloc(sizeof *near * (size_t)wide * (size_t)(bottom - top));

	for (int32_t i = 0; i < wide * (bottom - top); i++)
		near[i].far = INFINITY;
	for (unsigned i = 1; i < wire->n; i++)
		for (int k = 0; k < (shadow ? SWEEP : 1); k++) {
			/* A lamp low over the table throws the shadow farther. */
			double away = k * radius * 2.2 / SWEEP / fmax(0.3, room->lamp[2]);
			double ax = wire->x[i] - away * room->lamp[0], ay = wire->y[i] - away * room->lamp[1];
			double dx = wire->x[i] - wire->x[i - 1], dy = wire->y[i] - wire->y[i - 1], far = hypot(dx, dy);
			int32_t cx = (int32_t)((ax + layer->origin_x / 100.0) * scale);
			int32_t cy = (int32_t)((ay + layer->origin_y / 100.0) * scale);
			int32_t at = shadow ? reach : (int32_t)(radius * scale) + 2;

			for (int32_t y = MAX(top, cy - at); y <= MIN(bottom - 1, cy + at) && far > 0 && far < 1; y++)
				for (int32_t x = MAX(left, cx - at); x <= MIN(right - 1, cx + at); x++) {
					struct nearest *here = &near[(y - top) * wide + x - left];
					double px = (x + 0.5) / scale - layer->origin_x / 100.0 - ax;
					double py = (y + 0.5) / scale - layer->origin_y / 100.0 - ay;
					double apart = hypot(px, py);

					if (apart < here->far)
						*here = (struct nearest){
							(float)apart, (float)((px * dy - py * dx) / far), (uint16_t)i};
				}
		}
	for (int32_t y = top; y < bottom; y++)
		for (int32_t x = left; x < right; x++) {
			size_t i = (size_t)y * (size_t)layer->width + (size_t)x;
			const struct nearest *at = &near[(y - top) * wide + x - left];
			double mm_x = (x + 0.5) / scale - layer->origin_x / 100.0;
			double mm_y = (y + 0.5) / scale - layer->origin_y / 100.0;
			double edge = (radius - fabs(at->side)) * scale + 0.5;

			if (at->far > REACH || (behind && is_on_card(mm_x, mm_y)))
				continue;
			if (shadow) {
				double dark = room->shadow / (1 + exp(fmin(40, (at->far - radius) / soft * 4)));
				uint32_t under = layer->argb[i] >> 24;

				layer->argb[i] = MAX(under, (uint32_t)(255 * dark)) << 24;
				continue;
			}
			if (at->far > radius + 1 / scale || edge <= 0)
				continue;

			unsigned n = at->point;
			double dx = wire->x[n] - wire->x[n - 1], dy = wire->y[n] - wire->y[n - 1], far = hypot(dx, dy);
			double t = fmax(-0.98, fmin(0.98, at->side / radius));
			/* Wire is never quite straight: what it mirrors changes along it. */
			double lean = sit->wave * sin(n * STEP * 0.35 + sit->phase), up = sqrt(1 - t * t);
			double face[3] = {t * dy / far + lean * dx / far, -t * dx / far + lean * dy / far, up}, rgb[3];
			bool black = zebra && (int)(n * STEP / STRIPE) % 2 != 0;
			uint32_t pixel = 255;
			double length = sqrt(face[0] * face[0] + face[1] * face[1] + face[2] * face[2]);

			for (int k = 0; k < 3; k++)
				face[k] /= length;
			shade(room, black ? &matters[METAL_BLACK] : matter, face, rgb);
			for (int k = 0; k < 3; k++) {
				double under = layer->argb[i] >> (16 - 8 * k) & 255, cover = fmin(1, edge);

				pixel = pixel << 8 |
					(uint32_t)fmin(255, 255 * fmax(0, rgb[k]) * cover + under * (1 - cover) + 0.5);
			}
			layer->argb[i] = pixel;
		}
	free(near);
}

void
traced_draw(struct played *played, const enum metal metal[2], double hard, double dpi, struct shaper *shaper,
	uint64_t *dice)
{
	const struct codes codes = played_codes(dice);
	struct wire *front = calloc(CLIPS_IN_ALL, sizeof *front), *back = calloc(CLIPS_IN_ALL, sizeof *back);
	struct sit sit[CLIPS_IN_ALL];
	double thick = dice_between(dice, 0.85, 1.2);
	struct room room;

	room_draw(&room, hard, dice);
	played_print(played, &codes, dpi, shaper);
	played_choose(played, CLIPS_IN_ALL, dice);
	for (unsigned i = 0; i < played->clips; i++) {
		const struct clips_size *size = &clips_poker;
		const struct clip *clip = &played->clip[i];
		double end = (size->first + (clip->depth - 1) * size->pitch + size->symbol / 2.0) / 100, best = -1;

		/* Several tries to sit beside the clips before it: people push them apart. */
		for (int tries = 0; tries < 40 && best < thick; tries++) {
			struct sit one = {.thick = thick * matters[metal[played->player[i]]].thicker,
				.tip = end + thick / 2 + dice_between(dice, 0.1, 1.8),
				.aside = dice_between(dice, -1, 1),
				.turn = dice_between(dice, -0.04, 0.04),
				.cap = dice_between(dice, 0.85, 1.1),
				.wave = dice_between(dice, 0, 0.12),
				.phase = dice_between(dice, 0, 2 * PI),
				.flipped = dice_below(dice, 2) != 0};
			double least = INFINITY;
			struct wire tried[2];

			one.half = 5 - one.thick / 2 + dice_between(dice, -0.25, 0.2);
			make_wires(clip, &one, &tried[0], &tried[1]);
			for (unsigned n = 0; n < i; n++)
				least = fmin(least, between(&tried[0], &front[n]));
			if (least > best) {
				best = least;
				sit[i] = one;
				front[i] = tried[0];
				back[i] = tried[1];
			}
		}
	}
	layer_init(&played->wire, &played->around, dpi);
	for (unsigned i = 0; i < 3 * played->clips; i++) {
		unsigned n = i % played->clips, layer = i / played->clips;
		enum metal of = metal[played->player[n]];

		draw_wire(&played->wire, layer == 1 ? &back[n] : &front[n], &sit[n], &matters[of], of == METAL_ZEBRA,
			&room, layer == 1, layer == 0);
	}
	free(back);
	free(front);
}

/* Light on the whole picture: how much is left at a place, in pixels. */
static void
dim(struct scene *scene, double x, double y, double left)
{
	uint8_t *at = scene->rgb + 3 * ((size_t)y * (size_t)scene->conditions.width + (size_t)x);

	for (int n = 0; n < 3; n++)
		at[n] = (uint8_t)(at[n] * left + 0.5);
}

void
traced_blinds(struct scene *scene, uint64_t *dice)
{
	double angle = dice_between(dice, 0, PI), mm = scene->conditions.scale, pitch = dice_between(dice, 14, 40) * mm;
	double open = dice_between(dice, 0.35, 0.65), deep = dice_between(dice, 0.35, 0.65);
	double soft = dice_between(dice, 0.4, 2.5) * mm, from = dice_between(dice, 0, pitch);

	for (int32_t y = 0; y < scene->conditions.height; y++)
		for (int32_t x = 0; x < scene->conditions.width; x++) {
			double at = x * cos(angle) + y * sin(angle) + from;
			double in = fabs(fmod(fmod(at, pitch) + pitch, pitch) - pitch / 2) - open * pitch / 2;

			dim(scene, x, y, 1 - deep / (1 + exp(fmax(-40, fmin(40, -4 * in / soft)))));
		}
}

void
traced_lamp(struct scene *scene, uint64_t *dice)
{
	double angle = dice_between(dice, 0, 2 * PI), mm = scene->conditions.scale, w = scene->conditions.width,
	       h = scene->conditions.height, deep = dice_between(dice, 0.4, 0.65),
	       soft = dice_between(dice, 0.2, 1.5) * mm;
	double off = dice_between(dice, -30, 30) * mm;

	for (int32_t y = 0; y < scene->conditions.height; y++)
		for (int32_t x = 0; x < scene->conditions.width; x++) {
			double u = (x - w / 2) * cos(angle) + (y - h / 2) * sin(angle);
			double v = (y - h / 2) * cos(angle) - (x - w / 2) * sin(angle);
			/* The edge of the shadow of something with corners, and light that falls off. */
			double in = u - off - 0.3 * fabs(v), near = 1 - 0.25 * (0.5 + u / h);

			dim(scene, x, y, near * (1 - deep / (1 + exp(fmax(-40, fmin(40, -4 * in / soft))))));
		}
}

void
traced_fingers(struct scene *scene, const struct played *played, const struct lie *lie, uint64_t *dice)
{
	static const double skin[3][3] = {{0.78, 0.56, 0.45}, {0.55, 0.36, 0.26}, {0.88, 0.68, 0.58}};
	const double *tone = skin[dice_below(dice, 3)], w = clips_poker.w / 100.0, h = clips_poker.h / 100.0;

	for (int n = 0, tries = 0; n < 2 && tries < 60; tries++) {
		double half = dice_between(dice, 7, 9.5), deep = dice_between(dice, 4, 12),
		       along = dice_between(dice, 0, 1);
		unsigned edge = dice_below(dice, 4);
		double x = edge == 0 ? deep - half : edge == 1 ? w - deep + half : along * w;
		double y = edge == 2 ? deep - half : edge == 3 ? h - deep + half : along * h;
		double out_x = edge == 0 ? -1 : edge == 1 ? 1 : 0, out_y = edge == 2 ? -1 : edge == 3 ? 1 : 0;
		bool covers = false;
		struct layer layer;
		struct lie over = *lie;

		for (unsigned i = 0; i < played->clips; i++)
			for (int k = 0; k < played->clip[i].depth; k++) {
				int row, col;

				clip_cell(&played->clip[i], k, &row, &col);
				struct rect at = clips_symbol_at(&clips_poker, row, col);
				double dx = (at.x + at.w / 2.0) / 100 - x, dy = (at.y + at.h / 2.0) / 100 - y;
				double back = fmax(0, dx * out_x + dy * out_y);

				covers |= hypot(dx - back * out_x, dy - back * out_y) < half + 7;
			}
		if (covers)
			continue;
		n++;
		layer_init(&layer, &played->around, 150);
		for (int32_t i = 0; i < layer.width * layer.height; i++) {
			double dx = (i % layer.width / layer.unit - layer.origin_x) / 100 - x;
			double dy = (i / layer.width / layer.unit - layer.origin_y) / 100 - y;
			double back = fmax(0, dx * out_x + dy * out_y);
			double far = hypot(dx - back * out_x, dy - back * out_y) / half;
			uint32_t pixel = 255;

			if (far < 1) {
				for (int k = 0; k < 3; k++)
					pixel = pixel << 8 | (uint32_t)(255 * tone[k] * (1 - 0.45 * far * far));
				layer.argb[i] = pixel;
			} else if (far < 1.3) {
				layer.argb[i] = (uint32_t)(90 * (1.3 - far) / 0.3) << 24;
			}
		}
		over.lift += 1.5;
		scene_lay(scene, &layer, &played->around, &played->card, &over);
		layer_finish(&layer);
	}
}
