/* SPDX-License-Identifier: MIT
 * Coupons cut out of their sheets, next to the strips of those who collected them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "layouts/coupons.h"
#include "tests/cameras/paper/stage.h"

#define PILES_MAX 2

/* The most pieces of a pile, its strip included. */
#define PIECES_MAX 14

/* A piece of paper of a pile: a coupon, or the strip of a sheet (index below 0). */
struct cut {
	int sheet, index;
	struct rect part;
	struct point place;
	double turn;
	const struct surface *surface;
};

struct pile {
	struct cut cut[PIECES_MAX];
	size_t count;
};

/* Lays pieces in rows, as people put them down: the strip first, coupons below, none on another. */
static double
arrange(struct pile *pile, const struct recipe *recipe, struct luck *luck)
{
	double width = luck_in(luck, 130, 210) * recipe->scale, x = 0, y = 0, row = 0, low = 0;

	for (size_t i = 0; i < pile->count; i++) {
		struct cut *cut = &pile->cut[i];
		double w = cut->part.w / 100.0 * recipe->scale, h = cut->part.h / 100.0 * recipe->scale;
		double gap = luck_in(luck, 1, recipe->moderate ? 14 : 7);

		if (i == 1 || x + w > width) {
			x = luck_in(luck, 0, 8);
			y += row;
			row = 0;
		}
		cut->turn = luck_about(luck, recipe->moderate ? 0.12 : 0.05);
		/* Turned pieces need more room. */
		double room = fabs(cut->turn) * fmax(w, h) + gap;

		cut->place = (struct point){x + w / 2, y + h / 2 + luck_in(luck, 0, gap / 2)};
		if (i > 0 && luck_one_in(luck, 5))
			cut->turn += TURN / 2;
		x += w + room;
		row = fmax(row, h + room);
		low = fmax(low, y + h + room);
	}
	return low;
}

/* Which player holds each coupon, if any. */
static void
deal(const struct coupons_layout *layout, struct pile *pile, size_t piles, const struct recipe *recipe,
	struct luck *luck)
{
	bool given[COUPONS_SHEETS_MAX][COUPONS_A_SHEET] = {{false}};
	int first = (int)luck_below(luck, layout->sheets);

	for (size_t i = 0; i < piles; i++) {
		size_t count = 4 + luck_below(luck, recipe->moderate ? PIECES_MAX - 5 : 6);

		pile[i].cut[0] =
			(struct cut){.sheet = (first + (int)i) % layout->sheets, .index = -1, .part = coupons_strip()};
		pile[i].count = 1;
		while (pile[i].count < count) {
			int sheet = (int)luck_below(luck, layout->sheets),
			    index = (int)luck_below(luck, COUPONS_A_SHEET);

			if (given[sheet][index])
				continue;
			given[sheet][index] = true;
			pile[i].cut[pile[i].count++] = (struct cut){
				.sheet = sheet, .index = index, .part = coupon_rect(&layout->coupon[sheet][index])};
		}
	}
}

/* Piles lie side by side or across a table from each other. */
static size_t
place_piles(struct pile *pile, size_t piles, const struct recipe *recipe, struct point *places, struct luck *luck)
{
	double shift = 0;
	size_t points = 0;

	for (size_t i = 0; i < piles; i++) {
		double high = arrange(&pile[i], recipe, luck), right = 0, apart = luck_in(luck, 35, 70);
		bool opposite = i == 1 && luck_one_in(luck, 2);

		for (size_t j = 0; j < pile[i].count; j++) {
			struct cut *cut = &pile[i].cut[j];
			double size = fmax(cut->part.w, cut->part.h) / 200.0 * recipe->scale;

			if (opposite) {
				cut->place.y = high - cut->place.y;
				cut->place.x = 220 - cut->place.x;
				cut->turn += TURN / 2;
			}
			cut->place.x += shift;
			right = fmax(right, cut->place.x + size);
		}
		for (size_t j = 0; j < pile[i].count; j++)
			for (int corner = 0; corner < 4; corner++) {
				const struct cut *cut = &pile[i].cut[j];

				places[points++] = (struct point){
					cut->place.x + (corner % 2 - 0.5) * cut->part.w / 100.0 * recipe->scale,
					cut->place.y + (corner / 2 - 0.5) * cut->part.h / 100.0 * recipe->scale};
			}
		shift = right + apart;
	}
	return points;
}

/* Cuts a piece out of its sheet's texture, a little crooked, and lays it down. */
static bool
lay(struct stage *stage, struct cut *cut, const struct texture *sheet, struct luck luck)
{
	double x = cut->part.x / 100.0, y = cut->part.y / 100.0, w = cut->part.w / 100.0, h = cut->part.h / 100.0;
	struct texture *texture = stage_texture(stage);
	struct surface *surface = stage_surface(stage);
	struct point edge[4] = {{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}};

	for (int i = 0; i < 4; i++) {
		edge[i].x += luck_about(&luck, stage->recipe.moderate ? 0.5 : 0.3);
		edge[i].y += luck_about(&luck, stage->recipe.moderate ? 0.5 : 0.3);
	}
	if (texture == NULL || surface == NULL || !texture_cut(texture, sheet, edge, 4) ||
		!surface_sheet(surface, texture, cut->part, &stage->recipe, luck_part(&luck, 0)))
		return false;
	surface->piece = true;
	surface_place(surface, cut->turn, cut->place.x, cut->place.y, 0);
	cut->surface = surface;
	return true;
}

