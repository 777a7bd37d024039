/* SPDX-License-Identifier: MIT
 * Wires on a board. Each run has the outline that its wire would have, shifted and turned a little to where most
 * of a thin dark line is. The wires on the board are those that share no cell and explain most of it; a wire is sure
 * when without it everything would be explained clearly worse. A wire that turns back halfway between two runs is
 * a question, and so are all of them when there are more than a game has, and what something else lies on. */
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/piece/wires_parts.h"

#define RIM        30.0 /* at the board's edge nothing is measured */
#define SHIFT_MAX  190.0
#define DEEPER_MAX 190.0
#define LESS_MAX   110.0
#define TURN_MAX   0.06
#define BETWEEN    250.0 /* deeper than a wire of its run, to this near the next: halfway between two runs, */
#define BETWEEN_TO 160.0
#define BETTER     1.5 /* which is said where it explains this much more, in millimetres of wire */
#define WORST      -25.0
#define WHOLE      0.8 /* of a wire's turn is seen: it is one for sure */

static bool
is_on(const struct board *board, double x, double y)
{
	return x > RIM && y > RIM && x < board->w - RIM && y < board->h - RIM;
}

/* How far the turning back of a run's wire is from the edge. */
static double
edge_of(const struct board *board, const struct board_run *run)
{
	return run->out_x < 0    ? run->x
		: run->out_x > 0 ? board->w - run->x
		: run->out_y < 0 ? run->y
				 : board->h - run->y;
}

/* The outline of a run's wire before it is shifted and turned: inwards from its turning back, across, and
 * its direction there. */
struct outline {
	unsigned points;
	double length; /* from the edge to where it turns back */
	double in[WIRE_POINTS], across[WIRE_POINTS], angle[WIRE_POINTS];
};

/* `deeper` is how far in it may be shifted. */
static void
outline_make(
	const struct board *board, const struct board_run *run, double half, double deeper, struct outline *outline)
{
	double length = edge_of(board, run);
	double arc = G_PI * half, leg = fmax(0, length + deeper - half);
	unsigned points = (unsigned)((arc + 2 * leg) / WIRE_APART);

	outline->points = MIN(points, WIRE_POINTS);
	outline->length = length;
	for (unsigned i = 0; i < outline->points; i++) {
		/* Along the first leg inwards, around, and out again. */
		double way = (i + 0.5) * WIRE_APART - leg, turned = CLAMP(way / half, 0, G_PI);
		double out = way < 0 ? -way : way > arc ? way - arc : 0;

		outline->in[i] = half * sin(turned) - half - out;
		outline->across[i] = -half * cos(turned);
		outline->angle[i] = turned;
	}
}

/* A point of an outline as it sits; false where it is not on the board. Inwards is against `out`, across is
 * a quarter turn from it; it turns around the middle of its length. */
static inline bool
point_at(const struct board *board, const struct board_run *run, const struct wire_seat *seat, double c, double s,
	const struct outline *outline, unsigned i, double *x, double *y)
{
	double from = outline->in[i] + outline->length / 2, t = outline->across[i];
	double in = from * c - t * s - outline->length / 2 + seat->in, across = from * s + t * c + seat->across;

	*x = run->x - run->out_x * in - run->out_y * across;
	*y = run->y - run->out_y * in + run->out_x * across;
	return is_on(board, *x, *y);
}

/* The direction of a point, in steps of WIRE_DIRECTIONS. */
static inline int
direction_of(const struct board_run *run, const struct wire_seat *seat, double angle)
{
	double inwards = run->out_x != 0 ? 0 : G_PI / 2;

	return (int)((inwards - angle - seat->turn) * WIRE_DIRECTIONS / G_PI + 4 * WIRE_DIRECTIONS + 0.5) %
		WIRE_DIRECTIONS;
}

/* Millimetres of wire along an outline. */
static double
score_of(const struct board *board, const struct wire_lines *lines, const struct board_run *run,
	const struct outline *outline, const struct wire_seat *seat)
{
	double c = cos(seat->turn), s = sin(seat->turn), sum = 0, x, y;

	for (unsigned i = 0; i < outline->points; i++)
		if (point_at(board, run, seat, c, s, outline, i, &x, &y))
			sum += wires_line_at(lines, direction_of(run, seat, outline->angle[i]), x, y);
	return sum * WIRE_APART / 100;
}

unsigned
wires_path(const struct board *board, const struct board_run *run, const struct wire_seat *seat,
	struct wire_point point[WIRE_POINTS])
{
	double c = cos(seat->turn), s = sin(seat->turn);
	struct outline outline;
	unsigned n = 0;

