/* SPDX-License-Identifier: MIT
 * Paperclip cards with the clips of one or two players. A clip is a sheet of its own above the card, empty but for its
 * wire and the wire's shadow. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scoring/clips.h"
#include "tests/cameras/paper/stage.h"

/* Millimetres of a 50 mm clip: from end to end, between the middles of its outer and of its inner wires. */
#define CLIP_LONG  50.0
#define CLIP_WIDE  8.6
#define CLIP_INNER 6.2

/* Where the outer wire's free end and the inner loop are, from the end that is deep on the card. */
#define CLIP_FREE 40.0
#define CLIP_LOOP 9.0

struct wire_look {
	const char *name;
	double colour[3];
	double metal; /* 0 is lacquer */
	bool striped;
};

static const struct wire_look looks[] = {
	{"steel", {0.55, 0.56, 0.58}, 1, false},
	{"gold", {0.72, 0.52, 0.18}, 1, false},
	{"copper", {0.68, 0.36, 0.22}, 1, false},
	{"black", {0.02, 0.02, 0.025}, 0.2, false},
	{"white", {0.82, 0.82, 0.8}, 0.1, false},
	{"zebra", {0.8, 0.8, 0.8}, 0.1, true},
	{"red", {0.6, 0.03, 0.04}, 0.15, false},
	{"pink", {0.85, 0.28, 0.42}, 0.15, false},
	{"blue", {0.03, 0.12, 0.5}, 0.15, false},
	{"green", {0.03, 0.35, 0.1}, 0.15, false},
	{"yellow", {0.85, 0.65, 0.04}, 0.15, false},
	{"orange", {0.85, 0.3, 0.03}, 0.15, false},
	{"purple", {0.25, 0.06, 0.4}, 0.15, false},
};

#define LOOKS (sizeof looks / sizeof *looks)

/* Pairs that are hard to tell apart, by their places in `looks`. */
static const uint8_t alike[][2] = {{0, 3}, {0, 4}, {0, 5}, {3, 5}, {4, 5}, {6, 7}, {1, 10}, {1, 2}, {6, 11}, {8, 12}};

struct path {
	int n;
	double at[128][2]; /* along the clip from its deep end, and across */
};

static void
path_add(struct path *path, double along, double across)
{
	path->at[path->n][0] = along;
	path->at[path->n++][1] = across;
}

/* Half a circle from one wire to the next one. */
static void
path_bend(struct path *path, double along, double from, double to, double towards)
{
	for (int i = 0; i <= 14; i++) {
		double turn = TURN / 2 * i / 14, middle = (from + to) / 2, radius = (from - to) / 2;

		path_add(path, along + towards * fabs(radius) * plain_sin(turn), middle + radius * plain_cos(turn));
	}
}

/* The wire that is seen of a clip whose deep end lies `reach` millimetres inside of the card: the wide loop, then what
 * of the narrow loop is outside of the card. */
static void
path_of_clip(struct path paths[2], double reach)
{
	double outer = CLIP_WIDE / 2, inner = CLIP_INNER / 2 - 0.5, turn = (outer + inner) / 2;

	paths[0].n = paths[1].n = 0;
	path_add(&paths[0], CLIP_FREE, -outer);
	path_bend(&paths[0], outer, -outer, outer, -1);
	path_bend(&paths[0], CLIP_LONG - turn, outer, -inner, 1);
	if (reach > CLIP_LOOP) {
		path_add(&paths[0], reach, -inner);
		if (reach < CLIP_FREE - 2) {
			path_add(&paths[1], reach, inner);
			path_add(&paths[1], CLIP_FREE - 2, inner);
		}
		return;
	}
	path_bend(&paths[0], CLIP_LOOP + inner, -inner, inner, -1);
	path_add(&paths[0], CLIP_FREE - 2, inner);
}

/* Where a clip lies: across and along its edge, and how it is pushed. */
struct put {
	struct clip clip;
	const struct wire_look *look;
	double x, y, turn, reach; /* of its deep end, on the card in millimetres; where it points out of the card */
	double thick;
};

