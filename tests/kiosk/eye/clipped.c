/* SPDX-License-Identifier: MIT
 * Played cards by another hand. Lengths are millimetres here: wires are walked along and across in steps that
 * are finer than a pixel, shadows are thrown coarsely and blurred. */
#include "tests/kiosk/eye/clipped.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/tools.h"

#define PI     3.14159265358979323846
#define LONG   50.0 /* a clip */
#define WIDE   10.0
#define POINTS 900
#define GRID   4    /* squares in a millimetre, where wires must not cross */
#define SHADE  5    /* of a shadow */
#define VINYL  1.35 /* how much thicker a coat makes a wire */

/* What a clip is like, and how it sits: `tip` from the card's edge to the middle of the wire where it turns. */
struct gem {
	double thick, half, leg, inner, end, bow, round, turned_in;
	double tip, across, turn;
	bool mirrored;
};

/* The middle of a wire on the card; a new piece begins at a point that is lifted. */
struct path {
	unsigned n;
	double x[POINTS], y[POINTS];
	bool lifted[POINTS];
};

/* How a wire is lit and what it is made of. */
struct finish {
	double diffuse[3], mirror[3]; /* shares of the light, red green blue */
	double lamp[3], lamp_gain, lamp_sharp, room;
	double stripe; /* millimetres of a stripe, every other one black; 0: none */
};

static const struct {
	const char *name;
	double diffuse[3], mirror[3];
} metals[METALS] = {
	[METAL_STEEL] = {"steel", {0.02, 0.02, 0.02}, {0.62, 0.62, 0.60}},
	[METAL_COPPER] = {"copper", {0.04, 0.02, 0.01}, {0.86, 0.52, 0.38}},
	[METAL_RED] = {"red", {0.66, 0.06, 0.07}, {0.05, 0.05, 0.05}},
	[METAL_BLUE] = {"blue", {0.05, 0.20, 0.60}, {0.05, 0.05, 0.05}},
	[METAL_GREEN] = {"green", {0.06, 0.45, 0.16}, {0.05, 0.05, 0.05}},
	[METAL_WHITE] = {"white", {0.84, 0.84, 0.82}, {0.05, 0.05, 0.05}},
	[METAL_BLACK] = {"black", {0.03, 0.03, 0.03}, {0.05, 0.05, 0.05}},
	[METAL_ZEBRA] = {"zebra", {0.84, 0.84, 0.82}, {0.05, 0.05, 0.05}},
	[METAL_PINK] = {"pink", {0.85, 0.32, 0.47}, {0.05, 0.05, 0.05}},
	[METAL_GOLD] = {"gold", {0.04, 0.03, 0.01}, {0.88, 0.68, 0.30}},
	[METAL_YELLOW] = {"yellow", {0.86, 0.70, 0.08}, {0.05, 0.05, 0.05}},
	[METAL_VINYL] = {"vinyl", {0.38, 0.12, 0.52}, {0.08, 0.08, 0.08}},
};

const char *
metal_name(enum metal metal)
{
	return metals[metal].name;
}

static void
gem_draw(struct gem *gem, const struct clip *clip, double thick, enum pushed pushed, double much, uint64_t *dice)
{
	const struct clips_size *size = &clips_poker;
	double end = (size->first + (clip->depth - 1) * size->pitch + size->symbol / 2.0) / 100;

	*gem = (struct gem){.thick = thick,
		.half = (WIDE - thick) / 2 + dice_between(dice, -0.3, 0.25),
		.leg = LONG * dice_between(dice, 0.68, 0.85),
		.inner = dice_between(dice, 5, 9),
		.end = LONG * dice_between(dice, 0.6, 0.85),
		.bow = dice_between(dice, -0.35, 0.15),
		.round = dice_between(dice, 1.8, 2.5),
		.turned_in = dice_between(dice, 0.9, 1.1),
		.across = much * dice_between(dice, -1.3, 1.3),
		.turn = much * dice_between(dice, -3, 3) * PI / 180,
		.mirrored = dice_below(dice, 2) != 0};
	/* The wire's inner side is past the symbol, or the symbol does not count. */
	gem->tip = end + thick / 2 +
		(pushed == PUSHED_HALFWAY               ? dice_between(dice, 2.5, 8.5)
				: pushed == PUSHED_OVER ? dice_between(dice, 6.5, 9)
							: much * dice_between(dice, 0, 2.2));
}

