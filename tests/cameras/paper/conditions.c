/* SPDX-License-Identifier: MIT
 * The conditions by name, each as a change of the usual recipe. */
#include <stdio.h>
#include <string.h>

#include "tests/cameras/paper/recipe.h"

#define FORM    (1 << PHOTO_FORM)
#define CARD    (1 << PHOTO_CARD)
#define COUPONS (1 << PHOTO_COUPONS)
#define ALL     (FORM | CARD | COUPONS)

struct condition {
	const char *name;
	unsigned kinds;
	const char *about;
	void (*set)(struct recipe *recipe, struct luck *luck);
};

static double
either(const struct recipe *recipe, double mild, double moderate)
{
	return recipe->moderate ? moderate : mild;
}

static void
set_plain(struct recipe *recipe, struct luck *luck)
{
	(void)recipe;
	(void)luck;
}

static void
set_shape(struct recipe *recipe, struct luck *luck)
{
	recipe->hand = HAND_FILL + luck_below(luck, HANDS - HAND_FILL);
	recipe->sloppy = either(recipe, 0.6, 1);
}

static void
set_small(struct recipe *recipe, struct luck *luck)
{
	recipe->hand = luck_one_in(luck, 2) ? HAND_DOT : HAND_HALF;
}

static void
set_corrected(struct recipe *recipe, struct luck *luck)
{
	recipe->corrected = either(recipe, 0.15, 0.35);
	recipe->pen = luck_below(luck, PEN_MARKER);
}

static void
set_yellow(struct recipe *recipe, struct luck *luck)
{
	(void)luck;
	recipe->pen = PEN_YELLOW;
}

static void
set_highlighter(struct recipe *recipe, struct luck *luck)
{
	(void)luck;
	recipe->pen = PEN_HIGHLIGHT;
}

static void
set_pencil(struct recipe *recipe, struct luck *luck)
{
	(void)luck;
	recipe->pen = PEN_PENCIL;
}

static void
bend(struct recipe *recipe, struct luck *luck, enum bend bend, double mild, double moderate)
{
	recipe->bend = bend;
	recipe->bend_by = either(recipe, mild, moderate) * luck_in(luck, 0.7, 1.3);
	recipe->lamp_height *= 0.75; /* low light shows what is bent */
	for (int i = 0; i < 3; i++)
		recipe->ambient[i] *= 0.75;
}

static void
set_two(struct recipe *recipe, struct luck *luck)
{
	bend(recipe, luck, BEND_TWO, 0.22, 0.5);
}

static void
set_three(struct recipe *recipe, struct luck *luck)
{
	bend(recipe, luck, BEND_THREE, 0.18, 0.36);
}

static void
set_quarters(struct recipe *recipe, struct luck *luck)
{
	bend(recipe, luck, BEND_QUARTERS, 0.18, 0.32);
}

static void
set_crumpled(struct recipe *recipe, struct luck *luck)
{
	bend(recipe, luck, BEND_CRUMPLED, 0.1, 0.19);
}

static void
set_curled(struct recipe *recipe, struct luck *luck)
{
	bend(recipe, luck, BEND_CURLED, 0.7, 1.4);
}

static void
shade(struct recipe *recipe, struct luck *luck, enum shade kind, double mild, double moderate)
{
	recipe->shade = kind;
	recipe->shade_dark = clamp(either(recipe, mild, moderate) * luck_in(luck, 0.85, 1.15), 0, 0.97);
	for (int i = 0; i < 3; i++)
		recipe->ambient[i] *= either(recipe, 0.8, 0.6);
}

static void
set_hand(struct recipe *recipe, struct luck *luck)
{
	shade(recipe, luck, SHADE_HAND, 0.7, 0.92);
}

static void
set_blinds(struct recipe *recipe, struct luck *luck)
{
	shade(recipe, luck, SHADE_BLINDS, 0.65, 0.9);
}

