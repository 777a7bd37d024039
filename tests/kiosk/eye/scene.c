/* SPDX-License-Identifier: MIT
 * The wider camera: what lies where. */
#include "tests/kiosk/eye/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/tools.h"

#define PI   3.14159265358979323846
#define MESH 150.0 /* hundredths of a millimetre: finer than any bow */

static void
layer_alloc(struct layer *layer, int32_t w, int32_t h, double dpi)
{
	layer->unit = dpi / 2540;
	layer->width = (int32_t)(w * layer->unit);
	layer->height = (int32_t)(h * layer->unit);
	layer->argb = calloc((size_t)layer->width * (size_t)layer->height, sizeof *layer->argb);
}

void
layer_init(struct layer *layer, const struct rect *area, double dpi)
{
	layer_alloc(layer, area->w, area->h, dpi);
	layer->origin_x = -area->x;
	layer->origin_y = -area->y;
}

void
layer_draw(struct layer *layer, const struct page *page, struct shaper *shaper, double dpi)
{
	const struct paper paper = page_paper(page);
	cairo_surface_t *surface;
	struct canvas *canvas;

	layer_alloc(layer, paper.w, paper.h, dpi);
	layer->origin_x = (paper.w - page->w) / 2;
	layer->origin_y = (paper.h - page->h) / 2;
	surface = cairo_image_surface_create_for_data(
		(unsigned char *)layer->argb, CAIRO_FORMAT_ARGB32, layer->width, layer->height, 4 * layer->width);
	cairo_surface_set_device_scale(surface, dpi / 72, dpi / 72);
	canvas = canvas_create(surface, shaper, INK_FULL);
	canvas_fill(canvas, (struct rect){-100, -100, paper.w + 200, paper.h + 200}, COLOUR_PAPER);
	canvas_origin(canvas, layer->origin_x, layer->origin_y);
	page->draw(page, canvas);
	canvas_flush(canvas);
	canvas_destroy(canvas);
	cairo_surface_flush(surface);
	cairo_surface_destroy(surface);
}

void
layer_finish(struct layer *layer)
{
	free(layer->argb);
	*layer = (struct layer){0};
}

void
scene_conditions(
	struct conditions *conditions, enum level level, int32_t width, int32_t height, double scale, uint64_t *dice)
{
	static const struct {
		double tilt, k1, k2, falloff, hand, hands, glares, sharpens, cast, blur, noise;
		int quality;
	} most[LEVELS] = {
		[LEVEL_MILD] = {14, 0.04, 0.01, 0.20, 0.00, 0.0, 0.0, 0.3, 0.06, 0.55, 3, 90},
		[LEVEL_MODERATE] = {24, 0.08, 0.03, 0.40, 0.45, 0.5, 0.15, 0.5, 0.14, 0.95, 6, 80},
		[LEVEL_HARSH] = {36, 0.12, 0.05, 0.60, 0.65, 0.8, 0.4, 0.7, 0.22, 1.5, 11, 60},
	};
	double finer = fmax(1, height / 1080.0);
	bool hand = dice_between(dice, 0, 1) < most[level].hands, glare = dice_between(dice, 0, 1) < most[level].glares;

	*conditions = (struct conditions){
		.width = width,
		.height = height,
		.table = (enum table)dice_below(dice, TABLES),
		.scale = scale,
		.away = dice_between(dice, 220, 500),
		.tilt = dice_between(dice, 0, most[level].tilt),
		.tilt_towards = dice_between(dice, 0, 360),
		.roll = dice_between(dice, 0, 360),
		.k1 = dice_between(dice, -most[level].k1, most[level].k1 / 2),
		.k2 = dice_between(dice, -most[level].k2, most[level].k2),
		.falloff = dice_between(dice, 0.3, 1) * most[level].falloff,
		.hand = hand ? dice_between(dice, 0.5, 1) * most[level].hand : 0,
		.hand_edge = dice_between(dice, 2, 60) * finer,
		.glare = glare ? dice_between(dice, 60, 200) : 0,
		.glare_x = dice_between(dice, 0.25, 0.75) * width,
		.glare_y = dice_between(dice, 0.25, 0.75) * height,
		.glare_size = dice_between(dice, 0.04, 0.12) * height,
		.blur = dice_between(dice, 0.7, 1.1) * most[level].blur * finer,
		.noise = most[level].noise,
		.sharpen = dice_between(dice, 0, 1) < most[level].sharpens ? dice_between(dice, 0.3, 1) : 0,
		.quality = most[level].quality,
	};
	for (int i = 0; i < 3; i++)
		conditions->cast[i] = 1 - dice_between(dice, 0, most[level].cast);
}

