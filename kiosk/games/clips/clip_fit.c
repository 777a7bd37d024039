/* SPDX-License-Identifier: MIT
 * Clips on a card. The outline of each run's clip is shifted and turned a little to where it matches most of a thin
 * dark line. The clips on the card are those that share no cell and explain most of the lines; a clip is sure if the
 * card would be explained clearly worse without it. Unsure are clips that end halfway between two runs, all of them if
 * there are more than a game has, and those that something else covers. The constants were checked on simulated cards
 * with clips as people push them on (tests/kiosk/games/clips/cards.c), so that no clip is invented or missed. */
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/games/clips/clip_fit.h"

/* Width of the rim of the card in which nothing is measured, in hundredths of a millimetre. */
#define RIM 30.0

/* Largest shift of a clip to the side of its line, in hundredths of a millimetre. */
#define SHIFT_MAX 190.0

/* Largest distance that a clip may be pushed on too far, in hundredths of a millimetre. */
#define DEEPER_MAX 190.0

/* Largest distance that a clip may be pushed on too little, in hundredths of a millimetre. */
#define LESS_MAX 110.0

/* Largest turn of a clip, in radians. */
#define TURN_MAX 0.06

/* A clip that ends at least this far beyond the shorter run, in hundredths of a millimetre, may be halfway between two.
 */
#define BETWEEN 250.0

/* The same for the distance before the deeper run. */
#define BETWEEN_TO 160.0

/* Millimetres of wire that a clip halfway has to explain more than the clips of both runs. */
#define BETTER 1.5

/* Score, in millimetres of wire, up to which the clip of a run is not a candidate. */
#define WORST -25.0

/* Share of its outline by which less wire may be seen of a surplus clip than of the others: more is light and shadow.
 */
#define WORSE 0.1

/* Share of its outline on which wire is seen from which a clip may be there on a poor picture. Clips that were called
 * empty on simulated cards had 0.39 or more. */
#define FAINT 0.36

/* Millimetres of wire by which clips that are seen whole have to explain the card better than with one that something
 * covers in the place of some of them: a thumb hides the end of a clip, and its edge looks like a bend farther out. On
 * simulated cards in a hand, where such a clip was taken for a shorter one, it was 0.7 at most. */
#define RIVAL 4.0

/* Largest deviation of half the width of a clip, in hundredths of a millimetre. */
#define WIDER_MAX 35

struct clip_loop
clip_loop_make(const struct card *card, const struct card_run *run, const struct clip_seat *seat)
{
	double length = run->out_x < 0 ? run->x
		: run->out_x > 0       ? card->w - run->x
		: run->out_y < 0       ? run->y
				       : card->h - run->y;

	return (struct clip_loop){run, *seat, cos(seat->turn), sin(seat->turn), length};
}

/* The outline of a run's clip before it is shifted and turned: coordinates inwards from its innermost point and across,
 * and the angle of the wire there. */
struct outline {
	unsigned points;
	double in[CLIP_POINTS], across[CLIP_POINTS], angle[CLIP_POINTS];
};

/* `deeper` is the largest shift inwards: the legs are longer by that. */
static void
outline_make(const struct clip_loop *loop, double deeper, struct outline *outline)
{
	double half = loop->seat.half, arc = G_PI * half, leg = fmax(0, loop->length + deeper - half);
	unsigned points = (unsigned)((arc + 2 * leg) / CLIP_APART);

	outline->points = MIN(points, CLIP_POINTS);
	for (unsigned i = 0; i < outline->points; i++) {
		/* In along the first leg, around the bend, and out along the second leg. */
		double way = (i + 0.5) * CLIP_APART - leg, turned = CLAMP(way / half, 0, G_PI);
		double out = way < 0 ? -way : way > arc ? way - arc : 0;

		outline->in[i] = half * sin(turned) - half - out;
		outline->across[i] = -half * cos(turned);
		outline->angle[i] = turned;
	}
}

/* The direction of the wire at a point of the outline, as an index below CLIP_DIRECTIONS. */
static inline int
direction_of(const struct card_run *run, const struct clip_seat *seat, double angle)
{
	double inwards = run->out_x != 0 ? 0 : G_PI / 2;

	return (int)((inwards - angle - seat->turn) * CLIP_DIRECTIONS / G_PI + 4 * CLIP_DIRECTIONS + 0.5) %
		CLIP_DIRECTIONS;
}

/* A point of an outline in its position; false if it is not on the card. Inwards is opposite to the run's `out`, across
 * is a quarter turn from it. The clip turns around the middle of its length. */
static inline bool
point_at(const struct card *card, const struct clip_loop *loop, const struct outline *outline, unsigned i,
	struct clip_point *point)
{
	const struct card_run *run = loop->run;
	double from = outline->in[i] + loop->length / 2, t = outline->across[i];
	double in = from * loop->c - t * loop->s - loop->length / 2 + loop->seat.in;
	double across = from * loop->s + t * loop->c + loop->seat.across;

