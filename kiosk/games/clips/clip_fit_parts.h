/* SPDX-License-Identifier: MIT
 * What the files that name clips share: lines in a view, clips as they would lie, and which of them do. */
#ifndef SEEDPRESS_KIOSK_GAMES_CLIPS_CLIP_FIT_PARTS_H
#define SEEDPRESS_KIOSK_GAMES_CLIPS_CLIP_FIT_PARTS_H

#include "kiosk/games/clips/clip_fit.h"
#include "scoring/clips.h"

/* Directions of lines that are measured, in half a turn. */
#define CLIP_DIRECTIONS 12

/* Hundredths of a millimetre between two points of an outline. */
#define CLIP_APART 50.0

/* Millimetres of wire by which an explanation has to be better to be sure; more asks people more often. */
#define CLIP_CLEAR 7.0

/* Clips that are worth combining: all sets of six of them are compared. */
#define CLIP_CHOICES 28

/* Pixels of the frame around a view: farther than lines are looked for. */
#define CLIP_FRAME (3 * CARD_VIEW_PIXELS)

/* How much of a line there is at each pixel, -1 to 1, in each direction. Around what differs is a frame
 * as of the bare card, so that no look over the edge needs a thought. */
struct clip_lines {
	int width, height;
	float differs[CARD_VIEW_H + 2 * CLIP_FRAME][CARD_VIEW_W + 2 * CLIP_FRAME]; /* as far as it is trusted */
	float trust[CARD_VIEW_H][CARD_VIEW_W];
	float line[CLIP_DIRECTIONS][CARD_VIEW_H][CARD_VIEW_W];
};

void clip_lines_measure(const struct card_view *view, struct clip_lines *lines);

static inline double
clip_lines_at(const struct clip_lines *lines, int direction, double x, double y)
{
	const double step = CARD_VIEW_PIXELS / 100.0;

	return lines->line[direction][(int)(y * step)][(int)(x * step)];
}

/* What may lie somewhere: the clip of a run; or one halfway between a run and the next deeper one, which is
 * `run` then, and the shorter one is `before` (-1 where it is the edge). */
struct clip_choice {
	unsigned run;
	bool halfway;
	int before;
	struct clip_fit fit;
};

/* The most that explains a card. */
struct clip_choices {
	unsigned count, most;
	struct clip_choice choice[CLIP_CHOICES];
	uint64_t cells[CLIP_CHOICES];
	double shared[CLIP_CHOICES][CLIP_CHOICES]; /* millimetres that two of them explain both */
	double best;
	uint32_t best_set, set;
	int banned;
};

/* Takes one in, where it is better than the worst of too many; then, when all are, what they share. */
void clip_choices_add(struct clip_choices *choices, const struct clip_choice *choice);
void clip_choices_prepare(const struct card *card, const struct clip_lines *lines, struct clip_choices *choices);

/* The best that can be said of the card: with the choice `with`, without the choice `without` (-1 for any). */
double clip_choices_best(struct clip_choices *choices, int with, int without);

/* A clip as it sits, for asking what is inside. */
struct clip_loop {
	const struct card_run *run;
	struct clip_seat seat;
	double c, s;   /* of its turn */
	double length; /* from the edge to where it turns back */
};

void clip_loop_init(
	const struct card *card, const struct card_run *run, const struct clip_seat *seat, struct clip_loop *loop);

/* Whether a point of the card is inside a clip's loop, more than so far from its middle line. */
bool clip_loop_holds(const struct clip_loop *loop, double x, double y, double far);

/* Asks about clips that are not seen well enough to be sure, and about those that may lie under something. */
void clip_fit_doubt_covered(const struct card *card, const struct card_view *view, const struct clip_lines *lines,
	struct clip_fit fit[CARD_RUNS]);

#endif
