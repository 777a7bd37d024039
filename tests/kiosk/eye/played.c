/* SPDX-License-Identifier: MIT
 * Played cards. */
#include "tests/kiosk/eye/played.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gen/press/printed_game.h"
#include "tests/tools.h"

#define PI     3.14159265358979323846
#define LEAN   4400 /* how far a clip may lean out of the card */
#define POINTS 160
#define STEPS  20 /* of a bend */

/* The middle of a wire, in hundredths of a millimetre of the card; a new piece begins where `lifted`. */
struct wire {
	unsigned n;
	double x[POINTS], y[POINTS];
	bool lifted[POINTS];
};

/* How a clip sits, and what it is made of. */
struct seat {
	double along, across, turn, half; /* off its place; from its middle to a leg */
	double thick;
	bool mirrored;
};

struct bend {
	struct wire *wire;
	const struct clip *clip;
	const struct seat *seat;
	double tip; /* from the card's edge */
	bool lift;
};

/* Adds a point that lies `s` outwards from the tip and `t` across. */
static void
add(struct bend *bend, double s, double t)
{
	const struct clips_size *size = &clips_poker;
	const struct clip *clip = bend->clip;
	struct wire *wire = bend->wire;
	double deep = bend->tip - s, turn = bend->seat->turn * PI / 180;
	double side = (bend->seat->mirrored ? -t : t) * cos(turn) + deep * sin(turn) + bend->seat->across;
	struct rect at;
	int row, col;

	deep = deep * cos(turn) - (bend->seat->mirrored ? -t : t) * sin(turn);
	clip_cell(clip, 0, &row, &col);
	at = clips_symbol_at(size, row, col);
	wire->x[wire->n] = clip->edge == 'L' ? deep : clip->edge == 'R' ? size->w - deep : at.x + at.w / 2.0 + side;
	wire->y[wire->n] = clip->edge == 'T' ? deep : clip->edge == 'B' ? size->h - deep : at.y + at.h / 2.0 + side;
	wire->lifted[wire->n++] = bend->lift;
	bend->lift = false;
}

static void
add_bend(struct bend *bend, double s, double from, double to, int towards)
{
	double middle = (from + to) / 2, radius = (from - to) / 2;

	for (int i = 0; i <= STEPS; i++)
		add(bend, s + towards * fabs(radius) * sin(PI * i / STEPS), middle + radius * cos(PI * i / STEPS));
}

/* What is seen of a clip that holds this many symbols: the wide loop lies on the card, the narrow one
 * behind it. */
static void
make_wire(const struct clip *clip, const struct seat *seat, struct wire *wire)
{
	const struct clips_size *size = &clips_poker;
	double wide = seat->half, narrow = wide - 1.3 * seat->thick, turn = (wide + narrow) / 2;
	struct bend bend = {wire, clip, seat,
		size->first + (clip->depth - 1) * size->pitch + size->symbol / 2.0 + 100 + seat->along, true};

	wire->n = 0;
	add(&bend, size->clip * 0.8, -wide);
	add_bend(&bend, wide, -wide, wide, -1);
	add_bend(&bend, size->clip - seat->thick - turn, wide, -narrow, 1);
	add(&bend, bend.tip + 20, -narrow);
	if (bend.tip < size->clip * 0.75) {
		bend.lift = true;
		add(&bend, bend.tip + 20, narrow);
		add(&bend, size->clip * 0.78, narrow);
	}
}

/* How near two wires come to each other on the card. */
static double
nearness(const struct wire *a, const struct wire *b)
{
	double least = 1e9;

	for (unsigned i = 1; i < a->n; i++) {
		for (int k = 0; k <= 40 && !a->lifted[i]; k++) {
			double x = a->x[i - 1] + (a->x[i] - a->x[i - 1]) * k / 40.0;
			double y = a->y[i - 1] + (a->y[i] - a->y[i - 1]) * k / 40.0;

			if (x < 0 || y < 0 || x > clips_poker.w || y > clips_poker.h)
				continue;
			for (unsigned n = 1; n < b->n; n++) {
				double dx = b->x[n] - b->x[n - 1], dy = b->y[n] - b->y[n - 1];
				double t = ((x - b->x[n - 1]) * dx + (y - b->y[n - 1]) * dy) /
					fmax(1e-9, dx * dx + dy * dy);

				t = t < 0 ? 0 : t > 1 ? 1 : t;
				if (!b->lifted[n])
					least = fmin(least, hypot(x - b->x[n - 1] - t * dx, y - b->y[n - 1] - t * dy));
			}
		}
	}
	return least;
}

