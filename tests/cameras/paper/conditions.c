/* SPDX-License-Identifier: MIT
 * The conditions by name, each as a change of the usual recipe. */
#include <stdio.h>
#include <string.h>

#include "tests/cameras/paper/recipe.h"

#define FORM    (1 << PHOTO_FORM)
#define CARD    (1 << PHOTO_CARD)
#define COUPONS (1 << PHOTO_COUPONS)
#define ALL     (FORM | CARD | COUPONS)

/* A change of the usual recipe: `which` way, and how much of it in each strength; `by` is the one that was asked for.
 */
struct condition {
	const char *name;
	unsigned kinds;
	const char *about;
	void (*set)(struct recipe *recipe, unsigned which, double by, struct luck *luck);
	unsigned which;
	double mild, moderate;
};

static double
either(const struct recipe *recipe, double mild, double moderate)
{
	return recipe->moderate ? moderate : mild;
}

static void
darken_room(struct recipe *recipe, double by)
{
	for (int i = 0; i < 3; i++)
		recipe->ambient[i] *= by;
}

static void
set_happening(struct recipe *recipe, unsigned which, double by, struct luck *luck)
{
	(void)by;
	(void)luck;
	recipe->happens |= which;
	if (which == COLOURS_ALIKE)
		recipe->players = 2;
}

static void
set_players(struct recipe *recipe, unsigned which, double by, struct luck *luck)
{
	(void)by;
	(void)luck;
	recipe->players = which;
}

static void
set_shape(struct recipe *recipe, unsigned which, double by, struct luck *luck)
{
	(void)which;
	recipe->hand = HAND_FILL + luck_below(luck, HANDS - HAND_FILL);
	recipe->sloppy = by;
}

static void
set_small(struct recipe *recipe, unsigned which, double by, struct luck *luck)
{
	(void)which;
	(void)by;
	recipe->hand = luck_one_in(luck, 2) ? HAND_DOT : HAND_HALF;
}

static void
set_corrected(struct recipe *recipe, unsigned which, double by, struct luck *luck)
{
	(void)which;
	recipe->corrected = by;
	recipe->pen = luck_below(luck, PEN_MARKER);
}

static void
set_pen(struct recipe *recipe, unsigned which, double by, struct luck *luck)
{
	(void)by;
	(void)luck;
	recipe->pen = which;
}

static void
set_bend(struct recipe *recipe, unsigned which, double by, struct luck *luck)
{
	recipe->bend = which;
	recipe->bend_by = by * luck_in(luck, 0.7, 1.3);
	/* Low light shows what is bent. */
	recipe->lamp_height *= 0.75;
	darken_room(recipe, 0.75);
}

static void
set_shade(struct recipe *recipe, unsigned which, double by, struct luck *luck)
{
	recipe->shade = which;
	recipe->shade_dark = clamp(by * luck_in(luck, 0.85, 1.15), 0, 0.97);
	darken_room(recipe, either(recipe, 0.8, 0.6));
}

static void
set_screen(struct recipe *recipe, unsigned which, double by, struct luck *luck)
{
	(void)which;
	recipe->screen = by * luck_in(luck, 0.8, 1.2);
	recipe->paper[0] *= 0.96;
}

static void
set_ruled(struct recipe *recipe, unsigned which, double by, struct luck *luck)
{
	recipe->ruled = which;
	recipe->ruled_dark = by * luck_in(luck, 0.7, 1.3);
}

static void
set_back(struct recipe *recipe, unsigned which, double by, struct luck *luck)
{
	recipe->back = which;
	recipe->back_dark = by * luck_in(luck, 0.7, 1.3);
}

static void
set_covered(struct recipe *recipe, unsigned which, double by, struct luck *luck)
{
	(void)by;
	(void)luck;
	recipe->covered = which;
}

