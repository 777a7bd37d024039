/* SPDX-License-Identifier: MIT
 * Things on a card that are not clips: pens, coins, fingers. A clip leaves the symbols inside it visible. Anything that
 * hides them may have edges like a clip, and may hide one. So a clip is unsure if its symbols are not seen, or if too
 * little of the clip itself is. */
#include <glib.h>
#include <math.h>

#include "kiosk/games/clips/clip_fit.h"

/* Correlation with its drawing below which a symbol is at least partly covered. Measured in photos: symbols inside
 * clips have 0.69 or more; of those under pens and straws, at least one has 0.38 or less. */
#define PRINTED 0.55

/* Distance from the middle line of a clip within which there may be wire and shadow, in hundredths of a millimetre. */
#define BESIDE 120.0

/* Share of a symbol that must be free of glare to decide whether it is covered. */
#define CLEAR 0.5

/* Pixels of a symbol in the view that must be free of glare, likewise. */
#define PIXELS 60

/* Share of a clip's outline on which wire must be seen. In photos it was 0.75 or more for clips, and at most 0.7 for
 * other things. */
#define MOST 0.72

/* The same for its bend, which tells how deep it is. */
#define TURNED 0.5

/* The mean of the line along a whole bend with which half of the legs is enough: a leg may be pale in the light, or
 * hidden below the card's edge. Of 26,800 runs of cards by the paper camera, 1,316 of 1,608 clips had it with all
 * symbols inside visible, and one other run. */
#define BEND_WHOLE 0.9

/* The share of the legs that must be seen then. */
#define LEGS_WHOLE 0.5

/* The largest distance of the middle of the symbol beyond a bend from it, in hundredths of a millimetre. */
#define BEYOND 1000.0

/* Share of a clip's outline that must be free of glare to tell whether it is there. */
#define VISIBLE 0.6

/* Distance that people may push clips on too far, in hundredths of a millimetre. */
#define FURTHER 400.0

/* Whether something else than the symbol is seen inside a clip, or beyond its wire. Brightness does not tell: the light
 * is measured on whatever lies there, so a coin is as white as paper. But the picture of it does not correlate with the
 * printed symbol. */
static bool
is_covered(const struct card_view *view, const struct rect *at, const struct clip_loop *loop, bool inside)
{
	const double step = 100.0 / CARD_VIEW_PIXELS;
	int right = MIN(view->width, (int)((at->x + at->w) / step));
	int bottom = MIN(view->height, (int)((at->y + at->h) / step));
	double bares = 0, seens = 0, bare_bare = 0, seen_seen = 0, bare_seen = 0;
	unsigned pixels = 0, clear = 0;

	for (int y = MAX(0, (int)(at->y / step)); y < bottom; y++)
		for (int x = MAX(0, (int)(at->x / step)); x < right; x++) {
			double bare = view->bare[y][x], seen = bare + view->differs[y][x];

			if (clip_loop_holds(loop, (x + 0.5) * step, (y + 0.5) * step, inside ? BESIDE : -BESIDE) !=
				inside)
				continue;
			pixels++;
			if (view->trust[y][x] <= 0)
				continue;
			clear++;
			bares += bare;
			seens += seen;
			bare_bare += bare * bare;
			seen_seen += seen * seen;
			bare_seen += bare * seen;
		}
	if (clear < PIXELS || clear < CLEAR * pixels)
		return false; /* too little to tell */
	bare_bare -= bares * bares / clear;
	seen_seen -= seens * seens / clear;
	bare_seen -= bares * seens / clear;
	return (bare_bare > 0 && seen_seen > 0 ? bare_seen / sqrt(bare_bare * seen_seen) : 0) < PRINTED;
}

/* The number of symbols inside a clip that are covered; `symbols` is the number of all that are inside. *beyond tells
 * whether the one beyond its bend is covered. */