	point->x = run->x - run->out_x * in - run->out_y * across;
	point->y = run->y - run->out_y * in + run->out_x * across;
	point->direction = direction_of(run, &loop->seat, outline->angle[i]);
	return point->x > RIM && point->y > RIM && point->x < card->w - RIM && point->y < card->h - RIM;
}

void
clip_path_make(
	const struct card *card, const struct card_run *run, const struct clip_seat *seat, struct clip_path *path)
{
	const struct clip_loop loop = clip_loop_make(card, run, seat);
	struct outline outline;

	outline_make(&loop, DEEPER_MAX, &outline);
	path->points = 0;
	for (unsigned i = 0; i < outline.points; i++)
		path->points += point_at(card, &loop, &outline, i, &path->point[path->points]);
}

/* The inverse of point_at(). */
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

/* The range of shifts inwards in which the end of a clip is searched, and the step. */
struct depths {
	double least, most, step;
};

/* How well a clip at a position fits: millimetres of wire along its outline. Large shifts are unlikely, so they cost a
 * little; positions out of range have -INFINITY. */
static double
seat_score(const struct clip_lines *lines, const struct card_run *run, const struct outline *outline,
	const struct depths *depths, const struct clip_seat *seat)
{
	const struct card *card = lines->card;
	double sum = 0;

	if (fabs(seat->across) > SHIFT_MAX || seat->in > depths->most || seat->in < depths->least ||
		fabs(seat->turn) > TURN_MAX || fabs(seat->half - card->loop / 2.0) > WIDER_MAX)
		return -INFINITY;

	const struct clip_loop loop = clip_loop_make(card, run, seat);

	for (unsigned i = 0; i < outline->points; i++) {
		struct clip_point point;

		if (point_at(card, &loop, outline, i, &point))
			sum += clip_lines_at(lines, &point);
	}
	return sum * CLIP_APART / 100 - (fabs(seat->across) + fabs(seat->in)) / 400;
}

/* Finds the best position of the clip of a run: first on a grid, then with smaller and smaller steps from the best. */
static struct clip_fit
seat_clip(const struct clip_lines *lines, const struct card_run *run, const struct depths *depths)
{
	struct clip_seat start = {.half = lines->card->loop / 2.0}, seat = start;
	struct clip_loop loop = clip_loop_make(lines->card, run, &start);
	double step[4] = {20, 20, 0.012, 15}, score, best_score = -INFINITY;
	struct clip_seat best = {0};
	struct outline outline;

	outline_make(&loop, depths->most, &outline);
	for (seat.across = -180; seat.across <= 180; seat.across += 30)
		for (seat.in = depths->least + 10; seat.in < depths->most; seat.in += depths->step)
			for (seat.turn = -0.04; seat.turn < 0.05; seat.turn += 0.02) {
				score = seat_score(lines, run, &outline, depths, &seat);
				if (score > best_score) {
					best_score = score;
					best = seat;
				}
			}
	for (int round = 0; round < 12; round++) {
		double before = best_score;

		for (int n = 0; n < 8; n++) {
			double by = n % 2 ? step[n / 2] : -step[n / 2];

			loop.seat = best;
			loop.seat.in += n / 2 == 0 ? by : 0;
			loop.seat.across += n / 2 == 1 ? by : 0;
			loop.seat.turn += n / 2 == 2 ? by : 0;
			loop.seat.half += n / 2 == 3 ? by : 0;
			outline_make(&loop, depths->most, &outline);
			score = seat_score(lines, run, &outline, depths, &loop.seat);
			if (score > best_score) {
				best_score = score;
				best = loop.seat;
			}
		}
		for (int n = 0; n < 4 && best_score <= before; n++)
			step[n] /= 2;
	}
	return (struct clip_fit){.score = best_score, .seat = best};
}

/* The share of a clip's outline on which wire is seen. */
static double
share_of(const struct clip_lines *lines, const struct card_run *run, const struct clip_seat *seat)
{
	unsigned shows = 0;
	struct clip_path path;

	clip_path_make(lines->card, run, seat, &path);
	for (unsigned i = 0; i < path.points; i++)
		shows += clip_lines_at(lines, &path.point[i]) > 0;
	return path.points > 0 ? (double)shows / path.points : 0;
}

/* Fits the clip of each run, and one that ends halfway between it and the run before, or the edge. */
static void
seat_clips(const struct clip_lines *lines, struct clip_fit fit[CARD_RUNS], struct clip_choices *choices)
{
	static const struct depths depths = {-LESS_MAX, DEEPER_MAX, 40};
	const struct card_run *run = lines->card->run;
	unsigned runs = lines->card->runs;

	for (unsigned i = 0; i < runs; i++) {
		fit[i] = seat_clip(lines, &run[i], &depths);
		fit[i].share = share_of(lines, &run[i], &fit[i].seat);
		if (fit[i].score > WORST)
			clip_choices_add(choices, &(struct clip_choice){.run = i, .fit = fit[i]});
	}
	for (unsigned i = 0; i < runs; i++) {
		bool is_first = i == 0 || run[i - 1].out_x != run[i].out_x || run[i - 1].out_y != run[i].out_y;
		struct clip_choice choice = {.run = i, .halfway = true, .before = is_first ? -1 : (int)i - 1};
		double apart = is_first ? clip_loop_make(lines->card, &run[i], &fit[i].seat).length
					: hypot(run[i].x - run[i - 1].x, run[i].y - run[i - 1].y);

		choice.fit = seat_clip(lines, &run[i], &(struct depths){BETWEEN - apart, -BETWEEN_TO, 50});
		choice.fit.share = share_of(lines, &run[i], &choice.fit.seat);
		if (choice.fit.score > fit[i].score + BETTER &&
			(is_first || choice.fit.score > fit[i - 1].score + BETTER))
			clip_choices_add(choices, &choice);
	}
}