static void
set_leaves(struct recipe *recipe, struct luck *luck)
{
	shade(recipe, luck, SHADE_LEAVES, 0.65, 0.9);
}

static void
set_screen(struct recipe *recipe, struct luck *luck)
{
	recipe->screen = either(recipe, 0.2, 0.38) * luck_in(luck, 0.8, 1.2);
	recipe->paper[0] *= 0.96;
	recipe->ruled = RULED_NOT;
}

static void
set_squares_below(struct recipe *recipe, struct luck *luck)
{
	recipe->ruled = RULED_BELOW;
	recipe->ruled_dark = either(recipe, 0.05, 0.1) * luck_in(luck, 0.7, 1.3);
}

static void
set_squares_on(struct recipe *recipe, struct luck *luck)
{
	recipe->ruled = RULED_ON;
	recipe->ruled_dark = either(recipe, 0.22, 0.42) * luck_in(luck, 0.7, 1.3);
}

static void
set_black(struct recipe *recipe, struct luck *luck)
{
	recipe->app = APP_BLACK;
	recipe->app_dpi = luck_in(luck, 130, 220);
	recipe->app_window = 2 * (int)luck_in(luck, 5, either(recipe, 30, 60)) + 1;
	recipe->app_offset = luck_in(luck, either(recipe, 0.08, 0.03), either(recipe, 0.2, 0.3));
	recipe->jpeg = luck_one_in(luck, 2) ? 0 : 80;
	recipe->tilt *= 0.5;
}

static void
set_bright(struct recipe *recipe, struct luck *luck)
{
	recipe->app = APP_BRIGHT;
	recipe->app_dpi = luck_in(luck, 120, 220);
	recipe->jpeg = 70 + (int)luck_below(luck, 20);
}

static void
set_flatbed(struct recipe *recipe, struct luck *luck)
{
	static const double dpi[] = {150, 200, 300};

	recipe->app = APP_FLATBED;
	recipe->app_dpi = dpi[luck_below(luck, 3)];
	recipe->jpeg = luck_one_in(luck, 4) ? 0 : (int)luck_in(luck, either(recipe, 75, 40), either(recipe, 95, 75));
	recipe->blur = luck_in(luck, 0.4, either(recipe, 0.7, 1.1));
	recipe->motion = 0;
	recipe->light = 90;
}

static void
set_back_form(struct recipe *recipe, struct luck *luck)
{
	recipe->back = BACK_FORM;
	recipe->back_dark = either(recipe, 0.1, 0.2) * luck_in(luck, 0.7, 1.3);
}

static void
set_back_text(struct recipe *recipe, struct luck *luck)
{
	recipe->back = BACK_TEXT;
	recipe->back_dark = either(recipe, 0.1, 0.2) * luck_in(luck, 0.7, 1.3);
}

static void
set_chips(struct recipe *recipe, struct luck *luck)
{
	(void)luck;
	recipe->covered = COVERED_CHIPS;
}

static void
set_pen_on(struct recipe *recipe, struct luck *luck)
{
	(void)luck;
	recipe->covered = COVERED_PEN;
}

static void
set_coloured(struct recipe *recipe, struct luck *luck)
{
	static const double colours[][3] = {{0.86, 0.80, 0.40}, {0.85, 0.55, 0.62}, {0.50, 0.72, 0.85},
		{0.52, 0.78, 0.50}, {0.90, 0.62, 0.35}, {0.78, 0.72, 0.60}};
	const double *colour = colours[luck_below(luck, 6)];

	for (int i = 0; i < 3; i++)
		recipe->paper[i] = colour[i] * either(recipe, 1, 0.85);
}

static void
set_94(struct recipe *recipe, struct luck *luck)
{
	(void)luck;
	recipe->scale = 0.94;
}

static void
set_71(struct recipe *recipe, struct luck *luck)
{
	(void)luck;
	recipe->scale = 0.71;
}