/* Adds a point `out` from the tip towards the edge, `aside` from the clip's middle. */
static void
add(struct path *path, const struct gem *gem, const struct clip *clip, double out, double aside, bool lifted)
{
	double c = cos(gem->turn), s = sin(gem->turn), from = gem->tip - out - gem->tip / 2;
	double t = (gem->mirrored ? -aside : aside), in = from * c - t * s + gem->tip / 2;
	double side = from * s + t * c + gem->across, w = clips_poker.w / 100.0, h = clips_poker.h / 100.0;
	struct rect at;
	int row, col;

	if (path->n == POINTS)
		return;
	clip_cell(clip, 0, &row, &col);
	at = clips_symbol_at(&clips_poker, row, col);
	path->x[path->n] = clip->edge == 'L' ? in : clip->edge == 'R' ? w - in : at.x / 100.0 + at.w / 200.0 + side;
	path->y[path->n] = clip->edge == 'T' ? in : clip->edge == 'B' ? h - in : at.y / 100.0 + at.h / 200.0 + side;
	path->lifted[path->n++] = lifted;
}

/* A leg from one distance from the tip to another; the long legs of real clips are not quite straight. */
static void
add_leg(struct path *path, const struct gem *gem, const struct clip *clip, double from, double to, double aside,
	bool lifted)
{
	int steps = 1 + (int)fabs(to - from);

	for (int i = 0; i <= steps; i++) {
		double out = from + (to - from) * i / steps, bow = gem->bow * sin(PI * fmin(1, fmax(0, out / LONG)));

		add(path, gem, clip, out, aside + (aside > 0 ? bow : -bow), lifted && i == 0);
	}
}

/* Half a turn from one side to the other, its top at `out`. */
static void
add_turn(struct path *path, const struct gem *gem, const struct clip *clip, double out, double from, double to,
	int towards)
{
	double radius = fabs(from - to) / 2, deep = radius * gem->turned_in;

	for (int i = 1; i < 32; i++) {
		double a = PI * i / 32, power = 2 / gem->round, c = cos(a);
		double aside = (from + to) / 2 + (from - to) / 2 * (c < 0 ? -1 : 1) * pow(fabs(c), power);

		add(path, gem, clip, out + towards * deep * (1 - pow(sin(a), power)), aside, false);
	}
}

/* What is on the card: two legs and the turn between them. */
static void
front(const struct gem *gem, const struct clip *clip, struct path *path)
{
	double wide = gem->half, narrow = wide - 1.25 * gem->thick, bend = gem->half * gem->turned_in;
	double far = (wide + narrow) / 2 * gem->turned_in;

	path->n = 0;
	add_leg(path, gem, clip, gem->leg, bend, -wide, true);
	add_turn(path, gem, clip, 0, -wide, wide, 1);
	add_leg(path, gem, clip, bend, LONG - gem->thick - far, wide, false);
	add_turn(path, gem, clip, LONG - gem->thick, wide, -narrow, -1);
}

/* What is behind it, and seen beyond its edge alone. */
static void
back(const struct gem *gem, const struct clip *clip, struct path *path)
{
	double wide = gem->half, narrow = wide - 1.25 * gem->thick, far = (wide + narrow) / 2 * gem->turned_in;
	double bend = gem->inner + narrow * gem->turned_in;

	path->n = 0;
	add_leg(path, gem, clip, LONG - gem->thick - far, bend, -narrow, true);
	add_turn(path, gem, clip, gem->inner, -narrow, narrow, 1);
	add_leg(path, gem, clip, bend, gem->end, narrow, false);
}

static bool
on_card(double x, double y)
{
	return x > 0 && y > 0 && x * 100 < clips_poker.w && y * 100 < clips_poker.h;
}

/* Where wires lie on a card, so that those of others do not. */
struct ground {
	uint8_t taken[88 * GRID][63 * GRID];
};

