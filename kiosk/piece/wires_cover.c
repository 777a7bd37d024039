/* SPDX-License-Identifier: MIT
 * Things on a board that are no wires: pens, coins, fingers. A wire goes around its symbols and leaves them to be seen;
 * what hides them may have edges like a wire, and may hide one. So nothing is sure about a wire whose symbols are
 * not seen, nor about one of which too little is. */
#include <glib.h>
#include <math.h>

#include "kiosk/piece/wires_parts.h"

/* Measured in photos: symbols within wires are 0.69 and more like their drawings, within pens and straws one of them
 * is 0.38 or less. Of the outlines of wires 0.75 and more was seen, of such as only lie there 0.7 at most. */
#define PRINTED 0.55  /* less like its drawing: a symbol is covered, all of it or a part */
#define BESIDE  120.0 /* hundredths of a millimetre: this near to the middle of a wire are wire and shadow */
#define CLEAR   0.5   /* of a symbol must be without glare to say that it is covered, */
#define PIXELS  60    /* and so many of the view */
#define MOST    0.72  /* of a wire's outline must be seen, */
#define TURNED  0.5   /* and this of where it turns back, which says how deep it is */
#define FURTHER 400.0 /* hundredths of a millimetre: people push wires on so much too far */

/* Whether a wire of this run goes around an anchor. */
static bool
is_around(const struct board *board, const struct board_run *run, const struct rect *at)
{
	double x = at->x + at->w / 2.0 - run->x, y = at->y + at->h / 2.0 - run->y;
	double out = x * run->out_x + y * run->out_y, across = x * run->out_y - y * run->out_x;

	return out > 0 && fabs(across) < board->loop / 2.0;
}

/* Sums over what is printed and what is seen there, for their correlation. */
struct sums {
	unsigned pixels, clear;
	double bare, seen, bare_bare, seen_seen, bare_seen;
};

static void
add_pixel(const struct board_view *view, int x, int y, struct sums *sums)
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
is_covered(const struct board_view *view, const struct rect *at, const struct wire_loop *loop)
{
	const double step = 100.0 / BOARD_VIEW_PIXELS;
	int right = MIN(view->width, (int)((at->x + at->w) / step));
	int bottom = MIN(view->height, (int)((at->y + at->h) / step));
	struct sums sums = {0};

	for (int y = MAX(0, (int)(at->y / step)); y < bottom; y++)
		for (int x = MAX(0, (int)(at->x / step)); x < right; x++)
			if (wires_is_within(loop, (x + 0.5) * step, (y + 0.5) * step, BESIDE))
				add_pixel(view, x, y, &sums);
	return correlation(&sums) < PRINTED;
}

/* How many symbols a wire goes around, and how many of them are covered. */
struct around {
	unsigned symbols, covered;
};

static struct around
look_around(const struct board *board, const struct board_view *view, const struct board_run *run,
	const struct wire_seat *seat)
{
	struct around around = {0};
	struct wire_loop loop;

	wires_loop(board, run, seat, &loop);
	for (unsigned i = 0; i < board->anchors; i++)
		if (is_around(board, run, &board->anchor[i].at)) {
			around.symbols++;
			around.covered += is_covered(view, &board->anchor[i].at, &loop);
		}
	return around;
}

/* What is beyond the board is not hidden. */
static bool
can_be_seen(const struct wire_lines *lines, double x, double y)
{
	const double step = 100.0 / BOARD_VIEW_PIXELS;
	int i = (int)floor(x / step), j = (int)floor(y / step);

	return i < 0 || j < 0 || i >= lines->width || j >= lines->height || lines->trust[j][i] > 0;
}

/* Whether a wire that was pushed on too far would turn back where it cannot be seen: on the QR, or in glare. */
static bool
turns_unseen(const struct wire_lines *lines, const struct board_run *run, const struct wire_seat *seat)
{
	double in = seat->in + FURTHER;

	return !can_be_seen(lines, run->x - run->out_x * in, run->y - run->out_y * in);
}

/* Whether enough of a wire's outline shows wire, and of where it turns back, as far as they can be seen. */
static bool
is_whole(
	const struct board *board, const struct wire_lines *lines, const struct board_run *run, const struct wire *wire)
{
	struct wire_point point[WIRE_POINTS];
	unsigned points = wires_path(board, run, &wire->seat, point), all[2] = {0}, shows[2] = {0};
	bool unseen = turns_unseen(lines, run, &wire->seat);

	for (unsigned i = 0; i < points; i++) {
		bool turns = point[i].direction != point[0].direction;

		if ((turns && unseen) || !can_be_seen(lines, point[i].x, point[i].y))
			continue;
		all[turns]++;
		shows[turns] += wires_line_at(lines, point[i].direction, point[i].x, point[i].y) > 0;
	}
	return shows[0] + shows[1] >= MOST * (all[0] + all[1]) && shows[1] >= TURNED * all[1];
}

/* Beside a symbol that is seen the legs of a wire would be seen, too. */
static bool
may_hide(const struct board *board, const struct board_view *view, const struct board_run *run, const struct wire *wire)
{
	struct around around = look_around(board, view, run, &wire->seat);

	return around.symbols > 0 && around.covered == around.symbols;
}

void
wires_doubt_covered(const struct board *board, const struct board_view *view, const struct wire_lines *lines,
	struct wire wire[BOARD_RUNS])
{
	uint64_t cells = 0;
	unsigned sure = 0;

	for (unsigned i = 0; i < board->runs; i++) {
		if (wire[i].state != MARK_FILLED)
			continue;
		if (!is_whole(board, lines, &board->run[i], &wire[i]) ||
			look_around(board, view, &board->run[i], &wire[i].seat).covered > 0) {
			wire[i].state = MARK_UNSURE;
			continue;
		}
		cells |= board->run[i].cells;
		sure++;
	}
	/* Where all that a game has are seen, no other is under anything. */
	for (unsigned i = 0; i < board->runs && sure < board->wires; i++)
		if (wire[i].state == MARK_EMPTY && (board->run[i].cells & cells) == 0 &&
			may_hide(board, view, &board->run[i], &wire[i]))
			wire[i].state = MARK_UNSURE;
}
