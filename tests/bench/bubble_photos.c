/* SPDX-License-Identifier: MIT
 * Filling in forms, what happens to them, and their photos. */
#include "tests/bench/bubble_photos.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/press/printed_game.h"
#include "layouts/chipit.h"
#include "layouts/laundry.h"
#include "tests/kiosk/eye/looking.h"
#include "tests/tools.h"

#define DPI   300
#define RIM   400  /* paper around the forms, in hundredths of a millimetre */
#define ROOM  0.86 /* of the picture that they take */
#define MAYBE 0.12 /* of the marks are odd where there are odd ones */
#define OFTEN 0.30 /* to train on */

#define PEN(name)  (1U << PEN_##name)
#define USUAL_PENS (PEN(BALLPOINT) | PEN(BLUE) | PEN(RED) | PEN(PENCIL) | PEN(MARKER))

/* Draws what one game prints; all of its forms are on the first page. */
static void
print_forms(struct paper_forms *paper, const struct bubble_condition *with, struct shaper *shaper, uint64_t *dice)
{
	static const struct {
		const struct game *game;
		uint8_t players;
	} jobs[] = {{&game_chipit, 4}, {&game_laundry, 2}, {&game_chipit, 6}, {&game_chipit, 3}, {&game_laundry, 2},
		{&game_chipit, 2}, {&game_chipit, 5}};
	_Alignas(max_align_t) static unsigned char layout[LAYOUT_MAX];
	static const uint8_t large[LENGTH(jobs)] = {2, 6, 2, 1, 0, 2, 6};
	unsigned drawn = dice_below(dice, LENGTH(jobs)), which = with->large ? large[drawn] : drawn;

	while (with->game != NULL && jobs[which].game != with->game)
		which = (which + 1) % LENGTH(jobs);
	const struct game *game = jobs[which].game;
	struct print_job job = {
		.codes = {.game = game, .players = jobs[which].players, .seed = dice_roll(dice) & SEED_MAX},
		.count = 1,
		.paper = &paper_a4};
	struct page_plan plan;

	page_plan_init(&plan);
	printed_game_of(game)->plan(&job, &plan);
	layer_draw(&paper->layer, &g_array_index(plan.pages, struct page, 0), shaper, with->dpi > 0 ? with->dpi : DPI);
	page_plan_finish(&plan);
	if (with->ink > 0)
		pen_fade(&paper->layer, with->ink, dice);
	paper->forms = codes_pieces(&job.codes);
	for (unsigned i = 0; i < paper->forms; i++) {
		codes_make(&job.codes, 0, 0, &paper->code[i]);
		paper->code[i].piece = (uint8_t)i;
		game->build(layout, &paper->code[i]);
		game->form(layout, &paper->code[i], &paper->form[i]);
	}
	paper->part = (struct rect){-RIM, -RIM, paper->form[0].w + 2 * RIM,
		(paper->forms == 2 ? paper->form[0].piece.h : paper->form[0].h) + 2 * RIM};
}

/* Marks that are not plain, what they mean, and how far they reach at most from the middle of the bubble, in radii,
 * with the width of a marker. */
static const struct {
	enum drawn drawn;
	enum truth truth;
	double reach;
} odd_marks[] = {{DRAWN_CIRCLED, TRUTH_NOT_EMPTY, 2.2}, {DRAWN_CIRCLED, TRUTH_NOT_EMPTY, 2.2},
	{DRAWN_CIRCLE, TRUTH_NOT_FILLED, 2.2}, {DRAWN_ERASED, TRUTH_NOT_FILLED, 2.1},
	{DRAWN_ERASED, TRUTH_NOT_FILLED, 2.1}, {DRAWN_SMUDGE, TRUTH_NOT_FILLED, 2.7}, {DRAWN_DOT, TRUTH_NOT_FILLED, 1},
	{DRAWN_THROUGH, TRUTH_NOT_FILLED, 1.8}, {DRAWN_LINE, TRUTH_NOT_FILLED, 2.8}, {DRAWN_BLOT, TRUTH_MARKED, 1.8},
	{DRAWN_HAIR, TRUTH_NOT_EMPTY, 1.6}, {DRAWN_ACROSS, TRUTH_NOT_FILLED, 3.7}, {DRAWN_COLOURED, TRUTH_ASK, 2}};

/* The same of one that was struck out. */
#define STRUCK_REACH 2.6

/* Draws an odd mark on a bubble; how far it reaches. */
static double
draw_odd(struct layer *layer, const struct rect *at, enum pen pen, bool coarse, enum truth *truth, uint64_t *dice)
{
	unsigned which = dice_below(dice, LENGTH(odd_marks));

	pen_draw(layer, at, pen, odd_marks[which].drawn, dice);
	*truth = coarse && odd_marks[which].drawn == DRAWN_HAIR ? TRUTH_ANY : odd_marks[which].truth;
	return odd_marks[which].reach;
}