	outline_make(board, run, seat->half, DEEPER_MAX, &outline);
	for (unsigned i = 0; i < outline.points; i++) {
		point[n].direction = direction_of(run, seat, outline.angle[i]);
		n += point_at(board, run, seat, c, s, &outline, i, &point[n].x, &point[n].y);
	}
	return n;
}

void
wires_loop(const struct board *board, const struct board_run *run, const struct wire_seat *seat, struct wire_loop *loop)
{
	*loop = (struct wire_loop){run, *seat, cos(seat->turn), sin(seat->turn), edge_of(board, run)};
}

/* The way of point_at() back. */
bool
wires_is_within(const struct wire_loop *loop, double x, double y, double far)
{
	const struct board_run *run = loop->run;
	double dx = x - run->x, dy = y - run->y, half = loop->seat.half;
	double in = -dx * run->out_x - dy * run->out_y - loop->seat.in + loop->length / 2;
	double across = dy * run->out_x - dx * run->out_y - loop->seat.across;
	double from = in * loop->c + across * loop->s - loop->length / 2, t = across * loop->c - in * loop->s;

	return hypot(fmax(0, from + half), t) < half - far;
}

/* Where the turning back of a wire is looked for, from where its run has it: inwards, and in steps. */
struct depths {
	double least, most, step;
};

/* Tries a seat, kept where it is better. A wire seldom lies far off: a tie goes to the nearer one. */
static void
try_seat(const struct board *board, const struct wire_lines *lines, const struct board_run *run,
	const struct outline *outline, const struct depths *depths, const struct wire_seat *seat, struct wire *wire)
{
	double score;

	if (fabs(seat->across) > SHIFT_MAX || seat->in > depths->most || seat->in < depths->least ||
		fabs(seat->turn) > TURN_MAX || fabs(seat->half - board->loop / 2.0) > 35)
		return;
	score = score_of(board, lines, run, outline, seat) - (fabs(seat->across) + fabs(seat->in)) / 400;
	if (score > wire->score) {
		wire->score = score;
		wire->seat = *seat;
	}
}

static void
seat_wire(const struct board *board, const struct wire_lines *lines, const struct board_run *run,
	const struct depths *depths, struct wire *wire)
{
	double step[4] = {20, 20, 0.012, 15};
	struct outline outline;

	outline_make(board, run, board->loop / 2.0, depths->most, &outline);
	*wire = (struct wire){.score = -INFINITY};
	for (double across = -180; across <= 180; across += 30)
		for (double in = depths->least + 10; in < depths->most; in += depths->step)
			for (double turn = -0.04; turn < 0.05; turn += 0.02)
				try_seat(board, lines, run, &outline, depths,
					&(struct wire_seat){in, across, turn, board->loop / 2.0}, wire);
	for (int round = 0; round < 12; round++) {
		double before = wire->score;

		for (int n = 0; n < 8; n++) {
			struct wire_seat seat = wire->seat;
			double by = n % 2 ? step[n / 2] : -step[n / 2];

			seat.in += n / 2 == 0 ? by : 0;
			seat.across += n / 2 == 1 ? by : 0;
			seat.turn += n / 2 == 2 ? by : 0;
			seat.half += n / 2 == 3 ? by : 0;
			outline_make(board, run, seat.half, depths->most, &outline);
			try_seat(board, lines, run, &outline, depths, &seat, wire);
		}
		for (int n = 0; n < 4 && wire->score <= before; n++)
			step[n] /= 2;
	}
}

/* The share of an outline that shows wire. */
static double
share_of(
	const struct board *board, const struct wire_lines *lines, const struct board_run *run, const struct wire *wire)
{
	struct wire_point point[WIRE_POINTS];
	unsigned points = wires_path(board, run, &wire->seat, point), shows = 0;

	for (unsigned i = 0; i < points; i++)
		shows += wires_line_at(lines, point[i].direction, point[i].x, point[i].y) > 0;
	return points > 0 ? (double)shows / points : 0;
}

/* The run that ends one cell before another on its line; -1 where that is the edge. */
static int
run_before(const struct board *board, unsigned n)
{
	const struct board_run *run = &board->run[n];
	int before = -1;

	for (unsigned i = 0; i < board->runs; i++) {
		const struct board_run *other = &board->run[i];

		if (i != n && other->out_x == run->out_x && other->out_y == run->out_y &&
			(other->cells & ~run->cells) == 0 &&
			(before < 0 || (board->run[before].cells & ~other->cells) == 0))
			before = (int)i;
	}
	return before;
}

