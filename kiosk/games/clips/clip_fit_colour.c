/* SPDX-License-Identifier: MIT
 * What clips are made of. The paper says what is white in this light; what a clip is more than that is its own
 * colour. Where it is between two, it is not known: colours tell players apart. */
#include <glib.h>
#include <math.h>
#include <stdlib.h>

#include "kiosk/games/clips/clip_fit.h"

/* Checked on simulated clips of steel, copper and paint (tests/kiosk/games/clips/cards.c). */

/* Samples of paper at most. */
#define SAMPLES 4096

/* Difference from the bare card below which there is bare paper. */
#define PAPER 0.08

/* Share by which a clip is darker than what is printed. */
#define DARK 0.15

/* Strength of a colour (distance from grey, of 255) below which a clip is bare metal. */
#define STEEL 9.0

/* Strength of a colour from which a clip is painted. */
#define COLOURED 15.0

/* Degrees from the hue of clips whose colour is known, within which a faint one has the same. */
#define HUE_LIKE 50.0

/* Strength of a colour below which there is no hue. */
#define FAINT 3.5

static int
by_value(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/* The middle of what was measured. */
struct tint {
	double blue, red;
};

static struct tint
middle_of(int *blue, int *red, unsigned count)
{
	if (count == 0)
		return (struct tint){0, 0};
	qsort(blue, count, sizeof *blue, by_value);
	qsort(red, count, sizeof *red, by_value);
	return (struct tint){blue[count / 2], red[count / 2]};
}

static struct tint
paper_tint(const struct card_view *view, const struct colours *colours)
{
	const double step = 100.0 / CARD_VIEW_PIXELS;
	int blue[SAMPLES], red[SAMPLES];
	unsigned n = 0;

	for (int y = 4; y < view->height; y += 7)
		for (int x = 4; x < view->width && n < SAMPLES; x += 7) {
			struct point at = plane_warp_map(&view->map, x * step, y * step);

			if (view->trust[y][x] > 0.9F && fabsf(view->differs[y][x]) < PAPER) {
				colours_at(colours, at.x, at.y, &blue[n], &red[n]);
				n++;
			}
		}
	return middle_of(blue, red, n);
}

static enum mark_colour
name_tint(double blue, double red)
{
	/* Directions in the plane of blue and red, in degrees; between two that are near there is a gap. */
	static const struct {
		double from, to;
		enum mark_colour colour;
	} named[] = {{-45, 25, MARK_COLOUR_BLUE}, {77, 115, MARK_COLOUR_RED}, {119, 139, MARK_COLOUR_COPPER},
		{143, 205, MARK_COLOUR_YELLOW}, {-170, -100, MARK_COLOUR_GREEN}};
	double strength = hypot(blue, red), hue = atan2(red, blue) * 180 / G_PI;

	if (strength < STEEL)
		return MARK_COLOUR_PLAIN;
	for (size_t i = 0; strength >= COLOURED && i < G_N_ELEMENTS(named); i++)
		if ((hue >= named[i].from && hue <= named[i].to) || hue + 360 <= named[i].to)
			return named[i].colour;
	return MARK_COLOUR_UNKNOWN;
}

static double
hue_apart(const struct tint *one, const struct tint *other)
{
	return fabs(remainder(atan2(one->red, one->blue) - atan2(other->red, other->blue), 2 * G_PI)) * 180 / G_PI;
}

/* A clip in shadow whose colour is too faint to be named is like another on this card, or like none: then it
 * stays unknown. */
static enum mark_colour
like_another(unsigned runs, unsigned n, const struct tint tint[CARD_RUNS], const enum mark_colour colour[CARD_RUNS])
{
	enum mark_colour like = MARK_COLOUR_UNKNOWN;

	for (unsigned i = 0; i < runs && hypot(tint[n].blue, tint[n].red) > FAINT; i++) {
		if (colour[i] <= MARK_COLOUR_PLAIN || hue_apart(&tint[n], &tint[i]) > HUE_LIKE)
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
	const double step = 100.0 / CARD_VIEW_PIXELS;
	struct tint paper = paper_tint(view, colours), tint[CARD_RUNS] = {{0, 0}};
	enum mark_colour named[CARD_RUNS] = {MARK_COLOUR_UNKNOWN};
	bool painted = false;

	for (unsigned i = 0; i < card->runs; i++) {
		struct clip_point point[CLIP_POINTS];
		int blue[CLIP_POINTS], red[CLIP_POINTS];
		unsigned points, taken = 0;

		if (fit[i].state == MARK_EMPTY)
			continue;
		points = clip_fit_path(card, &card->run[i], &fit[i].seat, point);
		for (unsigned n = 0; n < points; n++) {
			struct point at = plane_warp_map(&view->map, point[n].x, point[n].y);
			/* The light's own colour is less where there is less light. */
			double light = 1 + view->differs[(int)(point[n].y / step)][(int)(point[n].x / step)];

			/* Beside the wire there is paper, and in its shine the lamp. */
			if (light > 1 - DARK)
				continue;
			colours_at(colours, at.x, at.y, &blue[taken], &red[taken]);
			blue[taken] -= (int)lround(paper.blue * light);
			red[taken] -= (int)lround(paper.red * light);
			taken++;
		}
		tint[i] = middle_of(blue, red, taken);
		named[i] = name_tint(tint[i].blue, tint[i].red);
		painted |= named[i] > MARK_COLOUR_PLAIN;
	}
	for (unsigned i = 0; i < card->runs; i++)
		/* Beside painted clips, what looks bare may be paint in shadow. */
		colour[i] = fit[i].state != MARK_EMPTY &&
				(named[i] == MARK_COLOUR_UNKNOWN || (named[i] == MARK_COLOUR_PLAIN && painted))
			? like_another(card->runs, i, tint, named)
			: named[i];
}