static void
set_flash(struct recipe *recipe, struct luck *luck)
{
	recipe->flash = either(recipe, 0.5, 1.1) * luck_in(luck, 0.8, 1.2);
	recipe->falloff = 0.9;
	for (int i = 0; i < 3; i++)
		recipe->ambient[i] *= 0.35;
}

static void
set_jpeg(struct recipe *recipe, struct luck *luck)
{
	recipe->jpeg = (int)luck_in(luck, either(recipe, 18, 8), either(recipe, 30, 18));
}

static void
set_flap(struct recipe *recipe, struct luck *luck)
{
	(void)luck;
	recipe->flap = true;
}

static void
set_torn(struct recipe *recipe, struct luck *luck)
{
	(void)luck;
	recipe->torn = true;
}

static void
set_hide_qr(struct recipe *recipe, struct luck *luck)
{
	(void)luck;
	recipe->hide_qr = true;
}

static void
set_both(struct recipe *recipe, struct luck *luck)
{
	(void)luck;
	recipe->two = true;
}

static void
set_one_player(struct recipe *recipe, struct luck *luck)
{
	(void)luck;
	recipe->players = 1;
}

static void
set_two_players(struct recipe *recipe, struct luck *luck)
{
	(void)luck;
	recipe->players = 2;
}

static void
set_alike(struct recipe *recipe, struct luck *luck)
{
	(void)luck;
	recipe->players = 2;
	recipe->alike = true;
}