/* How many symbols a line has up to the hole. */
static int
run_length(const struct clips_layout *layout, const struct clip *clip)
{
	int depth = 0;

	while (depth < CLIPS_DEPTH_MAX) {
		int row, col;

		clip_cell(clip, depth, &row, &col);
		if (layout->grid[row][col] == CLIPS_HOLE)
			break;
		depth++;
	}
	return depth;
}

/* The cells that a clip holds, a bit each. */
static uint64_t
cells_of(const struct clip *clip)
{
	uint64_t cells = 0;
	int row, col;

	for (int i = 0; i < clip->depth; i++) {
		clip_cell(clip, i, &row, &col);
		cells |= UINT64_C(1) << (row * CLIPS_COLS + col);
	}
	return cells;
}

bool
played_put(struct played *played, const struct clip *clip)
{
	uint64_t cells = cells_of(clip);

	for (unsigned i = 0; i < played->clips; i++)
		if ((cells & cells_of(&played->clip[i])) != 0)
			return false;
	played->clip[played->clips] = *clip;
	played->player[played->clips] = (uint8_t)(played->clips % 2);
	played->clips++;
	return true;
}

void
played_choose(struct played *played, unsigned clips, uint64_t *dice)
{
	while (played->clips < clips) {
		struct clip clip = {.edge = "LRTB"[dice_below(dice, 4)]};

		clip.line =
			(uint8_t)(1 + dice_below(dice, clip.edge == 'L' || clip.edge == 'R' ? CLIPS_ROWS : CLIPS_COLS));
		clip.depth = (uint8_t)(1 + dice_below(dice, (uint32_t)run_length(&played->layout, &clip)));
		played_put(played, &clip);
	}
}

/* Seats that leave the wires beside each other: they may touch, never lie across. */
static void
seat_clips(const struct played *played, struct wire wire[CLIPS_IN_ALL], struct seat seat[CLIPS_IN_ALL], uint64_t *dice)
{
	double thick = dice_between(dice, 85, 115);

	for (unsigned i = 0; i < played->clips; i++) {
		for (int tries = 0; tries < 400; tries++) {
			double much = tries < 200 ? 1 : 1 - (tries - 200) / 220.0, near = 1e9;

			seat[i] = (struct seat){much * dice_between(dice, -60, 150),
				much * dice_between(dice, -150, 150), much * dice_between(dice, -2.5, 2.5),
				dice_between(dice, 435, 460), thick, dice_below(dice, 2) != 0};
			make_wire(&played->clip[i], &seat[i], &wire[i]);
			for (unsigned n = 0; n < i; n++)
				near = fmin(near, nearness(&wire[i], &wire[n]));
			if (near > 0.8 * thick)
				break;
		}
	}
}

/* What the pixels of a layer know of the nearest wire. */
struct near {
	float distance, side, angle; /* in hundredths of a millimetre; its direction */
};