static uint8_t
seen(const struct stage *stage, const struct cut *cut, struct rect tag)
{
	int visible = 0;

	for (int i = 0; i < 9; i++) {
		double at[3];

		surface_at(cut->surface, (tag.x + tag.w * (0.1 + 0.4 * (i % 3))) / 100,
			(tag.y + tag.h * (0.1 + 0.4 * (i / 3))) / 100, at);
		visible += scene_sees(&stage->scene, at);
	}
	return (uint8_t)(visible * 100 / 9);
}

static bool
write_down(struct stage *stage, const struct pile *pile, size_t piles, const struct coupons_layout *layout,
	const struct printed_piece *piece)
{
	struct photo *photo = stage->photo;

	photo->coupon = calloc(PILES_MAX * PIECES_MAX, sizeof *photo->coupon);
	photo->pile = calloc(piles, sizeof *photo->pile);
	if (photo->coupon == NULL || photo->pile == NULL)
		return false;
	photo->piles = piles;
	for (size_t i = 0; i < piles; i++) {
		for (size_t j = 0; j < pile[i].count; j++) {
			const struct cut *cut = &pile[i].cut[j];
			struct photo_coupon *coupon = &photo->coupon[photo->coupons];
			struct rect tag = cut->part;
			double at[3];

			if (cut->index >= 0)
				tag = coupon_tag_rect(&layout->coupon[cut->sheet][cut->index]);
			surface_at(cut->surface, (tag.x + tag.w / 2.0) / 100, (tag.y + tag.h / 2.0) / 100, at);
			if (cut->index < 0) {
				struct code code;

				photo->pile[i].piece = (uint8_t)cut->sheet;
				codes_make(&piece->job.codes, 0, (uint8_t)cut->sheet, &code);
				code_write(&code, NULL, photo->pile[i].code);
				scene_project(&stage->scene, at, &photo->pile[i].x, &photo->pile[i].y);
				continue;
			}
			coupon_id((unsigned)cut->sheet, (unsigned)cut->index, coupon->id);
			coupon->owner = (int8_t)i;
			coupon->tag = layout->coupon[cut->sheet][cut->index].tag;
			coupon->seen = seen(stage, cut, tag);
			scene_project(&stage->scene, at, &coupon->x, &coupon->y);
			photo->coupons++;
		}
	}
	return true;
}

bool
shoot_coupons(struct stage *stage)
{
	struct luck luck = luck_part(&stage->luck, 2);
	struct recipe *recipe = &stage->recipe;
	struct printed_piece *piece = calloc(1, sizeof *piece);
	struct pile *pile = calloc(PILES_MAX, sizeof *pile);
	struct texture sheet[COUPONS_SHEETS_MAX] = {{0}};
	struct point places[PILES_MAX * PIECES_MAX * 4];
	size_t piles = recipe->happens & TWO_SHOWN ? 2 : 1;

	if (piece == NULL || pile == NULL) {
		free(piece);
		free(pile);
		return false;
	}
	unsigned players = 2 + luck_below(&luck, 4);

	printed_piece_init(piece, "coupons", players, luck_next(&luck), 0);
	const struct coupons_layout *layout = (const void *)piece->layout.bytes;

	deal(layout, pile, piles, recipe, &luck);
	size_t points = place_piles(pile, piles, recipe, places, &luck);
	bool fine = stage_aim(stage, places, points);

	for (unsigned i = 0; i < layout->sheets && fine; i++) {
		const struct rect whole = {0, 0, piece->form.w, piece->form.h};
		const double w = whole.w / 100.0, h = whole.h / 100.0;
		const struct point edge[4] = {{-1, -1}, {w + 1, -1}, {w + 1, h + 1}, {-1, h + 1}};
		struct luck faded = luck_part(&luck, 40 + i);
		struct print print;

		fine = print_init(&print, piece, i, whole, stage_density(stage), recipe->grey_ink);
		if (!fine)
			break;
		print_fade(&print, recipe, &faded);
		fine = texture_of_print(&sheet[i], &print, NULL, recipe, edge, 4, faded);
		print_finish(&print);
	}
	for (size_t i = 0; i < piles; i++)
		for (size_t j = 0; j < pile[i].count && fine; j++)
			fine = lay(stage, &pile[i].cut[j], &sheet[pile[i].cut[j].sheet],
				luck_part(&luck, (unsigned)(100 + 50 * i + j)));
	fine = fine && stage_draw(stage) && write_down(stage, pile, piles, layout, piece);
	for (unsigned i = 0; i < layout->sheets; i++)
		texture_finish(&sheet[i]);
	printed_piece_finish(piece);
	free(piece);
	free(pile);
	return fine;
}