static void
set_held(struct recipe *recipe, struct luck *luck)
{
	(void)luck;
	recipe->held = true;
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
set_large(struct recipe *recipe, struct luck *luck)
{
	resize(recipe, 2.1);
	recipe->blur = luck_in(luck, 0.8, either(recipe, 1.3, 1.9));
	recipe->light *= 0.4;
}

static void
set_webcam(struct recipe *recipe, struct luck *luck)
{
	resize(recipe, 0.667);
	recipe->blur = luck_in(luck, 0.6, either(recipe, 0.8, 1.1));
	recipe->light *= 0.5;
	recipe->sharpen = luck_in(luck, 1, 2);
	recipe->jpeg = (int)luck_in(luck, 50, 80);
}

static void
set_dim(struct recipe *recipe, struct luck *luck)
{
	recipe->light = either(recipe, 5, 1.8) * luck_in(luck, 0.8, 1.2);
	recipe->blur += either(recipe, 0.2, 0.5);
	recipe->lamp[2] *= 0.75;
}

static void
set_motion(struct recipe *recipe, struct luck *luck)
{
	recipe->motion = luck_in(luck, either(recipe, 2, 4), either(recipe, 4, 7));
}

static void
set_defocus(struct recipe *recipe, struct luck *luck)
{
	recipe->blur = luck_in(luck, either(recipe, 1.2, 1.8), either(recipe, 1.8, 2.6));
}

static void
set_wide(struct recipe *recipe, struct luck *luck)
{
	recipe->lens = -luck_in(luck, either(recipe, 0.06, 0.14), either(recipe, 0.14, 0.24));
}

static void
set_low_ink(struct recipe *recipe, struct luck *luck)
{
	recipe->ink_low = either(recipe, 0.3, 0.55) * luck_in(luck, 0.7, 1.2);
	recipe->ink_streaks = luck_one_in(luck, 3) ? 0 : either(recipe, 0.5, 0.8);
}

static void
set_wood(struct recipe *recipe, struct luck *luck)
{
	(void)luck;
	recipe->ground = GROUND_WOOD;
}

static void
set_cloth(struct recipe *recipe, struct luck *luck)
{
	(void)luck;
	recipe->ground = GROUND_CLOTH;
}

static void
set_glossy(struct recipe *recipe, struct luck *luck)
{
	recipe->ground = GROUND_GLOSSY;
	recipe->flash = luck_in(luck, 0.1, either(recipe, 0.25, 0.5));
}

static void
set_hard_light(struct recipe *recipe, struct luck *luck)
{
	recipe->lamp_height = luck_in(luck, 0.35, 0.7);
	for (int i = 0; i < 3; i++)
		recipe->ambient[i] *= either(recipe, 0.7, 0.45);
}

static const struct condition conditions[] = {
	{"plain", ALL, "ordinary pens, tables and rooms", set_plain},
	{"shapes", FORM, "one way of marking: ticks, crosses, dots, halves, scribbles, outside the outline", set_shape},
	{"small", FORM, "dots and half filled bubbles", set_small},
	{"pencil", FORM, "pencils", set_pencil},
	{"corrected", FORM, "filled, crossed or scribbled out, and another one filled", set_corrected},
	{"yellow", FORM, "a yellow felt pen", set_yellow},
	{"highlighter", FORM, "a highlighter", set_highlighter},
	{"folded", FORM | COUPONS, "folded in two and opened", set_two},
	{"thirds", FORM | COUPONS, "folded in three and opened", set_three},
	{"quarters", FORM, "folded twice and opened", set_quarters},
	{"crumpled", FORM | COUPONS, "crumpled and smoothed", set_crumpled},
	{"curled", ALL, "strongly curled", set_curled},
	{"hand", ALL, "a hand's shadow", set_hand},
	{"blinds", ALL, "stripes of window blinds", set_blinds},
	{"leaves", ALL, "dappled light below leaves", set_leaves},
	{"moire", ALL, "photographed from a screen", set_screen},
	{"squares-below", FORM, "squared paper shines through from below", set_squares_below},
	{"squares-on", FORM, "printed on squared paper", set_squares_on},
	{"black-white", ALL, "a scanning app's black-and-white mode", set_black},
	{"bright", ALL, "a scanning app's brightened colours", set_bright},
	{"flatbed", ALL, "a flatbed scanner at 150, 200 or 300 dpi", set_flatbed},
	{"back-form", FORM, "another marked form shows through from the back", set_back_form},
	{"back-text", FORM, "text shows through from the back of recycled paper", set_back_text},
	{"chips", FORM, "small chips lie on bubbles", set_chips},
	{"pen-on", FORM, "a pen lies on bubbles", set_pen_on},
	{"coloured", ALL, "coloured paper", set_coloured},
	{"print-94", FORM | COUPONS, "printed at 94 %", set_94},
	{"print-71", FORM | COUPONS, "printed at 71 %", set_71},
	{"flash", ALL, "the phone's flash", set_flash},
	{"jpeg", ALL, "JPEG of quality 8 to 30", set_jpeg},
	{"flap", FORM, "the flap of a ticket is folded over or under", set_flap},
	{"torn", FORM, "two corners are torn off", set_torn},
	{"hidden-code", FORM, "something lies on the QR", set_hide_qr},
	{"two-forms", FORM, "two forms in one picture", set_both},
	{"two-piles", COUPONS, "two players' coupons in one picture", set_both},
	{"one-player", CARD, "the clips of one player", set_one_player},
	{"two-players", CARD, "the clips of two players", set_two_players},
	{"alike", CARD, "clips of two players in colours that are hard to tell apart", set_alike},
	{"held", CARD, "a card in a hand", set_held},
	{"large", ALL, "a phone's whole 12 megapixels", set_large},
	{"webcam", ALL, "a webcam of 1280 x 720", set_webcam},
	{"dim", ALL, "little light, much noise", set_dim},
	{"motion", ALL, "the camera moved", set_motion},
	{"defocus", ALL, "out of focus", set_defocus},
	{"wide", ALL, "a wide-angle lens", set_wide},
	{"low-ink", FORM | COUPONS, "a printer low on ink, with streaks", set_low_ink},
	{"wood", ALL, "on a wooden table", set_wood},
	{"cloth", ALL, "on a tablecloth", set_cloth},
	{"glossy", ALL, "on a glossy dark table", set_glossy},
	{"hard-light", ALL, "one lamp, low above the table", set_hard_light},
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
		conditions[i / 2].set(recipe, &own);
		return true;
	}
	return false;
}