/* Notes which bubbles a mark on another one reaches. */
static void
touch(struct paper_forms *paper, unsigned form, unsigned bubble, double reach)
{
	const struct rect *from = &paper->form[form].bubble[bubble].at;

	for (unsigned i = 0; i < paper->form[form].bubbles; i++) {
		const struct rect *at = &paper->form[form].bubble[i].at;
		double apart = hypot(
			at->x + at->w / 2.0 - from->x - from->w / 2.0, at->y + at->h / 2.0 - from->y - from->h / 2.0);

		paper->touched[form][i] |= i != bubble && apart < (reach + 1) * from->w / 2.0;
	}
}

/* Whether the n-th bubble of a form is marked by people who mark one in each row. */
static bool
is_played(const struct form *form, unsigned n, uint64_t *dice)
{
	const char *id = form->bubble[n].id, *dot = strrchr(id, '.');
	size_t length = dot == NULL ? strlen(id) : (size_t)(dot - id) + 1;
	unsigned left = 1;

	/* Of those that are left in the row, each has the same chance, if none was drawn before. */
	static bool drawn;

	if (n == 0 || strncmp(form->bubble[n - 1].id, id, length) != 0 ||
		isdigit((unsigned char)form->bubble[n - 1].id[length]) != isdigit((unsigned char)id[length]))
		drawn = false;
	while (n + left < form->bubbles && strncmp(form->bubble[n + left].id, id, length) == 0 &&
		isdigit((unsigned char)form->bubble[n + left].id[length]) == isdigit((unsigned char)id[length]))
		left++;
	if (drawn || dice_below(dice, left) != 0)
		return false;
	drawn = true;
	return true;
}

/* A person keeps a pen and a way to mark, mostly. */
static void
fill_in(struct paper_forms *paper, const struct bubble_condition *with, uint64_t *dice)
{
	static const double rates[] = {0.03, 0.15, 0.25, 0.25, 0.33, 0.4};
	double rate = with->rate > 0 ? with->rate : rates[dice_below(dice, LENGTH(rates))];
	enum drawn usual = (enum drawn)dice_below(dice, DRAWN_PLAIN);
	enum pen pen;

	memset(paper->touched, 0, sizeof paper->touched);
	do
		pen = (enum pen)dice_below(dice, with->pens >= 1U << PENS ? PENS_ALL : PENS);
	while (((with->pens != 0 ? with->pens : USUAL_PENS) >> pen & 1) == 0);
	for (unsigned f = 0; f < paper->forms; f++)
		for (unsigned i = 0; i < paper->form[f].bubbles; i++) {
			const struct rect *at = &paper->form[f].bubble[i].at;
			bool same = dice_below(dice, 4) != 0;

			paper->truth[f][i] = TRUTH_EMPTY;
			if ((with->struck || (with->large && with->odd)) && dice_between(dice, 0, 1) < 0.2) {
				pen_draw(
					&paper->layer, at, pen, (enum drawn)(DRAWN_STRUCK + dice_below(dice, 2)), dice);
				paper->truth[f][i] = TRUTH_ASK;
				touch(paper, f, i, STRUCK_REACH);
			} else if (with->played ? is_played(&paper->form[f], i, dice)
						: dice_between(dice, 0, 1) < rate) {
				pen_draw(&paper->layer, at, pen,
					same ? usual : (enum drawn)dice_below(dice, DRAWN_PLAIN), dice);
				paper->truth[f][i] = TRUTH_MARKED;
			} else if (with->odd && dice_between(dice, 0, 1) < (with->large ? OFTEN : MAYBE)) {
				touch(paper, f, i,
					draw_odd(&paper->layer, at, pen, with->coarse, &paper->truth[f][i], dice));
			}
		}
}

static const struct seen_form *
find_form(const struct sight *sight, const struct code *code)
{
	for (unsigned i = 0; i < sight->forms->len; i++) {
		const struct seen_form *seen = SEEN_FORM(sight, i);

		if (seen->code.seed == code->seed && seen->code.piece == code->piece)
			return seen;
	}
	return NULL;
}

