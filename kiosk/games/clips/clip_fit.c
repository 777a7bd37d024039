/* SPDX-License-Identifier: MIT
 * Clips on a card. Each run has the outline that its wire would have, shifted and turned a little to where most
 * of a thin dark line is. The clips on the card are those that share no cell and explain most of it; a clip is sure
 * when without it everything would be explained clearly worse. A clip that turns back halfway between two runs is
 * a question, and so are all of them when there are more than a game has, and what something else lies on. */
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/games/clips/clip_fit_parts.h"

/* Checked on simulated cards with clips as people push them on (tests/kiosk/games/clips/cards.c), so that no clip is
 * seen that is not there and none is missed. */

/* Hundredths of a millimetre from the card's edge within which nothing is measured. */
#define RIM 30.0

/* Hundredths of a millimetre that a clip may lie aside of its line. */
#define SHIFT_MAX 190.0

/* Hundredths of a millimetre that it may be pushed on too far. */
#define DEEPER_MAX 190.0

/* Hundredths of a millimetre that it may lack. */
#define LESS_MAX 110.0

/* Radians that it may be turned. */
#define TURN_MAX 0.06

/* Hundredths of a millimetre from the shorter run from which a clip lies halfway between two runs. */
#define BETWEEN 250.0

/* Hundredths of a millimetre from the deeper run up to which it does. */
#define BETWEEN_TO 160.0

/* Millimetres of wire that a clip halfway has to explain more than those of both runs. */
#define BETTER 1.5

/* Score, in millimetres of wire, below which a run is not worth combining. */
#define WORST -25.0

/* Share of a clip's turn that is seen if it is one for sure. */
#define WHOLE 0.8

static bool
is_on(const struct card *card, double x, double y)
{
	return x > RIM && y > RIM && x < card->w - RIM && y < card->h - RIM;
}

/* How far the turning back of a run's clip is from the edge. */
static double
edge_of(const struct card *card, const struct card_run *run)
{
	return run->out_x < 0 ? run->x : run->out_x > 0 ? card->w - run->x : run->out_y < 0 ? run->y : card->h - run->y;
}

/* The outline of a run's clip before it is shifted and turned: inwards from its turning back, across, and
 * its direction there. */
struct outline {
	unsigned points;
	double length; /* from the edge to where it turns back */
	double in[CLIP_POINTS], across[CLIP_POINTS], angle[CLIP_POINTS];
};

/* `deeper` is how far in it may be shifted. */
static void
outline_make(const struct card *card, const struct card_run *run, double half, double deeper, struct outline *outline)
{
	double length = edge_of(card, run);
	double arc = G_PI * half, leg = fmax(0, length + deeper - half);
	unsigned points = (unsigned)((arc + 2 * leg) / CLIP_APART);

	outline->points = MIN(points, CLIP_POINTS);
	outline->length = length;
	for (unsigned i = 0; i < outline->points; i++) {
		/* Along the first leg inwards, around, and out again. */
		double way = (i + 0.5) * CLIP_APART - leg, turned = CLAMP(way / half, 0, G_PI);
		double out = way < 0 ? -way : way > arc ? way - arc : 0;

		outline->in[i] = half * sin(turned) - half - out;
		outline->across[i] = -half * cos(turned);
		outline->angle[i] = turned;
	}
}

/* A point of an outline as it sits; false where it is not on the card. Inwards is against `out`, across is
 * a quarter turn from it; it turns around the middle of its length. */
static inline bool
point_at(const struct card *card, const struct card_run *run, const struct clip_seat *seat, double c, double s,
	const struct outline *outline, unsigned i, double *x, double *y)
{
	double from = outline->in[i] + outline->length / 2, t = outline->across[i];
	double in = from * c - t * s - outline->length / 2 + seat->in, across = from * s + t * c + seat->across;

	*x = run->x - run->out_x * in - run->out_y * across;
	*y = run->y - run->out_y * in + run->out_x * across;
	return is_on(card, *x, *y);
}

/* The direction of a point, in steps of CLIP_DIRECTIONS. */
static inline int
direction_of(const struct card_run *run, const struct clip_seat *seat, double angle)
{
	double inwards = run->out_x != 0 ? 0 : G_PI / 2;

	return (int)((inwards - angle - seat->turn) * CLIP_DIRECTIONS / G_PI + 4 * CLIP_DIRECTIONS + 0.5) %
		CLIP_DIRECTIONS;
}

/* Millimetres of wire along an outline. */
static double
score_of(const struct card *card, const struct clip_lines *lines, const struct card_run *run,
	const struct outline *outline, const struct clip_seat *seat)
{
	double c = cos(seat->turn), s = sin(seat->turn), sum = 0, x, y;

	for (unsigned i = 0; i < outline->points; i++)
		if (point_at(card, run, seat, c, s, outline, i, &x, &y))
			sum += clip_lines_at(lines, direction_of(run, seat, outline->angle[i]), x, y);
	return sum * CLIP_APART / 100;
}

