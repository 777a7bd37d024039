/* SPDX-License-Identifier: MIT
 * Things on a card that are not clips: pens, coins, fingers. A clip goes around its symbols and leaves them to be seen;
 * what hides them may have edges like a clip, and may hide one. So nothing is sure about a clip whose symbols are
 * not seen, nor about one of which too little is. */
#include <glib.h>
#include <math.h>

#include "kiosk/games/clips/clip_fit_parts.h"

/* Correlation with its drawing below which a symbol is covered, all of it or a part. Measured in photos: symbols
 * within clips have 0.69 and more, within pens and straws one of them has 0.38 or less. */
#define PRINTED 0.55

/* Hundredths of a millimetre from the middle line of a clip within which there are wire and shadow. */
#define BESIDE 120.0

/* Share of a symbol that must be without glare to say that it is covered. */
#define CLEAR 0.5

/* Pixels of the view that must be without glare. */
#define PIXELS 60

/* Share of a clip's outline that must be seen. In photos 0.75 and more of clips was seen, of what only lies there
 * 0.7 at most. */
#define MOST 0.72

/* Share of where it turns back that must be seen, which says how deep it is. */
#define TURNED 0.5

/* Hundredths of a millimetre that people push clips on too far. */
#define FURTHER 400.0

/* Whether a clip of this run goes around an anchor. */
static bool
is_around(const struct card *card, const struct card_run *run, const struct rect *at)
{
	double x = at->x + at->w / 2.0 - run->x, y = at->y + at->h / 2.0 - run->y;
	double out = x * run->out_x + y * run->out_y, across = x * run->out_y - y * run->out_x;

	return out > 0 && fabs(across) < card->loop / 2.0;
}

/* Sums over what is printed and what is seen there, for their correlation. */
struct sums {
	unsigned pixels, clear;
	double bare, seen, bare_bare, seen_seen, bare_seen;
};

static void
add_pixel(const struct card_view *view, int x, int y, struct sums *sums)
{
	double bare = view->bare[y][x], seen = bare + view->differs[y][x];

	sums->pixels++;
	if (view->trust[y][x] <= 0)
		return;
	sums->clear++;
	sums->bare += bare;
	sums->seen += seen;
	sums->bare_bare += bare * bare;
	sums->seen_seen += seen * seen;
	sums->bare_seen += bare * seen;
}

/* -1 to 1; 1 also where too little is there to tell. */
static double
correlation(const struct sums *sums)
{
	double bare, seen, both;

	if (sums->clear < PIXELS || sums->clear < CLEAR * sums->pixels)
		return 1;
	bare = sums->bare_bare - sums->bare * sums->bare / sums->clear;
	seen = sums->seen_seen - sums->seen * sums->seen / sums->clear;
	both = sums->bare_seen - sums->bare * sums->seen / sums->clear;
	return bare > 0 && seen > 0 ? both / sqrt(bare * seen) : 0;
}

/* Whether something else than the symbol is seen within a loop. How bright it is does not say that: light is
 * measured on what lies there, so a coin is as white as paper. But it shows no symbol. */
static bool
is_covered(const struct card_view *view, const struct rect *at, const struct clip_loop *loop)
{
	const double step = 100.0 / CARD_VIEW_PIXELS;
	int right = MIN(view->width, (int)((at->x + at->w) / step));
	int bottom = MIN(view->height, (int)((at->y + at->h) / step));
	struct sums sums = {0};

	for (int y = MAX(0, (int)(at->y / step)); y < bottom; y++)
		for (int x = MAX(0, (int)(at->x / step)); x < right; x++)
			if (clip_loop_holds(loop, (x + 0.5) * step, (y + 0.5) * step, BESIDE))
				add_pixel(view, x, y, &sums);
	return correlation(&sums) < PRINTED;
}

/* How many symbols a clip goes around, and how many of them are covered. */
struct around {
	unsigned symbols, covered;
};

static struct around
look_around(
	const struct card *card, const struct card_view *view, const struct card_run *run, const struct clip_seat *seat)
{
	struct around around = {0};
	struct clip_loop loop;

	clip_loop_init(card, run, seat, &loop);
	for (unsigned i = 0; i < CARD_ANCHORS; i++)
		if (is_around(card, run, &card->anchor[i].at)) {
			around.symbols++;
			around.covered += is_covered(view, &card->anchor[i].at, &loop);
		}
	return around;
}

/* What is beyond the card is not hidden. */
static bool
can_be_seen(const struct clip_lines *lines, double x, double y)
{
	const double step = 100.0 / CARD_VIEW_PIXELS;
	int i = (int)floor(x / step), j = (int)floor(y / step);

	return i < 0 || j < 0 || i >= lines->width || j >= lines->height || lines->trust[j][i] > 0;
}

/* Whether a clip that was pushed on too far would turn back where it cannot be seen: on the QR, or in glare. */
static bool
turns_unseen(const struct clip_lines *lines, const struct card_run *run, const struct clip_seat *seat)
{
	double in = seat->in + FURTHER;

	return !can_be_seen(lines, run->x - run->out_x * in, run->y - run->out_y * in);
}

/* Whether enough of a clip's outline shows wire, and of where it turns back, as far as they can be seen. */
static bool
is_whole(
	const struct card *card, const struct clip_lines *lines, const struct card_run *run, const struct clip_fit *fit)
{
	struct clip_point point[CLIP_POINTS];
	unsigned points = clip_fit_path(card, run, &fit->seat, point), all[2] = {0}, shows[2] = {0};
	bool unseen = turns_unseen(lines, run, &fit->seat);

	for (unsigned i = 0; i < points; i++) {
		bool turns = point[i].direction != point[0].direction;

		if ((turns && unseen) || !can_be_seen(lines, point[i].x, point[i].y))
			continue;
		all[turns]++;
		shows[turns] += clip_lines_at(lines, point[i].direction, point[i].x, point[i].y) > 0;
	}
	return shows[0] + shows[1] >= MOST * (all[0] + all[1]) && shows[1] >= TURNED * all[1];
}

/* Beside a symbol that is seen the legs of a clip would be seen, too. */
static bool
may_hide(const struct card *card, const struct card_view *view, const struct card_run *run, const struct clip_fit *fit)
{
	struct around around = look_around(card, view, run, &fit->seat);

	return around.symbols > 0 && around.covered == around.symbols;
}

void
clip_fit_doubt_covered(const struct card *card, const struct card_view *view, const struct clip_lines *lines,
	struct clip_fit fit[CARD_RUNS])
{
	uint64_t cells = 0;
	unsigned sure = 0;

	for (unsigned i = 0; i < card->runs; i++) {
		if (fit[i].state != MARK_FILLED)
			continue;
		if (!is_whole(card, lines, &card->run[i], &fit[i]) ||
			look_around(card, view, &card->run[i], &fit[i].seat).covered > 0) {
			fit[i].state = MARK_UNSURE;
			continue;
		}
		cells |= card->run[i].cells;
		sure++;
	}
	/* Where all that a game has are seen, no other is under anything. */
	for (unsigned i = 0; i < card->runs && sure < CLIPS_IN_ALL; i++)
		if (fit[i].state == MARK_EMPTY && (card->run[i].cells & cells) == 0 &&
			may_hide(card, view, &card->run[i], &fit[i]))
			fit[i].state = MARK_UNSURE;
}