void
bubble_photograph(struct bench *bench, const struct bubble_condition *with, const char *folder, unsigned number,
	bool (*judge)(const struct bubble_photo *photo, void *data), void *data)
{
	uint64_t *dice = &bench->dice;
	static struct paper_forms paper;
	bool upright, keep = false;
	struct conditions conditions;
	struct lie lie = {.turn = dice_between(dice, -6, 6), .bow_towards = dice_between(dice, 0, 180)};
	struct code_list told;
	struct scene scene;
	struct sight sight;
	double longer, shorter;

	print_forms(&paper, with, bench->shaper, dice);
	fill_in(&paper, with, dice);
	if (with->stain != NULL)
		with->stain(&paper.layer, &paper.part, dice);
	if (with->damage != NULL)
		with->damage(&paper, dice);
	upright = paper.part.h > paper.part.w;
	longer = (upright ? paper.part.h : paper.part.w) / 100.0;
	shorter = (upright ? paper.part.w : paper.part.h) / 100.0;
	scene_conditions(&conditions, with->level, upright ? with->shorter : with->longer,
		upright ? with->longer : with->shorter, ROOM * fmin(with->longer / longer, with->shorter / shorter),
		dice);
	conditions.roll = 180.0 * dice_below(dice, 2);
	conditions.away = fmax(conditions.away, 1.4 * longer);
	conditions.tilt *= 0.7;
	conditions.hand = conditions.glare = 0;
	if (with->change != NULL)
		with->change(&conditions, &lie, dice);
	scene_init(&scene, &conditions, dice_roll(dice));
	scene_lay(&scene, &paper.layer, &paper.part, &paper.part, &lie);
	scene_shoot(&scene);
	if (with->file != NULL)
		with->file(&scene.photo, dice);
	code_list_init(&told, NULL);
	if (with->told)
		code_list_expect(&told, &paper.code[0]);
	code_list_look_in_colour(
		&told, bench->eye, &scene.photo, with->file == NULL ? scene_colours : NULL, &scene, &sight);
	code_list_finish(&told);
	for (unsigned f = 0; f < paper.forms; f++) {
		const struct bubble_photo shown = {&paper, f, find_form(&sight, &paper.code[f]), &scene, &lie};

		keep |= judge(&shown, data);
	}
	if (keep && folder != NULL) {
		char file[200];

		for (size_t i = 0; with->file != NULL && i < (size_t)scene.photo.width * (size_t)scene.photo.height;
			i++)
			memset(scene.rgb + 3 * i, scene.photo.grey[i], 3);
		snprintf(file, sizeof file, "%s/%.20s-%u.jpg", folder, with->name, number);
		scene_save(&scene, file);
	}
	sight_finish(&sight);
	scene_finish(&scene);
	layer_finish(&paper.layer);
}

static void
curled(struct conditions *conditions, struct lie *lie, uint64_t *dice)
{
	(void)conditions;
	lie->curl = dice_between(dice, 8, 20);
	lie->bow = dice_between(dice, -2, 2);
}

static void
through_a_lens(struct conditions *conditions, struct lie *lie, uint64_t *dice)
{
	(void)lie, (void)dice;
	conditions->k1 = -0.08;
	conditions->k2 = 0;
}

static void
bowed(struct conditions *conditions, struct lie *lie, uint64_t *dice)
{
	(void)conditions;
	lie->bow = dice_between(dice, 4, 8);
}

static void
bowed_more(struct conditions *conditions, struct lie *lie, uint64_t *dice)
{
	(void)conditions;
	lie->bow = dice_between(dice, 8, 16);
}

static void
under_a_hand(struct conditions *conditions, struct lie *lie, uint64_t *dice)
{
	(void)lie;
	conditions->hand = dice_between(dice, 0.25, 0.6);
	conditions->hand_edge = dice_between(dice, 2, 30);
}

static void
in_glare(struct conditions *conditions, struct lie *lie, uint64_t *dice)
{
	(void)lie;
	conditions->glare = dice_between(dice, 80, 255);
	conditions->glare_x = dice_between(dice, 0.25, 0.75) * conditions->width;
	conditions->glare_y = dice_between(dice, 0.25, 0.75) * conditions->height;
	conditions->glare_size = dice_between(dice, 0.04, 0.12) * conditions->height;
}

/* On the glass of a scanner. */
static void
scanned(struct conditions *conditions, struct lie *lie, uint64_t *dice)
{
	conditions->table = TABLE_PLAIN;
	conditions->tilt = conditions->k1 = conditions->k2 = conditions->falloff = 0;
	conditions->away = 2000;
	conditions->blur = dice_between(dice, 0.3, 0.7);
	conditions->noise = 2;
	conditions->quality = 85;
	for (int i = 0; i < 3; i++)
		conditions->cast[i] = 1;
	lie->turn = dice_between(dice, -3, 3);
}