static unsigned
count_covered(const struct clip_lines *lines, const struct card_run *run, const struct clip_seat *seat,
	unsigned *symbols, bool *beyond)
{
	const struct card *card = lines->card;
	const struct clip_loop loop = clip_loop_make(card, run, seat);
	unsigned covered = 0;

	*symbols = 0;
	*beyond = false;
	for (unsigned i = 0; i < CARD_ANCHORS; i++) {
		const struct rect *at = &card->anchor[i].at;
		double x = at->x + at->w / 2.0 - run->x, y = at->y + at->h / 2.0 - run->y;
		double out = x * run->out_x + y * run->out_y, across = x * run->out_y - y * run->out_x;

		if (fabs(across) >= card->loop / 2.0)
			continue;
		if (out > 0) {
			(*symbols)++;
			covered += is_covered(lines->view, at, &loop, true);
		} else if (out > -BEYOND) {
			*beyond = is_covered(lines->view, at, &loop, false);
		}
	}
	return covered;
}

/* Whether a point is free of glare and of the QR; points beyond the card count as visible. */
static bool
can_be_seen(const struct clip_lines *lines, double x, double y)
{
	const double step = 100.0 / CARD_VIEW_PIXELS;
	int i = (int)floor(x / step), j = (int)floor(y / step);

	return i < 0 || j < 0 || i >= lines->view->width || j >= lines->view->height || lines->trust[j][i] > 0;
}

/* Whether wire is seen on enough of a clip's outline, and of its bend, as far as they are visible. If the symbol beyond
 * the bend is covered, it has to be whole: a thumb may hide the true bend, and its edge looks like one. The bend of a
 * clip that was pushed on too far may be invisible: on the QR, or in glare. */
static bool
is_whole(const struct clip_lines *lines, const struct card_run *run, const struct clip_seat *seat, bool beyond)
{
	double in = seat->in + FURTHER;
	bool turn_seen = can_be_seen(lines, run->x - run->out_x * in, run->y - run->out_y * in);
	unsigned all[2] = {0}, shows[2] = {0};
	struct clip_path path;
	double bend = 0;

	clip_path_make(lines->card, run, seat, &path);
	for (unsigned i = 0; i < path.points; i++) {
		const struct clip_point *point = &path.point[i];
		bool turns = point->direction != path.point[0].direction;

		if ((turns && !turn_seen) || !can_be_seen(lines, point->x, point->y))
			continue;
		all[turns]++;
		shows[turns] += clip_lines_at(lines, point) > 0;
		bend += turns ? clip_lines_at(lines, point) : 0;
	}
	if (all[0] + all[1] < VISIBLE * path.points)
		return false;
	if (all[1] > 0 && bend >= BEND_WHOLE * all[1])
		return shows[0] >= LEGS_WHOLE * all[0];
	return !beyond && shows[0] + shows[1] >= MOST * (all[0] + all[1]) && shows[1] >= TURNED * all[1];
}

bool
clip_fit_is_clear(const struct clip_lines *lines, const struct card_run *run, const struct clip_seat *seat)
{
	unsigned symbols;
	bool beyond;

	return count_covered(lines, run, seat, &symbols, &beyond) == 0 && is_whole(lines, run, seat, beyond);
}

void
clip_fit_doubt_covered(const struct clip_lines *lines, struct clip_fit fit[CARD_RUNS])
{
	const struct card *card = lines->card;
	unsigned sure = 0, symbols;
	uint64_t cells = 0;
	bool beyond;

	for (unsigned i = 0; i < card->runs; i++) {
		const struct card_run *run = &card->run[i];

		if (fit[i].state != MARK_FILLED)
			continue;
		if (!clip_fit_is_clear(lines, run, &fit[i].seat)) {
			fit[i].state = MARK_UNSURE;
			/* It may be as deep as something covers it. */
			for (unsigned n = i + 1; n < card->runs && (run->cells & ~card->run[n].cells) == 0; n++) {
				count_covered(lines, &card->run[n - 1], &fit[n - 1].seat, &symbols, &beyond);
				if (!beyond)
					break;
				fit[n].state = MARK_UNSURE;
			}
			continue;
		}
		cells |= run->cells;
		sure++;
	}
	/* Other clips may be hidden only if fewer are seen than a game has, and only where all symbols are covered:
	 * next to a visible symbol, the legs of a clip would be visible, too. */
	for (unsigned i = 0; i < card->runs && sure < CLIPS_IN_ALL; i++) {
		const struct card_run *run = &card->run[i];

		if (fit[i].state == MARK_EMPTY && (run->cells & cells) == 0 &&
			count_covered(lines, run, &fit[i].seat, &symbols, &beyond) == symbols && symbols > 0)
			fit[i].state = MARK_UNSURE;
	}
}