/* Draws the wire in short pieces, each lit from the lamp's side. */
static void
draw_wire(cairo_t *cairo, const struct path *path, const struct put *put, double lamp, struct luck *luck)
{
	double run = 0, room = luck_in(luck, 0, TURN);

	for (int i = 0; i + 1 < path->n; i++) {
		double x = path->at[i][0], y = path->at[i][1], dx = path->at[i + 1][0] - x, dy = path->at[i + 1][1] - y;
		double length = plain_length(dx, dy);
		int pieces = (int)(length / 0.7) + 1;

		for (int j = 0; j < pieces; j++, run += length / pieces) {
			double nx = -dy / length, ny = dx / length,
			       to_lamp = nx * plain_cos(lamp) + ny * plain_sin(lamp);
			bool dark = put->look->striped && run / 2.4 - floor(run / 2.4) < 0.5;
			/* Metal shows the room around it. */
			double mirror = put->look->metal * 0.45 *
				plain_sin(2 * (nx * plain_cos(room) + ny * plain_sin(room)) + 0.25 * run + room);
			double from = (double)j / pieces - 0.15 / pieces, to = (double)(j + 1) / pieces + 0.15 / pieces;

			for (int layer = 0; layer < 3; layer++) {
				/* The edges of a round wire are dark, a line towards the lamp is bright. */
				double wide = layer == 0 ? 1
					: layer == 1     ? 0.68
							 : 0.24,
				       side = layer * 0.11 * put->thick * to_lamp;
				double light = layer == 0 ? 0.45 : layer == 1 ? 0.9 + mirror : 1;
				double shine = layer == 2 ? 0.35 + 0.45 * put->look->metal : 0, c[3];

				for (int k = 0; k < 3; k++) {
					c[k] = (dark ? 0.03 : put->look->colour[k]) * light;
					c[k] = coded_of(clamp(c[k] + shine * (0.9 - c[k]) * fabs(to_lamp), 0, 1));
				}
				cairo_set_source_rgb(cairo, c[0], c[1], c[2]);
				cairo_set_line_width(cairo, put->thick * wide);
				cairo_move_to(cairo, x + dx * from + nx * side, y + dy * from + ny * side);
				cairo_line_to(cairo, x + dx * to + nx * side, y + dy * to + ny * side);
				cairo_stroke(cairo);
			}
		}
	}
}

static void
draw_shadow(cairo_t *cairo, const struct path *path, double thick, double lamp, double height, double dark)
{
	/* Two strokes, as the lamp is not a point. */
	for (int soft = 0; soft < 2; soft++) {
		cairo_new_path(cairo);
		for (int i = 0; i < path->n; i++)
			cairo_line_to(cairo, path->at[i][0] - height * plain_cos(lamp),
				path->at[i][1] - height * plain_sin(lamp));
		cairo_set_source_rgba(cairo, 0, 0, 0, dark);
		cairo_set_line_width(cairo, thick * (soft == 0 ? 1.5 : 0.8));
		cairo_stroke(cairo);
	}
}

/* A clip as a texture with its deep end 8 mm from the left, and its body above the card. */
static bool
add_clip(struct stage *stage, const struct put *put, const struct surface *card, struct luck luck)
{
	const double left = 8, top = 9;
	double density = stage_density(stage), lamp = stage->recipe.lamp_from - put->turn;
	int w = (int)((CLIP_LONG + left + 6) * density), h = (int)(2 * top * density);
	struct texture *texture = stage_texture(stage);
	struct surface *surface = stage_surface(stage);
	struct path paths[2];
	struct recipe flat = stage->recipe;
	double at[3], dark = 0.35 * stage->recipe.lamp[1], slope = 1 / fmax(0.4, plain_sin(stage->recipe.lamp_height));

	if (texture == NULL || surface == NULL || !texture_init(texture, w, h, density))
		return false;
	cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, w, h);
	cairo_t *cairo = cairo_create(image);

	cairo_scale(cairo, density, density);
	cairo_translate(cairo, left, top);
	cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
	cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
	path_of_clip(paths, put->reach);
	for (int i = 0; i < 2; i++)
		draw_shadow(cairo, &paths[i], put->thick, lamp, put->thick * 0.7 * slope, dark);
	cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
	for (int i = 1; i >= 0; i--)
		draw_wire(cairo, &paths[i], put, lamp, &luck);
	cairo_destroy(cairo);
	cairo_surface_flush(image);
	for (int i = 0; i < w * h; i++) {
		const unsigned char *row =
			cairo_image_surface_get_data(image) + i / w * cairo_image_surface_get_stride(image);
		uint32_t pixel = ((const uint32_t *)(const void *)row)[i % w], alpha = pixel >> 24;

		for (int c = 0; c < 3; c++) {
			uint32_t part = pixel >> (16 - 8 * c) & 255;

			texture->pixel[i][c] =
				alpha == 0 ? 0 : (uint16_t)(linear_of(fmin(1, part / (double)alpha)) * PAPER_WHITE);
		}
		texture->pixel[i][3] = (uint16_t)(alpha * (PAPER_WHITE / 255.0));
	}
	cairo_surface_destroy(image);
	flat.bend = BEND_NONE;
	/* The deep end becomes the origin. */
	if (!surface_sheet(
		    surface, texture, (struct rect){(int32_t)(left * 100), (int32_t)(top * 100), 0, 0}, &flat, luck))
		return false;
	surface->object = true;
	surface->shadowless = true;
	surface->gloss = 0.05;
	surface_at(card, put->x, put->y, at);
	surface_place(surface, put->turn, at[0], at[1], at[2] + 0.3);
	return true;
}