/* A sheet that was folded in the middle, and opened again. */
static void
folded_in_two(struct conditions *conditions, struct lie *lie, uint64_t *dice)
{
	(void)conditions;
	lie->folds = 1;
	lie->lean = (dice_below(dice, 2) == 0 ? 1 : -1) * dice_between(dice, 6, 22);
}

static void
folded_in_three(struct conditions *conditions, struct lie *lie, uint64_t *dice)
{
	folded_in_two(conditions, lie, dice);
	lie->folds = 2;
}

static void
crumpled(struct conditions *conditions, struct lie *lie, uint64_t *dice)
{
	(void)conditions;
	lie->crumple = dice_between(dice, 0.6, 2.2);
	lie->crumple_seed = dice_roll(dice);
}

static void
curled_much(struct conditions *conditions, struct lie *lie, uint64_t *dice)
{
	(void)conditions;
	lie->curl = dice_between(dice, 25, 45);
	lie->bow = dice_between(dice, -6, 6);
}

/* Takes a part of the paper away. */
static void
tear(struct paper_forms *paper, const struct rect *at)
{
	struct layer *layer = &paper->layer;
	int32_t left = (int32_t)fmax(0, (at->x + layer->origin_x) * layer->unit),
		top = (int32_t)fmax(0, (at->y + layer->origin_y) * layer->unit),
		right = (int32_t)fmin(layer->width, (at->x + at->w + layer->origin_x) * layer->unit),
		bottom = (int32_t)fmin(layer->height, (at->y + at->h + layer->origin_y) * layer->unit);

	for (int32_t y = top; y < bottom; y++)
		for (int32_t x = left; x < right; x++)
			layer->argb[(size_t)y * (size_t)layer->width + (size_t)x] = 0;
	for (unsigned f = 0; f < paper->forms; f++)
		for (unsigned i = 0; i < paper->form[f].bubbles; i++) {
			const struct rect *bubble = &paper->form[f].bubble[i].at;

			if (bubble->x < at->x + at->w && at->x < bubble->x + bubble->w && bubble->y < at->y + at->h &&
				at->y < bubble->y + bubble->h)
				paper->truth[f][i] = TRUTH_HIDDEN;
		}
}

/* Two corners of each form are torn off. */
static void
tear_corners(struct paper_forms *paper, uint64_t *dice)
{
	for (unsigned f = 0; f < paper->forms; f++) {
		unsigned first = dice_below(dice, 4), other = (first + 1 + dice_below(dice, 3)) % 4;

		for (unsigned n = 0; n < 4; n++) {
			struct rect at = paper->form[f].tag[n].at;

			at.x -= n % 2 == 0 ? RIM : 60;
			at.y -= n < 2 ? RIM : 60;
			at.w += RIM + 60;
			at.h += RIM + 60;
			if (n == first || n == other)
				tear(paper, &at);
		}
	}
}

/* The values of tickets are folded away, behind them. */
static void
fold_values(struct paper_forms *paper, uint64_t *dice)
{
	(void)dice;
	for (unsigned f = 0; f < paper->forms; f++) {
		struct rect at = paper->form[f].piece;

		at.x += LAUNDRY_FOLD;
		at.w += RIM - LAUNDRY_FOLD;
		at.y -= RIM;
		at.h += 2 * RIM;
		if (f + 1 < paper->forms)
			at.w -= RIM;
		tear(paper, &at);
	}
}

/* Something lies on the QR of the last form. */
static void
cover_code(struct paper_forms *paper, uint64_t *dice)
{
	const struct layer *layer = &paper->layer;
	const struct rect *at = &paper->form[paper->forms - 1].qr;
	uint32_t grey = 0xFF000000U | dice_below(dice, 256) * 0x010101U;

	for (int32_t y = 0; y < at->h * layer->unit; y++)
		for (int32_t x = 0; x < at->w * layer->unit; x++)
			layer->argb[((size_t)((at->y + layer->origin_y) * layer->unit) + (size_t)y) *
					(size_t)layer->width +
				(size_t)((at->x + layer->origin_x) * layer->unit) + (size_t)x] = grey;
}

static void
faxed(struct image *photo, uint64_t *dice)
{
	pen_dither(photo, dice_below(dice, 2) == 0);
}

/* Factors of the brightness along one axis, as leaves and blinds have it: stripes with soft edges. */
static void
behind_blinds(struct image *photo, uint64_t *dice)
{
	double angle = dice_between(dice, 0, G_PI), period = photo->height * dice_between(dice, 0.03, 0.15);
	double dark = dice_between(dice, 0.35, 0.65), soft = dice_between(dice, 2, 12), c = cos(angle), s = sin(angle);

	for (int32_t y = 0; y < photo->height; y++)
		for (int32_t x = 0; x < photo->width; x++) {
			uint8_t *at = &photo->grey[(size_t)y * (size_t)photo->width + (size_t)x];
			double wave = CLAMP(soft * sin(2 * G_PI * (x * c + y * s) / period), -1, 1);

			*at = (uint8_t)(*at * (1 - dark * (0.5 + 0.5 * wave)));
		}
}

