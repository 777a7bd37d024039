/* SPDX-License-Identifier: MIT
 * How well the eye reads bubbles: pads and tickets marked by hand with every pen, plain and odd marks, bent, stained,
 * faded, faxed, scanned, and photographed by the wider camera. A row a condition: bubbles, those wrong and called
 * certain, those unsure of the plain ones, forms not found, and how far the outlines that were found are off. In the
 * environment EYE_CONDITION names the one row to measure, EYE_SHOW_WRONG says what was wrong, EYE_SHOW_UNSURE what
 * was unsure, and EYE_KEEP is a folder for the pictures. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/press/printed_game.h"
#include "layouts/chipit.h"
#include "layouts/laundry.h"
#include "tests/bench/eye.h"
#include "tests/kiosk/eye/pens.h"
#include "tests/tools.h"

#define DPI   300
#define RIM   400  /* paper around the forms, in hundredths of a millimetre */
#define ROOM  0.86 /* of the picture that they take */
#define MAYBE 0.12 /* of the marks are odd where there are odd ones */

#define PEN(name)  (1U << PEN_##name)
#define USUAL_PENS (PEN(BALLPOINT) | PEN(BLUE) | PEN(RED) | PEN(PENCIL) | PEN(MARKER))

/* What may be said of a bubble. */
enum truth {
	TRUTH_EMPTY,
	TRUTH_MARKED,
	TRUTH_NOT_EMPTY,  /* marked, but oddly: filled or unsure */
	TRUTH_NOT_FILLED, /* not meant: empty or unsure */
	TRUTH_ASK,        /* only a person can say */
	TRUTH_HIDDEN,     /* not in the picture: unsure */
};

/* Forms on one paper, filled in. */
struct paper_forms {
	struct layer layer;
	struct rect part;
	unsigned forms;
	struct code code[2];
	struct form form[2];
	enum truth truth[2][FORM_BUBBLES];
};

struct condition {
	const char *name;
	enum level level;
	int32_t longer, shorter; /* of the picture, in pixels */
	double most;             /* unsure, in percent; 0: not asked */
	unsigned pens;           /* bit n: of pen n; 0: any but pale pencil */
	bool odd;
	double rate; /* of marked ones; 0 is as games have it */
	double ink;  /* left to print with; 0 is all */
	void (*stain)(struct layer *layer, const struct rect *part, uint64_t *dice);
	void (*change)(struct conditions *conditions, struct lie *lie, uint64_t *dice);
	void (*file)(struct image *photo, uint64_t *dice);
	void (*damage)(struct paper_forms *paper, uint64_t *dice);
	const struct game *game; /* this one alone, or NULL */
	bool told;               /* its code is given, since the QR is not read */
};

struct count {
	unsigned bubbles, wrong, plain, unsure, forms, lost;
	double squares, furthest; /* in millimetres */
	unsigned places;
};

