/* SPDX-License-Identifier: MIT
 * Forms: laundry tickets and pads of Chip It, filled in as people would. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "layouts/chipit.h"
#include "layouts/laundry.h"
#include "tests/cameras/paper/stage.h"

/* Corner points of a form's outline, those of torn edges included. */
#define POINTS_MAX 64

/* One form on the table. */
struct lying {
	struct printed_piece piece;
	struct rect part;   /* of the page that is on this paper */
	struct point place; /* of its middle on the table */
	double turn;
	uint8_t state[FORM_BUBBLES];
	const char *how[FORM_BUBBLES], *pen[FORM_BUBBLES];
	const struct surface *surface;
};

/* Bubbles that answer one question are those with the same beginning; the dryers are apart from the values. */
static size_t
question(const char *id)
{
	const char *dot = strrchr(id, '.');

	return dot == NULL ? strlen(id) : (size_t)(dot - id);
}

static bool
dryer(const char *id)
{
	return strstr(id, "score") != NULL;
}

static bool
same_question(const char *a, const char *b)
{
	return question(a) == question(b) && strncmp(a, b, question(a)) == 0 && dryer(a) == dryer(b);
}

static void
shuffle(int *bag, int n, struct luck *luck)
{
	for (int i = n - 1; i > 0; i--) {
		int j = (int)luck_below(luck, (unsigned)i + 1), swap = bag[i];

		bag[i] = bag[j];
		bag[j] = swap;
	}
}

/* Chooses what is filled in. In a tournament no two finish in the same place; a ticket has each value twice. */
static void
choose_marks(struct lying *lying, const struct recipe *recipe, struct luck *luck)
{
	const struct form *form = &lying->piece.form;
	int bag[6], bagged = 0, drawn = 0;
	bool laundry = lying->piece.job.codes.game == &game_laundry;
	unsigned stop = luck_one_in(luck, 5) ? luck_below(luck, form->bubbles) : form->bubbles;

	for (unsigned first = 0, next; first < stop; first = next) {
		unsigned count, pick, wrong;

		for (next = first + 1; next < form->bubbles; next++)
			if (!same_question(form->bubble[first].id, form->bubble[next].id))
				break;
		count = next - first;
		pick = luck_below(luck, count);
		if (drawn == bagged) {
			bagged = laundry ? 6 : (int)count;
			for (int i = 0; i < bagged && i < 6; i++)
				bag[i] = laundry ? i / 2 : i;
			shuffle(bag, bagged < 6 ? bagged : 6, luck);
			drawn = 0;
		}
		if (laundry && (count < 3 ? luck_one_in(luck, count == 1 ? 2 : 3) : false))
			continue;
		if ((laundry && count == 3) || (!laundry && lying->piece.code.players > 2))
			pick = (unsigned)bag[drawn++] % count;
		lying->state[first + pick] = PHOTO_FILLED;
		wrong = luck_below(luck, count);
		if (wrong != pick && luck_unit(luck) < recipe->corrected)
			lying->state[first + wrong] = PHOTO_CORRECTED;
	}
}

static void
write_marks(struct lying *lying, struct print *print, const struct recipe *recipe, struct luck luck)
{
	const struct form *form = &lying->piece.form;
	struct writer writer;

	writer_init(&writer, recipe, luck_part(&luck, 0));
	for (unsigned i = 0; i < form->bubbles; i++) {
		const struct rect *at = &form->bubble[i].at;
		double x = (at->x + at->w / 2.0) / 100, y = (at->y + at->h / 2.0) / 100, size = at->w / 100.0;

		lying->how[i] = lying->pen[i] = "";
		if (lying->state[i] == PHOTO_EMPTY && luck_one_in(&luck, recipe->moderate ? 150 : 400)) {
			lying->state[i] = PHOTO_FAINT;
			lying->how[i] = "touch";
			lying->pen[i] = writer.pen;
			writer_touch(&writer, print, x, y, size);
		}
		if (lying->state[i] != PHOTO_FILLED && lying->state[i] != PHOTO_CORRECTED)
			continue;
		lying->pen[i] = writer.pen;
		lying->how[i] = writer_mark(&writer, print, x, y, size);
		if (lying->state[i] == PHOTO_CORRECTED)
			lying->how[i] = writer_cross_out(&writer, print, x, y, size);
	}
}