/* How bright a table is at a place, in millimetres, and how it differs in red and blue. */
static double
table_grey(enum table table, double x, double y, double base)
{
	switch (table) {
	case TABLE_WOOD:
		return base + 16 * sin(y / 7 + 0.8 * sin(x / 19)) + 6 * sin(y * 1.9 + 2 * sin(x / 31));
	case TABLE_CLOTH:
		return base + 10 * sin(x * 5.2) * sin(y * 5.2) + 6 * sin(x / 3.1 + y / 4.3);
	case TABLE_CHECKS:
		return ((int)floor(x / 17) + (int)floor(y / 17)) % 2 != 0 ? base - 55 : base + 60;
	case TABLE_NEWSPAPER: {
		double line = fmod(fabs(y), 3.2), word = fmod(fabs(x + 13 * floor(y / 3.2)), 9.5);
		bool ink = line < 1.6 && word < 7.8 && sin(x * 7.1 + 3 * floor(y / 3.2)) > -0.3;

		return ink ? 70 : 205;
	}
	default:
		return base;
	}
}

static void
draw_table(struct scene *scene)
{
	const struct conditions *with = &scene->conditions;
	double base = dice_between(&scene->dice, 60, 160), red = dice_between(&scene->dice, 0.85, 1.15),
	       blue = dice_between(&scene->dice, 0.8, 1.2), angle = dice_between(&scene->dice, 0, PI);
	double c = cos(angle) / with->scale, s = sin(angle) / with->scale;
	uint8_t *at = scene->rgb;

	for (int32_t y = 0; y < with->height; y++)
		for (int32_t x = 0; x < with->width; x++, at += 3) {
			double grey = table_grey(with->table, x * c - y * s, x * s + y * c, base);

			at[0] = (uint8_t)fmin(255, fmax(0, grey * red));
			at[1] = (uint8_t)fmin(255, fmax(0, grey));
			at[2] = (uint8_t)fmin(255, fmax(0, grey * blue));
		}
}

void
scene_init(struct scene *scene, const struct conditions *conditions, uint64_t seed)
{
	size_t pixels = (size_t)conditions->width * (size_t)conditions->height;

	*scene = (struct scene){.conditions = *conditions, .dice = seed, .rgb = malloc(3 * pixels)};
	draw_table(scene);
}

void
scene_finish(struct scene *scene)
{
	free(scene->rgb);
	image_finish(&scene->photo);
	*scene = (struct scene){0};
}

/* A point of the paper over the table: where, how high, and how it leans to the light. */
struct over {
	double x, y, z, shade;
};

/* Folds the paper at a place along its longer side, in millimetres from its middle: how high it is, how steep, and how
 * far from the middle it is seen from above. */
static void
fold(const struct lie *lie, double half, double *along, double *z, double *slope)
{
	unsigned parts = lie->folds + 1;
	double part = 2 * half / parts, at = *along + half, steep = tan(lie->lean * PI / 180);
	unsigned number = (unsigned)fmin(parts - 1, fmax(0, floor(at / part)));
	double in = at - number * part;

	*slope = number % 2 == 0 ? steep : -steep;
	*along *= cos(lie->lean * PI / 180);
	*z += sin(lie->lean * PI / 180) * (number % 2 == 0 ? in : part - in);
}

/* How high a corner of a facet is, from -1 to 1, always the same. */
static double
facet_height(uint64_t seed, int col, int row)
{
	uint64_t dice = seed + 977 * (uint64_t)(uint32_t)col + 1000003 * (uint64_t)(uint32_t)row;

	dice_roll(&dice);
	return dice_between(&dice, -1, 1);
}

#define FACET 17.0 /* millimetres from corner to corner */

/* Adds the facets of crumpled paper: triangles between corners of random heights. */
static void
crumple(const struct lie *lie, double u, double v, double *z, double *slope)
{
	double x = u / FACET + 0.37 * v / FACET, y = v / FACET - 0.21 * u / FACET, here[3];
	int col = (int)floor(x), row = (int)floor(y);
	bool upper;

	x -= col;
	y -= row;
	upper = x + y > 1;
	here[0] = facet_height(lie->crumple_seed, col + upper, row + upper);
	here[1] = facet_height(lie->crumple_seed, col + !upper, row + upper);
	here[2] = facet_height(lie->crumple_seed, col + upper, row + !upper);
	if (upper) {
		x = 1 - x;
		y = 1 - y;
	}
	*z += lie->crumple * (here[0] + x * (here[1] - here[0]) + y * (here[2] - here[0]));
	*slope += lie->crumple * (here[1] - here[0] + here[2] - here[0]) * (upper ? -1 : 1) / FACET;
}

