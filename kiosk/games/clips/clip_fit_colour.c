/* SPDX-License-Identifier: MIT
 * The colours of clips. The paper tells what white looks like in this light, and the difference is the colour of a
 * clip. A colour between two is unknown: colours distinguish players. The constants were checked on simulated clips of
 * steel, copper and paint (tests/kiosk/games/clips/cards.c). */
#include <glib.h>
#include <math.h>

#include "kiosk/games/clips/clip_fit.h"

/* Most samples of the paper. */
#define SAMPLES 4096

/* Largest difference from the bare card, as a share of paper white, at which a sample is bare paper. */
#define PAPER 0.08

/* A sample of a clip has to be darker than the bare card by this share of paper white. */
#define DARK 0.15

/* Strength of a colour (its distance from grey, of 255) below which a clip is bare metal. */
#define STEEL 9.0

/* Strength of a colour from which a clip is painted. */
#define COLOURED 15.0

/* Largest difference in hue, in degrees, at which a faint clip has the colour of another one that is known. */
#define HUE_LIKE 50.0

/* Strength of a colour up to which its hue is meaningless. */
#define FAINT 3.5

/* The blue and red difference from grey. */
struct tint {
	double blue, red;
};

/* The medians of the samples, which it sorts. */
static struct tint
tint_of(double *blue, double *red, unsigned count)
{
	return count == 0 ? (struct tint){0, 0} : (struct tint){values_median(blue, count), values_median(red, count)};
}

static struct tint
paper_tint(const struct card_view *view, const struct colours *colours)
{
	const double step = 100.0 / CARD_VIEW_PIXELS;
	double blues[SAMPLES], reds[SAMPLES];
	unsigned n = 0;

	for (int y = 4; y < view->height; y += 7)
		for (int x = 4; x < view->width && n < SAMPLES; x += 7) {
			struct point at = warp_map(&view->map, (struct point){x * step, y * step});
			int blue, red;

			if (!(view->trust[y][x] > 0.9F && fabsf(view->differs[y][x]) < PAPER))
				continue;
			colours_at(colours, at.x, at.y, &blue, &red);
			blues[n] = blue;
			reds[n++] = red;
		}
	return tint_of(blues, reds, n);
}

/* The tint of a clip: that of its wire minus that of the paper, scaled by how dark it is there. */
static struct tint
clip_tint(const struct card_view *view, const struct clip_path *path, const struct tint *paper,
	const struct colours *colours)
{
	const double step = 100.0 / CARD_VIEW_PIXELS;
	double blues[CLIP_POINTS], reds[CLIP_POINTS];
	unsigned taken = 0;

	for (unsigned n = 0; n < path->points; n++) {
		double x = path->point[n].x, y = path->point[n].y;
		struct point at = warp_map(&view->map, (struct point){x, y});
		double light = 1 + view->differs[(int)(y / step)][(int)(x / step)];
		int blue, red;

		/* Skip paper next to the wire, and highlights, which have the colour of the lamp. */
		if (light > 1 - DARK)
			continue;
		colours_at(colours, at.x, at.y, &blue, &red);
		blues[taken] = blue - (int)lround(paper->blue * light);
		reds[taken++] = red - (int)lround(paper->red * light);
	}
	return tint_of(blues, reds, taken);
}

static enum mark_colour
name_tint(const struct tint *tint)
{
	/* Ranges of hue in the plane of blue and red, in degrees, with gaps between neighbours. */
	static const struct {
		double from, to;
		enum mark_colour colour;
	} named[] = {{-45, 25, MARK_COLOUR_BLUE}, {77, 115, MARK_COLOUR_RED}, {119, 139, MARK_COLOUR_COPPER},
		{143, 205, MARK_COLOUR_YELLOW}, {-170, -100, MARK_COLOUR_GREEN}};
	double strength = hypot(tint->blue, tint->red), hue = atan2(tint->red, tint->blue) * 180 / G_PI;

	if (strength < STEEL)
		return MARK_COLOUR_PLAIN;
	for (size_t i = 0; strength >= COLOURED && i < G_N_ELEMENTS(named); i++)
		if ((hue >= named[i].from && hue <= named[i].to) || hue + 360 <= named[i].to)
			return named[i].colour;
	return MARK_COLOUR_UNKNOWN;
}

/* The colour of a clip that is too faint to be named, perhaps in shadow: that of all other clips on this card with a
 * similar hue. Unknown if there are none, or of several colours. */
static enum mark_colour
like_another(unsigned runs, const struct tint *of, const struct tint tint[CARD_RUNS],
	const enum mark_colour colour[CARD_RUNS])
{
	enum mark_colour like = MARK_COLOUR_UNKNOWN;

	for (unsigned i = 0; i < runs && hypot(of->blue, of->red) > FAINT; i++) {
		double apart = remainder(atan2(of->red, of->blue) - atan2(tint[i].red, tint[i].blue), 2 * G_PI);

		if (colour[i] <= MARK_COLOUR_PLAIN || fabs(apart) * 180 / G_PI > HUE_LIKE)
			continue;
		if (like != MARK_COLOUR_UNKNOWN && like != colour[i])
			return MARK_COLOUR_UNKNOWN;
		like = colour[i];
	}
	return like;
}

void
clip_fit_colours(const struct card *card, const struct card_view *view, const struct clip_fit fit[CARD_RUNS],
	const struct colours *colours, enum mark_colour colour[CARD_RUNS])
{
	struct tint paper = paper_tint(view, colours), tint[CARD_RUNS] = {{0, 0}};
	enum mark_colour named[CARD_RUNS] = {MARK_COLOUR_UNKNOWN};
	bool painted = false;

	for (unsigned i = 0; i < card->runs; i++) {
		struct clip_path path;

		if (fit[i].state == MARK_EMPTY)
			continue;
		clip_path_make(card, &card->run[i], &fit[i].seat, &path);
		tint[i] = clip_tint(view, &path, &paper, colours);
		named[i] = name_tint(&tint[i]);
		painted |= named[i] > MARK_COLOUR_PLAIN;
	}
	for (unsigned i = 0; i < card->runs; i++) {
		/* If there are painted clips, what looks like bare metal may be paint in shadow. */
		bool is_faint = named[i] == MARK_COLOUR_UNKNOWN || (named[i] == MARK_COLOUR_PLAIN && painted);

		colour[i] = fit[i].state != MARK_EMPTY && is_faint ? like_another(card->runs, &tint[i], tint, named)
								   : named[i];
	}
}
