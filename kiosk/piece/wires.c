/* SPDX-License-Identifier: MIT
 * Wires on a board. Everywhere and in every direction it is measured how much of a thin dark line there
 * is: darker than both of its sides, so that the edge of a shadow is none. Each run then has the outline that
 * its wire would have, shifted and turned a little to where most of such a line is. The wires on the board are those
 * that share no cell and explain most of it, each line once; a wire is sure when without it everything
 * would be explained clearly worse. */
#include "kiosk/piece/wires.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DIRECTIONS 12   /* of half a turn */
#define APART      50.0 /* between two points of an outline, in hundredths of a millimetre */
#define RIM        30.0 /* at the board's edge nothing is measured */
#define CONTRAST   0.10 /* of paper white: as much speaks neither for a wire nor against it */
#define CLEAR      7.0  /* millimetres of wire: a difference that decides */
#define SHIFT_MAX  190.0
#define DEEPER_MAX 190.0
#define LESS_MAX   110.0
#define TURN_MAX   0.06
#define TAKEN      28   /* runs that are worth combining */
#define WORST      -25.0
#define FRAME      (3 * BOARD_VIEW_PIXELS)

/* How much of a line there is at each pixel, -1 to 1, in each direction. Around what differs is a frame
 * as of the bare board, so that no look over the edge needs a thought. */
struct lines {
	int width, height;
	float differs[BOARD_VIEW_H + 2 * FRAME][BOARD_VIEW_W + 2 * FRAME]; /* as far as it is trusted */
	float trust[BOARD_VIEW_H][BOARD_VIEW_W];
	float line[DIRECTIONS][BOARD_VIEW_H][BOARD_VIEW_W];
};

/* Means of three by three pixels, what is trusted more counting more. */
static void
smooth(const struct board_view *view, struct lines *lines)
{
	memset(lines->differs, 0, sizeof lines->differs);
	for (int y = 0; y < view->height; y++)
		for (int x = 0; x < view->width; x++) {
			float sum = 0, weight = 0;

			for (int j = MAX(0, y - 1); j <= MIN(view->height - 1, y + 1); j++)
				for (int i = MAX(0, x - 1); i <= MIN(view->width - 1, x + 1); i++) {
					sum += view->differs[j][i] * view->trust[j][i];
					weight += view->trust[j][i];
				}
			lines->differs[y + FRAME][x + FRAME] = weight > 0.01F ? sum / 9 : 0;
			lines->trust[y][x] = weight / 9;
		}
}

/* Where a short stretch along a direction lies, so far beside a pixel: three pixels as steps in memory. */
static void
stretch_steps(double beside, double angle, ptrdiff_t step[3])
{
	double mm = BOARD_VIEW_PIXELS, c = cos(angle), s = sin(angle);

	for (int i = 0; i < 3; i++) {
		double along = (i - 1) * 0.6 * mm;

		step[i] = lround(along * s + beside * mm * c) * (BOARD_VIEW_W + 2 * FRAME) +
			lround(along * c - beside * mm * s);
	}
}

static float
stretch(const float *at, const ptrdiff_t step[3])
{
	return (at[step[0]] + at[step[1]] + at[step[2]]) / 3;
}

static void
measure_direction(struct lines *lines, int n)
{
	static const double beside[5] = {0, 1.2, 1.8, -1.2, -1.8}; /* millimetres */
	ptrdiff_t step[5][3];

	for (int i = 0; i < 5; i++)
		stretch_steps(beside[i], G_PI * n / DIRECTIONS, step[i]);
	for (int y = 0; y < lines->height; y++) {
		const float *at = &lines->differs[y + FRAME][FRAME];

		for (int x = 0; x < lines->width; x++, at++) {
			float one = MAX(stretch(at, step[1]), stretch(at, step[2]));
			float other = MAX(stretch(at, step[3]), stretch(at, step[4]));
			float contrast = (MIN(one, other) - stretch(at, step[0])) / (float)CONTRAST - 1;

			lines->line[n][y][x] = lines->trust[y][x] * CLAMP(contrast, -1.0F, 1.0F);
		}
	}
}

static bool
is_on(const struct board *board, double x, double y)
{
	return x > RIM && y > RIM && x < board->w - RIM && y < board->h - RIM;
}

/* The outline of a run's wire before it is shifted and turned: inwards from its turning back, across, and
 * its direction there. */
struct outline {
	unsigned points;
	double length; /* from the edge to where it turns back */
	double in[WIRE_POINTS], across[WIRE_POINTS], angle[WIRE_POINTS];
};