static void
set_coloured(struct recipe *recipe, unsigned which, double by, struct luck *luck)
{
	static const double colours[][3] = {{0.86, 0.80, 0.40}, {0.85, 0.55, 0.62}, {0.50, 0.72, 0.85},
		{0.52, 0.78, 0.50}, {0.90, 0.62, 0.35}, {0.78, 0.72, 0.60}};
	const double *colour = colours[luck_below(luck, 6)];

	(void)which;
	for (int i = 0; i < 3; i++)
		recipe->paper[i] = colour[i] * by;
}

static void
set_scale(struct recipe *recipe, unsigned which, double by, struct luck *luck)
{
	(void)which;
	(void)luck;
	recipe->scale = by;
}

static void
set_low_ink(struct recipe *recipe, unsigned which, double by, struct luck *luck)
{
	(void)which;
	recipe->ink_low = by * luck_in(luck, 0.7, 1.2);
	recipe->ink_streaks = luck_one_in(luck, 3) ? 0 : either(recipe, 0.5, 0.8);
}

static void
set_ground(struct recipe *recipe, unsigned which, double by, struct luck *luck)
{
	recipe->ground = which;
	if (which == GROUND_GLOSSY)
		recipe->flash = luck_in(luck, 0.1, by);
}

static void
set_flash(struct recipe *recipe, unsigned which, double by, struct luck *luck)
{
	(void)which;
	recipe->flash = by * luck_in(luck, 0.8, 1.2);
	recipe->falloff = 0.9;
	darken_room(recipe, 0.35);
}

static void
set_hard_light(struct recipe *recipe, unsigned which, double by, struct luck *luck)
{
	(void)which;
	recipe->lamp_height = luck_in(luck, 0.35, 0.7);
	darken_room(recipe, by);
}

static void
set_dim(struct recipe *recipe, unsigned which, double by, struct luck *luck)
{
	(void)which;
	recipe->light = by * luck_in(luck, 0.8, 1.2);
	recipe->blur += either(recipe, 0.2, 0.5);
	recipe->lamp[2] *= 0.75;
}

static void
set_motion(struct recipe *recipe, unsigned which, double by, struct luck *luck)
{
	(void)which;
	recipe->motion = luck_in(luck, by, either(recipe, 4, 7));
}

static void
set_defocus(struct recipe *recipe, unsigned which, double by, struct luck *luck)
{
	(void)which;
	recipe->blur = luck_in(luck, by, either(recipe, 1.8, 2.6));
}

static void
set_wide(struct recipe *recipe, unsigned which, double by, struct luck *luck)
{
	(void)which;
	recipe->lens = -luck_in(luck, by, either(recipe, 0.14, 0.24));
}

static void
set_jpeg(struct recipe *recipe, unsigned which, double by, struct luck *luck)
{
	(void)which;
	recipe->jpeg = (int)luck_in(luck, by, either(recipe, 30, 18));
}

/* All that is given in pixels grows with the picture. */
static void
resize(struct recipe *recipe, double by)
{
	recipe->w = (int)(recipe->w * by) / 16 * 16;
	recipe->h = (int)(recipe->h * by) / 16 * 16;
	recipe->motion *= by;
}

static void
set_large(struct recipe *recipe, unsigned which, double by, struct luck *luck)
{
	(void)which;
	resize(recipe, 2.1);
	recipe->blur = luck_in(luck, 0.8, by);
	recipe->light *= 0.4;
}

static void
set_webcam(struct recipe *recipe, unsigned which, double by, struct luck *luck)
{
	(void)which;
	resize(recipe, 0.667);
	recipe->blur = luck_in(luck, 0.6, by);
	recipe->light *= 0.5;
	recipe->sharpen = luck_in(luck, 1, 2);
	recipe->jpeg = (int)luck_in(luck, 50, 80);
}

static void
set_black(struct recipe *recipe, unsigned which, double by, struct luck *luck)
{
	(void)which;
	recipe->app = APP_BLACK;
	recipe->app_dpi = luck_in(luck, 130, 220);
	recipe->app_window = 2 * (int)luck_in(luck, 5, by) + 1;
	recipe->app_offset = luck_in(luck, either(recipe, 0.08, 0.03), either(recipe, 0.2, 0.3));
	recipe->jpeg = luck_one_in(luck, 2) ? 0 : 80;
	recipe->tilt *= 0.5;
}