/* How many of a wire's squares are taken; `take` takes them. */
static unsigned
meets(struct ground *ground, const struct path *path, double thick, bool take)
{
	int reach = (int)ceil(thick * GRID * 0.8);
	unsigned met = 0;

	for (unsigned i = 0; i < path->n; i++) {
		int x = (int)(path->x[i] * GRID), y = (int)(path->y[i] * GRID);

		if (!on_card(path->x[i], path->y[i]))
			continue;
		met += ground->taken[y][x];
		for (int v = y - reach; take && v <= y + reach; v++)
			for (int u = x - reach; u <= x + reach; u++)
				if (u >= 0 && v >= 0 && u < 63 * GRID && v < 88 * GRID && hypot(u - x, v - y) <= reach)
					ground->taken[v][u] = 1;
	}
	return met;
}

/* Seats a clip beside the others: wires may touch, and do not cross where that can be helped. */
static void
seat(struct ground *ground, const struct clip *clip, double thick, enum pushed pushed, struct gem *best, uint64_t *dice)
{
	unsigned least = UINT32_MAX;
	struct path path;
	struct gem gem;

	for (int tries = 0; tries < 300 && least > 0; tries++) {
		unsigned met;

		gem_draw(&gem, clip, thick, pushed, 1 - tries / 310.0, dice);
		front(&gem, clip, &path);
		met = meets(ground, &path, thick, false);
		if (met < least) {
			least = met;
			*best = gem;
		}
	}
	front(best, clip, &path);
	meets(ground, &path, thick, true);
}

static void
put(struct layer *layer, double x, double y, const double rgb[3])
{
	int px = (int)floor((x * 100 + layer->origin_x) * layer->unit);
	int py = (int)floor((y * 100 + layer->origin_y) * layer->unit);
	uint32_t out = 255;

	if (px < 0 || py < 0 || px >= layer->width || py >= layer->height)
		return;
	for (int n = 0; n < 3; n++)
		out = out << 8 | (uint32_t)fmin(255, fmax(0, 255 * rgb[n] + 0.5));
	layer->argb[(size_t)py * (size_t)layer->width + (size_t)px] = out;
}

/* The light that comes from a round wire, `aside` -1 to 1 of its radius, across it in the direction given. */
static void
shade(const struct finish *finish, double aside, double cx, double cy, double rgb[3])
{
	double up = sqrt(fmax(0, 1 - aside * aside)), normal[3] = {aside * cx, aside * cy, up}, lit = 0, seen = 0;
	double sky, paper = 0.55 + 0.25 * fabs(aside);

	/* Seen from above, what is mirrored comes from 2 up n - v. */
	for (int n = 0; n < 3; n++) {
		lit += normal[n] * finish->lamp[n];
		seen += (2 * up * normal[n] - (n == 2)) * finish->lamp[n];
	}
	sky = 2 * up * up - 1 > 0 ? finish->room * (0.6 + 0.4 * up) : paper;
	sky += finish->lamp_gain * pow(fmax(0, seen), finish->lamp_sharp);
	for (int n = 0; n < 3; n++)
		rgb[n] = finish->diffuse[n] * (0.35 * up + 0.2 * (1 - up) + 0.65 * fmax(0, lit)) +
			finish->mirror[n] * sky;
}

/* Draws a wire; beyond the card alone where it is behind it. */
static void
draw_path(struct layer *layer, const struct path *path, const struct gem *gem, const struct finish *finish, bool behind)
{
	double step = 0.5 / (layer->unit * 100), radius = gem->thick / 2, along = 0;
	struct finish black = *finish;

	memcpy(black.diffuse, metals[METAL_BLACK].diffuse, sizeof black.diffuse);

	for (unsigned i = 1; i < path->n; i++) {
		double dx = path->x[i] - path->x[i - 1], dy = path->y[i] - path->y[i - 1], far = hypot(dx, dy);
		double cx = far > 0 ? -dy / far : 0, cy = far > 0 ? dx / far : 0;

		for (double t = 0; !path->lifted[i] && t < far; t += step)
			for (double aside = -radius; aside <= radius; aside += step) {
				double x = path->x[i - 1] + dx * t / far + cx * aside,
				       y = path->y[i - 1] + dy * t / far + cy * aside;
				bool dark = finish->stripe > 0 && (int)((along + t) / finish->stripe) % 2 != 0;
				double rgb[3];

				if (behind && on_card(x, y))
					continue;
				shade(dark ? &black : finish, aside / radius, cx, cy, rgb);
				put(layer, x, y, rgb);
			}
		along += far;
	}
}