/* Draws what one game prints; all of its forms are on the first page. */
static void
print_forms(struct paper_forms *paper, const struct condition *with, struct shaper *shaper, uint64_t *dice)
{
	static const struct {
		const struct game *game;
		uint8_t players;
	} jobs[] = {{&game_chipit, 4}, {&game_laundry, 2}, {&game_chipit, 6}, {&game_chipit, 3}, {&game_laundry, 2},
		{&game_chipit, 2}, {&game_chipit, 5}};
	_Alignas(max_align_t) static unsigned char layout[LAYOUT_MAX];
	unsigned which = dice_below(dice, LENGTH(jobs));

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
	layer_draw(&paper->layer, &g_array_index(plan.pages, struct page, 0), shaper, DPI);
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

/* Marks that are not plain, and what they mean. */
static enum truth
draw_odd(struct layer *layer, const struct rect *at, enum pen pen, uint64_t *dice)
{
	static const struct {
		enum drawn drawn;
		enum truth truth;
	} odd[] = {{DRAWN_CIRCLED, TRUTH_NOT_EMPTY}, {DRAWN_CIRCLED, TRUTH_NOT_EMPTY}, {DRAWN_CIRCLE, TRUTH_NOT_FILLED},
		{DRAWN_ERASED, TRUTH_NOT_FILLED}, {DRAWN_ERASED, TRUTH_NOT_FILLED}, {DRAWN_SMUDGE, TRUTH_NOT_FILLED},
		{DRAWN_DOT, TRUTH_NOT_FILLED}, {DRAWN_THROUGH, TRUTH_NOT_FILLED}, {DRAWN_LINE, TRUTH_NOT_FILLED},
		{DRAWN_BLOT, TRUTH_NOT_EMPTY}, {DRAWN_HAIR, TRUTH_NOT_EMPTY}, {DRAWN_ACROSS, TRUTH_NOT_FILLED},
		{DRAWN_COLOURED, TRUTH_ASK}};
	unsigned which = dice_below(dice, LENGTH(odd));

	pen_draw(layer, at, pen, odd[which].drawn, dice);
	return odd[which].truth;
}

/* A person keeps a pen and a way to mark, mostly. */
static void
fill_in(struct paper_forms *paper, const struct condition *with, uint64_t *dice)
{
	static const double rates[] = {0.03, 0.15, 0.25, 0.25, 0.33, 0.4};
	double rate = with->rate > 0 ? with->rate : rates[dice_below(dice, LENGTH(rates))];
	enum drawn usual = (enum drawn)dice_below(dice, DRAWN_PLAIN);
	enum pen pen;

	do
		pen = (enum pen)dice_below(dice, PENS);
	while (((with->pens != 0 ? with->pens : USUAL_PENS) >> pen & 1) == 0);
	for (unsigned f = 0; f < paper->forms; f++)
		for (unsigned i = 0; i < paper->form[f].bubbles; i++) {
			const struct rect *at = &paper->form[f].bubble[i].at;
			bool same = dice_below(dice, 4) != 0;

			paper->truth[f][i] = TRUTH_EMPTY;
			if (dice_between(dice, 0, 1) < rate) {
				pen_draw(&paper->layer, at, pen,
					same ? usual : (enum drawn)dice_below(dice, DRAWN_PLAIN), dice);
				paper->truth[f][i] = TRUTH_MARKED;
			} else if (with->odd && dice_between(dice, 0, 1) < MAYBE) {
				paper->truth[f][i] = draw_odd(&paper->layer, at, pen, dice);
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

static bool
is_wrong(enum truth truth, enum mark_state state)
{
	bool empty = truth == TRUTH_MARKED || truth == TRUTH_NOT_EMPTY || truth >= TRUTH_ASK;
	bool filled = truth == TRUTH_EMPTY || truth == TRUTH_NOT_FILLED || truth >= TRUTH_ASK;

	return (state == MARK_EMPTY && empty) || (state == MARK_FILLED && filled);
}

/* Says what a bubble was taken for, where the environment asks for it. */
static void
show(const char *wish, const struct seen_form *seen, const struct seen_mark *mark, enum truth truth)
{
	if (getenv(wish) != NULL)
		printf("    %s %s at %.0f, %.0f is %s (%.3f), but %d\n", seen->text, mark->id, mark->at.x, mark->at.y,
			mark_state_name(mark->state), mark->darkness, (int)truth);
}

/* Counts the bubbles of one form against what was drawn and where it lies. */
static void
judge(const struct paper_forms *paper, unsigned f, const struct scene *scene, const struct lie *lie,
	const struct sight *sight, struct count *count)
{
	const struct form *form = &paper->form[f];
	const struct seen_form *seen = find_form(sight, &paper->code[f]);

	count->forms++;
	count->bubbles += form->bubbles;
	if (seen == NULL || seen->marks != form->bubbles) {
		count->lost++;
		return;
	}
	for (unsigned i = 0; i < seen->marks; i++) {
		const struct rect *at = &form->bubble[i].at;
		const struct seen_mark *mark = &seen->mark[i];
		double x, y, off;

		scene_where(scene, &paper->part, lie, at->x + at->w / 2.0, at->y + at->h / 2.0, &x, &y);
		off = hypot(x - mark->at.x, y - mark->at.y) / scene->conditions.scale;
		count->squares += mark->state == MARK_UNSURE ? 0 : off * off;
		count->places += mark->state != MARK_UNSURE;
		if (mark->state != MARK_UNSURE)
			count->furthest = fmax(count->furthest, off);
		if (paper->truth[f][i] <= TRUTH_MARKED) {
			count->plain++;
			count->unsure += mark->state == MARK_UNSURE;
			if (mark->state == MARK_UNSURE)
				show("EYE_SHOW_UNSURE", seen, mark, paper->truth[f][i]);
		}
		if (is_wrong(paper->truth[f][i], mark->state)) {
			count->wrong++;
			show("EYE_SHOW_WRONG", seen, mark, paper->truth[f][i]);
		}
	}
}

static void
photograph(struct bench *bench, const struct condition *with, struct count *count, unsigned number)
{
	uint64_t *dice = &bench->dice;
	static struct paper_forms paper;
	bool upright;
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
	bench->list = &told;
	if (with->file == NULL)
		bench_look_in_colour(bench, &scene, &sight);
	else
		bench_look(bench, &scene.photo, &sight);
	bench->list = NULL;
	code_list_finish(&told);
	for (unsigned f = 0; f < paper.forms; f++) {
		unsigned wrong = count->wrong;

		judge(&paper, f, &scene, &lie, &sight, count);
		if (getenv("EYE_KEEP") != NULL &&
			(wrong < count->wrong || number == 0 || getenv("EYE_SHOW_UNSURE") != NULL)) {
			char file[200];

			for (size_t i = 0;
				with->file != NULL && i < (size_t)scene.photo.width * (size_t)scene.photo.height; i++)
				memset(scene.rgb + 3 * i, scene.photo.grey[i], 3);
			snprintf(file, sizeof file, "%s/%.20s-%u.jpg", getenv("EYE_KEEP"), with->name, number);
			scene_save(&scene, file);
		}
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

#define TWELVE 4032, 3024
#define SIX    2800, 2100
#define SCAN   2339, 1654 /* A4 at 200 dpi */

static const struct condition conditions[] = {
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
	{"odd marks, harsh", LEVEL_HARSH, SIX, .odd = true},
	{"folded in two", LEVEL_MODERATE, SIX, .most = 10, .change = folded_in_two},
	{"folded in three", LEVEL_MODERATE, SIX, .most = 10, .change = folded_in_three},
	{"crumpled", LEVEL_MODERATE, SIX, .most = 10, .change = crumpled},
	{"strong curl", LEVEL_MODERATE, SIX, .most = 10, .change = curled_much},
	{"two corners torn off", LEVEL_MODERATE, SIX, .most = 10, .damage = tear_corners},
	{"values folded away", LEVEL_MODERATE, SIX, .most = 10, .damage = fold_values, .game = &game_laundry},
	{"QR covered, code told", LEVEL_MODERATE, SIX, .most = 1, .damage = cover_code, .told = true},
	{"QR of ticket B covered", LEVEL_MODERATE, SIX, .most = 1, .damage = cover_code, .game = &game_laundry},
	{"most are marked", LEVEL_MODERATE, SIX, .rate = 0.75},
	{"all are marked", LEVEL_MODERATE, SIX, .rate = 1},
	{"none is marked", LEVEL_MODERATE, SIX, .most = 1, .rate = 1e-9},
};

static void
add_up(struct count *all, const struct count *one)
{
	all->bubbles += one->bubbles;
	all->wrong += one->wrong;
	all->forms += one->forms;
	all->lost += one->lost;
}

void
bench_bubbles(struct bench *bench, enum level level, unsigned pictures)
{
	const char *only = getenv("EYE_CONDITION");
	struct count all = {0};

	for (size_t i = 0; i < LENGTH(conditions); i++) {
		const struct condition *with = &conditions[i];
		struct count count = {0};
		double unsure;

		if (with->level != level || (only != NULL && strcmp(only, with->name) != 0))
			continue;
		for (unsigned n = 0; n < pictures; n++)
			photograph(bench, with, &count, n);
		unsure = 100.0 * count.unsure / MAX(count.plain, 1u);
		printf("bubbles  %-20s %6u: %3u wrong and certain, %5.2f %% unsure%s, %u of %u forms not found, %.3f mm off "
		       "(%.2f at most)\n",
			with->name, count.bubbles, count.wrong, unsure,
			with->most > 0 && unsure > with->most ? " (!)" : "", count.lost, count.forms,
			sqrt(count.squares / MAX(count.places, 1u)), count.furthest);
		fflush(stdout);
		add_up(&all, &count);
	}
	printf("bubbles  all of %-13s %6u: %3u wrong and certain, %u of %u forms not found\n", bench_levels[level],
		all.bubbles, all.wrong, all.lost, all.forms);
}