static struct over
lies_at(const struct rect *whole, const struct lie *lie, double x, double y)
{
	double u = (x - whole->x - whole->w / 2.0) / 100, v = (y - whole->y - whole->h / 2.0) / 100;
	double c = cos(lie->turn * PI / 180), s = sin(lie->turn * PI / 180);
	double a = lie->bow_towards * PI / 180, half = hypot(whole->w, whole->h) / 200;
	double along = (u * cos(a) + v * sin(a)) / half;
	double corner = fmax(0, (u / (whole->w / 200.0) + v / (whole->h / 200.0)) / 2);
	/* Paper keeps its length, so that what is bent draws together a little. */
	double shrink = 1 - 0.5 * pow(2 * lie->bow / half, 2) * along * along / 3;
	double z = lie->bow * (1 - along * along) + lie->curl * corner * corner * corner + lie->lift, slope = 0;

	if (lie->crumple > 0)
		crumple(lie, u, v, &z, &slope);
	if (lie->folds > 0)
		fold(lie, (whole->h > whole->w ? whole->h : whole->w) / 200.0, whole->h > whole->w ? &v : &u, &z,
			&slope);
	return (struct over){lie->x + shrink * (u * c - v * s), lie->y + shrink * (u * s + v * c), z,
		1 - 0.35 * (2 * lie->bow / half) * along - 0.3 * slope};
}

static void
project(const struct conditions *with, const struct over *over, double *photo_x, double *photo_y)
{
	double a = with->tilt_towards * PI / 180, t = with->tilt * PI / 180, r = with->roll * PI / 180;
	double along = over->x * cos(a) + over->y * sin(a), across = -over->x * sin(a) + over->y * cos(a);
	double depth = with->away + along * sin(t) - over->z * cos(t);
	double px = with->scale * with->away * (along * cos(t) + over->z * sin(t)) / depth;
	double py = with->scale * with->away * across / depth;
	double half = hypot(with->width, with->height) / 2, rr = (px * px + py * py) / (half * half);
	double lens = 1 + with->k1 * rr + with->k2 * rr * rr;

	*photo_x = with->width / 2.0 + lens * (px * cos(a + r) - py * sin(a + r));
	*photo_y = with->height / 2.0 + lens * (px * sin(a + r) + py * cos(a + r));
}

void
scene_where(const struct scene *scene, const struct rect *whole, const struct lie *lie, double x, double y,
	double *photo_x, double *photo_y)
{
	struct over over = lies_at(whole, lie, x, y);

	project(&scene->conditions, &over, photo_x, photo_y);
}

/* A corner of the mesh: in the picture, on the layer, and its shade. */
struct corner {
	double x, y, u, v, shade;
};

/* What the layer has at a pixel: place and shade; not reached where the shade is 0. */
struct hit {
	float u, v, shade;
};

struct lens_map {
	int32_t left, top, width, height;
	struct hit *hit;
};