/* Decides on all runs, from all candidates or only from those that are clear. Returns whether all clips of a game are
 * sure. */
static bool
decide(const struct clip_lines *lines, struct clip_choices *choices, bool only_clear, struct clip_fit fit[CARD_RUNS])
{
	unsigned sure = 0;

	choices->only_clear = only_clear;
	choices->most = CLIPS_IN_ALL;
	for (unsigned i = 0; i < lines->card->runs; i++)
		fit[i].state = MARK_EMPTY;

	double best = clip_choices_best(choices, -1, -1);
	uint32_t set = choices->best_set, doubted = 0;

	for (unsigned i = 0; i < choices->count; i++) {
		bool taken = (set & 1U << i) != 0;

		if (only_clear && !choices->choice[i].clear) {
			uint32_t rivals = 0;

			for (unsigned n = 0; n < choices->count; n++)
				rivals |= (choices->cells[n] & choices->cells[i]) != 0 ? set & 1U << n : 0;
			if (rivals != 0 && clip_choices_best(choices, (int)i, -1) > best - RIVAL)
				doubted |= rivals;
			continue;
		}
		if (choices->choice[i].halfway) {
			doubted |= set & 1U << i;
			continue;
		}
		/* How much worse the whole card is explained with the opposite decision. */
		double margin = best -
			(taken ? clip_choices_best(choices, -1, (int)i) : clip_choices_best(choices, (int)i, -1));

		if (margin < CLIP_CLEAR)
			fit[choices->choice[i].run].state = MARK_UNSURE;
		else if (taken)
			fit[choices->choice[i].run].state = MARK_FILLED;
	}

	/* Allow one clip more than a game has. If that explains clearly more, and what it adds really looks like a
	 * clip, one of them does not belong to this card, and it is unknown which. */
	choices->most++;
	choices->only_clear = true;
	bool too_many = clip_choices_best(choices, -1, -1) > best + CLIP_CLEAR;
	double least = 1;

	for (unsigned i = 0; i < choices->count; i++)
		if (set & 1U << i)
			least = fmin(least, choices->choice[i].fit.share);
	for (unsigned i = 0; i < choices->count; i++)
		if (choices->best_set & ~set & 1U << i)
			too_many &= choices->choice[i].fit.share > least - WORSE;
	doubted |= too_many ? choices->best_set : 0;
	for (unsigned i = 0; i < choices->count; i++) {
		const struct clip_choice *choice = &choices->choice[i];

		if ((doubted & 1U << i) == 0)
			continue;
		fit[choice->run].state = MARK_UNSURE;
		if (choice->halfway && choice->before >= 0)
			fit[choice->before].state = MARK_UNSURE;
	}
	clip_fit_doubt_covered(lines, fit);
	for (unsigned i = 0; i < lines->card->runs; i++)
		sure += fit[i].state == MARK_FILLED;
	return sure == CLIPS_IN_ALL;
}

/* If anything on a card is unsure, the picture is poor, and no run is surely empty where some wire is seen and no sure
 * clip lies. */
static void
doubt_faint(const struct card *card, struct clip_fit fit[CARD_RUNS])
{
	bool any = false;
	uint64_t cells = 0;

	for (unsigned i = 0; i < card->runs; i++) {
		any |= fit[i].state == MARK_UNSURE;
		cells |= fit[i].state == MARK_FILLED ? card->run[i].cells : 0;
	}
	for (unsigned i = 0; i < card->runs && any; i++)
		if (fit[i].state == MARK_EMPTY && fit[i].share >= FAINT && (card->run[i].cells & cells) == 0)
			fit[i].state = MARK_UNSURE;
}

void
clip_fit_read(const struct card *card, const struct card_view *view, struct clip_fit fit[CARD_RUNS])
{
	g_autofree struct clip_lines *lines = g_new(struct clip_lines, 1);
	g_autofree struct clip_choices *choices = g_new0(struct clip_choices, 1);

	clip_lines_measure(card, view, lines);
	seat_clips(lines, fit, choices);
	clip_choices_prepare(lines, choices);
	/* If six clips are clearly there, there is none anywhere else: what looks a little like one is a shadow, a
	 * finger or a pen. Otherwise it may be a clip that something covers. */
	if (decide(lines, choices, true, fit) || decide(lines, choices, false, fit))
		return;
	doubt_faint(card, fit);
}