static void
outline_make(const struct board *board, const struct board_run *run, double half, struct outline *outline)
{
	double length = run->out_x < 0 ? run->x : run->out_x > 0 ? board->w - run->x : run->out_y < 0 ? run->y : board->h - run->y;
	double arc = G_PI * half, leg = fmax(0, length + DEEPER_MAX - half);
	unsigned points = (unsigned)((arc + 2 * leg) / APART);

	outline->points = MIN(points, WIRE_POINTS);
	outline->length = length;
	for (unsigned i = 0; i < outline->points; i++) {
		/* Along the first leg inwards, around, and out again. */
		double way = (i + 0.5) * APART - leg, turned = CLAMP(way / half, 0, G_PI);
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

/* The direction of a point, in steps of DIRECTIONS. */
static inline int
direction_of(const struct board_run *run, const struct wire_seat *seat, double angle)
{
	double inwards = run->out_x != 0 ? 0 : G_PI / 2;

	return (int)((inwards - angle - seat->turn) * DIRECTIONS / G_PI + 4 * DIRECTIONS + 0.5) % DIRECTIONS;
}

static inline double
line_at(const struct lines *lines, int direction, double x, double y)
{
	const double step = BOARD_VIEW_PIXELS / 100.0;

	return lines->line[direction][(int)(y * step)][(int)(x * step)];
}

/* Millimetres of wire along an outline. */
static double
score_of(const struct board *board, const struct lines *lines, const struct board_run *run,
	const struct outline *outline, const struct wire_seat *seat)
{
	double c = cos(seat->turn), s = sin(seat->turn), sum = 0, x, y;

	for (unsigned i = 0; i < outline->points; i++)
		if (point_at(board, run, seat, c, s, outline, i, &x, &y))
			sum += line_at(lines, direction_of(run, seat, outline->angle[i]), x, y);
	return sum * APART / 100;
}

unsigned
wires_path(const struct board *board, const struct board_run *run, const struct wire_seat *seat,
	struct wire_point point[WIRE_POINTS])
{
	double c = cos(seat->turn), s = sin(seat->turn);
	struct outline outline;
	unsigned n = 0;

	outline_make(board, run, seat->half, &outline);
	for (unsigned i = 0; i < outline.points; i++) {
		point[n].direction = direction_of(run, seat, outline.angle[i]);
		n += point_at(board, run, seat, c, s, &outline, i, &point[n].x, &point[n].y);
	}
	return n;
}

/* Tries a seat, kept where it is better. A wire seldom lies far off: a tie goes to the nearer one. */
static void
try_seat(const struct board *board, const struct lines *lines, const struct board_run *run,
	const struct outline *outline, const struct wire_seat *seat, struct wire *wire)
{
	double score;

	if (fabs(seat->across) > SHIFT_MAX || seat->in > DEEPER_MAX || seat->in < -LESS_MAX || fabs(seat->turn) > TURN_MAX ||
		fabs(seat->half - board->loop / 2.0) > 35)
		return;
	score = score_of(board, lines, run, outline, seat) - (fabs(seat->across) + fabs(seat->in)) / 400;
	if (score > wire->score) {
		wire->score = score;
		wire->seat = *seat;
	}
}

static void
seat_wire(const struct board *board, const struct lines *lines, const struct board_run *run, struct wire *wire)
{
	double step[4] = {20, 20, 0.012, 15};
	struct outline outline;

	outline_make(board, run, board->loop / 2.0, &outline);
	*wire = (struct wire){.score = -INFINITY};
	for (double across = -180; across <= 180; across += 30)
		for (double in = -100; in <= 180; in += 40)
			for (double turn = -0.04; turn < 0.05; turn += 0.02)
				try_seat(board, lines, run, &outline, &(struct wire_seat){in, across, turn, board->loop / 2.0}, wire);
	for (int round = 0; round < 12; round++) {
		double before = wire->score;

		for (int n = 0; n < 8; n++) {
			struct wire_seat seat = wire->seat;
			double by = n % 2 ? step[n / 2] : -step[n / 2];

			seat.in += n / 2 == 0 ? by : 0;
			seat.across += n / 2 == 1 ? by : 0;
			seat.turn += n / 2 == 2 ? by : 0;
			seat.half += n / 2 == 3 ? by : 0;
			outline_make(board, run, seat.half, &outline);
			try_seat(board, lines, run, &outline, &seat, wire);
		}
		for (int n = 0; n < 4 && wire->score <= before; n++)
			step[n] /= 2;
	}
}

/* Runs that may be combined. */
struct choice {
	unsigned count, most;
	unsigned run[TAKEN];
	uint64_t cells[TAKEN];
	double score[TAKEN], shared[TAKEN][TAKEN]; /* millimetres that two of them explain both */
	double best;
	uint32_t best_set, set;
	int banned;
};

/* Whether two directions are within a twelfth of a turn. */
static bool
is_alike(int one, int other)
{
	int apart = abs(one - other);

	return MIN(apart, DIRECTIONS - apart) <= 2;
}

/* How many millimetres of the one's wire are also the other's. */
static double
shared_with(const struct lines *lines, const struct wire_point *one, unsigned ones, const struct wire_point *other,
	unsigned others)
{
	double sum = 0;

	for (unsigned i = 0; i < ones; i++) {
		double line = line_at(lines, one[i].direction, one[i].x, one[i].y);
		bool near = false;

		for (unsigned n = 0; n < others && line > 0 && !near; n++)
			near = hypot(one[i].x - other[n].x, one[i].y - other[n].y) < 80 &&
				is_alike(one[i].direction, other[n].direction);
		sum += near ? line * APART / 100 : 0;
	}
	return sum;
}

static void
choose_begin(const struct board *board, const struct lines *lines, const struct wire wire[BOARD_RUNS],
	struct choice *choice)
{
	struct wire_point (*point)[WIRE_POINTS] = g_malloc(TAKEN * sizeof *point);
	unsigned points[TAKEN];

	*choice = (struct choice){.most = board->wires};
	/* The best of them, best first. */
	while (choice->count < TAKEN) {
		int next = -1;

		for (unsigned i = 0; i < board->runs; i++) {
			bool taken = false;

			for (unsigned n = 0; n < choice->count; n++)
				taken |= choice->run[n] == i;
			if (!taken && wire[i].score > WORST && (next < 0 || wire[i].score > wire[next].score))
				next = (int)i;
		}
		if (next < 0)
			break;
		choice->run[choice->count] = (unsigned)next;
		choice->cells[choice->count] = board->run[next].cells;
		choice->score[choice->count] = wire[next].score;
		points[choice->count] = wires_path(board, &board->run[next], &wire[next].seat, point[choice->count]);
		choice->count++;
	}
	for (unsigned i = 0; i < choice->count; i++)
		for (unsigned n = 0; n < i; n++)
			choice->shared[i][n] = choice->shared[n][i] =
				fmax(shared_with(lines, point[i], points[i], point[n], points[n]),
					shared_with(lines, point[n], points[n], point[i], points[i]));
	g_free(point);
}

/* Goes on from the n-th run with what is taken so far. */
static void
choose_more(struct choice *choice, unsigned n, unsigned left, uint64_t cells, double score)
{
	double hope = score;

	if (score > choice->best) {
		choice->best = score;
		choice->best_set = choice->set;
	}
	for (unsigned i = n, more = 0; i < choice->count && more < left; i++, more++)
		hope += fmax(0, choice->score[i]);
	if (n == choice->count || left == 0 || hope <= choice->best)
		return;
	if ((int)n != choice->banned && (choice->cells[n] & cells) == 0 && choice->score[n] > 0 &&
		(choice->set & 1U << n) == 0) {
		double gain = choice->score[n];

		for (unsigned i = 0; i < choice->count; i++)
			if (choice->set & 1U << i)
				gain -= choice->shared[n][i];
		choice->set |= 1U << n;
		choose_more(choice, n + 1, left - 1, cells | choice->cells[n], score + gain);
		choice->set &= ~(1U << n);
	}
	choose_more(choice, n + 1, left, cells, score);
}

/* The best that can be said of the board: with the run `with`, without the run `without` (-1 for any). */
static double
choose(struct choice *choice, int with, int without)
{
	choice->best = -INFINITY;
	choice->banned = without;
	choice->set = with >= 0 ? 1U << with : 0;
	choose_more(choice, 0, choice->most - (with >= 0), with >= 0 ? choice->cells[with] : 0,
		with >= 0 ? choice->score[with] : 0);
	return choice->best;
}

/* The share of an outline that shows wire. */
static double
share_of(const struct board *board, const struct lines *lines, const struct board_run *run, const struct wire *wire)
{
	struct wire_point point[WIRE_POINTS];
	unsigned points = wires_path(board, run, &wire->seat, point), shows = 0;

	for (unsigned i = 0; i < points; i++)
		shows += line_at(lines, point[i].direction, point[i].x, point[i].y) > 0;
	return points > 0 ? (double)shows / points : 0;
}

void
wires_read(const struct board *board, const struct board_view *view, struct wire wire[BOARD_RUNS])
{
	struct lines *lines = g_new(struct lines, 1);
	struct choice choice;
	double best;
	uint32_t set;

	lines->width = view->width;
	lines->height = view->height;
	smooth(view, lines);
	for (int n = 0; n < DIRECTIONS; n++)
		measure_direction(lines, n);
	for (unsigned i = 0; i < board->runs; i++) {
		seat_wire(board, lines, &board->run[i], &wire[i]);
		wire[i].share = share_of(board, lines, &board->run[i], &wire[i]);
		wire[i].margin = -wire[i].score;
		wire[i].state = MARK_EMPTY;
	}
	choose_begin(board, lines, wire, &choice);
	best = choose(&choice, -1, -1);
	set = choice.best_set;
	for (unsigned i = 0; i < choice.count; i++) {
		bool taken = (set & 1U << i) != 0;
		struct wire *at = &wire[choice.run[i]];

		at->margin = best - (taken ? choose(&choice, -1, (int)i) : choose(&choice, (int)i, -1));
		at->state = at->margin < CLEAR ? MARK_UNSURE : taken ? MARK_FILLED : MARK_EMPTY;
	}
	g_free(lines);
}
