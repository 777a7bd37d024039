/* SPDX-License-Identifier: MIT
 * A pinhole camera with a radial lens, one lamp, the light of the room, and a depth for each pixel. */
#include "tests/cameras/paper/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cameras/paper/ground.h"

/* Focal lengths of phones, as a share of the picture's longer side: 26 mm is 0.72 of 36 mm. */
#define FOCAL_LEAST 0.7
#define FOCAL_MOST  1.0

/* Vertices along a side of the table that is seen. */
#define TABLE_SIDE 49

static double
dot(const double a[3], const double b[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void
normalise(double a[3])
{
	double size = sqrt(dot(a, a));

	for (int i = 0; i < 3; i++)
		a[i] /= size;
}

double
scene_project(const struct scene *scene, const double at[3], double *x, double *y)
{
	double from[3] = {at[0] - scene->eye[0], at[1] - scene->eye[1], at[2] - scene->eye[2]};
	double depth = fmax(dot(from, scene->forward), 1);
	double px = dot(from, scene->right) / depth * scene->focal, py = dot(from, scene->down) / depth * scene->focal;
	double radius2 = (px * px + py * py) * 4 / ((double)scene->w * scene->w + (double)scene->h * scene->h);
	double bend = scene->recipe->lens;

	bend = bend < 0 ? 1 / (1 - bend * radius2) : 1 + bend * radius2;
	*x = px * bend + scene->w / 2.0;
	*y = py * bend + scene->h / 2.0;
	return 1 / depth;
}

/* Looks at a place of the table from a distance; `azimuth` is where the camera leans to, `roll` turns the picture. */
static void
look_at(struct scene *scene, const struct point *place, double distance, double azimuth, double roll)
{
	double tilt = scene->recipe->tilt, up[3], side[3];
	double c = plain_cos(azimuth), s = plain_sin(azimuth);

	scene->forward[0] = -plain_sin(tilt) * c;
	scene->forward[1] = -plain_sin(tilt) * s;
	scene->forward[2] = -plain_cos(tilt);
	side[0] = -s;
	side[1] = c;
	side[2] = 0;
	for (int i = 0; i < 3; i++)
		up[i] = scene->forward[(i + 1) % 3] * side[(i + 2) % 3] -
			scene->forward[(i + 2) % 3] * side[(i + 1) % 3];
	/* `side` and `up` span the picture; the roll makes x of the table point to the right, y down. */
	double turn = roll + azimuth, cr = plain_cos(turn), sr = plain_sin(turn);
	for (int i = 0; i < 3; i++) {
		scene->right[i] = up[i] * cr - side[i] * sr;
		scene->down[i] = up[i] * sr + side[i] * cr;
		scene->eye[i] = (i == 0 ? place->x : i == 1 ? place->y : 0) - scene->forward[i] * distance;
	}
}

/* The share of the frame that the places reach: 1 is its edge. */
static double
reach(const struct scene *scene, const struct point *places, size_t count)
{
	double most = 0;

	for (size_t i = 0; i < count; i++) {
		double x, y, at[3] = {places[i].x, places[i].y, 0};

		scene_project(scene, at, &x, &y);
		most = fmax(most, fmax(fabs(x * 2 / scene->w - 1), fabs(y * 2 / scene->h - 1)));
	}
	return most;
}

static void
place_camera(struct scene *scene, const struct point *places, size_t count, struct luck *luck)
{
	struct point low = places[0], high = places[0], middle;
	double azimuth = luck_in(luck, 0, TURN), near = 20, far = 1e6;
	double roll = luck_about(luck, scene->recipe->moderate ? 0.2 : 0.06);

	for (size_t i = 1; i < count; i++) {
		low.x = fmin(low.x, places[i].x);
		low.y = fmin(low.y, places[i].y);
		high.x = fmax(high.x, places[i].x);
		high.y = fmax(high.y, places[i].y);
	}
	/* The longer side lies along the picture's, most times the right way up. */
	if ((high.x - low.x > high.y - low.y) != (scene->w > scene->h))
		roll += TURN / 4;
	if (luck_one_in(luck, 4))
		roll += TURN / 2;
	middle = (struct point){(low.x + high.x) / 2, (low.y + high.y) / 2};
	for (int i = 0; i < 50; i++) {
		double distance = (near + far) / 2;

		look_at(scene, &middle, distance, azimuth, roll);
		if (reach(scene, places, count) > scene->recipe->fill)
			near = distance;
		else
			far = distance;
	}
	look_at(scene, &middle, far, azimuth, roll);
}

/* The shadow of something like a hand: how deep inside of it, in millimetres. */
static double
inside_hand(double x, double y, double size)
{
	double deep = size * 0.5 - plain_length(x, y * 0.8);

	for (int finger = 0; finger < 4; finger++) {
		double at = (finger - 1.5) * size * 0.26,
		       along = clamp(-y, 0, size * (1.25 - 0.1 * fabs(finger - 1.2)));

		deep = fmax(deep, size * 0.11 - plain_length(x - at - along * at * 0.004, y + along));
	}
	/* The arm. */
	return fmax(deep, size * 0.36 - plain_length(x, fmin(y, 0)));
}

/* What a shadow looks like: its direction, how soft its edge is, and so on; lengths in millimetres. */
enum { LEAN, SOFT, HAND_X, HAND_Y, HAND_SIZE, PITCH, STRIPE, LEAF, SHADE_NUMBERS };

static double
shaded(const struct recipe *recipe, const double form[SHADE_NUMBERS], double x, double y, unsigned salt)
{
	double c = plain_cos(form[LEAN]), s = plain_sin(form[LEAN]), along = x * c + y * s, across = y * c - x * s;
	double open = 1;

	switch (recipe->shade) {
	case SHADE_HAND:
		open = smooth_step(-form[SOFT], form[SOFT],
			-inside_hand(along - form[HAND_X], across - form[HAND_Y], form[HAND_SIZE]));
		break;
	case SHADE_BLINDS: {
		double t = across / form[PITCH] + 0.06 * noise(along * 0.004, across * 0.004, salt);

		t = fabs(t - floor(t) - 0.5) * form[PITCH];
		open = smooth_step(form[STRIPE] - form[SOFT] / 2, form[STRIPE] + form[SOFT] / 2, t);
		break;
	}
	case SHADE_LEAVES:
		open = smooth_step(-0.15, 0.2, noise_sum(x / form[LEAF], y / form[LEAF], salt, 2));
		break;
	default:
		break;
	}
	return 1 - recipe->shade_dark * (1 - open);
}

static void
fill_map(struct scene *scene, struct light_map *map, double around, double x, double y, struct luck *luck)
{
	const struct recipe *recipe = scene->recipe;
	double size = around * 2, fade = luck_in(luck, 0, TURN), c = plain_cos(fade), s = plain_sin(fade);
	double pitch = luck_in(luck, 9, 35);
	bool weak = recipe->shade_dark < 0.55;
	double form[SHADE_NUMBERS];

	form[LEAN] = luck_in(luck, 0, TURN);
	form[SOFT] = recipe->shade == SHADE_BLINDS ? luck_in(luck, 0.08, 0.35) * pitch
						   : luck_in(luck, 2, 7) * (weak ? 6 : 1);
	form[HAND_X] = luck_about(luck, size * 0.15);
	form[HAND_Y] = luck_in(luck, 0, size * 0.3);
	form[HAND_SIZE] = luck_in(luck, 60, 100) * (weak ? 2 : 1);
	form[PITCH] = pitch;
	form[STRIPE] = pitch * luck_in(luck, 0.18, 0.3);
	form[LEAF] = luck_in(luck, 20, 70);
	unsigned salt = luck_below(luck, 1 << 20);

	map->x = x - size;
	map->y = y - size;
	map->step = 2 * size / MAP_SIDE;
	for (int row = 0; row < MAP_SIDE; row++) {
		for (int col = 0; col < MAP_SIDE; col++) {
			double dx = col * map->step - size, dy = row * map->step - size;
			double dim = 1 - recipe->falloff * clamp(0.5 + (dx * c + dy * s) / (2 * size), 0, 1);

			map->share[row * MAP_SIDE + col] = (float)(dim * shaded(recipe, form, dx, dy, salt));
		}
	}
}

bool
scene_init(struct scene *scene, const struct recipe *recipe, const struct point *places, size_t count, struct luck luck)
{
	struct luck light = luck_part(&luck, 0);
	double x = 0, y = 0, around = 0;

	*scene = (struct scene){.recipe = recipe, .w = recipe->w, .h = recipe->h};
	/* A scanner sees every place from straight above, and an app makes a picture look like that. */
	scene->focal = fmax(scene->w, scene->h) * luck_in(&luck, FOCAL_LEAST, FOCAL_MOST) *
		(recipe->app == APP_FLATBED               ? 40
				: recipe->app != APP_NONE ? 3
							  : 1);
	place_camera(scene, places, count, &luck);
	size_t pixels = (size_t)scene->w * (size_t)scene->h;

	scene->open = malloc(3 * sizeof *scene->open);
	scene->light[0] = malloc(4 * pixels * sizeof(float));
	if (scene->open == NULL || scene->light[0] == NULL)
		return false;
	scene->paper = scene->open + 1;
	scene->table = scene->open + 2;
	scene->light[1] = scene->light[0] + pixels;
	scene->light[2] = scene->light[1] + pixels;
	scene->depth = scene->light[2] + pixels;
	memset(scene->light[0], 0, 4 * pixels * sizeof(float));
	for (size_t i = 0; i < count; i++) {
		x += places[i].x / (double)count;
		y += places[i].y / (double)count;
	}
	for (size_t i = 0; i < count; i++)
		around = fmax(around, plain_length(places[i].x - x, places[i].y - y));
	fill_map(scene, scene->open, around, x, y, &light);
	scene->lamp[0] = plain_cos(recipe->lamp_height) * plain_cos(recipe->lamp_from);
	scene->lamp[1] = plain_cos(recipe->lamp_height) * plain_sin(recipe->lamp_from);
	scene->lamp[2] = plain_sin(recipe->lamp_height);
	return true;
}

void
scene_finish(struct scene *scene)
{
	free(scene->open);
	free(scene->light[0]);
}

double
scene_density(const struct scene *scene)
{
	double middle[3] = {0, 0, 0};

	/* On the table below the middle of the picture. */
	for (int i = 0; i < 2; i++)
		middle[i] = scene->eye[i] - scene->forward[i] * scene->eye[2] / scene->forward[2];
	double from[3] = {middle[0] - scene->eye[0], middle[1] - scene->eye[1], -scene->eye[2]};

	return scene->focal / dot(from, scene->forward);
}

/* A vertex in the picture with all that changes over a triangle. */
enum { U, V, MAP_X, MAP_Y, LAMP, ROOM, EXTRA, SHINE, DEPTH, PARTS };

struct shown {
	double x, y, part[PARTS];
};

static void
show(const struct scene *scene, const struct surface *surface, const struct vertex *vertex, struct shown *shown)
{
	const struct recipe *recipe = scene->recipe;
	const struct light_map *map = scene->open;
	double to_eye[3], half[3], *part = shown->part;
	/* Where the light that arrives here would reach the table. */
	double x = vertex->at[0] - vertex->at[2] * scene->lamp[0] / scene->lamp[2];
	double y = vertex->at[1] - vertex->at[2] * scene->lamp[1] / scene->lamp[2];

	part[DEPTH] = scene_project(scene, vertex->at, &shown->x, &shown->y);
	part[U] = vertex->u;
	part[V] = vertex->v;
	part[MAP_X] = clamp((x - map->x) / map->step, 0, MAP_SIDE - 2);
	part[MAP_Y] = clamp((y - map->y) / map->step, 0, MAP_SIDE - 2);
	part[LAMP] = fmax(0, dot(vertex->normal, scene->lamp)) / fmax(scene->lamp[2], 0.3);
	part[ROOM] = 0.35 + 0.65 * vertex->normal[2];
	for (int i = 0; i < 3; i++)
		to_eye[i] = scene->eye[i] - vertex->at[i];
	double distance2 = dot(to_eye, to_eye), height = scene->eye[2] / fmax(-scene->forward[2], 0.3);

	normalise(to_eye);
	for (int i = 0; i < 3; i++)
		half[i] = scene->lamp[i] + to_eye[i];
	normalise(half);
	double shine = clamp(dot(half, vertex->normal), 0, 1), flash = clamp(dot(to_eye, vertex->normal), 0, 1);

	/* Raised to 64: as wide as the highlight of a satin surface. */
	for (int i = 0; i < 6; i++)
		shine *= shine;
	part[EXTRA] = recipe->flash * flash * height * height / distance2;
	for (int i = 0; i < 6; i++)
		flash *= flash;
	part[SHINE] = surface->gloss * (0.6 * shine + recipe->flash * 3 * flash * height * height / distance2);
}

/* Light of a pixel of a texture, between its neighbours. */
static inline void
sample(const struct texture *texture, float u, float v, float out[4])
{
	int x, y, right = 1, down = 1;

	if (texture->repeats) {
		/* Mirrored each time, so that there is no seam. */
		float w = (float)(2 * (texture->w - 1)), h = (float)(2 * (texture->h - 1));

		u -= w * floorf(u / w);
		v -= h * floorf(v / h);
		u = u > w / 2 ? w - u : u;
		v = v > h / 2 ? h - v : v;
	}
	u = u < 0 ? 0 : u > (float)(texture->w - 1) ? (float)(texture->w - 1) : u;
	v = v < 0 ? 0 : v > (float)(texture->h - 1) ? (float)(texture->h - 1) : v;
	x = (int)u;
	y = (int)v;
	right = x + 1 < texture->w;
	down = y + 1 < texture->h ? texture->w : 0;
	float tx = u - (float)x, ty = v - (float)y;
	const uint16_t(*at)[4] = (const uint16_t(*)[4])texture->pixel + (size_t)y * (size_t)texture->w + x;

	for (int i = 0; i < 4; i++) {
		float above = (float)at[0][i] + tx * ((float)at[right][i] - (float)at[0][i]);
		float below = (float)at[down][i] + tx * ((float)at[down + right][i] - (float)at[down][i]);

		out[i] = (above + ty * (below - above)) * (1.0f / PAPER_WHITE);
	}
}

static inline float
map_at(const struct light_map *map, float x, float y)
{
	int col = (int)x, row = (int)y;
	float tx = x - (float)col, ty = y - (float)row;
	const float *at = map->share + row * MAP_SIDE + col;
	float above = at[0] + tx * (at[1] - at[0]), below = at[MAP_SIDE] + tx * (at[MAP_SIDE + 1] - at[MAP_SIDE]);

	return above + ty * (below - above);
}

/* How strongly a screen's red, green or blue lines shine at a place, in pixels of the screen. */
static inline float
screen_line(float at, float shift)
{
	float t = at + shift;

	t -= floorf(t);
	return 1 - 4 * (t > 0.5f ? t - 0.5f : 0.5f - t);
}

static inline void
put(struct scene *scene, const struct surface *surface, const struct texture *texture, const struct light_map *map,
	const float part[PARTS], size_t at)
{
	const struct recipe *recipe = scene->recipe;
	float paper[4], lamp = part[LAMP] * map_at(map, part[MAP_X], part[MAP_Y]);

	sample(texture, part[U], part[V], paper);
	if (paper[3] <= 0.02f)
		return;
	/* A screen's lines are finer than the camera's pixels can follow, so they beat with them. */
	if (recipe->screen > 0 && surface->piece) {
		float x = part[U] / (float)texture->density * (float)SCREEN_DENSITY;
		float y = part[V] / (float)texture->density * (float)SCREEN_DENSITY;

		for (int i = 0; i < 3; i++)
			paper[i] *=
				1 + (float)recipe->screen * (screen_line(x, (float)i / 3) + 0.5f * screen_line(y, 0));
	}
	if (paper[3] > 0.5f)
		scene->depth[at] = part[DEPTH];
	for (int i = 0; i < 3; i++) {
		float light = paper[i] *
				((float)recipe->lamp[i] * lamp + (float)recipe->ambient[i] * part[ROOM] + part[EXTRA]) +
			part[SHINE];

		scene->light[i][at] += paper[3] * (light - scene->light[i][at]);
	}
}

static void
draw_triangle(struct scene *scene, const struct surface *surface, const struct light_map *map,
	const struct shown *const corner[3])
{
	const struct shown *a = corner[0], *b = corner[1], *c = corner[2];
	double area = (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x), over;
	float first[PARTS], across[PARTS], down[PARTS];

	if (fabs(area) < 1e-9)
		return;
	/* Which side is seen: textures are drawn x to the right, y down, like the picture. */
	over = (b->part[U] - a->part[U]) * (c->part[V] - a->part[V]) -
		(b->part[V] - a->part[V]) * (c->part[U] - a->part[U]);
	const struct texture *texture = surface->back != NULL && area * over < 0 ? surface->back : surface->texture;
	int top = (int)fmax(0, ceil(fmin(a->y, fmin(b->y, c->y)) - 0.5));
	int bottom = (int)fmin(scene->h - 1, floor(fmax(a->y, fmax(b->y, c->y)) - 0.5));

	if (bottom < top)
		return;
	for (int i = 0; i < PARTS; i++) {
		double ab = b->part[i] - a->part[i], ac = c->part[i] - a->part[i];
		double dx = (ab * (c->y - a->y) - ac * (b->y - a->y)) / area;
		double dy = (ac * (b->x - a->x) - ab * (c->x - a->x)) / area;

		across[i] = (float)dx;
		down[i] = (float)dy;
		first[i] = (float)(a->part[i] - dx * a->x - dy * a->y);
	}
	for (int y = top; y <= bottom; y++) {
		double middle = y + 0.5, left = 1e9, right = -1e9;

		for (int i = 0; i < 3; i++) {
			const struct shown *p = corner[i], *q = corner[(i + 1) % 3];

			if ((p->y <= middle) == (q->y <= middle))
				continue;
			double x = p->x + (q->x - p->x) * (middle - p->y) / (q->y - p->y);

			left = fmin(left, x);
			right = fmax(right, x);
		}
		int from = (int)fmax(0, ceil(left - 0.5)), to = (int)fmin(scene->w - 1, ceil(right - 0.5) - 1);

		for (int x = from; x <= to; x++) {
			size_t at = (size_t)y * (size_t)scene->w + (size_t)x;
			float part[PARTS], px = (float)x + 0.5f, py = (float)middle;

			for (int i = 0; i < PARTS; i++)
				part[i] = first[i] + across[i] * px + down[i] * py;
			/* Bodies that touch: the later one is on top. */
			if (part[DEPTH] >= scene->depth[at] * 0.9995f)
				put(scene, surface, texture, map, part, at);
		}
	}
}

static bool
draw_surface(struct scene *scene, const struct surface *surface, const struct light_map *map)
{
	int cols = surface->cols;
	struct shown *shown = malloc(sizeof *shown * (size_t)(cols * surface->rows));

	if (shown == NULL)
		return false;
	for (int i = 0; i < cols * surface->rows; i++)
		show(scene, surface, &surface->vertex[i], &shown[i]);
	for (int row = 0; row + 1 < surface->rows; row++) {
		for (int col = 0; col + 1 < cols; col++) {
			const struct shown *at = shown + row * cols + col;

			draw_triangle(scene, surface, map, (const struct shown *const[3]){at, at + 1, at + cols});
			draw_triangle(
				scene, surface, map, (const struct shown *const[3]){at + 1, at + cols + 1, at + cols});
		}
	}
	free(shown);
	return true;
}

/* Darkens a map where a body keeps the lamp's light away. */
static void
throw_shadow(const struct scene *scene, const struct surface *surface, float *shadow)
{
	const struct light_map *map = scene->open;

	for (int row = 0; row + 1 < surface->rows; row++) {
		for (int col = 0; col + 1 < surface->cols; col++) {
			double low[2] = {1e9, 1e9}, high[2] = {-1e9, -1e9};

			for (int i = 0; i < 4; i++) {
				const struct vertex *vertex =
					&surface->vertex[(row + i / 2) * surface->cols + col + i % 2];

				for (int axis = 0; axis < 2; axis++) {
					double at =
						vertex->at[axis] - vertex->at[2] * scene->lamp[axis] / scene->lamp[2];

					at = (at - (axis == 0 ? map->x : map->y)) / map->step;
					low[axis] = fmin(low[axis], at);
					high[axis] = fmax(high[axis], at);
				}
			}
			/* The edge of a texture of paper is empty. */
			if (!surface->object &&
				(row == 0 || col == 0 || row + 2 == surface->rows || col + 2 == surface->cols))
				continue;
			for (int y = (int)fmax(0, low[1] + 0.5); y <= (int)fmin(MAP_SIDE - 1, high[1]); y++)
				for (int x = (int)fmax(0, low[0] + 0.5); x <= (int)fmin(MAP_SIDE - 1, high[0]); x++)
					shadow[y * MAP_SIDE + x] = 1;
		}
	}
}

/* The map of `from` with shadows of what is of a kind. */
static void
shade_map(const struct scene *scene, const struct light_map *from, struct light_map *to, const struct surface *surface,
	size_t count, bool objects)
{
	static float shadow[MAP_SIDE * MAP_SIDE];

	memset(shadow, 0, sizeof shadow);
	*to = *from;
	for (size_t i = 0; i < count; i++)
		if (surface[i].object == objects && !surface[i].shadowless)
			throw_shadow(scene, &surface[i], shadow);
	for (int row = 1; row < MAP_SIDE - 1; row++) {
		for (int col = 1; col < MAP_SIDE - 1; col++) {
			const float *at = shadow + row * MAP_SIDE + col;
			float sum = 2 * at[0] + at[1] + at[-1] + at[MAP_SIDE] + at[-MAP_SIDE] + at[MAP_SIDE + 1] +
				at[MAP_SIDE - 1] + at[1 - MAP_SIDE] + at[-1 - MAP_SIDE];

			to->share[row * MAP_SIDE + col] *= 1 - 0.09f * sum;
		}
	}
}

/* The table, a net that covers the frame with room for what the lens draws in. */
static bool
draw_table(struct scene *scene, const struct texture *texture, double gloss)
{
	struct surface table = {.cols = TABLE_SIDE, .rows = TABLE_SIDE, .texture = texture, .gloss = gloss};
	double margin = scene->recipe->lens < -0.05 ? 2.2 : 1.2;

	table.vertex = calloc(TABLE_SIDE * TABLE_SIDE, sizeof *table.vertex);
	if (table.vertex == NULL)
		return false;
	for (int i = 0; i < TABLE_SIDE * TABLE_SIDE; i++) {
		struct vertex *vertex = &table.vertex[i];
		double x = (i % TABLE_SIDE / (TABLE_SIDE - 1.0) - 0.5) * margin * scene->w / scene->focal;
		double y = (i / TABLE_SIDE / (TABLE_SIDE - 1.0) - 0.5) * margin * scene->h / scene->focal, ray[3];

		for (int axis = 0; axis < 3; axis++)
			ray[axis] = scene->forward[axis] + x * scene->right[axis] + y * scene->down[axis];
		double far = scene->eye[2] / fmax(-ray[2], 0.05);

		for (int axis = 0; axis < 2; axis++)
			vertex->at[axis] = scene->eye[axis] + far * ray[axis];
		vertex->normal[2] = 1;
		vertex->u = vertex->at[0] * texture->density + texture->w / 2.0;
		vertex->v = vertex->at[1] * texture->density + texture->h / 2.0;
	}
	bool fine = draw_surface(scene, &table, scene->table);

	free(table.vertex);
	return fine;
}

bool
scene_draw(struct scene *scene, const struct surface *surface, size_t count, struct luck luck)
{
	struct texture ground;
	double gloss;
	bool fine = ground_texture(
		&ground, scene->recipe->ground, 1.2 * fmax(scene->w, scene->h) / scene_density(scene), luck, &gloss);

	if (!fine)
		return false;
	shade_map(scene, scene->open, scene->paper, surface, count, true);
	shade_map(scene, scene->paper, scene->table, surface, count, false);
	fine = draw_table(scene, &ground, gloss);
	texture_finish(&ground);
	for (size_t i = 0; i < count && fine; i++)
		fine = draw_surface(scene, &surface[i], surface[i].object ? scene->open : scene->paper);
	return fine;
}

bool
scene_sees(const struct scene *scene, const double at[3])
{
	double x, y, depth = scene_project(scene, at, &x, &y);

	if (x < 0 || y < 0 || x >= scene->w || y >= scene->h)
		return false;
	return depth >= (double)scene->depth[(size_t)y * (size_t)scene->w + (size_t)x] * 0.999;
}