/* Round spots of light, sharp and soft. */
static void
under_leaves(struct image *photo, uint64_t *dice)
{
	enum { SPOTS = 60 };
	double x0[SPOTS], y0[SPOTS], r[SPOTS], dark = dice_between(dice, 0.3, 0.55),
					       soft = dice_between(dice, 0.05, 0.4);

	for (int i = 0; i < SPOTS; i++) {
		x0[i] = dice_between(dice, 0, photo->width);
		y0[i] = dice_between(dice, 0, photo->height);
		r[i] = photo->height * dice_between(dice, 0.02, 0.12);
	}
	for (int32_t y = 0; y < photo->height; y++)
		for (int32_t x = 0; x < photo->width; x++) {
			uint8_t *at = &photo->grey[(size_t)y * (size_t)photo->width + (size_t)x];
			double shade = 1;

			for (int i = 0; i < SPOTS && shade > 0; i++)
				if (fabs(x - x0[i]) < 1.5 * r[i] && fabs(y - y0[i]) < 1.5 * r[i])
					shade = fmin(
						shade, CLAMP((hypot(x - x0[i], y - y0[i]) / r[i] - 1) / soft, 0, 1));
			*at = (uint8_t)(*at * (1 - dark * shade));
		}
}

/* A screen that was photographed: two gratings. */
static void
with_moire(struct image *photo, uint64_t *dice)
{
	double fx = dice_between(dice, 0.02, 0.4), fy = dice_between(dice, 0.02, 0.4), much = dice_between(dice, 4, 18);
	double bend = dice_between(dice, 0, 3);

	for (int32_t y = 0; y < photo->height; y++)
		for (int32_t x = 0; x < photo->width; x++) {
			uint8_t *at = &photo->grey[(size_t)y * (size_t)photo->width + (size_t)x];
			double wave = sin(fx * x + bend * sin(y * 0.004)) + sin(fy * y + bend * sin(x * 0.005));

			*at = (uint8_t)CLAMP(*at + 0.5 * much * wave, 0, 255);
		}
}

/* The means of squares of `2 reach + 1` pixels, as 8.8 fixed point. */
static uint16_t *
local_means(const struct image *photo, int reach)
{
	size_t width = (size_t)photo->width, height = (size_t)photo->height;
	uint64_t *sum = g_new0(uint64_t, (width + 1) * (height + 1));
	uint16_t *mean = g_new(uint16_t, width * height);

	for (size_t y = 0; y < height; y++)
		for (size_t x = 0; x < width; x++)
			sum[(y + 1) * (width + 1) + x + 1] = photo->grey[y * width + x] + sum[y * (width + 1) + x + 1] +
				sum[(y + 1) * (width + 1) + x] - sum[y * (width + 1) + x];
	for (int32_t y = 0; y < photo->height; y++)
		for (int32_t x = 0; x < photo->width; x++) {
			size_t x0 = (size_t)MAX(x - reach, 0), x1 = (size_t)MIN(x + reach + 1, photo->width);
			size_t y0 = (size_t)MAX(y - reach, 0), y1 = (size_t)MIN(y + reach + 1, photo->height);
			uint64_t all = sum[y1 * (width + 1) + x1] + sum[y0 * (width + 1) + x0] -
				sum[y0 * (width + 1) + x1] - sum[y1 * (width + 1) + x0];

			mean[(size_t)y * width + (size_t)x] = (uint16_t)(256 * all / ((x1 - x0) * (y1 - y0)));
		}
	g_free(sum);
	return mean;
}

/* The black and white mode of scanning apps: darker than the neighbourhood is black. The neighbourhood is larger than a
 * bubble, or else the inside of a filled one would be white. */
static void
thresholded(struct image *photo, uint64_t *dice)
{
	g_autofree uint16_t *mean = local_means(photo, (int)(photo->height * dice_between(dice, 0.02, 0.06)));
	double share = dice_between(dice, 0.82, 0.97);

	for (size_t i = 0; i < (size_t)photo->width * (size_t)photo->height; i++)
		photo->grey[i] = photo->grey[i] < share * mean[i] / 256 ? 0 : 255;
}