/* A clip that fits what is free of the card. */
static bool
choose_clip(struct clip *clip, bool taken[CLIPS_ROWS][CLIPS_COLS], struct luck *luck)
{
	for (int tries = 0; tries < 200; tries++) {
		bool free = true;
		int row, col;

		clip->edge = "LRTB"[luck_below(luck, 4)];
		clip->line =
			(uint8_t)(1 + luck_below(luck, strchr("LR", clip->edge) != NULL ? CLIPS_ROWS : CLIPS_COLS));
		clip->depth = (uint8_t)(1 + luck_below(luck, CLIPS_DEPTH_MAX));
		for (int i = 0; i < clip->depth; i++) {
			clip_cell(clip, i, &row, &col);
			free = free && !taken[row][col];
		}
		if (!free)
			continue;
		for (int i = 0; i < clip->depth; i++) {
			clip_cell(clip, i, &row, &col);
			taken[row][col] = true;
		}
		return true;
	}
	return false;
}

static void
put_clip(struct put *put, const struct recipe *recipe, struct luck *luck)
{
	const struct clips_size *size = &clips_poker;
	int row, col;

	clip_cell(&put->clip, put->clip.depth - 1, &row, &col);
	struct rect last = clips_symbol_at(size, row, col);
	double x = (last.x + last.w / 2.0) / 100, y = (last.y + last.h / 2.0) / 100;
	double off = luck_about(luck, recipe->moderate ? 0.5 : 0.3),
	       deep = size->symbol / 200.0 + luck_in(luck, 0.6, recipe->moderate ? 2 : 1.6);
	double out = put->clip.edge == 'R' ? 0 : put->clip.edge == 'B' ? 1 : put->clip.edge == 'L' ? 2 : 3;

	put->turn = out * TURN / 4 + luck_about(luck, recipe->moderate ? 0.04 : 0.02);
	put->x = x - deep * plain_cos(out * TURN / 4) - off * plain_sin(out * TURN / 4);
	put->y = y - deep * plain_sin(out * TURN / 4) + off * plain_cos(out * TURN / 4);
	put->reach = put->clip.edge == 'R' ? size->w / 100.0 - put->x
		: put->clip.edge == 'B'    ? size->h / 100.0 - put->y
		: put->clip.edge == 'L'    ? put->x
					   : put->y;
	put->thick = luck_in(luck, 0.85, 1.1);
}

/* Clips that a player has, all of one look: their looks, and who put which. */
static unsigned
choose_clips(struct stage *stage, struct put put[CLIPS_IN_ALL], unsigned *count, struct luck luck)
{
	bool taken[CLIPS_ROWS][CLIPS_COLS] = {{false}};
	const struct recipe *recipe = &stage->recipe;
	const uint8_t *pair = alike[luck_below(&luck, sizeof alike / sizeof *alike)];
	unsigned players, first = luck_below(&luck, LOOKS), second = luck_below(&luck, LOOKS - 1);
	unsigned look[2] = {first, second + (second >= first)};

	/* Steel is what most people have. */
	if (luck_one_in(&luck, 3) && look[1] != 0)
		look[0] = 0;
	players = recipe->players != 0 ? recipe->players : 1 + luck_below(&luck, 2);
	if (recipe->happens & COLOURS_ALIKE) {
		unsigned which = luck_below(&luck, 2);

		look[0] = pair[which];
		look[1] = pair[1 - which];
	}
	for (int i = CLIPS_HOLE_ROW; i < CLIPS_HOLE_ROW + CLIPS_HOLE_SIZE; i++)
		for (int j = CLIPS_HOLE_COL; j < CLIPS_HOLE_COL + CLIPS_HOLE_SIZE; j++)
			taken[i][j] = true;
	*count = 0;
	for (unsigned i = 0; i < CLIPS_IN_ALL; i++) {
		struct photo_clip *clip = &stage->photo->clip[*count];
		char text[CLIP_TEXT];

		if (!choose_clip(&put[*count].clip, taken, &luck))
			continue;
		put[*count].look = &looks[look[players == 2 ? i % 2 : 0]];
		put_clip(&put[*count], recipe, &luck);
		snprintf(clip->text, sizeof clip->text, "%s", clip_write(&put[*count].clip, text));
		clip->player = players == 2 ? i % 2 : 0;
		clip->colour = put[(*count)++].look->name;
	}
	return players;
}