/* Names and totals. */
static void
write_words(const struct lying *lying, struct print *print, const struct recipe *recipe, struct luck luck)
{
	const struct chipit_layout *chipit = (const void *)lying->piece.layout.bytes;
	struct writer writer;

	writer_init(&writer, recipe, luck_part(&luck, 0));
	if (writer.width > 1)
		return;
	if (lying->piece.job.codes.game == &game_laundry) {
		double x = lying->part.x / 100.0, y = lying->part.y / 100.0;

		writer_word(&writer, print, x + 16, y + 26, 4, 3 + (int)luck_below(&luck, 5));
		if (!luck_one_in(&luck, 3))
			writer_word(&writer, print, x + 79, y + 107, 7, 2);
		return;
	}
	for (int i = 0; i < chipit->seats; i++) {
		struct rect at = chipit_name(chipit, i), totals = chipit_totals();

		writer_word(&writer, print, at.x / 100.0 + 9, at.y / 100.0 + 5, 4.5, 3 + (int)luck_below(&luck, 6));
		writer_word(&writer, print,
			(totals.x + 2700) / 100.0 + i * (totals.w - 2700) / 100.0 / chipit->seats + 12,
			totals.y / 100.0 + 4, 5, 1 + (int)luck_below(&luck, 2));
	}
}

/* The paper's outline: crooked where scissors cut it, ragged where corners are torn off. */
static size_t
outline(struct point point[POINTS_MAX], const struct lying *lying, const struct recipe *recipe, struct luck luck)
{
	double x = lying->part.x / 100.0, y = lying->part.y / 100.0;
	double w = lying->part.w / 100.0, h = lying->part.h / 100.0;
	bool cut = lying->piece.job.codes.game == &game_laundry;
	/* Torn far enough for the tag to go, but not the QR. */
	double tear = cut ? luck_in(&luck, 20, 26) : luck_in(&luck, 42, 50);
	const double corner[4][2] = {{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}};
	unsigned torn = 0;
	size_t points = 0;

	while ((recipe->happens & CORNERS_TORN) && __builtin_popcount(torn) < 2) {
		unsigned which = luck_below(&luck, 4);

		/* The pad's QR is at the top right. */
		if (cut || which != 1)
			torn |= 1u << which;
	}
	for (int i = 0; i < 4; i++) {
		double off = cut ? luck_about(&luck, 0.35) : 0, side = cut ? luck_about(&luck, 0.35) : 0;
		/* Directions along the edges that come in and go out. */
		double in_x = i == 1 ? 1 : i == 3 ? -1 : 0, in_y = i == 0 ? -1 : i == 2 ? 1 : 0;
		double out_x = i == 0 ? 1 : i == 2 ? -1 : 0, out_y = i == 1 ? 1 : i == 3 ? -1 : 0;

		if (!(torn >> i & 1)) {
			point[points++] = (struct point){corner[i][0] + off, corner[i][1] + side};
			continue;
		}
		for (int j = 0; j <= 12; j++) {
			double t = j / 12.0, ragged = luck_about(&luck, 0.9), to = tear * t, from = tear * (1 - t);

			point[points++] = (struct point){corner[i][0] - in_x * (from + ragged) + out_x * (to + ragged),
				corner[i][1] - in_y * (from + ragged) + out_y * (to + ragged)};
		}
	}
	return points;
}

/* Prints, fills in and bends a form, and lays it on the table. */
static bool
lay(struct stage *stage, struct lying *lying, unsigned number)
{
	struct luck luck = luck_part(&stage->luck, 20 + number);
	struct recipe *recipe = &stage->recipe;
	struct print print, back = {0};
	struct point point[POINTS_MAX];
	struct texture *texture = stage_texture(stage);
	struct surface *surface = stage_surface(stage);
	double density = stage_density(stage);
	struct luck faded = luck_part(&luck, 0), chosen = luck_part(&luck, 1), words = luck_part(&luck, 2);

	if (!print_init(&print, &lying->piece, 0, lying->part, density, recipe->grey_ink))
		return false;
	print_fade(&print, recipe, &faded);
	choose_marks(lying, recipe, &chosen);
	write_words(lying, &print, recipe, luck_part(&luck, 3));
	write_marks(lying, &print, recipe, luck_part(&luck, 4));
	if (recipe->back == BACK_FORM) {
		struct lying other = {.part = lying->part};

		printed_piece_init(&other.piece, lying->piece.job.codes.game->id, lying->piece.code.players,
			luck_next(&words), lying->piece.code.piece);
		if (print_init(&back, &other.piece, 0, other.part, density, recipe->grey_ink)) {
			choose_marks(&other, recipe, &words);
			write_marks(&other, &back, recipe, luck_part(&luck, 5));
		}
		printed_piece_finish(&other.piece);
	} else if (recipe->back == BACK_TEXT) {
		print_words(&back, lying->part.x / 100.0, lying->part.y / 100.0, lying->part.w / 100.0,
			lying->part.h / 100.0, density, &words);
	}
	size_t points = outline(point, lying, recipe, luck_part(&luck, 6));
	bool fine = texture_of_print(
		texture, &print, back.surface != NULL ? &back : NULL, recipe, point, points, luck_part(&luck, 7));

	print_finish(&print);
	if (back.surface != NULL)
		print_finish(&back);
	if (!fine || !surface_sheet(surface, texture, lying->part, recipe, luck_part(&luck, 8)))
		return false;
	surface->piece = true;
	double lift = 0;
	if ((recipe->happens & FLAP_FOLDED) && lying->piece.job.codes.game == &game_laundry) {
		struct texture *paper = stage_texture(stage);
		bool under = luck_one_in(&luck, 2);

		if (!texture_of_back(paper, texture, recipe))
			return false;
		surface->back = paper;
		surface_fold_over(surface, LAUNDRY_FOLD / 100.0 * recipe->scale, lying->part.w / 200.0 * recipe->scale,
			under ? -3.12 : luck_in(&luck, recipe->moderate ? 1.4 : 2.2, 3.1));
		lift = under ? 1.8 : 0;
	}
	surface_place(surface, lying->turn, lying->place.x, lying->place.y, lift);
	lying->surface = surface;
	return true;
}

