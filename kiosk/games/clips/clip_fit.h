/* SPDX-License-Identifier: MIT
 * Finds the clips on a card: measures lines in its view, fits the clip of each run to them, and selects the clips that
 * explain the view best. */
#pragma once

#include "kiosk/games/clips/card_view.h"
#include "kiosk/picture/image.h"
#include "kiosk/piece/mark.h"
#include "scoring/clips.h"

/* Most points of an outline: enough for 128 mm of wire. */
#define CLIP_POINTS 256

/* Distance between two points of an outline, in hundredths of a millimetre. */
#define CLIP_APART 50.0

/* Number of directions in which lines are measured, spread over half a turn. */
#define CLIP_DIRECTIONS 12

/* Millimetres of wire by which one explanation has to be better than another to be sure. Larger asks people more often.
 */
#define CLIP_CLEAR 7.0

/* Most candidates that are combined: all sets of up to CLIPS_IN_ALL of them are compared. */
#define CLIP_CHOICES 28

/* Width of the frame around a view, in pixels: more than measuring a line reaches. */
#define CLIP_FRAME (3 * CARD_VIEW_PIXELS)

/* The best fitting position of a clip, relative to its run: shifted inwards and across, with half its width, in
 * hundredths of a millimetre, and turned, in radians. */
struct clip_seat {
	double in, across, turn, half;
};

/* The result for a run. */
struct clip_fit {
	struct clip_seat seat;
	double score; /* millimetres of wire that are seen, minus those that are missing */
	double share; /* of its outline on which wire is seen, 0 to 1 */
	enum mark_state state;
};

/* Decides on every run of a card: the clips that explain the picture best are filled; those that make too little
 * difference are unsure. */
void clip_fit_read(const struct card *card, const struct card_view *view, struct clip_fit fit[CARD_RUNS]);

/* The colours of all clips that are filled or unsure, from the colours of the picture. */
void clip_fit_colours(const struct card *card, const struct card_view *view, const struct clip_fit fit[CARD_RUNS],
	const struct colours *colours, enum mark_colour colour[CARD_RUNS]);

/* The middle line of a run's clip in its position, as far as it is on the card. */
struct clip_path {
	unsigned points;
	struct clip_point {
		double x, y;   /* hundredths of a millimetre */
		int direction; /* of the line: an index below CLIP_DIRECTIONS */
	} point[CLIP_POINTS];
};
void clip_path_make(
	const struct card *card, const struct card_run *run, const struct clip_seat *seat, struct clip_path *path);

/* How line-like each pixel of a card's view is in each direction, -1 to 1. `differs` has a frame of zeros, so that
 * measuring needs no checks at the edges. */
struct clip_lines {
	const struct card *card;
	const struct card_view *view;
	float differs[CARD_VIEW_H + 2 * CLIP_FRAME][CARD_VIEW_W + 2 * CLIP_FRAME]; /* smoothed, weighted by trust */
	float trust[CARD_VIEW_H][CARD_VIEW_W];
	float line[CLIP_DIRECTIONS][CARD_VIEW_H][CARD_VIEW_W];
};

void clip_lines_measure(const struct card *card, const struct card_view *view, struct clip_lines *lines);

static inline double
clip_lines_at(const struct clip_lines *lines, const struct clip_point *point)
{
	const double step = CARD_VIEW_PIXELS / 100.0;

	return lines->line[point->direction][(int)(point->y * step)][(int)(point->x * step)];
}

/* A candidate: the clip of a run; or one that ends halfway between the run `before` (-1: the edge) and the next deeper
 * one, `run`. */
struct clip_choice {
	unsigned run;
	bool halfway;
	int before;
	bool clear; /* seen whole, and the symbols inside it, too: only a clip is like that */
	struct clip_fit fit;
};

/* The candidates, and the search for the set that explains a card best. */
struct clip_choices {
	unsigned count, most;
	struct clip_choice choice[CLIP_CHOICES];
	uint64_t cells[CLIP_CHOICES];
	double shared[CLIP_CHOICES][CLIP_CHOICES]; /* millimetres of wire that both of two explain */
	double best;
	uint32_t best_set, set;
	int banned;
	bool only_clear; /* leave out all others */
};

/* Adds a candidate; if there are too many, the worst is dropped. Prepare computes what they share, after all were
 * added. */
void clip_choices_add(struct clip_choices *choices, const struct clip_choice *choice);
void clip_choices_prepare(const struct clip_lines *lines, struct clip_choices *choices);

/* The best score of a set with the candidate `with` and without the candidate `without`; -1: no such condition. The set
 * is in choices->best_set. */
double clip_choices_best(struct clip_choices *choices, int with, int without);

/* A clip in its position. */
struct clip_loop {
	const struct card_run *run;
	struct clip_seat seat;
	double c, s;   /* cosine and sine of its turn */
	double length; /* from the edge to its innermost point */
};

struct clip_loop clip_loop_make(const struct card *card, const struct card_run *run, const struct clip_seat *seat);

/* Whether a point of the card is inside a clip, more than `far` from the middle line of its wire. */
bool clip_loop_holds(const struct clip_loop *loop, double x, double y, double far);

/* Whether a clip in this position is seen whole, and all symbols inside it. */
bool clip_fit_is_clear(const struct clip_lines *lines, const struct card_run *run, const struct clip_seat *seat);

/* Makes clips unsure that are not seen well enough, or that may be hidden under something. */
void clip_fit_doubt_covered(const struct clip_lines *lines, struct clip_fit fit[CARD_RUNS]);