unsigned
clip_fit_path(const struct card *card, const struct card_run *run, const struct clip_seat *seat,
	struct clip_point point[CLIP_POINTS])
{
	double c = cos(seat->turn), s = sin(seat->turn);
	struct outline outline;
	unsigned n = 0;

	outline_make(card, run, seat->half, DEEPER_MAX, &outline);
	for (unsigned i = 0; i < outline.points; i++) {
		point[n].direction = direction_of(run, seat, outline.angle[i]);
		n += point_at(card, run, seat, c, s, &outline, i, &point[n].x, &point[n].y);
	}
	return n;
}

void
clip_loop_init(
	const struct card *card, const struct card_run *run, const struct clip_seat *seat, struct clip_loop *loop)
{
	*loop = (struct clip_loop){run, *seat, cos(seat->turn), sin(seat->turn), edge_of(card, run)};
}

/* The way of point_at() back. */
bool
clip_loop_holds(const struct clip_loop *loop, double x, double y, double far)
{
	const struct card_run *run = loop->run;
	double dx = x - run->x, dy = y - run->y, half = loop->seat.half;
	double in = -dx * run->out_x - dy * run->out_y - loop->seat.in + loop->length / 2;
	double across = dy * run->out_x - dx * run->out_y - loop->seat.across;
	double from = in * loop->c + across * loop->s - loop->length / 2, t = across * loop->c - in * loop->s;

	return hypot(fmax(0, from + half), t) < half - far;
}

/* Where the turning back of a clip is looked for, from where its run has it: inwards, and in steps. */
struct depths {
	double least, most, step;
};

/* Tries a seat, kept where it is better. A clip seldom lies far off: a tie goes to the nearer one. */
static void
try_seat(const struct card *card, const struct clip_lines *lines, const struct card_run *run,
	const struct outline *outline, const struct depths *depths, const struct clip_seat *seat, struct clip_fit *fit)
{
	double score;

	if (fabs(seat->across) > SHIFT_MAX || seat->in > depths->most || seat->in < depths->least ||
		fabs(seat->turn) > TURN_MAX || fabs(seat->half - card->loop / 2.0) > 35)
		return;
	score = score_of(card, lines, run, outline, seat) - (fabs(seat->across) + fabs(seat->in)) / 400;
	if (score > fit->score) {
		fit->score = score;
		fit->seat = *seat;
	}
}

static void
seat_clip(const struct card *card, const struct clip_lines *lines, const struct card_run *run,
	const struct depths *depths, struct clip_fit *fit)
{
	double step[4] = {20, 20, 0.012, 15};
	struct outline outline;

	outline_make(card, run, card->loop / 2.0, depths->most, &outline);
	*fit = (struct clip_fit){.score = -INFINITY};
	for (double across = -180; across <= 180; across += 30)
		for (double in = depths->least + 10; in < depths->most; in += depths->step)
			for (double turn = -0.04; turn < 0.05; turn += 0.02)
				try_seat(card, lines, run, &outline, depths,
					&(struct clip_seat){in, across, turn, card->loop / 2.0}, fit);
	for (int round = 0; round < 12; round++) {
		double before = fit->score;

		for (int n = 0; n < 8; n++) {
			struct clip_seat seat = fit->seat;
			double by = n % 2 ? step[n / 2] : -step[n / 2];

			seat.in += n / 2 == 0 ? by : 0;
			seat.across += n / 2 == 1 ? by : 0;
			seat.turn += n / 2 == 2 ? by : 0;
			seat.half += n / 2 == 3 ? by : 0;
			outline_make(card, run, seat.half, depths->most, &outline);
			try_seat(card, lines, run, &outline, depths, &seat, fit);
		}
		for (int n = 0; n < 4 && fit->score <= before; n++)
			step[n] /= 2;
	}
}

/* The share of an outline that shows wire. */
static double
share_of(
	const struct card *card, const struct clip_lines *lines, const struct card_run *run, const struct clip_fit *fit)
{
	struct clip_point point[CLIP_POINTS];
	unsigned points = clip_fit_path(card, run, &fit->seat, point), shows = 0;

	for (unsigned i = 0; i < points; i++)
		shows += clip_lines_at(lines, point[i].direction, point[i].x, point[i].y) > 0;
	return points > 0 ? (double)shows / points : 0;
}

/* The run that ends one cell before another on its line; -1 where that is the edge. */
static int
run_before(const struct card *card, unsigned n)
{
	const struct card_run *run = &card->run[n];
	int before = -1;

	for (unsigned i = 0; i < card->runs; i++) {
		const struct card_run *other = &card->run[i];

		if (i != n && other->out_x == run->out_x && other->out_y == run->out_y &&
			(other->cells & ~run->cells) == 0 &&
			(before < 0 || (card->run[before].cells & ~other->cells) == 0))
			before = (int)i;
	}
	return before;
}