/* Their grey mode: the neighbourhood becomes white, and contrast is stretched. */
static void
enhanced(struct image *photo, uint64_t *dice)
{
	g_autofree uint16_t *mean = local_means(photo, (int)(photo->height * dice_between(dice, 0.02, 0.08)));
	double black = dice_between(dice, 0.1, 0.45), white = dice_between(dice, 0.85, 1);

	for (size_t i = 0; i < (size_t)photo->width * (size_t)photo->height; i++)
		photo->grey[i] = (uint8_t)CLAMP(
			255 * (256.0 * photo->grey[i] / MAX(mean[i], 1) - black) / (white - black), 0, 255);
}

static void
out_of_focus(struct conditions *conditions, struct lie *lie, uint64_t *dice)
{
	(void)lie;
	conditions->blur *= dice_between(dice, 1.5, 2.6);
}

static void
squeezed(struct conditions *conditions, struct lie *lie, uint64_t *dice)
{
	(void)lie;
	conditions->quality = (int)dice_between(dice, 8, 35);
}

static void
in_little_light(struct conditions *conditions, struct lie *lie, uint64_t *dice)
{
	(void)lie;
	conditions->noise = dice_between(dice, 8, 16);
	conditions->falloff = dice_between(dice, 0.2, 0.7);
	conditions->bright = dice_between(dice, 0.35, 0.8);
}

static void
overexposed(struct conditions *conditions, struct lie *lie, uint64_t *dice)
{
	(void)lie;
	conditions->bright = dice_between(dice, 1.15, 1.5);
}

/* Paper of another colour: all that is on it, seen through that colour. */
static void
on_coloured_paper(struct layer *layer, const struct rect *part, uint64_t *dice)
{
	static const double colours[][3] = {
		{1, 0.95, 0.6}, {1, 0.75, 0.8}, {0.7, 0.9, 0.72}, {0.68, 0.82, 0.95}, {0.85, 0.75, 0.6}};
	const double *colour = colours[dice_below(dice, LENGTH(colours))];

	(void)part;
	for (size_t i = 0; i < (size_t)layer->width * (size_t)layer->height; i++) {
		uint32_t from = layer->argb[i];

		layer->argb[i] = (from & 0xFF000000U) | (uint32_t)((from >> 16 & 255) * colour[0]) << 16 |
			(uint32_t)((from >> 8 & 255) * colour[1]) << 8 | (uint32_t)((from & 255) * colour[2]);
	}
}

/* Drops and smears of wine, sauce, grease and soil: round, with uneven edges, as pale as half of the paper's brightness
 * at most. */
static void
with_stains(struct layer *layer, const struct rect *part, uint64_t *dice)
{
	static const double colours[][3] = {{0.5, 0.1, 0.2}, {0.7, 0.3, 0.1}, {0.75, 0.7, 0.4}, {0.35, 0.3, 0.25},
		{0.3, 0.4, 0.2}, {0.2, 0.25, 0.5}};

	for (int n = 0; n < 60; n++) {
		const double *colour = colours[dice_below(dice, LENGTH(colours))];
		double size = dice_between(dice, 80, dice_below(dice, 4) == 0 ? 900 : 350) * layer->unit;
		double x0 = (part->x + layer->origin_x + dice_between(dice, 0, part->w)) * layer->unit;
		double y0 = (part->y + layer->origin_y + dice_between(dice, 0, part->h)) * layer->unit;
		double much = dice_between(dice, 0.1, 0.5), soft = dice_between(dice, 0.02, 0.5);
		double wave = dice_between(dice, 0, 0.2), waves = 2 + dice_below(dice, 4),
		       phase = dice_between(dice, 0, 6);

		for (int32_t y = MAX(0, (int32_t)(y0 - 1.7 * size)); y < MIN(layer->height, y0 + 1.7 * size); y++)
			for (int32_t x = MAX(0, (int32_t)(x0 - 1.7 * size)); x < MIN(layer->width, x0 + 1.7 * size);
				x++) {
				uint32_t *at = &layer->argb[(size_t)y * (size_t)layer->width + (size_t)x], from = *at;
				double edge = 1 + wave * sin(waves * atan2(y - y0, x - x0) + phase);
				double share = much * CLAMP((edge - hypot(x - x0, y - y0) / size) / soft, 0, 1);

				*at = from & 0xFF000000U;
				for (int c = 0; c < 3; c++)
					*at |= (uint32_t)((from >> (16 - 8 * c) & 255) * (1 - share * (1 - colour[c])))
						<< (16 - 8 * c);
			}
	}
}