static void
middle_of(const struct rect *at, double *x, double *y)
{
	*x = (at->x + at->w / 2.0) / 100;
	*y = (at->y + at->h / 2.0) / 100;
}

/* Chips and pens on bubbles, or something on the QR. */
static bool
lay_objects(struct stage *stage, const struct lying *lying, struct luck luck)
{
	const struct form *form = &lying->piece.form;
	const struct recipe *recipe = &stage->recipe;
	double x, y, at[3];
	bool fine = true;

	if (recipe->covered == COVERED_CHIPS)
		for (unsigned i = (recipe->moderate ? 5 : 2) + luck_below(&luck, 4); i > 0 && fine; i--) {
			middle_of(&form->bubble[luck_below(&luck, form->bubbles)].at, &x, &y);
			x += luck_about(&luck, 2);
			y += luck_about(&luck, 2);
			surface_at(lying->surface, x, y, at);
			fine = stage_chip(stage, at, luck_in(&luck, 2.5, 8), &luck);
		}
	if (recipe->covered == COVERED_PEN)
		for (unsigned i = recipe->moderate ? 2 : 1; i > 0 && fine; i--) {
			middle_of(&form->bubble[luck_below(&luck, form->bubbles)].at, &x, &y);
			surface_at(lying->surface, x, y, at);
			fine = stage_pen(stage, at, &luck);
		}
	if (recipe->happens & CODE_HIDDEN) {
		middle_of(&form->qr, &x, &y);
		surface_at(lying->surface, x, y, at);
		fine = fine && stage_chip(stage, at, luck_in(&luck, 9, 17), &luck);
	}
	return fine;
}

/* The share of a bubble that nothing hides. */
static uint8_t
seen(const struct stage *stage, const struct lying *lying, double x, double y, double size)
{
	int visible = 0;
	double at[3];

	for (int i = 0; i < 9; i++) {
		double turn = i * TURN / 8, r = i == 8 ? 0 : size * 0.3;
		double px = x + r * plain_cos(turn), py = y + r * plain_sin(turn);
		const struct texture *texture = lying->surface->texture;
		int col = (int)((px - texture->x) * texture->density),
		    row = (int)((py - texture->y) * texture->density);

		surface_at(lying->surface, px, py, at);
		visible += scene_sees(&stage->scene, at) && texture->pixel[row * texture->w + col][3] > PAPER_WHITE / 2;
	}
	return (uint8_t)(visible * 100 / 9);
}