static void
trace(const struct layer *layer, const struct wire *wire, double shift_x, double shift_y, double reach,
	struct near *near)
{
	for (unsigned n = 1; n < wire->n; n++) {
		double ax = wire->x[n - 1] + shift_x, ay = wire->y[n - 1] + shift_y;
		double dx = wire->x[n] + shift_x - ax, dy = wire->y[n] + shift_y - ay, length = hypot(dx, dy);
		int left = (int)((fmin(ax, ax + dx) - reach + layer->origin_x) * layer->unit);
		int right = (int)((fmax(ax, ax + dx) + reach + layer->origin_x) * layer->unit);
		int top = (int)((fmin(ay, ay + dy) - reach + layer->origin_y) * layer->unit);
		int bottom = (int)((fmax(ay, ay + dy) + reach + layer->origin_y) * layer->unit);

		if (wire->lifted[n] || length < 1e-6)
			continue;
		for (int y = top < 0 ? 0 : top; y <= bottom && y < layer->height; y++)
			for (int x = left < 0 ? 0 : left; x <= right && x < layer->width; x++) {
				double px = (x + 0.5) / layer->unit - layer->origin_x - ax;
				double py = (y + 0.5) / layer->unit - layer->origin_y - ay;
				double t = fmin(1, fmax(0, (px * dx + py * dy) / (length * length)));
				double off = hypot(px - t * dx, py - t * dy);
				struct near *at = &near[(size_t)y * (size_t)layer->width + (size_t)x];

				if (off < at->distance)
					*at = (struct near){(float)off, (float)((px * dy - py * dx) / length),
						(float)atan2(dy, dx)};
			}
	}
}

static void
put_over(uint32_t *argb, const double rgb[3], double cover)
{
	uint32_t out = 0;

	for (int n = 0; n < 4; n++) {
		double under = *argb >> (24 - 8 * n) & 255, over = n == 0 ? 255 : fmin(255, fmax(0, rgb[n - 1]));

		out = out << 8 | (uint32_t)(over * cover + under * (1 - cover) + 0.5);
	}
	*argb = out;
}

/* How a wire is lit: the lamp's direction, what it is made of. */
struct shine {
	double lamp[3], albedo[3], gloss, mirror;
};

/* A round wire: its brightness follows from where on its round side a point lies. */
static void
put_wire(uint32_t *argb, const struct near *near, double thick, const struct shine *shine, double unit)
{
	double cover = fmin(1, fmax(0, (thick / 2 - near->distance) * unit + 0.5));
	double t = fmin(0.98, fmax(-0.98, near->side / (thick / 2)));
	double normal[3] = {t * sin(near->angle), -t * cos(near->angle), sqrt(1 - t * t)}, lit = 0, half = 0, rgb[3];
	const double view[3] = {0, 0, 1};
	double halfway[3], length = 0;

	for (int n = 0; n < 3; n++) {
		lit += normal[n] * shine->lamp[n];
		halfway[n] = shine->lamp[n] + view[n];
		length += halfway[n] * halfway[n];
	}
	for (int n = 0; n < 3; n++)
		half += normal[n] * halfway[n] / sqrt(length);
	for (int n = 0; n < 3; n++) {
		/* The room around mirrors in bare metal: dark below, brighter above. */
		double room = shine->mirror * (0.25 + 0.6 * normal[2] * normal[2]);

		rgb[n] = 255 * (shine->albedo[n] * (0.25 + 0.75 * fmax(0, lit)) + room) +
			255 * shine->gloss * pow(fmax(0, half), 60);
	}
	if (cover > 0)
		put_over(argb, rgb, cover);
}

/* The pixels around a wire. */
static void
box_of(const struct layer *layer, const struct wire *wire, int box[4])
{
	double left = 1e9, top = 1e9, right = -1e9, bottom = -1e9;

	for (unsigned i = 0; i < wire->n; i++) {
		left = fmin(left, wire->x[i]), right = fmax(right, wire->x[i]);
		top = fmin(top, wire->y[i]), bottom = fmax(bottom, wire->y[i]);
	}
	box[0] = (int)fmax(0, (left - 300 + layer->origin_x) * layer->unit);
	box[1] = (int)fmax(0, (top - 300 + layer->origin_y) * layer->unit);
	box[2] = (int)fmin(layer->width, (right + 300 + layer->origin_x) * layer->unit);
	box[3] = (int)fmin(layer->height, (bottom + 300 + layer->origin_y) * layer->unit);
}

static void
forget(struct near *near, const struct layer *layer, const int box[4])
{
	for (int y = box[1]; y < box[3]; y++)
		for (int x = box[0]; x < box[2]; x++)
			near[(size_t)y * (size_t)layer->width + (size_t)x].distance = 1e9F;
}