/* What was written on the back, or on the sheet below: marks and lines, pale and a little soft. */
static void
with_a_written_back(struct layer *layer, const struct rect *part, uint64_t *dice)
{
	for (int i = 0; i < 160; i++) {
		int32_t size = (int32_t)dice_between(dice, 300, 1400);
		const struct rect at = {part->x + (int32_t)dice_between(dice, 0, part->w - 500),
			part->y + (int32_t)dice_between(dice, 0, part->h - 500), size, size};

		pen_draw(layer, &at, PEN_MARKER, DRAWN_BEHIND, dice);
	}
}

/* Marks the bubbles that something covers, by its distance from their middles in hundredths of a millimetre. */
static void
cover_bubbles(struct paper_forms *paper, double x0, double y0, double x1, double y1, double reach)
{
	for (unsigned f = 0; f < paper->forms; f++)
		for (unsigned i = 0; i < paper->form[f].bubbles; i++) {
			const struct rect *at = &paper->form[f].bubble[i].at;
			double x = at->x + at->w / 2.0, y = at->y + at->h / 2.0, dx = x1 - x0, dy = y1 - y0;
			double t = CLAMP(((x - x0) * dx + (y - y0) * dy) / fmax(dx * dx + dy * dy, 1), 0, 1);
			double far = hypot(x - x0 - t * dx, y - y0 - t * dy) - reach;

			enum truth *truth = &paper->truth[f][i];

			/* Where its middle is covered, a person cannot say more. Things may lie on a bubble that is
			 * hidden already. */
			if (far < 0)
				*truth = TRUTH_HIDDEN;
			else if (far < 0.9 * at->w && *truth == TRUTH_EMPTY)
				*truth = TRUTH_NOT_FILLED;
			else if (far < 0.9 * at->w && *truth == TRUTH_MARKED)
				*truth = TRUTH_NOT_EMPTY;
		}
}

/* Chips and pens that were left on the paper. */
static void
under_things(struct paper_forms *paper, uint64_t *dice)
{
	for (int i = 0; i < 7; i++) {
		double x = paper->part.x + dice_between(dice, 0.1, 0.9) * paper->part.w;
		double y = paper->part.y + dice_between(dice, 0.1, 0.9) * paper->part.h;
		double turn = dice_between(dice, 0, 2 * G_PI), length = i == 0 ? 14000 : 0;
		double reach = i == 0 ? dice_between(dice, 300, 600) : dice_between(dice, 250, 900);
		double grey = dice_between(dice, 0, 1), red = dice_between(dice, -0.3, 0.3);

		pen_cover(&paper->layer,
			&(struct pen_thing){x, y, x + length * cos(turn), y + length * sin(turn), reach, grey, red});
		cover_bubbles(paper, x, y, x + length * cos(turn), y + length * sin(turn), reach);
	}
}

#define TWELVE  4032, 3024
#define SIX     2800, 2100
#define FULL_HD 1920, 1080
#define SMALL   1500, 1100
#define SCAN    2339, 1654 /* A4 at 200 dpi */