static void
set_bright(struct recipe *recipe, unsigned which, double by, struct luck *luck)
{
	(void)which;
	(void)by;
	recipe->app = APP_BRIGHT;
	recipe->app_dpi = luck_in(luck, 120, 220);
	recipe->jpeg = 70 + (int)luck_below(luck, 20);
}

static void
set_flatbed(struct recipe *recipe, unsigned which, double by, struct luck *luck)
{
	static const double dpi[] = {150, 200, 300};

	(void)which;
	recipe->app = APP_FLATBED;
	recipe->app_dpi = dpi[luck_below(luck, 3)];
	recipe->jpeg = luck_one_in(luck, 4) ? 0 : (int)luck_in(luck, by, either(recipe, 95, 75));
	recipe->blur = luck_in(luck, 0.4, either(recipe, 0.7, 1.1));
	recipe->motion = 0;
	recipe->light = 90;
}

/* Kind, what it is about, and the change. The comment of a setter's field in struct recipe has the unit. */
static const struct condition conditions[] = {
	{"plain", ALL, "ordinary pens, tables and rooms", set_happening, 0, 0, 0},
	{"shapes", FORM, "one way of marking: ticks, crosses, dots, halves, scribbles, outside the outline", set_shape,
		0, 0.6, 1},
	{"small", FORM, "dots and half filled bubbles", set_small, 0, 0, 0},
	{"pencil", FORM, "pencils", set_pen, PEN_PENCIL, 0, 0},
	{"corrected", FORM, "filled, crossed or scribbled out, and another one filled", set_corrected, 0, 0.15, 0.35},
	{"yellow", FORM, "a yellow felt pen", set_pen, PEN_YELLOW, 0, 0},
	{"highlighter", FORM, "a highlighter", set_pen, PEN_HIGHLIGHT, 0, 0},
	{"folded", FORM | COUPONS, "folded in two and opened", set_bend, BEND_TWO, 0.22, 0.5},
	{"thirds", FORM | COUPONS, "folded in three and opened", set_bend, BEND_THREE, 0.18, 0.36},
	{"quarters", FORM, "folded twice and opened", set_bend, BEND_QUARTERS, 0.18, 0.32},
	{"crumpled", FORM | COUPONS, "crumpled and smoothed", set_bend, BEND_CRUMPLED, 0.1, 0.19},
	{"curled", ALL, "strongly curled", set_bend, BEND_CURLED, 0.7, 1.4},
	{"hand", ALL, "a hand's shadow", set_shade, SHADE_HAND, 0.7, 0.92},
	{"blinds", ALL, "stripes of window blinds", set_shade, SHADE_BLINDS, 0.65, 0.9},
	{"leaves", ALL, "dappled light below leaves", set_shade, SHADE_LEAVES, 0.65, 0.9},
	{"moire", ALL, "photographed from a screen", set_screen, 0, 0.2, 0.38},
	{"squares-below", FORM, "squared paper shines through from below", set_ruled, RULED_BELOW, 0.05, 0.1},
	{"squares-on", FORM, "printed on squared paper", set_ruled, RULED_ON, 0.22, 0.42},
	{"black-white", ALL, "a scanning app's black-and-white mode", set_black, 0, 30, 60},
	{"bright", ALL, "a scanning app's brightened colours", set_bright, 0, 0, 0},
	{"flatbed", ALL, "a flatbed scanner at 150, 200 or 300 dpi", set_flatbed, 0, 75, 40},
	{"back-form", FORM, "another marked form shows through from the back", set_back, BACK_FORM, 0.1, 0.2},
	{"back-text", FORM, "text shows through from the back of recycled paper", set_back, BACK_TEXT, 0.1, 0.2},
	{"chips", FORM, "small chips lie on bubbles", set_covered, COVERED_CHIPS, 0, 0},
	{"pen-on", FORM, "a pen lies on bubbles", set_covered, COVERED_PEN, 0, 0},
	{"coloured", ALL, "coloured paper", set_coloured, 0, 1, 0.85},
	{"print-94", FORM | COUPONS, "printed at 94 %", set_scale, 0, 0.94, 0.94},
	{"print-71", FORM | COUPONS, "printed at 71 %", set_scale, 0, 0.71, 0.71},
	{"flash", ALL, "the phone's flash", set_flash, 0, 0.5, 1.1},
	{"jpeg", ALL, "JPEG of quality 8 to 30", set_jpeg, 0, 18, 8},
	{"flap", FORM, "the flap of a ticket is folded over or under", set_happening, FLAP_FOLDED, 0, 0},
	{"torn", FORM, "two corners are torn off", set_happening, CORNERS_TORN, 0, 0},
	{"hidden-code", FORM, "something lies on the QR", set_happening, CODE_HIDDEN, 0, 0},
	{"two-forms", FORM, "two forms in one picture", set_happening, TWO_SHOWN, 0, 0},
	{"two-piles", COUPONS, "two players' coupons in one picture", set_happening, TWO_SHOWN, 0, 0},
	{"one-player", CARD, "the clips of one player", set_players, 1, 0, 0},
	{"two-players", CARD, "the clips of two players", set_players, 2, 0, 0},
	{"alike", CARD, "clips of two players in colours that are hard to tell apart", set_happening, COLOURS_ALIKE, 0,
		0},
	{"held", CARD, "a card in a hand", set_happening, CARD_HELD, 0, 0},
	{"large", ALL, "a phone's whole 12 megapixels", set_large, 0, 1.3, 1.9},
	{"webcam", ALL, "a webcam of 1280 x 720", set_webcam, 0, 0.8, 1.1},
	{"dim", ALL, "little light, much noise", set_dim, 0, 5, 1.8},
	{"motion", ALL, "the camera moved", set_motion, 0, 2, 4},
	{"defocus", ALL, "out of focus", set_defocus, 0, 1.2, 1.8},
	{"wide", ALL, "a wide-angle lens", set_wide, 0, 0.06, 0.14},
	{"low-ink", FORM | COUPONS, "a printer low on ink, with streaks", set_low_ink, 0, 0.3, 0.55},
	{"wood", ALL, "on a wooden table", set_ground, GROUND_WOOD, 0, 0},
	{"cloth", ALL, "on a tablecloth", set_ground, GROUND_CLOTH, 0, 0},
	{"glossy", ALL, "on a glossy dark table", set_ground, GROUND_GLOSSY, 0.25, 0.5},
	{"hard-light", ALL, "one lamp, low above the table", set_hard_light, 0, 0.7, 0.45},
};