static void
draw_wires(struct played *played, enum wires wires, const struct wire *wire, const struct seat *seat, uint64_t *dice)
{
	static const double paint[2][3] = {{0.72, 0.10, 0.10}, {0.10, 0.22, 0.66}};
	struct layer *layer = &played->wire;
	struct near *near = malloc(sizeof *near * (size_t)layer->width * (size_t)layer->height);
	double angle = dice_between(dice, 0, 2 * PI), low = dice_between(dice, 0.5, 1.0);
	double steel = dice_between(dice, 0.42, 0.6), cast = dice_between(dice, 30, 90);
	double soft = dice_between(dice, 20, 60), dark = dice_between(dice, 0.15, 0.4), length = sqrt(low * low + 1);

	/* All shadows, then all wires. */
	for (unsigned n = 0; n < 2 * played->clips; n++) {
		const struct wire *here = &wire[n % played->clips];
		double thick = seat[n % played->clips].thick;
		bool shadow = n < played->clips;
		struct shine shine = {.lamp = {cos(angle) * low / length, sin(angle) * low / length, 1 / length}};
		int box[4];

		for (int k = 0; k < 3; k++)
			shine.albedo[k] =
				wires == WIRES_STEEL ? 0.35 * steel : paint[played->player[n % played->clips]][k];
		shine.gloss = wires == WIRES_STEEL ? dice_between(dice, 0.5, 0.9) : 0.45;
		shine.mirror = wires == WIRES_STEEL ? 0.8 * steel : 0.04;
		box_of(layer, here, box);
		forget(near, layer, box);
		trace(layer, here, shadow ? -cast * cos(angle) : 0, shadow ? -cast * sin(angle) : 0, 200, near);
		for (int y = box[1]; y < box[3]; y++)
			for (int x = box[0]; x < box[2]; x++) {
				size_t i = (size_t)y * (size_t)layer->width + (size_t)x;

				if (near[i].distance < 200 && shadow)
					put_over(&layer->argb[i], (double[3]){0, 0, 0},
						dark / (1 + exp(fmin(50, (near[i].distance - thick / 2) / soft * 4))));
				else if (near[i].distance < 100 && !shadow)
					put_wire(&layer->argb[i], &near[i], thick, &shine, layer->unit);
			}
	}
	free(near);
}

struct codes
played_codes(uint64_t *dice)
{
	return (struct codes){.game = game_by_id("clips"), .players = 2, .seed = dice_roll(dice) & SEED_MAX};
}

void
played_print(struct played *played, const struct codes *codes, double dpi, struct shaper *shaper)
{
	struct print_job job = {.codes = *codes, .count = 1, .paper = &paper_a4, .single = true};
	struct page_plan plan;

	*played = (struct played){.card = {0, 0, clips_poker.w, clips_poker.h},
		.around = {-LEAN, -LEAN, clips_poker.w + 2 * LEAN, clips_poker.h + 2 * LEAN}};
	codes_make(&job.codes, 0, 0, &played->code);
	code_write(&played->code, codes->key, played->text);
	game_clips.build(&played->layout, &played->code);
	page_plan_init(&plan);
	printed_game_of(job.codes.game)->plan(&job, &plan);
	layer_draw(&played->paper, &g_array_index(plan.pages, struct page, 0), shaper, dpi);
	page_plan_finish(&plan);
}

void
played_draw(struct played *played, enum wires wires, unsigned clips, double dpi, struct shaper *shaper, uint64_t *dice)
{
	const struct codes codes = played_codes(dice);
	struct wire wire[CLIPS_IN_ALL];
	struct seat seat[CLIPS_IN_ALL];

	played_print(played, &codes, dpi, shaper);
	played_choose(played, clips, dice);
	seat_clips(played, wire, seat, dice);
	layer_init(&played->wire, &played->around, dpi);
	draw_wires(played, wires, wire, seat, dice);
}

void
played_finish(struct played *played)
{
	layer_finish(&played->paper);
	layer_finish(&played->wire);
}

void
played_lay(struct scene *scene, const struct played *played, const struct lie *lie)
{
	struct lie over = *lie;

	scene_lay(scene, &played->paper, &played->card, &played->card, lie);
	over.lift += 0.5;
	scene_lay(scene, &played->wire, &played->around, &played->card, &over);
}