/* A shadow, coarse: how much light is kept away. */
struct cast {
	int width, height;
	float *dark, *spare;
};

static void
cast_path(
	struct cast *cast, const struct layer *layer, const struct path *path, double thick, double off_x, double off_y)
{
	int reach = (int)ceil(thick * SHADE / 2);

	for (unsigned i = 1; i < path->n; i++)
		for (int k = 0; k < 8 && !path->lifted[i]; k++) {
			double x = path->x[i - 1] + (path->x[i] - path->x[i - 1]) * k / 8 + off_x +
				layer->origin_x / 100.0;
			double y = path->y[i - 1] + (path->y[i] - path->y[i - 1]) * k / 8 + off_y +
				layer->origin_y / 100.0;

			for (int v = (int)(y * SHADE) - reach; v <= (int)(y * SHADE) + reach; v++)
				for (int u = (int)(x * SHADE) - reach; u <= (int)(x * SHADE) + reach; u++)
					if (u >= 0 && v >= 0 && u < cast->width && v < cast->height &&
						hypot(u + 0.5 - x * SHADE, v + 0.5 - y * SHADE) <= thick * SHADE / 2)
						cast->dark[v * cast->width + u] = 1;
		}
}

/* Means of this many squares, in a row or in a column. */
static void
blur(struct cast *cast, int reach, bool down)
{
	for (int y = 0; y < cast->height; y++)
		for (int x = 0; x < cast->width; x++) {
			float sum = 0;

			for (int i = -reach; i <= reach; i++) {
				int u = down ? x : x + i, v = down ? y + i : y;

				if (u >= 0 && v >= 0 && u < cast->width && v < cast->height)
					sum += cast->dark[v * cast->width + u];
			}
			cast->spare[y * cast->width + x] = sum / (float)(2 * reach + 1);
		}
	memcpy(cast->dark, cast->spare, sizeof *cast->dark * (size_t)cast->width * (size_t)cast->height);
}

static void
draw_shadow(struct layer *layer, const struct cast *cast, double strength)
{
	for (int y = 0; y < layer->height; y++)
		for (int x = 0; x < layer->width; x++) {
			int u = (int)(x / (layer->unit * 100) * SHADE), v = (int)(y / (layer->unit * 100) * SHADE);

			if (u < cast->width && v < cast->height)
				layer->argb[(size_t)y * (size_t)layer->width + (size_t)x] =
					(uint32_t)(255 * strength * cast->dark[v * cast->width + u] + 0.5) << 24;
		}
}

/* The light of a room: a lamp somewhere, lower or higher, sharp or soft. */
struct room {
	double lamp[3], gain, sharp, bright, throws, soft, strength;
};

static void
room_draw(struct room *room, uint64_t *dice)
{
	double towards = dice_between(dice, 0, 2 * PI), low = dice_between(dice, 0.2, 1.1);

	*room = (struct room){{sin(low) * cos(towards), sin(low) * sin(towards), cos(low)}, dice_between(dice, 0.5, 3),
		dice_between(dice, 8, 80), dice_between(dice, 0.15, 0.55), dice_between(dice, 0.3, 0.9) * tan(low),
		dice_between(dice, 0.1, 0.6), dice_between(dice, 0.1, 0.5)};
}