/* A thumb on the lower edge of a card that is held up. */
static bool
add_hand(struct stage *stage, const struct surface *card, struct luck luck)
{
	static const double skins[][3] = {{0.62, 0.38, 0.28}, {0.5, 0.28, 0.18}, {0.24, 0.12, 0.07}, {0.7, 0.47, 0.38}};
	const struct texture *skin = stage_colour(stage, skins[luck_below(&luck, 4)]);
	double x = luck_in(&luck, 15, 48), at[3], up = luck_in(&luck, -1.9, -1.2);
	struct surface *thumb = stage_surface(stage);

	if (skin == NULL || thumb == NULL || !surface_rod(thumb, skin, 75, luck_in(&luck, 8, 10), false))
		return false;
	surface_at(card, x, luck_in(&luck, 80, 86), at);
	thumb->gloss = 0.05;
	surface_place(
		thumb, up + TURN / 2, at[0] - 6 * plain_cos(up + TURN / 2), at[1] - 6 * plain_sin(up + TURN / 2), 1);
	return true;
}

bool
shoot_card(struct stage *stage)
{
	struct luck luck = luck_part(&stage->luck, 2), bent = luck_part(&stage->luck, 3);
	struct photo *photo = stage->photo;
	struct recipe *recipe = &stage->recipe;
	const struct rect part = {0, 0, clips_poker.w, clips_poker.h};
	const double w = part.w / 100.0, h = part.h / 100.0;
	const struct point edge[4] = {{0, 0}, {w, 0}, {w, h}, {0, h}};
	/* The clips stick out of the card. */
	const double side = 14, across = w / 2 + side, down = h / 2 + side;
	const struct point places[4] = {{-across, -down}, {across, -down}, {across, down}, {-across, down}};
	struct printed_piece *piece = calloc(1, sizeof *piece);
	struct put put[CLIPS_IN_ALL];
	struct print print;
	unsigned count;

	photo->clip = calloc(CLIPS_IN_ALL, sizeof *photo->clip);
	if (piece == NULL || photo->clip == NULL) {
		free(piece);
		return false;
	}
	printed_piece_init(piece, "clips", 2, luck_next(&luck), 0);
	memcpy(photo->card, piece->text, sizeof photo->card);
	photo->players = choose_clips(stage, put, &count, luck_part(&luck, 0));
	photo->clips = count;
	/* Card stock is stiff, and clips hold it flat. */
	recipe->bend_by *= 0.25;
	bool fine = stage_aim(stage, places, 4) &&
		print_init(&print, piece, 0, part, stage_density(stage), recipe->grey_ink);

	if (fine) {
		struct texture *texture = stage_texture(stage);
		struct surface *card = stage_surface(stage);

		fine = texture_of_print(texture, &print, NULL, recipe, edge, 4, bent) &&
			surface_sheet(card, texture, part, recipe, bent);
		print_finish(&print);
		card->piece = true;
		card->gloss = luck_in(&luck, 0.02, 0.12);
		if (fine)
			surface_place(card, 0, 0, 0, recipe->happens & CARD_HELD ? 12 : 0.8);
		for (unsigned i = 0; i < count && fine; i++)
			fine = add_clip(stage, &put[i], card, luck_part(&luck, 1 + i));
		if (recipe->happens & CARD_HELD)
			fine = fine && add_hand(stage, card, luck_part(&luck, 9));
	}
	fine = fine && stage_draw(stage);
	printed_piece_finish(piece);
	free(piece);
	return fine;
}