#define CONDITIONS (sizeof conditions / sizeof *conditions)

static const char *const strengths[2] = {"mild", "moderate"};

/* The names with both strengths, written once. */
static const char *
full_name(size_t condition, unsigned strength)
{
	static char names[CONDITIONS][2][24];
	char *name = names[condition][strength];

	if (name[0] == '\0')
		snprintf(name, sizeof names[0][0], "%s-%s", conditions[condition].name, strengths[strength]);
	return name;
}

const char *
photo_condition(enum photo_kind kind, size_t n)
{
	for (size_t i = 0; i < CONDITIONS; i++)
		for (unsigned strength = 0; strength < 2 && conditions[i].kinds >> kind & 1; strength++)
			if (n-- == 0)
				return full_name(i, strength);
	return NULL;
}

const char *
photo_condition_about(const char *condition)
{
	for (size_t i = 0; i < 2 * CONDITIONS; i++)
		if (strcmp(full_name(i / 2, i % 2), condition) == 0)
			return conditions[i / 2].about;
	return NULL;
}

static void
usual_light(struct recipe *recipe, struct luck *luck)
{
	double warm = luck_in(luck, -0.12, 0.3), strength = luck_in(luck, 0.45, 0.8);

	recipe->lamp_height = luck_in(luck, either(recipe, 0.8, 0.6), 1.4);
	recipe->lamp_from = luck_in(luck, 0, TURN);
	recipe->falloff = luck_in(luck, 0, either(recipe, 0.35, 0.6));
	for (int i = 0; i < 3; i++) {
		recipe->lamp[i] = strength * (1 - (i - 1) * warm);
		recipe->ambient[i] = (1 - strength) * (1 + (i - 1) * luck_in(luck, -0.06, 0.1));
	}
	if (luck_one_in(luck, either(recipe, 5, 3))) {
		recipe->shade = SHADE_HAND; /* the phone's or a person's, soft and weak */
		recipe->shade_dark = luck_in(luck, 0.1, either(recipe, 0.3, 0.5));
	}
}