/* How a wire would lie that turns back between two runs. */
static void
seat_halfway(const struct board *board, const struct wire_lines *lines, const struct wire wire[BOARD_RUNS], unsigned n,
	struct wire_choices *choices)
{
	const struct board_run *run = &board->run[n];
	struct wire_choice choice = {.run = n, .halfway = true, .before = run_before(board, n)};
	const struct board_run *before = choice.before < 0 ? NULL : &board->run[choice.before];
	double apart = before == NULL ? edge_of(board, run) : hypot(run->x - before->x, run->y - before->y);
	const struct depths depths = {BETWEEN - apart, -BETWEEN_TO, 50};

	seat_wire(board, lines, run, &depths, &choice.wire);
	if (choice.wire.score > wire[n].score + BETTER &&
		(before == NULL || choice.wire.score > wire[choice.before].score + BETTER))
		wires_choice_add(choices, &choice);
}

static void
seat_wires(const struct board *board, const struct wire_lines *lines, struct wire wire[BOARD_RUNS],
	struct wire_choices *choices)
{
	static const struct depths depths = {-LESS_MAX, DEEPER_MAX, 40};

	for (unsigned i = 0; i < board->runs; i++) {
		seat_wire(board, lines, &board->run[i], &depths, &wire[i]);
		wire[i].share = share_of(board, lines, &board->run[i], &wire[i]);
		wire[i].margin = -wire[i].score;
		wire[i].state = MARK_EMPTY;
		if (wire[i].score > WORST)
			wires_choice_add(choices, &(struct wire_choice){.run = i, .wire = wire[i]});
	}
	for (unsigned i = 0; i < board->runs; i++)
		seat_halfway(board, lines, wire, i, choices);
}

/* The share of its turning back that shows wire: the legs may be those of the wires beside it. */
static double
turn_share(const struct board *board, const struct wire_lines *lines, const struct wire_choice *choice)
{
	const struct board_run *run = &board->run[choice->run];
	const struct wire_seat *seat = &choice->wire.seat;
	struct wire_point point[WIRE_POINTS];
	unsigned points = wires_path(board, run, seat, point), turns = 0, shows = 0;
	int leg = direction_of(run, seat, 0);

	for (unsigned i = 0; i < points; i++) {
		if (point[i].direction == leg)
			continue;
		turns++;
		shows += wires_line_at(lines, point[i].direction, point[i].x, point[i].y) > 0;
	}
	return turns > 0 ? (double)shows / turns : 0;
}

/* Whether what one wire more explains are wires indeed. */
static bool
are_whole(const struct board *board, const struct wire_lines *lines, const struct wire_choices *choices, uint32_t set)
{
	for (unsigned i = 0; i < choices->count; i++)
		if ((set & 1U << i) != 0 && turn_share(board, lines, &choices->choice[i]) < WHOLE)
			return false;
	return true;
}

/* Asks about what was chosen. */
static void
doubt(const struct wire_choices *choices, uint32_t set, bool all, struct wire wire[BOARD_RUNS])
{
	for (unsigned i = 0; i < choices->count; i++) {
		const struct wire_choice *choice = &choices->choice[i];

		if ((set & 1U << i) == 0 || !(all || choice->halfway))
			continue;
		wire[choice->run].state = MARK_UNSURE;
		if (choice->halfway && choice->before >= 0)
			wire[choice->before].state = MARK_UNSURE;
	}
}

void
wires_read(const struct board *board, const struct board_view *view, struct wire wire[BOARD_RUNS])
{
	struct wire_lines *lines = g_new(struct wire_lines, 1);
	struct wire_choices *choices = g_new0(struct wire_choices, 1);
	double best;
	uint32_t set;

	wires_lines(view, lines);
	choices->most = board->wires;
	seat_wires(board, lines, wire, choices);
	wires_choice_prepare(board, lines, choices);
	best = wires_choose(choices, -1, -1);
	set = choices->best_set;
	for (unsigned i = 0; i < choices->count; i++) {
		bool taken = (set & 1U << i) != 0;
		struct wire *at = &wire[choices->choice[i].run];

		if (choices->choice[i].halfway)
			continue;
		at->margin = best - (taken ? wires_choose(choices, -1, (int)i) : wires_choose(choices, (int)i, -1));
		at->state = at->margin < WIRE_CLEAR ? MARK_UNSURE : taken ? MARK_FILLED : MARK_EMPTY;
	}
	doubt(choices, set, false, wire);
	/* One more than there can be: one of them is no clip of this board, and nobody knows which. */
	choices->most++;
	if (wires_choose(choices, -1, -1) > best + WIRE_CLEAR &&
		are_whole(board, lines, choices, choices->best_set & ~set))
		doubt(choices, choices->best_set, true, wire);
	wires_doubt_covered(board, view, lines, wire);
	g_free(choices);
	g_free(lines);
}