static bool
write_down(struct stage *stage, const struct lying *lying, size_t count)
{
	struct photo *photo = stage->photo;

	for (size_t i = 0; i < count; i++)
		photo->marks += lying[i].piece.form.bubbles;
	photo->forms = count;
	photo->form = calloc(count, sizeof *photo->form);
	photo->mark = calloc(photo->marks, sizeof *photo->mark);
	if (photo->form == NULL || photo->mark == NULL)
		return false;
	size_t next = 0;

	for (size_t i = 0; i < count; i++, lying++) {
		struct photo_form *form = &photo->form[i];
		double at[3];

		memcpy(form->code, lying->piece.text, sizeof form->code);
		form->game = lying->piece.job.codes.game->id;
		form->first = next;
		form->marks = lying->piece.form.bubbles;
		for (int corner = 0; corner < 4; corner++) {
			surface_at(lying->surface,
				(lying->part.x + (corner == 1 || corner == 2 ? lying->part.w : 0)) / 100.0,
				(lying->part.y + (corner >= 2 ? lying->part.h : 0)) / 100.0, at);
			scene_project(&stage->scene, at, &form->corner[corner][0], &form->corner[corner][1]);
		}
		for (unsigned j = 0; j < form->marks; j++) {
			struct photo_mark *mark = &photo->mark[next++];
			const struct bubble *bubble = &lying->piece.form.bubble[j];

			memcpy(mark->id, bubble->id, sizeof mark->id);
			mark->index = (uint16_t)j;
			mark->form = (uint16_t)i;
			mark->state = lying->state[j];
			mark->how = lying->how[j];
			mark->pen = lying->pen[j];
			middle_of(&bubble->at, &mark->x_mm, &mark->y_mm);
			surface_at(lying->surface, mark->x_mm, mark->y_mm, at);
			scene_project(&stage->scene, at, &mark->x, &mark->y);
			mark->seen = seen(stage, lying, mark->x_mm, mark->y_mm, bubble->at.w / 100.0);
		}
	}
	return true;
}

/* Which forms, and where they lie. */
static size_t
choose_forms(struct stage *stage, struct lying lying[2], struct luck luck)
{
	const struct recipe *recipe = &stage->recipe;
	bool laundry = (recipe->happens & FLAP_FOLDED) || luck_one_in(&luck, 2.2), again = luck_one_in(&luck, 3);
	unsigned players = laundry ? 2 : 2 + luck_below(&luck, 5), seat = laundry ? luck_below(&luck, 2) : 0;
	size_t count = recipe->happens & TWO_SHOWN ? 2 : 1;
	uint64_t seed = luck_next(&luck);

	for (size_t i = 0; i < count; i++) {
		/* Both tickets of a game, two copies of the same, or of two games. */
		unsigned piece = laundry && i == 1 && !again ? 1 - seat : seat;

		printed_piece_init(&lying[i].piece, laundry ? "laundry" : "chipit", players,
			i == 1 && !laundry && !again ? luck_next(&luck) : seed, piece);
		lying[i].part = laundry ? lying[i].piece.form.piece : (struct rect){-1000, -1900, 21000, 29700};
		double w = lying[i].part.w / 100.0 * recipe->scale, gap = luck_in(&luck, 2, 25);

		lying[i].place = (struct point){(double)i * (w + gap), (double)i * luck_about(&luck, 10)};
		lying[i].turn = count == 1 ? 0 : luck_about(&luck, 0.12);
		if (i == 1 && luck_one_in(&luck, 4))
			lying[i].turn += TURN / 2;
	}
	return count;
}

bool
shoot_forms(struct stage *stage)
{
	struct lying *lying = calloc(2, sizeof *lying);
	struct point places[8];
	size_t count, points = 0;
	bool fine;

	if (lying == NULL)
		return false;
	/* A folded flap comes from a flat ticket. */
	if (stage->recipe.happens & FLAP_FOLDED)
		stage->recipe.bend = BEND_NONE;
	/* What lies on paper presses it flat. */
	if (stage->recipe.covered != COVERED_NOT || (stage->recipe.happens & CODE_HIDDEN))
		stage->recipe.bend_by *= 0.2;
	count = choose_forms(stage, lying, luck_part(&stage->luck, 2));
	for (size_t i = 0; i < count; i++)
		for (int corner = 0; corner < 4; corner++) {
			double x = (corner % 2 - 0.5) * lying[i].part.w / 100.0 * stage->recipe.scale;
			double y = (corner / 2 - 0.5) * lying[i].part.h / 100.0 * stage->recipe.scale;
			double c = plain_cos(lying[i].turn), s = plain_sin(lying[i].turn);

			places[points++] =
				(struct point){lying[i].place.x + x * c - y * s, lying[i].place.y + x * s + y * c};
		}
	fine = stage_aim(stage, places, points);
	for (size_t i = 0; i < count && fine; i++)
		fine = lay(stage, &lying[i], (unsigned)i);
	fine = fine && lay_objects(stage, &lying[0], luck_part(&stage->luck, 3)) && stage_draw(stage) &&
		write_down(stage, lying, count);
	for (size_t i = 0; i < count; i++)
		printed_piece_finish(&lying[i].piece);
	free(lying);
	return fine;
}