/* How a clip would lie that turns back between two runs. */
static void
seat_halfway(const struct card *card, const struct clip_lines *lines, const struct clip_fit fit[CARD_RUNS], unsigned n,
	struct clip_choices *choices)
{
	const struct card_run *run = &card->run[n];
	struct clip_choice choice = {.run = n, .halfway = true, .before = run_before(card, n)};
	const struct card_run *before = choice.before < 0 ? NULL : &card->run[choice.before];
	double apart = before == NULL ? edge_of(card, run) : hypot(run->x - before->x, run->y - before->y);
	const struct depths depths = {BETWEEN - apart, -BETWEEN_TO, 50};

	seat_clip(card, lines, run, &depths, &choice.fit);
	if (choice.fit.score > fit[n].score + BETTER &&
		(before == NULL || choice.fit.score > fit[choice.before].score + BETTER))
		clip_choices_add(choices, &choice);
}

static void
seat_clips(const struct card *card, const struct clip_lines *lines, struct clip_fit fit[CARD_RUNS],
	struct clip_choices *choices)
{
	static const struct depths depths = {-LESS_MAX, DEEPER_MAX, 40};

	for (unsigned i = 0; i < card->runs; i++) {
		seat_clip(card, lines, &card->run[i], &depths, &fit[i]);
		fit[i].share = share_of(card, lines, &card->run[i], &fit[i]);
		fit[i].margin = -fit[i].score;
		fit[i].state = MARK_EMPTY;
		if (fit[i].score > WORST)
			clip_choices_add(choices, &(struct clip_choice){.run = i, .fit = fit[i]});
	}
	for (unsigned i = 0; i < card->runs; i++)
		seat_halfway(card, lines, fit, i, choices);
}

/* The share of its turning back that shows wire: the legs may be those of the clips beside it. */
static double
turn_share(const struct card *card, const struct clip_lines *lines, const struct clip_choice *choice)
{
	const struct card_run *run = &card->run[choice->run];
	const struct clip_seat *seat = &choice->fit.seat;
	struct clip_point point[CLIP_POINTS];
	unsigned points = clip_fit_path(card, run, seat, point), turns = 0, shows = 0;
	int leg = direction_of(run, seat, 0);

	for (unsigned i = 0; i < points; i++) {
		if (point[i].direction == leg)
			continue;
		turns++;
		shows += clip_lines_at(lines, point[i].direction, point[i].x, point[i].y) > 0;
	}
	return turns > 0 ? (double)shows / turns : 0;
}

/* Whether what one clip more explains are clips indeed. */
static bool
are_whole(const struct card *card, const struct clip_lines *lines, const struct clip_choices *choices, uint32_t set)
{
	for (unsigned i = 0; i < choices->count; i++)
		if ((set & 1U << i) != 0 && turn_share(card, lines, &choices->choice[i]) < WHOLE)
			return false;
	return true;
}

/* Asks about what was chosen. */
static void
doubt(const struct clip_choices *choices, uint32_t set, bool all, struct clip_fit fit[CARD_RUNS])
{
	for (unsigned i = 0; i < choices->count; i++) {
		const struct clip_choice *choice = &choices->choice[i];

		if ((set & 1U << i) == 0 || !(all || choice->halfway))
			continue;
		fit[choice->run].state = MARK_UNSURE;
		if (choice->halfway && choice->before >= 0)
			fit[choice->before].state = MARK_UNSURE;
	}
}

void
clip_fit_read(const struct card *card, const struct card_view *view, struct clip_fit fit[CARD_RUNS])
{
	struct clip_lines *lines = g_new(struct clip_lines, 1);
	struct clip_choices *choices = g_new0(struct clip_choices, 1);
	double best;
	uint32_t set;

	clip_lines_measure(view, lines);
	choices->most = CLIPS_IN_ALL;
	seat_clips(card, lines, fit, choices);
	clip_choices_prepare(card, lines, choices);
	best = clip_choices_best(choices, -1, -1);
	set = choices->best_set;
	for (unsigned i = 0; i < choices->count; i++) {
		bool taken = (set & 1U << i) != 0;
		struct clip_fit *at = &fit[choices->choice[i].run];

		if (choices->choice[i].halfway)
			continue;
		at->margin = best -
			(taken ? clip_choices_best(choices, -1, (int)i) : clip_choices_best(choices, (int)i, -1));
		at->state = at->margin < CLIP_CLEAR ? MARK_UNSURE : taken ? MARK_FILLED : MARK_EMPTY;
	}
	doubt(choices, set, false, fit);
	/* One more than there can be: one of them is not a clip of this card, and it is not known which. */
	choices->most++;
	if (clip_choices_best(choices, -1, -1) > best + CLIP_CLEAR &&
		are_whole(card, lines, choices, choices->best_set & ~set))
		doubt(choices, choices->best_set, true, fit);
	clip_fit_doubt_covered(card, view, lines, fit);
	g_free(choices);
	g_free(lines);
}