static void
map_triangle(struct lens_map *map, const struct corner *a, const struct corner *b, const struct corner *c)
{
	double area = (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
	int32_t left = (int32_t)floor(fmin(a->x, fmin(b->x, c->x)) - 0.5);
	int32_t right = (int32_t)ceil(fmax(a->x, fmax(b->x, c->x)) + 0.5);
	int32_t top = (int32_t)floor(fmin(a->y, fmin(b->y, c->y)) - 0.5);
	int32_t bottom = (int32_t)ceil(fmax(a->y, fmax(b->y, c->y)) + 0.5);

	if (fabs(area) < 1e-9)
		return;
	for (int32_t y = top < map->top ? map->top : top; y <= bottom && y < map->top + map->height; y++)
		for (int32_t x = left < map->left ? map->left : left; x <= right && x < map->left + map->width; x++) {
			double px = x + 0.5, py = y + 0.5;
			double wb = ((px - a->x) * (c->y - a->y) - (py - a->y) * (c->x - a->x)) / area;
			double wc = ((b->x - a->x) * (py - a->y) - (b->y - a->y) * (px - a->x)) / area;
			double wa = 1 - wb - wc;

			if (wa < -1e-6 || wb < -1e-6 || wc < -1e-6)
				continue;
			map->hit[(size_t)(y - map->top) * (size_t)map->width + (size_t)(x - map->left)] = (struct hit){
				(float)(wa * a->u + wb * b->u + wc * c->u), (float)(wa * a->v + wb * b->v + wc * c->v),
				(float)(wa * a->shade + wb * b->shade + wc * c->shade)};
		}
}

/* The layer's colour at a place of it in pixels, between them. */
static void
blend_at(const struct layer *layer, double u, double v, double weight, double argb[4])
{
	int32_t x = (int32_t)floor(u - 0.5), y = (int32_t)floor(v - 0.5);
	double fx = u - 0.5 - x, fy = v - 0.5 - y;

	for (int i = 0; i < 4; i++) {
		int32_t px = x + i % 2, py = y + i / 2;
		double share = weight * (i % 2 ? fx : 1 - fx) * (i / 2 ? fy : 1 - fy);
		uint32_t colour;

		px = px < 0 ? 0 : px >= layer->width ? layer->width - 1 : px;
		py = py < 0 ? 0 : py >= layer->height ? layer->height - 1 : py;
		colour = layer->argb[(size_t)py * (size_t)layer->width + (size_t)px];
		for (int n = 0; n < 4; n++)
			argb[n] += share * (colour >> (24 - 8 * n) & 255);
	}
}

static void
put_pixel(uint8_t *rgb, const struct layer *layer, const struct hit *hit, double size)
{
	int steps = size < 1.2 ? 1 : size < 2.4 ? 2 : 3;
	double argb[4] = {0};

	for (int i = 0; i < steps * steps; i++)
		blend_at(layer, hit->u + ((i % steps + 0.5) / steps - 0.5) * size,
			hit->v + ((i / steps + 0.5) / steps - 0.5) * size, 1.0 / (steps * steps), argb);
	for (int n = 0; n < 3; n++) {
		/* Paper is not quite white, nor ink quite black. */
		double colour = (argb[n + 1] * 0.86 + argb[0] * 0.045) * hit->shade;

		rgb[n] = (uint8_t)fmin(255, fmax(0, colour + rgb[n] * (1 - argb[0] / 255) + 0.5));
	}
}

void
scene_lay(struct scene *scene, const struct layer *layer, const struct rect *part, const struct rect *whole,
	const struct lie *lie)
{
	const struct conditions *with = &scene->conditions;
	int cols = (int)ceil(part->w / MESH), rows = (int)ceil(part->h / MESH);
	struct corner *mesh = malloc(sizeof *mesh * (size_t)(cols + 1) * (size_t)(rows + 1));
	double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
	struct lens_map map;

	for (int j = 0; j <= rows; j++)
		for (int i = 0; i <= cols; i++) {
			struct corner *corner = &mesh[j * (cols + 1) + i];
			double x = part->x + part->w * (double)i / cols, y = part->y + part->h * (double)j / rows;
			struct over over = lies_at(whole, lie, x, y);

			project(with, &over, &corner->x, &corner->y);
			corner->u = (x + layer->origin_x) * layer->unit;
			corner->v = (y + layer->origin_y) * layer->unit;
			corner->shade = over.shade;
			left = fmin(left, corner->x), right = fmax(right, corner->x);
			top = fmin(top, corner->y), bottom = fmax(bottom, corner->y);
		}
	left = fmax(0, floor(left) - 1), right = fmin(with->width, ceil(right) + 1);
	top = fmax(0, floor(top) - 1), bottom = fmin(with->height, ceil(bottom) + 1);
	if (right > left && bottom > top) {
		map = (struct lens_map){(int32_t)left, (int32_t)top, (int32_t)(right - left), (int32_t)(bottom - top),
			calloc((size_t)(right - left) * (size_t)(bottom - top), sizeof *map.hit)};
		for (int j = 0; j < rows; j++)
			for (int i = 0; i < cols; i++) {
				const struct corner *at = &mesh[j * (cols + 1) + i];

				map_triangle(&map, at, at + 1, at + cols + 1);
				map_triangle(&map, at + 1, at + cols + 2, at + cols + 1);
			}
		for (int32_t y = 0; y < map.height; y++)
			for (int32_t x = 0; x < map.width; x++) {
				const struct hit *hit = &map.hit[(size_t)y * (size_t)map.width + (size_t)x];

				if (hit->shade > 0)
					put_pixel(scene->rgb +
							3 *
								((size_t)(map.top + y) * (size_t)with->width +
									(size_t)(map.left + x)),
						layer, hit, layer->unit * 100 / with->scale);
			}
		free(map.hit);
	}
	free(mesh);
}