static void
usual_lens(struct recipe *recipe, struct luck *luck)
{
	bool wide = luck_one_in(luck, 3);

	recipe->w = wide ? 1920 : 1080;
	recipe->h = wide ? 1080 : 1920;
	recipe->tilt = luck_in(luck, 0, either(recipe, 0.25, 0.42));
	recipe->fill = luck_in(luck, either(recipe, 0.88, 0.82), 0.97);
	recipe->blur = luck_in(luck, 0.45, either(recipe, 0.75, 1));
	recipe->motion = luck_one_in(luck, 4) ? luck_in(luck, 1, either(recipe, 2, 3)) : 0;
	recipe->light = luck_in(luck, either(recipe, 20, 8), either(recipe, 70, 40));
	recipe->lens = luck_in(luck, -0.03, 0.015);
	recipe->sharpen = luck_in(luck, 0.2, 1);
	recipe->contrast = luck_in(luck, 0.1, 0.6);
	recipe->jpeg = (int)luck_in(luck, either(recipe, 80, 60), 95);
	recipe->half_colour = !luck_one_in(luck, 5);
}

static void
usual_paper(struct recipe *recipe, struct luck *luck)
{
	double grey = luck_in(luck, 0.78, 0.9);

	recipe->paper[0] = grey * luck_in(luck, 0.98, 1.01);
	recipe->paper[1] = grey;
	recipe->paper[2] = grey * luck_in(luck, 0.94, 1.05);
	recipe->scale = luck_in(luck, 0.99, 1.01);
	recipe->ink_low = luck_in(luck, 0, either(recipe, 0.08, 0.2));
	recipe->grey_ink = luck_one_in(luck, 3);
	recipe->bend = luck_one_in(luck, 2) ? BEND_CURLED : BEND_TWO;
	recipe->bend_by = luck_in(luck, 0, either(recipe, 0.05, 0.12));
	recipe->ground = luck_below(luck, GROUND_SQUARED);
}

bool
recipe_choose(struct recipe *recipe, enum photo_kind kind, const char *condition, struct luck luck)
{
	struct luck paper = luck_part(&luck, 0), light = luck_part(&luck, 1), lens = luck_part(&luck, 2);
	struct luck own = luck_part(&luck, 3), pens = luck_part(&luck, 4);
	/* How often each pen is at hand. */
	static const enum pen_kind usual[] = {PEN_BALL, PEN_BALL, PEN_BALL, PEN_BALL, PEN_GEL, PEN_GEL, PEN_PENCIL,
		PEN_PENCIL, PEN_FELT, PEN_FELT, PEN_FINE, PEN_MARKER};

	for (size_t i = 0; i < 2 * CONDITIONS; i++) {
		if (!(conditions[i / 2].kinds >> kind & 1) || strcmp(full_name(i / 2, i % 2), condition) != 0)
			continue;
		*recipe = (struct recipe){.moderate = i % 2 == 1};
		usual_paper(recipe, &paper);
		usual_light(recipe, &light);
		usual_lens(recipe, &lens);
		recipe->pen = usual[luck_below(&pens, sizeof usual / sizeof *usual)];
		recipe->sloppy = luck_in(&pens, 0, either(recipe, 0.5, 1));
		const struct condition *chosen = &conditions[i / 2];

		chosen->set(recipe, chosen->which, either(recipe, chosen->mild, chosen->moderate), &own);
		return true;
	}
	return false;
}