const struct bubble_condition bubble_conditions[] = {
	{"mild", LEVEL_MILD, SIX, .most = 1},
	{"moderate", LEVEL_MODERATE, SIX, .most = 1},
	{"moderate, 12 MP", LEVEL_MODERATE, TWELVE, .most = 1},
	{"moderate, 1080p", LEVEL_MODERATE, 1920, 1080, .most = 0},
	{"harsh", LEVEL_HARSH, SIX, .most = 0},
	{"curled, 12 MP", LEVEL_MODERATE, TWELVE, .most = 1, .change = curled},
	{"k1 = -0.08", LEVEL_MODERATE, SIX, .most = 1, .change = through_a_lens},
	{"bow 4 to 8 mm", LEVEL_MODERATE, SIX, .most = 1, .change = bowed},
	{"bow 8 to 16 mm", LEVEL_MODERATE, SIX, .change = bowed_more},
	{"a hand's shadow", LEVEL_MODERATE, SIX, .most = 6, .change = under_a_hand},
	{"glare", LEVEL_MODERATE, SIX, .most = 6, .change = in_glare},
	{"coffee", LEVEL_MODERATE, SIX, .most = 6, .stain = pen_coffee},
	{"low ink", LEVEL_MODERATE, SIX, .most = 1, .ink = 0.5},
	{"low ink, pale pencil", LEVEL_MODERATE, SIX, .pens = PEN(PALE), .ink = 0.4},
	{"scan, 200 dpi", LEVEL_MILD, SCAN, .most = 1, .change = scanned},
	{"fax, dithered", LEVEL_MILD, SCAN, .most = 6, .change = scanned, .file = faxed},
	{"ballpoint", LEVEL_MODERATE, SIX, .most = 1, .pens = PEN(BALLPOINT) | PEN(BLUE)},
	{"red", LEVEL_MODERATE, SIX, .most = 1, .pens = PEN(RED)},
	{"pencil", LEVEL_MODERATE, SIX, .most = 1, .pens = PEN(PENCIL)},
	{"marker", LEVEL_MODERATE, SIX, .most = 1, .pens = PEN(MARKER)},
	{"odd marks, mild", LEVEL_MILD, SIX, .most = 1, .odd = true},
	{"odd marks, moderate", LEVEL_MODERATE, SIX, .most = 1, .odd = true},
	{"odd marks, harsh", LEVEL_HARSH, SIX, .odd = true, .coarse = true},
	{"most are marked", LEVEL_MODERATE, SIX, .rate = 0.75},
	{"all are marked", LEVEL_MODERATE, SIX, .rate = 1},
	{"none is marked", LEVEL_MODERATE, SIX, .most = 1, .rate = 1e-9},
	{"played, mild", LEVEL_MILD, SIX, .most = 1, .played = true},
	{"played, moderate", LEVEL_MODERATE, SIX, .most = 1, .played = true},
	{"played, mild, 1080p", LEVEL_MILD, FULL_HD, .most = 1, .played = true},
	{"played, moderate, 1080p", LEVEL_MODERATE, FULL_HD, .most = 1, .played = true},
	{"black and white app", LEVEL_MODERATE, FULL_HD, .most = 10, .file = thresholded},
	{"black and white, mild", LEVEL_MILD, SIX, .most = 10, .file = thresholded},
	{"grey app", LEVEL_MODERATE, FULL_HD, .most = 10, .file = enhanced},
	{"written back", LEVEL_MODERATE, FULL_HD, .stain = with_a_written_back},
	{"chips and pens on it", LEVEL_MODERATE, FULL_HD, .damage = under_things},
	{"struck out", LEVEL_MODERATE, FULL_HD, .struck = true},
	{"struck out, mild", LEVEL_MILD, SIX, .struck = true},
	{"yellow pens", LEVEL_MODERATE, FULL_HD, .pens = PEN(YELLOW) | PEN(HIGHLIGHTER)},
	{"yellow pens, mild", LEVEL_MILD, SIX, .pens = PEN(YELLOW) | PEN(HIGHLIGHTER)},
	{"coloured paper", LEVEL_MODERATE, FULL_HD, .most = 1, .stain = on_coloured_paper},
	{"blinds", LEVEL_MODERATE, FULL_HD, .most = 4, .file = behind_blinds},
	{"dappled light", LEVEL_MODERATE, FULL_HD, .most = 4, .file = under_leaves},
	{"moire", LEVEL_MODERATE, FULL_HD, .most = 4, .file = with_moire},
	{"out of focus", LEVEL_MODERATE, FULL_HD, .odd = true, .change = out_of_focus},
	{"squeezed", LEVEL_MODERATE, FULL_HD, .change = squeezed},
	{"little light", LEVEL_MODERATE, FULL_HD, .change = in_little_light},
	{"overexposed", LEVEL_MODERATE, FULL_HD, .odd = true, .coarse = true, .change = overexposed},
	{"small", LEVEL_MILD, SMALL, .odd = true},
	{"pale, 1080p", LEVEL_MODERATE, FULL_HD, .pens = PEN(PALE), .odd = true, .coarse = true},
	{"coffee, mild", LEVEL_MILD, FULL_HD, .most = 6, .stain = pen_coffee},
	{"folded in two", LEVEL_MODERATE, SIX, .most = 10, .change = folded_in_two},
	{"folded in three", LEVEL_MODERATE, SIX, .most = 10, .change = folded_in_three},
	{"crumpled", LEVEL_MODERATE, SIX, .most = 10, .change = crumpled},
	{"strong curl", LEVEL_MODERATE, SIX, .most = 10, .change = curled_much},
	{"two corners torn off", LEVEL_MODERATE, SIX, .most = 10, .damage = tear_corners},
	{"values folded away", LEVEL_MODERATE, SIX, .most = 10, .damage = fold_values, .game = &game_laundry},
	{"QR covered, code told", LEVEL_MODERATE, SIX, .most = 1, .damage = cover_code, .told = true},
	{"QR of ticket B covered", LEVEL_MODERATE, SIX, .most = 1, .damage = cover_code, .game = &game_laundry},
	{"stains", LEVEL_MODERATE, FULL_HD, .most = 6, .stain = with_stains},
	{"stains, mild", LEVEL_MILD, SIX, .most = 6, .stain = with_stains},
	{"scanned odd marks", LEVEL_MILD, SCAN, .most = 1, .odd = true, .change = scanned},
};

const size_t bubble_conditions_count = LENGTH(bubble_conditions);