static void
draw_wires(struct played *played, const enum metal metal[2], const struct gem gem[CLIPS_IN_ALL], uint64_t *dice)
{
	struct layer *layer = &played->wire;
	struct cast cast = {.width = played->around.w * SHADE / 100, .height = played->around.h * SHADE / 100};
	struct finish finish[2];
	struct room room;
	struct path path;

	room_draw(&room, dice);
	cast.dark = calloc((size_t)cast.width * (size_t)cast.height, sizeof *cast.dark);
	cast.spare = calloc((size_t)cast.width * (size_t)cast.height, sizeof *cast.spare);
	for (unsigned i = 0; i < played->clips; i++) {
		front(&gem[i], &played->clip[i], &path);
		cast_path(&cast, layer, &path, gem[i].thick,
			-room.throws * room.lamp[0] / sqrt(1 - room.lamp[2] * room.lamp[2]),
			-room.throws * room.lamp[1] / sqrt(1 - room.lamp[2] * room.lamp[2]));
	}
	for (int i = 0; i < 4; i++)
		blur(&cast, MAX(1, (int)(room.soft * SHADE / 2 + 0.5)), i % 2 != 0);
	draw_shadow(layer, &cast, room.strength);
	for (int n = 0; n < 2; n++) {
		finish[n] = (struct finish){.lamp_gain = room.gain,
			.lamp_sharp = room.sharp,
			.room = room.bright,
			.stripe = metal[n] == METAL_ZEBRA ? 3.5 : 0};
		memcpy(finish[n].diffuse, metals[metal[n]].diffuse, sizeof finish[n].diffuse);
		memcpy(finish[n].mirror, metals[metal[n]].mirror, sizeof finish[n].mirror);
		memcpy(finish[n].lamp, room.lamp, sizeof finish[n].lamp);
	}
	for (unsigned i = 0; i < played->clips; i++) {
		back(&gem[i], &played->clip[i], &path);
		draw_path(layer, &path, &gem[i], &finish[played->player[i]], true);
		front(&gem[i], &played->clip[i], &path);
		draw_path(layer, &path, &gem[i], &finish[played->player[i]], false);
	}
	free(cast.spare);
	free(cast.dark);
}

/* Two clips up to the hole, from above and from below or beside each other. */
static void
put_deep(struct played *played, uint64_t *dice)
{
	while (played->clips < 2) {
		struct clip clip = {
			.edge = "TB"[dice_below(dice, 2)], .line = (uint8_t)(3 + dice_below(dice, 2)), .depth = 3};

		played_put(played, &clip);
	}
}

/* A clip with room behind its last symbol, inside of the card. */
static void
put_short(struct played *played, uint64_t *dice)
{
	bool aside = dice_below(dice, 2) != 0;
	struct clip clip = {.edge = (aside ? "LR" : "TB")[dice_below(dice, 2)],
		.line = (uint8_t)(1 + dice_below(dice, aside ? CLIPS_ROWS : CLIPS_COLS)),
		.depth = (uint8_t)(1 + (aside ? 0 : dice_below(dice, 2)))};

	played_put(played, &clip);
}

/* Puts clips on a printed card, of wire so thick. */
static void
push_on(struct played *played, double thick, const enum metal metal[2], enum pushed pushed, double dpi, uint64_t *dice)
{
	struct ground *ground = calloc(1, sizeof *ground);
	struct gem gem[CLIPS_IN_ALL];

	if (pushed == PUSHED_DEEP)
		put_deep(played, dice);
	if (pushed == PUSHED_OVER)
		played_put(played, &(struct clip){.edge = 'T', .line = (uint8_t)(3 + dice_below(dice, 2)), .depth = 3});
	if (pushed == PUSHED_HALFWAY)
		put_short(played, dice);
	played_choose(played, CLIPS_IN_ALL, dice);
	for (unsigned i = 0; i < played->clips; i++)
		seat(ground, &played->clip[i], metal[played->player[i]] == METAL_VINYL ? thick * VINYL : thick,
			i == 0 ? pushed : PUSHED_WELL, &gem[i], dice);
	layer_init(&played->wire, &played->around, dpi);
	draw_wires(played, metal, gem, dice);
	free(ground);
}

void
clipped_draw_of(struct played *played, const struct codes *codes, const enum metal metal[2], enum pushed pushed,
	double dpi, struct shaper *shaper, uint64_t *dice)
{
	double thick = dice_between(dice, 0.9, 1.3);

	played_print(played, codes, dpi, shaper);
	push_on(played, thick, metal, pushed, dpi, dice);
}

void
clipped_draw(struct played *played, const enum metal metal[2], enum pushed pushed, double dpi, struct shaper *shaper,
	uint64_t *dice)
{
	double thick = dice_between(dice, 0.9, 1.3);
	const struct codes codes = played_codes(dice);

	played_print(played, &codes, dpi, shaper);
	push_on(played, thick, metal, pushed, dpi, dice);
}
